"""What a deal of Cash tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.cards import Card
from bot.engine.facts import Fact, PileName, SeatFact
from bot.engine.piles import Seat

ARMED: SeatFact[Card] = SeatFact("armed {}")
BEGINS: Fact[int] = Fact("begins")
BOARD_NUMBER: Fact[int] = Fact("board number")
COUNT: Fact[int] = Fact("count")
HELD: Fact[tuple[tuple[Seat, Card], ...]] = Fact("held")
KEEPER: Fact[Seat] = Fact("keeper")
MAY_REFRESH: Fact[bool] = Fact("may refresh")
NO_MORE: Fact[frozenset[Seat]] = Fact("no more")
REACHING: SeatFact[Card] = SeatFact("reaching {}")
SIGNAL: SeatFact[str] = SeatFact("signal of {}")
STAGE: Fact[str] = Fact("stage")
BOARD = PileName("board")
CLEARED = PileName("cleared")
