"""How a deal or a match ended: one line for each player, their cards where these may be shown."""

from __future__ import annotations

from PIL import Image

from card_art import sprites
from card_art.fans import step
from card_art.felt import RAIL, felt
from card_art.layout import FACE, HEIGHT, NAME, SUBTITLE, TEXT, TITLE, WIDTH, Box
from card_art.plates import badge, blank_plate, paste_label, pill, tag
from card_art.png import encode
from card_art.scene import ResultRow, Results
from card_art.sprites import Style
from card_art.text import Colour, label, line_height, visible_name

_SIDE = RAIL + 18
_FIRST, _LAST = 146, HEIGHT - RAIL - 20
_NOTE = 46
_TALLEST = 104
_GAP = 10
_VALUE = 128
"""Width of a column of values."""
_MANY = 5
"""With more rows than this, hands are shown in two columns."""
_WHITE: Colour = (255, 255, 255)
_SOFT: Colour = (205, 226, 215)
_GOLD: Colour = (255, 226, 148)


def results(outcome: Results) -> bytes:
    """The picture of a result, PNG, 1100×688."""
    return encode(compose(outcome))


def compose(outcome: Results) -> Image.Image:
    """The picture of a result as an RGB image."""
    canvas = felt(WIDTH, HEIGHT, outcome.cloth, signs=False).copy()
    room = WIDTH - 2 * _SIDE
    banner = pill(outcome.banner, 32, 720, gold=True) if outcome.banner else None
    if banner:
        banner.stamp(canvas, WIDTH - _SIDE - banner.size[0], RAIL + 18)
        room -= banner.size[0] + 20
    label(outcome.title, TITLE, _WHITE, weight=800, room=room).paste(canvas, _SIDE + 4, RAIL + 6)
    if outcome.subtitle:
        words = label(outcome.subtitle, SUBTITLE, _SOFT, room=room)
        words.paste(canvas, _SIDE + 4, RAIL + line_height(TITLE) - 2)
    for number, (row, box) in enumerate(zip(outcome.rows, cells(outcome), strict=True)):
        if _columns(outcome) == 1:
            _wide(canvas, outcome, row, number, box)
        else:
            _narrow(canvas, outcome, row, number, box)
    if _columns(outcome) == 1:
        for i, heading in enumerate(outcome.columns):
            words = label(heading, TEXT, _SOFT, room=_VALUE - 10)
            paste_label(canvas, words, _value_x(outcome, i), _FIRST - 18, 1.0)
    if outcome.note:
        words = label(outcome.note, TEXT + 2, _SOFT, room=WIDTH - 2 * _SIDE)
        paste_label(canvas, words, WIDTH // 2, _LAST - _NOTE // 2 + 6, 0.5)
    return canvas


def _columns(outcome: Results) -> int:
    return 2 if len(outcome.rows) > _MANY and any(row.cards for row in outcome.rows) else 1


def cells(outcome: Results) -> list[Box]:
    """The rectangle of each row."""
    columns = _columns(outcome)
    lines = max(1, -(-len(outcome.rows) // columns))
    last = _LAST - (_NOTE if outcome.note else 0)
    pitch = min(_TALLEST + _GAP, (last - _FIRST) // lines)
    gap = _GAP if pitch > 60 else 4
    width = (WIDTH - 2 * _SIDE - (columns - 1) * 14) // columns
    return [
        Box(_SIDE + (i // lines) * (width + 14), _FIRST + (i % lines) * pitch, width, pitch - gap)
        for i in range(len(outcome.rows))
    ]


def _value_x(outcome: Results, i: int) -> int:
    """The right edge of a column of values."""
    return WIDTH - _SIDE - 24 - (len(outcome.columns) - 1 - i) * _VALUE


def _wide(canvas: Image.Image, outcome: Results, row: ResultRow, number: int, box: Box) -> None:
    """Place, name, hand and aligned values in one line."""
    blank_plate(box.w, box.h, row.winner, False).stamp(canvas, box.x, box.y)
    middle = box.y + box.h // 2
    ink = _GOLD if row.winner else _WHITE
    paste_label(canvas, label(row.place, NAME, ink, weight=800, room=44), box.x + 36, middle, 0.5)
    shown = any(other.cards for other in outcome.rows)
    left = box.x + 68
    end = _value_x(outcome, 0) - _VALUE if outcome.columns else box.right - 20
    names_end = left + 230 if shown else end
    left = _name(canvas, row, number, box, left, names_end, min(56, box.h - 14))
    if row.cards:
        _hand(canvas, row, Box(names_end + 8, box.y, end - names_end - 8, box.h), outcome.style)
    for i, value in enumerate(row.values):
        paste_label(canvas, label(value, NAME, ink, weight=700, room=_VALUE - 12), _value_x(outcome, i), middle, 1.0)


def _name(canvas: Image.Image, row: ResultRow, number: int, box: Box, left: int, end: int, size: int) -> int:
    middle = box.y + box.h // 2
    name = visible_name(row.name, f"Seat {number + 1}")
    if size:
        image, mask = badge(name, number, size)
        canvas.paste(image, (left, middle - size // 2), mask)
        left += size + 14
    tags = [tag(word) for word in row.tags]
    beside = sum(sprite.size[0] + 8 for sprite in tags)
    stacked = bool(tags) and box.h >= 84 and end - left - beside < 200
    words = label(name, NAME, _WHITE, weight=700, room=end - left - (0 if stacked else beside), name=True)
    paste_label(canvas, words, left, middle - (17 if stacked else 0))
    x = left if stacked else left + words.width + 12
    for sprite in tags:
        if x + sprite.size[0] <= end:
            sprite.stamp(canvas, x, middle + 5 if stacked else middle - sprite.size[1] // 2)
        x += sprite.size[0] + 8
    return left


def _narrow(canvas: Image.Image, outcome: Results, row: ResultRow, number: int, box: Box) -> None:
    """Name above, values beneath, the hand on the right."""
    blank_plate(box.w, box.h, row.winner, False).stamp(canvas, box.x, box.y)
    middle = box.y + box.h // 2
    ink = _GOLD if row.winner else _WHITE
    paste_label(canvas, label(row.place, NAME, ink, weight=800, room=36), box.x + 28, middle, 0.5)
    left, cards = box.x + 54, 236
    end = box.right - cards - 12
    upper = Box(box.x, box.y, box.w, box.h - 34)
    _name(canvas, row, number, upper, left, end, 0)
    headed = zip(outcome.columns, row.values, strict=True)
    line = " · ".join(f"{heading} {value}" for heading, value in headed)
    paste_label(canvas, label(line, TEXT, _SOFT, room=end - left), left, middle + 17)
    _hand(canvas, row, Box(end + 8, box.y, cards, box.h), outcome.style)


def _hand(canvas: Image.Image, row: ResultRow, room: Box, style: Style) -> None:
    """The cards side by side, cut off below by the plate's edge."""
    apart = step(len(row.cards), FACE, room.w, 0.7)
    height = room.h - 10
    strip = canvas.crop((room.x, room.y + 5, room.right, room.y + 5 + height))
    for i, card in enumerate(row.cards):
        sprites.card(card, FACE, style).stamp(strip, i * apart, 3)
    canvas.paste(strip, (room.x, room.y + 5))
