"""What `/games` says: every game in some mood, and nothing of it that does not hold."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.games.catalog import GAMES
from bot.show.controls.components import Button, Menu
from bot.show.messages.alt import alt
from bot.show.pages import choosing
from bot.show.words.game import Mood
from bot.table.settings import Settings
from card_art import scene as art
from card_art.scene import Gallery, Style
from card_art.sheets.gallery import FOLDER
from cogs.games import every_word

WORDS = every_word()
ALL = Settings()
MOODS: tuple[Mood, ...] = get_args(Mood)
QUICK = 8
"""From and to how many minutes, added up: four in the middle."""


def gallery(mood: Mood, settings: Settings = ALL, page: int = 0) -> Gallery:
    picture = choosing.several(WORDS, settings, mood, page).picture
    assert isinstance(picture, Gallery)
    return picture


def test_every_game_is_there_in_some_mood() -> None:
    shown = {tile.name for mood in MOODS for page in range(9) for tile in gallery(mood, page=page).tiles}
    assert shown == {*GAMES}


@pytest.mark.parametrize("slug", GAMES)
def test_a_games_moods_go_with_its_figures(slug: str) -> None:
    words = WORDS[slug]
    least, most = words.minutes
    assert words.moods and 1 <= least <= most and len({*words.moods}) == len(words.moods)
    assert ("alone" in words.moods) == (words.game.seats.start == 1)
    assert ("quick" in words.moods) == (least + most <= QUICK)
    assert "betting" not in words.moods or words.game.chips
    assert (FOLDER / f"{slug}.png").is_file()


@pytest.mark.parametrize("page", [0, 1])
@pytest.mark.parametrize("mood", MOODS)
def test_the_alt_text_says_all_of_the_picture(mood: Mood, page: int) -> None:
    picture = gallery(mood, page=page)
    said = alt(picture)
    assert len(said) < 1024 and not said.endswith("…")
    assert said.startswith(choosing.MOODS[mood].label) and f"{picture.page}: {choosing.MOODS[mood].line}. " in said
    for tile in picture.tiles:
        for words in (tile.title, *tile.facts.split(" · "), tile.counts, tile.line):
            assert words in said


def test_figures_in_words() -> None:
    told = {slug: (choosing.players(w.game), choosing.minutes(w), choosing.counts(w)) for slug, w in WORDS.items()}
    assert told["hearts"] == ("4 players", "5–8 min a hand", "points")
    assert told["red-dog"] == ("2–10 players", "2–4 min a round", "chips")
    assert told["cash"][0] == "4, 6 or 8 players" and told["canasta"][0] == "2 or 4 players"
    assert told["canfield"] == ("1–8 players", "5–15 min a game", "no chips")
    assert told["gin-rummy"][2] == told["backhand"][2] == "chips if you like"


def test_what_a_server_does_not_allow_is_not_there() -> None:
    few = Settings(games=("switch", "hearts", "twos"))
    assert [tile.name for tile in gallery("shedding", few).tiles] == ["switch", "twos"]
    face = choosing.several(WORDS, few, "alone")
    assert isinstance(face.picture, Gallery) and face.picture.title == "Tricks", "nothing here is for one"
    menus = [control for row in face.rows for control in row if isinstance(control, Menu)]
    assert [[option.value for option in menu.options] for menu in menus] == [
        ["hearts.tricks", "twos.tricks"],
        ["tricks", "shedding"],
    ]
    assert [option.label for option in menus[1].options] == ["Tricks (2)", "Shedding (2)"]


def test_more_games_than_a_picture_has_room_for_stand_on_the_next() -> None:
    sizes = {n: [len(page) for page in choosing.pages([WORDS["war"]] * n)] for n in (1, 6, 7, 8, 13)}
    assert sizes == {1: [1], 6: [6], 7: [5, 2], 8: [6, 2], 13: [6, 5, 2]}
    nine = Settings(games=tuple(slug for slug, words in WORDS.items() if "betting" in words.moods)[:9])
    first, other = gallery("betting", nine), gallery("betting", nine, page=1)
    assert (first.page, len(first.tiles), other.page, len(other.tiles)) == ("1 of 2", 6, "2 of 2", 3)
    assert gallery("betting", nine, page=2) == first and gallery("tricks", Settings(games=("hearts", "war"))).page == ""
    face = choosing.several(WORDS, nine, "betting", game=other.tiles[0].name)
    assert face.picture == other, "back to where it was"
    (button,) = (control for row in face.rows for control in row if isinstance(control, Button))
    assert button.label == "The other 6" and choosing.read_page(button.id.rpartition(":")[2]) == ("betting", 0)


def test_a_game_by_itself() -> None:
    face = choosing.one(WORDS["war"], "tricks", Style(four_colour=False), playable=True)
    assert face.text.startswith("**War** · 2 players · 3–10 min a game · no chips\nTurn your top cards, ")
    assert isinstance(face.picture, art.Scene) and not face.picture.style.four_colour
    assert "Your cards" not in face.alt, "as everybody sees it"
    buttons = [control for row in face.rows for control in row if isinstance(control, Button)]
    assert [b.label for b in buttons] == ["Play now", "Open a table", "Rules", "Back"]
    assert {b.id.rpartition(":")[2] for b in buttons} == {"war.tricks"}
    there = choosing.one(WORDS["war"], "tricks", Style(), playable=False)
    assert [b.label for row in there.rows for b in row if isinstance(b, Button)] == ["Rules", "Back"]
    assert choosing.NO_TABLES in there.text and choosing.NO_TABLES not in face.text
    assert choosing.read_arg(WORDS, "war.tricks") == (WORDS["war"], "tricks")
    assert choosing.read_arg(WORDS, "war.dreamy") == (WORDS["war"], "tricks")
    assert choosing.read_arg(WORDS, "whist.tricks") is None
