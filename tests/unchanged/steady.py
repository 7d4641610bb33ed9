"""Evenings that come out alike as long as the bot does the same, however it does it.

The evenings of `tests.evening` look for trouble: their dice fall otherwise with each turn of the loop and each call.
These are the same people at the same tables, but

- a turn of the loop takes no time, so one `await` more or fewer moves nothing;
- calls, commits and pictures each take one length of time, threads and reads none;
- nothing goes wrong, nothing comes twice, no law looks on;
- each use of chance (a deal's secret, a table's name, the order of seats, a clock's dice) is a stream of its own;
- an evening lasts for a number of seconds, not of changes.

Its log is sorted by where it was to be read (a channel, a direct message, the answer to one press), so that two
messages to different places may change their order. Ids of Discord's (17 digits and more) are numbered there in the
order of their first coming, pictures too; other files are told by their SHA-256.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import pickle
import pkgutil
import random
import re
import secrets
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import discord

import cogs
from bot.games.catalog import GAMES
from tests.evening import clockwork
from tests.evening.clockwork import Loop, compiled_once, settle
from tests.evening.disk import DrawingStandIn, Slowness, number_in
from tests.evening.evening import Evening
from tests.evening.story import Plan

CALM = dict.fromkeys(
    ("kills", "calls", "disk", "stalls", "doubles", "jumps", "sleeps", "breaks", "shut", "archived", "outages",
     "kicks", "odd", "presses", "undrawn"), "0",
)  # fmt: skip
CALL, COMMIT, DRAWING, FRAME = 0.02171828, 0.00314159, 0.0314142, 0.01618034
"""Seconds that things take. No sum of a few of them is a whole number of milliseconds."""
PEOPLE = 5
SECONDS = 150
"""How long an evening lasts."""
ID = re.compile(r'\d{17,}|(?<="nonce": ")\d+')
"""Ids, and the random numbers that discord.py puts beside what it sends."""


@dataclass
class Told:
    """What came of an evening, as text."""

    commands: str = ""
    """The commands that were registered, as JSON."""
    controls: str = ""
    """Everything that left for Discord."""
    rows: str = ""
    """The database at the end."""
    tables: str = ""
    """What was stored of each table, each time that it was stored otherwise."""
    pictures: Sequence[Any] = field(default_factory=list)
    """What was drawn: scenes and sheets."""


class Even(Slowness):
    """Everything takes as long as it usually does."""

    def __init__(self, seconds: float) -> None:
        super().__init__(0, "even")
        self._seconds = seconds

    def of(self, least: float, usual: float, most: float, seldom: float = 0.02) -> float:
        return self._seconds

    def happens(self, part: float) -> bool:
        return False


class SteadyLoop(Loop):
    """A turn takes no time, except where something waits for the clock turn after turn."""

    PATIENCE = 20_000

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._since, self._turns_since = 0.0, 0

    def _run_once(self) -> None:
        super()._run_once()
        if self.now != self._since:
            self._since, self._turns_since = self.now, 0
        self._turns_since += 1
        if self._turns_since > self.PATIENCE:
            self.now += 1e-4

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        done = self.create_future()
        settle(done, func, *args)
        return done


def pinned(seed: int, loop: Loop) -> None:
    """From now on the clocks of this process are the evening's, and each use of chance has a stream of its own."""
    streams = defaultdict[Any, random.Random]()
    true = random.Random

    def stream(name: Any) -> random.Random:
        if name not in streams:
            streams[name] = true(f"{seed} {name}")
        return streams[name]

    def some(size: int | None = 32) -> bytes:
        return stream(f"bytes {size}").randbytes(32 if size is None else size)

    class Random(true):
        """One that is given no seed is the next of its kind."""

        def __init__(self, x: Any = None) -> None:
            super().__init__(stream(type(self).__name__).getrandbits(64) if x is None else x)

        def seed(self, a: Any = None, version: int = 2) -> None:
            super().seed(stream("seed").getrandbits(64) if a is None else a, version)

    class System(Random):
        def __init__(self, x: Any = None) -> None:
            super().__init__()

    changed: list[tuple[Any, dict[str, Any]]] = [
        (time, {"time": loop.wall, "monotonic": loop.time, "perf_counter": loop.time}),
        (discord.utils, {"utcnow": lambda: datetime.fromtimestamp(loop.wall(), UTC)}),
        (os, {"urandom": some}),
        (random, {"Random": Random}),
        (secrets, {
            "token_bytes": some, "token_hex": lambda size=32: some(size).hex(),
            "token_urlsafe": lambda size=32: sha256(some(size)).hexdigest(),
            "choice": lambda among: stream(f"choice {len(among)}").choice(among),
            "randbelow": lambda most: stream("below").randrange(most), "SystemRandom": System,
        }),
    ]  # fmt: skip
    for where, names in changed:
        for name, value in names.items():
            _put(where, name, value)
    random.seed(f"{seed} global")


