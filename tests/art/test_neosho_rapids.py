"""The table of Neosho Rapids: that chains of any length lie within it, and keep to their size."""

from __future__ import annotations

from dataclasses import replace

import pytest

import card_art
from bot.engine.cards import Card, cards, deck
from card_art.boards import neosho_rapids as art
from card_art.boards.neosho_rapids import NeoshoTable
from card_art.scene import Hand, Scene, Seat, Stamp, Style
from card_art.tables.felt import felt
from card_art.tables.layout import PANEL_TABLE, WIDTH

KIB = 1024
SEATS = tuple(
    Seat(name, "5 laid, go on?", ("TO PLAY", "HOUSE"), active=n == 0, dealer=n == 2, hand=(None,) * (17 - n), number=n)
    for n, name in enumerate(("Søren", "Mette", "xX_Wanderer_Xx", "محمد علي"))
)  # fmt: skip
LAID = tuple(deck())
FULL = NeoshoTable(SEATS, LAID[4], cards("8D")[0], LAID[:5], "Søren", 3, 6, "Mette", Stamp("OUT!", "gold"))


@pytest.mark.parametrize("behind", range(30))
def test_no_index_is_covered_and_no_card_lies_on_the_stock(behind: int) -> None:
    hero, width, step, hidden = art.fitting(behind)
    shown = behind - hidden
    assert 20 + step * shown + (12 if shown else 0) + hero <= art._RIVER_RIGHT - art._LEFT
    assert step >= width * art._CLOSEST - 1 and (not hidden or shown >= 16)


@pytest.mark.parametrize("count", [0, 1, 5, 12, 20, 40])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_full_table_is_small_enough(count: int, seats: int) -> None:
    chain = LAID[:count]
    before = FULL.before if chain else None
    board = replace(FULL, chain=chain, before=before, upcard=chain[-1] if chain else LAID[0], seats=SEATS[:seats])
    assert len(card_art.table(Scene("Neosho Rapids", board=board, style=Style(cloth="blue")))) < 120 * KIB


def test_a_panel_is_small_enough() -> None:
    held = Hand(tuple(deck()[:18]), frozenset({1, 2}), notes=("Next to 8: 7 and 9",))
    scene = Scene("Neosho Rapids", "Hand 1", board=replace(FULL, low=True), style=Style(cloth="blue"))
    assert len(card_art.panel(scene, held)) < 140 * KIB


@pytest.mark.parametrize("count", range(1, 30))
def test_over_a_hand_no_chain_reaches_the_plates(count: int) -> None:
    def plates(chain: tuple[Card, ...]) -> list[bytes]:
        canvas = felt(WIDTH, PANEL_TABLE, "blue")
        replace(FULL, chain=chain, upcard=chain[-1], stamp=None, low=True).draw(canvas, Style(cloth="blue"))
        y = replace(FULL, low=True)._own_y
        own = (WIDTH - art._OWN_WIDE) // 2, y, (WIDTH + art._OWN_WIDE) // 2, y + art._HIGH
        above = (0, art._PLATES_Y, WIDTH, art._PLATES_Y + art._HIGH)
        return [canvas.crop(box).tobytes() for box in (own, above)]

    assert plates(LAID[:count]) == plates(LAID[:1])
