"""`/games`: the games, one mood at a time, and each game alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, get_args

from bot.engine.game import USUAL, Game
from bot.engine.options import read_over
from bot.table.settings import Settings
from card_art.scene import Gallery, Style, Tile

from ..controls.components import Button, Control, Menu, Option, Rows, in_rows
from ..controls.control_id import button_id, menu_id
from ..messages.alt import alt
from ..messages.page import MessageContent
from ..words import played
from ..words.game import Mood, Words
from ..words.sentences import one_of, times
from ..words.verbs import ButtonStyle
from . import example

DESK = "games"
"""In the table's place of the ids of these controls."""
NO_TABLES = "-# Tables stand in a server's channels: use `/games` there to play."
WHOLE_MATCHES = "-# Minutes are for a whole match: with house players, and among people."
MOST_IN_MENU = 25
ON_A_PAGE = 6
"""Two rows of three: Discord shows pictures no higher than 350, and with three rows a desk would show the words smaller
than a phone does."""


class Kind(NamedTuple):
    """A mood in words."""

    label: str
    line: str


MOODS: Mapping[Mood, Kind] = {
    "tricks": Kind("Tricks", "card against card, and what yours takes"),
    "counting": Kind("Counting and pegging", "points for what your cards add up to"),
    "betting": Kind("Poker and betting", "bluff, bet against the pot, or beat the dealer"),
    "rummy": Kind("Rummy", "draw, throw away, and collect what belongs together"),
    "shedding": Kind("Shedding", "be the first without cards"),
    "quick": Kind("Quick", "a few minutes are enough"),
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
    """How long a usual match takes, "15–30 min"; where it has no end of its own, how long a deal."""
    return words.takes(words.game.options())


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
            Tile(w.game.slug, w.game.title, (players(w.game), minutes(w)), counts(w), _sentence(w))
            for w in found[page]
        ), f"{page + 1} of {len(found)}" if len(found) > 1 else "",
    )  # fmt: skip
    text = f"**{label}** · choose a game to see more of it, or another mood.\n{WHOLE_MATCHES}"
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
        Option(w.game.title, Found(w, mood).arg, description=f"{_sentence(w)}."[:100]) for w in games[:MOST_IN_MENU]
    )  # fmt: skip
    return Menu(menu_id(DESK, 0, "@game"), "Choose a game", options)


def one(found: Found, settings: Settings, style: Style, *, playable: bool) -> MessageContent:
    """One game: its table at play, how long its match is, and what opens one; that only if one may be opened
    (`playable`)."""
    words, game = found.words, found.words.game
    picture = example.at_play(words, style)
    lines = [
        f"**{game.title}** · {players(game)} · {counts(words)}",
        f"{_sentence(words)}.",
        _match(words, options_of(found, settings)),
    ]
    lines += _table(found, settings)
    lines.append(f"-# `/{game.slug}` opens a table with options of your own." if playable else NO_TABLES)
    rows = _rows(found, settings, playable=playable)
    return MessageContent("\n".join(lines), picture, f"An example. {alt(picture)}"[:1024], rows)


def _table(found: Found, settings: Settings) -> list[str]:
    """What is played at a table of this game here, where that is more than the lines above say."""
    words, options = found.words, options_of(found, settings)
    chips = getattr(options, "buy_in", None) or settings.buy_in if words.game.for_chips(options) else None
    more = played.parts(words, options, chips, seats=False, length=False)
    return [f"A table: {' · '.join(more)}."] if len(more) > 1 else []


def options_of(found: Found, settings: Settings) -> object:
    """The options of a match of this length, as this server has the others."""
    game = found.words.game
    return read_over(game.options, settings.defaults.get(game.slug, {}), found.given)


def _match(words: Words, options: object) -> str:
    """How long a match is, and how long that takes, as a sentence."""
    length, goes_on = words.game.length_of(options), words.goes_on(options)
    if not goes_on:
        return f"As many {_several_deals(words)} as you like, {words.takes(options)}."
    match = f"A match {'goes' if goes_on.startswith(('to ', 'until ')) else 'is'} {goes_on}"
    if length is None or length.minutes is None:
        return f"{match}, {words.takes(options)}."
    alone, people = length.minutes
    time = f"{people} min" if alone == people else f"{alone} min with house players, {people} min among people"
    return f"{match}: {time}."


def _several_deals(words: Words) -> str:
    return times(2, words.deal).partition(" ")[2]


def _rows(found: Found, settings: Settings, *, playable: bool) -> Rows:
    def button(verb: str, label: str, style: ButtonStyle = "secondary") -> Control:
        return Button(button_id(DESK, 0, verb, found.arg), label, style)

    opens = [button("@play", "Play now", "primary"), button("@open", "Open a table"), button("@learn", "Learn it")]
    opens = opens if playable else []
    lengths = _lengths(found, settings) if playable else []
    return in_rows([*opens, button("@rules", "Rules"), button("@back", "Back"), *lengths])


def _lengths(found: Found, settings: Settings) -> list[Control]:
    """How long a match is to be, before a table opens; nothing if there is no choice."""
    words, options = found.words, list[Option]()
    for name in words.game.lengths:
        made = options_of(found._replace(length=name), settings)
        label = f"{words.takes(made)} · {words.goes_on(made) or f'as many {_several_deals(words)} as you like'}"
        if all(label != known.label for known in options):
            options.append(Option(label, name, name == found.length, "The usual match." if name == USUAL else ""))
    if len(options) == 1:
        return []
    return [Menu(menu_id(DESK, 0, "@length", found.arg), "How long a match is", tuple(options))]


class Found(NamedTuple):
    """What a control is about: a game, the mood in which it was found, and how long its match is to be."""

    words: Words
    mood: Mood
    length: str = USUAL

    @property
    def arg(self) -> str:
        """In a control's id."""
        end = "" if self.length == USUAL else f".{self.length}"
        return f"{self.words.game.slug}.{self.mood}{end}"

    @property
    def given(self) -> Mapping[str, str]:
        """The options of a match of this length, as they are typed."""
        return self.words.game.lengths[self.length].options


def read_arg(words: Mapping[str, Words], arg: str) -> Found | None:
    """What a control is about; None for what is no game any more. Of a length that is none any more, the usual."""
    slug, mood, length = (*arg.split("."), "", "")[:3]
    if slug not in words:
        return None
    return Found(words[slug], read_mood(mood), length if length in words[slug].game.lengths else USUAL)


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
