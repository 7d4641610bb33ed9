"""What the people on the court cards wear and hold; the neck is at (0, 135), and the sash hides what is below 200."""

from __future__ import annotations

from card_art.deck.courts_heads import Tones, jewel, pair, solid
from card_art.ink.palette import CREAM, GOLD, GOLD_DARK, GOLD_LIGHT, LINE, blend, shade
from card_art.ink.pen import Pen, Point, arc, mirrored, path, smooth
from card_art.ink.suits import sign

STEEL, WOOD, LEAF = "#c6d0dc", "#8a5a30", "#2d7d46"
_SHOULDERS = "M0,132 C16,134 44,136 66,146 C92,158 104,184 112,225 L0,225"


# Robes


def _robe(pen: Pen, tones: Tones) -> None:
    solid(pen, mirrored(_SHOULDERS), tones.robe)


def ermine(pen: Pen, tones: Tones) -> None:
    """A king's mantle with an ermine collar over a golden coat."""
    _robe(pen, tones)
    for line in pair(path("M70,160 C82,176 88,200 90,222")):
        pen.line(line, shade(tones.robe, 0.3), 2.2)
    solid(pen, mirrored("M0,150 L24,150 L32,225 L0,225"), GOLD)
    for y in (176, 196):
        sign(pen, tones.suit, 0, y, 8, tones.ink)
    solid(pen, mirrored("M0,138 C22,134 50,136 68,148 C74,156 72,166 66,172 C48,158 22,156 0,160"), CREAM)
    for x, y in ((-54, 152), (-38, 147), (-24, 151), (24, 151), (38, 147), (54, 152), (-62, 163), (62, 163)):
        pen.fill([(x - 2.6, y - 4), (x + 2.6, y - 4), (x, y + 6)], LINE)


def striped(pen: Pen, tones: Tones) -> None:
    """A coat in broad stripes with a chain of office."""
    _robe(pen, tones)
    for half in (
        *pair(path("M26,138 L42,140 C52,164 58,196 60,225 L44,225 C40,190 36,160 26,138")),
        *pair(path("M62,148 L76,156 C90,176 98,200 102,225 L88,225 C84,196 76,168 62,148")),
    ):
        pen.fill(half, tones.trim)
    pen.line([*mirrored(_SHOULDERS)][:-1], LINE, 1.7)
    solid(pen, mirrored("M0,140 L13,138 L17,225 L0,225"), CREAM)
    chain(pen, tones)


def chain(pen: Pen, tones: Tones) -> None:
    """A golden chain with a pendant."""
    for i in range(11):
        t = i / 10 * 2 - 1
        pen.ringed(44 * t, 144 + 34 * (1 - t * t), 4.6, 4, fill=GOLD, edge=GOLD_DARK, width=1.3)
    pen.ringed(0, 186, 10, fill=GOLD_LIGHT, edge=LINE, width=1.5)
    sign(pen, tones.suit, 0, 186, 6.5, tones.ink)


def brocade(pen: Pen, tones: Tones) -> None:
    """A coat strewn with the suit's sign, with broad golden lapels."""
    _robe(pen, tones)
    light = blend(tones.robe, "#ffffff", 0.38)
    for x, y in (
        (-52, 162),
        (52, 162),
        (-70, 178),
        (70, 178),
        (-46, 186),
        (46, 186),
        (-84, 200),
        (84, 200),
        (-62, 204),
        (62, 204),
    ):
        sign(pen, tones.suit, x, y, 6.5, light)
    for half in pair(path("M8,138 L26,134 C34,152 36,190 38,225 L18,225 C20,190 16,160 8,138")):
        solid(pen, half, GOLD)
    solid(pen, [(-8, 138), (8, 138), (18, 225), (-18, 225)], CREAM)
    for y in (160, 176, 192):
        jewel(pen, 0, y, 3.6, tones.ink)


