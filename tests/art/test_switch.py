"""The table of Switch: where plates and cards lie, and that the fullest keeps to its size."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops

import card_art
from bot.engine.cards import cards
from card_art.boards import switch as art
from card_art.boards.switch import Sitting, SwitchTable
from card_art.scene import Scene, Seat, Stamp, Style
from card_art.tables import whole_table
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH, Box
from tests.art.scenes import PLAYERS

KIB = 1024
LONG = tuple(cards("3H 4H 5H 5C 5S 4S 3S 2S AS KS QS QH JH 10H 9H 9C 8C 7C"))


def seats(count: int) -> tuple[Sitting, ...]:
    return tuple(
        Sitting(
            Seat(
                PLAYERS[n], "a jack, or pick up 14" if n == 0 else "picked up 14",
                ("TO PLAY", "HOUSE") if n == 0 else ("HOUSE",), n == 0, number=n, you=n == 0,
                stamp=Stamp("PICKS UP +14", "crimson") if n == 1 else None,
            ),
            1 if n == 2 else 19, n == 2,
        )
        for n in range(count)
    )  # fmt: skip


def board(count: int, *, low: bool = False, **more: object) -> SwitchTable:
    usual: dict[str, object] = {"play": tuple(cards("2S 2C 2D")), "sums": ("+2", "+4"), "caption": "2♦ by Ólafur B.",
                                "penalty": "+6", "for_whom": "for Søren", "stock": 23, "pile": 14}  # fmt: skip
    return SwitchTable(seats(count), low=low, **(usual | more))  # type: ignore[arg-type]  # its own fields


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("count", range(2, 11))
def test_nothing_lies_over_anything_else(count: int, low: bool) -> None:
    plan = art._plan(count, low)
    x, y = plan.badge
    badge = Box(x - plan.round, y - plan.round, 2 * plan.round, 2 * plan.round)
    for one, other in combinations((*plan.plates, plan.hero, badge, plan.stock), 2):
        assert not one.meets(other), (one, other)
    for box in (*plan.plates, plan.stock):
        assert box.x >= 0 and box.right <= WIDTH and box.y >= 0 and box.bottom <= (PANEL_TABLE if low else HEIGHT)


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("count", range(3, 11))
def test_one_card_left_is_told_in_words_inside_the_plate(count: int, low: bool) -> None:
    last = board(count, low=low, suit="")
    sitting = last.seats[2]
    seats = (*last.seats[:2], replace(sitting, last=False), *last.seats[3:])
    pictures = [whole_table.compose(Scene("Switch", board=each)) for each in (last, replace(last, seats=seats))]
    changed, plate = ImageChops.difference(*pictures).getbbox(), art._plan(count, low).plates[2]
    assert changed and plate.x < changed[0] and changed[2] < plate.right
    assert plate.middle[1] - 4 <= changed[1] and changed[3] < plate.bottom


@pytest.mark.parametrize("count", range(5, 11))
def test_two_rows_go_round_clockwise(count: int) -> None:
    boxes = art._plan(count, False).plates
    below = [n for n, box in enumerate(boxes) if box.y == boxes[0].y]
    above = [n for n in range(count) if n not in below]
    assert [boxes[n].x for n in above] == sorted(boxes[n].x for n in above), "from left to right above"
    first = [n for n in below if n < above[0]]
    assert [boxes[n].x for n in first] == sorted((boxes[n].x for n in first), reverse=True), "leftwards below"


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("made", [
    {}, {"play": LONG, "sums": (), "penalty": "", "suit": "S", "caption": " ".join(map(str, LONG))},
    {"play": LONG[:1], "sums": (), "penalty": "", "caption": "Ana: 3♥", "clockwise": False, "stock": 0, "pile": 1},
])  # fmt: skip
def test_a_full_table_is_small_enough(made: dict[str, object], low: bool) -> None:
    for count in (2, 4, 10):
        assert len(card_art.table(Scene("Switch", "Hand 2 · full", board=board(count, low=low, **made)))) < 110 * KIB


def test_the_direction_and_the_deck_are_seen() -> None:
    one, other = (card_art.table(Scene("Switch", board=board(4, clockwise=clockwise))) for clockwise in (True, False))
    assert one != other
    asked = board(4, penalty="", suit="H", sums=())
    four, two = (card_art.table(Scene("Switch", board=asked, style=Style(four_colour=four))) for four in (True, False))
    assert four != two


def test_it_is_told_in_words() -> None:
    told = board(3).alt(str)
    assert "Top card 2D. Laid: 2S 2C 2D. Penalty +6 for Søren. Pickup pile 23. Clockwise." in told
    assert "Ólafur B. 1 card, picked up 14 (house player, last card)." in told
