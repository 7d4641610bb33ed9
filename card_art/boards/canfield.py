"""A Canfield board: reserve and stock on the left, the foundations on top, four columns below them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageColor

from bot.engine.cards import Card
from card_art import sprites
from card_art.layout import HEIGHT, TEXT, WIDTH
from card_art.palette import inks
from card_art.pieces import card_height
from card_art.plates import paste_label, pill
from card_art.scene import Board
from card_art.sprites import Style
from card_art.text import label

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
_INK = (232, 242, 236)
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
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
            words = pill(text, TEXT + 3, _COLUMNS - _LEFT - CARD - 60)
            words.stamp(canvas, _LEFT + CARD + 30, y)
            y += words.size[1] + 12
        foot = _FOOT - high - 34
        _squared(canvas, self.stock, _LEFT, foot, style)
        _spread(canvas, self.waste, _LEFT + CARD + 30, foot, style)
        for n, (top, ghost) in enumerate(self.homes):
            _home(canvas, top, ghost, _COLUMNS + n * _APART, style)
        for n, column in enumerate(self.columns):
            x = _COLUMNS + n * _APART
            words = label(f"T{n + 1}", TEXT, _FAINT)
            paste_label(canvas, words, x + CARD // 2, _BELOW - 16, 0.5)
            if not column:
                sprites.slot(CARD).stamp(canvas, x, _BELOW)
            step = min(_STEP, (_FOOT - high - _BELOW) // max(1, len(column) - 1))
            for i, c in enumerate(column):
                sprites.card(c, CARD, style).stamp(canvas, x, _BELOW + i * step)
                if i < len(column) - 1:
                    _sign(canvas, c, x + CARD - 24, _BELOW + i * step + step // 2 + 3, step, style)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        tops = [card_text(top) if top else f"empty, begins with {ghost}" for top, ghost in self.homes]
        columns = [f"T{n}: {' '.join(map(card_text, c)) or 'empty'}" for n, c in enumerate(self.columns, 1)]
        piles = []
        for pile in (self.reserve, self.waste, self.stock):
            top = f", {card_text(pile.top)} on top" if pile.top else ""
            piles.append(f"{pile.label} {pile.count}{top}")
        return ". ".join([*piles, f"Foundations: {', '.join(tops)}", *columns, *self.lines]) + "."


def _sign(canvas: Image.Image, c: Card, x: int, y: int, step: int, style: Style) -> None:
    """The suit beside the rank, where the next card covers the one below it."""
    ink = ImageColor.getrgb(inks(style.four_colour)[c.suit])
    words = label(_SIGNS[c.suit], min(34, step), (ink[0], ink[1], ink[2]), plain_suits=True)
    paste_label(canvas, words, x, y, 0.5)


def _squared(canvas: Image.Image, pile: Pile, x: int, y: int, style: Style) -> None:
    """A pile that lies squared, its top face up or down, its number below."""
    if pile.count == 0:
        sprites.slot(CARD).stamp(canvas, x, y)
    for i in range(min(3, (pile.count - 1) // 4 + (pile.count > 1)), 0, -1):
        sprites.back(CARD, style).stamp(canvas, x + 4 * i, y + 4 * i)
    if pile.count:
        top = sprites.card(pile.top, CARD, style) if pile.top else sprites.back(CARD, style)
        top.stamp(canvas, x, y)
    _below(canvas, pile, x, y)


def _spread(canvas: Image.Image, pile: Pile, x: int, y: int, style: Style) -> None:
    """The waste: what is seen of the last packet is spread, the available card on top."""
    if not pile.spread:
        _squared(canvas, pile, x, y, style)
        return
    if pile.count > len(pile.spread):
        sprites.back(CARD, style).stamp(canvas, x + 4, y + 4)
    for i, c in enumerate(pile.spread):
        sprites.card(c, CARD, style).stamp(canvas, x + i * _FAN, y)
    _below(canvas, pile, x, y)


def _below(canvas: Image.Image, pile: Pile, x: int, y: int) -> None:
    words = label(f"{pile.label} {pile.count}", TEXT + 2, _INK, weight=700)
    paste_label(canvas, words, x + CARD // 2, y + card_height(CARD) + 26, 0.5)


def _home(canvas: Image.Image, top: Card | None, ghost: str, x: int, style: Style) -> None:
    """A foundation: its top card, or an empty place that says what it begins with."""
    if top is not None:
        sprites.card(top, CARD, style).stamp(canvas, x, _TOP)
        return
    sprites.slot(CARD).stamp(canvas, x, _TOP)
    words = label(ghost, 44, _FAINT, weight=800, plain_suits=True, room=CARD - 10)
    paste_label(canvas, words, x + CARD // 2, _TOP + card_height(CARD) // 2, 0.5)


assert _COLUMNS + 3 * _APART + CARD < WIDTH