def gown(pen: Pen, tones: Tones) -> None:
    """A queen's gown: puffed sleeves, a square neck and pearls."""
    for half in pair(smooth((44, 144), (74, 144), (96, 166), (104, 200), (88, 226), (56, 226), (46, 184))):
        solid(pen, half, tones.robe)
    for x in (62, 76, 89):
        for line in pair(path(f"M{x - 6},150 C{x + 4},172 {x + 8},196 {x + 5},222")):
            pen.line(line, tones.trim, 3)
    solid(pen, mirrored("M0,136 C20,134 42,138 56,150 C58,176 52,200 50,225 L0,225"), tones.robe)
    pen.fill(mirrored("M0,134 L13,134 L34,142 C34,152 22,163 0,164"), tones.skin)
    pen.line(mirrored("M13,134 L35,141 C36,152 24,165 0,166")[:-12], LINE, 1.6)
    solid(pen, mirrored("M0,166 C10,166 18,163 24,160 L17,225 L0,225"), GOLD)
    for y in (180, 198):
        sign(pen, tones.suit, 0, y, 7, tones.ink)
    for i in range(9):
        t = i / 8 * 2 - 1
        pen.ringed(24 * t, 140 + 14 * (1 - t * t), 4, fill=CREAM, edge=LINE, width=1.1)


def high_collar(pen: Pen, tones: Tones) -> None:
    """A dark gown with a standing lace collar, which frames the head."""
    for half in pair(path("M8,146 C20,140 30,126 40,100 C52,104 60,114 62,124 C56,140 44,152 30,158")):
        solid(pen, half, CREAM)
    lace = blend(CREAM, tones.ink, 0.35)
    for x, y in ((44, 110), (51, 118), (47, 128), (40, 138), (40, 122)):
        for side in (-1, 1):
            pen.oval(side * x, y, 2.6, fill=lace)
    _robe(pen, tones)
    for half in pair(path("M34,150 C58,158 70,190 74,225 L58,225 C56,194 48,170 34,150")):
        pen.fill(half, tones.trim)
    pen.fill(mirrored("M0,132 L14,133 L22,140 L0,174"), tones.skin)
    pen.line([(-23, 138), (0, 176), (23, 138)], LINE, 4.6)
    pen.line([(-23, 138), (0, 176), (23, 138)], "#cfd6e4", 2.6)
    jewel(pen, 0, 178, 7, "#8e2f5c")


def sari(pen: Pen, tones: Tones) -> None:
    """A draped cloth with a golden border over one shoulder, and a necklace."""
    solid(pen, mirrored(_SHOULDERS), tones.trim)
    solid(
        pen,
        path("M-70,146 C-52,136 -36,134 -24,134 C-6,168 30,190 84,212 L90,225 L-112,225 C-104,184 -92,158 -70,146"),
        tones.robe,
    )
    pen.line(path("M-24,134 C-6,168 30,190 86,212"), LINE, 8.4)
    pen.line(path("M-24,134 C-6,168 30,190 86,212"), GOLD, 5.6)
    for curve in (
        "M-44,140 C-36,170 -8,196 40,222",
        "M-62,146 C-58,176 -40,200 -10,222",
        "M-80,160 C-80,184 -70,206 -56,222",
    ):
        pen.line(path(curve), shade(tones.robe, 0.28), 2)
    pen.fill(mirrored("M0,132 L14,133 C24,136 20,152 0,156"), tones.skin)
    for i in range(7):
        t = i / 6 * 2 - 1
        solid(
            pen,
            [
                (20 * t - 3, 140 + 13 * (1 - t * t)),
                (20 * t + 3, 140 + 13 * (1 - t * t)),
                (20 * t, 149 + 13 * (1 - t * t)),
            ],
            GOLD,
        )


def leafy(pen: Pen, tones: Tones) -> None:
    """A gown with a wide collar of leaves in gold and beads above it."""
    _robe(pen, tones)
    pen.fill(mirrored("M0,132 L14,133 L24,138 C20,150 10,153 0,153"), tones.skin)
    for i in range(9):
        t = i / 8 * 2 - 1
        x, y = 58 * t, 146 + 22 * (1 - t * t)
        solid(
            pen,
            [(x - 8, y - 2), (x + 8, y - 2), (x + 5 + 9 * t, y + 18), (x + 6 * t, y + 26), (x - 5 + 9 * t, y + 18)],
            GOLD if i % 2 else tones.trim,
        )
    for i in range(11):
        t = i / 10 * 2 - 1
        pen.ringed(40 * t, 141 + 19 * (1 - t * t), 4.4, fill=tones.ink if i % 2 else CREAM, edge=LINE, width=1.2)


