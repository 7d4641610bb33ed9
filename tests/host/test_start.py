"""A start with many open tables: the bot is ready at once, and the tables come back one after the other."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from bot.app import CardRoom
from bot.engine.deal import digest
from bot.host.calls.permissions import invite
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import Store
from bot.table import lobby

from .tables import ANN, BOB, Tables, play_one

MANY = 200


async def test_two_hundred_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_HOSTED", MANY)  # here two people sit at all of them
    async with LocalDiscord(invited=invite().value) as local:
        guild = next(iter(local.world.guilds.values()))
        known: dict[str, tuple[str, int]] = {}
        async with await Store.open(tmp_path / "room.db") as store:
            tables = Tables(store, int(guild["id"]))
            tables.time = round(time.time() * 1000)

            async def opened(n: int) -> None:
                tables.channel = int(local.world.add_channel(guild["id"], f"table-{n}")["id"])
                s = await tables.started("red-dog", ANN, BOB, house_players=2, id=f"t{n}")
                for _ in range(n % 3):
                    await play_one(s, random.Random(n))
                if s.table.deal is not None:
                    known[s.id] = (digest(s.table.deal), len(s.table.deal.rows))

            tables.set["buy_in"] = 400  # two people's grants are enough for all tables
            await asyncio.gather(*map(opened, range(MANY)))
        point_discord_at(local.url)
        bot = CardRoom(tmp_path / "room.db")
        began = time.monotonic()
        task = asyncio.create_task(bot.start("local"))
        try:
            while not bot.is_ready():
                await asyncio.sleep(0.01)
                assert time.monotonic() - began < 60
            back = len(bot.room.sessions)
            while len(bot.room.sessions) < MANY:
                await asyncio.sleep(0.05)
                assert time.monotonic() - began < 120
            assert len(known) > MANY * 0.8
            for id, (mark, rows) in known.items():
                session = bot.room.sessions[id]
                if session.table.deals_begun == 1:  # house players may have moved since
                    deal = session.table.shown
                    assert deal is not None and (len(deal.rows) > rows or digest(deal) == mark)
        finally:
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)
    assert back < MANY / 2, "it is ready without its tables"
