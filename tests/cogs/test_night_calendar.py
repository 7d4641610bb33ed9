"""A night and its event in Discord's calendar: what becomes of one becomes of the other."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest

from bot.store import DiskFull, Night, Work

from .ahead import DAY_MS, MINUTE_MS, answers, pinged, record, restart, until
from .server import Server, labels, said


def event(server: Server, night: Night) -> Any:
    """The night's event, as it stands in the calendar."""
    return server.env.backend.get_guild(server.guild.id).scheduled_events[night.event]


def begins(server: Server, night: Night) -> int:
    return round(datetime.fromisoformat(event(server, night).scheduled_start_time).timestamp() * 1000)


async def edited(server: Server, night: Night, **changes: Any) -> None:
    """A manager has changed the event in Discord's calendar."""
    server.env.backend.edit_scheduled_event(server.guild.id, night.event or 0, changes)
    await server.env.settle()


async def moved(server: Server, night: Night, by: timedelta) -> int:
    """It is moved there; when it begins now, in ms."""
    begun = datetime.fromtimestamp(night.starts / 1000, tz=discord.utils.utcnow().tzinfo) + by
    await edited(server, night, scheduled_start_time=begun.isoformat())
    return night.starts + round(by.total_seconds() * 1000)


def patches(server: Server) -> int:
    """How often the bot has changed an event."""
    return sum(call.method == "PATCH" and "scheduled-events" in call.path for call in server.env.http_requests)


def questions(server: Server) -> list[Any]:
    return [m for m in server.channel.history() if "Shall I make it again?" in m.content]


async def announced(server: Server) -> tuple[Any, Night]:
    ana = server.person("ana")
    night = await server.announced(ana, "in 3 days")
    await answers(server, night, "In", ana)
    return ana, night


# ---- from the calendar to the night ------------------------------------------------------------


async def test_an_event_that_is_moved_moves_the_night_and_that_is_all(server: Server) -> None:
    _, night = await announced(server)
    later = await moved(server, night, timedelta(days=1))
    assert (await record(server, night)).starts == later
    assert f"<t:{later // 1000}:F>" in (await server.announcement(night)).content
    await server.env.advance_time(600)
    assert begins(server, night) == later and not patches(server), "nothing goes back and forth"


async def test_an_event_that_is_cancelled_cancels_the_night(server: Server) -> None:
    _, night = await announced(server)
    await edited(server, night, status=discord.EventStatus.canceled.value)
    assert (await record(server, night)).status == "cancelled"
    assert (await server.announcement(night)).content.startswith("**Friday** is called off.")
    await server.env.advance_time(5 * 86400)
    assert not server.bot.room.sessions and not questions(server)


@pytest.mark.parametrize("again", [True, False])
async def test_an_event_that_is_deleted_leaves_the_night_and_its_host_is_asked_once(
    server: Server, again: bool
) -> None:
    ana, night = await announced(server)
    before = (await server.announcement(night)).content
    server.env.backend.delete_scheduled_event(server.guild.id, night.event or 0)
    await server.env.settle()
    now = await record(server, night)
    assert now.status == "announced" and now.event is None and ana.mention in before
    (question,) = questions(server)
    assert "the event in the calendar of **Friday**" in question.content and not pinged(server, question)
    assert labels(question) == ["Make it again", "Leave it"]
    refused = said(await server.person("bo").click(question, label="Leave it"))
    assert refused.startswith("Only its host")
    await ana.click(question, label="Make it again" if again else "Leave it")
    await until(server, night, -MINUTE_MS)
    assert ((await record(server, night)).event is not None) == again and not questions(server)
    if again:
        assert begins(server, await record(server, night)) == night.starts
    await until(server, night, MINUTE_MS)
    assert (await record(server, night)).status == "running"


async def test_two_that_are_moved_at_once_do_not_chase_each_other(server: Server) -> None:
    ana, night = await announced(server)
    for hours in (30, 40, 50):
        await server.slash(ana, "night change", night=night.id, when=f"in {hours} hours")
        await moved(server, await record(server, night), timedelta(hours=1))
    await server.env.advance_time(600)
    assert (await record(server, night)).starts == begins(server, night)
    count = patches(server)
    await server.env.advance_time(600)
    assert patches(server) == count


async def test_an_echo_that_comes_late_does_not_move_it_back(server: Server) -> None:
    ana, night = await announced(server)
    await server.slash(ana, "night change", night=night.id, when="in 2 days")
    now = (await record(server, night)).starts
    assert now != night.starts
    await server.bot.room.planner.listener.event_moved(night.event or 0, night.starts)
    await server.env.settle()
    assert (await record(server, night)).starts == begins(server, night) == now


# ---- from the night to the calendar ------------------------------------------------------------


async def test_a_night_that_is_moved_or_called_off_takes_its_event_along(server: Server) -> None:
    ana, night = await announced(server)
    await server.slash(ana, "night change", night=night.id, when="in 4 days")
    assert begins(server, night) == (await record(server, night)).starts > night.starts
    assert patches(server) == 1
    await server.slash(ana, "night cancel", announced=night.id)
    assert event(server, night).status == discord.EventStatus.canceled.value and patches(server) == 2


async def test_it_begins_and_ends_with_the_night(server: Server) -> None:
    ana, night = await announced(server)
    await until(server, night, MINUTE_MS)
    assert event(server, night).status == discord.EventStatus.active.value
    await server.sure(ana, "night end")
    assert event(server, night).status == discord.EventStatus.completed.value


