"""Hair, beards and spectacles of the house players, about the same head as those of the courts (`courts_heads`)."""

from __future__ import annotations

from card_art.deck.courts_heads import EDGE, Tones, jewel, pair, solid
from card_art.ink.palette import CREAM, GOLD, LINE, WINE, blend, shade
from card_art.ink.pen import Pen, arc, mirrored, path


def bun(pen: Pen, tones: Tones) -> None:
    """Hair drawn up smooth into a great knot."""
    dark, light = shade(tones.hair, 0.24), blend(tones.hair, "#ffffff", 0.6)
    pen.ringed(0, 21, 20, 18, fill=tones.hair, edge=LINE, width=EDGE)
    pen.line(arc(0, 22, 13, 10, 190, 330, 16), dark, 1.7)
    pen.line(arc(-1, 26, 7, 5, 200, 340, 12), dark, 1.5)
    pen.line(arc(-2, 19, 15, 13, 205, 245, 8), light, 2.6)
    solid(pen, mirrored("M0,66 C11,66 21,71 24,84 C26,93 27,101 29,108 C37,82 31,40 0,40"), tones.hair)
    for x in (-14, -8, 8, 14):
        pen.line(path(f"M{x * 0.5},42 Q{x * 1.15},50 {x * 1.45},65"), dark, 1.4)
    solid(pen, path("M-15,40 Q0,34 15,40 L14,45 Q0,39 -14,45"), tones.ink)


def spectacles(pen: Pen, tones: Tones) -> None:
    """Round and black."""
    for x in (-13, 13):
        pen.line(arc(x + 3, 90, 10.6, 10.6, 0, 360, 36), "#17151b", 3)
    pen.line(path("M-1,88 Q3,84 6.5,88"), "#17151b", 2.6)
    pen.line([(-20.5, 88), (-27, 86)], "#17151b", 2.6)
    pen.line([(26.5, 88), (28, 87)], "#17151b", 2.6)


def handlebar(pen: Pen, tones: Tones) -> None:
    """A moustache whose ends turn up, and whiskers before the ears."""
    for half in pair(path("M-30,68 L-22,68 C-20,80 -20,92 -23,106 C-30,102 -33,88 -30,68")):
        solid(pen, half, tones.hair)
    dark = shade(tones.hair, 0.3)
    for half in pair(path("M0,105 C8,100 18,106 27,107 C36,108 40,99 34,93 C44,92 49,104 42,113 C34,122 14,121 0,111")):
        solid(pen, [(x + 2.5, y) for x, y in half], tones.hair)
    for half in pair(path("M5,109 C14,110 22,115 32,113")):
        pen.line([(x + 2.5, y) for x, y in half], dark, 1.4)


def long_hair(pen: Pen, tones: Tones) -> None:
    """Straight hair before both shoulders, under a hat."""
    dark = shade(blend(tones.hair, "#8a6a50", 0.3), 0.1)
    for half in pair(path("M18,60 C28,62 31,74 30,100 L30,150 L47,150 C48,120 46,84 38,58")):
        solid(pen, half, tones.hair)
    for x in (35, 41):
        for line in pair(path(f"M{x},72 C{x + 1},100 {x + 1},120 {x},146")):
            pen.line(line, dark, 1.4)


def black_beard(pen: Pen, tones: Tones) -> None:
    """A full beard, clipped, with a moustache that runs into it."""
    solid(
        pen,
        mirrored(
            "M0,119 C7,117 13,112 19,104"
            " C22,99 24,92 24,80 L28.5,86 C28,90 29,98 31,102 C33,120 29,129 18,138 C10,144 4,145 0,145"
        ),
        tones.hair,
    )
    for half in pair(path("M0,106.5 C7,101.5 16,104 21,113 C21,119 8,116 0,112")):
        pen.fill([(x + 2, y) for x, y in half], tones.hair)
    pen.line(path("M-5,115.5 Q3,119.5 10,115"), "#c27a6c", 3)
    light = blend(tones.hair, "#8a7a80", 0.35)
    for x, y in ((-14, 128), (-5, 133), (5, 133), (14, 128)):
        pen.line(path(f"M{x},{y - 5} Q{x * 1.02},{y} {x * 0.9},{y + 5}"), light, 1.3)


def plaits(pen: Pen, tones: Tones) -> None:
    """Two thick plaits before the shoulders, each strand round."""
    dark = shade(tones.hair, 0.32)
    for side in (-1, 1):
        for i in range(6):
            x, y, r = side * (37 + (0.5, 2, 2.6, 2.4, 1.6, 0.6)[i]), 91 + 11.5 * i, 11.2 - 0.4 * i
            pen.ringed(x, y, r, r * 0.86, fill=tones.hair, edge=LINE, width=EDGE)
            pen.line([(x - side * r * 0.55, y - 4.5), (x + side * r * 0.5, y + 4)], dark, 1.7)


