"""Where everything lies at a table whose seats stand in one row at the foot: the whole width is the cards'.

The hands, not the seats, share the width; the plate of a seat with several spans them all. Whatever is in play finds
room: at first gaps grow smaller, then cards, and a hand of many lies in two rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from card_art.deck.card_faces import INDEX_SHARE, large_index
from card_art.deck.card_faces import WIDTH as FACE_WIDTH
from card_art.deck.sprites import RATIO
from card_art.ink.sizes import LINE
from card_art.scene.pieces import CardRow, Seat, SeatHand
from card_art.scene.table import Scene
from card_art.tables.layout import (
    BET_SIZE,
    EDGE,
    HEIGHT,
    PANEL_TABLE,
    STRIP,
    WIDTH,
    Box,
    Layout,
    Place,
)
from card_art.tables.pieces import least_height, words_height
from card_art.tables.plates import RIBBON
from card_art.tables.seat_plate import UPRIGHT

PLATE = 92
"""Height of a plate, if it has its face at the left of the name."""
FAN = STRIP + 8
"""Room for small backs above a plate."""
SIDE, GAP = EDGE, 12
_WIDEST_PLATE = 300
_FOOT = 40
"""Below the plates: Discord lays its ALT badge on the corner there."""
_WIDE_ENOUGH = 5
"""Where more hands or seats than these share the width, plates are so narrow that they have their faces above the
names."""
_TOP = 16
_TOPS = {False: ((262, 236, 210), (172,)), True: ((210, 190), (150,))}
"""How far down hands begin, at a table and in a panel: with cards above them, with small cards above them, and with
none. Words above them come on top."""
_TO_HANDS = 8
"""Below what lies above them."""
_BET_LINE, _INFO_DROP, _BENEATH = 42, 13, 6
_SECOND_ROW = 70 / 108
_NARROW, _LONG = 100, 7
"""Below cards narrower than this, or beside a total of more letters, there is no room for a change."""
_LYING = 88
"""A card on its side is so high at most."""


class Size(NamedTuple):
    """How large hands are drawn."""

    card: int
    two: int
    """From one card to the next, of two."""
    step: int
    """The same for more than two, which must be read."""
    back: int
    """From a card face down to the next."""
    gap: int
    """Between two hands."""
    most: int
    """Cards in a row."""

    @property
    def height(self) -> int:
        return round(self.card * RATIO)

    @property
    def drop(self) -> int:
        """How much lower a second row lies: below the ranks of the first."""
        index = large_index(self.card)
        return max(round(self.card * _SECOND_ROW), ceil((index.top + index.high + 6) * self.card / FACE_WIDTH))

    @property
    def text(self) -> int:
        """The size of totals."""
        return LINE


def _size(card: int, gap: int, most: int, *, close: bool = False) -> Size:
    step = ceil(card * INDEX_SHARE)
    return Size(card, step if close else round(card * 0.556), step, round(card * (0.1 if close else 0.18)), gap, most)


_SIZES = (
    *(_size(card, GAP, most) for card in (160, 146, 132, 120, 108) for most in (7, 4, 3)),
    *(_size(108, gap, 3, close=True) for gap in (GAP, 6)),
    *(_size(card, GAP, most) for card in (100, 88) for most in (7, 4, 3)),
    *(_size(card, 6, 3, close=True) for card in (100, 92, 84, 76)),
    *(_size(card, 6, 7, close=True) for card in (84, 76)),
    *(_size(card, 4, 2, close=True) for card in (84, 76, 70, 64, 58, 52)),
)
"""The first that fits."""
_BESIDE_ROWS, _SHOWN, _IN_PANEL = 132, 108, 88
"""The widest cards of hands beside a row of cards; of those that have been shown there; and in a panel, where the
viewer's own are the largest."""
_LARGE = 108
"""Hands of this width need not grow at the cost of the cards above them."""
_OPEN_AROUND = 6
"""At a table for more, hands that lie face up have no room beside the plates."""
_NO_HAND = 92
"""The narrowest column of somebody without a hand."""


