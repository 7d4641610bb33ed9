"""Enamel plaques with a word: what has just been decided."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFilter

from card_art.deck.sprites import Sprite
from card_art.ink.palette import blend, rgb
from card_art.ink.quantize import few_opacities
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import label
from card_art.scene.pieces import Stamp, Tone

MOMENT, ON_HAND, IN_ROW = 72, 40, 25
"""Sizes of its letters: the one stamp of a moment, one on each hand, straight ones in rows."""

_TILT = 7
"""Degrees anticlockwise."""
_OVER = 2
_LEAST = 18
_CONDENSED = 0.86
"""Of a word's width, what it still is without looking squeezed."""
_HEIGHT, _BESIDE = 1.32, 0.42
"""Of the plaque and of the room left and right of the word, in sizes of its letters."""

# (upper and lower enamel, rim, ink): every ink is 5.5 : 1 or more on both ends of its enamel.
_ENAMELS: dict[Tone, tuple[str, str, str, str]] = {
    "gold": ("#f6d987", "#e2ab35", "#fff4cf", "#261a06"),
    "crimson": ("#c42239", "#940f27", "#f6dcd8", "#ffffff"),
    "ivory": ("#f4efe2", "#d6cdba", "#ffffff", "#261a06"),
    "slate": ("#34463f", "#1c2a25", "#a9bcb3", "#ffffff"),
}


def inks(tone: Tone) -> tuple[str, str, str]:
    """The upper and the lower end of a stamp's enamel, and the ink of its word."""
    upper, lower, _, ink = _ENAMELS[tone]
    return upper, lower, ink


@cached_sprite
def stamp(what: Stamp, size: int, *, tilted: bool = True, room: int = 900) -> Sprite:
    """A plaque whose letters are set in `size` pixels: 1.32 times as high, as wide as its word asks. Where it may be no
    wider than `room`, the word is condensed, and at last set smaller."""
    k = _OVER if tilted else 1
    natural = label(what.word, 100, weight=800, plain_suits=True).width / 100
    size = min(size, max(_LEAST, int(room / (natural * _CONDENSED + 2 * _BESIDE))))
    beside = round(2 * _BESIDE * size * k)
    ink = rgb(_ENAMELS[what.tone][3])
    words = label(what.word, size * k, ink, weight=800, room=room * k - beside, plain_suits=True)
    height = round(size * _HEIGHT) * k
    width = max(words.width + beside, round(height * 1.2))
    plaque = _plaque(width, height, max(1, round(size / 28)) * k, what.tone)
    # Capitals have their middle above the line's.
    words.paste(plaque, width // 2, (height - words.height) // 2 + round(size * k * 0.05), 0.5)
    plaque.putalpha(_rounded(width, height, height / 4))
    if tilted:
        plaque = plaque.rotate(_TILT, Image.Resampling.BICUBIC, expand=True)
        plaque = plaque.resize(
            (max(1, plaque.width // k), max(1, plaque.height // k)), Image.Resampling.LANCZOS
        )  # twice as large before it was turned, so that the letters' edges stay smooth
    return _on_shadow(plaque, size)


def _plaque(width: int, height: int, line: int, tone: Tone) -> Image.Image:
    """The enamel without its word: a light rim, the ground in two shades, and a fine second line."""
    upper, lower, rim, _ = _ENAMELS[tone]
    image = Image.new("RGBA", (width, height), rgb(rim))
    radius = height / 4
    for inset, shift in ((1.0, 0.0), (3.0, 0.45), (3.9, 0.0)):
        i = round(line * inset)
        size = (width - 2 * i, height - 2 * i)
        ground = Image.new("RGB", (1, size[1]))
        for y in range(size[1]):
            share = y / max(1, size[1] - 1)
            ground.putpixel((0, y), rgb(blend(blend(upper, lower, share), rim, shift)))
        image.paste(ground.resize(size), (i, i), _rounded(*size, radius - i))
    return image


def _rounded(width: int, height: int, radius: float) -> Image.Image:
    mask = Image.new("L", (width * 2, height * 2), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * 2 - 1, height * 2 - 1), max(1, radius * 2), 255)
    return mask.reduce(2)


def _on_shadow(plaque: Image.Image, size: int) -> Sprite:
    blur = max(2, size // 14)
    room, drop = 3 * blur, max(1, size // 18)
    canvas = Image.new("RGBA", (plaque.width + 2 * room, plaque.height + 2 * room + drop), (0, 8, 4, 0))
    shadow = Image.new("L", canvas.size, 0)
    shadow.paste(plaque.getchannel("A").point([round(i * 0.6) for i in range(256)]), (room, room + drop))
    canvas.putalpha(shadow.filter(ImageFilter.GaussianBlur(blur)))
    canvas.alpha_composite(plaque, (room, room))
    return Sprite(few_opacities(canvas, 16), (room, room, room, room + drop))
