"""Who takes a stack home from a match that goes on comes back with no less for an hour: nobody puts what they have won
out of the others' reach (rules/dealing.md, section 7)."""

from __future__ import annotations

from bot.engine.piles import Seat

from . import money
from .chairs import Left
from .open_table import OpenTable

FOR_MS = 3_600_000


def note(s: OpenTable, seat: Seat) -> None:
    """The owner of this seat gets up. Chips that have not been played with since they came are nobody's winnings."""
    chair = s.chairs[seat]
    if chair.user is None or not s.cash or s.match is None or not chair.hands:
        return
    now = s.time.now()
    s.left = [one for one in s.left if one.until > now and one.user != chair.user]
    if (stack := s.stack_of(seat)) > money.buy_ins(s).least:
        s.left.append(Left(chair.user, stack, now + FOR_MS))


def of(s: OpenTable, user: int) -> Left | None:
    """With how much somebody comes back at least, and until when; None if they bring what they like."""
    if not s.cash:
        return None
    return next((one for one in s.left if one.user == user and one.until > s.time.now()), None)


def said(left: Left, amount: str) -> str:
    """Why somebody brings that amount."""
    return f"You left with {amount}, and come back with no less until <t:{left.until // 1000}:t>"
