"""The inks of the decks can be told apart, by everybody, and read on the card."""

from itertools import combinations
from math import dist

import pytest

from bot.engine.cards import SUITS
from card_art.ink.palette import FOUR_COLOUR, PAPER, TWO_COLOUR, rgb

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
SIGHT = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def linear(colour: str) -> list[float]:
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in rgb(colour))]


def lab(light: list[float]) -> tuple[float, float, float]:
    def f(t: float) -> float:
        return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    x, y, z = (f(v / w) for v, w in zip(times(XYZ, light), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    return lab([min(1.0, max(0.0, v)) for v in times(SIGHT[sight], linear(colour))])


def contrast(one: str, other: str) -> float:
    low, high = sorted(times(XYZ, linear(c))[1] for c in (one, other))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_agrees_with_known_values():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert lab(linear("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("pair", list(combinations(SUITS, 2)), ids="".join)
def test_any_two_suits_differ_in_any_eyes(sight, pair):
    one, other = (seen(FOUR_COLOUR[suit], sight) for suit in pair)
    assert dist(one, other) >= 20


@pytest.mark.parametrize("deck", [FOUR_COLOUR, TWO_COLOUR], ids=["four-colour", "two-colour"])
def test_every_ink_reads_on_the_card(deck):
    assert all(contrast(deck[suit], PAPER) >= 4.5 for suit in SUITS)


def test_the_two_colour_deck_is_black_and_red():
    assert TWO_COLOUR["S"] == TWO_COLOUR["C"] != TWO_COLOUR["H"] == TWO_COLOUR["D"]
    for sight in SIGHT:
        assert dist(seen(TWO_COLOUR["S"], sight), seen(TWO_COLOUR["H"], sight)) >= 20
