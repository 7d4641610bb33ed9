"""The pictures of `/games`: the tables that are kept, and the tiles that they lie on."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.games.catalog import GAMES
from card_art import gallery
from card_art.ink.cloths import CLOTHS
from card_art.ink.png_palette import EVERY, MOST, paints
from card_art.scene import Cloth, Gallery, Note, Scene, Seat, Style, Tile
from card_art.sheets.gallery import FOLDER, SIZE, small

TILE = Tile("hearts", "Seven Twenty-Seven", ("4, 6 or 8 players", "10–20 min a hand"), "chips if you like", "So " * 29)


def sheet(count: int, name: str = "hearts") -> Image.Image:
    tiles = tuple(Tile(name, f"Game {n}", TILE.facts, TILE.counts, TILE.line) for n in range(count))
    drawn = gallery(Gallery("Poker and betting", "bluff, bet against the pot, or beat the dealer", tiles))
    assert len(drawn) <= 330 * 1024
    return Image.open(io.BytesIO(drawn)).convert("RGB")


def test_every_table_is_kept_small_enough() -> None:
    kept = sorted(FOLDER.iterdir())
    assert [path.stem for path in kept] == sorted(GAMES)
    assert sum(path.stat().st_size for path in kept) <= 1_000_000
    for path in kept:
        with Image.open(path) as picture:
            assert (picture.size, picture.mode) == (SIZE, "P")


@pytest.mark.parametrize("cloth", CLOTHS)
def test_a_table_keeps_its_colours_and_has_no_rail(cloth: Cloth) -> None:
    picture = small(Scene("Table", seats=(Seat("Ann"), Seat("Bo")), centre=(Note("Hello"),), style=Style(cloth=cloth)))
    colours = {colour for _, colour in picture.convert("RGB").getcolors(MOST) or ()}
    assert picture.size == SIZE and colours <= {*paints(cloth)}
    assert picture.convert("RGB").getpixel((0, 0)) in paints(cloth)[:30], "cloth, out to the corner"


def test_one_sheet_has_the_colours_of_all_cloths() -> None:
    every = paints(EVERY)
    assert len(every) <= MOST
    assert all({*paints(cloth)[:19]} <= {*every} for cloth in CLOTHS)


@pytest.mark.parametrize("count, columns, rows", [(1, 2, 1), (2, 2, 1), (3, 3, 1), (4, 2, 2), (5, 3, 2), (9, 3, 3)])
def test_tiles_stand_in_rows(count: int, columns: int, rows: int) -> None:
    picture = sheet(count)
    wide = (1100 - 68 - 12 * (columns - 1)) // columns
    table = round((wide - 6) * SIZE[1] / SIZE[0])
    assert picture.width == 1100 and rows * (table + 110) < picture.height - 100 < rows * (table + 220)


def test_a_game_whose_picture_is_not_there_yet_has_bare_cloth() -> None:
    assert sheet(3, "nothing-yet").size == sheet(3).size
