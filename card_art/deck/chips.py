"""Chips in piles, seen from slightly above, and what else lies or stands before a seat. Units: a chip is 100 wide."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from bot.engine import amounts
from bot.engine.amounts import WHITE, whites
from card_art.ink import palette
from card_art.ink.glyphs import word
from card_art.ink.palette import CREAM, GOLD_DARK, shade, tint
from card_art.ink.pen import Pen, arc

TILT = 0.56
"""How flat a chip's circle looks."""
THICK = 12.5
"""A chip's thickness."""
MOST = 20
"""The highest pile."""
USUAL = 10
"""Chips to a pile, as long as three piles of a colour hold them."""
_PILES = 3
_RX, _RY = 50.0, 50 * TILT
MARGIN = 12
"""Room around a pile for its shadow."""
_SPOTS = 6
_INLAY = 0.70
_GLOVE_EDGE = "#6f5a3c"
_DOLLAR = 100 * WHITE
"""In a penny game, where a white is one cent."""


class Chip(NamedTuple):
    """One colour of chip (rules/dealing.md, section 7)."""

    value: int
    """In hundredths of a white."""
    inscription: str
    body: str
    spots: str
    ink: str


CHIPS = tuple(Chip(value, whites(value), *palette.CHIPS[colour]) for colour, value in amounts.CHIPS.items())
"""The colours, the dearest first; every value divides the one before it."""


def chip(value: int, *, pennies: bool = False) -> Chip:
    """The chip of this worth, in hundredths of a white; in a penny game a white says that it is one cent."""
    found = next(c for c in CHIPS if c.value == value)
    return found._replace(inscription=_in_pennies(value)) if pennies else found


def worth(amount: int, *, pennies: bool = False) -> str:
    """An amount in whites, as it is read: 250 is "2½", in a penny game "2½¢"."""
    return f"{whites(amount)}¢" if pennies else whites(amount)


def _in_pennies(value: int) -> str:
    """In dollars from the hundredth cent on."""
    return f"${value // _DOLLAR}" if value >= _DOLLAR else worth(value, pennies=True)


