"""When somebody who would like to sit down gets a seat."""

from __future__ import annotations

from typing import Literal

from .night_state import MOST_SEATS
from .open_table import OpenTable
from .state import BETWEEN, DEAL

When = Literal["now", "next hand", "next match", "some time"]
"""The last is when a person gets up."""


def seat_for_next(s: OpenTable) -> When:
    """When there is a seat for a player who joins now."""
    return "now" if not s.queue and s.free_chair() is not None else seat_behind(s, len(s.queue))


def seat_behind(s: OpenTable, ahead: int) -> When:
    """When there is a seat for a person who waits behind a number of others."""
    houses = sum(chair.house for chair in s.in_match)
    if not s.closed_to_newcomers and ahead < houses + _leaving(s):
        return "next hand"
    more = MOST_SEATS - len(s.chairs) if s.night is not None else 0
    return "next match" if s.phase in (DEAL, BETWEEN) and ahead < houses + more else "some time"


def _leaving(s: OpenTable) -> int:
    """How many leave a chair after this hand on which somebody else may sit."""
    if s.bound and not s.game.fixed:
        return 0
    return sum(chair.leaving for chair in s.in_match)


def promised(s: OpenTable, user: int) -> str:
    """What somebody in the queue reads: when they get a seat."""
    place = s.place_in_queue(user)
    match seat_behind(s, place - 1):
        case "next hand":
            return "You take a seat when this hand is over, and are told so. **More…** takes it back."
        case "next match":
            return f"You take a seat when this {match_word(s)} is over, and are told so. **More…** takes it back."
        case _:
            return f"The table is full; you are number {place} in the queue for the next seat."


def match_word(s: OpenTable) -> str:
    """What people call the match that runs."""
    return "match" if s.night is None else "game"
