"""What becomes of nights that are announced: everything that is to be done for them is stored with its time, and done
here when the time has come, also after a restart.

What fails is tried again. What is no longer of use is left out, and what may have been done by an earlier process is
looked for first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from weakref import WeakValueDictionary

from bot.store import Night, Plan, StoreError, Work, guests, nights, planned
from bot.store.nights import EARLY_MS, FEW_MS, HOUR_MS
from bot.store.planned import What
from bot.table.errors import Rejected
from bot.table.names import escaped

from . import announcements, calling, going_on, openings
from .listener import Listener
from .openings import MINUTE_MS, OPENS_FOR_MS, TRIES, opens_at
from .sending import NotSent
from .tools import Tools

log = logging.getLogger(__name__)

LOOKS_SECONDS = 300.0
"""How long nothing is looked for, at most: the wall clock may be set, or the machine may sleep."""
TROUBLE_SECONDS = 30.0
"""How soon the records are tried again."""
AGAIN_MS = 60_000
MOST_TRIES = 60
"""How often something is tried each minute; what is of use until the night begins, each hour from then on."""

_Do = Callable[[Night, Plan], Awaitable[int | None]]
"""Returns when it is to be done again, in ms; None if it is done."""


class _Away(Exception):
    """The server is not there for now; it is looked for again after this number of `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class Planner:
    """Looks after the nights ahead. Events, people, channels and messages are named by Discord's ids."""

    def __init__(self, tools: Tools, offline: Callable[[], bool]) -> None:
        """`offline`: whether Discord is out of reach, so that nothing is begun."""
        self._tools, self._offline = tools, offline
        self._woken = asyncio.Event()
        self.listener = Listener(tools, self.wake)
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._does: Mapping[What, _Do] = {
            "announce": self._announce, "show": self._show, "calendar": self._calendar, "decide": self._decide,
            "day": self._remind, "hour": self._remind, "open": self._open, "call": self._call,
            "few": self._few, "lapse": self._lapse, "ask": self._ask, "next": self._next,
        }  # fmt: skip

    # ---- when ----------------------------------------------------------------------------

    async def run(self) -> None:
        """For ever: what is due is done, the nights beside each other."""
        try:
            while True:
                self._woken.clear()
                wait = await self._looked()
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._woken.wait()
        finally:
            for task in [*self._at_work.values()]:
                task.cancel()

    async def _looked(self) -> float:
        """What is due is begun. Returns in how many seconds there is something to be done again."""
        try:
            if self._offline():
                return LOOKS_SECONDS
            if self.listener.missed:
                await self.listener.catch_up()
            await self.look()
            at = await self._tools.store.read(planned.next_at, self._tools.store.cluster, [*self._at_work])
        except StoreError as trouble:
            log.warning("what is due for nights is not known: %s", trouble)
            return TROUBLE_SECONDS
        except Exception:
            log.exception("what is due for nights failed")
            return TROUBLE_SECONDS
        return LOOKS_SECONDS if at is None else min(max((at - self._tools.now()) / 1000, 0.5), LOOKS_SECONDS)

    def is_at_work(self, night: str) -> bool:
        """Whether something is being done for a night now, perhaps by what was known of it a moment ago."""
        return night in self._at_work

    def wake(self) -> None:
        """Something has been planned."""
        self._woken.set()

    async def look(self) -> None:
        """Begins what is due now; no night waits for another. Raises StoreError."""
        due = await self._tools.store.read(planned.due, self._tools.store.cluster, self._tools.now())
        by: dict[str, list[Plan]] = {}
        for plan in due:
            if plan.night not in self._at_work:
                by.setdefault(plan.night, []).append(plan)
        for night, plans in by.items():
            task = self._at_work[night] = asyncio.create_task(self._do_all(night, plans))
            task.add_done_callback(partial(self._ready, night))

    def _ready(self, night: str, _: asyncio.Task[None]) -> None:
        del self._at_work[night]
        self.wake()

    async def _do_all(self, night: str, plans: list[Plan]) -> None:
        try:
            async with self._locks.setdefault(night, asyncio.Lock()):
                for plan in plans:
                    await self._do(plan)
        except StoreError as trouble:
            log.warning("what is due for night %s is not done yet: %s", night, trouble)
            await asyncio.sleep(TROUBLE_SECONDS)
        except _Away as away:
            await asyncio.sleep(away.seconds)

    async def _do(self, plan: Plan) -> None:
        """One thing that is due, if it still is. Raises StoreError, _Away."""
        store = self._tools.store
        if (await store.read(planned.of_night, plan.night)).get(plan.what) != plan.at:
            return
        record = await store.read(nights.night, plan.night)
        guild = self._tools.client.get_guild(plan.guild)
        if guild is None or guild.unavailable:
            raise _Away(TROUBLE_SECONDS if guild is not None else HOUR_MS / 1000)
        assert record is not None, "what is planned goes with its night"
        again = await self._tried(record, plan)
        work = Work()
        if again is None:
            work.do(planned.done, plan)
        else:
            work.do(planned.put_off, plan, again)
        await store.commit(work)

    async def _tried(self, record: Night, plan: Plan) -> int | None:
        try:
            return await self._does[plan.what](record, plan)
        except NotSent as no:
            log.warning("%s of night %s is not sent: %s", plan.what, plan.night, no)
            if no.for_good:
                return None
        except (Rejected, StoreError) as no:
            log.warning("%s of night %s is not done: %s", plan.what, plan.night, no)
        except Exception:
            log.exception("%s of night %s failed", plan.what, plan.night)
            if plan.tries >= TRIES:
                return None
        if plan.tries < MOST_TRIES:
            return self._tools.now() + AGAIN_MS
        return self._tools.now() + HOUR_MS if plan.what in planned.BEFORE else None

    # ---- what ----------------------------------------------------------------------------

    async def _announce(self, record: Night, plan: Plan) -> int | None:
        if record.status != "announced":
            return None
        await announcements.post(self._tools, record)
        record = await self._tools.store.read(nights.night, record.id) or record
        await self._in_calendar(record)
        await going_on.tell_regulars(self._tools, record)
        return None

    async def _in_calendar(self, record: Night) -> str:
        """The event is made; if Discord does not take it, that is tried again. Returns what is wrong in a sentence, or
        nothing. Raises StoreError."""
        if why := await announcements.follow_in_calendar(self._tools, record):
            again = self._tools.now() + MINUTE_MS
            await self._tools.store.commit(Work().do(planned.plan, record.id, {"calendar": again}))
        made = await self._tools.store.read(nights.night, record.id)
        if record.event is None and made is not None:  # it may have been moved before it was known whose it is
            await self.listener.ask_calendar(made)
        return why

    async def _show(self, record: Night, plan: Plan) -> int | None:
        again, there = None, await announcements.is_up_to_date(self._tools, record)
        if not there:
            again = await announcements.not_before(self._tools, record)
            there = again is not None or await announcements.bring_up_to_date(self._tools, record)
        if not there and record.announcement is not None:
            await self.listener.message_deleted(record.channel, record.announcement)
        if record.status == "announced":
            await calling.follow(self._tools, record)
        elif record.status in ("over", "cancelled"):
            await calling.take_back(self._tools, record, *planned.REMINDERS, "call", "few")
        return again

    async def _calendar(self, record: Night, plan: Plan) -> int | None:
        why = await announcements.follow_in_calendar(self._tools, record)
        return self._tools.now() + MINUTE_MS if why and plan.tries < TRIES else None

    async def _decide(self, record: Night, plan: Plan) -> int | None:
        if record.status == "announced" and record.decides is not None:
            await self.fix(record)
        return None

    async def fix(self, record: Night, starts: int | None = None) -> bool:
        """The best evening is fixed, or this one; returns whether there is one. Raises StoreError."""
        store, now = self._tools.store, self._tools.now()
        best = starts or guests.best(await store.read(guests.votes, record.id), now)
        if best is None:
            await store.commit(Work().do(planned.plan, record.id, {"show": 0}))
            return False
        work = Work().do(guests.fix, record.id, best, now).do(nights.schedule, record.id, now)
        await store.commit(work.do(planned.plan, record.id, {"show": 0, "calendar": 0}))
        self.wake()
        return True

    async def _remind(self, record: Night, plan: Plan) -> int | None:
        if record.status == "announced":
            await calling.remind(self._tools, record, plan.what)
        return None

    async def _open(self, record: Night, plan: Plan) -> int | None:
        store, now = self._tools.store, self._tools.now()
        if record.status != "announced" or record.decides is not None:
            return None
        if now >= record.starts + OPENS_FOR_MS:
            await self._says_why(record, openings.TOO_LATE)
            return None
        settings = await self._tools.settings(record.guild)
        at = opens_at(record, settings.night_opens_minutes)
        if now < at:
            await store.commit(Work().do(planned.plan, record.id, {"open": at}))
            return at
        why = await openings.open_lobby(self._tools, record)
        by_now = await store.read(nights.night, record.id) or record
        if by_now.status != "announced" or by_now.starts != record.starts:
            self.wake()
            return None
        await self._says_why(record, why)
        return now + MINUTE_MS if plan.tries < TRIES else None

    async def _says_why(self, record: Night, why: str) -> None:
        """The announcement says why the table does not open. Raises StoreError."""
        log.warning("the lobby of night %s does not open: %s", record.id, why)
        if record.terms.get("trouble") != why:
            work = Work().do(nights.note, record.id, "trouble", why).do(planned.plan, record.id, {"show": 0})
            await self._tools.store.commit(work)
            self.wake()

    async def _call(self, record: Night, plan: Plan) -> int | None:
        if record.status != "running":
            return None
        if not plan.tries:  # it may have begun late
            begun = max(record.starts, self._tools.now())
            await self._tools.store.commit(Work().do(planned.plan, record.id, {"few": begun + FEW_MS}))
        seated = await self._tools.lobbies.seated(record.id)
        if seated is not None:
            await calling.call(self._tools, record, seated)
        return None

    async def _few(self, record: Night, plan: Plan) -> int | None:
        if record.status != "running":
            return None
        if await self._tools.lobbies.has_begun(record.id):  # nobody is waited for any more
            await calling.take_back(self._tools, record, "few")
        elif self._tools.now() < plan.at + HOUR_MS:
            seated = await self._tools.lobbies.seated(record.id)
            if seated is not None:
                await calling.too_few(self._tools, record, seated)
        return None

    async def _lapse(self, record: Night, plan: Plan) -> int | None:
        if record.status == "announced":
            await self._tools.store.commit(Work().do(nights.cancel_night, record.id, lapsed=True))
            self.wake()
        return None

    async def _ask(self, record: Night, plan: Plan) -> int | None:
        if record.status == "announced":
            await announcements.ask(self._tools, record)
        return None

    async def _next(self, record: Night, plan: Plan) -> int | None:
        settings = await self._tools.settings(record.guild)
        if not settings.night_series:  # until managers allow it again
            return self._tools.now() + EARLY_MS
        if await going_on.go_on(self._tools, record) is not None:
            self.wake()
        return None

    # ---- now --------------------------------------------------------------------------------

    async def announce_now(self, record: Night) -> str:
        """The announcement is sent at once, and the event made. Returns what is wrong in a sentence, or nothing. Raises
        NotSent, StoreError."""
        try:
            async with self._locks.setdefault(record.id, asyncio.Lock()):
                await announcements.post(self._tools, record)
                record = await self._tools.store.read(nights.night, record.id) or record
                why = await self._in_calendar(record)
                await self._tools.store.commit(Work().do(planned.drop, record.id, "announce"))
        finally:
            self.wake()
        return why

    async def show(self, night: str) -> None:
        """The announcement is to say how the night is now. Raises StoreError."""
        await self._tools.store.commit(Work().do(planned.plan, night, {"show": 0}))
        self.wake()

    async def rules_changed(self, guild: int) -> None:
        """This server has other rules for nights now. Raises StoreError."""
        await self._tools.store.commit(Work().do(nights.rules_changed, guild))
        self.wake()

    async def moved_up(self, record: Night, users: Sequence[int]) -> None:
        """A place was free for these people, who waited for one: who has asked for it is told."""
        text = f"A place is free: you are in at **{escaped(record.name)}**, <t:{record.starts // 1000}:F>."
        await calling.tell(self._tools, record, "up", users, text)
