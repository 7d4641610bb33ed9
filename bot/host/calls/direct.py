"""Direct messages: few are opened, one at a time, and none again where they are closed.

Discord takes a bot that writes to many people for a spammer and puts it in quarantine, in which it reaches nobody. So
only a few are opened for people who have sat down; a player who asks for one gets it. Everybody has **My hand**.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.store import Store, TooMany, Work, direct_messages
from bot.store.clusters import tell

log = logging.getLogger(__name__)

APART = 1.0
"""Seconds between two openings."""
AN_HOUR = 20
"""How many are opened in an hour for people who have sat down, unless the operator says otherwise."""
REST_HOURS = 6
"""How long none is opened once Discord has said that there were too many."""
REST = "direct messages rest"
"""What is told of when that is over."""
CLOSED_TO_US, NO_SERVER_IN_COMMON = 50007, 50278
CLOSED = (CLOSED_TO_US, NO_SERVER_IN_COMMON)
"""Refusals that say something about the person."""
TOO_FAST, QUARANTINED = 40003, 20026
TOO_MANY = (TOO_FAST, QUARANTINED)
"""Refusals that say something about the bot, and nothing about the person."""


class DirectMessages:
    """The channels of people's direct messages, as far as they are known."""

    def __init__(self, client: discord.Client, store: Store, an_hour: int = AN_HOUR) -> None:
        self._client, self._store, self._an_hour = client, store, an_hour
        self._gate = asyncio.Lock()
        self._rests_until = 0
        self.closed: set[int] = set()
        """Users whose direct messages are closed to us."""
        self.on_table: set[int] = set()
        """Users who want their panel on the table only."""

    @property
    def rests(self) -> bool:
        """Whether none is opened for anybody, for Discord has said that there were too many."""
        return _now() < self._rests_until

    async def learn(self, user: int, wants_none: bool) -> None:
        """What is stored about this person."""
        known = await self._store.read(direct_messages.dm, user)
        for users, among in ((self.closed, known.flagged), (self.on_table, wants_none)):
            if among:
                users.add(user)
            else:
                users.discard(user)

    async def channel(self, user: int, *, asked: bool = False) -> int | None:
        """The channel, opened in order if it never was. None if it is closed, if Discord does not answer, or if too
        many have been opened lately; that limit holds only for people who have not `asked` for it."""
        known = await self._store.read(direct_messages.dm, user)
        if known.flagged or user in self.closed:
            return None
        if known.channel is not None:
            return known.channel
        async with self._gate:
            if not await self._may_open(user, asked):
                return None
            try:
                channel = (await self._client.create_dm(discord.Object(user))).id
            except discord.HTTPException as error:
                await self.refused(user, error)
                return None
            await self._store.commit(Work().do(direct_messages.set_dm, user, channel))
        return channel

    async def _may_open(self, user: int, asked: bool) -> bool:
        """Whether they may be opened: then it is their turn, of all that are opened for the bot by any process."""
        if self.rests:
            return False
        most = None if asked else self._an_hour
        try:
            await self._store.commit(Work().do(direct_messages.book, user, _now(), round(APART * 1000), most))
        except TooMany as no:
            log.info("no direct messages are opened for %s: %s", user, no)
            return False
        booked = (await self._store.read(direct_messages.dm, user)).opened or 0
        await asyncio.sleep(max(0, booked - _now()) / 1000)
        return not self.rests

    def rest_until(self, at: int) -> None:
        """Discord has said that there were too many, to whichever process: none is opened until then, in ms."""
        self._rests_until = max(self._rests_until, at)

    async def refused(self, user: int, error: discord.HTTPException) -> None:
        """Discord did not open this person's direct messages, or takes none for them."""
        if error.code in CLOSED:
            log.info("no direct messages to %s: %s", user, error)
            await self.shut(user)
        elif error.code in TOO_MANY:
            self.rest_until(_now() + REST_HOURS * direct_messages.HOUR_MS)
            await self._store.commit(Work().do(tell, REST, self._rests_until))
            log.error("DISCORD LETS THIS BOT OPEN NO DIRECT MESSAGES: %s. None is opened for %d hours; people have"
                      " their cards behind My hand. Open fewer with CARDROOM_DMS.", error, REST_HOURS)  # fmt: skip
        else:
            log.warning("direct messages to %s do not go through now: %s", user, error)

    async def shut(self, user: int) -> None:
        """They are closed: that is remembered, and nothing is sent there again."""
        self.closed.add(user)
        known = await self._store.read(direct_messages.dm, user)
        await self._store.commit(Work().do(direct_messages.set_dm, user, known.channel, flagged=True))


def _now() -> int:
    """Wall time in ms."""
    return round(discord.utils.utcnow().timestamp() * 1000)
