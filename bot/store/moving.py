"""From the file to PostgreSQL: all records are copied in one transaction, and both are compared before it ends."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import psycopg

from . import ledger, postgres
from .connection import Connection
from .database import migrate
from .errors import StoreError
from .inventory import TABLES
from .postgres import PostgresConnection
from .sqlite import told

BUSY_MS = 2000
_ORDER = tuple(reversed(TABLES))
"""What others refer to comes before them."""
_BY_AGE = {"card_tables": "rowid"}
"""Tables whose rows are counted as they come."""


class MoveError(Exception):
    """It was refused and nothing has changed; the text is a sentence for the operator."""


def move(file: Path, address: str) -> dict[str, int]:
    """Copies a file's records, brought up to date, into an empty database: how many rows each table has.

    The file stays as it is. Raises MoveError.
    """
    if not file.is_file():
        raise MoveError(f"There is no database at {file}.")
    try:
        with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=rw", uri=True, isolation_level=None)) as source:
            migrate(source)
            source.execute("BEGIN IMMEDIATE")  # nobody changes it meanwhile
            with closing(PostgresConnection(address, BUSY_MS)) as target:
                return _copied(source, target)
    except sqlite3.Error as error:
        raise MoveError(f"{file}: {told(error)}") from error
    except psycopg.Error as error:
        raise MoveError(f"Nothing was moved. {postgres.told(error)}") from error
    except StoreError as trouble:
        raise MoveError(f"Nothing was moved. {trouble}") from trouble


def _copied(source: sqlite3.Connection, target: PostgresConnection) -> dict[str, int]:
    target.execute("BEGIN")
    try:
        if target.execute("SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'").fetchone():
            raise MoveError("That database is not empty; make a new one for the card room.")
        postgres.apply_migrations(target)
        target.execute("ALTER TABLE postings DISABLE TRIGGER USER")  # the balances are copied
        counts = {table: _copy(source, target, table) for table in _ORDER}
        target.execute("ALTER TABLE postings ENABLE TRIGGER USER")
        _compare(source, target, counts)
        target.execute("COMMIT")
    except BaseException:
        if target.in_transaction:
            target.execute("ROLLBACK")
        raise
    return counts


def _copy(source: sqlite3.Connection, target: PostgresConnection, table: str) -> int:
    columns = [name for _, name, *_ in source.execute(f"PRAGMA table_info({table})")]
    names = ", ".join(f'"{name}"' for name in columns)
    rows = source.execute(f"SELECT {names} FROM {table} {f'ORDER BY {by}' if (by := _BY_AGE.get(table)) else ''}")
    count = target.copy_in(f"COPY {table} ({names}) FROM STDIN", rows)
    if "id" in columns and target.execute("SELECT pg_get_serial_sequence(?, 'id')", (table,)).fetchone()[0]:
        last = f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 0) + 1, false) FROM {table}"
        target.execute(last)
    return count


def _compare(source: Connection, target: Connection, counts: dict[str, int]) -> None:
    """Raises MoveError unless both have as many rows and the same books."""
    for table, count in counts.items():
        (there,) = target.execute(f"SELECT count(*) FROM {table}").fetchone()
        if there != count:
            raise MoveError(f"Nothing was moved: of {count:,} rows of {table} {there:,} have come.")
    wrong = ledger.audit(target)
    if _books(source) != _books(target) or wrong:
        raise MoveError(f"Nothing was moved: the books differ. {' '.join(wrong)}".rstrip())


def _books(db: Connection) -> list[tuple[object, ...]]:
    """Of every account its balance, and the sum and number of its postings."""
    found = db.execute(
        "SELECT a.id, guild, kind, card_table, owner, balance, coalesce(sum(amount), 0), count(amount)"
        " FROM accounts a LEFT JOIN postings ON account = a.id"
        " GROUP BY a.id, guild, kind, card_table, owner, balance ORDER BY a.id"
    )
    return [tuple(row) for row in found]
