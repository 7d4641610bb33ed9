"""What somebody's bets have meant in this match, as far as everybody has seen (house-players.md, Poker)."""

from __future__ import annotations

from bot.engine.piles import Seat
from bot.games.parts.habits import Habit
from bot.games.poker.carried_over import PokerView

BOLD, AIR = 0.27, 0.1
"""How often a house player bets or raises when it is its turn after the first street, and with what share of the hands
that it shows then it made nothing."""
ACTS, SHOWN = 30, 10
"""As much counts for somebody's being like that, as if it had been seen so often."""


def believed(view: PokerView, seat: Seat) -> float:
    """How much a bet of this seat says of its hand: 1 for as much as a house player's, nothing of who bets always."""
    habit = _habit(view, seat)
    bold = (habit.bold + ACTS * BOLD) / (habit.acts + ACTS)
    return (1 - bold) / (1 - BOLD)


def honest(view: PokerView, seat: Seat) -> float:
    """1 for as much air as a house player shows or more, and less for who has shown less."""
    habit = _habit(view, seat)
    return min(1.0, (habit.air + SHOWN * AIR) / (habit.shown + SHOWN) / AIR)


def _habit(view: PokerView, seat: Seat) -> Habit:
    habits = view.carried.habits
    return habits[seat] if seat < len(habits) else Habit()
