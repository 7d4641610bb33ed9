"""How many calls to Discord a move costs, counted by the local Discord that the real bot speaks to over HTTP."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.app import CardRoom
from bot.host.calls.permissions import invite
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import ledger
from bot.table.session import Session
from tests.lobby import open_table

ACK, EDIT = "POST", "PATCH"


class Evening:
    """Ana and Bo at one table of Red Dog, in a room of its own."""

    def __init__(self, local: LocalDiscord, bot: CardRoom, ana: Person, bo: Person) -> None:
        self.local, self.bot, self.ana, self.bo = local, bot, ana, bo

    @property
    def table(self) -> Session:
        (session,) = self.bot.room.sessions.values()
        return session

    @property
    def people(self) -> list[Person]:
        """First the player on turn, then the other."""
        (seat,) = self.table.table.turns
        on_turn = int(self.ana.id) == self.table.table.chairs[seat].user
        return [self.ana, self.bo] if on_turn else [self.bo, self.ana]

    async def quiet(self) -> None:
        """Until the bot has said nothing for a while."""
        before = -1
        while before != len(self.local.calls):
            before = len(self.local.calls)
            await asyncio.sleep(0.4)
            await self.bot.room.display.idle()

    async def calls(self, doing: Any) -> Counter[str]:
        """What a person's doing something costs, by the kind of call."""
        await self.quiet()
        known = len(self.local.calls)
        await doing
        await self.quiet()
        return Counter(_kind(c) for c in [*self.local.calls][known:])

    def board(self, person: Person) -> dict[str, Any]:
        message = str(self.table.table.posted.message)
        return next(room[message] for room in person.messages.values() if message in room)

    def panel(self, person: Person) -> dict[str, Any]:
        channel, message = self.table.table.posted.panels[int(person.id)]
        return person.messages[str(channel)][str(message)]

    async def next_round(self) -> None:
        """To the beginning of the next round, so that two decisions are ahead."""
        while self.table.table.phase == "deal":
            await self.people[0].slash("lobby", "bet", amount="min")
            await self.quiet()
        await self.ana.slash("lobby", "table next" if self.table.table.phase == "between" else "table start")
        for person in (self.ana, self.bo):
            await person.slash("lobby", "score")  # what they were told in passing is read
        await self.quiet()


def _kind(call: Any) -> str:
    if "callback" in call.route:
        return "answer"
    return f"{call.method} {'followup' if 'webhooks' in call.route else 'message'}"


@pytest_asyncio.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr("bot.host.pictures.emojis.APART", 0.03)
    async with LocalDiscord(invited=invite().value) as local:
        point_discord_at(local.url)
        bot = CardRoom(tmp_path / "room.db")
        task = asyncio.create_task(bot.start("local"))
        try:
            async with Person(local.url, local.secret, "Ana") as ana, Person(local.url, local.secret, "Bo") as bo:
                await ana.bot_online()
                while bot.room.emojis.dressed("2 red") == "2 red":  # with emojis on the buttons a move costs no more
                    await asyncio.sleep(0.05)
                    assert len(local.calls) < 1000
                evening = Evening(local, bot, ana, bo)
                await open_table(ana, "lobby", "red-dog", cut="off")
                await evening.quiet()
                await bo.press(evening.board(bo), "Join")
                await evening.quiet()
                await asyncio.sleep(1)  # direct messages are opened one a second
                await ana.press(evening.board(ana), "Start")
                await evening.quiet()
                yield evening
                assert await bot.room.store.read(ledger.audit) == []
        finally:
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)
        assert local.violations == []


def least(message: dict[str, Any]) -> str:
    """The label of the smallest bet."""
    buttons = [c for row in message["components"] for c in row["components"]]
    return next(c["label"] for c in buttons if c["label"].startswith("Min"))


async def test_a_move_costs_as_few_calls_as_there_are_messages_to_change(evening: Evening) -> None:
    mover, _ = evening.people
    board = evening.board(mover)
    # on the table message: the answer is the new picture; the panel of the player who must decide now, and that of the
    # player who has decided, which would say for ever that it is their turn
    assert await evening.calls(mover.press(board, least(board))) == {"answer": 1, "PATCH message": 2}

    await evening.next_round()
    mover, _ = evening.people
    panel = evening.panel(mover)
    # in the private panel: its answer, the table message, and the other panel; the earlier press on the table message
    # still has a usable token, so its edit is none of the fifty calls a second
    assert await evening.calls(mover.press(panel, least(panel))) == {
        "answer": 1, "PATCH message": 1, "PATCH followup": 1
    }  # fmt: skip

    await evening.next_round()
    mover, _ = evening.people
    # by a command: the table message and the other's panel have been pressed lately, so neither edit is one of the
    # fifty; the own panel's is
    assert await evening.calls(mover.slash("lobby", "bet", amount="min")) == {
        "answer": 1, "PATCH message": 1, "PATCH followup": 2
    }  # fmt: skip

    await evening.next_round()
    mover, _ = evening.people
    await mover.press(evening.board(mover), "My hand")
    await evening.quiet()
    newest = max((m for m in mover.messages[evening.board(mover)["channel_id"]].values()), key=lambda m: int(m["id"]))
    # in My hand: the same, and the own panel in the direct messages, by the token of a press on it
    assert await evening.calls(mover.press(newest, least(newest))) == {
        "answer": 1,
        "PATCH message": 1,
        "PATCH followup": 2,
    }


async def test_a_press_that_is_refused_costs_one_call(evening: Evening) -> None:
    mover, other = evening.people
    board = evening.board(mover)
    assert await evening.calls(other.press(board, least(board))) == {"answer": 1}
