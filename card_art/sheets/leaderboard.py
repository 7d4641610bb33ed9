"""A leaderboard: a line for each member, with a medal for the first three."""

from __future__ import annotations

from PIL import Image

from card_art.deck.sprites import Sprite
from card_art.ink.palette import GOLD, GOLD_LIGHT, blend
from card_art.ink.pen import Pen
from card_art.ink.png import encode
from card_art.ink.sizes import LINE, PRINT, ROW_NAME
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import Colour, label, visible_name
from card_art.scene.sheets import Leaderboard, LeaderboardRow
from card_art.scene.style import Cloth
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import WIDTH
from card_art.tables.plates import badge, blank_plate, paste_label, pill

_SIDE = RAIL + 18
_FIRST, _BELOW = 94, 34
"""Where the first line begins, and from the last one to the picture's edge."""
_TALLEST, _LOW, _GAP, _NARROW_GAP = 95, 70, 9, 5
"""The height of a line; where it is lower, everything stands in one line."""
_HIGHEST = 670
_TITLE_LINE = 58
_NAMES, _WORDS, _VALUES = 300, 330, 170
"""Room for the name, the words beside it, and the value; in pixels."""
_BAR, _TRACK = 10, "#17303c"
"""The height of a bar, and what it runs on."""
_BAR_AT, _BAR_LENGTH = 420, 150
"""In low lines: where the bar begins, and how long the longest is."""
_MEDALS = (("#ffe9a3", "#d99a1e"), ("#f1f5f8", "#9aa7b1"), ("#f0c49a", "#a8642f"))
"""Gold, silver and bronze: light and edge. The place stands on each, so that no colour is needed."""
_INK: Colour = (44, 30, 8)
_WHITE: Colour = (255, 255, 255)
_SOFT: Colour = (205, 226, 235)
_GOLD_TEXT: Colour = (255, 226, 148)


def leaderboard(board: Leaderboard) -> bytes:
    """The picture of a leaderboard, PNG, 1100 wide and as high as its lines."""
    count = max(1, len(board.rows))
    tall, gap = min(_TALLEST, (_HIGHEST - _FIRST - _BELOW) // count - _GAP), _GAP
    if tall < _LOW:
        tall, gap = tall + _GAP - _NARROW_GAP, _NARROW_GAP
    height = _FIRST + count * (tall + gap) - gap + _BELOW
    canvas = felt(WIDTH, height, board.cloth, signs=False)
    heading = pill(board.heading, 28, 420, gold=True)
    heading.stamp(canvas, WIDTH - _SIDE - heading.size[0], _TITLE_LINE - heading.size[1] // 2)
    room = WIDTH - 2 * _SIDE - heading.size[0] - 30
    title = label(board.title, 40, _WHITE, weight=800, room=room)
    paste_label(canvas, title, _SIDE + 6, _TITLE_LINE - 3)
    words = label(board.subtitle, LINE, _SOFT, room=max(60, room - title.width - 30))
    paste_label(canvas, words, _SIDE + 6 + title.width + 30, _TITLE_LINE)
    for n, row in enumerate(board.rows):
        _line(canvas, board.cloth, row, n, _FIRST + n * (tall + gap), tall)
    return encode(canvas, board.cloth)


def _line(canvas: Image.Image, cloth: Cloth, row: LeaderboardRow, number: int, top: int, height: int) -> None:
    blank_plate(WIDTH - 2 * _SIDE, height, row.mine, False).stamp(canvas, _SIDE, top)
    low = height < _LOW
    middle, disc = top + height // 2, min(60, height - 10)
    size = disc if low else height - 22
    if row.place <= len(_MEDALS):
        _medal(row.place, disc).stamp(canvas, _SIDE + 16, middle - disc // 2)
    else:
        place = label(str(row.place), ROW_NAME, _SOFT, weight=800, room=60)
        paste_label(canvas, place, _SIDE + 16 + disc // 2, middle, 0.5)
    name = visible_name(row.name, f"Seat {number + 1}")
    left = _SIDE + 16 + disc + 14
    image, mask = badge(name, number, size, cloth, row.face)
    canvas.paste(image, (left, middle - size // 2), mask)
    left += size + 18
    ink = _GOLD_TEXT if row.place == 1 else _WHITE
    end = WIDTH - _SIDE - 24
    upper = middle if low else top + round(height * 0.3)
    bar = (_BAR_AT, _BAR_LENGTH) if low else (left, end - _VALUES - left)
    room = (bar[0] - left - 16) if low else _NAMES
    paste_label(canvas, label(name, ROW_NAME, ink, weight=700, room=room, name=True), left, upper)
    words = label(row.line, PRINT + 2, _SOFT, room=_WORDS if not low else end - _VALUES - sum(bar) - 16)
    paste_label(canvas, words, end - _VALUES, upper, 1.0)
    paste_label(canvas, label(row.value, 40, ink, weight=800, room=_VALUES - 20), end, middle, 1.0)
    at = middle if low else top + round(height * 0.74)
    _bar(bar[1], 0).stamp(canvas, bar[0], at - _BAR // 2)
    if length := round(bar[1] * max(0.0, min(1.0, row.share)) / 8) * 8:
        _bar(length, 1 + (row.place == 1)).stamp(canvas, bar[0], at - _BAR // 2)


@cached_sprite
def _medal(place: int, size: int) -> Sprite:
    light, edge = _MEDALS[place - 1]
    pen, r = Pen(size, size, 1, mode="RGBA", paper=(0, 0, 0, 0)), size / 2
    pen.oval(r, r, r, fill=edge)
    pen.oval(r, r, r - 2, fill=light)
    pen.oval(r, r, r - 5, fill=blend(light, edge, 0.35))
    image = pen.result()
    paste_label(
        image, label(str(place), round(size * 0.56), _INK, weight=800, room=size), size // 2, size // 2 - 1, 0.5
    )
    return Sprite(image)


@cached_sprite
def _bar(length: int, kind: int) -> Sprite:
    """A track (0), a bar (1), the first one's bar (2)."""
    pen = Pen(length, _BAR, 1, mode="RGBA", paper=(0, 0, 0, 0))
    fill, light = ((_TRACK, _TRACK), ("#4f8fbf", "#86bce0"), (GOLD, GOLD_LIGHT))[kind]
    pen.box(0, 0, length, _BAR, _BAR / 2, fill)
    pen.box(0, 0, length, _BAR / 2, _BAR / 4, light)
    return Sprite(pen.result())
