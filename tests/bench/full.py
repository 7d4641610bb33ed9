"""A thousand open tables of all games on the whole bot: how soon it is ready, what it takes up, and how long people
wait while three hundred of them are in play."""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from bot.engine.offers import Move
from bot.engine.randomness import Stream
from bot.games.catalog import GAMES
from bot.local.client_rules import Refused
from bot.local.person import NoAnswer
from bot.store import Cluster, Store, Work, direct_messages
from bot.table import hosting, lobby, starting
from bot.table.posted import Posted, Sent
from bot.table.session import Services, Session
from bot.table.settings import Settings
from bot.table.state import TableState
from bot.table.timekeeper import Timekeeper
from cogs.games import every_word

from . import Setting, bench
from .commits import on_disk
from .mixed import Alone, careful, now_and_then
from .press import Pressed, measured, p99
from .processes import CardRoom, Several, family, processor_seconds
from .start import MEGABYTE
from .tables import Control, Table

TABLES, PLAYING, PAUSE = 1000, 300, 3.0
"""How many are open, how many of them in play, and the seconds between two presses at one of these."""
SECONDS = int(os.environ.get("SECONDS", "60"))
SERVERS = 4
MOVES = 6
"""How many are made at a table before it is left."""
AT_ONCE = 16
PROCESSES = int(os.environ.get("PROCESSES", "0"))
"""How many are the bot, on a database of PostgreSQL; 0 for one on the file."""
AT_REST = 75.0
"""Seconds in which nobody does anything, as at most of the tables before a restart."""
NOBODY = "Nobody has moved for 10 minutes. Press **Go on** when you are back."


class _Unseen:
    """Nobody is shown anything."""

    async def publish(self) -> None: ...


@dataclass
class Silent:
    """In place of Discord: the tables are made alone, and only stored."""

    prefs: dict[int, Any] = field(default_factory=dict)

    def change(self, session: Session, *, asked: bool) -> _Unseen:
        return _Unseen()

    def seated(self, session: Session, user: int) -> None: ...

    def turned_away(self, session: Session, user: int, why: str) -> None: ...

    def remind(self, session: Session, seat: int) -> None: ...


@dataclass(frozen=True)
class Place:
    """Where one of the tables is, and who sits there."""

    table: str
    game: str
    guild: int
    channel: str
    user: str
    direct: str | None


async def furnished(room: CardRoom, tables: int, playing: int) -> list[Place]:
    """A number of tables of all games in the store, each with one person and house players: the first of them, and half
    of the others, stand still in the middle of a deal; the rest have not begun. Every other person has a panel."""
    owner = (await room.people(["Owner"]))[0]
    guilds = [guild async for guild in _servers(room, owner)]
    users, names = await room.people([f"Player {n + 1}" for n in range(tables)]), [*GAMES]
    places: list[Place] = []
    for n, user in enumerate(users):
        guild = guilds[n % SERVERS]
        channel = (await room.post("channels", name=f"table-{n + 1}", guild_id=guild))["id"]
        direct = (await room.post("dm", user=user))["id"] if n < playing and n % 2 else None
        places.append(Place(f"t{n:06d}", names[n % len(names)], int(guild), channel, user, direct))
    room.bot.data.mkdir(parents=True, exist_ok=True)
    async with await Store.open(room.bot.database) as store:

        async def settings(_: int) -> Settings:
            return Settings()

        timekeeper = Timekeeper(time.time)
        services = Services(store, timekeeper, Silent(), settings, lambda *_: None)
        waiting = iter(enumerate(places))

        async def furnish() -> None:
            for n, place in waiting:
                await _table(services, place, begun=n < playing or n % 2 == 0)

        await asyncio.gather(*(furnish() for _ in range(AT_ONCE)))
    return places


async def _servers(room: CardRoom, owner: str) -> AsyncIterator[str]:
    """Each process has equally many."""
    has = Counter[int]()
    for n in count(1):
        guild = (await room.post("guilds", name=f"Server {n}", user=owner))["id"]
        process = Cluster.of(int(guild), PROCESSES or 1).number
        if has[process] < SERVERS // (PROCESSES or 1):
            has[process] += 1
            yield guild
        if has.total() == SERVERS:
            return


