"""The house player of Blackjack: every line of its table, that it beats chance, and rounds that it played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.engine.state import opening
from bot.engine.view import view
from bot.games.blackjack import BLACKJACK, HIT, SPLIT, STAND
from bot.games.blackjack.moves import Double, Options
from bot.games.parts.wagers import PASS, Bet
from bot.house import choose
from bot.simulate import simulate

from .blackjack_table import alone, opened
from .transcript import transcript

GOLDEN = Path(__file__).parent / "golden" / "blackjack.txt"
UP = {1: "AH", **{n: f"{n}H" for n in range(2, 11)}}
"""The dealer's up cards."""
DOUBLE = Double(1000)


def decides(hand: str, up: int, *draws: str, **more: object) -> object:
    """What it does with these cards; the ones behind the first two have been drawn."""
    two, rest = hand.split()[:2], hand.split()[2:]
    hole = "6C" if up in (1, 10) else "10C"
    deal = alone(" ".join(two), f"{UP[up]} {hole}", " ".join((*rest, *draws)), **more)  # type: ignore[arg-type]
    if up == 1:
        deal.submit(0, PASS)
    for _ in rest:
        deal.submit(0, HIT)
    return choose(view(deal, 0), deal.offers(0), random.Random(1))


def against(text: str) -> set[int]:
    """`2-6 8 A` as the dealer's up cards."""
    found: set[int] = set()
    for word in text.split():
        first, _, last = word.replace("A", "1").partition("-")
        found |= {*range(int(first), int(last or first) + 1)}
    return found


@pytest.mark.parametrize(
    ("hand", "doubles", "stands"),
    [
        ("10S 8D", "", "A 2-10"), ("10S 7D", "", "A 2-10"),
        ("10S 6D", "", "2-6"), ("10S 5D", "", "2-6"), ("10S 4D", "", "2-6"), ("10S 3D", "", "2-6"),
        ("10S 2D", "", "4-6"), ("7S 3D 2C", "", "4-6"),
        ("6S 5D", "2-10", ""), ("6S 4D", "2-9", ""), ("5S 4D", "3-6", ""), ("5S 3D", "", ""), ("4S 3D", "", ""),
        ("AS 8D", "", "A 2-10"), ("AS 9D 10C", "", "A 2-10"),
        ("AS 7D", "3-6", "2 7 8"), ("AS 6D", "3-6", ""), ("AS 5D", "4-6", ""), ("AS 4D", "4-6", ""),
        ("AS 3D", "5-6", ""), ("AS 2D", "5-6", ""),
        ("5S 5D", "2-9", ""), ("10S 10D", "", "A 2-10"), ("KS KD", "", "A 2-10"),
    ],
)  # fmt: skip
def test_the_play_of_the_book(hand: str, doubles: str, stands: str) -> None:
    for up in UP:
        expected = DOUBLE if up in against(doubles) else STAND if up in against(stands) else HIT
        assert decides(hand, up, auto21=False) == expected, f"{hand} v {up}"


@pytest.mark.parametrize(
    ("pair", "splits"),
    [
        ("AS AD", "A 2-10"), ("8S 8D", "A 2-10"), ("2S 2D", "2-7"), ("3S 3D", "2-7"), ("7S 7D", "2-7"),
        ("6S 6D", "2-6"), ("4S 4D", "5-6"), ("9S 9D", "2-6 8 9"), ("5S 5D", ""), ("10S 10D", ""),
    ],
)  # fmt: skip
def test_the_pairs_that_it_splits(pair: str, splits: str) -> None:
    assert {up for up in UP if decides(pair, up) == SPLIT} == against(splits)


@pytest.mark.parametrize(("hand", "move"), [("6S 5D", HIT), ("AS 7D", STAND), ("AS 6D", HIT)])
def test_without_chips_to_double(hand: str, move: object) -> None:
    assert decides(hand, 5, stacks={0: 1000}) == move


def test_the_smallest_wager() -> None:
    deal = opened({0: "AS KD"}, "9H 10C", min_bet=300)
    assert choose(view(deal, 0), deal.offers(0), random.Random(1)) == Bet(300)


def test_no_insurance_and_no_even_money() -> None:
    deal = alone("AS KD", "AH 10C")
    assert choose(view(deal, 0), deal.offers(0), random.Random(1)) == PASS


def test_it_beats_playing_at_random() -> None:
    figures = simulate(BLACKJACK, Options(rounds=20, max_bet=200), 2, 40, "1", at_random={1})
    careful, wild = figures.tallies
    assert careful.net > wild.net + 40 * 200
    assert careful.outcomes["W"] > wild.outcomes["W"] + 8


def test_rounds_as_they_were_played() -> None:
    played = transcript(BLACKJACK, Options(), opening(3, 10_000), bytes([7]) * 32, [choose] * 3, deals=4)
    assert played == GOLDEN.read_text(encoding="utf-8")
