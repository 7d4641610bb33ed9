"""What the bot may do on a server: the one list from which the invite is made, and against which a place is checked.

It holds only what the calls really need. Answers to commands and presses need no permission, and messages have no
embeds.
"""

from __future__ import annotations

from typing import TypeGuard

import discord

IN_CHANNEL = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""To keep a table in a channel: it is sent with its picture, and found again after a restart."""
IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")
"""To keep a table in a thread, be it a post of a forum."""
NEW_THREAD = (*IN_THREAD, "create_public_threads")
"""To give a table a thread of its own: nothing is sent in the channel itself."""
CALENDAR = ("create_events",)
"""To put a night into the server's calendar, and to change it there: one's own events need nothing else."""

Place = discord.TextChannel | discord.Thread


def invite() -> discord.Permissions:
    """What the bot is invited with."""
    return discord.Permissions(**dict.fromkeys((*IN_CHANNEL, *NEW_THREAD, *CALENDAR), True))


def takes_tables(channel: object) -> TypeGuard[Place]:
    """Whether it is of a kind in which tables stand: text and announcement channels, and threads of either or of a
    forum. Voice channels have a chat, too, but not everybody who sees it may use it."""
    return isinstance(channel, Place)


def missing(channel: Place, may: discord.Permissions, *, own_thread: bool) -> list[str]:
    """What the bot may not do in this place of what a table there needs, as people call it."""
    needed = NEW_THREAD if own_thread else IN_THREAD if isinstance(channel, discord.Thread) else IN_CHANNEL
    return [name.replace("_", " ") for name in needed if not getattr(may, name)]


def left_out(channel: Place, may: discord.Permissions) -> bool:
    """Whether this is a private thread that the bot has not been added to."""
    return isinstance(channel, discord.Thread) and channel.is_private() and not (channel.me or may.manage_threads)
