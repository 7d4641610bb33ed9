"""PostgreSQL in place of the file: how it is opened, brought up to date and asked, and what its errors mean.

One process after the other writes, as with the file: a transaction that writes waits for the one before it, whatever
process makes that. Where the connection is lost while a transaction ends, the database is asked afterwards what has
become of it.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, nullcontext, suppress
from functools import cache
from importlib import resources
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import psycopg
from psycopg import pq
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.conninfo import make_conninfo
from psycopg.postgres import types

from . import errors
from .connection import Connection, Engine, Rows
from .errors import Corrupt, DiskFull, Duplicate, LeaseLost, Locked, Missing, Refused, StoreError, Trouble, too_large
from .units import snapshot

P = ParamSpec("P")
T = TypeVar("T")
_SCHEME = re.compile(r"postgres(ql)?://")
_ONE_WRITER = 0x63_61_72_64
"""The number of the lock that a transaction holds that writes, until its end."""
_MIGRATING = _ONE_WRITER + 1
ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 20_000}
"""A server that does not answer any more is given up after some 20 seconds."""
_BEGIN = f"BEGIN; SELECT pg_advisory_xact_lock({_ONE_WRITER}), pg_current_xact_id()::text"
STOPPED_SECONDS = 30
"""Who is stopped in the middle of a transaction, and lets others wait, loses it."""


def is_address(place: object) -> bool:
    """Whether this is the address of a database, and no file."""
    return isinstance(place, str) and _SCHEME.match(place) is not None


# ---- the connection ------------------------------------------------------------------------------


class PostgresConnection:
    """A connection that reads SQLite's SQL. One that was lost is opened again when the next transaction begins."""

    def __init__(self, address: str, busy_ms: int) -> None:
        self._address, self._busy_ms = address, busy_ms
        self._raw = self._opened()
        self._pipeline: psycopg.Pipeline | None = None
        """While a transaction writes: what it does not wait for goes to the server together."""
        self._leave = ExitStack()
        self._transaction: str | None = None
        """The number of the transaction that writes now."""
        self._begin = _BEGIN.encode()
        self._epoch: tuple[int] | None = None

    @property
    def engine(self) -> Engine:
        return POSTGRES

    @property
    def lost(self) -> bool:
        """Whether the server is not there any more, as far as is known."""
        return self._raw.closed

    @property
    def in_transaction(self) -> bool:
        status = self._raw.info.transaction_status
        writes = self._pipeline is not None and not self.lost
        return writes or status in (pq.TransactionStatus.INTRANS, pq.TransactionStatus.INERROR)

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = (), /) -> Rows:
        """As `sqlite3.Connection.execute`. Raises psycopg.Error."""
        match sql.split(" ", 1):
            case ["BEGIN", "IMMEDIATE"]:
                return self._begin_to_write()
            case ["BEGIN", *_]:
                self._open_again()
            case ["COMMIT"]:
                return self._commit()
            case ["ROLLBACK"]:
                self._leave_pipeline(quietly=True)
            case ["ROLLBACK", _]:
                self._sync(quietly=True)
            case _:
                pass
        cursor = self._raw.execute(*_read(sql, parameters))  # type: ignore[arg-type]  # no LiteralString: translated
        if sql.startswith("RELEASE"):  # whatever the unit has done is known now
            self._sync()
        return self._rows(cursor)

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any] | Mapping[str, Any]], /) -> Rows:
        """As `sqlite3.Connection.executemany`. Raises psycopg.Error."""
        cursor = self._raw.cursor()
        rows = [_read(sql, each) for each in parameters]
        if len(rows) == 1:
            cursor.execute(*rows[0])  # type: ignore[arg-type]
        elif rows:
            cursor.executemany(rows[0][0], [values for _, values in rows])  # type: ignore[arg-type]
        return self._rows(cursor)

    def _rows(self, cursor: psycopg.Cursor[Any]) -> Rows:
        return cursor if self._pipeline is None else _Later(cursor, self._sync)

    def fence(self, number: int, epoch: int) -> None:
        """From now on what belongs to another epoch of a cluster's number raises LeaseLost."""
        self._begin = f"{_BEGIN}; SELECT epoch FROM clusters WHERE number = {number}".encode()
        self._epoch = (epoch,)

    def copy_in(self, sql: str, rows: Iterable[Sequence[Any]]) -> int:
        """Takes these rows by a COPY; how many there were."""
        count = 0
        with self._raw.cursor() as cursor, cursor.copy(sql.encode()) as copy:
            for row in rows:
                copy.write_row(row)
                count += 1
        return count

    def run_script(self, script: str) -> None:
        """Several statements of PostgreSQL, one after the other."""
        self._raw.execute(script.encode())

    def close(self) -> None:
        self._raw.close()

    def _opened(self) -> psycopg.Connection[tuple[Any, ...]]:
        raw = psycopg.connect(make_conninfo(self._address, **ALIVE), autocommit=True, connect_timeout=10)
        for kind, dumper in ((int, _Number), (bool, _Flag)):
            raw.adapters.register_dumper(kind, dumper)
        raw.adapters.register_loader("numeric", _Sum)
        raw.execute("SELECT set_config('lock_timeout', %s, false)", (f"{self._busy_ms}ms",))
        raw.execute("SET synchronous_commit = on")
        raw.execute(f"SET idle_in_transaction_session_timeout = '{STOPPED_SECONDS}s'".encode())
        return raw

    def _open_again(self) -> None:
        if self._raw.closed:
            self._leave_pipeline(quietly=True)
            self._raw = self._opened()

    def _begin_to_write(self) -> Rows:
        self._open_again()
        found = self._raw.execute(self._begin)
        found.nextset()
        ((_, self._transaction),) = found.fetchall()
        if self._epoch is not None:
            found.nextset()  # asked once it is known that nobody else writes
            if found.fetchone() != self._epoch:
                self._raw.execute("ROLLBACK")
                raise LeaseLost("Another process has this number by now, so nothing was changed.")
        self._pipeline = self._leave.enter_context(self._raw.pipeline())
        return found

    def _sync(self, *, quietly: bool = False) -> None:
        """Waits for all that was sent. Raises what went wrong with it, unless that is known."""
        if self._pipeline is not None:
            with suppress(psycopg.Error) if quietly else nullcontext():
                self._pipeline.sync()

    def _leave_pipeline(self, *, quietly: bool = False) -> None:
        self._pipeline = None
        with suppress(psycopg.Error) if quietly else nullcontext():
            self._leave.close()

    def _commit(self) -> Rows:
        try:
            done = self._raw.execute("COMMIT")
            self._leave_pipeline()
        except psycopg.OperationalError:
            if not self._raw.closed or self._transaction is None:
                raise
            self._open_again()
            ended = self._raw.execute("SELECT pg_xact_status(%s::text::xid8)", (self._transaction,))
            if ended.fetchone() != ("committed",):
                raise
            return ended
        if done.statusmessage != "COMMIT":  # that is how the server answers where something before it has failed
            raise psycopg.errors.TransactionRollback("the transaction had failed")
        return done


