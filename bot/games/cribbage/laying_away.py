"""Which four cards of six count the most, over all starters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from bot.engine.cards import Card, deck

from .counting import count


def average(kept: Sequence[Card], held: Sequence[Card]) -> float:
    """What four cards count on average, over every starter that is not among the six that were held."""
    counts = _counts(kept, held)
    return sum(counts) / len(counts)


def at_least(kept: Sequence[Card], held: Sequence[Card]) -> int:
    """What four cards count whichever of these starters is turned."""
    return min(_counts(kept, held))


def _counts(kept: Sequence[Card], held: Sequence[Card]) -> list[int]:
    return [count(kept, starter) for starter in deck() if starter not in held]


def lay_away(held: Sequence[Card]) -> tuple[Card, ...]:
    """The two cards of six without which the others count the most on average."""
    ways = combinations(sorted(held), 2)
    return max(ways, key=lambda away: average([c for c in held if c not in away], held))
