"""Several processes of one bot: each plays at the tables of its own servers, and at no others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from bot.store import ALONE, LeaseLost, Store, ledger, left_servers, tables
from bot.table import hosting
from bot.table.errors import Rejected
from bot.table.state import DEAL
from tests.host.here import eventually
from tests.host.several import Several, several


@pytest_asyncio.fixture
async def both(postgres_database: str, tmp_path: Path) -> AsyncIterator[Several]:
    """Two processes, ready."""
    async with several(postgres_database, tmp_path) as made:
        await made.start(0, 1)
        yield made
    async with await Store.open(postgres_database) as store:
        assert await store.read(ledger.audit) == []


async def test_each_has_its_own_servers_and_their_tables(both: Several) -> None:
    for number, room in both.rooms.items():
        assert both.servers[number] in {guild.id for guild in room.guilds}
        assert all(room.room.store.cluster.has(guild.id) for guild in room.guilds)
        assert {*room.shards} == {number, number + 2} and room.shard_count == 4
    tables = [await both.table(0), await both.table(1)]
    assert tables[0].table.phase == tables[1].table.phase == DEAL
    assert [[*both.rooms[number].room.sessions] for number in (0, 1)] == [[tables[0].id], [tables[1].id]]


async def test_a_table_comes_back_where_it_was_and_nowhere_else(both: Several) -> None:
    of_first, of_second = await both.table(0), await both.table(1)
    await both.stop(1)
    assert both.rooms[0].room.sessions.keys() == {of_first.id}
    await both.start(1)
    assert both.rooms[1].room.sessions.keys() == {of_second.id} and both.rooms[0].room.sessions.keys() == {of_first.id}
    assert both.rooms[1].room.sessions[of_second.id].table.phase == DEAL


async def test_servers_of_others_are_not_taken_for_gone(both: Several) -> None:
    store = both.rooms[0].room.store
    await both.table(1)
    await both.stop(0)
    await both.start(0)
    await eventually(lambda: both.rooms[0].is_ready())
    store = both.rooms[0].room.store
    assert await store.read(left_servers.left_by, ALONE, 2**62) == []
    assert len(await store.read(tables.open_tables, ALONE)) == 1


async def test_another_process_of_the_same_number_takes_over_when_the_first_ends(
    both: Several, caplog: pytest.LogCaptureFixture
) -> None:
    session, first = await both.table(1), both._runs.pop(1)
    both.begin(1)
    await eventually(lambda: "cluster 1/2 waits: another process has this number" in caplog.text)
    assert not hasattr(both.rooms[1], "room"), "it has opened nothing"
    first[0].set()
    await first[1]
    await eventually(lambda: hasattr(both.rooms[1], "room") and both.rooms[1].room.uptime.all_back)
    assert both.rooms[1].room.sessions.keys() == {session.id}


async def test_who_loses_its_number_ends_and_writes_nothing(both: Several, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    session = await both.table(1)
    lease = both.rooms[1].room.store.lease
    assert lease is not None
    with psycopg.connect(both.address, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(%s)", (lease._connection.info.backend_pid,))
    version = session.table.version
    error = await both.ended(1)
    assert isinstance(error, LeaseLost)
    assert str(error) == "The connection is lost by which this process was cluster 1/2."
    await both.start(1)
    assert both.rooms[1].room.sessions[session.id].table.version >= version


async def test_with_another_total_all_tables_are_where_their_servers_are(both: Several) -> None:
    sessions = [await both.table(0), await both.table(1)]
    waiting = asyncio.create_task(both.stop(0))
    await waiting
    both.begin(0, total=1)
    await asyncio.sleep(0.3)
    assert not hasattr(both.rooms[0], "room"), "the second of two still runs"
    await both.stop(1)
    await eventually(lambda: hasattr(both.rooms[0], "room") and both.rooms[0].room.uptime.all_back)
    assert both.rooms[0].room.sessions.keys() == {session.id for session in sessions}
    assert {*both.rooms[0].shards} == {0, 1, 2, 3}


async def test_the_first_alone_registers_the_commands(both: Several) -> None:
    asked = [call.route for call in both.local.calls if "commands" in call.route and call.method == "PUT"]
    assert len(asked) == 1


async def test_one_that_was_stopped_and_wakes_late_writes_nothing_and_shows_nothing(both: Several) -> None:
    session, old = await both.table(1), both.rooms[1]
    lease = old.room.store.lease
    assert lease is not None
    lease._keeping.cancel()  # it hears nothing, as if it had been stopped
    with psycopg.connect(both.address, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(%s)", (lease._connection.info.backend_pid,))
    stopped = both._runs.pop(1)
    await both.start(1)
    new = both.rooms[1].room.sessions[session.id]
    await new.commits.settled()
    version, last = new.table.version, both.local.calls[-1]
    with pytest.raises(Rejected):
        await hosting.pause(session, "It does not know yet.")
    await asyncio.wait({stopped[1]}, timeout=30)
    assert isinstance(stopped[1].exception(), LeaseLost)
    calls = [*both.local.calls]
    assert [call.route for call in calls[calls.index(last) + 1 :] if call.method != "GET"] == []
    assert new.table.version == version and new.table.paused is None
