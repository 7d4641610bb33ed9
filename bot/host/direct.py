"""Direct messages: opened only for whoever sits down, one at a time, and never again where they are closed."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.store import Store, Work

log = logging.getLogger(__name__)

APART = 1.0
"""Seconds between two openings: a bot that opens many at once is taken for a spammer."""


class DirectMessages:
    """The channels of people's direct messages, as far as they are known."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client, self._store = client, store
        self._gate = asyncio.Lock()
        self._opened = -APART
        self.closed: set[int] = set()
        """Users whose direct messages are closed to us, or who want their panel on the table only."""

    async def learn(self, user: int, wants_none: bool) -> None:
        """What is stored about this person."""
        if wants_none or (await self._store.dm(user)).flagged:
            self.closed.add(user)
        else:
            self.closed.discard(user)

    async def channel(self, user: int) -> int | None:
        """The channel, opened in its turn if it never was; None where it is closed, or Discord does not answer."""
        if user in self.closed:
            return None
        if (known := (await self._store.dm(user)).channel) is not None:
            return known
        async with self._gate:
            loop = asyncio.get_running_loop()
            await asyncio.sleep(max(0.0, self._opened + APART - loop.time()))
            self._opened = loop.time()
            try:
                channel = (await self._client.create_dm(discord.Object(user))).id
            except discord.Forbidden as error:
                log.info("no direct messages to %s: %s", user, error)
                await self.shut(user)
                return None
            except discord.HTTPException as error:
                log.warning("the direct messages of %s could not be opened now: %s", user, error)
                return None
        await self._store.commit(Work().set_dm(user, channel))
        return channel

    async def shut(self, user: int) -> None:
        """They are closed: that is remembered, and nothing is sent there again."""
        self.closed.add(user)
        await self._store.commit(Work().set_dm(user, None, flagged=True))
