"""A table of Canasta: a mat for each side with its melds and red threes, and the stock and the discard pile beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.engine.cards import Card, rank_text
from card_art.deck import sprites
from card_art.deck.sprites import Sprite
from card_art.ink.palette import rgb
from card_art.ink.pen import Pen, star
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE, NUMBER
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, label
from card_art.scene.people import said_tags
from card_art.scene.pieces import Seat, Stamp
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables.felt import RAIL
from card_art.tables.layout import EDGE, HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.plates import GOLD_TEXT, badge, field, paste_label, pill
from card_art.tables.seat_plate import draw_plate
from card_art.tables.stamps import stamp

_MAT = (34, 846)
_COLUMN = 168
"""How much of a mat its score takes up, before the melds."""
_TOP, _APART = 114, 12
_FOOT = 132
"""What is left free below the mats where the viewer's plate stands there."""
_PLATES_LEFT, _PLATE_Y, _PLATE_HIGH = 318, RAIL + 12, 84
_OWN_X, _OWN_WIDE = 290, 440
_WIDTHS = (104, 96, 88, 80, 72, 64, 56, 48)
_PEEK = 0.37
"""How much of a wild card is seen beside the natural cards of its meld, in widths of a card."""
_GAP = 22
_LAYERS = 4
"""How many cards at most show behind the top card of a meld."""
_SMALL = 72
"""Cards narrower than this have small marks on them."""
_SLOTS = 5
_PILE_X = (_MAT[1] + WIDTH - RAIL) // 2 - 4
_STOCK, _PILE, _PILE_LOW = 80, 128, 112
_RED = 46
_TIGHT = 190
"""On a mat lower than this a red three has no room below both the score and what a first meld needs."""
_DISC = 24
_MADE = (151, 244, 160)


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards of one rank, the wild ones among them apart."""

    top: Card
    """The natural card that lies on top: a red one on a natural canasta, a black one on a mixed."""
    naturals: int
    wilds: tuple[Card, ...] = ()
    worth: int = 0
    """What it brings as a canasta; 0 for any other."""
    new: bool = False
    """It has just been laid, or added to."""

    @property
    def count(self) -> int:
        return self.naturals + len(self.wilds)

    @property
    def peeking(self) -> int:
        """How many wild cards are seen beside it: a canasta is closed."""
        return 0 if self.worth else len(self.wilds)


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a side: the name, the seat and the key of the face."""

    name: str
    number: int
    face: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A player, or two partners, and what lies before them."""

    members: tuple[Member, ...]
    score: str
    line: str
    """What its first meld must count: "needs 90", or "90 made"."""
    made: bool
    melds: tuple[Meld, ...] = ()
    red_threes: tuple[Card, ...] = ()
    bonus: str = ""
    """What they bring: "+200"."""
    own: bool = False
    """The viewer's own, or that of the bottom seat."""
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Discards:
    """The discard pile, of which the top card is seen."""

    count: int
    top: Card | None
    frozen: bool = False
    crosswise: Card | None = None
    """The card that has frozen it."""


