"""What `/games` says: every game in some mood, and nothing of it that does not hold."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.engine.game import SHORT, USUAL
from bot.engine.options import read_options
from bot.games.catalog import GAMES
from bot.show.controls.components import Button, Menu
from bot.show.messages.alt import alt
from bot.show.pages import choosing
from bot.show.pages.choosing import Found
from bot.show.words.game import Mood
from bot.table.settings import Settings
from card_art import scene as art
from card_art.scene import Gallery, Style
from card_art.sheets.gallery import FOLDER
from cogs.games import every_word

WORDS = every_word()
ALL = Settings()
MOODS: tuple[Mood, ...] = get_args(Mood)
QUICK = 10
"""How many minutes a match takes at most, between people; where that goes on for ever, a short one."""


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
    usual, short = words.game.lengths[USUAL], words.game.lengths.get(SHORT)
    minutes = usual.minutes or (short.minutes if short is not None else None)
    assert minutes is not None, "a match without an end has a short form"
    assert words.moods and len({*words.moods}) == len(words.moods)
    assert ("alone" in words.moods) == (words.game.seats.start == 1)
    assert ("quick" in words.moods) == (minutes[1] <= QUICK)
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
        for words in (tile.title, *tile.facts, tile.counts, tile.line):
            assert words in said


def test_figures_in_words() -> None:
    told = {slug: (choosing.players(w.game), choosing.minutes(w), choosing.counts(w)) for slug, w in WORDS.items()}
    assert told["hearts"] == ("4 players", "30–60 min", "points")
    assert told["red-dog"] == ("2–10 players", "1–2 min", "chips")
    assert told["cash"][0] == "4, 6 or 8 players" and told["canasta"][0] == "2 or 4 players"
    assert told["canfield"] == ("1–8 players", "15 min", "no chips")
    assert told["poker"][1] == "1 min a hand", "there is no end to it"
    assert told["gin-rummy"][2] == told["backhand"][2] == "chips if you like"


def test_what_a_server_does_not_allow_is_not_there() -> None:
    few = Settings(games=("switch", "hearts", "twos"))
    assert [tile.name for tile in gallery("shedding", few).tiles] == ["switch", "twos"]
    face = choosing.several(WORDS, few, "alone")
    assert isinstance(face.picture, Gallery) and face.picture.title == "Tricks", "nothing here is for one"
    menus = [control for row in face.rows for control in row if isinstance(control, Menu)]
    assert [[option.value for option in menu.options] for menu in menus] == [
        ["hearts.tricks", "twos.tricks"],
        ["tricks", "shedding", "quick"],
    ]
    assert [option.label for option in menus[1].options] == ["Tricks (2)", "Shedding (2)", "Quick (1)"]


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
    war = Found(WORDS["war"], "tricks")
    face = choosing.one(war, ALL, Style(four_colour=False), playable=True)
    assert face.text.startswith("**War** · 2 players · no chips\nTurn your top cards, ")
    assert "\nA match goes until somebody has all the cards: 8 min.\n" in face.text
    assert isinstance(face.picture, art.Scene) and not face.picture.style.four_colour
    assert "Your cards" not in face.alt, "as everybody sees it"
    buttons = [control for row in face.rows for control in row if isinstance(control, Button)]
    assert [b.label for b in buttons] == ["Play now", "Open a table", "Learn it", "Rules", "Back"]
    assert {b.id.rpartition(":")[2] for b in buttons} == {"war.tricks"}
    there = choosing.one(war, ALL, Style(), playable=False)
    assert [b.label for row in there.rows for b in row if isinstance(b, Button)] == ["Rules", "Back"]
    assert choosing.NO_TABLES in there.text and choosing.NO_TABLES not in face.text
    assert choosing.read_arg(WORDS, "war.tricks") == war and war.length == "usual"
    assert choosing.read_arg(WORDS, "war.dreamy") == choosing.read_arg(WORDS, "war.tricks.endless") == war
    assert choosing.read_arg(WORDS, "war.quick.short") == Found(WORDS["war"], "quick", "short")
    assert choosing.read_arg(WORDS, "whist.tricks") is None


def lengths(found: Found, settings: Settings = ALL) -> list[tuple[str, str, bool]]:
    """What the menu of a game's lengths offers: label, value, and whether that is chosen."""
    rows = choosing.one(found, settings, Style(), playable=True).rows
    menus = [control for row in rows for control in row if isinstance(control, Menu)]
    return [(o.label, o.value, o.chosen) for menu in menus for o in menu.options]


def test_how_long_a_match_is_to_be_is_chosen_before() -> None:
    hearts = Found(WORDS["hearts"], "tricks", "short")
    assert lengths(hearts) == [
        ("30–60 min · to 100 points", "usual", False),
        ("15–30 min · to 50 points", "short", True),
    ]
    face = choosing.one(hearts, ALL, Style(), playable=True)
    assert "A match goes to 50 points: 15 min with house players, 30 min among people." in face.text
    ids = [control.id for row in face.rows for control in row]
    assert all(id.endswith(":hearts.tricks.short") for id in ids), "what is pressed next knows it"
    assert lengths(Found(WORDS["red-dog"], "quick")) == [], "it is short as it is"
    assert not [r for r in choosing.one(hearts, ALL, Style(), playable=False).rows if isinstance(r[0], Menu)]
    endless = choosing.one(Found(WORDS["poker"], "betting"), ALL, Style(), playable=True)
    assert "As many hands as you like, 1 min a hand." in endless.text


def test_what_a_server_has_set_is_the_usual_there() -> None:
    longer, fifty = (Settings(defaults={"hearts": {"limit": limit}}) for limit in ("75", "50"))
    hearts = Found(WORDS["hearts"], "tricks")
    assert lengths(hearts, longer)[0] == ("3–6 min a hand · to 75 points", "usual", True)
    assert "A match goes to 75 points, 3–6 min a hand." in choosing.one(hearts, longer, Style(), playable=True).text
    assert lengths(hearts, fifty) == [], "there is no other"


@pytest.mark.parametrize("slug", GAMES)
def test_each_length_is_of_the_games_options_and_known_by_them(slug: str) -> None:
    game = GAMES[slug]
    assert next(iter(game.lengths)) == USUAL and not game.lengths[USUAL].options
    for length in game.lengths.values():
        assert game.length_of(read_options(game.options, length.options)) == length
