"""The back of a card: a golden lattice on wine red, and a rosette of the four suits in its middle."""

from __future__ import annotations

from PIL import Image

from card_art.deck.card_faces import CORNER, HEIGHT, WIDTH, blank
from card_art.ink.palette import CREAM, GOLD, GOLD_LIGHT, WINE, WINE_DARK, blend
from card_art.ink.pen import Pen, arc, path, star
from card_art.ink.suits import sign

_FINE_FROM = 90
"""Backs narrower than this many pixels carry a coarser lattice, which stays clear."""
_EDGE = 14
_MIDDLE = (WIDTH / 2, HEIGHT / 2)


def draw_back(width: int) -> Image.Image:
    """The back in RGB, `width` pixels wide; its corners are not cut."""
    pen = blank(width)
    fine = width >= _FINE_FROM
    pen.box(_EDGE, _EDGE, WIDTH - _EDGE, HEIGHT - _EDGE, CORNER - 7, WINE)
    _lattice(pen, *((6, 8, 1.7) if fine else (4, 6, 3.4)))
    _border(pen)
    _rosette(pen, fine)
    return pen.result()


def _lattice(pen: Pen, across: int, down: int, thick: float) -> None:
    inset = _EDGE + 9
    x0, y0 = inset, inset
    step_x, step_y = (WIDTH - 2 * inset) / across, (HEIGHT - 2 * inset) / down
    line = blend(WINE, GOLD, 0.42)
    for row in range(down):
        for column in range(across):
            x, y = x0 + column * step_x, y0 + row * step_y
            pen.line([(x, y), (x + step_x, y + step_y)], line, thick)
            pen.line([(x + step_x, y), (x, y + step_y)], line, thick)
            middle = pen.at(x + step_x / 2, y + step_y / 2)
            middle.fill([(0, -thick * 2.6), (thick * 2.2, 0), (0, thick * 2.6), (-thick * 2.2, 0)], GOLD)
    for row in range(1, down):
        for column in range(1, across):
            pen.oval(x0 + column * step_x, y0 + row * step_y, thick * 1.6, fill=GOLD_LIGHT)


def _border(pen: Pen) -> None:
    for inset, colour in ((_EDGE, WINE_DARK), (_EDGE + 4, GOLD), (_EDGE + 7.5, WINE_DARK)):
        width = 5.0 if colour == WINE_DARK else 3.4
        left, top, right, bottom = inset, inset, WIDTH - inset, HEIGHT - inset
        pen.line([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], colour, width)


def _rosette(pen: Pen, fine: bool) -> None:
    x, y = _MIDDLE
    pen.oval(x, y, 78, fill=WINE_DARK)
    pen.oval(x, y, 73, fill=GOLD)
    pen.oval(x, y, 68, fill=WINE)
    if fine:
        petal = path("M0,-37 C12,-46 10,-58 0,-65 C-10,-58 -12,-46 0,-37")
        for i in range(16):
            pen.at(x, y, turn=22.5 * i).line([*petal, petal[0]], GOLD, 1.9)
        pen.line(arc(x, y, 38, 38), GOLD, 2.6)
    else:
        pen.line(arc(x, y, 54, 54), GOLD, 4)
    for i, suit in enumerate("SHCD"):
        at = pen.at(x, y, turn=90 * i)
        sign(at, suit, 0, -20, 12.5, CREAM)
    pen.fill(star(x, y, 8, 3, 4), GOLD)