@dataclass(frozen=True, slots=True)
class CanastaTable(Board):
    """Both sides, the other one above, and the piles."""

    title_width = 276

    seats: tuple[Seat, ...]
    """The viewer's first, or the bottom seat's."""
    sides: tuple[Side, Side]
    """The own one last."""
    stock: int
    discards: Discards
    low: bool = False
    """The viewer's own cards lie below it."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        foot = self._own.y - 12 if self.low else HEIGHT - _FOOT
        high = (foot - _TOP - _APART) // 2
        for n, side in enumerate(self.sides):
            _side(canvas, side, _TOP + n * (high + _APART), high, style)
        _piles(canvas, self.stock, self.discards, PANEL_TABLE - 4 if self.low else foot, style)
        self._plates(canvas, style)

    def _plates(self, canvas: Image.Image, style: Style) -> None:
        """Everybody else's in the upper row, the viewer's own below the mats."""
        above = self.seats[1:]
        room = WIDTH - RAIL - 16 - _PLATES_LEFT
        wide = min(360, (room - 12 * (len(above) - 1)) // len(above))
        for n, seat in enumerate(above):
            x = _PLATES_LEFT + n * (wide + 12) if len(above) > 1 else WIDTH - RAIL - 16 - wide
            draw_plate(canvas, seat, seat.number or 0, Box(x, _PLATE_Y, wide, _PLATE_HIGH), style.cloth)
        draw_plate(canvas, self.seats[0], self.seats[0].number or 0, self._own, style.cloth)

    @property
    def _own(self) -> Box:
        """The plate of the viewer, or of the bottom seat."""
        y = (PANEL_TABLE if self.low else HEIGHT - EDGE + 4) - _PLATE_HIGH
        return Box(_MAT[0] if self.low else _OWN_X, y, _OWN_WIDE, _PLATE_HIGH)

    @property
    def free(self) -> Sequence[tuple[int, int, int, int]]:
        """Right of that plate."""
        own = self._own
        left, right = own.right + 14, _MAT[1] if self.low else WIDTH - EDGE
        return ((left, own.y, right - left, own.h) if self.low else (left, own.y - 12, right - left, own.h + 12),)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        pile = self.discards
        if pile.top is None:
            told = "No discards."
        else:
            froze = f", frozen by {card_text(pile.crosswise)}" if pile.crosswise else ", frozen" if pile.frozen else ""
            told = f"Discard pile {pile.count}, {card_text(pile.top)} on top{froze}."
        seats = ", ".join(f"{s.name} {s.line}{''.join(f' ({tag})' for tag in said_tags(s.tags))}" for s in self.seats)
        sides = " ".join(_told(side, card_text) for side in reversed(self.sides))
        return f"{sides} {told} Stock {self.stock}. {seats}."


def _told(side: Side, card_text: Callable[[Card], str]) -> str:
    """A side in words: "Ana and Bo, 2,340, 90 made: canasta of queens, seven natural; …"."""
    melds = [_meld_told(meld) for meld in side.melds] or ["no melds"]
    reds = f"; red threes {' '.join(map(card_text, side.red_threes))}, {side.bonus}" if side.red_threes else ""
    stamped = f" ({side.stamp.said})" if side.stamp else ""
    names = " and ".join(member.name for member in side.members)
    return f"{names}{stamped}, {side.score}, {side.line}: {'; '.join(melds)}{reds}."


def _meld_told(meld: Meld) -> str:
    wilds = f" and {len(meld.wilds)} wild" if meld.wilds else ""
    kind = {500: "natural canasta ", 300: "mixed canasta "}.get(meld.worth, "")
    return f"{kind}{meld.naturals} × {rank_text(meld.top.rank)}{wilds}{' (new)' if meld.new else ''}"


# ---- a side --------------------------------------------------------------------------------------


def _side(canvas: Image.Image, side: Side, top: int, high: int, style: Style) -> None:
    left, right = _MAT
    field(right - left, high, own=side.own).stamp(canvas, left, top)
    _score(canvas, side, left + 14, top, high, style)
    _melds(canvas, side, Box(left + _COLUMN + 6, top, right - left - _COLUMN - 18, high), style)
    if side.stamp:
        plaque = stamp(side.stamp, 54, tilted=True)
        x = right - plaque.size[0] - 8  # melds begin at the left
        plaque.stamp(canvas, x, top + high - plaque.size[1] - 6)


def _score(canvas: Image.Image, side: Side, x: int, top: int, high: int, style: Style) -> None:
    """Whose mat it is, the score, the minimum, and the red threes."""
    y = top + 10
    for n, member in enumerate(side.members):
        disc, mask = badge(member.name, member.number, 46, style.cloth, member.face)
        canvas.paste(disc, (x + n * 52, y), mask)
    paste_label(canvas, label(side.score, NUMBER, WHITE, weight=800, room=_COLUMN - 16), x, y + 70)
    tight = high < _TIGHT
    if not (tight and side.made):
        paste_label(canvas, label(side.line, LINE, _MADE if side.made else GOLD_TEXT, weight=700), x, y + 106)
    if not side.red_threes:
        return
    if tight and not side.made:  # the cards find no room below what is still needed
        paste_label(canvas, label(f"threes {side.bonus}", LINE, WHITE, room=_COLUMN - 8), x, y + 138)
        return
    y = top + high - sprites.card_height(_RED) - 10
    step = 28 if len(side.red_threes) < 3 else 9
    for n, c in enumerate(side.red_threes):
        sprites.card(c, _RED, style).stamp(canvas, x - 2 + n * step, y)
    words = pill(side.bonus, LINE, 84)
    words.stamp(canvas, x + 2 + (len(side.red_threes) - 1) * step + _RED, y + 16)


def _melds(canvas: Image.Image, side: Side, box: Box, style: Style) -> None:
    """Side by side as large as they fit, in a second row if there are many; empty places before the first."""
    if not side.melds:
        step = _WIDTHS[0] + _GAP - 2
        y = box.y + (box.h - sprites.card_height(_WIDTHS[0])) // 2
        for n in range(_SLOTS):
            sprites.slot(_WIDTHS[0]).stamp(canvas, box.x + n * step, y)
        return
    width, lines = _fitting(tuple(meld.peeking for meld in side.melds), box.w, box.h)
    pitch = box.h // len(lines)
    start = 0
    for row, count in enumerate(lines):
        x = box.x
        y = box.y + row * pitch + (pitch - sprites.card_height(width) + _LAYERS * _layer(width)) // 2
        for meld in side.melds[start : start + count]:
            x += _meld(canvas, meld, x, y, width, style) + _gap(width)
        start += count


def _layer(width: int) -> int:
    """How far a card is seen behind another."""
    return 5 if width >= _SMALL else 2


def _gap(width: int) -> int:
    return round(_GAP * width / _WIDTHS[0])


def _wide(wilds: int, width: int) -> int:
    """How much room a meld takes up, with the cards behind it."""
    return width + round(_PEEK * width) * wilds + 2 * _LAYERS


@lru_cache(maxsize=256)
def _fitting(wilds: tuple[int, ...], room: int, high: int) -> tuple[int, tuple[int, ...]]:
    """The width of the cards, and how many melds lie in each row."""
    for width in _WIDTHS:
        rows = high // (sprites.card_height(width) + _LAYERS * _layer(width) + (12 if width >= _SMALL else 4))
        lines, x = [0], 0
        for each in wilds:
            wide = _wide(each, width)
            if x and x + wide > room:
                lines.append(0)
                x = 0
            x += wide + _gap(width)
            lines[-1] += 1
        if len(lines) <= rows:
            return width, tuple(lines)
    return _WIDTHS[-1], (len(wilds),)


def _meld(canvas: Image.Image, meld: Meld, x: int, y: int, width: int, style: Style) -> int:
    """Wild cards peek out at the left, each with a star; a canasta has its stars on top. Returns how wide it is."""
    peek = round(_PEEK * width)
    mark = _wild(max(10, width // 8))
    for n, c in enumerate(meld.wilds[: meld.peeking]):
        sprites.card(c, width, style).stamp(canvas, x + n * peek, y)
        if c.rank:
            mark.stamp(canvas, x + n * peek + 4, y + sprites.card_height(width) - mark.size[1] - 4)
    left = x + meld.peeking * peek
    layers = min(_LAYERS, (meld.count if meld.worth else meld.naturals) - 1)
    if layers:
        _stack(width, layers).stamp(canvas, left, y - _layer(width) * layers)
    sprites.card(meld.top, width, style).stamp(canvas, left, y)
    if meld.worth or meld.new:
        sprites.frame(width).stamp(canvas, left, y)
    low = y + sprites.card_height(width)
    if meld.worth:
        worth, mark = _worth(meld.worth, 30 if width >= _SMALL else 22), _wild(max(7, width // 9))
        worth.stamp(canvas, left + (width - worth.size[0]) // 2, low - worth.size[1] + 6)
        for n in range(len(meld.wilds)):
            mark.stamp(canvas, left + width - mark.size[0] - 5, y + 6 + n * mark.size[1])
    else:
        disc = _disc(str(meld.count), _DISC if width >= _SMALL else 16)
        disc.stamp(canvas, left + width - disc.size[0] + 12, low - disc.size[1] + 10)
    return _wide(meld.peeking, width)


@cached_sprite
def _wild(radius: int) -> Sprite:
    """What says that a card is wild."""
    size = 2 * radius + 2
    pen = Pen(size, size, 1, mode="RGBA", paper=(*rgb("#7a5200"), 0))
    pen.fill(star(radius + 1, radius + 1, radius, radius * 0.45, 5), "#7a5200")
    return Sprite(few_opacities(pen.result(), 8))


@cached_sprite
def _blank(width: int) -> Sprite:
    """A card of which only the edge is seen."""
    return Sprite(few_opacities(_edge(width), 4), (0, 0, 0, 0), (8, 8, width - 8, sprites.card_height(width) - 8))


@cached_sprite
def _edge(width: int) -> Image.Image:
    high = sprites.card_height(width)
    pen = Pen(width, high, 1, mode="RGBA", paper=(*rgb("#8a8577"), 0))
    pen.box(0, 0, width, high, width * 0.07, "#8a8577")
    pen.box(1.2, 1.2, width - 1.2, high - 1.2, width * 0.06, "#f2eee3")
    return pen.result()


@cached_sprite
def _stack(width: int, layers: int) -> Sprite:
    """Cards behind another, of which only the edges show: one paste for all of them."""
    step, high = _layer(width), sprites.card_height(width)
    image = Image.new("RGBA", (width + 2 * layers, high + step * (layers - 1)), (*rgb("#8a8577"), 0))
    for n in range(layers, 0, -1):
        image.alpha_composite(_edge(width), (2 * n, step * (layers - n)))
    return Sprite(few_opacities(image, 4), (0, 0, 0, 0), (2 * layers + 8, 8, width - 6, image.height - 8))


@cached_sprite
def _disc(count: str, radius: int) -> Sprite:
    """How many cards a meld has."""
    size = 2 * radius + 2
    pen = Pen(size, size, 1, mode="RGBA", paper=(*rgb("#0d211a"), 0))
    pen.ringed(radius + 1, radius + 1, radius, fill="#0d211a", edge="#cfe0d6", width=3)
    image = pen.result()
    words = label(count, LINE, WHITE, weight=800)
    words.paste_middle(image, size // 2, size // 2)
    return Sprite(few_opacities(image, 8))


@cached_sprite
def _worth(points: int, size: int) -> Sprite:
    """What a canasta brings: on crimson for a natural one, on black for a mixed."""
    words = label(str(points), size, WHITE, weight=800)
    wide, high = words.width + size, size + 12
    natural = points == 500
    pen = Pen(wide, high, 1, mode="RGBA", paper=(*rgb("#f4d9a8"), 0))
    pen.box(0, 0, wide, high, high / 2, "#f4d9a8")
    pen.box(2.4, 2.4, wide - 2.4, high - 2.4, high / 2 - 2.4, "#ad1230" if natural else "#12141b")
    image = pen.result()
    words.paste(image, wide // 2, (high - words.height) // 2, 0.5)
    return Sprite(few_opacities(image, 8))


# ---- the piles -----------------------------------------------------------------------------------


def _piles(canvas: Image.Image, stock: int, discards: Discards, foot: int, style: Style) -> None:
    """The stock above, the discard pile below, larger: its card is what everybody looks at."""
    x, y = _PILE_X - _STOCK // 2, _TOP + 4
    if stock:
        sprites.back_pile(_STOCK, min(4, stock)).stamp(canvas, x, y)
    else:
        sprites.slot(_STOCK).stamp(canvas, x, y)
    said = f"Stock {stock}" if stock else "No stock"
    paste_label(canvas, label(said, LINE, WHITE, weight=600), _PILE_X, y + sprites.card_height(_STOCK) + 22, 0.5)
    pile = _PILE if foot > PANEL_TABLE else _PILE_LOW
    high = sprites.card_height(pile)
    y = foot - high - 44
    x = _PILE_X - pile // 2
    if discards.top is None:
        sprites.slot(pile).stamp(canvas, x, y)
    else:
        if discards.crosswise:
            lying = sprites.card(discards.crosswise, pile, style, sideways=True)
            lying.stamp(canvas, _PILE_X - lying.size[0] // 2, y + (high - lying.size[1]) // 2)
        elif discards.count > 1:
            for n in range(min(3, discards.count - 1), 0, -1):
                _blank(pile).stamp(canvas, x + 3 * n, y - 3 * n)
        sprites.card(discards.top, pile, style).stamp(canvas, x, y)
        if discards.frozen:
            words = pill("FROZEN", LINE, 240)
            words.stamp(canvas, _PILE_X - words.size[0] // 2, y + high - words.size[1] + 4)
    said = f"Pile {discards.count}" if discards.count else "No discards"
    paste_label(canvas, label(said, LINE, WHITE if discards.count else SOFT, weight=600), _PILE_X, foot - 18, 0.5)
