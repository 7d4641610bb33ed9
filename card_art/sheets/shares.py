"""Chips laid out for several people before they are passed: a line for each (rules/dealing.md, section 7)."""

from __future__ import annotations

from PIL import Image

from card_art.deck.chips import MARGIN, TILT, chip, draw_pile
from card_art.ink.png import encode
from card_art.ink.sizes import LINE, ROW_NAME, TITLE
from card_art.ink.text import GOLD, SOFT, WHITE, label, visible_name
from card_art.scene.chips import Share, Shares
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import HEIGHT, WIDTH
from card_art.tables.plates import badge, blank_plate, paste_label

_SIDE = RAIL + 26
_FIRST, _LAST = 126, HEIGHT - RAIL - 12
_TALLEST, _GAP = 104, 10
"""A line's height, and the room between two."""
_NAMES, _SUMS = 330, 150
"""Where the chips begin, and the room kept for what they come to; in pixels."""
_HIGHEST = 5
"""How many chips a pile holds: there are at most four of a colour, except the dearest, which stands by fives."""


def shares(shown: Shares) -> bytes:
    """The picture of chips that several people get, PNG, 1100 wide and as high as they need, up to 688."""
    pitch = min(_TALLEST + _GAP, (_LAST - _FIRST) // len(shown.shares))
    height = _FIRST + pitch * len(shown.shares) + HEIGHT - _LAST
    canvas = felt(WIDTH, height, shown.cloth, signs=False)
    room = WIDTH - 2 * _SIDE
    label(shown.title, TITLE, WHITE, weight=800, room=room).paste(canvas, _SIDE, RAIL + 2)
    paste_label(canvas, label(shown.subtitle, LINE, SOFT, room=room), _SIDE, _FIRST - 24)
    for place, share in enumerate(shown.shares):
        top = _FIRST + place * pitch
        blank_plate(room, pitch - _GAP, False, False).stamp(canvas, _SIDE, top)
        number = place if share.number is None else share.number
        _line(canvas, shown, share, number, top, pitch - _GAP)
    return encode(canvas, shown.cloth)


def _line(canvas: Image.Image, shown: Shares, share: Share, number: int, top: int, height: int) -> None:
    middle, disc = top + height // 2, min(44, height - 12)
    picture, mask = badge(share.name, number, disc, shown.cloth, share.face)
    canvas.paste(picture, (_SIDE + 18, middle - disc // 2), mask)
    name = label(visible_name(share.name, f"Seat {number + 1}"), ROW_NAME, WHITE, room=_NAMES - 100, name=True)
    paste_label(canvas, name, _SIDE + 30 + disc, middle)
    paste_label(canvas, label(share.text, ROW_NAME + 4, GOLD, weight=800), WIDTH - _SIDE - 24, middle, 1.0)
    piles = [(value, min(_HIGHEST, n - at)) for value, n in share.chips for at in range(0, n, _HIGHEST)]
    if not piles:
        return
    room = WIDTH - _SIDE - _SUMS - _SIDE - _NAMES
    chip_width = min(66, round(height / (2 * TILT * 0.5 + _HIGHEST * 0.125 + 0.1)))
    apart = min(chip_width + 12, room // len(piles))
    for n, (value, count) in enumerate(piles[: room // max(1, apart)]):
        pile = draw_pile(chip(value, pennies=shown.pennies), count, chip_width)
        floor = middle + pile.height // 2 - round(MARGIN * chip_width / 100) // 2
        canvas.paste(pile, (_SIDE + _NAMES + n * apart, floor - pile.height), pile)
