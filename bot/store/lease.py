"""How a process gets its number: by a lock in PostgreSQL, which it holds on a connection of its own for as long as it
lives. A second process of that number waits, and so does one that counts by another total while any of the others is
there. By the same connection it hears what the others tell.

The process that takes a number begins a new epoch of it, and every transaction that writes looks for its epoch first:
one that has lost its lock, and does not know it yet, writes nothing once another has taken its place.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

from .clusters import CHANNEL, Cluster
from .connection import Connection
from .errors import LeaseLost
from .postgres import ALIVE, PostgresDatabase, newest_version, told
from .units import apply

log = logging.getLogger(__name__)

AGAIN_SECONDS = 1.0
"""How often a process that waits for its number asks for it."""
PULSE_SECONDS = 5.0
SILENT_SECONDS = 30
"""A process that is silent on its connection for this many seconds, for it was stopped, has lost its number."""
_JOINING = 0x63_61_72_66
_NUMBERS, _TOTALS, _IDENTIFYING = _JOINING + 1, _JOINING + 2, _JOINING + 3
_OTHERS = (
    f"SELECT max(objid::bigint) FILTER (WHERE classid = {_NUMBERS}), max(objid::bigint) FILTER (WHERE classid ="
    f" {_TOTALS}) FROM pg_locks WHERE locktype = 'advisory' AND classid IN ({_NUMBERS}, {_TOTALS}) AND objsubid = 2"
    " AND pid <> pg_backend_pid() AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " GROUP BY pid ORDER BY 1"
)
"""The numbers that others have, with their totals."""
IDENTIFY_SECONDS = 5.0
"""Discord's pace."""


class Lease:
    """A number that is taken, until it is given back or lost."""

    def __init__(self, address: str, cluster: Cluster, connection: psycopg.AsyncConnection[Any]) -> None:
        self.address, self.cluster = address, cluster
        self._connection = connection
        self._passing: set[asyncio.Task[None]] = set()
        self._hears: dict[str, Callable[[Any], None]] = {}
        self.lost: asyncio.Future[LeaseLost] = asyncio.get_running_loop().create_future()
        """Done if the number is lost."""
        self._keeping = asyncio.create_task(self._keep(), name="lease")

    @classmethod
    async def take(cls, address: str, cluster: Cluster) -> Lease:
        """Waits until the number is free, and says for what it waits. Raises Trouble if the database cannot be
        reached."""
        connection = await _connected(address)
        try:
            said = None
            while (waits_for := await _tried(connection, cluster)) is not None:
                if waits_for != said:
                    log.warning("cluster %s waits: %s", cluster, waits_for)
                said = waits_for
                await asyncio.sleep(AGAIN_SECONDS)
        except BaseException as error:
            await connection.close()
            if isinstance(error, psycopg.Error):
                raise told(error) from error
            raise
        if cluster.total > 1 or said is not None:
            log.info("this is cluster %s now", cluster)
        return cls(address, cluster, connection)

    async def identifies(self, bucket: int) -> None:
        """Waits until a connection to Discord may identify: of all processes one in IDENTIFY_SECONDS, for each of the
        buckets that Discord allows. Raises Trouble."""
        gate = await _connected(self.address)
        try:
            await gate.execute("SELECT pg_advisory_lock(%s, %s)", (_IDENTIFYING, bucket))
        except BaseException as error:
            await gate.close()
            if isinstance(error, psycopg.Error):
                raise told(error) from error
            raise
        passing = asyncio.create_task(_let_pass(gate))
        self._passing.add(passing)
        passing.add_done_callback(self._passing.discard)

    def hear(self, what: str, told: Callable[[Any], None]) -> None:
        """From now on `told` is called with whatever any process tells of `what`, this one included."""
        self._hears[what] = told

    async def _keep(self) -> None:
        try:
            await self._connection.execute(f"LISTEN {CHANNEL}".encode())
            while True:
                async for each in self._connection.notifies(timeout=PULSE_SECONDS):
                    self._heard(each.payload)
                await self._connection.execute("SELECT 1")
        except psycopg.Error as error:
            log.info("the lease ends: %s", error)
            self.lose()

    def lose(self) -> None:
        """The number may be another process's by now."""
        if not self.lost.done():
            lost = f"The connection is lost by which this process was cluster {self.cluster}."
            self.lost.set_result(LeaseLost(lost))

    def _heard(self, payload: str) -> None:
        try:
            what, about = json.loads(payload)
            if (hears := self._hears.get(what)) is not None:
                hears(about)
        except Exception:  # whatever was told, the number is kept
            log.exception("what was told is lost")

    async def begin_epoch(self, database: PostgresDatabase) -> None:
        """A process that had this number before, or counts by another total, writes nothing any more, nor does
        `database` once another process has begun another epoch. Raises Trouble."""
        begun: list[int] = []
        (trouble,) = await database.run(apply, [[lambda db: begun.append(_begin_epoch(db, self.cluster))]])
        if trouble is not None:
            raise trouble
        await database.fence(self.cluster.number, begun[-1])

    async def give_back(self) -> None:
        """Another process may be this number from now on."""
        for task in (self._keeping, *self._passing):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self._connection.close()


