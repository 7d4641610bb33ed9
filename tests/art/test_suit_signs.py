"""The signs of suits in words, with a deck of two colours."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.engine.cards import card
from card_art.ink.text import SUIT_INKS
from card_art.render_process import paint
from card_art.scene import CardRow, Hand, ResultRow, Results, Scene, Seat, Style
from card_art.scene.suit_signs import in_its_deck, named

TWO = Style(four_colour=False)


def pixels(picture: object) -> set[tuple[int, ...]]:
    image = Image.open(io.BytesIO(paint(picture))).convert("RGB")
    return {colour for _, colour in image.getcolors(1 << 24) or ()}  # type: ignore[misc]


def scene(style: Style) -> Scene:
    seats = (Seat("Ana", "took 5♦ 6♣", ("TO PLAY",), active=True), Seat("Bo", "3♠", (), hand=(None,) * 3))
    return Scene("Gin Rummy", "5♦ is turned", ("♣ not broken",), seats=seats, style=style)


def test_words_keep_to_the_two_colours_of_the_deck() -> None:
    blue, green = SUIT_INKS["D"], SUIT_INKS["C"]
    assert {blue, green} <= pixels(scene(Style()))
    assert not {blue, green} & pixels(scene(TWO)) and SUIT_INKS["H"] in pixels(scene(TWO))


def test_notes_beside_a_hand_and_results_do_so_too() -> None:
    hand = Hand((card("5S"),), notes=("5♦ makes 15",))
    table, beside = in_its_deck((scene(TWO), hand))
    assert beside == Hand((card("5S"),), notes=("5♢ makes 15",)) and table.seats[0].line == "took 5♢ 6♧"
    assert in_its_deck((scene(TWO), None))[1] is None
    made = in_its_deck(Results("Gin Rummy", rows=(ResultRow("Ana", told=("laid off 9♦",)),), style=TWO))
    assert made.rows[0].told == ("laid off 9♢",)


def test_nothing_else_of_a_picture_changes() -> None:
    four = scene(Style())
    assert in_its_deck(four) is four
    lying = Scene("War", seats=(Seat("Bo"),), centre=(CardRow((card("5D"), None), "Turned"),), style=TWO)
    assert in_its_deck(lying) == lying


@pytest.mark.parametrize(("style", "label"), [(Style(), "10♦"), (TWO, "10♢")])
def test_a_card_in_words(style: Style, label: str) -> None:
    assert named(card("10D"), style) == label
