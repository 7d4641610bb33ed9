"""Nights ahead at their limits: long lists and names, people who may not come, presses that come too late or twice."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.host.nights import openings, sending
from bot.show.words.dates import day_and_hour
from bot.store import DiskFull, Night, Work, guests, ledger, nights
from bot.table import hosting
from bot.table.state import LOBBY

from .server import Server, labels, said
from .test_cardroom import fill

LONG_ID = 1_400_000_000_000_000_000
HOUR, DAY = 3_600, 86_400


async def many(server: Server, night: Night, answer: guests.Answer, count: int, first: int) -> None:
    """Some people have answered, whose ids are as long as those of Discord are."""
    work = Work()
    for n in range(count):
        work.do(guests.answer, night.id, LONG_ID + first + n, "x" * 32, answer, n)
    await server.store.commit(work)


async def again(server: Server, night: Night) -> Night:
    found = await server.store.read(nights.night, night.id)
    assert found is not None
    return found


async def test_the_fullest_list_fits_into_a_message(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, name="*" * 60, least=10, most=40)
    await many(server, night, "in", 49, 0)
    await many(server, night, "maybe", 75, 100)
    await many(server, night, "out", 75, 200)
    await bo.click(await server.announcement(night), label="In")
    text = (await server.announcement(night)).content
    assert len(text) <= 2000 and "**In** (40 of 40)" in text and "**Waiting for a place** (10)" in text
    assert f"<@{bo.id}>" in text and "**Maybe** (75)" in text and "**Out** (75)" in text
    assert text.count(f"<@{LONG_ID // 10**9}") >= 49, "who is in stands there"


async def test_the_fullest_vote_fits_into_a_message(server: Server) -> None:
    ana = server.person("ana")
    when = "; ".join(f"in {n} days" for n in range(2, 7))
    night = await server.announced(ana, when=when, name="_" * 60)
    for starts in await server.store.read(guests.votes, night.id):
        work = Work()
        for n in range(49):
            work.do(guests.vote, night.id, starts, LONG_ID + n, "", 0)
        await server.store.commit(work)
    first = await server.announcement(night)
    await ana.click(first, label=labels(first)[0])
    text = (await server.announcement(night)).content
    assert len(text) <= 2000 and text.count("**50**") == 1 and text.count("**49**") == 4


async def test_a_reminder_names_no_more_than_fit(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, when="in 2 hours")
    await many(server, night, "in", 50, 0)
    await server.env.advance_time(HOUR + 60)
    (reminder,) = [m for m in server.channel.history() if "begins <t:" in m.content and m.content.startswith("<@")]
    assert reminder.content.count("<@") == 50 and len(reminder.content) <= 2000


async def test_a_name_calls_nobody(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, name=f"@everyone <@{bo.id}> **x**")
    message = await server.announcement(night)
    assert "\\*\\*x\\*\\*" in message.content and not message.mention_everyone
    assert f"<@{bo.id}>" not in message.content, "it is no mention"


async def test_the_least_number_is_said_in_the_lobby(server: Server) -> None:
    ana = server.person("ana")
    await server.announced(ana, when="in 1 hour", least=4)
    await server.env.advance_time(HOUR + 5)
    assert server.table.table.phase == LOBBY
    assert "The host would like at least 4 players: 4 more to come." in server.board.content


async def test_who_is_barred_comes_to_no_night(server: Server) -> None:
    boss, ana, bo = server.manager("boss"), server.person("ana"), server.person("bo")
    night = await server.announced(ana, when="in 1 hour")
    message = await server.announcement(night)
    await bo.click(message, label="In")
    await ana.click(message, label="In")
    await server.slash(boss, "cardroom bar", member=bo, length="a week")
    text = (await server.announcement(night)).content
    assert f"<@{bo.id}>" not in text and f"**In** (1): <@{ana.id}>" in text
    await server.env.advance_time(HOUR + 5)
    tonight = server.table.table.night
    assert tonight is not None and tonight.guests == [ana.id] == tonight.expected
    assert not [m for m in server.channel.history() if f"<@{bo.id}>" in m.content and "begins" in m.content]


async def erased(server: Server, person: Any) -> None:
    asked = (await person.slash(server.channel, "records erase")).response
    sure = (await person.click(asked, label=labels(asked)[0])).response
    await person.click(sure, label="Yes, erase it for good")


async def test_nobody_is_called_by_a_tombstone(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night = await server.announced(ana, when="in 1 hour")
    vote = await server.announced(ana, when="in 2 days; in 3 days", name="Open")
    await bo.click(await server.announcement(night), label="In")
    await erased(server, ana)
    text = (await server.announcement(vote)).content
    assert "<@-" not in text and "or earlier by managers" in text
    assert await server.slash(cleo, "night start") == (
        "**Friday** is announced here; somebody who manages this card room begins it."
    )
    await erased(server, bo)
    assert f"<@{bo.id}>" not in (await server.announcement(night)).content
    await server.env.advance_time(HOUR + 5)
    assert "hosted by" not in server.board.content
    await cleo.click(server.board, label="Join")
    assert server.table.table.host == cleo.id and f"hosted by <@{cleo.id}>" in server.board.content
    assert not [m for m in server.channel.history() if "<@-" in m.content]


async def test_the_announcement_never_stays_at_an_earlier_list(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the planner edits is on its way while somebody presses."""
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana)
    true, late = sending.edit, [Work().do(guests.answer, night.id, bo.id, "bo", "in", 5)]

    async def slow(*given: Any) -> bool:
        while late:
            await server.store.commit(late.pop())
        return await true(*given)

    monkeypatch.setattr("bot.host.nights.sending.edit", slow)
    await server.slash(ana, "night change", night=night.id, name="Later")
    await server.env.advance_time(5)
    text = (await server.announcement(night)).content
    assert "**Later**" in text and f"**In** (1): <@{bo.id}>" in text


