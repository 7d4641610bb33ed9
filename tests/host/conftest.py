"""A fresh store for each test, whose books must be right at the end, and tables on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import Store

from .tables import Failing, Tables


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