@pytest.mark.parametrize("status", [403, 404, 429, 500])
async def test_what_discord_refuses_is_tried_again(server: Server, status: int) -> None:
    ana, night = await announced(server)
    server.env.inject_error("PATCH", "/guilds/*/scheduled-events/*", status=status, times=6)
    await server.slash(ana, "night change", night=night.id, when="in 4 days")
    await server.env.advance_time(600)
    assert begins(server, night) == (await record(server, night)).starts
    assert (await record(server, night)).starts > night.starts + DAY_MS / 2


async def test_an_event_that_cannot_be_made_comes_later(server: Server) -> None:
    ana = server.person("ana")
    server.env.inject_error("POST", "/guilds/*/scheduled-events", status=500, times=8)
    night = await server.announced(ana, "in 3 days")
    assert night.event is None
    await server.env.advance_time(600)
    assert (await record(server, night)).event is not None
    assert len(server.env.backend.get_guild(server.guild.id).scheduled_events) == 1


# ---- while the bot was away --------------------------------------------------------------------


async def away(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing of the calendar or of messages reaches the bot, until it is started again."""
    for name in ("moved", "cancelled", "deleted", "interested"):
        monkeypatch.setattr(server.bot, f"on_calendar_{name}", nothing, raising=False)
    for name in ("on_raw_message_delete", "on_raw_bulk_message_delete"):
        monkeypatch.setattr(server.bot, name, nothing, raising=False)


async def nothing(*_: Any) -> None:
    return None


async def test_what_happened_meanwhile_is_caught_up_with(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    _, night = await announced(server)
    other = await server.announced(server.person("eve"), "in 4 days", name="Cancelled")
    third = await server.announced(server.person("fay"), "in 5 days", name="Deleted")
    await away(server, monkeypatch)
    later = await moved(server, night, timedelta(hours=30))
    await edited(server, other, status=discord.EventStatus.canceled.value)
    server.env.backend.delete_scheduled_event(server.guild.id, third.event or 0)
    bo = server.person("bo")
    await bo.subscribe_event(night.event)
    assert (await record(server, night)).starts == night.starts, "or this shows nothing"
    await restart(server)
    await server.env.advance_time(60)
    assert (await record(server, night)).starts == later
    assert f"**Maybe** (1): {bo.mention}" in (await server.announcement(night)).content
    assert (await record(server, other)).status == "cancelled"
    assert (await record(server, third)).status == "announced" and len(questions(server)) == 1
    await restart(server)
    await server.env.advance_time(60)
    assert len(questions(server)) == 1 and (await record(server, night)).starts == later


async def test_a_night_that_was_moved_and_not_yet_told_of_stays_moved(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends between the change and the call to Discord: what the calendar says is older."""
    ana, night = await announced(server)

    async def ends(*_: Any) -> str:
        raise DiskFull("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr("bot.host.nights.announcements.follow_in_calendar", ends)
        await server.slash(ana, "night change", night=night.id, when="in 4 days")
        now = (await record(server, night)).starts
        assert begins(server, night) == night.starts != now
    await restart(server)
    await server.env.advance_time(120)
    assert (await record(server, night)).starts == begins(server, night) == now


async def test_what_the_records_do_not_take_is_asked_for_later(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    _, night = await announced(server)

    async def full(_: Work) -> None:
        raise DiskFull("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(server.store, "commit", full)
        later = await moved(server, night, timedelta(hours=30))
    server.bot.room.planner.wake()
    await server.env.advance_time(60)
    assert (await record(server, night)).starts == later


# ---- the announcement is deleted ---------------------------------------------------------------


@pytest.mark.parametrize("bulk", [False, True])
async def test_an_announcement_that_is_deleted_is_asked_for_once(server: Server, bulk: bool) -> None:
    ana, night = await announced(server)
    old = (await server.announcement(night)).id
    if bulk:
        other = await ana.send(server.channel, "who comes?")
        server.env.backend.bulk_delete_messages(server.channel.id, [old, other.id])
    else:
        server.env.backend.delete_message(server.channel.id, old)
    await server.env.settle()
    (question,) = questions(server)
    assert "the announcement of **Friday**" in question.content and not pinged(server, question)
    await ana.click(question, label="Make it again")
    now = await server.announcement(night)
    assert now.id != old and f"**In** (1): {ana.mention}" in now.content
    assert (await record(server, night)).event == night.event and not questions(server)
    await server.person("bo").click(now, label="In")
    assert "**In** (2)" in (await server.announcement(night)).content


async def test_deleted_while_the_bot_was_away_it_is_noticed_at_the_next_change(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, night = await announced(server)
    await away(server, monkeypatch)
    server.env.backend.delete_message(server.channel.id, (await server.announcement(night)).id)
    await restart(server)
    assert await server.slash(ana, "night answer", night=night.id, answer="maybe")
    await server.env.advance_time(60)
    assert len(questions(server)) == 1


async def test_nobody_asks_after_the_night(server: Server) -> None:
    ana, night = await announced(server)
    await until(server, night, MINUTE_MS)
    old = (await server.announcement(night)).id
    server.env.backend.delete_message(server.channel.id, old)
    await server.env.settle()
    await server.sure(ana, "night end")
    await server.env.advance_time(120)
    assert not questions(server)
