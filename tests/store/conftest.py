"""A fresh store, and the short ways in which these tests speak of it."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import Result, Row, Store, Table, Work, journal, ledger, member, mint, tables

GUILD, ANN, BOB = 7, 101, 102
NOON = 1_700_000_000_000


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "room.db") as store:
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


def close_table(db: sqlite3.Connection, id: str) -> None:
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
