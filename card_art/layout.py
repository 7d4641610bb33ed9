"""Where everything lies in a picture of a table: plain rectangles, so that a test can hold them apart.

All lengths are pixels of the picture, which is drawn 1100 wide and shown at half of that, or at 400 on a phone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from card_art.felt import RAIL

WIDTH, HEIGHT = 1100, 688
TEXT, NAME = 22, 28
"""The smallest text, and the size of names."""
TITLE, SUBTITLE = 38, 25
FOOT_LINE = 28
TAG_HEIGHT = 32
FACE, BACK = 88, 60
"""Widths of the cards that stand behind a plate, face up and face down."""
FACES_SHOWN, BACKS_SHOWN = 78, 42
"""How much of them is seen above it."""
BET_SIZE = (132, 44)

_EDGE = RAIL + 12
_GAP = 12

Side: TypeAlias = Literal["bottom", "left", "top", "right"]


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.w // 2, self.y + self.h // 2

    def meets(self, other: Box) -> bool:
        """Whether the two overlap."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


@dataclass(frozen=True, slots=True)
class Place:
    """One seat's part of the picture."""

    side: Side
    plate: Box
    cards: Box
    """What is seen of the cards behind the plate."""
    tag_y: int
    """The top of the tags, on the plate's upper edge or, where faces stand above it, on its lower one."""
    bet: Box
    """Chips put in front."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole table."""

    places: tuple[Place, ...]
    centre: Box
    """The free felt in the middle."""
    title: Box
    corner: Box
    foot_left: Box
    foot_right: Box


# Seats at the bottom, on the left, at the top, on the right.
_SIDES = {
    1: (1, 0, 0, 0),
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (1, 2, 1, 2),
    7: (1, 2, 2, 2),
    8: (1, 2, 3, 2),
    9: (3, 2, 2, 2),
    10: (3, 2, 3, 2),
}


def _plate_size(seats: int) -> tuple[int, int]:
    return (268, 82) if seats <= 4 else (236, 82) if seats <= 7 else (198, 80)


@lru_cache(maxsize=256)
def layout(seats: int, tall: bool, bets: frozenset[int] = frozenset()) -> Layout:
    """The layout for so many seats. `tall` makes room for face-up cards behind the plates; `bets` are the seats that
    have chips in front."""
    w, h = _plate_size(seats)
    shown = FACES_SHOWN if tall else BACKS_SHOWN
    bottom, left, top, right = _SIDES[seats]
    low = HEIGHT - _EDGE - h + (4 if not tall else -8)
    high = RAIL + 8 + shown
    columns = [_column(count, shown + h, shown) for count in (left, right)]
    plates: list[tuple[Side, Box]] = [
        *(("bottom", Box(x, low, w, h)) for x in _row(bottom, w)),
        *(("left", Box(_EDGE, y, w, h)) for y in reversed(columns[0])),
        *(("top", Box(x, high, w, h)) for x in _row(top, w)),
        *(("right", Box(WIDTH - _EDGE - w, y, w, h)) for y in columns[1]),
    ]
    # The first seat is the middle of the bottom row; clockwise from there goes to its left.
    if bottom == 3:
        plates = [plates[1], plates[0], *plates[3:], plates[2]]
    places = tuple(_place(side, box, shown, tall) for side, box in plates)
    return Layout(places, _centre(places, bets), *_corners(plates))


def _row(count: int, w: int) -> list[int]:
    gap = 80 if count == 2 else _GAP
    start = (WIDTH - count * w - (count - 1) * gap) // 2
    return [start + i * (w + gap) for i in range(count)]


def _column(count: int, block: int, shown: int) -> list[int]:
    """Tops of the plates on one side, from the highest down; two leave room for chips beneath each."""
    first, last = 124, HEIGHT - 112
    if count == 1:
        return [(first + last - block) // 2 + shown]
    return [first + round((last - first) / 2 * i) + shown for i in range(count)]


def _place(side: Side, plate: Box, shown: int, tall: bool) -> Place:
    tag_y = plate.bottom - 12 if tall else plate.y - 20
    w, h = BET_SIZE
    x = plate.x + (plate.w - w) // 2
    y = plate.y - shown - h - 8 if side == "bottom" else plate.bottom + (22 if tall else 6)
    return Place(side, plate, Box(plate.x, plate.y - shown, plate.w, shown), tag_y, Box(x, y, w, h))


def _centre(places: tuple[Place, ...], bets: frozenset[int]) -> Box:
    left, top, right, bottom = _EDGE + 8, 128, WIDTH - _EDGE - 8, HEIGHT - _EDGE
    for i, place in enumerate(places):
        bet = place.bet if i in bets else None
        if place.side == "left":
            left = max(left, place.plate.right + 14)
        elif place.side == "right":
            right = min(right, place.plate.x - 14)
        elif place.side == "top":
            top = max(top, place.plate.bottom + 8, place.tag_y + TAG_HEIGHT + 6, bet.bottom + 4 if bet else 0)
        else:
            bottom = min(bottom, place.cards.y - 8, bet.y - 4 if bet else HEIGHT)
    return Box(left, top, right - left, bottom - top)


def _corners(plates: list[tuple[Side, Box]]) -> tuple[Box, Box, Box, Box]:
    x = RAIL + 18
    top = [box for side, box in plates if side == "top"]
    low = [box for side, box in plates if side == "bottom"]
    above = min((box.x for box in top), default=WIDTH // 2) - x - 14
    below = min(box.x for box in low) - x - 14
    width = min(above, 420)
    foot = min(below, 420)
    foot_h = 3 * FOOT_LINE if foot < 240 else 2 * FOOT_LINE
    foot_y = HEIGHT - RAIL - 8 - foot_h
    return (
        Box(x, RAIL + 10, width, 92),
        Box(WIDTH - x - width, RAIL + 14, width, 88),
        Box(x, foot_y, foot, foot_h),
        Box(WIDTH - x - foot, foot_y, foot, foot_h),
    )
