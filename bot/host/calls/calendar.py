"""Nights that are announced: when they begin, as people write it, and their event in Discord's calendar."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import dateparser
import discord

from bot.table.errors import Rejected

from .refusals import NOT_TAKEN, why
from .timeouts import in_time

log = logging.getLogger(__name__)

LASTS = timedelta(hours=4)
"""How long an evening takes in Discord's calendar."""
LATEST = timedelta(days=365)


def read_time(text: str, now: datetime, zone: str) -> datetime:
    """When a night begins: `friday 8pm`, `tomorrow 20:00`, `2026-11-27 20:30`, by the server's own clock.

    Raises Rejected if it is no time, past, or more than a year ahead.
    """
    here = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    found = dateparser.parse(
        text, languages=["en"],
        settings={"PREFER_DATES_FROM": "future", "TIMEZONE": zone, "TO_TIMEZONE": "UTC",
                  "RETURN_AS_TIMEZONE_AWARE": True, "RELATIVE_BASE": here},
    )  # fmt: skip
    if found is None:
        raise Rejected("I cannot read that time; write for example `friday 8pm` or `2026-11-27 20:30`.")
    found = found.astimezone(UTC)
    if found <= now:
        raise Rejected(f"That is past: <t:{int(found.timestamp())}:F>.")
    if found - now > LATEST:
        raise Rejected("A night can be announced at most a year ahead.")
    return found


async def announce(guild: discord.Guild, channel: str, name: str, starts: datetime) -> tuple[int | None, str]:
    """A scheduled event of the server; its id, or none and why in a sentence."""
    if guild.me is not None and not guild.me.guild_permissions.create_events:
        return None, "It is not in Discord's calendar, for I may not create events on this server."
    try:
        making = guild.create_scheduled_event(
            name=name, start_time=starts, end_time=starts + LASTS, entity_type=discord.EntityType.external,
            location=f"#{channel}"[:100], privacy_level=discord.PrivacyLevel.guild_only,
            description="A night of dealer's choice for play chips.",
        )  # fmt: skip
        event = await in_time(making, lambda late: late.cancel())
    except NOT_TAKEN as error:
        log.warning("no event was made: %r", error)
        return None, f"It is not in Discord's calendar: {why(error)}."
    return event.id, ""


async def mark(guild: discord.Guild | None, event: int | None, what: discord.EventStatus) -> None:
    """The event of a night has begun, is over, or is cancelled; what Discord does not take is left."""
    if guild is None or event is None:
        return
    try:
        known = await guild.fetch_scheduled_event(event)
        if known.status is not what and known.status in (discord.EventStatus.scheduled, discord.EventStatus.active):
            if what is discord.EventStatus.completed and known.status is discord.EventStatus.scheduled:
                await known.edit(status=discord.EventStatus.active)
            await known.edit(status=what)
    except (*NOT_TAKEN, ValueError) as error:
        log.warning("the event %s was not changed: %s", event, error)
