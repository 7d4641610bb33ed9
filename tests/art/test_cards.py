"""Cards as they are seen: every face is its own, reads from afar, and casts a shadow."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from threading import Barrier
from typing import cast

import pytest
from PIL import Image, ImageChops

from bot.engine.cards import JOKER, SUITS, Card, card, deck
from card_art.deck import card_faces, sprites
from card_art.deck.card_faces import FULL_FROM, INDEX_SHARE, LEAST_INDEX
from card_art.deck.sprites import DUSK, Sprite
from card_art.ink import sprite_cache
from card_art.ink.palette import FOUR_COLOUR, PAPER, TWO_COLOUR, inks, rgb
from card_art.scene import Style
from tests.art.test_palette import contrast

FELT = (20, 100, 66)
ALL = deck(jokers=1)
STYLES = [Style(), Style(four_colour=False), Style(compact=True), Style(four_colour=False, compact=True)]


def stamped(sprite: Sprite, room: int = 30) -> Image.Image:
    """The sprite on felt, its upper left corner at (room, room)."""
    canvas = Image.new("RGB", (sprite.size[0] + 2 * room, sprite.size[1] + 2 * room), FELT)
    sprite.stamp(canvas, room, room)
    return canvas


def face(c: Card, width: int = 145, style: Style = Style()) -> Image.Image:  # noqa: B008
    w, h = width, sprites.card_height(width)
    return stamped(sprites.card(c, width, style)).crop((30, 30, 30 + w, 30 + h))


def pixel(image: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    return cast("tuple[int, int, int]", image.getpixel((x, y)))


def span(image: Image.Image) -> int:
    """From the darkest to the lightest level of a picture in greyscale."""
    low, high = cast("tuple[int, int]", image.convert("L").getextrema())
    return high - low


def ink_box(image: Image.Image, ink: str) -> tuple[int, int, int, int]:
    """The box of all pixels that are nearly of this ink."""
    red, green, blue = (
        band.point([255 if abs(v - wanted) < 40 else 0 for v in range(256)])
        for band, wanted in zip(image.split(), rgb(ink), strict=True)
    )
    box = ImageChops.darker(ImageChops.darker(red, green), blue).getbbox()
    assert box, "no ink"
    return box


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two greyscale pictures, in levels."""
    histogram = ImageChops.difference(one.convert("L"), other.convert("L")).histogram()
    return sum(level * count for level, count in enumerate(histogram)) / sum(histogram)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("width", [54, 145])
def test_all_faces_differ(style, width):
    pictures = {face(c, width, style).tobytes() for c in ALL}
    assert len(pictures) == 53


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("width", [60, 145])
def test_suits_differ_by_shape_alone(style, width):
    """In greyscale, with all suits in one ink, the corner that a fan shows is enough."""
    for rank in (1, 7, 10, 12):
        corners = []
        for suit in SUITS:
            image = face(Card(rank, suit), width, style).convert("L")
            corner = image.crop((0, int(image.height * 0.2), int(width * 0.28), int(image.height * 0.66)))
            corners.append(corner.point([0 if v < 160 else 255 for v in range(256)]))
        for one, other in combinations(corners, 2):
            assert difference(one, other) > 4


@pytest.mark.parametrize("width", [88, 96, 108, 132, 146, 178, 226])
@pytest.mark.parametrize("c", ALL[:-1], ids=str)
def test_the_index_of_a_card_is_49_px_high_and_in_its_left_two_fifths(c, width):
    """49 px are 16 where the picture is shown 360 wide; 0.41 of the width is what the next card leaves."""
    image = face(c, width)
    where = card_faces.large_index(width)
    index = image.crop(
        (
            width // 25,
            width // 25,
            round(width * INDEX_SHARE),
            round((where.top + where.high + 3) * width / card_faces.WIDTH),
        )
    )
    left, top, right, bottom = ink_box(index, inks(four_colour=True)[c.suit])
    assert bottom - top >= LEAST_INDEX
    assert 0 < left < right <= index.width - 1 and right - left <= 0.34 * width + 1
    assert pixel(index, index.width - 1, 20) == rgb(PAPER)


@pytest.mark.parametrize("width", [52, 64, 72])
def test_the_index_of_a_small_card_takes_three_fifths_of_its_width(width):
    where = card_faces.large_index(width)
    image = face(card("KS"), width).crop((2, 2, width, round((where.top + where.high + 3) * width / card_faces.WIDTH)))
    _, top, _, bottom = ink_box(image, FOUR_COLOUR["S"])
    assert bottom - top >= 31 and bottom - top >= 0.58 * width


