"""The figures for operators, on the real program: the page is fetched, people press, it is fetched again."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from bot.__main__ import main
from bot.app import CardRoom as App
from bot.config import Config
from bot.host.calls.permissions import invite
from bot.host.metrics import KINDS, Figures, route
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import Trouble
from tests.bench.processes import CardRoom
from tests.bench.tables import Table

Figure = dict[tuple[str, ...], float]
"""By the values of its labels."""
TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


async def fetched(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as response:
        return response.status, await response.text()


async def figures(port: int) -> dict[str, Figure]:
    status, text = await fetched(port, "/metrics")
    assert status == 200
    found: dict[str, Figure] = {}
    family: Metric
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[tuple(sample.labels.values())] = sample.value
    return found


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    port = free_port()
    monkeypatch.setenv("CARDROOM_METRICS", f"127.0.0.1:{port}")
    return port


async def until_healthy(port: int) -> None:
    async with asyncio.timeout(30):
        while (await fetched(port, "/healthz"))[0] != 200:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_what_people_do_is_counted_and_nobody_is_named(tmp_path: Path, port: int) -> None:
    async with CardRoom(tmp_path) as room:
        await room.bot.start()
        await until_healthy(port)
        assert await fetched(port, "/healthz") == (200, "All is well.\n")
        before = await figures(port)
        assert before["cardroom_presses_total"] == {(kind,): 0 for kind in KINDS.values()}
        assert sum(before["cardroom_tables"].values()) == 0
        (ana,) = await room.people(["Annabel"])
        async with room.person(ana) as person:
            channel = next(c["id"] for c in (await room.get("state", user=ana))["channels"] if c["name"] == "lobby")
            table = Table([person], channel, rng=random.Random(1))
            await table.open("hearts", house=3)
            await table.start()
            await table.hands()
            for _ in range(3):
                await table.play()
            async with asyncio.timeout(30):
                while not _all_acknowledged(after := await figures(port)):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)  # Discord's answer to the last one may be on its way
        assert after["cardroom_tables"][("deal",)] == 1 and sum(after["cardroom_tables"].values()) == 1
        presses = after["cardroom_presses_total"]
        assert presses[("command",)] == 4 and presses[("control",)] >= 5
        assert 1 <= after["cardroom_press_picture_seconds_count"][("control",)] <= presses[("control",)]
        assert 0 < after["cardroom_press_picture_seconds_sum"][("control",)] < 30
        calls = after["cardroom_discord_calls_total"]
        answers = sum(n for (_, where, _), n in calls.items() if where == "/interactions/:id/:id/callback")
        assert answers == sum(presses.values())
        assert calls[("POST", "/channels/:id/messages", "200")] >= 1
        assert after["cardroom_commit_seconds_count"][()] > before["cardroom_commit_seconds_count"][()]
        assert after["cardroom_transactions_total"][()] >= 5
        assert after["cardroom_event_loop_lag_seconds_count"][()] > before["cardroom_event_loop_lag_seconds_count"][()]
        assert after["cardroom_pictures_waiting"].keys() == {("pressed",), ("decides",), ("later",)}
        assert after["cardroom_shard_connected"] == {("0",): 1}
        assert after["cardroom_cluster_info"] == {("0", "1"): 1}
        assert after["process_resident_memory_bytes"][()] > 2**20
        assert after["cardroom_drawing_resident_memory_bytes"][()] > 2**20
        assert after["cardroom_log_records_total"][("error",)] == 0
        text = (await fetched(port, "/metrics"))[1]
        assert not re.search(r"\d{15,}(?!\.|e)", "".join(re.findall(r"\{.*?\}", text))), "an id in a label"
        assert not [word for word in ("Annabel", ana, channel, table.id, room.secret) if word in text]


def _all_acknowledged(found: dict[str, Figure]) -> bool:
    presses = {kind: number for kind, number in found["cardroom_presses_total"].items() if number}
    return found["cardroom_press_acknowledged_seconds_count"] == presses


@asynccontextmanager
async def watched(tmp_path: Path, port: int) -> AsyncIterator[tuple[LocalDiscord, App]]:
    """A bot in this process, with its figures at this port."""
    counting = Figures()
    async with LocalDiscord(invited=invite().value) as local, counting.page("127.0.0.1", port):
        point_discord_at(local.url)
        bot = App(tmp_path / "cardroom.db", figures=counting)
        assert await fetched(port, "/healthz") == (503, "Discord has not let the bot in yet.\n")
        runs = asyncio.create_task(bot.start("local"))
        try:
            await until_healthy(port)
            yield local, bot
        finally:
            await bot.close()
            assert await fetched(port, "/healthz") == (503, "The card room is closing.\n")
            await asyncio.gather(runs, return_exceptions=True)


async def test_refusals_of_discord_and_errors_are_counted(tmp_path: Path) -> None:
    port = free_port()
    async with watched(tmp_path, port) as (local, bot), Person(local.url, local.secret, "Ana") as ana:
        local.fault("POST /channels/{channel_id}/messages", 429, 1, {"retry_after": 0.05, "message": "", "code": 0})
        channel = next(c["id"] for c in local.world.channels.values() if c.get("name") == "lobby")
        await ana.slash(channel, "red-dog")
        await ana.message(lambda m: bool(m["components"]), channel=channel)
        logging.getLogger("bot").error("something is wrong")
        after = await figures(port)
        sent = {status: n for (_, where, status), n in after["cardroom_discord_calls_total"].items()
                if where == "/channels/:id/messages"}  # fmt: skip
        assert sent["429"] == 1 and sent["200"] >= 1
        assert after["cardroom_log_records_total"][("error",)] == 1
        assert after["cardroom_tables"][("lobby",)] == len(bot.room.sessions) == 1


async def test_without_the_records_or_the_gateway_it_is_not_healthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise Trouble("The disk is gone.")

    port = free_port()
    async with watched(tmp_path, port) as (local, bot):
        with monkeypatch.context() as broken:
            broken.setattr(bot.room.store, "read", fails)
            assert await fetched(port, "/healthz") == (503, "The records do not answer: The disk is gone.\n")
        await until_healthy(port)
        with monkeypatch.context() as full:
            full.setattr(bot.room.store, "commit", fails)
            await bot.room.uptime._note_beat()
            assert await fetched(port, "/healthz") == (503, "The records take nothing just now.\n")
        await bot.room.uptime._note_beat()
        await until_healthy(port)
        local.gateway_url = "ws://127.0.0.1:1/"
        await local.drop_gateway(resume=False)
        async with asyncio.timeout(30):
            while (answer := await fetched(port, "/healthz"))[0] == 200:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert answer == (503, "The connection to Discord is lost.\n")
        assert (await figures(port))["cardroom_shard_connected"] == {("0",): 0}


def test_off_unless_it_is_set_and_only_where_it_is_told(capsys: pytest.CaptureFixture[str],
                                                        monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    assert Config.read({}).metrics is None
    assert Config.read({"CARDROOM_METRICS": "[::1]:9464"}).metrics == ("::1", 9464)
    for wrong in ("9464", ":9464", "localhost", "localhost:x", "localhost:99999", "a@b:1", "http://a:1/"):
        monkeypatch.setenv("CARDROOM_METRICS", wrong)
        assert main([]) == 1
        said = f"CARDROOM_METRICS is a host and a port, as in 127.0.0.1:9464, not {wrong!r}.\n"
        assert capsys.readouterr().err == said


def test_a_port_that_is_taken_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                                monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setenv("CARDROOM_DATA", str(tmp_path))
    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setenv("CARDROOM_METRICS", f"127.0.0.1:{port}")
        assert main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"CARDROOM_METRICS: no page can stand at 127.0.0.1:{port}: ") and said.count("\n") == 1


@pytest.mark.parametrize("path, shown", [
    ("/api/v10/channels/123/messages/456", "/channels/:id/messages/:id"),
    (f"/api/v10/interactions/123/{TOKEN}/callback", "/interactions/:id/:id/callback"),
    (f"/api/v10/webhooks/123/{TOKEN}/messages/@original", "/webhooks/:id/:id/messages/@original"),
    ("/api/v10/guilds/1/scheduled-events", "/guilds/:id/scheduled-events"),
    ("/api/v10/something/new", "/:id/:id"),
])  # fmt: skip
def test_a_route_has_no_ids_and_no_tokens(path: str, shown: str) -> None:
    assert route(path) == shown
