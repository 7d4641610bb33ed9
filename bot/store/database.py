"""A connection to the database file: how it is opened, brought up to date, and asked."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar
from urllib.parse import quote

import aiosqlite

from .connection import Connection
from .errors import Corrupt
from .sqlite import told
from .units import snapshot

P = ParamSpec("P")
T = TypeVar("T")


class Database(aiosqlite.Connection):
    """An aiosqlite connection that also runs a whole function on its thread.

    A transaction of ten statements is then one hop between threads and not ten, which is what counts beside threads
    that draw pictures.
    """

    if TYPE_CHECKING:  # aiosqlite has no types for it

        async def _execute(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T: ...

    @classmethod
    async def writer(cls, path: Path, busy_ms: int) -> Self:
        """Opens the file, makes it if need be, and brings it to the newest migration."""

        def connect() -> sqlite3.Connection:
            db = _connect(f"file:{quote(str(path))}", busy_ms)
            try:
                migrate(db)
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = FULL")
                db.execute("PRAGMA journal_size_limit = 16777216")
            except BaseException:
                db.close()
                raise
            return db

        return await cls._open(connect)

    @classmethod
    async def reader(cls, path: Path, busy_ms: int) -> Self:
        """Opens a file that is there for reading only."""
        return await cls._open(lambda: _connect(f"file:{quote(str(path))}?mode=ro", busy_ms))

    @classmethod
    async def _open(cls, connect: Callable[[], sqlite3.Connection]) -> Self:
        database = cls(connect, iter_chunk_size=64)
        try:
            await database
        except BaseException as error:
            # aiosqlite does not wait for its thread, which may end after the event loop has closed.
            await asyncio.to_thread(database._thread.join)
            if isinstance(error, sqlite3.Error):
                raise told(error) from error
            raise
        return database

    async def run(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`work(connection, …)` on the connection's own thread."""
        return await self._execute(work, self._conn, *args, **kwargs)

    async def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`query(connection, …)` over one snapshot: what it reads in several statements fits together."""
        return await self.run(snapshot, query, *args, **kwargs)


def _connect(uri: str, busy_ms: int) -> sqlite3.Connection:
    db = sqlite3.connect(uri, uri=True, timeout=busy_ms / 1000, isolation_level=None, cached_statements=256)
    db.execute("PRAGMA foreign_keys = ON")
    return db


def migrate(db: sqlite3.Connection, last: int | None = None) -> None:
    """Applies the migrations that the file has not seen, each in a transaction of its own; none after `last`.

    Raises Corrupt if the file was made by a newer card room than this one.
    """
    scripts = _migrations()
    if _version(db) > max(scripts):
        raise Corrupt("The records were made by a newer card room than this one.")
    for number in sorted(n for n in scripts if last is None or n <= last):
        db.execute("BEGIN IMMEDIATE")
        try:
            # Read inside the transaction: another process may be migrating the same file.
            if _version(db) < number:
                for statement in _statements(scripts[number]):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def newest_version() -> int:
    """The number of the newest migration."""
    return max(_migrations())


def _version(db: sqlite3.Connection) -> int:
    return db.execute("PRAGMA user_version").fetchone()[0]


def _migrations() -> dict[int, str]:
    folder = resources.files("bot.store") / "migrations"
    return {int(file.name[:4]): file.read_text("utf-8") for file in folder.iterdir() if _is_ours(file.name)}


def _is_ours(name: str) -> bool:
    return name.endswith(".sql") and not name.endswith(".postgres.sql")


def _statements(script: str) -> Iterator[str]:
    """Its statements one by one: sqlite3's own executescript would commit before it begins."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        raise ValueError("the last statement of the script does not end")
