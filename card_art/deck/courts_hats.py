"""What the people on the court cards wear on their heads; the brow is at about y = 68."""

from __future__ import annotations

from card_art.deck.courts_heads import Tones, jewel, pair, solid
from card_art.ink.palette import CREAM, GOLD, GOLD_DARK, GOLD_LIGHT, LINE, blend, shade
from card_art.ink.pen import Pen, Point, arc, mirrored, path, smooth
from card_art.ink.suits import sign


def tall_crown(pen: Pen, tones: Tones) -> None:
    """A high crown of five points, each with a jewel."""
    tips: list[Point] = [(-35, 30), (-19, 20), (0, 14), (19, 20), (35, 30)]
    low = 54
    zigzag: list[Point] = [
        (-30, 68),
        (-35, 30),
        (-24, 46),
        (-19, 20),
        (-9, 44),
        (0, 14),
        (9, 44),
        (19, 20),
        (24, 46),
        (35, 30),
        (30, 68),
    ]
    solid(pen, zigzag, GOLD)
    pen.fill([(1, 68), (9, 46), (19, 24), (24, 48), (33, 36), (29, 68)], blend(GOLD, GOLD_DARK, 0.4))
    for x, y in tips:
        jewel(pen, x, y, 4.4, tones.trim)
    solid(pen, path(f"M-31,{low} Q0,{low - 6} 31,{low} L30,71 Q0,64 -30,71"), tones.ink)
    for x in (-20, 0, 20):
        jewel(pen, x, 61 - (3 if x == 0 else 1), 4, GOLD_LIGHT)


def arched_crown(pen: Pen, tones: Tones) -> None:
    """A closed crown: velvet between golden arches."""
    solid(pen, mirrored("M0,24 C24,16 44,28 34,62 L0,62"), tones.robe)
    for half in pair(path("M30,60 C42,38 30,26 4,28 L4,34 C24,32 30,44 23,60")):
        solid(pen, half, GOLD)
    solid(pen, mirrored("M0,28 L5,28 L5,60 L0,60"), GOLD)
    jewel(pen, 0, 21, 7, GOLD_LIGHT)
    pen.line([(0, 15), (0, 27)], LINE, 1.4)
    solid(pen, path("M-34,56 Q0,49 34,56 L32,72 Q0,65 -32,72"), GOLD)
    for x in (-24, -12, 0, 12, 24):
        jewel(pen, x, 63 - (24 - abs(x)) * 0.08, 3.6, tones.ink if x % 24 == 0 else CREAM)


def trefoil_crown(pen: Pen, tones: Tones) -> None:
    """A low broad crown with clover leaves."""
    solid(pen, path("M-35,46 L-22,54 L0,48 L22,54 L35,46 L31,72 Q0,64 -31,72"), GOLD)
    for x, y in ((-36, 38), (0, 33), (36, 38)):
        sign(pen, tones.suit, x, y, 14, LINE)
        sign(pen, tones.suit, x, y, 11.6, GOLD_LIGHT)
    for x in (-18, 18):
        jewel(pen, x, 47, 4.4, tones.ink)
    for x in (-20, 0, 20):
        jewel(pen, x, 61 - (2 if x == 0 else 0), 4, tones.ink)


def turban(pen: Pen, tones: Tones) -> None:
    """A wound turban with a jewel and a feather."""
    solid(pen, path("M2,44 C-2,26 6,14 20,8 C16,20 18,32 8,46"), tones.trim)
    pen.line(path("M5,44 C5,30 10,20 18,12"), shade(tones.trim, 0.35), 1.4)
    solid(
        pen, smooth((-35, 72), (-40, 54), (-24, 36), (0, 30), (24, 36), (40, 54), (35, 72), (14, 66), (-14, 66)), CREAM
    )
    fold = blend(CREAM, "#8a7f92", 0.55)
    for curve in (
        "M-36,66 C-18,60 4,52 12,34",
        "M-38,56 C-22,50 -8,44 0,32",
        "M36,66 C22,62 10,56 4,48",
        "M39,56 C30,50 22,44 16,36",
    ):
        pen.line(path(curve), fold, 1.7)
    pen.fill(path("M-35,72 Q0,60 35,72 L34,66 Q0,56 -34,66"), tones.robe)
    pen.ringed(4, 48, 8, 10, fill=GOLD, edge=LINE, width=1.3)
    pen.oval(4, 48, 4.2, 6, fill=tones.ink)


def coronet(pen: Pen, tones: Tones) -> None:
    """A small crown of hearts above a band."""
    solid(pen, path("M-28,66 L-32,42 L-18,54 L-11,36 L0,50 L11,36 L18,54 L32,42 L28,66 Q0,58 -28,66"), GOLD)
    for x, y in ((-32, 40), (-11, 33), (11, 33), (32, 40)):
        jewel(pen, x, y, 4, CREAM)
    sign(pen, tones.suit, 0, 45, 8.5, LINE)
    sign(pen, tones.suit, 0, 45, 6.8, tones.ink)


def diadem(pen: Pen, tones: Tones) -> None:
    """A silver diadem of thorns."""
    silver = "#cfd6e4"
    spikes: list[Point] = [
        (-30, 70),
        (-38, 40),
        (-24, 54),
        (-22, 28),
        (-11, 50),
        (0, 16),
        (11, 50),
        (22, 28),
        (24, 54),
        (38, 40),
        (30, 70),
    ]
    solid(pen, [*spikes, (18, 62), (0, 59), (-18, 62)], silver)
    pen.fill([(1, 58), (1, 24), (10, 53), (21, 33), (23, 57), (34, 46), (29, 67), (18, 61)], shade(silver, 0.2))
    sign(pen, tones.suit, 0, 51, 8, tones.ink)
    for x, y in ((-38, 40), (-22, 28), (0, 16), (22, 28), (38, 40)):
        jewel(pen, x, y, 3.2, tones.trim)


