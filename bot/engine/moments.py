"""A moment: what has just been turned over, or decided, stands for a while before play goes on.

The clock ends it, or before that somebody at the table who has seen enough, with a row: so it is replayed. Nobody who
plays a deal without a clock waits for it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .asks import Ask, Script
from .offers import Move
from .table import DealTable


class Weight(NamedTuple):
    """How much a moment has to be looked at: how long it stands, in ms."""

    at_first: int
    """In deals of pace 1, which were begun before what decides stood longer than a card."""
    now: int


BRIEF: Final = Weight(700, 700)
"""Each of several in a row, but the last."""
SCORED: Final = Weight(700, 1200)
"""A card that scores, or that all play with, where it is laid."""
CARD: Final = Weight(1500, 1200)
"""A card that is turned, bought or picked up."""
TRICK: Final = Weight(1500, 1500)
"""What ends a turn: a trick, a capture, the outcome of a bet."""
DECISIVE: Final = Weight(1500, 3000)
"""What decides a hand, or is remembered: a showdown, a knock, a moon, a canasta, the last card."""
NEWLY_DECISIVE: Final = Weight(0, 3000)
"""The same, where nothing stood at first."""


class GoOn(Move):
    """The moment is over: the clock says so, or somebody at the table."""


_GO_ON: Final = GoOn()


def lasts(t: DealTable, weight: Weight) -> int:
    """How long a moment of this weight stands in this deal, in ms."""
    return weight.at_first if t.pace == 1 else weight.now


def moment(t: DealTable, weight: Weight, *, since: int | None = None) -> Script:
    """Everybody looks at what lies there now; or has done so since that time, so that less of it is left."""
    until = (t.now if since is None else since) + lasts(t, weight)
    if t.moments and until > t.now:
        yield Ask({}, (), (until, _GO_ON), {}, alone=True, hurried_by=range(t.seats))


def stands(ask: Ask | None) -> bool:
    """Whether this is a moment."""
    return ask is not None and ask.alone
