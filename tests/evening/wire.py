"""Discord and the network on virtual time.

Discord is the project's own local one: its world, rules, limits, gateway sessions and interactions know no sockets.
Only the shells around them, HTTP and WebSocket, are other ones here; discord.py's own code above them runs unchanged.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from multidict import CIMultiDict

from bot.host.calls.permissions import invite
from bot.local import portraits, rest
from bot.local.gateway import Gateway, Session
from bot.local.interactions import Interactions
from bot.local.limits import Limits, Violation
from bot.local.posts import Upload, Uploads
from bot.local.server import ROUTES
from bot.local.timings import Timings
from bot.local.wiring import point_discord_at
from bot.local.world import World, found
from tests import odd

from .clockwork import Loop, settle
from .disk import Slowness

BASE = "http://discord.test"


class Wire:
    """The other end of every call: the world, what it takes, and what goes wrong on the way."""

    gateway_url = "ws://discord.test/gateway"

    def __init__(self, loop: Loop, seed: int, record: Callable[[Violation], None], note: Callable[..., None]) -> None:
        self.loop, self.note, self._record = loop, note, record
        self._context = contextvars.copy_context()
        """The world's: it outlives the bot."""
        self.calls, self.frames, self._faults = (
            Slowness(seed, f"wire {what}") for what in ("calls", "frames", "faults")
        )
        self.trouble = 0.0
        """The part of the calls that go wrong."""
        self.doubled = 0.0
        """The part of the gateway's events that come twice."""
        self.odd = 0.0
        """The part of the gateway's events after which an odd one comes."""
        self._odds = random.Random(f"{seed} wire odd")
        self.last_fault = -100.0
        self.sockets: list[Socket] = []
        self._sent: dict[asyncio.TimerHandle, Callable[[], None]] = {}
        """Calls that have not arrived yet."""
        self.count: Counter[int] = Counter()
        self.world, self.limits = World(BASE), Limits()
        self.world.invited = invite().value
        found(self.world)
        self.gateway = Gateway(self.world)
        self._describe, self.gateway.guild = self.gateway.guild, self._server
        self.interactions = Interactions(self.world, Timings(self.world), self.gateway.hears, record)

    def _server(self, guild_id: str, intents: int) -> Any:
        """A server as it is told to the bot, odd as well where events are."""
        told = self._describe(guild_id, intents)
        return odd.server(told) if self.odd else told

    def odd_event(self) -> str | None:
        """What comes besides, if something does. It is of a channel without a table, so nothing comes of it."""
        if not self.odd or self._odds.random() >= self.odd:
            return None
        place = {"id": odd.SOMETHING, "guild_id": next(iter(self.world.guilds))}
        name, data = self._odds.choice(odd.every(place))
        return json.dumps({"op": 0, "t": name, "s": None, "d": data})

    def record(self, violation: Violation) -> None:
        """A mistake of the bot's."""
        self._record(violation)

    def break_off(self, *, resume: bool) -> None:
        """The connection breaks; where the bot may not resume, what it has not heard is lost."""
        self.last_fault = self.loop.now
        for socket in self.sockets:
            if not socket.closed and not resume and socket.session is not None:
                self.gateway.sessions.pop(socket.session.id, None)
            socket.end(1006)

    def outlive(self) -> None:
        """The bot is about to stand still, and Discord is not: what was sent arrives before, and what has not been
        answered by then is answered too late."""
        for handle, arrives in [*self._sent.items()]:
            handle.cancel()
            self._context.run(arrives)
        for made in self.interactions.by_id.values():
            if made.answered is None and made.timer is not None and not made.late:
                made.timer.cancel()
                self.interactions._expire(made, 0)  # nobody is there who could be blamed

    def call(self, method: str, url: str, data: Any) -> asyncio.Future[Answer]:
        """A call of the bot's: what happens on Discord's side does so in the world's life, not in the bot's."""
        answer: asyncio.Future[Answer] = self.loop.create_future()
        body, uploads = read(data)
        path = url.removeprefix(f"{BASE}{rest.PREFIX}")

        def arrives() -> None:
            del self._sent[handle]
            result = self._serve(method, path, body, uploads)
            self.note(method, path, body, sorted((k, u.data) for k, u in uploads.items()), result.status, result.body)
            self.count[result.status] += 1
            later = self.calls.of(0.005, 0.05, 1.5, 0.01)
            self.loop.call_later(later, settle, answer, lambda: result, context=self._context)

        # An acknowledgement that is sent after half of its time must come in time, whatever is slow on the way.
        most = 0.8 if "/callback" in path else 1.5
        handle = self.loop.call_later(self.calls.of(0.005, 0.08, most, 0.01), arrives, context=self._context)
        self._sent[handle] = arrives
        return answer

    def _serve(self, method: str, path: str, body: Any, uploads: Uploads) -> Answer:
        acknowledges = "/callback" in path
        fault, unheard = self._fault(acknowledges)
        if fault is not None:
            made = self.interactions.by_id.get(path.split("/")[2]) if acknowledges else None
            if made is not None and made.timer is not None:
                made.timer.cancel()  # that nobody hears the bot's answer in time is Discord's own fault
            return fault
        path, _, query = path.partition("?")
        template, names, answer = route(method, path)
        ask = rest.Ask(self, names, dict(pair.split("=", 1) for pair in query.split("&") if pair), body, uploads)
        served = rest.serve(method, template, answer, ask)
        if unheard:
            return Answer({"message": "502", "code": 0}, 502)
        return Answer(served.body, served.status, served.headers)

    def _fault(self, acknowledges: bool) -> tuple[Answer | None, bool]:
        """What Discord answers instead of doing it, or that it is done and nobody hears of it."""
        if not self.trouble or not self._faults.happens(self.trouble):
            return None, False
        self.last_fault = self.loop.now
        if self._faults.happens(0.25) and not acknowledges:
            return None, True
        if self._faults.happens(0.6) and not acknowledges:
            return Answer({"message": "limited", "retry_after": 0.3, "global": False}, 429), False
        return Answer({"message": "500", "code": 0}, 500), False


