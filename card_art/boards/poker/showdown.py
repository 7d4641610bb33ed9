"""A showdown: who has won with what, the cards that have won raised in gold, and all other hands in rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from PIL import Image

from bot.engine.cards import Card
from card_art.boards.poker import GAP, LEFT, RIGHT, TOP
from card_art.boards.poker.hands import cards_alt, fan, paste_called, set_in, wild_star
from card_art.deck import sprites
from card_art.ink.sizes import LINE
from card_art.ink.text import SOFT, WHITE, fits, label
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, PANEL_TABLE, Box
from card_art.tables.plates import GOLD_TEXT, badge, blank_plate, paste_label

_BEST, _ROW = 276, 86
"""The most height that a winning hand takes at a showdown, and another one."""
_CHANGE = re.compile(r" [+−][0-9,½]+")
_APART = 30
"""Between a hand and the board."""


@dataclass(frozen=True, slots=True)
class Best:
    """A hand that has won a pot, or a part of one."""

    name: str
    number: int
    face: str
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    counting: frozenset[Card]
    """The cards that make it."""
    called: str
    won: str
    """ "main pot 86½"."""
    change: str = ""
    wild: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class Shown:
    """Another hand of a showdown."""

    name: str
    number: int
    face: str
    cards: tuple[Card, ...]
    called: str
    won: str = ""
    change: str = ""
    counting: frozenset[Card] | None = None
    """The cards that make what it has won; None if it has won nothing."""
    wild: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class Showdown(Board):
    """Who has won with what: the winning hands large, all others in rows."""

    best: tuple[Best, ...]
    """One for each pot, half or board that somebody else or something else has won, the main pot first."""
    rows: tuple[Shown, ...]
    foot: str = ""
    """Who has folded, and what it has cost."""
    low: bool = False

    in_line: ClassVar[bool] = True

    @property
    def columns(self) -> int:
        """In which the other hands stand."""
        return 1 if len(self.rows) <= (2 if self.low else 4) else 2

    @property
    def height(self) -> int:
        """With all hands as large as they may be; no higher than the place there is."""
        large = sum(_sizes(one, Box(LEFT, 0, RIGHT - LEFT, _BEST)).high + GAP for one in self.best)
        lines = -(-len(self.rows) // self.columns)
        needed = TOP + 10 + large + lines * (_ROW + 8) + 10 + (34 if self.foot else 0)
        return min(PANEL_TABLE, needed) if self.low else min(HEIGHT, needed + RAIL)

    def draw(self, canvas: Image.Image, style: Style) -> None:
        end = self.height - (0 if self.low else RAIL) - 10 - (34 if self.foot else 0)
        y = TOP + 10
        columns = self.columns
        lines = -(-len(self.rows) // columns)
        least = (56 if self.low else 74) if columns == 2 else 62
        room = end - y - lines * (least + 8)
        each = min(_BEST, (room - GAP * (len(self.best) - 1)) // max(1, len(self.best)))
        for one in self.best:
            high = _best(canvas, one, Box(LEFT, y, RIGHT - LEFT, each), style)
            y += high + GAP
        high = min(_ROW, (end - y - 8 * (lines - 1)) // max(1, lines))
        wide = (RIGHT - LEFT - GAP * (columns - 1)) // columns
        for n, row in enumerate(self.rows):
            x = LEFT + n % columns * (wide + GAP)
            (_row if columns == 1 else _narrow_row)(
                canvas, row, Box(x, y + n // columns * (high + 8), wide, high), style
            )
        if self.foot:
            x = LEFT + (10 if self.low else 72)  # beside the badge that Discord lays on a picture
            room = RIGHT - x - 20
            names = _CHANGE.sub("", self.foot)  # where many have folded, what it has cost each gives way to their names
            foot, size = next(
                ((foot, n) for foot, n in ((self.foot, LINE), (names, LINE), (names, 26)) if fits(foot, n, room)),
                (names, 22),
            )
            paste_label(canvas, label(foot, size, WHITE, room=room), x, end + 18)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        said: list[str] = []
        for one in self.best:
            with_ = cards_alt([c for c in (*one.own, *one.board) if c in one.counting], one.wild, card_text)
            board = f" on {cards_alt(one.board, one.wild, card_text)}" if one.board else ""
            change = f", {one.change}" if one.change else ""
            held = cards_alt(one.own, one.wild, card_text)
            said.append(f"{one.name} {held}{board}: {one.called} ({with_}), {one.won}{change}.")
        for row in self.rows:
            told = ", ".join(filter(None, (row.called, row.won, row.change)))
            said.append(f"{row.name} {cards_alt(row.cards, row.wild, card_text)}: {told}.")
        return " ".join([*said, *([f"{self.foot}."] if self.foot else [])])


class _Sizes(NamedTuple):
    """Of a winning hand and what is said below it."""

    card: int
    """How wide a card is."""
    raised: int
    """How much a card that counts lies above the others."""
    text: int
    """How high the words below are."""
    high: int
    """All of it."""


def _sizes(one: Best, box: Box) -> _Sizes:
    """As large as there is room."""
    text, raised = (56, 18) if box.h >= 200 else (44, 10)
    cards = len(one.own) + len(one.board)
    fits = (box.w - 34 - (_APART if one.board else 0)) // cards - 14
    width = min(120, int((box.h - text - 34) / sprites.RATIO), fits)
    return _Sizes(width, raised, text, sprites.card_height(width) + raised + 16 + text)


def _best(canvas: Image.Image, one: Best, box: Box, style: Style) -> int:
    """The hand and the board, the cards that count raised in gold, and below them who has won what. Returns how high it
    has become."""
    cards = (*one.own, *one.board)
    apart = _APART if one.board else 0
    width, raised, text, whole = _sizes(one, box)
    high = sprites.card_height(width)
    box = box._replace(h=whole)
    blank_plate(box.w, box.h, True, False).stamp(canvas, box.x, box.y)
    step = min(width + 18, (box.w - 34 - apart - width) // max(1, len(cards) - 1))
    x = box.x + (box.w - step * (len(cards) - 1) - width - apart) // 2
    for n, c in enumerate(cards):
        at = x + n * step + (apart if n >= len(one.own) else 0)
        counts = c in one.counting
        y = box.y + 14 + (0 if counts else raised)
        sprites.card(c, width, style, dim=not counts).stamp(canvas, at, y)
        if counts:
            sprites.frame(width).stamp(canvas, at, y)
        if c in one.wild:
            star = wild_star()
            star.stamp(canvas, at + 6, y + high - star.size[1] - 6)
    middle = box.bottom - text // 2 - 2
    size = 46 if text > 50 else 36
    disc, mask = badge(one.name, one.number, size, style.cloth, one.face)
    canvas.paste(disc, (box.x + 16, middle - size // 2), mask)
    letters = 34 if text > 50 else 28
    won = label(one.won, letters + 2, GOLD_TEXT, weight=800, room=box.w // 2)
    paste_label(canvas, won, box.right - 18, middle, 1.0)
    end = box.right - 18 - won.width
    name = label(one.name, letters, WHITE, weight=700, room=220, name=True)
    left = box.x + 16 + size + 12
    paste_label(canvas, name, left, middle)
    left += name.width + 22
    net = one.change.partition(", ")[0]
    for told, in_words in ((one.change, True), (net, True), (net, False)):  # the current stack gives way first
        change = label(told, LINE, SOFT)
        room = end - left - change.width - 36
        if not told or room <= 60:
            continue
        set_letters, lines = set_in(one.called, letters, room)  # there is no height for a second line
        if set_letters == letters and (not in_words or lines == (one.called,)):
            end -= change.width + 20
            paste_label(canvas, change, end, middle)
            break
    at = Box(left, middle - 22, end - left - 16, 44)
    paste_called(canvas, one.called, at, GOLD_TEXT, letters, lines=1)
    return box.h


def _row(canvas: Image.Image, row: Shown, box: Box, style: Style) -> None:
    """Name, cards, what they make, and what that has won."""
    blank_plate(box.w, box.h, False, False).stamp(canvas, box.x, box.y)
    middle, ink = box.middle[1], GOLD_TEXT if row.won else WHITE
    size = min(50, box.h - 14)
    disc, mask = badge(row.name, row.number, size, style.cloth, row.face)
    canvas.paste(disc, (box.x + 16, middle - size // 2), mask)
    paste_label(canvas, label(row.name, LINE, WHITE, weight=700, room=148, name=True), box.x + 84, middle)
    end = _row_cards(canvas, row, box.x + 244, Box(box.x, box.y, 300, box.h), style)
    right = box.right - 20
    won = label(row.won, 32, GOLD_TEXT, weight=800, room=330)
    change = label(row.change, LINE, SOFT, room=240)
    if set_in(row.called, LINE, max(60, right - end - 44 - max(won.width, change.width)))[1] != (row.called,):
        change = label(row.change.partition(", ")[0], LINE, SOFT, room=240)
    if row.won and row.change and box.h >= 60:
        paste_label(canvas, won, right, middle - 15, 1.0)
        paste_label(canvas, change, right, middle + 18, 1.0)
        right -= max(won.width, change.width)
    else:
        paste_label(canvas, won if row.won else change, right, middle, 1.0)
        right -= (won if row.won else change).width
    paste_called(canvas, row.called, Box(end + 24, box.y, right - end - 44, box.h), ink)


def _narrow_row(canvas: Image.Image, row: Shown, box: Box, style: Style) -> None:
    """Half as wide: words below the name."""
    blank_plate(box.w, box.h, False, False).stamp(canvas, box.x, box.y)
    upper, lower = box.y + box.h * 3 // 10 + 2, box.bottom - box.h * 3 // 10
    size = 34
    disc, mask = badge(row.name, row.number, size, style.cloth, row.face)
    canvas.paste(disc, (box.x + 12, upper - size // 2), mask)
    room = Box(box.x, box.y, 196, box.h)
    width, step = _small(len(row.cards), room)
    left = box.right - 14 - width - step * (len(row.cards) - 1)
    _row_cards(canvas, row, left, room, style)
    ink, room = GOLD_TEXT if row.won else SOFT, left - box.x - 80
    told = label(row.won or row.change, LINE, ink, room=room - 90)
    name = label(row.name, LINE, WHITE, weight=700, room=room - told.width if told.width > 2 else room, name=True)
    paste_label(canvas, name, box.x + 54, upper)
    paste_label(canvas, told, left - 14, upper, 1.0)
    paste_called(canvas, row.called, Box(box.x + 14, lower - 18, left - box.x - 30, 36), WHITE, lines=1)


def _small(count: int, room: Box) -> tuple[int, int]:
    """The width of small cards in a row, and the step between them."""
    width = min(57, int((room.h - 8) / sprites.RATIO))
    return width, min(width + 7, (room.w - width) // max(1, count - 1))


def _row_cards(canvas: Image.Image, row: Shown, x: int, room: Box, style: Style) -> int:
    """Small ones with a large index. Returns where they end."""
    width, step = _small(len(row.cards), room)
    small = Style(style.four_colour, compact=True)
    out = frozenset(row.cards) - row.counting if row.counting is not None else frozenset[Card]()
    y = room.y + (room.h - sprites.card_height(width)) // 2
    fan(canvas, row.cards, Box(x, y, width, sprites.card_height(width)), step, small, row.wild, out)
    return x + width + step * (len(row.cards) - 1)
