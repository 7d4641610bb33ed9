"""Nothing of a night is doubled or lost: a process that ends, Discord that refuses, and a full disk at any moment."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, get_args

import discord
import pytest

from bot.host.nights import sending
from bot.host.nights.planner import Planner
from bot.store import DiskFull, Night, Plan, Work, nights
from bot.store.planned import What

from .ahead import DAY_MS, HOUR_MS, MINUTE_MS, answers, record, restart, until
from .server import Server

DURING: tuple[What, ...] = (
    "announce", "show", "calendar", "day", "hour", "open", "call", "few", "ask", "next"
)  # fmt: skip
"""What a series has done for it from one evening to the next. A vote that ends and a night that lapses have tests of
their own."""
SENDS: tuple[What, ...] = ("announce", "day", "hour", "call", "few", "ask")

Step = Callable[[], Awaitable[None]]


async def nothing() -> None:
    return None


@dataclass
class Evening:
    """An evening of a series, from its announcement to the question about the next one's that was deleted."""

    server: Server
    after: Step = nothing
    """What is done after each step."""
    people: list[Any] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        backend = self.server.env.backend
        commit = backend.commit_message

        def take(message: Any, **how: Any) -> Any:
            self.taken.append(message.content)
            return commit(message, **how)

        backend.commit_message = take

    async def pass_by(self) -> None:
        server = self.server
        self.people = ana, bo, cleo = [server.person(name) for name in ("ana", "bo", "cleo")]
        night = await server.announced(ana, "in 3 days", repeat="every week", least=2)
        await self.after()
        await answers(server, night, "In", ana, bo)
        await answers(server, night, "Maybe", cleo)
        for ms in (-DAY_MS, -HOUR_MS, 0, 15 * MINUTE_MS):
            await until(server, night, ms + 30_000)
            await self.after()
        for person in (ana, bo):
            await person.click(server.board, label="Join")
        await ana.click(server.board, label="Start")
        await server.sure(ana, "night end")
        await self.after()
        await server.env.advance_time(120)
        (second,) = await server.store.read(nights.nights, server.guild.id, "announced")
        (await server.announcement(second)).id  # noqa: B018  it is there
        await (await server.announcement(second)).delete()
        await server.env.settle()
        await self.after()
        await server.env.advance_time(120)
        await self.as_if_nothing_had_been(night, second)

    async def as_if_nothing_had_been(self, night: Night, second: Night) -> None:
        assert self.posted() == {
            "day": 1, "hour": 1, "call": 1, "few": 1, "announcement": 2, "ask": 1,
        }  # fmt: skip
        first, second = await record(self.server, night), await record(self.server, second)
        assert first.status == "over" and second.status == "announced" and second.announcement is None
        assert second.starts - first.starts == 7 * DAY_MS
        events = self.server.env.backend.get_guild(self.server.guild.id).scheduled_events
        assert {id: events[id].status for id in events} == {first.event: 3, second.event: 1}
        over = "**Friday** is over; it was in"
        (announcement,) = [m for m in self.server.channel.history() if m.content.startswith(over)]
        assert announcement.id == first.announcement
        standing = [m.content for m in self.server.channel.history() if " begins <t:" in m.content]
        assert standing == [], "reminders are deleted when the night begins, and the announcement was"

    def posted(self) -> Counter[str]:
        """The messages of nights that Discord has taken, also those that are gone."""
        found = Counter(kind(content, self.people) for content in self.taken)
        del found[""]
        return found


def kind(content: str, people: list[Any]) -> str:
    """What a message of nights is for."""
    kinds = {
        "was deleted": "ask", "begins, in <#": "call", "here for **": "few", "here yet for **": "few",
        "Announced by": "announcement",
    }  # fmt: skip
    if found := next((what for words, what in kinds.items() if words in content), ""):
        return found
    if " begins <t:" in content:
        return "day" if people[2].mention in content else "hour"
    return ""


async def test_an_evening_passes_by(server: Server) -> None:
    await Evening(server).pass_by()


# ---- the process ends --------------------------------------------------------------------------


