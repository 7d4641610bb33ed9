"""The table itself: wooden rail, brass line, felt in the light of a lamp. Drawn once per size and cloth."""

from __future__ import annotations

from functools import cache, lru_cache

from PIL import Image, ImageChops

from card_art.ink.cloths import USUAL
from card_art.ink.palette import blend, felt_levels
from card_art.ink.pen import Pen
from card_art.ink.png_palette import painted
from card_art.ink.quantize import few_levels
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.suits import sign

RAIL = 9
"""Width of the rail, wood and a brass line; nothing else is drawn on it."""

_FLAT = Image.Resampling.NEAREST
_CORNER, _CLOTH_CORNER = 24, 17
"""The radius of the rail's outer corners, and of the cloth within it."""
_PATTERN = 128
_BAYER = ((0, 2), (3, 1))
"""The order in which the cells of a square turn from one colour into the next. The colours are so near to one another
that four cells make all the colours between them; sixteen look no better, and cost a tenth more bytes."""
_CELL = 2
"""A cell's side in pixels: Discord shows pictures at half their size, so that one is a point there."""
_WOVEN = 2
"""The signs in the middle are this many colours darker than the cloth around them."""
_WOOD = ("#20110a", "#5b351c", "#7a4a28", "#4a2a16", "#1d0f08")


def felt(width: int, height: int, cloth: str = USUAL, *, signs: bool = True) -> Image.Image:
    """The empty table as a new RGB image. `signs` adds the suits in its middle."""
    return _ready(width, height, cloth, signs).copy()


@lru_cache(maxsize=2)
def _ready(width: int, height: int, cloth: str, signs: bool) -> Image.Image:
    """The last two, a table and a panel, in colours: to copy one takes a tenth of the time."""
    return _felt(width, height, cloth, signs).convert("RGB")


@cached_sprite
def _felt(width: int, height: int, cloth: str, signs: bool) -> Image.Image:
    """In the colours of the palette of its cloth, a byte for each pixel."""
    image = _stretched(_rail(), (width, height))
    inner = (width - 2 * RAIL, height - 2 * RAIL)
    # The light is made for the whole picture, so that its cells are points where that is shown at half its size.
    light = _light((width, height), cloth, signs).crop((RAIL, RAIL, width - RAIL, height - RAIL))
    image.paste(light, (RAIL, RAIL), _stretched(_hole(), inner))
    return painted(image, cloth)


@cache
def _hole() -> Image.Image:
    """The mask of the cloth within its rail."""
    pen = Pen(_PATTERN, _PATTERN, 1, mode="L")
    pen.box(0, 0, _PATTERN, _PATTERN, _CLOTH_CORNER, 255)
    return pen.result()


@cache
def _rail() -> Image.Image:
    pen = Pen(_PATTERN, _PATTERN, 1, paper=_WOOD[0])
    for i in range(RAIL - 2):
        place = i / (RAIL - 3) * (len(_WOOD) - 1)
        at = min(int(place), len(_WOOD) - 2)
        pen.box(i, i, _PATTERN - i, _PATTERN - i, _CORNER - i, blend(_WOOD[at], _WOOD[at + 1], place - at))
    brass = RAIL - 3
    pen.box(brass, brass, _PATTERN - brass, _PATTERN - brass, _CORNER - brass, "#c89a45")
    return pen.result()


def _stretched(pattern: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A large frame from a small one: its corners as they are, its sides drawn out."""
    half = _PATTERN // 2
    (width, height), far = size, _PATTERN - half
    image = pattern.crop((half, half, half + 1, half + 1)).resize(size, _FLAT)
    across, down = width - 2 * half, height - 2 * half
    image.paste(pattern.crop((half, 0, half + 1, half)).resize((across, half), _FLAT), (half, 0))
    image.paste(pattern.crop((half, far, half + 1, _PATTERN)).resize((across, half), _FLAT), (half, height - half))
    image.paste(pattern.crop((0, half, half, half + 1)).resize((half, down), _FLAT), (0, half))
    image.paste(pattern.crop((far, half, _PATTERN, half + 1)).resize((half, down), _FLAT), (width - half, half))
    for x, to_x in ((0, 0), (far, width - half)):
        for y, to_y in ((0, 0), (far, height - half)):
            image.paste(pattern.crop((x, y, x + half, y + half)), (to_x, to_y))
    return image


def _light(size: tuple[int, int], cloth: str, signs: bool) -> Image.Image:
    """A glow from the middle outwards without any edge to be seen: between one colour and the next their cells mix, in
    a pattern that comes again and again, which deflate thrives on."""
    colours = felt_levels(cloth)
    parts = 255 // len(colours)  # from one to the next, as fine as a byte holds
    cells = (-(-size[0] // _CELL), -(-size[1] // _CELL))
    glow = Image.radial_gradient("L").crop((20, 20, 236, 236)).resize(cells, Image.Resampling.BICUBIC)
    depth = glow.point([round(min(1.0, (i / 215) ** 1.35) * (len(colours) - 1) * parts) for i in range(256)])
    mixed = ImageChops.add(depth, _thresholds(cells, parts)).point([i // parts for i in range(256)])
    whole = (cells[0] * _CELL, cells[1] * _CELL)
    levels = mixed.resize(whole, Image.Resampling.NEAREST).crop((0, 0, *size))
    if signs:
        _inlay(levels)
    last = len(colours) - 1
    return Image.merge("RGB", [levels.point([colours[min(i, last)][c] for i in range(256)]) for c in range(3)])


def _thresholds(size: tuple[int, int], parts: int) -> Image.Image:
    """For each cell how early it turns."""
    width, height = size
    rows = [bytes((2 * place + 1) * parts // 8 for place in row) * (width // 2 + 1) for row in _BAYER]
    return Image.frombytes("L", size, b"".join(rows[y % 2][:width] for y in range(height)))


def _inlay(levels: Image.Image) -> None:
    """Four faint suit signs in the middle, woven into the cloth."""
    side = 240
    pen = Pen(side, side, 1, mode="L")
    for suit, dx, dy in (("S", 0, -60), ("H", 68, 0), ("C", 0, 60), ("D", -68, 0)):
        sign(pen, suit, side / 2 + dx, side / 2 + dy, 33, 255)
    left, top = (levels.width - side) // 2, (levels.height - side) // 2
    box = (left, top, left + side, top + side)
    levels.paste(levels.crop(box).point([i + _WOVEN for i in range(256)]), box, few_levels(pen.result(), 1))
