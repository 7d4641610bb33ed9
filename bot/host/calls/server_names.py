"""What servers are called, also those that another process hears: Discord tells of these where it is asked."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.store import Cluster

from .refusals import NOT_TAKEN

log = logging.getLogger(__name__)

SECONDS = 1.0
"""How long Discord has to tell: somebody who types waits for it."""
LEFT = "a server that I am not in any more ({})"
UNTOLD = "a server ({})"


class ServerNames:
    """The names of servers, as Discord has told them last."""

    def __init__(self, client: discord.Client, cluster: Cluster) -> None:
        self._client, self._cluster = client, cluster
        self._told: dict[int, str] = {}

    async def of(self, server: int) -> str:
        """A server by its name, or in words that stand in its place."""
        guild = self._client.get_guild(server)
        if guild is not None:
            return guild.name
        if self._cluster.has(server):
            return LEFT.format(server)
        if server not in self._told:
            try:
                async with asyncio.timeout(SECONDS):
                    self._told[server] = (await self._client.fetch_guild(server, with_counts=False)).name
            except (discord.NotFound, discord.Forbidden):
                return LEFT.format(server)
            except NOT_TAKEN as error:
                log.info("what server %d is called is not known: %s", server, error)
                return UNTOLD.format(server)
        return self._told[server]