class _Held(NamedTuple):
    """What of a hand its place depends on."""

    backs: int
    faces: int
    sideways: bool
    lines: int
    """How much is written below it: a total, a change, both."""
    bet: bool
    long: bool
    """Its total is too long for a change beside it: that stands beneath."""


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Where one hand lies."""

    column: Box
    """All of it, from the chips above to the words below."""
    cards: Box
    size: Size
    info: Box
    """The words below."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Where the seats and their hands are."""

    layout: Layout
    hands: tuple[tuple[tuple[SeatHand, HandPlace], ...], ...]
    """For each seat, its hands above the plate; nothing if its cards stand behind it as a fan."""


def seats_in_row(scene: Scene) -> bool:
    """Whether the seats stand at the foot: as the scene asks, and if hands lie face up that have no room beside plates
    around the table."""
    return scene.seats_in_row or any(_needs_row(seat, len(scene.seats)) for seat in scene.seats)


def _needs_row(seat: Seat, seats: int) -> bool:
    told = any(hand.total or hand.change or hand.bet or hand.sideways for hand in seat.hands)
    return told or len(seat.hands) > 1 or (seats > _OPEN_AROUND and bool(open_hand(seat)))


def open_hand(seat: Seat) -> SeatHand | None:
    """What a seat around the table shows of its cards; None while all of them lie face down."""
    return next((hand for hand in hands_of(seat) if any(hand.cards)), None)


def hands_of(seat: Seat) -> tuple[SeatHand, ...]:
    """A seat's hands as they lie open. Of backs alone it has none, unless a stamp on them tells what their owner has
    decided."""
    if seat.hands:
        return seat.hands
    if not (any(seat.hand) or seat.shown or (seat.hand and seat.stamp)):
        return ()
    held = sorted((*seat.hand, *seat.shown), key=lambda c: c is not None)
    return (SeatHand(tuple(held), stamp=seat.stamp, dim=seat.dim),)


def seat_row(scene: Scene, panel: bool = False) -> SeatRow:
    """The rectangles of a scene; in a `panel` its first seat's cards lie elsewhere."""
    hands = [() if panel and n == 0 else hands_of(seat) for n, seat in enumerate(scene.seats)]
    fans = tuple(bool(seat.hand) and not held for seat, held in zip(scene.seats, hands, strict=True))
    rows = any(isinstance(piece, CardRow) for piece in scene.centre)
    # Before seats without hands there is room enough; nothing is above the others than their hands.
    bets = any(
        (seat.bet or seat.said or seat.mark) and (held or not any(hands))
        for seat, held in zip(scene.seats, hands, strict=True)
    )
    words = words_height(scene) + (RIBBON + 8 if scene.banner else 0)
    most = _widest(scene, rows, panel)
    keys = tuple(tuple(_held(hand) for hand in seat) for seat in hands)
    fans = (False, *fans[1:]) if panel else fans
    high = UPRIGHT if sum(max(1, len(seat)) for seat in keys) > _WIDE_ENOUGH else PLATE
    places, at = _arranged(keys, fans, bets, rows, words, most, panel, high)
    if not rows and places.centre.h < (least := least_height(scene) + words):
        # What lies above the hands would reach into them.
        words = least - _above(_TOPS[panel][True][0])
        places, at = _arranged(keys, fans, bets, rows, words, most, panel, high)
    return SeatRow(places, tuple(tuple(zip(*both, strict=True)) for both in zip(hands, at, strict=True)))


def _widest(scene: Scene, rows: bool, panel: bool) -> int:
    """How wide cards of hands may be at most."""
    if not rows:
        return _SHOWN if panel else _SIZES[0].card
    if panel:
        return _IN_PANEL
    return _BESIDE_ROWS if any(seat.hands for seat in scene.seats) else _SHOWN


def _above(top: int) -> int:
    """How much room is above hands that begin so far down."""
    return top - _TO_HANDS - _TOP


def _held(hand: SeatHand) -> _Held:
    faces = sum(c is not None for c in hand.cards)
    lines = bool(hand.total) + bool(hand.change or hand.bet)  # a bet that is over is a change: its place is kept
    return _Held(len(hand.cards) - faces, faces, hand.sideways, lines, bool(hand.bet), len(hand.total) > _LONG)


