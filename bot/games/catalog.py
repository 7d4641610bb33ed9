"""The games of the house, a line each."""

from __future__ import annotations

from importlib import import_module

from bot.engine.game import Game
from bot.engine.quoting import quoted

NAMES = (
    "hearts",
    "red_dog",
    "three_five_seven",
    "blackjack",
    "canfield",
    "cash",
    "knock_poker",
    "seven_twenty_seven",
    "backhand",
    "in_between",
    "farmer",
    "gin_rummy",
    "cribbage",
    "canasta",
    "jubilee",
    "neosho_rapids",
    "war",
    "tablanette",
    "twos",
    "switch",
    "jenny_jenny",
    "poker",
)
"""Under its name a game has its rules (`HEARTS` in `bot.games.hearts`), its house player (`choose` in
`bot.house.hearts`) and its words (`WORDS` in `cogs.games.hearts`)."""


def _rules(name: str) -> Game:
    return getattr(import_module(f".{name}", __package__), name.upper())


GAMES: dict[str, Game] = {game.slug: game for game in map(_rules, NAMES)}
"""By slug, in the order in which they are listed."""

_NAMES = {name: g for g in GAMES.values() for name in (g.slug, *g.aliases)}


def game(name: str) -> Game:
    """The game of this slug, or of another name that people have for it.

    Raises LookupError; the text is the sentence that a player reads.
    """
    found = _NAMES.get(name.strip().lower().replace(" ", "-").replace("_", "-"))
    if found is None:
        raise LookupError(f"There is no game {quoted(name)}; there are: {', '.join(GAMES)}.")
    return found
