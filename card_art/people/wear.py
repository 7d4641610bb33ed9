"""Hats and clothes of the house players; the brow is at about y = 68, the neck at (0, 135)."""

from __future__ import annotations

from card_art.deck.courts_heads import Tones, jewel, pair, solid
from card_art.ink.palette import CREAM, GOLD, GOLD_DARK, LINE, blend, shade
from card_art.ink.pen import Pen, arc, mirrored, path, smooth
from card_art.ink.suits import sign

_BLACK, _RED, _LEAF = "#25262e", "#a11925", "#2d7d46"

# Hats


def bowler(pen: Pen, tones: Tones) -> None:
    """Black, with a red band and a curled brim."""
    solid(pen, mirrored("M0,10 C22,10 33,22 33,44 L35,66 L0,66"), _BLACK)
    pen.line(path("M-24,40 C-23,27 -16,19 -6,17"), "#868a88", 4)
    pen.fill(mirrored("M0,44 C12,44 24,45 33.5,48 L34.5,64 L0,64"), _RED)
    pen.line(mirrored("M0,44 C12,44 24,45 33.5,48")[:], LINE, 1.4)
    solid(
        pen,
        mirrored("M0,58 C16,58 34,60 46,55 C50,53 52,48 56,49 C58,57 52,69 40,71 C28,73 14,71 0,71"),
        _BLACK,
    )
    pen.line(path("M-50,55 C-44,62 -34,65 -22,65"), "#565a68", 1.8)


def headwrap(pen: Pen, tones: Tones) -> None:
    """A tall wrap of golden cloth with a knot."""
    fold, deep = GOLD_DARK, "#c88838"
    solid(pen, smooth((14, 12), (30, -2), (46, 4), (42, 18), (24, 26)), tones.ink)
    pen.line(path("M22,18 C28,12 34,8 40,8"), shade(tones.ink, 0.4), 1.5)
    solid(
        pen,
        smooth((-30, 76), (-44, 52), (-44, 26), (-30, 6), (-2, -2), (28, 6), (44, 26), (44, 52), (30, 76), (0, 64)),
        tones.trim,
    )
    pen.fill(smooth((30, 74), (34, 52), (26, 24), (14, 4), (28, 7), (42, 26), (43, 52)), deep)
    for curve in (
        "M-38,66 C-20,58 8,40 22,6",
        "M-44,48 C-26,42 -6,26 4,0",
        "M-43,28 C-32,24 -22,14 -16,3",
        "M-12,64 C6,56 28,40 40,20",
        "M14,66 C26,60 38,50 44,38",
    ):
        pen.line(path(curve), fold, 2.2)
    solid(pen, path("M-34,72 C-24,58 24,58 34,72 L31,80 C18,66 -18,66 -31,80"), tones.ink)


def straw_hat(pen: Pen, tones: Tones) -> None:
    """Wide, with a ribbon and a flower."""
    straw, dark = tones.trim, "#c88838"
    solid(pen, mirrored("M0,24 C20,24 29,34 31,58 L0,58"), straw)
    for x in (-18, -9, 0, 9, 18):
        pen.line(path(f"M{x * 0.55},27 Q{x},33 {x * 1.3},43"), dark, 1.4)
    pen.fill(mirrored("M0,43 C12,43 22,44 30,46 L31.5,60 L0,60"), _RED)
    solid(pen, smooth((-67, 62), (-34, 54), (0, 57), (34, 54), (67, 62), (40, 72), (0, 74), (-40, 72)), straw)
    pen.fill(smooth((-58, 64), (-30, 66), (0, 67), (30, 66), (58, 64), (36, 71), (0, 72.5), (-36, 71)), dark)
    solid(pen, path("M-31,45 C-12,42 12,42 30,45 L31.5,57 C12,55 -12,55 -32.5,57"), _RED)
    _flower(pen, -23, 49, 7, CREAM)


def _flower(pen: Pen, x: float, y: float, r: float, petals: str, turn: float = 0) -> None:
    around = arc(x, y, r, r, turn - 90, turn + 198, 4)
    for px, py in around:
        pen.oval(px, py, r * 0.88, fill=LINE)
    for px, py in around:
        pen.oval(px, py, r * 0.88 - 1.5, fill=petals)
    pen.ringed(x, y, r * 0.8, fill=GOLD, edge=petals, width=0.8)


