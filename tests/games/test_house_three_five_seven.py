"""The house player of 3-5-7: when it is in, that it beats chance, and a match that it played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.offers import Move, Offer
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.parts.agreed_end import Agree
from bot.games.three_five_seven import IN, OUT, THREE_FIVE_SEVEN, Carried, Declare, Options, Stays
from bot.house import choose
from bot.house.three_five_seven import against, beaten, often_in, on_guard, strike, worth_it
from bot.simulate import simulate

from .table import decides, play
from .three_five_seven_table import deal, declare, going_on
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "three-five-seven.txt"


def at_random(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    return Declare(rng.choice((IN, OUT)))


MARKS = [
    (10, "9C 7D 2H", "KC JD 9H 8S 2C", "3C 3D KH JS 9C 8D 2S"),
    (30, "QC 9D 2H", "AC KD 9H 8S 2C", "KC KD JH 9S 8C 4D 2S"),
    (50, "AC 7D 2H", "9C 9D KH 8S 2C", "AC AD QH QS 9C 4D 2S"),
    (70, "6C 6D 2H", "KC KD AH 8S 2C", "6C 5D 4H 3S 2C JD JS"),
    (80, "10C 10D 2H", "10C 10D 4H 4S AC", "AC 8C 6C 4C 2C KD JS"),
    (90, "KC KD 2H", "10C 10D 10H 4S AC", "QC QD QH 4S 4C 2D 9S"),
    (96, "AC AD 10H", "AC AD AH 8S 2C", "10C 10D 10H 10S 4C 2D KS"),
]
"""How many of a hundred random hands are beaten at the three stages by these."""


@pytest.mark.parametrize(("percent", "three", "five", "seven"), MARKS)
def test_rule_1_how_many_random_hands_a_hand_beats(percent: int, three: str, five: str, seven: str) -> None:
    for stage, hand in zip((3, 5, 7), (three, five, seven), strict=True):
        assert abs(100 * beaten(at_stage(stage, hand)) - percent) <= 6, hand


def at_stage(stage: int, hand: str, *, stays: Sequence[tuple[int, int]] = (), **more: Any) -> View:
    """What seat 1 sees that holds this hand; `stays` of all seats, in whose matches nobody was in before."""
    seats = max(2, len(stays))
    state = going_on(100, seats=seats, **more)
    known = Carried(state.carried.paid, tuple(Stays(*one) for one in stays or ((0, 5), (0, 5))))
    d = deal({1: hand}, state=replace(state, carried=known))
    while d.table.facts["stage"][0] != stage:
        declare(d)
    return view(d, 1)


def test_rule_2_a_stranger_is_in_at_two_stages_of_five_and_nobody_always() -> None:
    assert often_in(Stays()) == 0.4
    assert often_in(Stays(3, 5)) == 0.5
    assert often_in(Stays(200, 200)) == 0.95


def test_rule_3_chips_and_strikes_are_weighed_in_pots() -> None:
    seen = at_stage(3, "AC AD 2H", stays=[(5, 5), (0, 0)])
    x, f = beaten(seen), 0.7
    b = (x + (x - 1 + f) / f) / 2
    assert worth_it(seen) == pytest.approx(f * b - f * (1 - b) + (1 - f) * 1.5 * (0.15 + f / (1 - f) * 0.15))


def test_rule_3_a_bad_hand_is_in_against_whoever_stays_out() -> None:
    bold, shy = [(40, 40), (0, 0)], [(0, 40), (0, 0)]
    assert worth_it(at_stage(3, "9C 7D 2H", stays=shy)) > 0 > worth_it(at_stage(3, "9C 7D 2H", stays=bold))
    assert worth_it(at_stage(3, "KC KD KH", stays=bold)) > 0


def test_rule_3_no_more_is_won_or_lost_than_lies_in_front_of_both() -> None:
    rich = at_stage(3, "9C 7D 2H", stays=[(40, 40), (0, 0)])
    poor = at_stage(3, "9C 7D 2H", stays=[(40, 40), (0, 0)], stacks={1: 50})
    assert worth_it(rich) < worth_it(poor)


def shown_before(mine: str, theirs: str) -> View:
    """What seat 1 of three sees at the third stage, when it and seat 0 were in at the second and showed their hands."""
    state = going_on(100, seats=3)
    d = deal(
        {1: mine, 0: theirs},
        state=replace(state, carried=Carried(state.carried.paid, tuple(Stays(*one) for one in BOLD))),
    )
    declare(declare(d), 0, 1)
    return view(d, 1)


BOLD = ((20, 40), (0, 5), (20, 40))


def test_a_straight_is_no_reason_to_be_in_against_four_nines_that_were_shown() -> None:
    mine, theirs = "KC 2D 5C 7H 7S QS 3D", "9C 9S 5H 7C 9H"  # three nines and a seven, which is wild now
    seen = shown_before(mine, theirs)
    assert beaten(seen) > 0.5
    chances = against(seen, 0, beaten(seen), heads_up=False)
    assert chances.wins == chances.is_in > 0.5, "the other is likely to be in, and has won then"
    assert worth_it(seen) < 0 < worth_it(at_stage(7, mine, stays=BOLD))


def test_a_pair_of_kings_is_in_more_gladly_against_queen_high_that_was_shown() -> None:
    mine, theirs = "KC KD 4C 8H 9S 2D JC", "QH 10S 6D 3C 2H"
    assert worth_it(shown_before(mine, theirs)) > worth_it(at_stage(7, mine, stays=BOLD))


def test_rule_4_the_last_strike_is_worth_the_most() -> None:
    shy = [(0, 5), (0, 0)]
    two = at_stage(3, "9C 7D 2H", stays=shy, strikes=(0, 2))
    assert worth_it(two) > worth_it(at_stage(3, "9C 7D 2H", stays=shy))
    assert (strike(two, 0), strike(two, 1)) == (0.15, 0.6)


def guards(*stays: tuple[int, int], strikes: Sequence[int] = (2, 2, 2)) -> list[int]:
    """Which of the seats are in with anything."""
    state = going_on(100, seats=len(stays), strikes=strikes)
    state = replace(state, carried=Carried(state.carried.paid, tuple(Stays(*one) for one in stays)))
    return [p for p in range(len(stays)) if on_guard(view(deal(state=state), p))]


def test_rule_5_by_turns_those_who_have_been_out_keep_the_last_strike_from_who_is_always_in() -> None:
    assert guards((6, 6), (2, 6), (2, 6)) == [1]
    assert guards((7, 7), (2, 7), (2, 7)) == [2]
    assert guards((7, 8), (3, 8), (2, 8)) == [1], "once in eight is hardly ever"
    assert guards((6, 6), (2, 6), (2, 6), strikes=(1, 2, 2)) == []
    assert guards((4, 6), (2, 6), (2, 6)) == []


def test_rule_5_while_nobody_has_been_out_two_of_them_are_in() -> None:
    assert len(guards((0, 0), (0, 0), (0, 0))) == 2
    assert guards((9, 9), (3, 9)) == [], "heads-up it weighs its hand"


def test_it_declares_once_and_agrees_at_once_to_an_early_end() -> None:
    d = play(deal(), "1: in")
    assert decides(d, 1) is None
    play(d, "2: propose-end")
    assert [decides(d, seat) for seat in (0, 1, 3, 4)] == [Agree()] * 4


@pytest.mark.parametrize(("seats", "net"), [(2, 50), (4, 1000), (6, 4000)])
def test_it_wins_chips_from_players_who_declare_at_random(seats: int, net: int) -> None:
    """Every second seat is the house's, and what they win is told in hundredths a match."""
    won = 0
    for n in range(30):
        players = [choose, at_random] * (seats // 2)
        end = play_match(THREE_FIVE_SEVEN, Options(), opening(seats, 10_000), bytes([n]) * 32, players)
        won += sum(end.stacks[::2]) - 10_000 * (seats // 2)
    assert won > 30 * net, won


def test_heads_up_it_wins_more_matches_than_a_player_who_declares_at_random() -> None:
    figures = simulate(THREE_FIVE_SEVEN, Options(cut="off"), 2, 30, "house", at_random=(1,))
    assert figures.tallies[0].outcomes["W"] >= 27


def test_a_match_as_it_was_played() -> None:
    played = transcript(THREE_FIVE_SEVEN, Options(), opening(4, 10_000), bytes([6]) * 32, [choose] * 4, deals=3)
    assert played == GOLDEN.read_text()
