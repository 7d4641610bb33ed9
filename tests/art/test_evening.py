"""A night's chart: lines run into names, in the order in which they end; no picture is higher than it needs."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from card_art import evening as drawn
from card_art.ink.cloths import CLOTHS
from card_art.ink.palette import rgb
from card_art.scene import Cloth, Evening, Standing, Style
from card_art.sheets.evening import HIGHEST
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import WIDTH
from card_art.tables.plates import badge_colour

NAMES = (
    "Mette", "M" * 60, "מטה", "محمد علي بن عبد الله", "张伟の猫", "", "Mia", "é" * 40, "🔥🔥", "Ada",
    "Eve", "Finn", "Gus", "Hal",
)  # fmt: skip
TOLD = ("Biggest pot: 18 to Mette, 3-5-7", "Best hand: Ada, full house, aces over fives, Knock Poker")
PLATE = 764
"""Where the plates begin."""


def night(people: int, deals: int = 3, *, over: bool = True, cloth: Cloth = "green", names: tuple[str, ...] = NAMES):
    """Each a hundred whites below the one before; a loser pays the one before."""
    standings = tuple(
        Standing(names[n], (2 - n) * 10_000, tuple((2 - n) * 10_000 * (d + 1) // deals for d in range(deals)), n)
        for n in range(people)
    )
    paid = tuple((names[n], names[n - 1], 10_000 * n) for n in range(1, people))
    return Evening("Friday night", "3 hands", standings, paid, TOLD, over, Style(cloth=cloth))


def opened(shown: Evening) -> Image.Image:
    image = Image.open(io.BytesIO(drawn(shown))).convert("RGB")
    assert image.width == WIDTH
    return image


def discs(image: Image.Image, shown: Evening) -> list[int | None]:
    """How far down the disc of each seat's colour lies on a plate."""
    found: list[int | None] = []
    for one in shown.standings:
        column = [image.getpixel((PLATE + 25, y)) for y in range(110, image.height - RAIL)]
        at = [y for y, colour in enumerate(column) if colour == rgb(badge_colour(one.number))]
        found.append(sum(at) // len(at) if at else None)
    return found


@pytest.mark.parametrize("people", [*range(1, 11), 14])
def test_a_night_is_as_high_as_its_people_and_never_above_700(people: int) -> None:
    image = opened(night(people))
    assert image.height <= HIGHEST == 700
    assert people > 4 or image.height < 620
    empty = felt(*image.size, signs=False)
    for box in ((0, 0, RAIL - 2, image.height), (WIDTH - RAIL + 2, 0, WIDTH, image.height)):
        off = ImageChops.difference(image.crop(box), empty.crop(box)).convert("L")
        assert off.point([255 * (i > 24) for i in range(256)]).getbbox() is None, "nothing lies on the rail"


@pytest.mark.parametrize("people", [1, 2, 6, 10])
@pytest.mark.parametrize("cloth", CLOTHS)
def test_the_lines_end_in_names_one_below_the_other(people: int, cloth: Cloth) -> None:
    shown = night(people, cloth=cloth)
    heights = [at for at in discs(opened(shown), shown) if at is not None]
    assert len(heights) == people
    assert all(below - above >= 26 for above, below in pairwise(heights))


def test_plates_stand_in_the_order_in_which_the_lines_end_whatever_comes_first() -> None:
    shown = night(4)
    turned = Evening(shown.title, shown.subtitle, shown.standings[::-1], shown.payments, shown.remembered)
    assert discs(opened(turned), turned) == discs(opened(shown), shown)[::-1]


def test_a_plate_lies_beside_the_end_of_its_line_where_there_is_room() -> None:
    few = night(2)
    first, second = discs(opened(few), few)
    assert first is not None and second is not None
    assert second - first > 100


def test_a_long_name_leaves_what_is_said_of_the_champion() -> None:
    images = [opened(night(1, names=(name,))) for name in ("W" * 60, "W" * 90)]
    banner = (WIDTH - 300, RAIL + 10, WIDTH - RAIL - 22, RAIL + 60)
    assert images[0].crop(banner).tobytes() == images[1].crop(banner).tobytes()
    short = opened(night(1, names=("Ada",)))

    def off(shift: int) -> float:
        ends = (
            image.crop((WIDTH - 400 + x, RAIL + 20, WIDTH - RAIL - 60 + x, RAIL + 50)).convert("L")
            for image, x in ((images[0], shift), (short, 0))
        )
        return ImageStat.Stat(ImageChops.difference(*ends)).mean[0]

    assert min(map(off, range(-12, 13))) < 12, "the same words but for where they lie between two pixels"
    assert off(-12) > 30


def test_a_night_without_a_hand_is_low_and_says_so() -> None:
    people = tuple(Standing(name, 0, (), n) for n, name in enumerate(NAMES[:2]))
    assert opened(Evening("Friday night", "", people)).height < 400
    assert opened(Evening("Friday night", "", ())).height < 400
