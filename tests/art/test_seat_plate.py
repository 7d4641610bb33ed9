"""What a plate says: whatever else has to be told, the number that counts is never left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from card_art.ink.text import Label, fits, label
from card_art.scene.pieces import Seat
from card_art.tables import own_hand, seat_plate
from card_art.tables.layout import Box
from card_art.tables.seat_plate import Told, told_on


def asked(line: str, asks: str, *tags: str) -> Seat:
    return Seat("Ana", line, ("TO PLAY", *tags), active=True, asks=asks)


def test_what_fits_stands_in_the_line() -> None:
    assert told_on(asked("99½ chips", "bet"), 200) == Told("99½ chips · bet")
    assert told_on(asked("99½ chips", "bet"), 150) == Told("99½ · bet")


def test_a_number_without_room_in_the_line_stands_beside_the_name() -> None:
    assert told_on(asked("95 chips", "hit or stay"), 150) == Told("hit or stay", "95")
    assert told_on(asked("4 wins", "hit or backhand"), 150) == Told("4 · play", "")


@pytest.mark.parametrize("room", range(70, 340, 10))
def test_the_player_on_turn_is_never_without_it(room: int) -> None:
    told = told_on(asked("97 chips · up 6", "insurance?"), room)
    assert "97" in (told.number, *told.line.replace(" · ", " ").split(" "))


def test_who_has_folded_keeps_their_chips() -> None:
    assert told_on(Seat("Dan", "folded · 96", dim=True), 200) == Told("folded · 96")
    assert told_on(Seat("Dan", "96 chips", ("FOLDED",), dim=True), 150) == Told("folded · 96")


def test_words_alone_are_no_number() -> None:
    assert told_on(asked("keeper", "answer or +2"), 100).number == ""


def test_a_note_beside_the_cards_stands_on_one_piece() -> None:
    assert own_hand.note_lines("Pair of threes, ace,\njack, ten") == ["Pair of threes, ace,", "jack, ten"]
    assert own_hand.note_lines("4 on the pile: you hold 0") == ["4 on the pile: you", "hold 0"]


@pytest.mark.parametrize("wide", [92, 110, 150, 170, 198, 256, 334])
@pytest.mark.parametrize("dealer", [False, True])
def test_no_number_is_cut_on_any_plate(wide: int, dealer: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = list[str]()

    def noted(text: str, size: int, *args: Any, **how: Any) -> Label:
        if "104½" in text and not fits(text, size, how.get("room") or wide, weight=how.get("weight", 600)):
            cut.append(text)
        return label(text, size, *args, **how)

    monkeypatch.setattr(seat_plate, "label", noted)
    high = 130 if wide < seat_plate.NARROWEST else 92
    canvas = Image.new("RGB", (wide, high))
    seat = replace(asked("104½ chips", "hit or backhand"), dealer=dealer)
    seat_plate.draw_plate(canvas, seat, 0, Box(0, 0, wide, high), "green")
    assert not cut
