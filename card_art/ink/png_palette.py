"""The colours that pictures go out in: one fixed palette of at most 256 for each cloth.

An 8-bit picture is a third of the bytes of a full one, so it is packed in half of the time, and nobody sees the
difference: the felt, the inks and the whites come out as they were drawn, and of all else that is drawn some steps of
each colour are here. Pillow looks the nearest up once for each box of 4×4×4 colours, from its lowest corner; here that
is its middle, as the colours that it looks up are moved down by half a box. So whatever is at least `APART` from all
others comes out exactly.
"""

from __future__ import annotations

from functools import cache
from math import dist

from PIL import Image

from card_art.ink.cloths import CLOTHS, USUAL
from card_art.ink.palette import (
    BADGES,
    CHIPS,
    CREAM,
    FOUR_COLOUR,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    LINE,
    PAPER,
    RGB,
    RIM,
    TWO_COLOUR,
    WINE,
    WINE_DARK,
    blend,
    boxed,
    felt_levels,
    rgb,
    shade,
    tint,
)

MOST = 256
EVERY = "every"
"""In the place of a cloth: a picture that shows tables of all cloths."""
APART = 7
"""Nearer to one another no two colours are, but for those of cloth and plates, which are in the middle of boxes."""
_BOX = 4
_WHITE, _BLACK = "#ffffff", "#000000"
_SOFT, _GOLD_WORDS = ("#d5e8dd", "#cde2d7", "#cde2eb"), "#ffe294"
_SUITS = ("#ffb4ba", "#b2d6ff", "#96e8b0", "#e2e8ff")
"""Words and suit signs on felt and plates."""
_DARK_WORDS = "#261a06"
"""Words on gold."""
_PLATE, _DEEP = "#2b3d36", "#0c1512"
"""The lightest and the darkest of plates and pills."""
_PLATE_STEPS = 10
_DIM = ("#c2c8bf", "#a0a9a0")
"""The paper of a card that may not be played, or has lost."""
_EDGES = ("#52675d", "#5d736a", "#fff0bd")
_STAMPS = ("#c12438", "#84141f", "#f2ead6", "#b9ac97", "#5b7282", "#3d4f60", "#2a3746")
"""Crimson, ivory and slate."""
_WOOD = ("#20110a", "#5b351c", "#7a4a28")
_BRASS = "#c89a45"
_SKINS = ("#f3d6c0", "#edc7a4", "#d09a6c", "#bd8050", "#84532f")
_SHADES = ("#f8e2d6", "#dbb8a1", "#c7a088", "#c39575", "#a3653c")
_GROUNDS = ("#cbbce3", "#a7d0cc", "#82acd9", "#f5cacf", "#c6cd7e", "#41639c", "#7a2a6a", "#588858")
_HOUSE = (*_SHADES, *_GROUNDS, "#b5561d", "#2d7d46", "#c6d0dc")
"""Of house players, who are on most pictures: more skins, and what is behind them; hair and cloth."""
_HAIR = ("#d8d5d2", "#b5561d", "#e2ab41", "#6e3d1e", "#5d5a5c")
_DRESS = (
    "#c6d0dc", "#8a5a30", "#2d7d46", "#7f97cf", "#f4a3a0", "#f0a848", "#e2c25c", "#41639c", "#588858", "#78a898",
    "#983838", "#882838", "#084888", "#986c30", "#787838", "#c88838", "#381430", "#7a2a6a", "#1f8a7a",
)  # fmt: skip


def _ramp(start: str, end: str, steps: int) -> list[str]:
    """A number of colours from one to the other, both included."""
    return [blend(start, end, i / (steps - 1)) for i in range(steps)]


def _cards() -> list[str]:
    """Paper and inks with the smooth edges between them, the grounds of courts, cards that are dim, and backs."""
    inks = [*dict.fromkeys((*FOUR_COLOUR.values(), *TWO_COLOUR.values()))]
    return [
        *inks, RIM, LINE, *(tint(ink, 0.9) for ink in inks),
        *(colour for ink in inks for colour in _ramp(ink, PAPER, 6)),
        *_DIM, *(shade(ink, 0.25) for ink in inks),
        WINE_DARK, *_ramp(WINE, GOLD, 4), *_ramp(WINE, CREAM, 5),
    ]  # fmt: skip


