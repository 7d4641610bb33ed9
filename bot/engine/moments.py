"""A moment: what has just been turned over, or decided, stands for a while before play goes on.

The clock ends it, with a row of its own: so it is replayed. Nobody who plays a deal without a clock waits for it.
"""

from __future__ import annotations

from typing import Final

from .asks import Ask, Script
from .offers import Move
from .table import DealTable

MOMENT: Final = 1500
"""Milliseconds that one stands."""
BRIEF: Final = 700
"""Milliseconds for each of several in a row, but the last."""


class GoOn(Move):
    """The moment is over; the clock says so."""


_GO_ON: Final = GoOn()


def moment(t: DealTable, ms: int = MOMENT) -> Script:
    """Everybody looks at what lies there now."""
    if t.moments:
        yield Ask({}, (), (t.now + ms, _GO_ON), {}, alone=True)


def stands(ask: Ask | None) -> bool:
    """Whether this is a moment."""
    return ask is not None and ask.alone
