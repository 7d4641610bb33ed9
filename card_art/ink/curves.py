"""Smooth lines for charts: drawn several times larger than they are seen, and laid onto the felt through a mask, so
that between them it stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from PIL import Image, ImageDraw

Point = tuple[float, float]

_FINE = 3
_DARK = (9, 26, 20)
"""The edge that lifts a line off the felt and off other lines."""
_RIM, _EDGE = 2, 1
_DASH = 6


class Curves:
    """A clear sheet to draw lines on; lengths are in pixels of the picture, from the sheet's own upper left corner."""

    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("RGBA", (width * _FINE, height * _FINE), (*_DARK, 0))
        self._draw = ImageDraw.Draw(self._image)

    def line(self, points: Iterable[Point], colour: str, width: float, edge: float = _EDGE) -> None:
        """A line through the points, with a dark edge on both sides."""
        enlarged = [(x * _FINE, y * _FINE) for x, y in points]
        for ink, wide in ((_DARK, width + 2 * edge), (colour, width)):
            self._draw.line(enlarged, fill=ink, width=round(wide * _FINE), joint="curve")

    def dashes(self, one: Point, other: Point, colour: str, width: float) -> None:
        """A straight line in dashes, which begins and ends with one."""
        long = hypot(other[0] - one[0], other[1] - one[1])
        count = max(1, round((long + _DASH) / (2 * _DASH)))

        def at(share: float) -> Point:
            return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share

        pieces = 2 * count - 1
        for n in range(0, pieces, 2):
            self.line([at(n / pieces), at((n + 1) / pieces)], colour, width)

    def round_end(self, at: Point, colour: str, width: float) -> None:
        """Where a line of this width begins or ends: half a disc beyond it."""
        r = width / 2 * _FINE
        self._draw.ellipse([at[0] * _FINE - r, at[1] * _FINE - r, at[0] * _FINE + r, at[1] * _FINE + r], fill=colour)

    def dot(self, at: Point, radius: float, colour: str) -> None:
        """The end of a line: a disc with a white rim."""
        for ink, r in ((_DARK, radius + _EDGE), ("#ffffff", radius), (colour, radius - _RIM)):
            box = (at[0] - r, at[1] - r, at[0] + r, at[1] + r)
            self._draw.ellipse([value * _FINE for value in box], fill=ink)

    def area(self, points: Iterable[Point], colour: tuple[int, int, int, int]) -> None:
        """A field, clear to some part; to be drawn before what lies on it."""
        self._draw.polygon([(x * _FINE, y * _FINE) for x, y in points], fill=colour)

    def lay(self, canvas: Image.Image, x: int, y: int) -> None:
        """Put the sheet onto an RGB canvas."""
        small = self._image.reduce(_FINE)
        canvas.paste(small, (x, y), small)


def apart(wanted: Sequence[float], pitch: int, first: float, last: float) -> list[float]:
    """The middles of what stands at the ends of lines, each as near to its own as can be, and no nearer to the next
    than `pitch`. What is wanted goes from the first to the last."""
    places = [max(first, at) for at in wanted]
    for n in range(1, len(places)):
        places[n] = max(places[n], places[n - 1] + pitch)
    for n in reversed(range(len(places))):  # pushed too far: back, and the others with it
        places[n] = min(places[n], last - (len(places) - 1 - n) * pitch)
    return places
