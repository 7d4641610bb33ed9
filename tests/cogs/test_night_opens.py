"""A night's lobby opens automatically: when, for whom, and what happens where it cannot."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.store import Night, Work, ledger, settings
from bot.table.state import CLOSED, LOBBY

from .ahead import HOUR_MS, MINUTE_MS, answers, calls, pinged, record, reminders, until
from .server import Server, labels, said

BUY_IN = 10_000


async def due(server: Server, host: Any, *people: Any, **terms: Any) -> Night:
    """A night whose time comes in two minutes; these people are In."""
    night = await server.announced(host, "in 2 hours", **terms)
    await answers(server, night, "In", *people)
    await until(server, night, -2 * MINUTE_MS)
    return night


def may(server: Server, channel: Any, **permissions: bool | None) -> None:
    """What everybody, and so the bot, may do in a channel changes."""
    allow, deny = discord.PermissionOverwrite(**permissions).pair()
    role = server.guild.default_role.id
    server.env.backend.set_overwrite(channel.id, Overwrite(role, OverwriteType.ROLE, allow.value, deny.value))
    server.env.backend.announce_channel_update(channel.id)


async def test_at_its_time_with_seats_kept_and_nobody_seated(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night = await due(server, ana, ana, bo)
    await answers(server, night, "Maybe", cleo)
    assert not server.bot.room.sessions
    before = await server.store.read(ledger.balances, server.guild.id)
    await until(server, night, MINUTE_MS)
    table = server.table.table
    assert table.phase == LOBBY and table.host == ana.id and not table.chairs
    assert table.night is not None and table.night.expected == [ana.id, bo.id]
    assert labels(server.board) == ["Join", "More…"]
    assert await server.store.read(ledger.balances, server.guild.id) == before, "no chips are taken"
    assert (await server.announcement(night)).content.startswith(f"**Friday** is on, in <#{server.channel.id}>")
    await bo.click(server.board, label="Join")
    assert await server.store.read(ledger.balance, server.guild.id, bo.id) == 100_000 - BUY_IN
    await until(server, night, 11 * MINUTE_MS)
    assert table.night.expected == [] and [chair.user for chair in table.chairs] == [bo.id]


@pytest.mark.parametrize("minutes", [10, 60])
async def test_some_minutes_before_its_time(server: Server, minutes: int) -> None:
    ana = server.person("ana")
    await server.store.commit(Work().do(settings.set_setting, server.guild.id, "night_opens_minutes", minutes))
    await server.bot.room.settings.learn()
    night = await server.announced(ana, "in 3 hours")
    await answers(server, night, "In", ana)
    await until(server, night, -minutes * MINUTE_MS - MINUTE_MS)
    assert not server.bot.room.sessions
    assert f"opens here {minutes} minutes before" in (await server.announcement(night)).content
    await until(server, night, -minutes * MINUTE_MS + MINUTE_MS)
    assert server.table.table.phase == LOBBY
    assert not reminders(server) and len(calls(server)) == 1, "nobody is reminded of a table that opens that minute"
    await until(server, night, 9 * MINUTE_MS)
    assert server.table.table.night is not None and server.table.table.night.expected == [ana.id]
    await until(server, night, 11 * MINUTE_MS)
    assert server.table.table.night.expected == []


async def test_who_sits_longest_may_start_while_the_host_is_away(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night = await due(server, ana, ana, bo, cleo)
    await until(server, night, MINUTE_MS)
    for person in (cleo, bo):
        await person.click(server.board, label="Join")
        await server.env.advance_time(10)
    assert said(await bo.click(server.board, label="Start")).startswith("Only cleo, who acts for")
    await cleo.click(server.board, label="Start")
    assert server.table.table.phase != LOBBY


async def test_of_a_host_who_has_left_the_first_of_in_is_host(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night = await due(server, ana, ana, bo, cleo)
    server.guild.remove_member(ana)
    await until(server, night, MINUTE_MS)
    assert server.table.table.host == bo.id


async def test_whether_the_host_is_there_is_not_known_and_it_opens(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await due(server, ana, bo)
    server.env.inject_error("GET", "/guilds/*/members/*", status=500, times=None)
    await until(server, night, 2 * MINUTE_MS)
    assert server.table.table.host == ana.id


async def test_ten_seats_are_kept_and_more_wait(server: Server) -> None:
    people = [server.person(f"p{n}") for n in range(12)]
    night = await due(server, people[0], *people)
    await until(server, night, MINUTE_MS)
    (call,) = calls(server)
    assert pinged(server, call) == {person.id for person in people}
    assert said(await people[11].click(server.board, label="Join")).startswith("Every free seat is kept")


async def test_in_a_thread_of_its_own(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await due(server, ana, ana, bo, thread=True)
    await until(server, night, MINUTE_MS)
    (thread,) = server.channel.threads
    assert server.table.table.posted.thread == thread.id
    assert not calls(server) and pinged(server, calls(server, thread)[0]) == {ana.id, bo.id}
    assert f"is on, in <#{thread.id}>" in (await server.announcement(night)).content


async def test_in_a_voice_channel(server: Server) -> None:
    ana = server.person("ana")
    voice = server.channel = server.guild.create_voice_channel("parlour")
    night = await due(server, ana, ana)
    await until(server, night, MINUTE_MS)
    assert server.table.table.posted.place == voice.id and len(calls(server)) == 1


# ---- where it cannot ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind, lacks, words",
    [("text", {"attach_files": False}, "attach files"), ("voice", {"connect": False}, "connect")],
)  # fmt: skip
async def test_without_a_permission_it_says_which_and_opens_once_it_has_it(
    server: Server, kind: str, lacks: dict[str, bool], words: str
) -> None:
    ana = server.person("ana")
    make = server.guild.create_voice_channel if kind == "voice" else server.guild.create_text_channel
    server.channel = make("parlour")
    night = await due(server, ana, ana)
    may(server, server.channel, **lacks)
    await until(server, night, 3 * MINUTE_MS)
    assert not server.bot.room.sessions
    trouble = (await record(server, night)).terms["trouble"]
    assert words in trouble.lower()
    may(server, server.channel, **dict.fromkeys(lacks, None))
    if kind == "text":
        assert f"⚠ Its table is not open: {trouble}" in (await server.announcement(night)).content
    await until(server, night, 5 * MINUTE_MS)
    assert server.table.table.phase == LOBBY and len(calls(server)) == 1
    assert "⚠" not in (await server.announcement(night)).content


async def test_it_is_tried_for_a_quarter_of_an_hour_and_lapses_after_twelve(server: Server) -> None:
    ana = server.person("ana")
    night = await due(server, ana, ana)
    may(server, server.channel, attach_files=False)
    await until(server, night, 20 * MINUTE_MS)
    may(server, server.channel, attach_files=None)
    await until(server, night, 11 * HOUR_MS)
    assert not server.bot.room.sessions and (await record(server, night)).status == "announced"
    assert "⚠" in (await server.announcement(night)).content
    await until(server, night, 12 * HOUR_MS + MINUTE_MS)
    assert (await record(server, night)).status == "cancelled"
    assert (await server.announcement(night)).content.startswith("**Friday** did not begin")
    assert not calls(server)


async def test_after_that_the_host_may_still_begin_it(server: Server) -> None:
    ana = server.person("ana")
    night = await due(server, ana, ana)
    may(server, server.channel, attach_files=False)
    await until(server, night, 20 * MINUTE_MS)
    may(server, server.channel, attach_files=None)
    await server.slash(ana, "night start")
    assert (await record(server, night)).status == "running"


async def test_what_stood_in_the_way_is_not_said_of_another_evening(server: Server) -> None:
    ana = server.person("ana")
    night = await due(server, ana, ana)
    may(server, server.channel, attach_files=False)
    await until(server, night, 2 * MINUTE_MS)
    await server.slash(ana, "night change", night=night.id, when="in 2 days")
    assert "⚠" not in (await server.announcement(night)).content


async def test_a_night_is_on_there_already(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await due(server, ana, ana)
    other = await server.announced(bo, "in 1 minute", name="Other")
    await server.slash(bo, "night start")
    assert (await record(server, other)).status == "running"
    await until(server, night, MINUTE_MS)
    assert "A night is on in this channel already" in (await server.announcement(night)).content
    await server.sure(bo, "night end")
    await until(server, night, 3 * MINUTE_MS)
    assert (await record(server, night)).status == "running"


async def test_its_host_hosts_five_tables(server: Server) -> None:
    ana = server.person("ana")
    for _ in range(5):
        await server.slash(ana, "hearts")
    tables = [*server.bot.room.sessions.values()]
    night = await due(server, ana, ana)
    await until(server, night, MINUTE_MS)
    assert (await record(server, night)).status == "announced"
    assert "⚠ Its table is not open: " in (await server.announcement(night)).content
    await server.sure(ana, "table close", table=tables[0].id)
    await until(server, night, 3 * MINUTE_MS)
    assert tables[0].table.phase == CLOSED and (await record(server, night)).status == "running"


async def test_its_channel_is_deleted(server: Server) -> None:
    ana = server.person("ana")
    night = await due(server, ana, ana)
    server.env.backend.delete_channel(server.channel.id)
    await until(server, night, 13 * HOUR_MS)
    now = await record(server, night)
    assert (now.status, now.terms["trouble"]) == ("cancelled", "Its channel is gone.")


async def test_a_thread_that_cannot_be_made_is_said_and_made_later(server: Server) -> None:
    ana = server.person("ana")
    night = await due(server, ana, ana, thread=True)
    server.env.inject_error("POST", "/channels/*/threads", status=400, code=160006, times=3)
    await until(server, night, MINUTE_MS)
    assert "as many active threads as Discord allows" in (await server.announcement(night)).content
    await until(server, night, 5 * MINUTE_MS)
    assert len(server.channel.threads) == 1 and server.table.table.phase == LOBBY
