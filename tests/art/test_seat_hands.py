"""Several hands at one seat with their totals, and the gauge of a shoe."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import ImageChops

from bot.engine.cards import cards
from card_art import fans, tables
from card_art.felt import felt
from card_art.layout import HEIGHT, WIDTH
from card_art.scene import Row, Scene, Seat, SeatHand, Stock
from card_art.sprites import Style


def hand(text: str, total: str = "", active: bool = False) -> SeatHand:
    return SeatHand(tuple(cards(text)), total, active)


def scene(*hands: SeatHand, count: int = 200, marker: int = 52) -> Scene:
    centre = (Stock("Shoe", count, of=312, marker=marker), Row((None, None), "Dealer"))
    return Scene("Blackjack", seats=(Seat("Søren", "70 chips", hands=hands), Seat("Mette")), centre=centre, tall=True)


def differ(one: Scene, other: Scene) -> tuple[int, int, int, int] | None:
    """The part of the picture in which two scenes differ."""
    return ImageChops.difference(tables.compose(one), tables.compose(other)).getbbox()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
def test_hands_lie_side_by_side_within_their_plate(count: int) -> None:
    edges = fans.draw_hands(felt(WIDTH, HEIGHT).copy(), (hand("8H 3D 9C"),) * count, 400, 300, 268, Style())
    assert all(400 <= left < right <= 400 + 268 for left, right in edges)
    assert all(right < left for (_, right), (left, _) in pairwise(edges))


def test_a_total_lies_above_the_name() -> None:
    bare, told = scene(hand("AS 7H")), scene(hand("AS 7H", "soft 18"))
    changed = differ(bare, told)
    assert changed
    plate = tables.scene_layout(told).places[0].plate
    assert changed[3] <= plate.y + 10


def test_the_hand_that_is_played_is_told_apart() -> None:
    two = (hand("8H 3D", "11"), hand("8D 10S", "18"))
    assert differ(scene(*two), scene(replace(two[0], active=True), two[1]))


def test_the_gauge_falls_with_the_shoe_and_shows_the_marker() -> None:
    fuller, emptier, unmarked = scene(), scene(count=100), scene(marker=0)
    assert differ(fuller, emptier)
    assert differ(fuller, unmarked)
