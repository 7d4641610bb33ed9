"""Where messages are: noted as soon as the records take it, and found again where the bot stopped before that."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import discord

from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import CLOSED, LOBBY, OVER

from ..calls.rate_limiter import RateLimiter
from ..calls.reply import NOT_TAKEN

log = logging.getLogger(__name__)

WRITTEN_MS = 60_000
"""After so long a change has been written, however much there was to write."""
LOOKED_THROUGH = 50
"""So many of a channel's messages are looked through for our own."""


def is_shown(session: Session, last_beat: int) -> bool:
    """Whether a table that has just been restored is shown as it is stored: no clock runs at it, so that nothing of it
    is told otherwise after an outage, and its last change had long been written when the process before this one was
    last known to run (in ms of wall time)."""
    rests = session.paused is not None or session.phase in (LOBBY, OVER)
    return rests and session.saved + WRITTEN_MS <= last_beat


async def note(session: Session, change: Callable[[], object]) -> None:
    """Keep where a message of the table is now, or that it is gone. Where the records take nothing, that waits until
    they do: else the table would know a message that is there no more."""
    tries = 0
    while session.phase != CLOSED:
        stored, tries = session.moved, tries + 1
        try:
            async with session.changing(shown=False):
                change()
            return
        except Rejected as no:
            log.info("table %s: a message's place is not noted yet: %s", session.id, no)
        if session.trouble is not None or tries > 1:  # else a change before this one failed, and took it back
            await stored.wait()


async def find_board(client: discord.Client, limiter: RateLimiter, session: Session) -> list[int]:
    """Where this deal's table message was not noted, the newest that was posted is the table's from now on. To be done
    before anything of the table is shown: that would go to the old one. Returns the older ones, which nobody wants any
    more. Raises Rejected where it cannot be stored."""
    if session.message is not None and session.message_deal == session.deals_begun:
        return []
    known = [session.message] if session.message else []
    await limiter.turn()
    await limiter.call()
    found = await _of_table(client, session.thread or session.channel, session.id, session.message)
    if not found:
        return []
    *older, newest = sorted({*found, *known})
    async with session.changing(shown=False):
        session.message, session.message_deal = newest, session.deals_begun
    return older


async def _of_table(client: discord.Client, channel: int, table: str, after: int | None) -> list[int]:
    """Our messages of a channel, later than that one, on which something can be pressed for this table."""
    ours = client.user.id if client.user else 0
    since = discord.Object(after) if after else None
    place = client.get_partial_messageable(channel)
    try:
        seen = [m async for m in place.history(limit=LOOKED_THROUGH, after=since)]
    except NOT_TAKEN as error:
        log.info("channel %s cannot be looked through: %s", channel, error)
        return []
    return [m.id for m in seen if m.author.id == ours and any(f":{table}:" in id for id in _ids(m.components))]


def _ids(components: Sequence[Any]) -> Iterator[str]:
    for component in components:
        yield str(getattr(component, "custom_id", None) or "")
        yield from _ids(getattr(component, "children", ()))
