"""What a deal of Switch tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.facts import Fact, PileName

from .moves import Pending

ASKED: Fact[str] = Fact("asked")
DELAY: Fact[int] = Fact("delay")
DELAY_OPEN: Fact[bool] = Fact("delay open")
DIRECTION: Fact[int] = Fact("direction")
PENDING: Fact[Pending] = Fact("pending")
TURNED = PileName("turned")
