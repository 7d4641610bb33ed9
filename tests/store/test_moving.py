"""From the file to PostgreSQL: everything is there, or nothing is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import psycopg
import pytest

from bot.__main__ import main
from bot.store import Store, Work, ledger, member, mint, personal_data, settings, tables
from bot.store.connection import Connection
from bot.store.inventory import TABLES
from bot.store.moving import MoveError, move
from tests import postgres
from tests.store.conftest import BOB, GUILD, NOON, columns, grant, looked_into, table
from tests.store.test_personal_data import lived_in


@pytest.fixture
def empty(postgres_server: str) -> str:
    """The address of a database without tables."""
    return postgres.new_database(postgres_server)


async def filled(path: Path) -> None:
    async with await Store.open(path) as store:
        await lived_in(store)
        await store.commit(Work().do(settings.set_setting, GUILD, "grant", 5))


def rows(place: str | Path) -> dict[str, set[tuple[object, ...]]]:
    """All that is stored, by table."""
    with looked_into(place) as db:
        known = columns(db)
        return {
            name: {
                tuple(bytes(v) if isinstance(v, memoryview) else v for v in row)
                for row in db.execute(f"SELECT {', '.join(sorted(known[name] - {'rowid'}))} FROM {name}").fetchall()
            }
            for name in TABLES
        }


async def test_everything_is_there_and_goes_on(tmp_path: Path, empty: str) -> None:
    path = tmp_path / "room.db"
    await filled(path)
    before = rows(path)
    counts = move(path, empty)
    assert rows(empty) == before == rows(path)
    assert counts == {name: len(found) for name, found in before.items()} and sum(counts.values()) > 40
    async with await Store.open(empty) as store:
        assert await store.read(ledger.audit) == []
        await store.commit(grant(444, 100))  # new numbers follow the old ones
        await store.commit(
            Work().do(ledger.transfer, "on", GUILD, [(member(GUILD, 444), -5), (mint(GUILD), 5)], "", NOON)
        )
        assert await store.read(ledger.balance, GUILD, 444) == 95 and await store.read(ledger.audit) == []


async def test_who_opened_a_table_later_is_found_there_too(tmp_path: Path, empty: str) -> None:
    """Erasing looks at tables that are newer than those that were found before."""
    path = tmp_path / "room.db"
    async with await Store.open(path) as store:
        await store.commit(Work().do(_tables))
    move(path, empty)
    with looked_into(empty) as db:
        assert [id for (id,) in db.execute("SELECT id FROM card_tables ORDER BY rowid")] == ["z", "a", "m"]
    async with await Store.open(empty) as store:
        found = await store.read(personal_data.traces, GUILD, BOB)
        assert found.newest == 3


def _tables(db: Connection) -> None:
    for id in ("z", "a", "m"):
        tables.save_table(db, table(id, status="closed"))


async def test_a_database_that_is_not_empty_is_left_alone(tmp_path: Path, empty: str) -> None:
    path = tmp_path / "room.db"
    await filled(path)
    with psycopg.connect(empty, autocommit=True) as db:
        db.execute("CREATE TABLE guests (name TEXT)")
    with pytest.raises(MoveError, match="not empty"):
        move(path, empty)
    with psycopg.connect(empty) as db:
        found = db.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        assert found.fetchall() == [("guests",)]


@pytest.mark.parametrize("broken", ["UPDATE accounts SET balance = balance + 5 WHERE kind = 'mint'", ""])
async def test_whatever_goes_wrong_leaves_nothing_there(tmp_path: Path, empty: str, broken: str) -> None:
    path = tmp_path / "room.db"
    await filled(path)
    with looked_into(path) as db:
        if broken:
            db.execute(broken)
        else:
            db.execute("INSERT INTO members (guild, user, name) VALUES (1, 2, 'a' || char(0) || 'b')")
    with pytest.raises(MoveError, match="Nothing was moved"):
        move(path, empty)
    with psycopg.connect(empty) as db:
        assert db.execute("SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'").fetchone() is None


def test_a_file_that_is_not_there_and_an_address_that_leads_nowhere(tmp_path: Path) -> None:
    with pytest.raises(MoveError, match="There is no database at"):
        move(tmp_path / "room.db", "postgresql://127.0.0.1:9/x")
    sqlite3.connect(tmp_path / "room.db").close()
    with pytest.raises(MoveError, match="cannot be reached"):
        move(tmp_path / "room.db", "postgresql://127.0.0.1:9/x")


async def test_by_the_command(
    tmp_path: Path, empty: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARDROOM_DATA", str(tmp_path))
    await filled(tmp_path / "cardroom.db")
    assert main(["move", "elsewhere"]) == 1 and "postgresql://user@host/name" in capsys.readouterr().err
    assert main(["move", empty]) == 0
    said = capsys.readouterr().out
    assert "the books are the same" in said and "Set CARDROOM_DATABASE" in said
    assert main(["move", empty]) == 1 and "not empty" in capsys.readouterr().err
    monkeypatch.setenv("CARDROOM_DATABASE", empty)
    for command in ("backup", "restore"):
        assert main([command, str(tmp_path / "x.zip")]) == 1 and "pg_dump" in capsys.readouterr().err
    monkeypatch.setenv("CARDROOM_DATABASE", "mysql://secret@host/x")
    assert main(["backup", "x.zip"]) == 1 and "secret" not in (said := capsys.readouterr().err)
    assert "CARDROOM_DATABASE is the address of a database" in said
