"""Nights in the calendar of a server, over the wire: what people press there reaches the planner, in their order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, call

import pytest
import pytest_asyncio

from bot.host.calls import calendar
from bot.local.person import Person

from .here import Here, eventually, running


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    async with running(tmp_path) as here:
        yield here


@pytest_asyncio.fixture
async def bo(here: Here) -> AsyncIterator[Person]:
    async with Person(here.local.url, here.local.secret, "Bo") as bo:
        yield bo


@pytest.fixture
def planner(here: Here, monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    """What is heard of nights; nothing comes of it."""
    heard = AsyncMock()
    for name in ("event_moved", "event_cancelled", "event_deleted", "interested", "message_deleted"):
        monkeypatch.setattr(here.bot.room.planner.listener, name, getattr(heard, name))
    return heard


async def announced(here: Here) -> Any:
    """The event of a night that is announced."""
    await here.asks("lobby", "night schedule", when="in 2 hours", name="Friday")
    await here.ana.press(await here.ana.message(lambda m: "Announce" in str(m["components"])), "Announce")
    await eventually(lambda: here.ana.events)
    (event,) = here.ana.events.values()
    return event


async def test_what_people_do_in_the_calendar_is_heard(here: Here, bo: Person, planner: AsyncMock) -> None:
    event = await announced(here)
    later = datetime.fromisoformat(event["scheduled_start_time"]) + timedelta(days=1)
    await bo.on_event(event, interested=True)
    await here.ana.on_event(event, starts=later.isoformat())
    await bo.on_event(event, interested=False)
    await here.ana.on_event(event, cancel=True)
    await here.ana.on_event(event, delete=True)
    said = [m for room in here.ana.messages.values() for m in room.values() if "Friday" in m["content"]]
    (message,) = [m for m in said if not m["flags"] & 64]  # all others are for Ana alone
    await here.ana.post("delete", {"message_id": message["id"]})
    await eventually(lambda: planner.message_deleted.called)
    id = int(event["id"])
    assert planner.mock_calls == [
        call.interested(id, int(bo.id), True),
        call.event_moved(id, round(later.timestamp() * 1000)),
        call.interested(id, int(bo.id), False),
        call.event_cancelled(id),
        call.event_deleted(id),
        call.message_deleted(int(message["channel_id"]), int(message["id"])),
    ]


async def test_of_one_event_all_is_done_in_order(here: Here, bo: Person, planner: AsyncMock) -> None:
    event, done, waits = await announced(here), list[bool](), iter([0.2, 0.0, 0.1, 0.0])

    async def slowly(event: int, user: int, yes: bool) -> None:
        await asyncio.sleep(next(waits))
        done.append(yes)

    planner.interested.side_effect = slowly
    for yes in (True, False, True, False):
        await bo.on_event(event, interested=yes)
    await eventually(lambda: len(done) == 4)
    assert done == [True, False, True, False]


async def test_what_was_pressed_while_the_bot_was_away_is_asked(here: Here, bo: Person, planner: AsyncMock) -> None:
    event = await announced(here)
    guild, id = here.bot.guilds[0], int(event["id"])
    starts = datetime.fromisoformat(event["scheduled_start_time"])
    await here.local.drop_gateway(resume=False)
    await bo.on_event(event, interested=True)
    assert await calendar.interested(guild, id) == [int(bo.id)]
    assert await calendar.state(guild, id) == round(starts.timestamp() * 1000)
    assert await calendar.move(guild, id, starts + timedelta(hours=1)) == ""
    assert await calendar.state(guild, id) == round((starts + timedelta(hours=1)).timestamp() * 1000)
    refused = "In Discord's calendar nothing has changed: Discord refused it."
    assert await calendar.move(guild, id, starts - timedelta(days=1)) == refused
    await here.ana.on_event(event, cancel=True)
    assert await calendar.state(guild, id) == "cancelled"
    await here.ana.on_event(event, delete=True)
    assert await calendar.state(guild, id) == "gone"
    assert await calendar.interested(guild, id) is None
