"""Heads for the court cards: faces, hair and beards.

The middle of the face is at (0, 92); it is 54 wide and 68 high, and the units are a card's. Every drawing here takes a
pen and the tones of the person that it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from card_art.ink.palette import LINE, blend, shade
from card_art.ink.pen import Pen, Points, arc, mirrored, path

EDGE = 1.7


@dataclass(frozen=True)
class Tones:
    """What a person is coloured with."""

    suit: str
    ink: str
    robe: str
    trim: str
    skin: str
    hair: str


Drawing = Callable[[Pen, Tones], None]


def solid(pen: Pen, points: Points, colour: str) -> None:
    """A filled shape with the outline that all courts share."""
    pen.shape(points, colour, LINE, EDGE)


def pair(points: Points) -> tuple[Points, Points]:
    """A shape and its mirror image."""
    return points, tuple((-x, y) for x, y in points)


def jewel(pen: Pen, x: float, y: float, r: float, colour: str) -> None:
    pen.ringed(x, y, r, fill=colour, edge=LINE, width=1.2)


# Faces

_JAWS = {
    "soft": "M0,57 C20,57 27.5,72 27,91 C26.5,108 13,126.5 0,126.5",
    "long": "M0,57 C19,57 26,71 25.5,91 C25,108 12,130 0,130",
    "square": "M0,57 C21,57 28.5,71 28,91 C27.6,108 22,126 0,126.5",
}


def face(
    *,
    jaw: str = "soft",
    turn: float = 3,
    brow: float = 0,
    brows: float = 2.6,
    eye: str = "#4a3222",
    lips: str = "",
    smile: float = 2.5,
    lashes: bool = False,
    blush: str = "",
    freckles: bool = False,
    lines: bool = False,
) -> Drawing:
    """A face that looks a little aside.

    `turn` shifts its features, `brow` slants the eyebrows (positive frowns), `smile` bends the mouth up.
    """

    def draw(pen: Pen, tones: Tones) -> None:
        skin, dark = tones.skin, blend(tones.skin, "#6b2c12", 0.32)
        solid(pen, [(-11, 112), (11, 112), (13, 142), (-13, 142)], dark)
        for ear in (-27, 27):
            pen.ringed(ear, 96, 4.6, 7, fill=skin, edge=LINE, width=EDGE)
        outline = mirrored(_JAWS[jaw])
        solid(pen, outline, skin)
        side = 1 if turn < 0 else -1
        pen.fill(
            [(side * x, y) for x, y in path("M25,76 C28,100 20,120 3,124 C14,114 20,104 19,76 Q22,74 25,76")],
            blend(skin, dark, 0.55),
        )
        t = turn
        if blush:
            for x in (-15, 15):
                pen.oval(t + x, 106, 5.2, 3.8, fill=blend(skin, blush, 0.45))
        if freckles:
            for x, y in ((-16, 102), (-12, 105), (-17, 107), (12, 105), (16, 102), (17, 107)):
                pen.oval(t + x, y, 1.1, fill=shade(skin, 0.3))
        if lines:
            for x in (-1, 1):
                pen.line([(t + 8 * x, 102), (t + 12 * x, 106)], dark, 1.3)
            pen.line([(t - 8, 70), (t + 8, 70)], dark, 1.3)
        for x in (-1, 1):
            _eye(pen, t * 1.15 + 11 * x, x, eye, brow, brows, tones.hair, lashes)
        nose = 1 if t >= 0 else -1
        pen.line(
            [(t * 1.3 - 1.5 * nose, 88), (t * 1.3 + 3.6 * nose, 103), (t * 1.3 - 2 * nose, 104.5)],
            shade(skin, 0.45),
            1.7,
        )
        colour = lips or shade(blend(skin, "#b03a3a", 0.5), 0.1)
        if lips:
            pen.fill(
                [(t * 1.2 + x, y) for x, y in path("M-8,113 Q-4,109.5 0,111.5 Q4,109.5 8,113 Q0,120 -8,113")], colour
            )
            pen.line(
                [
                    (t * 1.2 + x, y)
                    for x, y in path(f"M-8.5,{113 - smile / 2} Q0,{113.5 + smile} 8.5,{113 - smile / 2}")
                ],
                shade(colour, 0.4),
                1.1,
            )
        else:
            pen.line(
                [
                    (t * 1.2 + x, y)
                    for x, y in path(f"M-8,{114 - smile / 2} Q0,{114 + smile * 1.5} 8,{114 - smile / 2}")
                ],
                colour,
                2.4,
            )

    return draw


def _eye(pen: Pen, x: float, side: int, iris: str, slant: float, brows: float, hair: str, lashes: bool) -> None:
    almond = [(x + a, 89 + b) for a, b in path("M-6.4,0.6 C-4,-5 4,-5 6.4,0.6 C4,4 -4,4 -6.4,0.6")]
    pen.fill(almond, "#fffdf8")
    pen.oval(x, 89, 3.2, 3.4, fill=iris)
    pen.oval(x, 89, 1.6, 1.8, fill="#14101a")
    pen.oval(x + 1.2, 87.6, 0.9, fill="#ffffff")
    pen.line([(x + a, 89 + b) for a, b in path("M-6.6,0.8 C-4,-5.2 4,-5.2 6.6,0.8")], LINE, 2.2 if lashes else 1.7)
    if lashes:
        pen.line([(x + 5.5 * side, 87.5), (x + 9 * side, 85)], LINE, 1.6)
    inner, outer = 79.5 + slant, 80 - slant * 0.6
    pen.line([(x - 7 * side, inner), (x, 77.2), (x + 7.5 * side, outer)], shade(hair, 0.25), brows)


# Hair behind the shoulders, and hair over the brow


def mane(length: float = 150, width: float = 40, curl: float = 0) -> Drawing:
    """Hair falling behind the face to y = `length`."""

    def draw(pen: Pen, tones: Tones) -> None:
        w, low = width, length
        fall = f"C{w},118 {w + 5 + curl},{low - 18} {w - 2 + curl},{low}"
        shape = mirrored(f"M0,48 C{w * 0.8},46 {w},72 {w},96 {fall} L0,{low}")
        solid(pen, shape, tones.hair)
        dark = shade(tones.hair, 0.28)
        for x in (0.72, 0.86):
            for line in pair(
                path(f"M{width * x},84 C{width * x + 2},112 {width * x + 4},{length - 26} {width * x + 1},{length - 8}")
            ):
                pen.line(line, dark, 1.5)

    return draw


def braids(pen: Pen, tones: Tones) -> None:
    """Two plaits over the shoulders, tied with ribbons."""
    dark = shade(tones.hair, 0.32)
    for side in (-1, 1):
        for i in range(6):
            x, y = side * (31 + 1.6 * i), 100 + 13 * i
            pen.ringed(x, y, 9.5 - i * 0.4, 9, fill=tones.hair, edge=dark, width=1.5)
            pen.line([(x - side * 6, y - 4), (x + side * 3, y + 5)], dark, 1.4)
        pen.ringed(side * 40, 180, 7, 4, fill=tones.ink, edge=LINE, width=1.2)


def cloud(pen: Pen, tones: Tones) -> None:
    """A great round head of close curls."""
    for x, y, r in (
        (0, 62, 44),
        (-28, 84, 29),
        (28, 84, 29),
        (-33, 62, 24),
        (33, 62, 24),
        (-20, 40, 24),
        (20, 40, 24),
        (0, 32, 22),
    ):
        pen.oval(x, y, r + EDGE, fill=LINE)
        pen.oval(x, y, r - 0.2, fill=tones.hair)
    for x, y, r in (
        (0, 62, 43),
        (-28, 84, 28),
        (28, 84, 28),
        (-33, 62, 23),
        (33, 62, 23),
        (-20, 40, 23),
        (20, 40, 23),
        (0, 32, 21),
    ):
        pen.oval(x, y, r, fill=tones.hair)
    light = blend(tones.hair, "#8a6a50", 0.35)
    for x, y in (
        (-40, 60),
        (-30, 40),
        (-12, 24),
        (12, 24),
        (30, 40),
        (40, 60),
        (-38, 88),
        (38, 88),
        (0, 36),
        (-46, 76),
        (46, 76),
    ):
        pen.line(arc(x, y, 4.5, 4.5, 150, 330, 8), light, 1.5)


def curls(pen: Pen, tones: Tones) -> None:
    """Short curls all around the face."""
    dark = shade(tones.hair, 0.3)
    ring = (
        (-27, 108),
        (-32, 94),
        (-32, 79),
        (-25, 66),
        (-13, 57),
        (0, 54),
        (13, 57),
        (25, 66),
        (32, 79),
        (32, 94),
        (27, 108),
    )
    for x, y in ring:
        pen.ringed(x, y, 10.5, fill=tones.hair, edge=LINE, width=EDGE)
    for x, y in ring:
        pen.oval(x * 0.95, y, 8.6, fill=tones.hair)
        pen.line(arc(x, y, 4.6, 4.6, 120, 380, 10), dark, 1.4)


def parted(pen: Pen, tones: Tones) -> None:
    """Hair parted in the middle, framing the brow."""
    for half in pair(path("M0,54 C20,52 31,66 30,100 C27,90 26,80 20,74 C12,70 4,66 0,60")):
        solid(pen, half, tones.hair)


def peak(pen: Pen, tones: Tones) -> None:
    """Hair drawn back from a widow's peak."""
    solid(pen, mirrored("M0,74 C5,67 16,64 23,74 C26,82 27,90 28,98 C34,70 26,50 0,50"), tones.hair)


