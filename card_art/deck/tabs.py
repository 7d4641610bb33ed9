"""Cards in rows: tabs that the row's lower edge cuts off, with the rank over the suit and nothing else."""

from __future__ import annotations

import math

from PIL import Image

from bot.engine.cards import JOKER, Card, deck
from card_art.deck.card_faces import rank_name
from card_art.deck.sprites import Sprite
from card_art.ink.glyphs import glyph
from card_art.ink.palette import GOLD, GOLD_DARK, PAPER, RIM, inks
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.suits import sign
from card_art.scene.style import Style

WIDTH = 88
"""Of a tab, in pixels."""
RANK = 49
"""The height of a rank if it fits: 16 px where the picture is shown 360 wide."""
LOWEST = 60
"""In tabs lower than this the suit stands beside the rank."""
WHOLE = 47
"""From one tab to the next: nothing of a rank is hidden."""
_NARROW, _ROOMY = 68, 54
"""Where tabs lie closer than this, the last one is narrower too."""
_SHADOW = 6
_RADIUS = 9
_LOST = (196, 204, 201)
STAR = 13
"""Half the width of a wild card's disc."""


def width(step: int) -> int:
    """The width of a tab of which the next one leaves this much visible."""
    return WIDTH if step >= _ROOMY else _NARROW


def tab(c: Card, height: int, step: int, style: Style, *, dim: bool = False, wild: bool = False) -> Sprite:
    """A tab so high, of which the next one leaves `step` pixels to be seen; `dim` for a card that lost, `wild` with a
    star."""
    star = min(step, 68) - 15 if wild else 0
    return _tab(c, height, step if step < _ROOMY else _ROOMY, style.four_colour, dim, star)


def warm(height: int, style: Style) -> None:
    """Draw all tabs of this height now (250 ms: never on the event loop)."""
    for c in deck():
        tab(c, height, _ROOMY, style)


@cached_sprite
def _tab(c: Card, height: int, step: int, four_colour: bool, dim: bool, star: int) -> Sprite:
    wide = width(step)
    pen = Pen(wide, height, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, wide, height + _RADIUS, _RADIUS, RIM)
    pen.box(1.2, 1.2, wide - 1.2, height + _RADIUS, _RADIUS - 1.2, PAPER)
    ink = inks(four_colour).get(c.suit, "#3a2a10")
    low = height < LOWEST
    step = min(step, WHOLE)
    room = step - 4
    rank = min(RANK, min(36, height - 8) if low else round((height - 8) * 0.58))
    letters = glyph("J" if c == JOKER else rank_name(c), rank * 4)
    if not low and letters.width > room * 4:
        letters = letters.resize((room * 4, letters.height), Image.Resampling.LANCZOS)
    top = (height - rank) // 2 if low else 7
    middle = 20 if low else step / 2 + 3
    pen.stamp(letters, middle - letters.width / 8, top, ink)
    if c != JOKER:
        r = 12 if low else min(19.0, step * 0.4, (height - rank - 14) * 0.56)
        x, y = (middle + 28, height / 2) if low else (middle, top + rank + 5 + r)
        sign(pen, c.suit, x, y, r, ink)
    if star:
        star_on(pen, star, height - STAR - 6)
    image = pen.result()
    if dim:
        image = _darker(image)
    core = (_SHADOW + 1, _RADIUS + 1, _SHADOW + wide, height)
    return Sprite(few_opacities(_on_shadow(image), 8), (_SHADOW, 0, 0, 0), core)


def star_on(pen: Pen, x: float, y: float) -> None:
    """The gold disc with a star that marks a wild card."""
    pen.ringed(x, y, STAR, fill=GOLD, edge=GOLD_DARK, width=1.6)
    turns = [math.radians(36 * n - 90) for n in range(10)]
    reach = (STAR * 0.66, STAR * 0.28)
    pen.fill([(x + reach[n % 2] * math.cos(a), y + reach[n % 2] * math.sin(a)) for n, a in enumerate(turns)], "#261a06")


def _darker(image: Image.Image) -> Image.Image:
    bands = image.split()
    dark = [band.point([round(i * share / 255) for i in range(256)]) for band, share in zip(bands, _LOST, strict=False)]
    return Image.merge("RGBA", (*dark, bands[3]))


def _on_shadow(image: Image.Image) -> Image.Image:
    """With a shadow on whatever lies to the left."""
    whole = Image.new("RGBA", (image.width + _SHADOW, image.height), (0, 12, 6, 0))
    for i in range(_SHADOW):
        whole.paste((0, 12, 6, round(90 * (i + 1) / _SHADOW)), (i, 5, i + 1, image.height))
    whole.paste((0, 12, 6, 90), (_SHADOW, 5, _SHADOW + _RADIUS, image.height))
    whole.alpha_composite(image, (_SHADOW, 0))
    return whole
