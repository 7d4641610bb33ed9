"""`python -m bot check` as it is typed: each line, and its exit status."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import sys
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.local.server import LocalDiscord
from bot.store import Cluster, Store
from bot.store.database import migrate, newest_version
from tests.bench.processes import CardRoom

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.abcdefghijklmnopqrstuvwxyz01"
ON_LOCAL = """
import sys
from bot.__main__ import main
from bot.local.wiring import point_discord_at
point_discord_at(sys.argv[1])
sys.exit(main(["check"]))
"""
NONE_IS_NEEDED = "✓ intents: no privileged one is needed"


async def checked(local: LocalDiscord, data: Path, token: str = TOKEN) -> tuple[int | None, list[str]]:
    """In a process of its own, on this Discord."""
    environment = {**os.environ, "CARDROOM_DATA": str(data), "DISCORD_TOKEN": token}
    run = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ON_LOCAL, local.url, env=environment, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await run.communicate()
    return run.returncode, said.decode().splitlines()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    data = tmp_path / "data"
    monkeypatch.setenv("CARDROOM_DATA", str(data))
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    return data


def lines(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What was said, by what it is about, after it was found that something is wrong."""
    assert main(["check"]) == 1
    said = capsys.readouterr()
    assert said.err == ""
    return {line[2:].partition(":")[0]: line for line in said.out.splitlines()}


async def test_all_is_well_before_the_first_start_and_while_the_bot_runs(tmp_path: Path) -> None:
    async with LocalDiscord() as local:
        status, said = await checked(local, tmp_path / "data")
        assert (status, said[:2]) == (0, [
            f"✓ folder: {tmp_path / 'data'} is not there yet, and the first start makes it.",
            f"✓ database: {tmp_path / 'data' / 'cardroom.db'} is not there yet, and the first start makes it.",
        ])  # fmt: skip
        assert said[2].startswith("✓ fonts: there") and said[3] == "✓ token: DISCORD_TOKEN has the shape of one."
        assert said[4].startswith("✓ Discord: the token is that of ") and said[5] == f"{NONE_IS_NEEDED}."
        assert not (tmp_path / "data").exists(), "it has only looked"
        (tmp_path / "data").mkdir(mode=0o700)
        before = os.umask(0o077)
        async with CardRoom(tmp_path / "data") as room:
            await room.bot.start()
            status, said = await checked(local, tmp_path / "data")
        os.umask(before)
        assert status == 0 and said[:4] == [
            f"✓ folder: {tmp_path / 'data'} can be written to, and nobody else reads what is there.",
            f"✓ database: {tmp_path / 'data' / 'cardroom.db'} opens.",
            f"✓ migrations: all {newest_version()} are done.",
            "✓ books: the accounts of every server sum to zero.",
        ]


async def test_a_token_that_discord_does_not_know_and_intents_that_are_too_many(tmp_path: Path) -> None:
    async with LocalDiscord() as local:
        local.fault("GET /users/@me", 401, 9, {"message": "401: Unauthorized", "code": 0})
        status, said = await checked(local, tmp_path)
        assert (status, said[-1][:41]) == (1, "✗ Discord: it does not know this token: i")
    async with LocalDiscord() as local:
        has_two = {**application(local), "flags": 1 << 14 | 1 << 19, "approximate_guild_count": 1}
        local.fault("GET /oauth2/applications/@me", 200, 9, has_two)
        status, said = await checked(local, tmp_path)
        assert (status, said[-2].endswith(", in 1 server.")) == (0, True)
        assert said[-1] == f"{NONE_IS_NEEDED}; Server Members, Message Content may be turned off under Bot."


def application(local: LocalDiscord) -> dict[str, Any]:
    """The bot's application as Discord tells it."""
    bot = local.world.bot
    return {
        "id": bot["id"], "name": "Card room", "icon": None, "description": "", "verify_key": "", "owner": bot,
        "bot_public": True, "bot_require_code_grant": False, "team": None,
    }  # fmt: skip


