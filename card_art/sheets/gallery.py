"""The games to play: a tile for each game, with a picture of its table.

The tables are pictures that lie here, in `at_play`, and `python -m cogs.games` makes them anew. To deal and play nine
games and to draw the cards of nine tables for the first time would take a second and more, in which nobody else's table
is drawn.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from card_art.ink.pen import Pen
from card_art.ink.png import encode
from card_art.ink.png_palette import EVERY, painted
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import GOLD, SOFT, WHITE, label, line_height
from card_art.scene.sheets import Gallery, Tile
from card_art.scene.table import Scene
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import HEIGHT, WIDTH, Box
from card_art.tables.plates import blank_plate, paste_label, pill
from card_art.tables.whole_table import draw

FOLDER = Path(__file__).parents[1] / "at_play"
SIZE = (520, 318)
"""The size of a stored table picture: that of a tile, two in a row."""

_BEYOND = 32
"""So far out the rail is, which is not in that picture."""
_SIDE, _GAP = RAIL + 14, 12
_TOP, _FOOT = RAIL + 66, RAIL + 28
"""Where the tiles begin, below the title, and what is left below them: Discord lays its ALT badge over the corner."""
_PAD = 14
_HEADING, _FACT = 38, 31
"""The sizes of a tile's words: the title, and each figure; on a phone these are small print still. What the game is
stands in the menu below."""
_LINE = 40
"""How high a figure's line is."""
_BELOW = 12
"""From the box of a tile's last line to its edge."""
_EDGE = 3
"""How much of the plate shows around the picture."""
_CORNER = 16


def small(scene: Scene) -> Image.Image:
    """A table as it lies on its tile: the cloth without the rail, in the colours of its cloth."""
    wide = felt(WIDTH + 2 * _BEYOND, HEIGHT + 2 * _BEYOND, scene.style.cloth)
    table = wide.crop((_BEYOND, _BEYOND, _BEYOND + WIDTH, _BEYOND + HEIGHT))
    draw(table, scene)
    cloth = table.crop((RAIL, RAIL, WIDTH - RAIL, HEIGHT - RAIL)).resize(SIZE, Image.Resampling.LANCZOS)
    return painted(cloth, scene.style.cloth)


def gallery(sheet: Gallery) -> bytes:
    """The picture of these games, PNG, 1100 wide and as high as it needs."""
    columns = 2 if len(sheet.tiles) in (1, 2, 4) else 3
    rows = [sheet.tiles[n : n + columns] for n in range(0, len(sheet.tiles), columns)]
    width = (WIDTH - 2 * _SIDE - (columns - 1) * _GAP) // columns
    heights = [_height(row, width) for row in rows]
    high = _TOP + sum(heights) + _GAP * (len(rows) - 1) + _FOOT
    canvas = felt(WIDTH, high, sheet.cloth, signs=False)
    title = label(sheet.title, 40, WHITE, weight=800, room=WIDTH // 2)
    middle = (RAIL + _TOP) // 2
    paste_label(canvas, title, _SIDE + 8, middle)
    page = label(sheet.page, _FACT, GOLD, weight=700)
    paste_label(canvas, page, WIDTH - _SIDE - 8, middle + 3, 1.0)
    room = WIDTH - 2 * _SIDE - 16 - title.width - page.width - 48
    paste_label(canvas, label(sheet.subtitle, _FACT, SOFT, room=room), _SIDE + 8 + title.width + 24, middle + 3)
    y = _TOP
    for row, height in zip(rows, heights, strict=True):
        x = (WIDTH - len(row) * width - (len(row) - 1) * _GAP) // 2
        for tile in row:
            _tile(canvas, tile, Box(x, y, width, height))
            x += width + _GAP
        y += height + _GAP
    return encode(canvas, EVERY)


def _picture_size(width: int) -> tuple[int, int]:
    wide = width - 2 * _EDGE
    return wide, round(wide * SIZE[1] / SIZE[0])


def _height(row: tuple[Tile, ...], width: int) -> int:
    """Of all tiles of a row: what the most words need."""
    words = line_height(_HEADING) - 4 + max(len(tile.facts) for tile in row) * _LINE
    return _EDGE + _picture_size(width)[1] + words + _BELOW


def _tile(canvas: Image.Image, tile: Tile, box: Box) -> None:
    blank_plate(box.w, box.h, False, False).stamp(canvas, box.x, box.y)
    size = _picture_size(box.w)
    canvas.paste(_table(tile.name, size), (box.x + _EDGE, box.y + _EDGE), _corners(size))
    counts = pill(tile.counts, _FACT, box.w * 3 // 4, gold=tile.counts.startswith("chips"))
    counts.stamp(canvas, box.x + box.w - counts.size[0] - 8, box.y + _EDGE + size[1] - counts.size[1] + 6)
    x, y = box.x + _PAD, box.y + _EDGE + size[1]
    room = box.w - 2 * _PAD
    label(tile.title, _HEADING, WHITE, weight=800, room=room).paste(canvas, x, y)
    y += line_height(_HEADING) - 4
    for n, fact in enumerate(tile.facts):
        label(fact, _FACT, SOFT if n else GOLD, weight=600, room=room).paste(canvas, x, y)
        y += _LINE


@cached_sprite
def _table(name: str, size: tuple[int, int]) -> Image.Image:
    """The stored picture of a table; bare cloth if there is none yet."""
    path = FOLDER / f"{name}.png"
    if not path.is_file():
        return felt(*SIZE).resize(size)
    with Image.open(path) as kept:
        return kept.convert("RGB").resize(size, Image.Resampling.LANCZOS)


@cached_sprite
def _corners(size: tuple[int, int]) -> Image.Image:
    """The mask of a picture whose upper corners are round."""
    pen = Pen(*size, 1, mode="L")
    pen.box(0, 0, size[0], size[1] + _CORNER, _CORNER, 255)
    return pen.result()
