"""The faces of the cards, drawn on a surface of 250 by 350 units."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.engine.cards import JACK, JOKER, RANKS, Card
from card_art.deck.courts import draw_court, draw_portrait
from card_art.deck.jokers import draw_compact_joker, draw_joker
from card_art.ink.glyphs import glyph
from card_art.ink.palette import GOLD, PAPER, RIM, inks, tint
from card_art.ink.pen import Pen, arc
from card_art.ink.suits import LEAVES, sign

WIDTH, HEIGHT, CORNER = 250, 350, 17
"""A card's sides and the radius of its corners, in units."""

FULL_FROM = 245
"""From this many pixels of width a card has pips, or both heads of its court; a narrower one has a large index."""
LEAST_INDEX = 49
"""Pixels that a large index is high, on any card that is wide enough for it: 16 where the picture is shown 360 wide."""
INDEX_SHARE = 0.42
"""Of a card's width, from its left edge to where its large index ends: the least from one card to the next."""
_LARGE, _LARGEST = 105, 154
"""Of the large index, in units: its height on a wide card, and on a narrow one, where it is all there is to see."""
_MARGIN, _BROADEST = 15, 85
_SIGN = 37

_INDEX_HEIGHT = 59
_INDEX_X, _INDEX_Y = 32, 15
"""The middle of the index, and its top."""

_ACE = 66
_COLUMNS = (88.0, 125.0, 162.0)
_TOP, _BOTTOM = 58, 292
_EVEN = [(0, 0.0), (2, 0.0), (0, 1.0), (2, 1.0)]
_SIX = [*_EVEN, (0, 0.5), (2, 0.5)]
_NINE = [*_EVEN, (0, 1 / 3), (2, 1 / 3), (0, 2 / 3), (2, 2 / 3)]
_PIPS = {
    2: [(1, 0.0), (1, 1.0)],
    3: [(1, 0.0), (1, 0.5), (1, 1.0)],
    4: _EVEN,
    5: [*_EVEN, (1, 0.5)],
    6: _SIX,
    7: [*_SIX, (1, 0.25)],
    8: [*_SIX, (1, 0.25), (1, 0.75)],
    9: [*_NINE, (1, 0.5)],
    10: [*_NINE, (1, 1 / 6), (1, 5 / 6)],
}
"""Where the pips of a number stand: their column, and how far down."""


def rank_name(c: Card) -> str:
    """The index of a card that is no joker: `A`, `10`, `K`."""
    return RANKS[c.rank - 1].replace("T", "10")


def blank(width: int) -> Pen:
    """A pen on an empty card `width` pixels wide."""
    return _empty(width).copied()


@lru_cache(maxsize=1)
def _empty(width: int) -> Pen:
    """Cards are drawn a whole pack of one size at a time, and copied from this."""
    scale = width / WIDTH
    pen = Pen(WIDTH, HEIGHT, scale, paper=RIM)
    hair = max(1.4, 0.6 / scale)
    pen.box(hair, hair, WIDTH - hair, HEIGHT - hair, CORNER - hair, PAPER)
    return pen


def draw_face(c: Card, width: int, *, four_colour: bool, compact: bool) -> Image.Image:
    """A card's face in RGB, `width` pixels wide; its corners are not cut. One that is `compact` has a large index at
    any width, and a suit where others have a person."""
    ink = inks(four_colour).get(c.suit, "")
    pen = blank(width)
    large = compact or width < FULL_FROM
    if c == JOKER:
        draw_compact_joker(pen) if large else draw_joker(pen)
        return pen.result()
    if large:
        _large_index(pen, c, ink, width)
        if c.rank >= JACK and not compact:
            draw_portrait(pen, c, ink)
        else:
            sign(pen, c.suit, 168, 258, 66, ink)
        return pen.result()
    if c.rank >= JACK:
        draw_court(pen, c, ink)
    elif c.rank == 1:
        _ace(pen, c.suit, ink)
    else:
        _number(pen, c, ink)
    _indices(pen, c, ink)
    return pen.result()


class LargeIndex(NamedTuple):
    """A large index in units of the card."""

    top: float
    high: float
    sign: float
    """Where the sign below it has its middle."""


def large_index(width: int) -> LargeIndex:
    """The large index of a card `width` pixels wide."""
    high = min(max(_LARGE, (LEAST_INDEX + 1) * WIDTH / width), _LARGEST)  # a pixel more, for edges are soft
    top = 24 - 12 * (high - _LARGE) / (_LARGEST - _LARGE)
    return LargeIndex(top, high, top + high + 12 + _SIGN)


def _large_index(pen: Pen, c: Card, ink: str, width: int) -> None:
    """A big rank over its suit, in the left two fifths."""
    index = large_index(width)
    mask = glyph(rank_name(c), round(index.high * pen.k))
    broadest = round(_BROADEST * pen.k)
    if mask.width > broadest:
        mask = mask.resize((broadest, mask.height))
    middle = _MARGIN + _BROADEST / 2
    pen.stamp(mask, middle - mask.width / pen.k / 2, index.top, ink)
    sign(pen, c.suit, middle, index.sign, _SIGN, ink)


def _indices(pen: Pen, c: Card, ink: str) -> None:
    """Rank over suit in two corners."""
    mask = glyph(rank_name(c), round(_INDEX_HEIGHT * pen.k))
    half = mask.width / pen.k / 2
    pen.stamp(mask, _INDEX_X - half, _INDEX_Y, ink)
    pen.stamp(
        mask.transpose(Image.Transpose.ROTATE_180), WIDTH - _INDEX_X - half, HEIGHT - _INDEX_Y - _INDEX_HEIGHT, ink
    )
    sign(pen, c.suit, _INDEX_X, 100, 19, ink)
    sign(pen, c.suit, WIDTH - _INDEX_X, HEIGHT - 100, 19, ink, upside_down=True)


def _number(pen: Pen, c: Card, ink: str) -> None:
    size = 28 if c.rank < 4 else 24.5 if c.rank < 6 else 21 if c.rank < 9 else 19
    for column, down in _PIPS[c.rank]:
        sign(pen, c.suit, _COLUMNS[column], _TOP + (_BOTTOM - _TOP) * down, size, ink, upside_down=down > 0.5)


def _ace(pen: Pen, suit: str, ink: str) -> None:
    """One great sign, with a fine line within it and a golden heart."""
    sign(pen, suit, 125, 175, _ACE, ink)
    light = tint(ink, 0.35)
    if suit == "C":
        for x, y in LEAVES:
            pen.line(arc(125 + x * _ACE, 175 + y * _ACE, 23, 23, 130, 320), light, 2.2)
    else:
        y = 175 - {"S": 2, "H": 4}.get(suit, 0)
        sign(pen, suit, 125, y, 51, light)
        sign(pen, suit, 125, y, 47, ink)
    sign(pen, suit, 125, 175, 17, GOLD)
