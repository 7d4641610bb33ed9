"""Tables that an earlier version has stored, opened by this one: nothing is lost, and every deal goes on."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.games.catalog import GAMES
from bot.store import Store, journal, ledger
from bot.table import hosting, lobby, starting
from bot.table.session import Session, load
from bot.table.state import BETWEEN, CLOSED, DEAL, LOBBY, OVER, PICK
from tests.host.tables import ANN, CHANNEL, Tables, memory

from .make import played

VERSIONS = (8, 10, 12, 13, 14)
"""Of the records, by the number of the newest migration that they had."""
LATER = {
    "gin-rummy",
    "cribbage",
    "canasta",
    "jubilee",
    "neosho-rapids",
    "war",
    "tablanette",
    "twos",
    "switch",
    "jenny-jenny",
    "poker",
}
"""Games that came after the records of version 8 were stored."""
SINCE = {"variant": ""}
"""What a night remembers besides, since these tables were stored, and what that is for them."""
OF_THE_PROCESS = {"saved": None, "lag": None, "version": None}
"""What a table says of the process that has stored it, and not of itself; and what was written twice."""


@cache
def records(version: int) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.executescript(gzip.decompress(Path(__file__).with_name(f"tables_{version}.sql.gz").read_bytes()).decode())
    return db


def tables_stored(version: int) -> dict[str, dict[str, Any]]:
    """By id, what is stored of each: its columns, and its state as JSON knows it."""
    found = records(version).execute("SELECT * FROM card_tables ORDER BY id")
    names = [column[0] for column in found.description]
    rows = [dict(zip(names, row, strict=True)) for row in found]
    return {row["id"]: row | {"state": json.loads(row["state"])} for row in rows}


OPEN = {id: row for id, row in tables_stored(8).items() if row["status"] != CLOSED}
EVERY = {(v, id): row for v in VERSIONS for id, row in tables_stored(v).items() if row["status"] != CLOSED}
every_table = pytest.mark.parametrize(("version", "id"), EVERY)


@pytest_asyncio.fixture
async def store(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    callspec = getattr(request.node, "callspec", None)
    version = callspec.params.get("version", 8) if callspec is not None else 8
    with sqlite3.connect(tmp_path / "room.db") as db:
        records(version).backup(db)
    async with await Store.open(tmp_path / "room.db") as store:
        yield store
        assert await store.read(ledger.audit) == []


async def opened(store: Store, id: str, version: int = 8) -> tuple[Tables, Session]:
    """A minute after it was stored, by a new process."""
    row = EVERY[version, id]
    tables = Tables(store, row["guild"], CHANNEL)
    tables.time = row["state"]["saved"] + 60_000
    s = await load(tables.services, id)
    assert s is not None
    return tables, s


def test_there_is_a_table_of_every_kind() -> None:
    kinds = {(row["status"], row["state"]["night"] is not None) for row in tables_stored(8).values()}
    phases = {LOBBY, DEAL, BETWEEN, OVER, CLOSED}
    assert kinds == {(phase, False) for phase in phases} | {(p, True) for p in phases - {OVER} | {PICK}}
    running = {
        version: {row["game"] for (v, _), row in EVERY.items() if v == version and row["status"] == DEAL}
        for version in VERSIONS
    }
    later = [running[version] for version in VERSIONS[1:]]
    assert all(running[8] | LATER == games <= {*GAMES} for games in later), "a game that is new has no table of before"
    told = {name for row in OPEN.values() for name, value in row["state"].items() if value}
    assert told == {*OPEN["lobby"]["state"]} - {"splash"}, "everything that is stored is there once at least"


@every_table
async def test_it_is_as_it_was(store: Store, version: int, id: str) -> None:
    deals, row = await store.read(journal.running_deal, id), EVERY[version, id]
    tables, s = await opened(store, id, version)
    assert await store.read(journal.running_deal, id) == deals, "nothing is void"
    assert (s.table.deal is None) == (deals is None)
    again = {name: getattr(s.table.stored(), name) for name in row}
    again["state"] = json.loads(again["state"])
    for chair in again["state"]["chairs"] if version < 12 else ():
        # Since then hands are counted, and those before are in the journal.
        assert chair.pop("came", chair["since"]) == chair["since"] and chair.pop("hands", 0) <= s.table.deals_begun
    assert again | {"state": None} == row | {"state": None}
    before = row["state"]
    if before["night"] is not None and version == 8:
        before = before | {"night": before["night"] | SINCE}
    assert again["state"] | OF_THE_PROCESS == before | OF_THE_PROCESS
    assert (s.table.course != []) == bool(s.table.night and s.table.night.deals)
    assert tables.builder.snapshot(s.table).public.text


@every_table
async def test_it_goes_on(store: Store, version: int, id: str) -> None:
    tables, s = await opened(store, id, version)
    if s.table.paused:
        await hosting.resume(s, ANN)
    if s.table.phase == DEAL:
        await played(tables, s, 10_000)
        assert s.table.phase in (BETWEEN, OVER, PICK) and s.table.paused is None
        assert [d.status for d in await store.read(journal.deals, s.table.match_id)][-1] == "done"
    elif s.table.phase in (BETWEEN, PICK):
        begun = s.table.deals_begun
        await tables.pass_time(tables.clock(s), 62)
        assert s.table.deals_begun > begun
    else:
        while len(s.table.taken) not in s.table.game.seats:
            await lobby.add_house(s)
        await starting.start(s, ANN)
        assert s.table.phase == (PICK if s.table.night else DEAL)
    assert memory(await tables.again(s)) == memory(s)