class Answer:
    """A response, as discord.py reads it."""

    def __init__(self, body: Any, status: int, headers: dict[str, str] | None = None) -> None:
        self.status, self.reason, self.body = status, "", "" if status == 204 else json.dumps(body)
        told = {} if status == 204 else {"Content-Type": "application/json"}
        self.headers = CIMultiDict({"Via": "1.1 local", **(headers or {}), **told})

    async def text(self, encoding: str = "utf-8") -> str:
        return self.body


def read(data: Any) -> tuple[Any, Uploads]:
    """A body and its files, as discord.py hands them to aiohttp."""
    if not isinstance(data, aiohttp.FormData):
        return (json.loads(data) if data else None), {}
    fields: dict[str, tuple[str, bytes]] = {}
    for names, _, value in data._fields:
        fields[names["name"]] = names.get("filename", ""), value.read() if hasattr(value, "read") else value
    body = json.loads(fields.pop("payload_json")[1])
    return body, {int(name[6:-1]): Upload(*each) for name, each in fields.items()}


@cache
def _patterns() -> list[tuple[str, re.Pattern[str], str, rest.Answer]]:
    return [
        (method, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template)), template, answer)
        for method, template, answer in ROUTES
    ]


def route(method: str, path: str) -> tuple[str, dict[str, str], rest.Answer]:
    """The function that answers a call. Raises LookupError if the local Discord does not have it."""
    for wanted, pattern, template, answer in _patterns():
        if wanted == method and (match := pattern.fullmatch(path)) is not None:
            return template, match.groupdict(), answer
    raise LookupError(f"the local Discord does not have {method} {path}")


class HttpSession:
    """In place of aiohttp.ClientSession."""

    wire: Wire
    closed = False

    def __init__(self, **_: Any) -> None: ...

    @asynccontextmanager
    async def request(self, method: str, url: Any, *, data: Any = None, params: Any = None,
                      **_: Any) -> AsyncIterator[Answer]:  # fmt: skip
        query = "&".join(f"{key}={value}" for key, value in (params or {}).items())
        yield await self.wire.call(method, f"{url}?{query}" if query else str(url), data)

    async def ws_connect(self, url: Any, **_: Any) -> Socket:
        await asyncio.sleep(self.wire.frames.of(0.01, 0.1, 2))
        return Socket(self.wire)

    @asynccontextmanager
    async def get(self, url: str, **_: Any) -> AsyncIterator[Any]:
        """Somebody's picture, which may be slow, and may not come."""
        await asyncio.sleep(self.wire.calls.of(0.01, 0.2, 9, 0.05))
        if self.wire.trouble and self.wire.calls.happens(self.wire.trouble):
            raise aiohttp.ServerDisconnectedError
        yield SimpleNamespace(content=_Picture(url.rpartition("/")[2].partition(".")[0]))

    async def __aenter__(self) -> HttpSession:
        return self

    async def __aexit__(self, *_: object) -> None: ...

    async def close(self) -> None: ...


