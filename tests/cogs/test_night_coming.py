"""**I'm in** on the announcement of a night: who has said so, who is told at the start, and where it leads."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.amounts import whites
from bot.store import Night, Work, nights

from .server import Server, labels, said
from .test_night import opened, share_the_pot, shown


async def announced(server: Server, host: Any, **terms: Any) -> tuple[Any, Night]:
    """The message that announces a night, and the night."""
    await host.slash(server.channel, "night schedule", when="in 2 hours", name="Friday", **terms)
    (night,) = await server.store.read(nights.nights, server.guild.id, "announced")
    return message(server, night), night


def message(server: Server, night: Night) -> Any:
    """The announcement as it is now."""
    return next(m for m in server.channel.history() if m.id == night.announcement)


async def test_who_says_so_stands_on_the_announcement(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    first, night = await announced(server, ana)
    assert labels(first) == ["I'm in"] and "**In**" not in first.content
    await bo.click(first, label="I'm in")
    await cleo.click(first, label="I'm in")
    assert f"**In** (2): <@{bo.id}>, <@{cleo.id}>" in message(server, night).content
    await bo.click(message(server, night), label="I'm in")
    assert f"**In** (1): <@{cleo.id}>" in message(server, night).content


async def test_they_are_told_when_it_begins(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    first, night = await announced(server, ana)
    for person in (ana, bo, cleo):
        await person.click(first, label="I'm in")
    result = await ana.slash(server.channel, "night start")
    called = shown(result)
    where = f"<#{server.channel.id}>"
    assert called == f"<@{bo.id}> <@{cleo.id}> **Friday** begins, in {where}: press **Join** on its table."
    now = message(server, night)
    assert now.content.startswith(f"**Friday** is on, in {where}: press **Join** on its table.")
    assert labels(now) == []


async def test_a_night_to_which_nobody_has_said_they_come_calls_nobody(server: Server) -> None:
    ana = server.person("ana")
    await announced(server, ana)
    result = await ana.slash(server.channel, "night start")
    assert all(m.ephemeral for m in (result.response, *result.followups) if m is not None)


async def test_the_announcement_leads_to_the_nights_thread(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    first, night = await announced(server, ana, thread=True)
    await bo.click(first, label="I'm in")
    await server.slash(ana, "night start")
    thread = server.table.table.posted.thread
    assert thread is not None and thread != server.channel.id
    assert message(server, night).content.startswith(f"**Friday** is on, in <#{thread}>")


async def test_once_it_has_begun_the_button_says_where(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: Any) -> None:
        """Discord does not take the edit, so that the button stays."""

    ana, bo = server.person("ana"), server.person("bo")
    first, night = await announced(server, ana)
    with monkeypatch.context() as away:
        away.setattr("bot.host.messages.announcements.bring_up_to_date", lost)
        await server.slash(ana, "night start")
    before = await server.books()
    answer = said(await bo.click(first, label="I'm in"))
    place = f"<#{server.channel.id}>"
    assert answer == f"That night has begun already; press **Join** on its table. It is in {place}."
    assert await server.books() == before
    assert labels(message(server, night)) == [], "the message has caught up"
    await server.sure(ana, "night end")
    assert message(server, night).content.startswith(f"**Friday** is over; it was in {place}.")


async def test_a_night_that_is_called_off_says_so_on_its_announcement(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    first, night = await announced(server, ana)
    await bo.click(first, label="I'm in")
    await server.slash(ana, "night cancel", announced=night.id)
    assert message(server, night).content.startswith("**Friday** is called off.")
    assert labels(message(server, night)) == []


async def test_no_more_than_fifty_names_stand_there(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    first, night = await announced(server, ana)
    for user in range(1000, 1050):
        await server.store.commit(Work().do(nights.come, night.id, user, 0))
    answer = said(await bo.click(first, label="I'm in"))
    assert answer == "50 have said so already; come all the same, and press **Join** on the table."
    assert len(message(server, night).content) < 2000


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
