"""One table: its seats, its match, its log and its money. Knows no Discord; what is shown goes out as snapshots.

A move is checked and applied in memory, its rows and transfers are committed in one transaction, and only then does
anybody see it. If anything fails on the way, the deal is rebuilt from the journal and the player is told. At any quiet
moment the table in memory is what a restart would make of the records.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from bot.engine.cutting import LetDealerCut
from bot.engine.deal import Deal, Illegal
from bot.engine.moments import stands
from bot.engine.offers import Move, Naming
from bot.engine.piles import Seat
from bot.store import Store, StoreError, Trouble, Work, heartbeat, tables

from . import play, racks
from .errors import NeedsConfirmation, Rejected
from .prefs import Prefs
from .settings import Settings
from .state import BETWEEN, CLOSED, DEAL, PICK, OpenTable, TableState
from .timekeeper import Timekeeper

log = logging.getLogger(__name__)

T = TypeVar("T")
_SEAT = re.compile(r"\{(\d+)\}")
LONGEST_MOMENT = 5.0
"""Seconds that a press waits for the end of several moments in a row."""
OLDEST_PRESS_MS = 10_000
"""A press that seems to be older was stamped by a clock that does not agree with ours: it counts from its arrival."""
_FAULTY = "The deal could not go on and is void; all stacks are as when it began."
_FAILED = "Something went wrong at this table; nothing has changed. Please try again."
_TAKEN_BACK = "The last move could not be stored and is taken back; please look again."


class Change(Protocol):
    """One change of a table: what everybody may see of it, and who has caused it. Made while the table is locked, for
    the table goes on in memory while the change is on its way to the records."""

    async def publish(self) -> None:
        """It is durable, and everybody sees it."""
        ...


class Outlet(Protocol):
    """Whoever carries tables to their people: the one way out."""

    @property
    def prefs(self) -> Mapping[int, Prefs]:
        """What people have chosen for themselves."""
        ...

    def change(self, session: Session, *, asked: bool) -> Change:
        """The table has been changed, and is still locked. `asked`: whoever has caused it is answered with it."""
        ...

    def seated(self, session: Session, user: int) -> None:
        """Somebody has sat down."""
        ...

    def turned_away(self, session: Session, user: int, why: str) -> None:
        """Somebody who was in the queue cannot sit down, for this reason, and waits no more."""
        ...

    def remind(self, session: Session, seat: Seat) -> None:
        """Somebody has been waited for a while."""
        ...


@dataclass
class Services:
    """What every table shares."""

    store: Store
    time: Timekeeper
    outlet: Outlet
    settings: Callable[[int], Awaitable[Settings]]
    restore: Callable[[Session], Awaitable[None]]
    """Makes a table what the store says it is."""
    missed: Callable[[Session, int], None]
    """Told whose time has run out: they may have left for good."""
    late: float = 0.0
    """How late clocks have been woken lately, in ms: more than a little where there is more to do than time for it."""
    last_beat: int = 0
    """When the process before this one was last known to be running, in ms of wall time."""


RETRY_MS, LATEST_RETRY_MS = 5000, 30_000
"""How soon it is tried again to store what the records did not take, and how late at most: each time takes twice as
long."""


@dataclass(frozen=True)
class Unstored:
    """The records do not take what is to be stored of a table. Times are ms in which the bot has run."""

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


class Session(OpenTable):
    """A table in memory. Everything that changes it holds `lock`; the lock is not held over the commit."""

    def __init__(self, services: Services, state: TableState, settings: Settings, lag_found: int | None = None) -> None:
        super().__init__(state, services.time.of(state.guild), settings, lag_found)
        self.services = services
        self.lock = asyncio.Lock()
        self.wake = asyncio.Event()
        """Set whenever the table's clock must look again."""
        self.moved = asyncio.Event()
        """Set with the next change that is stored, and then another one."""
        self.touched: dict[int, int] = {}
        """When each person has last done anything at the table, in ms of wall time: they need no word that it is their
        turn."""
        self.faults = 0
        """Changes in a row that have failed by an error of the program."""
        self.trouble: Unstored | None = None
        """The records take nothing of this table. Until they do, a pause for that reason is in memory alone."""
        self.held = False
        """The table stands still because the records took nothing; it goes on by itself when they do."""
        self._flying: set[asyncio.Future[None]] = set()
        """Commits under way."""
        self._failed = 0
        """How many commits have failed."""
        self._lost = False
        """What is in memory is not what is stored, and is to be read again before anything else."""
        self._beside: set[asyncio.Task[Any]] = set()
        """Changes on their way to the records and to the screen, whatever becomes of whoever asked for them."""

    # ---- moves ---------------------------------------------------------------------------

    async def act(self, seat: Seat, move: Move, *, drawn: int | None = None, pressed: int = 0,
                  human: bool = True, sure: bool = True) -> None:  # fmt: skip
        """Make a seat's move, and see it published.

        Raises Illegal or Rejected with the sentence that the player reads, NeedsConfirmation where a second press is
        wanted and `sure` is false.
        """
        if human:
            await self.back(seat)
        async with self.changing(
            asked=not self.game.real_time
        ) as work:  # without turns it is answered by what it leads to
            deal = self.playable()
            if not sure:
                for offer in deal.offers(seat):
                    if offer.kind is type(move) and not offer.refusal(move) and (question := offer.confirm(move)):
                        raise NeedsConfirmation(question)
            at = self.now()
            try:
                made = pressed - self.stood_still
                deal.submit(seat, move, at, made if at - OLDEST_PRESS_MS <= made <= at else at, drawn)
            except Illegal as why:
                raise Illegal(self.named(why.args[0])) from None
            if human:  # only now: a move that is refused changes nothing
                self.idle_since = self.time.now()
            else:
                self.house_rows = len(deal.rows)
            play.log_rows(self, work)

    def named(self, text: str) -> str:
        """A refusal as it is read: of the rules' own sentences, those that name seats name whoever sits there."""
        if not isinstance(text, Naming):
            return text
        return _SEAT.sub(lambda found: self.chairs[int(found[1])].said, text)

    async def lapse(self, seat: Seat) -> None:
        """The turn clock has run out for this seat."""
        async with self.changing() as work:
            if self.phase != DEAL or self.paused or not self.deal:
                return
            rows = self.deal.lapse(seat, self.now())
            if any(r.lapsed and not isinstance(r.move, LetDealerCut) for r in rows):  # nobody has to cut
                chair = self.chairs[seat]
                chair.lapses += 1
                if chair.lapses >= 2 and chair.user is not None and not chair.leaving:
                    chair.stand_in = True
            play.log_rows(self, work)

    async def tick(self) -> None:
        """Timers of the game that are due."""
        async with self.changing() as work:
            if self.phase == DEAL and not self.paused and self.deal:
                self.deal.tick(self.now())
                play.log_rows(self, work)

    def playable(self) -> Deal:
        """The deal in which moves are made now. Raises Rejected or Illegal where there is none."""
        if self.phase == CLOSED:
            raise Rejected("This table is closed.")
        if self.paused:
            raise Rejected(f"The table is paused: {self.paused}")
        deal = self.deal
        if deal is None or self.phase != DEAL:
            raise Illegal("No cards are in play at this table now.")
        return deal

    def touch(self, user: int) -> None:
        """This person is doing something at the table."""
        self.touched[user] = self.time.now()

    async def moment_over(self, user: int, meant: str | None) -> None:
        """Whoever presses while something stands, before play goes on, is heard when that is over, and judged by what
        is then; at once where the move that is `meant`, by its verb, is what may be made meanwhile."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_MOMENT):
                while self._stands_before(meant) and self.seat_of(user) is not None:
                    await self.moved.wait()

    def _stands_before(self, meant: str | None) -> bool:
        """Whether something stands, and such a move must wait for its end."""
        ask = self.deal.ask if self.phase == DEAL and self.deal else None
        return ask is not None and stands(ask) and not (meant and ask.offers_any(meant))

    async def back(self, seat: Seat) -> None:
        """Whoever sits here has pressed something: a house player gives the seat back, and lapses are forgotten."""
        chair = self.chairs[seat]
        if chair.stand_in or chair.lapses:
            async with self.changing(asked=False):
                chair = self.chairs[seat]
                chair.lapses, chair.stand_in = 0, False
                self.idle_since = self.time.now()

    def go_on(self) -> None:
        super().go_on()
        self.held = False

    async def store_again(self) -> int:
        """What the records did not take is stored, and a table that stood still for it goes on, if it is time to try
        that. Returns in how many ms it is to be tried again; 0 once it is done."""
        if self.trouble is not None and (wait := self.trouble.again_at - self.time.running()) > 0:
            return wait
        try:
            async with self.changing():
                if self.held:
                    self.go_on()
        except Rejected:
            if self.trouble is None:
                raise
            return self.trouble.again_at - self.time.running()
        return 0

    # ---- changes and their commits -------------------------------------------------------

    @asynccontextmanager
    async def changing(self, *, shown: bool = True, asked: bool = True) -> AsyncIterator[Work]:
        """Change the table under its lock; commit; publish, if it is to be `shown`. If anything fails on the way, the
        table is as stored, and Rejected or Illegal says so to whoever asked. Whoever stops waiting stops nothing: a
        change that was made is published or taken back. Unless it was `asked` for, nobody is answered with it."""
        work, refusal = Work(), None
        finishing: asyncio.Task[Rejected | None] | None = None
        async with self.lock:
            if self._lost:
                await self.reload()
            if self.phase == CLOSED:
                raise Rejected("This table is closed.")
            self.time.look()
            outage = self.catch_up()
            failed, before = self._failed, self.as_json()
            try:
                try:
                    yield work
                except (Illegal, Rejected, NeedsConfirmation) as no:
                    refusal = no
                    if not work.steps and self.deal and len(self.deal.rows) > self.logged:
                        play.log_rows(self, work)  # the timers that were due have played
                        finishing = self._commit(work, outage, asked=False)
                    elif work.steps or self.as_json() != before:
                        await self.reload()  # a change that broke off half-way never happened
                    elif outage:
                        finishing = self._commit(work, outage, asked=False)
                else:
                    finishing = self._commit(work, outage, shown=shown, asked=asked)
            except Exception as fault:
                if isinstance(fault, Rejected):  # the records cannot be read
                    raise
                log.exception("table %s: a change failed", self.id)
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

    def _commit(self, work: Work, outage: int, *, asked: bool, shown: bool = True) -> asyncio.Task[Rejected | None]:
        """The table as it is now goes to the records, and when it is there to everybody. Needs the lock."""
        if self.deal is not None and self.for_chips:
            racks.tell(self, self.deal)
        self.version += 1
        work.do(tables.save_table, self.stored()).do(tables.set_deadline, self.id, self.due())
        if outage < 0:  # the wall clock was set back: the room's last beat would seem to be later than this
            work.do(heartbeat.beat, self.time.now())
        change = self.services.outlet.change(self, asked=asked) if shown else None
        landed = asyncio.get_running_loop().create_future()
        self._flying.add(landed)
        return self._aside(self._finish(work, landed, change))

    def _aside(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)
        return task

    async def _finish(self, work: Work, landed: asyncio.Future[None], change: Change | None) -> Rejected | None:
        """Store a change, and publish it or take it back. Returns what whoever asked for it is told if it failed."""
        failure: Rejected | None = None
        try:
            await self.services.store.commit(work)
            if self.trouble is not None:
                log.info("table %s: the records take it again", self.id)
            self.faults, self.trouble = 0, None
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

    def _failure(self, error: Exception) -> Rejected:
        """What stood in the way of a commit, for whoever asked for it."""
        if isinstance(error, Trouble):
            now = self.time.running()
            if self.trouble is None:
                log.error("table %s: not stored, and tried again until it is: %s", self.id, error)
                self.trouble = Unstored(str(error), now, 1, now)
            else:
                self.trouble = self.trouble.then(now)
        elif not isinstance(error, StoreError):  # else whoever asked reads why it cannot be
            log.error("table %s: a commit failed", self.id, exc_info=error)
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

        Raises Rejected where the records cannot be read.
        """
        while not self.quiet:
            if self._flying:
                await asyncio.wait({*self._flying})
            else:
                await self._recover()

    @asynccontextmanager
    async def judging(self) -> AsyncIterator[None]:
        """What is refused in here is refused because of what is stored: a refusal tells something of the table, too."""
        failed = self._failed
        try:
            yield
        except (Illegal, Rejected, NeedsConfirmation):
            await self._stands(failed)
            raise

    async def _stands(self, failed: int) -> None:
        """Raises Rejected if what the table was when so many commits had failed has been taken back."""
        await self.settled()
        if self._failed != failed:
            raise Rejected(_TAKEN_BACK)

    async def _recover(self) -> None:
        """The table is as stored again. Raises Rejected where the store cannot be read."""
        async with self.lock:
            if self._lost:
                await self.reload()

    async def _publish(self, change: Change) -> None:
        try:
            await change.publish()
        except Exception:  # the change is durable, whatever becomes of its picture
            log.exception("table %s: a change could not be shown", self.id)

    async def _after_fault(self) -> None:
        """A deal that fails, and fails again when it has been rebuilt, is void; the players are told."""
        if self.faults < 2 or self.deal is None:
            return
        self.faults = -1000  # whatever happens from here on, it is not tried again
        async with self.changing(asked=False) as work:
            play.void_deal(self, work)
            self.paused = self.paused or _FAULTY
            self.stopped_at = self.stopped_at or self.time.now()

    async def reload(self) -> None:
        """Back to what is stored, once all changes that are under way have come to their end, and published. Where the
        records could not be written at all, the table stands still until they can. Needs the lock.

        Raises Rejected where the store cannot be read; whoever needs the table next tries it again.
        """
        self._lost = True
        if self._flying:
            await asyncio.wait({*self._flying})
        try:
            await self.services.restore(self)
        except StoreError as trouble:
            raise Rejected(str(trouble)) from trouble
        self.held = False
        if self.trouble is not None and self.phase in (DEAL, BETWEEN, PICK) and not self.paused:
            self.paused, self.stopped_at, self.held = self.trouble.why, self.trouble.since + self.lag.ms, True
        self._lost = False
        self.wake.set()
        if not self.version or (self.trouble is not None and self.trouble.shown):
            return  # it was never stored, and there is nothing to be shown; or that it stands still is shown already
        if self.trouble is not None:
            self.trouble = replace(self.trouble, shown=True)
        try:
            self._aside(self._publish(self.services.outlet.change(self, asked=False)))
        except Exception:
            log.exception("table %s: it could not be shown as it is stored", self.id)
