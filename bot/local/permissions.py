"""Who may do what where: Discord's permission bits and how overwrites change them."""

from __future__ import annotations

from typing import Protocol

from .payloads import JSON


class Peopled(Protocol):
    """A world, as far as permissions go by it."""

    bot_id: str
    guilds: JSON
    members: dict[str, JSON]
    channels: JSON
    thread_members: dict[str, JSON]


class Permission:
    """The bits of Discord's permission numbers that matter where people write; plain ints, for speed."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    MUTE_MEMBERS = 1 << 22
    MOVE_MEMBERS = 1 << 24
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    CREATE_EVENTS = 1 << 44
    PIN_MESSAGES = 1 << 51


P = Permission
BITS: dict[str, int] = {name: bit for name, bit in vars(P).items() if name.isupper()}
ALL = sum(BITS.values())
EVERYONE = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.ADD_REACTIONS
    | P.USE_EXTERNAL_EMOJIS
    | P.CONNECT
    | P.CHANGE_NICKNAME
    | P.USE_APPLICATION_COMMANDS
    | P.CREATE_PUBLIC_THREADS
    | P.SEND_MESSAGES_IN_THREADS
)
BOT = EVERYONE | P.MANAGE_THREADS | P.CREATE_PRIVATE_THREADS | P.CREATE_EVENTS
MANAGER = P.MANAGE_GUILD | P.MANAGE_CHANNELS | P.MANAGE_MESSAGES | P.MANAGE_THREADS | P.MANAGE_EVENTS
VOICE, STAGE = 2, 13
"""The kinds of channels in whose chat only those read who may connect."""
DIRECT = P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_MESSAGE_HISTORY | P.ADD_REACTIONS


def named(names: list[str]) -> int:
    """The bits for names such as ``send_messages`` or ``SEND_MESSAGES``; unknown names raise ``KeyError``."""
    return sum({BITS[name.upper()] for name in names})


def in_guild(world: Peopled, guild_id: str, user_id: str) -> int:
    """What a member may do in a server, before any channel's overwrites."""
    guild, member = world.guilds.get(guild_id), world.members.get(guild_id, {}).get(user_id)
    if guild is None or member is None:
        return 0
    if guild["owner_id"] == user_id:
        return ALL
    held = {guild_id, *member["roles"]}
    bits = 0
    for role in guild["roles"]:
        if role["id"] in held:
            bits |= int(role["permissions"])
    return ALL if bits & P.ADMINISTRATOR else bits & ALL


def in_channel(world: Peopled, channel_id: str, user_id: str) -> int:
    """What somebody may do in a channel, a thread (its parent's overwrites hold) or a direct message."""
    channel = world.channels.get(channel_id)
    if channel is None:
        return 0
    guild_id = channel.get("guild_id")
    if guild_id is None:
        people = {person["id"] for person in channel["recipients"]} | {world.bot_id}
        return DIRECT if user_id in people else 0
    bits = in_guild(world, guild_id, user_id)
    if bits == ALL or not bits:
        return bits
    thread = channel if "thread_metadata" in channel else None
    holder = world.channels.get(channel["parent_id"], {}) if thread else channel
    bits = _with_overwrites(bits, holder, guild_id, user_id, world.members[guild_id][user_id]["roles"])
    if not bits & P.VIEW_CHANNEL:
        return 0
    if thread is None:
        unconnected = channel["type"] in (VOICE, STAGE) and not bits & P.CONNECT
        return bits & ~(P.MANAGE_CHANNELS | P.MANAGE_ROLES) if unconnected else bits
    private = thread["type"] == 12 and not bits & P.MANAGE_THREADS
    return 0 if private and user_id not in world.thread_members.get(channel_id, {}) else bits


def to_read(channel: JSON) -> int:
    """What is needed to read in a channel: in the chat of a voice or stage channel more than to see the channel."""
    return P.VIEW_CHANNEL | (P.CONNECT if channel["type"] in (VOICE, STAGE) else 0)


def _with_overwrites(bits: int, channel: JSON, guild_id: str, user_id: str, roles: list[str]) -> int:
    """Discord's order: everyone's overwrite, then those of all the roles together, then the member's own."""
    overwrites: dict[str, JSON] = {each["id"]: each for each in channel.get("permission_overwrites", [])}
    for ids in ([guild_id], roles, [user_id]):
        deny, allow = 0, 0
        for each in ids:
            if each in overwrites:
                deny |= int(overwrites[each]["deny"])
                allow |= int(overwrites[each]["allow"])
        bits = ((bits & ~deny) | allow) & ALL
    return bits