def veil(pen: Pen, tones: Tones) -> None:
    """A veil over the hair, falling to the shoulders (behind the face)."""
    solid(pen, mirrored("M0,38 C34,34 47,64 46,96 C45,120 54,140 60,158 L0,158"), tones.robe)
    for line in pair(path("M36,66 C42,96 42,124 51,154")):
        pen.line(line, GOLD, 2.2)
    for line in pair(path("M28,58 C36,92 34,124 41,156")):
        pen.line(line, shade(tones.robe, 0.3), 1.5)


def head_chain(pen: Pen, tones: Tones) -> None:
    """A golden band with a drop on the brow, and earrings."""
    solid(pen, mirrored("M0,40 C20,38 33,50 35,72 C26,54 14,48 0,48"), GOLD)
    for x, y in ((-24, 52), (-13, 45), (0, 43), (13, 45), (24, 52)):
        jewel(pen, x, y, 3.4, tones.ink if x else CREAM)
    pen.line([(0, 48), (1, 62)], GOLD_DARK, 2)
    solid(pen, [(1, 60), (5, 67), (1, 74), (-3, 67)], tones.trim)
    earrings(pen, tones)


def earrings(pen: Pen, tones: Tones) -> None:
    for x in (-29, 29):
        pen.line(arc(x, 112, 5.5, 7, 0, 360, 20), LINE, 4.4)
        pen.line(arc(x, 112, 5.5, 7, 0, 360, 20), GOLD, 2.6)


def band(pen: Pen, tones: Tones) -> None:
    """A golden band with a rising crest in front of the curls."""
    solid(pen, mirrored("M0,34 C7,40 10,46 12,52 C20,52 27,56 32,64 L30,74 C22,64 10,61 0,61"), GOLD)
    sign(pen, tones.suit, 0, 51, 7.5, tones.ink)
    for x, y in ((-21, 60), (21, 60)):
        jewel(pen, x, y, 3.6, CREAM)
    earrings(pen, tones)


def plumed_hat(pen: Pen, tones: Tones) -> None:
    """A broad-brimmed hat with a long plume."""
    solid(pen, path("M-26,62 C-28,34 -14,26 2,27 C22,28 30,38 28,62"), tones.robe)
    pen.fill(path("M-26,60 C-26,54 -26,50 -25,47 C-8,40 12,40 27,47 L28,60"), tones.trim)
    solid(
        pen, path("M-58,66 C-44,74 -24,56 2,56 C26,56 42,68 56,54 C50,76 30,72 2,68 C-22,66 -40,82 -58,66"), tones.robe
    )
    solid(pen, path("M14,50 C20,22 46,14 66,24 C74,30 76,44 70,52 C68,40 58,36 48,40 C36,44 28,50 20,54"), CREAM)
    pen.line(path("M18,50 C30,32 48,26 66,32"), "#b9ac97", 1.6)
    for x, y in ((32, 36), (42, 31), (52, 29)):
        pen.line([(x, y), (x + 7, y + 9)], "#b9ac97", 1.3)
    jewel(pen, 17, 51, 5, GOLD)


def beret(pen: Pen, tones: Tones) -> None:
    """A soft beret, pulled to one side."""
    solid(pen, smooth((-34, 66), (-44, 48), (-30, 30), (4, 25), (32, 36), (35, 60), (18, 60), (-10, 61)), tones.robe)
    for curve in ("M-30,38 C-16,44 -6,52 -4,58", "M-10,30 C2,38 8,48 8,57", "M14,30 C20,38 23,48 22,56"):
        pen.line(path(curve), shade(tones.robe, 0.3), 1.6)
    solid(pen, path("M-36,66 Q0,52 35,62 L34,70 Q0,61 -34,74"), GOLD)
    sign(pen, tones.suit, -18, 48, 9.5, LINE)
    sign(pen, tones.suit, -18, 48, 7.6, GOLD_LIGHT)


def knot_cap(pen: Pen, tones: Tones) -> None:
    """A small golden cap around the knot, with a pin through it."""
    pen.line([(-30, 34), (30, 28)], LINE, 5)
    pen.line([(-30, 34), (30, 28)], GOLD_LIGHT, 2.6)
    jewel(pen, -31, 34, 4.2, tones.ink)
    jewel(pen, 31, 28, 4.2, tones.ink)
    solid(pen, mirrored("M0,22 C9,23 13,28 14,32 C17,38 17,44 16,49 Q0,44 0,44"), GOLD)
    sign(pen, tones.suit, 0, 35, 7, tones.ink)


def hunter_hat(pen: Pen, tones: Tones) -> None:
    """A pointed hunting hat with a pheasant's feather."""
    solid(pen, path("M20,52 C30,26 52,16 78,14 C70,32 54,46 28,58"), tones.trim)
    pen.line(path("M24,54 C38,36 54,26 72,18"), shade(tones.trim, 0.4), 1.5)
    for x, y in ((40, 38), (50, 31), (60, 25)):
        pen.line([(x, y), (x + 7, y + 3)], shade(tones.trim, 0.4), 1.3)
    solid(pen, path("M-50,62 C-40,36 -18,22 12,26 C28,30 34,46 34,62 C14,54 -8,54 -24,60"), tones.robe)
    solid(
        pen,
        path("M-56,62 C-30,50 12,50 37,60 C37,68 30,72 24,71 C0,62 -28,62 -46,70 C-52,70 -56,66 -56,62"),
        shade(tones.robe, 0.22),
    )
    jewel(pen, 22, 52, 4.6, GOLD)
