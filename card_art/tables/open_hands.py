"""Hands that lie open below a table: whose they are, and every card with its index. One way for all games.

They stand in as many columns as let the cards be largest without the picture growing too high. Of a card as much is
seen as its index takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from PIL import Image

from card_art.deck import sprites
from card_art.deck.card_faces import INDEX_SHARE
from card_art.ink.sizes import LINE
from card_art.ink.text import SOFT, label
from card_art.scene.style import Style
from card_art.scene.table import OpenHand
from card_art.tables.felt import RAIL
from card_art.tables.layout import EDGE, WIDTH
from card_art.tables.plates import mat, paste_label

_SIDE, _GAP = EDGE + 8, 22
_EDGE, _ABOVE = 4, 12
"""From the rail to the mat; and how much higher the picture is, so that it begins below everything that hangs from
plates."""
_INSIDE = 8
"""From the mat's edge to what lies on it."""
_WIDTHS = (84, 78, 72, 66, 60)
_LARGE = 72
"""Cards of this width are worth a higher picture, and no larger ones are."""
_HEIGHTS = (200, 270, 320)
"""How high all of it may be: no higher than what makes cards large."""
_COLUMNS = (1, 2, 3, 4, 5)
_SPACED = 0.5
_SEEN = 0.76
"""How much of a card is seen: its rank and its suit; there the next line begins, or the edge of the mat."""
_NAME_LINE, _BETWEEN = 46, 6
_TALLER = 20
"""Heights are rounded up to this, so that few empty tables are kept."""


class _Laid(NamedTuple):
    """How all of them lie."""

    card: int
    columns: int
    column: int
    """The width of each."""

    def lines(self, count: int) -> int:
        """How many lines this many cards take."""
        fit = 1 + int((self.column - self.card) / (self.card * INDEX_SHARE))
        return max(1, ceil(count / fit))

    def line(self) -> int:
        return round(sprites.card_height(self.card) * _SEEN)

    def row(self, hands: Iterable[OpenHand]) -> int:
        """The height of hands side by side."""
        return max(self.lines(len(hand.cards)) for hand in hands) * self.line() + _NAME_LINE

    def rows(self, hands: tuple[OpenHand, ...]) -> Iterator[tuple[OpenHand, ...]]:
        for n in range(0, len(hands), self.columns):
            yield hands[n : n + self.columns]

    def height(self, hands: tuple[OpenHand, ...]) -> int:
        rows = [self.row(row) for row in self.rows(hands)]
        return sum(rows) + _BETWEEN * (len(rows) - 1) + 2 * _INSIDE


def height(hands: tuple[OpenHand, ...]) -> int:
    """How much higher a picture with them is, in pixels; 0 if there are none."""
    return -(-(_laid(hands).height(hands) + _ABOVE) // _TALLER) * _TALLER if hands else 0


def draw(canvas: Image.Image, hands: tuple[OpenHand, ...], style: Style) -> None:
    """Draw them at the lower end of a canvas that has been made higher for them."""
    if not hands:
        return
    laid, style = _laid(hands), replace(style, compact=True)  # only the index counts
    high = laid.height(hands)
    y = canvas.height - RAIL - _EDGE - high
    mat(WIDTH - 2 * RAIL - 8, high, style.cloth).stamp(canvas, RAIL + 4, y)
    y += _INSIDE
    for row in laid.rows(hands):
        box = (0, y, WIDTH, y + laid.row(row))
        strip = canvas.crop(box)  # what reaches beyond it is cut off there
        for n, hand in enumerate(row):
            _hand(strip, hand, laid, style, _SIDE + n * (laid.column + _GAP))
        canvas.paste(strip, box)
        y = box[3] + _BETWEEN


def _laid(hands: tuple[OpenHand, ...]) -> _Laid:
    """The first height at which cards are large; otherwise the one that makes them largest."""
    best = [_largest(hands, most) for most in _HEIGHTS]
    return next((laid for laid in best if laid.card >= _LARGE), best[-1])


def _largest(hands: tuple[OpenHand, ...], most: int) -> _Laid:
    every = [_in(columns, card) for card in _WIDTHS for columns in _COLUMNS if columns <= len(hands)]
    fitting = (laid for laid in every if laid.height(hands) <= most)
    return next(fitting, min(every, key=lambda laid: laid.height(hands)))


def _in(columns: int, card: int) -> _Laid:
    return _Laid(card, columns, (WIDTH - 2 * _SIDE - (columns - 1) * _GAP) // columns)


def _hand(strip: Image.Image, hand: OpenHand, laid: _Laid, style: Style, left: int) -> None:
    name = label(hand.name, LINE, SOFT, weight=700, room=laid.column, name=True)
    paste_label(strip, name, left, _NAME_LINE // 2 - 2)
    for card, (x, y) in zip(hand.cards, _places(hand, laid), strict=True):
        sprites.card(card, laid.card, style).stamp(strip, left + x, _NAME_LINE + y)


def _places(hand: OpenHand, laid: _Laid) -> Iterator[tuple[int, int]]:
    """Where each card lies, from the left end of the first."""
    each = ceil(len(hand.cards) / laid.lines(len(hand.cards)))
    step = min(round(laid.card * _SPACED), (laid.column - laid.card) // max(1, each - 1))
    for n in range(len(hand.cards)):
        line, place = divmod(n, each)
        yield place * step, line * laid.line()
