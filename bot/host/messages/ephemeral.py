"""Private messages in a channel, which one person sees: kept up to date by the token of their answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import discord

from bot.show.messages.page import MessageContent

from ..calls.reply import Reply
from ..pictures.emojis import Emojis
from ..pictures.render_queue import RenderQueue
from .live_messages import LiveMessage

log = logging.getLogger(__name__)


class EphemeralMessage(LiveMessage):
    """A private panel that its owner has opened for a while: an ephemeral answer, edited by its own token."""

    reply: Reply

    def __init__(self, render_queue: RenderQueue, emojis: Emojis, table: str, gone: Callable[[], None]) -> None:
        super().__init__(render_queue, emojis, table)
        self._gone = gone
        self._before: Reply | None = None
        """The last reply before that Discord has had an answer to: it can edit the message as well, for its time."""
        self._end: asyncio.TimerHandle | None = None

    def lasts(self, reply: Reply, seconds: float, over: Callable[[], None]) -> None:
        """It can be edited by this reply for a limited time, and then it is over."""
        if self._end is not None:
            self._end.cancel()
            if self.reply.done:
                self._before = self.reply
        self.reply, self._end = reply, asyncio.get_running_loop().call_later(seconds, over)

    def _turn(self) -> None:
        """Edits by an interaction's token do not count."""

    async def _put(self, content: MessageContent, png: bytes | None, fresh: bool) -> None:
        reply = await self._good_reply()
        if reply.expired:  # after a sleep: the loop's clock stood still, and Discord's did not
            self._gone()
        else:
            await reply.edit_later(content, png, controls=self._controls_change(content))

    async def _good_reply(self) -> Reply:
        """The newest reply whose token Discord knows. Somebody may have pressed while this was drawn: no token is known
        that has not been acknowledged, and one whose acknowledgement came too late never will be."""
        if not self.reply.expired:
            await self.reply.acknowledge()
        before = self._before
        return self.reply if self.reply.done or before is None or before.expired else before

    async def _lost(self, error: discord.HTTPException) -> None:
        log.info("a private panel is not kept up to date any more: %s", error)
        self._gone()

    async def retire(self, text: str) -> None:
        """It is not kept up to date any more, and says so."""
        if not await self._is_over():
            return
        try:
            await (await self._good_reply()).retire(text)
        except discord.HTTPException as error:
            log.info("an old panel could not be told: %s", error)

    async def remove(self, otherwise: str) -> None:
        """Another one has come in its place. If Discord does not take it away, it says `otherwise`."""
        if not await self._is_over():
            return
        try:
            await (await self._good_reply()).delete_panel()
        except discord.HTTPException as error:
            log.info("an old panel could not be deleted: %s", error)
            await self.retire(otherwise)

    async def _is_over(self) -> bool:
        """It is written no more. Returns whether Discord still takes something for it."""
        if self._end is not None:
            self._end.cancel()
        await self.idle()
        return not self.reply.expired
