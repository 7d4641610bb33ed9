"""Backs held at a seat, as they stand behind its plate in a fan."""

from __future__ import annotations

import math

from PIL import Image

from card_art.deck import sprites
from card_art.deck.card_faces import CORNER, HEIGHT, INDEX_SHARE, WIDTH
from card_art.deck.sprites import Sprite
from card_art.ink.palette import CREAM, GOLD, WINE
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sprite_cache import cached_sprite
from card_art.tables.layout import BACK, Box

_OVER = 2
_SPREAD = 3.4
"""Degrees between two cards of a fan, while there are few."""
_WIDEST = 34
_RADIUS = 300
_ROOM = 12
_LOOSE = 12
BEHIND = 20
"""How far a fan reaches down behind its plate, past the plate's round corners."""


@cached_sprite
def _loose_back() -> Image.Image:
    """A back in the pack's colours, clear around it, to be turned. So little of each is seen that it goes without the
    pattern, which would cost more bytes than the rest of the table."""
    unit = BACK * _OVER / WIDTH
    pen = Pen(WIDTH + 2 * _LOOSE, HEIGHT + 2 * _LOOSE, unit, mode="RGBA", paper=(8, 22, 16, 0))
    for inset, colour in ((-4, (8, 22, 16, 150)), (0, CREAM), (16, WINE), (30, GOLD), (37, WINE)):
        edge = _LOOSE + inset
        pen.box(edge, edge, WIDTH + 2 * _LOOSE - edge, HEIGHT + 2 * _LOOSE - edge, max(8, CORNER - inset), colour)
    return pen.result()


@cached_sprite
def backs_fan(count: int, width: int, visible: int) -> Sprite:
    """`count` backs held as in a hand, no wider than `width`; only the upper `visible` pixels are drawn."""
    card = _loose_back()
    half = math.radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    radius = min(_RADIUS, (width - BACK) / 2 / math.sin(half)) if half else 0
    reach = round(radius * math.sin(half))
    size = (2 * reach + 2 * BACK, round(BACK * sprites.RATIO) + 48)
    sheet = Image.new("RGBA", (size[0] * _OVER, size[1] * _OVER))
    for i in range(count):
        angle = half * (2 * i / (count - 1) - 1) if count > 1 else 0.0
        turned = card.rotate(-math.degrees(angle), Image.Resampling.BICUBIC, expand=True)
        x = size[0] / 2 + radius * math.sin(angle)
        y = _ROOM + BACK * sprites.RATIO / 2 + radius * (1 - math.cos(angle))
        sheet.alpha_composite(turned, (round(x * _OVER - turned.width / 2), round(y * _OVER - turned.height / 2)))
    small = sheet.reduce(_OVER)
    # What stands behind the plate is never seen, so it is not pasted either.
    box = small.crop((0, 0, small.width, _ROOM + visible)).getbbox() or (0, 0, 1, 1)
    return Sprite(few_opacities(small.crop(box), 4), (0, _ROOM - box[1], 0, 0))


def step(count: int, card: int, width: int, widest: float) -> int:
    """From one card to the next so that `count` cards fill `width`: between what shows its index and `widest` of a
    card's width."""
    if count < 2:
        return 0
    return int(max(card * INDEX_SHARE, min(card * widest, (width - card) / (count - 1))))


def draw(canvas: Image.Image, count: int, plate: Box, shown: int) -> None:
    """Stand backs behind a plate; their upper edge is `shown` pixels above it."""
    fan = backs_fan(count, plate.w - 8, shown + BEHIND)
    fan.stamp(canvas, plate.x + (plate.w - fan.size[0]) // 2, plate.y - shown)
