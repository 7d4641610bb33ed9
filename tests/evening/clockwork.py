"""Virtual time on one thread: a loop that jumps to the next timer; clocks and chance from one seed.

A process that is killed is a set of callbacks that are run no more: each carries the context in which it was made, and
the bot's contexts carry its Life. So it dies in the middle of anything, no `finally` runs, and the world goes on.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
import heapq
import os
import random
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from typing import Any

import discord

NOON = 1_750_000_000.0
TURN = 2e-5
"""The time that a turn of the loop takes: code that waits for the clock with `sleep(0)` would otherwise wait for
ever."""


def compiled_once() -> None:
    """Each life loads its cogs anew, as a process would; they are compiled once for all of them, before the fork."""
    true, known = SourceFileLoader.source_to_code, dict[tuple[Any, bytes], Any]()

    def source_to_code(self: Any, data: Any, path: Any, **more: Any) -> Any:
        key = path, bytes(data)
        if key not in known:
            known[key] = true(self, data, path, **more)
        return known[key]

    SourceFileLoader.source_to_code = source_to_code  # type: ignore[method-assign]


class Life:
    """One run of the bot's process."""

    def __init__(self) -> None:
        self.dead = False
        self.bodies: list[Any] = []
        """What belonged to it when it died: to collect a coroutine would run its `finally` blocks."""


LIFE: contextvars.ContextVar[Life | None] = contextvars.ContextVar("life", default=None)


class Loop(asyncio.BaseEventLoop):
    """An event loop without a clock, sockets or threads."""

    def __init__(self, seed: int) -> None:
        self.now = 0.0
        super().__init__()
        self._clock_resolution = 1e-9
        self._slowness = random.Random(f"{seed} slowness")
        self._threads = random.Random(f"{seed} threads")
        self.stalls = 0.0
        """The part of the turns that take long, as on a busy machine: what is due meanwhile comes all at once."""
        self.jump = 0.0
        """Seconds by which the clock on the wall has been put forward."""
        self.stood = 0.0
        """Seconds for which the process was stopped."""
        self.turns = 0
        self.after_each: Callable[[], None] = lambda: None

    def time(self) -> float:
        return self.now

    def wall(self) -> float:
        """Seconds since 1970, by the clock on the wall."""
        return NOON + self.now + self.jump

    def _run_once(self) -> None:
        ready, scheduled = self._ready, self._scheduled  # type: ignore[attr-defined]  # what BaseEventLoop works on
        while not ready and scheduled and _is_void(scheduled[0]):
            self._pop()
        if not ready:
            self.now = max(self.now, scheduled[0]._when)  # IndexError: nothing will ever happen again
        while scheduled and scheduled[0]._when <= self.now:
            ready.append(self._pop())
        self.turns += 1
        self.now += TURN
        if self.stalls and self._slowness.random() < self.stalls:
            self.now += self._slowness.uniform(0.01, 0.3)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not _is_void(handle):
                handle._run()
        self.after_each()

    def stall(self, seconds: float) -> None:
        """The process is stopped in this turn, and goes on this much later."""
        self.now += seconds
        self.stood += seconds

    def _pop(self) -> Any:
        handle = heapq.heappop(self._scheduled)  # type: ignore[attr-defined]
        handle._scheduled = False
        self._timer_cancelled_count -= handle._cancelled
        return handle

    def call_soon_threadsafe(self, *args: Any, **more: Any) -> Any:
        raise RuntimeError("a thread calls into the evening")

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        done = self.create_future()
        self.call_later(self._threads.uniform(0.001, 0.05), settle, done, func, *args)
        return done


def _is_void(handle: Any) -> bool:
    life = handle._context.get(LIFE)
    return handle._cancelled or (life is not None and life.dead)


def settle(done: asyncio.Future[Any], func: Callable[..., Any], *args: Any) -> None:
    """Do it now, and tell the future what came of it."""
    try:
        result = func(*args)
    except Exception as error:
        if not done.done():
            done.set_exception(error)
    else:
        if not done.done():
            done.set_result(result)


def seeded(seed: int, loop: Loop) -> None:
    """From now on clocks and chance of this process are the evening's own; what is a class stays one. There is no way
    back: an evening has a process of its own."""
    chance = random.Random(f"{seed} chance")

    def some(count: int | None = 32) -> bytes:
        return chance.randbytes(32 if count is None else count)

    class Random(random.Random):
        def __init__(self, x: Any = None) -> None:
            super().__init__(chance.getrandbits(64) if x is None else x)

        def seed(self, a: Any = None, version: int = 2) -> None:
            super().seed(chance.getrandbits(64) if a is None else a, version)

    class System(Random):
        def __init__(self, x: Any = None) -> None:
            super().__init__()

    changed: list[tuple[Any, dict[str, Any]]] = [
        (time, {"time": loop.wall, "monotonic": loop.time, "perf_counter": loop.time}),
        (discord.utils, {"utcnow": lambda: datetime.fromtimestamp(loop.wall(), UTC)}),
        (os, {"urandom": some}),
        (random, {"Random": Random}),
        (secrets, {
            "token_bytes": some, "token_hex": lambda count=32: some(count).hex(),
            "token_urlsafe": lambda count=32: sha256(some(count)).hexdigest(), "choice": chance.choice,
            "randbelow": chance.randrange, "randbits": chance.getrandbits, "SystemRandom": System,
        }),
    ]  # fmt: skip
    for where, names in changed:
        for name, value in names.items():
            setattr(where, name, value)
    random.seed(f"{seed} global")


@contextmanager
def uncollected() -> Iterator[None]:
    """Nothing is collected: what a dead life has left behind must not wake up."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
