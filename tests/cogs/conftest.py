"""A server with a card room: the real bot on an in-process Discord, where deals and house players never vary."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.app import CardRoom
from bot.store import Store, Work, settings
from bot.table.timekeeper import Timekeeper
from tests.waiting import results_stay

from .server import Server
from .virtual import Env

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c63f8ffff3f0300050001ff89e1a2d50000000049454e44ae426082"
)


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> bool:
    """Whether pictures are really drawn; a test that looks at them says so with `pytest.mark.parametrize`."""
    return bool(getattr(request, "param", False))


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Opened here, so that its writer is no work of the bot that must end before a test goes on."""
    async with await Store.open(tmp_path / "room.db") as store:
        yield store


@pytest.fixture
def simcord_bot(
    tmp_path: Path,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    drawn: bool,
    without_thinking: None,
    in_thread: None,
    request: pytest.FixtureRequest,
) -> CardRoom:
    """The bot, with one connection to Discord; a test with more parametrizes this with their number."""

    async def opened(_: Path, **__: object) -> Store:
        return store

    async def at_once(*_: Any, **__: Any) -> None:
        return None

    drawn_so_far = count()
    monkeypatch.setattr("bot.app.Store.open", opened)
    monkeypatch.setattr(secrets, "token_bytes", lambda n: sha256(b"%d" % next(drawn_so_far)).digest()[:n])
    monkeypatch.setattr(secrets, "choice", Random(5).choice)  # part of every seal
    monkeypatch.setattr("bot.table.clock.random", SimpleNamespace(Random=lambda: Random(7)))
    monkeypatch.setattr(store, "close", at_once)
    monkeypatch.setattr("bot.host.calls.direct.APART", 0.0)
    monkeypatch.setattr("bot.host.pictures.emojis.Emojis.keep", at_once)  # SimCord has none of an application
    for name in ("bot.host.uptime.BEAT_SECONDS", "bot.app.ALIVE_SECONDS", "bot.host.nights.planner.LOOKS_SECONDS"):
        monkeypatch.setattr(name, 10**6)  # nothing of what a press does, or is planned
    clock: Callable[[], float] = lambda: discord.utils.utcnow().timestamp()  # noqa: E731  virtual, for tests as well
    monkeypatch.setattr("bot.host.room.Timekeeper", lambda _: Timekeeper(clock, clock))
    for name in ("AT_ONCE", "IN_CHANNEL"):  # a test does in no time what people do in minutes
        monkeypatch.setattr(f"bot.host.calls.rate_limiter.RateLimiter.{name}", 10**9)
    monkeypatch.setattr("bot.host.messages.live_messages.MENU_SECONDS", 0.0)
    if not drawn:
        monkeypatch.setattr("tests.drawing.drawn_by", lambda _: PIXEL)
    return CardRoom(tmp_path / "room.db", shards=getattr(request, "param", 1))


@pytest_asyncio.fixture
async def env(simcord_bot: CardRoom) -> AsyncIterator[Env]:
    """In place of SimCord's `simcord_env`: on virtual time, and under a name that falls back on nothing."""
    made = Env(simcord_bot)
    await made.start()
    try:
        yield made
    finally:
        await made.shutdown()
        made._raise_errors_since(made._errors_acknowledged)


@pytest_asyncio.fixture
async def server(env: Env, simcord_bot: CardRoom, store: Store,
                 monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:  # fmt: skip
    """A server with one channel. House players move at once, and the next deal waits until it is pressed."""
    guild = env.create_guild()
    work = (
        Work()
        .do(settings.set_setting, guild.id, "house_pace_ms", 0)
        .do(settings.set_setting, guild.id, "next_deal_seconds", 600)
    )
    await store.commit(work)
    results_stay(monkeypatch)
    yield Server(env, simcord_bot, store, guild, guild.create_text_channel("cards"))
    monkeypatch.undo()
