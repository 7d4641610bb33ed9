"""Backups: made while somebody writes, looked through both ways, and never half a file."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import Store, Work, escrow, journal, ledger, member
from bot.store.backup import BackupError, backup, restore
from tests.store.child import ROWS, TABLES
from tests.store.conftest import ANN, BOB, GUILD, NOON, gift, grant
from tests.store.test_processes import ROOT, child


async def made(path: Path, *work: Work) -> None:
    async with await Store.open(path) as store:
        for unit in work:
            await store.commit(unit)


async def has(path: Path, user: int = ANN) -> int:
    async with await Store.open(path) as store:
        assert await store.read(ledger.audit) == []
        return await store.read(ledger.balance, GUILD, user)


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


Bot = Callable[..., tuple[int, str, str]]


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bot:
    """`python -m bot …` on a folder: how it ends, and what it says."""

    def run(data: Path, *words: str) -> tuple[int, str, str]:
        monkeypatch.setenv("CARDROOM_DATA", str(data))
        code = main([*words])
        told, wrong = capsys.readouterr()
        return code, told, wrong

    return run


def within(size: int, data: Path, *words: str) -> str:
    """What `python -m bot …` says where no file may be larger than this."""
    program = (
        f"import resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))\n"
        f"from bot.__main__ import main\nsys.exit(main({list(words)!r}))"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, check=False,
                         env={"CARDROOM_DATA": str(data)})  # fmt: skip
    assert (run.returncode, run.stdout) == (1, "")
    return run.stderr


async def test_a_backup_goes_back_and_the_replaced_database_is_kept(tmp_path: Path, bot: Bot) -> None:
    data, kept = tmp_path / "data", tmp_path / "monday.zip"
    data.mkdir()
    await made(data / "cardroom.db", grant(ANN, 1000))
    code, told, wrong = bot(data, "backup", str(kept))
    assert (code, wrong) == (0, "")
    assert told.startswith(f"{kept}: 0 members, 0 matches, 1 transfers, ")
    await made(data / "cardroom.db", gift("g", 400))
    code, told, wrong = bot(data, "restore", str(kept))
    assert (code, wrong) == (0, "")
    assert await has(data / "cardroom.db") == 1000
    (aside,) = data.glob("cardroom-before-*.db")
    assert str(aside) in told
    assert await has(aside) == 600
    bot(data, "restore", str(kept))
    assert len([*data.glob("cardroom-before-*.db")]) == 2


async def test_a_backup_beside_a_bot_that_writes(tmp_path: Path) -> None:
    """Three of them, while eight tables play as fast as they can: each is whole, as of one moment, and none waits."""
    path = tmp_path / "room.db"
    process = await child("play", path)
    assert process.stdout is not None
    said = 0
    for number in range(3):
        for _ in range(100):
            assert await process.stdout.readline()
            said += 1
        await asyncio.to_thread(backup, path, tmp_path / f"{number}.zip")
    process.kill()
    await process.stdout.read()
    await process.wait()
    moved = []
    for number in range(3):
        restore(tmp_path / f"{number}.zip", tmp_path / f"{number}.db")
        async with await Store.open(tmp_path / f"{number}.db") as store:
            assert await store.read(ledger.audit) == []
            counted = 0
            for at in TABLES:
                rows = (await store.read(ledger.balances, GUILD, at)).get(escrow(at, "taker"), 0)
                deal = await store.read(journal.running_deal, at)
                assert (len(deal.rows) if deal else 0) == rows % ROWS
                counted += rows
            moved.append(counted)
    assert 90 <= moved[0] < moved[1] < moved[2]


async def test_no_restore_while_the_card_room_is_open(tmp_path: Path) -> None:
    path, kept = tmp_path / "room.db", tmp_path / "kept.zip"
    async with await Store.open(path) as store:
        await store.commit(grant(ANN, 1000))
        backup(path, kept)
        await store.commit(gift("g", 400))
        with pytest.raises(BackupError, match="The card room is open; stop it"):
            await asyncio.to_thread(restore, kept, path)
        await store.commit(gift("h", 100))
    assert await has(path) == 500
    assert names(tmp_path) == ["kept.zip", "room.db"]


async def test_a_database_of_a_later_card_room_is_not_restored(tmp_path: Path) -> None:
    path, kept = tmp_path / "room.db", tmp_path / "kept.zip"
    await made(path, grant(ANN, 1000))
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(BackupError, match="newer card room"):
        backup(path, kept)
    assert not kept.exists()


async def test_books_that_do_not_balance_make_no_backup(tmp_path: Path) -> None:
    path, kept = tmp_path / "room.db", tmp_path / "kept.zip"
    await made(path, grant(ANN, 1000))
    backup(path, kept)
    before = kept.read_bytes()
    db = sqlite3.connect(path)
    db.execute("UPDATE accounts SET balance = balance + 1 WHERE kind = 'member'")
    db.commit()
    db.close()
    with pytest.raises(BackupError, match="The books do not balance"):
        backup(path, kept)
    assert kept.read_bytes() == before


async def test_a_damaged_database_is_replaced_by_a_good_backup(tmp_path: Path) -> None:
    path, kept = tmp_path / "room.db", tmp_path / "kept.zip"
    await made(path, grant(ANN, 1000))
    backup(path, kept)
    path.write_bytes(b"what a pity, " * 5000)
    with pytest.raises(BackupError, match="The card room is open"):
        restore(kept, path, alive=True)
    told = restore(kept, path)
    assert told.aside is not None
    assert told.aside.read_bytes().startswith(b"what a pity")
    assert await has(path) == 1000


@pytest.mark.parametrize("words, sentence", [
    (["backup", "nowhere/kept.zip"], "There is no folder nowhere."),
    (["backup", "README.md"], "README.md is there and is no backup of the card room; choose another name."),
    (["restore", "nothing.zip"], "There is no file nothing.zip."),
    (["restore", "README.md"], "README.md is damaged, or is no backup of the card room."),
])  # fmt: skip
async def test_what_cannot_be_done_is_one_sentence(tmp_path: Path, bot: Bot, words: list[str], sentence: str) -> None:
    await made(tmp_path / "cardroom.db")
    assert bot(tmp_path, *words) == (1, "", f"{sentence}\n")


def test_a_backup_of_nothing(tmp_path: Path, bot: Bot) -> None:
    told = bot(tmp_path / "data", "backup", str(tmp_path / "kept.zip"))
    assert told[2] == f"There is no database at {tmp_path / 'data' / 'cardroom.db'}.\n"


async def test_a_file_that_must_not_grow_leaves_nothing_half(tmp_path: Path) -> None:
    """A limit of the system on the size of files, in place of a disk that fills."""
    await made(tmp_path / "cardroom.db", grant(ANN, 1000))
    kept = tmp_path / "kept.zip"
    backup(tmp_path / "cardroom.db", kept)
    before = kept.read_bytes()
    told = within(60_000, tmp_path, "backup", str(kept))
    assert told.startswith(f"{kept} could not be written; there is no new backup, and an earlier one is as it was")
    told = within(60_000, tmp_path, "restore", str(kept))
    assert told.startswith(f"{tmp_path / 'cardroom.db'} could not be restored and is as it was")
    assert kept.read_bytes() == before
    assert names(tmp_path) == ["cardroom.db", "kept.zip"]
    assert await has(tmp_path / "cardroom.db") == 1000


async def test_a_full_disk_leaves_the_earlier_backup(small_disk: Path, tmp_path: Path) -> None:
    path, kept = tmp_path / "room.db", small_disk / "kept.zip"
    await made(path, grant(ANN, 1000))
    backup(path, kept)
    before = kept.read_bytes()
    one = [(member(GUILD, ANN), -1), (member(GUILD, BOB), 1)]
    units = [Work().do(ledger.transfer, f"t{n}", GUILD, one, "x" * 9000, NOON) for n in range(150)]
    await made(path, *units)
    with pytest.raises(BackupError, match="could not be written; there is no new backup"):
        backup(path, kept)
    assert kept.read_bytes() == before
    assert names(small_disk) == ["kept.zip"]
