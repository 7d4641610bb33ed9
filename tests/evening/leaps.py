"""Time passes until something is due for a night ahead, and just then something may go wrong."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .evening import Evening

HOUR, DAY = 3600.0, 86_400.0
MOST = 16 * DAY
"""How long nobody does anything in an evening, in seconds, all in all: a series comes again twice meanwhile."""
EARLY = 25.0
"""How long before it people are back, in seconds."""
FATES = ("kill", "kill", "kill", "outage", "break", "lost", "disk", "calls", "shut")


class Leaps:
    """Hours, and in some evenings days, in which hardly anybody does anything."""

    def __init__(self, evening: Evening) -> None:
        self._evening, self._count = evening, 0
        self.over = 0.0
        """How long nobody did anything, in seconds."""

    async def leap(self) -> None:
        """To the next thing that is due, if that is not too long from now."""
        evening = self._evening
        self._count += 1
        key = f"leap {self._count}"
        dice = random.Random(f"{evening.plan.seed} {key}")
        wait = self._wait()
        most = min(9 * DAY, MOST - self.over) if evening.facts.days else 3 * HOUR
        if wait is None or wait > most or evening.left_out(key):
            return
        evening.story.tell(key, f"-- nothing happens for {wait:.0f} s, until something is due for a night")
        if wait > EARLY:
            evening.crowd.go()
            before = evening.loop.now
            await asyncio.sleep(wait - EARLY)
            await evening.awake()
            self.over += evening.loop.now - before
            evening.crowd.return_()
        if dice.random() < evening.facts.fates and not evening.left_out("fates", f"mishap {key}"):
            await self._goes_wrong(f"mishap {key}", dice)

    def _wait(self) -> float | None:
        """How many seconds until the next thing is due; None if nothing is planned."""
        now = evening_ms(self._evening)
        db, soon = self._evening.stored.db, now + 2000
        (at,) = db.execute("SELECT min(at) FROM night_plans WHERE at > ?", (soon,)).fetchone()
        return None if at is None else (at - now) / 1000

    async def _goes_wrong(self, key: str, dice: random.Random) -> None:
        """Something goes wrong around the moment that is due now."""
        evening, wire, what = self._evening, self._evening.wire, dice.choice(FATES)
        due = self._wait()
        if due is None or due > 2 * EARLY:
            return
        await asyncio.sleep(max(0.0, due + dice.uniform(-2, 0)) if what != "kill" else due + dice.uniform(-0.3, 4))
        await evening.awake()
        evening.story.tell(key, f"-- {what}, just when something is due for a night")
        seconds = dice.choice((3.0, 20.0, 90.0))
        match what:
            case "kill":
                evening.kill()
                await asyncio.sleep(dice.choice((0.1, 5.0, 30.0, 400.0, 4000.0)))
                evening.born()
            case "outage":
                await evening.cut_off(dice.choice((2, 20, 300)))
            case "break" | "lost":
                wire.break_off(resume=what == "break")
            case "disk":
                evening.disk.trouble = 1.0
                await asyncio.sleep(seconds)
                evening.disk.trouble = 0.0
            case "calls":
                wire.trouble = 0.3
                await asyncio.sleep(seconds)
                wire.trouble = 0.0
            case _:
                await evening.shut(dice.choice(evening.crowd.places), 2 * seconds)
        await evening.awake()


def evening_ms(evening: Evening) -> int:
    """The time by the bot's clock on the wall, in ms."""
    return int(evening.loop.wall() * 1000)
