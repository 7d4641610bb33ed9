"""What a deal of Poker tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.amounts import Amount
from bot.engine.facts import Fact, PileName, SeatFact, SeatPile
from bot.engine.piles import Seat

FOLDS_AHEAD: SeatFact[bool] = SeatFact("ahead {}")
ALL_UP: Fact[bool] = Fact("all up")
BEATEN: Fact[frozenset[Seat]] = Fact("beaten")
DREW: SeatFact[tuple[int, ...]] = SeatFact("drew {}")
RUN_TWICE: Fact[frozenset[Seat]] = Fact("run twice")
STAKES: Fact[tuple[Amount, Amount, Amount]] = Fact("stakes")
STREET: Fact[int] = Fact("street")
WILD: Fact[tuple[int, ...]] = Fact("wild")
BOARD = PileName("board")
BOARD_2 = PileName("board 2")
GHOST = PileName("ghost")
RUN = SeatPile("run {}")
UP = SeatPile("up {}")
