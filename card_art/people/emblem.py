"""The lamp over the table: the mark of the house, and with two cards the emblem of the bot.

`python -m card_art.samples` draws the emblem into a file, which is uploaded as the bot's icon (`docs/operating.md`).
It is three shapes of three lightnesses, to be known where it is 24 pixels wide; Discord cuts it round.
"""

from __future__ import annotations

import io

from PIL import Image

from card_art.ink.palette import FOUR_COLOUR, GOLD, GOLD_DARK, GOLD_LIGHT, PAPER, blend, rgb
from card_art.ink.pen import Pen, arc, mirrored, path
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.suits import sign

SIDE = 512
_FELT, _FAR, _STEPS = "#1a6e4a", "#06261e", 24
"""Green felt, whatever cloths the tables have."""
_BROWN = "#5a3a0c"
_BULB, _LIGHT = "#fff4d2", "#7fe0b0"
_RIM = "#0c1512"
_DOME = "M0,-33 C34,-33 56,-10 60,18 L0,18"


@cached_sprite
def lamp(size: int) -> Image.Image:
    """The small mark: a lamp alone on a dark disc, RGBA."""
    pen = Pen(size, size, 1, mode="RGBA", paper=(*rgb(_RIM), 0))
    r = size / 2
    pen.oval(r, r, r, fill=_RIM)
    pen.oval(r, r, r * 0.88, fill=_FELT)
    at = pen.at(r, r, r / 100)
    at.fill([(-40, 14), (40, 14), (56, 68), (-56, 68)], blend(_FELT, _LIGHT, 0.5))
    at.oval(0, 22, 19, 17, fill=_BULB)
    at.fill([(-6, -88), (6, -88), (6, -40), (-6, -40)], GOLD_LIGHT)
    at.at(0, -2, 1.12).fill(mirrored(_DOME), GOLD)
    at.box(-72, 8, 72, 24, 7, GOLD_LIGHT)
    return pen.result()


def emblem() -> Image.Image:
    """The bot's picture, square: a lamp over a heart and a spade on felt."""
    pen = Pen(SIDE, SIDE, 1)
    pen.fill([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], _FAR)
    for i in range(_STEPS):
        pen.oval(256, 296, 372 - 336 * i / _STEPS, fill=blend(_FAR, _FELT, i / (_STEPS - 1)))
    for spread, share in ((1, 0.22), (0.62, 0.42)):
        pen.fill(
            [(256 - 84 * spread, 176), (256 + 84 * spread, 176), (256 + 330 * spread, 512), (256 - 330 * spread, 512)],
            blend(_FELT, _LIGHT, share),
        )
    _card(pen.at(186, 334, 0.95, turn=-14), "H", -15)
    _card(pen.at(314, 340, 0.95, turn=13), "S", 0)
    _lamp(pen.at(256, 116, 2.75))
    return pen.result()


def _card(pen: Pen, suit: str, aside: float) -> None:
    _rounded(pen, 84, 113, 24, _RIM)
    _rounded(pen, 79, 108, 20, PAPER)
    sign(pen, suit, aside, 0, 62, FOUR_COLOUR[suit])


def _rounded(pen: Pen, w: float, h: float, radius: float, colour: str) -> None:
    """A rectangle with round corners about the origin, on a pen that may be turned."""
    x, y = w - radius, h - radius
    corners = ((x, y, 0), (-x, y, 90), (-x, -y, 180), (x, -y, 270))
    pen.fill([at for cx, cy, a in corners for at in arc(cx, cy, radius, radius, a, a + 90, 12)], colour)


def _lamp(pen: Pen) -> None:
    pen.fill([(-3.2, -60), (3.2, -60), (3.2, -28), (-3.2, -28)], GOLD_DARK)
    pen.shape(mirrored(_DOME), GOLD, _BROWN, 2.6)
    pen.fill(path("M36,17 C34,-4 22,-24 4,-31.5 C34,-30 54,-8 58.6,17"), blend(GOLD, GOLD_DARK, 0.5))
    pen.fill(path("M-48,16 C-46,-4 -34,-20 -10,-28 C-26,-16 -34,-2 -35,16"), GOLD_LIGHT)
    pen.oval(0, 29, 22, 8.4, fill=_BULB)
    pen.box(-66, 16.4, 66, 29, 6, _BROWN)
    pen.box(-63.6, 18.8, 63.6, 26.6, 4, GOLD_DARK)
    pen.line([(-60, 20.6), (20, 20.6)], blend(GOLD_DARK, GOLD, 0.6), 1.6)


def drawn() -> bytes:
    """The emblem as a PNG file."""
    out = io.BytesIO()
    emblem().save(out, "PNG", optimize=True)
    return out.getvalue()
