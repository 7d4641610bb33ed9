"""A supersampled drawing surface, and the curves that everything on a card is made of.

Shapes are given in the units of the drawing code (a card is 250 by 350) as lists of points. Pillow does not smooth
edges, so everything is drawn `OVER` times too large and averaged down once.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from PIL import Image, ImageDraw

Point = tuple[float, float]
Points = Sequence[Point]
Colour = str | int | tuple[int, ...]

OVER = 4
_STEPS = 10


class Pen:
    """Draws on an image in units; `at` gives a pen on the same image whose units are moved, scaled, turned."""

    def __init__(self, width: float, height: float, scale: float, *, mode: str = "RGB", paper: Colour = 0) -> None:
        """Open a surface of width × height units, each `scale` final pixels wide."""
        self.size = (round(width * scale), round(height * scale))
        self.image = Image.new(mode, (self.size[0] * OVER, self.size[1] * OVER), paper)
        self.draw = ImageDraw.Draw(self.image)
        self.k = scale * OVER
        self._matrix = (self.k, 0.0, 0.0, self.k, 0.0, 0.0)

    def at(self, x: float, y: float, k: float = 1, *, turn: float = 0) -> Pen:
        """A pen whose origin is (x, y), whose units are `k` times larger, turned by degrees clockwise."""
        pen = copy.copy(self)
        pen.k = self.k * k
        a, b, c, d, e, f = self._matrix
        cos, sin = k * math.cos(math.radians(turn)), k * math.sin(math.radians(turn))
        pen._matrix = (
            a * cos + c * sin,
            b * cos + d * sin,
            c * cos - a * sin,
            d * cos - b * sin,
            a * x + c * y + e,
            b * x + d * y + f,
        )
        return pen

    def blank(self, paper: Colour) -> Pen:
        """A pen with the same units on an empty image of the same size."""
        pen = copy.copy(self)
        pen.image = Image.new(self.image.mode, self.image.size, paper)
        pen.draw = ImageDraw.Draw(pen.image)
        return pen

    def copied(self) -> Pen:
        """A pen with the same units on a copy of the image."""
        pen = copy.copy(self)
        pen.image = self.image.copy()
        pen.draw = ImageDraw.Draw(pen.image)
        return pen

    def place(self, points: Points) -> list[Point]:
        """The points in pixels of the large image."""
        a, b, c, d, e, f = self._matrix
        return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]

    def fill(self, points: Points, colour: Colour) -> None:
        """Fill a closed shape."""
        self.draw.polygon(self.place(points), colour)

    def line(self, points: Points, colour: Colour, width: float) -> None:
        """Draw a line `width` units thick, with round joints and ends."""
        placed = self.place(points)
        thick = max(1.0, width * self.k)
        self.draw.line(placed, colour, round(thick))
        r = thick / 2 - 0.5
        if r < 1:
            return
        for i, (x, y) in enumerate(placed):
            if i in (0, len(placed) - 1) or _bends(placed[i - 1], placed[i], placed[i + 1]):
                self.draw.ellipse((x - r, y - r, x + r, y + r), colour)

    def shape(self, points: Points, colour: Colour, edge: Colour, width: float = 1.6) -> None:
        """Fill a closed shape and draw its outline."""
        self.fill(points, colour)
        self.line([*points, points[0]], edge, width)

    def oval(self, x: float, y: float, rx: float, ry: float | None = None, *, fill: Colour) -> None:
        """Fill an ellipse with the pen's axes (on a pen turned by a quarter or half turn at most)."""
        ry = rx if ry is None else ry
        (x0, y0), (x1, y1) = self.place([(x - rx, y - ry), (x + rx, y + ry)])
        self.draw.ellipse((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)), fill)

    def ringed(
        self, x: float, y: float, rx: float, ry: float | None = None, *, fill: Colour, edge: Colour, width: float = 1.4
    ) -> None:
        """Fill an ellipse and draw its outline within it."""
        ry = rx if ry is None else ry
        self.oval(x, y, rx, ry, fill=edge)
        self.oval(x, y, rx - width, ry - width, fill=fill)

    def box(self, x0: float, y0: float, x1: float, y1: float, radius: float, colour: Colour) -> None:
        """Fill a rectangle with round corners (on a pen that is not turned)."""
        (a, b), (c, d) = self.place([(x0, y0), (x1, y1)])
        self.draw.rounded_rectangle((a, b, c - 1, d - 1), radius * self.k, colour)

    def stamp(self, mask: Image.Image, x: float, y: float, colour: Colour) -> None:
        """Colour the image through a mask of its own resolution, whose upper left corner is put at (x, y)."""
        ((left, top),) = self.place([(x, y)])
        # A picture of one colour is pasted three times as fast as the colour itself.
        self.image.paste(Image.new(self.image.mode, mask.size, colour), (round(left), round(top)), mask)

    def result(self) -> Image.Image:
        """The drawing at its final size."""
        return self.image.reduce(OVER)