def doublet(pen: Pen, tones: Tones) -> None:
    """A slashed doublet with a wide white collar."""
    _robe(pen, tones)
    for x in (48, 66, 84):
        for half in pair(path(f"M{x},156 C{x + 9},172 {x + 11},190 {x + 8},206 C{x},190 {x - 3},172 {x},156")):
            solid(pen, half, tones.trim)
    pen.line([(0, 160), (0, 224)], LINE, 1.6)
    for y in (172, 186, 200):
        jewel(pen, 0, y, 3.4, GOLD)
    for half in pair(path("M0,138 L14,134 C30,136 44,142 54,150 L34,168 L0,154")):
        solid(pen, half, CREAM)


def tabard(pen: Pen, tones: Tones) -> None:
    """A herald's tabard in quarters."""
    _robe(pen, tones)
    pen.fill(path("M0,132 C16,134 44,136 66,146 C92,158 104,184 112,225 L0,225"), tones.trim)
    pen.line(mirrored(_SHOULDERS)[:-1], LINE, 1.7)
    pen.line([(0, 150), (0, 224)], LINE, 1.6)
    sign(pen, tones.suit, -34, 178, 13, tones.trim)
    sign(pen, tones.suit, 34, 178, 13, tones.robe)
    solid(pen, mirrored("M0,136 L16,133 C26,136 30,142 30,150 C20,158 8,160 0,160"), GOLD)


def crossed(pen: Pen, tones: Tones) -> None:
    """A wide-sleeved robe, its sides crossed over the breast."""
    _robe(pen, tones)
    light = blend(tones.robe, "#ffffff", 0.4)
    for x, y in ((-66, 176), (66, 176), (-86, 198), (86, 198), (-48, 198)):
        pen.line(arc(x, y, 9, 9, 180, 360, 12), light, 2)
        pen.line(arc(x, y, 4.5, 4.5, 180, 360, 10), light, 1.6)
    solid(pen, path("M24,132 L38,136 C30,160 6,190 -22,225 L-44,225 C-16,196 12,164 24,132"), CREAM)
    solid(pen, path("M-24,132 L-38,136 C-30,160 -6,190 22,225 L44,225 C16,196 -12,164 -24,132"), tones.trim)
    pen.fill([(-13, 132), (13, 132), (0, 160)], tones.skin)


def jerkin(pen: Pen, tones: Tones) -> None:
    """A laced leather jerkin over a shirt, with a hood on the shoulders."""
    _robe(pen, tones)
    solid(pen, mirrored("M0,150 C20,146 36,150 44,160 L48,225 L0,225"), "#a8743f")
    for y in (172, 186, 200):
        pen.line([(-9, y - 5), (9, y + 5)], CREAM, 2)
        pen.line([(9, y - 5), (-9, y + 5)], CREAM, 2)
    solid(pen, mirrored("M0,140 L14,133 C34,134 54,140 66,150 C50,166 22,172 0,164"), shade(tones.robe, 0.18))
    pen.line(mirrored("M58,150 C44,160 20,165 0,158")[:11], tones.trim, 2)
    pen.line(path("M-58,150 C-44,160 -20,165 0,158"), tones.trim, 2)


# Things held on the right, with the hand about (64, 172)


def _hand(pen: Pen, tones: Tones, x: float = 64, y: float = 172) -> None:
    solid(pen, path(f"M{x - 26},{y + 40} L{x - 14},{y + 8} L{x + 14},{y + 8} L{x + 28},{y + 40}"), tones.robe)
    solid(pen, path(f"M{x - 15},{y + 6} L{x + 15},{y + 6} L{x + 16},{y + 15} L{x - 16},{y + 15}"), GOLD)
    pen.ringed(x, y, 11.5, 9.5, fill=tones.skin, edge=LINE, width=1.6)
    for dy in (-3.4, 1, 5):
        pen.line([(x - 9, y + dy), (x + 2, y + dy)], shade(tones.skin, 0.35), 1.3)


def sword(pen: Pen, tones: Tones) -> None:
    solid(pen, [(58, 150), (58, 40), (64, 24), (70, 40), (70, 150)], STEEL)
    pen.fill([(64.5, 150), (64.5, 30), (69, 42), (69, 150)], shade(STEEL, 0.2))
    solid(pen, path("M44,148 L84,148 L86,157 L42,157"), GOLD)
    solid(pen, [(60, 157), (68, 157), (68, 192), (60, 192)], tones.trim)
    _hand(pen, tones)


