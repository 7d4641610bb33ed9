"""Tables, deadlines, settings and direct messages."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from bot.store import (
    ALONE,
    Dm,
    Gap,
    Missing,
    Store,
    TableBrief,
    Work,
    direct_messages,
    heartbeat,
    prefs,
    settings,
    tables,
)
from tests.store.conftest import ANN, GUILD, close_table, table


async def test_a_table_comes_back_as_it_was_saved(store: Store) -> None:
    await store.commit(Work().do(tables.save_table, table(state='{"seats":[1]}')))
    await store.commit(Work().do(tables.save_table, table(state='{"seats":[1,2]}', status="playing", version=1)))
    assert await store.read(tables.load_table, "t") == table(state='{"seats":[1,2]}', status="playing", version=1)
    assert await store.read(tables.load_table, "u") is None


async def test_a_change_on_top_of_one_that_was_not_stored_is_refused(store: Store) -> None:
    await store.commit(Work().do(tables.save_table, table(version=4)))
    for version in (3, 4, 6):
        with pytest.raises(Gap):
            await store.commit(Work().do(tables.save_table, table(state='{"lost":1}', version=version)))
    assert await store.read(tables.load_table, "t") == table(version=4)


async def test_a_start_can_tell_when_the_room_was_last_open(store: Store) -> None:
    assert await store.read(heartbeat.last_beat, ALONE) is None
    await store.commit(Work().do(heartbeat.beat, ALONE, 1000))
    await store.commit(Work().do(heartbeat.beat, ALONE, 2000))
    assert await store.read(heartbeat.last_beat, ALONE) == 2000


async def test_open_tables_and_their_deadlines(store: Store) -> None:
    for id in "abc":
        await store.commit(Work().do(tables.save_table, table(id)).do(tables.set_deadline, id, 1000))
    await store.commit(Work().do(tables.set_deadline, "a", 3000).do(tables.set_deadline, "b", None))
    await store.commit(Work().do(close_table, "c"))
    assert await store.read(tables.open_tables, ALONE) == [TableBrief("a", GUILD, 55), TableBrief("b", GUILD, 55)]
    assert await store.read(tables.deadlines) == {"a": 3000}
    closed = await store.read(tables.load_table, "c")
    assert closed is not None
    assert closed.status == "closed"


async def test_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(Missing):
        await store.commit(Work().do(tables.set_deadline, "t", 5))


async def test_settings_and_prefs(store: Store) -> None:
    await store.commit(
        Work().do(settings.set_setting, GUILD, "grant", 5000).do(settings.set_setting, GUILD, "channels", [1, 2])
    )
    await store.commit(Work().do(settings.set_setting, GUILD, "grant", None).do(settings.set_setting, 8, "grant", 0))
    await store.commit(
        Work()
        .do(prefs.set_pref, ANN, "colours", "four")
        .do(prefs.set_pref, ANN, "ping", False)
        .do(prefs.set_pref, ANN, "ping", True)
    )
    assert await store.read(settings.of_server, GUILD) == {"channels": [1, 2]}
    assert await store.read(settings.of_server, 8) == {"grant": 0}
    assert await store.read(prefs.of_person, ANN) == {"colours": "four", "ping": True}
    await store.commit(Work().do(prefs.set_pref, ANN, "ping", None))
    assert await store.read(prefs.of_person, ANN) == {"colours": "four"}


async def test_a_change_of_settings_is_made_in_its_own_transaction(store: Store) -> None:
    def more(now: Mapping[str, Any]) -> dict[str, Any]:
        if len(now.get("channels", ())) == 9:
            raise ValueError("nine are enough")
        return {"channels": [*now.get("channels", ()), len(now.get("channels", ()))]}

    units = [store.commit(Work().do(settings.change_settings, GUILD, more)) for _ in range(10)]
    *_, last = await asyncio.gather(*units, return_exceptions=True)
    assert str(last) == "nine are enough"
    assert await store.read(settings.of_server, GUILD) == {"channels": [*range(9)]}
    await asyncio.gather(
        *(store.commit(Work().do(prefs.add_to_pref, ANN, "knows", game)) for game in ("cash", "blackjack", "cash"))
    )
    assert await store.read(prefs.of_person, ANN) == {"knows": ["blackjack", "cash"]}


async def test_direct_messages(store: Store) -> None:
    assert await store.read(direct_messages.dm, ANN) == Dm(None, False)
    await store.commit(Work().do(direct_messages.set_dm, ANN, 900))
    assert await store.read(direct_messages.dm, ANN) == Dm(900, False)
    await store.commit(Work().do(direct_messages.set_dm, ANN, 900, flagged=True))
    assert await store.read(direct_messages.dm, ANN) == Dm(900, True)
