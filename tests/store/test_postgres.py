"""What only PostgreSQL can do, or can fail in."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.store import Corrupt, DiskFull, Locked, Refused, Store, StoreError, Trouble, Work, journal, ledger, prefs
from bot.store.connection import Connection
from bot.store.database import newest_version
from bot.store.postgres import _ONE_WRITER, _read, is_address
from bot.store.postgres import newest_version as newest_of_postgres
from tests import postgres
from tests.store.conftest import ANN, BOB, GUILD, columns, gift, grant, looked_into, row, running


def test_both_databases_have_the_same_migrations_and_tables(postgres_database: str, tmp_path: Path) -> None:
    assert newest_version() == newest_of_postgres()
    asyncio.run(_opened(tmp_path / "room.db"))
    with looked_into(tmp_path / "room.db") as file, looked_into(postgres_database) as other:
        found = columns(other)
        found["card_tables"].remove("rowid")  # every table of SQLite has one
        assert columns(file) == found


async def _opened(path: Path) -> None:
    async with await Store.open(path):
        pass


async def test_it_is_set_up_to_be_durable(postgres_database: str) -> None:
    async with await Store.open(postgres_database) as store:
        told = [await store.read(lambda db: db.execute("SHOW synchronous_commit").fetchone())]
        await store.commit(Work().do(lambda db: told.append(db.execute("SHOW synchronous_commit").fetchone())))
        assert told == [("on",), ("on",)]


async def test_a_snapshot_is_one_state(postgres_database: str) -> None:
    async with await Store.open(postgres_database) as store:
        await store.commit(grant(ANN, 100))

        def twice(db: Connection) -> tuple[int, int]:
            before = ledger.balance(db, GUILD, ANN)
            with psycopg.connect(postgres_database, autocommit=True) as other:
                other.execute("UPDATE accounts SET balance = balance + 1 WHERE owner = %s", (str(ANN),))
            return before, ledger.balance(db, GUILD, ANN)

        assert await store.read(twice) == (100, 100) and await store.read(ledger.balance, GUILD, ANN) == 101


async def test_a_query_changes_nothing(postgres_database: str) -> None:
    async with await Store.open(postgres_database) as store:
        with pytest.raises(Refused):
            await store.read(lambda db: prefs.set_pref(db, ANN, "a", 1))
        assert await store.read(prefs.of_person, ANN) == {}


async def test_the_database_itself_refuses_what_the_books_may_not_hold(postgres_database: str) -> None:
    async with await Store.open(postgres_database) as store:
        await store.commit(grant(ANN, 100))
    with looked_into(postgres_database) as db:
        for sql in (
            "INSERT INTO postings (transfer, account, amount) SELECT 1, id, -101 FROM accounts WHERE kind = 'member'",
            "UPDATE postings SET amount = 1",
            "DELETE FROM postings",
            "UPDATE accounts SET balance = -1 WHERE kind = 'member'",
        ):
            with pytest.raises(psycopg.Error):
                db.execute(sql)


async def test_numbers_that_are_too_large(postgres_database: str) -> None:
    async with await Store.open(postgres_database) as store:
        with pytest.raises(Refused, match="too large"):
            await store.commit(grant(ANN, 2**63))
        with pytest.raises(Refused, match="do not take that"):
            await store.commit(grant(ANN, 2**62))
        await store.commit(grant(2**62, 5))
        assert await store.read(ledger.balance, GUILD, 2**62) == 5


async def test_a_newer_database_is_left_alone(postgres_database: str) -> None:
    with looked_into(postgres_database) as db:
        db.execute("INSERT INTO migrations (number) VALUES (99)")
    with pytest.raises(Corrupt, match="newer card room"):
        await Store.open(postgres_database)


async def test_several_that_open_an_empty_database_make_its_tables_once(postgres_server: str) -> None:
    empty = postgres.new_database(postgres_server)
    stores = await asyncio.gather(*(Store.open(empty) for _ in range(4)))
    await asyncio.gather(*(store.commit(grant(user, 5)) for user, store in enumerate(stores, 1)))
    for store in stores:
        await store.close()
    with looked_into(empty) as db:
        assert db.execute("SELECT count(*), sum(balance) FROM accounts WHERE kind = 'member'").fetchone() == (4, 20)


@pytest.mark.parametrize("wrong", ["postgresql://cardroom@/nothing?host={folder}", "postgresql://127.0.0.1:9/x"])
async def test_an_address_that_leads_nowhere(postgres_server: str, wrong: str) -> None:
    folder = postgres_server.partition("host=")[2]
    with pytest.raises(Trouble, match="cannot be reached"):
        await Store.open(wrong.format(folder=folder))


async def test_another_process_writes_too_long(postgres_database: str) -> None:
    async with await Store.open(postgres_database, busy_ms=50) as store:
        await store.commit(grant(ANN, 100))
        with psycopg.connect(postgres_database) as other:
            other.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_WRITER,))
            outcomes = await asyncio.gather(*(store.commit(gift(key, 10)) for key in "abc"), return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [Locked] * 3
            assert await store.read(ledger.balance, GUILD, ANN) == 100  # reading goes on
        await store.commit(gift("a", 10))
        assert await store.read(ledger.balance, GUILD, ANN) == 90


async def test_a_writer_that_is_soon_done_is_waited_for(postgres_database: str) -> None:
    async with await Store.open(postgres_database) as store:
        with psycopg.connect(postgres_database) as other:
            other.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_WRITER,))
            waiting = asyncio.create_task(store.commit(grant(ANN, 100)))
            await asyncio.sleep(0.1)
            assert not waiting.done()
        await waiting
        assert await store.read(ledger.balance, GUILD, ANN) == 100


def cut_off(address: str) -> None:
    """Ends every other connection to this database, as a server that restarts does."""
    with psycopg.connect(address, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                   " AND pid <> pg_backend_pid()")  # fmt: skip


async def test_a_lost_connection_is_told_and_opened_again(postgres_database: str) -> None:
    async with await Store.open(postgres_database) as store:
        await store.commit(grant(ANN, 100))
        cut_off(postgres_database)
        assert await store.read(ledger.balance, GUILD, ANN) == 100, "what is only read is asked for again"
        with pytest.raises(Trouble, match="cannot be reached"):
            await store.commit(gift("a", 10))
        await store.commit(gift("a", 10))
        assert await store.read(ledger.balance, GUILD, ANN) == 90


async def test_one_that_is_lost_in_the_middle_of_a_unit_leaves_nothing_of_it(postgres_database: str) -> None:
    async with await Store.open(postgres_database) as store:
        await store.commit(grant(ANN, 100))
        with pytest.raises(Trouble):
            await store.commit(gift("a", 10).do(lambda db: cut_off(postgres_database)).do(prefs.set_pref, ANN, "a", 1))
        assert (await store.read(ledger.balance, GUILD, ANN), await store.read(prefs.of_person, ANN)) == (100, {})


@pytest.mark.parametrize("kept", [True, False])
async def test_one_that_is_lost_as_a_transaction_ends_is_asked_about(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    """The database has ended it, or not, and nobody has heard."""
    async with await Store.open(postgres_database) as store:
        await store.commit(grant(ANN, 100))
        connection: Any = store._database._connection  # type: ignore[union-attr]  # pyright: ignore
        raw, true = connection._raw, connection._raw.execute

        def lost(sql: object, *more: object) -> object:
            if sql == "COMMIT":
                if kept:
                    true("COMMIT")
                    connection._sync()
                cut_off(postgres_database)
            return true(sql, *more)

        monkeypatch.setattr(raw, "execute", lost)
        if kept:
            await store.commit(gift("a", 10))
        else:
            with pytest.raises(Trouble):
                await store.commit(gift("a", 10))
        assert await store.read(ledger.balance, GUILD, BOB) == (10 if kept else 0)
        await store.commit(gift("a", 10))
        assert await store.read(ledger.balance, GUILD, BOB) == 10


async def test_a_transaction_that_has_failed_is_not_taken_for_kept(postgres_database: str) -> None:
    """Somebody overlooks an error: the server rolls back, and calls that an answer to COMMIT."""

    def careless(db: Connection) -> None:
        prefs.set_pref(db, ANN, "a", 1)
        with suppress(psycopg.Error):
            db.execute("SELECT 1 / 0").fetchone()

    async with await Store.open(postgres_database) as store:
        with pytest.raises(StoreError):
            await store.commit(Work().do(careless))
        assert await store.read(prefs.of_person, ANN) == {}
        await store.commit(Work().do(prefs.set_pref, ANN, "a", 2))
        assert await store.read(prefs.of_person, ANN) == {"a": 2}


@pytest.fixture
def own_server() -> Iterator[postgres.Server]:
    """A server that a test may kill."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    server = postgres.start(folder, fsync="on", full_page_writes="on")
    yield server
    if server.process.poll() is None:
        server.stop()
    shutil.rmtree(folder, ignore_errors=True)


