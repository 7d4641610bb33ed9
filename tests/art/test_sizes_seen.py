"""Pictures measured as they are seen: indices on a phone, ink on felt, plates and enamel."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from bot.engine.cards import Card, card, cards
from card_art.ink.palette import FOUR_COLOUR, rgb
from card_art.scene import CardRow, Cloth, Hand, Note, Pot, Ranks, Scene, Seat, Style, Trick
from card_art.tables import own_hand, whole_table
from card_art.tables.felt import felt
from card_art.tables.layout import PANEL_HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.seat_row import seat_row
from card_art.tables.tricks import trick_boxes
from tests.art import moments
from tests.art.scenes import hearts
from tests.art.test_palette import contrast

PHONE = 360
OWN, OTHER = 16.0, 10.0
"""Pixels that an index is high on a phone."""


def ink_height(image: Image.Image, ink: tuple[int, int, int]) -> int:
    """From the first to the last row in which there is this ink, without gaps: the rank, not the sign below it."""
    bands = (band.point([255 * (abs(v - i) < 70) for v in range(256)])
             for band, i in zip(image.split(), ink, strict=True))  # fmt: skip
    red, green, blue = bands
    mask = ImageChops.darker(ImageChops.darker(red, green), blue)
    rows = [mask.crop((0, y, mask.width, y + 1)).getbbox() is not None for y in range(mask.height)]
    start = rows.index(True)
    return next((y for y in range(start, len(rows)) if not rows[y]), len(rows)) - start


def on_a_phone(image: Image.Image, box: Box, c: Card, width: int) -> float:
    """How high the index of a card is in a picture shown 360 wide; `width` is the visible part of the card."""
    seen = image.crop((box.x + 4, box.y + 3, box.x + min(width, round(box.w * 0.41)), box.y + round(box.w * 0.72)))
    return ink_height(seen, rgb(FOUR_COLOUR[c.suit])) * PHONE / WIDTH


@pytest.mark.parametrize("count", [1, 4, 7, 10, 13])
def test_an_index_of_ones_own_hand_is_16_px_high_on_a_phone(count: int) -> None:
    held = cards("8S 3S 9S 5C 6C 8C 5S 6S 3C 9C 8D 6D 3D")[:count]
    image = own_hand.compose(Hand(tuple(held)), Style())
    width, apart = own_hand.spread(count, WIDTH - 2 * 24)
    left = (WIDTH - apart * (count - 1) - width) // 2
    low = own_hand.STRIP - 9 - 12 - round(width * 1.4)
    for i, c in enumerate(held):
        box = Box(left + i * apart, low, width, round(width * 1.4))
        assert on_a_phone(image, box, c, apart or width) >= OWN


def test_the_same_in_a_panel() -> None:
    scene = hearts()
    canvas = felt(WIDTH, PANEL_HEIGHT).copy()
    held = Hand(tuple(cards("8S 3S 9S 5C 6C 8C 5S 6S 3C 9C 8D 6D 3D")))
    whole_table.draw(canvas, scene, panel=True)
    own_hand.draw(canvas, held, Style(), PANEL_TABLE, own_hand.CARD_WIDTHS[1:])
    width, apart = own_hand.spread(13, WIDTH - 2 * 24, own_hand.CARD_WIDTHS[1:])
    left = (WIDTH - apart * 12 - width) // 2
    low = PANEL_HEIGHT - 9 - 12 - round(width * 1.4)
    for i, c in enumerate(held.cards):
        assert on_a_phone(canvas, Box(left + i * apart, low, width, round(width * 1.4)), c, apart) >= OWN


@pytest.mark.parametrize("seats", range(2, 11))
def test_an_index_in_a_trick_is_read_on_a_phone(seats: int) -> None:
    scene = moments.trick(seats)
    image = whole_table.compose(scene)
    trick = scene.centre[0]
    assert isinstance(trick, Trick)
    for (seat, c), box in zip(trick.cards, trick_boxes(whole_table.scene_layout(scene)), strict=True):
        assert on_a_phone(image, box, c, box.w) >= (OWN if seats <= 4 else OTHER), seat


@pytest.mark.parametrize("scene", [moments.blackjack((1,) * n, stamped=False) for n in range(1, 11)]
                         + [moments.counted(n) for n in (2, 6, 10)])  # fmt: skip
def test_an_index_of_a_hand_at_a_seat_is_read_on_a_phone(scene: Scene) -> None:
    image = whole_table.compose(scene)
    for placed in seat_row(scene).hands:
        for hand, at in placed:
            first = hand.cards[0]
            if first is None:
                continue
            width = at.size.two if len(hand.cards) == 2 else at.size.step
            high = on_a_phone(image, Box(at.cards.x, at.cards.y, at.size.card, at.size.height), first, width)
            assert high >= (OWN if len(scene.seats) <= 6 else OTHER)


@pytest.mark.parametrize("word", moments.STAMPS)
@pytest.mark.parametrize("seats", [1, 4, 10])
def test_the_card_of_the_moment_is_the_largest_thing(word: str, seats: int) -> None:
    """Its paper is 208 wide or more (184 above ten plates), and above its neighbours' upper edges there is nothing else
    of that width."""
    image = whole_table.compose(moments.in_between(word, seats))
    white = image.convert("L").point([255 * (v > 235) for v in range(256)])
    line = white.crop((0, 100, WIDTH, 101)).tobytes()
    runs = sorted(map(len, bytes(255 * (b > 0) for b in line).split(b"\0")), reverse=True)
    upper = white.crop((0, 30, WIDTH, 31)).tobytes()  # above the neighbours' upper edge there is only the hero
    assert max(map(len, upper.split(b"\0"))) >= (190 if seats < 10 else 170)
    assert len([run for run in runs if run > 60]) >= 3


def worst(one: Image.Image, other: Image.Image, ink: tuple[int, int, int]) -> float:
    """The least contrast of an ink on what lies behind it, over all the places where the two pictures differ."""
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    colours = other.crop(box).getcolors(1 << 20)
    assert colours
    return min(contrast(f"#{bytes(c).hex()}", f"#{bytes(ink).hex()}") for _, c in colours)  # pyright: ignore


@pytest.mark.parametrize("cloth", ["green", "blue", "wine"])
@pytest.mark.parametrize(
    ("piece", "ink"),
    [(Note("Three are in"), (255, 255, 255)), (CardRow((card("9H"),), "Dealer 19"), (255, 255, 255))],
)
def test_words_on_the_felt_stand_out(cloth: Cloth, piece: Note | CardRow, ink: tuple[int, int, int]) -> None:
    bare = Scene("", seats=(Seat("Ann"), Seat("Bo")), style=Style(cloth=cloth))
    told = Scene("", seats=bare.seats, centre=(piece,), style=bare.style)
    assert worst(whole_table.compose(told), whole_table.compose(bare), ink) >= 4.5


def test_a_rank_that_is_wanted_or_hit_is_told_by_its_place_too() -> None:
    def drawn(**marked: frozenset[int]) -> Image.Image:
        strip = Ranks((4,) * 13, **marked)  # pyright: ignore[reportArgumentType]
        return whole_table.compose(
            Scene("", seats=(Seat("Ann"),), centre=(Pot(100), strip), seats_in_row=True)
        ).convert("L")

    plain = drawn()
    for marked in (drawn(wanted=frozenset({7})), drawn(hit=frozenset({7}))):
        box = ImageChops.difference(plain, marked).getbbox()
        assert box and box[3] - box[1] > 68  # it is raised, or lowered
