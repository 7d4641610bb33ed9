"""What the options of every game that is played for chips say about them (rules/dealing.md, sections 2 and 7)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from .amounts import YELLOW, whites
from .cutting import Dealing
from .options import amount, choice, flag

PENNIES = "1c"
"""In a penny game a white chip is one cent; only what chips are called changes."""


@dataclass(frozen=True, kw_only=True)
class ChipDealing(Dealing):
    """A game played for chips has its options on top of these."""

    buy_in: int | None = amount(None, 2000, 100_000, "chips for sitting down; if not set, what the server says")
    auto_rerack: bool = flag(True, "the bank tidies every stack after each deal")
    chip_scale: str = choice("1", PENNIES, help="what a white chip is called: 1, or one cent")

    def said(self, name: str) -> str | None:
        """An option in words for people; None if its name and value do."""
        if name == "chip_scale":
            return "a white chip is one cent" if pennies(self) else ""
        if name == "buy_in":
            return f"buy-in {whites(self.buy_in)}" if self.buy_in is not None else "the server's buy-in"
        if name == "auto_rerack":
            return "" if self.auto_rerack else "stacks lie as play has left them"
        return super().said(name)

    @property
    def smallest_bet(self) -> int:
        """Of chips worth less, a stack is handed out no more than it needs. Hundredths of a white."""
        return getattr(self, "min_bet", YELLOW)


@lru_cache(256)
def pennies(options: Hashable) -> bool:
    """Whether a white is called a cent at a table with these options."""
    return getattr(options, "chip_scale", "1") == PENNIES


def called(amount: int, options: Hashable) -> str:
    """How an amount, in hundredths of a white, is written there: `12½`, or `12½¢`."""
    return whites(amount) + ("¢" if pennies(options) else "")
