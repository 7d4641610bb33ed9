"""A stack laid out to be counted: a row a colour, the last full stack fanned flat (rules/dealing.md, section 7)."""

from __future__ import annotations

from PIL import Image

from card_art.deck.chips import Chip, draw_pile
from card_art.deck.chips import chip as chip_of
from card_art.ink.png import encode
from card_art.ink.sizes import LINE, ROW_NAME, TITLE
from card_art.ink.text import SOFT, WHITE, label
from card_art.scene.chips import Counted, Counting
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import HEIGHT, WIDTH
from card_art.tables.plates import paste_label

_CHIP = 58
"""A chip's width in pixels, in a row of the usual height."""
_LARGEST = 1.3
"""Few rows are drawn larger than usual, up to this factor, in a picture no higher than they need."""
_SIDE = RAIL + 26
_FIRST, _LAST = 128, HEIGHT - RAIL - 14
_PITCH = 92
_PILES = 560
"""Room for the piles of a row."""
_APART, _FANNED = 72, 24
"""From one pile to the next, and from one fanned chip to the next."""


def counting(counted: Counting) -> bytes:
    """The picture of a counted stack, PNG, 1100 wide and up to 688 high."""
    rows = max(1, len(counted.rows))
    scale = min(_LARGEST, (_LAST - _FIRST) / rows / _PITCH)
    floor = min(_LAST, _FIRST + round(rows * scale * _PITCH))
    canvas = felt(WIDTH, floor + HEIGHT - _LAST, counted.cloth, signs=False)
    _draw(canvas, counted, scale, floor)
    return encode(canvas, counted.cloth)


def _draw(canvas: Image.Image, counted: Counting, scale: float, floor: int) -> None:
    label(counted.title, TITLE, WHITE, weight=800, room=WIDTH - 2 * _SIDE).paste(canvas, _SIDE, RAIL + 2)
    paste_label(canvas, label(counted.subtitle, LINE, SOFT, room=WIDTH - 2 * _SIDE), _SIDE, _FIRST - 26)
    for n, row in enumerate(counted.rows):  # the dearest lies nearest to its owner, at the bottom
        _row(canvas, row, round(floor - n * scale * _PITCH), scale, counted.pennies)


def _row(canvas: Image.Image, row: Counted, floor: int, scale: float, pennies: bool) -> None:
    chip, width = chip_of(row.value, pennies=pennies), round(_CHIP * scale)
    fan = row.height if row.stacks else 0
    fan_width = round((fan - 1) * _FANNED * scale) + width
    piles = [row.height] * (row.stacks - 1) + ([row.loose] if row.loose else [])
    room = _PILES - round(_APART * scale) - (fan_width if fan else 0)
    apart = min(round(_APART * scale), room // max(1, len(piles)))
    x = _SIDE
    for n, count in enumerate(piles):
        if fan and n == row.stacks - 1:
            x, fan = _fan(canvas, chip, fan, x, floor, scale), 0
        _stand(canvas, chip, count, x, floor, width)
        x += apart
    if fan:
        _fan(canvas, chip, fan, x, floor, scale)
    words = label(row.text, round(ROW_NAME * min(1.25, scale)), WHITE, room=WIDTH - 2 * _SIDE - _PILES)
    paste_label(canvas, words, WIDTH - _SIDE, floor - round(40 * scale), 1.0)


def _fan(canvas: Image.Image, chip: Chip, count: int, x: int, floor: int, scale: float) -> int:
    """Chips laid flat side by side; returns where the next pile stands."""
    for n in range(count):
        _stand(canvas, chip, 1, x + round(n * _FANNED * scale), floor, round(_CHIP * scale))
    return x + round(((count - 1) * _FANNED + _APART) * scale)


def _stand(canvas: Image.Image, chip: Chip, count: int, x: int, floor: int, width: int) -> None:
    pile = draw_pile(chip, count, width)
    canvas.paste(pile, (x, floor - pile.height), pile)
