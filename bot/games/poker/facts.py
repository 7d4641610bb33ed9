"""What a deal of Poker tells: its facts and its piles."""

from __future__ import annotations

from typing import NamedTuple

from bot.engine.amounts import Amount
from bot.engine.facts import Fact, PileName, SeatFact, SeatPile
from bot.engine.piles import Seat


class Round(NamedTuple):
    """A betting round."""

    number: int
    """Of this hand, from 1."""
    able: tuple[Seat, ...]
    """Who may still bet."""


FOLDS_AHEAD: SeatFact[bool] = SeatFact("ahead {}")
ADD_ON: Fact[Amount] = Fact("add-on")
"""What everybody who is in a freezeout is asked to buy."""
ALL_UP: Fact[bool] = Fact("all up")
BETS: Fact[Round] = Fact("bets")
"""The round that is on, from rules 3 on; nothing between rounds."""
ASKED: Fact[str] = Fact("asked")
"""What is asked between rounds of betting, in a word: discard, draw, pass, turn, buy, pay, declare; from rules 3 on."""
BOMB_NEXT: Fact[bool] = Fact("bomb next")
BEATEN: Fact[frozenset[Seat]] = Fact("beaten")
BROKE: Fact[frozenset[Seat]] = Fact("broke")
"""Who is asked whether they buy more chips for a freezeout, and has not answered."""
CHIP_DEAL: Fact[tuple[tuple[Seat, int], ...]] = Fact("deal by chips")
"""What everybody would get by the deal that they are asked about, the largest stack first."""
DREW: SeatFact[tuple[int, ...]] = SeatFact("drew {}")
RUN_TWICE: Fact[frozenset[Seat]] = Fact("run twice")
STAKES: Fact[tuple[Amount, Amount, Amount]] = Fact("stakes")
CHIP: Fact[Amount] = Fact("chip")
"""The smallest in play; a yellow if nothing is said."""
STREET: Fact[int] = Fact("street")
WILD: Fact[tuple[int, ...]] = Fact("wild")
BOARD = PileName("board")
BOARD_2 = PileName("board 2")
GHOST = PileName("ghost")
RABBIT = PileName("rabbit")
RUN = SeatPile("run {}")
UP = SeatPile("up {}")
