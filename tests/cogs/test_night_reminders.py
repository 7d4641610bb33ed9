"""Reminders before a night, the call at its start, and the word if too few are there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store import Night, Work, nights, prefs, settings
from bot.table.state import LOBBY

from .ahead import (
    DAY_MS,
    HOUR_MS,
    MINUTE_MS,
    answers,
    calls,
    pinged,
    record,
    reminders,
    until,
    words_if_few,
    written,
)
from .server import Server, labels, said


async def test_a_day_and_an_hour_before_those_who_pressed_are_reminded(server: Server) -> None:
    ana, bo, cleo, dev, eva = (server.person(name) for name in ("ana", "bo", "cleo", "dev", "eva"))
    night = await server.announced(ana, "in 3 days")
    await answers(server, night, "In", ana, bo)
    await answers(server, night, "Maybe", cleo)
    await answers(server, night, "Out", dev)
    await eva.subscribe_event(night.event or 0)
    assert f"<@{eva.id}>" in (await server.announcement(night)).content
    await until(server, night, -DAY_MS - MINUTE_MS)
    assert not reminders(server)
    await until(server, night, -DAY_MS + MINUTE_MS)
    (day,) = reminders(server)
    assert pinged(server, day) == {ana.id, bo.id, cleo.id}
    await until(server, night, -HOUR_MS + MINUTE_MS)
    day, hour = reminders(server)
    assert pinged(server, hour) == {ana.id, bo.id}
    await until(server, night, MINUTE_MS)
    assert not reminders(server), "deleted when the night begins"
    (call,) = calls(server)
    assert pinged(server, call) == {ana.id, bo.id}


async def test_nobody_is_reminded_where_nobody_has_pressed(server: Server) -> None:
    ana, eva = server.person("ana"), server.person("eva")
    night = await server.announced(ana, "in 3 days")
    await eva.subscribe_event(night.event or 0)
    before = len(server.channel.history())
    await until(server, night, -MINUTE_MS)
    assert len(server.channel.history()) == before


@pytest.mark.parametrize("when, sent", [("in 20 hours", 1), ("in 30 minutes", 0), ("in 61 minutes", 1)])
async def test_a_reminder_that_would_be_late_is_none(server: Server, when: str, sent: int) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, when)
    await answers(server, night, "In", ana)
    await until(server, night, -MINUTE_MS)
    assert len(reminders(server)) == sent


async def test_reminders_by_direct_message_and_none_at_all(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    await server.slash(bo, "prefs", nights="by direct message")
    await server.slash(cleo, "prefs", nights="never")
    night = await server.announced(ana, "in 2 days")
    await answers(server, night, "In", ana, bo, cleo)
    await until(server, night, -MINUTE_MS)
    assert [pinged(server, m) for m in reminders(server)] == [{ana.id}, {ana.id}]
    assert [text.partition(" <t:")[0] for text in written(bo)] == ["**Friday** begins", "**Friday** begins"]
    assert str((await record(server, night)).announcement) in written(bo)[0], "it leads to the announcement"
    assert not written(cleo)
    await until(server, night, MINUTE_MS)
    assert len(calls(server)) == 1 and pinged(server, calls(server)[0]) == {ana.id}
    assert [text.partition(": press")[0] for text in written(bo)] == [
        f"**Friday** begins, in <#{server.channel.id}>"
    ], "the reminders have gone there, too"
    assert not written(cleo)


async def test_where_direct_messages_are_closed_one_is_called_in_the_channel(server: Server) -> None:
    ana = server.person("ana")
    await server.store.commit(Work().do(prefs.set_pref, ana.id, "nights", "dm"))
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    night = await server.announced(ana, "in 2 days")
    await answers(server, night, "In", ana)
    await until(server, night, -MINUTE_MS)
    assert [pinged(server, m) for m in reminders(server)] == [{ana.id}, {ana.id}]


@pytest.mark.parametrize("off", ["night_reminders", "night_pings"])
async def test_a_manager_turns_reminders_or_pings_off(server: Server, off: str) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.store.commit(Work().do(settings.set_setting, server.guild.id, off, False))
    await server.bot.room.settings.learn()
    night = await server.announced(ana, "in 2 days")
    await answers(server, night, "In", ana, bo)
    await until(server, night, -MINUTE_MS)
    assert not reminders(server)
    await until(server, night, 16 * MINUTE_MS)
    assert len(calls(server)) == (off == "night_reminders")
    (few,) = words_if_few(server)
    assert bool(pinged(server, few)) == (off == "night_reminders")


# ---- a night that is moved ---------------------------------------------------------------------


async def moved(server: Server, host: Any, night: Night, when: str) -> None:
    await server.slash(host, "night change", night=night.id, when=when)


async def test_to_the_same_evening_nobody_is_reminded_twice(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, "in 26 hours")
    await answers(server, night, "In", ana)
    await until(server, night, -HOUR_MS + MINUTE_MS)
    day, hour = reminders(server)
    await moved(server, ana, night, "in 3 hours")
    now = (await record(server, night)).starts
    assert now > night.starts
    assert [m.id for m in reminders(server)] == [day.id, hour.id]
    assert all(f"<t:{now // 1000}:F>" in m.content for m in reminders(server)), "they say the new time"
    await until(server, night, -MINUTE_MS)
    assert [m.id for m in reminders(server)] == [day.id, hour.id]


async def test_to_another_evening_they_are_reminded_anew_and_the_old_message_goes(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, "in 26 hours")
    await answers(server, night, "In", ana)
    await until(server, night, -2 * HOUR_MS)
    (old,) = reminders(server)
    await moved(server, ana, night, "in 3 days")
    assert not reminders(server)
    await until(server, night, -MINUTE_MS)
    day, hour = reminders(server)
    assert old.id not in (day.id, hour.id)


async def test_moved_twice_each_evening_has_its_own_reminders(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, "in 26 hours")
    await answers(server, night, "In", ana)
    await until(server, night, -2 * HOUR_MS)
    await moved(server, ana, night, "in 5 days")
    await moved(server, ana, night, "in 5 days and 2 hours")
    await until(server, night, -MINUTE_MS)
    assert len(reminders(server)) == 2


async def test_a_night_that_is_called_off_takes_its_reminders_along(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, "in 26 hours")
    await answers(server, night, "In", ana)
    await until(server, night, -2 * HOUR_MS)
    await server.slash(ana, "night cancel", announced=night.id)
    assert not reminders(server)
    await server.env.advance_time(5 * 3600)
    assert not reminders(server) and not calls(server) and not server.bot.room.sessions


# ---- too few -----------------------------------------------------------------------------------


async def too_few(server: Server, *people: Any, **terms: Any) -> tuple[Night, Any]:
    """A night for which a quarter of an hour after its time too few are there: it, and the message that says so."""
    night = await server.announced(people[0], "in 2 hours", **terms)
    await answers(server, night, "In", *people)
    await until(server, night, 14 * MINUTE_MS)
    assert not words_if_few(server)
    await until(server, night, 16 * MINUTE_MS)
    (word,) = words_if_few(server)
    return night, word


async def test_too_few_are_there_and_it_is_said_once(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night, word = await too_few(server, ana, bo, least=3)
    assert "Nobody is here yet for **Friday**" in word.content and pinged(server, word) == {ana.id, bo.id}
    assert labels(word) == ["Play now", "Another day…"]
    await until(server, night, 2 * HOUR_MS)
    assert len(words_if_few(server)) == 1 and len(calls(server)) == 1


async def test_who_sits_there_already_is_not_pinged(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 2 hours")
    await answers(server, night, "In", ana, bo)
    await until(server, night, MINUTE_MS)
    await bo.click(server.board, label="Join")
    await until(server, night, 16 * MINUTE_MS)
    (word,) = words_if_few(server)
    assert "1 of 2 are here" in word.content and pinged(server, word) == {ana.id}


async def test_enough_are_there_and_nothing_is_said(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, "in 2 hours", least=2)
    await answers(server, night, "In", ana, bo)
    await until(server, night, MINUTE_MS)
    for person in (ana, bo):
        await person.click(server.board, label="Join")
    await until(server, night, HOUR_MS)
    assert not words_if_few(server)


async def test_play_now_begins_with_house_players(server: Server) -> None:
    ana = server.person("ana")
    night, word = await too_few(server, ana)
    await ana.click(server.board, label="Join")
    await ana.click(word, label="Play now")
    table = server.table.table
    assert table.phase != LOBBY and any(chair.user is None for chair in table.chairs)
    assert (await record(server, night)).status == "running"


async def test_another_day_announces_it_anew_and_closes_the_table(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night, word = await too_few(server, ana, bo, least=3, most=6)
    refused = await bo.click(word, label="Another day…")
    assert said(refused)
    form = await ana.click(word, label="Another day…")
    preview = await ana.submit_modal(form, {"when": "in 2 days"})
    assert (await record(server, night)).status == "running", "it is shown first"
    await ana.click(preview.response, label="Announce")
    assert (await record(server, night)).status == "over" and not server.bot.room.sessions
    (other,) = await server.store.read(nights.nights, server.guild.id, "announced")
    assert (other.name, other.least, other.most) == ("Friday", 3, 6) and other.starts > night.starts + DAY_MS
    assert "begins <t:" in (await server.announcement(other)).content
    assert not words_if_few(server), "what is over offers nothing"


# ---- who moves up ------------------------------------------------------------------------------


async def test_who_moves_up_is_pinged_as_in_from_then_on(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night = await server.announced(ana, "in 3 days", most=2)
    await answers(server, night, "In", ana, bo, cleo)
    await until(server, night, -DAY_MS + MINUTE_MS)
    assert [pinged(server, m) for m in reminders(server)] == [{ana.id, bo.id}]
    await answers(server, night, "Out", bo)
    assert f"A place was free: <@{cleo.id}> moved up." in (await server.announcement(night)).content
    await until(server, night, -MINUTE_MS)
    assert [pinged(server, m) for m in reminders(server)][1:] == [{ana.id, cleo.id}]


async def test_more_places_let_people_move_up_too(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    await server.store.commit(Work().do(prefs.set_pref, cleo.id, "nights", "dm"))
    night = await server.announced(ana, "in 3 days", most=2)
    await answers(server, night, "In", ana, bo, cleo)
    await server.slash(ana, "night change", night=night.id, most=5)
    assert f"<@{cleo.id}> moved up" in (await server.announcement(night)).content
    assert written(cleo) and written(cleo)[0].startswith("A place is free")
