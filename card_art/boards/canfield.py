"""A Canfield board: reserve and stock on the left, the foundations on top, four columns below them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.card_faces import rank_name
from card_art.deck.sprites import Sprite, card_height
from card_art.ink.glyphs import glyph
from card_art.ink.palette import PAPER, RIM, TWO_COLOUR, inks, rgb
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.suits import sign
from card_art.ink.text import label
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables.layout import HEIGHT, WIDTH
from card_art.tables.plates import paste_label, pill

CARD = 112
_LEFT = 52
_COLUMNS = 440
"""Where the first column lies."""
_APART = 160
_TOP = 34
_BELOW = 230
_FOOT = HEIGHT - 46
_STEP = 46
"""From one card of a column to the next, while there is room."""
_FAN = 48
_RESERVE_TOP = 150
_READABLE, _LAST = 38, 84
"""Covered cards are not drawn closer than the first, while the uncovered one may lose height for it, down to the
second."""
_RADIUS, _MARK, _KEY = 8, 20, 38
_INK = (232, 242, 236)
_FAINT = (150, 190, 168)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of a board, with its number of cards."""

    label: str
    count: int
    top: Card | None = None
    """The face on top, `None` for a back."""
    spread: tuple[Card, ...] = ()
    """The faces of the uppermost cards where they lie spread, the top one last."""