def shaggy(pen: Pen, tones: Tones) -> None:
    """Tousled hair down to the jaw."""
    right = [
        (0, 48),
        (26, 52),
        (36, 76),
        (42, 98),
        (35, 97),
        (37, 114),
        (29, 110),
        (25, 120),
        (24, 98),
        (21, 80),
        (15, 84),
        (12, 73),
        (6, 80),
        (0, 70),
    ]
    left = [(-x, y + (3 if 70 < y < 90 else 0)) for x, y in reversed(right)]
    solid(pen, [*right, *left], tones.hair)


def topknot(pen: Pen, tones: Tones) -> None:
    """Hair drawn up smooth into a knot."""
    pen.ringed(0, 36, 14, 13, fill=tones.hair, edge=LINE, width=EDGE)
    solid(pen, mirrored("M0,68 C10,68 20,71 24,84 C26,92 28,98 29,102 C34,76 26,47 0,47"), tones.hair)
    for x in (-12, -4, 4, 12):
        pen.line([(x * 0.5, 50), (x * 1.4, 66)], "#4c4450", 1.2)


def short(pen: Pen, tones: Tones) -> None:
    """Short curly hair at the temples."""
    for half in pair(path("M0,60 C20,58 31,70 30,100 C26,98 26,84 22,74 C12,70 4,70 0,70")):
        solid(pen, half, tones.hair)


