"""A real discord.py bot over real HTTP and WebSocket: everything that a person can do."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.local.person import Person
from bot.local.server import LocalDiscord
from tests.local.tiny_bot import TinyBot, picture, running


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as local:
        yield local
        assert local.violations == []


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[TinyBot]:
    async with running(local) as bot:
        yield bot


@pytest.fixture
async def ana(local: LocalDiscord, bot: TinyBot) -> AsyncIterator[Person]:
    async with Person(local.url, local.secret, "Ana") as ana:
        yield ana


async def test_a_command_shows_a_picture_and_a_press_changes_it(ana: Person) -> None:
    assert (await ana.slash("lobby", "show")).type == 4
    shown = await ana.message(lambda m: m["content"] == "red")
    assert await ana.picture(shown) == picture("red")
    assert shown["attachments"][0]["description"] == "All red"
    assert (shown["attachments"][0]["width"], shown["attachments"][0]["height"]) == (40, 20)
    assert (await ana.press(shown, "Paint")).type == 7
    painted = await ana.update(shown, lambda m: m["content"] == "painted")
    assert await ana.picture(painted) == picture("blue")
    assert len(painted["attachments"]) == 1
