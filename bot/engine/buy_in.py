"""What the options of every game that is played for chips say about them (rules/dealing.md, sections 2 and 7)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .amounts import WHITE, YELLOW, whites
from .cutting import Dealing
from .options import amount, choice, flag

PENNIES = "1c"
"""In a penny game a white chip is one cent; only what chips are called changes."""


class BuyIns(NamedTuple):
    """What sitting down costs, in hundredths of a white chip."""

    least: int
    usual: int
    """For a player who names no amount."""
    most: int


@dataclass(frozen=True, kw_only=True)
class ChipDealing(Dealing):
    """A game played for chips has its options on top of these."""

    buy_in: int | None = amount(None, 2000, 100_000, "chips for sitting down; if not set, what the server says")
    least_buy_in: int | None = amount(
        None, WHITE, 2_000_000, "A match that goes on: the least to sit down with.", later=True
    )
    most_buy_in: int | None = amount(
        None, WHITE, 2_000_000, "A match that goes on: the most to sit down with.", later=True
    )
    auto_rerack: bool = flag(True, "the bank tidies every stack after each deal")
    chip_scale: str = choice("1", PENNIES, help="what a white chip is called: 1, or one cent")

    def said(self, name: str) -> str | None:
        """An option in words for people; None if its name and value do."""
        if name == "chip_scale":
            return "a white chip is one cent" if pennies(self) else ""
        if name == "buy_in":
            return f"buy-in {called(self.buy_in, self)}" if self.buy_in is not None else "the server's buy-in"
        if name in ("least_buy_in", "most_buy_in"):
            value, how = getattr(self, name), "at least" if name == "least_buy_in" else "at most"
            return "" if value is None else f"{how} {called(value, self)} to sit down with"
        if name == "auto_rerack":
            return "" if self.auto_rerack else "stacks lie as play has left them"
        return super().said(name)

    def check_buy_in(self) -> str | None:
        """What is wrong with what people may bring, in a sentence; None if nothing is."""
        least, usual, most = self.least_buy_in, self.buy_in, self.most_buy_in
        if None not in (least, most) and (least or 0) > (most or 0):
            return "The least buy-in cannot be above the most."
        if usual is not None and not (least or usual) <= usual <= (most or usual):
            return "The usual buy-in lies between the least and the most."
        return None

    def buy_ins(self, servers: int) -> BuyIns:
        """From what to what people bring to a match that goes on (rules/dealing.md, section 7), on a server whose
        buy-in is this much. The usual buy-in always lies between."""
        usual = self.buy_in or servers
        usual = min(max(usual, self.least_buy_in or usual), self.most_buy_in or 10**9)
        least, most = self._usual_bounds(usual)
        return BuyIns(self.least_buy_in or min(usual, least), usual, self.most_buy_in or max(usual, most))

    def _usual_bounds(self, usual: int) -> tuple[int, int]:
        """The least and the most where the options do not say."""
        return max(WHITE, usual // 2 // WHITE * WHITE), 2 * usual

    @property
    def smallest_chip(self) -> int:
        """What people bring to an open match is whole chips of this worth. Hundredths of a white."""
        return YELLOW

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