@dataclass(frozen=True, slots=True)
class CanfieldBoard(Board):
    """The board of one who plays Canfield."""

    reserve: Pile
    stock: Pile
    waste: Pile
    homes: tuple[tuple[Card | None, str], ...]
    """The foundations: the top card, and what an empty one begins with: "3♠"."""
    columns: tuple[tuple[Card, ...], ...]
    """Each from its first card to the uncovered one."""
    lines: tuple[str, ...] = ()
    """Pills beside the reserve: "12 home", "34 moves"."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        high = card_height(CARD)
        _squared(canvas, self.reserve, _LEFT, _RESERVE_TOP, style)
        y = _RESERVE_TOP
        for text in self.lines:
            words = pill(text, LINE, _COLUMNS - _LEFT - CARD - 60)
            words.stamp(canvas, _LEFT + CARD + 30, y)
            y += words.size[1] + 12
        if style.four_colour:
            _legend().stamp(canvas, _LEFT + CARD + 30, y)
        foot = _FOOT - high - 34
        _squared(canvas, self.stock, _LEFT, foot, style)
        _spread(canvas, self.waste, _LEFT + CARD + 30, foot, style)
        for n, (top, ghost) in enumerate(self.homes):
            _home(canvas, top, ghost, _COLUMNS + n * _APART, style)
        for n, column in enumerate(self.columns):
            x = _COLUMNS + n * _APART
            words = label(f"T{n + 1}", LINE, _FAINT)
            paste_label(canvas, words, x + CARD // 2, _BELOW - 16, 0.5)
            if not column:
                sprites.slot(CARD).stamp(canvas, x, _BELOW)
                continue
            step, last = _steps(len(column))
            for i, c in enumerate(column[:-1]):
                _strip(c, step, step + _RADIUS + 2, style.four_colour).stamp(canvas, x, _BELOW + i * step)
            foot = _BELOW + (len(column) - 1) * step
            if last == high:
                _card(canvas, column[-1], x, foot, style)
            else:
                _strip(column[-1], last, last, style.four_colour).stamp(canvas, x, foot)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        tops = [card_text(top) if top else f"empty, begins with {ghost}" for top, ghost in self.homes]
        columns = [f"T{n}: {' '.join(map(card_text, c)) or 'empty'}" for n, c in enumerate(self.columns, 1)]
        piles = []
        for pile in (self.reserve, self.waste, self.stock):
            top = f", {card_text(pile.top)} on top" if pile.top else ""
            piles.append(f"{pile.label} {pile.count}{top}")
        return ". ".join([*piles, f"Foundations: {', '.join(tops)}", *columns, *self.lines]) + "."


def _steps(cards: int) -> tuple[int, int]:
    """From one card of a column to the next, and the height of the uncovered one: it gives way before its column's
    ranks become too small to read."""
    high = card_height(CARD)
    step = min(_STEP, (_FOOT - high - _BELOW) // max(1, cards - 1))
    return (step, high) if step >= _READABLE else (min(_STEP, (_FOOT - _LAST - _BELOW) // (cards - 1)), _LAST)


def _card(canvas: Image.Image, c: Card, x: int, y: int, style: Style) -> None:
    """A card face up; where every suit has its own colour, with the mark of red or black."""
    sprites.card(c, CARD, style).stamp(canvas, x, y)
    if style.four_colour:
        _mark(c.suit in "DH").stamp(canvas, x + CARD - _MARK - 8, y + 8)


@cached_sprite
def _strip(c: Card, seen: int, high: int, four_colour: bool) -> Sprite:
    """A card of which `seen` pixels show above the next one: its rank and suit side by side in them."""
    pen = Pen(CARD, high, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, CARD, high, _RADIUS, RIM)
    pen.box(1.2, 1.2, CARD - 1.2, high - 1.2, _RADIUS - 1.2, PAPER)
    ink, rank = inks(four_colour)[c.suit], min(40, seen - 6)
    letters = glyph(rank_name(c), rank * 4)
    pen.stamp(letters, 8, (seen - rank) / 2 + 1, ink)
    sign(pen, c.suit, 8 + letters.width / 4 + 5 + rank * 0.36, seen / 2 + 1, rank * 0.36, ink)
    if four_colour:
        _draw_mark(pen, c.suit in "DH", CARD - _MARK - 8, (seen - _MARK) / 2 + 1)
    return Sprite(few_opacities(pen.result(), 8), (0, 0, 0, 0), (_RADIUS, _RADIUS, CARD - _RADIUS, high - _RADIUS))


def _draw_mark(pen: Pen, red: bool, x: float, y: float) -> None:
    """Red is a disc, black a square."""
    if red:
        pen.oval(x + _MARK / 2, y + _MARK / 2, _MARK / 2, fill=TWO_COLOUR["H"])
    else:
        pen.box(x, y, x + _MARK, y + _MARK, 2, TWO_COLOUR["S"])


@cache
def _mark(red: bool) -> Sprite:
    pen = Pen(_MARK, _MARK, 1, mode="RGBA", paper=(0, 0, 0, 0))
    _draw_mark(pen, red, 0, 0)
    return Sprite(few_opacities(pen.result(), 8))


@cache
def _legend() -> Sprite:
    """What the marks say."""
    words = [label(text, LINE, rgb(TWO_COLOUR["S"]), weight=700) for text in ("red", "black")]
    wide = sum(_MARK + 8 + one.width + 14 for one in words) + 18
    pen = Pen(wide, _KEY, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, wide, _KEY, _KEY / 2, PAPER)
    x, places = 14, list[int]()
    for red, one in zip((True, False), words, strict=True):
        _draw_mark(pen, red, x, (_KEY - _MARK) / 2)
        places.append(x + _MARK + 8)
        x += _MARK + 8 + one.width + 14

    def write(image: Image.Image, dx: int, dy: int) -> None:
        for one, left in zip(words, places, strict=True):
            paste_label(image, one, dx + left, dy + _KEY // 2)

    core = (_MARK + 16, 4, wide - 16, _KEY - 4)
    return Sprite(few_opacities(pen.result(), 8), (0, 0, 0, 0), core).written(write)


def _squared(canvas: Image.Image, pile: Pile, x: int, y: int, style: Style) -> None:
    """A pile that lies squared, its top face up or down, its number below."""
    if pile.count == 0:
        sprites.slot(CARD).stamp(canvas, x, y)
    for i in range(min(3, (pile.count - 1) // 4 + (pile.count > 1)), 0, -1):
        sprites.back(CARD).stamp(canvas, x + 4 * i, y + 4 * i)
    if pile.count:
        if pile.top:
            _card(canvas, pile.top, x, y, style)
        else:
            sprites.back(CARD).stamp(canvas, x, y)
    _below(canvas, pile, x, y)


def _spread(canvas: Image.Image, pile: Pile, x: int, y: int, style: Style) -> None:
    """The waste: the last packet is spread, the available card on top."""
    if not pile.spread:
        _squared(canvas, pile, x, y, style)
        return
    if pile.count > len(pile.spread):
        sprites.back(CARD).stamp(canvas, x + 4, y + 4)
    for i, c in enumerate(pile.spread):
        _card(canvas, c, x + i * _FAN, y, style)
    _below(canvas, pile, x, y)


def _below(canvas: Image.Image, pile: Pile, x: int, y: int) -> None:
    words = label(f"{pile.label} {pile.count}", LINE, _INK, weight=700)
    paste_label(canvas, words, x + CARD // 2, y + card_height(CARD) + 26, 0.5)


def _home(canvas: Image.Image, top: Card | None, ghost: str, x: int, style: Style) -> None:
    """A foundation: its top card, or an empty place that says what it begins with."""
    if top is not None:
        _card(canvas, top, x, _TOP, style)
        return
    sprites.slot(CARD).stamp(canvas, x, _TOP)
    words = label(ghost, 44, _FAINT, weight=800, plain_suits=True, room=CARD - 10)
    paste_label(canvas, words, x + CARD // 2, _TOP + card_height(CARD) // 2, 0.5)


assert _COLUMNS + 3 * _APART + CARD < WIDTH
