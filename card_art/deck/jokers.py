"""The joker: one jester in motley and, upside down, another in black and white."""

from __future__ import annotations

from card_art.deck.courts import double, ribbon, rounded, sash_y
from card_art.deck.courts_heads import Tones, face, jewel, solid
from card_art.ink.glyphs import glyph
from card_art.ink.palette import CREAM, FOUR_COLOUR, GOLD, GOLD_LIGHT, LINE, blend, shade
from card_art.ink.pen import Pen, Point, mirrored, path, star

_WORD = "JOKER"
_INK = "#5b2a86"
_FRAME: tuple[Point, ...] = ((58, 15), (192, 15), (192, 335), (58, 335))
_MOTLEY = Tones("*", FOUR_COLOUR["H"], FOUR_COLOUR["D"], GOLD, "#f4cda8", "#7a3b17")
_PLAIN = Tones("*", "#23242f", CREAM, "#9aa0b4", "#efe6dc", "#3a3340")
_FACES = {
    _MOTLEY: face(jaw="soft", turn=3, brow=-3, brows=2.4, eye="#2f6b3c", lips="#c32238", smile=5, blush="#e2525a"),
    _PLAIN: face(jaw="long", turn=-3, brow=2.4, brows=2.4, eye="#4a4658", lips="#2b2430", smile=3),
}


def draw_joker(pen: Pen) -> None:
    """Draw the joker's face, with its word down both sides."""
    figures = []
    for tones in (_MOTLEY, _PLAIN):
        figure = pen.blank(blend("#f6efdd", tones.ink, 0.06))
        body = figure.at(125, 4)
        _rays(body)
        _jester(body, tones)
        figures.append(figure)
    double(pen, figures[0], figures[1], rounded(_FRAME), _INK)
    _sash(pen)
    _words(pen, 14, 39, 7, both=True)


def draw_compact_joker(pen: Pen) -> None:
    """Draw the joker's compact face: the word, and a jester's head."""
    _words(pen, 20, 52, 11, both=False)
    _jester(pen.at(157, 104, 1.22), _MOTLEY, bust=False)


def _words(pen: Pen, top: float, size: float, gap: float, *, both: bool) -> None:
    for i, letter in enumerate(_WORD):
        mask = glyph(letter, round(size * pen.k))
        half = mask.width / pen.k / 2
        y = top + i * (size + gap)
        pen.stamp(mask, 30 - half, y, _INK)
        if both:
            pen.stamp(mask.rotate(180), 220 - half, 350 - y - size, _INK)


def _rays(pen: Pen) -> None:
    for i in range(12):
        ray = pen.at(0, 92, turn=30 * i)
        ray.fill([(0, 0), (-14, -170), (14, -170)], "#f7e3a8")


def _jester(pen: Pen, tones: Tones, *, bust: bool = True) -> None:
    one, other = tones.ink, tones.robe
    if bust:
        solid(pen, path("M0,134 C-30,134 -66,146 -78,225 L0,225"), one)
        solid(pen, path("M0,134 C30,134 66,146 78,225 L0,225"), other)
        for i in range(-3, 4):
            solid(
                pen,
                [(i * 15 - 11, 142), (i * 15 + 11, 142), (i * 19, 172 - abs(i) * 3)],
                tones.trim if i % 2 else CREAM,
            )
            jewel(pen, i * 19, 174 - abs(i) * 3, 3.6, GOLD_LIGHT)
    _FACES[tones](pen, tones)
    for x in (-8, 14) if tones is _MOTLEY else (-14, 8):
        pen.fill([(x, 94), (x + 2.6, 100), (x, 108), (x - 2.6, 100)], one)
    solid(pen, path("M-4,48 C-22,14 -58,22 -60,74 C-50,52 -42,56 -31,86 C-28,76 -22,68 0,66"), one)
    solid(pen, path("M4,48 C22,14 58,22 60,74 C50,52 42,56 31,86 C28,76 22,68 0,66"), other)
    solid(pen, path("M-15,54 C-16,36 -10,24 8,18 C4,30 12,40 15,54 Q0,48 -15,54"), tones.trim)
    for line in ("M-12,46 C-24,32 -40,30 -50,46", "M12,46 C24,32 40,30 50,46"):
        pen.line(path(line), blend(LINE, one, 0.5), 1.3)
    solid(pen, mirrored("M0,56 C14,57 25,64 31,78 L29,88 C24,74 12,67 0,66"), GOLD)
    for x, y in ((-60, 77), (60, 77), (9, 17)):
        jewel(pen, x, y, 6, GOLD)
        pen.line([(x - 3.4, y + 1.6), (x + 3.4, y + 1.6)], shade(GOLD, 0.5), 1.3)


def _sash(pen: Pen) -> None:
    ribbon(pen, _FRAME[0][0], _FRAME[1][0], ((LINE, 25), (GOLD, 22), (_INK, 16)))
    for i in range(-2, 3):
        x = 125 + i * 25
        pen.fill(star(x, sash_y(x), 6.4, 2.6, 5), GOLD_LIGHT)
