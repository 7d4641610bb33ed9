"""The house player of Seven Twenty-Seven: when it takes a card, what it bets, that it beats chance, its own game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.betting import Bet, Call, Check, Fold, Raise
from bot.engine.deal import Deal
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.parts.habits import Habit
from bot.games.seven_twenty_seven import HIT, SEVEN_TWENTY_SEVEN, STAND, Carried, Options
from bot.house import choose
from bot.house.seven_twenty_seven import bluffs, lowest

from .seven_twenty_seven_table import all_check, deal
from .table import decides, play
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "seven-twenty-seven.txt"
HIGH = {2: "2C 10H", 3: "3C 10S", 0: "4C 9H"}
"""Everybody else shows a high card."""


def at_random(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    offer = rng.choice([o for o in offers if o and not o.optional])
    move = offer.sample(Stream(rng.randbytes(8), "whim"))
    assert move is not None
    return move


@pytest.mark.parametrize(
    ("ruleset", "hand", "takes"),
    [
        ("open", "3C 2D", True),
        ("open", "5C KD", False),
        ("open", "5C 2D", False),
        ("open", "5C 3D", True),
        ("open", "AC 10D", True),
        ("open", "10C AD", True),
        ("closed", "3C 2D", True),
        ("closed", "5C KD", False),
        ("closed", "10C 9D", True),
    ],
)
def test_it_takes_a_card_below_its_aim(ruleset: str, hand: str, takes: bool) -> None:
    low = {2: "2C 6H", 3: "6C 6S", 0: "4C 4H"} if ruleset == "open" else {2: "6H 2C", 3: "6S 6C", 0: "4H 4C"}
    d = all_check(deal({1: hand, **low}, ruleset=ruleset))
    assert decides(d, 1) == (HIT if takes else STAND)


@pytest.mark.parametrize(("third", "ruleset", "takes"), [
    ("3D", "open", True), ("4D", "open", False), ("4D", "closed", True), ("5D", "closed", False),
])  # fmt: skip
def test_on_the_high_side_it_stands_from_23_or_24(third: str, ruleset: str, takes: bool) -> None:
    d = all_check(deal({1: "10C 9D"}, third, ruleset=ruleset))
    all_check(play(d, "1: hit", "2: stand", "3: stand", "0: stand"))
    assert decides(d, 1) == (HIT if takes else STAND)


def test_nobody_else_can_be_low_any_more_so_it_needs_no_card() -> None:
    assert decides(all_check(deal({1: "KC 2D", **HIGH})), 1) == STAND
    assert decides(all_check(deal({1: "KC 2D", **HIGH, 0: "9H 4C"})), 1) == HIT


def test_the_27_half_is_not_risked_once_it_is_sure_and_bets_lie_there() -> None:
    hands = {1: "8C 10D", 2: "6C JS", 3: "6D KS", 0: "2H 3H"}  # nobody else can have more than 14
    checked = all_check(deal(hands, dealer=1))
    assert decides(play(checked, "2: stand", "3: stand", "0: stand"), 1) == HIT
    d = play(deal(hands, dealer=1), "2: bet 2", "3: call", "0: call", "1: call", "2: stand", "3: stand", "0: stand")
    assert decides(d, 1) == STAND
    rival = play(deal(hands | {3: "KS 7D"}, dealer=1), "2: bet 2", "3: call", "0: call", "1: call")
    assert decides(play(rival, "2: stand", "3: stand", "0: stand"), 1) == HIT, "with an ace it would be 18, too"


@pytest.mark.parametrize(
    ("hand", "unopened", "faced"), [("5C 2D", Bet, Raise), ("6C KD", Bet, Raise), ("5C KD", Check, Fold)]
)
def test_it_bets_within_a_half(hand: str, unopened: type[Move], faced: type[Move]) -> None:
    rivals = {2: "2C 6H", 3: "6D 6S", 0: "4C 4H"}
    assert type(decides(deal({1: hand, **rivals}), 1)) is unopened
    d = play(deal({1: hand, **rivals}, dealer=1), "2: bet 25", "3: fold", "0: fold")
    assert type(decides(d, 1)) is faced


@pytest.mark.parametrize(("pot", "answer"), [(400, Fold()), (50_000, Call())])
def test_it_calls_for_its_share_of_the_pot(pot: int, answer: Move) -> None:
    """With 5½, where the player who bets the most shows 6."""
    d = play(deal({1: "5C KD", 2: "2C 6H"}, dealer=1, pot=pot), "2: bet 25", "3: fold", "0: fold")
    assert decides(d, 1) == answer


def test_the_largest_bet_is_called_with_half_a_chance_at_the_high_side() -> None:
    d = play(deal({1: "10C AD", 2: "2C 9H"}, dealer=1), "2: bet 25", "3: fold", "0: fold")
    assert decides(d, 1) == Call()


BOTH = pytest.mark.parametrize("open", [True, False])
ALWAYS = Habit(acts=30, bold=30)
AIR, TRUE = ALWAYS._replace(shown=8, air=8), Habit(acts=30, bold=6, shown=6)


@BOTH
def test_a_bluff_that_was_shown_makes_more_of_them_likely_and_a_true_bet_fewer(open: bool) -> None:
    once = Habit(acts=5, bold=1)
    honest, unshown, air = (
        bluffs(habit, open=open) for habit in (once._replace(shown=1), once, once._replace(shown=1, air=1))
    )
    assert honest < unshown < air
    assert bluffs(Habit(), open=open) == unshown == pytest.approx(0.2), "nothing was seen"
    assert bluffs(AIR, open=open) == 1


@BOTH
def test_the_more_often_a_seat_bets_the_less_a_bet_says(open: bool) -> None:
    seldom, usual, often, always, longer = (
        bluffs(Habit(acts, bold), open=open) for acts, bold in ((10, 0), (10, 2), (10, 6), (10, 10), (100, 100))
    )
    assert seldom == usual < often < always < longer < 1


def bet_the_most(hand: str, habit: Habit, *, pot: int | None = None) -> Deal:
    """To seat 1, by seat 2, which shows 6 and was seen to play so; the others have folded."""
    state = replace(opening(4, 10_000), carried=Carried((Habit(), Habit(), habit, Habit())))
    d = deal({1: hand, 2: "2C 6H", 3: "10S 9S", 0: "10H 9H"}, dealer=1, state=state, pot=pot)
    return play(d, "2: bet 25", "3: fold", "0: fold")


def test_who_has_shown_air_is_called_and_who_has_shown_true_bets_is_not() -> None:
    answers = [decides(bet_the_most("5C KD", habit, pot=3300), 1) for habit in (TRUE, AIR)]
    assert answers == [Fold(), Call()]


def test_fewer_hands_are_folded_to_the_largest_bet_of_a_seat_that_always_bets_or_has_shown_air() -> None:
    """Of twelve low hands; to who has shown true bets as many as to a stranger, or more."""
    hands = [f"{low}C {court}D" for low in "2345" for court in "JQK"]
    true, stranger, always, air = (
        sum(decides(bet_the_most(hand, habit, pot=800), 1, n) == Fold() for n, hand in enumerate(hands))
        for habit in (TRUE, Habit(), ALWAYS, AIR)
    )
    assert true >= stranger > 2 * max(always, air)


def test_a_low_half_that_is_sure_is_bet_however_far_from_seven() -> None:
    assert type(decides(deal({1: "2D JC", **HIGH}), 1)) is Bet  # 2½: every other player there shows more than 7
    assert decides(deal({1: "2D JC", **HIGH, 2: "2C 6H"}), 1) == Check()


def nobody_at_seven(taken: str, dealer: Seat) -> Deal:
    """Everybody has taken a card, from the dealer's left; seat 1 has 14, or 24 with its ace."""
    hands = {1: "10C AH", 2: "4S 8C", 3: "2C 10S", 0: "8S 9H"}
    around = [f"{(dealer + n) % 4}: hit" for n in range(1, 5)]
    return play(all_check(deal(hands, taken, dealer=dealer)), *around)