# Beards


def long_beard(pen: Pen, tones: Tones) -> None:
    solid(pen, mirrored("M0,110 C8,104 18,106 26,92 C30,116 27,140 14,162 C8,170 3,176 0,178"), tones.hair)
    dark = shade(tones.hair, 0.22)
    for x in (-12, -4, 4, 12):
        pen.line(path(f"M{x * 1.2},122 C{x * 1.3},138 {x},152 {x * 0.4},166"), dark, 1.5)
    pen.line(path("M-6,117 Q1,121 8,117"), "#9c4a44", 2.6)
    for half in pair(path("M1,108 C8,103 17,106 25,118 C14,118 6,116 1,112")):
        solid(pen, [(x + 2, y) for x, y in half], blend(tones.hair, "#ffffff", 0.3))


def full_beard(pen: Pen, tones: Tones) -> None:
    scallops = [(29, 92), (33, 104), (31, 117), (25, 128), (17, 136), (8, 141), (0, 143)]
    rim = [*scallops, *((-x, y) for x, y in reversed(scallops[:-1]))]
    for x, y in rim:
        pen.ringed(x * 0.86, y, 8.5, fill=tones.hair, edge=LINE, width=EDGE)
    pen.fill(mirrored("M0,109 C8,103 20,106 26,92 C32,112 24,138 0,142"), tones.hair)
    dark = shade(tones.hair, 0.28)
    for x, y in ((-16, 126), (-6, 133), (6, 133), (16, 126), (-20, 113), (20, 113)):
        pen.line(arc(x, y, 4, 4, 20, 200, 8), dark, 1.4)
    pen.fill(path("M-7,115 Q1,124 9,115 Q1,117 -7,115"), "#a33a3e")
    for half in pair(path("M0,107 C8,101 17,103 24,111 C20,116 8,116 0,112")):
        solid(pen, [(x + 2, y) for x, y in half], blend(tones.hair, "#ffffff", 0.12))


def trimmed_beard(pen: Pen, tones: Tones) -> None:
    solid(pen, mirrored("M0,119 C6,117 11,114 17,110 C21,106 25,100 27,90 C29,112 20,136 0,138"), tones.hair)
    for half in pair(path("M0,107 C6,103.5 14,106 19,113 C12,113 5,112 0,110")):
        pen.fill([(x + 3, y) for x, y in half], tones.hair)
    pen.line(path("M-3,115 Q3.5,118 10,115"), "#c27a6c", 2.4)


def curly_beard(pen: Pen, tones: Tones) -> None:
    for x, y in ((-26, 100), (-25, 112), (-19, 123), (-10, 130), (0, 133), (10, 130), (19, 123), (25, 112), (26, 100)):
        pen.ringed(x, y, 8, fill=tones.hair, edge=LINE, width=EDGE)
    pen.fill(mirrored("M0,119 C10,118 16,112 22,100 L27,100 C26,116 16,131 0,132"), tones.hair)
    for half in pair(path("M0,107 C6,104 13,106 17,113 C10,113 5,112 0,110")):
        pen.fill([(x - 3, y) for x, y in half], tones.hair)
    pen.line(path("M-10,116 Q-3,120 4,116"), "#b9695a", 2.6)


def moustache(pen: Pen, tones: Tones) -> None:
    """A musketeer's moustache and a tuft below the lip."""
    for half in pair(path("M0,108 C6,104 10,112 19,104 C17,113 6,114 0,110.5")):
        pen.fill([(x - 3, y) for x, y in half], tones.hair)
    pen.fill([(-7, 119), (1, 119), (-3, 132)], tones.hair)
