"""The words and the layout of each game, in a module under the name of its rules."""

from __future__ import annotations

from importlib import import_module

from bot.games.catalog import GAMES
from bot.show.words.game import Words


def every_word() -> dict[str, Words]:
    """The words of every game, by slug and in the order of the slugs. Raises ImportError for a game that has none."""
    return {slug: import_module(f"{__name__}.{GAMES[slug].module}").WORDS for slug in sorted(GAMES)}
