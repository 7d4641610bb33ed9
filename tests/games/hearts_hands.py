"""Hands of Hearts that its tests lay out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.deal import Deal
from bot.engine.state import opening
from bot.games.hearts import (
    HEARTS,
    HandScored,
)

from .table import dealt, told, trick

HOLD = 3
"""This many hands are over: this one is played without passing."""


def hand(
    hands: dict[int, str],
    *,
    number: int = HOLD,
    scores: tuple[int, ...] = (0, 0, 0, 0),
    dealer: int = 3,
    **options: Any,
) -> Deal:
    """A hand of Hearts; the player left of the dealer is dealt to first."""
    return dealt(
        HEARTS, hands, each=13, dealer=dealer, state=replace(opening(4), number=number, scores=scores), **options
    )


def points(deal: Deal) -> tuple[int, ...]:
    """What the hand has brought to each seat."""
    (scored,) = told(deal, HandScored)
    return scored.points


MIXED = {
    0: "2C 5C 6C QC KC 2D JD AD 2S JS 2H 3H 4H",
    1: "7C 8C AC 4D KD 5S 6S 7S KS 5H 6H 7H AH",
    2: "4C JC 3D 5D 6D 7D 8D 9D 10D QD 9S 10S KH",
    3: "3C 9C 10C 3S 4S 8S QS AS 8H 9H 10H JH QH",
}
"""Seat 3 has no diamonds."""

SUITED = {
    0: "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
    1: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
    2: "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
    3: "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
}
"""One suit to each seat: seat 2 leads the 2C and takes every trick."""

CLUBLESS = {1: "3D 4D JD 5S 6S QS 2H 3H 4H 5H 6H 7H 8H"}
"""Seat 0 has every club; seat 1 must throw something on the first trick."""

ONE_SHORT = {
    0: "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD AS",
    1: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
    2: "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D",
    3: "2C 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",
}
"""Seat 2 takes all but the last trick, to which it leads the 2D."""


def suited(**how: Any) -> Deal:
    """Seat 2 has taken everything: a moon in the last trick."""
    deal = hand(SUITED, **how)
    for n in range(13):
        trick(deal, " ".join(SUITED[p].split()[n] for p in (2, 3, 0, 1)))
    return deal


def one_short(last: str, thrown: dict[int, str], **how: Any) -> Deal:
    """Seat 2 has all tricks but this last one; before it the others throw their cards away in this order."""
    deal = hand(ONE_SHORT | how.pop("hands", {}), **how)
    trick(deal, "2C " + " ".join(thrown[p].split()[0] for p in (0, 1)) + " AC")
    for n, lead in enumerate(["KC", "QC", "JC", "10C", "9C", "8C", "7C", "6C", "5C", "4C", "3C"], 1):
        trick(deal, f"{lead} " + " ".join(thrown[p].split()[n] for p in (3, 0, 1)))
    return trick(deal, last)


THROWN = {
    0: "3D AS 4D 5D 6D 7D 8D 9D 10D JD QD KD",
    1: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH",
    3: "- 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS",
}