class _Later:
    """The rows of a statement that was sent and not waited for: they are, when somebody asks for them."""

    def __init__(self, cursor: psycopg.Cursor[Any], sync: Callable[[], None]) -> None:
        self._cursor, self._sync = cursor, sync

    @property
    def rowcount(self) -> int:
        self._sync()
        return self._cursor.rowcount

    @property
    def description(self) -> Any:
        self._sync()
        return self._cursor.description

    def fetchone(self) -> Any:
        return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor)


class _Number(Dumper):
    """Every whole number is one of eight bytes: sums and products of small ones do not overflow."""

    oid = types["int8"].oid

    def dump(self, obj: int) -> Buffer:
        return str(int(obj)).encode()


class _Flag(_Number):
    """Flags are stored as 0 and 1."""


class _Sum(Loader):
    """The sum of whole numbers is one."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text else int(text)


def _read(sql: str, parameters: Sequence[Any] | Mapping[str, Any]) -> tuple[bytes, Any]:
    text, numbered = _translated(sql)
    if numbered:
        assert not isinstance(parameters, Mapping)
        return text, {f"n{number}": value for number, value in enumerate(parameters, 1)}
    return text, parameters or None


_PIECE = re.compile(
    r"(?P<quoted>'[^']*')|\?(?P<number>\d+)|(?P<mark>\?)|(?<![:\w]):(?P<name>[a-z_]\w*)|(?P<percent>%)"
    r"|(?P<user>(?<![\w\"])user(?![\w\"]))|(?P<indexed> INDEXED BY \w+)"
)


@cache
def _translated(sql: str) -> tuple[bytes, bool]:
    """The statement as psycopg takes it, and whether its parameters are numbered."""
    numbered = re.search(r"\?\d", sql) is not None

    def piece(found: re.Match[str]) -> str:
        match found.lastgroup:
            case "number":
                return f"%(n{found['number']})s"
            case "mark":
                return "%s"
            case "name":
                return f"%({found['name']})s"
            case "percent":
                return "%%"
            case "user":
                return '"user"'  # a word of SQL, which says who is asking
            case "indexed":
                return ""  # it finds them itself
            case _:
                return found[0].replace("%", "%%")

    return _PIECE.sub(piece, sql).encode(), numbered


# ---- opening and migrating -----------------------------------------------------------------------


class PostgresDatabase:
    """A connection on a thread of its own."""

    def __init__(self, thread: ThreadPoolExecutor, connection: PostgresConnection) -> None:
        self._thread, self._connection = thread, connection

    @classmethod
    async def writer(cls, address: str, busy_ms: int) -> Self:
        """Connects to the database and brings it to the newest migration. Raises Trouble."""
        return await cls._open(address, busy_ms, migrate)

    @classmethod
    async def reader(cls, address: str, busy_ms: int) -> Self:
        """Connects to a database that is up to date. Raises Trouble."""
        return await cls._open(address, busy_ms, lambda _: None)

    @classmethod
    async def _open(cls, address: str, busy_ms: int, prepare: Callable[[PostgresConnection], None]) -> Self:
        def connect() -> PostgresConnection:
            try:
                connection = PostgresConnection(address, busy_ms)
                try:
                    prepare(connection)
                except BaseException:
                    connection.close()
                    raise
            except psycopg.Error as error:
                raise told(error) from error
            return connection

        thread = ThreadPoolExecutor(1, "store")
        try:
            return cls(thread, await asyncio.get_running_loop().run_in_executor(thread, connect))
        except BaseException:
            thread.shutdown(wait=False)
            raise

    async def run(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`work(connection, …)` on the connection's own thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: work(self._connection, *args, **kwargs)
        )

    async def fence(self, number: int, epoch: int) -> None:
        """From now on only what belongs to this epoch of a cluster's number is written."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.fence, number, epoch)

    async def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`query(connection, …)` over one snapshot: what it reads in several statements fits together. It is asked once
        more where the connection was lost."""
        try:
            return await self.run(snapshot, query, *args, **kwargs)
        except Trouble:
            if not self._connection.lost:
                raise
        return await self.run(snapshot, query, *args, **kwargs)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()


def migrate(db: PostgresConnection) -> None:
    """Applies the migrations that the database has not seen. Raises Corrupt if it was made by a newer card room."""
    db.execute("BEGIN")
    try:
        db.execute("SELECT pg_advisory_xact_lock(?)", (_MIGRATING,))
        apply_migrations(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def apply_migrations(db: PostgresConnection) -> None:
    """The same, in a transaction that has begun."""
    scripts = _migrations()
    db.execute("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)")
    version = version_of(db)
    if version > max(scripts):
        raise Corrupt("The records were made by a newer card room than this one.")
    for number in sorted(number for number in scripts if number > version):
        db.run_script(scripts[number])
        db.execute("INSERT INTO migrations (number) VALUES (?)", (number,))


def version_of(db: PostgresConnection) -> int:
    """The last migration that the database has seen; 0 if it is none of the card room's."""
    if db.execute("SELECT to_regclass('migrations')").fetchone() == (None,):
        return 0
    return db.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()[0]


