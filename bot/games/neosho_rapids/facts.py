"""What a deal of Neosho Rapids tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.cards import Card
from bot.engine.facts import Fact
from bot.engine.piles import Seat

CHAIN: Fact[tuple[Seat, Card | None, tuple[Card, ...]]] = Fact("chain")
OUT: Fact[Seat] = Fact("out")
ROUND: Fact[int] = Fact("round")
