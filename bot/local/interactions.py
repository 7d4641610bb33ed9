"""Interactions from a person's press to the bot's last word: sent, acknowledged, answered, expired."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from . import client_rules, permissions, posts
from .client_rules import COMMAND, COMPLETE, COMPONENT, MODAL, Refused
from .errors import ApiError, unknown
from .limits import Violation
from .payloads import JSON
from .posts import EPHEMERAL, LOADING, Uploads
from .timings import Pressed, Timings
from .world import World

FORUM, MEDIA = 15, 16
REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, SHOW_MODAL = 4, 5, 6, 7, 8, 9
ATTACHMENT_LIMIT = 10 * 1024 * 1024
ON_PERSON, USER_SELECT = 2, 5
NO_ANSWER = "The application did not respond"


@dataclass(slots=True)
class Interaction:
    """One interaction; ``original`` is the message that ``@original`` means, ``own`` those that it made."""

    id: str
    token: str
    kind: int
    user: str
    channel: str
    nonce: str
    data: JSON
    message: str | None = None
    answered: int | None = None
    original: str | None = None
    own: set[str] = field(default_factory=set)
    timer: asyncio.TimerHandle | None = None
    late: bool = False
    timing: Pressed | None = None


class Interactions:
    """All interactions that may still be answered."""

    def __init__(
        self, world: World, timings: Timings, listening: Callable[[str | None], int],
        record: Callable[[Violation], None],
    ) -> None:  # fmt: skip
        self.world = world
        self.timings = timings
        self.listening = listening
        self.record = record
        self.ack_window = 3.0
        self.token_life = 900.0
        self.by_id: dict[str, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self._modals: dict[tuple[str, str], tuple[JSON, Interaction]] = {}

    # From a person

    def begin(self, user: str, channel: str, nonce: str, kind: int, data: JSON, message_id: str | None) -> Interaction:
        """Check what a person did as Discord's client would, and send it to the bot."""
        world = self.world
        self._check_place(user, channel)
        message = world.messages.get(message_id or "")
        if message_id and (message is None or world.private.get(message_id, user) != user):
            raise Refused("That message is gone.")
        if message is not None and message["channel_id"] != channel:
            raise Refused("That message is in another channel.")
        if kind in (COMMAND, COMPLETE):
            sent = self._command(user, channel, data, completing=kind == COMPLETE)
        elif kind == COMPONENT and message is not None:
            component = client_rules.find(message, data["custom_id"])
            sent = client_rules.check_press(component, int(data["component_type"]), data.get("values"))
            self._resolve(channel, sent, [(component["type"], value) for value in sent.get("values", [])])
        elif kind == MODAL:
            sent, origin = self._form(user, channel, data)
            message = world.messages.get(origin.message or "")
        else:
            raise Refused("A press needs the message that it is on.")
        made = Interaction(world.snowflake(), secrets.token_urlsafe(48), kind, user, channel, nonce, sent)
        made.message = message["id"] if message is not None else None
        self.by_id[made.id] = self.by_token[made.token] = made
        made.timing = Pressed(made.id, kind, user, channel, made.message, time.monotonic())
        self.timings.pressed.append(made.timing)
        made.timer = asyncio.get_running_loop().call_later(self.ack_window, self._expire, made, self._listener(made))
        world.emit("INTERACTION_CREATE", self._payload(made, message), to=world.bot_id)
        self._sweep()
        return made

    def _check_place(self, user: str, channel: str) -> None:
        """That this person sees the channel, and that the bot is there."""
        world = self.world
        if user not in world.users or not world.may(channel, user):
            raise Refused("You cannot see that channel.")
        if not world.reads(channel, user):
            raise Refused("You may not connect to that channel.")
        if world.channels[channel]["type"] in (FORUM, MEDIA):
            raise Refused("Nobody writes in that channel itself.")
        world.archive_idle(channel)
        guild = world.channels[channel].get("guild_id")
        if guild and world.bot_id not in world.members[guild]:
            raise Refused("The bot is not in this server.")
        if guild in world.outages:
            raise Refused("This server is not available now.")

    def _form(self, user: str, channel: str, data: JSON) -> tuple[JSON, Interaction]:
        """A form as it is filled in, and the interaction that showed it; it is closed by that."""
        modal, origin = self._modals.get((user, data["custom_id"]), (None, None))
        if modal is None or origin is None:
            raise Refused("That form is closed.")
        sent = {"custom_id": data["custom_id"], "components": client_rules.check_fields(modal, data["components"])}
        chosen = [
            (each["type"], value)
            for each in client_rules.walk(sent["components"])
            if each["type"] in client_rules.SELECTS
            for value in each["values"]
        ]
        self._resolve(channel, sent, chosen)
        del self._modals[user, data["custom_id"]]
        return sent, origin

    def _command(self, user: str, channel: str, data: JSON, *, completing: bool) -> JSON:
        command = self._usable(user, channel, data)
        if command["type"] == ON_PERSON:
            target = str(data.get("target_id"))
            sent: JSON = {"id": command["id"], "name": command["name"], "type": ON_PERSON, "target_id": target}
            self._resolve(channel, sent, [(USER_SELECT, target)])
            return sent
        options = client_rules.check_options(command, data.get("options") or [], completing=completing)
        sent = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if command["guild_id"]:
            sent["guild_id"] = command["guild_id"]
        leaves = options
        while leaves and leaves[0]["type"] in (client_rules.SUBCOMMAND, client_rules.GROUP):
            leaves = leaves[0]["options"]
        kinds = {6: 5, 7: 8, 8: 6, 9: 7}  # option types to those of the selects that choose the same thing
        self._resolve(channel, sent, [(kinds[each["type"]], each["value"]) for each in leaves if each["type"] in kinds])
        return sent

    def _usable(self, user: str, channel: str, data: JSON) -> JSON:
        """The command of that name and kind, if this person may use it in this channel."""
        guild = self.world.channels[channel].get("guild_id")
        command = None
        for scope in ("global", guild):
            for each in self.world.commands.get(scope or "", {}).values():
                if each["name"] == data["name"] and each["type"] == (data.get("type") or 1):
                    command = each
        if command is None or (guild is None and command["guild_id"]):
            raise Refused(f"There is no command /{data['name']} here.")
        contexts = command.get("contexts")
        if contexts is not None and (0 if guild else 1) not in contexts:
            raise Refused(f"/{data['name']} is not for here.")
        needed = command.get("default_member_permissions")
        if guild and needed is not None:
            held = permissions.in_channel(self.world, channel, user)
            if held != permissions.ALL and (needed == "0" or int(needed) & ~held):
                raise Refused(f"You may not use /{data['name']}.")
        return command

    def _resolve(self, channel: str, sent: JSON, chosen: list[tuple[int, str]]) -> None:
        """Add the objects behind the ids that a person chose."""
        world, guild = self.world, self.world.channels[channel].get("guild_id")
        resolved: JSON = {}
        for kind, value in chosen:
            if kind in (5, 7) and value in world.users:
                resolved.setdefault("users", {})[value] = world.users[value]
                if guild and value in world.members[guild]:
                    member = {**world.members[guild][value], "permissions": self._bits(channel, value)}
                    resolved.setdefault("members", {})[value] = member
            elif kind in (6, 7) and guild and (roles := [r for r in world.guilds[guild]["roles"] if r["id"] == value]):
                resolved.setdefault("roles", {})[value] = roles[0]
            elif kind == 8 and value in world.channels:
                bits = self._bits(channel, world.bot_id)
                resolved.setdefault("channels", {})[value] = {**world.channels[value], "permissions": bits}
            elif kind != 3:
                raise Refused("There is nobody and nothing of that kind.")
        if resolved:
            sent["resolved"] = resolved

    def _bits(self, channel: str, user: str) -> str:
        return str(permissions.in_channel(self.world, channel, user))

    def _payload(self, made: Interaction, message: JSON | None) -> JSON:
        world, place = self.world, self.world.channels[made.channel]
        guild = place.get("guild_id")
        payload: JSON = {
            "id": made.id,
            "application_id": world.bot_id,
            "type": made.kind,
            "token": made.token,
            "version": 1,
            "data": made.data,
            "channel_id": made.channel,
            "channel": {**place, "permissions": self._bits(made.channel, made.user)},
            "locale": "en-GB",
            "entitlements": [],
            "authorizing_integration_owners": {"0": guild or "0"},
            "context": 0 if guild else 1,
            "app_permissions": self._bits(made.channel, world.bot_id),
            "attachment_size_limit": ATTACHMENT_LIMIT,
        }
        if guild:
            payload["guild_id"] = guild
            payload["guild"] = {"id": guild, "locale": "en-GB", "features": []}
            payload["guild_locale"] = "en-GB"
            member = world.member(guild, made.user)
            payload["member"] = {**member, "permissions": self._bits(made.channel, made.user)}
        else:
            payload["user"] = world.users[made.user]
        if message is not None:
            payload["message"] = message
        return payload

    def _expire(self, made: Interaction, listener: int) -> None:
        made.late = True
        self._tell(made, "FAILED", message=NO_ANSWER)
        if listener and listener == self._listener(made):  # a bot that went away meanwhile is not to blame
            what = f"no acknowledgement of an interaction within {self.ack_window:g} s"
            self.record(Violation(10062, what, "POST", "/interactions/{interaction_id}/…/callback", self.world.now()))

    def _listener(self, made: Interaction) -> int:
        return self.listening(self.world.channels[made.channel].get("guild_id"))

    def _tell(self, made: Interaction, t: str, **fields: object) -> None:
        self.world.emit(t, {"interaction_id": made.id, "nonce": made.nonce, **fields}, to=made.user)

    def _sweep(self) -> None:
        """Forget interactions whose token has run out; they are in order of age."""
        for made in list(self.by_id.values()):
            if self.world.age(made.id) < 1.2 * self.token_life:
                return
            del self.by_id[made.id]
            del self.by_token[made.token]
            self._modals = {key: form for key, form in self._modals.items() if form[1] is not made}

    # From the bot

    def answer(self, interaction_id: str, token: str, body: JSON, uploads: Uploads) -> JSON:
        """The bot's first answer; returns what ``with_response`` asks for."""
        kind, data = body["type"], body.get("data") or {}
        made = self._answerable(interaction_id, token, kind)
        message: JSON | None = None
        if kind in (REPLY, DEFER):
            message = self._reply(made, data, uploads, loading=kind == DEFER)
            made.original = message["id"]
        elif kind in (DEFER_UPDATE, UPDATE):
            made.original = made.message
            if kind == UPDATE:
                message = posts.edit(self.world, self.world.messages[made.message or ""], data, uploads)
        made.answered = kind
        if made.timing is not None:
            made.timing.acknowledged = time.monotonic()
        if made.timer is not None:
            made.timer.cancel()
        self._tell(made, "ACK", type=kind)
        if kind == SHOW_MODAL:
            self._modals[made.user, data["custom_id"]] = (data, made)
            self._tell(made, "MODAL", custom_id=data["custom_id"], title=data["title"], components=data["components"])
        elif kind == CHOICES:
            self.world.emit("CHOICES", {"nonce": made.nonce, "choices": data.get("choices") or []}, to=made.user)
        return self._response(made, kind, message)

    def _answerable(self, interaction_id: str, token: str, kind: int) -> Interaction:
        """The interaction, if it may be answered in this way."""
        made = self.by_id.get(interaction_id)
        if made is None or made.token != token:
            raise unknown("interaction")
        if made.answered is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.", violation=True)
        if made.late:
            raise unknown("interaction")
        if (kind == CHOICES) != (made.kind == COMPLETE) or (kind == SHOW_MODAL and made.kind == MODAL):
            raise ApiError(400, 50035, f"An interaction of type {made.kind} takes no answer {kind}", violation=True)
        if kind in (DEFER_UPDATE, UPDATE) and made.message is None:
            raise ApiError(400, 50035, "There is no message to update", violation=True)
        if kind == UPDATE and made.message not in self.world.messages:
            raise unknown("Message")
        return made

    def _response(self, made: Interaction, kind: int, message: JSON | None) -> JSON:
        told: JSON = {"id": made.id, "type": made.kind}
        if message is not None:
            told["response_message_id"] = message["id"]
            told["response_message_loading"] = bool(message["flags"] & LOADING)
            told["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
        resource: JSON = {"type": kind}
        if message is not None:
            resource["message"] = message
        return {"interaction": told, "resource": resource}

    def _reply(self, made: Interaction, data: JSON, uploads: Uploads, *, loading: bool = False) -> JSON:
        world = self.world
        ephemeral = bool((data.get("flags") or 0) & EPHEMERAL)
        about: JSON = {
            "id": made.id,
            "type": made.kind,
            "user": world.users[made.user],
            "authorizing_integration_owners": {"0": world.channels[made.channel].get("guild_id") or "0"},
        }
        fields: JSON = {"webhook_id": world.bot_id, "application_id": world.bot_id, "interaction_metadata": about}
        if made.kind == COMMAND:
            about["name"] = _path(made.data)
            fields["type"] = 20
            fields["interaction"] = {"id": made.id, "type": 2, "name": about["name"], "user": about["user"]}
        elif made.message is not None:
            about["interacted_message_id"] = made.message
            fields["type"] = 19
            fields["message_reference"] = {"channel_id": made.channel, "message_id": made.message}
        if loading:
            fields["flags"] = LOADING
        to = made.user if ephemeral else None
        message = posts.write(world, made.channel, world.bot_id, data, uploads, to=to, **fields)
        made.own.add(message["id"])
        return message

    def of_token(self, application_id: str, token: str) -> Interaction:
        """The interaction of a webhook token that is still good."""
        made = self.by_token.get(token)
        if made is None or application_id != self.world.bot_id:
            raise unknown("Webhook")
        if self.world.age(made.id) > self.token_life:
            raise ApiError(401, 50027, "Invalid Webhook Token", violation=True)
        return made

    def follow_up(self, made: Interaction, body: JSON, uploads: Uploads) -> JSON:
        """A further message; the first one after "thinking…" takes its place."""
        if made.answered is None:
            raise unknown("Webhook")
        original = self.world.messages.get(made.original or "")
        if original is not None and original["flags"] & LOADING:
            return posts.edit(self.world, original, body, uploads, finish=True)
        return self._reply(made, body, uploads)

    def message(self, made: Interaction, which: str) -> JSON:
        """The message that a token may see: ``@original`` or one of its own."""
        message_id = made.original if which == "@original" else which
        if made.answered is None or message_id is None or message_id not in {made.original, *made.own}:
            raise unknown("Message")
        if message_id not in self.world.messages:
            raise unknown("Message")
        return self.world.messages[message_id]

    def edit(self, made: Interaction, which: str, body: JSON, uploads: Uploads) -> JSON:
        """Edit a message through the token."""
        message = self.message(made, which)
        return posts.edit(self.world, message, body, uploads, finish=bool(message["flags"] & LOADING))


def _path(data: JSON) -> str:
    """A command with the group and the subcommand that were chosen, as people typed it."""
    words, inside = [data["name"]], data.get("options") or []
    while inside and inside[0]["type"] in (client_rules.SUBCOMMAND, client_rules.GROUP):
        words.append(inside[0]["name"])
        inside = inside[0].get("options") or []
    return " ".join(words)
