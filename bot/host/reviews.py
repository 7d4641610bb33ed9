"""What decisions were worth is worked out beside play: one match at a time, in a process of its own that gives way to
all else. People who ask for the same are answered together; what is worked out is kept."""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from bot.store import Store, StoreError, Work, reviews
from bot.store.reviews import Review
from bot.table import review_process, reviewing
from bot.table.clock import BUSY_MS
from bot.table.errors import Rejected
from bot.table.session import Services

log = logging.getLogger(__name__)

TRIES = 2
"""A match with which the process ends this many times is given up."""
LONGEST = 600.0
"""Seconds; on a machine that is busy all the time it does not get its processor time sooner."""
LATER = (
    "The card room is starting again: your moves come by direct message in a while, or with the next press on"
    " **My moves**."
)
LINE_BYTES = 1 << 24
"""Room for what is said of one deal."""
FAILED = "That could not be worked out. Press **My moves** once more to have it tried again."
TOO_LONG = "Your moves in that match would take too long to work out."
_ROOT = Path(review_process.__file__).parents[2]


class Asked(NamedTuple):
    """Whose decisions, and in which match of which server."""

    guild: int
    user: int
    match: str


class Killed(Exception):
    """The process has ended before it was done."""


@dataclass(eq=False)
class _Job:
    asked: Asked
    case: reviewing.Case
    found: asyncio.Future[Review] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class ReviewProcess:
    """Looks at one match after the other, each in a process that is started for it."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """That of the process, if one is at work."""
        return None if self._process is None else self._process.pid

    async def look_at(self, case: reviewing.Case, found: list[dict[str, Any]]) -> bool:
        """What the process says is in `found` as soon as it has said it. Returns whether it has said all before its
        time was over. Raises Killed where it has ended before that."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", review_process.__name__, cwd=_ROOT, limit=LINE_BYTES,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self._process = process
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST):
                    if await _reads(process, case, found):
                        return True
                    if await process.wait() != -signal.SIGXCPU:
                        raise Killed(process.returncode)
            return False
        finally:
            self._process = None
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            assert process.stdin is not None
            process.stdin.close()


async def _reads(process: asyncio.subprocess.Process, case: reviewing.Case, found: list[dict[str, Any]]) -> bool:
    """Have it look at a case, and take down what it says. Returns whether it has said all."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(pickle.dumps(case))
    with suppress(ConnectionError):
        await process.stdin.drain()
    async for line in process.stdout:
        if not line.endswith(b"\n"):
            break  # it was killed while it said so
        said = json.loads(line)
        if said == review_process.DONE:
            return True
        found.append(said)
    return False


class Reviews:
    """Those that are waited for, the first first."""

    def __init__(self, store: Store, services: Services, now: Callable[[], int]) -> None:
        self._store, self._services, self._now = store, services, now
        self._jobs: dict[Asked, _Job] = {}
        self._working: asyncio.Task[None] | None = None
        self.process = ReviewProcess()
        self.owed: set[Asked] = set()
        """What was asked for before this process began, and is still to be sent to those who have asked."""
        self.waiting = 0
        """How many people have been told that it comes, and have not got it yet."""
        self._stopped = False

    def comes_later(self, asked: Asked) -> bool:
        """Whether others are waited for first, or there is more to do than time for it."""
        return self._services.late > BUSY_MS or (bool(self._jobs) and asked not in self._jobs)

    async def work_out(self, asked: Asked, case: reviewing.Case) -> Review:
        """What the decisions were worth, once it is kept. A caller who stops waiting stops nothing. Raises
        Rejected."""
        if self._stopped:
            raise Rejected(LATER)
        if (job := self._jobs.get(asked)) is None:
            job = self._jobs[asked] = _Job(asked, case)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await asyncio.shield(job.found)

    @contextmanager
    def waited_for(self) -> Iterator[None]:
        """Wraps all that somebody waits for."""
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        """Who still waits is told that it comes later: the next process finds that they have asked."""
        self._stopped = True
        for job in self._jobs.values():
            _fail(job, Rejected(LATER))
        if self._working is not None:
            self._working.cancel()

    async def close(self) -> None:
        """Nothing is worked out any more."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)

    async def _work(self) -> None:
        try:
            while self._jobs:
                asked, job = next(iter(self._jobs.items()))
                try:
                    job.found.set_result(await self._kept(job))
                except (Rejected, StoreError) as no:
                    _fail(job, Rejected(str(no)))
                except Exception:
                    log.exception("the decisions of match %s could not be looked at", asked.match)
                    _fail(job, Rejected(FAILED))
                del self._jobs[asked]
        finally:
            for job in self._jobs.values():
                job.found.cancel()
            self._jobs.clear()

    async def _kept(self, job: _Job) -> Review:
        guild, user, match = job.asked
        if (known := await reviewing.known(self._store, guild, user, match)) is not None:
            return known  # another job has come to its end since it was looked for
        try:
            review = reviewing.summed_up(job.case, await self._looked_at(job.case))
        except Exception:
            await self._store.commit(Work().do(reviews.give_up, guild, user, match))
            raise
        await self._store.commit(Work().do(reviews.keep, guild, user, match, review, self._now()))
        return review

    async def _looked_at(self, case: reviewing.Case) -> list[dict[str, Any]]:
        """Deal by deal; the first ones, where all take too long. Raises Rejected."""
        found: list[dict[str, Any]] = []
        for left in reversed(range(TRIES)):
            found.clear()
            try:
                done = await self.process.look_at(case, found)
            except Killed as why:
                log.warning("the process that looks at decisions has ended: %s", why)
                if not (left or found):
                    raise Rejected(FAILED) from None
                continue
            if not found:
                raise Rejected(reviewing.GONE if done else TOO_LONG)
            break
        return found


def _fail(job: _Job, why: Rejected) -> None:
    if not job.found.done():
        job.found.set_exception(why)
    job.found.exception()  # told to those who wait for it; perhaps nobody does
