"""One table: its seats, its match, its log and its money. Knows no Discord; what is shown goes out as snapshots.

A move is checked and applied in memory, its rows and transfers are committed in one transaction, and only then does
anybody see it. If anything fails on the way, the deal is rebuilt from the journal and the player is told.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.engine import codec
from bot.engine.asks import CHOICE, MOVE
from bot.engine.deal import Deal, Illegal, digest
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.state import opening
from bot.store import Row as StoredRow
from bot.store import Store, StoreError, Work
from bot.store import Table as StoredTable

from . import money
from .chairs import Chair, Gone
from .errors import NeedsConfirmation, No
from .settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

log = logging.getLogger(__name__)

LOBBY, DEAL, BETWEEN, OVER, CLOSED = "lobby", "deal", "between", "over", "closed"


@dataclass
class Services:
    """What every table shares."""

    store: Store
    now: Callable[[], int]
    """Wall time in ms."""
    publish: Callable[[Session, Any], Awaitable[None]]
    """Called after each durable change, with the reply that asked for it (or None)."""
    settings: Callable[[int], Awaitable[Settings]]
    snapshot: Callable[[Session], Any]
    """What may be shown of a table as it is now."""
    restore: Callable[[Session], Awaitable[None]]
    """Makes a table what the store says it is."""


class Session:
    """A table in memory. Everything that changes it holds `lock`; the lock is not held over the commit."""

    def __init__(self, services: Services, id: str, guild: int, channel: int, host: int, game: Game, options: Any,
                 settings: Settings) -> None:  # fmt: skip
        self.services, self.id, self.guild, self.channel, self.host = services, id, guild, channel, host
        self.game, self.options, self.settings = game, options, settings
        self.thread: int | None = None
        self.message: int | None = None
        """The table message."""
        self.message_at = 0
        self.panels: dict[int, list[int]] = {}
        """Each owner's private panel: channel and message."""
        self.chairs: list[Chair] = [Chair() for _ in range(game.seats.start)] if game.fixed else []
        self.newcomers: list[Seat] = []
        """Seats that were taken in the middle of a deal: they are dealt in with the next."""
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
        self.proofs: list[str] = []
        """Deal ids whose secret may be published."""
        self.idle_since = services.now()
        self.stood_still = 0
        """How long the table has been paused, in ms: table time is wall time less this."""
        self.stopped_at: int | None = None
        self.turns: dict[Seat, list[int]] = {}
        """For each seat that is waited for: the number of its offer, when its clock began, and its deadline."""
        self.next_at: int | None = None
        """When the next deal begins by itself, in table time."""
        self.pinged: list[int] = []
        self.lock = asyncio.Lock()
        self.logged = 0
        """How many rows of the running deal have gone to the store."""
        self.version = 0
        """Counts the changes of this table; names its transfers."""
        self.wake = asyncio.Event()
        """Set whenever the table's clock must look again."""
        self.last_trouble = ""

    # ---- time ----------------------------------------------------------------------------

    def now(self) -> int:
        """Table time: it stands still while the table is paused."""
        at = self.services.now() if self.stopped_at is None else self.stopped_at
        return at - self.stood_still

    def wall(self, at: int) -> int:
        """When on the wall it will be this table time, if nothing pauses the table."""
        return at + self.stood_still + (self.services.now() - self.stopped_at if self.stopped_at is not None else 0)

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
        async with self.changing(reply) as work:
            deal = self._playable()
            if human:
                self._came_back(seat)
            if not sure:
                for offer in deal.offers(seat):
                    if offer.kind is type(move) and not offer.refusal(move) and (question := offer.confirm(move)):
                        raise NeedsConfirmation(question)
            at = self.now()
            deal.submit(seat, move, at, min(pressed - self.stood_still, at) if pressed else at, drawn)
            self.log_rows(work)

    async def lapse(self, seat: Seat) -> None:
        """The turn clock has run out for this seat."""
        async with self.changing() as work:
            if self.phase != DEAL or self.paused or not self.deal:
                return
            rows = self.deal.lapse(seat, self.now())
            if any(r.lapsed for r in rows):
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

    def _playable(self) -> Deal:
        if self.phase == CLOSED:
            raise No("This table is closed.")
        if self.paused:
            raise No(f"The table is paused: {self.paused}")
        deal = self.deal
        if deal is None or self.phase != DEAL:
            raise Illegal("No cards are in play at this table now.")
        return deal

    def _came_back(self, seat: Seat) -> None:
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
        self._set_clocks()
        if deal.after is not None:
            self._deal_is_over(work)

    def _deal_is_over(self, work: Work) -> None:
        match = self.match
        assert match is not None
        before = match.state
        after = match.settle()
        at = self.services.now()
        work.end_deal(self.deal_id, "done", json.dumps(codec.dump_state(after)))
        money.settle(self, work, before, after, f"{self.deal_id}:end", at)
        self.proofs.append(self.deal_id)
        self.numbers = match.numbers
        self.turns = {}
        self._deal_in_newcomers(match)
        if after.over:
            self.phase, self.next_at = OVER, None
            work.finish_match(self.match_id, at, money.results(self, after))
            self.splash = after.splash
            match.state = replace(after, splash=0)
            self.gone = []
            for seat in [s for s, c in enumerate(self.chairs) if c.leaving]:
                self.get_up(work, seat)
        else:
            self.phase = BETWEEN
            self.next_at = self.now() + self.settings.next_deal_seconds * 1000
            for seat in [s for s, c in enumerate(self.chairs) if c.leaving]:
                self.get_up(work, seat)

    def _deal_in_newcomers(self, match: Match) -> None:
        for seat in self.newcomers:
            match.sit(seat, self.chairs[seat].bought)
        self.newcomers = []

    def _set_clocks(self) -> None:
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
                turns[seat] = old if old and old[0] == number else [number, now, now + int(seconds) * 1000]
        self.turns = turns

    # ---- match and deals -----------------------------------------------------------------

    def begin_match(self, work: Work) -> None:
        """With whoever sits at the table now; the chips that they have here come along."""
        self.matches_begun += 1
        self.match_id = f"{self.id}-{self.matches_begun}"
        away = frozenset(n for n, c in enumerate(self.chairs) if c.empty or c.sits_out)
        state = opening(len(self.chairs), 0, self.splash, away)
        stacks = tuple(c.bought for c in self.chairs) if self.match is None else self._stacks()
        state = replace(state, stacks=stacks)
        for seat, chair in enumerate(self.chairs):
            chair.bought = stacks[seat]
        self.splash = 0
        self.match = Match(self.game, self.options, state, self.match_id, self.numbers)
        options = json.dumps(codec.dump_options(self.options))
        work.start_match(self.match_id, self.id, self.guild, self.game.slug, options, self.services.now())

    def _stacks(self) -> tuple[int, ...]:
        stacks = self.match.state.stacks if self.match else ()
        return (*stacks, *(0,) * (len(self.chairs) - len(stacks)))

    def begin_deal(self, work: Work) -> None:
        """The secret is drawn, and stored before anybody sees its commit."""
        match = self.match
        assert match is not None
        self.deals_begun += 1
        self.deal_id = f"{self.id}-d{self.deals_begun}"
        began = self.now()
        fresh = match.fresh
        seal = match.sealed(secrets.token_bytes(32)) if fresh else match.seal
        deal = match.begin(seal, began)
        self.shown, self.logged = deal, 0
        assert deal.seal is not None
        start = {
            "state": codec.dump_state(match.state), "began": began, "numbers": deal.numbers, "fresh": fresh,
            "secret": deal.seal.secret.hex(), "spec": dict(deal.seal.spec), "wall": self.services.now(),
        }  # fmt: skip
        work.start_deal(self.deal_id, self.match_id, self.deals_begun, json.dumps(start))
        self.phase, self.next_at = DEAL, None
        self.turns = {}
        self._set_clocks()
        if deal.after is not None:  # nobody could be dealt in: the script has settled it at once
            self._deal_is_over(work)

    def void_deal(self, work: Work) -> None:
        """The running deal never was: stacks are as when it began."""
        if self.match is None or self.match.deal is None:
            raise No("No deal is running.")
        self.match.void()
        self.shown = None
        self._deal_in_newcomers(self.match)
        self.numbers = self.match.numbers
        work.end_deal(self.deal_id, "void", None)
        self.proofs.append(self.deal_id)
        self.phase, self.turns, self.next_at = BETWEEN, {}, None

    def get_up(self, work: Work, seat: Seat) -> None:
        """The seat is empty from now on, and its chips go home."""
        chair = self.chairs[seat]
        state = self.match.state if self.match else None
        if state is not None and self.phase == BETWEEN and chair.user is not None:
            net = state.stacks[seat] - chair.bought
            self.gone.append(Gone(chair.user, chair.name, seat, net, state.scores[seat], state.strikes[seat]))
        money.cash_out(self, work, seat)
        if seat in self.newcomers:
            self.newcomers.remove(seat)
        elif self.match is not None:
            self.match.stand(seat)
        self.panels.pop(chair.user or 0, None)
        self.chairs[seat] = Chair()
        if self.match is None and not self.game.fixed:
            del self.chairs[seat]
        if chair.user == self.host:
            humans = [c for c in self.chairs if c.user is not None]
            if humans:
                self.host = min(humans, key=lambda c: c.since).user or self.host

    # ---- changes and their commits -------------------------------------------------------

    @asynccontextmanager
    async def changing(self, reply: Any = None) -> AsyncIterator[Work]:
        """Change the table under its lock; commit; publish. If the commit fails, the table is as stored."""
        work = Work()
        async with self.lock:
            try:
                yield work
            except (Illegal, No, NeedsConfirmation):
                if work.steps:
                    await self.reload()  # a change that broke off half-way never happened
                elif self.deal and len(self.deal.rows) > self.logged:
                    await self._store_due_timers()
                raise
            except Exception:
                log.exception("table %s: a change failed", self.id)
                await self.reload()
                raise No("Something went wrong at this table; nothing has changed. Please try again.") from None
            self.version += 1
            work.save_table(self.stored()).set_deadline(self.id, self.due())
            snapshot = self.services.snapshot(self)
            commit = asyncio.ensure_future(self.services.store.commit(work))
        try:
            await asyncio.shield(commit)
        except StoreError as trouble:
            log.error("table %s: not stored: %s", self.id, trouble)
            async with self.lock:
                await self.reload()
            raise No(str(trouble)) from trouble
        self.wake.set()
        await self.services.publish(self, (snapshot, reply))

    async def _store_due_timers(self) -> None:
        """A move came too late: it is refused, but the timers that were due before it have played."""
        work = Work()
        self.log_rows(work)
        self.version += 1
        work.save_table(self.stored()).set_deadline(self.id, self.due())
        try:
            await self.services.store.commit(work)
        except StoreError as trouble:
            await self.reload()
            raise No(str(trouble)) from trouble
        self.wake.set()

    async def reload(self) -> None:
        """Back to what is stored."""
        await self.services.restore(self)

    def due(self) -> int | None:
        """When the table must act next, on the wall."""
        if self.paused or self.phase == CLOSED:
            return self.idle_since + self.settings.close_hours * 3_600_000
        due = [self.idle_since + self.settings.idle_minutes * 60_000]
        due += [self.wall(turn[2]) for turn in self.turns.values()]
        if self.next_at is not None:
            due.append(self.wall(self.next_at))
        if self.deal and self.deal.ask and self.deal.ask.timer:
            due.append(self.wall(self.deal.ask.timer[0]))
        return min(due)

    def stored(self) -> StoredTable:
        state = {
            "chairs": [c.dump() for c in self.chairs], "gone": [asdict(g) for g in self.gone], "phase": self.phase,
            "newcomers": self.newcomers,
            "paused": self.paused, "message": self.message, "message_at": self.message_at, "panels": self.panels,
            "match": self.match_id, "deal": self.deal_id, "deals": self.deals_begun, "matches": self.matches_begun,
            "numbers": self.deal.number if self.deal else self.numbers, "splash": self.splash, "proofs": self.proofs,
            "idle_since": self.idle_since, "version": self.version, "stood_still": self.stood_still,
            "stopped_at": self.stopped_at,
            "turns": self.turns, "next_at": self.next_at, "pinged": self.pinged, "saved": self.services.now(),
            "state": codec.dump_state(self.match.state) if self.match and not self.deal else None,
        }  # fmt: skip
        return StoredTable(
            self.id, self.guild, self.channel, self.thread, self.host, self.game.slug,
            json.dumps(codec.dump_options(self.options)), json.dumps(state), self.phase, self.version,
        )  # fmt: skip
