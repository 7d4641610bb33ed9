"""An operator ends the bot with SIGTERM while people play: what was pressed is answered and shown, nothing new begins,
and after the next start it goes on."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.app import CLOSING
from bot.host.calls.permissions import invite
from bot.local.client_rules import Refused
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.store import Store, Work, settings
from bot.store import tables as stored_tables
from bot.table.state import BETWEEN
from tests.bench.processes import Bot
from tests.bench.tables import Control, Table, control
from tests.kill.test_kill import announce

SAID, DEFERRED, UPDATED = 4, 6, 7
SECONDS = 10.0
"""How long the bot has to end."""


@dataclass
class Evening:
    local: LocalDiscord
    bot: Bot
    ana: Person
    bo: Person
    table: Table
    asked: float = 0.0
    """When it was asked to end."""

    @property
    def boards(self) -> list[dict[str, Any]]:
        """The messages of tables with something to press."""
        seen = self.ana.messages[self.table.channel].values()
        return [m for m in seen if m["components"] and not m["flags"] & 64]

    def sigterm(self) -> None:
        self.asked = time.monotonic()
        self.bot._process.send_signal(signal.SIGTERM)  # type: ignore[union-attr]  # pyright: ignore

    async def ended(self) -> float:
        """Once it has, without any trouble in its log; how long that took, in seconds."""
        assert await asyncio.to_thread(self.bot._process.wait, 30) == 0  # type: ignore[union-attr]  # pyright: ignore
        trouble = [line for line in self.bot.lines() if " WARNING " in line or " ERROR " in line]
        assert not trouble
        return time.monotonic() - self.asked

    async def until_deal_is_over(self) -> Control:
        """People play until the next deal could begin; what begins it."""
        async with asyncio.timeout(60):
            while (found := next(filter(None, (control(m, "@next") for m in self.boards)), None)) is None:
                with suppress(Refused):
                    if moves := self.table.moves():
                        await self.table.press(*moves[0])
                await asyncio.sleep(0.02)
        return found

    async def stored(self) -> dict[str, Any]:
        """The table as it is stored, while the bot is not there."""
        async with await Store.open(self.bot.database) as store:
            found = await store.read(stored_tables.load_table, self.table.id)
        assert found is not None
        return json.loads(found.state)


@asynccontextmanager
async def evening(tmp_path: Path, game: str = "red-dog", house: int = 0, **given: int) -> AsyncIterator[Evening]:
    """Ana and Bo in the first deal of a game."""
    async with LocalDiscord(invited=invite().value) as local:
        local.interactions.ack_window = 8.0  # calls are made slow here
        announce(local, tmp_path)
        bot = Bot(tmp_path)
        channel = next(c["id"] for c in local.world.channels.values() if c.get("name") == "lobby")
        async with await Store.open(bot.database) as store:
            given = {"house_pace_ms": 0, "next_deal_seconds": 600, **given}
            for name, value in given.items():
                await store.commit(Work().do(settings.set_setting, int(next(iter(local.world.guilds))), name, value))
        await bot.start()
        try:
            async with Person(local.url, local.secret, "Ana") as ana, Person(local.url, local.secret, "Bo") as bo:
                table = Table([ana, bo], channel, rng=random.Random(1), panels=False)
                await table.open(game, house)
                await table.start()
                yield Evening(local, bot, ana, bo, table)
        finally:
            bot.stop()
        assert local.violations == []


@pytest.mark.parametrize("later", [0.0, 0.02, 0.06, 0.2])
async def test_what_was_pressed_is_answered_shown_and_there_again(tmp_path: Path, later: float) -> None:
    async with evening(tmp_path) as e:
        who, which = await e.table.settle()
        e.local.latency = 0.15  # every call takes as long as on the real Discord
        pressing = asyncio.create_task(e.table.press(who, which))
        await asyncio.sleep(later)
        e.sigterm()
        outcome = await pressing
        assert await e.ended() < SECONDS
        (board,) = e.boards
        found = control(board, which.verb)
        if outcome.type == SAID and not later:  # the signal was there first, and nothing has changed
            assert found is not None and found.drawn == which.drawn
        else:
            assert outcome.type in (DEFERRED, UPDATED) and (found is None or found.drawn > which.drawn)
        e.local.latency = 0.0
        await e.bot.start()
        async with asyncio.timeout(30):
            while (await e.table.play())[0].type == SAID:  # what is shown may change under the finger
                pass
        assert [m["id"] for m in e.boards] == [board["id"]], "it goes on in its message"


@pytest.mark.parametrize("later", [0.05, 0.3, 0.6])
async def test_no_message_is_left_half_written(tmp_path: Path, later: float) -> None:
    async with evening(tmp_path) as e:
        found = await e.until_deal_is_over()
        for n in range(3):
            await e.bo.say(e.table.channel, f"well played {n}")
        (before,) = e.boards
        e.local.latency = 0.25  # the next deal is posted below, and the old message deleted
        pressing = asyncio.create_task(e.table.press(e.ana, found))
        await asyncio.sleep(later)
        e.sigterm()
        assert (await pressing).type in (DEFERRED, UPDATED)
        assert await e.ended() < SECONDS
        (board,) = e.boards
        assert board["id"] != before["id"] and (await e.stored())["message"] == int(board["id"])


async def test_who_presses_while_it_closes_is_told(tmp_path: Path) -> None:
    async with evening(tmp_path) as e:
        who, which = await e.table.settle()
        hand: Control = await e.table.with_control("@hand", e.bo)
        e.local.latency = 1.0
        pressing = asyncio.create_task(e.table.press(who, which))
        await asyncio.sleep(0.1)
        e.sigterm()
        await e.bot.logged("SIGTERM: closing")
        assert (await e.table.press(e.bo, hand)).type == SAID
        said = await e.bo.message(lambda m: m["content"] == CLOSING, channel=e.table.channel)
        assert said["flags"] & 64
        assert (await pressing).type in (DEFERRED, UPDATED)
        assert await e.ended() < SECONDS


async def test_no_deal_begins_any_more(tmp_path: Path) -> None:
    async with evening(tmp_path, next_deal_seconds=2) as e:
        await e.until_deal_is_over()
        (board,) = e.boards
        more = control(board, "@more")
        assert more is not None
        e.local.latency = 2.4  # it has something to wait for until the next deal would have begun
        pressing = asyncio.create_task(e.table.press(e.bo, more))
        await asyncio.sleep(0.1)
        e.sigterm()
        assert (await pressing).type in (SAID, DEFERRED)
        assert 2.0 < await e.ended() < SECONDS
        assert (await e.stored())["phase"] == BETWEEN
        e.local.latency = 0.0
        await e.bot.start()
        async with asyncio.timeout(30):  # it begins after the start
            while not e.table.moves():  # noqa: ASYNC110
                await asyncio.sleep(0.02)
