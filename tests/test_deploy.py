"""The files in `deploy/` say what is true of this program."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from bot import running
from bot.__main__ import parser
from bot.config import Config
from tests import postgres
from tests.bench.processes import CardRoom
from tests.host.test_metrics import free_port, until_healthy

DEPLOY = Path(__file__).parents[1] / "deploy"


UNITS = ["cardroom.service", "cardroom@.service"]
COMPOSED = ["compose.yaml", "compose.postgres.yaml"]
DATABASE = "postgresql://cardroom@database/cardroom"


def unit(name: str) -> RawConfigParser:
    read = RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(DEPLOY / name)
    return read


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_starts_this_program_and_lets_it_end(name: str) -> None:
    service = unit(name)["Service"]
    start = service["ExecStart"]
    program, *typed = start[start.index("/opt") :].split()
    assert program == f"{service['WorkingDirectory']}/.venv/bin/python" and typed[:2] == ["-m", "bot"]
    assert parser().parse_args(typed[2:]).command is None
    assert Config.read(dict([service["Environment"].split("=")])).data == Path("/var/lib") / service["StateDirectory"]
    assert running._CLOSING_SECONDS < 10 < int(service["TimeoutStopSec"]) and service["KillMode"] == "mixed"


def test_a_unit_of_several_has_its_number_and_the_total_of_all() -> None:
    command, said, *_ = unit("cardroom@.service")["Service"]["ExecStart"].split()
    assert command == "/usr/bin/env"
    name, _, cluster = said.partition("=")
    cluster = cluster.replace("%i", "2").replace("${CARDROOM_TOTAL}", "8")
    assert Config.read({name: cluster, "CARDROOM_DATABASE": DATABASE}).cluster == (2, 8)


def test_the_composed_processes_have_a_number_each_and_one_database() -> None:
    compose = (DEPLOY / "compose.postgres.yaml").read_text()
    (address,) = re.findall(r"CARDROOM_DATABASE: (.+)", compose)
    clusters = re.findall(r"CARDROOM_CLUSTER: (\S+)", compose)
    read = [Config.read({"CARDROOM_CLUSTER": each, "CARDROOM_DATABASE": address}).cluster for each in clusters]
    assert read == [(number, len(clusters)) for number in range(len(clusters))]
    assert len(re.findall(r"<<: \*bot\n", compose)) == len(clusters)


def test_the_health_check_of_the_database_asks_for_the_one_that_is_made(postgres_server: str) -> None:
    compose = (DEPLOY / "compose.postgres.yaml").read_text()
    (check,) = re.findall(r"test: \[CMD, pg_isready, (.*)\]", compose)
    typed = dict(word.removeprefix("--").split("=") for word in check.split(", "))
    assert typed["username"] == re.findall(r"POSTGRES_USER: (\S+)", compose)[0]
    assert typed["dbname"] == re.findall(r"POSTGRES_DB: (\S+)", compose)[0]
    programs = postgres.programs()
    assert programs is not None
    known = {"host": conninfo_to_dict(postgres_server)["host"]}
    options = [f"--{name}={value}" for name, value in {**typed, **known}.items()]
    assert subprocess.run([programs / "pg_isready", *options]).returncode == 0


@pytest.mark.parametrize("name", COMPOSED)
async def test_the_health_check_of_the_container_looks_where_the_page_is(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose = (DEPLOY / name).read_text()
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