def _put(where: Any, name: str, value: Any) -> None:
    """In the place of something of a module, also where one of ours has imported it by its name."""
    true = getattr(where, name)
    setattr(where, name, value)
    for module in [m for n, m in sys.modules.items() if n.split(".")[0] in ("bot", "cogs")]:
        for known in [known for known, found in vars(module).items() if found is true]:
            setattr(module, known, value)


class Steady(Evening):
    """An evening that writes down what is seen and stored."""

    def __init__(self, plan: Plan, loop: Loop, folder: Path, games: Sequence[str],
                 seconds: float) -> None:  # fmt: skip
        super().__init__(plan, loop, folder)
        self.laws, self.disk.committed = [], self._committed
        self.wire.calls, self.wire.frames = Even(CALL), Even(FRAME)
        self.disk.commits, self.disk.reads, DrawingStandIn.slowness = Even(COMMIT), Even(0.0), Even(DRAWING)
        self.wire.note, self.lookout.after_turn = self._hear, lambda: None
        self._opened, self._seconds = games, seconds
        self._streams = defaultdict[str, list[str]](list)
        self._ids = defaultdict[str, dict[str, str]](dict)
        self._shown = defaultdict[str, list[int]](list)
        """The numbers of the pictures that were sent there."""
        self._made_first = int(self.wire.world.snowflake())
        """Ids up to this one were there before the evening began: people, channels, the server."""
        self._acts = count(1)
        self._act_of: dict[str, str] = {}
        """The act that somebody waits for an answer to, by the token of its interaction."""
        self._commands = ""
        self._tables: dict[str, str] = {}
        self._stored_once: list[str] = []

    async def run(self) -> None:
        """From the first press until the time is up."""
        self.born()
        crowd = self.crowd
        await asyncio.sleep(10)  # it is connected by then, and its commands are registered
        assert crowd.commands()
        crowd._known = dict(sorted(crowd._known.items()))  # in whatever order they were registered
        dice = random.Random(f"{self.plan.seed} opened")
        for n, game in enumerate(self._opened):
            person = crowd.people[n % len(crowd.people)]
            crowd.some_command(person, game, dice, dice.choice(crowd.places), game, {})
            await asyncio.sleep(0.7)
        for person in crowd.people:
            self.loop.create_task(person.live())
        await asyncio.sleep(self._seconds - self.loop.now)

    def told(self) -> Told:
        """What came of it."""
        names = sorted(self._streams, key=lambda name: (not name.startswith("channel"), len(name), name))
        lines = [line for name in names for line in (f"== {name}", *self._streams[name])]
        tables = [f"{n} {line}" for n, line in enumerate(self._stored_once)]
        drawn = {number: picture for picture, number in DrawingStandIn.numbers.items()}
        shown = dict.fromkeys(number for name in names for number in self._shown[name])
        return Told(
            self._commands, "\n".join(lines), self._without_ids(dump(self.disk.file)),
            self._without_ids("\n".join(tables)), [drawn[number] for number in shown],
        )  # fmt: skip

    def _without_ids(self, text: str) -> str:
        """Of what two things were made first in one millisecond says nothing."""
        return ID.sub(lambda found: found[0] if int(found[0]) <= self._made_first else f"#{int(found[0]) >> 22}", text)

    # ---- what goes over the wire -----------------------------------------------------------

    def _hear(self, *what: Any) -> None:
        match what:
            case ("person", _, _, kind, data, _):
                made = next(reversed(self.wire.interactions.by_id.values()))
                name = f"act {next(self._acts)}"
                self._act_of[made.token] = self._act_of[made.id] = name
                by = next(person.name for person in self.crowd.people if person.user == made.user)
                self._streams[name].append(self._plain(name, f"{by} {kind} {canonical(data)}"))
            case ("gateway", _):
                pass
            case (str(method), str(path), body, uploads, int(status), _) if method != "GET":
                self._left(method, path, body, uploads, status)

    def _left(self, method: str, path: str, body: Any, uploads: Sequence[tuple[int, bytes]], status: int) -> None:
        if method == "PUT" and path.endswith("/commands"):
            self._commands = json.dumps(sorted(body, key=lambda c: c["name"]), indent=1, sort_keys=True,
                                        ensure_ascii=False)  # fmt: skip
            return
        parts = path.partition("?")[0].strip("/").split("/")
        name = "else"
        if parts[0] == "channels":
            name = f"channel {self._channel(parts[1])}"
        elif parts[0] in ("interactions", "webhooks") and len(parts) > 2:
            name = self._act_of.get(parts[2], "act of nobody")
            parts[2] = "TOKEN"
        files = [self._file(name, data) for _, data in uploads]
        if "image" in (body or {}):
            body = {**body, "image": None}  # an emoji, by the number of its picture
        told = f"{method} {'/'.join(parts)} {canonical(body)} {' '.join(files)} {status}"
        self._streams[name].append(self._plain(name, told))

    def _channel(self, id: str) -> str:
        channel = self.wire.world.channels.get(id, {})
        if channel.get("type") == 1:
            user = channel["recipients"][0]["id"]
            return next((f"with {p.name}" for p in self.crowd.people if p.user == user), user)
        return channel.get("name", id)

    def _file(self, stream: str, data: bytes) -> str:
        if b"#" in data[-12:] and data.startswith(b"\x89PNG"):
            number, known = number_in(data), self._ids[f"{stream} pictures"]
            self._shown[stream].append(number)
            return known.setdefault(str(number), f"picture {len(known) + 1}")
        return sha256(data).hexdigest()

    def _plain(self, stream: str, text: str) -> str:
        known = self._ids[stream]
        return ID.sub(lambda found: known.setdefault(found[0], f"#{len(known) + 1}"), text)

    # ---- what is stored --------------------------------------------------------------------

    def _committed(self, db: sqlite3.Connection) -> None:
        for id, state in db.execute("SELECT id, state FROM card_tables ORDER BY id"):
            if self._tables.get(id) != state:
                self._tables[id] = state
                self._stored_once.append(f"{id} {state}")