async def hang() -> None:
    """The process ends here, and what waits for it waits in vain."""
    await asyncio.Event().wait()


@dataclass
class Cut:
    """The process ends once: when something is about to be done for a night, when its message has been sent but not
    noted, or when all of it is done but that it is."""

    what: What
    when: str
    server: Server
    happened: bool = False
    restarted: bool = False
    at_work: list[What] = field(default_factory=list)

    def prepare(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tried, send = Planner._tried, sending.send

        async def cut(planner: Planner, night: Night, plan: Plan) -> int | None:
            if self.happened or plan.what != self.what:
                return await tried(planner, night, plan)
            if self.when == "before":
                await self.ends()
            self.at_work.append(plan.what)
            found = await tried(planner, night, plan)
            self.at_work.clear()
            if self.when == "done":
                await self.ends()
            return found

        async def sent(*args: Any, **more: Any) -> int:
            found = await send(*args, **more)
            if self.at_work and not self.happened and self.when == "sent":
                await self.ends()
            return found

        monkeypatch.setattr(Planner, "_tried", cut)
        monkeypatch.setattr(sending, "send", sent)

    async def ends(self) -> None:
        self.happened = True
        await hang()

    async def after(self) -> None:
        if self.happened and not self.restarted:
            self.restarted = True
            await restart(self.server)
            await self.server.env.advance_time(90)


CUTS = [
    pytest.param(what, when, marks=pytest.mark.soak if when == "done" else ())
    for what in DURING
    for when in ("before", "sent", "done")
    if when != "sent" or what in SENDS
]


def test_every_moment_is_tried() -> None:
    assert {*DURING, "decide", "lapse"} == {*get_args(What)}


@pytest.mark.parametrize("what, when", CUTS)
async def test_a_process_that_ends(server: Server, what: What, when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = Cut(what, when, server)
    cut.prepare(monkeypatch)
    await Evening(server, cut.after).pass_by()
    assert cut.restarted, "or this shows nothing"


# ---- Discord refuses, and the disk is full -----------------------------------------------------


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound, 500: discord.DiscordServerError}
    response: Any = SimpleNamespace(status=status, reason="injected")
    return kind.get(status, discord.HTTPException)(response, {"code": code, "message": "injected"})


@pytest.mark.parametrize("status", [403, 500, *(pytest.param(n, marks=pytest.mark.soak) for n in (404, 429))])
@pytest.mark.parametrize("what", ["announcement", *(what for what in SENDS if what != "announce")])
async def test_a_message_that_discord_refuses_twice_is_sent_once(
    server: Server, what: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, send = list[str](), discord.abc.Messageable.send

    async def later() -> None:
        await server.env.advance_time(150)

    evening = Evening(server, later)

    async def sent(where: Any, content: str = "", **more: Any) -> Any:
        if evening.taken and kind(content, evening.people) == what and len(refused) < 2:
            refused.append(content)
            raise refusal(status)
        return await send(where, content, **more)

    monkeypatch.setattr(discord.abc.Messageable, "send", sent)
    await evening.pass_by()
    assert len(refused) == 2


@pytest.mark.parametrize("nth", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in (1, 2))])
@pytest.mark.parametrize("what", DURING)
async def test_a_full_disk(server: Server, what: What, nth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the commits fails that are made for something, or the one that notes that it is done."""
    tried, commit, seen = Planner._tried, server.store.commit, 0
    doing = dict[Any, What]()

    async def cut(planner: Planner, night: Night, plan: Plan) -> int | None:
        doing[asyncio.current_task()] = plan.what
        return await tried(planner, night, plan)

    async def stored(work: Work) -> None:
        nonlocal seen
        if doing.get(asyncio.current_task()) == what:
            seen += 1
            if seen == nth + 1:
                raise DiskFull("The disk is full.")
        await commit(work)

    async def later() -> None:
        await server.env.advance_time(150)

    monkeypatch.setattr(Planner, "_tried", cut)
    monkeypatch.setattr(server.store, "commit", stored)
    await Evening(server, later).pass_by()
    assert seen
