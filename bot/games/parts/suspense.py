"""The moment between a bet or a call and the card that decides it: the clock turns it."""

from __future__ import annotations

from typing import Final

from bot.engine.asks import Ask, Script
from bot.engine.offers import Move
from bot.engine.table import Table

SUSPENSE: Final = 1000
"""Milliseconds."""


class TurnCard(Move):
    """The card is turned; the clock does it."""


def suspense(t: Table) -> Script:
    """Everybody holds their breath."""
    yield Ask({}, (), (t.now + SUSPENSE, TurnCard()))
