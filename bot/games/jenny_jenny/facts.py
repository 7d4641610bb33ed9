"""What a deal of Jenny Jenny tells: its facts and its piles."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.cards import Card
from bot.engine.facts import Fact, SeatPile
from bot.engine.piles import Seat

ASKS: Fact[Mapping[Card, int]] = Fact("asks")
AUCTION: Fact[tuple[Seat, Card]] = Fact("auction")
TURN: Fact[int] = Fact("turn")
PURSE = SeatPile("purse {}")
STALL = SeatPile("stall {}")
