"""In-Between: every worked example, ruling, edge case and option of its rules. People type whites: `bet 2½`."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from bot.engine.cards import cards
from bot.engine.codec import dump_state, load_state
from bot.engine.controls import read
from bot.engine.facts import STOCK
from bot.engine.match import Match
from bot.engine.moments import TRICK
from bot.engine.randomness import Seal
from bot.engine.state import Standing, opening
from bot.engine.view import view
from bot.games.catalog import game
from bot.games.in_between import (
    GONE,
    HIGH,
    IN_BETWEEN,
    LOW,
    POSTS,
    THIRD,
    Ace,
    AceCalled,
    Neighbours,
    Options,
    PairPaid,
    Posts,
    PotReopened,
    Take,
    Third,
    between,
    odds,
)
from bot.games.parts.agreed_end import EndComes, EndLapsed, ProposeEnd, Refuse
from bot.games.parts.pot_bets import Bet, OutOfChips, TriesPot
from bot.games.parts.shared_pot import Carried, PotShared

from .in_between_table import go, lapse, next_round, play_out, turn
from .table import after, bad_option, going_on, moment_over, offer, play, pot, refused, stack, told, waits

NEXT = " 6S JS"
"""Posts for the seat after: something to bet on, so that the round stops there."""

# ---- worked examples ------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "now", "left"), [("7H", 10_500, 700), ("9H", 9500, 1700), ("4H", 9500, 1700)])
def test_example_1_between_or_not(card: str, now: int, left: int) -> None:
    deal = go(turn(f"4C 9D {card}{NEXT}"), "1: bet 5")
    assert (stack(deal, 1), pot(deal)) == (now, left)


@pytest.mark.parametrize(
    ("posts", "before", "net", "left"),
    [("8C 9D", 1200, -100, 1300), ("QC QD", 1200, 200, 1000), ("QC QD", 150, 150, 0)],
)
def test_example_2_neighbours_and_pairs_need_no_bet(posts: str, before: int, net: int, left: int) -> None:
    deal = turn(posts + NEXT, before)
    assert (stack(deal, 1) - 10_000, pot(deal)) == (net, left)
    assert (deal.after is not None) == (left == 0)


@pytest.mark.parametrize(
    ("posts", "side", "ranks", "wins"),
    [("AC 2D", HIGH, 11, 44), ("4C 6D", HIGH, 1, 4), ("3C QD", HIGH, 8, 32)],
)
def test_example_3_cards_that_win_of_50_unseen(posts: str, side: Any, ranks: int, wins: int) -> None:
    deal = turn(posts)
    assert len(between(cards(posts), side)) == ranks
    assert odds(view(deal, 1), side) == (wins, 50)


@pytest.mark.parametrize(("posts", "wide", "ranks"), [("AC KD", LOW, range(2, 13)), ("AC 2D", HIGH, range(3, 14))])
def test_example_4_ruling_1_the_ace_is_placed_before_neighbours_are_told(posts: str, wide: Any, ranks: range) -> None:
    narrow = LOW if wide == HIGH else HIGH
    deal = play(turn(posts + NEXT), f"1: ace {wide}")
    assert between(deal.table.piles[POSTS], wide) == ranks
    assert (waits(deal), told(deal, AceCalled)) == ([1], [AceCalled(1, wide, 11)])
    deal = play(turn(posts + NEXT), f"1: ace {narrow}")
    assert told(deal, Neighbours) == [Neighbours(1, 100, 1300)]
    assert waits(deal) == [2]


def test_example_5_a_third_ace_hits_the_post() -> None:
    deal = go(turn("AC 10D AH" + NEXT), "1: ace low", "1: bet 2")
    assert told(deal, Third) == [Third(1, cards("AH")[0], -200, True, 1400)]
    assert stack(deal, 1) == 9800


@pytest.mark.parametrize(
    ("third", "before", "net", "left"),
    [("5H", 3000, 2500, 500), ("5H", 1800, 1800, 0), ("9H", 1800, -100, 1900)],
)
def test_example_6_a_bet_on_a_third_of_the_rank(third: str, before: int, net: int, left: int) -> None:
    deal = turn(f"5C 5D {third} JC 4D", before, pair_bet="forced")
    assert odds(view(deal, 1)) == (2, 50)
    go(deal, "1: bet 1")
    assert (stack(deal, 1) - 10_000, pot(deal)) == (net, left)
    assert (deal.after is not None) == (left == 0)


def test_example_7_ruling_9_edge_12_an_agreed_end() -> None:
    deal = play(turn("4C 9D JC", 900, seats=3), "0: propose-end", "1: agree", "2: agree")
    assert deal.after is None, "it takes effect between two turns"
    end = after(go(deal, "1: bet 1"))
    assert (end.stacks, end.splash, end.pot) == ((10_300, 10_200, 10_300), 100, 0)
    assert told(deal, PotShared) == [PotShared(300, (0, 1, 2), 100)]
    assert end.standings == tuple(Standing(s, 1, "D") for s in range(3))


@pytest.mark.parametrize(("third", "left"), [("7H", 0), ("JH", 100)])
def test_example_8_a_pot_below_the_minimum(third: str, left: int) -> None:
    deal = turn(f"4C 9D {third}{NEXT}", 50)
    assert [*offer(deal, 1, Bet).next(())] == [50]
    assert refused(deal, 1, Bet(100)) == "The only bet is ½."
    assert pot(go(deal, "1: bet ½")) == left


# ---- rulings --------------------------------------------------------------------------------


def test_ruling_2_edge_4_two_aces_are_a_pair() -> None:
    deal = turn("AC AD" + NEXT)
    assert (stack(deal, 1), waits(deal)) == (10_200, [2])


def test_ruling_3_antes_open_an_empty_pot_and_newcomers_pay_one() -> None:
    assert pot(next_round(opening(4, 10_000), "4C 9D")) == 400
    assert pot(turn("4C 9D", 250)) == 250
    match = Match(IN_BETWEEN, Options(cut="off"), going_on(350), "m")
    match.sit(4, 2000)
    deal = match.begin(Seal(bytes(32), {}), 0)
    assert (deal.table.carried, stack(deal, 4) <= 1900) == (Carried(frozenset(range(5))), True)


def test_ruling_4_the_dealer_is_last_and_the_deal_passes_left() -> None:
    deal = turn("4C 9D", 5000)
    end = play_out(deal)
    assert [e.seat for e in told(deal, Posts)] == [1, 2, 3, 0]
    assert (end.dealer, end.over) == (1, False)


def test_ruling_5_a_bet_is_compulsory() -> None:
    deal = turn("4C 6D")
    assert refused(deal, 1, Bet(0)) == "Bet between 1 and 12."


def test_ruling_6_a_forfeit_is_not_limited_by_the_pot() -> None:
    assert pot(turn("8C 9D" + NEXT, 50, min_bet=500)) == 550


def test_ruling_7_a_pair_worth_the_pot_ends_the_game() -> None:
    deal = turn("7C 7D", 200)
    assert told(deal, PairPaid) == [PairPaid(1, 200, 0)]
    assert [s.outcome for s in after(deal).standings or ()] == ["L", "W", "L", "L"]
    assert after(deal).counted(1) == {"biggest win": 200, "pots made": 1}


def test_ruling_8_pair_bets_have_the_ordinary_range() -> None:
    deal = turn("7C 7D", 1200, {1: 700}, pair_bet="optional")
    assert [*offer(deal, 1, Bet).next(())] == [*range(100, 750, 50)]


def test_ruling_10_ten_seats_at_most() -> None:
    assert [*IN_BETWEEN.seats] == [2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_ruling_11_a_pot_that_is_taken_opens_again() -> None:
    deal = go(turn("4C 9D 7H" + NEXT, 200, {3: 50}, reopen="yes"), "1: bet 2")
    assert told(deal, PotReopened) == [PotReopened(1, 300)]
    assert (stack(deal, 1), stack(deal, 3), waits(deal)) == (10_100, 50, [2])
    assert deal.table.carried == Carried(frozenset({0, 1, 2}))
    assert [e.seat for e in told(deal, Posts)] == [1, 2]


def test_ruling_11_it_takes_two_who_can_ante() -> None:
    deal = go(turn("4C 9D 7H", 200, {0: 50, 2: 0, 3: 50}, reopen="yes"), "1: bet 2")
    assert [s.seat for s in after(deal).standings or () if s.outcome == "W"] == [1]


# ---- edge cases -----------------------------------------------------------------------------


@pytest.mark.parametrize("third", ["4H", "9H"])
def test_edge_1_hitting_either_post(third: str) -> None:
    deal = go(turn(f"9C 4D {third}{NEXT}"), "1: bet 1")
    assert told(deal, Third)[0].hit
    assert deal.table.counts[1] == {"posts hit": 1}


def test_edge_1_outside_is_no_post() -> None:
    deal = go(turn("9C 4D JH" + NEXT), "1: bet 1")
    assert told(deal, Third) == [Third(1, cards("JH")[0], -100, False, 1300)]


def test_edge_2_a_pair_and_a_pot_below_its_pay() -> None:
    assert after(turn("7C 7D", 150)).stacks == (10_000, 10_150, 10_000, 10_000)


@pytest.mark.parametrize(("posts", "wide"), [("AC 2D", HIGH), ("KD AC", LOW)])
def test_edge_3_the_clock_takes_the_wider_gap(posts: str, wide: Literal["high", "low"]) -> None:
    deal = lapse(turn(posts), 1)
    assert told(deal, AceCalled) == [AceCalled(1, wide, 11)]


@pytest.mark.parametrize("side", [HIGH, LOW])
def test_edge_5_an_ace_never_lies_between(side: Literal["high", "low"]) -> None:
    assert not {1, 14}.intersection(between(cards("2C KD"), side))
    deal = go(turn("2C KD AH" + NEXT), "1: bet 1")
    assert told(deal, Third)[0].net == -100
    deal = go(turn("AC 8D AH" + NEXT), f"1: ace {side}", "1: bet 1")
    assert told(deal, Third)[0].hit


def test_edge_6_neighbours_with_less_than_the_forfeit() -> None:
    deal = turn("8C 9D" + NEXT, stacks={1: 50})
    assert (stack(deal, 1), pot(deal)) == (0, 1250)


@pytest.mark.parametrize(("third", "left", "over"), [("7H", 0, True), ("JH", 2400, False)])
def test_edge_7_a_bet_of_the_whole_pot(third: str, left: int, over: bool) -> None:
    deal = turn(f"4C 9D {third}{NEXT}")
    assert offer(deal, 1, Bet).confirm(Bet(1200)) == (
        "Bet the whole pot of 12? Winning it ends the game, losing doubles it."
    )
    go(deal, "1: bet 12")
    assert told(deal, TriesPot) == [TriesPot(1, 1200)]
    assert (pot(deal), deal.after is not None) == (left, over)


def test_edge_8_a_pair_bet_that_wins_more_than_the_pot() -> None:
    deal = go(turn("5C 5D 5H", 1800, pair_bet="optional"), "1: bet 5")
    assert after(deal).stacks[1] == 11_800
    assert after(deal).counted(1) == {"biggest win": 1800, "pots made": 1}


def test_edge_9_the_clock_and_a_pair() -> None:
    deal = lapse(turn("5C 5D 9H" + NEXT, pair_bet="forced"), 1)
    assert told(deal, Third)[0].net == -100
    deal = lapse(turn("5C 5D" + NEXT, pair_bet="optional"), 1)
    assert told(deal, PairPaid) == [PairPaid(1, 200, 1000)]


def test_edge_10_whoever_is_broke_is_passed_over_until_they_buy_chips() -> None:
    match = Match(IN_BETWEEN, Options(cut="off"), going_on(9000, {2: 0}), "m")
    deal = match.begin(Seal(bytes(32), {}), 0)
    play_out(deal)
    assert told(deal, OutOfChips) == [OutOfChips(2)]
    assert [e.seat for e in told(deal, Posts)] == [1, 3, 0]
    match.settle()
    match.rebuy(2, 2000)
    deal = match.begin(Seal(bytes(32), {}), 0)
    play_out(deal)
    assert 2 in [e.seat for e in told(deal, Posts)]


def test_edge_10_nobody_has_chips() -> None:
    end = after(turn("4C 9D", 450, dict.fromkeys(range(4), 0)))
    assert (end.stacks, end.splash) == ((100,) * 4, 50)


def test_edge_11_ten_seats_need_one_pack() -> None:
    deal = turn("4C 9D", 9000, seats=10)
    play_out(deal)
    assert len(told(deal, Posts)) == 10
    assert len(deal.table.piles[STOCK]) >= 22


def test_edge_13_only_the_seat_in_turn_calls_the_ace() -> None:
    deal = turn("AC 9D")
    assert refused(deal, 2, Ace(HIGH)) == "It is not your turn."
    assert refused(deal, 1, Bet(100)) == "You cannot do that now."


def test_edge_14_a_bet_above_the_stack() -> None:
    deal = turn("4C 9D", stacks={1: 300})
    assert refused(deal, 1, Bet(500)) == "Bet between 1 and 3."


@pytest.mark.parametrize(("pot", "has", "lost"), [(1200, 10_000, 100), (1200, 50, 50), (50, 10_000, 50)])
def test_the_clock_bets_the_least(pot: int, has: int, lost: int) -> None:
    deal = lapse(turn("4C 9D JH" + NEXT, pot, {1: has}), 1)
    assert told(deal, Third) == [Third(1, cards("JH")[0], -lost, False, pot + lost)]


# ---- the third card --------------------------------------------------------------------------


def test_the_third_card_lies_there_for_a_moment_before_the_next_posts() -> None:
    deal = turn("4C 9D 7H" + NEXT)
    deal.submit(1, Bet(500), at=1000)
    assert (waits(deal), view(deal).moment, view(deal).pile(THIRD)) == ([], True, tuple(cards("7H")))
    assert view(deal).faces(POSTS) == tuple(cards("4C 9D")) and told(deal, Third) and len(told(deal, Posts)) == 1
    deal.tick(1000 + TRICK.now)
    assert waits(deal) == [2] and view(deal).faces(POSTS) == tuple(cards(NEXT))


@pytest.mark.parametrize("turned", ["8C 9D", "5C 5D"])
def test_posts_that_decide_by_themselves_stand_for_a_moment_too(turned: str) -> None:
    deal = next_round(going_on(1200), turned + NEXT)
    assert view(deal).moment and view(deal).faces(POSTS) == tuple(cards(turned))
    assert waits(moment_over(deal)) == [2]


@pytest.mark.parametrize(("card", "net"), [("7H", 500), ("JH", -500)])
def test_a_bet_that_is_laid_is_decided_before_an_agreed_end(card: str, net: int) -> None:
    deal = play(turn(f"4C 9D {card}", 1300), "0: propose-end", "2: agree", "3: agree", "1: agree")
    assert deal.after is None and told(deal, EndComes)
    assert refused(deal, 2, Refuse()) == "All have agreed: the game ends with this turn."
    play(deal, "1: bet 5")
    end = after(moment_over(deal))
    each = (1300 - net) // 4
    assert end.stacks == (10_000 + each, 10_000 + each + net, 10_000 + each, 10_000 + each)
    assert end.standings == tuple(Standing(s, 1, "D") for s in range(4)) and not told(deal, EndLapsed)


def test_an_end_agreed_in_the_last_turn_of_a_round_counts() -> None:
    deal = go(turn("4C 9D JC 4H 9H JH", 1000, seats=2), "1: bet 1", "0: propose-end", "1: agree", "0: bet 1")
    assert after(deal).splash == 0 and told(deal, PotShared) == [PotShared(600, (0, 1), 0)]


def test_an_end_that_not_all_have_agreed_to_lapses_with_the_round() -> None:
    deal = go(turn("4C 9D JC 4H 9H JH", 1000, seats=3), "1: bet 1", "2: bet 1", "0: propose-end", "1: agree")
    end = play_out(deal)
    assert end.standings is None and len(told(deal, EndLapsed)) == 1


@pytest.mark.parametrize("reopen", ["no", "yes"])
def test_whoever_takes_the_pot_in_the_last_turn_has_won(reopen: str) -> None:
    deal = turn("4C 9D 7H", 1000, reopen=reopen)
    go(deal, "0: propose-end", "1: agree", "2: agree", "3: agree", "1: bet 10")
    end = after(deal)
    assert (end.stacks[1], end.pot, not told(deal, PotShared)) == (11_000, 0, True)
    assert end.standings is not None and [s.seat for s in end.standings if s.outcome == "W"] == [1]


# ---- options --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "stake"), [({}, 100), ({"min_bet": 250}, 250), ({"min_bet": 250, "ante": 50}, 50), ({"ante": 700}, 700)]
)
def test_option_ante_and_min_bet(given: dict[str, Any], stake: int) -> None:
    assert pot(next_round(opening(4, 10_000), "4C 9D", **{"min_bet": 50} | given)) == 4 * stake


@pytest.mark.parametrize(
    ("value", "kinds"), [("off", None), ("optional", {Take, Bet, ProposeEnd}), ("forced", {Bet, ProposeEnd})]
)
def test_option_pair_bet(value: str, kinds: set[type] | None) -> None:
    deal = turn("5C 5D" + NEXT, pair_bet=value)
    assert waits(deal) == ([1] if kinds else [2])
    assert kinds is None or {o.kind for o in deal.offers(1) if o} == kinds


def test_option_reopen() -> None:
    deal = turn("4C 9D 7H" + NEXT, reopen="yes")
    assert offer(deal, 1, Bet).confirm(Bet(1200)) == "Bet the whole pot of 12? Winning it takes it, losing doubles it."
    assert after(go(turn("4C 9D 7H" + NEXT, reopen="no"), "1: bet 12")).over
    assert waits(go(deal, "1: bet 12")) == [2]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"pair_bet": "maybe"}, "pair_bet is one of: off, optional, forced."),
        ({"reopen": "1"}, "reopen is one of: no, yes."),
        ({"min_bet": "0.75"}, "min_bet: The smallest chip is a yellow, ½."),
    ],
)
def test_bad_options_are_refused(typed: dict[str, str], sentence: str) -> None:
    assert bad_option(Options, typed) == sentence


# ---- what is seen, refused and kept -----------------------------------------------------------


def test_cards_that_are_gone_lie_open_and_the_stock_does_not() -> None:
    deal = go(turn("4C 9D 7H" + NEXT), "1: bet 5")
    assert view(deal).pile(GONE) == tuple(cards("4C 9D 7H"))
    assert set(view(deal, 1).pile(STOCK)) == {None}
    assert odds(view(deal, 2)) == (14, 47)  # sevens to tens, but for the seven and the nine that are gone


def test_a_typed_move_that_is_none() -> None:
    assert read(offer(turn("AC 9D"), 1, Ace), "sideways") == "Call the ace high or low."
    assert read(offer(turn("4C 9D"), 1, Bet), "abc") == "“abc” is not an amount; write 5, 2.5 or 2½."
    assert refused(turn("4C 9D"), 1, Take()) == "You cannot do that now."
    assert refused(turn("4C 9D"), 1, Bet(1250)) == "Bet between 1 and 12."


def test_a_state_can_be_stored_and_read_back() -> None:
    end = after(go(turn("4C 9D 7H"), "1: bet 12"))
    assert load_state(IN_BETWEEN, dump_state(end)) == end


def test_the_catalog_knows_its_names() -> None:
    assert game("acey deucey") is game("between the sheets") is game("in-between") is IN_BETWEEN
