"""Backups that are bad, from one that is cut off to one that somebody has made up: none is put back."""

import hashlib
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.backup import BackupError, backup, restore
from bot.store.database import migrate, newest_version
from tests.store.conftest import ANN, gift, grant, running
from tests.store.test_backup import has, made, names


def data_of(kept: Path) -> bytes:
    with zipfile.ZipFile(kept) as archive:
        return archive.read("cardroom.db")


def pack(kept: Path, data: bytes, method: int = zipfile.ZIP_DEFLATED, **more: object) -> None:
    """A backup of this database, whatever it is, as ours are made."""
    manifest = {"kind": "card room backup", "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), **more}
    with zipfile.ZipFile(kept, "w", method) as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        archive.writestr("cardroom.db", data)


def cut_off(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:-2000])


def one_byte(kept: Path) -> None:
    data = bytearray(kept.read_bytes())
    data[len(data) // 2] ^= 0x55
    kept.write_bytes(data)


def another_database(kept: Path) -> None:
    """It does not have the checksum that the manifest says."""
    checksum = hashlib.sha256(data_of(kept)).hexdigest()
    pack(kept, data_of(kept).replace(b"test:", b"toast"), sha256=checksum)


def another_archive(kept: Path) -> None:
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("holiday.jpg", b"sea")


def deep_manifest(kept: Path) -> None:
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b"[" * 500_000)
        archive.writestr("cardroom.db", b"")


def made_otherwise(*statements: str) -> Callable[[Path], None]:
    """The manifest is right, and the database has been worked on."""

    def change(kept: Path) -> None:
        file = kept.with_name("other.db")
        file.write_bytes(data_of(kept))
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            for statement in statements:
                db.execute(statement)
        pack(kept, file.read_bytes())
        file.unlink()

    return change


TRIGGER = "CREATE TRIGGER gift_to_me AFTER INSERT ON members BEGIN UPDATE members SET name = 'x'; END"
VIEW = "CREATE VIEW settings AS SELECT 1 AS guild, 'grant' AS key, '5' AS value"
ANOTHER = "CREATE TRIGGER posting_is_final BEFORE UPDATE ON postings BEGIN SELECT 1; END"
NOT_OURS = "In the database {!r} is not as the card room makes it"
DAMAGED, NO_BACKUP = "kept.zip is damaged", "is no backup of the card room"

KINDS: dict[str, list[tuple[Callable[[Path], object], str]]] = {
    "no file": [(Path.unlink, "There is no file")],
    "no archive": [(lambda kept: kept.write_text("once upon a time"), NO_BACKUP)],
    "another archive": [
        (another_archive, NO_BACKUP),
        (lambda kept: pack(kept, data_of(kept), zipfile.ZIP_LZMA), NO_BACKUP),
        (lambda kept: pack(kept, data_of(kept), zipfile.ZIP_BZIP2), NO_BACKUP),
    ],
    "a backup of something else": [(lambda kept: pack(kept, data_of(kept), kind="chess club backup"), NO_BACKUP)],
    "a manifest that cannot be read": [(deep_manifest, NO_BACKUP)],
    "cut off": [(cut_off, DAMAGED)],
    "changed on its way": [(one_byte, DAMAGED), (another_database, "its checksum is another than when it was made")],
    "another size than it says": [
        (lambda kept: pack(kept, data_of(kept), bytes=100), "its database is not as large as it says"),
        (lambda kept: pack(kept, data_of(kept), bytes="many"), "its database is not as large as it says"),
    ],
    "no database": [
        (lambda kept: pack(kept, bytes(40_960_000)), "The database is damaged|no database of the card room"),
        (lambda kept: pack(kept, b"once upon a time"), "The database is damaged"),
    ],
    "another database than ours": [
        (made_otherwise("PRAGMA user_version = 0"), "no database of the card room"),
        (made_otherwise("PRAGMA user_version = -5"), "no database of the card room"),
        (made_otherwise("PRAGMA user_version = 3"), "is not as the card room makes it"),
        (made_otherwise(TRIGGER), NOT_OURS.format("gift_to_me")),
        (made_otherwise("DROP TABLE settings", VIEW), NOT_OURS.format("settings")),
        (made_otherwise("DROP TRIGGER posting_is_final"), NOT_OURS.format("posting_is_final")),
        (made_otherwise("DROP TRIGGER posting_is_final", ANOTHER), NOT_OURS.format("posting_is_final")),
        (made_otherwise("ALTER TABLE members ADD COLUMN more TEXT"), NOT_OURS.format("members")),
        (made_otherwise("CREATE TABLE accomplices (id)"), NOT_OURS.format("accomplices")),
        (made_otherwise("CREATE INDEX slow ON members (lower(name))"), NOT_OURS.format("slow")),
    ],
    "of a later card room": [(made_otherwise("PRAGMA user_version = 99"), "made by a newer card room")],
    "rows that refer to nothing": [
        (
            made_otherwise("PRAGMA foreign_keys = OFF", "DELETE FROM accounts WHERE kind = 'mint'"),
            "The database is damaged",
        ),
    ],
    "books that do not balance": [
        (made_otherwise("UPDATE accounts SET balance = balance + 1 WHERE kind = 'member'"), "The books do not balance"),
    ],
}
"""The thirteen kinds of bad backups, each with examples and its sentence."""


@pytest.mark.parametrize(
    "damage, sentence",
    [pytest.param(*one, id=f"{kind} {n}") for kind, examples in KINDS.items() for n, one in enumerate(examples)],
)
async def test_a_bad_backup_is_refused_and_nothing_changes(
    tmp_path: Path, damage: Callable[[Path], object], sentence: str
) -> None:
    path, kept = tmp_path / "room.db", tmp_path / "kept.zip"
    await made(path, grant(ANN, 1000), running())
    backup(path, kept)
    await made(path, gift("g", 400))
    damage(kept)
    with pytest.raises(BackupError, match=sentence):
        restore(kept, path)
    assert await has(path) == 600
    assert {*names(tmp_path)} <= {"kept.zip", "room.db"}


@pytest.mark.parametrize("version", range(1, newest_version() + 1))
async def test_a_backup_of_every_earlier_card_room_is_restored(tmp_path: Path, version: int) -> None:
    db = sqlite3.connect(tmp_path / "old.db", isolation_level=None)
    migrate(db, version)
    db.execute("ANALYZE")
    db.close()
    backup(tmp_path / "old.db", tmp_path / "kept.zip")
    restore(tmp_path / "kept.zip", tmp_path / "new.db")
    assert await has(tmp_path / "new.db") == 0


async def test_what_the_disk_has_no_room_for_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, kept = tmp_path / "room.db", tmp_path / "kept.zip"
    await made(path, grant(ANN, 1000))
    backup(path, kept)
    free = shutil.disk_usage(tmp_path)._replace(free=50_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: free)
    with pytest.raises(BackupError, match=r"could not be restored and is as it was: there is no room for"):
        restore(kept, path)
    assert await has(path) == 1000
