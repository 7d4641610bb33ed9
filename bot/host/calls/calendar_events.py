"""What Discord tells of its calendar, as it tells it: discord.py says nothing of people and of events that it does not
have in memory, and people it has none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import discord

from .unread import JSON

Told = tuple[str, *tuple[int, ...]]
"""The name of one of our own events, and what it is about."""


def hear(client: discord.Client) -> None:
    """From now on the client dispatches `calendar_moved` (event, when it begins in ms), `calendar_cancelled` (event),
    `calendar_deleted` (event) and `calendar_interested` (event, user, whether they are)."""
    parsers = client._connection.parsers  # pyright: ignore[reportPrivateUsage]
    for name, read in READ.items():
        parsers[name] = _told_on(client, parsers[name], read)


def _told_on(client: discord.Client, parse: Callable[[JSON], None], read: Callable[[JSON], Told | None],
             ) -> Callable[[JSON], None]:  # fmt: skip
    def reads(data: JSON) -> None:
        told = read(data)
        if told is not None:
            client.dispatch(*told)
        parse(data)

    return reads


def _changed(data: JSON) -> Told | None:
    """Something about an event has changed; Discord does not say what."""
    event, status = _id(data["id"]), data["status"]
    if status == discord.EventStatus.canceled.value:
        return "calendar_cancelled", event
    if status == discord.EventStatus.scheduled.value:
        starts = datetime.fromisoformat(str(data["scheduled_start_time"]))
        return "calendar_moved", event, round(starts.timestamp() * 1000)
    return None


def _deleted(data: JSON) -> Told:
    return "calendar_deleted", _id(data["id"])


def _interested(data: JSON) -> Told:
    return "calendar_interested", _id(data["guild_scheduled_event_id"]), _id(data["user_id"]), True


def _not_interested(data: JSON) -> Told:
    return "calendar_interested", _id(data["guild_scheduled_event_id"]), _id(data["user_id"]), False


def _id(given: object) -> int:
    return int(str(given))


READ: dict[str, Callable[[JSON], Told | None]] = {
    "GUILD_SCHEDULED_EVENT_UPDATE": _changed,
    "GUILD_SCHEDULED_EVENT_DELETE": _deleted,
    "GUILD_SCHEDULED_EVENT_USER_ADD": _interested,
    "GUILD_SCHEDULED_EVENT_USER_REMOVE": _not_interested,
}
