"""What people do to nights on Discord besides pressing our buttons: in its calendar, and with our messages.

It is told by Discord, and asked for after a start or an outage, in which nothing was told.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine

from bot.store import Night, Refused, StoreError, Work, guests, nights, planned

from ..calls import calendar
from . import sending
from .tools import Tools

log = logging.getLogger(__name__)


class Listener:
    """Notes what Discord tells of nights. Events, people, channels and messages are named by Discord's ids."""

    def __init__(self, tools: Tools, wake: Callable[[], None]) -> None:
        """`wake`: something has been planned."""
        self._tools, self._wake = tools, wake
        self.missed = False
        """Whether the records did not take something that was told: it is to be asked for."""

    async def event_moved(self, event: int, starts: int) -> None:
        """An event in the calendar begins then, in ms: perhaps as before, for something else about it has changed."""
        await self._heard(self._moved(event, starts))

    async def _moved(self, event: int, starts: int) -> None:
        store = self._tools.store
        record = await store.read(nights.by_event, event)
        if record is None or record.starts // 1000 == starts // 1000:
            return
        if "calendar" in await store.read(planned.of_night, record.id):  # what we have to tell there is newer
            return
        guild = self._tools.client.get_guild(record.guild)
        now = await calendar.state(guild, event) if guild is not None else None
        if isinstance(now, int):  # we may have moved it again meanwhile
            starts = now
        if record.starts // 1000 != starts // 1000:
            await store.commit(Work().do(nights.move, record.id, starts, self._tools.now()))
            self._wake()

    async def event_cancelled(self, event: int) -> None:
        """An event in the calendar is cancelled: with it the night."""
        await self._heard(self._cancelled(event))

    async def _cancelled(self, event: int) -> None:
        store = self._tools.store
        if (record := await store.read(nights.by_event, event)) is not None:
            await store.commit(Work().do(nights.cancel_night, record.id))
            self._wake()

    async def event_deleted(self, event: int) -> None:
        """An event is no longer in the calendar: the night stays, and its host is asked."""
        await self._heard(self._lost(Work().do(nights.lost_event, event, self._tools.now())))

    async def message_deleted(self, channel: int, message: int) -> None:
        """A message is gone, perhaps one that announces a night: the night stays, and its host is asked."""
        if await self._tools.store.read(nights.by_announcement, channel, message) is not None:
            await self._heard(self._lost(Work().do(nights.lost_announcement, channel, message, self._tools.now())))

    async def _lost(self, work: Work) -> None:
        await self._tools.store.commit(work)
        self._wake()

    async def interested(self, event: int, user: int, yes: bool) -> None:
        """Somebody has pressed **Interested** in the calendar, or has taken it back."""
        await self._heard(self._interested(event, user, yes))

    async def _interested(self, event: int, user: int, yes: bool) -> None:
        store, me = self._tools.store, self._tools.client.user
        record = await store.read(nights.by_event, event)
        if record is not None and (me is None or user != me.id):
            work = Work().do(guests.interested, event, user, self._tools.now(), yes=yes)
            await store.commit(work.do(planned.plan, record.id, {"show": 0}))
            self._wake()

    async def _heard(self, what: Coroutine[object, None, None]) -> None:
        """Something that Discord has told; what the records do not take now is asked for later."""
        try:
            await what
        except Refused as no:
            log.info("what Discord has told of a night changes nothing: %s", no)
        except StoreError as trouble:
            log.warning("what Discord has told of a night is not noted yet: %s", trouble)
            self.missed = True

    async def catch_up(self, server: int | None = None) -> None:
        """After a start, or after an outage of this server: which announcements are still there, what has become of the
        events in the calendar, and who is interested in them by now."""
        if server is None:
            self.missed = False
        await self._heard(self._ask_about_all(server))

    async def _ask_about_all(self, server: int | None) -> None:
        for record in await self._tools.store.read(nights.announced):
            if server in (None, record.guild):
                await self._ask_about(record)
        self._wake()

    async def _ask_about(self, record: Night) -> None:
        """What has become of a night's announcement and event while nobody has told us. Raises StoreError."""
        store, me, guild = self._tools.store, self._tools.client.user, self._tools.client.get_guild(record.guild)
        if guild is None or guild.unavailable:
            return
        message = record.announcement
        if message is not None and not await sending.is_there(self._tools, record.channel, message):
            await self.message_deleted(record.channel, message)
        if not await self.ask_calendar(record) or record.event is None:
            return
        users = await calendar.interested(guild, record.event)
        if users is not None:
            others = [user for user in users if me is None or user != me.id]
            before = await self._tools.guests(record)
            await store.commit(Work().do(guests.subscribers, record.event, others, self._tools.now()))
            if await self._tools.guests(record) != before:
                await store.commit(Work().do(planned.plan, record.id, {"show": 0}))
                self._wake()

    async def ask_calendar(self, record: Night) -> bool:
        """What has become of a night's event while nobody has told us. Returns whether it stands."""
        guild = self._tools.client.get_guild(record.guild)
        if guild is None or record.event is None:
            return False
        match await calendar.state(guild, record.event):
            case "gone":
                await self.event_deleted(record.event)
            case "cancelled":
                await self.event_cancelled(record.event)
            case int() as starts:
                if starts // 1000 != record.starts // 1000:
                    await self.event_moved(record.event, starts)
                return True
            case None:
                pass
        return False
