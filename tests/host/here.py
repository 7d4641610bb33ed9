"""The real bot on the local Discord, and people who ask it for things: what they read, and what the world is then."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from bot.app import CardRoom
from bot.host.calls.permissions import invite
from bot.local.person import Person
from bot.local.posts import LOADING
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import ALONE, ledger, tables
from bot.table.session import Session

JSON = dict[str, Any]


class Here:
    """A server with the bot in it, as Ana sees it, who owns it."""

    def __init__(self, local: LocalDiscord, bot: CardRoom, ana: Person) -> None:
        self.local, self.bot, self.ana = local, bot, ana
        self.patience = 5.0
        """How many seconds something may take to be drawn and written."""

    @property
    def table(self) -> Session:
        (session,) = self.bot.room.sessions.values()
        return session

    async def asks(self, channel: JSON | str, command: str, /, **options: Any) -> list[str]:
        """What a command is answered, by everything that it says; nothing goes on \"thinking\"."""
        asked = await self.ana.slash(channel, command, **options)

        def said() -> list[JSON]:
            every = [m for room in self.ana.messages.values() for m in room.values()]
            return [m for m in every if (m.get("interaction_metadata") or {}).get("id") == asked.interaction_id]

        def done() -> list[str] | None:
            found = said()
            return [m["content"] for m in found] if found and not any(m["flags"] & LOADING for m in found) else None

        await self.ana.until(done, 30, "an answer")
        await self.quiet()
        told = done() or []
        return [text for text in told if text != "Done."] or told  # so ends "thinking", where the bot was slow

    async def sure(self, channel: JSON | str, command: str, /, **options: Any) -> str:
        """A command that asks first, and is meant: what stands in place of the question then."""
        (asked,) = await self.asks(channel, command, **options)
        every = [m for room in self.ana.messages.values() for m in room.values() if m["content"] == asked]
        await self.ana.press(every[-1], every[-1]["components"][0]["components"][0]["custom_id"])
        await self.quiet()
        return str(self.ana.current(every[-1])["content"])

    async def quiet(self) -> None:
        """Until the bot has nothing to write, or waits to try again, and has said nothing for a while. The emojis that
        it uploads beside, one a second, concern no table."""
        before = -1
        while before != (now := self._calls()):
            before = now
            with suppress(TimeoutError):
                async with asyncio.timeout(self.patience):
                    await self.bot.room.display.idle()
            await asyncio.sleep(0.3)

    def _calls(self) -> int:
        return sum("/emojis" not in call.route for call in self.local.calls)

    def board(self) -> JSON:
        """The table message, as the world has it."""
        return self.local.world.messages[str(self.table.table.posted.message)]

    async def channel(self, name: str, kind: int) -> str:
        """A new channel of this kind; its id."""
        id: str = (await self.ana.post("channels", {"name": name, "type": kind}))["id"]
        await self.ana.until(lambda: self.ana.channels.get(id), 5, "the channel")
        return id

    def thread(self) -> JSON:
        """The only thread."""
        (thread,) = (each for each in self.local.world.channels.values() if "thread_metadata" in each)
        return thread

    def refused(self) -> list[str]:
        """The calls that the bot was not allowed to make."""
        return [f"{call.method} {call.route}" for call in self.local.calls if call.status == 403]

    async def untouched(self) -> None:
        """No table is open, and nobody has paid for one."""
        assert not self.bot.room.sessions and not await self.bot.room.store.read(tables.open_tables, ALONE)
        assert await self.bot.room.store.read(ledger.audit) == []
        assert await self.bot.room.store.read(ledger.balance, int(self.ana.guild["id"]), int(self.ana.id)) in (
            0,
            100_000,
        )


@asynccontextmanager
async def running(folder: Path, invited: int | None = None) -> AsyncIterator[Here]:
    """With the permissions of the invite, unless others are given."""
    async with LocalDiscord(invited=invite().value if invited is None else invited) as local:
        point_discord_at(local.url)
        bot = CardRoom(folder / "room.db")
        task = asyncio.create_task(bot.start("local"))
        try:
            async with Person(local.url, local.secret, "Ana") as ana:
                await ana.bot_online()
                while not bot.is_ready():  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                yield Here(local, bot, ana)
        finally:
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)
        assert local.violations == []


@asynccontextmanager
async def started(local: LocalDiscord, database: Path) -> AsyncIterator[CardRoom]:
    """The bot on these records, ready, and nobody else."""
    bot = CardRoom(database)
    task = asyncio.create_task(bot.start("local"))
    try:
        await eventually(bot.is_ready)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


async def eventually(condition: Callable[[], Any]) -> None:
    """Wait until it is so."""
    end = time.monotonic() + 30
    while not condition():
        await asyncio.sleep(0.01)
        assert time.monotonic() < end
