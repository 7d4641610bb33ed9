"""Messages about nights: each is sent once, whatever stops the bot meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from hashlib import blake2s

import discord

from bot.show.controls.components import Rows
from bot.table.errors import Rejected

from ..calls import threads
from ..calls.refusals import ARCHIVED, NOT_TAKEN, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, why
from ..calls.reply import view_of
from .tools import Tools

log = logging.getLogger(__name__)

LOOKED_THROUGH = 200
"""How many of a channel's latest messages are looked through for our own."""
CLOCKS_DIFFER_MS = 60_000
"""By how much Discord's clock may be behind ours."""
DISCORD_EPOCH = 1_420_070_400_000
"""From when Discord's ids count their milliseconds."""
OLD_MS = 55 * 60_000
"""Discord limits edits of messages that are older than an hour."""


class NotSent(Rejected):
    """Discord does not take a message now; it may later, unless `for_good`."""

    def __init__(self, why: str, *, for_good: bool = False) -> None:
        super().__init__(why)
        self.for_good = for_good


async def send(tools: Tools, channel: int, text: str, *, key: str, rows: Rows = (), ping: Sequence[int] = (),
               again: Callable[[discord.Message], bool] | None = None, since: int = 0,
               silent: bool = False) -> int:  # fmt: skip
    """A message of a night in a channel, or in somebody's direct messages; returns its id. Only those in `ping` are
    told.

    `key` names it among all messages, so that Discord takes it once; where it may have been sent long ago (`again`
    knows it by its content, in ms `since`), the channel is looked through first. Raises NotSent.
    """
    if again is not None and (found := await _sent_before(tools, channel, again, since)) is not None:
        return found
    to = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in ping])
    where = tools.client.get_partial_messageable(channel)
    text = tools.emojis.dressed(text)
    try:
        async with tools.limiter.making(channel, new=True):
            view = view_of(rows, tools.emojis)
            sent = await where.send(text, allowed_mentions=to, nonce=_nonce(key), silent=silent, view=view)
    except NOT_TAKEN as error:
        gone = isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL
        raise NotSent(why(error) if not gone else "its channel is gone", for_good=gone) from error
    return sent.id


def _nonce(key: str) -> str:
    """A message's name, in the 25 letters that Discord leaves for it."""
    return blake2s(key.encode(), digest_size=12).hexdigest()


async def _sent_before(tools: Tools, channel: int, known: Callable[[discord.Message], bool], since: int) -> int | None:
    """A message of ours that an earlier process has sent, without noting it. Raises NotSent where Discord does not
    tell."""
    me, after = tools.client.user, discord.Object(max(since - CLOCKS_DIFFER_MS - DISCORD_EPOCH, 0) << 22)
    where = tools.client.get_partial_messageable(channel)
    try:
        messages = [each async for each in where.history(limit=LOOKED_THROUGH, after=after, oldest_first=False)]
    except NOT_TAKEN as error:
        if isinstance(error, discord.Forbidden):  # it cannot be looked at; then it cannot have been sent lately either
            return None
        raise NotSent(why(error), for_good=isinstance(error, discord.NotFound)) from error
    return next((each.id for each in messages if me is not None and each.author.id == me.id and known(each)), None)


def is_old(tools: Tools, message: int) -> bool:
    """Whether Discord takes few more edits of a message."""
    return not 0 <= tools.now() - (message >> 22) - DISCORD_EPOCH < OLD_MS


async def is_there(tools: Tools, channel: int, message: int) -> bool:
    """Whether a message is still there, as far as Discord says."""
    try:
        await tools.client.get_partial_messageable(channel).fetch_message(message)
    except NOT_TAKEN as error:
        return not (isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE)
    return True


async def says(tools: Tools, channel: int, message: int, text: str) -> bool:
    """Whether a message says this and no more, as far as Discord tells."""
    try:
        known = await tools.client.get_partial_messageable(channel).fetch_message(message)
    except NOT_TAKEN as error:
        log.info("what a message of a night says is not known: %s", error)
        return False
    return known.content == tools.emojis.dressed(text)


async def edit(tools: Tools, channel: int, message: int, text: str, rows: Rows) -> bool:
    """A message of a night says how it is now. Returns whether it is still there; what else Discord does not take is
    left. Raises NotSent where it may take it later."""
    where = tools.client.get_partial_messageable(channel).get_partial_message(message)
    view = view_of(rows, tools.emojis) if rows else None
    try:
        async with tools.limiter.making(channel):
            await where.edit(
                content=tools.emojis.dressed(text), view=view, allowed_mentions=discord.AllowedMentions.none()
            )
    except NOT_TAKEN as error:
        if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
            return False
        if isinstance(error, discord.Forbidden):
            log.warning("a message of a night in channel %s was not changed: %s", channel, error)
            return True
        await _wake(tools, channel, error)
        raise NotSent(why(error)) from error
    return True


async def _wake(tools: Tools, channel: int, error: Exception) -> None:
    """Where an announcement stands in a thread that is archived by now, the thread is opened again for the next try."""
    if isinstance(error, discord.HTTPException) and error.code == ARCHIVED:
        await threads.wake(tools.client, tools.limiter, channel)


async def delete(tools: Tools, channel: int, message: int) -> None:
    """A message that is no longer wanted. Raises NotSent where Discord may take it later."""
    where = tools.client.get_partial_messageable(channel).get_partial_message(message)
    try:
        async with tools.limiter.making(channel):
            await where.delete()
    except NOT_TAKEN as error:
        if isinstance(error, discord.NotFound | discord.Forbidden):
            log.info("a message of a night is not to be deleted: %s", error)
            return
        await _wake(tools, channel, error)
        raise NotSent(why(error)) from error
