"""A line of the catalog names a game; everything of its own is found under that name, or the card room does not
start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import house
from bot.games.catalog import GAMES, NAMES, game
from cogs.games import every_word

LOST = replace(GAMES["hearts"], slug="lost-game")


def test_a_line_for_each_game() -> None:
    assert [each.module for each in GAMES.values()] == [*NAMES]
    assert all(game(each.slug) is each and game(each.title) is each for each in GAMES.values())


def test_house_players_and_words_stand_under_the_name_of_the_rules() -> None:
    words = every_word()
    assert words.keys() == house.POLICIES.keys() == GAMES.keys()
    for slug, each in GAMES.items():
        assert house.POLICIES[slug].__module__ == f"bot.house.{each.module}"
        assert words[slug].game is each


def test_a_game_without_a_house_player_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"bot\.house\.lost_game"):
        house.policy_of(LOST)


def test_a_game_without_words_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, LOST.slug, LOST)
    with pytest.raises(ModuleNotFoundError, match=r"cogs\.games\.lost_game"):
        every_word()