async def test_a_moved_evening_keeps_its_place_in_the_series(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, when="in 5 days", repeat="every week")
    at = (await again(server, night)).starts
    await server.slash(ana, "night change", night=night.id, when="in 4 days")
    assert (await again(server, night)).starts == at - DAY * 1000
    await server.slash(ana, "night cancel", announced=night.id)
    await server.env.settle()
    (following,) = await server.store.read(nights.nights, server.guild.id, "announced")
    assert following.starts == at + 7 * DAY * 1000


async def test_hours_after_its_time_no_lobby_opens(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, when="in 1 hour")
    await bo.click(await server.announcement(night), label="In")
    planner = server.bot.room.planner
    planner._offline = lambda: True
    await server.env.advance_time(HOUR * 7)
    planner._offline = lambda: False
    planner.wake()
    await server.env.advance_time(60)
    assert not server.bot.room.sessions and (await again(server, night)).status == "announced"
    await server.env.advance_time(HOUR * 7)
    assert (await server.announcement(night)).content.startswith("**Friday** did not begin")


async def test_a_thread_is_made_for_no_lobby_that_cannot_open(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    first = await server.announced(ana, when="in 1 hour")
    second = await server.announced(bo, when="in 61 minutes", thread=True, name="Second")
    await server.env.advance_time(HOUR + 10 * 60)
    assert (await again(server, first)).status == "running" and (await again(server, second)).status == "announced"
    assert not server.channel.threads
    assert (
        "A night is on in this channel already; press **Join** on its table."
        in (await server.announcement(second)).content
    )
    await server.slash(bo, "night change", night=second.id, when="in 30 hours")
    assert "cannot open" not in (await server.announcement(second)).content


async def test_of_a_hidden_channel_nothing_is_told(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    hidden = discord.PermissionOverwrite(view_channel=False)
    den = server.guild.create_text_channel("den", overwrites={bo: hidden})
    night = await server.announced(ana, when="in 2 days; in 3 days", name="Secret", channel=den)
    for command in ("night answer", "night change", "night cancel", "night fix", "night stop"):
        option = "announced" if command == "night cancel" else "night"
        assert await server.offered(bo, command, option, "") == []
        more = {"answer": "in"} if command == "night answer" else {}
        answer = await server.slash(bo, command, **{option: night.id}, **more)
        assert answer == "There is no such night; choose one from the list."
    assert await server.offered(bo, "night answer", "answer", "", night=night.id) == ["in", "maybe", "out"]
    assert len(await server.offered(ana, "night answer", "answer", "", night=night.id)) == 2


async def test_nothing_is_announced_where_the_asker_may_not_write(server: Server) -> None:
    ana = server.person("ana")
    silent = discord.PermissionOverwrite(send_messages=False)
    news = server.guild.create_text_channel("news", overwrites={ana: silent})
    assert await server.slash(ana, "night schedule", when="in 2 hours", channel=news) == (
        f"You cannot write in <#{news.id}>, so you cannot announce a night there."
    )


async def test_on_another_day_there_is_one_night_and_no_chip_is_lost(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, when="in 1 hour", repeat="every week", least=3)
    for person in (ana, bo):
        await person.click(await server.announcement(night), label="In")
    at = (await again(server, night)).starts
    await server.env.advance_time(HOUR + 60)
    await bo.click(server.board, label="Join")
    await server.env.advance_time(16 * 60)
    (few,) = [m for m in server.channel.history() if "of 3 are here" in m.content]
    assert few.content.startswith(f"<@{ana.id}> 1 of 3 are here for **Friday**.")
    refused = await server.person("cleo").click(few, label="Another day…")
    assert said(refused).startswith(f"Only bo, who acts for <@{ana.id}>")
    asked = await bo.click(few, label="Another day…")
    await bo.click((await bo.submit_modal(asked, {"when": "in 2 days"})).response, label="Announce")
    (other,) = await server.store.read(nights.nights, server.guild.id, "announced")
    assert abs(other.starts - server.bot.room.now() - 2 * DAY * 1000) < 60_000 and other.least == 3
    assert not server.bot.room.sessions and (await again(server, night)).status == "over"
    assert await server.store.read(ledger.audit) == []
    assert not [m for m in server.channel.history() if "of 3 are here" in m.content], "what is said no more goes"
    await server.slash(ana, "night cancel", announced=other.id)
    (following,) = await server.store.read(nights.nights, server.guild.id, "announced")
    assert following.starts == at + 7 * DAY * 1000, "it keeps its place in the series"


async def test_begun_early_by_its_host_people_are_called_once(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night = await server.announced(ana, when="in 90 minutes")
    other = server.guild.create_text_channel("other")
    for person in (ana, bo, cleo):
        await person.click(await server.announcement(night), label="In")
    await server.env.advance_time(60 * 40)
    await ana.slash(server.channel, "night start")
    tonight = server.table.table.night
    assert tonight is not None and tonight.expected == [bo.id, cleo.id]
    await server.env.advance_time(60 * 100)
    called = [m.content for m in server.channel.history() if m.content.startswith("<@")]
    assert called == [
        f"<@{bo.id}> <@{cleo.id}> **Friday** begins, in <#{server.channel.id}>: press **Join** on its table.",
        *(text for text in called if "of 2 are here" in text),
    ]
    assert len(called) == 2, "the reminder is gone; one call, and one word that too few are there"
    assert not list(other.history())


async def test_forms_with_nonsense_change_nothing(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, when="in 2 days")
    before = await again(server, night)
    for typed, answer in (
        ({"when": "whenever"}, ""), ({"buy_in": "-5"}, ""), ({"buy_in": "1"}, "A night's buy-in is at least 20."),
        ({"least": "1"}, ""), ({"most": "99"}, ""), ({"least": "x"}, ""), ({"least": "9", "most": "3"}, "You cannot"),
        ({"when": "yesterday"}, ""), ({"name": "Friday"}, "Nothing was changed."),
    ):  # fmt: skip
        sheet = (await ana.click(await server.announcement(night), label="Host…")).response
        asked = await ana.click(sheet, label="Change…")
        when = day_and_hour(night.starts, "UTC", server.bot.room.now())
        stands = {"when": when, "name": "Friday", "buy_in": "100", "least": "", "most": ""}
        result = await ana.submit_modal(asked, stands | typed)
        told = (result.response or result.followups[-1]).content
        assert told.startswith(answer) and "is changed" not in told, (typed, told)
        assert await again(server, night) == before


async def test_a_new_name_is_in_the_calendar_too(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, when="in 2 days")
    await server.slash(ana, "night change", night=night.id, name="Cards & cake")
    event = (await again(server, night)).event
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None and event is not None
    known = await guild.fetch_scheduled_event(event)
    assert known.name == "Cards & cake" and round(known.start_time.timestamp() * 1000) == night.starts // 1000 * 1000


async def test_a_thread_that_is_archived_by_now_is_opened_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[int] = []

    async def wake(_: Any, limiter: Any, thread: int) -> bool:
        woken.append(thread)
        return True

    monkeypatch.setattr("bot.host.calls.threads.wake", wake)
    ana = server.person("ana")
    night = await server.announced(ana, when="in 2 days")
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083)
    await server.slash(ana, "night change", night=night.id, name="Later")
    assert "**Friday**" in (await server.announcement(night)).content and woken == [server.channel.id]
    await server.env.advance_time(61)
    assert "**Later**" in (await server.announcement(night)).content


async def test_after_a_series_is_stopped_nothing_follows(server: Server) -> None:
    ana = server.person("ana")
    night = await server.announced(ana, when="in 2 days", repeat="every second week")
    await server.slash(ana, "night stop", night=night.id)
    answer = await server.slash(ana, "night change", night=night.id, name="Later", following=True)
    assert answer == "Nothing follows that night: it is no series, or the last of one."
    assert await server.slash(ana, "night stop", night=night.id) == "That series has ended already."
    await server.slash(ana, "night cancel", announced=night.id)
    assert await server.store.read(nights.announced) == []


async def test_when_the_lobby_opens_may_be_changed_until_it_does(server: Server) -> None:
    boss, ana = server.manager("boss"), server.person("ana")
    night = await server.announced(ana, when="in 50 minutes")
    assert "the table opens here at its time" in (await server.announcement(night)).content
    await fill(server, boss, "Nights…", night_opens_minutes="30")
    assert "the table opens here 30 minutes before" in (await server.announcement(night)).content
    await server.env.advance_time(21 * 60)
    assert server.table.table.phase == LOBBY


async def test_what_is_stored_is_not_announced_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full once the night is stored: nothing is left to be confirmed, and its announcement comes."""
    ana = server.person("ana")
    true = nights.note_announcement

    def full(*_: Any) -> None:
        monkeypatch.setattr(nights, "note_announcement", true)
        raise DiskFull("The disk is full.")

    monkeypatch.setattr(nights, "note_announcement", full)
    asked = (await ana.slash(server.channel, "night schedule", when="in 2 days", repeat="every week")).response
    told = (await ana.click(asked, label="Announce")).response or asked
    assert "Its announcement is not there yet" in told.content and not labels(told)
    await server.env.advance_time(90)
    (night,) = await server.store.read(nights.announced)
    assert [m.id for m in server.channel.history() if " begins <t:" in m.content] == [night.announcement]


async def test_what_people_press_while_the_lobby_opens_counts(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night = await server.announced(ana, when="in 1 hour")
    other = await server.announced(ana, when="in 2 hours", name="Moved")
    at = (await again(server, other)).starts + DAY * 1000
    true = openings._host

    async def slow(guild: Any, record: Night, coming: Any) -> int:
        work = Work().do(guests.answer, night.id, bo.id, "bo", "in", 5)
        if record.id == other.id:
            work = Work().do(nights.move, other.id, at, server.bot.room.now())
        await server.store.commit(work)
        return await true(guild, record, coming)

    monkeypatch.setattr("bot.host.nights.openings._host", slow)
    await server.env.advance_time(HOUR + 5)
    tonight = server.table.table.night
    assert tonight is not None and tonight.expected == [bo.id]
    await hosting.close(server.table)
    await server.env.advance_time(HOUR)
    moved = await again(server, other)
    assert (moved.status, moved.starts) == ("announced", at) and not server.bot.room.sessions
    assert "cannot open" not in (await server.announcement(other)).content
    monkeypatch.setattr("bot.host.nights.openings._host", true)
    await server.env.advance_time(DAY)
    assert server.table.id == other.id
