"""The back of a card."""

from __future__ import annotations

from PIL import Image

from card_art.faces import CORNER, HEIGHT, WIDTH, blank
from card_art.palette import WINE


def draw_back(width: int) -> Image.Image:
    """The back in RGB, `width` pixels wide; its corners are not cut."""
    pen = blank(width)
    pen.box(13, 13, WIDTH - 13, HEIGHT - 13, CORNER - 8, WINE)
    return pen.result()
