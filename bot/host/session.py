"""One table: its seats, its match, its log and its money. Knows no Discord; what is shown goes out as snapshots.

A move is checked and applied in memory, its rows and transfers are committed in one transaction, and only then does
anybody see it. If anything fails on the way, the deal is rebuilt from the journal and the player is told.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

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

from . import play, saved
from .chairs import Chair, Gone
from .errors import NeedsConfirmation, No
from .laid import Laid
from .night import MOST_SEATS, Night
from .phases import BETWEEN, CLOSED, DEAL, LOBBY, OVER, PICK
from .services import Services
from .settings import Settings
from .undo import Proposal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

log = logging.getLogger(__name__)

_SEAT = re.compile(r"\{(\d+)\}")
_FAULTY = "The deal could not go on and is void; all stacks are as when it began."


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
        self._flying: set[asyncio.Future[None]] = set()
        """Commits under way."""
        self._reloads = 0
        self._lost = False
        """What is in memory is not what is stored, and could not be read again so far."""

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
        """Table time: it stands still while the table is paused."""
        at = self.services.now() if self.stopped_at is None else self.stopped_at
        return at - self.stood_still

    def wall(self, at: int) -> int:
        """When on the wall it will be this table time, if nothing pauses the table."""
        return at + self.stood_still + (self.services.now() - self.stopped_at if self.stopped_at is not None else 0)

    def stand_still(self, ms: int, least: int = 0) -> None:
        """Nobody could play for so long: table time has stood still, and whoever must decide has `least` ms left."""
        self.idle_since += ms
        if self.stopped_at is None:
            self.stood_still += ms
            if due := self.deadlines:
                self.stood_still += max(0, least - (min(due) - self.now()))

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
            if human:
                self.idle_since = self.services.now()
            if not sure:
                for offer in deal.offers(seat):
                    if offer.kind is type(move) and not offer.refusal(move) and (question := offer.confirm(move)):
                        raise NeedsConfirmation(question)
            at = self.now()
            try:
                deal.submit(seat, move, at, min(pressed - self.stood_still, at) if pressed else at, drawn)
            except Illegal as why:
                raise Illegal(self.named(why.args[0])) from None
            if not human:
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
        table is as stored, and No or Illegal says so to whoever asked."""
        work = Work()
        async with self.lock:
            if self._lost:
                await self.reload()
            if self.phase == CLOSED:
                raise No("This table is closed.")
            reloads = self._reloads
            snapshot: Any = None
            commit: asyncio.Future[None] | None = None
            try:
                yield work
                self.version += 1
                work.save_table(self.stored()).set_deadline(self.id, self.due())
                snapshot = self.services.snapshot(self, reply)
                commit = self._committing(work)
            except (Illegal, No, NeedsConfirmation):
                if work.steps:
                    await self.reload()  # a change that broke off half-way never happened
                elif self.deal and len(self.deal.rows) > self.logged:
                    await self._store_due_timers()
                raise
            except Exception:
                log.exception("table %s: a change failed", self.id)
                self.faults += 1
                await self.reload()
        if commit is None:
            await self._after_fault()
            raise No("Something went wrong at this table; nothing has changed. Please try again.")
        try:
            await asyncio.shield(commit)
        except StoreError as trouble:
            log.error("table %s: not stored: %s", self.id, trouble)
            await self._not_stored(trouble, reloads)
            raise No(str(trouble)) from trouble
        self.faults = 0
        self.wake.set()
        self.moved.set()
        self.moved = asyncio.Event()
        if shown:
            await self._publish(snapshot, reply)

    def _committing(self, work: Work) -> asyncio.Future[None]:
        commit = asyncio.ensure_future(self.services.store.commit(work))
        self._flying.add(commit)
        commit.add_done_callback(self._flying.discard)
        return commit

    async def settled(self) -> None:
        """Until everything that the table in memory holds is durable, or has been taken back: what is shown of it
        besides the snapshots of its changes waits for this."""
        while self._flying:
            await asyncio.gather(*self._flying, return_exceptions=True)
            async with self.lock:  # whoever takes a failed change back holds it
                pass

    async def _publish(self, snapshot: Any, reply: Any) -> None:
        try:
            await self.services.publish(self, (snapshot, reply))
        except Exception:  # the change is durable, whatever becomes of its picture
            log.exception("table %s: a change could not be shown", self.id)

    async def _not_stored(self, trouble: StoreError, reloads: int) -> None:
        """The table is as stored again; where the records cannot be written at all, it stands still until **Go on**."""
        async with self.lock:
            if self._reloads == reloads:  # else a change before this one has failed, and taken this one back as well
                await self.reload()
                if isinstance(trouble, Trouble) and self.phase in (DEAL, BETWEEN) and not self.paused:
                    self.paused, self.stopped_at = str(trouble), self.services.now()
            if self.phase == CLOSED:  # there is nothing to show that whoever has closed it does not show
                return
            snapshot = self.services.snapshot(self, None)
        self.wake.set()
        await self._publish(snapshot, None)

    async def _after_fault(self) -> None:
        """A deal that fails, and fails again when it has been rebuilt, is void; the players are told."""
        if self.faults < 2 or self.deal is None:
            return
        self.faults = -1000  # whatever happens from here on, it is not tried again
        async with self.changing() as work:
            play.void_deal(self, work)
            self.paused = self.paused or _FAULTY
            self.stopped_at = self.stopped_at or self.services.now()

    async def _store_due_timers(self) -> None:
        """A move came too late: it is refused, but the timers that were due before it have played."""
        work = Work()
        self.log_rows(work)
        self.version += 1
        work.save_table(self.stored()).set_deadline(self.id, self.due())
        try:
            await self._committing(work)
        except StoreError as trouble:
            await self.reload()
            raise No(str(trouble)) from trouble
        self.wake.set()

    async def reload(self) -> None:
        """Back to what is stored, once all changes that are under way have come to their end. Needs the lock.

        Raises No where the store cannot be read; the next change tries it again.
        """
        self._reloads += 1
        self._lost = True
        await asyncio.gather(*self._flying, return_exceptions=True)
        try:
            await self.services.restore(self)
        except StoreError as trouble:
            raise No(str(trouble)) from trouble
        self._lost = False

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
        return saved.dump(self)


__all__ = ["BETWEEN", "CLOSED", "DEAL", "LOBBY", "OVER", "PICK", "Services", "Session"]
