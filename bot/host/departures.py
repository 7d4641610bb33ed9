"""Servers that remove the bot: their tables are closed at once, and what is stored about them is erased a month
later."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from bot.store import Store, StoreError, Work, left_servers

log = logging.getLogger(__name__)

KEPT_DAYS = 30
"""How long a server's data waits for the server to come back, in days."""
DAY_MS = 86_400_000
AGAIN_SECONDS = 10
"""How soon the records are asked again that could not be."""
LOOK_SECONDS = 3600.0
_DEALS_AT_ONCE = 200
"""Deals that are erased in one unit, so that nobody's move waits for long."""


class Departures:
    """Which servers have removed the bot."""

    def __init__(self, store: Store, now: Callable[[], int], close_tables: Callable[[int], Awaitable[None]]) -> None:
        """`now` is wall time in ms; `close_tables` closes all of a server's."""
        self._store, self._now, self._close_tables = store, now, close_tables
        self._gone: set[int] = set()
        """Those that are noted."""

    async def look(self, present: Collection[int]) -> None:
        """The bot is in these servers, at a start: some may have removed it, or taken it back, while it was away. Tried
        again until the records take it."""
        say = log.warning
        while True:
            try:
                await self._store.commit(
                    Work().do(left_servers.note_servers, self._store.cluster, present, self._now())
                )
                self._gone = {*await self._store.read(left_servers.left_by, self._store.cluster, 2**62)}
                break
            except StoreError as trouble:
                say("which servers have removed the bot is not known yet: %s", trouble)
            say = log.debug  # it is said once
            await asyncio.sleep(AGAIN_SECONDS)
        for guild in self._gone:
            log.info("server %d has removed the bot: what is kept of it is erased after %d days", guild, KEPT_DAYS)

    async def left(self, guild: int) -> None:
        """A server has removed the bot."""
        self._gone.add(guild)
        await self._store.commit(Work().do(left_servers.note_departure, guild, self._now()))

    async def back(self, guild: int) -> None:
        """The bot is in this server."""
        if guild in self._gone:
            self._gone.discard(guild)
            await self._store.commit(Work().do(left_servers.note_return, guild))

    async def erase(self) -> None:
        """Run for as long as the room is open: erase data that has been kept for long enough."""
        while True:
            try:
                await self._erase_due()
            except StoreError as trouble:
                log.warning("a server is not erased yet: %s", trouble)
            await asyncio.sleep(LOOK_SECONDS)

    async def _erase_due(self) -> None:
        for guild in await self._store.read(
            left_servers.left_by, self._store.cluster, self._now() - KEPT_DAYS * DAY_MS
        ):
            await self._erase(guild)

    async def _erase(self, guild: int) -> None:
        await self._close_tables(guild)
        while deals := await self._store.read(left_servers.deals_of_server, guild, _DEALS_AT_ONCE):
            if guild not in self._gone:  # it has taken the bot back meanwhile
                return
            await self._store.commit(Work().do(left_servers.drop_deals, guild, deals))
        await self._store.commit(Work().do(left_servers.erase_server, guild))
        self._gone.discard(guild)
        log.info("what was kept of server %d is erased", guild)
