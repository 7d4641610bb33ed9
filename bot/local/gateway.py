"""The gateway: the WebSocket over which the bot hears what happens, with resuming after a break."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from aiohttp import WSCloseCode, WSMsgType, web

from . import calendar
from .payloads import JSON
from .permissions import Permission
from .world import Event, World

GUILDS, MEMBERS, GUILD_MESSAGES, GUILD_TYPING = 1 << 0, 1 << 1, 1 << 9, 1 << 11
DIRECT_MESSAGES, DIRECT_TYPING, MESSAGE_CONTENT, SCHEDULED = 1 << 12, 1 << 14, 1 << 15, 1 << 16
# Which intent lets an event through: in a server, and in direct messages.
INTENTS = {
    "MESSAGE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "TYPING": (GUILD_TYPING, DIRECT_TYPING),
    "CHANNEL": (GUILDS, 0),
    "THREAD": (GUILDS, GUILDS),
    "GUILD_MEMBER": (MEMBERS, MEMBERS),
    "GUILD_SCHEDULED": (SCHEDULED, SCHEDULED),
    "GUILD": (GUILDS, GUILDS),
}
OBFUSCATED, VEILED = 1 << 17, "___hidden___"
"""The flag and the name of channels that a bot may not see."""
FOR_PAGES = {"COMMANDS", "USERS", "ONLINE"}
HEARTBEAT_SECONDS = 41.25
REMEMBERED_EVENTS, REMEMBERED_SESSIONS = 2000, 4
INVALID_SHARD = 4010
"""With this code a connection is closed that names a shard that there cannot be."""
IDENTIFY_SECONDS = 5.0
"""Connections that begin anew follow one another by this much, all of a bot's together."""
ALLOWED_SLIP = 0.25
"""A clock that is somewhat ahead is let through."""


class Outbox(Protocol):
    """Where the texts of events go."""

    def put_nowait(self, text: str, /) -> None: ...


class Socket(Protocol):
    """A connection, once it is open; a test brings one without a wire."""

    async def send_str(self, data: str, /) -> None: ...

    async def close(self, *, code: int) -> object: ...