def goblet(pen: Pen, tones: Tones) -> None:
    solid(pen, [(60, 140), (68, 140), (68, 172), (60, 172)], GOLD_DARK)
    solid(pen, path("M42,98 C42,132 52,144 64,144 C76,144 86,132 86,98"), GOLD)
    pen.fill(path("M68,104 C68,130 66,138 64,142 C76,142 83,130 84,104"), blend(GOLD, GOLD_DARK, 0.45))
    pen.ringed(64, 98, 22, 6.5, fill="#7c1d33", edge=LINE, width=2.2)
    for x in (52, 64, 76):
        jewel(pen, x, 117, 3.6, tones.ink)
    _hand(pen, tones, 64, 164)


def axe(pen: Pen, tones: Tones) -> None:
    solid(pen, [(67, 34), (74, 34), (74, 210), (67, 210)], WOOD)
    solid(pen, path("M69,46 C58,48 50,42 42,34 C35,56 35,78 42,100 C50,92 58,86 69,88"), STEEL)
    pen.line(path("M47,47 C43,60 43,74 47,87"), shade(STEEL, 0.25), 2)
    solid(pen, [(72, 54), (84, 48), (84, 86), (72, 80)], STEEL)
    solid(pen, [(64, 48), (76, 48), (76, 86), (64, 86)], GOLD)
    sign(pen, tones.suit, 70, 67, 5, tones.ink)
    _hand(pen, tones, 68)


def orb(pen: Pen, tones: Tones) -> None:
    _hand(pen, tones, 64, 170)
    solid(
        pen,
        [
            (61, 84),
            (67, 84),
            (67, 92),
            (75, 92),
            (75, 98),
            (67, 98),
            (67, 112),
            (61, 112),
            (61, 98),
            (53, 98),
            (53, 92),
            (61, 92),
        ],
        GOLD,
    )
    pen.ringed(64, 136, 25, fill=tones.robe, edge=LINE, width=1.8)
    pen.oval(55, 126, 6, 5, fill=blend(tones.robe, "#ffffff", 0.55))
    pen.line(arc(64, 134, 24, 8, 6, 174, 20), LINE, 7.6)
    pen.line(arc(64, 134, 24, 8, 6, 174, 20), GOLD, 5)
    pen.line(arc(64, 136, 9, 24, -78, -282, 20), GOLD, 3.6)


def raven(pen: Pen, tones: Tones) -> None:
    """A raven on the hand."""
    _hand(pen, tones, 62, 176)
    black = "#23222e"
    solid(
        pen,
        path("M40,92 C44,78 60,74 68,84 C76,96 78,116 86,146 L74,142 L72,158 L62,146 C50,140 44,122 46,104 L34,98"),
        black,
    )
    pen.line(path("M56,104 C62,118 66,130 74,142"), "#565a7d", 1.8)
    pen.line(path("M64,98 C69,112 73,126 80,138"), "#565a7d", 1.8)
    solid(pen, [(43, 88), (28, 97), (44, 99)], "#6d6a7c")
    pen.oval(51, 90, 3, fill=GOLD_LIGHT)
    pen.oval(51, 90, 1.4, fill="#000000")
    for x in (60, 67):
        pen.line([(x, 146), (x - 1, 168)], "#6d6a7c", 2.4)


def _stalk(pen: Pen, *, top: float, x: float = 64) -> None:
    pen.line(path(f"M{x},{top} C{x + 4},{top + 30} {x - 4},150 {x},190"), LINE, 5)
    pen.line(path(f"M{x},{top} C{x + 4},{top + 30} {x - 4},150 {x},190"), LEAF, 3)
    solid(pen, path(f"M{x},148 C{x + 6},134 {x + 16},130 {x + 22},126 C{x + 22},140 {x + 14},150 {x},152"), LEAF)


def rose(pen: Pen, tones: Tones) -> None:
    _stalk(pen, top=96)
    for dx, dy in ((0, -14), (13, -4), (8, 11), (-8, 11), (-13, -4)):
        pen.ringed(64 + dx, 88 + dy, 11, fill=tones.ink, edge=LINE, width=1.6)
    pen.ringed(64, 88, 11, fill=blend(tones.ink, "#ffffff", 0.18), edge=LINE, width=1.4)
    pen.line(arc(64, 88, 5, 5, 30, 300, 14), LINE, 1.6)
    _hand(pen, tones)


