"""The house player of 3-5-7: when it is in, that it beats chance, and a match that it played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.engine.offers import Move, Offer
from bot.engine.state import opening
from bot.engine.view import View
from bot.games.parts.agreed_end import Agree
from bot.games.three_five_seven import IN, OUT, THREE_FIVE_SEVEN, Declare, Options, Side
from bot.house import choose
from bot.simulate import simulate

from .table import decides, play
from .three_five_seven_table import deal, declare, going_on
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "three-five-seven.txt"


def at_random(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    return Declare(rng.choice((IN, OUT)))


SEVEN = "AC AD AH KS 9C 2D 4S", "4C 5D 6H 7S 8C KD KS", "2C 4C 9C JC KC 6D 8S", "KC KD KH 2D 2S 4C 9D"
"""Three aces, a straight, a flush and a full house."""
BANDS = [
    (3, ["6C 6D 2H", "AC AD 2H 4D 9S", SEVEN[1]], ["5C 5D KH", "KC KD QH JD 9S", SEVEN[0]]),
    (5, ["10C 10D 2H", "JC JD 2H 2D 9S", SEVEN[2]], ["9C 9D KH", "10C 10D 2H 2D 9S", SEVEN[1]]),
    (7, ["QC QD 2H", "10C 10D 10H 2D 4S", SEVEN[3]], ["JC JD KH", "9C 9D 9H AD 4S", SEVEN[2]]),
]
"""Seats, and at the three stages the weakest hand that is in, and one that is not."""


@pytest.mark.parametrize(("seats", "good", "bad"), BANDS)
@pytest.mark.parametrize("stage", [0, 1, 2])
def test_in_with_the_hands_that_beat_enough_others(seats: int, good: list[str], bad: list[str], stage: int) -> None:
    expected: tuple[tuple[str, Side], ...] = ((good[stage], IN), (bad[stage], OUT))
    for hand, choice in expected:
        d = deal({1: hand}, state=going_on(100, seats=seats))
        for _ in range(stage):
            declare(d)
        assert decides(d, 1) == Declare(choice), hand


def test_a_band_looser_against_two_strikes() -> None:
    hand = {1: "6C 6D 2H"}
    assert decides(deal(hand, state=going_on(100)), 1) == Declare(OUT)
    assert decides(deal(hand, state=going_on(100, strikes=(0, 0, 2, 0, 0))), 1) == Declare(IN)


def test_a_band_tighter_where_the_pot_is_over_a_third_of_its_stack() -> None:
    hand = {1: "10C 10D 2H"}
    assert decides(deal(hand, state=going_on(3300)), 1) == Declare(IN)
    assert decides(deal(hand, state=going_on(3350)), 1) == Declare(OUT)


def test_a_band_looser_with_a_hand_that_beats_all_it_has_seen() -> None:
    hands = {1: "2C 2D 3S AC 9D", 2: "KC QD JH"}
    d = declare(deal(hands, state=going_on(100)), 1, 2)
    assert decides(d, 1) == Declare(OUT)  # a pair of twos
    hands[1] = "2C 2D 3S AC AD"
    d = declare(deal(hands, state=going_on(100)), 1, 2)
    assert decides(d, 1) == Declare(IN)  # two pair, aces
    d = declare(deal({1: "2C 2D 4S 10C 10D", 2: "KC QD JH"}, state=going_on(100)), 1, 2)
    assert decides(d, 1) == Declare(IN)  # tens and twos, one band below
    assert decides(declare(deal({1: "2C 2D 4S 10C 10D"}, state=going_on(100))), 1) == Declare(OUT)


def test_a_bluff_in_four_with_two_strikes_and_a_small_pot() -> None:
    d = deal({1: "KC 9D 2H"}, state=going_on(1000, strikes=(0, 2, 0, 0, 0)))
    bluffs = sum(decides(d, 1, rng) == Declare(IN) for rng in range(400))
    assert 70 <= bluffs <= 130
    dear = deal({1: "KC 9D 2H"}, state=going_on(1050, strikes=(0, 2, 0, 0, 0)))
    assert not any(decides(dear, 1, rng) == Declare(IN) for rng in range(50))


def test_it_declares_once_and_agrees_at_once_to_an_early_end() -> None:
    d = play(deal(), "1: in")
    assert decides(d, 1) is None
    play(d, "2: propose-end")
    assert [decides(d, seat) for seat in (0, 1, 3, 4)] == [Agree()] * 4


def test_a_band_looser_for_each_strike_that_it_is_behind() -> None:
    hand = {1: "KC 9D 2H"}
    assert decides(deal(hand, state=going_on(100, strikes=(0, 0, 1, 0, 0))), 1) == Declare(OUT)
    assert decides(deal(hand, state=going_on(100, strikes=(0, 0, 2, 0, 0))), 1) == Declare(IN)
    assert decides(deal(hand, state=going_on(100, strikes=(0, 1, 2, 0, 0))), 1) == Declare(OUT)


def test_a_band_looser_for_each_stage_in_which_somebody_else_was_in() -> None:
    hand = {1: "AC AD 2H KS 9C 4D 6S"}
    d = declare(deal(hand, state=going_on(100)))
    assert decides(d, 1) == Declare(OUT)  # a pair of aces, and nobody was in
    d = declare(deal(hand, state=going_on(100)), 3)
    assert decides(d, 1) == Declare(IN)
    assert decides(declare(d, 1), 1) == Declare(OUT)  # its own boldness makes it no bolder


def test_two_bands_looser_with_one_strike_to_win() -> None:
    hand = {1: "AC 9D 2H"}
    assert decides(deal(hand, state=going_on(3000, strikes=(0, 1, 1, 0, 0))), 1) == Declare(OUT)
    assert decides(deal(hand, state=going_on(3000, strikes=(0, 2, 1, 0, 0))), 1) == Declare(IN)


@pytest.mark.parametrize(("seats", "at_random", "wins"), [(2, (1,), 25), (4, (1, 3), 18)])
def test_it_wins_more_matches_than_players_who_declare_at_random(
    seats: int, at_random: tuple[int, ...], wins: int
) -> None:
    """Of 30; over a thousand they are more than nine in ten of two, and seven in ten of four."""
    figures = simulate(THREE_FIVE_SEVEN, Options(cut="off"), seats, 30, "house", at_random=at_random)
    assert sum(t.outcomes["W"] for s, t in enumerate(figures.tallies) if s not in at_random) >= wins


def test_it_beats_declaring_at_random() -> None:
    net = 0
    for n in range(60):
        end = play_match(THREE_FIVE_SEVEN, Options(), opening(4, 10_000), bytes([n]) * 32, [choose, at_random] * 2)
        net += end.stacks[0] + end.stacks[2] - 20_000
    assert net > 60 * 800, net


def test_a_match_as_it_was_played() -> None:
    played = transcript(THREE_FIVE_SEVEN, Options(), opening(4, 10_000), bytes([6]) * 32, [choose] * 4, deals=3)
    assert played == GOLDEN.read_text()
