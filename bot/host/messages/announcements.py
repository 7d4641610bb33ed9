"""Messages that announce a night: they follow what becomes of it, and tell who comes."""

from __future__ import annotations

import logging

import discord

from bot.show.messages import invitations
from bot.store import Store, nights, tables

from ..calls.rate_limiter import RateLimiter
from ..calls.refusals import NOT_TAKEN
from ..calls.reply import NOBODY, view_of
from ..pictures.emojis import Emojis

log = logging.getLogger(__name__)


async def place_of(store: Store, night: str) -> int | None:
    """The channel or the thread in which a night is played, once it has begun."""
    table = await store.read(tables.load_table, night)
    return None if table is None else table.thread or table.channel


async def bring_up_to_date(client: discord.Client, store: Store, emojis: Emojis, limiter: RateLimiter,
                           night: str) -> None:  # fmt: skip
    """The message that announces a night says how it is now; what Discord does not take is left."""
    record = await store.read(nights.night, night)
    if record is None or record.announcement is None:
        return
    text, rows = invitations.announcement(record, await place_of(store, night))
    channel = client.get_partial_messageable(record.channel, guild_id=record.guild)
    message = channel.get_partial_message(record.announcement)
    try:
        async with limiter.making(record.channel):
            await message.edit(content=text, view=view_of(rows, emojis) if rows else None, allowed_mentions=NOBODY)
    except NOT_TAKEN as error:
        log.warning("the announcement of night %s was not changed: %s", night, error)
