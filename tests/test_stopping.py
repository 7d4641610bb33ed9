"""The bot ends within ten seconds of being asked to, whatever it waits for; being asked again ends it at once."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web

from bot.host.calls.permissions import invite
from bot.local.server import LocalDiscord

RUNS = """
import sys
from bot.__main__ import run_bot
from bot.config import Config
from bot.logs import begin_log
from bot.local.wiring import point_discord_at
point_discord_at(sys.argv[1])
begin_log("INFO")
sys.exit(run_bot(Config.read({"CARDROOM_DATA": sys.argv[2]}), "local"))
"""
SECONDS = 10.0


@asynccontextmanager
async def bot_at(url: str, data: Path, before: str = "") -> AsyncIterator[asyncio.subprocess.Process]:
    """The real program as a process, on the Discord at this address; `before` is run first."""
    run = [sys.executable, "-c", before + RUNS, url, str(data)]
    process = await asyncio.create_subprocess_exec(*run, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def ends(process: asyncio.subprocess.Process, how: signal.Signals) -> str:
    """Ask it to end; what it has logged, once it has ended in time."""
    began = time.monotonic()
    process.send_signal(how)
    async with asyncio.timeout(30):
        _, said = await process.communicate()
    assert time.monotonic() - began < SECONDS
    assert process.returncode == 0
    return said.decode()


Talk = Callable[[web.WebSocketResponse, asyncio.Event], Any]


async def no_hello(socket: web.WebSocketResponse, there: asyncio.Event) -> None:
    there.set()
    await asyncio.sleep(60)


async def _hello(socket: web.WebSocketResponse) -> None:
    await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})


async def _identified(socket: web.WebSocketResponse) -> None:
    async for frame in socket:
        if frame.type is WSMsgType.TEXT and json.loads(frame.data)["op"] == 2:
            return


async def no_ready(socket: web.WebSocketResponse, there: asyncio.Event) -> None:
    await _hello(socket)
    await _identified(socket)
    there.set()
    await asyncio.sleep(60)


async def no_session(socket: web.WebSocketResponse, there: asyncio.Event) -> None:
    await _hello(socket)
    await _identified(socket)
    await socket.send_json({"op": 9, "d": False, "s": None, "t": None})
    there.set()
    await socket.receive()


async def no_line(socket: web.WebSocketResponse, there: asyncio.Event) -> None:
    await _hello(socket)
    await _identified(socket)
    there.set()
    await socket.close(code=4000)  # and from now on it answers nobody


READY = {
    "v": 10, "user": {"id": "1", "username": "card-room", "discriminator": "0", "avatar": None}, "guilds": [],
    "session_id": "s", "resume_gateway_url": "ws://127.0.0.1:1/", "application": {"id": "1", "flags": 0},
    "shard": [0, 1],
}  # fmt: skip


async def silent(socket: web.WebSocketResponse, there: asyncio.Event) -> None:
    """It is connected, and then nothing is heard any more, not even a good-bye."""
    await _hello(socket)
    await _identified(socket)
    await socket.send_json({"op": 0, "d": READY, "s": 1, "t": "READY"})
    there.set()
    await asyncio.sleep(60)


async def no_resuming(socket: web.WebSocketResponse, there: asyncio.Event) -> None:
    """It was connected, and is to identify anew."""
    await _hello(socket)
    await _identified(socket)
    await socket.send_json({"op": 0, "d": READY, "s": 1, "t": "READY"})
    await socket.send_json({"op": 9, "d": False, "s": None, "t": None})
    there.set()
    await socket.receive()


@asynccontextmanager
async def gateway(talk: Talk, *, once: bool = False) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """A gateway that does no more than this, and what is set once it has; `once`: the second connection is refused."""
    there, came = asyncio.Event(), 0

    async def serve(request: web.Request) -> web.StreamResponse:
        nonlocal came
        came += 1
        if once and came > 1:
            return web.Response(status=503)
        socket = web.WebSocketResponse(autoclose=False)
        await socket.prepare(request)
        await talk(socket, there)
        return socket

    app = web.Application()
    app.router.add_get("/{rest:.*}", serve)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
    try:
        yield f"ws://127.0.0.1:{port}/", there
    finally:
        await runner.cleanup()


def clean(said: str, which: str = "SIGTERM") -> None:
    """It has told that it closes, and no trouble."""
    assert f"INFO bot.running: {which}: closing" in said
    errors = [line for line in said.splitlines() if " ERROR " in line and "Attempting a reconnect" not in line]
    assert "Traceback" not in said and not errors, said


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_while_it_waits_for_the_first_answer(tmp_path: Path, how: signal.Signals) -> None:
    there = asyncio.Event()

    async def listens(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there.set()
        await asyncio.sleep(60)
        writer.close()

    server = await asyncio.start_server(listens, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with bot_at(f"http://127.0.0.1:{port}", tmp_path) as process:
        await there.wait()
        clean(await ends(process, how), how.name)
    server.close()


async def test_while_it_connects(tmp_path: Path) -> None:
    there = asyncio.Event()

    async def listens(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there.set()
        await asyncio.sleep(60)
        writer.close()

    server = await asyncio.start_server(listens, "127.0.0.1", 0)
    async with LocalDiscord(invited=invite().value) as local:
        local.gateway_url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        async with bot_at(local.url, tmp_path) as process:
            await there.wait()
            clean(await ends(process, signal.SIGTERM))
    server.close()


@pytest.mark.parametrize("talk", [no_hello, no_ready, no_session, no_resuming, silent, no_line])
async def test_in_every_state_of_its_connection(tmp_path: Path, talk: Talk) -> None:
    async with LocalDiscord(invited=invite().value) as local, gateway(talk, once=talk is no_line) as (url, there):
        local.gateway_url = url
        async with bot_at(local.url, tmp_path) as process:
            await there.wait()
            await asyncio.sleep(1)  # it is on its way to the next state, if there is one
            clean(await ends(process, signal.SIGTERM))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_while_it_plays(tmp_path: Path, how: signal.Signals) -> None:
    async with LocalDiscord(invited=invite().value) as local, bot_at(local.url, tmp_path) as process:
        await said(process, "ready as")
        clean(await ends(process, how), how.name)


async def test_being_asked_twice_ends_it_at_once(tmp_path: Path) -> None:
    async with LocalDiscord(invited=invite().value) as local, gateway(silent) as (url, there):
        local.gateway_url = url
        async with bot_at(local.url, tmp_path) as process:
            await there.wait()
            process.send_signal(signal.SIGTERM)
            await said(process, "closing")
            process.send_signal(signal.SIGTERM)
            assert await process.wait() == -signal.SIGTERM, "it has closed nothing more"


async def test_whatever_holds_it_up_it_ends(tmp_path: Path) -> None:
    hangs = "import time; from bot import app, running; running._CLOSING_SECONDS = 1.0\n"
    hangs += "async def close(_): time.sleep(60)\n"
    hangs += "app.CardRoom.close = close\n"
    async with LocalDiscord(invited=invite().value) as local, bot_at(local.url, tmp_path, hangs) as process:
        await said(process, "ready as")
        await ends(process, signal.SIGTERM)


async def said(process: asyncio.subprocess.Process, words: str) -> None:
    """Until it has logged that."""
    assert process.stderr is not None
    while words not in (line := (await process.stderr.readline()).decode()):
        assert line
