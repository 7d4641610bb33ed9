"""A pack being shuffled by hand: piles of backs, as high as they are, and the cut card (rules: dealing, section 4)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from card_art import sprites
from card_art.felt import RAIL, felt, sheet
from card_art.layout import HEIGHT, NAME, SUBTITLE, TEXT, TITLE, WIDTH
from card_art.palette import GOLD, rgb
from card_art.pieces import card_height
from card_art.plates import paste_label
from card_art.png import encode
from card_art.scene import Heap, Shuffle
from card_art.text import Colour, label

_CARD = 124
_LAYER, _THICK = 6, 3
"""So many cards to a layer, and its height in pixels."""
_FLOOR = 500
_SIDE = RAIL + 26
_WHITE: Colour = (255, 255, 255)
_SOFT: Colour = (205, 226, 215)


def shuffle(shown: Shuffle) -> bytes:
    """The picture of a pack that is being shuffled, PNG, 1100×688."""
    canvas = sheet(felt(WIDTH, HEIGHT, shown.cloth, signs=False))
    label(shown.title, TITLE, _WHITE, weight=800, room=WIDTH - 2 * _SIDE).paste(canvas, _SIDE, RAIL + 2)
    paste_label(canvas, label(shown.subtitle, SUBTITLE, _SOFT, room=WIDTH - 2 * _SIDE), _SIDE, 102)
    apart = (WIDTH - 2 * _SIDE) // len(shown.heaps)
    for n, heap in enumerate(shown.heaps):
        _heap(canvas, heap, _SIDE + apart * n + apart // 2)
    paste_label(canvas, label(shown.said, NAME, _WHITE, room=WIDTH - 2 * _SIDE), WIDTH // 2, HEIGHT - RAIL - 54, 0.5)
    return encode(canvas, shown.cloth)


def _heap(canvas: Image.Image, heap: Heap, middle: int) -> None:
    back = sprites.back(_CARD)
    left, top = middle - _CARD // 2, _FLOOR - back.size[1]
    if heap.cut_card:
        high = card_height(_CARD)
        corners = (left - 9, top + 12, left - 9 + _CARD, top + 12 + high)
        ImageDraw.Draw(canvas).rounded_rectangle(corners, 9, rgb(GOLD))
    for layer in range(-(-heap.count // _LAYER)):
        back.stamp(canvas, left, top - layer * _THICK)
    words = f"{heap.label} · {heap.count}" if heap.count else heap.label
    paste_label(canvas, label(words, TEXT + 1, _WHITE), middle, _FLOOR + 36, 0.5)
