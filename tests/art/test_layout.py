"""The rectangles of a table: nothing lies on anything else, nothing is too small to read."""

from __future__ import annotations

from itertools import combinations

import pytest

from card_art.tables import layout, own_hand, tricks
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, PANEL_HEIGHT, PANEL_TABLE, WIDTH, Box

SEATS = range(1, 11)
INSIDE = Box(RAIL, RAIL, WIDTH - 2 * RAIL, HEIGHT - 2 * RAIL)


def named_boxes(seats: int, bets: frozenset[int], panel: bool = False) -> dict[str, Box]:
    places = layout.layout(seats, bets, panel)
    boxes = {
        "centre": places.centre,
        "title": places.title,
        "corner": places.corner,
        "foot left": places.foot_left,
        "foot right": places.foot_right,
    }
    for i, place in enumerate(places.places):
        boxes |= {f"plate {i}": place.plate, f"cards {i}": place.cards}
        if i in bets:
            boxes[f"bet {i}"] = place.bet
    return boxes


@pytest.mark.parametrize("panel", [False, True])
@pytest.mark.parametrize("all_bet", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_lies_on_anything_else(seats: int, all_bet: bool, panel: bool) -> None:
    boxes = named_boxes(seats, frozenset(range(seats)) if all_bet else frozenset(), panel)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not a.meets(b), f"{one} {a} lies on {other} {b}"
    for name, box in boxes.items():
        assert box.x >= INSIDE.x and box.y >= INSIDE.y, name
        assert box.right <= INSIDE.right and box.bottom <= (PANEL_TABLE if panel else INSIDE.bottom), name


@pytest.mark.parametrize("seats", SEATS)
def test_the_badge_of_a_picture_hides_no_words(seats: int) -> None:
    """Discord lays its ALT badge, 40 by 20 where the picture is shown 550 wide, on the lower left corner."""
    badge = Box(0, HEIGHT - 44, 96, 44)
    boxes = named_boxes(seats, frozenset())
    assert not any(badge.meets(boxes[name]) for name in boxes if name.startswith(("plate", "foot")))


def test_a_panel_is_shown_nearly_as_wide_as_a_table() -> None:
    """Discord shows pictures at most 550 wide and 350 high."""
    assert WIDTH * 350 / PANEL_HEIGHT > 480


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_seat_sits_at_the_bottom_and_the_others_go_clockwise(seats: int) -> None:
    places = layout.layout(seats).places
    first = places[0].plate
    assert abs(first.middle[0] - WIDTH // 2) <= 1
    assert first.bottom == max(place.plate.bottom for place in places)
    if seats > 2:
        assert places[1].plate.middle[0] < WIDTH // 2 < places[-1].plate.middle[0]


@pytest.mark.parametrize("seats", SEATS)
def test_tags_stay_between_plate_and_neighbours(seats: int) -> None:
    places = layout.layout(seats)
    for place in places.places:
        tag = Box(place.plate.x, place.tag_y, place.plate.w, layout.TAG_HEIGHT)
        assert not tag.meets(places.centre)
        assert tag.bottom <= HEIGHT - RAIL + 2


@pytest.mark.parametrize("panel", [False, True])
@pytest.mark.parametrize("seats", range(2, 11))
def test_the_cards_of_a_trick_lie_apart_and_within_the_middle(seats: int, panel: bool) -> None:
    places = layout.layout(seats, panel=panel)
    boxes = tricks.trick_boxes(places)
    for a, b in combinations(boxes, 2):
        assert not a.meets(b)
    for box in boxes:
        assert not any(box.meets(place.plate) or box.meets(place.cards) for place in places.places)
        assert box.w >= (130 if seats <= 4 else 88)


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_card_of_a_trick_lies_towards_its_seat(seats: int) -> None:
    places = layout.layout(seats)
    cx, cy = places.centre.middle
    for place, box in zip(places.places, tricks.trick_boxes(places), strict=True):
        x, y = box.middle
        if place.side in ("left", "right"):
            assert (x < cx) == (place.side == "left")
        else:
            assert (y < cy) == (place.side == "top")


def test_sizes_of_text_can_be_read_on_a_phone() -> None:
    assert layout.TEXT >= 22 and layout.NAME >= 26
    assert layout.SUBTITLE >= 22 and own_hand.CAPTION >= 22


@pytest.mark.parametrize("count", range(1, 27))
def test_a_hand_fits_and_every_index_is_seen(count: int) -> None:
    room = WIDTH - 2 * RAIL - 28
    width, apart = own_hand.spread(count, room)
    assert apart * (count - 1) + width <= room
    assert count == 1 or apart >= 0.38 * width
    if count <= 13:
        assert width == own_hand.CARD_WIDTHS[0] and (count == 1 or apart >= 0.48 * width)