async def _connected(address: str) -> psycopg.AsyncConnection[Any]:
    """Raises Trouble."""
    where = make_conninfo(address, **ALIVE)
    try:
        connection = await psycopg.AsyncConnection.connect(where, autocommit=True, connect_timeout=10)
        for idle in ("idle_session_timeout", "idle_in_transaction_session_timeout"):
            await connection.execute(f"SET {idle} = '{SILENT_SECONDS}s'".encode())
        return connection
    except psycopg.Error as error:
        raise told(error) from error


async def _let_pass(gate: psycopg.AsyncConnection[Any]) -> None:
    """The lock of a connection that identifies is held for as long as the next one has to wait."""
    try:
        await asyncio.sleep(IDENTIFY_SECONDS)
    finally:
        await gate.close()


async def _tried(connection: psycopg.AsyncConnection[Any], cluster: Cluster) -> str | None:
    """Takes the number if it is free; otherwise what it waits for, in a sentence."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_JOINING,))
        others = await connection.execute(_OTHERS.encode())
        totals = {total for _, total in await others.fetchall()}
        if wrong := totals - {cluster.total}:
            return f"processes count by {', '.join(map(str, sorted(wrong)))} here, until all of them have ended."
        if totals and await _is_behind(connection):
            return "the records are still of an older version, until all processes of that have ended."
        taken = await connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (_NUMBERS, cluster.number))
        if await taken.fetchone() != (True,):
            return "another process has this number."
        await connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", (_TOTALS, cluster.total))
    return None


async def _is_behind(connection: psycopg.AsyncConnection[Any]) -> bool:
    """Whether the records are to be migrated, or to be made."""
    there = await connection.execute("SELECT to_regclass('migrations') IS NOT NULL")
    if await there.fetchone() != (True,):
        return True
    version = await connection.execute("SELECT max(number) FROM migrations")
    return await version.fetchone() != (newest_version(),)


def running(db: Connection) -> list[Cluster]:
    """The processes that have a number."""
    return [Cluster(number, total) for number, total in db.execute(_OTHERS)]


def _begin_epoch(db: Connection, cluster: Cluster) -> int:
    db.execute(
        "INSERT INTO clusters (number, total, epoch) VALUES (:number, :total, 1)"
        " ON CONFLICT (number) DO UPDATE SET total = excluded.total, epoch = clusters.epoch + 1",
        cluster._asdict(),
    )
    db.execute("UPDATE clusters SET epoch = epoch + 1 WHERE total <> ?", (cluster.total,))
    return db.execute("SELECT epoch FROM clusters WHERE number = ?", (cluster.number,)).fetchone()[0]
