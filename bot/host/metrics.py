"""Figures for operators: `/metrics`, as Prometheus reads it, and `/healthz`.

They are collected here alone, from outside: calls to Discord by aiohttp's tracing, presses as the gateway tells them,
and what is counted elsewhere anyway when the page is asked for. No label holds an id, a name, a card or a token.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace

import aiohttp
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.aiohttp import make_aiohttp_handler
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from bot.store import Store, StoreError, heartbeat
from bot.table.state import BETWEEN, DEAL, LOBBY, OVER, PICK

from .calls.unread import JSON
from .room import Room, RoomClient

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
LOOK_SECONDS = 0.25
"""How often it is measured how late the event loop is."""
WAITED_SECONDS = 60.0
"""A press that has not been answered with a picture by then will not be."""
STORE_SECONDS = 2.0
"""How long the records have to answer."""
PAUSED = "paused"
KINDS = {2: "command", 3: "control", 5: "form"}
"""What people press, by Discord's types of interaction; being asked what could be typed is none of these."""

_WORDS = {
    "@me", "@original", "applications", "archived", "bot", "callback", "channels", "commands", "emojis", "gateway",
    "guilds", "interactions", "members", "messages", "oauth2", "permissions", "private", "public", "roles",
    "scheduled-events", "thread-members", "threads", "users", "webhooks",
}  # fmt: skip
"""What stands in the path of a call besides ids and tokens."""


def route(path: str) -> str:
    """The path of a call without whatever is no word of Discord's: `/channels/:id/messages`."""
    parts = path.removeprefix("/api/").split("/")[1:]  # without the version
    return "".join(f"/{part if part in _WORDS else ':id'}" for part in parts)


