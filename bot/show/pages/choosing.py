"""`/games`: the games, one mood at a time, and each game alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, get_args

from bot.engine.game import Game
from bot.table.settings import Settings
from card_art.scene import Gallery, Style, Tile

from ..controls.components import Button, Control, Menu, Option, Rows, in_rows
from ..controls.control_id import button_id, menu_id
from ..messages.alt import alt
from ..messages.page import MessageContent
from ..words.game import Mood, Words
from ..words.sentences import one_of, times
from ..words.verbs import ButtonStyle
from . import example

DESK = "games"
"""In the table's place of the ids of these controls."""
NO_TABLES = "-# Tables stand in a server's channels: use `/games` there to play."
MOST_IN_MENU = 25
ON_A_PAGE = 6
"""Two rows of three: Discord shows pictures no higher than 350, and with three rows a desk would show the words smaller
than a phone does."""


class Kind(NamedTuple):
    """A mood in words."""

    label: str
    line: str


MOODS: Mapping[Mood, Kind] = {
    "tricks": Kind("Tricks", "card against card: what yours takes, or adds up to"),
    "betting": Kind("Poker and betting", "bluff, bet against the pot, or beat the dealer"),
    "rummy": Kind("Rummy", "draw, throw away, and collect what belongs together"),
    "shedding": Kind("Shedding", "be the first without cards"),
    "quick": Kind("Quick", "a deal takes a few minutes"),
    "alone": Kind("Alone", "nobody else is needed"),
}
FIRST: Mood = "tricks"


def by_mood(words: Mapping[str, Words], settings: Settings) -> dict[Mood, list[Words]]:
    """The games that may be played here, by mood; moods that have none are not there."""
    played = [each for slug, each in words.items() if settings.allows(slug)]
    played.sort(key=lambda each: each.game.title)
    found: dict[Mood, list[Words]] = {mood: [w for w in played if mood in w.moods] for mood in get_args(Mood)}
    return {mood: games for mood, games in found.items() if games}


def players(game: Game) -> str:
    """How many a game is for: "2–7 players", "4, 6 or 8 players"."""
    least, most = game.seats[0], game.seats[-1]
    if game.seats.step > 1:
        return f"{one_of(game.seats)} players"
    return times(least, "player") if least == most else f"{least}–{most} players"


def minutes(words: Words) -> str:
    """How long a deal takes: "5–8 min a hand"."""
    least, most = words.minutes
    return f"{least if least == most else f'{least}–{most}'} min a {words.deal}"


def counts(words: Words) -> str:
    """What it is played for by default: "chips", "points", or neither; and whether it may be for chips."""
    game = words.game
    if game.chips:
        return "chips" if game.for_chips(game.options()) else "chips if you like"
    return "points" if words.point == "point" else "no chips"


def _sentence(words: Words) -> str:
    """What it is, as a sentence without its stop."""
    return f"{words.tagline[:1].upper()}{words.tagline[1:]}"


def several(
    words: Mapping[str, Words], settings: Settings, mood: Mood, page: int = 0, game: str = ""
) -> MessageContent:
    """The games of a mood, with menus of the moods and of these games: a page of them, or that on which a game is.
    Those of another mood, where this one has none."""
    moods = by_mood(words, settings)
    mood = mood if mood in moods else next(iter(moods))
    games, (label, line), found = moods[mood], MOODS[mood], pages(moods[mood])
    page = next((n for n, each in enumerate(found) if game in (w.game.slug for w in each)), page) % len(found)
    picture = Gallery(
        label, line, tuple(
            Tile(w.game.slug, w.game.title, f"{players(w.game)} · {minutes(w)}", counts(w), _sentence(w))
            for w in found[page]
        ), f"{page + 1} of {len(found)}" if len(found) > 1 else "",
    )  # fmt: skip
    text = f"**{label}** · choose a game to see more of it, or another mood."
    controls: list[Control] = [_games(games, mood), _moods(moods, mood)]
    if len(found) > 1:
        after = (page + 1) % len(found)
        some = f"The other {len(found[after])}" if len(found) == 2 else f"The next {len(found[after])}"
        controls.append(Button(button_id(DESK, 0, "@page", f"{mood}.{after}"), some))
    return MessageContent(text, picture, alt(picture, text), in_rows(controls))


def pages(games: list[Words]) -> list[list[Words]]:
    """As many on a picture as fit a screen, and none alone on the last one."""
    found = [games[n : n + ON_A_PAGE] for n in range(0, len(games), ON_A_PAGE)]
    if len(found) > 1 and len(found[-1]) == 1:
        found[-1].insert(0, found[-2].pop())
    return found


def _moods(moods: Mapping[Mood, list[Words]], now: Mood) -> Menu:
    options = tuple(
        Option(f"{MOODS[mood].label} ({len(games)})", mood, mood == now, f"{MOODS[mood].line}.".capitalize())
        for mood, games in moods.items()
    )
    return Menu(menu_id(DESK, 0, "@mood"), "Another mood", options)


def _games(games: list[Words], mood: Mood) -> Menu:
    options = tuple(
        Option(w.game.title, _arg(w, mood), description=f"{_sentence(w)}."[:100]) for w in games[:MOST_IN_MENU]
    )  # fmt: skip
    return Menu(menu_id(DESK, 0, "@game"), "Choose a game", options)


def one(words: Words, mood: Mood, style: Style, *, playable: bool) -> MessageContent:
    """One game: its table at play, and what opens one; that only if one may be opened (`playable`)."""
    game = words.game
    picture = example.at_play(words, style)
    lines = [
        f"**{game.title}** · {players(game)} · {minutes(words)} · {counts(words)}",
        f"{_sentence(words)}.",
    ]
    lines.append(f"-# `/{game.slug}` opens a table with options of your own." if playable else NO_TABLES)
    rows = _rows(words, mood, playable=playable)
    return MessageContent("\n".join(lines), picture, f"An example. {alt(picture)}"[:1024], rows)


def _rows(words: Words, mood: Mood, *, playable: bool) -> Rows:
    def button(verb: str, label: str, style: ButtonStyle = "secondary") -> Control:
        return Button(button_id(DESK, 0, verb, _arg(words, mood)), label, style)

    opens = [button("@play", "Play now", "primary"), button("@open", "Open a table")] if playable else []
    return in_rows([*opens, button("@rules", "Rules"), button("@back", "Back")])


def _arg(words: Words, mood: Mood) -> str:
    """Of a control that is about a game: which, and the mood in which it was found."""
    return f"{words.game.slug}.{mood}"


def read_arg(words: Mapping[str, Words], arg: str) -> tuple[Words, Mood] | None:
    """The same back; None for what is no game any more."""
    slug, _, mood = arg.partition(".")
    return (words[slug], read_mood(mood)) if slug in words else None


def read_page(arg: str) -> tuple[Mood, int]:
    """The mood and the page of a button for more of its games."""
    mood, _, page = arg.partition(".")
    return read_mood(mood), int(page) if page.isdecimal() else 0


def read_mood(text: str) -> Mood:
    """A mood by its name; the first one, for what is none any more."""
    for mood in MOODS:
        if mood == text:
            return mood
    return FIRST
