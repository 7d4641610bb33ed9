"""What a deal of Canasta tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.facts import Fact, SeatPile
from bot.engine.piles import Seat

ASKED: Fact[Seat] = Fact("asked")
FROZEN: Fact[bool] = Fact("frozen")
MINIMUM: Fact[tuple[int, int]] = Fact("minimum")
MELD = SeatPile("meld {} {}")
RED_THREES = SeatPile("red threes {}")