def test_a_full_face_has_an_index_of_a_fifth_of_its_width_or_more():
    image = face(card("KS"), FULL_FROM).crop((0, 0, FULL_FROM // 4, int(0.22 * sprites.card_height(FULL_FROM))))
    _, top, _, bottom = ink_box(image, FOUR_COLOUR["S"])
    assert bottom - top >= 0.2 * FULL_FROM


@pytest.mark.parametrize("c", [c for c in ALL if c != JOKER], ids=str)
def test_both_indices_are_the_same_upside_down(c):
    image = face(c, 250)
    corner = (2, 2, 62, 114)
    assert difference(image.crop(corner), image.rotate(180).crop(corner)) < 3


def test_the_ink_follows_the_style():
    for style, colours in ((Style(), FOUR_COLOUR), (Style(four_colour=False), TWO_COLOUR)):
        for suit in SUITS:
            ink_box(face(Card(7, suit), 145, style).crop((0, 0, 36, 44)), colours[suit])


@pytest.mark.parametrize(("width", "box"), [(250, (108, 35, 190, 145)), (145, (68, 104, 130, 190))])
def test_the_twelve_courts_are_twelve_people(width, box):
    heads = [
        face(Card(rank, suit), width).crop(box) for suit in SUITS for rank in (11, 12, 13)
    ]  # a head and its hat, without index or attribute
    for one, other in combinations(heads, 2):
        assert difference(one, other) > 12


def test_a_court_is_double_headed():
    for suit in SUITS:
        for rank in (11, 12, 13):
            image = face(Card(rank, suit), 250)
            assert difference(image, image.rotate(180)) < 6


def test_the_joker_has_two_looks():
    image = face(JOKER, 250)
    upper, lower = image.crop((69, 21, 181, 138)), image.rotate(180).crop((69, 21, 181, 138))
    assert difference(upper, lower) > 12


def test_compact_courts_have_a_suit_in_the_place_of_a_person():
    court, number = card("QH"), card("7H")
    assert face(court).tobytes() != face(court, style=Style(compact=True)).tobytes()
    assert face(number).tobytes() == face(number, style=Style(compact=True)).tobytes()
    assert face(number, 250).tobytes() != face(number, 250, Style(compact=True)).tobytes()


@pytest.mark.parametrize("deck", [FOUR_COLOUR, TWO_COLOUR], ids=["four-colour", "two-colour"])
def test_every_ink_reads_on_a_card_that_lost(deck):
    dark = [round(a * b / 255) for a, b in zip(rgb(PAPER), DUSK, strict=True)]
    for ink in deck.values():
        inked = [round(a * b / 255) for a, b in zip(rgb(ink), DUSK, strict=True)]
        assert contrast(f"#{bytes(inked).hex()}", f"#{bytes(dark).hex()}") >= 4.5


def test_a_dimmed_card_is_darker_and_still_reads():
    for c in map(card, ("QS", "9H", "AD", "2C")):
        lit, dim = stamped(sprites.card(c, 145)), stamped(sprites.card(c, 145, dim=True))
        assert pixel(dim, 100, 34)[0] < 0.8 * pixel(lit, 100, 34)[0]
        assert span(dim.crop((34, 34, 84, 104))) > 50


def test_corners_show_the_felt_and_the_shadow_falls_below():
    canvas = stamped(sprites.card(card("7H"), 145))
    height = sprites.card_height(145)
    above, below = pixel(canvas, 100, 26), pixel(canvas, 100, 30 + height + 3)
    assert below[1] < above[1] <= FELT[1]
    corner, middle = pixel(canvas, 30, 30), pixel(canvas, 100, 34)
    assert corner[0] < 60 < middle[0]
    assert pixel(canvas, 0, 0) == FELT


@pytest.mark.parametrize("x, y", [(-60, -90), (210, 250), (-300, 10), (100, 900)])
def test_a_sprite_may_hang_over_the_edge(x, y):
    small, large = Image.new("RGB", (300, 300), FELT), Image.new("RGB", (1400, 2000), FELT)
    sprite = sprites.card(card("KD"), 145)
    sprite.stamp(small, x, y)
    sprite.stamp(large, x + 500, y + 500)
    assert small.tobytes() == large.crop((500, 500, 800, 800)).tobytes()


def test_the_back_is_the_same_either_way_up_but_for_its_suits():
    back = stamped(sprites.back(145)).crop((30, 30, 175, 30 + sprites.card_height(145)))
    assert difference(back, back.rotate(180)) < 9
    assert len({face(c).tobytes() for c in ALL} | {back.tobytes()}) == 54


def test_a_back_on_its_side():
    sprite = sprites.back(60, sideways=True)
    assert sprite.size == (sprites.card_height(60), 60)


def test_a_frame_surrounds_its_card_and_leaves_the_face_free():
    plain, framed = stamped(sprites.card(card("KS"), 145)), stamped(sprites.card(card("KS"), 145))
    sprites.frame(145).stamp(framed, 30, 30)
    inner = (31, 31, 30 + 144, 30 + sprites.card_height(145) - 1)
    assert difference(plain.crop(inner), framed.crop(inner)) < 1
    red, green, blue = pixel(framed, 100, 27)
    assert red > 180 > blue and green > 130


def test_a_slot_shows_the_felt_and_gold_marks_the_awaited_one():
    plain, gold = stamped(sprites.slot(145)), stamped(sprites.slot(145, gold=True))
    for image in (plain, gold):
        red, green, blue = pixel(image, 100, 130)
        assert green > red and green > blue
    assert pixel(gold, 100, 31)[0] > pixel(plain, 100, 31)[0] + 40


def test_no_two_threads_draw_the_same_card(monkeypatch):
    drawn, draw_face = [], card_faces.draw_face

    def counting(c, width, **style):
        drawn.append((c, width))
        return draw_face(c, width, **style)

    monkeypatch.setattr(card_faces, "draw_face", counting)
    monkeypatch.setattr(sprite_cache, "_cache", sprite_cache.SpriteCache(sprite_cache.ROOM))  # none was drawn before
    start = Barrier(8)

    def work(_: int) -> list[Sprite]:
        start.wait()
        return [sprites.card(c, 67, dim=dim) for c in ALL for dim in (True, False)]

    with ThreadPoolExecutor(8) as pool:
        hands = list(pool.map(work, range(8)))
    assert len(drawn) == len(set(drawn)) == 53
    assert all(a is b for hand in hands for a, b in zip(hand, hands[0], strict=True))


def test_warm_draws_everything_beforehand(monkeypatch):
    sprites.warm([68])

    def late(*_args, **_style):
        raise AssertionError("drawn too late")

    monkeypatch.setattr(card_faces, "draw_face", late)
    assert len({id(sprites.card(c, 68)) for c in ALL}) == 53
