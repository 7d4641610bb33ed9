"""Since when the room is open and when it was not: its beat, the gateway, and what both mean to the tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from bot.store import Store, StoreError, Work, heartbeat
from bot.table.session import Session
from bot.table.timekeeper import Timekeeper

from .messages.channels import Spawn
from .messages.display import Display

log = logging.getLogger(__name__)

BEAT_SECONDS = 10
"""How often the room notes that it is open."""


class Uptime:
    """Notices outages, and notes uptime; tables after an outage get their time back."""

    def __init__(self, store: Store, time: Timekeeper, sessions: Mapping[str, Session], display: Display,
                 spawn: Spawn) -> None:  # fmt: skip
        self._store, self._time, self._sessions, self._display, self._spawn = store, time, sessions, display, spawn
        self._told = self._lags()
        """The lag of each connection's tables that they have been woken and shown with."""
        self._noted: dict[int, int] | None = None
        """The lags that all tables had stored when the last beat was noted."""
        self.unnoted = False
        """Whether the last beat could not be noted: that is said once."""
        self.all_back = False
        """Whether every table that was open at the start has been restored."""
        time.on_outage = lambda: spawn(self._after_outage())

    async def beat(self) -> None:
        """Run for as long as the room is open."""
        while True:
            self._time.beat(BEAT_SECONDS)
            if not self._time.offline:
                self._spawn(self._note_beat())  # however long that takes, the next beat comes in time
            await asyncio.sleep(BEAT_SECONDS)

    async def _note_beat(self) -> None:
        """Note that the room is open, but not before every table is back and has stored what the last outage means to
        it: after a kill it is the outage since the last beat that counts."""
        if not self.all_back:
            return
        at, lags = self._time.now(), self._lags()
        if lags != self._noted:
            sessions = [*self._sessions.values()]
            for session in sessions:
                await session.commits.settled()
            if self._lags() != lags:
                return
        if any(
            session.table.behind for session in self._sessions.values()
        ):  # one whose server is away is, until it is back
            return
        try:
            await self._store.commit(Work().do(heartbeat.beat, self._store.cluster, at))
        except StoreError as trouble:
            if not self.unnoted:
                log.warning("the records take nothing, and beats go unnoted until they do: %s", trouble)
            self.unnoted = True
            return
        if self.unnoted:
            log.info("the records take the beats again")
        self._noted, self.unnoted = lags, False

    def _lags(self) -> dict[int, int]:
        """By how many ms the tables of each connection are behind that is there."""
        return {n: shard.lag for n, shard in enumerate(self._time.shards) if not shard.lost}

    def gateway_lost(self, shard: int = 0) -> None:
        """Nobody can press anything in the servers that are heard by this connection, so no clock runs there."""
        self._time.gateway_lost(shard)

    async def gateway_back(self, shard: int = 0) -> None:
        """The clocks run on where they stood still."""
        self._time.gateway_back(shard)
        await self._after_outage(shard)

    def server_lost(self, server: int) -> None:
        """Discord has an outage of this server: the clocks of its tables stand still, and those of others run on."""
        self._time.of(server).leave()

    async def server_back(self, server: int) -> None:
        """The clocks of its tables run on where they stood still."""
        if (time := self._time.of(server)).lost:
            time.come_back()
            sessions = [s for s in self._sessions.values() if s.table.guild == server]
            await self._catch_up(sessions, sessions)

    async def _after_outage(self, shard: int | None = None) -> None:
        """Every table's clock accounts for it at once, and then the tables are shown one after the other: those of one
        connection, or all of them."""
        lags = {n: lag for n, lag in self._lags().items() if shard in (None, n)}
        noticed = {n for n, lag in lags.items() if lag != self._told.get(n)}
        self._told |= lags
        sessions = [s for s in self._sessions.values() if self._time.shard(s.table.guild) in lags]
        await self._catch_up(sessions, [s for s in sessions if self._time.shard(s.table.guild) in noticed])

    async def _catch_up(self, sessions: Sequence[Session], shown: Sequence[Session]) -> None:
        for session in sessions:
            session.commits.wake.set()
        for session in shown:
            if not session.table.time.lost:  # that server's tables are shown when it is back, too
                await self._display.show_again(session)
