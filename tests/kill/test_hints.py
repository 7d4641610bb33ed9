"""How many hints somebody has taken, where the bot is killed at any moment after they have pressed **Hint**."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.host.calls.permissions import invite
from bot.local.client_rules import Refused
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.store import ALONE, Store, tables
from bot.table.state import read
from tests.bench.processes import Bot
from tests.bench.tables import Control, control, controls
from tests.lobby import open_table

from .test_kill import LIMITED, announce, prepare

JSON = dict[str, Any]
KILLS = 2
LATEST = 0.15
"""In how many seconds after a press at most it is killed; by then a hint is shown as a rule."""
SOON = 60.0


@pytest.mark.timeout(600)
@pytest.mark.seeds(1, soak=13, at_once=3)
@pytest.mark.parametrize("place", ["sqlite", pytest.param("postgres", marks=pytest.mark.soak)])
async def test_what_was_shown_is_counted_and_each_hint_once(
    request: pytest.FixtureRequest, tmp_path: Path, seeds: range, place: str
) -> None:
    """In every round the bot is killed while it advises how much to bet, and is asked the same once more."""
    address = request.getfixturevalue("postgres_database") if place == "postgres" else None
    rounds = KILLS * len(seeds)
    async with LocalDiscord(invited=invite().value) as local:
        local.interactions.ack_window = 8.0  # how soon it answers is not asked here
        announce(local, tmp_path)
        bot, rng = Bot(tmp_path, address), random.Random(seeds[0])
        guild = next(iter(local.world.guilds))
        user, channel = local.world.add_user("Ana")["id"], local.world.add_channel(guild, "table")["id"]
        local.world.join(guild, user)
        await prepare(bot.database, int(guild), [user])
        async with Person(local.url, local.secret, user, channel) as ana:
            try:
                await bot.start()
                await ana.bot_online(SOON)
                await open_table(ana, channel, "blackjack", rounds=rounds, cut="off")
                await press(ana, "@start")
                for taken in range(rounds):
                    asked = await behind_more(ana)
                    asking = asyncio.create_task(ana.press(asked.message, asked.component["custom_id"]))
                    await asyncio.sleep(rng.uniform(0.0, LATEST))
                    bot.kill()
                    asking.cancel()
                    await asyncio.wait((asking,))
                    counted = await hints(bot)
                    assert counted == taken + 1 or (counted == taken and not is_told(ana, asked))
                    await bot.start()
                    asked = await behind_more(ana)
                    await ana.press(asked.message, asked.component["custom_id"])
                    await ana.until(lambda: is_told(ana, asked) or None, SOON, "the hint")  # noqa: B023 (awaited here)
                    await bets_and_stands(ana)
                over = await ana.message(lambda m: "Hints taken: " in m["content"], SOON, channel)
                assert f"Hints taken: Ana {rounds}." in over["content"]
            finally:
                bot.kill()
        assert [v for v in local.violations if v.message != LIMITED] == []


async def hints(bot: Bot) -> int:
    """How many the records have for the only person at the only table."""
    async with await Store.open(bot.database) as store:
        (brief,) = await store.read(tables.open_tables, ALONE)
        stored = await store.read(tables.load_table, brief.id)
        assert stored is not None
        return read(stored).chairs[0].hints


def on_table(ana: Person, verb: str) -> Control | None:
    """A control that stands under the table for everybody."""
    messages = (m for room in ana.messages.values() for m in room.values() if not m["flags"] & 64)
    return next((found for m in messages if (found := control(m, verb)) is not None), None)


async def seen(ana: Person, verb: str) -> Control:
    try:
        return await ana.until(lambda: on_table(ana, verb), SOON, verb)
    except TimeoutError as late:
        last = [m for room in ana.messages.values() for m in room.values()][-5:]
        story = [(m["content"][-200:], [c.verb for c in controls(m)]) for m in last]
        raise AssertionError(f"{late} She reads {story}") from None


async def press(ana: Person, verb: str) -> Control:
    """What stands under the table, though it may be written anew under her finger."""
    while True:
        which = await seen(ana, verb)
        with suppress(Refused):
            await ana.press(which.message, which.component["custom_id"])
            return which


async def behind_more(ana: Person) -> Control:
    """**Hint**, once she is asked how much she bets."""
    await seen(ana, "bet")
    known = max(int(id) for room in ana.messages.values() for id in room)
    await press(ana, "@more")
    behind = await ana.message(lambda m: int(m["id"]) > known and control(m, "@hint") is not None, SOON)
    found = control(behind, "@hint")
    assert found is not None
    return found


def is_told(ana: Person, asked: Control) -> bool:
    """Whether she reads what this press was for."""
    messages = (m for room in ana.messages.values() for m in room.values())
    return any(int(m["id"]) > int(asked.message["id"]) and m["content"].startswith("**Hint**") for m in messages)


async def bets_and_stands(ana: Person) -> None:
    """To the end of the round; the next one may begin before she sees anything of this one."""
    bet = (await press(ana, "bet")).drawn

    def same() -> bool:
        shown = on_table(ana, "bet")
        return shown is not None and shown.drawn == bet

    await ana.until(lambda: not same() or None, SOON, "the cards")
    while not any(on_table(ana, verb) for verb in ("bet", "@next", "@start")):
        if (stays := on_table(ana, "stand") or on_table(ana, "pass")) is not None:
            with suppress(Refused):
                await ana.press(stays.message, stays.component["custom_id"])
        await asyncio.sleep(0.05)
