"""Which four cards of six count the most, over all starters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from bot.engine.cards import Card, deck

from .counting import count


def average(kept: Sequence[Card], held: Sequence[Card]) -> float:
    """What four cards count on average, over every starter that is not among the six that were held."""
    starters = [c for c in deck() if c not in held]
    return sum(count(kept, starter) for starter in starters) / len(starters)


def lay_away(held: Sequence[Card]) -> tuple[Card, ...]:
    """The two cards of six without which the others count the most on average."""
    ways = combinations(sorted(held), 2)
    return max(ways, key=lambda away: average([c for c in held if c not in away], held))
