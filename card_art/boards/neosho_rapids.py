"""A table of Neosho Rapids: the last chain as it lies on its river, from the upcard before it to that of now."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.sprites import Sprite
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, label, wrapped
from card_art.scene.pieces import Seat, Stamp
from card_art.scene.style import Style
from card_art.scene.suit_signs import named
from card_art.scene.table import Board
from card_art.tables import fans
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.plates import paste_label, pill
from card_art.tables.seat_plate import draw_plate
from card_art.tables.stamps import stamp

_LEFT, _RIGHT = 36, WIDTH - 36
_HIGH, _PLATES_Y, _APART, _WIDE = 78, 146, 14, 276
_BACKS = 36
"""Room for small backs above a plate."""
_OWN_Y, _OWN_WIDE = HEIGHT - RAIL - _HIGH - 18, 330
_RIVER, _RIVER_RIGHT, _SWELL = 388, 896, 30
"""How far down the river runs, how far right cards lie on it, and how far it goes up and down."""
_HERO, _AGAIN = 172, 150
"""Widths of the upcard: as it should be, and where a chain is long."""
_WIDTHS = (126, 116, 104, 92, 82)
_EASY, _CLOSEST = 0.52, 0.4
"""From one card of a chain to the next, in widths of a card: as it should be, and as it may be at the worst."""
_SPACED = 1.016
_LIFTED = 36
_STOCK, _STOCK_X, _STOCK_Y = 90, 954, 300
_WATER, _BANK = (110, 175, 225, 60), 84
_WORDS, _TOLD = LINE, 11
"""The size of words below the river, and how many cards they name."""


@dataclass(frozen=True, slots=True)
class NeoshoTable(Board):
    """The table of a hand."""

    title_width = 640

    seats: tuple[Seat, ...]
    """The viewer's first, or the bottom seat's; the backs of all of them."""
    upcard: Card
    before: Card | None = None
    """The upcard that the chain was laid on."""
    chain: tuple[Card, ...] = ()
    """The cards that were laid last, the upcard among them."""
    of: str = ""
    """Whose chain it is."""
    stock: int = 0
    discards: int = 1
    following: str = ""
    """Who comes next."""
    stamp: Stamp | None = None
    """On the upcard."""
    low: bool = False
    """The viewer's own cards lie below it."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        _river().stamp(canvas, RAIL, _RIVER - 2 * _SWELL - _BANK)
        self._piles(canvas, style)
        self._chain(canvas, style)
        above = self.seats[1:]
        wide = min(_WIDE, (_RIGHT - _LEFT - _APART * (len(above) - 1)) // len(above))
        pitch = (_RIGHT - _LEFT - wide) // max(1, len(above) - 1) if len(above) > 2 else wide + 90
        x = (WIDTH - wide - pitch * (len(above) - 1)) // 2
        for n, seat in enumerate(above):
            _plate(canvas, seat, x + n * pitch, _PLATES_Y, wide, style)
        _plate(canvas, self.seats[0], (WIDTH - _OWN_WIDE) // 2, self._own_y, _OWN_WIDE, style, backs=not self.low)
        self._words(canvas, style)

    @property
    def _own_y(self) -> int:
        return PANEL_TABLE - _HIGH - 8 if self.low else _OWN_Y

    @property
    def _river(self) -> int:
        """How far down the cards lie; over a hand they are a little higher."""
        return _RIVER - _LIFTED if self.low else _RIVER

    def _piles(self, canvas: Image.Image, style: Style) -> None:
        if self.stock:
            sprites.back_pile(_STOCK, min(3, self.stock - 1)).stamp(canvas, _STOCK_X, _STOCK_Y)
        else:
            sprites.slot(_STOCK).stamp(canvas, _STOCK_X, _STOCK_Y)
        middle, y = _STOCK_X + _STOCK // 2, _STOCK_Y + sprites.card_height(_STOCK) + 30
        said = f"Stock {self.stock}" if self.stock else "No stock"
        paste_label(canvas, label(said, LINE, WHITE, weight=700), middle, y, 0.5)
        paste_label(canvas, label(f"pile {self.discards}", LINE, SOFT), middle, y + 34, 0.5)

    def _chain(self, canvas: Image.Image, style: Style) -> None:
        """From the dim card that lay there before to the upcard, up and down as water runs."""
        behind = [*([self.before] if self.before else []), *self.chain[:-1]]
        hero, width, step, hidden = fitting(len(behind))
        hero = min(hero, _AGAIN) if self.low else hero
        behind = behind[hidden:]
        whole = step * len(behind) + (12 if behind else 0) + hero
        x = _LEFT + 20 + (_RIVER_RIGHT - _LEFT - 20 - whole) // 2
        for n, c in enumerate(behind):
            y = self._river + round(_SWELL * math.sin(1.15 * n - 0.9)) - sprites.card_height(width) // 2
            dim = not hidden and n == 0
            sprites.card(c, width, style, dim=dim).stamp(canvas, x + n * step, y)
        if hidden:
            words = pill(f"+{hidden}", _WORDS)
            words.stamp(canvas, x - 8, self._river - sprites.card_height(width) // 2 - words.size[1] - 32)
        x += step * len(behind) + (12 if behind else 0)
        y = self._river - 12 - sprites.card_height(hero) // 2
        sprites.card(self.upcard, hero, style).stamp(canvas, x, y)
        sprites.frame(hero).stamp(canvas, x, y)
        if self.stamp:
            plaque = stamp(self.stamp, 60, tilted=True, room=hero + 60)
            plaque.stamp(canvas, x + (hero - plaque.size[0]) // 2, y + sprites.card_height(hero) - plaque.size[1] + 6)

    def _words(self, canvas: Image.Image, style: Style) -> None:
        """Whose the chain is, in words; who comes next, where no hand lies below."""
        told = self.chain[-_TOLD:]
        cards = " ".join([*(["…"] if len(told) < len(self.chain) else []), *(named(c, style) for c in told)])
        middle, own = self._own_y + _HIGH // 2, Box((WIDTH - _OWN_WIDE) // 2, self._own_y, _OWN_WIDE, _HIGH)
        if self.following and not self.low:
            sign = pill(f"next: {self.following}", LINE, 290)
            sign.stamp(canvas, own.x - 14 - sign.size[0], middle - sign.size[1] // 2)
        left, room = (_LEFT, own.x - 18 - _LEFT) if self.low else (own.right + 18, _RIGHT - own.right - 18)
        lines = wrapped(f"{self.of}: {cards}", _WORDS, room, 2, weight=700) if cards else ()
        for n, line in enumerate(lines):
            y = middle + 36 * n - 18 * (len(lines) - 1)
            paste_label(canvas, label(line, _WORDS, WHITE, weight=700, room=room), left, y)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        stamped = f" ({self.stamp.said})" if self.stamp else ""
        said = [f"Upcard {card_text(self.upcard)}{stamped}."]
        if self.chain and self.before:
            laid = " ".join(map(card_text, self.chain))
            said.append(f"{self.of} laid {laid} on {card_text(self.before)}.")
        said.append(f"Stock {self.stock}, discards {self.discards}.")
        for seat in self.seats:
            line = f", {seat.told}." if seat.told else "."
            said.append(f"{seat.name}{seat.known_as}: {len(seat.hand)} card{'' if len(seat.hand) == 1 else 's'}{line}")
        if self.following:
            said.append(f"Next: {self.following}.")
        return " ".join(said)


@lru_cache(maxsize=64)
def fitting(behind: int) -> tuple[int, int, int, int]:
    """With this many cards before the upcard: its width, theirs, the step between them, and how many of the first are
    not drawn."""
    room = _RIVER_RIGHT - _LEFT - 20
    for hero, share in ((_HERO, _EASY), (_AGAIN, _CLOSEST)):
        for width in _WIDTHS:
            step = min(round(width * _SPACED), (room - hero - 12) // max(1, behind))
            if step >= round(width * share):
                return hero, width, step, 0
    step = round(_WIDTHS[-1] * _CLOSEST)
    return _AGAIN, _WIDTHS[-1], step, behind - (room - _AGAIN - 12) // step


def _plate(canvas: Image.Image, seat: Seat, x: int, y: int, w: int, style: Style, *, backs: bool = True) -> None:
    """A plate with the number of cards, and their backs behind it."""
    box = Box(x, y, w, _HIGH)
    if seat.hand and backs:
        fans.above(canvas, len(seat.hand), box, _BACKS)
    draw_plate(canvas, seat, seat.number or 0, box, style.cloth, score=str(len(seat.hand)))


@cached_sprite
def _river() -> Sprite:
    """A stretch of lighter water across the cloth."""
    w, h = WIDTH - 2 * RAIL, 2 * (2 * _SWELL + _BANK)
    pen = Pen(w, h, 1, mode="RGBA", paper=(*_WATER[:3], 0))
    wave = [(x, h / 2 + _SWELL * math.sin(x / 105 - 0.9)) for x in range(0, w + 10, 10)]
    pen.fill([*((x, y - _BANK) for x, y in wave), *((x, y + _BANK) for x, y in reversed(wave))], _WATER)
    return Sprite(few_opacities(pen.result(), 6))
