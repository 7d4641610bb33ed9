"""Tables without Discord: real sessions, clocks and records, with a clock on the wall that the test moves."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot import house
from bot.engine.deal import digest
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.messages.builder import MessageBuilder, Snapshot
from bot.store import DiskFull, Store, Work, ledger
from bot.table import lobby, restore, starting
from bot.table.clock import Clock
from bot.table.posted import Posted
from bot.table.prefs import Prefs
from bot.table.session import Services, Session, load
from bot.table.settings import Settings
from bot.table.state import CLOSED, TableState
from bot.table.timekeeper import Timekeeper
from cogs.games import every_word

GUILD, CHANNEL = 7, 70
ANN, BOB, CLEO, DAN = 101, 102, 103, 104
NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo", DAN: "Dan"}
NOON = 1_700_000_000_000


@dataclass
class Change:
    """What one change of a table shows, once it is durable."""

    shown: list[Snapshot]
    snapshot: Snapshot

    async def publish(self) -> None:
        self.shown.append(self.snapshot)


class Tables:
    """A card room's tables on one store. `shown` is what has left the process, in order."""

    def __init__(self, store: Store, guild: int = GUILD, channel: int = CHANNEL) -> None:
        self.store, self.time = store, NOON
        self.guild, self.channel = guild, channel
        self.shown: list[Snapshot] = []
        self.pinged: list[tuple[str, Seat]] = []
        self.missed: list[tuple[str, int]] = []
        """Whose time has run out."""
        self.turned: list[tuple[int, str]] = []
        """Who has waited for a seat in vain, and why."""
        self.skipped = 0
        """How far the clock on the wall is ahead of the one that was never set and never slept, in ms."""
        self.builder = MessageBuilder(every_word())
        self.set: dict[str, Any] = {}
        self.services = Services(
            store,
            Timekeeper(lambda: self.time / 1000, lambda: (self.time - self.skipped) / 1000),
            self,
            self._settings,
            lambda session, user: self.missed.append((session.id, user)),
        )

    @property
    def prefs(self) -> dict[int, Prefs]:
        return self.builder.prefs

    def change(self, session: Session, *, asked: bool) -> Change:
        return Change(self.shown, self.builder.snapshot(session.table))

    async def _settings(self, guild: int) -> Settings:
        return Settings(**self.set)

    def seated(self, session: Session, user: int) -> None:
        """Nobody has a private panel here."""

    def turned_away(self, session: Session, user: int, why: str) -> None:
        self.turned.append((user, why))

    def remind(self, session: Session, seat: Seat) -> None:
        self.pinged.append((session.id, seat))

    async def open(self, game: str = "hearts", *people: int, house_players: int = 0, id: str = "tab",
                   **options: Any) -> Session:  # fmt: skip
        """A table with these people (Ann is the host) and house players; nobody cuts unless the test says so."""
        of, options = GAMES[game], {"cut": "off"} | options
        state = TableState(id, self.guild, ANN, of, of.options(**options), posted=Posted(self.channel))
        s = Session.of(self.services, state, Settings(**self.set))
        for user in people or (ANN,):
            await lobby.join(s, user, NAMES[user])
            self.time += 1000
        for _ in range(house_players):
            await lobby.add_house(s)
        return s

    async def started(self, game: str = "hearts", *people: int, house_players: int = 0, id: str = "tab",
                      **options: Any) -> Session:  # fmt: skip
        """The same, with the first deal dealt."""
        s = await self.open(game, *people, house_players=house_players, id=id, **options)
        await starting.start(s, ANN)
        return s

    async def again(self, s: Session, away: float = 0) -> Session:
        """The table as a new process finds it, after this many seconds in which none was running."""
        self.services.last_beat = self.time
        self.services.time.life += 1
        self.time += round(away * 1000)
        found = await load(self.services, s.id)
        assert found is not None
        return found

    async def as_stored(self, s: Session) -> Session:
        """The table as the records have it at this moment."""
        return Session(self.services, await restore.read_again(replace(s.table), self.services.store))

    def clock(self, s: Session) -> Clock:
        """The table's clock, which moves when the test says so."""
        clock = Clock(s)
        clock.task.cancel()
        return clock

    async def pass_time(self, clock: Clock, seconds: float) -> None:
        """Let the clock do everything that falls due in this time, one thing after the other."""
        until = self.time + round(seconds * 1000)
        while clock.session.table.phase != CLOSED:
            wait = await clock._step()
            self.services.time.beat(10**6)  # beats come in time from now on
            if wait <= 0:
                continue
            if self.time + wait > until:
                self.time = until
                return
            self.time += wait

    def skip(self, seconds: float) -> None:
        """The clock on the wall is set, or the machine sleeps: the monotonic clock does not notice."""
        self.time += round(seconds * 1000)
        self.skipped += round(seconds * 1000)

    async def balance(self, user: int) -> int:
        return await self.store.read(ledger.balance, GUILD, user)

    async def at_table(self, id: str = "tab") -> int:
        """All chips that lie at a table."""
        return sum((await self.store.read(ledger.balances, GUILD, id)).values())


class Unseen:
    """A change that is shown to nobody."""

    async def publish(self) -> None:
        pass


class Sparing(Tables):
    """Draws up some of the changes only: for long games at which nobody looks."""

    EACH = 20

    def change(self, session: Session, *, asked: bool) -> Unseen:  # type: ignore[override]  # nothing to be looked at
        if session.table.version % self.EACH == 0:
            self.builder.snapshot(session.table)
        return Unseen()


def memory(s: Session) -> tuple[Any, ...]:
    """Everything that a table holds in memory, so that it can be compared with what the store says."""
    deal = s.table.deal
    of_the_process = ("lag", "saved")
    kept = {name: value for name, value in s.table.as_json().items() if name not in of_the_process}
    return deepcopy((kept, s.table.logged, s.table.course, deal and digest(deal), deal and deal.rows))


async def play_one(s: Session, rng: random.Random, but: Seat | None = None) -> bool:
    """One move of the player who is waited for, as a house player would make it; False if nobody is, except `but`."""
    deal = s.table.deal
    seat = next((n for n in (deal.ask.waits_for if deal and deal.ask else ()) if n != but), None)
    if deal is None or seat is None:
        return False
    move = house.choose(view(deal, seat), deal.offers(seat), rng)
    assert isinstance(move, Move)
    await s.act(seat, move)
    return True


async def play_deal(s: Session, seed: int = 1) -> None:
    """The running deal, to its end."""
    rng = random.Random(seed)
    while await play_one(s, rng):
        pass


class Failing:
    """A store whose commits wait, or fail, as the test says; everything else is the real store's."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.gate = asyncio.Event()
        self.gate.set()
        self.refuse: Callable[[], Exception | None] = lambda: None
        self.begun = 0
        self.asked = asyncio.Event()
        """Set with every commit that begins."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def commit(self, work: Work) -> None:
        self.begun += 1
        self.asked.set()
        trouble = self.refuse()
        await self.gate.wait()
        if trouble is not None:
            raise trouble
        await self._store.commit(work)

    def fill_disk(self, times: int = 1) -> None:
        """The next commits find no room."""
        left = [DiskFull("The disk is full, so nothing was changed; try again when there is room.")] * times
        self.refuse = lambda: left.pop() if left else None


async def store_at(path: Path) -> Store:
    return await Store.open(path / "room.db")
