"""A leaderboard: a line for each member, with a medal for the first three."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from card_art.felt import RAIL, felt, sheet
from card_art.layout import HEIGHT, NAME, SUBTITLE, TEXT, TITLE, WIDTH
from card_art.palette import GOLD, GOLD_LIGHT, blend
from card_art.pen import Pen
from card_art.plates import badge, blank_plate, paste_label, pill
from card_art.png import encode
from card_art.sheets import Board, BoardRow
from card_art.sprites import Sprite
from card_art.text import Colour, label, visible_name

_SIDE = RAIL + 22
_FIRST, _LAST = 126, HEIGHT - RAIL - 10
_TALLEST, _GAP = 84, 6
_NAMES, _WORDS, _VALUES = 300, 372, 150
"""Room for the name, the words beside it, and the value; in pixels."""
_BAR = 6
"""The height of the bar along a line's foot."""
_MEDALS = (("#ffe9a3", "#d99a1e"), ("#f1f5f8", "#9aa7b1"), ("#f0c49a", "#a8642f"))
"""Gold, silver and bronze: light and edge. The place stands on each, so that no colour is needed."""
_INK: Colour = (44, 30, 8)
_WHITE: Colour = (255, 255, 255)
_SOFT: Colour = (205, 226, 235)
_GOLD_TEXT: Colour = (255, 226, 148)


def ranking(board: Board) -> bytes:
    """The picture of a leaderboard, PNG, 1100×688."""
    canvas = sheet(felt(WIDTH, HEIGHT, board.cloth, signs=False))
    heading = pill(board.heading, 28, 420, gold=True)
    heading.stamp(canvas, WIDTH - _SIDE - heading.size[0], RAIL + 12)
    room = WIDTH - 2 * _SIDE - heading.size[0] - 20
    label(board.title, TITLE, _WHITE, weight=800, room=room).paste(canvas, _SIDE + 4, RAIL + 2)
    paste_label(canvas, label(board.subtitle, SUBTITLE, _SOFT, room=WIDTH - 2 * _SIDE), _SIDE + 4, 98)
    pitch = min(_TALLEST + _GAP, (_LAST - _FIRST) // max(1, len(board.rows)))
    for n, row in enumerate(board.rows):
        _line(canvas, row, n, _FIRST + n * pitch, pitch - _GAP)
    return encode(canvas, board.cloth)


def _line(canvas: Image.Image, row: BoardRow, number: int, top: int, height: int) -> None:
    blank_plate(WIDTH - 2 * _SIDE, height, row.mine, False).stamp(canvas, _SIDE, top)
    middle, disc = top + height // 2 - 2, min(46, height - 8)
    if row.place <= len(_MEDALS):
        medal = _medal(row.place, disc)
        medal.stamp(canvas, _SIDE + 14, middle - medal.size[1] // 2)
    else:
        paste_label(
            canvas, label(str(row.place), NAME, _SOFT, weight=800, room=46), _SIDE + 14 + disc // 2, middle, 0.5
        )
    name = visible_name(row.name, f"Seat {number + 1}")
    image, mask = badge(name, number, disc)
    canvas.paste(image, (_SIDE + 70, middle - disc // 2), mask)
    ink = _GOLD_TEXT if row.mine or row.place == 1 else _WHITE
    left = _SIDE + 70 + 46 + 14
    paste_label(canvas, label(name, NAME, ink, weight=700, room=_NAMES, name=True), left, middle)
    words = label(row.line, TEXT, _SOFT, room=_WORDS)
    end = WIDTH - _SIDE - 22
    paste_label(canvas, words, end - _VALUES, middle, 1.0)
    paste_label(canvas, label(row.value, NAME + 4, ink, weight=800, room=_VALUES - 16), end, middle, 1.0)
    length = round((end - left) * max(0.0, min(1.0, row.share)) / 8) * 8
    if length:
        _bar(length, row.place == 1 or row.mine).stamp(canvas, left, top + height - _BAR - 6)


@lru_cache(maxsize=16)
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


@lru_cache(maxsize=256)
def _bar(length: int, gold: bool) -> Sprite:
    pen = Pen(length, _BAR, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, length, _BAR, _BAR / 2, GOLD if gold else "#4f8fbf")
    pen.box(0, 0, length, _BAR / 2, _BAR / 4, GOLD_LIGHT if gold else "#86bce0")
    return Sprite(pen.result())