class Figures:
    """What is counted from the start on."""

    def __init__(self) -> None:
        self.registry = new = CollectorRegistry()
        self._client: RoomClient | None = None
        self._came: OrderedDict[str, tuple[str, float]] = OrderedDict()
        """The kind of each press that has not been answered with a picture, and when it came, by its token."""
        self._presses = Counter("cardroom_presses", "What people have pressed, sent or typed.", ["kind"], registry=new)
        self._acknowledged = Histogram(
            "cardroom_press_acknowledged_seconds", "From a press to its first answer that Discord has taken.", ["kind"],
            buckets=SECONDS, registry=new,
        )  # fmt: skip
        self._pictured = Histogram(
            "cardroom_press_picture_seconds", "From a press to the answer to it that brings its picture.", ["kind"],
            buckets=SECONDS, registry=new,
        )  # fmt: skip
        self._calls = Counter(
            "cardroom_discord_calls", "Calls to Discord, by Discord's answer (429: too many; none: no answer).",
            ["method", "route", "status"], registry=new,
        )  # fmt: skip
        self._commits = Histogram(
            "cardroom_commit_seconds", "From asking for a change to be stored to its being on the disk.",
            buckets=SECONDS, registry=new,
        )  # fmt: skip
        self._late = Histogram(
            "cardroom_event_loop_lag_seconds", "How late the event loop is, looked at four times a second.",
            buckets=SECONDS, registry=new,
        )  # fmt: skip
        self._logged = Counter("cardroom_log_records", "What was logged.", ["level"], registry=new)
        for kind in KINDS.values():
            self._presses.labels(kind)
        for level in ("warning", "error", "critical"):
            self._logged.labels(level)
        ProcessCollector(registry=new)
        new.register(_Now(lambda: self._client))

    @property
    def _room(self) -> Room | None:
        return None if self._client is None else _room_of(self._client)

    def watch(self, client: RoomClient) -> None:
        """Count what this client, which has not begun yet, hears and calls."""
        self._client = client
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._unanswered)
        client.http.http_trace = trace
        parsers = client._connection.parsers  # pyright: ignore[reportPrivateUsage]
        parse = parsers["INTERACTION_CREATE"]

        def reads(data: JSON) -> None:
            self._pressed(data)
            parse(data)

        parsers["INTERACTION_CREATE"] = reads

    def watch_store(self, store: Store) -> None:
        """Measure its commits."""
        store.time_commits(self._commits.observe)

    # ---- presses and calls ---------------------------------------------------------------

    def _pressed(self, data: JSON) -> None:
        kind, token = KINDS.get(int(str(data.get("type", 0)))), data.get("token")
        if kind is None or not isinstance(token, str):
            return
        now = asyncio.get_running_loop().time()
        while self._came and next(iter(self._came.values()))[1] < now - WAITED_SECONDS:
            self._came.popitem(last=False)
        self._came[token] = kind, now
        self._presses.labels(kind).inc()

    async def _answered(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, call: aiohttp.TraceRequestEndParams
    ) -> None:
        if not call.url.path.startswith("/api/"):  # a picture of somebody, or the gateway
            return
        where, status = route(call.url.path), call.response.status
        self._calls.labels(call.method, where, str(status)).inc()
        if status >= 300 or not where.startswith(("/interactions/", "/webhooks/")):
            return
        token = call.url.path.split("/")[5]
        if (came := self._came.get(token)) is None:
            return
        kind, at = came
        took = asyncio.get_running_loop().time() - at
        if where.endswith("/callback"):
            self._acknowledged.labels(kind).observe(took)
        if call.response.request_info.headers.get("Content-Type", "").startswith("multipart/"):
            self._pictured.labels(kind).observe(took)
            del self._came[token]

    async def _unanswered(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, call: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if call.url.path.startswith("/api/"):
            self._calls.labels(call.method, route(call.url.path), "none").inc()

    # ---- the page ------------------------------------------------------------------------

    @asynccontextmanager
    async def page(self, host: str, port: int) -> AsyncIterator[None]:
        """The figures can be fetched there, and the event loop and the log are watched. Raises OSError."""
        app = web.Application()
        app.router.add_get("/metrics", make_aiohttp_handler(self.registry))
        app.router.add_get("/healthz", self._healthz)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        counting, lag = _Logged(self._logged), asyncio.create_task(self._measure_lag())
        logging.getLogger().addHandler(counting)
        try:
            try:
                await web.TCPSite(runner, host, port).start()
            except OSError as error:
                why = os.strerror(error.errno) if error.errno else str(error)
                raise OSError(f"CARDROOM_METRICS: no page can stand at {host}:{port}: {why}.") from error
            yield
        finally:
            logging.getLogger().removeHandler(counting)
            lag.cancel()
            await runner.cleanup()

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            self._late.observe(max(0.0, loop.time() - due))

    async def _healthz(self, _: web.Request) -> web.Response:
        trouble = await self._trouble()
        return web.Response(text=f"{trouble or 'All is well.'}\n", status=503 if trouble else 200)

    async def _trouble(self) -> str | None:
        """Why the card room cannot be played in, in a line."""
        client, room = self._client, self._room
        if client is None or room is None or not client.is_ready():
            return "Discord has not let the bot in yet."
        if client.closing or client.is_closed():
            return "The card room is closing."
        if room.time.offline:
            return "The connection to Discord is lost."
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await room.store.read(heartbeat.last_beat, room.store.cluster)
        except TimeoutError:
            return "The records do not answer."
        except StoreError as trouble:
            return f"The records do not answer: {trouble}"
        return "The records take nothing just now." if room.uptime.unnoted else None


def _room_of(client: RoomClient) -> Room | None:
    """Its room, once it has one."""
    return getattr(client, "room", None)


class _Logged(logging.Handler):
    """Counts what is logged as a warning or worse."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.WARNING)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        self._counter.labels(record.levelname.lower()).inc()


class _Now(Collector):
    """What can be told of the room when it is asked for."""

    def __init__(self, client: Callable[[], RoomClient | None]) -> None:
        self._client = client

    def collect(self) -> Iterator[Metric]:
        client = self._client()
        if client is None or (room := _room_of(client)) is None:
            return
        number, total = map(str, room.store.cluster)
        yield InfoMetricFamily(
            "cardroom_cluster", "Which of how many processes this is.", value={"number": number, "total": total}
        )
        yield _by("cardroom_tables", "Open tables, by what they are at.", "phase", _phases(room))
        waiting = {rank.name.lower(): float(count) for rank, count in room.render_queue.waiting.items()}
        yield _by("cardroom_pictures_waiting", "Pictures that wait to be begun, by who waits.", "rank", waiting)
        there = {str(number): float(not room.time.shards[number].lost) for number in client.shards}
        yield _by("cardroom_shard_connected", "Whether each connection to Discord is there.", "shard", there)
        latency = {str(number): seconds for number, seconds in client.latencies if seconds < float("inf")}
        yield _by("cardroom_shard_latency_seconds", "How soon Discord answers a heartbeat.", "shard", latency)
        transactions = room.store.transactions
        yield CounterMetricFamily(
            "cardroom_transactions", "Transactions, each of one or more commits.", value=transactions
        )
        memory = sum(map(_resident, room.render_queue.pids))
        yield GaugeMetricFamily("cardroom_drawing_resident_memory_bytes", "Of all drawing processes.", value=memory)


def _by(name: str, text: str, label: str, values: dict[str, float]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _phases(room: Room) -> dict[str, float]:
    phases: dict[str, float] = dict.fromkeys((LOBBY, DEAL, BETWEEN, PICK, OVER, PAUSED), 0.0)
    for session in room.sessions.values():
        phase = PAUSED if session.table.paused else session.table.phase
        phases[phase] = phases.get(phase, 0.0) + 1  # closed for a moment, until nobody knows it here any more
    return phases


def _resident(pid: int) -> int:
    """The memory of a process in bytes; 0 where the system does not tell."""
    with suppress(OSError), open(f"/proc/{pid}/statm") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    return 0
