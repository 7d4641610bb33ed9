"""How a deal or a match ended: one line for each player, their cards where these may be shown."""

from __future__ import annotations

from PIL import Image

from card_art import sprites
from card_art.fans import step
from card_art.felt import RAIL, felt, sheet
from card_art.layout import FACE, HEIGHT, NAME, SUBTITLE, TEXT, TITLE, WIDTH, Box
from card_art.plates import badge, blank_plate, paste_label, pill, tag
from card_art.png import encode
from card_art.scene import ResultRow, Results
from card_art.sprites import Style
from card_art.text import Colour, label, visible_name

_SIDE = RAIL + 18
_FIRST, _LAST = 150, HEIGHT - RAIL - 14
_SECOND_LINE = 100
_TALLEST = 116
_GAP = 10
_BESIDE_BOARD = 380
"""Width of the words on the left above a board."""
_VALUE = 128
"""Width of a column of values."""
_MANY = 5
"""With more rows than this, hands are shown in two columns."""
_SHORT_HAND = 7
"""Longer hands lie below the names, not beside them."""
_NARROW_LEFT, _NARROW_HAND = 54, 236
"""In two columns: where the name begins, and the width of the hand."""
_NAME_LINE = 36
_ROOM_FOR_BADGE = 66
_SHORT_NAME = 76
"""So much is kept for a name; tags beside it that leave less are left out, the last one first."""
_WHITE: Colour = (255, 255, 255)
_SOFT: Colour = (205, 226, 215)
_GOLD: Colour = (255, 226, 148)


def results(outcome: Results) -> bytes:
    """The picture of a result, PNG, 1100×688; higher where boards are shown below."""
    if len(outcome.boards) == 1:
        return encode(_alone(outcome), outcome.cloth)
    canvas = sheet(felt(WIDTH, HEIGHT, outcome.cloth, signs=False))
    _draw(canvas, outcome)
    return encode(_with_boards(canvas, outcome) if outcome.boards else canvas, outcome.cloth)


def compose(outcome: Results) -> Image.Image:
    """The picture of a result as an RGB image."""
    if len(outcome.boards) == 1:
        return _alone(outcome)
    canvas = felt(WIDTH, HEIGHT, outcome.cloth, signs=False).copy()
    _draw(canvas, outcome)
    return _with_boards(canvas, outcome) if outcome.boards else canvas


def _alone(outcome: Results) -> Image.Image:
    """The only board, as it lies at the end; it says itself what there is to be told."""
    ((name, board),) = outcome.boards
    canvas = felt(WIDTH, HEIGHT, outcome.cloth, signs=False).copy()
    label(outcome.title, TITLE, _WHITE, weight=800, room=_BESIDE_BOARD).paste(canvas, _SIDE + 4, RAIL + 2)
    paste_label(canvas, label(name, SUBTITLE, _SOFT, room=_BESIDE_BOARD, name=True), _SIDE + 4, _SECOND_LINE)
    board.draw(canvas, outcome.style)
    return canvas


