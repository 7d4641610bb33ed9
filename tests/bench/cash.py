"""Cash: moves through `submit`, and eight people who press for the same cards on the whole bot."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bot.engine.deal import Illegal
from bot.engine.match import Match
from bot.engine.offers import Move, Offer
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.games.cash import CASH
from bot.local.client_rules import Refused, walk
from bot.local.person import Person

from . import Setting, bench
from .press import p99
from .processes import CardRoom
from .tables import Control, Table, control

SECONDS, WINDOW_MS = 20, 300


@bench("random Cash through submit", unit="moves/s", aim="≥ 40,000")
def moves(setting: Setting) -> float:
    """What people do, and what the clock does between."""
    return median(_rate(random.Random(n)) for n in range(9))


def _rate(chance: random.Random) -> float:
    match, rows, spent = Match(CASH, CASH.options(letters=False, cut="off"), opening(4), "bench"), 0, 0.0
    deal = match.begin(match.sealed(chance.randbytes(32)), at=0)
    for seat in range(4):
        ready = _any(deal.offers(seat), chance, "ready")
        assert ready is not None
        deal.submit(seat, ready, 0)
    while deal.ask and rows < 3000:
        seat = chance.randrange(4)
        move, at = _any(deal.offers(seat), chance), deal.table.now + chance.randrange(200)
        if move is None:  # a moment that everybody looks at
            assert deal.ask.timer is not None
            deal.tick(deal.ask.timer[0])
            continue
        start = perf_counter()
        with suppress(Illegal):  # the clock came first
            deal.submit(seat, move, at)
        spent += perf_counter() - start
        rows = len(deal.rows)
    return rows / spent


def _any(offers: Any, chance: random.Random, verb: str = "") -> Move | None:
    standing: list[Offer] = [
        o for o in offers if o and not o.optional and (not verb or o.kind.__name__.lower() == verb)
    ]
    return chance.choice(standing).sample(Stream(chance.randbytes(8), "whim")) if standing else None


@bench("Cash, eight people pressing; a grab is answered after the window:", unit="ms", aim="p99 ≤ 150")
def grabs(setting: Setting) -> Mapping[str, float]:
    """Everybody presses for any card about twice a second. From the local Discord's receiving the press to the answer
    that says what came of it, less the fair window of 300 ms."""
    return asyncio.run(_grabs())


async def _grabs(seconds: int = SECONDS) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        async with CardRoom(Path(folder)) as room, AsyncExitStack() as pages:
            await room.bot.start()
            channel = (await room.post("channels", name="table"))["id"]
            users = await room.people([f"Player {n + 1}" for n in range(8)])
            people = [await pages.enter_async_context(room.person(user, channel)) for user in users]
            table = Table(people, channel, panels=False)
            await table.open("cash", quiet_s=60, grab_gap_ms=0, touch_s=2)
            await asyncio.sleep(9)  # one direct message is opened a second
            await table.start()
            await asyncio.gather(*(_press_when(table, p, "ready") for p in people))
            await people[0].message(lambda m: _grab(m) is not None, 20, channel)
            loop = asyncio.get_running_loop()
            pictures: dict[str, float] = {}
            people[0].listeners.append(lambda t, d: _seen(pictures, t, d, channel, loop.time()))
            until = loop.time() + seconds
            pressed = [i for own in await asyncio.gather(*(_pressing(p, channel, until) for p in people)) for i in own]
            log = await room.get("timings")
            presses = {p["interaction"]: p for p in log["pressed"]}
            took = [(presses[i]["acknowledged"] - presses[i]["received"]) * 1000 for i in pressed if i in presses]
            gaps = [b - a for a, b in pairwise(pictures.values())]
            judged = [ms - WINDOW_MS for ms in took if ms >= WINDOW_MS * 0.9]
            return {
                "presses (count)": len(took), "judged p50": median(judged), "judged p99": p99(judged),
                "judged most": max(judged), "all acknowledged within": max(took),
                "least between two pictures": 1000 * min(gaps), "pictures (count)": len(pictures),
                "calls refused by a limit (count)": len(await room.get("violations")),
            }  # fmt: skip


def _seen(pictures: dict[str, float], t: str, d: Any, channel: str, now: float) -> None:
    """When each picture of the table message was first seen."""
    if t in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and d["channel_id"] == channel and not d["flags"] & 64:
        for picture in d["attachments"]:
            pictures.setdefault(picture["id"], now)


def _grab(message: Any) -> Control | None:
    return control(message, "grab") if not message["flags"] & 64 else None


async def _press_when(table: Table, person: Person, verb: str) -> None:
    message = await person.message(
        lambda m: not m["flags"] & 64 and control(m, verb) is not None, 20, table.channel
    )  # fmt: skip
    found = control(message, verb)
    assert found is not None
    await person.press(message, found.component["custom_id"])


async def _pressing(person: Person, channel: str, until: float) -> list[str]:
    """Any card of the board, again and again; a touched one is let go."""
    chance, made = random.Random(person.id), []
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        await asyncio.sleep(chance.uniform(0.2, 0.8))
        message = await person.message(lambda m: _grab(m) is not None, 20, channel)
        free = [
            c["custom_id"] for c in walk(message["components"])
            if ":grab:" in c.get("custom_id", "") and not c.get("disabled")
        ]  # fmt: skip
        if not free:
            continue
        with suppress(Refused):
            made.append((await person.press(message, chance.choice(free))).interaction_id)
    return made
