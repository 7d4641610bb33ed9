"""The seam between the bot and the calendar of a server: what it hears, and what it asks and changes there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest

from bot.host.calls import calendar
from bot.host.nights.listener import Listener
from bot.host.nights.tools import Tools
from bot.store import nights

from .server import Server


class Heard(Listener):
    """Only notes what it hears."""

    def __init__(self, tools: Tools, wake: Callable[[], None]) -> None:
        super().__init__(tools, wake)
        self.told: list[tuple[Any, ...]] = []

    async def event_moved(self, event: int, starts: int) -> None:
        self.told.append(("moved", event, starts))

    async def event_cancelled(self, event: int) -> None:
        self.told.append(("cancelled", event))

    async def event_deleted(self, event: int) -> None:
        self.told.append(("deleted", event))

    async def interested(self, event: int, user: int, yes: bool) -> None:
        self.told.append(("interested", event, user, yes))

    async def message_deleted(self, channel: int, message: int) -> None:
        self.told.append(("message", channel, message))


@pytest.fixture
def heard(server: Server, monkeypatch: pytest.MonkeyPatch) -> Heard:
    heard = Heard(server.bot.room.nights, lambda: None)
    monkeypatch.setattr(server.bot.room.planner, "listener", heard)
    return heard


async def announced(server: Server) -> tuple[discord.Guild, int]:
    """A night that is announced: the server as the bot sees it, and the event."""
    await server.announced(server.person("ana"))
    (record,) = await server.store.read(nights.nights, server.guild.id, "announced")
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None and record.event is not None
    return guild, record.event


def edited(server: Server, event: int, **changes: Any) -> None:
    """A manager has changed the event in Discord's calendar."""
    server.env.backend.edit_scheduled_event(server.guild.id, event, changes)


async def test_a_press_on_interested_is_heard_of_people_the_bot_has_never_seen(server: Server, heard: Heard) -> None:
    _, event = await announced(server)
    bo = server.person("bo")
    assert server.bot.get_user(bo.id) is None, "or this shows nothing"
    await bo.subscribe_event(event)
    await bo.unsubscribe_event(event)
    assert heard.told == [("interested", event, bo.id, True), ("interested", event, bo.id, False)]


async def test_an_event_moved_cancelled_or_deleted_in_the_calendar_is_heard(server: Server, heard: Heard) -> None:
    guild, event = await announced(server)
    guild._scheduled_events.clear()  # as after a restart in which Discord told nothing of it
    later = discord.utils.utcnow() + timedelta(hours=5)
    edited(server, event, scheduled_start_time=later.isoformat())
    edited(server, event, status=discord.EventStatus.active.value)
    edited(server, event, status=discord.EventStatus.canceled.value)
    server.env.backend.delete_scheduled_event(server.guild.id, event)
    await server.env.settle()
    moved = ("moved", event, round(later.timestamp() * 1000))
    assert heard.told == [moved, ("cancelled", event), ("deleted", event)], "that it has begun is nothing new"


async def test_messages_that_are_deleted_are_heard(server: Server, heard: Heard) -> None:
    await announced(server)
    (message,) = [m for m in server.channel.history() if "Friday" in m.content]
    server.env.backend.delete_message(server.channel.id, message.id)
    await server.env.settle()
    assert heard.told == [("message", server.channel.id, message.id)]


async def test_an_event_is_moved_and_lasts_as_long_as_before(server: Server) -> None:
    guild, event = await announced(server)
    before = await guild.fetch_scheduled_event(event)
    later = before.start_time + timedelta(days=1)
    assert await calendar.move(guild, event, later) == ""
    after = await guild.fetch_scheduled_event(event)
    assert (after.start_time, after.end_time) == (later, later + calendar.LASTS)
    server.env.backend.transcript.clear()
    assert await calendar.move(guild, event, later) == ""
    assert not [entry for entry in server.env.backend.transcript if "PATCH" in str(entry)], "it stands there already"


async def test_what_happened_to_an_event_meanwhile_is_asked(server: Server) -> None:
    guild, event = await announced(server)
    starts = (await guild.fetch_scheduled_event(event)).start_time
    assert await calendar.state(guild, event) == round(starts.timestamp() * 1000)
    server.env.inject_error("GET", "/guilds/*/scheduled-events/*", status=500, times=None)
    assert await calendar.state(guild, event) is None
    assert await calendar.interested(guild, event) is None
    server.env.backend.faults.clear()
    edited(server, event, status=discord.EventStatus.canceled.value)
    assert await calendar.state(guild, event) == "cancelled"
    server.env.backend.delete_scheduled_event(server.guild.id, event)
    assert await calendar.state(guild, event) == "gone"
    assert await calendar.interested(guild, event) is None


async def test_who_is_interested_is_asked(server: Server) -> None:
    guild, event = await announced(server)
    assert await calendar.interested(guild, event) == []
    bo, cleo = server.person("bo"), server.person("cleo")
    for person in (cleo, bo):
        await person.subscribe_event(event)
    assert await calendar.interested(guild, event) == sorted([bo.id, cleo.id])


async def test_what_discord_does_not_take_is_a_sentence(server: Server) -> None:
    guild, event = await announced(server)
    later = datetime.fromisoformat("2030-01-01T20:00:00+00:00")
    server.env.inject_error("PATCH", "/guilds/*/scheduled-events/*", status=403, code=50013, times=None)
    sentence = "In Discord's calendar nothing has changed: I lack the permission for it."
    assert await calendar.move(guild, event, later) == sentence
    assert await calendar.mark(guild, event, discord.EventStatus.canceled) == sentence
    server.env.backend.delete_scheduled_event(server.guild.id, event)
    sentence = "In Discord's calendar nothing has changed: somebody has deleted its event."
    assert await calendar.move(guild, event, later) == sentence
    assert await calendar.move(None, event, later) == await calendar.move(guild, None, later) == ""
