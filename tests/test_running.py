"""What `make play` and `make stop` say and do about what runs already, in one line each."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import discord
import discord.http
import pytest

from bot import running
from bot.__main__ import main
from bot.logs import in_one_line
from bot.running import LOCAL, REAL, Occupied, only_bot, stop_bot
from bot.store.errors import Corrupt

ROOT = Path(__file__).resolve().parent.parent
HOLDS = """
import sys, time
from pathlib import Path
from bot.running import LOCAL, only_bot
with only_bot(Path(sys.argv[1]), LOCAL):
    print("in", flush=True)
    time.sleep(60)
"""


@contextmanager
def process(*arguments: str, data: Path) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """Another process, and what it says."""
    environment = {**os.environ, "CARDROOM_DATA": str(data)}
    environment.pop("DISCORD_TOKEN", None)
    started = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=environment, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
    try:
        assert started.stdout is not None
        yield started, started.stdout
    finally:
        started.kill()
        started.communicate()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDROOM_DATA", str(tmp_path))
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    return tmp_path


def test_there_is_one_bot_to_a_folder(data: Path) -> None:
    with only_bot(data, LOCAL), pytest.raises(Occupied, match="already"), only_bot(data, LOCAL):
        pass
    with only_bot(data, LOCAL):
        pass


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_bot_that_was_killed_holds_nothing(data: Path, how: signal.Signals) -> None:
    with process("-c", HOLDS, str(data), data=data) as (bot, says):
        assert says.readline() == "in\n"
        with pytest.raises(Occupied), only_bot(data, LOCAL):
            pass
        bot.send_signal(how)
        bot.wait()
        with only_bot(data, LOCAL):
            pass


def test_stop_ends_the_bot_and_says_so_once(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with process("-c", HOLDS, str(data), data=data) as (bot, says):
        assert says.readline() == "in\n"
        assert main(["--stop"]) == 0
        assert bot.wait() == -signal.SIGTERM
    assert main(["--stop"]) == 0
    assert capsys.readouterr().out == "The card room is closed.\nThe card room was not open.\n"


def test_a_bot_of_another_machine_is_not_looked_for_here(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with only_bot(data, LOCAL):
        (data / "bot.lock").write_text(json.dumps({"pid": os.getpid(), "machine": "elsewhere"}))
        assert main(["--stop"]) == 1
    assert capsys.readouterr().err == f"The bot of {data} runs on elsewhere: end it there.\n"
    assert not stop_bot(data)


def test_a_second_play_says_where_the_card_room_is(data: Path, capsys: pytest.CaptureFixture[str],
                                                   monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    (data / "cardroom.db").write_text("chips")
    monkeypatch.setattr(running, "announced", lambda _: {"page": "http://127.0.0.1:1/?secret=x"})
    with only_bot(data, LOCAL):
        assert main([]) == 0
        said = capsys.readouterr()
        assert "open already: http://127.0.0.1:1/?secret=x" in said.out and len(said.out.splitlines()) == 1
        assert main(["--fresh"]) == 1
        said = capsys.readouterr()
        assert "already" in said.err and len(said.err.splitlines()) == 1 and said.out == ""
    assert (data / "cardroom.db").read_text() == "chips", "nobody's chips are taken away under their hands"
    with only_bot(data, REAL):
        assert main([]) == 1
        assert "already" in capsys.readouterr().err, "that one is not in the room that is announced"


def test_a_second_bot_with_a_token_is_refused(data: Path, capsys: pytest.CaptureFixture[str],
                                              monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    with only_bot(data, LOCAL):
        assert main([]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_network_without_discord_is_said_in_a_line(data: Path, capsys: pytest.CaptureFixture[str],
                                                     monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{nobody.getsockname()[1]}/api/v10")
    assert main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith("Discord cannot be reached: ") and len(said.splitlines()) == 1


@pytest.mark.parametrize("trouble, sentence", [
    (discord.LoginFailure("no"), "Discord does not know this token"),
    (Corrupt("The records were made by a newer card room than this one."), "cardroom.db: The records were made by a"),
    (discord.ConnectionClosed(SimpleNamespace(close_code=4011), shard_id=0), "Discord has ended the connection (4011)"),  # type: ignore[arg-type]
])  # fmt: skip
def test_what_stands_in_the_way_is_said_in_a_line(trouble: Exception, sentence: str, data: Path,
                                                  capsys: pytest.CaptureFixture[str],
                                                  monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    async def fails(*_: object) -> None:
        raise trouble

    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    monkeypatch.setattr("bot.app.CardRoom.start", fails)
    assert main([]) == 1
    said = capsys.readouterr().err
    assert sentence in said and len(said.splitlines()) == 1


def test_a_port_that_is_taken_is_said_in_a_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["--port", str(port)]) == 1
    said = capsys.readouterr().err
    assert said == (
        f"The local Discord cannot start on port {port}: Address already in use."
        f" Is another port free? make play PORT={port + 1}\n"
    )


def test_the_bot_goes_with_its_local_discord_and_says_no_more(data: Path) -> None:
    with ExitStack() as after:
        after.callback(running.stop_local, data)
        bot, says = after.enter_context(process("-m", "bot", "--port", "0", data=data))
        lines: list[str] = []
        while not lines or "ready as" not in lines[-1]:
            lines.append(says.readline())
            assert lines[-1], "".join(lines)
        local = json.loads((data / "local" / "announce.json").read_text())
        os.kill(local["pid"], signal.SIGKILL)
        rest = says.read()
        assert bot.wait() == 1
    assert [line for line in rest.splitlines() if " INFO " not in line] == [
        "The local Discord has gone, so the card room is closed; `make play` opens it again."
    ]


async def test_a_local_discord_is_gone_once_it_takes_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LOOK_SECONDS", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as there:
        url = f"http://127.0.0.1:{there.getsockname()[1]}"
        assert running.answers(url)
        waiting = asyncio.create_task(running.until_gone(url))
        await asyncio.sleep(0.02)
        assert not waiting.done()
    assert not running.answers(url)
    monkeypatch.setattr(running, "GONE_SECONDS", 0.0)
    await waiting


@pytest.mark.parametrize("level", ["LOUD", "5", "INFO,"])
def test_a_level_that_is_none_is_said_in_a_line(level: str, data: Path, capsys: pytest.CaptureFixture[str],
                                                monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setenv("CARDROOM_LOG", level)
    assert main([]) == 1
    assert capsys.readouterr().err == f"CARDROOM_LOG is DEBUG, INFO, WARNING or ERROR, not {level!r}.\n"


def test_a_format_of_the_log_that_is_none(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDROOM_LOG_FORMAT", "xml")
    assert main([]) == 1
    assert capsys.readouterr().err == "CARDROOM_LOG_FORMAT is text or json, not 'xml'.\n"


def test_a_lost_connection_is_logged_in_a_line() -> None:
    try:
        raise ConnectionRefusedError("nobody is there")
    except ConnectionRefusedError:
        record = logging.LogRecord(
            "discord.shard",
            logging.ERROR,
            "",
            0,
            "Attempting a reconnect for shard ID %s in %.2fs",
            (1, 2.5),
            sys.exc_info(),
        )
    assert in_one_line(record)
    assert logging.Formatter().format(record) == ("Attempting a reconnect for shard ID 1 in 2.50s: nobody is there")
