"""What a teaching table remembers of the one person who learns there.

Nothing is at stake at such a table: no clock runs, every move may be taken back, chips come from nowhere and go
nowhere, and nothing of it counts for anybody's record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.offers import Move, verb

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

    def note(self, offered: Iterable[type[Move]], made: type[Move] | None) -> None:
        """Changes the lesson: somebody has moved, when these kinds were offered; if it was the learner, one that they
        have `made`."""
        for names, kinds in ((self.met, offered), (self.made, [made] if made is not None else [])):
            names += [name for kind in kinds if (name := verb(kind)) not in names]


def offered(deal: Deal) -> list[type[Move]]:
    """The kinds of moves for which anybody is waited for now."""
    offers = deal.ask.offers.values() if deal.ask is not None else ()
    return [*dict.fromkeys(o.kind for each in offers for o in each if o and not (o.optional or o.unlisted))]


def options(game: Game) -> Mapping[str, str]:
    """With which a lesson is over soon, as people type them; nobody is asked to cut."""
    length = {game.length: str(DEALS)} if game.length and not game.short else {}
    return {**length, **game.short, "cut": "off"}