def piles(amount: int, *, pennies: bool = False) -> list[tuple[Chip, int]]:
    """An amount (hundredths of a white) as piles, left to right, in the fewest chips.

    The piles of one colour differ by one chip at most. Sixty purple chips are as many as are shown; a rest below one
    yellow has no chip.
    """
    out: list[tuple[Chip, int]] = []
    for each in CHIPS:
        count, amount = divmod(amount, each.value)
        kind = chip(each.value, pennies=pennies)
        count = min(count, _PILES * MOST)
        wide = min(_PILES, -(-count // USUAL))
        out += [(kind, count // wide + (i < count % wide)) for i in range(wide)]
    return out


def draw_pile(chip: Chip, count: int, width: int) -> Image.Image:
    """A pile in RGBA with its shadow; `width` is a chip's, in pixels."""
    pen = Pen(100 + 2 * MARGIN, 2 * _RY + THICK * count + 2 * MARGIN, width / 100, mode="RGBA", paper=(0, 0, 0, 0))
    x, floor = 50 + MARGIN, _RY + THICK * count + MARGIN
    pen.oval(x + 5, floor + 3, _RX + 3, _RY + 3, fill=(0, 10, 5, 110))
    for i in range(count):
        _side(pen, chip, x, floor - i * THICK, _phase(i))
    _top(pen, chip, x, floor - count * THICK, _phase(count - 1))
    return pen.result()


def _phase(i: int) -> float:
    """How far the i-th chip of a pile is turned, in degrees."""
    return (i * 23 + 7) % 60


def _side(pen: Pen, chip: Chip, x: float, y: float, phase: float) -> None:
    def band(start: float, end: float, colour: str) -> None:
        low = arc(x, y, _RX, _RY, start, end, 16)
        high = arc(x, y - THICK, _RX, _RY, end, start, 16)
        pen.fill([*low, *high], colour)

    # The light falls from the upper left: the side darkens to the right.
    for start, end, dark in ((0, 35, 0.45), (35, 75, 0.34), (75, 125, 0.22), (125, 180, 0.30)):
        band(start, end, shade(chip.body, dark))
    for k in range(-1, 4):
        start, end = max(0.0, k * 60 + phase - 12), min(180.0, k * 60 + phase + 12)
        if start < end:
            band(start, end, shade(chip.spots, 0.30 if start < 60 else 0.14))
    pen.line(arc(x, y, _RX, _RY, 2, 178, 24), shade(chip.body, 0.66), 1.5)


def _top(pen: Pen, chip: Chip, x: float, y: float, phase: float) -> None:
    pen.oval(x, y, _RX, _RY, fill=tint(chip.body, 0.12))
    for k in range(_SPOTS):
        start, end = k * 60 + phase - 12, k * 60 + phase + 12
        outer = arc(x, y, _RX, _RY, start, end, 8)
        inner = arc(x, y, _RX * 0.76, _RY * 0.76, end, start, 8)
        pen.fill([*outer, *inner], chip.spots)
    pen.oval(x, y, _RX * _INLAY + 2.2, _RY * _INLAY + 2.2, fill=shade(chip.body, 0.35))
    pen.oval(x, y, _RX * _INLAY, _RY * _INLAY, fill=CREAM)
    pen.line(arc(x, y, _RX - 0.8, _RY - 0.8, 180, 320, 24), tint(chip.body, 0.55), 1.6)
    _inscribe(pen, chip.inscription, x, y, chip.ink)


def _inscribe(pen: Pen, text: str, x: float, y: float, ink: str, height: float = 27) -> None:
    mask = word(text, round(60 * pen.k))
    width = min(52.0, height * 1.28 * mask.width / mask.height)
    mask = mask.resize((round(width * pen.k), round(height * pen.k)), Image.Resampling.BOX)
    pen.stamp(mask, x - width / 2, y - height / 2, ink)


def draw_button(width: int) -> Image.Image:
    """The dealer button in RGBA, `width` pixels wide without its shadow: a white disc with a D."""
    pen = Pen(100 + 2 * MARGIN, 2 * _RY + 14 + 2 * MARGIN, width / 100, mode="RGBA", paper=(0, 0, 0, 0))
    x, y = 50 + MARGIN, _RY + MARGIN
    pen.oval(x + 4, y + 16, _RX + 2, _RY + 2, fill=(0, 10, 5, 110))
    pen.oval(x, y + 14, _RX, _RY, fill="#9c9382")
    pen.fill([(x - _RX, y), (x + _RX, y), (x + _RX, y + 14), (x - _RX, y + 14)], "#9c9382")
    pen.oval(x, y, _RX, _RY, fill="#fffdf6")
    pen.oval(x, y, _RX * 0.84, _RY * 0.84, fill=GOLD_DARK)
    pen.oval(x, y, _RX * 0.80, _RY * 0.80, fill="#fffdf6")
    _inscribe(pen, "D", x, y, "#241d2b", 32)
    return pen.result()


def draw_hat(width: int) -> Image.Image:
    """A farmer's straw hat in RGBA, as wide as the dealer button: a brim, a crown and a red band."""
    pen = Pen(100 + 2 * MARGIN, 2 * _RY + 44 + 2 * MARGIN, width / 100, mode="RGBA", paper=(0, 0, 0, 0))
    x, y = 50 + MARGIN, 46 + MARGIN
    pen.oval(x + 3, y + 9, _RX, 20, fill=(0, 10, 5, 110))
    pen.oval(x, y + 3, _RX, 19, fill="#8f6a1e")
    pen.oval(x, y, _RX, 19, fill="#e3b94f")
    pen.oval(x, y - 2, _RX * 0.86, 14, fill="#f2d27a")
    pen.oval(x, y - 3, 27, 11, fill="#a3261f")
    pen.fill([(x - 27, y - 14), (x + 27, y - 14), (x + 27, y - 3), (x - 27, y - 3)], "#a3261f")
    pen.oval(x, y - 14, 27, 10, fill="#e3b94f")
    pen.fill([(x - 27, y - 14), (x - 21, y - 34), (x + 21, y - 34), (x + 27, y - 14)], "#e3b94f")
    pen.oval(x, y - 34, 21, 8, fill="#f8e09a")
    return pen.result()


def draw_knuckles(width: int) -> Image.Image:
    """A fist that knocks on the table in RGBA, as wide as a chip: four fingers, seen from the front, and the thumb."""
    pen = Pen(100 + 2 * MARGIN, 84 + 2 * MARGIN, width / 100, mode="RGBA", paper=(0, 0, 0, 0))
    x, y = MARGIN, MARGIN
    pen.oval(x + 53, y + 74, 46, 11, fill=(0, 10, 5, 110))
    for n, drop in enumerate((7, 0, 2, 10)):
        left = x + 4 + 23 * n
        pen.box(left, y + drop, left + 23, y + 66, 11, _GLOVE_EDGE)
        pen.box(left + 2, y + drop + 2, left + 21, y + 64, 9.5, CREAM)
        pen.line(arc(left + 11.5, y + drop + 17, 6, 4, 200, 340, 10), _GLOVE_EDGE, 2)
    pen.box(x + 10, y + 48, x + 72, y + 76, 14, _GLOVE_EDGE)
    pen.box(x + 12, y + 50, x + 70, y + 74, 12, CREAM)
    pen.line(arc(x + 60, y + 62, 5, 8, -60, 60, 10), _GLOVE_EDGE, 2)
    return pen.result()
