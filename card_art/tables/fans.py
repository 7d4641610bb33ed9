"""Backs held at a seat, in a row beside its plate; and how far apart cards of a hand lie."""

from __future__ import annotations

from PIL import Image

from card_art.deck import sprites
from card_art.deck.card_faces import INDEX_SHARE
from card_art.deck.sprites import RATIO
from card_art.tables.layout import BACK, Box

_WIDEST = 0.8
"""From one back to the next, in widths of a back."""
_LARGE_APART = 30


def step(count: int, card: int, width: int, widest: float) -> int:
    """From one card to the next so that `count` cards fill `width`: between what shows its index and `widest` of a
    card's width."""
    if count < 2:
        return 0
    return int(max(card * INDEX_SHARE, min(card * widest, (width - card) / (count - 1))))


def draw(canvas: Image.Image, count: int, box: Box) -> None:
    """Lay backs into a box, as high as that allows: in a high one from its left, as beside a plate, in a low one in the
    middle."""
    width = min(BACK, round(box.h / RATIO))
    apart = _LARGE_APART if width == BACK else round(width * _WIDEST)
    apart = min(apart, (box.w - width) // max(1, count - 1))
    x = box.x if width == BACK else box.middle[0] - (width + apart * (count - 1)) // 2
    sprites.back_row(width, count, apart).stamp(canvas, x, box.y)


def above(canvas: Image.Image, count: int, plate: Box, shown: int) -> None:
    """Small backs in a row above a plate, which has `shown` pixels of room there."""
    draw(canvas, count, Box(plate.x, plate.y - shown, plate.w, shown - 6))
