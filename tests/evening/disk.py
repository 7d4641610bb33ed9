"""The records and the pictures on virtual time: each piece of work takes its time, in order, and may fail."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Generator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from bot.store.database import Database
from bot.store.errors import DiskFull, Locked
from bot.store.units import apply
from bot.table import reviewing

from .clockwork import Loop, settle

_DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c636000000200"
    "0001e221bc330000000049454e44ae426082"
)
"""A picture of one point."""


class Slowness:
    """How long things take: most are quick, a few are not."""

    def __init__(self, seed: int, what: str) -> None:
        self._dice = random.Random(f"{seed} {what}")

    def of(self, least: float, usual: float, most: float, seldom: float = 0.02) -> float:
        """Seconds."""
        among = (usual, most) if self._dice.random() < seldom else (least, usual)
        return self._dice.uniform(*among)

    def happens(self, part: float) -> bool:
        """Whether something of this probability happens now."""
        return self._dice.random() < part


class Disk:
    """The file of the records, and all connections to it that a life of the bot has opened."""

    def __init__(self, loop: Loop, seed: int, file: Path, committed: Callable[[sqlite3.Connection], None]) -> None:
        self.loop, self.file = loop, file
        self.commits, self.reads, self.faults = (
            Slowness(seed, f"disk {what}") for what in ("commits", "reads", "faults")
        )
        self.committed = committed
        """Called when a transaction is on the disk, and nobody knows it yet."""
        self.trouble = 0.0
        """The part of the transactions that fail."""
        self.last_fault = -100.0
        self.open: list[OnDisk] = []

    def failure(self) -> Exception | None:
        """Why this transaction does not come to be, if it does not."""
        if not self.trouble or not self.faults.happens(self.trouble):
            return None
        self.last_fault = self.loop.now
        return (DiskFull if self.faults.happens(0.5) else Locked)("Trouble; nothing was changed.")

    def survive(self) -> list[OnDisk]:
        """What is on the disk at this moment is the file from now on: a kill leaves no more. Returns what was open."""
        self.file = self._image(f"{self.file.stem}x.db")
        left, self.open = self.open, []
        for each in left:
            each.shut()
        return left

    def part(self) -> None:
        """In a copy of the process: its records are a copy of these. What the other one has open is not touched, for
        two processes must not share a connection."""
        self.file = self._image(f"{self.file.stem}-{os.getpid()}.db")
        for each in self.open:
            each.turn_to(self.file)

    def _image(self, name: str) -> Path:
        image = self.file.with_name(name)
        for end in ("", "-wal"):
            if Path(f"{self.file}{end}").exists():
                shutil.copy(f"{self.file}{end}", f"{image}{end}")
        return image


class OnDisk(Database):
    """In place of the store's connection on a thread. As there, work goes on when its caller is gone."""

    disk: Disk

    def __init__(self, connector: Callable[[], sqlite3.Connection], iter_chunk_size: int) -> None:
        self._running, self._connector, self._connection, self._free = True, connector, None, 0.0
        self.left: sqlite3.Connection | None = None
        """In a copy of the process: what the other one goes on with."""

    def __await__(self) -> Generator[Any, None, OnDisk]:
        return self._opened().__await__()

    async def _opened(self) -> OnDisk:
        self._connection = self._connector()
        self.disk.open.append(self)
        return self

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        loop, disk = self.disk.loop, self.disk
        done, known = loop.create_future(), loop.create_future()
        begins = max(loop.now, self._free)
        took = disk.commits.of(0.001, 0.02, 2.5, 0.04) if fn is apply else disk.reads.of(0.0003, 0.003, 0.1)
        self._free = begins + took
        # It is on the disk somewhat before anybody knows: a kill may come between.
        loop.call_at(begins + took * 0.7, settle, done, self._work, fn, args, kwargs)
        loop.call_at(self._free, settle, known, lambda: None)
        await known
        return await done

    def _work(self, fn: Any, args: Any, kwargs: Any) -> Any:
        if self.left is not None:  # it was begun before this process became a copy, and must not reach the other's file
            args = tuple(self._connection if each is self.left else each for each in args)
        if fn is not apply:
            return fn(*args, **kwargs)
        if (trouble := self.disk.failure()) is not None:
            return [trouble] * len(args[1])
        outcomes = fn(*args, **kwargs)
        assert self._connection is not None
        self.disk.committed(self._connection)
        return outcomes

    async def close(self) -> None:
        self.shut()

    def shut(self) -> None:
        """Let the file go."""
        if self._connection is not None:
            self._connection.close()

    def turn_to(self, file: Path) -> None:
        """Go on with this file."""
        self.left, self._connection = self._connection, sqlite3.connect(file, isolation_level=None)
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.execute("PRAGMA synchronous = OFF")

    def stop(self) -> None: ...


class DrawingStandIn:
    """In place of the drawing process: a picture is its number, which stands behind the end of the file."""

    disk: Disk
    numbers: dict[Any, int] = {}  # noqa: RUF012  one evening to a process
    slowness: Slowness
    failing = 0.0
    """The part of the pictures that cannot be drawn, however often that is tried."""

    @classmethod
    def draws(cls, number: int | None) -> bool:
        """Whether this picture can be drawn."""
        return number is None or random.Random(f"drawing {number}").random() >= cls.failing

    def __init__(self, count: int = 1) -> None: ...

    def start(self) -> None: ...

    def learn_face(self, face: bytes) -> None: ...

    def forget_face(self, key: str) -> None: ...

    async def draw(self, picture: Any) -> bytes:
        number = self.numbers.setdefault(of_no_moment(picture), len(self.numbers))
        await asyncio.sleep(self.slowness.of(0.01, 0.06, 1.5))
        if not self.draws(number):
            raise OSError("this cannot be drawn")
        return _DOT + b"#%d" % number

    async def answer(self, question: Any) -> Any:
        await asyncio.sleep(self.slowness.of(0.01, 0.06, 1.5))
        return question()

    async def close(self) -> None: ...


class ReviewStandIn:
    """In place of the process that looks at decisions: what it finds takes its time on the evening's clock."""

    pid: int | None = None

    async def look_at(self, case: reviewing.Case, found: list[Any]) -> bool:
        for deal in reviewing.looked_at(case):
            await asyncio.sleep(DrawingStandIn.slowness.of(0.05, 0.5, 5.0))
            found.append(json.loads(json.dumps(deal)))
        return True


MINUTES = re.compile(r"\b\d+ minutes? left")


def of_no_moment(picture: Any) -> Any:
    """A picture with initials for everybody, and without how much is left of a time: a face that comes later, and the
    time as it is then, are shown with the next change."""
    if type(picture) is tuple:
        bare = tuple(map(of_no_moment, picture))
        return bare if any(one is not other for one, other in zip(bare, picture, strict=True)) else picture
    changed = {}
    for name in _fields(type(picture)):
        value = getattr(picture, name)
        match name, value:
            case "face", _:
                bare: Any = ""
            case "done", float():
                bare = None
            case "subtitle", str():
                bare = MINUTES.sub("minutes left", value)
            case _:
                bare = of_no_moment(value)
        if bare is not value:
            changed[name] = bare
    return replace(picture, **changed) if changed else picture


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The parts of a picture; what is no picture has none."""
    return tuple(part.name for part in fields(kind)) if is_dataclass(kind) else ()


def number_in(png: bytes) -> int:
    """Which picture a file shows."""
    return int(png.rpartition(b"#")[2])