def canonical(data: Any) -> str:
    """JSON with its keys in order."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False)


def dump(file: Path) -> str:
    """Everything that a database holds, each table by its rows in order."""
    lines: list[str] = []
    with sqlite3.connect(file) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        for name in names:
            found = db.execute(f'SELECT * FROM "{name}"')
            columns = [column[0] for column in found.description]
            rows = sorted(repr(row) for row in found)
            lines += [f"== {name} ({', '.join(columns)})", *rows]
        lines += [str(sql) for (sql,) in db.execute("SELECT sql FROM sqlite_schema ORDER BY name, sql")]
    return "\n".join(lines)


def opened(seed: int) -> list[str]:
    """The games that are opened first: in four evenings, every one."""
    return sorted(GAMES)[seed % 4 :: 4]


def play(seed: int, seconds: float) -> Told:
    """The evening, in a process of its own: see `evening`."""
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    try:
        clockwork.TURN = 0.0
        loop = SteadyLoop(seed)
        asyncio.set_event_loop(loop)
        pinned(seed, loop)
        facts = {**CALM, "people": str(PEOPLE), "often": "moves", "how_often": "0.06"}
        steady = Steady(Plan(seed, compare=0, only=tuple(facts.items())), loop, folder, opened(seed), seconds)
        steady.crowd.nights = bool(seed % 2)
        loop.run_until_complete(steady.run())
        return steady.told()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def evening(seed: int, seconds: float = SECONDS) -> Told:
    """What came of an evening. Raises RuntimeError if it has come to no end."""
    loaded()
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        _child(lambda: play(seed, seconds), theirs)
    os.close(theirs)
    with os.fdopen(ours, "rb") as told:
        said = told.read()
    os.waitpid(child, 0)
    found = pickle.loads(said) if said else "the evening's process has ended without a word"
    if isinstance(found, str):
        raise RuntimeError(found)
    return found


@cache
def loaded() -> None:
    """All code is compiled once, before the evenings' processes part."""
    compiled_once()
    for cog in pkgutil.walk_packages(cogs.__path__, "cogs."):
        importlib.import_module(cog.name)


def _child(work: Callable[[], Any], pipe: int) -> None:
    gc.disable()  # what a life has left behind must not wake up
    try:
        said = pickle.dumps(work())
    except BaseException:
        said = pickle.dumps(traceback.format_exc())
    with os.fdopen(pipe, "wb") as told:
        told.write(said)
    sys.stderr.flush()
    os._exit(0)
