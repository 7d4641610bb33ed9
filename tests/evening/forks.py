"""An evening that goes on otherwise for a while, in a copy of its process: so everything can be pressed at one moment,
and nothing has come of it for the evening itself."""

from __future__ import annotations

import asyncio
import os
import pickle
import traceback
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from .evening import Evening

LONGEST = 90.0
"""How long one goes on at most, in seconds of the evening."""


class Aside(BaseException):
    """This process is the copy, and goes on with the loop; its caller is in the other one."""


class Fork:
    """Copies of an evening, one after the other."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def aside(self, course: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """The outcome of this course of things, from this moment on, with nobody else doing anything and nothing going
        wrong. Raises Aside in the copy, which must reach the loop; RuntimeError if it did not end."""
        ours, theirs = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ours)
            self._begin(course, theirs)
        os.close(theirs)
        with os.fdopen(ours, "rb") as told:
            said = told.read()
        os.waitpid(child, 0)
        outcome, found = pickle.loads(said) if said else ("fault", "the copy has ended without a word")
        if outcome == "fault":
            raise RuntimeError(found)
        return found

    def _begin(self, course: Callable[[], Coroutine[Any, Any, Any]], pipe: int) -> NoReturn:
        evening = self.evening
        asyncio._set_running_loop(evening.loop)  # which asyncio forgets in a copy
        evening.alone()

        async def run() -> None:
            try:
                async with asyncio.timeout(LONGEST):
                    said = "done", await course()
            except BaseException:
                said = "fault", traceback.format_exc()
            evening.disk.file.unlink(missing_ok=True)
            evening.disk.file.with_name(f"{evening.disk.file.name}-wal").unlink(missing_ok=True)
            with os.fdopen(pipe, "wb") as told:
                told.write(pickle.dumps(said))
            os._exit(0)

        evening.loop.create_task(run())
        raise Aside
