"""Threads that tables have of their own: made, opened again where Discord has archived them, and put away."""

from __future__ import annotations

import logging

import discord

from bot.table.errors import Rejected

from .rate_limiter import RateLimiter
from .refusals import NOT_TAKEN, why
from .timeouts import in_time

log = logging.getLogger(__name__)

WEEK = 10080
"""Minutes; Discord archives a thread in which nobody has written for this long, and edits do not count."""


async def make(channel: discord.TextChannel, name: str) -> int:
    """A public thread of this channel; its id. Raises Rejected."""
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    making = channel.create_thread(name=name[:100], type=kind, auto_archive_duration=WEEK)
    try:
        return (await in_time(making, lambda thread: thread.edit(archived=True))).id
    except NOT_TAKEN as error:
        log.warning("no thread was made in channel %s: %r", channel.id, error)
        raise Rejected(f"No table was opened, for I could not make a thread: {why(error)}.") from None


async def wake(client: discord.Client, limiter: RateLimiter, thread: int) -> bool:
    """Open an archived thread again; false where that is refused: it may be locked."""
    await limiter.call()
    try:
        await client.http.edit_channel(thread, archived=False)
    except NOT_TAKEN as error:
        log.warning("thread %s could not be opened again: %s", thread, error)
        return False
    return True


async def put_away(client: discord.Client, limiter: RateLimiter, thread: int) -> None:
    """A thread that is no longer wanted is archived, and can still be found."""
    await limiter.turn()
    await limiter.call()
    try:
        await client.http.edit_channel(thread, archived=True)
    except NOT_TAKEN as error:
        log.info("thread %s could not be archived: %s", thread, error)