def _with_boards(canvas: Image.Image, outcome: Results) -> Image.Image:
    """The result, and below it the boards, two or three in a line."""
    across = 2 if len(outcome.boards) <= 4 else 3
    w, h = WIDTH // across, HEIGHT // across
    lines = -(-len(outcome.boards) // across)
    whole = Image.new("RGB", (WIDTH, HEIGHT + h * lines), canvas.getpixel((WIDTH // 2, HEIGHT - 2 * RAIL)))  # type: ignore[arg-type]  # RGB
    whole.paste(canvas)
    left = (WIDTH - w * min(across, len(outcome.boards))) // 2
    for n, (name, board) in enumerate(outcome.boards):
        small = felt(WIDTH, HEIGHT, outcome.cloth, signs=False).copy()
        label(name, TITLE + 6, _WHITE, weight=800, room=_BESIDE_BOARD, name=True).paste(small, _SIDE + 4, RAIL + 10)
        board.draw(small, outcome.style)
        whole.paste(small.resize((w, h), Image.Resampling.BOX), (left + n % across * w, HEIGHT + n // across * h))
    return whole


def _draw(canvas: Image.Image, outcome: Results) -> None:
    room = WIDTH - 2 * _SIDE
    banner = pill(outcome.banner, 32, 720, gold=True) if outcome.banner else None
    if banner:
        banner.stamp(canvas, WIDTH - _SIDE - banner.size[0], RAIL + 10)
        room -= banner.size[0] + 20
    label(outcome.title, TITLE, _WHITE, weight=800, room=room).paste(canvas, _SIDE + 4, RAIL + 2)
    note = label(outcome.note, TEXT + 1, _SOFT, room=(WIDTH - 2 * _SIDE) // 2)
    paste_label(canvas, note, WIDTH - _SIDE - 4, _SECOND_LINE, 1.0)
    if outcome.subtitle:
        words = label(outcome.subtitle, SUBTITLE, _SOFT, room=WIDTH - 2 * _SIDE - note.width - 30)
        paste_label(canvas, words, _SIDE + 4, _SECOND_LINE)
    kept = _kept(outcome) if _columns(outcome) > 1 else 0
    for place, (row, box) in enumerate(zip(outcome.rows, cells(outcome), strict=True)):
        number = place if row.number is None else row.number
        if _columns(outcome) == 1:
            _wide(canvas, outcome, row, number, box)
        else:
            _narrow(canvas, outcome, row, number, box, kept)
    if _columns(outcome) == 1:
        for i, heading in enumerate(outcome.columns):
            words = label(heading, TEXT, _SOFT, room=_VALUE - 10)
            paste_label(canvas, words, _value_x(outcome, i), _FIRST - 18, 1.0)


def _columns(outcome: Results) -> int:
    return 2 if len(outcome.rows) > _MANY and any(row.cards for row in outcome.rows) else 1


def cells(outcome: Results) -> list[Box]:
    """The rectangle of each row."""
    columns = _columns(outcome)
    lines = max(1, -(-len(outcome.rows) // columns))
    pitch = min(_TALLEST + _GAP, (_LAST - _FIRST) // lines)
    gap = _GAP if pitch >= _TALLEST else 5
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
    long = max((len(other.cards) for other in outcome.rows), default=0) > _SHORT_HAND
    names_end = left + 230 if shown and not long else end
    if long:
        _name(canvas, row, number, Box(box.x, box.y + 2, box.w, _NAME_LINE), left, names_end, 0)
    else:
        _name(canvas, row, number, box, left, names_end, 56 if box.h >= _ROOM_FOR_BADGE else 0)
    if row.cards and long:
        _hand(canvas, row, Box(box.x + 68, box.y + _NAME_LINE, end - box.x - 68, box.h - _NAME_LINE), outcome.style)
    elif row.cards:
        _hand(canvas, row, Box(names_end + 8, box.y, end - names_end - 8, box.h), outcome.style)
    for i, value in enumerate(row.values):
        paste_label(canvas, label(value, NAME, ink, weight=700, room=_VALUE - 12), _value_x(outcome, i), middle, 1.0)


def _name(canvas: Image.Image, row: ResultRow, number: int, box: Box, left: int, end: int, size: int) -> None:
    middle = box.y + box.h // 2
    name = visible_name(row.name, f"Seat {number + 1}")
    if size:
        image, mask = badge(name, number, size)
        canvas.paste(image, (left, middle - size // 2), mask)
        left += size + 14
    tags = [tag(word) for word in row.tags]
    beside = sum(sprite.size[0] + 8 for sprite in tags)
    stacked = bool(tags) and box.h >= 84 and end - left - beside < 200
    while tags and not stacked and end - left - beside < _SHORT_NAME:
        beside -= tags.pop().size[0] + 8
    words = label(name, NAME, _WHITE, weight=700, room=end - left - (0 if stacked else beside), name=True)
    paste_label(canvas, words, left, middle - (17 if stacked else 0))
    x = left if stacked else left + words.width + 12
    for sprite in tags:
        if x + sprite.size[0] <= end:
            sprite.stamp(canvas, x, middle + 5 if stacked else middle - sprite.size[1] // 2)
        x += sprite.size[0] + 8


def _narrow(canvas: Image.Image, outcome: Results, row: ResultRow, number: int, box: Box, kept: int) -> None:
    """Name above, values beneath, the hand on the right."""
    blank_plate(box.w, box.h, row.winner, False).stamp(canvas, box.x, box.y)
    middle = box.y + box.h // 2
    ink = _GOLD if row.winner else _WHITE
    paste_label(canvas, label(row.place, NAME, ink, weight=800, room=36), box.x + 28, middle, 0.5)
    left, end = box.x + _NARROW_LEFT, box.right - _NARROW_HAND - 12
    upper = Box(box.x, box.y, box.w, box.h - 34)
    _name(canvas, row, number, upper, left, end, 0)
    paste_label(canvas, label(_values(outcome, row, kept), TEXT, _SOFT, room=end - left), left, middle + 17)
    _hand(canvas, row, Box(end + 8, box.y, _NARROW_HAND, box.h), outcome.style)


def _kept(outcome: Results) -> int:
    """How many columns find room beneath every name."""
    room = cells(outcome)[0].w - _NARROW_LEFT - _NARROW_HAND - 12
    lines = ([_values(outcome, row, n) for row in outcome.rows] for n in range(len(outcome.columns), 1, -1))
    found = (all(label(line, TEXT, _SOFT).width <= room for line in each) for each in lines)
    return next((len(outcome.columns) - n for n, fits in enumerate(found) if fits), 1)


def _values(outcome: Results, row: ResultRow, kept: int) -> str:
    headed = zip(outcome.columns[:kept], row.values, strict=False)
    return " · ".join(f"{heading} {value}" for heading, value in headed if value)


def _hand(canvas: Image.Image, row: ResultRow, room: Box, style: Style) -> None:
    """The cards side by side, cut off below by the plate's edge."""
    apart = step(len(row.cards), FACE, room.w, 0.7)
    upper, lower = room.y + 4, room.bottom - 4
    strip = canvas.crop((room.x, upper, room.right, lower))
    for i, card in enumerate(row.cards):
        sprites.card(card, FACE, style).stamp(strip, i * apart, 1)
    canvas.paste(strip, (room.x, upper))
