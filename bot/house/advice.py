"""What a policy says that can tell why."""

from __future__ import annotations

from typing import NamedTuple

from bot.engine.events import Reason
from bot.engine.offers import Move


class Advice(NamedTuple):
    """A move, and why a house player would make it."""

    move: Move
    why: Reason | None = None
    """None if there is nothing to say of it: it is all that can be done, or a matter of taste."""


class GoesOut(Reason, says="you go out"):
    pass


class HouseEdge(Reason, says="the house has the edge, so the least will do"):
    """The least is wagered."""
