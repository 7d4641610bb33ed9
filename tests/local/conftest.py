"""The local Discord, a tiny bot on it, and people, for the tests here."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.local.person import Person
from bot.local.server import LocalDiscord

from .desk import browser, chromium, desk
from .tiny_bot import TinyBot, running

__all__ = ["browser", "chromium", "desk"]


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """A fresh world in memory; a test in which the bot breaks a rule of Discord's fails."""
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


@pytest.fixture
async def bo(local: LocalDiscord, bot: TinyBot) -> AsyncIterator[Person]:
    async with Person(local.url, local.secret, "Bo") as bo:
        yield bo
