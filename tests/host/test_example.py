"""The picture beside the rules: a table of every game, in play."""

from __future__ import annotations

import pytest

from bot.games.catalog import GAMES
from bot.show.messages.alt import alt
from bot.show.pages.example import picture
from card_art import scene as art
from cogs.games import every_word


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_one(slug: str) -> None:
    words = every_word()[slug]
    found = picture(words, words.game.options())
    assert isinstance(found, tuple)
    scene, hand = found
    assert isinstance(scene, art.Scene) and scene.title
    assert "You" in alt(found)
    assert hand is not None or any(s.hand or s.shown or s.hands for s in scene.seats) or scene.board or scene.centre
    assert picture(words, words.game.options()) == found, "it is the same each time"


def test_what_only_names_the_first_farmer_is_no_hand_to_be_played() -> None:
    words = every_word()["farmer"]
    assert "Farmer, Deal 2." in alt(picture(words, words.game.options()))
