"""What everything that looks after nights needs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Protocol

import discord

from bot.store import Guest, GuestList, Night, Store, guests
from bot.table.settings import Settings

from ..calls.places import Rules
from ..calls.rate_limiter import RateLimiter
from ..messages.people import People
from ..pictures.emojis import Emojis


class Lobbies(Protocol):
    """The tables of nights."""

    def open_night(
        self, record: Night, thread: int | None, coming: Sequence[Guest], /
    ) -> Coroutine[object, None, None]:
        """The lobby of a night, in which nobody sits yet. Raises Rejected."""
        ...

    async def seated(self, night: str) -> list[int] | None:
        """Who sits at the table of a night; None if it is closed. Raises Rejected."""
        ...

    async def has_begun(self, night: str) -> bool:
        """Whether a night has been started, or is over. Raises Rejected."""
        ...

    async def put_away(self, thread: int) -> None:
        """A thread that is not wanted after all."""
        ...


@dataclass(frozen=True)
class Tools:
    """The store, Discord, and what servers and people have chosen."""

    client: discord.Client
    store: Store
    emojis: Emojis
    limiter: RateLimiter
    people: People
    settings: Callable[[int], Awaitable[Settings]]
    """Of a server."""
    rules: Rules
    """Where tables may be."""
    lobbies: Lobbies
    new_id: Callable[[], str]
    now: Callable[[], int]
    """Wall time in ms."""

    async def guests(self, record: Night) -> GuestList:
        """Who has answered the announcement of a night, and may sit down in its server."""
        return GuestList.of(await self.store.read(guests.admitted, record.id, self.now()), record.most)

    def link(self, record: Night) -> str:
        """Where the announcement of a night stands."""
        place = f"https://discord.com/channels/{record.guild}/{record.channel}"
        return f"{place}/{record.announcement}" if record.announcement is not None else f"<#{record.channel}>"
