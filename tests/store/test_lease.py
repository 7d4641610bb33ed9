"""Several processes on one database: each has a number of its own, and who has lost it writes nothing more."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import psycopg
import pytest
import pytest_asyncio

from bot.store import ALONE, Cluster, LeaseLost, Overdraft, Store, TableBrief, Work, lease, ledger, left_servers
from bot.store import tables as tables
from bot.store.clusters import tell
from bot.store.lease import Lease
from tests import postgres
from tests.store.conftest import ANN, GUILD, gift, grant, table

FIRST, SECOND = Cluster(0, 2), Cluster(1, 2)
AWAY = GUILD + (1 << 22)
"""A server of the second process."""

Opened = Callable[[Cluster], Awaitable[Store]]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "AGAIN_SECONDS", 0.02)


@pytest_asyncio.fixture
async def opened(postgres_database: str) -> AsyncIterator[Opened]:
    """Begins a process of the card room."""
    async with AsyncExitStack() as stores:

        async def begin(cluster: Cluster) -> Store:
            return await stores.enter_async_context(await Store.open(postgres_database, cluster=cluster))

        yield begin


def cut(address: str, store: Store) -> None:
    """The connection by which a process has its number is lost, and nothing else."""
    assert store.lease is not None
    with psycopg.connect(address, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(%s)", (store.lease._connection.info.backend_pid,))


async def balance(store: Store) -> int:
    return await store.read(ledger.balance, GUILD, ANN)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110  (another process does it)
            await asyncio.sleep(0.01)


async def test_a_second_process_of_a_number_waits_until_it_is_free(
    opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    first, other = await opened(FIRST), await opened(SECOND)
    waiting = asyncio.ensure_future(opened(FIRST))
    await until(lambda: "another process has this number" in caplog.text)
    assert not waiting.done() and caplog.text.count("cluster 0/2 waits") == 1
    caplog.set_level(logging.INFO)
    await first.close()
    again = await waiting
    assert again.cluster == FIRST and other.cluster == SECOND and "this is cluster 0/2 now" in caplog.text
    await again.commit(grant(ANN, 100))
    assert await balance(other) == 100


async def test_processes_of_another_total_wait_until_all_of_the_old_ones_are_gone(
    opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    old = [await opened(FIRST), await opened(SECOND)]
    waiting = [asyncio.ensure_future(opened(Cluster(number, 3))) for number in range(3)]
    await until(lambda: caplog.text.count("processes count by 2 here, until all of them have ended") == 3)
    await old[0].close()
    await asyncio.sleep(0.1)
    assert not any(each.done() for each in waiting)
    await old[1].close()
    assert [store.cluster.number for store in await asyncio.gather(*waiting)] == [0, 1, 2]


async def test_several_that_begin_together_on_an_empty_database_wait_for_the_first(postgres_server: str) -> None:
    address = postgres.new_database(postgres_server)
    stores = await asyncio.gather(*(Store.open(address, cluster=Cluster(number, 3)) for number in range(3)))
    assert [store.cluster.number for store in stores] == [0, 1, 2]
    for store in stores:
        await store.close()
    postgres.drop(address)


async def test_a_card_room_alone_has_a_number_too(opened: Opened, caplog: pytest.LogCaptureFixture) -> None:
    alone = await opened(ALONE)
    waiting = asyncio.ensure_future(opened(ALONE))
    await until(lambda: "another process has this number" in caplog.text)
    await alone.close()
    await waiting


async def test_who_has_lost_the_number_writes_nothing_once_another_has_it(
    opened: Opened, postgres_database: str
) -> None:
    first = await opened(FIRST)
    await first.commit(grant(ANN, 100))
    assert first.lease is not None
    first.lease._keeping.cancel()  # it is stopped, and notices nothing
    cut(postgres_database, first)
    again = await opened(FIRST)
    with pytest.raises(LeaseLost, match="Another process has this number by now, so nothing was changed"):
        await first.commit(gift("late", 50))
    await asyncio.gather(*(again.commit(gift(f"g{n}", 1)) for n in range(5)))
    late = await asyncio.gather(*(first.commit(gift(f"l{n}", 1)) for n in range(5)), return_exceptions=True)
    assert all(isinstance(no, LeaseLost) for no in late)
    assert await balance(again) == 95 and await again.read(ledger.audit) == []


async def test_another_total_ends_the_epoch_of_every_old_number(opened: Opened, postgres_database: str) -> None:
    second = await opened(SECOND)
    assert second.lease is not None
    second.lease._keeping.cancel()
    cut(postgres_database, second)
    await opened(ALONE)  # has no number 1
    with pytest.raises(LeaseLost):
        await second.commit(grant(ANN, 100))
    await second.close()


async def test_the_loss_is_noticed_and_said(opened: Opened, postgres_database: str) -> None:
    first = await opened(FIRST)
    assert first.lease is not None
    cut(postgres_database, first)
    lost = await asyncio.wait_for(asyncio.shield(first.lease.lost), 60)
    assert str(lost) == "The connection is lost by which this process was cluster 0/2."


async def test_a_process_that_says_nothing_loses_its_number(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "SILENT_SECONDS", 1)
    monkeypatch.setattr(lease, "PULSE_SECONDS", 600)
    stopped = await Lease.take(postgres_database, FIRST)
    monkeypatch.undo()
    again = await asyncio.wait_for(Lease.take(postgres_database, FIRST), 20)
    await asyncio.wait_for(asyncio.shield(stopped.lost), 20)
    await again.give_back()


async def test_every_process_hears_what_one_tells_once_it_is_stored(opened: Opened) -> None:
    stores, heard = [await opened(FIRST), await opened(SECOND)], list[tuple[int, object]]()
    for store in stores:
        assert store.lease is not None
        store.lease.hear("person", lambda about, number=store.cluster.number: heard.append((number, about)))
    with pytest.raises(Overdraft):
        await stores[0].commit(Work().do(tell, "person", 1).do(gift("g", 50).steps[0]))
    await stores[0].commit(Work().do(tell, "person", ANN).do(tell, "something else", 3))
    await until(lambda: len(heard) == 2)
    assert sorted(heard) == [(0, ANN), (1, ANN)]


async def test_what_cannot_be_read_costs_nobody_the_number(opened: Opened, postgres_database: str) -> None:
    first, heard = await opened(FIRST), list[object]()
    assert first.lease is not None
    first.lease.hear("person", heard.append)
    with psycopg.connect(postgres_database, autocommit=True) as db:
        db.execute("SELECT pg_notify('cardroom', 'no JSON')")
    await first.commit(Work().do(tell, "person", ANN))
    await until(lambda: heard == [ANN])
    assert not first.lease.lost.done()


async def test_connections_to_discord_identify_one_after_the_other(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "IDENTIFY_SECONDS", 0.3)
    leases = [store.lease for store in (await opened(FIRST), await opened(SECOND)) if store.lease is not None]
    now = asyncio.get_running_loop().time
    begun, at = now(), list[float]()

    async def identify(of: Lease, bucket: int) -> None:
        await of.identifies(bucket)
        at.append(now() - begun)

    await asyncio.gather(identify(leases[0], 0), identify(leases[1], 0), identify(leases[1], 0))
    assert at[1] - at[0] >= 0.3 and at[2] - at[1] >= 0.3
    await asyncio.gather(identify(leases[0], 1), identify(leases[1], 2))  # Discord allows several buckets
    assert abs(at[4] - at[3]) < 0.3


async def test_each_has_its_own_servers(opened: Opened) -> None:
    first, second = await opened(FIRST), await opened(SECOND)
    assert FIRST.has(GUILD) and SECOND.has(AWAY) and not FIRST.has(AWAY)
    for guild in (GUILD, AWAY):
        await first.commit(Work().do(tables.save_table, replace(table(f"at {guild}"), guild=guild)))
    assert await first.read(tables.open_tables, first.cluster) == [TableBrief(f"at {GUILD}", GUILD, 55)]
    assert await second.read(tables.open_tables, second.cluster) == [TableBrief(f"at {AWAY}", AWAY, 55)]
    await second.commit(Work().do(left_servers.note_servers, second.cluster, [], 5))
    assert await second.read(left_servers.left_by, second.cluster, 9) == [AWAY]
    assert await first.read(left_servers.left_by, ALONE, 9) == [AWAY], "the others' servers are none of its business"
