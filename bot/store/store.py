"""The store's one door: what the modules of this room do and ask is named by who needs it.

    await store.read(bank.purse, guild, user, since)
    await store.commit(Work().do(bank.give, key, guild, giver, taker, amount, most=…, day_most=…, since=…, at=…))

A write or a query is a function of a module whose first parameter is the connection; its other parameters, its errors
and its result are described there.
"""

from collections.abc import Callable
from contextlib import AsyncExitStack
from os import PathLike
from pathlib import Path
from typing import Any, Concatenate, Literal, ParamSpec, Self, TypeVar

from .clusters import ALONE, Cluster
from .connection import Connection
from .database import Database
from .errors import Closed
from .lease import Lease
from .postgres import PostgresDatabase, is_address
from .units import Step
from .writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


class Work:
    """A unit of work: collects deeds, in order, until `Store.commit` does all of them or nothing."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def do(self, deed: Callable[Concatenate[Connection, P], None], *args: P.args, **kwargs: P.kwargs) -> Self:
        """Adds `deed(connection, …)`; returns the unit, for the next. What the deed raises, `Store.commit` raises.

        It runs on the database's thread, perhaps more than once: what is given to it must not change any more.
        """
        self.steps.append(lambda db: deed(db, *args, **kwargs))
        return self


class Store:
    """The card room's records, in one SQLite file or in a database of PostgreSQL. Every method raises Trouble where the
    database cannot work."""

    def __init__(self, database: Database | PostgresDatabase, reader: Database | PostgresDatabase,
                 lease: Lease | None = None) -> None:  # fmt: skip
        self._database = database
        self._reader = reader
        self._writer = Writer(database)
        self._closed = False
        self.lease = lease
        """By what this process has its servers, if others may run on the same records."""
        if lease is not None:
            self._writer.fenced = lease.lose

    @classmethod
    async def open(cls, place: str | PathLike[str], busy_ms: int = 2000, cluster: Cluster | None = None) -> Self:
        """Opens a file, and makes it if need be, or the database at an address (postgresql://…), and brings it up to
        date.

        `busy_ms` is how long a unit waits for another process that writes. A card room is one `cluster` of those that
        run on a database, and waits until that is free; who only looks at the records is none. Raises Trouble.
        """
        async with AsyncExitStack() as opened:
            lease = None
            if cluster is not None and isinstance(place, str) and is_address(place):
                lease = await Lease.take(place, cluster)
                opened.push_async_callback(lease.give_back)
            database = await _connected("writer", place, busy_ms)
            opened.push_async_callback(database.close)
            if lease is not None and isinstance(database, PostgresDatabase):
                await lease.begin_epoch(database)
            store = cls(database, await _connected("reader", place, busy_ms), lease)
            opened.pop_all()
        return store

    async def close(self) -> None:
        """Commits what waits, then closes the database."""
        await self._writer.close()
        self._closed = True
        await self._reader.close()
        await self._database.close()
        if self.lease is not None:
            await self.lease.give_back()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def commit(self, work: Work) -> None:
        """Returns once the whole unit is on the disk; raises Refused or Trouble if nothing of it is.

        Units are done in the order in which they were given.
        """
        await self._writer.commit(work.steps)

    async def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`query(connection, …)` over one snapshot, beside what is being written."""
        if self._closed:
            raise Closed("The card room is closing.")
        return await self._reader.read(query, *args, **kwargs)

    def hear(self, what: str, told: Callable[[Any], None]) -> None:
        """From now on `told` is called with whatever any process on these records tells of `what` (`clusters.tell`). On
        a file there is no other, and nobody tells anything."""
        if self.lease is not None:
            self.lease.hear(what, told)

    def time_commits(self, told: Callable[[float], None]) -> None:
        """From now on `told` is called for each unit that is stored, with the seconds that this took."""
        self._writer.timed = told

    @property
    def cluster(self) -> Cluster:
        """Which of the processes on these records this one is."""
        return ALONE if self.lease is None else self.lease.cluster

    @property
    def transactions(self) -> int:
        """How many transactions have been made; several units share one when they wait together."""
        return self._writer.transactions


async def _connected(kind: Literal["reader", "writer"], place: str | PathLike[str], busy_ms: int,
                     ) -> Database | PostgresDatabase:  # fmt: skip
    if isinstance(place, str) and is_address(place):
        return await getattr(PostgresDatabase, kind)(place, busy_ms)
    return await getattr(Database, kind)(Path(place), busy_ms)
