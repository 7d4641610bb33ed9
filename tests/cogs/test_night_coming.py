"""The announcement of a night: who comes, who is told at the start, and where it leads."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.amounts import whites
from bot.store import Night, Work, guests, prefs

from .server import Server, labels, said
from .test_night import opened, share_the_pot


async def announced(server: Server, host: Any, **terms: Any) -> tuple[Any, Night]:
    """The message that announces a night, and the night."""
    night = await server.announced(host, **terms)
    return await server.announcement(night), night


def lines(message: Any) -> list[str]:
    return message.content.splitlines()


async def test_each_name_stands_under_its_word_and_may_change(server: Server) -> None:
    ana, bo, cleo, dev = (server.person(name) for name in ("ana", "bo", "cleo", "dev"))
    first, night = await announced(server, ana)
    assert labels(first) == ["In", "Maybe", "Out", "Host…"] and len(lines(first)) == 2
    await bo.click(first, label="In")
    await cleo.click(first, label="In")
    await dev.click(first, label="Maybe")
    assert lines(await server.announcement(night))[1:3] == [
        f"**In** (2): <@{bo.id}>, <@{cleo.id}>", f"**Maybe** (1): <@{dev.id}>"
    ]  # fmt: skip
    await bo.click(await server.announcement(night), label="Out")
    await dev.click(await server.announcement(night), label="Maybe")
    assert lines(await server.announcement(night))[1:3] == [f"**In** (1): <@{cleo.id}>", f"**Out** (1): <@{bo.id}>"]


async def test_the_same_by_command(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    _, night = await announced(server, ana)
    assert await server.slash(bo, "night answer", night=night.id, answer="maybe") == "You are **Maybe**: **Friday**."
    assert f"**Maybe** (1): <@{bo.id}>" in (await server.announcement(night)).content
    assert (
        await server.slash(bo, "night answer", night=night.id, answer="Maybe") == "You have not answered: **Friday**."
    )
    assert await server.slash(bo, "night answer", night=night.id, answer="no") == "Answer In, Maybe or Out."
    assert "**Maybe**" not in (await server.announcement(night)).content


async def test_a_least_number_says_how_many_are_missing(server: Server) -> None:
    people = [server.person(f"p{n}") for n in range(3)]
    first, night = await announced(server, people[0], least=3)
    assert "**In** (0) · 3 more, and we play" in first.content
    for person in people[:2]:
        await person.click(first, label="In")
    assert " · 1 more, and we play" in (await server.announcement(night)).content
    await people[2].click(first, label="In")
    assert " · enough: we play from 3" in (await server.announcement(night)).content


async def test_with_a_most_number_whoever_waits_moves_up(server: Server) -> None:
    ana, bo, cleo, dev = (server.person(name) for name in ("ana", "bo", "cleo", "dev"))
    first, night = await announced(server, ana, most=2)
    for person in (ana, bo, cleo, dev):
        await person.click(first, label="In")
    assert f"**In** (2 of 2): <@{ana.id}>, <@{bo.id}>" in (await server.announcement(night)).content
    assert f"**Waiting for a place** (2): <@{cleo.id}>, <@{dev.id}>" in (await server.announcement(night)).content
    await server.store.commit(Work().do(prefs.set_pref, cleo.id, "nights", "dm"))
    await ana.click(first, label="Out")
    now = (await server.announcement(night)).content
    assert f"**In** (2 of 2): <@{bo.id}>, <@{cleo.id}>" in now and f"<@{cleo.id}> moved up." in now
    assert [m.content for m in cleo.user.dm_channel.history()][-1].startswith(
        "A place is free: you are in at **Friday**"
    )


async def test_least_and_most_must_fit(server: Server) -> None:
    ana = server.person("ana")
    answer = await server.slash(ana, "night schedule", when="in 2 hours", least=5, most=4)
    assert answer == "You cannot play from 5 with at most 4."


async def test_they_are_told_when_it_begins(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    first, night = await announced(server, ana)
    for person in (ana, bo, cleo):
        await person.click(first, label="In")
    await ana.slash(server.channel, "night start")
    where = f"<#{server.channel.id}>"
    assert calls(server) == [f"<@{bo.id}> <@{cleo.id}> **Friday** begins, in {where}: press **Join** on its table."]
    now = await server.announcement(night)
    assert now.content.startswith(f"**Friday** is on, in {where}: press **Join** on its table.")
    assert labels(now) == []


def calls(server: Server) -> list[str]:
    """The messages that have called people to a table."""
    return [m.content for m in server.channel.history() if "begins, in" in m.content]


async def test_a_night_to_which_nobody_has_said_they_come_calls_nobody(server: Server) -> None:
    ana = server.person("ana")
    await announced(server, ana)
    await ana.slash(server.channel, "night start")
    assert calls(server) == []


async def test_the_announcement_leads_to_the_nights_thread(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    first, night = await announced(server, ana, thread=True)
    await bo.click(first, label="In")
    await server.slash(ana, "night start")
    thread = server.table.table.posted.thread
    assert thread is not None and thread != server.channel.id
    assert (await server.announcement(night)).content.startswith(f"**Friday** is on, in <#{thread}>")


async def test_once_it_has_begun_the_button_says_where(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: Any) -> None:
        """Discord does not take the edit, so that the button stays."""

    ana, bo = server.person("ana"), server.person("bo")
    first, night = await announced(server, ana)
    with monkeypatch.context() as away:
        away.setattr("bot.host.nights.announcements.bring_up_to_date", lost)
        await server.slash(ana, "night start")
    before = await server.books()
    answer = said(await bo.click(first, label="In"))
    place = f"<#{server.channel.id}>"
    assert answer == f"That night has begun already; press **Join** on its table. It is in {place}."
    assert await server.books() == before
    assert labels(await server.announcement(night)) == [], "the message has caught up"
    await server.sure(ana, "night end")
    assert (await server.announcement(night)).content.startswith(f"**Friday** is over; it was in {place}.")


async def test_a_night_that_is_called_off_says_so_on_its_announcement(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    first, night = await announced(server, ana)
    await bo.click(first, label="In")
    await server.slash(ana, "night cancel", announced=night.id)
    now = await server.announcement(night)
    assert now.content.startswith("**Friday** is called off.") and labels(now) == []


async def test_no_more_than_fifty_names_stand_there(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    first, night = await announced(server, ana)
    for user in range(1000, 1050):
        await server.store.commit(Work().do(guests.answer, night.id, 10**17 + user, "", "in", 0))
    answer = said(await bo.click(first, label="In"))
    assert answer == "50 are in already; come all the same, and press **Join** on the table."
    assert len((await server.announcement(night)).content) < 2000


# ---- after it ----------------------------------------------------------------------------------


async def over(server: Server, *people: Any, **terms: Any) -> str:
    """A night of one game that is over; its id."""
    session = await opened(server, *people, **terms)
    await server.slash(people[0], "night pick", game="red-dog", options="cut: off")
    await share_the_pot(server, *people)
    await server.sure(people[0], "night end")
    return session.id


async def test_after_a_night_its_matches_are_meant(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    id = await over(server, ana, bo)
    assert "Red Dog** · match 1" in await server.slash(cleo, "table replay")
    assert "was sealed as" in await server.slash(bo, "table proof")
    assert id in await server.offered(bo, "table replay", "table", "")
    await server.hearts(ana)
    assert "No match at this table is over yet." in await server.slash(ana, "table replay")


async def test_the_bank_calls_the_buy_in_the_nights(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await over(server, ana, bo, name="Friday")
    history = await server.slash(ana, "bank history")
    assert "buy-in at the night “Friday”" in history and "cashed out at the night “Friday”" in history
    assert "Red Dog" not in history


async def test_settling_in_mid_hand_says_that_a_hand_is_on(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await opened(server, ana, bo)
    await server.slash(ana, "night pick", game="red-dog", options="cut: off, ante: 2")
    assert session.table.deal is not None and session.table.deal.table.chips["pot"] == 400
    told = await server.slash(ana, "night settle")
    assert "a hand is on; had it ended before it:" in told
    assert "Everybody is even." in told and "pot" not in told
    standings = await server.slash(bo, "night standings")
    assert "a hand is on; how it stood before it:" in standings and "ana: +0" in standings.replace("ana: 0", "ana: +0")
    for person in (bo, ana):
        await server.slash(person, "bet", amount="min")
    assert session.table.phase == "between" and session.table.match is not None
    told = await server.slash(ana, "night settle")
    assert "if it ended now:" in told and "→ the pot" not in told
    assert f"In the pot lie {whites(session.table.match.state.pot)}, which are nobody's yet." in told