def newest_version() -> int:
    """The number of the newest migration."""
    return max(_migrations())


def _migrations() -> dict[int, str]:
    """By number: those for PostgreSQL, and those for both that are newer than the first of these."""
    folder = resources.files("bot.store") / "migrations"
    files = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".sql")}
    own = {int(name[:4]): text for name, text in files.items() if name.endswith(".postgres.sql")}
    shared = {int(name[:4]): text for name, text in files.items() if not name.endswith(".postgres.sql")}
    return {number: text for number, text in shared.items() if number > min(own)} | own


# ---- errors --------------------------------------------------------------------------------------

_KINDS: tuple[tuple[str, type[StoreError]], ...] = (
    ("53100", DiskFull), ("55P03", Locked), ("40", Locked), ("57014", Locked),
    ("XX001", Corrupt), ("XX002", Corrupt), ("08", Trouble), ("53", Trouble), ("57P", Trouble), ("58", Trouble),
    ("23505", Duplicate), ("23503", Missing),
)  # fmt: skip
"""By the beginning of the code."""


def told(error: Exception) -> StoreError:
    """What `error` means: a Trouble if the database fails, otherwise what the constraint that was broken stands for."""
    code = getattr(error, "sqlstate", None) or ""
    if code == "22003":
        return too_large(error)
    lost = Trouble if not code and isinstance(error, psycopg.OperationalError) else Refused
    return errors.told(next((kind for begins, kind in _KINDS if code.startswith(begins)), lost), error)


POSTGRES = Engine("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", psycopg.Error, told, notifies=True)
