"""What lies in the middle of a table: tricks, rows of cards, stock, pot, notes and the arrow of a pass."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from card_art import chips, sprites
from card_art.fans import step
from card_art.layout import FOOT_LINE, TEXT, Box, Layout
from card_art.palette import GOLD, GOLD_LIGHT, rgb
from card_art.pen import Pen
from card_art.plates import paste_label, pill, tag
from card_art.scene import Arrow, Direction, Lines, Note, Piece, Pot, Row, Scene, Stock, Trick
from card_art.sprites import Sprite, Style
from card_art.text import label, line_height

TRICK_CARD = 130
_SMALL_TRICK_CARD = 96
_SIZES = (TRICK_CARD, 116, 100, 88, 76)
"""Widths that cards in the middle come in: the largest that fits."""
_GAP, _BETWEEN = 10, 44
_CROWDED = 24
"""Between pieces for which there is hardly room."""
_LABEL = line_height(TEXT + 1)
LEAST_CHIP = chips.CHIPS[-1].value
"""The smallest chip's value; less is told in digits alone."""
POT_CHIP, BET_CHIP = 62, 38
"""Widths of a chip in the pot and before a seat."""
_WAYS = (
    *((width, POT_CHIP, _BETWEEN) for width in _SIZES[:3]),
    *((width, 50, _CROWDED) for width in _SIZES[2:]),  # cards are read; chips are told in digits, too
    *((_SIZES[-1], chip, _CROWDED) for chip in (BET_CHIP, 0)),
)
"""Widths of cards and chips and what lies between the pieces: the first way in which all find room, at last without
chips."""
_POT_DIGITS = 36
_GAUGE = 14
_GAUGE_EMPTY, _MARKER = (14, 34, 26), (226, 58, 58)
_INK = (232, 242, 236)
_GOLD_INK = (255, 226, 148)


def card_height(width: int) -> int:
    """A card's height in pixels."""
    return round(width * sprites.RATIO)


def amount_text(amount: int, *, pennies: bool = False) -> str:
    """An amount in whites, as it is read: 250 is "2½", in a penny game "2½¢"."""
    (whole, rest), sign = divmod(amount, 100), "¢" if pennies else ""
    if rest == 50:
        return f"{whole:,}½{sign}" if whole else f"½{sign}"
    return f"{whole:,}{sign}" if rest == 0 else f"{amount / 100:,.2f}{sign}"


def draw(canvas: Image.Image, scene: Scene, places: Layout) -> None:
    """Draw the pieces of a scene into the middle of its table."""
    tricks = [piece for piece in scene.centre if isinstance(piece, Trick)]
    for trick in tricks:
        _trick(canvas, trick, places, scene.style)
    others = [piece for piece in scene.centre if not isinstance(piece, Trick)]
    if others:
        _arrange(canvas, others, places.centre, scene.style)


