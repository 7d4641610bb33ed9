"""Backups that somebody has made up: another database in the place of ours, and archives that are bombs."""

import hashlib
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store.backup import BackupError, backup, restore
from bot.store.database import migrate, newest_version
from tests.store.conftest import ANN, grant
from tests.store.test_backup import has, made, names

MANY = 40_960_000
HEADER = b"SQLite format 3\0" + (4096).to_bytes(2, "big") + bytes(10) + (MANY // 4096).to_bytes(4, "big")


def data_of(kept: Path) -> bytes:
    with zipfile.ZipFile(kept) as archive:
        return archive.read("cardroom.db")


def pack(kept: Path, data: bytes, method: int = zipfile.ZIP_DEFLATED, **more: object) -> None:
    """A backup of this database, whatever it is, as ours are made."""
    manifest = {"kind": "card room backup", "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), **more}
    with zipfile.ZipFile(kept, "w", method) as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        archive.writestr("cardroom.db", data)


TRIGGER = "CREATE TRIGGER gift_to_me AFTER INSERT ON members BEGIN UPDATE members SET name = 'x'; END"
VIEW = "CREATE VIEW settings AS SELECT 1 AS guild, 'grant' AS key, '5' AS value"


@pytest.mark.parametrize("change, sentence", [
    ([TRIGGER], "holds 'gift_to_me', which is not the card room's"),
    (["DROP TABLE settings", VIEW], "'settings' is not as the card room makes it"),
    (["DROP TRIGGER posting_is_final"], "lacks 'posting_is_final'"),
    (["ALTER TABLE members ADD COLUMN more TEXT"], "'members' is not as the card room makes it"),
    (["CREATE TABLE accomplices (id)"], "holds 'accomplices'"),
    (["CREATE INDEX slow ON members (lower(name))"], "holds 'slow'"),
    (["PRAGMA user_version = 0"], "no database of the card room"),
    (["PRAGMA user_version = -5"], "no database of the card room"),
    (["PRAGMA user_version = 3"], "is not as the card room makes it|is not the card room's"),
])  # fmt: skip
async def test_a_database_that_the_card_room_did_not_make_is_not_restored(
    tmp_path: Path, change: list[str], sentence: str
) -> None:
    path, kept = tmp_path / "room.db", tmp_path / "kept.zip"
    await made(path, grant(ANN, 1000))
    backup(path, kept)

    def changed(data: bytes) -> bytes:
        (tmp_path / "other.db").write_bytes(data)
        db = sqlite3.connect(tmp_path / "other.db", isolation_level=None)
        for statement in change:
            db.execute(statement)
        db.close()
        return (tmp_path / "other.db").read_bytes()

    pack(kept, changed(data_of(kept)))
    with pytest.raises(BackupError, match=sentence):
        restore(kept, path)
    assert await has(path) == 1000
    assert {*names(tmp_path)} == {"kept.zip", "other.db", "room.db"}


@pytest.mark.parametrize("version", range(1, newest_version() + 1))
async def test_a_backup_of_every_earlier_card_room_is_restored(tmp_path: Path, version: int) -> None:
    db = sqlite3.connect(tmp_path / "old.db", isolation_level=None)
    migrate(db, version)
    db.execute("ANALYZE")
    db.close()
    backup(tmp_path / "old.db", tmp_path / "kept.zip")
    restore(tmp_path / "kept.zip", tmp_path / "new.db")
    assert await has(tmp_path / "new.db") == 0


def bomb(kept: Path, begins: bytes = b"", method: int = zipfile.ZIP_DEFLATED) -> None:
    """An archive of which little is on the disk and much comes out, with a manifest that fits."""
    pack(kept, begins + bytes(MANY - len(begins)), method)


def said_to_be(kept: Path, size: object) -> None:
    pack(kept, data_of(kept), bytes=size)


def large_manifest(kept: Path) -> None:
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b" " * 30_000_000 + b"{}")
        archive.writestr("cardroom.db", b"")


def deep_manifest(kept: Path) -> None:
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b"[" * 500_000)
        archive.writestr("cardroom.db", b"")


@pytest.mark.parametrize("damage", [
    lambda kept: bomb(kept),
    lambda kept: bomb(kept, HEADER),
    lambda kept: bomb(kept, HEADER, zipfile.ZIP_BZIP2),
    lambda kept: bomb(kept, HEADER, zipfile.ZIP_LZMA),
    lambda kept: said_to_be(kept, 100),
    lambda kept: said_to_be(kept, "many"),
    large_manifest, deep_manifest,
])  # fmt: skip
async def test_a_bomb_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    path, kept = tmp_path / "room.db", tmp_path / "kept.zip"
    await made(path, grant(ANN, 1000))
    backup(path, kept)
    damage(kept)
    unpacked = 0
    read = zipfile.ZipExtFile.read

    def counted(self: zipfile.ZipExtFile, n: int | None = -1) -> bytes:
        nonlocal unpacked
        data = read(self, n)
        unpacked += len(data)
        return data

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counted)
    with pytest.raises(BackupError, match=r"damaged|is no backup of the card room"):
        restore(kept, path)
    assert unpacked <= 1_000_000
    assert await has(path) == 1000


async def test_what_the_disk_has_no_room_for_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, kept = tmp_path / "room.db", tmp_path / "kept.zip"
    await made(path, grant(ANN, 1000))
    backup(path, kept)
    free = shutil.disk_usage(tmp_path)._replace(free=50_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: free)
    with pytest.raises(BackupError, match=r"could not be restored and is as it was: there is no room for"):
        restore(kept, path)
    assert await has(path) == 1000
