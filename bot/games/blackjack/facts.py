"""What a deal of Blackjack tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.amounts import Amount
from bot.engine.facts import Fact, PileName, SeatFact, SeatPile
from bot.engine.piles import Seat

HANDS: SeatFact[tuple[tuple[int, Amount], ...]] = SeatFact("hands {}")
INSURANCE: SeatFact[Amount] = SeatFact("insurance {}")
TURN: Fact[tuple[Seat, int]] = Fact("turn")
DEALER = PileName("dealer")
HAND_PILE = SeatPile("hand {}.{}")
