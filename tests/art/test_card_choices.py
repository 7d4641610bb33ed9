"""The picture of `/prefs`: how cards may look, and which of them is chosen."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from bot.show.pages.choices import samples
from card_art import card_choices
from card_art.scene import CardChoice, CardChoices, Style
from card_art.sheets.card_choices import SHOWN


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
    plain = CardChoices((CardChoice("Deck", Style(), False), CardChoice("Deck", Style(), False)))
    left, right = halves(drawn(plain, grey=True))
    assert ImageChops.difference(left, right).getbbox() is None
    for other in (Style(four_colour=False), Style(compact=True)):
        left, right = halves(drawn(CardChoices((plain.choices[0], CardChoice("Deck", other, False)))))
        assert ImageChops.difference(left, right).getbbox() is not None
    chosen = CardChoices((plain.choices[0], CardChoice("Deck", Style(), True)))
    left, right = halves(drawn(chosen, grey=True))
    mark = ImageChops.difference(left, right).crop((0, 0, 200, 60)).point(lambda grey: 255 * (grey > 60))
    assert mark.getbbox() is not None, "a tick, and the name beside it"
    assert {card.suit for card in SHOWN} == {*"SHDC"}


def halves(image: Image.Image) -> tuple[Image.Image, Image.Image]:
    """What stands on the plates of two choices side by side, which are 509 wide."""
    left, right = (image.crop((x + 10, 44, x + 499, 224)) for x in (34, 34 + 509 + 14))
    return left, right
