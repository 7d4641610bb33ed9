"""A fresh store for each test, whose books must be right at the end, and tables on it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import Store, ledger

from .tables import Failing, Tables


@pytest.fixture(autouse=True)
def same_cards_every_time(
    without_moments: None, without_thinking: None, in_thread: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The secrets of the shuffles are numbered, so that a test that fails fails again."""
    number = count()
    monkeypatch.setattr(secrets, "token_bytes", lambda n: sha256(b"%d" % next(number)).digest()[:n])
    monkeypatch.setattr(secrets, "choice", Random(5).choice)  # part of every seal


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "room.db") as store:
        yield store
        assert await store.read(ledger.audit) == []


@pytest_asyncio.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """A local Discord, with which discord.py talks; breaking its rules fails the test."""
    async with LocalDiscord() as local:
        point_discord_at(local.url)
        yield local
        assert local.violations == []


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


@pytest.fixture
def failing(store: Store) -> Failing:
    """The same store, which can be made to wait or to fail."""
    return Failing(store)
