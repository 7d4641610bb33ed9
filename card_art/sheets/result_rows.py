"""Where everything stands in the rows of a result: plain rectangles, so that a test can hold them apart.

Rows are as high as they are few. Facts stand on common lines over all rows; where hands differ too much for that (one
that was split), those of each row follow each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from card_art.deck import tabs
from card_art.deck.sprites import card_height
from card_art.ink.sizes import PRINT, ROW_NAME
from card_art.ink.text import label, visible_name
from card_art.scene.pieces import Stamp
from card_art.scene.results import ResultHand, ResultRow, Results
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, WIDTH, Box
from card_art.tables.plates import tag, written
from card_art.tables.stamps import IN_ROW, stamp

SIDE = RAIL + 18
HEAD, SECOND_LINE, HEADINGS = 98, 26, 34
"""Where the first row begins below a title; how much lower under a second line, and under headings."""
FOOT = 46
"""Height of the line below the rows."""
BELOW = 36
"""From the last row to the picture's edge, the rail included."""
TALLEST, LEAST = 104, 46
HIGHEST = 700
"""Discord shows higher pictures narrower."""
LOW = 68
"""In rows lower than this everything stands in one line."""
_BETWEEN, _BETWEEN_LOW = 8, 5
_INSET = 18
_GAP, _TIGHT = 22, 14
"""Between columns, and where they have headings."""
_TO_TOTAL = 16
_OVERHANG = 10
"""So far the word beneath a total may stand out on either side where no other hand follows."""
_BESIDE = 12
_NAMES = (190, 160, 130, 110)
_STEPS = (66, 60, 54, 50, tabs.WHOLE)
_NARROW = (42, 38, 34, 30, 26, 22, 18)
_LOW_STEPS = (70, 66, 62)
_TOLD = (170, 130)
_PLACE = 44


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Where a hand lies in its row."""

    cards: Box
    facts: Box
    """Its total, and the word or stamp with it; no wider than nothing if it has neither."""
    step: int
    """From one card to the next."""


@dataclass(frozen=True, slots=True)
class RowPlace:
    """Where everything in a row stands."""

    row: Box
    place: Box
    badge: Box
    name: Box
    hands: tuple[HandPlace, ...]
    told: Box
    stamp: Box
    change: Box

    def parts(self) -> list[Box]:
        """All of it that takes room, from left to right."""
        hands = [box for hand in self.hands for box in (hand.cards, hand.facts)]
        return [box for box in (self.place, self.badge, self.name, *hands, self.told, self.stamp, self.change) if box.w]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A whole result."""

    height: int
    """Of the picture, without boards."""
    subtitle: Box
    headings: tuple[int, ...]
    """The middles of the columns that have one."""
    rows: tuple[RowPlace, ...]
    foot: int
    """The middle of the line below the rows."""
    sums: bool
    """What people have now stands there too; where hands take all the room in low rows, it gives way."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of what stands in rows so high."""

    height: int

    @property
    def low(self) -> bool:
        return self.height < LOW

    @property
    def total(self) -> int:
        return 34 if self.low else min(41, round(self.height * 0.42))

    @property
    def change(self) -> int:
        return 32 if self.low else min(38, round(self.height * 0.38))

    @property
    def stamp(self) -> int:
        return IN_ROW if self.height >= 90 else 22

    @property
    def badge(self) -> int:
        return min(72, self.height - (12 if self.low else 26))

    @property
    def tab(self) -> int:
        return self.height - 9


def width(text: str, size: int, weight: int = 600) -> int:
    """How wide the words are."""
    return label(text, size, weight=weight).width if text else 0


def stamp_width(what: Stamp | None, sizes: Sizes) -> int:
    return stamp(what, sizes.stamp, tilted=False).size[0] if what else 0


def cards_width(hand: ResultHand, step: int, sizes: Sizes) -> int:
    """How wide the cards of a hand lie."""
    if not hand.cards:
        return 0
    if hand.sideways and not sizes.low:
        return card_height(lying(sizes))
    return step * (len(hand.cards) - 1) + tabs.width(step)


def lying(sizes: Sizes) -> int:
    """The height of a card on its side; a low row has no room for that, and it stands like the others."""
    return min(88, sizes.height - 14)


def beneath(row: ResultRow, hand: ResultHand, sizes: Sizes) -> str:
    """The word with a total; a low row has room for it only where no stamp says what has become of its player."""
    return "" if sizes.low and row.stamp else hand.beneath


def facts_width(row: ResultRow, hand: ResultHand, sizes: Sizes) -> int:
    """How much room a hand's total takes, with the word or stamp beneath it, or beside it in a low row."""
    total = width(hand.total, sizes.total, 800)
    more = stamp_width(hand.stamp, sizes) or width(beneath(row, hand, sizes), PRINT)
    if not (total and more):
        return total or more
    return total + _BESIDE + more if sizes.low else max(total, more)


def told_width(row: ResultRow, sizes: Sizes) -> int:
    first, second = (*row.told, "", "")[:2]
    widths = width(first, ROW_NAME, 700), width(second, PRINT + 1)
    return sum(widths) + _BESIDE * all(widths) if sizes.low else max(widths)


