"""The faces of house players: ten people, each known where a face is small and without colour, the same everywhere."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from math import dist
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

import card_art
from bot.show.messages.alt import alt
from bot.table.chairs import HOUSE_NAMES
from card_art.ink.cloths import CLOTHS
from card_art.ink.palette import rgb
from card_art.ink.png_palette import EVERY, paints
from card_art.people import emblem
from card_art.people.house import PEOPLE
from card_art.samples import FOLDER
from card_art.scene import HOUSE, Scene, Seat, Style, house_face
from card_art.tables import plates, portraits, whole_table
from card_art.tables.whole_table import scene_layout
from tests.art.scenes import hearts, red_dog, result
from tests.art.test_poker import showdown
from tests.art.test_switch import board as switch
from tests.art.test_twos import table as twos

SMALL, APART = 40, 35.0
"""Pixels of a small face, and how far apart two of them are at least: the root of the mean square, of 255."""
KIB = 1024


def face(name: str, size: int, *, number: int = 0, dim: bool = False) -> tuple[Image.Image, Image.Image]:
    return plates.badge(name, number, size, "green", house_face(name), dim=dim)


def pixels(name: str, size: int, *, number: int = 0, dim: bool = False) -> bytes:
    return b"".join(part.tobytes() for part in face(name, size, number=number, dim=dim))


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def housed(scene: Scene, first: int = 0) -> Scene:
    """The same table with house players on all seats, Ada and so on."""
    seats = (
        replace(seat, name=name, face=house_face(name), tags=tuple(dict.fromkeys((*seat.tags, HOUSE))))
        for seat, name in zip(scene.seats, HOUSE_NAMES[first:] + HOUSE_NAMES[:first], strict=False)
    )
    return replace(scene, seats=tuple(seats))


def test_every_house_player_has_a_face_and_nobody_else() -> None:
    assert (*PEOPLE,) == HOUSE_NAMES
    assert all(portraits.known(house_face(name)) for name in HOUSE_NAMES)
    assert not portraits.known("Ada") and not portraits.known(house_face("Zeno"))


@pytest.mark.parametrize("pair", list(combinations(HOUSE_NAMES, 2)), ids="-".join)
def test_any_two_are_told_apart_small_and_without_colour(pair: tuple[str, str]) -> None:
    one, other = (face(name, SMALL)[0].convert("L") for name in pair)
    assert ImageStat.Stat(ImageChops.difference(one, other)).rms[0] >= APART


@pytest.mark.parametrize("name", HOUSE_NAMES)
def test_a_head_stands_out_from_what_is_behind_it_without_colour(name: str) -> None:
    grey = face(name, SMALL)[0].convert("L")
    ground = Image.new("RGB", (1, 1), rgb(PEOPLE[name].ground)).convert("L").getpixel((0, 0))
    assert isinstance(ground, int)
    upper = grey.crop((10, 5, 30, 24))  # hat or hair, and the brow below it
    far = sum(
        count for count, value in upper.getcolors(256) or () if isinstance(value, int) and abs(value - ground) > 40
    )
    assert far >= upper.width * upper.height * 0.3


def test_the_same_name_has_the_same_face_in_every_process() -> None:
    told = (
        "import hashlib; from tests.art.test_house_faces import pixels, HOUSE_NAMES\n"
        "print(hashlib.sha256(b''.join(pixels(n, s) for n in HOUSE_NAMES for s in (40, 96))).hexdigest())"
    )
    mine = sha256(b"".join(pixels(name, size) for name in HOUSE_NAMES for size in (40, 96))).hexdigest()
    said = [
        subprocess.run(
            [sys.executable, "-c", told], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True,
            check=True, timeout=120,
        ).stdout.strip()
        for seed in ("1", "2")
    ]  # fmt: skip
    assert said == [mine, mine]


def test_on_another_seat_only_the_ring_differs() -> None:
    one, other = (face("Gus", 96, number=number)[0] for number in (0, 1))
    assert one.getpixel((48, 1)) != other.getpixel((48, 1))
    assert one.crop((24, 24, 64, 64)).tobytes() == other.crop((24, 24, 64, 64)).tobytes()


def test_a_house_player_of_another_name_has_the_initial_and_the_lamp_on_the_plate() -> None:
    assert pixels("Zeno", 54) == b"".join(part.tobytes() for part in plates.badge("Zeno", 0, 54, "green"))
    scene = replace(hearts(), seats=(Seat("Zeno", tags=(HOUSE,), face=house_face("Zeno")), *hearts().seats[1:]))
    plain = replace(scene, seats=(replace(scene.seats[0], tags=()), *scene.seats[1:]))
    assert card_art.table(scene) != card_art.table(plain)


@pytest.mark.parametrize(("size", "marked"), [(59, False), (60, True), (206, True)])
def test_from_a_certain_size_on_the_lamp_is_at_the_lower_right(size: int, marked: bool) -> None:
    _, mask = face("Ada", size)
    at = size - 1 - round(0.3 * size * 0.18)  # within the lamp's disc, outside the face's
    assert (mask.getpixel((at, at)) == 255) is marked
    assert mask.getpixel((size - 1 - at, at)) == 0


def test_who_is_out_is_grey_and_darker() -> None:
    lit, faint = (face("Juno", 54, dim=dim)[0].crop((12, 12, 42, 42)) for dim in (False, True))
    assert ImageStat.Stat(faint).mean[0] < ImageStat.Stat(lit).mean[0] - 20
    spread = [max(c) - min(c) for _, c in faint.getcolors(4000) or () if isinstance(c, tuple)]
    assert max(spread) < 24


def test_where_a_face_is_drawn_no_tag_says_house() -> None:
    scene = housed(hearts())
    plain = replace(scene, seats=tuple(replace(s, tags=tuple(t for t in s.tags if t != HOUSE)) for s in scene.seats))
    assert card_art.table(scene) == card_art.table(plain)
    rows = tuple(
        replace(row, name=name, face=house_face(name), tags=(HOUSE,))
        for row, name in zip(result(4, 5).rows, HOUSE_NAMES, strict=False)
    )
    told = replace(result(4, 5), rows=rows)
    assert card_art.results(told) == card_art.results(replace(told, rows=tuple(replace(r, tags=()) for r in rows)))


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_a_house_player_whose_face_is_not_here_has_the_lamp(seats: int) -> None:
    for scene in (red_dog(seats), replace(red_dog(seats), seats_in_row=False)):
        plain, *others = scene.seats
        told = replace(scene, seats=(replace(plain, tags=(*plain.tags, HOUSE)), *others))
        changed = ImageChops.difference(whole_table.compose(scene), whole_table.compose(told)).getbbox()
        plate = scene_layout(scene).places[0].plate
        assert changed and plate.x < changed[0] and changed[2] < plate.right, "on its face"
        assert plate.y < changed[1] and changed[3] < plate.bottom


@pytest.mark.parametrize("cloth", CLOTHS)
def test_tables_of_house_players_are_drawn_and_small(cloth: Any) -> None:
    style = Style(cloth=cloth)
    for scene in (hearts(), red_dog(5), red_dog(10)):
        assert len(card_art.table(replace(housed(scene, 3), style=style))) < 110 * KIB
    for board in (switch(4), twos(4), showdown(2, 8)):
        assert len(card_art.table(Scene("", board=board, style=style))) < 110 * KIB


@pytest.mark.parametrize("cloth", [*CLOTHS, EVERY])
@pytest.mark.parametrize("name", HOUSE_NAMES)
def test_skin_and_ground_are_as_they_were_chosen_on_every_cloth(name: str, cloth: str) -> None:
    person, has = PEOPLE[name], paints(cloth)
    for colour in (person.ground, person.skin):
        assert min(dist(rgb(colour), each) for each in has) < 8


def test_a_text_says_house_player() -> None:
    assert "Ada (to play, house player): 35 pts, 9 cards." in alt(housed(hearts()))
    rows = (replace(result(4, 5).rows[0], name="Ivo", tags=(HOUSE,), face=house_face("Ivo")),)
    assert "Ivo (house player):" in alt(replace(result(4, 5), rows=rows))


def test_the_emblem_is_the_one_that_lies_in_the_repository() -> None:
    drawn = emblem.emblem()
    assert drawn.size == (512, 512)
    assert opened((FOLDER / "emblem.png").read_bytes()).tobytes() == drawn.tobytes()


def test_the_emblem_is_three_shapes_of_three_lightnesses_in_a_list_of_members() -> None:
    grey = emblem.emblem().convert("L").resize((24, 24), Image.Resampling.LANCZOS)
    felt, lamp, card = (grey.getpixel(at) for at in ((2, 7), (12, 5), (16, 12)))
    assert isinstance(felt, int) and isinstance(lamp, int) and isinstance(card, int)
    assert felt + 40 < lamp < card - 30