async def _table(services: Services, place: Place, *, begun: bool) -> None:
    game, user, dice = GAMES[place.game], int(place.user), random.Random(place.table)
    state = TableState(place.table, place.guild, user, game, game.options(), posted=Posted(int(place.channel)))
    session = Session.of(services, state, Settings())
    name = f"Player {int(place.table[1:]) + 1}"
    await services.store.commit(
        Work().do(
            direct_messages.set_dm, user, int(place.direct) if place.direct else None, flagged=place.direct is None
        )
    )
    await lobby.join(session, user, name)
    if place.direct:
        async with session.commits.changing(shown=False) as (table, _):
            table.posted.panels[user] = Sent(int(place.direct), 0)
    if not begun:
        return
    await starting.play_now(session, user)
    for _ in range(MOVES):
        move = any_move(session, dice)
        if move is None:
            break
        await session.act(*move)
    await hosting.pause(session, NOBODY)


def any_move(session: Session, dice: random.Random) -> tuple[int, Move] | None:
    """Some move of the player who is waited for."""
    deal = session.table.deal
    for seat in deal.ask.waits_for if deal is not None and deal.ask is not None else ():
        offers = [offer for offer in deal.offers(seat) if offer and not offer.optional] if deal else []
        move = dice.choice(offers).sample(Stream(dice.randbytes(8), "whim")) if offers else None
        if move is not None:
            return seat, move
    return None


class Settled(Alone):
    """A table that was there before its person came back."""

    @classmethod
    def of(cls, person: Any, place: Place) -> Settled:
        table = cls([person], place.channel, place.table, rng=random.Random(place.table), pick=careful)
        table._listen()
        return table


