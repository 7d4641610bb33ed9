"""Who is still a member of a server, and what happens to people who are not.

Discord would tell of everybody who leaves with a privileged intent, which this bot does without. It is asked where it
matters: when somebody's time has run out, and when somebody presses in a direct message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import aiohttp
import discord

from bot.store import Cluster
from bot.table import lobby
from bot.table.errors import Elsewhere, Rejected
from bot.table.session import Session
from bot.table.state import CLOSED

from .messages.channels import Spawn
from .messages.display import Display

log = logging.getLogger(__name__)

KEPT_SECONDS = 60
"""How long Discord's word on a member holds."""
MOST_KEPT = 10_000
MEMBER_LOOKUP_WAIT = 2.0
"""Seconds that a press waits for it. If Discord does not answer, its last word holds for as long again, and a user of
whom it has said nothing is taken for a member: an outage locks nobody out, and lets nobody in."""
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
NOT_HERE = "There is no such table here."
NO_MEMBER = "You are no member of that server any more, so you do not play at its tables."

_Key = tuple[int, int]
"""A server and a person."""


class Members:
    """What is known about the members of servers."""

    def __init__(self, client: discord.Client, cluster: Cluster, sessions: Mapping[str, Session], display: Display,
                 spawn: Spawn) -> None:  # fmt: skip
        self._client, self._cluster, self._sessions = client, cluster, sessions
        self._display, self._spawn = display, spawn
        self._known: dict[_Key, tuple[float, bool]] = {}
        """Until when it is known, by the loop's clock, and whether they are a member."""
        self._asked: dict[_Key, asyncio.Task[bool]] = {}

    def seen(self, guild: int, user: int) -> None:
        """A user who does anything in a server is a member of it."""
        self._know((guild, user), True)

    def missed(self, session: Session, user: int) -> None:
        """Somebody's time has run out: where they have left the server, nobody waits for them again."""
        self._spawn(self._look_for(session.table.guild, user))

    async def admit(self, interaction: discord.Interaction, guild: int) -> None:
        """Wraps every request to a table of this server. Raises Rejected for users who have left it and ask from a
        direct message, and for a press that claims to come from another server, which is forged; and Elsewhere."""
        user = interaction.user.id
        if interaction.guild_id not in (None, guild):
            raise Rejected(NOT_HERE)
        self.only_here(guild)
        if interaction.guild_id is None and await self._has_left(guild, user):
            self._spawn(self.put_out(guild, user))
            raise Rejected(NO_MEMBER)

    def only_here(self, guild: int) -> None:
        """Raises Elsewhere for a server that another process has."""
        if not self._cluster.has(guild):
            raise Elsewhere(guild)

    async def _look_for(self, guild: int, user: int) -> None:
        if await self._has_left(guild, user):
            await self.put_out(guild, user)

    async def _has_left(self, guild: int, user: int) -> bool:
        key = guild, user
        until, member = self._known.get(key, (0.0, True))
        if asyncio.get_running_loop().time() < until:
            return not member
        if (asked := self._asked.get(key)) is None:
            asked = self._asked[key] = asyncio.create_task(self._ask(key))
            asked.add_done_callback(lambda _: self._asked.pop(key, None))
        try:
            async with asyncio.timeout(MEMBER_LOOKUP_WAIT):
                return not await asyncio.shield(asked)
        except TimeoutError:
            self._know(key, member)
            return not member

    async def _ask(self, key: _Key) -> bool:
        """Whether they are a member, as far as Discord says, or has said last."""
        _, last = self._known.get(key, (0.0, True))
        server = self._client.get_guild(key[0])
        if server is None or server.unavailable:
            return last
        try:
            await server.fetch_member(key[1])
            member = True
        except discord.NotFound as error:
            member = error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER) and last
        except (discord.HTTPException, OSError, TimeoutError, aiohttp.ClientError) as error:
            log.info("whether %s is a member of server %s is not known: %s", key[1], key[0], error)
            member = last
        self._know(key, member)
        return member

    def _know(self, key: _Key, member: bool) -> None:
        now = asyncio.get_running_loop().time()
        if len(self._known) >= MOST_KEPT:
            self._known = {k: kept for k, kept in self._known.items() if kept[0] > now}
        self._known[key] = now + KEPT_SECONDS, member

    async def put_out(self, guild: int, user: int) -> None:
        """They get up wherever they sit in this server, wait for no seat, and no longer see its tables."""
        for session in [s for s in self._sessions.values() if s.table.guild == guild and s.table.phase != CLOSED]:
            try:
                await lobby.leave_server(session, user)
                if session.table.phase == CLOSED:  # nobody else sat there: its panels go with it
                    continue
                await self._display.panels.drop(session, user)
                await self._display.spectators.stop(session, user)
            except Rejected as no:
                log.warning("table %s: %s is put out and could not get up: %s", session.id, user, no)
