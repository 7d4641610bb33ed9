"""A look at the records from outside, whether a card room runs on them or not."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from . import lease, postgres
from .clusters import Cluster
from .database import newest_version
from .sqlite import told

_BUSY_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Server:
    """What a server of PostgreSQL is like."""

    version: int
    """The first part of its number."""
    running: tuple[Cluster, ...]
    """The processes of a card room that have their number there."""


@dataclass(frozen=True, slots=True)
class Health:
    """What the records are like."""

    migrated: int
    """The number of the last migration that it has seen; 0 if it is none of the card room's."""
    known: int
    """The newest migration that this card room knows."""
    unbalanced: int
    """In how many servers the accounts do not sum to zero."""
    server: Server | None = None
    """Where they are no file."""


def health(place: str | Path) -> Health:
    """Looks at a file that is there, or at the database of an address. Raises StoreError if it cannot be read."""
    return _of_address(place) if isinstance(place, str) else _of_file(place)


def _of_address(address: str) -> Health:
    known = postgres.newest_version()
    try:
        with closing(postgres.PostgresConnection(address, int(_BUSY_SECONDS * 1000))) as db:
            (number,) = db.execute("SELECT current_setting('server_version_num')::int / 10000").fetchone()
            server = Server(number, tuple(lease.running(db)))
            version = postgres.version_of(db)
            if not 0 < version <= known:
                return Health(version, known, 0, server)
            wrong = db.execute("SELECT 1 FROM accounts GROUP BY guild HAVING sum(balance) <> 0").fetchall()
            return Health(version, known, len(wrong), server)
    except psycopg.Error as error:
        raise postgres.told(error) from error


def _of_file(file: Path) -> Health:
    try:
        # Not for reading alone: then it would leave its log lying about.
        with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=rw", uri=True, timeout=_BUSY_SECONDS)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > newest_version():
                return Health(version, newest_version(), 0)
            ours = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'accounts'").fetchone()
            if version < 1 or ours is None:
                return Health(0, newest_version(), 0)
            wrong = db.execute("SELECT 1 FROM accounts GROUP BY guild HAVING sum(balance) <> 0").fetchall()
            return Health(version, newest_version(), len(wrong))
    except sqlite3.Error as error:
        raise told(error) from error
