"""Pictures go out in 8 bits to a pixel: what matters comes out as it was drawn, and all is small."""

import io
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image, ImageChops

import card_art
from card_art.ink.cloths import CLOTHS
from card_art.ink.palette import FOUR_COLOUR, GOLD, GOLD_LIGHT, PAPER, TWO_COLOUR, felt_levels, rgb
from card_art.ink.png import encode
from card_art.ink.png_palette import MOST, paints
from card_art.ink.text import GOLD as GOLD_WORDS
from card_art.ink.text import SOFT, SUIT_INKS, WHITE, Colour, label
from card_art.scene import Cloth, Style
from card_art.tables.felt import RAIL, felt
from tests.art.scenes import HAND, NOTED, hearts, passing, red_dog, result
from tests.art.test_palette import contrast

KIB = 1024
EARLIER_SOFT = ((205, 226, 215), (205, 226, 235), (213, 232, 221), (232, 242, 236))
"""What words on felt are drawn in here and there besides."""
DRAWN: dict[str, Callable[[], bytes]] = {
    "hearts": lambda: card_art.table(hearts()),
    "passing": lambda: card_art.table(passing()),
    "blue": lambda: card_art.table(replace(hearts(), style=Style(cloth="blue"))),
    "wine": lambda: card_art.table(replace(red_dog(7), style=Style(cloth="wine"))),
    "ten": lambda: card_art.table(red_dog(10)),
    "panel": lambda: card_art.panel(hearts(), HAND),
    "panel of ten": lambda: card_art.panel(red_dog(10), NOTED),
    "hand": lambda: card_art.hand(HAND, Style()),
    "result": lambda: card_art.results(result(4, 13)),
}


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def colours(image: Image.Image) -> set[tuple[int, ...]]:
    return {colour for _, colour in image.getcolors(image.width * image.height)}  # type: ignore[misc, union-attr]


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (257, 33), (1100, 688)])
@pytest.mark.parametrize("cloth", CLOTHS)
def test_what_is_encoded_in_the_colours_of_its_cloth_is_read_back_to_the_pixel(cloth: str, size: tuple[int, int]):
    palette = paints(cloth)
    image = Image.effect_noise(size, 90).point([i % len(palette) for i in range(256)]).convert("P")
    image.putpalette([value for colour in palette for value in colour])
    image = image.convert("RGB")
    back = opened(encode(image, cloth))
    assert (back.format, back.mode, back.size) == ("PNG", "P", size)
    assert back.convert("RGB").tobytes() == image.tobytes()


def test_every_checksum_in_the_file_holds():
    Image.open(io.BytesIO(encode(felt(240, 230), "green"))).verify()


def test_a_mode_that_is_not_drawn_in_is_refused():
    with pytest.raises(ValueError, match="convert it to RGB"):
        encode(Image.new("HSV", (2, 2)), "green")


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("size", [(1100, 688), (1100, 790), (1100, 326)])
def test_the_felt_comes_out_equal_to_the_pixel(cloth: str, size: tuple[int, int]):
    drawn = felt(*size, cloth)
    inner = (RAIL, RAIL + 40, size[0] - RAIL, size[1] - RAIL - 40)
    back = opened(encode(drawn, cloth)).convert("RGB")
    assert back.crop(inner).tobytes() == drawn.crop(inner).tobytes()
    off = ImageChops.difference(back, drawn).convert("L").point([255 * (i > 24) for i in range(256)])
    assert off.getbbox() is None, "the rail is nearly so"


@pytest.mark.parametrize("cloth", CLOTHS)
def test_a_palette_holds_white_paper_inks_and_gold_and_nothing_near_the_felt(cloth: str):
    palette = paints(cloth)
    kept = (PAPER, GOLD, GOLD_LIGHT, *FOUR_COLOUR.values(), *TWO_COLOUR.values())
    assert {*map(rgb, kept), WHITE, SOFT, GOLD_WORDS, *SUIT_INKS.values()} <= set(palette)
    assert len(palette) == len(set(palette)) <= MOST
    boxed = [colour for colour in palette if all(value % 4 == 2 for value in colour)]
    assert set(felt_levels(cloth)) <= set(boxed)
    others = [colour for colour in palette if colour not in boxed]
    assert all(dist(one, other) >= 7 for one, other in combinations(others, 2))
    assert all(dist(one, other) >= 7 for one in others for other in boxed)


@pytest.mark.parametrize("cloth", CLOTHS)
def test_the_felt_has_no_rings(cloth: str):
    """Two neighbouring colours of the cloth mix over a wide band; none meets another along a line."""
    cells = felt(1100, 688, cloth, signs=False).reduce(2)
    levels = felt_levels(cloth)
    row = [levels.index(cells.getpixel((x, 172))) for x in range(RAIL, 275)]  # type: ignore[arg-type]
    assert row[0] - row[-1] > 6
    steps = [abs(one - other) for one, other in pairwise(row)]
    assert max(steps) == 1
    longest = max(len(run) for run in "".join("01"[step] for step in steps).split("1"))
    assert longest < 24, "cells of one colour in a row, where 18 flat rings would have many more"
    assert sum(steps) > 60


@pytest.mark.parametrize("cloth", CLOTHS)
def test_words_and_suits_are_read_where_the_felt_is_brightest(cloth: Cloth):
    """4.5 : 1 for words, 3 : 1 for shapes, measured on the picture as it goes out."""

    def lightest(text: str, colour: Colour) -> str:
        canvas = felt(1100, 688, cloth).copy()
        bare = colours(opened(encode(canvas, cloth)).convert("RGB").crop((500, 300, 600, 400)))
        label(text, 40, colour, weight=800).paste(canvas, 520, 320)
        seen = colours(opened(encode(canvas, cloth)).convert("RGB").crop((500, 300, 600, 400))) - bare
        return f"#{bytes(max(seen, key=sum)).hex()}"

    brightest = f"#{bytes(felt_levels(cloth)[0]).hex()}"
    for ink in (WHITE, SOFT, GOLD_WORDS, *EARLIER_SOFT):
        assert contrast(lightest("I", ink), brightest) >= 4.5
    for suit in "♠♥♦♣":
        assert contrast(lightest(suit, WHITE), brightest) >= 3


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
def test_every_picture_is_small_and_in_8_bits(draw: Callable[[], bytes]):
    png = draw()
    assert opened(png).mode == "P"
    assert 20 * KIB <= len(png) <= 110 * KIB