async def test_what_is_acknowledged_outlives_a_kill_of_the_server(own_server: postgres.Server) -> None:
    place, done = postgres.new_database(own_server.address), 0
    async with await Store.open(place) as store:
        await store.commit(running())
        for n in range(200):
            await store.commit(Work().do(journal.append_rows, "d", n, [row(f"{n}")]))
            done += 1
        own_server.kill()
        with pytest.raises(Trouble):
            await store.commit(Work().do(journal.append_rows, "d", done, [row("late")]))
        with pytest.raises(Trouble):
            await store.read(journal.deal, "d")
        own_server.process = postgres.start(own_server.folder, fsync="on").process
        deal = await store.read(journal.deal, "d")
        assert deal is not None and [one.move for one in deal.rows] == [row(f"{n}").move for n in range(done)]
        await store.commit(Work().do(journal.append_rows, "d", done, [row("on")]))


async def test_a_full_disk_is_told(postgres_database: str) -> None:
    async with await Store.open(postgres_database) as store:

        def full(db: Connection) -> None:
            db.execute("DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$")

        with pytest.raises(DiskFull, match="The disk is full"):
            await store.commit(Work().do(prefs.set_pref, ANN, "a", 1).do(full))
        await store.commit(Work().do(prefs.set_pref, ANN, "a", 2))
        assert await store.read(prefs.of_person, ANN) == {"a": 2}