def change_width(row: ResultRow, sizes: Sizes, sums: bool = True) -> int:
    total = row.total if sums or not row.change else ""
    widths = width(row.change, sizes.change, 800), width(total, PRINT + 1 if row.change else ROW_NAME, 700)
    return sum(widths) + _BESIDE * all(widths) if sizes.low else max(widths)


@lru_cache(maxsize=32)
def arranged(outcome: Results, banner: int) -> Arrangement:
    """The rectangles of a result whose banner is so wide."""
    room = WIDTH - 2 * SIDE - 8 - (banner + 20 if banner else 0)
    title, words = width(outcome.title, 40, 800), width(outcome.subtitle, 25)
    beside = not outcome.subtitle or title + 28 + words <= room
    first = HEAD + (0 if beside else SECOND_LINE) + (HEADINGS if any(outcome.headings) else 0)
    if beside:
        subtitle = Box(SIDE + 6 + title + 28, 44, words, 30)
    else:
        subtitle = Box(SIDE + 6, 80, WIDTH - 2 * SIDE - 12, 30)
    foot = FOOT if outcome.out or outcome.note else 0
    seats_in_row = strip(outcome)
    boards = board_size(0 if seats_in_row else len(outcome.boards))
    tall, gap = _pitch(len(outcome.rows), HIGHEST - first - foot - BELOW - seats_in_row - boards.h * boards.lines)
    sizes = Sizes(tall)
    boxes = [Box(SIDE, first + n * (tall + gap), WIDTH - 2 * SIDE, tall) for n in range(len(outcome.rows))]
    last = boxes[-1].bottom if boxes else first
    plan = _plan(outcome, sizes)
    rows = tuple([plan.place(row, box) for row, box in zip(outcome.rows, boxes, strict=True)])
    headings = tuple(plan.columns()) if any(outcome.headings) else ()
    return Arrangement(last + foot + BELOW + seats_in_row, subtitle, headings, rows, last + 8 + FOOT // 2, plan.sums)


def strip(outcome: Results) -> int:
    """How high the board is that lies at the foot; 0 if none does."""
    return outcome.boards[0][1].below if len(outcome.boards) == 1 else 0


class Boards(NamedTuple):
    """How boards lie below the rows: how many in a line, the width and height of each, and the number of lines."""

    across: int
    w: int
    h: int
    lines: int


def board_size(count: int) -> Boards:
    across = 2 if count <= 2 else 3
    return Boards(across, WIDTH // across, HEIGHT // across, -(-count // across))


def _pitch(count: int, room: int) -> tuple[int, int]:
    """How high rows are, and the gap between them."""
    tall = min(TALLEST, room // max(1, count) - _BETWEEN)
    if tall < LOW:
        return max(LEAST, tall + _BETWEEN - _BETWEEN_LOW), _BETWEEN_LOW
    return tall - tall % 4, _BETWEEN  # few heights: cards are drawn for each


@dataclass
class _Plan:
    """The widths of all columns, for one choice of what gives way."""

    outcome: Results
    sizes: Sizes
    step: int
    names: int
    most_told: int
    sums: bool = True

    def __post_init__(self) -> None:
        rows, sizes = self.outcome.rows, self.sizes
        self.place_room = _PLACE if any(row.place for row in rows) else 0
        self.gap = _TIGHT if any(self.outcome.headings) else _GAP
        self.stamp = _most(stamp_width(row.stamp, sizes) for row in rows)
        self.change = _most(change_width(row, sizes, self.sums) for row in rows)
        slots = _most(len(row.hands) for row in rows)
        self.aligned = any(self.outcome.headings) or slots == 1
        self.slots = [
            (
                max(
                    _most(cards_width(row.hands[n], self.step, sizes) for row in rows if len(row.hands) > n),
                    self._heading(2 * n),
                ),
                max(_most(self._facts(row, n) for row in rows if len(row.hands) > n), self._heading(2 * n + 1)),
            )
            for n in range(slots)
        ]
        self.hands_left = (
            SIDE + _INSET + self.place_room + sizes.badge + 16 + min(self.names, self.widest_name()) + _GAP
        )
        self.right = WIDTH - SIDE - 24

    def widest_name(self) -> int:
        """With the tags that stand below it, or beside it in a low row."""
        return _most(self._name(n, row) for n, row in enumerate(self.outcome.rows))

    def _name(self, n: int, row: ResultRow) -> int:
        name = visible_name(row.name, f"Seat {n + 1}") if row.name else ""
        own = label(name, ROW_NAME, weight=700, name=True).width
        if row.quiet:  # it has no badge
            return own - self.sizes.badge - 8
        tags = sum(tag(word, size=PRINT).size[0] + 8 for word in written(row.tags, row.face))
        return own + 12 + tags if self.sizes.low else max(own, tags - 8)

    def _heading(self, n: int) -> int:
        return width(self.outcome.headings[n], PRINT + 1) if n < len(self.outcome.headings) else 0

    def _facts(self, row: ResultRow, n: int) -> int:
        """A word beneath may stand out if nothing follows in its row."""
        hand, sizes = row.hands[n], self.sizes
        whole = facts_width(row, hand, sizes)
        if sizes.low or hand.stamp or n + 1 < len(row.hands) or n + 1 == _most(len(r.hands) for r in self.outcome.rows):
            return whole
        return max(width(hand.total, sizes.total, 800), whole - 2 * _OVERHANG)

    def _hand(self, left: int, slot: tuple[int, int]) -> tuple[int, int, int]:
        """Where the cards begin, where the facts do, and where the next hand does."""
        cards, facts = slot
        at = left + cards + (_TO_TOTAL if cards and facts else 0)
        return left, at, at + facts + (self.gap if cards or facts else 0)

    def lefts(self, row: ResultRow) -> list[tuple[int, int, int]]:
        slots = self.slots
        if not self.aligned:
            slots = [
                (cards_width(hand, self.step, self.sizes), facts_width(row, hand, self.sizes)) for hand in row.hands
            ]
        found, left = [], self.hands_left
        for slot in slots[: len(row.hands)] if not self.aligned else slots:
            found.append(self._hand(left, slot))
            left = found[-1][2]
        return found

    def spare(self) -> int:
        """How many pixels are left over; negative where it does not fit."""
        return min((self._told_to(row) - self._end(row) for row in self.outcome.rows), default=0)

    def _end(self, row: ResultRow) -> int:
        """Where the words of a row end."""
        told = min(self.most_told, told_width(row, self.sizes))
        return self._told_from(row) + told - (0 if told else self.gap)

    def _told_to(self, row: ResultRow) -> int:
        """Where the words of a row have to end: before the columns in which something stands."""
        x = self.right
        if row.change or row.total or row.stamp:
            x -= self.change + self.gap if self.change else 0
        return x - (self.stamp + self.gap if row.stamp else 0)

    def _told_from(self, row: ResultRow) -> int:
        return self.lefts(row)[-1][2] if row.hands else self.hands_left

    def _step(self, hand: ResultHand, room: int) -> int:
        """Few cards need not lie as close as the many of another row."""
        wider = (s for s in (_LOW_STEPS if self.sizes.low else _STEPS) if cards_width(hand, s, self.sizes) <= room)
        return max(self.step, next(wider, 0))

    def columns(self) -> list[int]:
        """The middles of the cards and of the totals of each hand."""
        middles, left = [], self.hands_left
        for slot in self.slots:
            cards, facts, left = self._hand(left, slot)
            middles += [cards, facts + slot[1] // 2]
        return middles

    def place(self, row: ResultRow, box: Box) -> RowPlace:
        size, sizes = self.sizes.badge, self.sizes
        x = box.x + _INSET
        place = Box(x - 6, box.y, self.place_room if row.place else 0, box.h)
        x += self.place_room
        badge = Box(x, box.y + (box.h - size) // 2, 0 if row.quiet else size, size)
        name = x + 8 if row.quiet else badge.x + size + 16
        hands = []
        for hand, (left, at, _) in zip(row.hands, self.lefts(row), strict=False):
            slot = len(hands)
            facts = self.slots[slot][1] if self.aligned else facts_width(row, hand, sizes)
            step = self._step(hand, self.slots[slot][0]) if self.aligned else self.step
            cards = cards_width(hand, step, sizes)
            hands.append(HandPlace(Box(left, box.y, cards, box.h), Box(at, box.y, facts, box.h), step))
        change = change_width(row, sizes, self.sums)
        x = self.right - (self.change + self.gap if self.change else 0)
        stamped = stamp_width(row.stamp, sizes)
        stamp_box = Box(x - self.stamp + (self.stamp - stamped) // 2, box.y, stamped, box.h)
        told = self._told_from(row)
        return RowPlace(
            box, place, badge, Box(name, box.y, self.hands_left - _GAP - name, box.h), tuple(hands),
            Box(told, box.y, max(0, self._told_to(row) - told) if row.told else 0, box.h), stamp_box,
            Box(self.right - change, box.y, change, box.h),
        )  # fmt: skip


def _plan(outcome: Results, sizes: Sizes) -> _Plan:
    """The widest that fits: first names give way, then words, then the cards lie closer."""
    full = _LOW_STEPS if sizes.low else _STEPS
    tries: list[tuple[int, int, int, bool]] = [(step, names, 900, True) for step in full for names in _NAMES[:2]]
    last = full[-1]
    tries += [(last, names, told, True) for told in (300, 240, *_TOLD) for names in _NAMES[1:]]
    if sizes.low:
        tries += [(last, names, told, False) for told in _TOLD for names in _NAMES[1:]]
    tries += [(step, names, _TOLD[-1], not sizes.low) for step in _NARROW for names in _NAMES[2:]]
    for each in tries:
        plan = _Plan(outcome, sizes, *each)
        if plan.spare() >= 0:
            return plan
    return _Plan(outcome, sizes, *tries[-1])


def _most(numbers: Iterable[int]) -> int:
    return max(numbers, default=0)
