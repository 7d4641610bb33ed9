"""Emojis: every card, a back and the chips, told apart at the height of a line."""

from __future__ import annotations

import io
import re
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.engine.amounts import CHIPS
from bot.engine.cards import deck
from card_art.deck.emojis import NAMES, SIDE, VERSION, Emoji, card_name, chip_name, emoji
from card_art.render_process import paint

LINE = 22
"""Pixels that an emoji is high in a line of text."""


def drawn(name: str) -> Image.Image:
    return Image.open(io.BytesIO(emoji(Emoji(name))))


@pytest.mark.parametrize("name", NAMES)
def test_each_is_small_and_clear_around(name: str) -> None:
    image = drawn(name)
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (SIDE, SIDE))
    assert len(emoji(Emoji(name))) < 32 * 1024
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    assert re.fullmatch(r"\w{2,32}", f"{name}_{VERSION}", re.ASCII)


def test_there_is_one_for_each_card_a_back_and_each_chip() -> None:
    assert {*NAMES} == {*map(card_name, deck(jokers=1)), "back", *map(chip_name, CHIPS)}
    assert len(NAMES) == 53 + 1 + 6


def test_no_two_look_the_same_in_a_line_of_text() -> None:
    grey = {n: drawn(n).resize((LINE, LINE), Image.Resampling.LANCZOS).convert("LA").convert("L") for n in NAMES}
    for one, other in combinations(NAMES, 2):
        _, apart = ImageChops.difference(grey[one], grey[other]).getextrema()
        assert isinstance(apart, int) and apart > 60, f"{one} and {other}, without colours"


def test_the_drawing_process_draws_them() -> None:
    assert paint(Emoji("QS")) == emoji(Emoji("QS"))


def test_there_is_no_other() -> None:
    with pytest.raises((KeyError, StopIteration)):
        emoji(Emoji("chip_pink"))
