"""The house player of War: it turns its card, and agrees with a player who wants it faster.

See house-players.md, War.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.engine.events import Reason
from bot.engine.offers import Move, Offer
from bot.games.war import TURNS_AHEAD, Forward, Play, WarView

from .advice import Advice


class Chance(Reason, says="chance decides everything here"):
    pass


class TheyWish(Reason, says="the other has pressed for it"):
    pass


def choose(view: WarView, may: Mapping[type[Move], Offer], rng: random.Random) -> Advice | None:
    """As far ahead as the other has turned; otherwise one card, if the cards do not turn automatically."""
    ahead = view.fact(TURNS_AHEAD, ("", ""))
    mine, theirs = ahead[view.viewer], ahead[1 - view.viewer]
    if theirs not in ("", "card") and theirs != mine and Forward in may:
        return Advice(Forward(theirs), TheyWish())
    return Advice(Play(), Chance()) if Play in may and view.viewer in view.waits_for else None
