"""What a deal of Canfield tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.facts import Fact, SeatPile

CLOSES: Fact[int] = Fact("closes")
COLUMN = SeatPile("column {} {}")
FOUNDATION = SeatPile("foundation {} {}")
RESERVE_PILE = SeatPile("reserve {}")
STOCK_PILE = SeatPile("stock {}")
WASTE_PILE = SeatPile("waste {}")
