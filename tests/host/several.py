"""Several card rooms on one database of PostgreSQL and one local Discord, as processes would be."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.app import CardRoom
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import Cluster
from bot.table.session import Session
from tests.host.here import eventually


class Several:
    """The Discord and the rooms that run, by their numbers; and for each of `total` a server of its own with Ana in
    it."""

    def __init__(self, local: LocalDiscord, address: str, folder: Path, total: int) -> None:
        self.local, self.address, self.folder, self.total = local, address, folder, total
        self.rooms: dict[int, CardRoom] = {}
        self._runs: dict[int, tuple[asyncio.Event, asyncio.Task[None]]] = {}
        self.servers: dict[int, int] = {}
        self.ana: Person

    async def invite(self) -> None:
        """The bot is in a server of each cluster."""
        world = self.local.world
        self.servers = {Cluster.of(int(guild), self.total).number: int(guild) for guild in world.guilds}
        while len(self.servers) < self.total:
            await asyncio.sleep(0.001)  # the next one's id tells of the time
            guild = int(world.add_guild("Another", self.ana.id)["id"])
            world.add_channel(str(guild), "lobby")
            self.servers.setdefault(Cluster.of(guild, self.total).number, guild)

    def channel(self, number: int) -> str:
        """The lobby of a cluster's server."""
        guild = str(self.servers[number])
        return next(id for id, each in self.local.world.channels.items()
                    if each.get("guild_id") == guild and each["name"] == "lobby")  # fmt: skip

    def begin(self, number: int, total: int | None = None) -> None:
        """A process begins; it may have to wait for its number."""
        cluster = Cluster(number, total or self.total)
        room = self.rooms[number] = CardRoom(self.address, data=self.folder / str(cluster.number), cluster=cluster)
        end = asyncio.Event()
        self._runs[number] = end, asyncio.create_task(room.run_until(end, "local"))

    async def start(self, *numbers: int, total: int | None = None) -> None:
        """Processes begin, and are ready."""
        for number in numbers:
            self.begin(number, total)
        for number in numbers:
            await eventually(lambda number=number: self.rooms[number].is_ready() or self._runs[number][1].done())
            await eventually(lambda number=number: self.rooms[number].room.uptime.all_back)

    async def stop(self, number: int) -> None:
        """A process is asked to end, and does. Raises what ended it before."""
        end, running = self._runs.pop(number)
        end.set()
        self.rooms.pop(number)
        await running

    async def ended(self, number: int) -> BaseException | None:
        """A process ends: by what."""
        _, running = self._runs.pop(number)
        self.rooms.pop(number)
        await asyncio.wait({running}, timeout=30)
        return running.exception()

    async def table(self, number: int, command: str = "red-dog") -> Session:
        """Ana opens a table in the server of this cluster, and plays."""
        channel = self.channel(number)
        before = {*self.rooms[number].room.sessions}
        await self.ana.slash(channel, command)
        board = await self.ana.message(lambda m: bool(m["components"]), channel=channel)
        await self.ana.press(board, "Play now")
        await eventually(lambda: {*self.rooms[number].room.sessions} - before)
        ((id),) = {*self.rooms[number].room.sessions} - before
        return self.rooms[number].room.sessions[id]


@asynccontextmanager
async def several(address: str, folder: Path, total: int = 2) -> AsyncIterator[Several]:
    """None has been started yet. Discord asks for two connections each, and lets them identify beside each other."""
    async with LocalDiscord() as local:
        point_discord_at(local.url)
        local.gateway.shards, local.gateway.concurrency = 2 * total, 16
        made = Several(local, address, folder, total)
        async with Person(local.url, local.secret, "Ana") as ana:
            made.ana = ana
            await made.invite()
            try:
                yield made
            finally:
                for number in [*made.rooms]:
                    await made.stop(number)
        assert local.violations == []
