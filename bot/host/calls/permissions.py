"""What the bot may do on a server: the one list from which the invite is made, and against which a place is checked.

It holds only what the calls really need. Answers to commands and presses need no permission, and messages have no
embeds.
"""

from __future__ import annotations

from typing import TypeGuard

import discord

IN_CHANNEL = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""To keep a table in a channel: it is sent with its picture, and found again after a restart."""
IN_VOICE = (*IN_CHANNEL, "connect")
"""To keep a table in the chat of a voice or stage channel, where only those read and write who may connect."""
IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")
"""To keep a table in a thread, be it a post of a forum."""
NEW_THREAD = (*IN_THREAD, "create_public_threads")
"""To give a table a thread of its own: nothing is sent in the channel itself."""
CALENDAR = ("create_events",)
"""To put a night into the server's calendar, and to change it there: one's own events need nothing else."""

Voice = discord.VoiceChannel | discord.StageChannel
Place = discord.TextChannel | Voice | discord.Thread
KINDS = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
)
"""The kinds of channels that a server may name for tables: where they stand, and whose threads they stand in."""


def invite() -> discord.Permissions:
    """What the bot is invited with."""
    return discord.Permissions(**dict.fromkeys((*IN_VOICE, *NEW_THREAD, *CALENDAR), True))


def takes_tables(channel: object) -> TypeGuard[Place]:
    """Whether it is of a kind in which tables stand: text, announcement, voice and stage channels, and threads of the
    first two or of a forum."""
    return isinstance(channel, Place)


def missing(channel: Place, may: discord.Permissions, *, own_thread: bool) -> list[str]:
    """What the bot may not do in this place of what a table there needs, as people call it."""
    in_place = IN_THREAD if isinstance(channel, discord.Thread) else IN_CHANNEL
    needed = IN_VOICE if isinstance(channel, Voice) else NEW_THREAD if own_thread else in_place
    return [name.replace("_", " ") for name in needed if not getattr(may, name)]


def left_out(channel: Place, may: discord.Permissions) -> bool:
    """Whether this is a private thread that the bot has not been added to."""
    return isinstance(channel, discord.Thread) and channel.is_private() and not (channel.me or may.manage_threads)


def lacks_to_read(channel: object, may: discord.Permissions) -> str | None:
    """What somebody with these permissions lacks to read in the channel, as people call it; None if nothing."""
    if not may.view_channel:
        return "see"
    return "connect to" if isinstance(channel, Voice) and not may.connect else None