def trick_boxes(places: Layout) -> tuple[Box, ...]:
    """Where the card of each seat lies in a trick."""
    width = _SMALL_TRICK_CARD
    if len(places.places) <= 4:
        width = next((w for w in _SIZES if 2 * card_height(w) <= places.centre.h), _SIZES[-1])
    height = card_height(width)
    cx, cy = places.centre.middle
    dx = min(places.centre.w // 2 - width // 2, width + 40)
    dy = places.centre.h // 2 - height // 2
    boxes: list[Box] = []
    for place in places.places:
        px, py = place.plate.middle
        angle = (
            math.atan2((py - cy) / dy, (px - cx) / dx)
            if place.side in ("left", "right")
            else math.atan2(py - cy, px - cx)
        )
        if len(places.places) <= 4:
            angle = {"bottom": 0.5, "left": 1.0, "top": 1.5, "right": 0.0}[place.side] * math.pi
        x, y = cx + round(dx * math.cos(angle)), cy + round(dy * math.sin(angle))
        boxes.append(Box(x - width // 2, y - height // 2, width, height))
    return tuple(boxes)


def _trick(canvas: Image.Image, trick: Trick, places: Layout, style: Style) -> None:
    boxes = trick_boxes(places)
    if trick.awaited is not None:
        box = boxes[trick.awaited]
        sprites.slot(box.w, True).stamp(canvas, box.x, box.y)
    for seat, card in trick.cards:
        box = boxes[seat]
        sprites.card(card, box.w, style).stamp(canvas, box.x, box.y)
        if seat == trick.winner:
            sprites.frame(box.w).stamp(canvas, box.x, box.y)
    if trick.leader is not None and any(seat == trick.leader for seat, _ in trick.cards):
        box = boxes[trick.leader]
        led = tag("LED")
        led.stamp(canvas, box.right - led.size[0] // 2 - 4, box.bottom - led.size[1] // 2 - 6)


def _arrange(canvas: Image.Image, pieces: Sequence[Piece], room: Box, style: Style) -> None:
    """Side by side what has a body, words beneath; cards as large as the middle allows."""
    bodies = [piece for piece in pieces if not isinstance(piece, Note | Lines)]
    lines = [piece for piece in pieces if isinstance(piece, Lines)]
    notes = [pill(piece.text, TEXT + 3, room.w) for piece in pieces if isinstance(piece, Note)]
    below = sum(note.size[1] + _GAP for note in notes) + sum(_lines_height(each) + _GAP for each in lines)
    width, chip, apart = next((each for each in _WAYS if _fits(bodies, each, room.w, room.h - below)), _WAYS[-1])
    sizes = [_size(piece, width, room.w, chip) for piece in bodies]
    height = max((h for _, h in sizes), default=0)
    y = room.y + max(0, (room.h - height - below) // 2)
    x = room.x + (room.w - sum(w for w, _ in sizes) - apart * (len(sizes) - 1)) // 2
    for piece, (w, h) in zip(bodies, sizes, strict=True):
        _piece(canvas, piece, Box(x, y + (height - h) // 2, w, h), width, style, chip)
        x += w + apart
    y += height + (_GAP if bodies else 0)
    for note in notes:
        note.stamp(canvas, room.x + (room.w - note.size[0]) // 2, y)
        y += note.size[1] + _GAP
    for each in lines:
        _lines(canvas, each, Box(room.x, y, room.w, _lines_height(each)))
        y += _lines_height(each) + _GAP


def _lines_height(piece: Lines) -> int:
    return FOOT_LINE * (len(piece.lines) + bool(piece.label))


def _lines(canvas: Image.Image, piece: Lines, box: Box) -> None:
    y = box.y + FOOT_LINE // 2
    for n, text in enumerate((*((piece.label,) if piece.label else ()), *piece.lines)):
        words = label(text, TEXT, _GOLD_INK if piece.label and not n else _INK, room=box.w)
        paste_label(canvas, words, box.x + box.w // 2, y, 0.5)
        y += FOOT_LINE


def _fits(pieces: Sequence[Piece], way: tuple[int, int, int], w: int, h: int) -> bool:
    width, chip, apart = way
    sizes = [_size(piece, width, w, chip) for piece in pieces]
    across = sum(size[0] for size in sizes) + apart * (len(sizes) - 1)
    return across <= w and all(size[1] <= h for size in sizes)


def _size(piece: Piece, width: int, room: int, chip: int) -> tuple[int, int]:
    """A piece's width and height with cards and chips of these widths."""
    if isinstance(piece, Row):
        count = _places(piece)
        across = width + _GAP if piece.apart else _row_step(count, width, room)
        return across * (count - 1) + width, card_height(width) + (_LABEL if piece.label else 0)
    if isinstance(piece, Stock):
        return width + 8 + (_GAUGE + 8 if piece.of else 0), card_height(width) + 8 + _LABEL
    if isinstance(piece, Pot):
        digits = label(amount_text(piece.amount, pennies=piece.pennies), _POT_DIGITS, weight=800)
        words = label(piece.label, TEXT + 1)
        piles = _chips(piece, chip)
        return max(digits.width, words.width, piles.size[0] if piles else 0), _pot_height(piece, chip)
    if isinstance(piece, Arrow):
        arrow = arrow_sprite(piece.direction)
        return max(arrow.size[0], label(piece.text, TEXT + 4).width), arrow.size[1] + (_LABEL + 8 if piece.text else 0)
    return 0, 0


def _pot_height(pot: Pot, chip: int) -> int:
    piles = _chips(pot, chip)
    return (piles.size[1] + 6 if piles else 0) + line_height(_POT_DIGITS) + _LABEL - 8


def _chips(pot: Pot, chip: int) -> Sprite | None:
    return sprites.chip_stack(pot.amount, chip, pennies=pot.pennies) if chip and pot.amount >= LEAST_CHIP else None


def _row_step(count: int, width: int, room: int) -> int:
    return step(count, width, room, 1 + _GAP / width)


def _piece(canvas: Image.Image, piece: Piece, box: Box, width: int, style: Style, chip: int) -> None:
    if isinstance(piece, Row):
        _row(canvas, piece, box, width, style)
    elif isinstance(piece, Stock):
        _stock(canvas, piece, box, width, style)
    elif isinstance(piece, Pot):
        _pot(canvas, piece, box, chip)
    elif isinstance(piece, Arrow):
        _arrow(canvas, piece, box)


def _places(row: Row) -> int:
    return max(len(row.cards) + (row.gap is not None), row.slots, 1)


def _row(canvas: Image.Image, row: Row, box: Box, width: int, style: Style) -> None:
    y = box.y
    if row.label:
        paste_label(canvas, label(row.label, TEXT + 1, _INK), box.x + box.w // 2, y + _LABEL // 2 - 3, 0.5)
        y += _LABEL
    count, cards = _places(row), list(row.cards)
    if row.gap is not None:
        cards.insert(row.gap, None)
    apart = (box.w - width) // max(1, count - 1)
    for i in range(count):
        x = box.x + i * apart
        if i >= len(cards) or i == row.gap:
            sprites.slot(width).stamp(canvas, x, y)
            continue
        card = cards[i]
        (sprites.back(width, style) if card is None else sprites.card(card, width, style)).stamp(canvas, x, y)
        if i in row.highlight:
            sprites.frame(width).stamp(canvas, x, y)


def _stock(canvas: Image.Image, stock: Stock, box: Box, width: int, style: Style) -> None:
    layers = min(3, max(0, stock.count - 1) // 8 + (stock.count > 1))
    if stock.count == 0:
        sprites.slot(width).stamp(canvas, box.x, box.y)
    for i in range(layers, 0, -1):
        sprites.back(width, style).stamp(canvas, box.x + 3 * i, box.y + 3 * i)
    if stock.count:
        top = sprites.back(width, style) if stock.top is None else sprites.card(stock.top, width, style)
        top.stamp(canvas, box.x, box.y)
    if stock.of:
        _gauge(canvas, stock, Box(box.x + width + 14, box.y, _GAUGE, card_height(width)))
    words = label(f"{stock.label} {stock.count}".strip(), TEXT + 1, _INK)
    paste_label(canvas, words, box.x + box.w // 2, box.bottom - _LABEL // 2 + 4, 0.5)


def _gauge(canvas: Image.Image, stock: Stock, box: Box) -> None:
    """How full a shoe is, and a red line where its marker lies."""
    pen = ImageDraw.Draw(canvas)
    pen.rounded_rectangle((box.x, box.y, box.right, box.bottom), 5, _GAUGE_EMPTY)
    full = box.bottom - box.h * min(stock.count, stock.of) // stock.of
    if full < box.bottom:
        pen.rounded_rectangle((box.x, full, box.right, box.bottom), 5, rgb(GOLD))
    if stock.marker:
        line = box.bottom - box.h * stock.marker // stock.of
        pen.rectangle((box.x - 4, line - 2, box.right + 4, line + 2), _MARKER)


def _pot(canvas: Image.Image, pot: Pot, box: Box, chip: int) -> None:
    middle, y = box.x + box.w // 2, box.y
    piles = _chips(pot, chip)
    if piles:
        piles.stamp(canvas, middle - piles.size[0] // 2, y)
        y += piles.size[1] + 6
    paste_label(canvas, label(pot.label, TEXT + 1, _INK), middle, y + _LABEL // 2 - 2, 0.5)
    digits = label(amount_text(pot.amount, pennies=pot.pennies), _POT_DIGITS, _GOLD_INK, weight=800)
    paste_label(canvas, digits, middle, y + _LABEL - 8 + digits.height // 2, 0.5)


def _arrow(canvas: Image.Image, piece: Arrow, box: Box) -> None:
    arrow = arrow_sprite(piece.direction)
    middle = box.x + box.w // 2
    arrow.stamp(canvas, middle - arrow.size[0] // 2, box.y)
    if piece.text:
        words = label(piece.text, TEXT + 4, (255, 255, 255), weight=700)
        paste_label(canvas, words, middle, box.y + arrow.size[1] + 8 + _LABEL // 2, 0.5)


_ARROW = ((-110, -24), (24, -24), (24, -62), (110, 0), (24, 62), (24, 24), (-110, 24))


@lru_cache(maxsize=8)
def arrow_sprite(direction: Direction) -> Sprite:
    """A broad golden arrow; for `hold` a bar, since nothing goes anywhere."""
    w, h = (260, 150) if direction in ("left", "right") else (150, 260) if direction == "across" else (260, 80)
    pen = Pen(w, h, 1, mode="RGBA", paper=(0, 0, 0, 0))
    turn = {"right": 0, "left": 180, "across": -90, "hold": 0}[direction]
    for dy, colour in ((6, (0, 12, 6, 90)), (0, GOLD)):
        turned = pen.at(w / 2, h / 2 + dy, turn=turn)
        if direction == "hold":
            turned.box(-110, -24, 110, 24, 24, colour)
        elif dy:
            turned.fill(_ARROW, colour)
        else:
            turned.shape(_ARROW, colour, GOLD_LIGHT, 4)
    return Sprite(pen.result())
