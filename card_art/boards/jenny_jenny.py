"""A market: before each player a purse of coins and a stall of cards, with what each costs; the stock in the corner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.sprites import Sprite
from card_art.ink.palette import GOLD, GOLD_DARK, GOLD_LIGHT, rgb
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import WHITE, label, visible_name
from card_art.scene.people import in_brackets, said_tags
from card_art.scene.pieces import Seat, Stamp
from card_art.scene.style import Style
from card_art.scene.suit_signs import named
from card_art.scene.table import Board
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.plates import DARK_TEXT, GOLD_TEXT, badge, paste_label, tag, written
from card_art.tables.seat_plate import DEALER
from card_art.tables.stamps import stamp

_LEFT, _TOP, _FOOT, _APART = RAIL + 14, 112, 34, 10
_STOCK_X, _STOCK_Y, _STOCK = WIDTH - RAIL - 88, RAIL + 8, 54
_FREE_X = 300
_HEAD, _INSIDE = 56, 14
_BADGE = 42
_BACK, _BACK_STEP = 27, 9
_LEAST_NAME = 110
_PURSE, _WIDE_PURSE = 156, 300
"""Room for the coins, at the left of a stall: of a narrow mat and of a wide one."""
_COINS = (84, 62)
_DISC = 23
_LEAST = 46
_WAYS = (
    (1, 1.09, (116, 104, 96, 88, 80)), (1, 0.76, (116, 104, 96, 88, 80)), (1, 0.58, (104, 96, 88, 80, 72)),
    (2, 1.09, (80, 72, 64, 56)), (1, 0.5, (80, 72, 64)), (2, 0.7, (72, 64, 56, 50, _LEAST)),
    (2, 0.54, (64, 56, 50, _LEAST)),
)  # fmt: skip
"""How a stall may lie: rows, from one card to the next in widths of a card, and how wide these are; the first that
fits."""
_TAG = 34
"""The height of a price tag; half of it hangs below its card."""
_WHOLE_TAG = 52
"""Where cards lie closer, a tag is no more than its number."""
_SOFT = (238, 214, 220)
_FADED = (196, 176, 182)
_SHADE, _SEAM = (20, 3, 9, 168), (214, 168, 180, 90)
_GREY = ("#5d6b66", "#87958f")


@dataclass(frozen=True, slots=True)
class Ware:
    """A card in a stall."""

    card: Card
    ask: int = 0
    """What it costs; 0 if nothing is written on it."""
    useless: bool = False
    """The viewer cannot buy it, or has no use for it."""
    new: bool = False
    """It has just come."""
    up: bool = False
    """It is up for auction."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A player, and what lies before them."""

    seat: Seat
    held: int
    """How many ranks are in hand."""
    purse: tuple[Card, ...]
    count: int
    """What stands on the coin: how many there are, or what they are worth."""
    word: str
    """Behind it: "coins"."""
    wares: tuple[Ware, ...] = ()
    new_coins: frozenset[int] = frozenset()
    """Places in the purse of the coins that have just come."""
    gone: Card | None = None
    """What has just been sold there: its place stays for a while."""
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class JennyTable(Board):
    """Everybody's stand, and the stock."""

    title_width = 620

    stands: tuple[Stand, ...]
    """The viewer's first, or that at the bottom right; the others clockwise."""
    stock: int
    low: bool = False
    """The viewer's own cards lie below it."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        _stock(canvas, self.stock)
        for stand, box in zip(self.stands, places(len(self.stands), low=self.low), strict=True):
            _stand(canvas, stand, box, style)

    @property
    def free(self) -> Sequence[tuple[int, int, int, int]]:
        """Between the title and the stock."""
        return ((_FREE_X, RAIL + 4, _STOCK_X - 172 - _FREE_X, _TOP - RAIL - 6),)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        return f"Stock {self.stock}. {' '.join(_told(stand, card_text) for stand in self.stands)}"


def _told(stand: Stand, card_text: Callable[[Card], str]) -> str:
    """A stand in words: "Ana (to play), 6 of 10, 3 coins K♦ J♠ J♥, stall 7♥ for 2, 3♦ for 1 (new).\""""
    dealer, stamped = "dealer" if stand.seat.dealer else "", stand.stamp.said if stand.stamp else ""
    marks = in_brackets(said_tags(stand.seat.tags, dealer, stamped))
    coins = f"{stand.count} {stand.word} {' '.join(map(card_text, stand.purse))}" if stand.purse else "no coins"
    wares = ", ".join(
        f"{card_text(w.card)}{f' for {w.ask}' if w.ask else ''}{' (auction)' if w.up else ' (new)' if w.new else ''}"
        for w in stand.wares
    )
    sold = f"; {card_text(stand.gone)} has just left it" if stand.gone else ""
    return f"{stand.seat.name}{marks}, {stand.held} of 10, {coins}, stall {wares or 'empty'}{sold}."


