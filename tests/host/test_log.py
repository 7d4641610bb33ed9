"""What is logged: at DEBUG, too, nothing of a running deal that a reader of the log may not see."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app import CardRoom
from bot.engine.facts import HAND
from bot.host.calls.permissions import invite
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.logs import JsonLines, begin_log
from bot.running import stop_local
from bot.store import Store, Work, journal, settings
from tests.bench.tables import Table

LEVELS = ("", "bot", "cogs", "card_art", "discord", "discord.client", "aiosqlite")


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Everything that is logged, at the levels that the program sets."""
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in LEVELS]
    yield caplog
    for logger, level in before:
        logger.setLevel(level)


async def test_no_secret_and_no_hidden_card_at_debug(tmp_path: Path, log: pytest.LogCaptureFixture) -> None:
    begin_log("DEBUG")
    async with LocalDiscord(invited=invite().value) as local:
        guild = next(iter(local.world.guilds.values()))
        channel = next(c["id"] for c in local.world.channels.values() if c.get("guild_id") == guild["id"])
        async with await Store.open(tmp_path / "cardroom.db") as store:
            await store.commit(Work().do(settings.set_setting, int(guild["id"]), "house_pace_ms", 0))
        point_discord_at(local.url)
        bot, ready = CardRoom(tmp_path / "cardroom.db"), asyncio.Event()

        async def on_ready() -> None:
            ready.set()

        bot.add_listener(on_ready)
        runs = asyncio.create_task(bot.start("local"))
        try:
            async with Person(local.url, local.secret, "Ana") as ana:
                await ana.bot_online(60)
                table = Table([ana], channel, rng=random.Random(1))
                await table.open("hearts", house=3)
                await table.start()
                session = bot.room.sessions[table.id]
                assert session.table.deal is not None
                hands = [str(card) for seat in range(4) for card in session.table.deal.table.piles[HAND.of(seat)]]
                await ana.slash(channel, "hand")
                pressed: list[str] = []
                while session.table.deal is not None and len(session.table.deal.rows) < 20:
                    pressed.append((await table.play())[1].component["custom_id"])
                await session.commits.settled()
                stored = await bot.room.store.read(journal.deal, session.table.deal_id)
                assert stored is not None
                await ready.wait()  # discord.py waits a while for more servers before it says so
        finally:
            await bot.close()
            await asyncio.gather(runs, return_exceptions=True)
    secret = json.loads(stored.start)["secret"]
    assert len(hands) == 52 and any(each.startswith(f"cr:{table.id}:") for each in pressed), "nothing to tell"
    leaks = [secret, f":{table.id}:", *(f'"{card}"' for card in hands), *(f"'{card}'" for card in hands)]
    assert [leak for leak in leaks if leak in log.text] == []
    assert "ready as" in log.text


def test_the_log_as_json_lines() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("bot.x", logging.ERROR, "", 0, "it %s:\n♥", ("failed",), sys.exc_info())
    (line,) = JsonLines().format(record).splitlines()
    told = json.loads(line)
    assert [*told] == ["time", "level", "logger", "message", "exception"]
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "bot.x", "it failed:\n♥")
    assert datetime.fromisoformat(told["time"]).tzinfo == UTC
    assert told["exception"].startswith("Traceback") and told["exception"].endswith("ValueError: two\nlines")


async def test_every_line_of_both_processes_is_json_if_so_wished(tmp_path: Path) -> None:
    environment = {**os.environ, "CARDROOM_DATA": str(tmp_path), "CARDROOM_LOG_FORMAT": "json", "DISCORD_TOKEN": ""}
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "--port", "0", env=environment, stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert bot.stderr is not None
        lines: list[dict[str, str]] = []
        async with asyncio.timeout(60):
            while {"card_art.ink.fonts", "bot.app"} - {line["logger"] for line in lines}:
                lines.append(json.loads(await bot.stderr.readline()))
        bot.terminate()
        lines += map(json.loads, (await bot.communicate())[1].splitlines())
    finally:
        if bot.returncode is None:
            bot.kill()
        stop_local(tmp_path)
    assert {line["message"] for line in lines} >= {"SIGTERM: closing"}


@pytest.mark.parametrize("level, ours, others", [
    ("DEBUG", logging.DEBUG, logging.INFO), ("INFO", logging.INFO, logging.INFO),
    ("ERROR", logging.ERROR, logging.ERROR),
])  # fmt: skip
def test_the_level_is_that_of_the_card_room_and_libraries_tell_no_more_than_info(
    log: pytest.LogCaptureFixture, level: str, ours: int, others: int
) -> None:
    begin_log(level)
    assert {logging.getLogger(name).getEffectiveLevel() for name in ("bot.host.room", "cogs.table", "card_art")} == {
        ours
    }
    assert {logging.getLogger(name).getEffectiveLevel() for name in ("aiosqlite", "asyncio", "PIL.Image")} == {others}
    assert logging.getLogger("discord.http").getEffectiveLevel() == logging.WARNING
