"""A fresh store, and the short ways in which these tests speak of it."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.store import Result, Row, Store, Table, Work, journal, ledger, member, mint, tables
from bot.store.connection import Connection
from bot.store.postgres import PostgresConnection

GUILD, ANN, BOB = 7, 101, 102
NOON = 1_700_000_000_000


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where the records are, on either database."""
    return tmp_path / "room.db" if request.param == "sqlite" else request.getfixturevalue("postgres_database")


FILE = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
"""For what only a file can be asked, or can do."""


@contextmanager
def looked_into(place: str | Path) -> Iterator[Connection]:
    """The records as another program sees them; what is changed is kept."""
    if isinstance(place, str):
        db: Any = PostgresConnection(place, 2000)
    else:
        db = sqlite3.connect(place, isolation_level=None)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    try:
        yield db
    finally:
        db.close()


def columns(db: Connection) -> dict[str, set[str]]:
    """By table, the names of its columns."""
    if isinstance(db, sqlite3.Connection):
        found = db.execute(
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
            " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'"
        ).fetchall()
    else:
        found = db.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND table_name <> 'migrations'"
        ).fetchall()
    return {name: {column for table, column in found if table == name} for name, _ in found}


def everything(place: str | Path) -> str:
    """All that is stored, as text."""
    with looked_into(place) as db:
        tables = columns(db)
        return "\n".join(str(row) for name in tables for row in db.execute(f"SELECT * FROM {name}").fetchall())


@pytest_asyncio.fixture
async def store(place: str | Path) -> AsyncIterator[Store]:
    async with await Store.open(place) as store:
        yield store


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if os.geteuid() != 0 or shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only who may mount a file system can fill one")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def grant(user: int, amount: int, guild: int = GUILD) -> Work:
    """A unit that gives a member chips from the mint."""
    return Work().do(
        ledger.transfer,
        f"test:{guild}:{user}",
        guild,
        [(mint(guild), -amount), (member(guild, user), amount)],
        "",
        NOON,
    )


def gift(key: str, amount: int, giver: int = ANN, taker: int = BOB) -> Work:
    """A unit that moves chips from one member to another."""
    return Work().do(
        ledger.transfer, key, GUILD, [(member(GUILD, giver), -amount), (member(GUILD, taker), amount)], "gift", NOON
    )


def table(id: str = "t", state: str = "{}", status: str = "open", version: int = 0) -> Table:
    return Table(id, GUILD, 55, None, ANN, "hearts", "{}", state, status, version)


def close_table(db: Connection, id: str) -> None:
    """Closes a table, as the room does: it is saved as closed, and nothing is due there any more."""
    open = tables.load_table(db, id)
    assert open is not None
    tables.save_table(db, replace(open, status="closed", version=open.version + 1))
    tables.set_deadline(db, id, None)


def running(deal: str = "d", match: str = "m", at: str = "t") -> Work:
    """A unit that opens a table, a match and its first deal."""
    work = Work().do(tables.save_table, table(at)).do(journal.start_match, match, at, GUILD, "hearts", "{}", NOON)
    return work.do(journal.start_deal, deal, match, 1, '{"secret":"s"}')


def row(move: str, seat: int = 0) -> Row:
    return Row(seat, f'{{"play":"{move}"}}', 1000, 990, False, "d1")


def result(user: int | None, seat: int, outcome: str = "L", net: int = 0, **more: int) -> Result:
    assert outcome in ("W", "L", "D")
    return Result(user, f"n{user}", seat, 1 if outcome == "W" else 2, outcome, 26, net, 0, 2, more)
