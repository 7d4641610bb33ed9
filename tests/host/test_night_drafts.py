"""What waits to be confirmed before a night is announced is confirmed once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest_asyncio

from bot.local.person import Person
from bot.store import nights

from .here import Here, running


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    async with running(tmp_path) as here:
        yield here


async def shown(here: Here, text: str) -> Any:
    """A message as Ana sees it now, for presses that come late."""
    return deepcopy(await here.ana.message(lambda m: text in m["content"] and m["components"]))


def told(person: Person) -> list[str]:
    return [m["content"] for room in person.messages.values() for m in room.values()]


async def announced(here: Here) -> int:
    return len(await here.bot.room.store.read(nights.announced))


async def test_announced_twice_at_once_it_is_there_once(here: Here) -> None:
    await here.asks("lobby", "night schedule", when="in 3 hours", name="Friday")
    preview = await shown(here, "**Announce**")
    pressed = await asyncio.gather(*(here.ana.press(preview, "Announce") for _ in range(3)))
    await here.quiet()
    assert await announced(here) == 1
    assert sorted(press.type for press in pressed) == [4, 4, 7], "the others are told that it is answered"
    assert len([m for m in told(here.ana) if m.startswith("**Friday** begins")]) == 1
