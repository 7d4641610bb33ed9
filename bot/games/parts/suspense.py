"""What there was before moments: the card that decides came a second after the bet or the call. Deals that were begun
then are played on so."""

from __future__ import annotations

from typing import Final

from bot.engine.asks import Ask, Script
from bot.engine.offers import Move
from bot.engine.table import DealTable

SUSPENSE: Final = 1000
"""Milliseconds."""


class TurnCard(Move):
    """The card is turned; the clock does it."""


def suspense(t: DealTable) -> Script:
    """Everybody holds their breath; not in a deal with moments, where they do so when the card lies there."""
    if not t.moments:
        yield Ask({}, (), (t.now + SUSPENSE, TurnCard()))
