"""Announced nights: who has said that they come."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.store import Night, Store, StoreError, Work, ledger, nights, personal_data

GUILD = 7
FRIDAY = Night("friday1", GUILD, 70, 1, "Friday", 1000, None, "announced", {"name": "Friday", "buy_in": 10_000})


async def test_several_at_once_are_all_kept(store: Store) -> None:
    await store.commit(Work().do(nights.announce, FRIDAY, None, 0))
    await asyncio.gather(*(store.commit(Work().do(nights.come, FRIDAY.id, user, 0)) for user in (11, 12, 13, 12)))
    night = await store.read(nights.night, FRIDAY.id)
    assert night is not None and {*night.coming} == {11, 13}, "who says so twice takes it back"


async def test_who_says_so_while_it_begins_is_not_lost(store: Store) -> None:
    await store.commit(Work().do(nights.announce, FRIDAY, None, 0))
    await store.commit(Work().do(nights.come, FRIDAY.id, 11, 0))
    await store.commit(Work().do(nights.begin_night, replace(FRIDAY, status="running")))
    night = await store.read(nights.night, FRIDAY.id)
    assert night is not None and (night.status, night.coming) == ("running", (11,))
    with pytest.raises(StoreError, match="begun already"):
        await store.commit(Work().do(nights.come, FRIDAY.id, 12, 0))


async def test_whose_data_is_erased_does_not_come(store: Store) -> None:
    await store.commit(Work().do(nights.announce, FRIDAY, None, 0).do(ledger.ensure_member, GUILD, 11, "Ana", 0, 0))
    await store.commit(Work().do(nights.come, FRIDAY.id, 11, 0).do(nights.come, FRIDAY.id, 12, 0))
    found = await store.read(personal_data.traces, GUILD, 11)
    await store.commit(Work().do(personal_data.erase, GUILD, 11, found, at=5, since=0, until=10))
    night = await store.read(nights.night, FRIDAY.id)
    assert night is not None and night.coming == (12,)