@dataclass(slots=True)
class Session:
    """One identified bot: what it has been sent, and the socket while there is one."""

    id: str
    intents: int
    shard: int = 0
    shards: int = 1
    """Which of how many connections of the bot it is: each hears of its own servers."""
    seq: int = 0
    buffer: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED_EVENTS))
    outbox: Outbox | None = None
    socket: Socket | None = None
    connection: int = 0

    def has(self, guild: str | None) -> bool:
        """Whether this is the connection for a server; direct messages (None) belong to the first one."""
        return (0 if guild is None else (int(guild) >> 22) % self.shards) == self.shard

    def dispatch(self, t: str, d: JSON) -> None:
        """Send an event, or keep it until the bot resumes."""
        self.seq += 1
        text = json.dumps({"op": 0, "t": t, "s": self.seq, "d": d}, separators=(",", ":"))
        self.buffer.append((self.seq, text))
        if self.outbox is not None:
            self.outbox.put_nowait(text)


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self._connections = 0
        self.shards = 1
        """How many connections the bot is told to make."""
        self.pace = 0.0
        """How many seconds lie between two connections that begin anew: `IDENTIFY_SECONDS` on Discord."""
        self.concurrency = 1
        """How many of them may begin beside each other: those whose numbers leave different remainders."""
        self._identified_at: dict[int, float] = {}
        self.late = 0.0
        """How many seconds after READY the bot is told of its servers."""
        world.listeners.append(self._hear)

    def listener(self) -> int:
        """The number of the newest connection over which a bot is listening right now, 0 for none; each one is new."""
        return max((session.connection for session in self.sessions.values() if session.socket is not None), default=0)

    def hears(self, guild: str | None) -> int:
        """The number of the connection over which a bot hears of a server, or of direct messages (None); 0 for none."""
        there = (one for one in self.sessions.values() if one.socket is not None and one.has(guild))
        return max((session.connection for session in there), default=0)

    def _of(self, guild: str | None) -> list[Session]:
        """The sessions that are told of a server."""
        return [session for session in self.sessions.values() if session.has(guild)]

    def welcome(self, guild_id: str) -> None:
        """Tell the bot that it has been invited to a server. Discord then says nothing of outages."""
        for session in self._of(guild_id):
            if session.intents & GUILDS:
                told = self.guild(guild_id, session.intents)
                session.dispatch("GUILD_CREATE", {key: told[key] for key in told if key != "unavailable"})

    def outage(self, guild_id: str) -> None:
        """Discord cannot reach a server for a while: nothing is heard of it, and no call about it is answered."""
        self.world.outages.add(guild_id)
        for session in self._of(guild_id):
            if session.intents & GUILDS:
                session.dispatch("GUILD_DELETE", {"id": guild_id, "unavailable": True})

    def recover(self, guild_id: str) -> None:
        """The server is there again."""
        self.world.outages.discard(guild_id)
        for session in self._of(guild_id):
            if session.intents & GUILDS:
                session.dispatch("GUILD_CREATE", self.guild(guild_id, session.intents))

    async def drop(self, *, resume: bool = True, shard: int | None = None) -> None:
        """Make the bot reconnect, by one of its connections or by all: with its session kept, or with the session
        gone."""
        for session in list(self.sessions.values()):
            socket = session.socket
            if socket is None or shard not in (None, session.shard):
                continue
            if resume:
                await socket.send_str(_frame(7))
                await socket.close(code=4000)
            else:
                del self.sessions[session.id]
                await socket.send_str(_frame(9, False))
                await socket.close(code=1000)

    async def close(self) -> None:
        """Cut all connections, as when Discord goes away."""
        for session in self.sessions.values():
            if session.socket is not None:
                await session.socket.close(code=WSCloseCode.GOING_AWAY)

    def _hear(self, event: Event) -> None:
        world = self.world
        ephemeral = event.t == "MESSAGE_CREATE" and event.to is not None
        if event.t in FOR_PAGES or not (ephemeral or event.to in (None, world.bot_id)) or not self.sessions:
            return
        # Bots are told of every channel of a server, also of those that are hidden from them; not of what is in them.
        if not event.t.startswith("CHANNEL_") and not world.hears(event, world.bot_id):
            return
        if event.guild is not None and world.bot_id not in world.members.get(event.guild, {}):
            return
        if event.guild in world.outages or (event.channel is not None and world.is_out(event.channel)):
            return
        # The bot hears of its own ephemeral messages as if they were direct ones (discord-api-docs#4557).
        direct = ephemeral or (event.channel is not None and "guild_id" not in world.channels[event.channel])
        needed = next((pair[direct] for name, pair in INTENTS.items() if event.t.startswith(name)), 0)
        # What has no server is heard by the first connection; so is what is told of ephemeral messages.
        for session in self._of(None if ephemeral else self._guild_of(event)):
            if needed & session.intents == needed:
                told = self._redacted(event, session, direct=direct)
                session.dispatch(event.t, {k: v for k, v in told.items() if k != "guild_id"} if ephemeral else told)

    def _guild_of(self, event: Event) -> str | None:
        """The server that something has happened in; None for direct messages."""
        if event.t.startswith("GUILD_") and "guild_id" not in event.d:
            return event.d["id"]
        at = self.world.channels.get(event.channel or "", {})
        return event.guild or event.d.get("guild_id") or at.get("guild_id")

    def _redacted(self, event: Event, session: Session, *, direct: bool) -> JSON:
        """Others' words in a server are empty without the privileged intent, unless the bot is mentioned; of channels
        that it may not see it is told little."""
        told, bot_id = event.d, self.world.bot_id
        if event.t in ("CHANNEL_CREATE", "CHANNEL_UPDATE") and not direct:
            return self._veiled(told)
        if event.t not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or direct or session.intents & MESSAGE_CONTENT:
            return told
        if told["author"]["id"] == bot_id or any(each["id"] == bot_id for each in told["mentions"]):
            return told
        return {**told, "content": "", "embeds": [], "attachments": [], "components": []}

    def _veiled(self, channel: JSON) -> JSON:
        """A channel as the bot is told of it: one that it may not see has no name, and denies everybody the view."""
        if self.world.may(channel["id"], self.world.bot_id):
            return channel
        denied = {"id": channel["guild_id"], "type": 0, "allow": "0", "deny": str(Permission.VIEW_CHANNEL)}
        flags = channel["flags"] | OBFUSCATED
        return {**channel, "name": VEILED, "topic": None, "flags": flags, "permission_overwrites": [denied]}

    def guild(self, guild_id: str, intents: int) -> JSON:
        """A whole server as GUILD_CREATE has it; without the members intent only the bot's own member."""
        world = self.world
        guild = world.guilds[guild_id]
        seen = [each for each in world.channels.values() if each.get("guild_id") == guild_id]
        members = world.members[guild_id] if intents & MEMBERS else [world.bot_id]
        return {
            **guild_object(guild),
            "joined_at": world.members[guild_id][world.bot_id]["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": len(world.members[guild_id]),
            "channels": [self._veiled(each) for each in seen if "thread_metadata" not in each],
            "threads": [self._thread(each) for each in world.threads(guild_id) if world.may(each["id"], world.bot_id)],
            "members": [world.member(guild_id, user) for user in members],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": calendar.coming(world, guild_id) if intents & SCHEDULED else [],
            "soundboard_sounds": [],
        }

    def _thread(self, thread: JSON) -> JSON:
        mine = self.world.thread_members[thread["id"]].get(self.world.bot_id)
        return thread if mine is None else {**thread, "member": mine}

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from hello to its end."""
        socket = web.WebSocketResponse(max_msg_size=65536, compress=False)
        await socket.prepare(request)
        hello = {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000), "_trace": ["local"]}
        await socket.send_str(_frame(10, hello))
        session: Session | None = None
        sender: asyncio.Task[None] | None = None
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                message = json.loads(frame.data)
                op, data = message["op"], message.get("d")
                if op == 1:
                    # discord.py notes the sending only afterwards: an answer that comes at once looks 41 s late to it.
                    await asyncio.sleep(0.05)
                    await socket.send_str(_frame(11))
                elif op in (2, 6):
                    if op == 2 and not _may_be(data):
                        await socket.close(code=INVALID_SHARD)
                        break
                    outbox = asyncio.Queue[str]()
                    session = self.take(op, data, socket, outbox)
                    if session is None:
                        await socket.send_str(_frame(9, False))
                        continue
                    sender = asyncio.create_task(_send(socket, outbox))
        finally:
            if sender is not None:
                sender.cancel()
            self.left(session, socket)
        return socket

    def take(self, op: int, data: JSON, socket: Socket, outbox: Outbox) -> Session | None:
        """Somebody identifies (2) or resumes (6) over this socket: from now on events go into ``outbox``. None if the
        session is not known any more, or if they identify too soon after another connection."""
        session = self._identified(data) if op == 2 else self._resumed(data)
        if session is None:
            return None
        session.socket = socket
        self._connections += 1
        session.connection = self._connections
        self._greet(session, outbox, resumed_from=data["seq"] if op == 6 else None)
        self.world.set_online(True)
        return session

    def left(self, session: Session | None, socket: Socket) -> None:
        """The connection is over; what happens from now on is kept until the bot resumes."""
        if session is not None and session.socket is socket:
            session.socket = session.outbox = None
            self.world.set_online(self.listener() > 0)

    def _identified(self, data: JSON) -> Session | None:
        shard, shards = data.get("shard", (0, 1))
        now, bucket = time.monotonic(), shard % self.concurrency
        if now - self._identified_at.get(bucket, -IDENTIFY_SECONDS) < self.pace - ALLOWED_SLIP:
            return None
        self._identified_at[bucket] = now
        session = Session(secrets.token_hex(16), int(data["intents"]), shard, shards)
        self.sessions[session.id] = session
        asleep = [each.id for each in self.sessions.values() if each.socket is None and each is not session]
        for session_id in asleep[: max(0, len(self.sessions) - REMEMBERED_SESSIONS * shards)]:
            del self.sessions[session_id]
        return session

    def _resumed(self, data: JSON) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["seq"] > session.seq:
            return None
        oldest = session.buffer[0][0] if session.buffer else session.seq + 1
        return session if data["seq"] >= oldest - 1 else None

    def _greet(self, session: Session, outbox: Outbox, resumed_from: int | None) -> None:
        session.outbox = outbox
        if resumed_from is not None:
            for seq, text in session.buffer:
                if seq > resumed_from:
                    outbox.put_nowait(text)
            session.dispatch("RESUMED", {"_trace": ["local"]})
            return
        world = self.world
        guilds = [each for each in world.guilds if world.bot_id in world.members[each] and session.has(each)]
        ready: JSON = {
            "v": 10,
            "user": {**world.bot, "verified": True, "mfa_enabled": False, "email": None, "flags": 0},
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in guilds],
            "session_id": session.id,
            "resume_gateway_url": world.base.replace("http", "ws", 1) + "/gateway",
            "application": {"id": world.bot_id, "flags": 0},
            "private_channels": [],
            "shard": [session.shard, session.shards],
            "_trace": ["local"],
        }
        session.dispatch("READY", ready)
        if session.intents & GUILDS:
            if self.late:
                asyncio.get_running_loop().call_later(self.late, self._tell_guilds, session, guilds)
            else:
                self._tell_guilds(session, guilds)

    def _tell_guilds(self, session: Session, guilds: list[str]) -> None:
        """What READY has only named; those that have an outage come when it is over."""
        for guild_id in guilds:
            if guild_id not in self.world.outages and self.world.bot_id in self.world.members[guild_id]:
                session.dispatch("GUILD_CREATE", self.guild(guild_id, session.intents))


def _may_be(identify: JSON) -> bool:
    """Whether there can be such a connection."""
    shard, shards = identify.get("shard", (0, 1))
    return 0 <= shard < shards


def _frame(op: int, d: JSON | bool | None = None) -> str:
    """What the gateway says besides events."""
    return json.dumps({"op": op, "d": d, "s": None, "t": None})


async def _send(socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> None:
    with contextlib.suppress(ConnectionError):
        while True:
            await socket.send_str(await outbox.get())


def guild_object(guild: JSON) -> JSON:
    """A server as Discord describes it: what is kept, and what is the same for all."""
    return {
        **guild,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "afk_channel_id": None,
        "afk_timeout": 300,
        "application_id": None,
        "system_channel_id": guild.get("system_channel_id"),
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "preferred_locale": "en-GB",
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "max_members": 250000,
    }
