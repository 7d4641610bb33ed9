"""One table: what it is, the changes on their way, and the moves of its seats. Knows no Discord; what is shown goes out
as snapshots.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.engine.deal import Illegal
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.catalog import GAMES
from bot.store import Store, tables

from . import lesson, play, restore, time_bank
from .commits import Change, Commits
from .errors import NeedsConfirmation, Rejected
from .open_table import OpenTable
from .prefs import Prefs
from .settings import Settings
from .state import DEAL, TableState, read
from .timekeeper import Timekeeper

OLDEST_PRESS_MS = 10_000
"""A press that seems to be older was stamped by a clock that does not agree with ours: it counts from its arrival."""


class Outlet(Protocol):
    """Carries tables to their people: the one way out."""

    @property
    def prefs(self) -> Mapping[int, Prefs]:
        """What people have chosen for themselves."""
        ...

    def change(self, session: Session, *, asked: bool) -> Change:
        """The table has been changed, and is still locked. `asked`: the person who caused it is answered with it."""
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
    missed: Callable[[Session, int], None]
    """Told whose time has run out: they may have left for good."""
    late: float = 0.0
    """How late clocks have been woken lately, in ms: more than a little if there is more to do than time for it."""
    last_beat: int = 0
    """When the process before this one was last known to be running, in ms of wall time."""
    closing: bool = False
    """Whether the card room is about to stop: clocks do nothing more."""


def _nothing() -> int:
    """Somebody is asked at any price."""
    return 0


class Session:
    """A table that is open: `table` says how it is, and changes in `commits.changing()` alone."""

    def __init__(self, services: Services, table: OpenTable) -> None:
        self.id, self.services = table.id, services
        self.commits = Commits(table, services.store, lambda asked: services.outlet.change(self, asked=asked))
        self.touched: dict[int, int] = {}
        """When each person has last done anything at the table, in ms of wall time: they need no word that it is their
        turn."""
        self.hushed = 0
        """How many of its changes nobody but the person who made them may notice."""

    @classmethod
    def of(cls, services: Services, state: TableState, settings: Settings, lag_found: int | None = None) -> Session:
        """A table that is new, or has just been read and is still to be taken up."""
        return cls(services, OpenTable.of(state, services.time.of(state.guild), settings, lag_found))

    @property
    def table(self) -> OpenTable:
        """The table as it is now. Where a change could not be stored it is read again, and is another object then:
        nobody keeps it while something else is waited for."""
        return self.commits.table

    # ---- moves: each commits, and returns once it is published -----------------------------

    async def act(self, seat: Seat, move: Move, *, drawn: int | None = None, pressed: int = 0,
                  human: bool = True, sure: bool = True, typed: bool = False,
                  spared: Callable[[], int | None] = _nothing) -> None:  # fmt: skip
        """Make a seat's move, and see it published.

        Raises Illegal or Rejected with the sentence that the player reads, NeedsConfirmation where a second press is
        wanted and `sure` is false: where people may choose, above what the player is `spared` (None: at any price), and
        of a move that was `typed` where it may have been misread.
        """
        if human:
            await self.back(seat)
        asked = not self.table.game.real_time  # without turns it is answered by what it leads to
        async with self.commits.changing(asked=asked) as (table, work):
            deal, at, made = table.playable(), table.now(), _when(table, pressed)
            if not sure:
                for offer in deal.offers(seat):
                    mine = offer.kind is type(move) and not offer.refusal(move)
                    if not mine:
                        continue
                    without_a_word = 0 if offer.at_stake is None else spared()
                    if question := asked_about(offer, move, typed=typed, spared=without_a_word):
                        raise NeedsConfirmation(question)
            kinds = lesson.offered(deal) if table.lesson is not None else ()
            try:
                deal.submit(seat, move, at, made, drawn)
            except Illegal as why:
                raise Illegal(table.named(why.args[0])) from None
            if table.lesson is not None:
                table.lesson.note(kinds, type(move) if human else None)
            if human:  # only now: a move that is refused changes nothing
                table.idle_since = table.time.now()
            else:
                table.house_rows = len(deal.rows)
            play.log_rows(table, work)

    async def go_on_by_bank(self, seat: Seat) -> None:
        """The turn clock has run out for this seat, which has a time bank. Raises Rejected."""
        async with self.commits.changing(asked=False) as (table, _):
            if not table.paused and time_bank.may_begin(table, seat):
                time_bank.run(table, seat)

    async def lapse(self, seat: Seat) -> None:
        """The turn clock has run out for this seat. Raises Rejected."""
        async with self.commits.changing() as (table, work):
            if table.phase != DEAL or table.paused or not table.deal:
                return
            table.deal.tick(table.now())
            counts = table.deal.ask is not None and not table.deal.ask.may_be_ignored
            if any(row.lapsed for row in table.deal.lapse(seat, table.now())) and counts:
                chair = table.chairs[seat]
                chair.lapses += 1
                if chair.lapses >= 2 and chair.user is not None and not chair.leaving:
                    chair.stand_in = True
            play.log_rows(table, work)

    async def tick(self) -> None:
        """Play what the game's timers owe by now. Raises Rejected."""
        async with self.commits.changing() as (table, work):
            if table.phase == DEAL and not table.paused and table.deal:
                table.deal.tick(table.now())
                play.log_rows(table, work)

    def touch(self, user: int) -> None:
        """This person is doing something at the table."""
        self.touched[user] = self.table.time.now()

    async def press_in_moment(self, user: int, meant: str | None, pressed: int) -> None:
        """A press of somebody at the table ends the moment that stood when they pressed, and is judged by what holds
        after it; nothing is ended if the move that is `meant`, by its verb, may be made meanwhile. Raises Rejected."""
        if self.table.stands_before(meant) and self.table.plays(user):
            await self.hurry(user, pressed, asked=False)

    async def hurry(self, user: int, pressed: int, stood: int | None = None, *, asked: bool = True) -> None:
        """Somebody at the table has seen enough of what stands: see `Deal.hurry`. Unless it was `asked` for, they are
        answered with what they do next. Does nothing if it is over. Raises Rejected."""
        seat = self.table.seat_of(user)
        if seat is None or not self.table.plays(user):
            raise Rejected("You do not play in this hand; it goes on in a moment.")
        if stood is not None and self.table.deal is not None and stood != len(self.table.deal.rows):
            return
        await self.back(seat)
        async with self.commits.changing(asked=asked) as (table, work):
            deal = table.playable()
            if deal.hurry(seat, table.now(), _when(table, pressed), stood):
                table.idle_since = table.time.now()
                play.log_rows(table, work)

    async def back(self, seat: Seat) -> None:
        """The player on this seat has pressed something: a house player gives the seat back, and lapses are
        forgotten."""
        chair = self.table.chairs[seat]
        if chair.stand_in or chair.lapses:
            async with self.commits.changing(asked=False) as (table, _):
                chair = table.chairs[seat]
                chair.lapses, chair.stand_in = 0, False
                table.idle_since = table.time.now()


def _when(table: OpenTable, pressed: int) -> int:
    """When a press was made, in table time, by its stamp; 0 is now."""
    at, made = table.now(), pressed - table.stood_still
    return made if at - OLDEST_PRESS_MS <= made <= at else at


async def load(services: Services, id: str) -> Session | None:
    """An open table from the store; None if there is none of that name. Its next change accounts for the time in which
    no process was running."""
    stored = await services.store.read(tables.load_table, id)
    if stored is None or stored.status == "closed" or stored.game not in GAMES:
        return None
    state = read(stored)
    lag_found = max(state.saved, services.last_beat) - services.time.of(state.guild).running()
    session = Session.of(services, state, await services.settings(stored.guild), lag_found)
    await restore.take_up(session.table, services.store)
    return session


def asked_about(offer: Offer, move: Move, *, typed: bool, spared: int | None) -> str | None:
    """What is asked before this move is made; None if it is made at once."""
    question = offer.confirm(move)
    if offer.at_stake is None:
        return question
    if spared is None:
        return None
    return (question if offer.at_stake > spared else None) or (offer.understood(move) if typed else None)
