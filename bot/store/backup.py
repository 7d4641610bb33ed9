"""Backups of the records: one file, made while the card room is open, and put back when it is closed.

A backup is a zip archive of the database and a manifest with its checksum. Both ways everything is written beside and
looked through before it is given its name, so that whatever goes wrong leaves things as they were.
"""

import errno
import hashlib
import json
import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import cast
from urllib.parse import quote

from . import ledger
from .database import migrate, newest_version

_DATABASE, _MANIFEST, _KIND = "cardroom.db", "manifest.json", "card room backup"
_CHUNK = 1 << 20


class BackupError(Exception):
    """It was refused and nothing has changed; the text is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was written: the file, its size in bytes, and how many rows each table has."""

    file: Path
    bytes: int
    rows: dict[str, int]
    aside: Path | None = None
    """Where the database is now that was replaced."""


def backup(database: Path, target: Path) -> Report:
    """Writes a backup, whether the card room is open or not. An earlier backup of that name is replaced.

    Raises BackupError.
    """
    if not database.is_file():
        raise BackupError(f"There is no database at {database}.")
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent}.")
    if target.exists() and not _is_backup(target):
        raise BackupError(f"{target} is there and is no backup of the card room; choose another name.")
    with _told(f"{target} could not be written; there is no new backup, and an earlier one is as it was"):
        with _folder_beside(target) as folder:
            copy = folder / _DATABASE
            _copy(database, copy)
            rows, version = look_through(copy)
            manifest = {
                "kind": _KIND, "made": datetime.now(UTC).isoformat(timespec="seconds"), "version": version,
                "bytes": copy.stat().st_size, "sha256": _checksum(copy), "rows": rows,
            }  # fmt: skip
            packed = folder / "backup.zip"
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                archive.writestr(_MANIFEST, json.dumps(manifest, indent=1))
                archive.write(copy, _DATABASE)
            _flush(packed)
            os.replace(packed, target)
        _flush(target.parent)
    return Report(target, target.stat().st_size, rows)


def restore(source: Path, database: Path, alive: bool = False) -> Report:
    """Puts a backup in the database's place; the database that was there is kept beside it under another name.

    `alive` says whether a card room has shown signs of life lately, for a database that cannot be asked itself.
    Raises BackupError for a damaged backup, and while the card room is open.
    """
    size, checksum = _manifest(source)
    database.parent.mkdir(parents=True, exist_ok=True)
    with (
        _told(f"{database} could not be restored and is as it was"),
        _folder_beside(database) as folder,
    ):
        copy = folder / _DATABASE
        _unpack(source, copy, size, checksum)
        rows, _ = look_through(copy)
        _flush(copy)
        aside = None
        if database.exists():
            with _nobody_else(database, alive):
                stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
                aside = _free_name(database.with_name(f"{database.stem}-before-{stamp}{database.suffix}"))
                for end in ("", "-wal", "-shm"):
                    if (old := database.with_name(database.name + end)).exists():
                        os.replace(old, aside.with_name(aside.name + end))
                os.replace(copy, database)
        else:
            os.replace(copy, database)
        _flush(database.parent)
    return Report(database, database.stat().st_size, rows, aside)


def look_through(database: Path) -> tuple[dict[str, int], int]:
    """A closed database's rows by table, and its version. Raises BackupError if it is damaged or not ours."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(database))}?mode=ro", uri=True)) as db:
            db.execute("PRAGMA trusted_schema = OFF")
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > newest_version():
                raise BackupError("The records were made by a newer card room than this one.")
            if version < 1:
                raise BackupError("That is no database of the card room.")
            _refuse_what_is_not_ours(db, version)  # before anything in it is asked, or runs
            (sound,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            if sound != "ok":
                raise BackupError(f"The database is damaged: {sound}.")
            if db.execute("PRAGMA foreign_key_check").fetchone():
                raise BackupError("The database is damaged: some of its rows refer to others that are not there.")
            names = [n for (n,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
            if wrong := ledger.audit(db):
                raise BackupError(f"The books do not balance: {wrong[0]}")
            own = [n for n in names if not n.startswith("sqlite_")]
            return {n: db.execute(f'SELECT count(*) FROM "{n}"').fetchone()[0] for n in own}, version
    except sqlite3.DatabaseError as error:
        raise BackupError(f"The database is damaged: {error}.") from error


def _refuse_what_is_not_ours(db: sqlite3.Connection, version: int) -> None:
    """Raises BackupError where anything is more, less or other than the migrations up to this version make."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as ours:
        migrate(ours, version)
        if other := _made_of(db) ^ _made_of(ours):
            raise BackupError(f"In the database {min(other)[0][:40]!r} is not as the card room makes it.")


