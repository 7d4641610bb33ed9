"""Direct messages are heard by the first process alone: what people press there is answered by the process that has the
table. It is handed over as it came, by a row; who has heard it acknowledges it where its owner does not take it at
once, and says so where its owner is not there."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from bot.store import Cluster, Duplicate, LeaseLost, Missing, StoreError, Work, clusters, handed

from .calls.reply import Heard, Reply, heard
from .calls.unread import COMPLETION, JSON
from .room import RoomClient

log = logging.getLogger(__name__)

TIMES, AGAIN_SECONDS = 9, 1.0
"""How often its owner is told that it waits, and how long after one another: it may begin just now."""
AWAY = "That table is away for a moment. Nothing has changed; please try again soon."
SEEN = "seen"


class Handing:
    """What this process hands over, and what it takes."""

    def __init__(self, client: RoomClient) -> None:
        """From now on, what the client hears in direct messages can be handed over."""
        self._client = client
        self._waiting: dict[int, asyncio.Event] = {}
        """By interaction: set once its owner has taken it."""
        parsers = client._connection.parsers  # pyright: ignore[reportPrivateUsage]
        self._parse: Callable[[JSON], None] = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self._hears

    def start(self) -> None:
        """From now on this process takes what others hand over to it."""
        room = self._client.room
        room.store.hear(handed.HANDED, self._waits)
        room.store.hear(handed.TAKEN, self._is_told)
        room.store.hear(SEEN, lambda message: room.display.seen_message(*message))

    def _hears(self, sent: JSON) -> None:
        """A press in a direct message; what is proposed while somebody types has no time for a way to another one."""
        if sent.get("guild_id") is None and sent.get("type") != COMPLETION:
            self._read(sent, Heard(partial(self._hand_over, sent)))
        else:
            self._parse(sent)

    def _read(self, sent: JSON, as_heard: Heard) -> None:
        """Whatever discord.py begins for it knows how it was heard."""
        before = heard.set(as_heard)
        try:
            self._parse(sent)
        finally:
            heard.reset(before)

    # ---- by the one that has heard it -----------------------------------------------------

    async def _hand_over(self, sent: JSON, reply: Reply, guild: int) -> None:
        """Have it answered by the process that has this server, or say that this is away."""
        store, id = self._client.room.store, reply.interaction.id
        owner, taken = Cluster.of(guild, store.cluster.total).number, asyncio.Event()
        self._waiting[id] = taken
        try:
            await reply.leave()
            as_it_came, now = json.dumps(sent), self._client.room.now()
            work = Work().do(handed.hand_over, id, owner, reply.user, as_it_came, now, acknowledged=reply.done)
            await store.commit(work)
            if not await self._is_taken(reply, owner, taken):
                await self._give_up(reply)
        except Duplicate:
            log.info("interaction %d has come again", id)
        except StoreError as no:
            await reply.refuse(str(no))
        finally:
            del self._waiting[id]

    async def _is_taken(self, reply: Reply, owner: int, taken: asyncio.Event) -> bool:
        """Whether its owner has it; it is acknowledged in time meanwhile."""
        store, id = self._client.room.store, reply.interaction.id
        try:
            if not reply.done:
                if await _within(taken, reply.to_acknowledge):
                    return True
                await store.commit(Work().do(handed.acknowledge, id))
                await reply.acknowledge()
                await store.commit(Work().do(handed.acknowledged, id, owner))
            for _ in range(TIMES):
                if await _within(taken, AGAIN_SECONDS):
                    return True
                await store.commit(Work().do(handed.remind, id, owner))
        except Missing:
            return True
        except StoreError as trouble:
            log.warning("interaction %d is given up: %s", id, trouble)
        return False

    async def _give_up(self, reply: Reply) -> None:
        """Nobody carries it out any more; only once that is certain, it is said."""
        store = self._client.room.store
        while not reply.expired:
            try:
                await store.commit(Work().do(handed.give_up, reply.interaction.id))
            except (Missing, LeaseLost):
                return
            except StoreError:
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                await reply.refuse(AWAY)
                return

    def _is_told(self, id: int) -> None:
        if (taken := self._waiting.get(id)) is not None:
            taken.set()

    # ---- by its owner --------------------------------------------------------------------

    def _waits(self, about: tuple[int, int]) -> None:
        owner, id = about
        client = self._client
        if owner == client.room.store.cluster.number and client.is_ready() and not client.closing:
            client.room.spawn(self._take(id))

    async def _take(self, id: int) -> None:
        """Carry it out, unless somebody else has done something about it."""
        store = self._client.room.store
        if (waiting := await store.read(handed.waiting, id)) is None:
            return
        with suppress(Missing):
            await store.commit(Work().do(handed.take, id, waiting.state))
            self._read(json.loads(waiting.sent), Heard(acknowledged=waiting.state == handed.ACKNOWLEDGED))

    # ---- messages ------------------------------------------------------------------------

    async def tell_seen(self, channel: int, message: int) -> None:
        """Somebody has written in a direct message: each process that has panels there counts it."""
        await self._client.room.store.commit(Work().do(clusters.tell, SEEN, [channel, message]))


async def _within(event: asyncio.Event, seconds: float) -> bool:
    """Whether it is set within this time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
