"""What a teaching table remembers of the one person who learns there.

Nothing is at stake at such a table: no clock runs, every move may be taken back, chips come from nowhere and go
nowhere, and nothing of it counts for anybody's record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.engine.game import Game

DEALS = 5
"""How many deals a lesson has of a game that goes on for ever and has no short match."""
LEAST_HOURS = 24
"""No move for this long closes a teaching table, or for longer where the server has it so."""


@dataclass
class Lesson:
    """Of the match that runs, or is over."""

    made: list[str] = field(default_factory=list[str])
    """The kinds of moves that the learner has made, by their verbs."""
    met: list[str] = field(default_factory=list[str])
    """Those that anybody could have made."""


def options(game: Game) -> Mapping[str, str]:
    """With which a lesson is over soon, as people type them; nobody is asked to cut."""
    length = {game.length: str(DEALS)} if game.length and not game.short else {}
    return {**length, **game.short, "cut": "off"}
