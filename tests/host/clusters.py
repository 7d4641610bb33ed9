"""Two processes of the card room on one database and one local Discord, both in this one: Ana has a server of each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from bot.app import CardRoom
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import Cluster
from bot.table.session import Session
from bot.table.state import DEAL
from tests.host.here import eventually

JSON = dict[str, Any]
TOTAL = 2


class Clusters:
    """The first process hears direct messages; the second one has the server `there`."""

    def __init__(self, local: LocalDiscord, database: str, folder: Path, ana: Person) -> None:
        self.local, self.database, self.folder, self.ana = local, database, folder, ana
        self.bots: dict[int, CardRoom] = {}
        self._running: dict[int, asyncio.Task[None]] = {}
        self.places: list[str] = []
        """A channel in a server of each process, which Ana owns."""

    async def found(self) -> None:
        """The servers, before any of the processes runs."""
        world = self.local.world
        for number in range(TOTAL):
            while True:
                guild = world.add_guild(f"Server of {number}", self.ana.id)["id"]
                if Cluster(number, TOTAL).has(int(guild)):
                    break
                await asyncio.sleep(0.002)  # ids tell milliseconds
            if world.bot_id not in world.members[guild]:
                world.join(guild, world.bot_id)
            self.places.append(world.add_channel(guild, f"cards-{number}")["id"])

    async def start(self, number: int) -> CardRoom:
        bot = CardRoom(self.database, data=self.folder / str(number), cluster=Cluster(number, TOTAL))
        self.bots[number] = bot
        self._running[number] = asyncio.create_task(bot.start("local"))
        await eventually(lambda: bot.is_ready() or self._running[number].done())
        return bot

    async def stop(self, number: int) -> None:
        """It ends, and with it all that it was about to do."""
        await self.bots.pop(number).close()
        running = self._running.pop(number)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    def guild(self, number: int) -> int:
        return int(self.local.world.channels[self.places[number]]["guild_id"])

    async def says(self, text: str) -> JSON:
        """What Ana is told with these words."""
        return await self.ana.message(lambda m: text in m["content"])

    async def quiet(self) -> None:
        """Until neither has anything to write."""
        for _ in range(2):
            await asyncio.sleep(0.2)
            for bot in self.bots.values():
                await bot.room.display.idle()

    @property
    def hearer(self) -> CardRoom:
        return self.bots[0]

    @property
    def owner(self) -> CardRoom:
        return self.bots[1]

    def table(self, number: int) -> Session:
        (session,) = self.bots[number].room.sessions.values()
        return session

    async def play(self, number: int, game: str = "red-dog", **options: Any) -> JSON:
        """A table of this process, where Ana plays; her panel in her direct messages."""
        known = {m for room in self.ana.messages.values() for m in room}
        await self.ana.slash(self.places[number], game, **options)
        board = await self.ana.message(lambda m: bool(m["components"]), channel=self.places[number])
        await self.ana.press(board, "Play now")
        await eventually(lambda: self.table(number).table.phase == DEAL)
        where = (await self.ana.dm())["id"]
        return await self.ana.message(
            lambda m: m["channel_id"] == where and m["id"] not in known and bool(m["components"])
        )


@asynccontextmanager
async def clusters(database: str, folder: Path) -> AsyncIterator[Clusters]:
    async with LocalDiscord() as local:
        point_discord_at(local.url)
        async with Person(local.url, local.secret, "Ana") as ana:
            made = Clusters(local, database, folder, ana)
            await made.found()
            try:
                for number in range(TOTAL):
                    await made.start(number)
                await ana.bot_online()
                yield made
            finally:
                for number in [*made.bots]:
                    await made.stop(number)
        assert local.violations == []
