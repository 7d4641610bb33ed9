"""What one person sees and does in a copy of an evening: they press and type, and read what is said to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bot.local.client_rules import Refused, walk
from bot.local.interactions import Interaction
from bot.local.payloads import JSON
from bot.local.world import Event

if TYPE_CHECKING:
    from .evening import Evening

HANDLERS = ("discord-ui-dynamic-item", "CommandTree-invoker", "discord.py: on_interaction")
"""What discord.py calls the tasks in which an interaction is handled."""
TICK = 0.05
LONGEST_ANSWER = 15.0
"""How long an answer may take if nothing goes wrong, in seconds: a moment that stands, and slow commits."""


class Answer:
    """What a person has been answered."""

    def __init__(self) -> None:
        self.refused = ""
        """Why Discord's own client would not send it."""
        self.said: list[str] = []
        """The sentences for this person alone."""
        self.form: JSON | None = None
        self.choices: list[JSON] | None = None
        self.shown: dict[str, JSON] = {}
        """All messages that have come or changed since, by their ids, as this person sees them."""

    @property
    def controls(self) -> list[tuple[JSON, JSON]]:
        """What can be pressed on what was said to this person alone: messages and their components."""
        return [
            (message, each)
            for message in self.shown.values() if not message.get("attachments") and message["flags"] & 64
            for each in walk(message["components"]) if "custom_id" in each and not each.get("disabled")
        ]  # fmt: skip


def _handled(known: set[asyncio.Task[Any]]) -> bool:
    """Whether the bot is still busy with something that a person has done since."""
    return any(task.get_name().startswith(HANDLERS) for task in asyncio.all_tasks() - known)


CALM = 40.0
"""How long after something went wrong the bot answers as usual again, in seconds."""


def nobody_waits(evening: Evening) -> bool:
    """Whether everything that people have done is over, and the bot hears what they do: in a copy nothing comes
    between."""
    if not evening.wire.gateway.listener() or evening.loop.now - evening.last_fault < CALM:
        return False
    waiting = any(made.answered is None and not made.late for made in evening.wire.interactions.by_id.values())
    return not waiting and not _handled(evening.buried)


class Window:
    """One person's."""

    def __init__(self, evening: Evening, user: str) -> None:
        self.evening, self.user, self.world = evening, user, evening.wire.world
        self.answer = Answer()
        self._made: Interaction | None = None
        self.world.listeners.append(self._hear)

    def messages(self) -> Iterator[JSON]:
        """Everything this person sees, the oldest first."""
        for id, message in self.world.messages.items():
            channel = self.world.channels.get(message["channel_id"], {})
            others = channel.get("type") == 1 and channel["recipients"][0]["id"] != self.user
            if not others and self.world.private.get(id, self.user) == self.user:
                yield message

    def find(self, custom_id: str) -> tuple[JSON, JSON] | None:
        """The newest message with this control on it, and the control."""
        for message in reversed([*self.messages()]):
            for component in walk(message["components"]):
                if component.get("custom_id") == custom_id and not component.get("disabled"):
                    return message, component
        return None

    async def press(self, message: JSON, component: JSON, values: list[str] | None = None) -> Answer:
        """Press a control, or choose from a menu; and what comes of it."""
        data: JSON = {"custom_id": component["custom_id"], "component_type": component["type"]}
        if values is not None:
            data["values"] = values
        return await self._sent(message["channel_id"], 3, data, message["id"])

    async def type(self, channel: str, command: str, **options: Any) -> Answer:
        """Send a command."""
        return await self._sent(channel, 2, self._command(command, options, None))

    async def completing(self, channel: str, command: str, **options: Any) -> Answer:
        """What is proposed for the last of these options."""
        return await self._sent(channel, 4, self._command(command, options, [*options][-1]))

    def _command(self, command: str, options: JSON, focused: str | None) -> JSON:
        kinds = {str: 3, int: 4, bool: 5}
        given = [
            {"name": name, "type": kinds[type(value)], "value": value, **({"focused": True} if name == focused else {})}
            for name, value in options.items()
        ]
        first, *more = command.split()
        for step in reversed(more):
            given = [{"name": step, "type": 1, "options": given}]
        return {"name": first, "options": given}

    async def _sent(self, channel: str, kind: int, data: JSON, message: str | None = None) -> Answer:
        self.answer, wire = Answer(), self.evening.wire
        try:
            self._made = wire.interactions.begin(self.user, channel, "aside", kind, data, message)
        except (Refused, KeyError) as no:
            self.answer.refused = str(no) or "it is gone"
            assert "There is no" not in self.answer.refused, self.answer.refused
            return self.answer
        known = {*asyncio.all_tasks()}
        await self.until(lambda: self._is_answered() and not _handled(known), LONGEST_ANSWER)
        return self.answer

    def _is_answered(self) -> bool:
        made = self._made
        assert made is not None
        return made.late or made.answered is not None

    async def until(self, so: Callable[[], Any], seconds: float = LONGEST_ANSWER) -> bool:
        """Wait until it is so; False if it is not in time."""
        end = self.evening.loop.time() + seconds
        while not so():
            if self.evening.loop.time() > end:
                return False
            await asyncio.sleep(TICK)
        return True

    def _hear(self, event: Event) -> None:
        if event.t == "MODAL" and event.to == self.user:
            self.answer.form = event.d
        elif event.t == "CHOICES" and event.to == self.user:
            self.answer.choices = event.d["choices"]
        elif event.t in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._see(event.d)

    def _see(self, message: JSON) -> None:
        id = message["id"]
        if self.world.private.get(id, self.user) != self.user or id not in self.world.messages:
            return
        message = self.world.messages[id]
        self.answer.shown[id] = message
        if message["flags"] & 64 and message["content"] and not message.get("attachments"):
            self.answer.said.append(message["content"])
