"""Ranks, numbers and the letters that cards and chips carry, drawn as strokes of a broad pen (no font).

A glyph stands in a box 140 high. Its strokes are a little thicker across than up and down, and the box cuts their ends
off flat, which makes them look set rather than written.
"""

from __future__ import annotations

import math
from itertools import pairwise

from PIL import Image, ImageDraw

from card_art.ink.pen import Points, arc, path
from card_art.ink.sprite_cache import cached_sprite

_HEIGHT = 140
_THICK, _THIN = 25.0, 20.5
"""The pen across upright strokes and across level ones."""
_GAP = 13

_SIX = (arc(50, 93, 37, 36.5, 0, 360, 36), path("M86,30 C76,-1 12.5,-12 12.5,94"))
_NOUGHT = arc(50, 70, 36, 60)
_STROKES: dict[str, tuple[int, tuple[Points, ...]]] = {
    "A": (100, (((6, 150), (50, 3), (94, 150)), ((24, 97), (76, 97)))),
    "0": (98, (_NOUGHT,)),
    "1": (64, (((40, 0), (40, 140)), ((44, 4), (8, 36)))),
    "2": (98, (path("M15,50 C12,-8 88,-6 85,42 C84,74 34,88 17,128"), ((5, 130), (94, 130)))),
    "3": (
        96,
        (path("M15,36 C20,-2 82,2 81,38 C80,62 60,66 38,66"), path("M38,66 C66,66 85,76 84,100 C83,140 16,142 11,98")),
    ),
    "4": (102, (((69, 0), (69, 140)), ((74, -2), (20, 98), (101, 98)))),
    "5": (98, (((26, 10), (88, 10)), ((29, 0), (25, 72)), path("M23,70 C40,44 87,48 86,94 C85,140 20,142 11,102"))),
    "6": (100, _SIX),
    "7": (94, (path("M3,10 L78,10 C58,48 40,92 37,150"),)),
    "8": (98, (arc(50, 39, 31, 29), arc(50, 98, 36.5, 32))),
    "9": (100, tuple(tuple((100 - x, 140 - y) for x, y in stroke) for stroke in _SIX)),
    "10": (122, (((24, 0), (24, 140)), ((28, 4), (-2, 32)), arc(84, 70, 26.5, 60))),
    "J": (84, (path("M66,0 L66,92 C66,144 10,142 12,94"), ((32, 10), (70, 10)))),
    "Q": (106, (arc(50, 70, 38, 60), ((52, 92), (98, 150)))),
    "K": (102, (((17, 0), (17, 140)), ((96, -12), (22, 88)), ((45, 54), (98, 154)))),
    "O": (100, (arc(50, 70, 38, 60),)),
    "E": (88, (((17, 0), (17, 140)), ((17, 10), (84, 10)), ((17, 68), (76, 68)), ((17, 130), (86, 130)))),
    "R": (98, (((17, 0), (17, 140)), path("M17,10 L48,10 C94,10 94,78 48,78 L17,78"), ((46, 74), (92, 150)))),
    "¢": (92, (arc(48, 74, 34, 42, 48, 312, 36), ((50, 2), (50, 146)))),
    "$": (96, (path("M82,38 C76,2 16,4 18,40 C20,76 84,64 83,100 C82,138 18,140 12,100"), ((49, -6), (49, 146)))),
    "D": (102, (((17, 0), (17, 140)), path("M17,10 L40,10 C102,10 102,130 40,130 L17,130"))),
}


@cached_sprite
def glyph(name: str, height: int) -> Image.Image:
    """The mask of a glyph, `height` pixels high: a rank (`10` is one glyph) or a letter of `JOKER` and `D`."""
    width, strokes = _STROKES[name]
    k = height / _HEIGHT
    mask = Image.new("L", (round(width * k), height), 0)
    draw = ImageDraw.Draw(mask)
    for stroke in strokes:
        _sweep(draw, stroke, k)
    return mask


@cached_sprite
def word(text: str, height: int) -> Image.Image:
    """The mask of a number, `½`, or a word of known letters, on one line."""
    parts = [_half(height) if letter == "½" else glyph(letter, height) for letter in text]
    gap = round(_GAP * height / _HEIGHT)
    mask = Image.new("L", (sum(part.width + gap for part in parts) - gap, height), 0)
    x = 0
    for part in parts:
        mask.paste(part, (x, 0))
        x += part.width + gap
    return mask


def _half(height: int) -> Image.Image:
    """One over two, with a slanting bar."""
    small = round(height * 0.6)
    one, two = glyph("1", small), glyph("2", small)
    width = round(height * 1.02)
    mask = Image.new("L", (width, height), 0)
    mask.paste(one, (0, 0))
    mask.paste(two, (width - two.width, height - small))
    ImageDraw.Draw(mask).line([(width * 0.78, 0), (width * 0.2, height)], 255, max(1, round(height * 0.1)))
    return mask


def _sweep(draw: ImageDraw.ImageDraw, points: Points, k: float) -> None:
    """Draw the area that the pen's elliptical nib covers along a line, mitred at its corners."""
    # In a space where the nib is a circle of radius 1 an ordinary offset does.
    nib = (_THICK / 2, _THIN / 2)
    line = [(x / nib[0], y / nib[1]) for x, y in points]
    closed = math.dist(line[0], line[-1]) < 1e-6
    normals = []
    for (ax, ay), (bx, by) in pairwise(line):
        length = math.dist((ax, ay), (bx, by))
        normals.append(((ay - by) / length, (bx - ax) / length))
    edges = []
    for i, (x, y) in enumerate(line):
        before = normals[i - 1] if i or closed else normals[0]
        after = normals[i % len(normals)] if i < len(normals) or closed else normals[-1]
        cos = before[0] * after[0] + before[1] * after[1]
        mx, my = (before[0] + after[0]) / (1 + cos), (before[1] + after[1]) / (1 + cos)
        edges.append(
            (
                ((x + mx) * nib[0] * k, (y + my) * nib[1] * k),
                ((x - mx) * nib[0] * k, (y - my) * nib[1] * k),
            )
        )
    for (a, b), (c, d) in pairwise(edges):
        draw.polygon([a, c, d, b], 255)