@lru_cache(maxsize=512)
def _arranged(
    seats: tuple[tuple[_Held, ...], ...],
    fans: tuple[bool, ...],
    bets: bool,
    rows: bool,
    words: int,
    most: int,
    panel: bool,
    plate: int,
) -> tuple[Layout, tuple[tuple[HandPlace, ...], ...]]:
    count = len(seats)
    low = (PANEL_TABLE - 6 if panel else HEIGHT - _FOOT) - plate
    bottom = low - _above_plates(fans, any(seats), bets)
    if not any(seats):
        return _layout(_plates_alone(count, low, plate), fans, bottom - _TO_HANDS), ((),) * count
    rooms = [bottom - top - words for top in _TOPS[panel][not rows]]
    both = [[_columns(seat, beside) for seat in seats] for beside in (True, False)]
    size, columns = max(((_best(each, rooms, most), each) for each in both), key=lambda found: found[0].card)
    widths = [[_width(column, size) for column in seat] for seat in columns]
    between = size.gap * (sum(map(len, widths)) - 1)
    widths = _shared(widths, WIDTH - 2 * SIDE - between)
    x = (WIDTH - sum(map(sum, widths)) - between) // 2
    first = bottom - max(sum(_height(hand, size) for hand in column) for seat in columns for column in seat)
    told = any(hand.lines or hand.bet for seat in seats for hand in seat)
    plates, places = [], []
    for seat, seat_widths in zip(columns, widths, strict=True):
        start, mine = x, []
        for column, width in zip(seat, seat_widths, strict=True):
            # Words stand on one line; cards without words stand on their plates.
            y = first if told else bottom - sum(_height(hand, size) for hand in column)
            mine += _beneath_each_other(column, Box(x, y, width, 0), size)
            x += width + size.gap
        plates.append(Box(start, low, x - size.gap - start, plate))
        places.append(tuple(mine))
    return _layout(plates, fans, first - _TO_HANDS), tuple(places)


def _above_plates(fans: tuple[bool, ...], hands: bool, bets: bool) -> int:
    """What is left free above them: for fans behind the plates, and for bets before them."""
    fan = FAN if any(fans) else 0
    behind = fan + 8 if fan and not hands else 12
    return max(behind, BET_SIZE[1] + 12 + fan if bets else 0)


