"""The colours of cards and chips, and how colours are mixed."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from card_art.ink.cloths import CLOTHS

RGB = tuple[int, int, int]

PAPER = "#fcfaf3"
"""A card's warm white."""
RIM = "#b7ad9c"
"""The hairline around a card."""
LINE = "#2b2430"
"""Outlines in courts."""
GOLD, GOLD_DARK, GOLD_LIGHT = "#e6b13c", "#a9761b", "#f6d987"
CREAM = "#fdf6e6"
WINE, WINE_DARK = "#7c1d33", "#5c1226"

FOUR_COLOUR = {"S": "#141833", "H": "#db093d", "D": "#0b66d6", "C": "#066626"}
"""Inks of the four-colour deck. Hearts lean to crimson and diamonds to azure so that no two suits meet in the eyes of
somebody who does not see red, green or blue: every pair stays 20 apart (CIE76), and each is 4.5 : 1 on the paper."""
TWO_COLOUR = {"S": "#15161c", "H": "#c8102e", "D": "#c8102e", "C": "#15161c"}
"""Inks of the two-colour deck."""

# Badges tell neighbours apart; a name stands beside each.
BADGES = ("#c9553f", "#3f7fc4", "#7d58b8", "#23897f", "#b0812a", "#b04a78", "#54823a", "#5c6bc0", "#8a6d52", "#4f7d91")


class ChipColours(NamedTuple):
    """What a chip is painted in."""

    body: str
    spots: str
    ink: str


CHIPS = {
    "purple": ChipColours("#6b2c9c", "#ead9f7", "#4b1a75"),
    "black": ChipColours("#25262e", "#e8e2d2", "#17181e"),
    "green": ChipColours("#16803f", "#eaf7e6", "#0b5629"),
    "red": ChipColours("#cf2030", "#fdeee6", "#95101e"),
    "white": ChipColours("#fffefa", "#5b8fd6", "#1c4079"),
    "yellow": ChipColours("#ecbd1f", "#fff6cf", "#6d5200"),
}


@cache
def felt_levels(cloth: str) -> tuple[RGB, ...]:
    """The colours of a cloth, from under the lamp outwards, as near to one another as can be."""
    near, far = CLOTHS[cloth].lamp, CLOTHS[cloth].edge
    steps = max(n - f for n, f in zip(rgb(near), rgb(far), strict=True)) // 4
    return tuple(boxed(blend(near, far, i / steps)) for i in range(steps + 1))


def boxed(colour: str) -> RGB:
    """The colour with each channel two above a multiple of four: the middle of a box where Pillow looks colours up (see
    `png_palette`)."""
    red, green, blue = (value // 4 * 4 + 2 for value in rgb(colour))
    return red, green, blue


def inks(four_colour: bool) -> dict[str, str]:
    """The ink of each suit."""
    return FOUR_COLOUR if four_colour else TWO_COLOUR


def rgb(colour: str) -> tuple[int, int, int]:
    """`#rrggbb` as three numbers from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(one: str, other: str, share: float) -> str:
    """A colour on the way from `one` to `other`; a share of 0 is the first, 1 the second."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(rgb(one), rgb(other), strict=True))


def shade(colour: str, share: float) -> str:
    """A darker colour: this share of the way to black."""
    return blend(colour, "#000000", share)


def tint(colour: str, share: float) -> str:
    """A lighter colour: this share of the way to the card's white."""
    return blend(colour, PAPER, share)
