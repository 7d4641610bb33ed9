"""Jubilee's table: where things lie with few and many players, that nothing meets, and that pictures keep small."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

import card_art
from bot.engine.cards import cards
from card_art.boards import jubilee as art
from card_art.boards.jubilee import Dial, JubileeTable, Laid, Player, Shown
from card_art.scene import Scene, Seat, Stamp, Style
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.whole_table import compose
from tests.art.scenes import PLAYERS

KIB = 1024
PLANS = [(low, many) for low in (False, True) for many in (False, True)]


def table(seats: int = 4, *, low: bool = False, shown: int = 0) -> JubileeTable:
    """Late in a deal, with everything on it that there can be."""
    players = tuple(
        Player(Seat(PLAYERS[n], "8 cards", ("TO PLAY", "HOUSE"), n == 1, n == 2, number=n), (-45, 120, 0, 30)[n % 4])
        for n in range(seats)
    )
    older = tuple(Laid(c, "−10", p) for c, p in zip(cards("6H AC KS 2H JK"), (0, -5, 10, 20, 0), strict=True))
    hand = Shown("xX_Wanderer_Xx shows: nothing fits", tuple(cards("5H 6H 10H KH QH JH 9H 8H")))
    return JubileeTable(
        players, Dial(200, 185, 175, 225, 20), Laid(cards("AS")[0], "+15", 20), PLAYERS[3], "on a multiple of 100",
        Stamp("HUNDRED +20", "gold"), older, (hand,) * shown, low,
    )  # fmt: skip


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("low", [False, True])
def test_a_full_table_is_small_enough(seats: int, low: bool) -> None:
    for shown in (0, 1, 2):
        assert (
            len(card_art.table(Scene("Jubilee", board=table(seats, low=low, shown=shown), style=Style(cloth="blue"))))
            < 110 * KIB
        )


@pytest.mark.parametrize(("low", "many"), PLANS)
def test_nothing_lies_on_anything_else(low: bool, many: bool) -> None:
    plan, foot = art._PLANS[low, many], PANEL_TABLE if low else HEIGHT
    (x, y), r = plan.middle, plan.radius + art._TRACK // 2
    dial = Box(x - r, y - r, 2 * r, r + 60)
    for seats in range(5, 8) if many else range(2, 5):
        plates = plan.plates(seats)
        for one, other in combinations([dial, plan.hero, plan.mat, *plates], 2):
            assert not one.meets(other), (one, other)
        for box in (dial, plan.hero, plan.told, plan.stamp, plan.mat, *plates):
            assert box.x >= art._LEFT and box.right <= WIDTH - 24 and box.y >= 16 and box.bottom <= foot - 10
        assert not plan.stamp.meets(plan.hero) or plan.stamp.y >= plan.hero.bottom


@pytest.mark.parametrize(("low", "many"), PLANS)
def test_words_beside_the_card_end_above_the_stamp(low: bool, many: bool) -> None:
    plan = art._PLANS[low, many]
    assert plan.told.bottom <= plan.stamp.y + 6 or plan.told.x > plan.stamp.x


def test_the_total_stands_where_it_belongs() -> None:
    dial = Dial(75, 66, 50, 100)
    assert (dial.at(50), dial.at(75), dial.at(100), dial.at(40)) == (0, 0.5, 1, 0)
    assert [tuple(map(round, art._spot(100, share))) for share in (0, 0.5, 1)] == [(-100, 0), (0, -100), (100, 0)]


@pytest.mark.parametrize(("count", "hands"), [(8, 1), (8, 2), (4, 3), (1, 1)])
def test_no_index_of_an_open_hand_is_covered(count: int, hands: int) -> None:
    for low, many in PLANS:
        mat = art._PLANS[low, many].mat
        room = (mat.w - art._BESIDE * (hands - 1)) // hands - 28
        width, step = art._fan(count, room, mat.h - 50)
        assert width + step * (count - 1) <= room and (count == 1 or step >= width * art._LEAST_STEP)


def test_every_total_is_drawn() -> None:
    """From one multiple to the next and over it, up and down."""
    board = table(2)
    for before, total in [*pairwise((0, 9, 19, 28, 25, 22, 0, 15)), (317, 302), (98, 102), (75, 75)]:
        low = min(before, total) // 25 * 25
        dial = Dial(total, before, low, low + 50, -5)
        assert compose(Scene("Jubilee", board=_with(board, dial), style=Style(cloth="blue"))).size == (WIDTH, HEIGHT)


def _with(board: JubileeTable, dial: Dial) -> JubileeTable:
    return JubileeTable(board.players, dial, board.last)