def _chips() -> list[str]:
    """Their faces, and their sides in the light and in the shade."""
    return [
        *(colour for chip in CHIPS.values() for colour in (tint(chip.body, 0.12), chip.spots, chip.ink)),
        *(shade(chip.body, share) for chip in CHIPS.values() for share in (0.22, 0.34, 0.45)),
        *(shade(chip.spots, 0.22) for chip in CHIPS.values()),
    ]


def _words(lamp: str, edge: str) -> list[str]:
    """Plates and pills, gold parts, and the smooth edges of words on them and on the felt."""
    return [
        *_EDGES, *_ramp(GOLD_LIGHT, GOLD, 8), GOLD_DARK, *_STAMPS,
        *_ramp(_DEEP, _WHITE, 7), *_ramp(lamp, _WHITE, 5), *_ramp(edge, _WHITE, 5),
        *_ramp(_DARK_WORDS, GOLD, 4), *_ramp(_DEEP, _GOLD_WORDS, 5), *_ramp(lamp, _GOLD_WORDS, 5),
        *_ramp(edge, GOLD_LIGHT, 5), *(blend(suit, _PLATE, 0.5) for suit in _SUITS),
    ]  # fmt: skip


def _seats() -> list[str]:
    """Badges with their rims, the lines of charts, and seats that are out."""
    return [
        *(blend(colour, _WHITE, share) for colour in BADGES for share in (0.35, 0.6)),
        *(blend(colour, _DEEP, 0.5) for colour in BADGES),
    ]


def _levels(cloth: str) -> list[RGB]:
    """The colours of a cloth, or of all."""
    return [level for each in (CLOTHS if cloth == EVERY else (cloth,)) for level in felt_levels(each)]


def _wanted(cloth: str) -> list[str]:
    """What is drawn, the most important first."""
    ground = USUAL if cloth == EVERY else cloth
    levels = [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in felt_levels(ground)]
    lamp, middle, edge = levels[0], levels[len(levels) // 2], levels[-1]
    return [
        _WHITE, PAPER, *_SOFT, _GOLD_WORDS, _DARK_WORDS, *_SUITS, CREAM, GOLD, GOLD_LIGHT, *BADGES,
        *_cards(), *_words(lamp, edge),
        *(blend(each, GOLD_LIGHT, share) for each in (lamp, middle, edge) for share in (0.06, 0.14, 0.26)),  # a glow
        shade(edge, 0.3), shade(edge, 0.6), _BLACK, *_SKINS, *_HOUSE, *_chips(),
        *_ramp(_WOOD[0], _WOOD[1], 4), _WOOD[2], _BRASS, *_seats(),
        *_HAIR, *_DRESS, *(blend(skin, "#6b2c12", 0.32) for skin in _SKINS),
    ]  # fmt: skip


@cache
def paints(cloth: str) -> tuple[RGB, ...]:
    """The palette of a cloth: what is too near to something before it is left out."""
    plates = (boxed(blend(_PLATE, _DEEP, i / _PLATE_STEPS)) for i in range(_PLATE_STEPS + 1))
    chosen = list(dict.fromkeys((*_levels(cloth), *plates)))
    for colour in map(rgb, _wanted(cloth)):
        if len(chosen) < MOST and all(dist(colour, other) >= APART for other in chosen):
            chosen.append(colour)
    return tuple(chosen)


@cache
def _table(cloth: str) -> Image.Image:
    """The palette as Pillow looks colours up in it."""
    image = Image.new("P", (1, 1))
    colours = paints(cloth)
    filled = (*colours, *colours[:1] * (MOST - len(colours)))
    image.putpalette([max(0, value - _BOX // 2) for colour in filled for value in colour])
    return image


def places(picture: Image.Image, cloth: str) -> Image.Image:
    """For each pixel of an RGB picture the place of its colour in the palette of its cloth."""
    return picture.quantize(palette=_table(cloth), dither=Image.Dither.NONE)


def painted(picture: Image.Image, cloth: str) -> Image.Image:
    """An RGB picture on this cloth in the colours of its palette, to be kept in a file."""
    made = places(picture, cloth)
    made.putpalette([value for colour in paints(cloth) for value in colour])
    return made


def blended(picture: Image.Image, cloth: str) -> Image.Image:
    """A small RGB picture of any colours, mixed from dots of those of a cloth: these come out as they are."""
    dots = picture.quantize(palette=_table(cloth), dither=Image.Dither.FLOYDSTEINBERG)
    dots.putpalette([value for colour in paints(cloth) for value in colour])
    return dots.convert("RGB")
