"""The events that the open pages (and tests' persons) hear, each what its own person may see."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field

from aiohttp import web

from .payloads import JSON
from .world import Event, World

NAMES = {"TYPING_START": "TYPING"}
TOLD = {
    *("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"),
    *("THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE", "COMMANDS", "USERS", "TYPING_START"),
    *(f"GUILD_SCHEDULED_EVENT_{what}" for what in ("CREATE", "UPDATE", "DELETE", "USER_ADD", "USER_REMOVE")),
    *("ACK", "FAILED", "MODAL", "CHOICES", "ONLINE"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Stream:
    """One open page; one that names a channel hears of no other but its direct messages."""

    channel: str | None = None
    queue: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)

    def hears(self, world: World, event: Event) -> bool:
        """Whether this page wants to know."""
        wanted = self.channel is None or event.channel in (None, self.channel)
        return wanted or "guild_id" not in world.channels.get(event.channel or "", {})


class Pages:
    """The open event streams, by person.

    They are WebSockets: a browser opens at most six other connections to one server, over all its tabs together.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.streams: dict[str, list[Stream]] = {}
        world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        if event.t not in TOLD or not self.streams:
            return
        world = self.world
        text: str | None = None
        for user, every in self.streams.items():
            if event.to not in (None, user):
                continue
            streams = [each for each in every if each.hears(world, event)]
            if not streams or not world.hears(event, user):
                continue
            if text is None:
                # The one event that differs by who hears it is of a direct message, which only one person hears.
                told = as_seen(world, event.d, user) if event.t == "CHANNEL_CREATE" else event.d
                text = json.dumps({"t": NAMES.get(event.t, event.t), "d": told}, separators=(",", ":"))
            for stream in streams:
                stream.queue.put_nowait(text)

    def close(self) -> None:
        """End all streams."""
        for streams in self.streams.values():
            for stream in streams:
                stream.queue.put_nowait(None)

    async def serve(self, request: web.Request, user: str, channel: str | None = None) -> web.StreamResponse:
        """One person's events (of one channel and of their direct messages), until either side ends the connection."""
        socket = web.WebSocketResponse(heartbeat=20, compress=False)
        stream = Stream(channel)
        self.streams.setdefault(user, []).append(stream)
        reading: asyncio.Task[None] | None = None
        try:
            await socket.prepare(request)
            reading = asyncio.create_task(_until_closed(socket, stream.queue))
            while (text := await stream.queue.get()) is not None:
                await socket.send_str(text)
            await socket.close()
        except ConnectionError:
            pass  # the tab was closed in the middle of an event
        finally:
            if reading is not None:
                reading.cancel()
            self.streams[user].remove(stream)
            if not self.streams[user]:
                del self.streams[user]
        return socket


async def _until_closed(socket: web.WebSocketResponse, queue: asyncio.Queue[str | None]) -> None:
    async for _ in socket:
        pass  # the page says nothing here
    queue.put_nowait(None)


def as_seen(world: World, channel: JSON, user: str) -> JSON:
    """A channel as one person sees it: in direct messages the recipient is the other side."""
    if "recipients" not in channel or user == world.bot_id:
        return channel
    return {**channel, "recipients": [world.bot]}
