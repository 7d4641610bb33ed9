"""A rack of chips seen from above: the tubes one below the other, the chips on edge (rules/dealing.md, section 7)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from card_art.deck.chips import chip
from card_art.ink.palette import blend, rgb, shade, tint
from card_art.ink.png import encode
from card_art.ink.sizes import LINE, ROW_NAME, TITLE
from card_art.ink.text import GOLD, SOFT, WHITE, label
from card_art.scene.chips import Rack
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import WIDTH
from card_art.tables.plates import paste_label

_SIDE = RAIL + 26
_FIRST, _FOOT = 132, RAIL + 10
_TALLEST, _MOST = 96, 690
"""From one tube to the next, and the height of the whole, at most."""
_WORDS = 190
"""Room at the right for how many there are."""
_WOOD = "#5b3a1e"


def rack(shown: Rack) -> bytes:
    """The picture of a rack, PNG, 1100 wide and as high as its tubes need, up to 690."""
    pitch = min(_TALLEST, (_MOST - _FOOT - _FIRST) // len(shown.tubes))
    canvas = felt(WIDTH, _FIRST + pitch * len(shown.tubes) + _FOOT, shown.cloth, signs=False)
    room = WIDTH - 2 * _SIDE
    label(shown.title, TITLE, WHITE, weight=800, room=room).paste(canvas, _SIDE, RAIL + 2)
    paste_label(canvas, label(shown.subtitle, LINE, SOFT, room=room), _SIDE, _FIRST - 32)
    for n, count in enumerate(shown.tubes):
        top, full = _FIRST + n * pitch, count >= shown.capacity
        _tube(canvas, shown, count, (_SIDE, top, WIDTH - _SIDE - _WORDS, top + pitch - 14))
        words = label(f"{count} of {shown.capacity}", ROW_NAME, WHITE if full else GOLD, weight=600 if full else 800)
        paste_label(canvas, words, WIDTH - _SIDE, top + (pitch - 14) // 2, 1.0)
    return encode(canvas, shown.cloth)


def _tube(canvas: Image.Image, shown: Rack, count: int, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    pen, kind = ImageDraw.Draw(canvas), chip(shown.value)
    pen.rounded_rectangle(box, 16, rgb(_WOOD), rgb(shade(_WOOD, 0.5)), 3)
    pen.rounded_rectangle((left + 10, top + 10, right - 10, bottom - 10), 8, rgb(shade(_WOOD, 0.45)))
    step = (right - left - 28) / shown.capacity
    for place in range(count):
        x = left + 14 + place * step
        edge = (round(x), top + 6, round(x + step) - 2, bottom - 6)
        pen.rounded_rectangle(edge, 4, rgb(tint(kind.body, 0.08)), rgb(shade(kind.body, 0.45)), 1)
        third = (bottom - top - 12) // 3
        for spot in (0, 2):  # the light spots of its rim, turned a little from chip to chip
            at = top + 12 + spot * third + place * 7 % 11
            pen.rectangle((edge[0] + 2, at, edge[2] - 2, at + 14), rgb(blend(kind.spots, kind.body, 0.08)))
