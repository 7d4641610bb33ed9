"""What the bot says when it has been invited to a server: once, and where the server wants such words."""

from __future__ import annotations

import logging
from datetime import timedelta

import discord

from bot.show.pages.ways_in import GAMES
from bot.store import Store, Work, settings

from .calls.refusals import NOT_TAKEN
from .calls.reply import NOBODY, view_of
from .pictures.emojis import Emojis

log = logging.getLogger(__name__)

GREETED = "greeted"
"""A stored setting of a server: it has been greeted, or could not be."""
FRESH = timedelta(hours=1)
"""A server that invited the bot longer ago needs no greeting: it has only come back."""
TEXT = (
    "**The card room** is here: card games and nights of dealer's choice for this server, with house players for the"
    " empty seats. All chips are play chips.\n`/games` shows what there is to play, how long it takes, and deals at"
    " once; `/help` has the rest. `/cardroom show` is for those who manage the server: where and by whom tables are"
    " opened, which games, stakes and clocks."
)


async def greet(store: Store, emojis: Emojis, guild: discord.Guild) -> None:
    """Say in the system channel what the bot is, unless it has been said on this server, or may not be. Raises
    StoreError."""
    joined = me.joined_at if (me := guild.me) is not None else None  # a server may have been read without its members
    if joined is None or discord.utils.utcnow() - joined > FRESH:
        return
    if GREETED in await store.read(settings.of_server, guild.id):
        return
    await store.commit(Work().do(settings.set_setting, guild.id, GREETED, True))  # rather never than twice
    channel = guild.system_channel
    if channel is None or not _may_write(channel, guild.me):
        return
    try:
        await channel.send(TEXT, view=view_of(((GAMES,),), emojis), allowed_mentions=NOBODY, silent=True)
    except NOT_TAKEN as error:
        log.info("server %d was not greeted: %s", guild.id, error)


def _may_write(channel: discord.TextChannel, me: discord.Member) -> bool:
    may = channel.permissions_for(me)
    return may.view_channel and may.send_messages
