"""Poker hands in the rows of a result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from bot.engine.cards import Card, high
from bot.games.parts.poker_hands import Kind, best_five, kind, name

_BY_HIGHEST = {Kind.FLUSH: "Flush", Kind.STRAIGHT: "Straight", Kind.STRAIGHT_FLUSH: "Straight flush"}


def in_two(strength: int) -> tuple[str, str]:
    """What a hand is called, and what it is made of: ("Full house", "kings over nines"), ("Flush", "ace high")."""
    called = name(strength)
    if short := _BY_HIGHEST.get(kind(strength)):
        if called.startswith("royal"):
            return "Royal flush", "straight to the ace"
        highest = called.split("-")[0] if kind(strength) == Kind.FLUSH else called.split()[-1]
        return short, f"{highest} high"
    first, _, rest = called.partition(", ")
    return first.capitalize(), rest


def laid_out(hand: Collection[Card], wild: int | None = None) -> tuple[Card, ...]:
    """A hand as people spread it for others: the five that count and then the rest; wild cards, the largest groups, and
    from the highest down."""
    held = tuple(hand)
    five = best_five(held, wild)
    times = Counter(c.rank for c in five)
    return tuple(sorted(held, key=lambda c: (c not in five, c.rank != wild, -times[c.rank], -high(c), c.suit)))
