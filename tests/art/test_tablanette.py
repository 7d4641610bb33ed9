"""The table of Tablanette: its cards find room however many there are, and it keeps to its size."""

from __future__ import annotations

import pytest

import card_art
from bot.engine.cards import Card, cards, deck
from card_art.boards import tablanette as art
from card_art.boards.tablanette import Player, TablanetteTable
from card_art.deck import sprites
from card_art.scene import Hand, Scene, Seat, Stamp

KIB = 1024
PLAYERS = tuple(
    Player(Seat(name, "96 points · 6 cards", ("TOOK LAST", "HOUSE"), number=n, hand=(None,) * 6), 20 + n, 28 * n)
    for n, name in enumerate(("Ana", "Bo"))
)
PACK = tuple(c for c in deck() if c.rank != 11)


def table(count: int, groups: int = 0, *, low: bool = False, stamp: Stamp | None = None) -> TablanetteTable:
    """A number of cards, of which pairs are taken by the last."""
    first, second = PLAYERS
    pairs = tuple((PACK[2 * n], PACK[2 * n + 1]) for n in range(groups))
    return TablanetteTable((first, second), PACK[:count], pairs, PACK[count - 1] if groups else None, stamp, low)


@pytest.mark.parametrize("deep", [art._LOW - art._TOP, art._LOW - art._TOP - art._STAMPED])
def test_any_number_of_cards_finds_room(deep: int) -> None:
    for count in range(1, 53):
        width, rows = art.fitting(count, deep)
        across, apart = -(-count // rows), art._apart(width)
        assert across * width + (across - 1) * apart <= art._ROOM[1] - art._ROOM[0]
        assert rows * sprites.card_height(width) + (rows - 1) * apart <= deep
    assert art.fitting(4, deep)[0] == 132 and art.fitting(12, deep)[0] >= 92


@pytest.mark.parametrize(("count", "groups"), [(4, 0), (13, 4), (28, 7)])
def test_a_full_table_is_small_enough(count: int, groups: int) -> None:
    stamp = Stamp("TABLANETTE +28", "gold") if groups else None
    assert len(card_art.table(Scene("Tablanette", board=table(count, groups, stamp=stamp)))) < 110 * KIB


def test_a_panel_is_small_enough() -> None:
    hand = Hand(tuple(cards("KS QH JD 10C 9H 2C")), chosen=frozenset({0}), notes=("K♠ takes 4", "A  9♦ + 5♠"))
    assert len(card_art.panel(Scene("Tablanette", board=table(12, 2, low=True)), hand)) < 130 * KIB


def test_groups_have_letters_and_a_lone_one_has_none() -> None:
    def told(groups: int) -> str:
        return table(7, groups).alt(str)

    assert "2D takes A AC + 2C, B 3C + 4C." not in told(1)
    assert "7C takes AC + 2C." in told(1) and "7C takes A AC + 2C, B 3C + 4C." in told(2)
    assert Card(7, "C") == PACK[6]


def test_plates_end_above_the_cards() -> None:
    assert art._PLATE_Y + art._PLATE_HIGH + 8 <= art._TOP