def _plates_alone(count: int, y: int, high: int) -> list[Box]:
    """Plates of seats without hands, in the middle of the width."""
    w = min(_WIDEST_PLATE, (WIDTH - 2 * SIDE - GAP * (count - 1)) // count)
    left = (WIDTH - count * w - GAP * (count - 1)) // 2
    return [Box(left + i * (w + GAP), y, w, high) for i in range(count)]


def _beneath_each_other(column: list[_Held], top: Box, size: Size) -> Iterator[HandPlace]:
    """The places of a column's hands, from the top down."""
    y = top.y
    for hand in column:
        yield _place(hand, Box(top.x, y, top.w, _height(hand, size)), size)
        y += _height(hand, size)


def _shared(needed: list[list[int]], room: int) -> list[list[int]]:
    """Every column equally wide, as far as each has what it needs; so plates keep their places as hands grow."""
    flat = sorted((width for seat in needed for width in seat), reverse=True)
    left, level = room, 0
    for n, width in enumerate(flat):
        level = min(_WIDEST_PLATE, left // (len(flat) - n))
        if width <= level:
            break
        left -= width
    return [[max(width, level) for width in seat] for seat in needed]


def _columns(hands: tuple[_Held, ...], beside: bool) -> list[list[_Held]]:
    """Hands side by side; a card on its side lies beside the hand that it belongs to, or below."""
    columns: list[list[_Held]] = [[]]
    for hand in hands:
        if columns[-1] and (beside or not hand.sideways):
            columns.append([])
        columns[-1].append(hand)
    return columns


def _best(columns: list[list[list[_Held]]], rooms: list[int], most: int) -> Size:
    """The size for one of these heights; the first leaves most to what lies above."""
    sizes = [_largest(columns, room, most) for room in rooms]
    return next((size for size in sizes if size.card >= _LARGE), max(sizes, key=lambda size: size.card))


def _largest(columns: list[list[list[_Held]]], room: int, most: int) -> Size:
    return next((size for size in _SIZES if size.card <= most and _fits(columns, size, room)), _SIZES[-1])


def _fits(columns: list[list[list[_Held]]], size: Size, room: int) -> bool:
    each = [column for seat in columns for column in seat]
    across = sum(_width(column, size) for column in each) + size.gap * (len(each) - 1)
    return across <= WIDTH - 2 * SIDE and all(sum(_height(hand, size) for hand in column) <= room for column in each)


def lines_of(backs: int, faces: int, size: Size) -> list[tuple[int, int]]:
    """A hand's rows: how many cards face down and face up lie in each."""
    rows = max(1, ceil(faces / size.most))
    columns = ceil(faces / rows)
    return [(backs if row == 0 else 0, min(columns, faces - row * columns)) for row in range(rows)]


def step_of(cards: int, size: Size) -> int:
    """The step from a card to the next in a row."""
    return size.two if cards <= 2 else size.step


def _width(column: list[_Held], size: Size) -> int:
    return max((_hand_width(hand, size) for hand in column), default=0) or max(_NO_HAND, round(1.3 * size.card))


def _hand_width(hand: _Held, size: Size) -> int:
    if hand.sideways:
        return round(min(size.card, _LYING) * RATIO)
    widest = max(
        size.back * backs + step_of(backs + faces, size) * max(0, faces - 1) - (0 if faces else size.back)
        for backs, faces in lines_of(hand.backs, hand.faces, size)
    )
    return size.card + max(widest, size.two)


def _height(hand: _Held, size: Size) -> int:
    return (_BET_LINE if hand.bet else 0) + _cards_height(hand, size) + _info(hand, size) + _BENEATH


def _cards_height(hand: _Held, size: Size) -> int:
    if hand.sideways:
        return min(size.card, _LYING)
    return size.height + size.drop * (len(lines_of(hand.backs, hand.faces, size)) - 1)


def _info(hand: _Held, size: Size) -> int:
    """The height of what is written below."""
    if not hand.lines:
        return 0
    return _INFO_DROP + info_line(size) * (hand.lines if hand.long or size.card < _NARROW else 1)


def stacked(hand: SeatHand, size: Size) -> bool:
    """Whether a hand's change stands beneath its total, not beside it."""
    return size.card < _NARROW or len(hand.total) > _LONG


def info_line(size: Size) -> int:
    """The height of a line below a hand."""
    return round(size.text * 1.4) + 4


def _place(hand: _Held, column: Box, size: Size) -> HandPlace:
    width, height = _hand_width(hand, size), _cards_height(hand, size)
    y = column.y + (_BET_LINE if hand.bet else 0)
    cards = Box(column.x + (column.w - width) // 2, y, width, height)
    below = cards.bottom + _INFO_DROP
    return HandPlace(column, cards, size, Box(column.x, below, column.w, max(0, _info(hand, size) - _INFO_DROP)))


def _layout(plates: list[Box], fans: tuple[bool, ...], bottom: int) -> Layout:
    places = tuple(_seat_place(plate, FAN if fan else 0) for plate, fan in zip(plates, fans, strict=True))
    return Layout(
        places, Box(SIDE, _TOP, WIDTH - 2 * SIDE, bottom - _TOP), Box(SIDE + 6, _TOP, 420, 92),
        Box(WIDTH - SIDE - 300, _TOP, 300, 88), False, {},
    )  # fmt: skip


def _seat_place(plate: Box, fan: int) -> Place:
    bet = Box(plate.middle[0] - BET_SIZE[0] // 2, plate.y - BET_SIZE[1] - 8, *BET_SIZE)
    return Place("foot", plate, Box(plate.x, plate.y - fan, plate.w, max(0, fan - 8)), bet._replace(y=bet.y - fan))
