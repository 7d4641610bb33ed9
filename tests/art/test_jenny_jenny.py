"""The market: stands lie apart, stalls keep to their room and every index is seen; a hand with gaps."""

from __future__ import annotations

from itertools import combinations

import pytest

import card_art
from bot.engine.cards import cards, deck
from card_art.boards import jenny_jenny as art
from card_art.boards.jenny_jenny import JennyTable, Stand, Ware
from card_art.scene import Hand, Scene, Seat, Stamp, Style
from card_art.tables import own_hand
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH, Box

KIB = 1024
NAMES = ("Søren", "Mette", "xX_Wanderer_Xx_of_the_North", "محمد علي")
PURSE = tuple(cards("JC JD JH JS QC QD QH QS KC KD KH KS"))
NUMBERS = [c for c in deck() if c.rank <= 10]


def stand(n: int, wares: int, coins: int, *, priced: bool = True) -> Stand:
    seat = Seat(
        NAMES[n], tags=("TO PLAY",) if n == 0 else ("31 SO FAR", "AWAY"), active=n == 0, dealer=n == 1, number=n
    )
    goods = tuple(Ware(c, 1 + i % 6 if priced else 0, i % 2 == 0, i == 1, i == 2) for i, c in
                  enumerate(NUMBERS[:wares]))  # fmt: skip
    return Stand(seat, 9, PURSE[:coins], 24, "in coins", goods, frozenset({0}), NUMBERS[-1] if n == 2 else None,
                 Stamp("WINS 10♥ FOR 6", "gold") if n == 3 else None)  # fmt: skip


def table(seats: int, wares: int, coins: int, *, low: bool = False) -> JennyTable:
    return JennyTable(tuple(stand(n, wares, coins) for n in range(seats)), 24, low)


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_stands_lie_apart_and_on_the_felt(seats: int, low: bool) -> None:
    boxes = art.places(seats, low=low)
    assert len(boxes) == seats
    assert not any(a.meets(b) for a, b in combinations(boxes, 2))
    foot = PANEL_TABLE if low else HEIGHT - RAIL
    assert all(box.x > RAIL and box.right < WIDTH - RAIL and box.y > 100 and box.bottom <= foot for box in boxes)


@pytest.mark.parametrize("priced", [False, True])
@pytest.mark.parametrize("box", [Box(0, 0, 320, 140), Box(0, 0, 320, 194), Box(0, 0, 680, 140)])
@pytest.mark.parametrize("count", range(1, 19))
def test_a_stall_keeps_to_its_room_and_shows_every_index(count: int, box: Box, priced: bool) -> None:
    width, step, in_row = art.fitting(count, box.w, box.h, priced=priced)
    rows = -(-count // in_row)
    assert step * (in_row - 1) + width <= box.w
    assert rows <= 2 and rows * width * 1.4 <= box.h
    assert in_row == 1 or step >= min(25, width * 0.42)


@pytest.mark.parametrize(("seats", "wares", "coins"), [(2, 12, 12), (3, 7, 5), (4, 4, 3), (4, 9, 12)])
def test_a_full_market_is_small_enough(seats: int, wares: int, coins: int) -> None:
    picture = card_art.table(
        Scene("Jenny Jenny", "Hand 2 of 4", style=Style(cloth="wine"), board=table(seats, wares, coins))
    )
    assert len(picture) < 160 * KIB


def test_places_that_lack_a_card_are_drawn_with_its_name() -> None:
    held = tuple(cards("2D 3S 4H 5C 6C 8S 9D"))
    plain = own_hand.compose(Hand(held), Style())
    gaps = own_hand.compose(Hand(held, gaps=((0, "A"), (6, "7"), (9, "10"))), Style())
    none = own_hand.compose(Hand((), gaps=tuple((n, str(n + 1)) for n in range(10))), Style())
    assert plain.size == gaps.size == none.size
    assert plain.tobytes() != gaps.tobytes() != none.tobytes()
    panel = own_hand.panel(
        Scene("Jenny Jenny", style=Style(cloth="wine"), board=table(4, 4, 3, low=True)), Hand(held, gaps=((0, "A"),))
    )
    assert len(panel) < 200 * KIB
