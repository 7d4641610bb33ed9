"""The files in `deploy/` say what is true of this program."""

from __future__ import annotations

import asyncio
import re
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest

from bot import running
from bot.__main__ import parser
from bot.config import Config
from tests.bench.processes import CardRoom
from tests.host.test_metrics import free_port, until_healthy

DEPLOY = Path(__file__).parents[1] / "deploy"


def unit() -> RawConfigParser:
    read = RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(DEPLOY / "cardroom.service")
    return read


def test_the_unit_starts_this_program_and_lets_it_end() -> None:
    service = unit()["Service"]
    program, *typed = service["ExecStart"].split()
    assert program == f"{service['WorkingDirectory']}/.venv/bin/python" and typed[:2] == ["-m", "bot"]
    assert parser().parse_args(typed[2:]).command is None
    assert Config.read(dict([service["Environment"].split("=")])).data == Path("/var/lib") / service["StateDirectory"]
    assert running._CLOSING_SECONDS < 10 < int(service["TimeoutStopSec"]) and service["KillMode"] == "mixed"


async def test_the_health_check_of_the_container_looks_where_the_page_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    (address,) = re.findall(r"CARDROOM_METRICS: (\S+)", compose)
    (check,) = re.findall(r'test: \[CMD, python, -c, "(.*)"\]', compose)
    assert f"//{address}/healthz" in check
    (grace,) = re.findall(r"stop_grace_period: (\d+)s", compose)
    assert running._CLOSING_SECONDS < 10 < int(grace)
    port = free_port()  # another bot may be at the usual one
    check = check.replace(address, f"127.0.0.1:{port}")

    async def healthy() -> bool:
        run = await asyncio.create_subprocess_exec(sys.executable, "-c", check, stderr=asyncio.subprocess.DEVNULL)
        return await run.wait() == 0

    assert not await healthy()
    monkeypatch.setenv("CARDROOM_METRICS", f"127.0.0.1:{port}")
    async with CardRoom(tmp_path) as room:
        await room.bot.start()
        await until_healthy(port)
        assert await healthy()