def places(stands: int, *, low: bool) -> list[Box]:
    """Where each stand lies: the first at the bottom right, the others clockwise from there; two or three have a whole
    row for one of them."""
    foot = PANEL_TABLE - 2 if low else HEIGHT - _FOOT
    high = (foot - _TOP - _APART) // 2
    whole = WIDTH - 2 * _LEFT
    half = (whole - _APART) // 2
    below, right = _TOP + high + _APART, _LEFT + half + _APART
    upper, lower = Box(_LEFT, _TOP, whole, high), Box(_LEFT, below, whole, high)
    if stands <= 2:
        return [lower, upper][:stands]
    two = [Box(right, below, half, high), Box(_LEFT, below, half, high)]
    if stands == 3:
        return [*two, upper]
    return [*two, Box(_LEFT, _TOP, half, high), Box(right, _TOP, half, high)]


def _stock(canvas: Image.Image, count: int) -> None:
    """Small in the corner: it is drawn from, and nothing is seen of it."""
    y = _STOCK_Y
    if count:
        sprites.back_pile(_STOCK, min(4, count)).stamp(canvas, _STOCK_X, y)
    else:
        sprites.slot(_STOCK).stamp(canvas, _STOCK_X, y)
    said = f"Stock {count}" if count else "No stock"
    paste_label(canvas, label(said, LINE, WHITE, weight=700), _STOCK_X - 20, y + sprites.card_height(_STOCK) // 2, 1.0)


# ---- a stand -------------------------------------------------------------------------------------


def _stand(canvas: Image.Image, stand: Stand, box: Box, style: Style) -> None:
    _mat(box.w, box.h, stand.seat.active, stand.seat.you).stamp(canvas, box.x, box.y)
    _head(canvas, stand, box, style)
    wide = box.w > WIDTH // 2 + 40
    room = _WIDE_PURSE if wide else _PURSE
    body = Box(box.x + _INSIDE, box.y + _HEAD, room, box.h - _HEAD - _INSIDE)
    _purse(canvas, stand, body, style)
    left = body.right + 20
    wares = Box(left, body.y, box.right - _INSIDE - left, body.h)
    _wares(canvas, stand, wares, style)
    if stand.stamp:
        plaque = stamp(stand.stamp, 38, tilted=True, room=box.w - 40)
        plaque.stamp(canvas, box.right - plaque.size[0] - 10, box.bottom - plaque.size[1] - 8)


def _head(canvas: Image.Image, stand: Stand, box: Box, style: Style) -> None:
    """Who it is, and how far: "run 6 of 10"."""
    seat, number = stand.seat, stand.seat.number or 0
    middle = box.y + _HEAD // 2 + 2
    disc, mask = badge(seat.name, number, _BADGE, style.cloth, seat.face, dim=seat.dim)
    canvas.paste(disc, (box.x + _INSIDE, middle - _BADGE // 2), mask)
    right = box.right - _INSIDE
    ink = _FADED if seat.dim else GOLD_TEXT if seat.active else WHITE
    tags = [tag(word) for word in written(seat.tags, seat.face)]
    x = box.x + _INSIDE + _BADGE + 12
    told = label(f"run {stand.held} of 10", LINE, ink, weight=800)
    if x + sum(t.size[0] + 8 for t in tags) + (DEALER + 8) * seat.dealer + _LEAST_NAME + told.width + 12 > right:
        told = label(f"{stand.held} of 10", LINE, ink, weight=800)
    paste_label(canvas, told, right, middle, 1.0)
    right -= told.width + 12
    asked = sum(t.size[0] + 8 for t in tags) + (DEALER + 8) * seat.dealer + _LEAST_NAME
    backs = _BACK + stand.held * _BACK_STEP + 10
    if stand.held and not seat.you and x + asked + backs <= right:
        right -= _BACK + (stand.held - 1) * _BACK_STEP
        for n in range(stand.held):
            sprites.back(_BACK).stamp(canvas, right + n * _BACK_STEP, middle - sprites.card_height(_BACK) // 2)
        right -= 10
    while tags and sum(t.size[0] + 8 for t in tags) + _LEAST_NAME > right - x:
        tags.pop()
    room = right - x - sum(t.size[0] + 8 for t in tags) - (DEALER + 8) * seat.dealer
    name = label(visible_name(seat.name, f"Seat {number + 1}"), LINE, _FADED if seat.dim else WHITE, weight=800,
                 room=max(60, room - 6), name=True)  # fmt: skip
    paste_label(canvas, name, x, middle)
    x += name.width + 10
    if seat.dealer:
        button = sprites.dealer_button(DEALER)
        button.stamp(canvas, x, middle - button.size[1] // 2)
        x += DEALER + 8
    for word in tags:
        word.stamp(canvas, x, middle - word.size[1] // 2)
        x += word.size[0] + 8


def _purse(canvas: Image.Image, stand: Stand, box: Box, style: Style) -> None:
    """A coin with its number, and the cards that are coins."""
    disc = _coin(str(stand.count), stand.count > 0)
    disc.stamp(canvas, box.x, box.y)
    words = label(stand.word, LINE, _SOFT, weight=600, room=box.w - disc.size[0] - 10)
    paste_label(canvas, words, box.x + disc.size[0] + 10, box.y + disc.size[1] // 2)
    if not stand.purse:
        return
    top = box.y + disc.size[1] + 8
    width = next((w for w in _COINS if sprites.card_height(w) <= box.bottom - top), _COINS[-1])
    step = round(width * 0.52)
    if width + step * (len(stand.purse) - 1) <= box.w:
        for n, c in enumerate(stand.purse):
            sprites.card(c, width, replace(style, compact=True)).stamp(canvas, box.x + n * step, top)
            if n in stand.new_coins:
                sprites.frame(width).stamp(canvas, box.x + n * step, top)
        return
    by_rank: dict[int, list[int]] = {}  # too many to tell apart: one of each rank, with how many there are
    for n, c in enumerate(stand.purse):
        by_rank.setdefault(c.rank, []).append(n)
    width = min(width, _COINS[-1])
    step = min(round(width * 0.7), (box.w - width) // max(1, len(by_rank) - 1))
    for n, alike in enumerate(by_rank.values()):
        x = box.x + n * step
        sprites.card(stand.purse[alike[-1]], width, replace(style, compact=True)).stamp(canvas, x, top)
        if stand.new_coins & {*alike}:
            sprites.frame(width).stamp(canvas, x, top)
        if len(alike) > 1:
            disc = _count(len(alike))
            disc.stamp(canvas, x + 2, top + sprites.card_height(width) - disc.size[1] - 3)


def _wares(canvas: Image.Image, stand: Stand, box: Box, style: Style) -> None:
    """The cards of a stall, as large as they fit, each with its price; and the place of one that has just left."""
    count = len(stand.wares) + (stand.gone is not None)
    if not count and stand.stamp:
        return  # it lies there
    if not count:
        words = label("nothing for sale", LINE, _SOFT, weight=600, room=box.w)
        paste_label(canvas, words, box.x + box.w // 2, box.y + box.h // 2, 0.5)
        return
    priced = any(w.ask for w in stand.wares)
    width, step, in_row = fitting(count, box.w, box.h, priced=priced)
    high = sprites.card_height(width) + (_TAG // 2 if priced else 0)
    rows = -(-count // in_row)
    pitch = min(high + 10, box.h // rows)
    top = box.y + max(0, (box.h - pitch * (rows - 1) - high) // 2)
    for n in range(count):
        x, y = box.x + n % in_row * step, top + n // in_row * pitch
        if n == len(stand.wares):
            assert stand.gone is not None
            _left_open(canvas, named(stand.gone, style), width, x, y, min(width, step) if n else width)
            continue
        ware = stand.wares[n]
        sprites.card(ware.card, width, style, dim=ware.useless).stamp(canvas, x, y)
        if ware.new or ware.up:
            sprites.frame(width).stamp(canvas, x, y)
    for n, ware in enumerate(stand.wares):  # on top of all cards
        x, y = box.x + n % in_row * step, top + n // in_row * pitch
        if ware.ask:
            narrow = step < _WHOLE_TAG and in_row > 1
            _tag(ware.ask, ware.useless, narrow).stamp(canvas, x + 2, y + sprites.card_height(width) - _TAG // 2)
    for n, ware in enumerate(stand.wares):
        if ware.up:
            x, y = box.x + n % in_row * step, top + n // in_row * pitch
            word = tag("AUCTION")
            word.stamp(canvas, min(x, box.right - word.size[0]), y + sprites.card_height(width) // 2 - 4)


@lru_cache(maxsize=512)
def fitting(count: int, room: int, high: int, *, priced: bool) -> tuple[int, int, int]:
    """The largest cards that fit: their width, the step from one to the next, and how many lie in a row."""
    tall = _TAG // 2 if priced else 0
    for rows, share, widths in _WAYS:
        in_row = -(-count // rows)
        for width in widths:
            step = round(width * share)
            if step * (in_row - 1) + width <= room and sprites.card_height(width) * rows + tall * rows <= high:
                return width, step, in_row
    in_row = -(-count // 2)
    width = _LEAST
    return width, max(1, min(width, (room - width) // max(1, in_row - 1))), in_row


def _left_open(canvas: Image.Image, name: str, width: int, x: int, y: int, free: int) -> None:
    """Where a card lay until just now: an outline with its name, where no other card covers it."""
    sprites.slot(width).stamp(canvas, x, y)
    words = label(name, max(24, width // 3), _SOFT, weight=700, room=free - 4)
    paste_label(canvas, words, x + width - free // 2, y + sprites.card_height(width) // 2, 0.5)


# ---- pieces --------------------------------------------------------------------------------------


@cached_sprite
def _mat(w: int, h: int, active: bool, own: bool) -> Sprite:
    """The field of a stand: a gold ring for the player to move, a gold edge for the viewer's own."""
    ring = 4 if active else 3 if own else 2
    pen = Pen(w, h, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, w, h, 18, (*rgb(GOLD), 255) if active else (*rgb(GOLD), 150) if own else _SEAM)
    pen.box(ring, ring, w - ring, h - ring, 18 - ring, _SHADE)
    return Sprite(few_opacities(pen.result(), 8))


@cached_sprite
def _coin(number: str, any_coins: bool) -> Sprite:
    """A gold coin with a number; a dull one for zero."""
    size = 2 * _DISC + 2
    edge, fill, rim = (GOLD_DARK, GOLD, GOLD_LIGHT) if any_coins else ("#4c3a3f", "#6b565c", "#8d777d")
    pen = Pen(size, size, 1, mode="RGBA", paper=(*rgb(edge), 0))
    middle = size / 2
    pen.oval(middle, middle, _DISC, fill=edge)
    pen.oval(middle, middle, _DISC - 2, fill=rim)
    pen.oval(middle, middle, _DISC - 5, fill=fill)
    image = pen.result()
    words = label(number, LINE, DARK_TEXT if any_coins else WHITE, weight=800, room=size - 14)
    paste_label(image, words, size // 2, size // 2, 0.5)
    return Sprite(few_opacities(image, 8))


@cached_sprite
def _tag(price: int, dull: bool, narrow: bool) -> Sprite:
    """A price: gold, or grey where it is nothing for the viewer."""
    words = label(str(price), LINE, WHITE if dull else DARK_TEXT, weight=800)
    wide, half = (words.width + 8 if narrow else 38 + words.width), _TAG / 2
    fill, edge = _GREY if dull else (GOLD, GOLD_LIGHT)
    pen = Pen(wide, _TAG, 1, mode="RGBA", paper=(*rgb(edge), 0))
    for inset, colour in ((0.0, edge), (2.5, fill)):
        if narrow:
            pen.box(inset, inset, wide - inset, _TAG - inset, 6, colour)
            continue
        points = [(inset, half), (half, inset), (wide - inset, inset), (wide - inset, _TAG - inset),
                  (half, _TAG - inset)]  # fmt: skip
        pen.fill(points, colour)
    if not narrow:
        pen.oval(half + 1, half, 3.4, fill="#2a1206")
    image = pen.result()
    paste_label(image, words, 4 if narrow else round(half) + 9, _TAG // 2)
    return Sprite(few_opacities(image, 8))


@cached_sprite
def _count(number: int) -> Sprite:
    """How many coins of a rank there are."""
    pen = Pen(40, 40, 1, mode="RGBA", paper=(*rgb("#2a0a14"), 0))
    pen.ringed(20, 20, 18, fill="#ffe294", edge="#2a0a14", width=3)
    image = pen.result()
    paste_label(image, label(str(number), LINE, DARK_TEXT, weight=800), 20, 19, 0.5)
    return Sprite(few_opacities(image, 8))
