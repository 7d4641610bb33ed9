"""Jenny Jenny: every ruling, edge case and worked example of its rules, bad input and the turn clock."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.engine.cards import card, cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import STOCK
from bot.engine.match import Match
from bot.engine.state import Standing, opening
from bot.games.jenny_jenny import BELL, JENNY_JENNY
from bot.games.jenny_jenny import moves as mv
from bot.games.jenny_jenny.moves import Auction, Bid, Buy, Draw, Offered, Pass, Price, Raid
from tests.conformance.play import cards_of, play_match

from .jenny_jenny_table import asked, first, held, lying, purse, stall
from .table import after, fact, may, offer, play, refused, seen, told, turn, waits

NINE = "AC 2C 3C 4C 5C 6C 7C 8C 9C"
OPEN: dict[str, Any] = {"market": "open"}


def drawn(deal: Deal, times: int = 1) -> Deal:
    for _ in range(times):
        seat = turn(deal)
        assert seat is not None
        play(deal, f"{seat}: draw")
    return deal


def passes(deal: Deal) -> Deal:
    """Until the hand is over."""
    while (seat := turn(deal)) is not None:
        play(deal, f"{seat}: pass")
    return deal


# ---- rulings --------------------------------------------------------------------------------------


def test_ruling_1_purses_and_stalls_are_public_and_hands_are_not() -> None:
    d = first({0: "7H 7C 7D KS 2C AD JC"})
    for viewer in (-1, 1, 2):
        assert seen(d, 0, viewer) == set()
    assert seen(d, 0, 0) == {"7H", "2C", "AD"}
    assert (purse(d, 0), stall(d, 0)) == ("JC KS", "7C 7D")


@pytest.mark.parametrize("top", ["JC", "9H", "7S"])
def test_ruling_2_a_draw_ends_the_turn_whatever_it_is(top: str) -> None:
    d = play(lying(stock=f"{top} KC"), "0: draw")
    assert turn(d) == 1
    assert refused(d, 0, Draw()) == "It is not your turn."


def test_ruling_3_a_rank_that_one_holds_is_not_bought() -> None:
    d = lying("AD 9D", purses={0: "KS"}, stalls={1: "9S 3C"})
    assert [*offer(d, 0, Buy).next(())] == cards("3C")
    assert refused(d, 0, Buy(card("9S"))) == "You already hold a nine."


def test_ruling_4_one_action_a_turn() -> None:
    d = lying(purses={0: "KS QS"}, stalls={1: "9S 8D"})
    play(d, "0: buy 9S")
    assert turn(d) == 1 and refused(d, 0, Buy(card("8D"))) == "It is not your turn."


def test_ruling_4_every_classic_hand_ends() -> None:
    for seed in range(60):
        match = play_match(JENNY_JENNY, ("ends", seed), options=JENNY_JENNY.options(cut="off"))
        assert match.ended and all(len(deal.rows) < 400 for deal in match.deals)


def test_ruling_5_ones_own_stall_is_not_bought() -> None:
    d = lying("AD 7H", purses={0: "KS"}, stalls={0: "7C"})
    assert refused(d, 0, Buy(card("7C"))) == "That is your own stall."


def test_ruling_6_without_a_stock_purchases_go_on_and_a_round_of_passes_ends_the_hand() -> None:
    d = lying(purses={1: "JC", 2: "QC"}, stalls={0: "4D 5D"}, stock="")
    assert may(d) == "Pass"
    play(d, "0: pass")
    assert may(d) == "Pass Buy"
    play(d, "1: buy 4D", "2: pass", "0: pass")
    assert turn(d) == 1, "the purchase began a new round"
    play(d, "1: pass")
    assert turn(d) is None and told(d, mv.DeadMarket)


def test_ruling_7_in_the_classic_market_the_cheapest_coin_is_paid_unasked() -> None:
    d = lying(purses={0: "JK KS QS JC"}, stalls={1: "9S"}, jokers=2)
    play(d, "0: buy 9S")
    assert (purse(d, 0), purse(d, 1)) == ("QS KS JK", "JC")


def test_ruling_8_the_call_is_automatic() -> None:
    d = play(lying(NINE, stock="10D KC"), "0: draw")
    assert told(d, mv.JennyJenny) == [mv.JennyJenny(0)]


def test_ruling_9_nobody_wins_at_the_deal() -> None:
    assert turn(first({0: "AC 2C 3C 4C 5C 6C 7C"})) == 0


def test_ruling_10_two_to_four_play() -> None:
    assert [*JENNY_JENNY.seats] == [2, 3, 4]


def test_ruling_11_a_purchase_gives_the_hand_no_less_than_a_draw_and_both_end_the_turn() -> None:
    table: dict[str, Any] = {"purses": {0: "KS"}, "stalls": {1: "9S"}}
    bought = play(lying(**table), "0: buy 9S")
    assert turn(bought) == 1
    for top in ("9H", "AC", "JC"):  # a rank that is lacking, one that is held, a coin
        drew = play(lying(stock=f"{top} KC", **table), "0: draw")
        assert len(held(drew, 0).split()) <= len(held(bought, 0).split()) and turn(drew) == 1


def test_ruling_12_who_leaves_draws_by_the_clock_and_their_stall_stays_for_sale() -> None:
    d = lying(purses={1: "KS"}, stalls={0: "7C"}, stock="KC KD")
    d.lapse(0, 1)
    assert d.rows[-1].move == Draw() and Buy(card("7C")) in offer(d, 1, Buy).moves()


def test_ruling_13_who_has_no_coin_is_not_asked_for_a_bid() -> None:
    d = lying("AD 7H", purses={2: "KC"}, stalls={0: "7C"}, **OPEN)
    play(d, "0: auction 7C")
    assert waits(d) == [2]


def test_ruling_13_bids_are_sealed_until_all_are_in() -> None:
    d = lying("AD 7H", purses={1: "QC", 2: "KC"}, stalls={0: "7C"}, **OPEN)
    play(d, "0: auction 7C", "2: bid 3")
    assert fact(d, "ready") == {2}
    assert [to for name, (_, to) in d.table.facts.items() if name == "choice of 2"] == [frozenset({2})]
    play(d, "1: bid 1")
    assert told(d, mv.Sold)[0].bids == (Offered(1, 1), Offered(2, 3))


# ---- edge cases -----------------------------------------------------------------------------------


def test_edge_1_of_three_equal_ranks_two_go_to_the_stall() -> None:
    d = first({0: "9C 9H 9S 2C 3C 4C 5C"})
    assert (held(d, 0), stall(d, 0)) == ("2C 3C 4C 5C 9C", "9H 9S")


def test_edge_2_seven_coins_and_no_card() -> None:
    d = first({0: "JC JD JH QC QD KC KD", 1: "7C 7D 2C 3C 4C 5C 6C"})
    assert (held(d, 0), purse(d, 0)) == ("", "JC JD JH QC QD KC KD")
    play(d, "0: buy 7D")
    assert held(d, 0) == "7D"


def test_edge_3_a_second_copy_is_seen_and_for_sale_at_once() -> None:
    d = lying("AD 4D", purses={1: "KS"}, stock="4S KC")
    play(d, "0: draw")
    assert stall(d, 0) == "4S" and told(d, mv.Drew) == [mv.Drew(0, "stall", card("4S"))]
    play(d, "1: buy 4S")
    assert "4S" in held(d, 1)


def test_edge_4_the_tenth_rank_wins_before_anybody_else_moves() -> None:
    d = play(lying(NINE, purses={0: "KS"}, stalls={1: "10D"}), "0: buy 10D")
    assert turn(d) is None and after(d).standings == (Standing(0, 1, "W"), Standing(1, 2, "L"), Standing(2, 2, "L"))


def test_edge_5_one_coin_buys_once() -> None:
    d = lying(purses={0: "JC"}, stalls={1: "9S 8D"}, stock="KC KD KH")
    play(d, "0: buy 9S", "1: draw", "2: draw")
    assert purse(d, 0) == "" and refused(d, 0, Buy(card("8D"))) == "You have no face card to pay with."


def test_edge_6_of_a_stall_only_the_ranks_that_are_lacking_are_for_sale() -> None:
    d = lying("AD 9D 4C", purses={0: "KS"}, stalls={1: "9S 4S"}, stock="")
    assert may(d) == "Pass"
    for text, rank in (("9S", "nine"), ("4S", "four")):
        assert refused(d, 0, Buy(card(text))) == f"You already hold a {rank}."
    assert (held(d, 0), purse(d, 0), stall(d, 1)) == ("AD 4C 9D", "KS", "4S 9S")


def test_edge_7_a_card_of_a_hand_is_not_for_sale() -> None:
    d = lying(purses={0: "JC"}, stalls={1: "9S"})
    for text in ("3H", "KC", "10S"):
        assert refused(d, 0, Buy(card(text))) == "That card is not for sale."


def test_edge_8_ruling_14_in_a_dead_market_equals_are_each_best_and_draw() -> None:
    d = passes(lying("AC 2C 3C", "AD 2D 3D", "AH 2H", purses={0: "KS", 1: "QS"}, stock=""))
    assert told(d, mv.DeadMarket)[0].best == (0, 1)
    assert after(d).standings == (Standing(0, 1, "D"), Standing(1, 1, "D"), Standing(2, 3, "L"))


@pytest.mark.parametrize(("jokers", "left"), [(0, (38, 31, 24)), (2, (40, 33, 26)), (4, (42, 35, 28))])
def test_edge_9_example_2_the_stock_with_jokers_which_are_coins(jokers: int, left: tuple[int, ...]) -> None:
    for seats, count in zip((2, 3, 4), left, strict=True):
        hands = {0: "JK JK 2C 3C 4C 5C 6C"} if jokers else {}
        d = first(hands, seats=seats, jokers=jokers)
        assert len(d.table.piles[STOCK]) == count
        assert not jokers or purse(d, 0) == "JK JK"


@pytest.mark.parametrize("market", ["classic", "open"])
def test_edge_10_cards_are_conserved(market: str) -> None:
    for jokers in (0, 2, 4):
        whole = Counter(pack(str(52 + jokers)))

        def watch(deal: Deal, whole: Counter[Any] = whole) -> None:
            assert cards_of(deal) in (whole, Counter()), "before the cut there are none"

        play_match(JENNY_JENNY, ("kept", jokers), watch, JENNY_JENNY.options(market=market, jokers=jokers, hands=2))


def test_edge_11_a_superfluous_coin_is_refused_and_no_change_is_given() -> None:
    d = lying(purses={0: "JS QS KS"}, stalls={1: "9S"}, asks="9S 3", **OPEN)
    assert refused(d, 0, Buy(card("9S"), (12, 13))) == "Leave out the queen: 3 is enough."
    d = lying(purses={0: "QS QD"}, stalls={1: "9S"}, asks="9S 3", **OPEN)
    play(d, "0: buy 9S Q Q")
    assert (purse(d, 0), purse(d, 1)) == ("", "QD QS")


def test_edge_11_a_tied_auction_goes_to_the_sellers_left() -> None:
    d = lying("AD 7H", "2H", "3C", purses={1: "KC", 2: "KD"}, stalls={0: "7C"}, **OPEN)
    play(d, "0: auction 7C", "2: bid 3", "1: bid 3")
    assert told(d, mv.Sold) == [
        mv.Sold(0, card("7C"), (Offered(1, 3), Offered(2, 3)), 1, tuple(cards("KC")), "hand")
    ] and turn(d) == 1  # fmt: skip
    assert (held(d, 1), purse(d, 0)) == ("2H 7C", "KC")


def test_edge_11_an_auction_without_a_bid_leaves_another_action_and_no_second_auction() -> None:
    d = lying("AD 7H", purses={1: "KC"}, stalls={0: "7C 7D"}, **OPEN)
    play(d, "0: auction 7C", "1: bid 0")
    assert told(d, mv.Sold)[0].buyer is None and stall(d, 0) == "7C 7D" and turn(d) == 0
    assert refused(d, 0, Auction(card("7D"))) == "One auction in a turn."
    play(d, "0: draw")
    assert turn(d) == 1


def test_edge_11_an_auction_without_bidders_finds_nobody() -> None:
    d = play(lying("AD 7H", stalls={0: "7C"}, **OPEN), "0: auction 7C")
    assert told(d, mv.Sold) == [mv.Sold(0, card("7C"), (), None)] and turn(d) == 0


def test_edge_11_a_raid_that_hits() -> None:
    d = play(lying("AD", "3H 9H", purses={0: "KS KD"}, **OPEN), "0: raid 1 9 K K")
    assert (held(d, 0), held(d, 1), purse(d, 1)) == ("AD 9H", "3H", "KD KS")
    assert told(d, mv.Raided) == [mv.Raided(0, 1, 9, (13, 13), True, "hand")] and turn(d) == 1


def test_edge_11_a_raid_that_misses_costs_the_turn_alone() -> None:
    d = play(lying("AD", "3H 9H", purses={0: "KS KD"}, **OPEN), "0: raid 1 8")
    assert (held(d, 0), purse(d, 0), purse(d, 1)) == ("AD", "KD KS", "")
    assert told(d, mv.Raided) == [mv.Raided(0, 1, 8, (13, 13), False)] and turn(d) == 1


def test_edge_11_after_a_raid_the_copy_in_the_stall_takes_the_place_of_the_card() -> None:
    d = play(lying("AD", "3H 9H", purses={0: "KS KD"}, stalls={1: "9S 9C"}, **OPEN), "0: raid 1 9")
    assert (held(d, 0), held(d, 1), stall(d, 1)) == ("AD 9H", "3H 9S", "9C")
    assert asked(d) == {"9C": 1}


def test_edge_11_nobody_is_raided_twice_without_a_turn() -> None:
    d = lying("AD", "3H", "4C 9H", purses={0: "KS KD", 1: "KH KC"}, stock="JC JD JH JS", **OPEN)
    play(d, "0: raid 2 8")
    assert refused(d, 1, Raid(2, 9, (13, 13))) == "{2} has been raided and has had no turn since."
    play(d, "1: draw", "2: draw", "0: draw", "1: raid 2 9")
    assert held(d, 1) == "3H 9H"


# ---- worked examples ------------------------------------------------------------------------------


def test_example_1_a_deal_is_sorted() -> None:
    d = first({0: "7H 7C 7D KS 2C AD JC"})
    assert (held(d, 0), stall(d, 0), purse(d, 0)) == ("AD 2C 7H", "7C 7D", "JC KS")
    assert told(d, mv.LaidOut)[0] == mv.LaidOut(0, tuple(cards("KS JC")), tuple(cards("7C 7D")))


def test_example_3_a_purchase() -> None:
    d = play(lying(purses={0: "KS JC"}, stalls={1: "9S"}), "0: buy 9S")
    assert (held(d, 0), purse(d, 0), purse(d, 1)) == ("AD 2C 7H 9S", "KS", "JC")
    assert told(d, mv.Bought) == [mv.Bought(0, 1, card("9S"), tuple(cards("JC")), "hand")]


def test_example_4_in_the_open_market_a_rank_that_one_holds_goes_to_the_stall() -> None:
    table: dict[str, Any] = {"purses": {0: "KS JC"}, "stalls": {1: "9S"}}
    assert "nine" in refused(lying("AD 9D", **table), 0, Buy(card("9S")))
    d = play(lying("AD 9D", **table, asks="9S 3", **OPEN), "0: buy 9S K")
    assert (held(d, 0), stall(d, 0), asked(d)) == ("AD 9D", "9S", {"9S": 1})


def test_example_5_the_tenth_rank_or_a_copy() -> None:
    d = play(lying(NINE, stock="10C"), "0: draw")
    assert turn(d) is None and told(d, mv.JennyJenny)
    d = play(lying(NINE, stock="4S KC"), "0: draw")
    assert stall(d, 0) == "4S" and turn(d) == 1


def test_example_6_a_dead_market() -> None:
    d = lying(NINE, "AD 2D 3D 4D 5D 6D 7D 8D 9D", "AH 2H 3H 4H 5H 6H 7H 8H",
              purses={0: "KC KD", 1: "QC QD QH", 2: "JC JD JH JS KH"}, stock="")  # fmt: skip
    passes(d)
    (dead,) = told(d, mv.DeadMarket)
    assert dead.best == (1,)
    assert [(h.ranks, h.coins) for h in dead.holdings] == [(9, 2), (9, 3), (8, 5)]
    assert after(d).scores == (0, 1, 0)


def test_example_7_sets_of_coins() -> None:
    d = lying(purses={0: "JS QS KS"}, stalls={1: "9S"}, asks="9S 4", **OPEN)
    assert [m.parts[1:] for m in offer(d, 0, Buy).moves()] == [(11, 13), (12, 13)]
    assert refused(d, 0, Buy(card("9S"), (11, 12))) == "The ask is 4, those coins are worth 3."
    assert refused(d, 0, Buy(card("9S"), (11, 12, 13))) == "The ask is 4, those coins are worth 3."
    play(d, "0: buy 9S K Q")
    assert (purse(d, 0), purse(d, 1)) == ("JS", "QS KS")


def test_example_8_a_tie_in_an_auction() -> None:
    d = lying("AD 7H", "2H", "3C", "4S", purses={1: "JC QC", 2: "KD", 3: "QH"}, stalls={0: "7C"}, seats=4, **OPEN)
    play(d, "0: auction 7C", "2: bid 3", "1: bid 3", "3: bid 2")
    (sold,) = told(d, mv.Sold)
    assert sold.buyer == 1 and sold.paid == tuple(cards("JC QC"))


def test_example_8_a_king_before_two_coins() -> None:
    d = lying("AD 7H", "2H", purses={1: "JC QC KC"}, stalls={0: "7C"}, seats=2, **OPEN)
    play(d, "0: auction 7C", "1: bid 3")
    assert purse(d, 0) == "KC"


def test_example_9_fortunes() -> None:
    d = lying(NINE, "2D", "3D", purses={0: "JC JD QC", 1: "KC KD QH JK"}, stock="10D", jokers=2, hands=1, **OPEN)
    play(d, "0: draw")
    (fortunes,) = told(d, mv.Fortunes)
    assert fortunes.each == (mv.Fortune(0, 4, 10, 14), mv.Fortune(1, 13, 0, 13), mv.Fortune(2, 0, 0, 0))
    assert after(d).scores == (14, 13, 0) and after(d).standings == (
        Standing(0, 1, "W"), Standing(1, 2, "L"), Standing(2, 3, "L"),
    )  # fmt: skip


# ---- the open market ------------------------------------------------------------------------------


def test_prices_are_free_and_a_turn_goes_on() -> None:
    d = lying("AD 7H", stalls={0: "7C 7D"}, purses={1: "KC"}, **OPEN)
    play(d, "0: price 7C 4", "0: price 7D 6", "0: price 7C 2")
    assert asked(d) == {"7C": 2, "7D": 6} and turn(d) == 0
    assert refused(d, 0, Price(card("7C"), 2)) == "That is its price already."
    assert refused(d, 0, Price(card("7C"), 7)) == refused(d, 0, Price(card("7C"), 0)) == "A price is from 1 to 6."
    assert refused(d, 0, Price(card("9C"), 2)) == "That card is not in your stall."


def test_the_turn_clock_does_not_begin_anew_with_a_price() -> None:
    d = lying("AD 7H", stalls={0: "7C"}, **OPEN)
    before = d.newest(0)
    play(d, "0: price 7C 4")
    assert d.newest(0) == before


def test_a_new_card_asks_one_and_a_sold_one_forgets_its_price() -> None:
    d = lying("AD 4D", stalls={0: "AS"}, purses={1: "KC"}, asks="AS 3", stock="4S KD KH", **OPEN)
    play(d, "0: draw")
    assert asked(d) == {"AS": 3, "4S": 1}
    play(d, "1: buy AS")
    assert asked(d)["4S"] == 1 and asked(d)["AS"] == 1, "seat 1 holds an ace: the copy lies in its stall"


def test_an_auction_may_complete_the_ten_of_a_bidder() -> None:
    d = lying("AD 10H", NINE, purses={1: "KC"}, stalls={0: "10C"}, **OPEN)
    play(d, "0: auction 10C", "1: bid 1")
    assert told(d, mv.JennyJenny) == [mv.JennyJenny(1)] and after(d).scores[1] == 10


def test_a_raid_may_complete_the_ten() -> None:
    d = play(lying(NINE, "10H", purses={0: "KC KD"}, **OPEN), "0: raid 1 10")
    assert told(d, mv.JennyJenny) == [mv.JennyJenny(0)] and after(d).scores == (10, 6, 0)


def test_edge_11_the_closing_bell_rings_after_forty_turns_each() -> None:
    """Two who hold what the other needs nothing of sell each other the same card, round and round."""
    d = lying("AD 7H", "AH 7S", purses={0: "JS", 1: "JD"}, stalls={0: "AS"}, seats=2, stock="", **OPEN)
    moves = 0
    while (seat := turn(d)) is not None:
        other = 1 - seat
        play(d, f"{seat}: buy AS" if stall(d, other) else f"{seat}: pass")
        moves += 1
        assert moves <= 2 * BELL
    assert moves == 2 * BELL and told(d, mv.DeadMarket)[0].bell


def test_a_dead_market_of_the_open_kind_goes_by_the_value_of_purses() -> None:
    d = passes(lying("AD 2D", "AH 2H", "AS", purses={0: "JS JD", 1: "KD"}, stock="", **OPEN))
    assert told(d, mv.DeadMarket)[0].best == (1,)
    assert after(d).scores == (2, 3, 0)


def test_ties_share_a_match_of_the_open_market() -> None:
    d = passes(lying("AD", "AH", "AS", purses={0: "QS", 1: "JD JC"}, stock="", hands=1, **OPEN))
    assert [s.outcome for s in after(d).standings or ()] == ["D", "D", "L"]


# ---- bad input ------------------------------------------------------------------------------------


def test_bad_input_of_the_classic_market() -> None:
    d = lying(purses={0: "KS"}, stalls={1: "9S"})
    assert refused(d, 0, Pass()) == "You may pass only when the stock is empty."
    assert refused(d, 1, Draw()) == "It is not your turn."
    assert refused(d, 0, Bid(1)) == refused(d, 0, Price(card("9S"), 1)) == "You cannot do that now."
    assert refused(lying(stock=""), 0, Draw()) == "The stock is empty."
    assert refused(d, 0, Buy(card("9S"), (13,))) == "One coin is paid for you; there is nothing to choose."


def test_of_equal_cards_in_a_stall_one_is_listed() -> None:
    d = lying(purses={0: "KS"}, stalls={1: "9S 9C", 2: "9D"})
    assert [*offer(d, 0, Buy).next(())] == cards("9S 9D")
    assert refused(d, 0, Buy(card("9C"))) == "Take the 9S of that stall: it is as good, and costs the same."


def test_bad_input_of_the_open_market() -> None:
    d = lying("AD 7H", purses={0: "JS QS KS"}, stalls={0: "7C", 1: "9S 8S"}, asks="9S 4", **OPEN)
    assert refused(d, 0, Buy(card("7C"), (11,))) == "That is your own stall."
    assert refused(d, 0, Buy(card("9S"), (13,))) == "The ask is 4, those coins are worth 3."
    assert refused(d, 0, Buy(card("9S"))) == "The ask is 4: choose coins."
    assert refused(d, 0, Buy(card("9S"), (13, 13))) == "You have no other king in your purse."
    assert refused(d, 0, Buy(card("8S"), (5,))) == "Pay with coins: J, Q, K or JK."
    assert refused(d, 0, Raid(0, 9, (11, 12, 13))) == "You cannot raid yourself."
    assert refused(d, 0, Raid(1, 7, (11, 12, 13))) == "You already hold a seven."
    assert refused(d, 0, Raid(1, 12, (11, 12, 13))) == "Name a rank from ace to ten."
    assert refused(d, 0, Raid(1, 9, (12, 13))) == "A raid costs at least 6, those coins are worth 5."
    poor = lying(purses={0: "QS"}, stalls={1: "9S"}, asks="9S 4", **OPEN)
    assert refused(poor, 0, Raid(1, 9, (12,))) == "A raid costs at least 6, your coins are worth 2."
    assert refused(poor, 0, Buy(card("9S"), (12,))) == "The ask is 4, your coins are worth 2."
    play(d, "0: price 7C 6", "0: draw")
    assert refused(d, 1, Auction(card("7C"))) == "That card is not in your stall."


def test_a_bid_is_no_higher_than_the_purse() -> None:
    d = play(lying("AD 7H", purses={1: "QC"}, stalls={0: "7C"}, **OPEN), "0: auction 7C")
    assert refused(d, 1, Bid(3)) == refused(d, 1, Bid(-1)) == "Your coins are worth 2: bid from 0 to that."
    assert refused(d, 0, Draw()) == "It is not your turn."


# ---- the turn clock -------------------------------------------------------------------------------


def test_the_clock_draws_then_buys_from_the_left_then_passes() -> None:
    d = lying(purses={0: "KS JC"}, stalls={1: "AS 9S", 2: "8D"}, stock="10D")
    d.lapse(0, 1)
    assert d.rows[-1].move == Draw()
    for table in ({}, OPEN):
        d = lying(purses={0: "KS JC"}, stalls={1: "AS 9S", 2: "8D"}, stock="", **table)
        d.lapse(0, 1)
        assert d.rows[-1].move == Buy(card("9S"), (11,) if table else ()) and purse(d, 1) == "JC"
    d = lying("AD 9H 8H", purses={0: "KS"}, stalls={1: "AS 9S", 2: "8D"}, stock="")
    d.lapse(0, 1)
    assert d.rows[-1].move == Pass()


def test_the_clock_bids_nothing() -> None:
    d = play(lying("AD 7H", purses={1: "KC", 2: "KD"}, stalls={0: "7C"}, **OPEN), "0: auction 7C", "1: bid 2")
    d.lapse(2, 1)
    assert told(d, mv.Sold)[0].bids == (Offered(1, 2), Offered(2, 0))


# ---- matches --------------------------------------------------------------------------------------


def test_a_match_goes_to_so_many_wins() -> None:
    match = play_match(JENNY_JENNY, "wins", options=JENNY_JENNY.options(wins=3, cut="off"))
    assert match.ended and max(match.deals[-1].table.scores) == 3


def test_a_match_of_the_open_market_has_so_many_hands_and_the_deal_passes_left() -> None:
    options = JENNY_JENNY.options(market="open", hands=3, cut="off")
    match = Match(JENNY_JENNY, options, opening(3), "m")
    dealers: list[int] = []
    while not match.state.over:
        deal = match.begin(match.sealed(bytes([match.state.number]) * 32), at=0)
        dealers.append(deal.table.dealer)
        while deal.ask:
            deal.lapse(next(iter(deal.ask.waits_for)), 0) if deal.ask.waits_for else deal.tick(deal.table.now + 3000)
        match.settle()
    assert len(dealers) == 3 and dealers[1] == (dealers[0] + 1) % 3


def test_what_is_recorded() -> None:
    d = play(lying(NINE, purses={0: "KS"}, stalls={1: "10D"}), "0: buy 10D")
    assert after(d).counted(0) == {"hands": 1, "jennies": 1, "purchases": 1, "ranks": 10, "turns": 1}
    assert after(d).counted(2) == {"hands": 1, "ranks": 3, "turns": 0}


@pytest.mark.parametrize(("hand", "to"), [("AD 7H", "hand"), ("9D 7H", "stall")])
def test_what_is_bought_is_told_with_where_everybody_sees_it_go(hand: str, to: str) -> None:
    d = play(lying(hand, purses={0: "JS"}, stalls={1: "9S"}, **OPEN), "0: buy 9S J")
    assert [e.to for e in told(d, mv.Bought)] == [to]
