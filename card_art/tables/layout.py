"""Where everything lies in a picture of a table: plain rectangles, so that a test can hold them apart.

All lengths are pixels of the picture, which is drawn 1100 wide and shown at half of that, or at 390 on a phone.

The first seat is at the bottom, the others follow clockwise: up the left side, along the top, down the right side. Two
sit opposite each other, partners across. From two seats at the top on, title and facts share one line above them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

WIDTH, HEIGHT = 1100, 688
PANEL_HEIGHT, PANEL_TABLE = 790, 568
"""A private panel, and how much of it is the table: the viewer's own cards lie below on the same felt. Discord shows
pictures no higher than 350, so a higher one would be shown narrower."""
FOOT_LINE = 38
FACE = 88
"""Width of a card in a row of a result."""
BET_SIZE = (150, 44)
EDGE = 24
"""From the picture's edge to plates, panels and hands."""
OWN_PLATE = (334, 92)
BACK, BACKS_HIGH = 64, 92
"""The width of a back in a row beside a plate, and how high that row is."""
STRIP, OPEN = 42, 100
"""The height of the small backs in a row below a plate, and of cards that lie open there."""

_TOP, _BAND = 16, 102
"""Where the upper band begins, and how high it is: the title, and who sits opposite."""
_SECOND_LINE = 64
"""How far down plates begin below a title in one line."""
_GAP = 8
_APART = 16
"""Between plates, or panels, and what lies beside them."""
_LEAST_PANEL = 76
"""A lower place is no room for a panel."""
_PANEL = 276
"""The width of a panel beside the middle of two players."""
_ALT_BADGE = 96
"""Discord lays its ALT badge on the lower left corner, this wide: nothing is written there."""

Side: TypeAlias = Literal["bottom", "left", "top", "right", "foot"]
Free: TypeAlias = Literal["left", "right", "upper right", "under left", "under right", "lower left", "lower right"]

_UNDER: tuple[Free, Free] = ("under left", "under right")


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
    """The backs that it holds, beside the plate; without height where none are drawn."""
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
    """The pills at the right: the upper part of "upper right", if that is free. Without width if there is no
    room for them: what they say stands among the facts."""
    one_line: bool
    """Whether title and facts share one line."""
    free: Mapping[Free, Box] = field(hash=False)
    """Felt on which nothing else lies, for panels, by names:

    - "left" and "right": beside the middle. Two players have them from the upper band down to the lower one; the middle
      keeps clear of those that are `used`. Three and four have what is left of them above the plates at the sides, at
      the left alone: at the right that is part of "upper right".
    - "upper right": the corner, down to what is below it. Not where somebody's backs lie there.
    - "under left" and "under right": below the plates at the sides, down to the lower band.
    - "lower left" and "lower right": beside one's own plate, as high as that. Where no panel is in them, the small
      print and the last event stand there. At the right not where one's own backs lie there.

    What is too low for a panel is left out, and a table with its seats in one row has none.
    """


# Seats on the left, at the top, on the right.
_SIDES = {
    1: (0, 0, 0),
    2: (0, 1, 0),
    3: (1, 0, 1),
    4: (1, 1, 1),
    5: (1, 2, 1),
    6: (1, 3, 1),
    7: (1, 4, 1),
    8: (2, 3, 2),
    9: (2, 4, 2),
    10: (2, 5, 2),
}


