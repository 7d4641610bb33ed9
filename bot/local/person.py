"""A person at the local Discord, for tests and benches: sees what the page would show, and acts as it would."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar

import aiohttp

from .client_rules import COMMAND, COMPLETE, COMPONENT, GROUP, MODAL, SUBCOMMAND, Refused, chosen_beforehand, walk
from .payloads import JSON

T = TypeVar("T")
Value: TypeAlias = str | int | float
"""What people type or choose for an option of a command."""
Filled: TypeAlias = str | bool | list[str] | None
"""What a field of a form holds."""


class NoAnswer(Exception):
    """The application did not respond in time."""


@dataclass(slots=True)
class Outcome:
    """How the bot acknowledged: the type of its answer, and its form if it showed one. Times are of ``monotonic()``."""

    interaction_id: str
    type: int
    sent: float
    acknowledged: float
    modal: JSON | None = None


@dataclass(slots=True)
class _Pending:
    sent: float
    done: asyncio.Future[JSON]
    modal: JSON | None = None


class Person:
    """One person: ``async with Person(local.url, local.secret, "Ana") as ana: …``; ``user`` is a name or an id.

    Where many play in many channels, ``only`` is the id of the one channel that this person looks at, besides their
    direct messages: the server then need not tell everybody everything.

    Messages and channels are Discord's JSON objects; ``messages[channel_id][message_id]`` is always the latest.
    """

    def __init__(self, local_url: str, secret: str, user: str, only: str | None = None) -> None:
        self.url, self.secret, self.wanted = local_url, secret, user
        self._only = {} if only is None else {"channel": only}
        self.me: JSON = {}
        self.users: list[JSON] = []
        self.guild: JSON = {}
        self.channels: dict[str, JSON] = {}
        self.messages: dict[str, dict[str, JSON]] = {}
        self.events: dict[str, JSON] = {}
        """The calendar, with who is ``interested``."""
        self.commands: dict[str, JSON] = {}
        self.online = False
        self.listeners: list[Callable[[str, JSON], None]] = []
        self._session: aiohttp.ClientSession | None = None
        self._reader: asyncio.Task[None] | None = None
        self._pending: dict[str, _Pending] = {}
        self._news = asyncio.Event()
        self._count = 0

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(headers={"X-Secret": self.secret}, timeout=aiohttp.ClientTimeout(None))
        ready = asyncio.Event()
        self._reader = asyncio.create_task(self._read(await self._who(), ready))
        await ready.wait()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    @property
    def id(self) -> str:
        """The person's user id."""
        return self.me["id"]

    # Acting

    async def slash(self, channel: JSON | str, name: str, /, **options: Value) -> Outcome:
        """Use a slash command; a sub-command is named with its command, as in ``"bank balance"``."""
        return await self._interact(COMMAND, self.channel(channel)["id"], self._typed(name, options))

    async def on_person(self, channel: JSON | str, name: str, target: str) -> Outcome:
        """Use a command of somebody's context menu; the target by its id."""
        data = {"type": 2, "name": name, "target_id": target}
        return await self._interact(COMMAND, self.channel(channel)["id"], data)

    async def autocomplete(
        self, channel: JSON | str, name: str, focused: str, text: Value, /, **options: Value
    ) -> list[JSON]:
        """Type into an option and read the choices that the bot offers."""
        data = self._typed(name, {**options, focused: text}, focused)
        pending = await self._send(COMPLETE, self.channel(channel)["id"], data, None)
        return (await self._settled(pending))["choices"]

    async def press(self, message: JSON, which: str) -> Outcome:
        """Press a button, named by its custom_id or its label."""
        component = self._component(message, which, ("custom_id", "label"))
        data = {"custom_id": component["custom_id"], "component_type": component["type"]}
        return await self._interact(COMPONENT, message["channel_id"], data, message["id"])

    async def choose(self, message: JSON, which: str, values: list[str]) -> Outcome:
        """Choose in a select, named by its custom_id or its placeholder; options by their values or labels."""
        component = self._component(message, which, ("custom_id", "placeholder"))
        labels = {option["label"]: option["value"] for option in component.get("options", [])}
        taken = {option["value"] for option in component.get("options", [])}
        chosen = [value if value in taken else labels.get(value, value) for value in values]
        data = {"custom_id": component["custom_id"], "component_type": component["type"], "values": chosen}
        return await self._interact(COMPONENT, message["channel_id"], data, message["id"])

    async def submit(self, modal: JSON, channel: JSON | str | None = None, /, **fields: Filled) -> Outcome:
        """Fill in a form that an :class:`Outcome` holds; fields by their custom_ids, lists for selects."""
        made = []
        for top in modal["components"]:
            row = top["type"] == 1
            if not row and "component" not in top:
                continue
            inner = top["components"][0] if row else top["component"]
            filled = {"type": inner["type"], "custom_id": inner["custom_id"]}
            given = fields.get(inner["custom_id"], chosen_beforehand(inner))
            filled |= {"values": given} if isinstance(given, list) else {"value": given}
            made.append({"type": 1, "components": [filled]} if row else {"type": top["type"], "component": filled})
        where = modal["channel_id"] if channel is None else self.channel(channel)["id"]
        return await self._interact(MODAL, where, {"custom_id": modal["custom_id"], "components": made})

    async def say(self, channel: JSON | str, text: str) -> JSON:
        """Write a message."""
        body = {"user": self.id, "channel_id": self.channel(channel)["id"], "content": text}
        return await self.post("message", body)

    async def dm(self) -> JSON:
        """Open the direct messages with the bot."""
        channel = await self.post("dm", {"user": self.id})
        self.channels.setdefault(channel["id"], channel)
        return channel

    async def on_event(self, event: JSON, **what: Value) -> None:
        """Do something with an event of the calendar: ``interested=True``, ``starts=…``, ``cancel=True`` or
        ``delete=True``."""
        await self.post(f"events/{event['id']}", {"user": self.id, **what})

    async def dismiss(self, message: JSON) -> None:
        """Dismiss an ephemeral message."""
        await self.post("dismiss", {"user": self.id, "message_id": message["id"]})

    async def picture(self, message: JSON, index: int = 0) -> bytes:
        """The bytes of a message's picture."""
        assert self._session is not None
        async with self._session.get(message["attachments"][index]["url"]) as response:
            response.raise_for_status()
            return await response.read()

    async def post(self, path: str, body: JSON) -> Any:
        """Any call of the page API; what Discord's client would not let a person do raises :class:`Refused`."""
        assert self._session is not None
        async with self._session.post(f"{self.url}/app/{path}", json=body) as response:
            answer = await response.json()
            if response.status != 200:
                raise Refused(answer["message"])
            return answer

    async def get(self, path: str) -> Any:
        """What the page API tells: ``violations``, ``calls?since=…``, ``timings?since=…``, ``people``."""
        assert self._session is not None
        async with self._session.get(f"{self.url}/app/{path}") as response:
            response.raise_for_status()
            return await response.json()

    # Seeing

    def channel(self, which: JSON | str) -> JSON:
        """A channel by its object, id or name; ``@dm`` is the direct messages with the bot."""
        if not isinstance(which, str):
            return which
        for channel in self.channels.values():
            if which in (channel["id"], channel.get("name")) or (which == "@dm" and channel["type"] == 1):
                return channel
        raise Refused(f"{self.wanted} sees no channel {which}.")

    def current(self, message: JSON) -> JSON:
        """The message as it stands now."""
        return self.messages.get(message["channel_id"], {}).get(message["id"], message)

    async def message(
        self, wanted: Callable[[JSON], bool], within: float = 20, channel: JSON | str | None = None
    ) -> JSON:
        """Wait for a message that fits, newest first, among those that stand and those to come."""

        def look() -> JSON | None:
            rooms = self.messages.values() if channel is None else [self.messages[self.channel(channel)["id"]]]
            every = sorted((each for room in rooms for each in room.values()), key=lambda each: -int(each["id"]))
            return next((each for each in every if wanted(each)), None)

        return await self.until(look, within, "such a message")

    async def update(self, message: JSON, wanted: Callable[[JSON], bool], within: float = 20) -> JSON:
        """Wait until this message fits."""

        def look() -> JSON | None:
            now = self.messages.get(message["channel_id"], {}).get(message["id"])
            return now if now is not None and wanted(now) else None

        return await self.until(look, within, "that change")

    async def gone(self, message: JSON, within: float = 20) -> None:
        """Wait until this message is deleted."""
        await self.until(
            lambda: message["id"] not in self.messages.get(message["channel_id"], {}) or None, within, "its deletion"
        )

    async def bot_online(self, within: float = 30) -> None:
        """Wait until a bot is connected and has registered commands."""
        await self.until(lambda: (self.online and self.commands) or None, within, "the bot")

    async def until(self, look: Callable[[], T | None], within: float, what: str) -> T:
        """Wait until ``look`` finds something; it is asked again after every event."""
        end = time.monotonic() + within
        while True:
            self._news.clear()
            found = look()
            if found is not None:
                return found
            try:
                await asyncio.wait_for(self._news.wait(), end - time.monotonic())
            except TimeoutError:
                raise TimeoutError(f"{self.wanted} waited {within:g} s for {what}.") from None

    # Inside

    def _component(self, message: JSON, which: str, keys: tuple[str, ...]) -> JSON:
        every = [each for each in walk(self.current(message)["components"]) if "custom_id" in each]
        for key in keys:
            for component in every:
                if component.get(key) == which:
                    return component
        raise Refused(f"There is no {which!r} on that message.")

    def _typed(self, name: str, options: Mapping[str, Value], focused: str | None = None) -> JSON:
        """A command's data with the types that its definition gives to the options."""
        path = name.split()
        if path[0] not in self.commands:
            raise Refused(f"There is no command /{path[0]}.")
        node = self.commands[path[0]]
        nodes = []
        for step in path[1:]:
            node = next(each for each in node["options"] if each["name"] == step)
            nodes.append(node)
        types = {each["name"]: each["type"] for each in node.get("options") or []}
        made: list[JSON] = []
        for key, value in options.items():
            given = {"name": key, "type": types.get(key, 3), "value": value}
            made.append({**given, "focused": True} if key == focused else given)
        for each in reversed(nodes):
            assert each["type"] in (SUBCOMMAND, GROUP)
            made = [{"name": each["name"], "type": each["type"], "options": made}]
        return {"name": path[0], "options": made}

    async def _interact(self, kind: int, channel: str, data: JSON, message: str | None = None) -> Outcome:
        pending = await self._send(kind, channel, data, message)
        ack = await self._settled(pending)
        outcome = Outcome(ack["interaction_id"], ack["type"], pending.sent, time.monotonic())
        if pending.modal is not None:
            outcome.modal = {**pending.modal, "channel_id": channel}
        return outcome

    async def _send(self, kind: int, channel: str, data: JSON, message: str | None) -> _Pending:
        self._count += 1
        nonce = f"{self.id}-{self._count}"
        pending = _Pending(time.monotonic(), asyncio.get_running_loop().create_future())
        self._pending[nonce] = pending
        body: JSON = {"user": self.id, "channel_id": channel, "nonce": nonce, "type": kind, "data": data}
        if message is not None:
            body["message_id"] = message
        try:
            await self.post("interact", body)
        except Refused:
            del self._pending[nonce]
            raise
        return pending

    async def _settled(self, pending: _Pending) -> JSON:
        answer = await asyncio.wait_for(pending.done, 10)
        if "message" in answer:
            raise NoAnswer(answer["message"])
        return answer

    async def _who(self) -> str:
        """The id behind the name."""
        if self.wanted.isdigit():
            return self.wanted
        every = await self.get("people")
        found = [each["id"] for each in every if self.wanted in (each["global_name"], each["username"])]
        if not found:
            raise Refused(f"There is nobody called {self.wanted}.")
        return found[0]

    async def _read(self, user: str, ready: asyncio.Event) -> None:
        assert self._session is not None
        asked = {"user": user, **self._only}
        async with self._session.ws_connect(f"{self.url}/app/events", params=asked, max_msg_size=0) as stream:
            async with self._session.get(f"{self.url}/app/state", params=asked) as response:
                response.raise_for_status()
                self._take(await response.json())
            ready.set()
            async for frame in stream:
                event = json.loads(frame.data)
                self._hear(event["t"], event["d"])

    def _take(self, state: JSON) -> None:
        self.me, self.users, self.guild = state["me"], state["users"], state["guild"]
        self.channels = {each["id"]: each for each in state["channels"]}
        self.messages = {key: {each["id"]: each for each in room} for key, room in state["messages"].items()}
        self.events = {each["id"]: each for each in state["events"]}
        self.commands = _slash(state["commands"])
        self.online = state["online"]

    def _hear(self, t: str, d: JSON) -> None:
        if t in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self.messages.setdefault(d["channel_id"], {})[d["id"]] = d
        elif t == "MESSAGE_DELETE":
            self.messages.get(d["channel_id"], {}).pop(d["id"], None)
        elif t in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"):
            self.channels[d["id"]] = d
            self.messages.setdefault(d["id"], {})
        elif t in ("CHANNEL_DELETE", "THREAD_DELETE"):
            self.channels.pop(d["id"], None)
            self.messages.pop(d["id"], None)
        elif t in ("GUILD_SCHEDULED_EVENT_CREATE", "GUILD_SCHEDULED_EVENT_UPDATE"):
            self.events[d["id"]] = {"interested": [], **self.events.get(d["id"], {}), **d}
        elif t == "GUILD_SCHEDULED_EVENT_DELETE":
            self.events.pop(d["id"], None)
        elif t.startswith("GUILD_SCHEDULED_EVENT_USER_"):
            people = self.events[d["guild_scheduled_event_id"]]["interested"]
            (people.append if t.endswith("ADD") else people.remove)(d["user_id"])
        elif t == "COMMANDS":
            self.commands = _slash(d["commands"])
        elif t == "ONLINE":
            self.online = d["online"]
        elif t == "USERS":
            self.users = d["users"]
        elif t == "MODAL":
            if d["nonce"] in self._pending:
                self._pending[d["nonce"]].modal = d
            self._settle(d["nonce"], {**d, "type": 9})
        elif t == "CHOICES" or t == "FAILED" or (t == "ACK" and d["type"] not in (8, 9)):
            self._settle(d["nonce"], d)
        for listener in self.listeners:
            listener(t, d)
        self._news.set()

    def _settle(self, nonce: str, answer: JSON) -> None:
        pending = self._pending.pop(nonce, None)
        if pending is not None and not pending.done.done():
            pending.done.set_result(answer)


def _slash(commands: list[JSON]) -> dict[str, JSON]:
    """The slash commands among these, by their names."""
    return {each["name"]: each for each in commands if each["type"] == 1}