async def test_without_a_network_all_else_is_told(tmp_path: Path) -> None:
    async with LocalDiscord() as local:
        pass
    status, said = await checked(local, tmp_path)
    assert status == 1 and said[-1].startswith("✗ Discord: it cannot be reached (Cannot connect to host 127.0.0.1")
    assert [line[0] for line in said[:-1]] == ["✓"] * 4


@pytest.mark.parametrize("token", ["no-token", "a.b.c", "x" * 32, TOKEN.replace("MTIz", "aaaa"), f"Bot {TOKEN}"])
def test_what_is_no_token(token: str, data: Path, capsys: pytest.CaptureFixture[str],
                          monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    assert lines(capsys)["token"].startswith("✗ token: DISCORD_TOKEN is not set: in the developer portal")
    monkeypatch.setenv("DISCORD_TOKEN", token)
    said = lines(capsys)
    assert said["token"].startswith("✗ token: DISCORD_TOKEN is none (") and "Discord" not in said
    assert token not in "".join(said.values())


def test_records_that_cannot_be_used(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data.mkdir(mode=0o700)
    file = data / "cardroom.db"
    file.touch(0o600)
    assert "is none of the card room: move it away" in lines(capsys)["database"]
    file.write_bytes(b"no database at all" * 100)
    assert lines(capsys)["database"].startswith(f"✗ database: {file} cannot be read (")
    file.unlink()
    file.touch(0o600)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        migrate(db, newest_version() - 2)
        said = lines(capsys)
        assert said["database"] == f"✓ database: {file} opens."
        assert said["migrations"] == (
            "✓ migrations: the next start brings the records up to date (2 to do): make a backup before it."
        )
        migrate(db)
        assert lines(capsys)["books"] == "✓ books: the accounts of every server sum to zero."
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("INSERT INTO accounts (guild, kind, balance) VALUES (1, 'mint', -500)")
        assert lines(capsys)["books"].startswith("✗ books: there are servers whose accounts do not sum to zero: ")
        db.execute("PRAGMA user_version = 9999")
        assert lines(capsys)["migrations"].startswith(
            "✗ migrations: a newer card room than this one made the records: "
        )


async def test_which_processes_run_on_a_database(
    postgres_database: str, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDROOM_DATABASE", postgres_database)
    said = lines(capsys)
    assert said["PostgreSQL"].startswith("✓ PostgreSQL: its version is 1")
    assert said["cluster"] == "✓ cluster: 0/1 is free."
    assert said["database"] == "✓ database: the database of CARDROOM_DATABASE opens."
    async with AsyncExitStack() as stores:
        for number in (0, 1):
            await stores.enter_async_context(await Store.open(postgres_database, cluster=Cluster(number, 3)))
        assert lines(capsys)["cluster"] == (
            "✗ cluster: 0/1 has to wait until those of another total have ended; 0/3, 1/3 run."
        )
        monkeypatch.setenv("CARDROOM_CLUSTER", "2/3")
        assert lines(capsys)["cluster"] == "✓ cluster: 2/3 is free; 0/3, 1/3 run."
        monkeypatch.setenv("CARDROOM_CLUSTER", "1/3")
        assert lines(capsys)["cluster"] == "✓ cluster: 1/3 runs already; 0/3 runs."


def test_a_server_that_is_too_old(
    postgres_database: str, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDROOM_DATABASE", postgres_database)
    monkeypatch.setattr("bot.check.OLDEST", 99)
    assert re.fullmatch(r"✗ PostgreSQL: its version is \d+: it must be 99 or newer\.", lines(capsys)["PostgreSQL"])


def test_a_folder_that_others_read_or_that_cannot_be_written_to(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data.mkdir(mode=0o700)
    (data / "friday.zip").touch(0o644)
    os.chmod(data / "friday.zip", 0o644)
    assert lines(capsys)["folder"] == (
        f"✗ folder: others on this machine may read {data / 'friday.zip'}: chmod -R go-rwx {data}."
    )
    assert (data / "friday.zip").stat().st_mode & 0o077 == 0o044, "it has only looked"
    monkeypatch.setenv("CARDROOM_DATA", "/proc/cardroom")
    assert lines(capsys)["folder"].startswith("✗ folder: /proc cannot be written to (")
