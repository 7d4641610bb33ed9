"""The rectangles of a table: nothing lies on anything else, nothing is too small to read."""

from __future__ import annotations

from itertools import combinations

import pytest

from card_art.ink import sizes
from card_art.tables import layout, own_hand, tricks
from card_art.tables.felt import RAIL
from card_art.tables.layout import EDGE, HEIGHT, PANEL_HEIGHT, PANEL_TABLE, WIDTH, Box, Free, Layout

SEATS = range(1, 11)
INSIDE = Box(RAIL, RAIL, WIDTH - 2 * RAIL, HEIGHT - 2 * RAIL)
AROUND: frozenset[Free] = frozenset({"upper right", "under left", "under right", "lower left", "lower right"})
BESIDE: frozenset[Free] = frozenset({"left", "right"})


def named_boxes(places: Layout, bets: frozenset[int]) -> dict[str, Box]:
    boxes = {"centre": places.centre, "title": places.title}
    if places.corner.w and "upper right" not in places.free:
        boxes["corner"] = places.corner
    boxes |= {name: box for name, box in places.free.items() if name in AROUND}
    for i, place in enumerate(places.places):
        boxes[f"plate {i}"] = place.plate
        if place.cards.h:
            boxes[f"cards {i}"] = place.cards
        if i in bets:
            boxes[f"bet {i}"] = place.bet
    return boxes


@pytest.mark.parametrize("strip", [0, layout.STRIP, layout.OPEN])
@pytest.mark.parametrize("panel", [False, True])
@pytest.mark.parametrize("all_bet", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_lies_on_anything_else(seats: int, all_bet: bool, panel: bool, strip: int) -> None:
    if strip == layout.OPEN and seats > (4 if all_bet else 6):
        return  # there they stand in a row (`seats_in_row`), or show their hands when nobody has chips in front
    bets = frozenset(range(seats)) if all_bet else frozenset[int]()
    boxes = named_boxes(layout.layout(seats, bets, panel, strip), bets)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not a.meets(b), f"{one} {a} lies on {other} {b}"
    for name, box in boxes.items():
        assert box.x >= EDGE and box.right <= WIDTH - EDGE and box.y >= INSIDE.y, name
        assert box.bottom <= (PANEL_TABLE if panel else HEIGHT - EDGE + 4), name
        assert box.w > 100 and box.h >= layout.STRIP, name


@pytest.mark.parametrize("panel", [False, True])
@pytest.mark.parametrize("strip", [0, layout.STRIP, layout.OPEN])
@pytest.mark.parametrize("seats", SEATS)
def test_panels_beside_the_middle_lie_on_nothing_else(seats: int, strip: int, panel: bool) -> None:
    places = layout.layout(seats, panel=panel, strip=strip if seats <= 6 else 0, used=BESIDE)
    boxes = named_boxes(places, frozenset()) | {name: places.free[name] for name in BESIDE if name in places.free}
    boxes = {name: box for name, box in boxes.items() if name != "corner"}
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not a.meets(b), f"{one} {a} lies on {other} {b}"


@pytest.mark.parametrize("panel", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_plates_keep_their_places_while_cards_come_and_go(seats: int, panel: bool) -> None:
    each = [layout.layout(seats, panel=panel, strip=strip) for strip in (0, layout.STRIP, layout.OPEN)]
    plates = [[place.plate for place in places.places] for places in each[: 3 if seats <= 6 else 2]]
    assert plates.count(plates[0]) == len(plates)


def test_where_a_panel_is_in_the_corner_no_backs_are_drawn() -> None:
    places = layout.layout(4, strip=layout.STRIP, used=frozenset({"upper right"}))
    assert "upper right" in places.free and not any(place.cards.h for place in places.places)


@pytest.mark.parametrize("panel", [False, True])
def test_two_sit_opposite_each_other_and_partners_across(panel: bool) -> None:
    for seats, across in ((2, 1), (4, 2), (8, 4)):
        places = layout.layout(seats, panel=panel).places
        one, other = places[0].plate, places[across].plate
        assert abs(one.middle[0] - other.middle[0]) <= 1 and other.bottom < one.y
    left, right = (layout.layout(4, panel=panel).places[n].plate for n in (1, 3))
    assert left.y == right.y and left.right < one.x and right.x > one.right


@pytest.mark.parametrize("seats", SEATS)
def test_the_badge_of_a_picture_hides_no_words(seats: int) -> None:
    """Discord lays its ALT badge, 40 by 20 where the picture is shown 550 wide, on the lower left corner."""
    badge = Box(0, HEIGHT - 44, 96, 44)
    boxes = named_boxes(layout.layout(seats), frozenset())
    assert not any(badge.meets(box) for box in boxes.values())


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


@pytest.mark.parametrize("panel", [False, True])
@pytest.mark.parametrize("seats", range(2, 11))
def test_the_cards_of_a_trick_lie_apart_and_within_the_middle(seats: int, panel: bool) -> None:
    places = layout.layout(seats, panel=panel)
    boxes = tricks.trick_boxes(places)
    for a, b in combinations(boxes, 2):
        assert not a.meets(b)
    for box in boxes:
        assert not any(box.meets(place.plate) or box.meets(place.cards) for place in places.places)
        assert box.w >= (120 if seats <= 4 else 88)


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
    """11 pixels where the picture is shown 390 wide."""
    assert sizes.LINE * 390 / WIDTH >= 10.9
    assert sizes.LINE < sizes.NAME < sizes.TITLE < sizes.NUMBER < sizes.LARGE < sizes.HUGE < sizes.HERO
    assert own_hand.CAPTION >= sizes.LINE


@pytest.mark.parametrize("count", range(1, 27))
def test_a_hand_fits_and_every_index_is_seen(count: int) -> None:
    room = WIDTH - 2 * EDGE
    width, apart = own_hand.spread(count, room)
    assert apart * (count - 1) + width <= room
    assert count == 1 or apart >= 0.38 * width
    if count <= 13:
        assert width == own_hand.CARD_WIDTHS[0] and (count == 1 or apart >= 0.48 * width)
