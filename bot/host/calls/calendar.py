"""The event of an announced night in Discord's calendar."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Literal

import discord

from .permissions import Place, Voice
from .refusals import NOT_TAKEN, UNKNOWN_EVENT, why
from .timeouts import CALL_TIMEOUT, in_time

log = logging.getLogger(__name__)

_STANDS = (discord.EventStatus.scheduled, discord.EventStatus.active)
LASTS = timedelta(hours=4)
"""How long an evening takes in Discord's calendar."""
PAGE = 100
"""How many interested people Discord tells of at once."""
NO_USE = (*NOT_TAKEN, KeyError, TypeError, ValueError)
"""What Discord does not take, or answers as discord.py cannot read it."""
ABOUT = "A night of dealer's choice for play chips."


async def announce(guild: discord.Guild, channel: Place, name: str, starts: datetime) -> tuple[int | None, str]:
    """A scheduled event of the server; its id, or none and why in a sentence. That of a night in a voice or stage
    channel is one of that channel, as far as Discord takes it: for a stage it wants a moderator. Any other names the
    channel."""
    if guild.me is not None and not guild.me.guild_permissions.create_events:
        return None, "It is not in Discord's calendar, for I may not create events on this server."
    try:
        try:
            event = await _made(guild, channel, name, starts)
        except discord.Forbidden as error:
            if not isinstance(channel, Voice):
                raise
            log.info("there is no event of channel %s, but one that names it: %s", channel.id, error)
            event = await _made(guild, channel.name, name, starts)
    except NO_USE as error:
        log.warning("no event was made: %r", error)
        return None, f"It is not in Discord's calendar: {why(error)}."
    return event.id, ""


async def _made(guild: discord.Guild, where: Place | str, name: str, starts: datetime) -> discord.ScheduledEvent:
    """An event in a voice or stage channel, or one that names another channel. Raises what is in NO_USE."""
    ends, level = starts + LASTS, discord.PrivacyLevel.guild_only
    if isinstance(where, Voice):
        making = guild.create_scheduled_event(
            name=name, start_time=starts, end_time=ends, channel=where, privacy_level=level, description=ABOUT
        )
    else:
        making = guild.create_scheduled_event(
            name=name,
            start_time=starts,
            end_time=ends,
            entity_type=discord.EntityType.external,
            location=f"#{where}"[:100],
            privacy_level=level,
            description=ABOUT,
        )
    return await in_time(making, lambda late: late.cancel())


def made_before(guild: discord.Guild, name: str, starts: datetime) -> int | None:
    """An event of ours of this name and time: an earlier process may have made it without noting it."""
    ours = (e for e in guild.scheduled_events if guild.me is not None and e.creator_id == guild.me.id)
    return next((e.id for e in ours if (e.name, e.start_time) == (name, starts) and e.status in _STANDS), None)


async def mark(guild: discord.Guild | None, event: int | None, what: discord.EventStatus) -> str:
    """The event of a night has begun, is over, or is cancelled. Returns why it is not in a sentence, or nothing."""
    if guild is None or event is None:
        return ""
    try:
        async with asyncio.timeout(CALL_TIMEOUT):
            known = await guild.fetch_scheduled_event(event)
            if known.status is not what and known.status in _STANDS:
                if what is discord.EventStatus.completed and known.status is discord.EventStatus.scheduled:
                    await known.edit(status=discord.EventStatus.active)
                await known.edit(status=what)
    except NO_USE as error:
        return _left(event, error)
    return ""


async def move(guild: discord.Guild | None, event: int | None, starts: datetime, name: str | None = None) -> str:
    """The event of a night begins at another time and takes as long as before, and is called as the night is. Returns
    why it does not in a sentence, or nothing."""
    if guild is None or event is None:
        return ""
    try:
        async with asyncio.timeout(CALL_TIMEOUT):
            known = await guild.fetch_scheduled_event(event)
            called = (name or known.name).strip()
            if known.start_time != starts or known.name != called:
                lasts = known.end_time - known.start_time if known.end_time is not None else LASTS
                await known.edit(name=called, start_time=starts, end_time=starts + lasts)
    except NO_USE as error:
        return _left(event, error)
    return ""


def _left(event: int, error: Exception) -> str:
    log.warning("the event %s was not changed: %r", event, error)
    return f"In Discord's calendar nothing has changed: {why(error)}."


# ---- what happened to an event while nobody listened -------------------------------------------


async def state(guild: discord.Guild, event: int) -> int | Literal["cancelled", "gone"] | None:
    """When an event begins, in ms; or that it is cancelled, or no longer there; or None if Discord does not tell."""
    try:
        async with asyncio.timeout(CALL_TIMEOUT):
            known = await guild.fetch_scheduled_event(event)
    except discord.NotFound as error:
        return "gone" if error.code == UNKNOWN_EVENT else None
    except NO_USE as error:
        log.info("how it is with the event %s is not known: %r", event, error)
        return None
    if known.status is discord.EventStatus.canceled:
        return "cancelled"
    return round(known.start_time.timestamp() * 1000)


async def interested(guild: discord.Guild, event: int) -> list[int] | None:
    """Who has pressed **Interested**, by user ids; None if Discord does not tell."""
    found: list[int] = []
    try:
        async with asyncio.timeout(CALL_TIMEOUT):
            known = await guild.fetch_scheduled_event(event)
            while True:  # discord.py itself asks for the same page again: Discord's go up by the id
                last = found[-1] if found else 0
                asked = known.users(limit=PAGE, after=discord.Object(last))
                page = sorted([user.id async for user in asked if user.id > last])
                found += page
                if len(page) < PAGE:
                    return found
    except NO_USE as error:
        log.info("who is interested in the event %s is not known: %r", event, error)
        return None
