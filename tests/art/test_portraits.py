"""Faces: round and small, mixed from the colours that a picture has, and initials wherever there is none."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageStat

import card_art
from card_art.ink.cloths import CLOTHS
from card_art.ink.png_palette import paints
from card_art.scene import Leaderboard, LeaderboardRow, Scene, StatsSheet, Style
from card_art.tables import portraits
from card_art.tables.whole_table import scene_layout
from tests.art.avatars import avatar, bomb, clear, moving
from tests.art.scenes import hearts, red_dog, result
from tests.art.test_shares import shares

BLUE = (40, 90, 200)
KIB = 1024
END, POT = result(4, 5), shares(300, 500)


@pytest.fixture
def face(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The key of a blue face that is known."""
    monkeypatch.setattr(portraits, "_kept", {})
    small = portraits.shrunk(avatar(BLUE))
    portraits.keep(small)
    yield portraits.key_of(small)
    portraits._opened.cache_clear()  # pyright: ignore[reportPrivateUsage]


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def near(one: Any, other: Any, far: int = 14) -> bool:
    return all(abs(a - b) <= far for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    "data", [avatar(), avatar(form="JPEG"), avatar(form="WEBP"), avatar(size=(1, 1)), avatar(size=(1000, 40))],
    ids=["png", "jpeg", "webp", "a dot", "a stripe"],
)  # fmt: skip
def test_whatever_picture_it_is_it_is_kept_small_and_square(data: bytes) -> None:
    small = portraits.shrunk(data)
    image = opened(small)
    assert image.size == (portraits.SIDE, portraits.SIDE)
    assert near(image.getpixel((48, 48)), BLUE)
    assert len(small) < 16 * KIB


def test_of_a_moving_picture_its_beginning_is_kept() -> None:
    assert near(opened(portraits.shrunk(moving())).getpixel((48, 48)), (208, 32, 32))


def test_what_is_clear_has_a_dark_ground() -> None:
    image = opened(portraits.shrunk(clear()))
    assert near(image.getpixel((portraits.SIDE // 2, portraits.SIDE // 2)), (255, 255, 255))
    assert sum(image.getpixel((8, portraits.SIDE // 2))) < 3 * 90  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"", "cannot be read"), (b"<html>", "cannot be read"), (avatar()[:60], "cannot be read"),
     (bomb(), "cannot be read: .*pixels"), (avatar(size=(5000, 300)), "5000 × 300 pixels"),
     (b"\0" * (portraits.MOST_BYTES + 1), "bytes")],
    ids=["nothing", "no picture", "half of one", "a bomb", "a large one", "a huge file"],
)  # fmt: skip
def test_what_is_no_picture_or_a_huge_one_is_no_face(data: bytes, why: str) -> None:
    with pytest.raises(portraits.NoFace, match=why):
        portraits.shrunk(data)


def test_the_noisiest_face_is_small_enough_to_keep() -> None:
    out = io.BytesIO()
    Image.merge("RGB", [Image.effect_noise((96, 96), 120) for _ in range(3)]).save(out, "PNG")
    assert len(portraits.shrunk(out.getvalue())) < 40 * KIB


def seat_face(scene: Scene, face: str, seat: int = 0) -> Image.Image:
    """Where the face of a seat is, drawn with this key."""
    seats = tuple(replace(each, face=face) if n == seat else each for n, each in enumerate(scene.seats))
    plate = scene_layout(scene).places[seat].plate
    at = (plate.x + 11, plate.y + 12, plate.x + plate.h - 13, plate.y + plate.h - 12)
    return opened(card_art.table(replace(scene, seats=seats))).crop(at)


@pytest.mark.parametrize("cloth", CLOTHS)
def test_a_plate_shows_the_face_in_a_ring_and_the_initial_until_it_is_there(face: str, cloth: Any) -> None:
    scene = replace(hearts(), style=Style(cloth=cloth))
    shown, initial = seat_face(scene, face), seat_face(scene, "")
    middle = shown.crop((12, 12, shown.width - 12, shown.height - 12))
    assert near(ImageStat.Stat(middle).mean, BLUE, 8), "dots that come to the face's colour"
    assert seat_face(scene, "a face that nobody knows").tobytes() == initial.tobytes()
    assert shown.getpixel((shown.width // 2, 1)) != middle.getpixel((5, 5)), "a ring"
    assert shown.getpixel((1, 1)) == initial.getpixel((1, 1)), "round"


def test_a_face_that_comes_later_is_on_the_next_picture(face: str) -> None:
    late = portraits.shrunk(avatar((200, 40, 40)))
    before = seat_face(hearts(), portraits.key_of(late))
    portraits.keep(late)
    assert seat_face(hearts(), portraits.key_of(late)).tobytes() != before.tobytes()


def test_a_record_that_was_damaged_shows_the_initial(face: str) -> None:
    portraits.keep(b"damaged")
    assert seat_face(hearts(), portraits.key_of(b"damaged")).tobytes() == seat_face(hearts(), "").tobytes()


def test_whoever_is_out_has_a_faint_face(face: str) -> None:
    scene = hearts()
    out = replace(scene, seats=(replace(scene.seats[0], dim=True), *scene.seats[1:]))
    lit, faint = (ImageStat.Stat(seat_face(each, face)).mean[2] for each in (scene, out))
    assert faint < lit - 30


@pytest.mark.parametrize(
    "draw",
    [
        lambda face: card_art.results(replace(END, rows=tuple(replace(r, face=face) for r in END.rows))),
        lambda face: card_art.leaderboard(
            Leaderboard("Leaderboard", "all", "Wins", (LeaderboardRow(1, "Ann", "3", face=face),))
        ),
        lambda face: card_art.stats_sheet(StatsSheet("Ann", "all", (1, 2), False, "WW", (), face=face)),
        lambda face: card_art.shares(replace(POT, shares=tuple(replace(s, face=face) for s in POT.shares))),
    ],
    ids=["a result", "a leaderboard", "a member's form", "shares of a pot"],
)
def test_results_and_records_show_faces_in_the_colours_of_their_cloth(face: str, draw: Callable[[str], bytes]) -> None:
    faced, plain = draw(face), draw("")
    assert faced != plain
    assert len(faced) < len(plain) + 8 * KIB


@pytest.mark.parametrize("cloth", CLOTHS)
def test_a_face_is_mixed_from_what_the_picture_has(face: str, cloth: Any) -> None:
    image, _ = portraits.portrait(face, 1, 52, False, cloth)
    disc = image.crop((10, 10, 42, 42))
    assert {colour for _, colour in disc.getcolors(2000) or ()} <= {*paints(cloth)}


def test_ten_faces_leave_a_picture_small(face: str) -> None:
    out = io.BytesIO()
    Image.merge("RGB", [Image.effect_noise((128, 128), 120) for _ in range(3)]).save(out, "PNG")
    noisy = portraits.shrunk(out.getvalue())
    portraits.keep(noisy)
    key = portraits.key_of(noisy)
    for scene in (hearts(), red_dog(5), red_dog(10)):
        faced = replace(scene, seats=tuple(replace(seat, face=key) for seat in scene.seats))
        assert len(card_art.table(faced)) < 110 * KIB


def test_only_so_many_are_known_and_the_oldest_make_room(face: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portraits, "MOST_KEPT", 2)
    faces = [portraits.shrunk(avatar((n, 0, 0))) for n in (0, 120, 240)]
    for each in faces:
        portraits.keep(each)
    assert [bool(portraits.known(portraits.key_of(each))) for each in faces] == [False, True, True]
