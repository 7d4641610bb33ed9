"""Messages of ours in channels: how they are made and deleted, and how many messages of others stand below them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import discord

from bot.table.posted import Sent
from bot.table.session import Session

from ..calls.passing import Spawn, Work
from ..calls.rate_limiter import RateLimiter
from ..pictures.emojis import Emojis
from ..pictures.render_queue import RenderQueue
from . import live_messages, recovery
from .live_messages import ChannelMessage, Lost

REMEMBERED = 20
"""How many of a channel's messages are remembered."""


class Channels:
    """What is needed to write in channels, shared by everything that does."""

    def __init__(self, client: discord.Client, limiter: RateLimiter, render_queue: RenderQueue, emojis: Emojis,
                 spawn: Spawn) -> None:  # fmt: skip
        self.client, self.limiter = client, limiter
        self.render_queue, self.emojis, self.spawn = render_queue, emojis, spawn
        self._sinking: dict[int, list[ChannelMessage]] = {}
        """By channel: the messages for which it counts what is written below them."""
        self._latest: dict[int, deque[tuple[int, str | None]]] = {}
        """In the same channels: what was written last, and of which table of ours it is."""

    def message(self, session: Session, place: Sent, lost: Lost, note: Callable[[int], None] | None = None, *,
                silent: bool = True) -> ChannelMessage:  # fmt: skip
        """A message of a table that is kept up to date. Whenever it is posted, `note` is called with its id, as a
        change of the table."""

        def moved(message: int) -> None:
            self.seen(place.channel, message, session.id)
            if (keep := note) is not None:
                self.spawn(recovery.note(session, lambda: keep(post.message or 0)))

        post = ChannelMessage(
            self.client, self.render_queue, place.channel, place.message or None, table=session.id,
            limiter=self.limiter, emojis=self.emojis, moved=moved, lost=lost, silent=silent,
        )  # fmt: skip
        return post

    def delete(self, channel: int, message: int) -> Work:
        """A message that is no longer wanted."""
        return live_messages.delete(self.client, self.limiter, channel, message)

    def watch(self, post: ChannelMessage) -> None:
        """From now on what is written below this message is counted."""
        self._sinking.setdefault(post.channel, []).append(post)
        self._latest.setdefault(post.channel, deque(maxlen=REMEMBERED))

    def leave(self, post: ChannelMessage) -> None:
        """Its place in the channel counts no more, nor how old it is."""
        post.stays = True
        here = self._sinking[post.channel]
        here.remove(post)
        if not here:
            del self._sinking[post.channel], self._latest[post.channel]

    def seen(self, channel: int, message: int, table: str | None = None) -> None:
        """Something was written in a channel, by others or of this `table`: the messages above it sink, but no table
        buries its own."""
        for post in self._sinking.get(channel, ()):
            if post.message is not None and post.message < message and post.table != table:
                post.buried += 1
        if (latest := self._latest.get(channel)) is not None:
            latest.append((message, table))

    def below(self, channel: int, message: int, table: str) -> int:
        """How many messages of others stand below that one of this table, as far as they are remembered."""
        return sum(later > message and of != table for later, of in self._latest.get(channel, ()))