def eyeshade(pen: Pen, tones: Tones) -> None:
    """A card player's green eyeshade on a bald head."""
    solid(pen, path("M-31.5,66 C-34,40 -24,21 0,21 C24,21 34,40 31.5,66 L0,66"), tones.skin)
    pen.fill(path("M31,64 C33,42 26,28 12,23.5 C22,33 26,48 24,64"), blend(tones.skin, "#6b2c12", 0.18))
    pen.line(path("M-21,48 C-21,39 -17,32 -9,28"), blend(tones.skin, "#ffffff", 0.65), 4.4)
    pen.line(path("M-9,46 Q3,42 14,45"), shade(tones.skin, 0.3), 1.3)
    solid(pen, path("M-33,57 C-18,51 18,51 33,57 L33.5,67 C18,61 -18,61 -33.5,67"), CREAM)
    light = "#96e8b0"
    solid(
        pen,
        path("M-33.5,65 C-18,58 18,58 33.5,65 C39,69 41,74 42,80 C24,87 -24,87 -42,80 C-41,74 -39,69 -33.5,65"),
        _LEAF,
    )
    pen.fill(path("M-40.6,79 C-24,84.4 24,84.4 40.6,79 C40.2,77 39.6,75.6 39,74.4 C22,80 -22,80 -39,74.4"), light)


def wreath(pen: Pen, tones: Tones) -> None:
    """Flowers around the brow, in two colours, with leaves between."""
    for i, (x, y) in enumerate(arc(0, 78, 33, 30, 198, 342, 6)):
        leaf = pen.at(x, y, turn=-72 + 24 * i)
        solid(leaf, path("M-5,2 C-8,-8 -4,-13 0,-17 C4,-13 8,-8 5,2"), _LEAF)
    for i, (x, y) in enumerate(arc(0, 78, 33, 29, 186, 354, 6)):
        _flower(pen, x, y, 6.4, CREAM if i % 2 == 0 else "#9cbfe7", turn=20 * i)


def captains_cap(pen: Pen, tones: Tones) -> None:
    """Blue, with a golden cord and a spade before it."""
    navy, deep = "#1c4079", "#141833"
    solid(pen, mirrored("M0,8 C22,8 42,14 48,24 C50,34 44,42 36,50 L0,50"), navy)
    pen.fill(path("M48,25 C49,34 43,42 36,49 L20,49 C34,42 40,32 38,18"), deep)
    pen.line(path("M-42,26 C-32,19 -22,16 -12,15"), "#7f97cf", 3)
    solid(pen, path("M-36,46 Q0,38 36,46 L35,66 Q0,58 -35,66"), deep)
    pen.line(path("M-35.5,54 Q0,46 35.5,54"), LINE, 5.2)
    pen.line(path("M-34,54 Q0,46 34,54"), GOLD, 3)
    pen.ringed(0, 33, 12.5, fill=GOLD, edge=LINE, width=1.7)
    sign(pen, "S", 0, 32.5, 8.4, deep)
    solid(pen, path("M-36,64 Q0,54 36,64 C40,70 40,76 38,80 C26,72 -26,72 -38,80 C-40,76 -40,70 -36,64"), deep)
    pen.line(path("M-31,70 C-18,64.5 0,64 14,65"), "#7f97cf", 2.2)
    for x in (-34, 34):
        jewel(pen, x, 55, 3.4, GOLD)


def fez(pen: Pen, tones: Tones) -> None:
    """Red, with a black tassel at its side."""
    deep = "#84141f"
    solid(pen, path("M-25,18 C-12,12 12,12 25,18 L33,68 Q0,57 -33,68"), tones.trim)
    pen.fill(path("M12,15 L24,18 L32,66 Q26,63 19,62"), deep)
    pen.line([(-20, 24), (-24, 54)], "#ffb4ba", 3)
    pen.ringed(0, 17.5, 25, 5.6, fill="#d23f55", edge=LINE, width=1.7)
    cord = path("M0,16 C14,12 34,14 38,30 L38,42")
    pen.line(cord, LINE, 3.6)
    solid(pen, path("M34,42 L42,42 L45,66 L31,66"), _BLACK)
    pen.fill(path("M33.4,44 L42.6,44 L43,48 L33,48"), GOLD)
    for x in (36, 40):
        pen.line([(x, 51), (x + (x - 38) * 0.8, 65)], "#6f6d7c", 1.2)
    jewel(pen, 0, 15.5, 3, _BLACK)


