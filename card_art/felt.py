"""The table itself: wooden rail, brass line, felt in the light of a lamp. Drawn once per size and cloth."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from card_art.palette import blend, rgb
from card_art.pen import Pen
from card_art.suits import sign

RAIL = 20
"""Width of the rail; nothing else is drawn on it."""

_CORNER = 46
_STEPS = 28
_CLOTHS = {
    "green": ("#1f7a52", "#07281d"),
    "blue": ("#2a6690", "#0a1f36"),
    "wine": ("#8a3145", "#2b0a15"),
}
_WOOD = ("#20110a", "#5b351c", "#7a4a28", "#4a2a16", "#1d0f08")


@lru_cache(maxsize=16)
def felt(width: int, height: int, cloth: str = "green", *, oval: bool = True) -> Image.Image:
    """The empty table as an RGB image, never to be drawn on: copy it. `oval` adds the line around the middle."""
    image = _rail(width, height)
    inner = (width - 2 * RAIL, height - 2 * RAIL)
    cloth_image = _light(inner, *_CLOTHS[cloth])
    if oval:
        _inlay(cloth_image)
    hole = Pen(inner[0], inner[1], 1, mode="L")
    hole.box(0, 0, inner[0], inner[1], _CORNER - RAIL + 4, 255)
    image.paste(cloth_image, (RAIL, RAIL), hole.result())
    return image


def _rail(width: int, height: int) -> Image.Image:
    pen = Pen(width, height, 1, paper=_WOOD[0])
    for i in range(RAIL - 2):
        place = i / (RAIL - 3) * (len(_WOOD) - 1)
        at = min(int(place), len(_WOOD) - 2)
        pen.box(i, i, width - i, height - i, _CORNER - i, blend(_WOOD[at], _WOOD[at + 1], place - at))
    brass = RAIL - 3
    pen.box(brass, brass, width - brass, height - brass, _CORNER - brass, "#c89a45")
    return pen.result()


def _light(size: tuple[int, int], middle: str, edge: str) -> Image.Image:
    """A glow from the middle outwards, in flat steps of two rows each: fine grain would multiply a picture's bytes."""
    half = (size[0] // 2, size[1] // 2)
    glow = Image.radial_gradient("L").crop((20, 20, 236, 236)).resize(half, Image.Resampling.BICUBIC)
    near, far = rgb(middle), rgb(edge)
    shares = [round(min(1.0, (i / 215) ** 1.35) * _STEPS) / _STEPS for i in range(256)]
    channels = [glow.point([round(n + (f - n) * share) for share in shares]) for n, f in zip(near, far, strict=True)]
    return Image.merge("RGB", channels).resize(size, Image.Resampling.NEAREST)


def _inlay(cloth: Image.Image) -> None:
    """A thin oval and four faint suit signs in the middle, woven into the cloth."""
    width, height = cloth.size
    pen = Pen(width, height, 1, mode="L")
    x, y, rx, ry = width / 2, height / 2, width * 0.3, height * 0.29
    pen.oval(x, y, rx, ry, fill=20)
    pen.oval(x, y, rx - 2, ry - 2, fill=0)
    for suit, dx, dy in (("S", 0, -54), ("H", 62, 0), ("C", 0, 54), ("D", -62, 0)):
        sign(pen, suit, x + dx, y + dy, 30, 16)
    mask = pen.result()
    cloth.paste((255, 255, 255), (0, 0, width, height), mask)


@lru_cache(maxsize=64)
def shade(width: int, height: int, radius: int, strength: int) -> Image.Image:
    """The mask of a rounded dark patch that lets the felt shine through (`strength` of 255)."""
    mask = Image.new("L", (width * 2, height * 2))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * 2 - 1, height * 2 - 1), radius * 2, strength)
    return mask.reduce(2)