def feather(pen: Pen, tones: Tones) -> None:
    """A peacock's feather."""
    solid(pen, smooth((64, 26), (82, 44), (86, 72), (72, 104), (64, 116), (56, 104), (44, 72), (48, 44)), "#1f8a7a")
    for i in range(6):
        y = 56 + 10 * i
        for side in (-1, 1):
            pen.line([(64, y + 12), (64 + side * (18 - 1.6 * i), y)], "#0f5f58", 1.5)
    pen.ringed(64, 60, 14, 17, fill=GOLD, edge=GOLD_DARK, width=1.4)
    pen.oval(64, 62, 9.5, 11.5, fill="#1aa0b8")
    pen.oval(64, 64, 6, 7, fill="#20246b")
    pen.line([(64, 80), (64, 200)], GOLD_DARK, 2.6)
    _hand(pen, tones)


def lily(pen: Pen, tones: Tones) -> None:
    _stalk(pen, top=100)
    petals: list[list[Point]] = [
        [(64, 104), (38, 92), (36, 66), (54, 84)],
        [(64, 104), (90, 92), (92, 66), (74, 84)],
        [(64, 104), (50, 74), (64, 44), (78, 74)],
    ]
    for petal in petals:
        solid(pen, smooth(*petal), CREAM)
    for x in (58, 64, 70):
        pen.line([(64, 98), (x, 76)], GOLD_DARK, 1.6)
        pen.oval(x, 75, 2.6, fill=GOLD)
    _hand(pen, tones)


def halberd(pen: Pen, tones: Tones) -> None:
    solid(pen, [(69, 58), (75, 58), (75, 210), (69, 210)], WOOD)
    solid(pen, [(72, 20), (79, 62), (65, 62)], STEEL)
    solid(pen, path("M70,72 C60,70 54,66 48,62 C43,80 44,98 50,114 C54,104 60,100 70,98"), STEEL)
    solid(pen, [(74, 74), (86, 84), (74, 96)], STEEL)
    solid(pen, [(67, 62), (77, 62), (77, 102), (67, 102)], GOLD)
    _hand(pen, tones, 70)


def lute(pen: Pen, tones: Tones) -> None:
    """A lute, its neck upwards."""
    solid(pen, [(62, 52), (72, 52), (72, 132), (62, 132)], "#5a3418")
    solid(pen, [(60, 30), (76, 26), (74, 54), (60, 54)], "#7a4a22")
    for y in (33, 40, 47):
        pen.oval(58, y, 2.8, fill=GOLD)
        pen.oval(78, y - 3, 2.8, fill=GOLD)
    solid(
        pen, smooth((67, 112), (86, 128), (98, 158), (92, 188), (67, 202), (42, 188), (36, 158), (48, 128)), "#c98a45"
    )
    pen.ringed(67, 152, 11, fill="#3f2513", edge=GOLD, width=2.2)
    for x in (64, 67, 70):
        pen.line([(x, 54), (x, 184)], CREAM, 1)
    pen.ringed(50, 176, 11, 9, fill=tones.skin, edge=LINE, width=1.6)


def scroll(pen: Pen, tones: Tones) -> None:
    """A scroll, half unrolled."""
    solid(pen, [(46, 70), (82, 64), (84, 150), (48, 156)], CREAM)
    for y in (84, 96, 108, 120):
        pen.line([(54, y), (75, y - 3.5)], blend(CREAM, tones.ink, 0.65), 2.2)
    sign(pen, tones.suit, 65, 137, 8, tones.ink)
    pen.line([(42, 70), (86, 63)], LINE, 13)
    pen.line([(42, 70), (86, 63)], blend(CREAM, GOLD, 0.35), 9.6)
    jewel(pen, 40, 70, 5, GOLD)
    jewel(pen, 88, 63, 5, GOLD)
    _hand(pen, tones, 66, 166)


def bow(pen: Pen, tones: Tones) -> None:
    """A bow, and an arrow in the same hand."""
    pen.line([(52, 26), (60, 116), (52, 206)], CREAM, 1.6)
    pen.line(path("M52,26 C84,60 96,150 52,206"), LINE, 8)
    pen.line(path("M52,26 C84,60 96,150 52,206"), WOOD, 5)
    pen.line([(44, 56), (58, 196)], LINE, 4.4)
    pen.line([(44, 56), (58, 196)], GOLD_LIGHT, 2.2)
    solid(pen, [(41, 40), (49, 58), (39, 60)], STEEL)
    _hand(pen, tones, 70, 160)
