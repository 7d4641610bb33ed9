"""The picture of `/prefs`: how cards may look, and which of them is chosen."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from bot.show.pages.choices import samples
from card_art import card_choices
from card_art.scene import CardChoice, CardChoices, Style
from card_art.sheets.card_choices import GAP, SHOWN, SIDE


def drawn(sheet: CardChoices, *, grey: bool = False) -> Image.Image:
    png = card_choices(sheet)
    assert len(png) <= 110 * 1024
    return Image.open(io.BytesIO(png)).convert("L" if grey else "RGB")


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("four", [False, True])
def test_one_deck_and_one_face_are_chosen(four: bool, compact: bool) -> None:
    sheet = samples(Style(four, compact))
    assert [c.chosen for c in sheet.choices] == [four, not four, not compact, compact]
    deck, faces = sheet.choices[:2], sheet.choices[2:]
    assert {c.style.compact for c in deck} == {compact} and {c.style.four_colour for c in faces} == {four}
    assert drawn(sheet).width == 1100


def test_every_choice_looks_different_and_what_is_chosen_is_known_without_colour() -> None:
    same = CardChoice("Deck", Style(), False)
    assert differs(same, same) is None
    for other in (Style(four_colour=False), Style(compact=True)):
        assert differs(same, CardChoice("Deck", other, False)) is not None
    mark = differs(same, CardChoice("Deck", Style(), True))
    assert mark is not None and mark[3] < 60, "a tick, and the name beside it"
    assert {card.suit for card in SHOWN} == {*"SHDC"}


def differs(one: CardChoice, other: CardChoice) -> tuple[int, int, int, int] | None:
    """Where two choices side by side differ plainly when they are drawn, in greys."""
    image = drawn(CardChoices((one, other)), grey=True)
    wide = (image.width - 2 * SIDE - GAP) // 2
    left, right = (image.crop((x + 10, SIDE + 10, x + wide - 10, SIDE + 190)) for x in (SIDE, SIDE + wide + GAP))
    plain = [255 * (grey > 40) for grey in range(256)]  # colours are chosen for the whole picture, pixel by pixel
    return ImageChops.difference(left, right).point(plain).getbbox()
