"""Streets and showdowns of poker: who shows, who wins what, boards, runs, draws, all-ins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.amounts import whites
from bot.engine.asks import LogEntry
from bot.engine.betting import CHECK, FOLD, Bet
from bot.engine.cards import card, cards
from bot.engine.codec import dump_row, load_row
from bot.engine.deal import Deal, digest
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.moments import DECISIVE, TRICK
from bot.engine.offers import Move
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.poker import POKER
from bot.games.poker.facts import BOARD, UP
from bot.games.poker.moves import (
    DONT_SHOW,
    SHOW,
    AllUp,
    Community,
    Discard,
    Draw,
    Drew,
    Handed,
    LeftAlone,
    Mucked,
    OwnCard,
    Pass,
    Passed,
    PotStays,
    SecondRun,
    ShowCard,
    Shown,
    ShownOne,
    Turn,
    Won,
)
from bot.games.poker.showdown import ALL_SHOW
from bot.games.poker.variants import VARIANTS

from .poker_table import all_do, check_down, got, seen, start, table, won
from .table import after, fact, may, moment_over, play, refused, stack, told, turn, waits

NO: dict[str, Any] = {"limit": "no"}
FIXED: dict[str, Any] = {"limit": "fixed"}


def down_to(deal: Deal, street: int) -> Deal:
    """Everybody checks or calls until this street; the turn clock decides what else is asked."""
    while deal.ask and fact(deal, "street") != street:
        seat = turn(deal)
        assert seat is not None
        words = may(deal)
        if words.startswith("Bet"):
            deal.lapse(seat, deal.table.now)
        else:
            all_do(deal, "check" if "Check" in words else "call")
    return deal


def called(deal: Deal) -> dict[int, tuple[str, ...]]:
    return {e.seat: e.called for e in told(deal, Shown)}


# ---- worked examples ------------------------------------------------------------------------


def test_example_7_main_and_side_pots() -> None:
    hands = {1: "9H 9D", 2: "KS KD", 3: "QC QH", 0: "AC 7D"}
    deal = table("holdem", hands, "9C 5S 2D 3D 3H", stacks={1: 1000, 2: 3000, 3: 5000, 0: 6000}, run_twice=False, **NO)
    check_down(all_do(deal, "raise 50"))
    pots = [("side pot 2", 4000, (3,)), ("side pot 1", 6000, (2,)), ("main pot", 4000, (1,))]
    assert [(name, amount, winners) for name, _, _, amount, winners in won(deal)] == pots
    assert after(deal).stacks == (1000, 4000, 6000, 4000)


def omaha_8(board: str) -> Deal:
    hands = {1: "AS 2D KC KD", 2: "AC 2S 9C 9D", 3: "QC QH JC 10C", 0: "4C 4D 6C 6D"}
    state = start(4, stacks={1: 700, 2: 700, 3: 700}, splash=50)  # 2150 in one pot
    deal = table("omaha-8", hands, board, state=state, limit="no", run_twice=False)
    return check_down(all_do(deal, "raise 7", "fold", "call", "call"))


def test_example_10_high_and_low_halves() -> None:
    assert got(omaha_8("3H 7S 8C QD JH")) == {3: 1100, 1: 550, 2: 500}
    deal = omaha_8("3H 9S 8C QD JH")
    assert won(deal) == [("pot", 0, "", 2150, (3,))]
    assert called(deal)[3] == ("straight to the queen",)


def test_example_11_one_hand_wins_both_ways() -> None:
    deal = check_down(table("stud-8", {1: "AS 2D 3C 4H 5S KD KH", 0: "8S 7D 6C 2H AC QD QC"}, seats=2))
    assert {winners for *_, winners in won(deal)} == {(1,)}


def two_boards(variant: str, hands: dict[int, str], board: str, splash: int) -> Deal:
    state = start(3, splash=splash)
    flop, turn_, river = board.split("/")
    deal = table(variant, hands, f"{flop} {turn_} {river}", state=state, boards="2", limit="no")
    return check_down(all_do(deal, "fold", "call", "check"))


def test_example_16_two_boards() -> None:
    # each street deals the first board its cards, then the second
    board = "KC 8S 4D QC 8H 4C/2C 2D/2H 7S"
    deal = two_boards("holdem", {1: "AH AD", 2: "KH KD"}, board, 650)
    assert won(deal) == [("pot", 1, "", 550, (2,)), ("pot", 2, "", 500, (1,))]


def test_example_16_two_boards_of_high_and_low() -> None:
    hands = {1: "AH 2H KS KC", 2: "AD 3D QS QH"}
    deal = two_boards("omaha-8", hands, "4C 5S 8D 4D 5H 8S/JC JD/10C 10D", 1750)
    assert [(board, half, amount) for _, board, half, amount, _ in won(deal)] == [
        (1, "high", 550), (1, "low", 550), (2, "high", 550), (2, "low", 500),
    ]  # fmt: skip


def all_in_on_the_flop(answers: tuple[str, str] = ("run-twice", "run-twice")) -> Deal:
    state = start(3, stacks={1: 2000, 2: 2000}, splash=50)
    deal = table("holdem", {1: "AH AD", 2: "9S 8S"}, "10S 7D 2S 3C 4H", state=state, then="x JH x 5D", **NO)
    all_do(deal, "fold", "call", "check", "bet 18", "call")
    for seat, answer in zip((1, 2), answers, strict=True):
        if deal.ask and seat in waits(deal):
            play(deal, f"{seat}: {answer}")
    return deal


def test_example_17_run_twice() -> None:
    deal = all_in_on_the_flop()
    assert deal.after
    assert [(board, amount, winners) for _, board, _, amount, winners in won(deal)] == [
        (1, 2050, (1,)), (2, 2000, (2,)),
    ]  # fmt: skip
    assert seen(deal, "run 1") == "3C 4H"
    assert seen(deal, "run 2") == "JH 5D"


CHICAGO = {1: "KD QD 2D 5D 9D 3C 4H", 0: "9S 2C 8C 8D AS 3D 2H"}


def test_example_18_high_chicago() -> None:
    deal = check_down(table("high-chicago", CHICAGO, state=start(2, splash=550), ante=50))
    pot = sum(amount for *_, amount, _ in won(deal))
    high, spade = won(deal)
    assert (high[2], high[4], spade[2], spade[4]) == ("high", (1,), "spade", (0,))
    assert spade[3] == pot // 100 * 50


def test_example_18_low_chicago() -> None:
    hands = {1: "AS QD 2D 5D 9D 3C 4H", 0: "2S 2C 8C 8D KS 3D 2H"}
    assert won(check_down(table("low-chicago", hands, seats=2)))[1][4] == (1,)
    assert won(check_down(table("low-chicago", hands, seats=2, home="low_ace=high")))[1][4] == (0,)


FOLLOW = {
    1: "2H 3H 7C 9D JD 5C 3C", 2: "10D 4C QD 4S 10C QS 8H", 3: "8C 6D 4H 2C 6S 8D AS", 0: "5H 6H KS QH 9H 3D 5D",
}  # fmt: skip


def test_example_19_follow_the_queen() -> None:
    deal = table("follow-the-queen", FOLLOW, muck=False)
    for street, ranks in ((1, (4, 12)), (2, (12,)), (3, (11, 12)), (4, (8, 12))):
        down_to(deal, street)
        assert fact(deal, "wild") == ranks
    check_down(deal)
    assert called(deal)[2] == ("five tens",)
    assert called(deal)[3] == ("four sixes",)


def test_example_20_baseball() -> None:
    hands = {1: "3S KD KC 4D 7H 2S JH", 2: "QH QS 9D QC 5D 8S 6C", 0: "2C 2D 5C 6H 7S 10C 10H"}
    deal = table("baseball", hands, bought={2: "9C"}, seats=3, stacks={0: 100}, ante=100, muck=False, **FIXED)
    down_to(deal, 2)
    assert (turn(deal), may(deal)) == (1, "BuyCard Decline ProposeEnd")
    pot = deal.table.chips["pot"]
    play(deal, "1: buy-card")
    assert deal.table.chips["pot"] == pot + 200
    assert fact(deal, "betting").pots[0].eligible == (1, 2, 0)
    assert fact(deal, "betting").pots[0].amount == 500  # the fee lies in the main pot (ruling 11)
    check_down(deal)
    assert called(deal)[1] == ("four kings",)
    assert called(deal)[2] == ("four queens",)


def test_ruling_11_fees_go_to_the_main_pot() -> None:
    hands = {1: "2C 5C 4D", 2: "2D 5D KD", 0: "2H 5H QC"}
    deal = table("baseball", hands, seats=3, ante=100, stacks={2: 100}, home="four_price=3")
    play(deal, "1: buy-card")
    assert [(pot.amount, pot.eligible) for pot in fact(deal, "betting").pots] == [(600, (1, 2, 0))]
    assert stack(deal, 1) == 10_000 - 400


def test_example_21_passing_round_folded_seats() -> None:
    hands = {1: "2C 5D 9H KH KS QH QS", 2: "3C 6D 10H JH JS 8H 8S", 0: "4C 7D AH AS AD 2H 2S"}
    deal = table("anaconda", hands, seats=3)
    all_do(deal, "check", "check", "check")
    play(deal, "1: pass 2C 5D 9H", "2: pass 3C 6D 10H", "0: pass 4C 7D 2H")
    assert {*cards("2C 5D 9H")} <= {*deal.table.piles[HAND.of(2)]}
    assert {*cards("3C 6D 10H")} <= {*deal.table.piles[HAND.of(0)]}
    assert {*cards("4C 7D 2H")} <= {*deal.table.piles[HAND.of(1)]}
    all_do(deal, "bet 2", "fold", "call")
    play(deal, "1: pass KH KS", "0: pass AH AS")
    assert {*cards("KH KS")} <= {*deal.table.piles[HAND.of(0)]}
    assert {*cards("AH AS")} <= {*deal.table.piles[HAND.of(1)]}


def test_example_23_iron_cross() -> None:
    deal = check_down(table("iron-cross", {1: "QH QD 8C 6S 2D"}, "QS 7C 3H QC 9H", seats=2, muck=False))
    assert called(deal)[1] == ("three queens",)


def test_example_24_cincinnati() -> None:
    deal = check_down(table("cincinnati", {1: "2S 4S 6S 8S 9D"}, "10S QS KS AS 5H", seats=2))
    assert called(deal)[1] == ("flush, ace high",)


def test_cincinnati_with_the_lowest_card_of_the_board_wild() -> None:
    deal = table("cincinnati", {1: "2S 4S 6S 8S 9D"}, "10S QS KS AS 5H", seats=2, home="wild=low")
    down_to(deal, 5)
    assert fact(deal, "wild") is None
    assert called(check_down(deal))[1] == ("royal straight flush",)
    assert fact(deal, "wild") == (5,)


def test_example_25_jacks_or_better() -> None:
    hands = {1: "JH JD 2C 3D 4S", 2: "QC QS 5H 6D 8S", 3: "10C 10D 7H 9H KS", 0: "2D 3H 4H 6H 7D"}
    deal = all_do(table("jacks", hands, ante=100, home="pass_out=progressive"), *["check"] * 4)
    assert told(deal, PotStays) == [PotStays(400, "passed")]
    left = after(deal)
    assert (left.pot, left.dealer, left.carried.hands) == (400, 1, 0)
    deal = table("jacks", hands, state=replace(left, dealer=0), ante=100, home="pass_out=progressive")
    assert deal.table.chips["pot"] == 800
    bet = next(o for o in deal.offers(1) if o.kind.__name__ == "Bet")
    assert not bet
    assert refused(deal, 1, bet.kind(200)) == "You cannot open."
    all_do(deal, "check")
    assert "Bet" in may(deal)


def test_example_27_a_draw_from_the_discards() -> None:
    names = "2C 3C 4C 5C 6C|7C 8C 9C 10C JC|2D 3D 4D 5D 6D|7D 8D 9D 10D JD|2H 3H 4H 5H 6H|7H 8H 9H 10H JH"
    hands = dict(zip((1, 2, 3, 4, 5, 6), names.split("|"), strict=True)) | {7: "2S 3S 4S 5S 6S", 0: "7S 8S 9S 10S JS"}
    deal = table("draw", hands, seats=8, ante=100, then="AS QC KC QD KD QH KH QS KS AC AD AH", again=["AS 4C"])
    all_do(deal, *["check"] * 8)
    all_do(deal, "draw 2C 3C 4C 5C 6C", "draw 7C 8C 9C 10C JC")
    assert len(deal.table.piles[STOCK]) == 1
    play(deal, "3: draw 2D 3D 4D")
    assert told(deal, Drew)[-1] == Drew(3, 3)
    assert {str(c) for c in deal.table.piles[HAND.of(3)]} == {"5D", "6D", "AH", "AS", "4C"}


def test_example_28_the_last_card_of_stud() -> None:
    for seats, community in ((7, 0), (8, 1)):
        deal = check_down(table("stud", seats=seats, dealer=1))
        assert len(told(deal, Community)) == community
        burnt = 4 if community else 3
        assert len(deal.table.piles[DISCARDS]) in (burnt, burnt - 1)


def test_example_29_indian() -> None:
    hands = {1: "AD", 2: "KC", 3: "AC", 0: "2C"}
    deal = check_down(table("indian", hands, state=start(splash=50), ante=100))
    assert won(deal) == [("pot", 0, "", 450, (1, 3))]
    assert got(deal) == {1: 250, 3: 200}


def declared(choices: dict[int, str], hands: dict[int, str], board: str) -> Deal:
    deal = table("omaha-8", hands, board, seats=4, declare="chips", **FIXED)
    all_do(deal, "fold", "call", "call", "check")
    for _ in range(3):
        all_do(deal, "check", "check", "check")
    for seat, choice in choices.items():
        play(deal, f"{seat}: declare {choice}")
    return deal


HALVES = {1: "KS KH 2D 5C", 2: "QC QH 10C 10D", 0: "AC 2S 9C 9H"}


@pytest.mark.parametrize(
    ("choices", "board"),
    [
        ({1: "both", 2: "high", 0: "low"}, "3H 7S 8C KD JC"),  # the best high has lost, for it is not the best low
        ({1: "low", 2: "low", 0: "low"}, "KC QD 10S JC 9S"),  # no hand is good for a low
    ],
)
def test_whoever_wins_shows_whatever_was_declared(choices: dict[int, str], board: str) -> None:
    deal = declared(choices, HALVES, board)
    assert {seat for *_, winners in won(deal) for seat in winners} <= {e.seat for e in told(deal, Shown)}


def test_example_30_whoever_declares_both_must_win_both() -> None:
    deal = declared({1: "both", 2: "high", 0: "low"}, HALVES, "3H 7S 8C KD JC")
    assert [(half, winners) for _, _, half, _, winners in won(deal)] == [("high", (2,)), ("low", (0,))]


def test_example_37_black_mariah() -> None:
    hands = {1: "2C 3C 4C 5H 6C", 2: "2D 3D 7C", 3: "2H 3H 8C 9C QS", 0: "4D 5D KC 10C JC"}
    deal = table("black-mariah", hands, ante=50, out={2: 2})
    while fact(deal, "street") == 1:
        all_do(deal, "fold" if turn(deal) == 2 else "bet 2" if "Bet" in may(deal) else "call")
    while deal.ask:
        all_do(deal, "check")
    assert told(deal, PotStays)[-1].why == "mariah"
    left = after(deal)
    assert (left.dealer, left.carried.replay) == (0, (1, 3, 0))
    pot = left.pot
    deal = table("black-mariah", state=left, ante=50)
    assert deal.table.chips["pot"] == pot + 150
    assert deal.table.players == [1, 3, 0]
    deal = check_down(deal)
    assert 2 not in after(deal).away


# ---- rulings --------------------------------------------------------------------------------


def test_ruling_8_odd_yellows_go_one_each_from_the_dealers_left() -> None:
    hands = {1: "AC KD", 2: "AD KC", 3: "2C 7D", 0: "AH KS"}
    deal = check_down(table("holdem", hands, "AS QD JH 3S 4C", state=start(splash=100), **NO))
    assert got(deal) == {1: 300, 2: 300, 0: 300}
    deal = check_down(table("holdem", hands, "AS QD JH 3S 4C", state=start(splash=200), **NO))
    assert got(deal) == {1: 350, 2: 350, 0: 300}


def test_ruling_10_draws_are_filled_seat_by_seat() -> None:
    deal = table("draw", {1: "2C 3C 4C 5C 7D"}, seats=2, then="x 9H 9D 9C")
    all_do(deal, "check", "check", "draw 7D")
    assert "9H" in {str(c) for c in deal.table.piles[HAND.of(1)]}
    assert turn(deal) == 0


def test_ruling_13_an_all_in_hand_is_turned_up() -> None:
    hands = {1: "AC AD", 2: "2C 7D", 3: "KC KD"}
    deal = table("holdem", hands, "AH QD JH 3S 4C", stacks={2: 400}, **NO)
    all_do(deal, "raise 4", "fold", "call", "call")
    check_down(deal)
    assert [e.seat for e in told(deal, Shown)] == [1, 2]
    assert [e.seat for e in told(deal, Mucked)] == [3]


def test_ruling_15_runs_follow_each_other_without_a_shuffle() -> None:
    deal = all_in_on_the_flop()
    assert len(deal.table.orders) == 1
    assert len(deal.table.piles[DISCARDS]) >= 5


def test_ruling_17_pineapple_throws_its_card_after_the_first_round() -> None:
    deal = table("pineapple", {1: "AC AD 2H"}, seats=2)
    all_do(deal, "call", "check")
    assert sorted(waits(deal)) == [0, 1]
    assert refused(deal, 1, Discard((card("AC"), card("AD")))) == "Discard one card."
    assert refused(deal, 1, Discard((card("9S"),))) == "You do not hold 9S."
    play(deal, "1: discard 2H", "0: discard " + str(next(iter(deal.table.piles[HAND.of(0)]))))
    assert fact(deal, "street") == 2
    assert len(deal.table.piles[BOARD]) == 3
    crazy = all_do(table("crazy-pineapple", seats=2), "call", "check")
    assert (turn(crazy), len(crazy.table.piles[BOARD])) == (1, 3)


def test_ruling_19_the_community_card_serves_all_live_hands() -> None:
    deal = check_down(table("stud", seats=8, muck=False))
    assert len(deal.table.piles[BOARD]) == 1
    assert all(len(e.cards) == 6 for e in told(deal, Shown))


def test_ruling_20_a_winner_may_show() -> None:
    deal = table("holdem", {0: "AC AD"}, seats=3, **NO)
    all_do(deal, "raise 6", "fold")
    deal.submit(2, FOLD, at=5)
    moment_over_but_one(deal)
    assert deal.ask
    deal.submit(0, SHOW, at=deal.table.now + 10)
    assert told(deal, Shown)[-1].cards == tuple(cards("AC AD"))
    assert deal.after is None and refused(deal, 0, SHOW, at=deal.table.now) == "You cannot do that now."
    deal.tick(deal.table.now + TRICK.now - 1)
    assert deal.after is None, "everybody has a look at it"
    deal.tick(deal.table.now + TRICK.now)
    assert deal.after


def unshown(seats: int = 3) -> Deal:
    """A showdown at which seat 2 need not show, nor a number of others; it began at 3."""
    hands = {1: "AC AD", 2: "2C 7D"}
    deal = table("holdem", hands, "AH QD JH 3S 4C", seats=seats, **NO)
    all_do(deal, *["fold"] * (seats - 2), "call", "check", *["check"] * 5)
    deal.submit(2, CHECK, at=3)
    return deal


def test_who_keeps_a_hand_is_not_waited_for() -> None:
    deal = unshown()
    assert may_now(deal, 2) == "Show DontShow ShowCard" and not deal.offers(1)
    deal.submit(2, DONT_SHOW, at=1000)
    assert seen(deal, "hand 2") == ". ." and deal.ask and deal.ask.timer
    assert deal.ask.timer[0] == 3 + DECISIVE.now, "as long as any showdown stands, from its beginning"
    deal.tick(3 + DECISIVE.now)
    assert deal.after


def test_once_everybody_has_seen_it_a_hand_that_is_kept_ends_it() -> None:
    deal = unshown()
    deal.submit(2, DONT_SHOW, at=4000)
    assert deal.after


def test_a_hand_that_is_shown_late_is_seen_all_the_same() -> None:
    hands = {1: "AC AD", 2: "2C 7D", 3: "2D 7H"}
    deal = table("holdem", hands, "AH QD JH 3S 4C", seats=4, **NO)
    all_do(deal, "call", "fold", "call", "check", *["check"] * 8)
    deal.submit(3, CHECK, at=3)
    assert may_now(deal, 2) == may_now(deal, 3) == "Show DontShow ShowCard"
    deal.submit(2, SHOW, at=4900)
    deal.tick(5003)
    assert deal.after is None and may_now(deal, 3) == "Show DontShow ShowCard"
    deal.tick(4900 + DECISIVE.now)
    assert deal.after


def test_who_is_away_keeps_their_hand_and_it_is_played_again() -> None:
    deal = unshown()
    deal.lapse(2, 3)
    assert deal.rows[-1] == LogEntry(2, DONT_SHOW, 3, 3, lapsed=True)
    again = table("holdem", {1: "AC AD", 2: "2C 7D"}, "AH QD JH 3S 4C", seats=3, **NO)
    for row in deal.rows:
        again.replay(row)
    assert digest(again) == digest(deal)


@pytest.mark.parametrize("name", [name for name, row in VARIANTS.items() if row.script != "guts"])
def test_in_every_variant_whoever_wins_without_a_showdown_may_show(name: str) -> None:
    deal = table(name, {1: "JC JD"})  # one can open
    while not told(deal, Won):
        seat = turn(deal)
        assert seat is not None and deal.ask
        if deal.ask.refusal(seat, FOLD) is None:
            deal.submit(seat, FOLD, at=deal.table.now + 1)
        elif bets := [o for o in deal.offers(seat) if o.kind is Bet and o]:
            deal.submit(seat, Bet(min(bets[0].next(()))), at=deal.table.now + 1)
        else:
            deal.lapse(seat, deal.table.now + 1)
    assert told(deal, Won) and not told(deal, Won)[0].called
    (winner,) = told(deal, Won)[0].winners
    assert may_now(deal, winner) == "Show DontShow" + " ShowCard" * (name not in (*ALL_SHOW, "five-stud"))
    deal.submit(winner, SHOW, at=deal.table.now + 1)
    assert told(deal, Shown)[-1].seat == winner and "." not in seen(deal, f"hand {winner}").split()
    assert moment_over(deal).after


def test_ruling_23_one_card_may_be_shown_and_the_others_are_kept() -> None:
    deal = table("holdem", {0: "AC 7D"}, seats=3, **NO)
    all_do(deal, "raise 6", "fold")
    deal.submit(2, FOLD, at=5)
    assert refused(deal, 0, ShowCard(card("KD")), at=6) == "Show one of the cards that you hold."
    play_at(deal, 0, ShowCard(card("7D")), 10)
    assert sorted(seen(deal, "hand 0").split()) == [".", "7D"] and told(deal, ShownOne) == [ShownOne(0, card("7D"))]
    assert not told(deal, Shown) and deal.after is None and not deal.offers(0)
    deal.tick(10 + TRICK.now)
    assert deal.after


def test_a_deal_of_earlier_rules_shows_all_or_nothing() -> None:
    made = table("holdem", {0: "AC 7D"}, seats=3, **NO)
    deal = Deal(POKER, made.state, made.options, None, order=made.order, rules=2)
    all_do(deal, "raise 6", "fold")
    deal.submit(2, FOLD, at=5)
    assert may_now(deal, 0) == "Show DontShow"


def play_at(deal: Deal, seat: int, move: Move, at: int) -> None:
    """By the journal, as a restart in between would have it."""
    deal.submit(seat, load_row(POKER, dump_row(LogEntry(seat, move, at))).move, at=at)


def may_now(deal: Deal, seat: int) -> str:
    """What a seat may do that nobody waits for."""
    return " ".join(o.kind.__name__ for o in deal.offers(seat) if o)


def moment_over_but_one(deal: Deal) -> None:
    """The moment of the end is over, and the one for showing has begun."""
    while deal.ask and not any(deal.ask.offers.values()):
        assert deal.ask.timer
        deal.tick(deal.ask.timer[0])


def test_a_loser_need_not_show_and_may() -> None:
    hands = {1: "AC AD", 2: "2C 7D"}
    deal = table("holdem", hands, "AH QD JH 3S 4C", seats=3, **NO)
    all_do(deal, "fold", "call", "check", *["check"] * 5)
    deal.submit(2, next(o for o in deal.offers(2) if o).finish(()), at=3)  # type: ignore[arg-type]
    moment_over_but_one(deal)
    assert told(deal, Mucked) == [Mucked(2)]
    assert seen(deal, "hand 2") == ". ."
    assert deal.ask
    deal.tick(deal.ask.timer[0])  # type: ignore[index]
    assert deal.after


# ---- edge cases -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, row in VARIANTS.items() if row.script == "hand"])
def test_edge_1_every_row_at_its_most_seats(name: str) -> None:
    row = VARIANTS[name]
    seats = row.seats[-1]
    deal = check_down(table(name, seats=seats, dealer=0, stacks=dict.fromkeys(range(seats), 100_000)))
    lying = Counter(c for pile in deal.table.piles.values() for c in pile)
    assert len(lying) == sum(lying.values()) == (36 if row.pack == "36" else 52)
    assert sum(after(deal).stacks) + after(deal).pot == seats * 100_000


def test_edge_9_quarters_with_odd_yellows_in_main_and_side_pot() -> None:
    hands = {1: "AS 2D KC KD", 2: "AC 2S KH KS", 3: "QC QH JC 10C"}
    state = start(4, stacks={1: 750, 2: 1050, 3: 1050})
    deal = table("omaha-8", hands, "3H 7S 8C QD 4H", state=state, limit="no", run_twice=False)
    check_down(all_do(deal, "raise 10.5", "fold", "call", "call"))
    side = [w for w in won(deal) if w[0].startswith("side")]
    main = [w for w in won(deal) if w[0].startswith("main")]
    assert [(half, amount, winners) for _, _, half, amount, winners in side] == [
        ("high", 300, (3,)), ("low", 300, (2,)),
    ]  # fmt: skip
    assert [(half, amount, winners) for _, _, half, amount, winners in main] == [
        ("high", 1150, (3,)), ("low", 1100, (1, 2)),
    ]  # fmt: skip


def test_edge_10_a_low_in_the_main_pot_and_none_in_the_side_pot() -> None:
    hands = {1: "AS 2D KC KD", 2: "9S 9D KH KS", 3: "QC QH JC 10C"}
    state = start(4, stacks={1: 1000, 2: 2000, 3: 2000})
    deal = table("omaha-8", hands, "3H 7S 8C QD JH", state=state, limit="no", run_twice=False)
    check_down(all_do(deal, "raise 20", "fold", "call", "call"))
    assert [(name, half) for name, _, half, *_ in won(deal)] == [
        ("side pot 1", ""), ("main pot", "high"), ("main pot", "low"),
    ]  # fmt: skip


def test_edge_11_own_discards_never_come_back_in_the_same_draw() -> None:
    seats = 8
    deal = table("draw", seats=seats, ante=50)
    all_do(deal, *["check"] * seats)
    while "Draw" in may(deal):
        seat = turn(deal)
        assert seat is not None
        hand = tuple(deal.table.piles[HAND.of(seat)])
        deal.submit(seat, Draw(hand))
        assert not {*hand} & {*deal.table.piles[HAND.of(seat)]}


def test_edge_12_passing_round_folded_seats() -> None:
    deal = all_do(table("anaconda", seats=4), "check", "bet 2", "call", "fold", "fold")
    assert fact(deal, "betting").live == (2, 3)
    cards_of = {s: " ".join(map(str, [*deal.table.piles[HAND.of(s)]][:3])) for s in (2, 3)}
    play(deal, *(f"{s}: pass {names}" for s, names in cards_of.items()))
    assert told(deal, Passed)[0].ways == (Handed(2, 3), Handed(3, 2))
    assert {*cards(cards_of[2])} <= {*deal.table.piles[HAND.of(3)]}


def test_edge_13_the_queen_of_spades_as_the_last_up_card() -> None:
    hands = {1: "2C 3C 4C 5H 6C 8D", 0: "4D 5D KC 10C JC QS"}
    deal = table("black-mariah", hands, seats=2)
    check_down(deal)
    assert told(deal, PotStays)[0].why == "mariah"
    assert fact(deal, "street") == 4
    down = {1: "2C 3C 4C 5H 6C 8D QS", 0: "4D 5D KC 10C JC AD 9D"}
    assert won(check_down(table("black-mariah", down, seats=2)))  # dealt down it is only a spade


def test_edge_14_queen_after_queen() -> None:
    hands = {1: "2H 3H 7C QD 9H", 0: "5H 6H KS QH 8D"}
    deal = table("follow-the-queen", hands, seats=2)
    down_to(deal, 2)
    assert fact(deal, "wild") == (12,)
    down_to(deal, 3)
    assert fact(deal, "wild") == (9, 12)
    deal = down_to(table("follow-the-queen", hands, seats=2, home="queens=no"), 3)
    assert fact(deal, "wild") == (9,)


def test_edge_15_a_mucked_hand_is_in_no_view() -> None:
    hands = {1: "AC AD", 2: "2C 7D", 3: "KC KD"}
    deal = check_down(table("holdem", hands, "AH QD JH 3S 4C", **NO))
    assert Mucked(2) in told(deal, Mucked)
    for viewer in (SPECTATOR, 0, 1, 3):
        assert not {*cards("2C 7D")} & view(deal, viewer).seen()


def test_edge_16_nothing_that_reaches_the_owner_holds_their_card_at_indian() -> None:
    hands = {1: "AD", 2: "KC", 3: "9C", 0: "2C"}
    deal = table("indian", hands)
    for words in ("bet 2", "fold"):
        for owner, text in hands.items():
            mine, others = view(deal, owner), [view(deal, v) for v in hands if v != owner]
            assert mine.hand == ()
            assert card(text) not in mine.seen() | view(deal).seen()
            assert text not in repr((mine.events, mine.facts))
            assert all(card(text) in v.seen() for v in others)
        all_do(deal, words)
    assert card("KC") not in view(deal, 2).seen()  # folded, it is seen by nobody
    check_down(deal)
    assert card("AD") in view(deal, 1).seen()


def test_edge_17_a_restart_amid_a_secret_pass() -> None:
    hands = {1: "2C 5D 9H KH KS QH QS", 2: "3C 6D 10H JH JS 8H 8S", 0: "4C 7D AH AS AD 2H 2S"}
    deal = all_do(table("anaconda", hands, seats=3), "check", "check", "check")
    play(deal, "2: pass 3C 6D 10H")
    rows = [load_row(POKER, dump_row(row)) for row in deal.rows]
    again = Deal(POKER, deal.state, deal.options, None, deal.began, rows, order=deal.order)
    assert digest(again) == digest(deal)
    assert sorted(waits(again)) == [0, 1]
    assert "choice of 2" not in view(again, 1).facts


def test_edge_18_a_tie_on_one_board_of_two() -> None:
    hands = {1: "AH KD", 2: "AC KC"}
    board = "QC QH JS 3C 4C 9C/10D 2H/2D 2S"
    deal = two_boards("holdem", hands, board, 650)
    assert won(deal) == [("pot", 1, "", 550, (1, 2)), ("pot", 2, "", 500, (2,))]
    assert got(deal) == {1: 300, 2: 250 + 500}


def test_edge_19_one_refuses_a_second_run() -> None:
    deal = all_in_on_the_flop(("run-twice", "decline"))
    assert told(deal, SecondRun) == [SecondRun(False, 2)]
    assert [board for _, board, *_ in won(deal)] == [0]
    deal = all_in_on_the_flop(("decline", "run-twice"))
    assert told(deal, SecondRun) == [SecondRun(False, 1)]


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_edge_20_all_in_with_draws_to_come(rounds: int) -> None:
    deal = table("27-triple", seats=2, stacks={0: 1000, 1: 1000}, limit="pot")
    for _ in range(rounds):
        while "Draw" not in may(deal):
            all_do(deal, "check" if "Check" in may(deal) else "call")
        all_do(deal, "draw", "draw")
    while "Draw" not in may(deal):
        words = may(deal)
        kind = "Raise" if "Raise" in words else "Bet" if "Bet" in words else "Call"
        offer = next(o for o in deal.offers(turn(deal) or 0) if o.kind.__name__ == kind)
        made = offer.finish(() if kind == "Call" else (max(offer.next(())),))
        deal.submit(turn(deal) or 0, made)  # type: ignore[arg-type]
    assert not told(deal, AllUp)
    while "Draw" in may(deal):
        all_do(deal, "draw")
        if not deal.ask:
            break
    assert bool(told(deal, AllUp)) or not deal.after


def test_edge_25_jacks_opener_all_in_before_the_draw() -> None:
    hands = {1: "JH JD 2C 3D 4S", 2: "QC QS 5H 6D 8S", 3: "10C 10D 7H 9H KS", 0: "2D 3H 4H 6H 7D"}
    deal = table("jacks", hands, ante=100, stacks={1: 300})
    all_do(deal, "bet 2", "call", "call", "fold", "draw", "draw", "draw")
    assert turn(deal) == 2


def test_jacks_where_nobody_can_bet_are_drawn_and_shown_without_an_opener() -> None:
    deal = table("jacks", ante=100, seats=3, stacks=dict.fromkeys(range(3), 100))
    assert may(deal).startswith("Draw")
    assert told(check_down(deal), PotStays) == []


def test_edge_27_two_that_declare_both_spoil_each_other() -> None:
    hands = {1: "KS KH 2D 5C", 2: "QC QH 10C 10D", 0: "AC 2S 9C 9H"}
    deal = declared({1: "both", 0: "both", 2: "high"}, hands, "3H 7S 8C KD JC")
    assert [(half, winners) for _, _, half, _, winners in won(deal)] == [("", (2,))]
    deal = declared({1: "both", 0: "both", 2: "low"}, hands, "3H 7S 8C KD JC")
    assert [(half, winners) for _, _, half, _, winners in won(deal)] == [("high", (1,)), ("low", (0,))]  # cards speak


# ---- the rest -------------------------------------------------------------------------------


def test_who_shows_first_and_who_mucks() -> None:
    hands = {1: "AC AD", 2: "KC KD", 3: "QC QD", 0: "2C 7D"}
    deal = all_do(table("holdem", hands, "JH 9D 5H 3S 4C", **NO), "call", "call", "call", "check")
    all_do(deal, *["check"] * 8, "check", "bet 2", "call", "call", "call")
    assert [type(e).__name__ + str(e.seat) for e, _ in deal.table.events if isinstance(e, Shown | Mucked)] == [
        "Shown2", "Mucked3", "Mucked0", "Shown1",
    ]  # fmt: skip


def test_pots_that_are_shown_with_muck_off() -> None:
    deal = check_down(table("holdem", {1: "AC AD", 2: "KC KD"}, "JH 9D 5H 3S 4C", muck=False, **NO))
    assert len(told(deal, Shown)) == 4


def test_live_hands_are_turned_up_when_all_are_in() -> None:
    deal = table("holdem", {0: "AC AD", 1: "KC KD"}, seats=2, run_twice=False, **NO)
    all_do(deal, "raise 100")
    deal.submit(1, next(o for o in deal.offers(1) if o.kind.__name__ == "Call").finish(()), at=1)  # type: ignore
    assert seen(deal, "hand 0") == "AC AD"
    assert told(deal, AllUp)
    assert moment_over(deal).after


def test_secret_choices_of_the_wrong_number_are_refused() -> None:
    deal = all_do(table("anaconda", seats=2), "check", "check")
    hand = [*deal.table.piles[HAND.of(1)]]
    assert refused(deal, 1, Pass(tuple(hand[:2]))) == "Pass three cards."
    assert refused(deal, 1, Pass(tuple(hand[:4]))) == "Pass three cards."
    draw = all_do(table("draw", seats=2), "check", "check")
    hand = [*draw.table.piles[HAND.of(1)]]
    assert refused(draw, 1, Draw((*hand, card("2C")))) == "Draw at most five cards."


def test_declaring_twice_changes_ones_mind_until_all_are_in() -> None:
    deal = declared({1: "both", 2: "high"}, HALVES, "3H 7S 8C KD JC")
    play(deal, "1: declare high", "0: declare low")
    assert [(half, winners) for _, _, half, _, winners in won(deal)] == [("high", (1,)), ("low", (0,))]


def test_the_turn_clock_declares_high_and_passes_the_lowest() -> None:
    deal = all_do(table("anaconda", {1: "2C 5D 9H KH KS QH AC"}, seats=2), "check", "check")
    assert deal.ask
    assert deal.ask.default[1] == Pass(tuple(cards("2C 5D 9H")))
    low = all_do(table("27-triple", seats=2), "call", "check")
    assert low.ask
    assert low.ask.default[1] == Draw(())


def test_anaconda_turns_cards_up_and_the_best_showing_speaks() -> None:
    deal = all_do(table("anaconda", seats=2, home="passes=3"), "check", "check")
    for street in ("pass", "discard"):
        for seat in (0, 1):
            n = 3 if street == "pass" else 2
            names = " ".join(str(c) for c in [*deal.table.piles[HAND.of(seat)]][:n])
            play(deal, f"{seat}: {street} {names}")
        if street == "pass" and "Check" in may(deal):
            all_do(deal, "check", "check")
    for seat in (1, 0):
        deal.submit(seat, Turn(next(iter(deal.table.piles[HAND.of(seat)]))))
    up = {s: deal.table.piles[UP.of(s)].top for s in (0, 1)}
    best = max((1, 0), key=lambda s: (14 if up[s].rank == 1 else up[s].rank, s == 1))
    assert turn(deal) == best


def test_stud_with_a_wild_hole_card() -> None:
    hands = {1: "2C 5D 9H KH 2S QH AC", 0: "7C 7D 3H 3S 8D JD JS"}
    deal = check_down(table("stud", hands, seats=2, home="wild=hole", muck=False))
    assert called(deal)[1] == ("straight flush to the king",)
    assert fact(deal, "wild") is None


def test_black_mariah_dealt_again_until_one_wins_both() -> None:
    hands = {1: "KD QD 2D 5D 9D 3C 4H", 0: "9S 2C 8C 8D AC 3D 2H"}
    deal = check_down(table("black-mariah", hands, seats=2, home="both=yes"))
    assert told(deal, PotStays)[0].why == "both"
    assert after(deal).carried.replay == (1, 0)


def test_match_three_up_costs_the_middle_or_the_hand() -> None:
    hands = {1: "2C 5C KC", 2: "2D 5D 3D", 0: "2H 5H QC"}
    deal = table("baseball", hands, seats=3, ante=100, home="three_up=match")
    assert (turn(deal), may(deal)) == (2, "Pay Fold ProposeEnd")
    play(deal, "2: pay")
    assert whites(deal.table.chips["pot"]) == "6"
    lapsed = table("baseball", hands, seats=3, ante=100, home="three_up=match")
    lapsed.lapse(2, 1)
    assert fact(lapsed, "betting").live == (1, 0)


def test_edge_26_a_pot_that_stays_with_a_short_stack_a_newcomer_a_leaver_and_one_left() -> None:
    hands = {1: "2C 3D 4H 6C 8D", 2: "2D 3H 4S 6D 8H", 3: "2H 3S 4C 6H 8S", 0: "2S 3C 4D 6S 8C"}
    state = start(stacks={1: 50, 2: 300, 3: 300, 0: 300})
    left = after(all_do(table("jacks", hands, state=state, ante=100), *["check"] * 3))
    assert [(pot.amount, pot.eligible) for pot in left.carried.pots] == [(200, (1, 2, 3, 0)), (150, (2, 3, 0))]
    deal = table("jacks", state=replace(left, dealer=0), ante=100)
    assert 1 in deal.table.players  # its empty stack can still win the main pot
    joined = replace(left, dealer=0, stacks=(*left.stacks, 5000), scores=(0,) * 5, strikes=(0,) * 5,
                     counts=(*left.counts, ()), missed_cuts=(), fresh=frozenset({4}))  # fmt: skip
    deal = table("jacks", state=joined, ante=100)
    assert 4 in fact(deal, "betting").pots[0].eligible
    gone = replace(left, dealer=0, fresh=frozenset({1}), away=frozenset({1}), stacks=(200, 0, 200, 200))
    deal = table("jacks", state=gone, ante=100)
    assert fact(deal, "betting").pots[0].eligible == (2, 3, 0)
    alone = replace(left, dealer=0, fresh=frozenset({2, 3}), away=frozenset({2, 3}), stacks=(200, 0, 0, 0))
    deal = table("jacks", state=alone, ante=100)
    assert told(deal, LeftAlone) == [LeftAlone(0, 150)]


def test_after_six_deals_that_all_passed_the_pot_is_shared() -> None:
    hands = {1: "2C 3D 4H 6C 8D", 0: "2D 3H 4S 6D 8H"}
    state = start(2)
    for n in range(6):
        deal = all_do(table("jacks", hands if state.dealer == 0 else {1: hands[0], 0: hands[1]}, state=state, ante=100),
                      "check", "check")  # fmt: skip
        state = after(deal)
        assert state.carried.hands == (n == 5)
    assert state.pot == 0
    assert state.stacks == (10_000, 10_000)


# ---- what hands are called beside each other, and what is seen at the end --------------------------


def test_both_hands_are_told_with_the_kicker_that_decides() -> None:
    hands = {1: "KH 9H", 2: "KD QD", 0: "2C 3D", 3: "4C 5D"}
    deal = check_down(table("holdem", hands, "KS AC 8D 7S 4H", muck=False))
    assert called(deal)[1] == ("pair of kings, ace-nine kicker",)
    assert called(deal)[2] == ("pair of kings, ace-queen kicker",)
    assert told(deal, Won)[0].called == "pair of kings, ace-queen kicker"


def test_a_kicker_of_a_hand_that_was_mucked_tells_nothing_of_it() -> None:
    hands = {1: "KD QD", 2: "KH 9H", 0: "2C 3D", 3: "6C 2H"}
    deal = check_down(table("holdem", hands, "KS AC 8D 7S 4H"))
    assert called(deal) == {1: ("pair of kings",)}


def test_where_the_pot_is_split_nothing_decides() -> None:
    hands = {1: "KD 2D", 2: "KH 3H", 0: "2C 3D", 3: "6C 5D"}
    deal = check_down(table("holdem", hands, "KS AC QD JS 8H"))
    assert called(deal) == {1: ("pair of kings",), 2: ("pair of kings",)}
    assert told(deal, Won)[0].winners == (1, 2)


def test_earlier_rules_name_all_kickers() -> None:
    deal = table("holdem", {1: "KH 9H", 2: "KD QD"}, "KS AC 8D 7S 4H", muck=False)
    deal.table.rules = 2
    check_down(deal)
    assert called(deal)[2] == ("pair of kings, ace, queen, eight",)


def test_a_folded_card_of_indian_is_seen_by_its_owner_at_the_end_and_by_nobody_else() -> None:
    hands = {1: "AD", 2: "KC", 3: "9C", 0: "2C"}
    deal = all_do(table("indian", hands), "bet 2", "fold")
    assert all(card("KC") not in view(deal, v).seen() for v in (*hands, SPECTATOR)), "while the hand is on, nobody"
    check_down(deal)
    assert view(deal, 2).hand == (card("KC"),)
    assert [e.card for e in view(deal, 2).events_of(OwnCard)] == [card("KC")]
    for viewer in (0, 1, 3, SPECTATOR):
        assert card("KC") not in view(deal, viewer).seen()
        assert "KC" not in repr(view(deal, viewer).events)


def test_who_is_left_alone_at_indian_sees_their_card_and_need_not_show_it() -> None:
    deal = all_do(table("indian", {1: "2D", 2: "KC"}, seats=3), "bet 2", "fold")
    assert view(deal, 1).hand == ()
    all_do(deal, "fold")
    assert view(deal, 1).hand == (card("2D"),)
    assert view(deal, SPECTATOR).pile(HAND.of(1)) == (None,)


def test_earlier_rules_keep_a_folded_card() -> None:
    deal = table("indian", {1: "AD", 2: "KC"}, seats=3)
    deal.table.rules = 2
    check_down(all_do(deal, "bet 2", "fold"))
    assert view(deal, 2).hand == ()