def _made_of(db: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """What a database has, by name, kind and how it was made: without comments, spaces, and quotes, which SQLite puts
    where it renames a column."""
    made = db.execute(
        "SELECT name, type, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    )
    return {(name, kind, re.sub(r'--.*|["\s]', "", sql)) for name, kind, sql in made}


def _copy(database: Path, copy: Path) -> None:
    """The whole database as it is at one moment; nobody who writes to it meanwhile has to wait."""
    with (
        # Not for reading alone: then it would leave its log lying about.
        closing(sqlite3.connect(f"file:{quote(str(database))}?mode=rw", uri=True, timeout=20)) as source,
        closing(sqlite3.connect(copy, isolation_level=None)) as target,
    ):
        source.backup(target, pages=-1)  # in one step: a copy in several begins anew with every change
        target.execute("PRAGMA journal_mode = DELETE")


def _manifest(source: Path) -> tuple[int, object]:
    """The size and the checksum of a backup's database. Raises BackupError for anything else."""
    try:
        with zipfile.ZipFile(source) as archive:
            if any(each.compress_type != zipfile.ZIP_DEFLATED or each.flag_bits & 1 for each in archive.infolist()):
                raise ValueError("packed in another way than ours, or under a password")
            read: object = json.loads(archive.read(_MANIFEST))
            size = archive.getinfo(_DATABASE).file_size
    except FileNotFoundError:
        raise BackupError(f"There is no file {source}.") from None
    except (
        OSError, ValueError, KeyError, EOFError, NotImplementedError, RecursionError, zipfile.BadZipFile, zlib.error
    ) as error:  # fmt: skip
        raise BackupError(f"{source} is damaged, or is no backup of the card room.") from error
    manifest = cast("dict[str, object]", read) if isinstance(read, dict) else {}
    if manifest.get("kind") != _KIND:
        raise BackupError(f"{source} is no backup of the card room.")
    if manifest.get("bytes") != size:
        raise BackupError(f"{source} is damaged: its database is not as large as it says.")
    return size, manifest.get("sha256")


def _is_backup(file: Path) -> bool:
    try:
        return bool(_manifest(file))
    except BackupError:
        return False


def _unpack(source: Path, copy: Path, size: int, checksum: object) -> None:
    if shutil.disk_usage(copy.parent).free < size:
        raise OSError(errno.ENOSPC, f"there is no room for {size:,} bytes")
    try:
        with zipfile.ZipFile(source) as archive, archive.open(_DATABASE) as packed, copy.open("wb") as out:
            shutil.copyfileobj(packed, out, _CHUNK)
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, zlib.error) as error:
        raise BackupError(f"{source} is damaged.") from error
    if _checksum(copy) != checksum:
        raise BackupError(f"{source} is damaged: its checksum is another than when it was made.")


@contextmanager
def _nobody_else(database: Path, alive: bool) -> Generator[None, None, None]:
    """Holds the database for itself alone. Raises BackupError while the card room is open."""
    running = BackupError("The card room is open; stop it, and then restore.")
    with closing(sqlite3.connect(database, timeout=0.5, isolation_level=None)) as db:
        try:
            # Refused while anybody else has the file open; and what the log beside it holds is in the file now.
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise running from error
            raise
        except sqlite3.DatabaseError:  # it is too damaged to say who uses it
            if alive:
                raise running from None
        yield


@contextmanager
def _folder_beside(file: Path) -> Generator[Path, None, None]:
    """A folder on the same disk, deleted with its contents afterwards."""
    with tempfile.TemporaryDirectory(prefix=f".{file.name}-", dir=file.parent, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def _told(sentence: str) -> Generator[None, None, None]:
    """Whatever the disk or the database has against it, in one sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BackupError(f"{sentence}: {why}.") from error


def _checksum(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def _flush(file: Path) -> None:
    """Returns when the file, or the names in the folder, are on the disk."""
    number = os.open(file, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _free_name(file: Path) -> Path:
    number = 1
    name = file
    while name.exists():
        number += 1
        name = file.with_name(f"{file.stem}-{number}{file.suffix}")
    return name
