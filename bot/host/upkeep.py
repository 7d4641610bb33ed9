"""Data is recomputed after an upgrade, in the background while people play: see `bot.store.upkeep`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

from bot.store import Match, Result, Store, StoreError, Work, hands, upkeep
from bot.table import past, past_hands

log = logging.getLogger(__name__)

MATCHES_AT_ONCE = 20
"""How many are rated in one unit: some ten milliseconds, for which others' units wait."""
DEALS_AT_ONCE = 10
"""How many are played again for what people did in them: some ten milliseconds each, beside the event loop."""
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
    for guild in await store.read(upkeep.due, store.cluster, "sessions"):
        while match := await store.read(upkeep.broken_off, guild):
            await store.commit(Work().do(upkeep.note_past, guild, match.id, *await _sessions(store, match)))
            yield
        await store.commit(Work().do(upkeep.note_past, guild, None, now(), ()))
    while guilds := await store.read(upkeep.due, store.cluster, "ratings"):
        await store.commit(Work().do(upkeep.rate_anew, guilds[0], past.pairs, MATCHES_AT_ONCE))
        yield
    for guild in await store.read(upkeep.due, store.cluster, "hands"):
        while deals := await store.read(hands.past, guild, past_hands.KEPT, DEALS_AT_ONCE):
            await store.commit(
                Work().do(hands.note_past, guild, deals[-1], await past_hands.noted(store, guild, deals))
            )
            yield
        await store.commit(Work().do(hands.note_past, guild, None, ()))


async def _sessions(store: Store, match: Match) -> tuple[int, list[Result]]:
    """Whatever is wrong with a table of long ago, it costs that table alone."""
    try:
        return await past.sessions(store, match)
    except StoreError:
        raise
    except Exception:
        log.exception("match %s cannot be read, and does not count", match.id)
        return match.started, []
