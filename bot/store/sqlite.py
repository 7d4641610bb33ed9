"""SQLite's own ways: how its transactions begin, and what its errors mean."""

import sqlite3

from . import errors
from .connection import Engine
from .errors import Corrupt, DiskFull, Duplicate, Locked, Missing, Refused, StoreError, Trouble

_TROUBLES: dict[int, type[Trouble]] = {
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_BUSY: Locked,
    sqlite3.SQLITE_LOCKED: Locked,
    sqlite3.SQLITE_CORRUPT: Corrupt,
    sqlite3.SQLITE_NOTADB: Corrupt,
    sqlite3.SQLITE_IOERR: Trouble,
    sqlite3.SQLITE_READONLY: Trouble,
    sqlite3.SQLITE_CANTOPEN: Trouble,
    sqlite3.SQLITE_NOMEM: Trouble,
    sqlite3.SQLITE_INTERRUPT: Trouble,
}
_BROKEN: dict[int, type[Refused]] = {
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: Duplicate,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: Duplicate,
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY: Missing,
}


def told(error: Exception) -> StoreError:
    """What `error` means: a Trouble if the database fails, otherwise what the constraint that was broken stands for."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return errors.told(_TROUBLES.get(code & 0xFF) or _BROKEN.get(code, Refused), error)


SQLITE = Engine("BEGIN", sqlite3.Error, told, notifies=False)
