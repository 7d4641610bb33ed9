"""What a deal of Tablanette tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.facts import Fact, PileName, SeatPile
from bot.engine.piles import Seat

BONUS: Fact[tuple[int, ...]] = Fact("bonus")
DEAL: Fact[int] = Fact("deal")
LAST: Fact[Seat | None] = Fact("last")
TABLE = PileName("table")
TAKEN = SeatPile("taken {}")
