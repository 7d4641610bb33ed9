"""What a deal of Twos tells: its facts and its piles."""

from __future__ import annotations

from bot.engine.facts import Fact, PileName
from bot.engine.piles import Seat

OWNER: Fact[Seat] = Fact("owner")
PASSED: Fact[tuple[Seat, ...]] = Fact("passed")
COMBINATION = PileName("combination")
TURNED = PileName("turned")
