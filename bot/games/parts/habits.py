"""How everybody at a table has been seen to bet in a match, and what they showed then: what their bets have meant."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.engine.piles import Seat


class Habit(NamedTuple):
    """What one seat has done. Each game says which of its moves and hands count."""

    acts: int = 0
    """Moves in its turn to bet."""
    bold: int = 0
    """Of these, bets and raises."""
    shown: int = 0
    """Hands that it showed after a bet or raise of its own."""
    air: int = 0
    """Of these, those that were worth nothing."""

    def acted(self, *, bold: bool) -> Habit:
        return self._replace(acts=self.acts + 1, bold=self.bold + bold)

    def showed(self, *, air: bool) -> Habit:
        return self._replace(shown=self.shown + 1, air=self.air + air)


def of_all(habits: Sequence[Habit], seats: int) -> list[Habit]:
    """One for every seat; of those of whom nothing is known, an empty one."""
    return [*habits, *[Habit()] * (seats - len(habits))]


def without(habits: Sequence[Habit], fresh: Collection[Seat]) -> tuple[Habit, ...]:
    """Nothing of those in whose chairs somebody else sits."""
    return tuple(Habit() if p in fresh else habit for p, habit in enumerate(habits))