@bench("1,000 open tables, 300 in play:", unit="", aim="see the README")
def full(setting: Setting) -> Mapping[str, float]:
    """A press each three seconds at each of those in play, twice as long as is told: first after everybody has sat down
    in the same moment, then as it goes on. One person and house players sit at each; half of the people
    play from panels in their direct messages, the others from **My hand** and the table message. Processor time is
    told for each of the processes that share the machine's cores: the bot with its drawing, the local Discord,
    and this one, in which the people are. `PROCESSES=2` has the bot in two, on PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        if not PROCESSES:
            return asyncio.run(_full(CardRoom(Path(folder))))
        with on_disk() as address:
            return asyncio.run(_full(CardRoom(Path(folder), Several(Path(folder), address, PROCESSES))))


async def _full(made: CardRoom) -> Mapping[str, float]:
    tables, playing = int(os.environ.get("TABLES", TABLES)), int(os.environ.get("PLAYING", PLAYING))
    found: dict[str, float] = {}
    async with made as room, AsyncExitStack() as pages:
        places = await furnished(room, tables, playing)
        await room.bot.start()  # the life before the one that is measured
        await _quiet(room)
        await asyncio.sleep(AT_REST)
        room.bot.kill()
        began, busy = time.monotonic(), 0.0
        found["start: ready (s)"] = await room.bot.start()
        first = next(place for place in places[playing // 2 :] if holds(place))
        person = await pages.enter_async_context(room.person(first.user, first.channel))
        table = Settled.of(person, first)
        await _answered(table)
        found["start: somebody is answered (s)"] = time.monotonic() - began
        await room.bot.logged("tables are back")
        found["start: all tables are back (s)"] = time.monotonic() - began
        found["start: processor time (s)"] = room.bot.busy
        await _quiet(room)
        found["start: all tables are shown (s)"] = time.monotonic() - began - QUIET
        found["memory: the tables open (MB)"] = _pss(room) / MEGABYTE
        seated = [table]
        for place in places[:playing]:
            if place is not first:
                person = await pages.enter_async_context(room.person(place.user, place.channel))
                seated.append(Settled.of(person, place))
        order = [first, *(place for place in places[:playing] if place is not first)]
        await asyncio.gather(*(_sit_down(t, hand=holds(p)) for t, p in zip(seated, order, strict=True)))
        await asyncio.sleep(5)
        live = {place.table for place in places if GAMES[place.game].real_time}
        unanswered: list[Control] = []

        async def play() -> list[Pressed]:
            until = asyncio.get_running_loop().time() + SECONDS
            each = [
                now_and_then(table, n * PAUSE / len(seated), until, unanswered, PAUSE) for n, table in enumerate(seated)
            ]
            return [pressed for one in await asyncio.gather(*each) for pressed in one]

        first_seconds = await measured(room, play, seated, live=live)
        mark, busy, local, own = time.time(), room.bot.busy, room.local_busy, time.process_time()
        drawing = _drawing(room)
        times = await measured(room, play, seated, live=live)
        spent = time.time() - mark
        calls = [call for call in await room.get("calls", since=str(mark)) if _outside(call[1])]
        seconds = Counter(int(call[2]) for call in calls)
        presses = len(times.acks) + len(times.live_acks)
        found |= {
            "all sit down at once: picture p50 (ms)": p50(first_seconds.pictures),
            "all sit down at once: picture p99 (ms)": p99(first_seconds.pictures),
            "presses (count)": presses,
            "presses a second": presses / SECONDS,
            "presses without an answer (count)": len(unanswered),
            "presses answered with a sentence (count)": times.said,
            "picture as the answer (count)": len(times.answers),
            "picture as the answer, p50 (ms)": p50(times.answers),
            "picture as the answer, p99 (ms)": p99(times.answers),
            "picture as the answer, most (ms)": max(times.answers),
            "picture p50 (ms)": p50(times.pictures), "picture p99 (ms)": p99(times.pictures),
            "picture most (ms)": max(times.pictures),
            "ack p99 (ms)": p99([*times.acks, *times.live_acks]),
            "ack most (ms)": max([*times.acks, *times.live_acks]),
            "table message follows a press elsewhere, p99 (ms)": p99(times.boards) if times.boards else 0.0,
            "table message follows, most (ms)": max(times.boards, default=0.0),
            "calls refused by a limit, with those of both starts (count)": times.violations,
            "calls outside interactions a second": len(calls) / spent,
            "calls outside interactions, most in a second": max(seconds.values(), default=0),
            "memory: in play (MB)": _pss(room) / MEGABYTE,
            "processor: the bot, of a core": (room.bot.busy - busy) / spent,
            "processor: the bot, a press (ms)": (room.bot.busy - busy) * 1000 / presses,
            "processor: of that, drawing": (_drawing(room) - drawing) / spent,
            "processor: the local Discord": (room.local_busy - local) / spent,
            "processor: the people": (time.process_time() - own) / spent,
        }  # fmt: skip
    return found


def p50(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _outside(route: str) -> bool:
    return not route.startswith(("/interactions/", "/webhooks/"))


QUIET = 3.0
"""Seconds in which the bot has made no call."""


async def _quiet(room: CardRoom) -> None:
    """Until all is shown."""
    while True:
        calls = await room.get("calls", since=str(time.time() - QUIET))
        if not [call for call in calls if "emojis" not in call[1]]:
            return
        await asyncio.sleep(0.5)


async def _answered(table: Table) -> None:
    """Somebody has opened **My hand** at this table."""
    while True:
        try:
            await table.hands()
            return
        except (Refused, NoAnswer):
            await asyncio.sleep(0.05)


def holds(place: Place) -> bool:
    """Whether there is a hand to look at."""
    game = GAMES[place.game]
    return every_word()[place.game].holds(game.options())


async def _sit_down(table: Settled, *, hand: bool) -> None:
    """Somebody comes back: **Go on**, and **My hand** if there is a hand and no panel."""
    person, place = table.people[0], table.channel
    while True:
        try:
            await table.press(person, await table.with_control("@resume", person))
            if hand and not any(m["channel_id"] != place for room in person.messages.values() for m in room.values()):
                await table.hands()
            return
        except (Refused, NoAnswer):
            await asyncio.sleep(0.2)


def _drawing(room: CardRoom) -> float:
    return sum(processor_seconds(pid) for bot in room.bot.pids for pid in family(bot)[1:])


def _pss(room: CardRoom) -> float:
    """The memory of all processes of the bot in bytes, what they share counted once."""
    total = 0
    for each in [pid for bot in room.bot.pids for pid in family(bot)]:
        with open(f"/proc/{each}/smaps_rollup") as rollup:
            total += next(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))
    return total * 1024