@pytest.mark.parametrize(
    "sql,given,text,values",
    [
        ("SELECT ?", (5,), "SELECT %s", (5,)),
        ("SELECT ?2, ?1, ?2", (5, 6), "SELECT %(n2)s, %(n1)s, %(n2)s", {"n1": 5, "n2": 6}),
        ("SELECT :a", {"a": 1}, "SELECT %(a)s", {"a": 1}),
        ("SELECT ':a ? 5%' || ?", ("x",), "SELECT ':a ? 5%%' || %s", ("x",)),
        ("SELECT user, m.user FROM m WHERE name LIKE 'user%'", (),
         "SELECT \"user\", m.\"user\" FROM m WHERE name LIKE 'user%%'", None),
        ("SELECT users, user_id, \"user\"", (), "SELECT users, user_id, \"user\"", None),
        ("SELECT x::json FROM r INDEXED BY i WHERE a", (), "SELECT x::json FROM r WHERE a", None),
    ],
)  # fmt: skip
def test_how_a_statement_is_read(sql: str, given: object, text: str, values: object) -> None:
    assert _read(sql, given) == (text.encode(), values)  # type: ignore[arg-type]  # pyright: ignore


def test_what_is_an_address() -> None:
    assert is_address("postgresql://a@b/c") and is_address("postgres://b/c")
    assert not is_address("data/postgresql://x") and not is_address(Path("postgresql://a"))