def test_where_nobody_has_come_to_seven_the_lowest_total_is_not_folded_and_takes_no_card() -> None:
    d = nobody_at_seven("5S 9D 7C 3D", dealer=1)
    play(d, "2: bet 3", "3: fold", "0: call")
    assert 0.7 < lowest(view(d, 1)) < 0.8  # 13 and 16 lie open: unless there is a face under the 13
    assert decides(d, 1) == Call()
    play(d, "1: call", "2: stand", "0: stand")
    assert decides(d, 1) == STAND


def test_the_lowest_of_all_totals_above_seven_is_bet() -> None:
    d = nobody_at_seven("3D 7S 9D 7C", dealer=0)
    assert lowest(view(d, 1)) == 1  # 15, 19 and 16 lie open
    assert isinstance(decides(d, 1), Bet)


def test_without_rivals_on_its_side_it_is_one_step_braver() -> None:
    assert type(decides(deal({1: "5C KD", **HIGH}), 1)) is Bet
    d = play(deal({1: "3D 2D", **HIGH}, dealer=1), "2: bet 25", "3: fold", "0: fold")
    assert decides(d, 1) == Call()


@pytest.mark.parametrize("ruleset", ["open", "closed"])
def test_it_raises_every_time_with_both_halves(ruleset: str) -> None:
    d = deal({1: "5C AD"}, "AH", ruleset=ruleset, pot=1200)
    play(all_check(d), "1: hit", "2: stand", "3: stand", "0: stand")
    assert decides(d, 1) == Bet(400), "a third of what lies there"
    play(d, "1: bet 4", "2: raise 4")
    assert decides(play(d, "3: fold", "0: fold"), 1) == Raise(800)


def test_it_says_nothing_ahead() -> None:
    d = all_check(deal())
    assert [decides(d, seat) for seat in (2, 3, 0)] == [None] * 3


@pytest.mark.parametrize("ruleset", ["open", "closed"])
def test_it_beats_chance(ruleset: str) -> None:
    net = 0
    options = Options(ruleset=ruleset, hands=10, cut="off")
    for n in range(8):
        end = play_match(
            SEVEN_TWENTY_SEVEN, options, opening(4, 10_000), bytes([n]) * 32, [choose, at_random] * 2
        )  # fmt: skip
        net += end.stacks[0] + end.stacks[2] - 20_000
    assert net > 8 * 2000, net


def test_a_match_as_it_was_played() -> None:
    options = Options(cut="off")
    played = transcript(SEVEN_TWENTY_SEVEN, options, opening(4, 10_000), bytes([1]) * 32, [choose] * 4, deals=2)
    assert played == GOLDEN.read_text()
