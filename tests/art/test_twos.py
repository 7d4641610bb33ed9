"""The table of Twos: that nothing lies on anything else, and that it keeps to its size at its fullest."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

import card_art
from bot.engine.cards import cards
from card_art.boards import twos as art
from card_art.boards.twos import Player, TwosTable
from card_art.deck import sprites
from card_art.scene import Hand, Scene, Seat, Stamp, Style
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH

KIB = 1024
FIVE = tuple(cards("9S 9H 9C 4D 4S"))
NAMES = ("Søren", "Mette", "Ada with a name that is far too long for a plate", "Ólafur")


def players(count: int, held: int = 13, *, tags: tuple[str, ...] = ()) -> tuple[Player, ...]:
    return tuple(
        Player(Seat(name, "1,204½ chips", tags, number=n, active=n == 1, dealer=n == 2), held - 4 * n, passed=n == 3)
        for n, name in enumerate(NAMES[:count])
    )


def table(count: int, *, low: bool = False, held: int = 13, **more: object) -> TwosTable:
    given: dict[str, object] = {
        "lying": FIVE, "called": "full house, nines", "owner": 1, "over": "beats Ada's straight flush to the ten",
    }  # fmt: skip
    return TwosTable(players(count, held, tags=("TO PLAY", "3 LEFT")), True, low=low, **(given | more))  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("low", [False, True])
def test_a_full_table_is_small_enough(seats: int, low: bool) -> None:
    scene = Scene("Twos", "Hand 3 of 10", board=table(seats, low=low, held=52 // seats), style=Style(cloth="blue"))
    pack = tuple(cards(" ".join(f"{rank}{suit}" for rank in "3456789JQKA2T" for suit in "DS")))
    hand = Hand(pack[: 52 // seats], legal=frozenset(range(0, 52 // seats, 2)))
    drawn = card_art.panel(scene, hand) if low else card_art.table(scene)
    assert len(drawn) < 110 * KIB
    assert len(card_art.table(Scene("Twos", board=table(seats, lying=(), note="Mette leads anything")))) < 110 * KIB


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plates_keep_off_the_cards_and_one_another(seats: int, low: bool) -> None:
    places = art._places(seats, low)
    high, top = sprites.card_height(art._CARD_LOW if low else art._CARD), 246 if low else 266
    wide = 1.0 + 4 * art._STEP
    middle = art.Box(0, top, round(wide * (art._CARD_LOW if low else art._CARD)), high)
    middle = middle._replace(x=(WIDTH - middle.w) // 2)
    assert not any(a.meets(b) for a, b in combinations([*places, middle], 2))
    assert all(p.x > 0 and p.right < WIDTH and p.bottom <= (PANEL_TABLE if low else HEIGHT) for p in places)


def test_arrows_lead_from_each_plate_to_the_next_and_turn_round() -> None:
    for seats in (3, 4):
        ways = art._ways(seats, False)
        assert len(ways) == len(art._ways(seats, True)) and len(ways) == seats
        assert len({art._arrow(way)[0].size for way in ways}) > 1
        assert all(a[2] != b[0] for a, b in pairwise(ways))
    assert art._ways(2, False) == art._ways(2, True) == ()
    a, b, c = art._ways(4, False)[0]
    assert art._arrow((a, b, c))[1:] == art._arrow((c, b, a))[1:]


def test_what_is_said_of_it() -> None:
    told = table(4, stamp=Stamp("OUT", "gold")).alt(str)
    assert told.startswith("To beat from Mette: 9S 9H 9C 4D 4S, full house, nines (out).")
    assert "Ólafur (to play, 3 left): 1 card, 1,204½ chips." in told and told.endswith("Play goes clockwise.")


def test_it_is_drawn_in_two_colours_too() -> None:
    four = card_art.table(Scene("Twos", board=table(4)))
    two = card_art.table(Scene("Twos", board=table(4), style=Style(four_colour=False)))
    assert four != two
