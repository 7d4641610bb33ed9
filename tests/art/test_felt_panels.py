"""Panels on the free felt: they keep to their room, and give up what matters least where that is small."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PIL import Image

from bot.engine.cards import cards
from card_art.scene import Fact, FeltPanel, LastMove, LastTrick, Letters, Person, Race, Runner, Style
from card_art.tables import felt_panels
from card_art.tables.layout import Box

ADA, BO = Person("Ada", 0), Person("Bo", 1)
LONG = Person("Maximiliane von und zu Hohenstein-Waldeck", 2)
MOVE = LastMove(ADA, "throws K♣", "takes 9♦", tuple(cards("KC")), tuple(cards("9D")))
RACE = Race("To 100", 100, (Runner(ADA, 61, "2 boxes"), Runner(BO, 24, "1 box")))
TRICK = LastTrick(tuple(cards("4H 9H 7D KH")), BO, "+3")
OUT = Fact("♥ broken", ("7 hearts still out",))
ROOMS = {"tall": Box(24, 132, 276, 340), "low": Box(24, 400, 330, 96), "strip": Box(24, 500, 900, 62)}


def lain(panels: Sequence[FeltPanel], rooms: Sequence[Box]) -> list[Box]:
    """Where they lie."""
    return [each.box for each in felt_panels.place(panels, {str(n): room for n, room in enumerate(rooms)})]


def inked(room: Box, *panels: FeltPanel) -> Image.Image:
    """Where anything is drawn on an empty canvas."""
    canvas = Image.new("RGB", (1100, 688), (10, 60, 40))
    felt_panels.draw(canvas, felt_panels.place(panels, {"": room}), Style())
    return canvas


@pytest.mark.parametrize("panel", [MOVE, RACE, TRICK, OUT, LastMove(LONG, "lays Q♦ Q♥ 2♣ 2♥: 60, the first meld")])
@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS)
def test_a_panel_keeps_to_its_room(panel: FeltPanel, room: Box) -> None:
    for box in lain([panel], [room]):
        assert box.x >= room.x and box.y >= room.y and box.right <= room.right and box.bottom <= room.bottom
    drawn = inked(room, panel)
    empty = Image.new("RGB", drawn.size, (10, 60, 40))
    empty.paste(drawn.crop((room.x, room.y, room.right, room.bottom)), (room.x, room.y))
    assert empty.tobytes() == drawn.tobytes(), "nothing lies beside it"


def test_several_lie_below_each_other_as_far_as_there_is_room() -> None:
    first, second = lain([MOVE, OUT], [ROOMS["tall"]])
    assert not first.meets(second) and second.y > first.bottom
    assert len(lain([MOVE, RACE, TRICK, OUT], [ROOMS["tall"]])) < 4


def test_a_score_gives_up_its_bars_before_its_numbers() -> None:
    (whole,) = lain([RACE], [Box(24, 132, 276, 340)])
    (less,) = lain([RACE], [Box(24, 132, 276, 210)])
    assert less.h < whole.h


def test_where_words_find_no_room_the_card_stays() -> None:
    wordy = LastMove(ADA, "takes 9♦ + 4♠ + K♣ + 2♥ with Q♠ and all that lay there before", cards=tuple(cards("QS")))
    (box,) = lain([wordy], [Box(24, 132, 200, 112)])
    assert box.h >= 92


def test_every_side_has_its_letters() -> None:
    first, second = lain([Letters("CASH", "Ada and Bo", 2), Letters("CASH", "You and Cy", 0)], [Box(24, 132, 276, 240)])
    assert not first.meets(second) and first.w == second.w


def test_no_word_is_smaller_than_a_phone_shows() -> None:
    assert felt_panels.LEAST * 390 / 1100 >= 10.99
