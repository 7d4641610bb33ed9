"""The writer: units in order, together, each for itself; and trouble with the file."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.store import (
    Closed,
    Corrupt,
    DiskFull,
    Locked,
    Missing,
    Overdraft,
    Store,
    StoreError,
    Trouble,
    Work,
    journal,
    ledger,
    prefs,
)
from bot.store.database import _migrations
from tests.store.conftest import ANN, BOB, FILE, GUILD, gift, grant, row, running


async def pragma(store: Store, what: str) -> object:
    """Asks or sets something of the connection that writes to the file."""
    return (await store._database.run(lambda db: db.execute(f"PRAGMA {what}").fetchone()))[0]


async def test_what_waits_is_committed_together(store: Store) -> None:
    await store.commit(running())
    before = store.transactions
    await asyncio.gather(*(store.commit(Work().do(journal.append_rows, "d", n, [row("QS")])) for n in range(300)))
    assert store.transactions - before <= 3
    deal = await store.read(journal.deal, "d")
    assert deal is not None
    assert len(deal.rows) == 300


async def test_a_refused_unit_leaves_the_others_of_its_transaction_alone(store: Store) -> None:
    await store.commit(grant(ANN, 100))
    before = store.transactions
    outcomes = await asyncio.gather(
        store.commit(gift("a", 60)),
        store.commit(gift("b", 60).do(prefs.set_pref, ANN, "half", True)),
        store.commit(Work().do(prefs.set_pref, ANN, "half", True).do(journal.append_rows, "nowhere", 0, [row("QS")])),
        store.commit(gift("c", 40)),
        return_exceptions=True,
    )
    assert store.transactions - before <= 2
    assert [type(outcome) for outcome in outcomes] == [type(None), Overdraft, Missing, type(None)]
    assert await store.read(ledger.balance, GUILD, BOB) == 100
    assert await store.read(prefs.of_person, ANN) == {}


async def test_a_step_that_breaks_is_told_to_its_own_awaiter_alone(store: Store) -> None:
    outcomes = await asyncio.gather(
        store.commit(Work().do(prefs.set_pref, ANN, "a", 1).do(prefs.set_pref, ANN, "b", object())),
        store.commit(Work().do(prefs.set_pref, ANN, "c", 1)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [TypeError, type(None)]
    assert await store.read(prefs.of_person, ANN) == {"c": 1}


async def test_units_keep_their_order(store: Store) -> None:
    commits = [
        asyncio.create_task(store.commit(Work().do(prefs.set_pref, ANN, "last", number))) for number in range(50)
    ]
    await asyncio.gather(*commits)
    assert await store.read(prefs.of_person, ANN) == {"last": 49}


async def test_who_stops_waiting_does_not_stop_the_unit(store: Store) -> None:
    waiting = asyncio.create_task(store.commit(Work().do(prefs.set_pref, ANN, "kept", 1)))
    other = asyncio.create_task(store.commit(Work().do(prefs.set_pref, BOB, "kept", 2)))
    await asyncio.sleep(0)
    waiting.cancel()
    await other
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await store.read(prefs.of_person, ANN) == {"kept": 1}


async def test_closing_commits_what_waits(place: str | Path) -> None:
    store = await Store.open(place)
    waiting = [asyncio.create_task(store.commit(Work().do(prefs.set_pref, ANN, str(n), n))) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(Closed):
        await store.commit(Work().do(prefs.set_pref, ANN, "late", 1))
    async with await Store.open(place) as store:
        assert len(await store.read(prefs.of_person, ANN)) == 20


async def test_the_file_is_set_up_to_be_durable(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "room.db") as store:
        settings = {}
        for name in ("journal_mode", "synchronous", "foreign_keys", "user_version"):
            settings[name] = await pragma(store, name)
        newest = max(_migrations())
        assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "user_version": newest}


async def test_opening_again_keeps_everything(place: str | Path) -> None:
    for number in range(2):
        async with await Store.open(place) as store:
            await store.commit(Work().do(prefs.set_pref, ANN, str(number), number))
    async with await Store.open(place) as store:
        assert await store.read(prefs.of_person, ANN) == {"0": 0, "1": 1}


async def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()
    with pytest.raises(Corrupt, match="newer card room"):
        await Store.open(path)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "room.db").write_bytes(b"no database at all, just words " * 1000)
    with pytest.raises(Corrupt, match="damaged"):
        await Store.open(tmp_path / "room.db")


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="cannot be reached"):
        await Store.open(tmp_path / "nowhere" / "room.db")


async def test_a_damaged_page_is_told_and_the_store_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    async with await Store.open(path) as store:
        await store.commit(
            running().do(journal.append_rows, "d", 0, [row("QS")] * 2000).do(prefs.set_pref, ANN, "a", 1)
        )
    with sqlite3.connect(path) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'deal_rows'").fetchone()
    db.close()
    with path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xff" * 4096)
    async with await Store.open(path) as store:
        with pytest.raises(Corrupt, match="damaged"):
            await store.commit(Work().do(journal.append_rows, "d", 2000, [row("QS")]))
        with pytest.raises(Corrupt, match="damaged"):
            await store.read(journal.deal, "d")
        outcomes = await asyncio.gather(
            store.commit(Work().do(journal.append_rows, "d", 2000, [row("QS")])),
            store.commit(Work().do(prefs.set_pref, ANN, "a", 2)),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [Corrupt, type(None)]
        assert await store.read(prefs.of_person, ANN) == {"a": 2}


async def test_another_process_holds_the_file_too_long(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "room.db", busy_ms=50) as store:
        await store.commit(grant(ANN, 100))
        other = sqlite3.connect(tmp_path / "room.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        outcomes = await asyncio.gather(*(store.commit(gift(key, 10)) for key in "abc"), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Locked] * 3
        assert str(outcomes[0]) == "The card room's records are busy, so nothing was changed; try again in a moment."
        assert await store.read(ledger.balance, GUILD, ANN) == 100  # reading goes on
        other.execute("ROLLBACK")
        other.close()
        await store.commit(gift("a", 10))
        assert await store.read(ledger.balance, GUILD, ANN) == 90


async def test_a_lock_that_is_soon_gone_is_waited_for(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "room.db") as store:
        other = sqlite3.connect(tmp_path / "room.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.commit(grant(ANN, 100)))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        other.execute("ROLLBACK")
        other.close()
        await waiting
        assert await store.read(ledger.balance, GUILD, ANN) == 100


@FILE
async def test_a_full_file_refuses_what_does_not_fit_and_takes_what_does(store: Store) -> None:
    await store.commit(running().do(prefs.set_pref, ANN, "a", 1))
    await pragma(store, f"max_page_count = {await pragma(store, 'page_count')}")
    outcomes = await asyncio.gather(
        store.commit(Work().do(prefs.set_pref, ANN, "a", 2)),
        store.commit(Work().do(prefs.set_pref, ANN, "a", 3).do(journal.append_rows, "d", 0, [row("QS")] * 1000)),
        store.commit(Work().do(prefs.set_pref, ANN, "b", 4)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), DiskFull, type(None)]
    assert str(outcomes[1]) == "The disk is full, so nothing was changed; try again when there is room."
    assert await store.read(prefs.of_person, ANN) == {"a": 2, "b": 4}
    await pragma(store, "max_page_count = 1000000")
    await store.commit(Work().do(journal.append_rows, "d", 0, [row("QS")] * 1000))


async def test_a_full_disk_loses_nothing_and_nothing_is_half_done(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    async with await Store.open(small_disk / "room.db") as store:
        await store.commit(running())
        ballast.write_bytes(bytes(400_000))
        written = 0
        with pytest.raises(StoreError) as full:
            while True:
                await store.commit(Work().do(journal.append_rows, "d", written, [row("QS")] * 20))
                written += 20
        assert type(full.value) is DiskFull
        ballast.unlink()
        for _ in range(3):
            await store.commit(Work().do(journal.append_rows, "d", written, [row("QS")]))
            written += 1
        deal = await store.read(journal.deal, "d")
        assert deal is not None
        assert len(deal.rows) == written
    db = sqlite3.connect(small_disk / "room.db")
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
