"""A trick on the table, each card before the seat that played it; and the one before it, small in a corner."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.card_faces import INDEX_SHARE
from card_art.deck.sprites import Sprite
from card_art.ink.pen import Pen
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import WHITE, Colour, label, line_height
from card_art.scene.pieces import Stamp, Trick
from card_art.scene.style import Style
from card_art.tables.layout import Box, Layout
from card_art.tables.plates import blank_plate, paste_label, tag
from card_art.tables.stamps import stamp

WIDTHS = (146, 140, 130, 120, 112, 104, 96, 88, 80, 72)
"""Widths that cards of a trick come in: the largest that fits."""
TAB = 52
"""Width of a card of the last trick."""
_GAP, _BETWEEN_ROWS = 8, 4
_STAMP = 54
_CAPTION: Colour = (213, 232, 221)
_LEAST_TAB = 46
"""Pixels of a tab that must be seen: its rank."""


@lru_cache(maxsize=256)
def trick_boxes(places: Layout) -> tuple[Box, ...]:
    """Where the card of each seat lies in a trick: before its seat, none on another."""
    sides = [place.side for place in places.places]
    tops = [n for n, side in enumerate(sides) if side == "top"]
    if len(tops) > 1:
        return _in_two_rows(places, tops)
    room = places.centre
    left, right = "left" in sides, "right" in sides
    width = _widest(room, 1 + left + right, 2)
    reach = width + _GAP
    if room.w > 2 * reach + width + 60:
        reach += 20  # if there is room, the sides stand a little apart
    drop = (_high(width) + _BETWEEN_ROWS) // 2
    moved = {"left": (-reach, 0), "right": (reach, 0), "top": (0, -drop), "bottom": (0, drop)}
    (cx, cy), found = room.middle, list[Box]()
    for side in sides:
        dx, dy = moved[side]
        found.append(_about(cx + dx, cy + dy, width))
    return tuple(found)


def _in_two_rows(places: Layout, tops: list[int]) -> tuple[Box, ...]:
    """Those of the upper seats in one row, below it the others as they sit: the lower right ones come last."""
    room, count = places.centre, len(places.places)
    lower = [*range(tops[0] - 1, -1, -1), *range(count - 1, tops[-1], -1)]
    width = _widest(room, max(len(tops), len(lower)), 2)
    (cx, cy), drop = room.middle, (_high(width) + _BETWEEN_ROWS) // 2
    found: dict[int, Box] = {}
    for row, y in ((tops, cy - drop), (lower, cy + drop)):
        start = cx - (len(row) - 1) * (width + _GAP) // 2
        found |= {seat: _about(start + n * (width + _GAP), y, width) for n, seat in enumerate(row)}
    return tuple(found[n] for n in range(count))


def _about(x: int, y: int, width: int) -> Box:
    high = _high(width)
    return Box(x - width // 2, y - high // 2, width, high)


def _widest(room: Box, across: int, down: int) -> int:
    return next((w for w in WIDTHS if _span(w, across) <= room.w and _stack(w, down) <= room.h), WIDTHS[-1])


def _high(width: int) -> int:
    return sprites.card_height(width)


def _span(width: int, count: int) -> int:
    return width * count + _GAP * (count - 1)


def _stack(width: int, count: int) -> int:
    return _high(width) * count + _BETWEEN_ROWS * (count - 1)


def draw(canvas: Image.Image, trick: Trick, places: Layout, style: Style) -> None:
    """Draw the cards, who led, whose card is best, what the cards count and what the trick has brought."""
    boxes = trick_boxes(places)
    if trick.awaited is not None:
        box = boxes[trick.awaited]
        sprites.slot(box.w, True).stamp(canvas, box.x, box.y)
    for seat, card in trick.cards:
        box = boxes[seat]
        sprites.card(card, box.w, style).stamp(canvas, box.x, box.y)
        if seat == trick.winner:
            sprites.frame(box.w).stamp(canvas, box.x, box.y)
    played = {seat for seat, _ in trick.cards}
    if trick.leader in played:
        box = boxes[trick.leader]
        led = tag("LED")
        led.stamp(canvas, box.x + 6, box.bottom - led.size[1] + 4)
    for seat, counts in trick.points:
        if seat in played:
            box = boxes[seat]
            disc = points_disc(counts, 50 if box.w >= 120 else 42)
            disc.stamp(canvas, box.right - disc.size[0] + 7, box.y - 7)
    if trick.stamp and trick.winner in played:
        _stamp(canvas, trick.stamp, boxes[trick.winner])


def _stamp(canvas: Image.Image, what: Stamp, box: Box) -> None:
    """Across the lower right of the winner's card, so that it covers neither its index nor another's."""
    plaque = stamp(what, min(_STAMP, round(box.w * 0.4)), tilted=True, room=box.w)
    x = box.right - plaque.size[0] + 8
    plaque.stamp(canvas, x, box.bottom - plaque.size[1] + 6)


@cached_sprite
def points_disc(text: str, size: int) -> Sprite:
    """What a card counts, on a red disc with a light rim."""
    pen, r = Pen(size, size, 1, mode="RGBA", paper=(0, 0, 0, 0)), size / 2
    pen.oval(r, r, r, fill="#f6dcd8")
    pen.oval(r, r, r - 2.5, fill="#b0182f")
    image = pen.result()
    words = label(text, round(size * 0.54), WHITE, weight=800, room=size - 8)
    paste_label(image, words, size // 2, size // 2 - 1, 0.5)
    return Sprite(image)


def _inset_height(count: int, room: Box) -> int:
    """How high the last trick is drawn in this room; 0 if it does not fit."""
    high = min(room.h, line_height(LINE) + 16 + sprites.card_height(TAB))
    enough = room.w - 24 - TAB >= (count - 1) * TAB * INDEX_SHARE
    return high if enough and high >= line_height(LINE) + 8 + _LEAST_TAB else 0


def draw_inset(canvas: Image.Image, caption: str, cards: tuple[Card, ...], room: Box, style: Style) -> int:
    """Small cards and a caption on a dark plate in the upper right of a room; nothing if they do not fit. Returns how
    high it is."""
    high = _inset_height(len(cards), room)
    if not high:
        return 0
    words = label(caption, LINE, _CAPTION, room=room.w - 24)
    step = min(TAB + 5, (room.w - 24 - TAB) // max(1, len(cards) - 1))
    across = step * (len(cards) - 1) + TAB
    wide = max(words.width, across) + 24
    box = Box(room.right - wide, room.y, wide, high)
    blank_plate(wide, high, False, False).stamp(canvas, box.x, box.y)
    paste_label(canvas, words, box.x + 12, box.y + line_height(LINE) // 2 + 4)
    top = box.y + line_height(LINE) + 6
    seen = box.bottom - top - 6
    for i, card in enumerate(cards):
        _tab(card, seen, style).stamp(canvas, box.x + 12 + i * step, top)
    return high


@cached_sprite
def _tab(card: Card, seen: int, style: Style) -> Sprite:
    """A small card, of which only the upper part is drawn."""
    image = Image.new("RGB", (TAB, min(seen, sprites.card_height(TAB))), "#0f1a16")
    sprites.card(card, TAB, style).stamp(image, 0, 0)
    return Sprite(image.convert("RGBA"), core=(0, 0, *image.size))
