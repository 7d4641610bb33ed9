"""Poker hands in the rows of a result."""

from __future__ import annotations

from bot.games.parts.poker_hands import Kind, kind, name

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
