"""Tables, deadlines, settings and direct messages."""

import asyncio
from typing import Any

import pytest

from bot.store import Dm, Gap, Missing, Store, TableBrief, Work
from tests.store.conftest import ANN, GUILD, table


async def test_a_table_comes_back_as_it_was_saved(store: Store) -> None:
    await store.commit(Work().save_table(table(state='{"seats":[1]}')))
    await store.commit(Work().save_table(table(state='{"seats":[1,2]}', status="playing", version=1)))
    assert await store.load_table("t") == table(state='{"seats":[1,2]}', status="playing", version=1)
    assert await store.load_table("u") is None


async def test_a_change_on_top_of_one_that_was_not_stored_is_refused(store: Store) -> None:
    await store.commit(Work().save_table(table(version=4)))
    for version in (3, 4, 6):
        with pytest.raises(Gap):
            await store.commit(Work().save_table(table(state='{"lost":1}', version=version)))
    assert await store.load_table("t") == table(version=4)


async def test_a_start_can_tell_when_the_room_was_last_open(store: Store) -> None:
    assert await store.last_beat() is None
    await store.commit(Work().beat(1000))
    await store.commit(Work().beat(2000))
    assert await store.last_beat() == 2000


async def test_open_tables_and_their_deadlines(store: Store) -> None:
    for id in "abc":
        await store.commit(Work().save_table(table(id)).set_deadline(id, 1000))
    await store.commit(Work().set_deadline("a", 3000).set_deadline("b", None))
    await store.commit(Work().close_table("c"))
    assert await store.open_tables() == [TableBrief("a", GUILD, 55), TableBrief("b", GUILD, 55)]
    assert await store.deadlines() == {"a": 3000}
    closed = await store.load_table("c")
    assert closed is not None
    assert closed.status == "closed"


async def test_a_table_that_is_not_there(store: Store) -> None:
    for work in (Work().close_table("t"), Work().set_deadline("t", 5)):
        with pytest.raises(Missing):
            await store.commit(work)


async def test_settings_and_prefs(store: Store) -> None:
    await store.commit(Work().set_setting(GUILD, "grant", 5000).set_setting(GUILD, "channels", [1, 2]))
    await store.commit(Work().set_setting(GUILD, "grant", None).set_setting(8, "grant", 0))
    await store.commit(Work().set_pref(ANN, "colours", "four").set_pref(ANN, "ping", False).set_pref(ANN, "ping", True))
    assert await store.settings(GUILD) == {"channels": [1, 2]}
    assert await store.settings(8) == {"grant": 0}
    assert await store.prefs(ANN) == {"colours": "four", "ping": True}
    await store.commit(Work().set_pref(ANN, "ping", None))
    assert await store.prefs(ANN) == {"colours": "four"}


async def test_a_change_of_settings_is_made_in_its_own_transaction(store: Store) -> None:
    def more(now: dict[str, Any]) -> dict[str, Any]:
        if len(now.get("channels", ())) == 9:
            raise ValueError("nine are enough")
        return {"channels": [*now.get("channels", ()), len(now.get("channels", ()))]}

    units = [store.commit(Work().change_settings(GUILD, more)) for _ in range(10)]
    *_, last = await asyncio.gather(*units, return_exceptions=True)
    assert str(last) == "nine are enough"
    assert await store.settings(GUILD) == {"channels": [*range(9)]}
    await asyncio.gather(
        *(store.commit(Work().add_to_pref(ANN, "knows", game)) for game in ("cash", "blackjack", "cash"))
    )
    assert await store.prefs(ANN) == {"knows": ["blackjack", "cash"]}


async def test_direct_messages(store: Store) -> None:
    assert await store.dm(ANN) == Dm(None, False)
    await store.commit(Work().set_dm(ANN, 900))
    assert await store.dm(ANN) == Dm(900, False)
    await store.commit(Work().set_dm(ANN, 900, flagged=True))
    assert await store.dm(ANN) == Dm(900, True)
