"""Which evening? People press those that suit them, and one is fixed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.host.nights.planner import Planner
from bot.store import DiskFull, Night, Plan, nights

from .ahead import DAY_MS, MINUTE_MS, answers, record, reminders, restart, until
from .server import Server, greyed, labels, said

FOUR = "in 3 days; in 4 days; in 5 days; in 6 days"


async def voted(server: Server, host: Any, when: str = FOUR, **more: Any) -> tuple[Night, list[str]]:
    """A night whose evening is open, and what stands on its evenings' buttons."""
    night = await server.announced(host, when, **more)
    *evenings, fix, _ = labels(await server.announcement(night))
    assert fix == "Fix it"
    return night, evenings


async def starts(server: Server, night: Night) -> float:
    """In how many days it begins."""
    now = await record(server, night)
    return round((now.starts - night.terms["since"]) / DAY_MS, 2)


@pytest.mark.parametrize("count", [2, 5])
async def test_two_to_five_evenings(server: Server, count: int) -> None:
    ana = server.person("ana")
    when = "; ".join(f"in {n} days" for n in range(2, 2 + count))
    night, evenings = await voted(server, ana, when)
    assert len(evenings) == count and night.event is None, "there is no event before the evening is fixed"


async def test_six_are_too_many(server: Server) -> None:
    when = "; ".join(f"in {n} days" for n in range(2, 8))
    answer = await server.slash(server.person("ana"), "night schedule", when=when)
    assert "five" in answer or "5" in answer
    assert await server.store.read(nights.nights, server.guild.id, "announced") == []


async def test_buttons_toggle(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night, evenings = await voted(server, ana)
    line = f"**B** · <t:{(night.starts - 2 * DAY_MS) // 1000}:F> · "
    await answers(server, night, evenings[1], ana, bo)
    assert f"{line}**2**: {ana.mention}, {bo.mention}" in (await server.announcement(night)).content
    await answers(server, night, evenings[1], bo)
    assert f"{line}**1**: {ana.mention}\n" in (await server.announcement(night)).content


async def test_fix_it_makes_the_event_and_whom_it_suits_is_in(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night, evenings = await voted(server, ana)
    await answers(server, night, evenings[2], bo, cleo)
    await answers(server, night, evenings[0], bo)
    assert said(await bo.click(await server.announcement(night), label="Fix it")).startswith("Only its host")
    await ana.click(await server.announcement(night), label="Fix it")
    now = await server.announcement(night)
    assert await starts(server, night) == 5 and f"**In** (2): {bo.mention}, {cleo.mention}" in now.content
    assert labels(now) == ["In", "Maybe", "Out", "Host…"]
    assert (await record(server, night)).event is not None
    await until(server, night, -MINUTE_MS)
    assert len(reminders(server)) == 2
    await until(server, night, MINUTE_MS)
    assert server.table.table.night is not None and {*server.table.table.night.expected} == {bo.id, cleo.id}


async def test_nothing_suits_anybody_yet(server: Server) -> None:
    ana = server.person("ana")
    night, _ = await voted(server, ana)
    refused = "None of the evenings that are left suits anybody yet."
    assert said(await ana.click(await server.announcement(night), label="Fix it")) == refused
    assert await server.slash(ana, "night fix", night=night.id) == refused


async def test_the_day_given_fixes_the_first_of_the_best(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    night, evenings = await voted(server, ana, decide="in 2 days")
    await answers(server, night, evenings[2], bo, cleo)
    await answers(server, night, evenings[1], bo, ana)
    await server.env.advance_time(47 * 3600)
    assert (await record(server, night)).decides is not None
    await server.env.advance_time(2 * 3600)
    assert await starts(server, night) == 4 and (await record(server, night)).event is not None


async def test_nobody_has_voted_by_the_day_given(server: Server) -> None:
    ana = server.person("ana")
    night, evenings = await voted(server, ana, decide="in 2 days")
    await server.env.advance_time(49 * 3600)
    now = await server.announcement(night)
    assert "None suited anybody by the day given" in now.content
    await answers(server, night, evenings[3], ana)
    await ana.click(await server.announcement(night), label="Fix it")
    assert await starts(server, night) == 6


async def test_nobody_ever_votes_and_it_lapses(server: Server) -> None:
    ana = server.person("ana")
    night, _ = await voted(server, ana)
    await until(server, night, MINUTE_MS)
    assert (await record(server, night)).status == "cancelled"
    assert (await server.announcement(night)).content.startswith("**Friday** does not take place: no evening was fixed")
    assert not server.bot.room.sessions


async def test_a_moment_that_is_past_is_not_chosen(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night, evenings = await voted(server, ana, decide="in 5 days and 12 hours")
    await answers(server, night, evenings[0], ana, bo)
    await answers(server, night, evenings[3], bo)
    await server.env.advance_time(3.5 * 86400)
    await answers(server, night, evenings[3], ana)
    assert greyed(await server.announcement(night)) == evenings[:1]
    await ana.click(await server.announcement(night), label="Fix it")
    assert await starts(server, night) == 6


async def test_the_same_typed(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    night, evenings = await voted(server, ana)
    assert (await server.slash(bo, "night answer", night=night.id, answer=evenings[1])).endswith(
        "suits you: **Friday**."
    )
    assert "does not suit you" in await server.slash(bo, "night answer", night=night.id, answer=evenings[1])
    assert (await server.slash(bo, "night answer", night=night.id, answer="in")).startswith("Answer with an evening: ")
    await server.slash(bo, "night answer", night=night.id, answer=evenings[1])
    assert (await server.slash(ana, "night fix", night=night.id)).startswith("**Friday** is fixed: <t:")
    assert await starts(server, night) == 4
    assert (await server.slash(ana, "night fix", night=night.id)).startswith("Its evening is fixed")


@pytest.mark.parametrize("when", ["before", "after", "full"])
async def test_a_vote_that_ends_while_the_process_does(
    server: Server, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = server.person("ana")
    night, evenings = await voted(server, ana, decide="in 2 days")
    await answers(server, night, evenings[1], ana)
    tried, times = Planner._tried, list[str]()

    async def cut(planner: Planner, night: Night, plan: Plan) -> int | None:
        if plan.what != "decide" or times:
            return await tried(planner, night, plan)
        times.append(when)
        if when == "after":
            await tried(planner, night, plan)
        raise DiskFull("The disk is full.")

    monkeypatch.setattr(Planner, "_tried", cut)
    await server.env.advance_time(2 * 86400 + 10)
    if when != "full":
        await restart(server)
    await server.env.advance_time(120)
    assert times and await starts(server, night) == 4
    events = server.env.backend.get_guild(server.guild.id).scheduled_events
    assert [*events] == [(await record(server, night)).event]


async def test_cancelling_a_vote(server: Server) -> None:
    ana = server.person("ana")
    night, _ = await voted(server, ana)
    await server.slash(ana, "night cancel", announced=night.id)
    assert (await server.announcement(night)).content.startswith("**Friday** is called off.")
    await server.env.advance_time(7 * 86400)
    assert (await record(server, night)).status == "cancelled" and not server.bot.room.sessions
