"""From starting the bot to its being ready, with many open tables; and the memory that tables take."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import monotonic

from bot.local.client_rules import Refused
from bot.store import ALONE, Store
from bot.store import tables as stored_tables

from . import Setting, bench
from .press import close_direct_messages
from .processes import CardRoom
from .tables import Table

MEGABYTE = 1e6
MOVES = 8
"""How many moves are made at each table before it is measured: people have passed, and cards lie."""


async def opened(room: CardRoom, pages: AsyncExitStack, first: int, tables: int) -> list[Table]:
    """Hearts tables in channels of their own, in the middle of a deal: one person and three house players at each."""
    found: list[Table] = []
    users = await room.people([f"Player {n + 1}" for n in range(first, first + tables)])
    await close_direct_messages(room.bot.database, users)
    for n, user in enumerate(users, first + 1):
        channel = (await room.post("channels", name=f"table-{n}"))["id"]
        table = Table([await pages.enter_async_context(room.person(user, channel))], channel)
        await table.open("hearts", house=3)
        await table.start()
        await table.hands()
        found.append(table)
    for table in found:
        await table.play()
        await table.play()
    return found


@bench("memory of the bot", unit="MB", aim="≤ 200 with 50 tables, ≤ 0.5 for each further one")
def memory(setting: Setting) -> Mapping[str, float]:
    async def run() -> Mapping[str, float]:
        with tempfile.TemporaryDirectory() as folder:
            async with CardRoom(Path(folder)) as room, AsyncExitStack() as pages:
                await room.bot.start()
                await opened(room, pages, 0, 50)
                few = room.bot.resident / MEGABYTE
                await opened(room, pages, 50, 100)
                many = room.bot.resident / MEGABYTE
                return {"with 50 tables": few, "for each of 100 more": (many - few) / 100}

    return asyncio.run(run())


@bench("start with 200 open tables", unit="s", aim="ready ≤ 3")
def starting(setting: Setting) -> Mapping[str, float]:
    async def run() -> Mapping[str, float]:
        with tempfile.TemporaryDirectory() as folder:
            async with CardRoom(Path(folder)) as room, AsyncExitStack() as pages:
                await room.bot.start()
                tables = await opened(room, pages, 0, 200)
                async with await Store.open(room.bot.database) as store:
                    assert len(await store.read(stored_tables.open_tables, ALONE)) == 200
                ready: list[float] = []
                played: list[float] = []
                for n in range(3):
                    room.bot.kill()
                    began = monotonic()
                    ready.append(await room.bot.start())
                    await _played(tables[-1 - n])
                    played.append(monotonic() - began)
                return {"ready": median(ready), "a table answers": median(played)}

    return asyncio.run(run())


async def _played(table: Table) -> None:
    """Somebody has opened **My hand** at this table."""
    while True:
        try:
            await table.hands()
            return
        except Refused:
            await asyncio.sleep(0.05)
