"""The world that the local Discord keeps: servers, people, channels, messages, commands.

Everything is held as the JSON objects of Discord's API, so that what is stored, sent to the bot and shown by the page
is the same thing. Every change marks what it touched (for the store) and is told as an event (for the gateway and the
pages). Nothing here knows HTTP.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from . import permissions, portraits
from .payloads import JSON
from .permissions import Permission

EPOCH = 1_420_070_400_000
RETIRED = 64  # pictures no longer shown that can still be fetched, for clients in the middle of loading one


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: ``t`` and ``d`` as on Discord's gateway, and who may hear of it.

    With ``to`` only that user hears it; otherwise everyone who sees ``channel``, or for what is in it reads there;
    otherwise every member of ``guild``.
    """

    t: str
    d: JSON
    channel: str | None = None
    guild: str | None = None
    to: str | None = None


@dataclass(slots=True)
class Attachment:
    """A file kept by the server. ``key`` is part of its address, so that only who was shown it can fetch it."""

    filename: str
    content_type: str
    data: bytes
    key: str
    message: str


class World:
    """All state of the local Discord; ``base`` is the address under which its files are served."""

    def __init__(self, base: str = "") -> None:
        self.base = base
        self.invited = permissions.BOT
        self.skew = 0.0
        self.bot_id = ""
        self.bot_online = False
        self.users: dict[str, JSON] = {}
        self.avatars: dict[str, bytes] = {}
        """Pictures that are served as they are, by their names; all others are drawn."""
        self.emojis: dict[str, JSON] = {}
        """The application's own."""
        self.emoji_files: dict[str, bytes] = {}
        self.closed_dms: set[str] = set()
        self.quarantined = False
        """Whether Discord takes the bot for a spammer: it may write in no direct message."""
        self.outages: set[str] = set()
        """Servers that Discord cannot reach itself for a while."""
        self.guilds: dict[str, JSON] = {}
        self.members: dict[str, dict[str, JSON]] = {}
        self.channels: dict[str, JSON] = {}
        self.thread_members: dict[str, dict[str, JSON]] = {}
        self.messages: dict[str, JSON] = {}
        self.history: dict[str, list[str]] = {}
        self.private: dict[str, str] = {}
        self.nonces: dict[str, str] = {}
        """The bot's messages of the last minutes, by the nonces that no other of its messages may have."""
        self.files: dict[str, Attachment] = {}
        self.held: dict[str, list[str]] = {}
        self.commands: dict[str, dict[str, JSON]] = {"global": {}}
        self.scheduled: dict[str, JSON] = {}
        self.interested: dict[str, dict[str, JSON]] = {}
        """Who has pressed **Interested** in which of those events, and since when."""
        self.listeners: list[Callable[[Event], None]] = []
        self.dirty: set[tuple[str, str]] = set()
        self._retired: deque[str] = deque()
        self._last_id = 0

    # Time and identity

    def now(self) -> float:
        """Seconds since 1970, by the server's own clock, which tests may put forward."""
        return time.time() + self.skew

    def stamp(self) -> str:
        """Now, as Discord writes times."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat()

    def snowflake(self) -> str:
        """A new id; its upper bits are the present millisecond, and ids only grow."""
        wanted = (int(self.now() * 1000) - EPOCH) << 22
        self._last_id = max(wanted, self._last_id + 1)
        return str(self._last_id)

    def after(self, snowflake: int) -> None:
        """Let all ids from now on be later than this one."""
        self._last_id = max(self._last_id, snowflake)

    def age(self, snowflake: str) -> float:
        """Seconds since something was created."""
        return self.now() - ((int(snowflake) >> 22) + EPOCH) / 1000

    # Telling and keeping

    def touch(self, kind: str, key: str) -> None:
        """Mark something as changed, for the store."""
        self.dirty.add((kind, key))

    def emit(
        self, t: str, d: JSON, *, channel: str | None = None, guild: str | None = None, to: str | None = None
    ) -> None:
        """Tell an event to the gateway and the pages."""
        event = Event(t, d, channel, guild, to)
        for listener in self.listeners:
            listener(event)

    # People

    @property
    def bot(self) -> JSON:
        """The bot's user object."""
        return self.users[self.bot_id]

    def set_online(self, online: bool) -> None:
        """Whether a bot is connected; the pages are told."""
        self.bot_online = online
        self.emit("ONLINE", {"online": online})

    def add_user(self, name: str, *, bot: bool = False) -> JSON:
        """A new person, in no server yet."""
        user_id = self.snowflake()
        user: JSON = {
            "id": user_id,
            "username": name.lower().replace(" ", "_"),
            "global_name": name,
            "discriminator": "0",
            "avatar": None,
            "bot": bot,
            "public_flags": 0,
        }
        self.users[user_id] = user
        self.touch("user", user_id)
        return user

    def set_avatar(self, user_id: str, chosen: bool, data: bytes | None = None) -> None:
        """Somebody chooses a picture, one that is drawn unless there are bytes for it, or has none any more."""
        name = portraits.name_of(user_id if data is None else secrets.token_hex())
        self.users[user_id]["avatar"] = name if chosen else None
        if data is not None:
            self.avatars[name] = data
        self.touch("user", user_id)

    def join(self, guild_id: str, user_id: str, roles: list[str] | None = None) -> JSON:
        """Make somebody a member, with the role that people have unless others are named."""
        usual = [role["id"] for role in self.guilds[guild_id]["roles"] if role["name"] == "Members"]
        member: JSON = {
            "nick": None,
            "avatar": None,
            "roles": usual if roles is None else roles,
            "joined_at": self.stamp(),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }
        self.members.setdefault(guild_id, {})[user_id] = member
        self.touch("member", f"{guild_id}:{user_id}")
        self.emit("GUILD_MEMBER_ADD", {**self.member(guild_id, user_id), "guild_id": guild_id}, guild=guild_id)
        return member

    def leave(self, guild_id: str, user_id: str) -> None:
        """Take somebody out of a server; the bot hears that it was removed."""
        if user_id == self.bot_id:
            self.emit("GUILD_DELETE", {"id": guild_id}, to=self.bot_id)
        del self.members[guild_id][user_id]
        self.touch("member", f"{guild_id}:{user_id}")
        if user_id != self.bot_id:
            left = {"guild_id": guild_id, "user": self.users[user_id]}
            self.emit("GUILD_MEMBER_REMOVE", left, guild=guild_id)

    def member(self, guild_id: str, user_id: str) -> JSON:
        """A member object with its user."""
        return {**self.members[guild_id][user_id], "user": self.users[user_id]}

    def change_member(self, guild_id: str, user_id: str, **changes: object) -> None:
        """Change a member's nick or roles."""
        self.members[guild_id][user_id].update(changes)
        self.touch("member", f"{guild_id}:{user_id}")
        self.emit("GUILD_MEMBER_UPDATE", {**self.member(guild_id, user_id), "guild_id": guild_id}, guild=guild_id)

    # Places

    def add_guild(self, name: str, owner_id: str) -> JSON:
        """A new server. What people may do there comes from a role of theirs, not from everyone's: so the bot may do
        there what it was invited with, and nothing else."""
        guild_id = self.snowflake()
        guild: JSON = {"id": guild_id, "name": name, "owner_id": owner_id, "roles": []}
        self.guilds[guild_id] = guild
        self.members[guild_id] = {}
        guild["roles"].append(_role(guild_id, "@everyone", 0, 0))
        for position, (role, bits) in enumerate(self._held().items(), start=1):
            guild["roles"].append(_role(self.snowflake(), role, bits, position))
        self.touch("guild", guild_id)
        self.join(guild_id, owner_id)
        self.join(guild_id, self.bot_id, [self.role(guild_id, "Card Room")])
        return guild

    def invite_again(self) -> None:
        """The bot has in every server what it is invited with now, and people what their roles give now, whatever it
        was before."""
        for guild_id, guild in self.guilds.items():
            for role in guild["roles"]:
                bits = str(self._held().get(role["name"], role["permissions"]))
                if role["permissions"] != bits:
                    role["permissions"] = bits
                    self.touch("guild", guild_id)

    def _held(self) -> dict[str, int]:
        """What the roles that every server has give."""
        manager = permissions.EVERYONE | permissions.MANAGER
        return {"Members": permissions.EVERYONE, "Managers": manager, "Card Room": self.invited}

    def is_out(self, channel_id: str) -> bool:
        """Whether the channel's server has an outage."""
        return self.channels.get(channel_id, {}).get("guild_id") in self.outages

    def role(self, guild_id: str, name: str) -> str:
        """The id of a server's role by its name."""
        return next(role["id"] for role in self.guilds[guild_id]["roles"] if role["name"] == name)

    def add_channel(self, guild_id: str, name: str, **fields: object) -> JSON:
        """A new channel, for text unless ``type`` says otherwise."""
        channel: JSON = {
            "id": self.snowflake(),
            "type": 0,
            "guild_id": guild_id,
            "name": name,
            "position": sum(each.get("guild_id") == guild_id for each in self.channels.values()),
            "topic": None,
            "nsfw": False,
            "parent_id": None,
            "last_message_id": None,
            "rate_limit_per_user": 0,
            "permission_overwrites": [],
            "flags": 0,
            **fields,
        }
        if channel["type"] in (permissions.VOICE, permissions.STAGE):
            channel |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
        self._keep_channel(channel)
        self.emit("CHANNEL_CREATE", channel, channel=channel["id"])
        return channel

    def add_thread(self, parent: JSON, owner_id: str, name: str, kind: int, archive_after: int, thread_id: str) -> JSON:
        """A new thread below a channel; ``kind`` is 10 (of announcements), 11 (public) or 12 (private)."""
        stamp = self.stamp()
        thread: JSON = {
            "id": thread_id,
            "type": kind,
            "guild_id": parent["guild_id"],
            "parent_id": parent["id"],
            "owner_id": owner_id,
            "name": name,
            "last_message_id": None,
            "rate_limit_per_user": 0,
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "flags": 0,
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": archive_after,
                "archive_timestamp": stamp,
                "create_timestamp": stamp,
                "locked": False,
                **({"invitable": True} if kind == 12 else {}),
            },
        }
        self.thread_members[thread_id] = {owner_id: {"join_timestamp": stamp, "flags": 0}}
        self._keep_channel(thread)
        self.emit("THREAD_CREATE", {**thread, "newly_created": True}, channel=thread_id)
        return thread

    def join_thread(self, thread_id: str, user_id: str, *, leave: bool = False) -> None:
        """Add somebody to a thread, or take them out."""
        thread, members = self.channels[thread_id], self.thread_members[thread_id]
        if (user_id in members) != leave:
            return
        told: JSON = {"id": thread_id, "guild_id": thread["guild_id"]}
        if leave:
            del members[user_id]
            told["removed_member_ids"] = [user_id]
        else:
            members[user_id] = {"join_timestamp": self.stamp(), "flags": 0}
            told["added_members"] = [{"id": thread_id, "user_id": user_id, **members[user_id]}]
        thread["member_count"] = told["member_count"] = len(members)
        self.touch("channel", thread_id)
        self.emit("THREAD_MEMBERS_UPDATE", told, channel=thread_id)
        if user_id != self.bot_id and thread["type"] == 12:
            self.emit("THREAD_DELETE" if leave else "THREAD_CREATE", thread, to=user_id)

    def has_dm(self, user_id: str) -> JSON | None:
        """The direct-message channel between the bot and somebody, if it has ever been opened."""
        dms = (channel for channel in self.channels.values() if channel["type"] == 1)
        return next((channel for channel in dms if channel["recipients"][0]["id"] == user_id), None)

    def open_dm(self, user_id: str) -> JSON:
        """The direct-message channel between the bot and somebody, as the bot sees it."""
        if (known := self.has_dm(user_id)) is not None:
            return known
        channel: JSON = {
            "id": self.snowflake(),
            "type": 1,
            "recipients": [self.users[user_id]],
            "last_message_id": None,
            "flags": 0,
        }
        self._keep_channel(channel)
        self.emit("CHANNEL_CREATE", channel, channel=channel["id"])
        return channel

    def change_channel(self, channel_id: str, **changes: object) -> JSON:
        """Change fields of a channel or thread."""
        channel = self.channels[channel_id]
        channel.update(changes)
        self.touch("channel", channel_id)
        thread = "thread_metadata" in channel
        self.emit("THREAD_UPDATE" if thread else "CHANNEL_UPDATE", channel, channel=channel_id)
        return channel

    def remove_channel(self, channel_id: str) -> JSON:
        """Delete a channel or thread with everything in it."""
        for thread in [each["id"] for each in self.channels.values() if each.get("parent_id") == channel_id]:
            self.remove_channel(thread)
        channel = self.channels[channel_id]
        thread = "thread_metadata" in channel
        told = {key: channel[key] for key in ("id", "guild_id", "parent_id", "type")} if thread else channel
        self.emit("THREAD_DELETE" if thread else "CHANNEL_DELETE", told, channel=channel_id)
        for message_id in self.history.pop(channel_id, []):
            self.forget(message_id)
        del self.channels[channel_id]
        self.thread_members.pop(channel_id, None)
        self.touch("channel", channel_id)
        return channel

    def archive_idle(self, channel_id: str) -> None:
        """Archive a thread in which nobody has written for its time, which is noticed when somebody looks at it; edits
        do not count, and being opened again does."""
        thread = self.channels.get(channel_id, {})
        meta = thread.get("thread_metadata")
        if meta is None or meta["archived"]:
            return
        opened = self.now() - datetime.fromisoformat(meta["archive_timestamp"]).timestamp()
        idle = min(opened, self.age(thread["last_message_id"] or thread["id"]))
        if idle >= meta["auto_archive_duration"] * 60:
            self.archive(channel_id)

    def archive(self, channel_id: str) -> None:
        """Time or a moderator has archived a thread."""
        self._archived(channel_id, True)

    def open_again(self, channel_id: str) -> None:
        """A thread is archived no more."""
        self._archived(channel_id, False)

    def _archived(self, channel_id: str, archived: bool) -> None:
        meta = self.channels[channel_id]["thread_metadata"]
        changed = {"archived": archived, "archive_timestamp": self.stamp()}
        self.change_channel(channel_id, thread_metadata=meta | changed)

    def threads(self, guild_id: str) -> list[JSON]:
        """The threads of a server that are not archived."""
        return [
            channel
            for channel in self.channels.values()
            if channel.get("guild_id") == guild_id
            and "thread_metadata" in channel
            and not channel["thread_metadata"]["archived"]
        ]

    def may(self, channel_id: str, user_id: str, needed: int = Permission.VIEW_CHANNEL) -> bool:
        """Whether somebody may do that in the channel."""
        return permissions.in_channel(self, channel_id, user_id) & needed == needed

    def reads(self, channel_id: str, user_id: str) -> bool:
        """Whether somebody may read in the channel."""
        channel = self.channels.get(channel_id)
        return channel is not None and self.may(channel_id, user_id, permissions.to_read(channel))

    def hears(self, event: Event, user_id: str) -> bool:
        """Whether somebody sees the channel of an event, or reads there if it is of what is in it."""
        if event.channel is None:
            return True
        in_chat = event.t.startswith(("MESSAGE_", "TYPING_"))
        return (self.reads if in_chat else self.may)(event.channel, user_id)

    def _keep_channel(self, channel: JSON) -> None:
        self.channels[channel["id"]] = channel
        self.history.setdefault(channel["id"], [])
        self.touch("channel", channel["id"])

    def every_command(self) -> list[JSON]:
        """All commands, those of every server and those of one."""
        return [command for scope in self.commands.values() for command in scope.values()]

    def add_emoji(self, name: str, data: bytes) -> JSON:
        """A new emoji of the application."""
        emoji: JSON = {
            "id": self.snowflake(),
            "name": name,
            "user": self.bot,
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }
        self.emojis[emoji["id"]], self.emoji_files[emoji["id"]] = emoji, data
        self.touch("emoji", emoji["id"])
        return emoji

    def remove_emoji(self, emoji_id: str) -> None:
        """It is gone."""
        del self.emojis[emoji_id], self.emoji_files[emoji_id]
        self.touch("emoji", emoji_id)

    # What was said

    def visible(self, channel_id: str, user_id: str) -> Iterator[JSON]:
        """A channel's messages as one person sees them, newest first: others' ephemeral ones are left out."""
        for message_id in reversed(self.history.get(channel_id, [])):
            if self.private.get(message_id, user_id) == user_id:
                yield self.messages[message_id]

    def forget(self, message_id: str) -> None:
        """Drop a message and its files; its place in the channel's history is the caller's."""
        self.messages.pop(message_id, None)
        self.private.pop(message_id, None)
        self.touch("message", message_id)
        for file_id in self.held.pop(message_id, []):
            self.retire(file_id)

    def retire(self, file_id: str) -> None:
        """A file that no message shows any more goes soon, but not while somebody may still be loading it."""
        self.touch("file", file_id)
        self._retired.append(file_id)
        while len(self._retired) > RETIRED:
            self.files.pop(self._retired.popleft(), None)

    def is_retired(self, file_id: str) -> bool:
        """Whether no message shows the file any more."""
        return file_id in self._retired


def _role(role_id: str, name: str, bits: int, position: int) -> JSON:
    return {
        "id": role_id,
        "name": name,
        "permissions": str(bits),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def found(world: World) -> None:
    """The world that a new data file begins with: The Card Room, three channels for text and one for voice, and four
    people with a picture each."""
    world.bot_id = world.add_user("Card Room", bot=True)["id"]
    owner = world.add_user("Ana")
    guild = world.add_guild("The Card Room", owner["id"])
    for name in ("Bo", "Cleo", "Dev"):
        world.join(guild["id"], world.add_user(name)["id"])
    for user in world.users.values():
        world.set_avatar(user["id"], not user["bot"])
    for name in ("lobby", "hearts", "chips"):
        world.add_channel(guild["id"], name)
    world.add_channel(guild["id"], "Table talk", type=permissions.VOICE)
    world.touch("meta", "bot")


def new_key() -> str:
    """A fresh unguessable key."""
    return secrets.token_urlsafe(12)
