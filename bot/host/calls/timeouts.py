"""Things that Discord makes for somebody who waits for an answer, and will not wait long."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")
CALL_TIMEOUT = 12.0
"""Seconds."""
_late: set[asyncio.Task[None]] = set()
"""Work that is being undone because it came too late."""


async def in_time(work: Coroutine[object, None, T], undo: Callable[[T], Awaitable[object]]) -> T:
    """What Discord has made. The caller waits no longer than a time limit; what Discord makes after that is undone.
    Raises TimeoutError, and whatever the work does."""
    making = asyncio.create_task(work)
    try:
        async with asyncio.timeout(CALL_TIMEOUT):
            return await asyncio.shield(making)
    except (TimeoutError, asyncio.CancelledError):
        if not making.done() or not (making.cancelled() or making.exception()):
            undoing = asyncio.create_task(_undo(making, undo))
            _late.add(undoing)
            undoing.add_done_callback(_late.discard)
        raise


async def _undo(making: asyncio.Task[T], undo: Callable[[T], Awaitable[object]]) -> None:
    try:
        await undo(await making)
    except Exception as error:
        log.warning("something that came too late was not made, or not undone: %r", error)