def great_beard(pen: Pen, tones: Tones) -> None:
    """A white beard that covers the breast, below a broad moustache."""
    solid(
        pen,
        mirrored("M0,112 C9,108 20,106 25,84 L30.5,84 C41,104 45,128 40,142 C34,158 16,166 0,166"),
        tones.hair,
    )
    dark = shade(tones.hair, 0.2)
    for x in (-25, -13, 0, 13, 25):
        pen.line(path(f"M{x},{128 - abs(x) * 0.25} C{x * 1.08},138 {x * 1.05},146 {x * 0.9},156"), dark, 1.8)
    pen.line(path("M-6,118.5 Q2,123 10,118.5"), "#b4504c", 3)
    for half in pair(path("M0,107 C8,100 22,103 28,114 C21,121 8,119 0,112")):
        solid(pen, [(x + 2, y) for x, y in half], blend(tones.hair, "#ffffff", 0.7))


def bob(pen: Pen, tones: Tones) -> None:
    """Cut straight across the brow and at the jaw."""
    solid(
        pen,
        mirrored("M0,79 L19,78 C22,90 21,112 25,127 C31,128 37,126 41,121 C37,112 40,98 39,82 C38,50 22,37 0,37"),
        tones.hair,
    )
    shine = "#5c6bc0"
    pen.line(path("M-27,66 C-24,54 -14,46 0,45"), shine, 3.4)
    pen.line(path("M7,46 L12,47.5"), shine, 3.4)
    for x in (-9, 9):
        pen.line([(x, 71), (x, 77)], blend(tones.hair, shine, 0.5), 1.2)


def side_hair(pen: Pen, tones: Tones) -> None:
    """Close curls at both sides of a cap."""
    for x, y, r in ((29, 66, 8.5), (33, 77, 8.5), (31.5, 88, 7.6)):
        for side in (-1, 1):
            pen.ringed(side * x, y, r, fill=tones.hair, edge=LINE, width=EDGE)
    for x, y, r in ((28, 67, 7.6), (31.5, 77, 7.4), (30, 86, 6)):
        for side in (-1, 1):
            pen.oval(side * x, y, r, fill=tones.hair)


def goatee(pen: Pen, tones: Tones) -> None:
    """A thin moustache and a pointed beard at the chin."""
    for half in pair(path("M0,107 C6,103.5 12,106 20,102 C17,111 7,112 0,110")):
        pen.fill([(x - 3, y) for x, y in half], tones.hair)
    solid(pen, path("M-12,121 C-8,118 2,118 6,121 C5,132 1,139 -3,144 C-7,139 -11,132 -12,121"), tones.hair)


def crown_of_plaits(pen: Pen, tones: Tones) -> None:
    """A thick plait laid around the head."""
    dark, light = shade(tones.hair, 0.34), blend(tones.hair, "#ffffff", 0.55)
    solid(pen, mirrored("M0,63 C9,63 19,69 23,80 C25,90 27,98 29,106 C36,84 33,48 0,48"), tones.hair)
    for x in (-14, -6, 6, 14):
        pen.line(path(f"M{x * 0.25},50 Q{x},55 {x * 1.45},66"), dark, 1.3)
    strand = path("M-10,7 C-13,-2 -9,-13 1,-14 C10,-14 13,-6 10,1 C7,9 -4,14 -10,7")
    for i in range(12):
        angle = -88 + 16 * i
        around = pen.at(0, 78, turn=angle).at(0, -37, turn=-18 if i % 2 else 24)
        solid(around, strand, tones.hair)
        around.line(path("M-5,5 C-4,0 0,-5 6,-6"), dark, 1.6)
        around.line(path("M-6,-3 C-5,-7 -3,-9 0,-10"), light, 1.8)


def hoops(pen: Pen, tones: Tones) -> None:
    """Great golden earrings."""
    for x in (-31, 31):
        pen.line(arc(x, 116, 8.5, 10, 0, 360, 24), LINE, 5.6)
        pen.line(arc(x, 116, 8.5, 10, 0, 360, 24), GOLD, 3.2)


def pearl_drops(pen: Pen, tones: Tones) -> None:
    """Two pearls below each ear."""
    for x in (-31, 31):
        pen.ringed(x, 110, 5.4, fill=CREAM, edge=LINE, width=1.6)
        pen.ringed(x, 121, 6.6, fill=CREAM, edge=LINE, width=1.6)


def choker(pen: Pen, tones: Tones) -> None:
    """A band about the neck, with a pearl."""
    solid(pen, path("M-13.5,133 Q0,138 13.5,133 L13.5,141 Q0,146 -13.5,141"), WINE)
    jewel(pen, 0, 140.5, 4, CREAM)


def pearls(pen: Pen, tones: Tones) -> None:
    """A string of pearls."""
    for i in range(9):
        t = i / 8 * 2 - 1
        pen.ringed(28 * t, 134 + 15 * (1 - t * t), 4.2, fill=CREAM, edge=LINE, width=1.3)
