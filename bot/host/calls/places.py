"""Where a table may stand: what a server has set about it, and what the bot and its people may do there."""

from __future__ import annotations

from typing import Protocol

import discord

from bot.show.pages.cardroom import with_lost
from bot.table.errors import Rejected
from bot.table.settings import Settings

from . import permissions
from .permissions import Place
from .refusals import NOT_TAKEN, UNKNOWN_CHANNEL, why

Known = discord.abc.GuildChannel | discord.Thread
"""Any channel or thread of a server."""


class Rules(Protocol):
    """What servers have set."""

    async def of(self, guild: int, /) -> Settings:
        """What a server has set. Raises StoreError."""
        ...


class Ruled(Protocol):
    """The room, as far as places need it."""

    @property
    def rules(self) -> Rules: ...


async def place_for_a_table(
    room: Ruled,
    guild: int,
    channel: object,
    app_permissions: discord.Permissions,
    *,
    own_thread: bool = False,
    here: bool = True,
) -> tuple[Settings, Place]:
    """What the server has set, and the channel, if a table may be opened there, or with `own_thread` in a new thread of
    it. `app_permissions` is what the bot may do in it; `here` says that the asker is in it. Raises Rejected, and
    StoreError."""
    if not permissions.takes_tables(channel):
        wanted = "Tables are opened in a text, voice or stage channel or in a thread"
        raise Rejected(f"{wanted}; this is none of them.")
    within = channel.parent_id if isinstance(channel, discord.Thread) else None
    if own_thread and within is not None:
        raise Rejected("There are no threads in a thread; open the table without `thread`, or in a text channel.")
    if own_thread and isinstance(channel, permissions.Voice):
        raise Rejected(
            "There are no threads in a voice channel; open the table without `thread`, or in a text channel."
        )
    if permissions.left_out(channel, app_permissions):
        private, there = ("this private thread", "here") if here else (channel.mention, "there")
        raise Rejected(f"I am not in {private}; mention me {there}, and try again.")
    where = "here" if here else f"in {channel.mention}"
    if missing := permissions.missing(channel, app_permissions, own_thread=own_thread):
        raise Rejected(f"I cannot open a table {where}: I need the permission to {', '.join(missing)}.")
    settings = await room.rules.of(guild)
    if settings.channels and not {channel.id, within} & {*settings.channels}:
        allowed = f"Tables are opened in {', '.join(f'<#{c}>' for c in settings.channels)} on this server."
        raise Rejected(with_lost(allowed, settings, "channels"))
    return settings, channel


async def why_not_here(room: Ruled, guild: discord.Guild, channel_id: int, own_thread: bool) -> str | Place:
    """The channel in which a table that nobody asks for now may be opened, or in a sentence why it may not. Raises
    StoreError."""
    try:
        channel = guild.get_channel_or_thread(channel_id) or await guild.fetch_channel(channel_id)  # or it is archived
    except discord.NotFound as error:
        if error.code == UNKNOWN_CHANNEL:
            return "Its channel is gone."
        return f"I cannot open it in <#{channel_id}>: {why(error)}."
    except NOT_TAKEN as error:
        return f"I cannot open it in <#{channel_id}>: {why(error)}."
    held = may(channel, guild.me) or discord.Permissions.none()
    try:
        _, place = await place_for_a_table(room, guild.id, channel, held, own_thread=own_thread, here=False)
    except Rejected as no:
        return str(no)
    return place


def may(channel: Known, member: discord.Member | None) -> discord.Permissions | None:
    """What a member may do in a channel or a thread; None if that is not known. A channel that is hidden from the bot
    comes with made-up overwrites: of it only what the bot may do is right."""
    if member is None or (isinstance(channel, discord.Thread) and channel.parent is None):
        return None
    return channel.permissions_for(member)


def only_for_readers(channel: Known, asker: discord.Permissions) -> None:
    """Raises Rejected if an asker with these permissions may not read in the channel of a table: everybody else may
    play there."""
    if lacks := permissions.lacks_to_read(channel, asker):
        raise Rejected(f"You cannot {lacks} {channel.mention}, so you cannot play there.")


def only_for_writers(channel: Place, asker: discord.Permissions) -> None:
    """Raises Rejected if an asker with these permissions may not write in another channel, where the bot is to write
    for them."""
    only_for_readers(channel, asker)
    writes = asker.send_messages_in_threads if isinstance(channel, discord.Thread) else asker.send_messages
    if not writes:
        raise Rejected(f"You cannot write in {channel.mention}, so you cannot announce a night there.")
