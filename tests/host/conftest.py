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

from bot.engine.game import Game
from bot.store import Store

from .tables import Failing, Tables


@pytest.fixture(autouse=True)
def same_cards_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secrets of the shuffles are numbered, so that a test that fails fails again."""
    number = count()
    monkeypatch.setattr(secrets, "token_bytes", lambda n: sha256(b"%d" % next(number)).digest()[:n])
    monkeypatch.setattr(secrets, "choice", Random(5).choice)  # part of every seal


@pytest.fixture(autouse=True)
def moments(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a card stands has nothing to do with most tests: their deals are played without moments, as earlier
    ones were. A test that asks for this fixture by name has them."""
    if "moments" not in request.function.__code__.co_varnames:
        monkeypatch.setattr(Game, "stops", lambda game, rules: False)


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "room.db") as store:
        yield store
        assert await store.audit() == []


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


@pytest.fixture
def failing(store: Store) -> Failing:
    """The same store, which can be made to wait or to fail."""
    return Failing(store)
