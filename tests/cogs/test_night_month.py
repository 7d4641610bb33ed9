"""A month of a weekly and a monthly series: presses, changes, outages and ends of the process, all from a seed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import discord
import pytest

from bot.host.nights import sending
from bot.store import ALONE, Night, ledger, nights, planned
from bot.store.nights import same_evening
from bot.table.state import LOBBY

from .ahead import DAY_MS, restart
from .server import Server, labels

DAYS = 31
STUCK_MS = 3_600_000
"""What is due is not put off for longer, whatever goes wrong."""


class Month:
    """What six people do, what goes wrong, and what is seen of it."""

    def __init__(self, server: Server, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.server, self.random = server, Random(seed)
        self.people = [server.person(f"p{n}") for n in range(6)]
        self.host = self.people[0]
        self.sent = defaultdict[tuple[str, str], set[tuple[int, int]]](set)
        """By what it was for and which night: the messages, each with the time that the night had."""
        self.joined = defaultdict[str, set[int]](set)
        self.cut_next = self.cut = False
        send = sending.send

        async def sends(tools: Any, channel: int, text: str, *, key: str, **more: Any) -> int:
            message = await send(tools, channel, text, key=key, **more)
            what, night, *rest = key.split(":")
            if what in ("day", "hour", "call", "few") and len(rest) == 1:
                self.sent[what, night].add((message, int(rest[0]) * 60_000))
                if self.cut_next:
                    self.cut_next, self.cut = False, True
                    await asyncio.Event().wait()
            return message

        monkeypatch.setattr(sending, "send", sends)

    async def pass_by(self) -> None:
        await self.server.announced(self.host, "in 2 days", name="Weekly", repeat="every week", least=2, most=4)
        await self.server.announced(self.host, "in 3 days", name="Monthly", repeat="every month")
        end = self.server.bot.room.now() + DAYS * DAY_MS
        while self.server.bot.room.now() < end:
            await self._time()
            await self.random.choices(
                [self._answer, self._play, self._move, self._in_calendar, self._delete, self._skip, self._trouble],
                [8, 8, 1, 1, 1, 0.5, 3],
            )[0]()
            if self.cut:
                self.cut = False
                await restart(self.server)
            self._nobody_sits_who_did_not_press()
        await self.server.env.advance_time(3 * 3600)
        await self._laws()

    async def _time(self) -> None:
        """Mostly to about when something is due."""
        server, now = self.server, self.server.bot.room.now()
        at = await server.store.read(planned.next_at, ALONE)
        soon = (at - now) / 1000 + self.random.choice([-70, 1, 5, 70, 700]) if at is not None else 0
        hours = self.random.uniform(0.1, 9) * 3600
        await server.env.advance_time(soon if 0 < soon < 2 * 86400 and self.random.random() < 0.7 else hours)

    async def _announced(self) -> tuple[Night, Any] | None:
        """One of the nights that are announced, and its message if that is there."""
        standing = await self.server.store.read(nights.nights, self.server.guild.id, "announced")
        if not standing:
            return None
        night = self.random.choice(standing)
        found = [m for m in self.server.channel.history() if m.id == night.announcement]
        return (night, found[0]) if found else None

    async def _answer(self) -> None:
        for person in self.random.sample(self.people, 3):
            if (found := await self._announced()) is not None:
                label = self.random.choice(["In", "In", "In", "Maybe", "Out"])
                if label in labels(found[1]):
                    await person.click(found[1], label=label)

    async def _play(self) -> None:
        for session in [*self.server.bot.room.sessions.values()]:
            board = next((m for m in self.server.channel.history() if m.id == session.table.posted.message), None)
            if board is None or session.table.paused:
                continue
            for person in self.random.sample(self.people, 2):
                if "Join" in labels(board):
                    self.joined[session.id].add(person.id)
                    await person.click(board, label="Join")
            if session.table.phase == LOBBY and "Start" in labels(board) and self.random.random() < 0.5:
                await self.random.choice(self.people).click(board, label="Start")
            if self.random.random() < 0.5:
                await self.server.sure(self.host, "night end")

    async def _move(self) -> None:
        if (found := await self._announced()) is not None:
            when = f"in {self.random.choice([1, 3, 20, 50])} hours"
            await self.server.slash(self.host, "night change", night=found[0].id, when=when)

    async def _in_calendar(self) -> None:
        if (found := await self._announced()) is None or found[0].event is None:
            return
        later = datetime.fromtimestamp(found[0].starts / 1000, tz=discord.utils.utcnow().tzinfo)
        later += timedelta(hours=self.random.choice([1, 5, 30]))
        changes = {"scheduled_start_time": later.isoformat()}
        self.server.env.backend.edit_scheduled_event(self.server.guild.id, found[0].event, changes)
        await self.random.choice(self.people).subscribe_event(found[0].event)

    async def _delete(self) -> None:
        if (found := await self._announced()) is None:
            return
        self.server.env.backend.delete_message(self.server.channel.id, found[1].id)
        await self.server.env.settle()
        asked = [m for m in self.server.channel.history() if "Shall I make it again?" in m.content]
        if asked:
            await self.host.click(asked[-1], label="Make it again")

    async def _skip(self) -> None:
        if (found := await self._announced()) is not None:
            await self.server.slash(self.host, "night cancel", announced=found[0].id)

    async def _trouble(self) -> None:
        server = self.server
        match self.random.randrange(4):
            case 0:
                await restart(server)
            case 1:
                server.bot.dispatch("shard_disconnect", 0)
                await server.env.advance_time(self.random.choice([30, 400, 5000]))
                server.bot.dispatch("shard_resumed", 0)
                await server.env.settle()
            case 2:
                server.env.inject_error("POST", "/channels/*/messages", status=500, times=self.random.choice([2, 9]))
            case _:
                self.cut_next = True

    def _nobody_sits_who_did_not_press(self) -> None:
        for session in self.server.bot.room.sessions.values():
            here = {chair.user for chair in session.table.chairs if chair.user is not None}
            assert here <= self.joined[session.id]

    async def _laws(self) -> None:
        server = self.server
        assert self.sent, "or this shows nothing"
        for (what, night), messages in self.sent.items():
            by_time = sorted(messages, key=lambda each: each[1])
            for (one, at), (other, then) in pairwise(by_time):
                assert not same_evening(at, then), f"{what} of {night} was sent twice: {one}, {other}"
        for kind in ("call", "few"):
            assert all(len(found) == 1 for (what, _), found in self.sent.items() if what == kind)
        at = await server.store.read(planned.next_at, ALONE)
        assert at is None or at > server.bot.room.now() - STUCK_MS, "what is due is done"
        for name in ("Weekly", "Monthly"):
            standing = await server.store.read(nights.nights, server.guild.id, "announced")
            assert sum(night.name == name for night in standing) <= 1, "one open announcement at a time"
        assert await server.store.read(ledger.audit) == [], "the books balance"


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in range(1, 13))])
async def test_a_month(server: Server, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    await Month(server, seed, monkeypatch).pass_by()
