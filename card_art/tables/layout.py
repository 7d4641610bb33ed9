"""Where everything lies in a picture of a table: plain rectangles, so that a test can hold them apart.

All lengths are pixels of the picture, which is drawn 1100 wide and shown at half of that, or at 400 on a phone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from card_art.tables.felt import RAIL

WIDTH, HEIGHT = 1100, 688
PANEL_HEIGHT, PANEL_TABLE = 790, 540
"""A private panel, and how much of it is the table: the viewer's own cards lie below on the same felt. Discord shows
pictures no higher than 350, so a higher one would be shown narrower."""
TEXT, NAME = 22, 28
"""The smallest text, and the size of names."""
TITLE, SUBTITLE = 38, 25
FOOT_LINE = 28
TAG_HEIGHT = 32
FACE, BACK = 88, 60
"""Widths of a card in a row of a result, and of a back that stands behind a plate."""
BACKS_SHOWN = 36
"""How much of it is seen above the plate."""
BET_SIZE = (132, 44)

_EDGE = RAIL + 12
_SECOND_ROW = 124
"""How far down the cards of the uppermost seat at a side begin: below the title."""
_BADGE = 60
"""Room beside the words at the bottom left, where Discord lays its ALT badge."""
_GAP = 12

Side: TypeAlias = Literal["bottom", "left", "top", "right", "foot"]


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
    """The visible part of the cards behind the plate."""
    tag_y: int
    """The top of the tags, on the plate's upper edge or, where hands lie above it, on its lower one."""
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
    return (256, 78) if seats <= 4 else (236, 78) if seats <= 7 else (198, 78)


@lru_cache(maxsize=256)
def layout(seats: int, bets: frozenset[int] = frozenset(), panel: bool = False) -> Layout:
    """The layout for this many seats around a table; `bets` are the seats that have chips in front. In a `panel` the
    cards of the first seat lie elsewhere."""
    w, h = _plate_size(seats)
    bottom, left, top, right = _SIDES[seats]
    edge = PANEL_TABLE if panel else HEIGHT - _EDGE + 8
    low = edge - h - 4
    high = RAIL + 8 + BACKS_SHOWN
    block = BACKS_SHOWN + h
    lowest = _lowest(left, block, low) if panel else HEIGHT - 112
    columns = [_column(count, block, lowest) for count in (left, right)]
    plates: list[tuple[Side, Box]] = [
        *(("bottom", Box(x, low, w, h)) for x in _row(bottom, w)),
        *(("left", Box(_EDGE, y, w, h)) for y in reversed(columns[0])),
        *(("top", Box(x, high, w, h)) for x in _row(top, w)),
        *(("right", Box(WIDTH - _EDGE - w, y, w, h)) for y in columns[1]),
    ]
    # The first seat is the middle of the bottom row; clockwise from there goes to its left.
    if bottom == 3:
        plates = [plates[1], plates[0], *plates[3:], plates[2]]
    places = tuple(_place(side, box) for side, box in plates)
    if panel:
        places = (_own_place(places[0], cornered=left < 2), *places[1:])
    centre = _centre(places, bets, edge if panel else HEIGHT - _EDGE)
    if panel and left < 2:
        side = max(centre.x, places[0].plate.right + 14)
        centre = Box(side, centre.y, WIDTH - 2 * side, centre.h)
    return Layout(places, centre, *(_panel_corners(plates, left) if panel else _corners(plates)))


def _row(count: int, w: int) -> list[int]:
    gap = 80 if count == 2 else _GAP
    start = (WIDTH - count * w - (count - 1) * gap) // 2
    return [start + i * (w + gap) for i in range(count)]


def _column(count: int, block: int, last: int) -> list[int]:
    """Tops of the plates on one side, from the highest down; two leave room for chips beneath each."""
    first = _SECOND_ROW
    if count == 1:
        return [(first + last - block) // 2 + BACKS_SHOWN]
    return [first + round((last - first) / 2 * i) + BACKS_SHOWN for i in range(count)]


def _lowest(count: int, block: int, low: int) -> int:
    """How far down the plates at the sides of a panel may go: above the viewer's own plate in the corner, or so that
    the chips below the second one end where the table does."""
    if count < 2:
        return low - 8
    return 2 * (PANEL_TABLE - BET_SIZE[1] - 6 - block) - _SECOND_ROW


def _own_place(place: Place, cornered: bool) -> Place:
    """The viewer's own plate in a panel: its cards are not behind it. In the corner it leaves the middle free, and has
    its chips beside it."""
    plate = place.plate
    if cornered:
        plate = plate._replace(x=_EDGE)
        bet = Box(plate.right + 10, plate.y + (plate.h - BET_SIZE[1]) // 2, *BET_SIZE)
    else:
        bet = place.bet._replace(y=plate.y - BET_SIZE[1] - 24)
    return Place(place.side, plate, Box(plate.x, plate.y, plate.w, 0), place.tag_y, bet)


def _place(side: Side, plate: Box) -> Place:
    w, h = BET_SIZE
    x = plate.x + (plate.w - w) // 2
    y = plate.y - BACKS_SHOWN - h - 8 if side == "bottom" else plate.bottom + 6
    cards = Box(plate.x, plate.y - BACKS_SHOWN, plate.w, BACKS_SHOWN)
    return Place(side, plate, cards, plate.y - 20, Box(x, y, w, h))


def _centre(places: tuple[Place, ...], bets: frozenset[int], edge: int) -> Box:
    left, top, right, bottom = _EDGE + 8, 128, WIDTH - _EDGE - 8, edge
    for i, place in enumerate(places):
        bet = place.bet if i in bets else None
        if place.side == "left":
            left = max(left, place.plate.right + 14)
        elif place.side == "right":
            right = min(right, place.plate.x - 14)
        elif place.side == "top":
            top = max(top, place.plate.bottom + 4, bet.bottom + 4 if bet else 0)
        elif place.plate.x > _EDGE or bet:
            bottom = min(bottom, place.cards.y - 4 if place.plate.x > _EDGE else edge, bet.y - 4 if bet else edge)
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
        Box(x + _BADGE, foot_y, foot - _BADGE, foot_h),
        Box(WIDTH - x - foot, foot_y, foot, foot_h),
    )


def _panel_corners(plates: list[tuple[Side, Box]], left: int) -> tuple[Box, Box, Box, Box]:
    """As at a table; the foot stands opposite the viewer's own plate, and many seats leave it no room."""
    title, corner, _, _ = _corners(plates)
    nothing = Box(title.x, PANEL_TABLE, 0, 0)
    plate = plates[0][1]
    height = 2 * FOOT_LINE
    foot = Box(WIDTH - _EDGE - plate.w, PANEL_TABLE - 8 - height, plate.w, height) if left < 2 else nothing
    return title, corner, foot, nothing