# Clothes


def _shoulders(pen: Pen, colour: str) -> None:
    solid(pen, mirrored("M0,132 C16,134 44,136 66,146 C92,158 104,184 112,225 L0,225"), colour)


def suit(pen: Pen, tones: Tones) -> None:
    """A coat with lapels over a white shirt, and a bow tie."""
    _shoulders(pen, tones.robe)
    solid(pen, [(-22, 134), (22, 134), (14, 190), (-14, 190)], CREAM)
    for half in pair(path("M13,133 L30,137 L38,158 L16,190 L10,160")):
        solid(pen, half, shade(tones.robe, 0.2))
    for half in pair(path("M4,136 L15,130 L22,141 L8,150")):
        solid(pen, half, CREAM)
    for half in pair(path("M2,147 C8,139 15,138 19,139 L18,158 C12,157 7,154 2,150")):
        solid(pen, half, tones.ink)
    jewel(pen, 0, 148, 4, tones.ink)


def waistcoat(pen: Pen, tones: Tones) -> None:
    """A dark waistcoat over a white shirt that is open at the neck."""
    _shoulders(pen, CREAM)
    pen.fill([(-13, 132), (13, 132), (0, 160)], tones.skin)
    for half in pair(path("M22,135 L44,138 C54,160 58,190 58,225 L4,225 L4,176")):
        solid(pen, half, tones.robe)
    for half in pair(path("M12,130 L24,134 L20,156 L0,160")):
        solid(pen, half, CREAM)


def pea_coat(pen: Pen, tones: Tones) -> None:
    """A seaman's coat with golden buttons."""
    _shoulders(pen, tones.robe)
    for x in (-46, 46):
        for y in (156, 176):
            jewel(pen, x, y, 4, GOLD)


def shawl(pen: Pen, tones: Tones) -> None:
    """A gown that leaves the neck free, and a shawl over it."""
    _shoulders(pen, tones.robe)
    pen.fill(mirrored("M0,132 L14,133 C28,138 26,156 0,160"), tones.skin)
    for half in pair(path("M15,133 C34,136 50,138 64,147 C80,158 92,180 96,225 L30,225 C40,190 34,156 15,133")):
        solid(pen, half, tones.trim)
    for line in pair(path("M30,141 C46,156 54,184 54,214")):
        pen.line(line, shade(tones.trim, 0.3), 1.6)
    pen.ringed(0, 161, 6, fill=GOLD, edge=GOLD_DARK, width=1.4)


def round_neck(pen: Pen, tones: Tones) -> None:
    """A plain gown, low at the neck."""
    _shoulders(pen, tones.robe)
    pen.fill(mirrored("M0,132 L14,133 L36,138 C34,154 20,160 0,160"), tones.skin)
    pen.line(mirrored("M14,133 L37,138 C36,155 21,162 0,162")[:-11], LINE, 1.7)


def lace_collar(pen: Pen, tones: Tones) -> None:
    """A standing collar of white lace, and a dark gown."""
    for half in pair(path("M10,146 C22,138 34,122 42,98 C58,92 74,102 78,116 C70,138 52,152 32,160")):
        solid(pen, half, CREAM)
    lace = "#b9ac97"
    for x, y in ((49, 106), (60, 105), (69, 114), (57, 117), (46, 119), (63, 126), (51, 130), (40, 134)):
        for side in (-1, 1):
            pen.oval(side * x, y, 2.9, fill=lace)
    _shoulders(pen, tones.robe)
    pen.fill(mirrored("M0,132 L14,133 L24,140 L0,172"), tones.skin)
    for half in pair(path("M24,140 L0,174")):
        pen.line(half, LINE, 4.8)
        pen.line(half, tones.trim, 2.4)


def kaftan(pen: Pen, tones: Tones) -> None:
    """A coat with a golden border, over a shirt with a round neck."""
    _shoulders(pen, tones.robe)
    solid(pen, mirrored("M0,138 L15,134 L18,225 L0,225"), CREAM)
    for half in pair(path("M14,132 L30,136 C34,160 34,190 34,225 L18,225 C20,190 18,160 14,132")):
        solid(pen, half, tones.ink)
