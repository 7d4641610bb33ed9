"""Data is recomputed after an upgrade, in the background while people play: see `bot.store.upkeep`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

from bot.store import Match, Result, Store, StoreError, Work, upkeep
from bot.table import past

log = logging.getLogger(__name__)

MATCHES_AT_ONCE = 20
"""How many are rated in one unit: some ten milliseconds, for which others' units wait."""
PAUSE_SECONDS = 0.02
AGAIN_SECONDS = 60.0
"""After trouble with the records."""


async def run(store: Store, now: Callable[[], int]) -> None:
    """Until all is complete; `now` is wall time in ms."""
    while True:
        try:
            async for _ in _steps(store, now):
                await asyncio.sleep(PAUSE_SECONDS)
            return
        except StoreError as trouble:
            log.warning("the records are not brought up to date yet: %s", trouble)
        await asyncio.sleep(AGAIN_SECONDS)


async def _steps(store: Store, now: Callable[[], int]) -> AsyncIterator[None]:
    for guild in await store.read(upkeep.due, "sessions"):
        while match := await store.read(upkeep.broken_off, guild):
            await store.commit(Work().do(upkeep.note_past, guild, match.id, *await _sessions(store, match)))
            yield
        await store.commit(Work().do(upkeep.note_past, guild, None, now(), ()))
    while guilds := await store.read(upkeep.due, "ratings"):
        await store.commit(Work().do(upkeep.rate_anew, guilds[0], past.pairs, MATCHES_AT_ONCE))
        yield


async def _sessions(store: Store, match: Match) -> tuple[int, list[Result]]:
    """Whatever is wrong with a table of long ago, it costs that table alone."""
    try:
        return await past.sessions(store, match)
    except StoreError:
        raise
    except Exception:
        log.exception("match %s cannot be read, and does not count", match.id)
        return match.started, []