class _Picture:
    """What an avatar's file is read from."""

    def __init__(self, name: str) -> None:
        self._data = portraits.drawn(name, 128)

    async def iter_chunked(self, size: int) -> AsyncIterator[bytes]:
        for at in range(0, len(self._data), size):
            yield self._data[at : at + size]


class Socket:
    """In place of aiohttp's WebSocket: the bot's end of it, and Discord's."""

    def __init__(self, wire: Wire) -> None:
        self.wire, self.closed, self.close_code = wire, False, None
        self.session: Session | None = None
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self._last = 0.0
        wire.sockets.append(self)
        self._send(10, {"heartbeat_interval": 41250})

    # The bot's end

    async def receive(self, timeout: float | None = None) -> Any:  # noqa: ASYNC109  as aiohttp has it
        async with asyncio.timeout(timeout):
            return await self._queue.get()

    async def send_str(self, text: str) -> None:
        if self.closed:
            raise ConnectionResetError("the connection is closed")
        wire = self.wire
        wire.loop.call_later(wire.frames.of(0.005, 0.05, 1), self._heard, text, context=wire._context)

    async def close(self, *, code: int = 4000, message: bytes = b"") -> None:
        self.end(code)

    # Discord's end

    def put_nowait(self, text: str) -> None:
        """The session's outbox: in order, as TCP has it, each some time later."""
        wire = self.wire
        for _ in range(2 if wire.doubled and '"op":0' in text and wire.frames.happens(wire.doubled) else 1):
            self._last = max(self._last + 1e-6, wire.loop.now + wire.frames.of(0.005, 0.05, 0.5, 0.01))
            wire.loop.call_at(self._last, self._comes, text, context=wire._context)
        if '"op":0' in text and (besides := wire.odd_event()) is not None:
            wire.loop.call_at(self._last + 1e-7, self._comes, besides, context=wire._context)

    def _send(self, op: int, data: Any = None) -> None:
        self.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def _comes(self, text: str) -> None:
        if not self.closed:
            self.wire.note("gateway", text)
            self._queue.put_nowait(SimpleNamespace(type=aiohttp.WSMsgType.TEXT, data=text))

    def end(self, code: int) -> None:
        """The connection is over, at both ends."""
        if not self.closed:
            self.closed, self.close_code = True, code
            self._queue.put_nowait(SimpleNamespace(type=aiohttp.WSMsgType.CLOSED, data=None))
            self.wire.gateway.left(self.session, self)

    def _heard(self, text: str) -> None:
        said = json.loads(text)
        if self.closed:
            return
        if said["op"] == 1:
            self._send(11)
        elif said["op"] in (2, 6):
            self.session = self.wire.gateway.take(said["op"], said["d"], self, self)
            if self.session is None:
                self._send(9, False)


class KeepAlive:
    """In place of discord.py's heartbeat, which is a thread."""

    latency = float("inf")

    def __init__(self, *, ws: Any, interval: float = 41.25, shard_id: int | None = None) -> None:
        self.ws, self.interval, self._last, self._over = ws, interval, ws.loop.time(), False

    def start(self) -> None:
        self.ws.loop.call_later(self.interval, self._beat)

    def beat(self) -> dict[str, Any]:
        return self.get_payload()

    def get_payload(self) -> dict[str, Any]:
        return {"op": 1, "d": self.ws.sequence}

    def tick(self) -> None:
        self._last = self.ws.loop.time()

    def ack(self) -> None: ...

    def stop(self) -> None:
        self._over = True

    def _beat(self) -> None:
        if self._over:
            return
        silent = self._last + self.ws._max_heartbeat_timeout < self.ws.loop.time()
        beat = self.ws.loop.create_task(self.ws.close(4000) if silent else self.ws.send_heartbeat(self.get_payload()))
        beat.add_done_callback(self._beaten)
        if not silent:
            self.start()

    def _beaten(self, beat: asyncio.Task[None]) -> None:
        """As in discord.py, a connection that is closed has its heart stopped."""
        if not beat.cancelled() and beat.exception() is not None:
            self.stop()


def lay(wire: Wire) -> None:
    """Put the wire under discord.py."""
    HttpSession.wire = wire
    aiohttp.ClientSession, aiohttp.TCPConnector = HttpSession, lambda **_: None  # type: ignore[assignment,misc]
    discord.gateway.KeepAliveHandler = KeepAlive  # type: ignore[assignment,misc]
    point_discord_at(BASE)
