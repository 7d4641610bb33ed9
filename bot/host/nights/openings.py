"""A night's lobby opens automatically, at its time or some minutes before."""

from __future__ import annotations

import logging
from dataclasses import replace

import aiohttp
import discord

from bot.store import Guest, Night, StoreError, nights, tables
from bot.table.errors import Rejected
from bot.table.hosting import MOST_HOSTED

from ..calls import places, threads
from .tools import Tools

log = logging.getLogger(__name__)

MINUTE_MS = 60_000
TRIES = 15
"""How often a lobby is tried, once a minute."""
OPENS_FOR_MS = 4 * 3_600_000
"""After a long outage a lobby opens as long as its event in the calendar lasts; nobody is called to it after that."""
TOO_LATE = "I was not there at its time, and it is late by now; `/night start` begins it all the same."
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


def opens_at(record: Night, minutes: int) -> int:
    """When its lobby opens, this many minutes before its time (ms)."""
    return record.starts - minutes * MINUTE_MS


async def open_lobby(tools: Tools, record: Night) -> str:
    """Opens the lobby of an announced night where it was announced. Returns why it cannot, or nothing."""
    guild = tools.client.get_guild(record.guild)
    assert guild is not None, "nothing is done for servers that are not there"
    own_thread = bool(record.terms.get("thread"))
    place = await places.why_not_here(tools, guild, record.channel, own_thread)
    if isinstance(place, str):
        return place
    guests = await tools.guests(record)
    coming = [*guests.coming, *guests.waiting]
    host = await _host(guild, record, coming)
    thread = None
    try:
        if own_thread:
            assert isinstance(place, discord.TextChannel)
            # Checked first, otherwise each try would leave an empty thread over.
            await tools.store.read(nights.may_begin, record)
            await tools.store.read(tables.limit_tables, record.guild, host, MOST_HOSTED, record.id)
            thread = await threads.make(place, record.name)
        guests = await tools.guests(record)  # somebody may have answered meanwhile
        coming = [*guests.coming, *guests.waiting]
        await tools.lobbies.open_night(replace(record, host=host, status="running"), thread, coming)
    except (Rejected, StoreError) as no:
        if thread is not None:
            await tools.lobbies.put_away(thread)
        return str(no)
    return ""


async def _host(guild: discord.Guild, record: Night, coming: list[Guest]) -> int:
    """Who has announced it; if they are gone, the first of those who come."""
    for user in [record.host, *(guest.user for guest in coming)]:
        if user > 0 and await _is_member(guild, user):
            return user
    return record.host


async def _is_member(guild: discord.Guild, user: int) -> bool:
    """Whether somebody is a member, as far as Discord says."""
    try:
        await guild.fetch_member(user)
    except discord.NotFound as error:
        return error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER)
    except (discord.HTTPException, OSError, TimeoutError, aiohttp.ClientError) as error:
        log.info("whether %s is a member of server %s is not known: %s", user, guild.id, error)
    return True
