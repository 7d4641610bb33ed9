"""Nights that come again: the next one, the one that is skipped, the last one."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.store import Night, Work, nights, prefs, settings
from bot.store import series as series_store

from .ahead import DAY_MS, HOUR_MS, MINUTE_MS, answers, pinged, record, until, written
from .server import Server, labels, said
from .test_cardroom import fill
from .test_night import share_the_pot

WEEK_MS = 7 * DAY_MS


async def standing(server: Server) -> Night:
    """The only night that is announced."""
    (night,) = await server.store.read(nights.nights, server.guild.id, "announced")
    return night


async def played(server: Server, night: Night, host: Any, *others: Any) -> Night:
    """These people come and play a game; then the night ends. The next one."""
    await until(server, night, MINUTE_MS)
    for person in (host, *others):
        await person.click(server.board, label="Join")
        await server.env.advance_time(1)
    if others:
        await host.click(server.board, label="Start")
        await server.slash(host, "night pick", game="red-dog", options="cut: off")
        await share_the_pot(server, host, *others)
    await server.sure(host, "night end")
    await server.env.settle()
    return await standing(server)


async def pressed(server: Server, host: Any, night: Night, label: str) -> str:
    """The host presses **Host…**, this button, and then that it is meant."""
    sheet = (await host.click(await server.announcement(night), label="Host…")).response
    asked = (await host.click(sheet, label=label)).response
    return await server.yes(host, asked)


async def test_when_one_ends_the_next_one_is_announced(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 3 days", repeat="every week", least=2, most=6)
    assert ", every Sunday, with" in (await server.announcement(night)).content
    second = await played(server, night, ana, bo)
    assert (second.name, second.least, second.most, second.host) == ("Friday", 2, 6, ana.id)
    assert second.starts == night.starts + WEEK_MS and second.event not in (None, night.event)
    assert "**In** (0 of 6)" in (await server.announcement(second)).content


async def test_over_the_change_of_clocks_its_hour_stays(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    zone = ZoneInfo("Europe/Berlin")
    await server.store.commit(Work().do(settings.set_setting, server.guild.id, "timezone", zone.key))
    await server.bot.room.settings.learn()
    night = await server.announced(ana, "27.3.2026 20:00", repeat="every week")
    for _ in range(2):
        assert datetime.fromtimestamp(night.starts / 1000, zone).strftime("%a %H:%M") == "Fri 20:00"
        night = await played(server, night, ana, bo)
    assert datetime.fromtimestamp(night.starts / 1000, zone).strftime("%d.%m. %H:%M") == "10.04. 20:00"


@pytest.mark.parametrize(
    "repeat, next_one", [("every second week", "16.01."), ("every month", "06.02.")],
)  # fmt: skip
async def test_every_second_week_and_the_first_friday(server: Server, repeat: str, next_one: str) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "2.1.2026 20:00", repeat=repeat)
    second = await played(server, night, ana, bo)
    assert datetime.fromtimestamp(second.starts / 1000, ZoneInfo("UTC")).strftime("%d.%m.") == next_one


async def test_skip_this_one(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 3 days", repeat="every week")
    await answers(server, night, "In", bo)
    assert said(await bo.click(await server.announcement(night), label="Host…")).startswith("Only its host")
    await pressed(server, ana, night, "Skip this one")
    assert (await record(server, night)).status == "cancelled"
    assert (await server.announcement(night)).content.startswith("**Friday** is called off.")
    second = await standing(server)
    assert second.starts == night.starts + WEEK_MS
    assert (await server.announcement(second)).content.count("every Sunday") == 1


async def test_stop_the_series(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 3 days", repeat="every week")
    await pressed(server, ana, night, "Stop the series")
    now = await server.announcement(night)
    assert "every Sunday" not in now.content and labels(now)[:1] == ["In"], "the evening that is announced stays"
    await until(server, night, MINUTE_MS)
    for person in (ana, bo):
        await person.click(server.board, label="Join")
    await server.sure(ana, "night end")
    assert await server.store.read(nights.nights, server.guild.id, "announced") == []


async def test_one_is_moved_and_the_next_is_on_its_day(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 3 days", repeat="every week")
    await server.slash(ana, "night change", night=night.id, when="in 2 days")
    second = await played(server, night, ana, bo)
    assert second.starts == night.starts + WEEK_MS, "not the day after"


async def test_one_that_was_moved_before_an_earlier_one_is_followed_too(server: Server) -> None:
    ana = server.person("ana")
    first = await server.announced(ana, "in 3 days", repeat="every week")
    await pressed(server, ana, first, "Skip this one")
    second = await standing(server)
    await server.slash(ana, "night change", night=second.id, when="in 2 hours")
    await pressed(server, ana, second, "Skip this one")
    third = await standing(server)
    assert third.id not in (first.id, second.id) and third.starts > second.starts


async def test_all_that_follow_are_changed(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 3 days", repeat="every week")
    await server.slash(ana, "night change", night=night.id, when="in 2 days", name="Cards", least=3, following=True)
    moved = await record(server, night)
    second = await played(server, night, ana, bo)
    assert (second.name, second.least) == ("Cards", 3)
    assert second.starts == moved.starts + WEEK_MS


async def test_one_is_changed_and_the_next_is_as_before(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 3 days", repeat="every week")
    await server.slash(ana, "night change", night=night.id, name="Tonight", least=2)
    second = await played(server, night, ana, bo)
    assert (second.name, second.least) == ("Friday", 0)


async def test_it_counts_as_one_night(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.store.commit(Work().do(settings.set_setting, server.guild.id, "nights_most", 1))
    await server.bot.room.settings.learn()
    night = await server.announced(ana, "in 3 days", repeat="every week")
    second = await played(server, night, ana, bo)
    await server.env.advance_time(2 * 3600)
    refused = await server.slash(ana, "night schedule", when="in 2 days")
    assert "one night" in refused
    await pressed(server, ana, second, "Stop the series")
    await server.slash(ana, "night cancel", announced=second.id)
    await server.env.advance_time(2 * 3600)
    await server.announced(ana, "in 2 days")


async def test_its_host_has_left_and_managers_look_after_it(server: Server) -> None:
    ana, bo, cleo, max = (*(server.person(name) for name in ("ana", "bo", "cleo")), server.manager("max"))
    night = await server.announced(ana, "in 3 days", repeat="every week")
    server.guild.remove_member(ana)
    await answers(server, night, "In", bo, cleo)
    second = await played(server, night, bo, cleo)
    assert said(await bo.click(await server.announcement(second), label="Host…")).startswith("Only its host")
    await pressed(server, max, second, "Stop the series")


async def test_after_three_evenings_without_two_people_it_ends(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, "in 3 days", repeat="every week")
    for _ in range(2):
        night = await played(server, night, ana)
    await until(server, night, MINUTE_MS)
    await ana.click(server.board, label="Join")
    await server.sure(ana, "night end")
    assert await server.store.read(nights.nights, server.guild.id, "announced") == []
    (told,) = [m for m in server.channel.history() if "evenings in a row fewer than two people came" in m.content]
    assert not pinged(server, told)
    ended = await server.store.read(series_store.series, night.series or "")
    assert ended is not None and ended.ended is not None


async def test_so_it_does_where_nobody_opens_a_thing(server: Server) -> None:
    """The lobby closes when nobody has come for hours, and the next evening is announced."""
    ana = server.person("ana")
    await server.announced(ana, "in 3 days", repeat="every week")
    await server.env.advance_time(30 * 86400)
    assert await server.store.read(nights.nights, server.guild.id, "announced") == []
    assert len([m for m in server.channel.history() if "evenings in a row" in m.content]) == 1


async def test_one_evening_with_two_people_and_it_counts_anew(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 3 days", repeat="every week")
    for people in ((ana,), (ana,), (ana, bo), (ana,), (ana,)):
        night = await played(server, night, *people)
    assert night.status == "announced"


async def test_an_evening_that_is_skipped_does_not_count(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, "in 3 days", repeat="every week")
    night = await played(server, night, ana)
    for _ in range(3):
        await server.slash(ana, "night cancel", announced=night.id)
        night = await standing(server)
    assert (await played(server, night, ana)).status == "announced"


async def test_regulars_are_named_and_not_pinged(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    await server.store.commit(Work().do(prefs.set_pref, bo.id, "nights", "dm"))
    night = await server.announced(ana, "in 3 days", repeat="every week")
    night = await played(server, night, ana, bo, cleo)
    night = await played(server, night, ana, bo)
    now = await server.announcement(night)
    regulars = next(line for line in now.content.splitlines() if "Regulars" in line)
    assert ana.mention in regulars and bo.mention in regulars and cleo.mention not in regulars
    night = await played(server, night, ana, cleo)
    now = await server.announcement(night)
    regulars = next(line for line in now.content.splitlines() if "Regulars" in line)
    assert ana.mention in regulars and bo.mention in regulars and cleo.mention in regulars, "two of the last three"
    assert not pinged(server, now)
    again = [text for text in written(bo) if "comes again" in text]
    assert len(again) == 2 and str(night.terms["announcement"]) in again[-1], "who wants it by direct message is told"
    assert not [text for text in written(ana) if "comes again" in text]


async def test_where_series_are_turned_off_none_goes_on_until_they_are_allowed_again(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 3 days", repeat="every week")
    boss = server.manager("boss")
    await fill(server, boss, "Nights…", night_series="no")
    refused = await server.slash(ana, "night schedule", when="in 2 days", repeat="every week")
    assert refused == "Nights do not come again on this server: its managers have turned series off."
    await until(server, night, MINUTE_MS)
    for person in (ana, bo):
        await person.click(server.board, label="Join")
    await server.sure(ana, "night end")
    assert await server.store.read(nights.nights, server.guild.id, "announced") == []
    await server.env.advance_time(13 * HOUR_MS / 1000)
    assert await server.store.read(nights.nights, server.guild.id, "announced") == []
    await fill(server, boss, "Nights…", night_series="yes")
    await server.env.advance_time(60)
    assert (await standing(server)).starts == night.starts + WEEK_MS
