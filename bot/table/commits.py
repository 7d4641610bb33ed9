"""How a table is changed: under its lock, one commit for each change, and back to what is stored where that fails.

A change is made in memory, its rows and transfers are committed in one transaction, and only then does anybody see it.
The lock is not held over the commit. If anything fails on the way, the table is read again and the player is told. At
any quiet moment the table in memory is what a restart would make of the records.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from bot.engine.deal import Illegal
from bot.store import Store, StoreError, Trouble, Work, heartbeat, results, tables

from . import play, racks, restore
from .errors import NeedsConfirmation, Rejected
from .open_table import OpenTable
from .state import BETWEEN, CLOSED, DEAL, OVER, PICK

log = logging.getLogger(__name__)

T = TypeVar("T")
_FAULTY = "The deal could not go on and is void; all stacks are as when it began."
_FAILED = "Something went wrong at this table; nothing has changed. Please try again."
_TAKEN_BACK = "The last move could not be stored and is taken back; please look again."


class Change(Protocol):
    """One change of a table: what everybody may see of it, and who has caused it. Made while the table is locked, for
    the table goes on in memory while the change is on its way to the records."""

    async def publish(self) -> None:
        """It is durable, and everybody sees it."""
        ...


RETRY_MS, LATEST_RETRY_MS = 5000, 30_000
"""How soon it is tried again to store what the records did not take, and how late at most: each time takes twice as
long."""


@dataclass(frozen=True)
class Unstored:
    """The store does not take a change of a table. Times are ms in which the bot has run."""

    why: str
    """In a sentence."""
    since: int
    tries: int
    """How many times it has failed."""
    tried_at: int
    shown: bool = False
    """Whether everybody sees by now how the table stands."""

    @property
    def again_at(self) -> int:
        """When it is worth trying again."""
        return self.tried_at + min(RETRY_MS << min(self.tries - 1, 10), LATEST_RETRY_MS)

    def then(self, at: int) -> Unstored:
        """After one more failure."""
        return replace(self, tries=self.tries + 1, tried_at=at)


class Commits:
    """The changes of one table, on their way to the records and to everybody's eyes."""

    def __init__(self, table: OpenTable, store: Store, change: Callable[[bool], Change]) -> None:
        """`change` says what may be shown of the table as it is now; it is told whether the player who has caused the
        change is answered with it."""
        self.table = table
        """The table in memory. Once it is read again, it is another one."""
        self._store, self._change = store, change
        self.lock = asyncio.Lock()
        self.wake = asyncio.Event()
        """Set whenever the table's clock must look again."""
        self.moved = asyncio.Event()
        """Set with the next change that is stored, and then another one."""
        self.faults = 0
        """Changes in a row that have failed by an error of the program."""
        self.trouble: Unstored | None = None
        """The records take nothing of this table. Until they do, a pause for that reason is in memory alone."""
        self.held = False
        """The table stands still because the records took nothing; it goes on automatically when they do."""
        self._flying: set[asyncio.Future[None]] = set()
        """Commits under way."""
        self._failed = 0
        """How many commits have failed."""
        self._lost = False
        """What is in memory is not what is stored, and is to be read again before anything else."""
        self._beside: set[asyncio.Task[object]] = set()
        """Changes on their way to the records and to the screen, whatever becomes of the person who asked for them."""
        self._between: dict[str, object] | None = None
        """The table as JSON, as the last change has left it: until the next one it stays so. None if that is not
        known."""

    @asynccontextmanager
    async def changing(self, *, shown: bool = True, asked: bool = True) -> AsyncGenerator[tuple[OpenTable, Work]]:
        """Change the table under its lock; commit; publish, if it is to be `shown`. If anything fails on the way, the
        table is as stored, and Rejected or Illegal says so to the asker. A caller who stops waiting stops nothing: a
        change that was made is published or taken back. Unless it was `asked` for, nobody is answered with it."""
        work, refusal, finishing = Work(), None, None
        async with self.lock:
            table, outage = await self._take_up()
            failed = self._failed
            try:
                try:
                    yield table, work
                except (Illegal, Rejected, NeedsConfirmation) as no:
                    refusal, finishing = no, await self._broken_off(work, outage)
                else:
                    finishing = self._commit(work, outage, shown=shown, asked=asked)
            except Rejected:  # the records cannot be read
                raise
            except Exception:
                log.exception("table %s: a change failed", table.id)
                self.faults += 1
                await self.reload()
            except BaseException:  # it was stopped in the middle
                self._lost = True
                raise
        outcome = await asyncio.shield(finishing) if finishing is not None else None
        if refusal is not None:
            await self._stands(failed)
            raise refusal
        if finishing is None or outcome is not None:
            await self._after_fault()
            raise outcome or Rejected(_FAILED)

    async def _take_up(self) -> tuple[OpenTable, int]:
        """The table as it is stored, for the next change, and the ms of an outage that it has not accounted for before.
        Needs the lock. Raises Rejected if it is closed, or the store cannot be read."""
        if self._lost:
            await self.reload()
        table = self.table
        if table.phase == CLOSED:
            raise Rejected("This table is closed.")
        table.time.look()
        outage = table.catch_up()
        if outage or self._between is None:
            self._between = table.as_json()
        return table, outage

    async def _broken_off(self, work: Work, outage: int) -> asyncio.Task[Rejected | None] | None:
        """A change that is refused never happened, whatever it has done by then; what timers owed before it, and an
        outage, are stored all the same. Needs the lock. Raises Rejected if the store cannot be read."""
        table = self.table
        timers_played = table.deal is not None and len(table.deal.rows) > table.logged
        if work.steps or (not timers_played and table.as_json() != self._between):
            await self.reload()
            return None
        if timers_played:
            play.log_rows(table, work)
        return self._commit(work, outage, asked=False) if timers_played or outage else None

    async def store_again(self) -> int:
        """What the records did not take is stored, and a table that stood still for it goes on, if it is time to try
        that. Returns in how many ms it is to be tried again; 0 once it is done."""
        if self.trouble is not None and (wait := self.trouble.again_at - self.table.time.running()) > 0:
            return wait
        try:
            async with self.changing() as (table, _):
                if self.held:
                    table.go_on()
        except Rejected:
            if self.trouble is None:
                raise
            return self.trouble.again_at - self.table.time.running()
        return 0

    def _commit(self, work: Work, outage: int, *, asked: bool, shown: bool = True) -> asyncio.Task[Rejected | None]:
        """The table as it is now goes to the records, and when it is there to everybody. Needs the lock."""
        table = self.table
        if table.deal is not None and table.for_chips:
            racks.tell(table, table.deal)
        table.version += 1
        self.held = self.held and table.paused is not None
        self._between = table.as_json()
        stored, due = table.stored(self._between), table.due()
        work.do(tables.save_table, stored).do(tables.set_deadline, table.id, due)
        if outage < 0:  # the wall clock was set back: the room's last beat would seem to be later than this
            work.do(heartbeat.beat, self._store.cluster, table.time.now())
        change = self._change(asked) if shown else None
        landed = asyncio.get_running_loop().create_future()
        self._flying.add(landed)
        return self._aside(self._finish(work, landed, change))

    def _aside(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)
        return task

    async def _finish(self, work: Work, landed: asyncio.Future[None], change: Change | None) -> Rejected | None:
        """Store a change, and publish it or take it back. Returns the answer to the asker if it failed."""
        failure: Rejected | None = None
        try:
            await self._store.commit(work)
            if self.trouble is not None:
                log.info("table %s: the records take it again", self.table.id)
            self.faults, self.trouble = 0, None
            await self._look_up_results()
        except BaseException as error:
            self._lost, self._failed = True, self._failed + 1
            if not isinstance(error, Exception):
                raise
            failure = self._failure(error)
        finally:
            self._flying.discard(landed)
            landed.set_result(None)
        self.wake.set()
        if failure is not None:
            with suppress(Rejected):  # it is tried again with the next change
                await self._recover()
            return failure
        self.moved.set()
        self.moved = asyncio.Event()
        if change is not None:
            await self._publish(change)
        return None

    async def _look_up_results(self) -> None:
        """What a match that has just been stored has done to people's records: known from here on, and part of what
        is shown of its end."""
        table = self.table
        match = table.match_id
        if table.counted is not None or not match or table.phase not in (CLOSED, OVER, PICK):
            return
        try:
            found = await self._store.read(results.counted, match)
        except StoreError as trouble:
            log.warning("table %s: what its match counts for is not known: %s", table.id, trouble)
            return
        if not found:  # an earlier change has landed: the match's end is on its way still
            return
        if table.match_id == match and table.phase in (CLOSED, OVER, PICK):  # nobody has begun another one since
            table.counted = found

    def _failure(self, error: Exception) -> Rejected:
        """Why a commit failed, for the asker."""
        if isinstance(error, Trouble):
            now = self.table.time.running()
            if self.trouble is None:
                log.error("table %s: not stored, and tried again until it is: %s", self.table.id, error)
                self.trouble = Unstored(str(error), now, 1, now)
            else:
                self.trouble = self.trouble.then(now)
        elif not isinstance(error, StoreError):  # otherwise the asker reads why it cannot be
            log.error("table %s: a commit failed", self.table.id, exc_info=error)
            self.faults += 1
        no = Rejected(str(error) if isinstance(error, StoreError) else _FAILED)
        no.__cause__ = error
        return no

    @property
    def quiet(self) -> bool:
        """Whether the table in memory is the stored one, but for a pause that the records did not take."""
        return not (self._flying or self._lost)

    async def settled(self) -> None:
        """Until everything that the table in memory holds is durable, or has been taken back: what is shown of it
        besides the snapshots of its changes waits for this, and is made before anything else is awaited.

        Raises Rejected if the records cannot be read.
        """
        while not self.quiet:
            if self._flying:
                await asyncio.wait({*self._flying})
            else:
                await self._recover()

    @asynccontextmanager
    async def judging(self) -> AsyncGenerator[None]:
        """What is refused in here is refused because of what is stored: a refusal tells something of the table, too."""
        failed = self._failed
        try:
            yield
        except (Illegal, Rejected, NeedsConfirmation):
            await self._stands(failed)
            raise

    async def _stands(self, failed: int) -> None:
        """Raises Rejected if the table as it was at this count of failed commits has been taken back."""
        await self.settled()
        if self._failed != failed:
            raise Rejected(_TAKEN_BACK)

    async def _recover(self) -> None:
        """The table is as stored again. Raises Rejected if the store cannot be read."""
        async with self.lock:
            if self._lost:
                await self.reload()

    async def _publish(self, change: Change) -> None:
        try:
            await change.publish()
        except Exception:  # the change is durable, whatever becomes of its picture
            log.exception("table %s: a change could not be shown", self.table.id)

    async def _after_fault(self) -> None:
        """A deal that fails, and fails again when it has been rebuilt, is void; the players are told."""
        if self.faults < 2 or self.table.deal is None:
            return
        self.faults = -1000  # whatever happens from here on, it is not tried again
        async with self.changing(asked=False) as (table, work):
            play.void_deal(table, work)
            table.paused = table.paused or _FAULTY
            table.stopped_at = table.stopped_at or table.time.now()

    async def reload(self) -> None:
        """Back to what is stored, once all changes that are under way have come to their end, and published. Where the
        records could not be written at all, the table stands still until they can. Needs the lock.

        Raises Rejected if the store cannot be read; the next call that needs the table tries it again.
        """
        self._lost = True
        if self._flying:
            await asyncio.wait({*self._flying})
        try:
            table = self.table = await restore.read_again(self.table, self._store)
        except StoreError as trouble:
            raise Rejected(str(trouble)) from trouble
        self.held, self._between = False, None
        if self.trouble is not None and table.phase in (DEAL, BETWEEN, PICK) and not table.paused:
            table.paused, table.stopped_at, self.held = self.trouble.why, self.trouble.since + table.lag.ms, True
        self._lost = False
        self.wake.set()
        if not table.version or (self.trouble is not None and self.trouble.shown):
            return  # it was never stored, and there is nothing to be shown; or that it stands still is shown already
        if self.trouble is not None:
            self.trouble = replace(self.trouble, shown=True)
        try:
            self._aside(self._publish(self._change(False)))
        except Exception:
            log.exception("table %s: it could not be shown as it is stored", self.table.id)
