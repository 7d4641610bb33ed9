"""A Canfield board: reserve and stock on the left, the foundations on top, four columns below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.card_faces import rank_name
from card_art.deck.sprites import Sprite, card_height
from card_art.ink.glyphs import glyph
from card_art.ink.palette import PAPER, RIM, TWO_COLOUR
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.suits import sign
from card_art.ink.text import WHITE, label
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables.layout import HEIGHT, WIDTH
from card_art.tables.plates import paste_label

CARD = 112
_LEFT = 28
_COLUMNS = 448
"""Where the first column lies."""
_APART = 160
_TOP = 34
_BELOW = 230
_FOOT = HEIGHT - 46
_STEP = 46
"""From one card of a column to the next, while there is room."""
_FAN = 48
_RESERVE_TOP = 128
_LINE_STEP = 38
_BESIDE = (162, 262)
"""Where words beside the reserve begin, and how much room they have."""
_READABLE, _LAST = 38, 84
"""Covered cards are not drawn closer than the first, while the uncovered one may lose height for it, down to the
second."""
_RADIUS = 8
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

    title_width = 380

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
        y = _RESERVE_TOP + 12
        for text in self.lines:
            paste_label(canvas, label(text, LINE, WHITE, weight=700, room=_BESIDE[1]), _BESIDE[0], y)
            y += _LINE_STEP
        foot = _FOOT - high - 34
        _squared(canvas, self.stock, _LEFT, foot, style)
        _spread(canvas, self.waste, _LEFT + CARD + 76, foot, style)
        for n, (top, ghost) in enumerate(self.homes):
            _home(canvas, top, ghost, _COLUMNS + n * _APART, style)
        for n, column in enumerate(self.columns):
            x = _COLUMNS + n * _APART
            words = label(f"T{n + 1}", LINE, _FAINT)
            paste_label(canvas, words, x + CARD // 2, _BELOW - 20, 0.5)
            if not column:
                sprites.slot(CARD).stamp(canvas, x, _BELOW)
                continue
            step, last = _steps(len(column))
            for i, c in enumerate(column[:-1]):
                _strip(c, step, step + _RADIUS + 2).stamp(canvas, x, _BELOW + i * step)
            foot = _BELOW + (len(column) - 1) * step
            if last == high:
                sprites.card(column[-1], CARD, style).stamp(canvas, x, foot)
            else:
                _strip(column[-1], last, last).stamp(canvas, x, foot)

    @property
    def free(self) -> Sequence[tuple[int, int, int, int]]:
        """Right of the reserve, below the lines."""
        top = _RESERVE_TOP + _LINE_STEP * len(self.lines)
        left = _LEFT + CARD + 46
        return ((left, top, _COLUMNS - 12 - left, _FOOT - card_height(CARD) - 34 - 10 - top),)

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


@cached_sprite
def _strip(c: Card, seen: int, high: int) -> Sprite:
    """A card of which `seen` pixels show above the next one: its rank and suit side by side in them."""
    pen = Pen(CARD, high, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, CARD, high, _RADIUS, RIM)
    pen.box(1.2, 1.2, CARD - 1.2, high - 1.2, _RADIUS - 1.2, PAPER)
    ink, rank = TWO_COLOUR[c.suit], min(40, seen - 6)
    letters = glyph(rank_name(c), rank * 4)
    pen.stamp(letters, 8, (seen - rank) / 2 + 1, ink)
    sign(pen, c.suit, 8 + letters.width / 4 + 5 + rank * 0.36, seen / 2 + 1, rank * 0.36, ink)
    return Sprite(few_opacities(pen.result(), 8), (0, 0, 0, 0), (_RADIUS, _RADIUS, CARD - _RADIUS, high - _RADIUS))


def _squared(canvas: Image.Image, pile: Pile, x: int, y: int, style: Style) -> None:
    """A pile that lies squared, its top face up or down, its number below."""
    if pile.count == 0:
        sprites.slot(CARD).stamp(canvas, x, y)
    for i in range(min(3, (pile.count - 1) // 4 + (pile.count > 1)), 0, -1):
        sprites.back(CARD).stamp(canvas, x + 4 * i, y + 4 * i)
    if pile.count:
        if pile.top:
            sprites.card(pile.top, CARD, style).stamp(canvas, x, y)
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
        sprites.card(c, CARD, style).stamp(canvas, x + i * _FAN, y)
    _below(canvas, pile, x, y)


def _below(canvas: Image.Image, pile: Pile, x: int, y: int) -> None:
    words = label(f"{pile.label} {pile.count}", LINE, _INK, weight=700, room=CARD + 42)
    paste_label(canvas, words, x, y + card_height(CARD) + 26)


def _home(canvas: Image.Image, top: Card | None, ghost: str, x: int, style: Style) -> None:
    """A foundation: its top card, or an empty place that says what it begins with."""
    if top is not None:
        sprites.card(top, CARD, style).stamp(canvas, x, _TOP)
        return
    sprites.slot(CARD).stamp(canvas, x, _TOP)
    words = label(ghost, 44, _FAINT, weight=800, plain_suits=True, room=CARD - 10)
    paste_label(canvas, words, x + CARD // 2, _TOP + card_height(CARD) // 2, 0.5)


assert _COLUMNS + 3 * _APART + CARD < WIDTH
