"""One table: its seats, its match, its log and its money. Knows no Discord; what is shown goes out as snapshots.

A move is checked and applied in memory, its rows and transfers are committed in one transaction, and only then does
anybody see it. If anything fails on the way, the deal is rebuilt from the journal and the player is told. At any quiet
moment the table in memory is what a restart would make of the records.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from bot.engine import codec
from bot.engine.asks import CHOICE, MOVE
from bot.engine.chips import Stack
from bot.engine.cutting import LetDealerCut
from bot.engine.deal import Deal, Illegal, digest
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move, Naming
from bot.engine.piles import Seat
from bot.store import Point, StoreError, Trouble, Work
from bot.store import Row as StoredRow
from bot.store import Table as StoredTable

from . import play, racks, saved
from .chairs import Chair, Gone
from .errors import NeedsConfirmation, No
from .laid import Laid, Told
from .night import MOST_SEATS, Night
from .phases import BETWEEN, CLOSED, DEAL, LOBBY, OVER, PICK
from .services import Services
from .settings import Settings
from .timekeeper import LEAST_LEFT_MS
from .undo import Proposal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

log = logging.getLogger(__name__)

T = TypeVar("T")
_SEAT = re.compile(r"\{(\d+)\}")
OLDEST_PRESS_MS = 10_000
"""A press that seems to be older was stamped by a clock that does not agree with ours: it counts from its arrival."""
_FAULTY = "The deal could not go on and is void; all stacks are as when it began."
_FAILED = "Something went wrong at this table; nothing has changed. Please try again."
_TAKEN_BACK = "The last move could not be stored and is taken back; please look again."


class Session:
    """A table in memory. Everything that changes it holds `lock`; the lock is not held over the commit."""

    def __init__(self, services: Services, id: str, guild: int, channel: int, host: int, game: Game, options: Any,
                 settings: Settings) -> None:  # fmt: skip
        self.services, self.id, self.guild, self.channel, self.host = services, id, guild, channel, host
        self.settings = settings
        self.play_at(game, options)
        self.thread: int | None = None
        self.message: int | None = None
        """The table message."""
        self.message_deal = 0
        """How many deals had begun when it was posted."""
        self.panels: dict[int, list[int]] = {}
        """Each owner's private panel: channel and message."""
        self.chairs: list[Chair] = [Chair() for _ in range(game.seats.start)] if game.fixed else []
        self.newcomers: list[Seat] = []
        """Seats that were taken in the middle of a deal: they are dealt in with the next."""
        self.queue: list[Any] = []
        """Who waits for a seat at the full table: user and name, the first first."""
        self.gone: list[Gone] = []
        self.phase = LOBBY
        self.paused: str | None = None
        """Why the table stands still, in a sentence."""
        self.match: Match | None = None
        self.shown: Deal | None = None
        """The deal that the table shows: the running one, or the one that is just over."""
        self.match_id = ""
        self.deal_id = ""
        self.deals_begun = 0
        self.matches_begun = 0
        self.numbers = 0
        """The table's count of offers, over all its matches."""
        self.splash = 0
        self.idle_since = services.now()
        self.stood_still = 0
        """How long the table has been paused, in ms: table time is wall time less this."""
        self.lag = self.lag_found = services.time.lag
        """The room's lag that the table's own times account for; and the same, of what an earlier process has stored
        of it."""
        self.stopped_at: int | None = None
        self.turns: dict[Seat, list[int]] = {}
        """For each seat that is waited for: the number of its offer, when its clock began, and its deadline, 0 where no
        clock runs."""
        self.next_at: int | None = None
        """When the next deal begins by itself, in table time."""
        self.pinged: list[list[int]] = []
        """Who has been reminded: seat, the number of the decision, and the message."""
        self.stacks: dict[Seat, Stack] = {}
        """The chips of those who have changed colours since the last deal; all others' lie as they are handed out."""
        self.laid = Laid()
        self.told = Told()
        """What the table says of chips that have been paid."""
        self.watchers: dict[int, list[int]] = {}
        """Who looks on by direct message: channel and message."""
        self.undo: Proposal | None = None
        """Somebody asks to take a move back."""
        self.house_rows = 0
        """How many rows of the running deal there were when a house player, or a stand-in, had moved last."""
        self.night: Night | None = None
        """What a night of dealer's choice remembers; None at the table of one game."""
        self.course: list[Point] = []
        """How everybody stood after each deal of the night."""
        self.notice = ""
        """What else has just happened at the table, until the next move."""
        self.lock = asyncio.Lock()
        self.logged = 0
        """How many rows of the running deal have gone to the store."""
        self.version = 0
        """Counts the changes of this table; names its transfers."""
        self.wake = asyncio.Event()
        """Set whenever the table's clock must look again."""
        self.moved = asyncio.Event()
        """Set with the next change that is stored, and then another one."""
        self.faults = 0
        """Changes in a row that have failed by an error of the program."""
        self.trouble: tuple[str, int] | None = None
        """Why and since when (wall time in ms) the records have not taken what was to be stored of this table. Until
        they take something, a pause for that reason is in memory alone."""
        self._flying: set[asyncio.Future[None]] = set()
        """Commits under way."""
        self._failed = 0
        """How many commits have failed."""
        self._lost = False
        """What is in memory is not what is stored, and is to be read again before anything else."""
        self._beside: set[asyncio.Task[Any]] = set()
        """Changes on their way to the records and to the screen, whatever becomes of whoever asked for them."""

    def play_at(self, game: Game, options: Any) -> None:
        """The game of this table, from the next match on."""
        self.game, self.options = game, options
        self.for_chips = game.for_chips(options)

    @property
    def seats(self) -> range:
        """How many may sit down: at a night, between games, as many as any of its games takes."""
        if self.night is not None and self.phase in (LOBBY, PICK):
            return range(2, MOST_SEATS + 1)
        return self.game.seats_for(self.options)

    # ---- time ----------------------------------------------------------------------------

    def now(self) -> int:
        """Table time: it stands still while the table is paused, and while nobody could play."""
        at = self.here() if self.stopped_at is None else self.stopped_at
        return at - self.stood_still

    def here(self) -> int:
        """Wall time as the table has it: outages that it does not account for yet have not happened."""
        return self.services.time.running() + self.lag

    def wall(self, at: int) -> int:
        """When on the wall it will be this table time, if nothing pauses the table."""
        since = self.services.time.lag - self.lag if self.stopped_at is None else self.services.now() - self.stopped_at
        return at + self.stood_still + since

    @property
    def behind(self) -> bool:
        """Whether there was an outage, or the wall clock was set, and the table does not account for it yet."""
        return self.lag != self.services.time.lag

    def _catch_up(self) -> int:
        """Account for the last outage: table time has stood still, and whoever must decide has some time left. What
        was noted of the wall moves along where its clock was set. Returns the ms; needs the lock, and must be stored.
        """
        ms = self.services.time.lag - self.lag
        if ms == 0:
            return 0
        self.lag += ms
        self.idle_since += ms
        self.stood_still += ms
        for chair in self.chairs:
            chair.since += ms
        if self.stopped_at is not None:
            self.stopped_at += ms
        elif ms > 0 and (due := self.deadlines):
            self.stood_still += max(0, LEAST_LEFT_MS - (min(due) - self.now()))
        return ms

    # ---- seats ---------------------------------------------------------------------------

    @property
    def deal(self) -> Deal | None:
        return self.match.deal if self.match else None

    def seat_of(self, user: int) -> Seat | None:
        return next((n for n, c in enumerate(self.chairs) if c.user == user), None)

    @property
    def humans(self) -> list[Seat]:
        return [n for n, c in enumerate(self.chairs) if c.user is not None]

    @property
    def taken(self) -> list[Seat]:
        return [n for n, c in enumerate(self.chairs) if not c.empty]

    # ---- moves ---------------------------------------------------------------------------

    async def act(self, seat: Seat, move: Move, *, drawn: int | None = None, pressed: int = 0,
                  reply: Any = None, human: bool = True, sure: bool = True) -> None:  # fmt: skip
        """Make a seat's move, and see it published.

        Raises Illegal or No with the sentence that the player reads, NeedsConfirmation where a second press is wanted
        and `sure` is false.
        """
        if human:
            await self.back(seat)
        async with self.changing(reply) as work:
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
                self.idle_since = self.services.now()
            else:
                self.house_rows = len(deal.rows)
            self.log_rows(work)

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
            self.log_rows(work)

    async def tick(self) -> None:
        """Timers of the game that are due."""
        async with self.changing() as work:
            if self.phase == DEAL and not self.paused and self.deal:
                self.deal.tick(self.now())
                self.log_rows(work)

    def playable(self) -> Deal:
        """The deal in which moves are made now. Raises No or Illegal where there is none."""
        if self.phase == CLOSED:
            raise No("This table is closed.")
        if self.paused:
            raise No(f"The table is paused: {self.paused}")
        deal = self.deal
        if deal is None or self.phase != DEAL:
            raise Illegal("No cards are in play at this table now.")
        return deal

    async def back(self, seat: Seat) -> None:
        """Whoever sits here has pressed something: a house player gives the seat back, and lapses are forgotten."""
        chair = self.chairs[seat]
        if chair.stand_in or chair.lapses:
            async with self.changing():
                chair = self.chairs[seat]
                chair.lapses, chair.stand_in = 0, False
                self.idle_since = self.services.now()

    def log_rows(self, work: Work) -> None:
        """Rows that are not stored yet go into the unit of work; so does the deal's end."""
        deal = self.deal
        if deal is None or len(deal.rows) == self.logged:
            return
        rows, mark = deal.rows[self.logged :], digest(deal)
        stored = [StoredRow(r.seat, json.dumps(codec.dump_move(r.move)), r.at, r.pressed, r.lapsed, "") for r in rows]
        stored[-1] = stored[-1]._replace(digest=mark)
        work.append_rows(self.deal_id, self.logged, stored)
        self.logged = len(deal.rows)
        self.undo = None
        seem = deal.ask.seem_waited_for if deal.ask else None
        if seem is None or any(r.seat not in seem for r in rows):  # else the others do not know of it yet
            self.notice = ""
        self.set_clocks()
        if deal.after is not None:
            play.deal_is_over(self, work)

    def set_clocks(self) -> None:
        """A seat's clock begins when its decision appears, and runs on while the decision is the same."""
        deal = self.deal
        turns: dict[Seat, list[int]] = {}
        if deal is not None and deal.ask is not None:
            clock = deal.ask.clock
            seconds = {MOVE: self.settings.move_seconds, CHOICE: self.settings.choice_seconds}.get(clock, clock)  # type: ignore[call-overload]  # an int stands for itself
            for seat in deal.ask.waits_for:
                number = deal.newest(seat)
                old = self.turns.get(seat)
                now = self.now()
                until = now + int(seconds) * 1000 if seconds is not None else 0
                turns[seat] = old if old and old[0] == number else [number, now, until]
        self.turns = turns

    @property
    def deadlines(self) -> list[int]:
        """When turn clocks run out, in table time."""
        return [turn[2] for turn in self.turns.values() if turn[2]]

    @property
    def unhurried(self) -> bool:
        """Whoever must decide may take until the table is closed."""
        return bool(self.turns) and not self.deadlines

    # ---- changes and their commits -------------------------------------------------------

    @asynccontextmanager
    async def changing(self, reply: Any = None, *, shown: bool = True) -> AsyncIterator[Work]:
        """Change the table under its lock; commit; publish, if it is to be `shown`. If anything fails on the way, the
        table is as stored, and No or Illegal says so to whoever asked. Whoever stops waiting stops nothing: a change
        that was made is published or taken back."""
        work, refusal = Work(), None
        finishing: asyncio.Task[No | None] | None = None
        async with self.lock:
            if self._lost:
                await self.reload()
            if self.phase == CLOSED:
                raise No("This table is closed.")
            self.services.time.look()
            outage = self._catch_up()
            failed, before = self._failed, saved.dump(self, 0)
            try:
                try:
                    yield work
                except (Illegal, No, NeedsConfirmation) as no:
                    refusal = no
                    if not work.steps and self.deal and len(self.deal.rows) > self.logged:
                        self.log_rows(work)  # the timers that were due have played
                        finishing = self._commit(work, None, True, outage)
                    elif work.steps or saved.dump(self, 0) != before:
                        await self.reload()  # a change that broke off half-way never happened
                    elif outage:
                        finishing = self._commit(work, None, True, outage)
                else:
                    finishing = self._commit(work, reply, shown, outage)
            except Exception as fault:
                if isinstance(fault, No):  # the records cannot be read
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
            raise outcome or No(_FAILED)

    def _commit(self, work: Work, reply: Any, shown: bool, outage: int) -> asyncio.Task[No | None]:
        """The table as it is now goes to the records, and when it is there to everybody. Needs the lock."""
        if self.deal is not None and self.for_chips:
            racks.tell(self, self.deal)
        self.version += 1
        work.save_table(self.stored()).set_deadline(self.id, self.due())
        if outage < 0:  # the wall clock was set back: the room's last beat would seem to be later than this
            work.beat(self.services.now())
        snapshot = self.services.snapshot(self, reply)
        landed = asyncio.get_running_loop().create_future()
        self._flying.add(landed)
        return self._aside(self._finish(work, landed, snapshot, reply, shown))

    def _aside(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)
        return task

    async def _finish(self, work: Work, landed: asyncio.Future[None], snapshot: Any, reply: Any,
                      shown: bool) -> No | None:  # fmt: skip
        """Store a change, and publish it or take it back. Returns what whoever asked for it is told if it failed."""
        failure: No | None = None
        try:
            await self.services.store.commit(work)
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
            with suppress(No):  # it is tried again with the next change
                await self._recover()
            return failure
        self.moved.set()
        self.moved = asyncio.Event()
        if shown:
            await self._publish(snapshot, reply)
        return None

    def _failure(self, error: Exception) -> No:
        """What stood in the way of a commit, for whoever asked for it."""
        if isinstance(error, StoreError):
            log.error("table %s: not stored: %s", self.id, error)
            if isinstance(error, Trouble):
                self.trouble = self.trouble or (str(error), self.services.time.running())
        else:
            log.error("table %s: a commit failed", self.id, exc_info=error)
            self.faults += 1
        no = No(str(error) if isinstance(error, StoreError) else _FAILED)
        no.__cause__ = error
        return no

    @property
    def quiet(self) -> bool:
        """Whether the table in memory is the stored one, but for a pause that the records did not take."""
        return not (self._flying or self._lost)

    async def settled(self) -> None:
        """Until everything that the table in memory holds is durable, or has been taken back: what is shown of it
        besides the snapshots of its changes waits for this, and is made before anything else is awaited.

        Raises No where the records cannot be read.
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
        except (Illegal, No, NeedsConfirmation):
            await self._stands(failed)
            raise

    async def _stands(self, failed: int) -> None:
        """Raises No if what the table was when so many commits had failed has been taken back."""
        await self.settled()
        if self._failed != failed:
            raise No(_TAKEN_BACK)

    async def _recover(self) -> None:
        """The table is as stored again. Raises No where the store cannot be read."""
        async with self.lock:
            if self._lost:
                await self.reload()

    async def _publish(self, snapshot: Any, reply: Any) -> None:
        try:
            await self.services.publish(self, (snapshot, reply))
        except Exception:  # the change is durable, whatever becomes of its picture
            log.exception("table %s: a change could not be shown", self.id)

    async def _after_fault(self) -> None:
        """A deal that fails, and fails again when it has been rebuilt, is void; the players are told."""
        if self.faults < 2 or self.deal is None:
            return
        self.faults = -1000  # whatever happens from here on, it is not tried again
        async with self.changing() as work:
            play.void_deal(self, work)
            self.paused = self.paused or _FAULTY
            self.stopped_at = self.stopped_at or self.services.now()

    async def reload(self) -> None:
        """Back to what is stored, once all changes that are under way have come to their end, and published. Where the
        records could not be written at all, the table stands still until **Go on**. Needs the lock.

        Raises No where the store cannot be read; whoever needs the table next tries it again.
        """
        self._lost = True
        if self._flying:
            await asyncio.wait({*self._flying})
        try:
            await self.services.restore(self)
        except StoreError as trouble:
            raise No(str(trouble)) from trouble
        if self.trouble is not None and self.phase in (DEAL, BETWEEN) and not self.paused:
            self.paused, self.stopped_at = self.trouble[0], self.trouble[1] + self.lag
        self._lost = False
        self.wake.set()
        if not self.version:
            return  # it was never stored, and there is nothing to be shown
        try:
            self._aside(self._publish(self.services.snapshot(self, None), None))
        except Exception:
            log.exception("table %s: it could not be shown as it is stored", self.id)

    def due(self) -> int | None:
        """When the table must act next, on the wall."""
        if self.paused or self.phase == CLOSED:
            return self.idle_since + self.settings.close_hours * 3_600_000
        due = [self.idle_since + self.settings.idle_minutes * 60_000]
        due += [self.wall(until) for until in self.deadlines]
        if self.next_at is not None:
            due.append(self.wall(self.next_at))
        if self.deal and self.deal.ask and self.deal.ask.timer:
            due.append(self.wall(self.deal.ask.timer[0]))
        return min(due)

    def stored(self) -> StoredTable:
        """The table as it is kept between two starts."""
        return saved.dump(self, self.here())


__all__ = ["BETWEEN", "CLOSED", "DEAL", "LOBBY", "OVER", "PICK", "Services", "Session"]
