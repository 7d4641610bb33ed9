"""While Discord is out of reach nothing of a night is begun; when it is back, what is still useful is done once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store import Night

from .ahead import DAY_MS, HOUR_MS, MINUTE_MS, answers, calls, pinged, record, reminders, until, words_if_few
from .server import Server


class Gateway:
    """The connection to Discord is lost."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def lost(self) -> None:
        self.server.bot.dispatch("shard_disconnect", 0)
        await self.server.env.settle()

    async def back(self) -> None:
        self.server.bot.dispatch("shard_resumed", 0)
        await self.server.env.settle()


class Outage(Gateway):
    """Discord has an outage of this server alone."""

    async def lost(self) -> None:
        guild = self.server.bot.get_guild(self.server.guild.id)
        assert guild is not None
        guild.unavailable = True
        self.server.bot.dispatch("guild_unavailable", guild)
        await self.server.env.settle()

    async def back(self) -> None:
        guild = self.server.bot.get_guild(self.server.guild.id)
        assert guild is not None
        guild.unavailable = False
        self.server.bot.dispatch("guild_available", guild)
        await self.server.env.advance_time(61)


@pytest.fixture(params=[Gateway, Outage])
def outage(request: pytest.FixtureRequest, server: Server) -> Any:
    return request.param(server)


async def with_two(server: Server) -> tuple[Night, Any, Any]:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 3 days")
    await answers(server, night, "In", ana)
    await answers(server, night, "Maybe", bo)
    return night, ana, bo


async def over(server: Server, night: Night, outage: Any, begins: int, ends: int) -> None:
    """An outage from this long after the night's time, in ms, to this long after it."""
    await until(server, night, begins)
    before = len(server.channel.history())
    await outage.lost()
    await until(server, night, ends)
    assert len(server.channel.history()) == before, "nothing is done meanwhile"
    await outage.back()


async def test_a_reminder_comes_when_discord_is_back(server: Server, outage: Any) -> None:
    night, ana, bo = await with_two(server)
    await over(server, night, outage, -DAY_MS - MINUTE_MS, -DAY_MS + HOUR_MS)
    assert [pinged(server, m) for m in reminders(server)] == [{ana.id, bo.id}]
    await over(server, night, outage, -HOUR_MS - MINUTE_MS, -HOUR_MS // 2)
    assert [pinged(server, m) for m in reminders(server)][1:] == [{ana.id}]


async def test_one_that_is_no_longer_of_use_does_not(server: Server, outage: Any) -> None:
    night, ana, _ = await with_two(server)
    await over(server, night, outage, -DAY_MS - MINUTE_MS, -HOUR_MS // 2)
    assert [pinged(server, m) for m in reminders(server)] == [{ana.id}], "an hour before is soon; a day is not"


async def test_a_lobby_opens_late_and_keeps_seats_from_then_on(server: Server, outage: Any) -> None:
    night, ana, _ = await with_two(server)
    await over(server, night, outage, -MINUTE_MS, 40 * MINUTE_MS)
    assert not reminders(server) and [pinged(server, m) for m in calls(server)] == [{ana.id}]
    assert server.table.table.night is not None and server.table.table.night.expected == [ana.id]
    await until(server, night, 49 * MINUTE_MS)
    assert server.table.table.night.expected == [ana.id]
    await until(server, night, 52 * MINUTE_MS)
    assert server.table.table.night.expected == [] and not words_if_few(server)
    await until(server, night, 57 * MINUTE_MS)
    assert len(words_if_few(server)) == 1, "a quarter of an hour after it opened"


async def test_after_some_hours_it_does_not_open_and_says_so(server: Server, outage: Any) -> None:
    night, ana, _ = await with_two(server)
    await over(server, night, outage, -MINUTE_MS, 5 * HOUR_MS)
    assert not server.bot.room.sessions and not calls(server)
    assert "⚠ Its table is not open: I was not there at its time" in (await server.announcement(night)).content
    assert "is open in" in await server.slash(ana, "night start")


async def test_after_half_a_day_it_does_not_open(server: Server, outage: Any) -> None:
    night, *_ = await with_two(server)
    await over(server, night, outage, -MINUTE_MS, 13 * HOUR_MS)
    assert not server.bot.room.sessions and not calls(server) and not reminders(server)
    assert (await record(server, night)).status == "cancelled"
    assert (await server.announcement(night)).content.startswith("**Friday** did not begin")


async def test_too_few_is_said_late_but_not_hours_later(server: Server, outage: Any) -> None:
    night, *_ = await with_two(server)
    await until(server, night, MINUTE_MS)
    await over(server, night, outage, 14 * MINUTE_MS, 3 * HOUR_MS)
    assert not words_if_few(server) and len(calls(server)) == 1