def _plate_sizes(seats: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Of plates at the top, and at the sides."""
    if seats <= 6:
        return (334, 92), (256, 92)
    return (245 if seats < 10 else 198, 88), (245, 88)


@lru_cache(maxsize=512)
def layout(
    seats: int,
    bets: frozenset[int] = frozenset(),
    panel: bool = False,
    strip: int = 0,
    used: frozenset[Free] = frozenset(),
) -> Layout:
    """The layout for this many seats around a table. `bets` are the seats that have chips in front; a `strip` is room
    for the cards of each, as high as that: `STRIP` for backs, `OPEN` for cards that are to be read. `used` are the free
    places with panels in them. In a `panel` the cards of the first seat lie elsewhere. Plates keep their places while
    cards come and go."""
    left, top, _ = _SIDES[seats]
    strip = 0 if "upper right" in used else strip
    backs = strip > 0
    above, beside = _plate_sizes(seats)
    low = PANEL_TABLE if panel else HEIGHT - EDGE + 4
    own = _own(Box((WIDTH - OWN_PLATE[0]) // 2, low - OWN_PLATE[1], *OWN_PLATE), backs and not panel)
    upper = [_at_top(box, strip, top == 1) for box in _row(top, *above, _SECOND_LINE if top > 1 else _TOP)]
    order = [0, *range(1 + left, 1 + left + top)]
    below_top = max(
        (_lowest(place, n in bets) for n, place in zip(order[1:], upper, strict=True)), default=_TOP + _BAND
    )
    usual = max([_TOP + _BAND + 4, *(place.plate.bottom + _GAP + STRIP + 12 for place in upper[1:])])
    between = usual, max(usual, below_top + 12), low
    lefts = _at_side("left", left, beside, between, panel, strip)
    rights = _at_side("right", left, beside, between, panel, strip)
    places = (own, *reversed(lefts), *upper, *rights)
    free = _free(places, bets, panel, backs)
    centre = _centre(places, bets, free, used, low)
    one_line = top > 1
    return Layout(places, centre, *_words(one_line, own, places, backs), one_line, free)


def _row(count: int, w: int, h: int, y: int) -> list[Box]:
    gap = 24 if count * w + 24 * (count - 1) <= WIDTH - 2 * EDGE else (WIDTH - 2 * EDGE - count * w) // (count - 1)
    start = (WIDTH - count * w - (count - 1) * gap) // 2
    return [Box(start + i * (w + gap), y, w, h) for i in range(count)]


def _beside(plate: Box) -> Box:
    """A row of backs at the right of a plate."""
    return Box(plate.right + _APART, plate.y, WIDTH - EDGE - plate.right - _APART, BACKS_HIGH)


def _strip(plate: Box, high: int) -> Box:
    """The cards below a plate."""
    return Box(plate.x, plate.bottom + _GAP, plate.w, high) if high else plate._replace(y=plate.bottom, h=0)


def _before(plate: Box, y: int) -> Box:
    w, h = BET_SIZE
    return Box(plate.x + (plate.w - w) // 2, y, w, h)


def _own(plate: Box, backs: bool) -> Place:
    cards = _beside(plate) if backs else plate._replace(h=0)
    return Place("bottom", plate, cards, _before(plate, plate.y - BET_SIZE[1] - _GAP))


def _at_top(plate: Box, strip: int, alone: bool) -> Place:
    if alone:
        cards = _beside(plate) if strip else plate._replace(h=0)
        return Place("top", plate, cards, _before(plate, plate.bottom + 6))
    cards = _strip(plate, strip)
    return Place("top", plate, cards, _before(plate, cards.bottom + 6))


def _lowest(place: Place, bet: bool) -> int:
    """How far down a seat's part reaches."""
    return max(place.plate.bottom, place.cards.bottom if place.cards.h else 0, place.bet.bottom if bet else 0)


def _at_side(
    side: Side,
    count: int,
    size: tuple[int, int],
    between: tuple[int, int, int],
    panel: bool,
    strip: int,
) -> list[Place]:
    """The seats of one side from the highest down, between the lower end of what is usually above them, or is now, and
    that of the table. Of two, chips lie beside them, towards the middle; otherwise below."""
    (w, h), (usual, first, low) = size, between
    x = EDGE if side == "left" else WIDTH - EDGE - w
    high = h + _GAP + STRIP
    own_y = low - OWN_PLATE[1]
    if count == 1:
        tops = [max(first, (usual + own_y - high) // 2)]
    else:
        last = low if panel else own_y - 4
        pitch = min(high + 62, last - first - high)
        tops = [first + i * pitch for i in range(count)]
    places: list[Place] = []
    for y in tops:
        plate = Box(x, y, w, h)
        cards = _strip(plate, strip)
        if count == 1:
            lying = _before(plate, cards.bottom + 6)
        else:
            at = plate.right + _GAP if side == "left" else x - _GAP - BET_SIZE[0]
            lying = Box(at, min(y + (h - BET_SIZE[1]) // 2, own_y - _GAP - BET_SIZE[1]), *BET_SIZE)
        places.append(Place(side, plate, cards, lying))
    return places


def _centre(
    places: tuple[Place, ...], bets: frozenset[int], free: Mapping[Free, Box], used: frozenset[Free], low: int
) -> Box:
    left, top, right, bottom = EDGE, _TOP + _BAND, WIDTH - EDGE, low
    for i, place in enumerate(places):
        lying = place.bet if i in bets else None
        if place.side == "left":
            left = max(left, place.plate.right + 14, lying.right + 8 if lying else 0)
        elif place.side == "right":
            right = min(right, place.plate.x - 14, lying.x - 8 if lying else WIDTH)
        elif place.side == "top":
            top = max(top, _lowest(place, lying is not None) + 6)
        else:
            bottom = min(bottom, place.plate.y - 6, lying.y - 4 if lying else bottom)
    if len(places) <= 2:
        left = free["left"].right + _APART if "left" in used else left
        right = free["right"].x - _APART if "right" in used else right
    # What is in the middle lies in the middle of the picture.
    left = max(left, WIDTH - right)
    return Box(left, top, WIDTH - 2 * left, bottom - top)


def _free(places: tuple[Place, ...], bets: frozenset[int], panel: bool, backs: bool) -> Mapping[Free, Box]:
    """See `Layout.free`."""
    own, own_backs, band = places[0].plate, bool(places[0].cards.h), _TOP + _BAND
    lefts, tops, rights = ([place for place in places if place.side == side] for side in ("left", "top", "right"))
    left_end, right_end = (
        max((_lowest(place, n in bets) for n, place in enumerate(places) if place.side == side), default=own.y - _APART)
        for side in ("left", "right")
    )
    found: dict[Free, Box] = {}
    if not lefts:
        high = own.y - band - 14 - _APART
        found["left"] = Box(EDGE, band + 14, _PANEL, high)
        found["right"] = Box(WIDTH - EDGE - _PANEL, band + 14, _PANEL, high)
    elif len(tops) <= 1:
        plate = lefts[0].plate
        found["left"] = Box(EDGE, band + 4, plate.w, plate.y - 12 - band - 4)
    if len(tops) <= 1 and not backs:
        x = rights[0].plate.x if rights else own.right + _APART
        end = rights[0].plate.y - 12 if rights else band
        found["upper right"] = Box(x, _TOP, WIDTH - EDGE - x, end - _TOP)
    for n, plates in enumerate((lefts, rights)):
        if plates:
            plate, y = plates[0].plate, (left_end, right_end)[n] + 12
            found[_UNDER[n]] = Box(plate.x, y, plate.w, own.y - 12 - y)
    x = EDGE if panel else _ALT_BADGE + 8
    y = max(own.y, left_end + 12)
    found["lower left"] = Box(x, y, own.x - _APART - x, own.bottom - y)
    if not own_backs:
        x, y = own.right + _APART, max(own.y, right_end + 12)
        found["lower right"] = Box(x, y, WIDTH - EDGE - x, own.bottom - y)
    return {name: box for name, box in found.items() if box.h >= _LEAST_PANEL}


def _words(one_line: bool, own: Place, places: tuple[Place, ...], backs: bool) -> tuple[Box, Box]:
    """Where title and facts stand, and the pills of the corner."""
    x = EDGE + 6
    if one_line:
        return Box(x, 10, 720, 50), Box(WIDTH - x - 300, 10, 300, 50)
    title = Box(x, _TOP, own.plate.x - 14 - x, _BAND)
    rights = [place.plate for place in places if place.side == "right"]
    if not rights:
        return title, Box(
            own.plate.right + _APART, _TOP, 0 if backs else WIDTH - EDGE - own.plate.right - _APART, _BAND
        )
    x, y = rights[0].x, _TOP + (_BAND + 8 if backs else 0)
    return title, Box(x, y, WIDTH - EDGE - x, min(_BAND, rights[0].y - 12 - y))