def _bends(a: Point, b: Point, c: Point) -> bool:
    """Whether the line a-b-c turns enough at b to leave a visible notch."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    return ux * vx + uy * vy < 0.93 * math.hypot(ux, uy) * math.hypot(vx, vy)


@cache
def path(text: str) -> tuple[Point, ...]:
    """Points of a path written as in SVG: `M x,y`, `L x,y`, `Q x,y x,y`, `C x,y x,y x,y`, absolute only."""
    points: list[Point] = []
    for piece in text.replace("M", "|M").replace("L", "|L").replace("Q", "|Q").replace("C", "|C").split("|")[1:]:
        numbers = [float(n) for n in piece[1:].replace(",", " ").split()]
        given = list(zip(numbers[::2], numbers[1::2], strict=True))
        if piece[0] in "ML":
            points += given
        else:
            size = 2 if piece[0] == "Q" else 3
            for i in range(0, len(given), size):
                points += _bezier([points[-1], *given[i : i + size]])
    return tuple(points)


def _bezier(controls: Points) -> Iterable[Point]:
    for i in range(1, _STEPS + 1):
        u, layer = i / _STEPS, list(controls)
        while len(layer) > 1:
            layer = [((1 - u) * ax + u * bx, (1 - u) * ay + u * by) for (ax, ay), (bx, by) in pairwise(layer)]
        yield layer[0]


@cache
def mirrored(text: str, x: float = 0) -> tuple[Point, ...]:
    """A path and its mirror image about the vertical at `x`, as one closed shape."""
    half = path(text)
    return half + tuple((2 * x - px, py) for px, py in reversed(half))


@cache
def smooth(*points: Point, closed: bool = True) -> tuple[Point, ...]:
    """A soft curve through the points (Catmull-Rom)."""
    n, out = len(points), []
    pick = (lambda i: points[i % n]) if closed else (lambda i: points[min(max(i, 0), n - 1)])
    for i in range(n if closed else n - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (pick(i + j) for j in (-1, 0, 1, 2))
        for j in range(6):
            t = j / 6
            w = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            out.append(
                (
                    (w[0] * ax + w[1] * bx + w[2] * cx + w[3] * dx) / 2,
                    (w[0] * ay + w[1] * by + w[2] * cy + w[3] * dy) / 2,
                )
            )
    return tuple(out) if closed else (*out, points[-1])


@cache
def arc(
    x: float, y: float, rx: float, ry: float, start: float = 0, end: float = 360, steps: int = 40
) -> tuple[Point, ...]:
    """Points on an ellipse from `start` to `end` degrees, clockwise from the right."""
    angles = (math.radians(start + (end - start) * i / steps) for i in range(steps + 1))
    return tuple((x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles)


def star(x: float, y: float, outer: float, inner: float, tips: int) -> list[Point]:
    """A star with its first tip upwards."""
    radii = (outer, inner)
    angle = math.pi / tips
    return [(x + radii[i % 2] * math.sin(i * angle), y - radii[i % 2] * math.cos(i * angle)) for i in range(2 * tips)]
