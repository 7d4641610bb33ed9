"""What a deal of Cribbage tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.cards import Card
from bot.engine.facts import Fact, PileName, SeatFact, SeatPile
from bot.engine.piles import Seat

COUNT: Fact[tuple[tuple[Seat, Card], ...]] = Fact("count")
COUNTED: Fact[tuple[Seat, tuple[Card, ...], bool]] = Fact("counted")
AWAY: SeatFact[tuple[Card, ...]] = SeatFact("laid away by {}")
TO_COUNT: Fact[int] = Fact("to count")
"""How many combinations the hand has that the table counts step by step."""
CRIB = PileName("crib")
PLAYED_BY = SeatPile("played by {}")
STARTER = PileName("starter")
