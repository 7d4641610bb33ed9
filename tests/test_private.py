"""Nobody but the bot's user reads what it keeps, however open the folder was before; every way is the program's own."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot import running
from bot.__main__ import main
from bot.private import keep_private

from .test_running import process


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    """Its user's umask lets everybody read what is made."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What others may read or enter. A log of SQLite's may go while this looks at it."""
    found: list[str] = []
    for path in (folder, *folder.rglob("*")):
        with suppress(FileNotFoundError):
            if not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & 0o077:
                found.append(str(path))
    return found


def bot(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CARDROOM_DATA": str(data)}
    environment.pop("DISCORD_TOKEN", None)
    return subprocess.run([sys.executable, "-m", "bot", *words], env=environment, text=True, capture_output=True,
                          check=False)  # fmt: skip


def played(data: Path) -> str:
    """The bot has run on this folder, and is over; what it has said."""
    try:
        with process("-m", "bot", "--port", "0", data=data) as (_, says):
            lines = [""]
            while "ready as" not in lines[-1]:
                lines.append(says.readline())
                assert lines[-1], "".join(lines)
            assert open_to_others(data) == [], "while it runs, with its logs beside it"
            assert (data / "cardroom.db-wal").exists() and (data / "local" / "world.db").exists()
            os.kill(json.loads((data / "bot.lock").read_text())["pid"], 15)
            return "".join(lines) + says.read()
    finally:
        running.stop_local(data)


def test_a_new_folder_an_old_one_and_backups(tmp_path: Path) -> None:
    data = tmp_path / "data"
    played(data)
    assert open_to_others(data) == []
    assert bot(data, "backup", str(data / "friday.zip")).returncode == 0
    assert bot(data, "backup", str(tmp_path / "elsewhere.zip")).returncode == 0
    assert open_to_others(data) == [] and not (tmp_path / "elsewhere.zip").stat().st_mode & 0o077
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert len(open_to_others(data)) > 6
    assert bot(data, "restore", str(data / "friday.zip")).returncode == 0
    assert len([*data.glob("cardroom-before-*")]) == 1
    assert open_to_others(data) == [], "that, and the database that it has put aside"
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert "Others on this machine" not in played(data)
    assert open_to_others(data) == []


def test_a_folder_that_everybody_shares_is_left_alone_and_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tmp_path.chmod(0o1777)
    (tmp_path / "cardroom.db").write_text("chips")
    keep_private(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
    assert stat.S_IMODE((tmp_path / "cardroom.db").stat().st_mode) == 0o600, "what is ours there is mended all the same"
    (told,) = caplog.messages
    assert told == f"Others on this machine may read the records: {tmp_path}: it is a folder that everybody shares."


def test_what_cannot_be_mended_is_said_in_a_sentence_and_the_bot_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.setenv("CARDROOM_DATA", str(tmp_path))

    def refused(path: Path, _: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    monkeypatch.setattr(Path, "chmod", refused)
    assert main(["backup", str(tmp_path / "a.zip")]) == 1
    said = capsys.readouterr().err
    assert f"There is no database at {tmp_path / 'cardroom.db'}." in said, "it has gone on"


@pytest.mark.parametrize("keeps", [True, False])
def test_a_disk_that_keeps_no_permissions_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, keeps: bool
) -> None:
    (tmp_path / "data").mkdir(mode=0o755)
    if not keeps:
        monkeypatch.setattr(Path, "chmod", lambda *_: None)
    keep_private(tmp_path / "data")
    assert caplog.messages == ([] if keeps else [
        f"Others on this machine may read the records: {tmp_path / 'data'}: its disk keeps no permissions."
    ])  # fmt: skip


def test_what_is_not_ours_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("to a friend")
    (tmp_path / "elsewhere").mkdir()
    os.symlink(tmp_path / "letter.txt", tmp_path / "cardroom.db")
    keep_private(tmp_path)
    assert stat.S_IMODE((tmp_path / "letter.txt").stat().st_mode) == 0o644
    assert stat.S_IMODE((tmp_path / "elsewhere").stat().st_mode) == 0o755
