"""Bets of one player against the pot: what may be bet, and the question before somebody bets all of it.

Amounts are hundredths of a white chip. See rules/red-dog.md, rulings 2 to 4; rules/in-between.md, rulings 5 and 6.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.amounts import WHITE, YELLOW, Amount, whites
from bot.engine.buy_in import ChipDealing
from bot.engine.events import Event
from bot.engine.offers import Move, OneOf
from bot.engine.options import amount
from bot.engine.piles import Seat
from bot.engine.table import DealTable


@dataclass(frozen=True)
class Stakes(ChipDealing):
    """What every game says in which each player bets against the pot."""

    min_bet: int = amount(YELLOW, 50, 10_000, "The smallest bet.", said="bets from {}")
    ante: int | None = amount(None, 50, 10_000, "What opens the pot; if not set, the smallest bet, but at least 1.")

    @property
    def stake(self) -> int:
        """The ante that is paid."""
        return self.ante if self.ante is not None else max(self.min_bet, WHITE)


class Bet(Move):
    """Chips against the pot: as many are won from it, or lost to it."""

    amount: Amount


class OutOfChips(Event, says="{seat:is} out of chips."):
    seat: Seat


class TriesPot(Event, says="**{seat:pots} it: {pot}!**"):
    seat: Seat
    pot: Amount


def bet_range(pot: int, stack: int, min_bet: int) -> range:
    """From the minimum to the pot or the stack; either of them below the minimum is the only bet."""
    most = min(pot, stack)
    return range(min(min_bet, most), most + YELLOW, YELLOW)


def bets(pot: int, stack: int, min_bet: int, won: str = "ends the game") -> OneOf:
    """A bet is compulsory; to bet the pot is asked for twice. `won` is what comes of winning all of it."""
    among = bet_range(pot, stack, min_bet)
    why_not = f"Bet between {whites(among[0])} and {whites(among[-1])}."
    if len(among) == 1:
        why_not = f"The only bet is {whites(among[0])}."
    question = f"Bet the whole pot of {whites(pot)}? Winning it {won}, losing doubles it."
    return OneOf(Bet, among, why_not, {pot: question})


def lowest_bet(t: DealTable[Stakes], seat: Seat) -> Bet:
    """What the turn clock bets."""
    return Bet(bet_range(t.chips["pot"], t.chips[seat], t.options.min_bet)[0])
