"""Which night is meant: nights in a list have their names, days and hours, and what is typed finds them all."""

from __future__ import annotations

from typing import Any

import discord

from bot.store import Night, Work, nights
from bot.store.nights import EARLY_MS

from .server import Server, said
from .test_cardroom import LOOKS, fill
from .test_night_coming import over

HOUR = 3_600_000
DAY = 24 * HOUR


async def names(
    server: Server, person: Any, command: str, option: str, typed: str = "", where: Any = None
) -> list[str]:
    """What the list says."""
    found = await person.autocomplete(where or server.channel, command, option, typed)
    assert len(found) <= 25 and all(len(one["name"]) <= 100 for one in found)
    return [one["name"] for one in found]


async def stored(server: Server, id: str, name: str, starts: int, **more: Any) -> None:
    """A night in the store: announced, unless it is said."""
    host, channel = more.pop("host", 1), more.pop("channel", server.channel.id)
    night = Night(id, server.guild.id, channel, host, name, starts, None, more.pop("status", "announced"), {}, **more)
    await server.store.commit(Work().do(nights.save_night, night))


def wednesday(server: Server) -> int:
    """20:00 UTC on Wednesday, 6 January 2027, in milliseconds: in Kathmandu, 1:45 on Thursday."""
    return 1_799_265_600_000


async def test_coming_nights_have_name_day_and_hour_the_next_one_first(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    await fill(server, boss, "House players and cards…", **{**LOOKS, "timezone": "Asia/Kathmandu"})
    for n, id in enumerate(("later", "next")):
        await stored(server, id, "Dealer's choice", wednesday(server) - n * DAY, host=ana.id)
    await stored(server, "lapsed", "Long ago", server.bot.room.now() - EARLY_MS - 1, host=ana.id)
    listed = await names(server, ana, "night cancel", "announced")
    assert [one.partition(" · ")[0] for one in listed] == ["Dealer's choice"] * 2
    assert listed[0].endswith(" 01:45") and "Wed 6 Jan" in listed[0] and "Thu 7 Jan" in listed[1]
    assert await server.offered(ana, "night cancel", "announced", "thursday") == ["later"]
    assert await server.offered(ana, "night cancel", "announced", "6 january") == ["next"]


async def test_more_than_a_list_takes_are_found_by_typing(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    start = server.bot.room.now() + HOUR
    for n in range(60):
        await stored(server, f"n{n}", f"Evening {n:02}", start + n * DAY, host=ana.id)
    for person in (ana, boss):
        assert await server.offered(person, "night cancel", "announced", "") == [f"n{n}" for n in range(25)]
        assert await server.offered(person, "night cancel", "announced", "evening 59") == ["n59"]
    assert await server.slash(ana, "night cancel", announced="evening 58") == "**Evening 58** is called off."
    several = await server.slash(ana, "night cancel", announced="evening 4")
    assert several == "Several nights fit that; choose one from the list."
    assert await server.slash(ana, "night cancel", announced="n3") == "**Evening 03** is called off."
    none = await server.slash(ana, "night cancel", announced="evening 58")
    assert none == "There is no such night; choose one from the list."


async def test_two_of_one_name_and_hour_are_told_apart_by_their_channels(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    den, starts = server.guild.create_text_channel("den"), wednesday(server)
    await stored(server, "a", "Friday", starts, host=ana.id)
    await stored(server, "b", "Friday", starts, host=ana.id, channel=den.id)
    await stored(server, "c", "Friday", starts, host=bo.id)
    listed = await names(server, ana, "night cancel", "announced")
    assert len({*listed}) == 2 and listed[1].endswith(" · #den"), "the host's own alone"
    assert await names(server, ana, "night cancel", "announced", listed[1]) == [listed[1]]
    assert await server.offered(ana, "night cancel", "announced", "den") == ["b"]
    answer = await server.slash(ana, "night cancel", announced="friday")
    assert answer == "Several nights fit that; choose one from the list."
    assert (
        await server.slash(ana, "night cancel", announced="c")
        == "Only its host and those who manage this card room can do that."
    )


async def test_a_night_in_a_channel_that_is_not_seen_is_not_there(server: Server) -> None:
    bo = server.person("bo")
    unseen = {server.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    hidden = server.guild.create_text_channel("den", overwrites=unseen)
    await stored(server, "a", "Secret", wednesday(server), channel=hidden.id)
    answer = await server.slash(bo, "night cancel", announced="a")
    assert answer == "There is no such night; choose one from the list."


async def test_nights_that_are_over_are_found_by_typing_the_latest_first(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    id = await over(server, ana, bo, name="Friday")
    now = server.bot.room.now()
    for n in range(60):
        await stored(server, f"old{n}", "Friday", now - (n + 1) * 7 * DAY, status="over", ended=now)
    listed = await server.offered(ana, "table replay", "table", "friday")
    assert listed == [id, *(f"old{n}" for n in range(24))]
    assert len({*await names(server, ana, "table proof", "table")}) == 25
    (last,) = await names(server, ana, "table proof", "table", "old59")
    assert last.startswith("Friday · ") and last.count(":") == 1
    assert "Red Dog** · match 1" in await server.slash(ana, "table replay", table=id)


async def test_a_night_in_a_thread_is_found_there(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "night start", thread=True, name="Friday")
    session = server.table
    await bo.slash(server.channel, "table join", table=session.id)
    await server.sure(ana, "table close", table=session.id)
    thread = session.table.posted.thread
    assert thread is not None and thread != server.channel.id
    (there,) = await server.store.read(nights.over, server.guild.id, thread)
    assert there.id == session.id
    assert session.id in await server.offered(ana, "table proof", "table", "friday")


async def test_a_night_that_is_on_is_called_by_its_name_day_and_hour(server: Server) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    await server.announced(ana)
    await server.slash(ana, "night start")
    (listed,) = await names(server, boss, "cardroom close", "table", "friday")
    (record,) = await server.store.read(nights.nights, server.guild.id, "running")
    assert listed.startswith("Friday · ") and listed.endswith(f" in #{server.channel.name} · waiting · ana")
    assert record.starts > server.bot.room.now() and said(
        await boss.slash(server.channel, "cardroom close", table=record.id)
    )
