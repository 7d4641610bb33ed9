"""People's avatars: fetched when somebody sits down, made small, and kept. Nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine

import aiohttp
import discord

from bot.store import Avatar, Store, StoreError, Work, avatars
from card_art.tables import portraits

from .render_queue import RenderQueue

log = logging.getLogger(__name__)

DAY_MS = 86_400_000
AT_ONCE = 4
"""How many are fetched at the same time."""
SECONDS = 5.0
"""A picture that takes longer is not waited for."""
_SIZE = 256
_PIECE = 1 << 14


class Avatars:
    """The avatars of people who have sat down, by server and person, for the pictures."""

    def __init__(self, store: Store, render_queue: RenderQueue, faces: dict[tuple[int, int], str],
                 now: Callable[[], int], spawn: Callable[[Coroutine[object, None, object]], None],
                 fetch: Callable[[str], Awaitable[bytes]] | None = None) -> None:  # fmt: skip
        self._store, self._render_queue, self._faces, self._now, self._spawn = store, render_queue, faces, now, spawn
        self._fetch = fetch or fetched
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._looking: dict[tuple[int, int], object] = {}
        """Whose picture is being looked at."""

    def look(self, guild: int, person: discord.abc.User) -> None:
        """Somebody sits down: fetch their avatar in the background, if they have one; at most once a day."""
        who = guild, person.id
        if who not in self._looking:
            ticket = self._looking[who] = object()
            self._spawn(self._look(who, _picture_of(person), ticket))

    async def _look(self, who: tuple[int, int], asset: discord.Asset | None, ticket: object) -> None:
        try:
            kept = await self._store.read(avatars.avatar, *who)
            if asset is None:
                if kept is not None:
                    await self._keep(who, None)
            elif kept is None or self._now() - kept.at >= DAY_MS:
                picture = kept.picture if kept is not None else None
                if kept is None or kept.source != asset.key or picture is None or not portraits.is_whole(picture):
                    picture = await self._small(asset)
                if self._looking.get(who) is ticket:
                    await self._keep(who, Avatar(asset.key, self._now(), picture))
            elif kept.picture is not None and who not in self._faces:
                self._show(who, kept.picture)
        except (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordException) as trouble:
            log.info("the avatar of %d is not there: %r", who[1], trouble)  # the next time that they sit down, perhaps
        finally:
            if self._looking.get(who) is ticket:
                del self._looking[who]

    async def _small(self, asset: discord.Asset) -> bytes | None:
        """The picture as it is kept; None if it cannot be shown."""
        url = asset.replace(size=_SIZE, format="png").url  # of one that moves, this is its beginning
        async with self._gate, asyncio.timeout(SECONDS):
            data = await self._fetch(url)
        try:
            return await asyncio.to_thread(portraits.shrunk, data)
        except portraits.NoFace as no:
            log.info("an avatar cannot be shown: %s", no)
            return None

    async def _keep(self, who: tuple[int, int], avatar: Avatar | None) -> None:
        await self._store.commit(Work().do(avatars.set_avatar, *who, avatar))
        if avatar is None or avatar.picture is None:
            self._faces.pop(who, None)
        else:
            self._show(who, avatar.picture)

    def _show(self, who: tuple[int, int], picture: bytes) -> None:
        self._render_queue.learn_face(picture)
        self._faces[who] = portraits.key_of(picture)

    async def learn(self, guild: int, users: Collection[int]) -> None:
        """Loads these people's stored avatars that are not known yet. Without the store there are initials."""
        missing = [user for user in users if (guild, user) not in self._faces]
        if not missing:
            return
        try:
            found = await self._store.read(avatars.pictures, guild, missing)
        except StoreError as trouble:
            log.warning("faces cannot be read: %s", trouble)
            return
        for user, picture in found.items():
            self._show((guild, user), picture)

    async def of(self, guild: int, users: Collection[int]) -> dict[int, str]:
        """The keys of these people's faces, of those who have one."""
        await self.learn(guild, users)
        return {user: key for user in users if (key := self._faces.get((guild, user)))}

    def forget(self, guild: int, user: int) -> None:
        """This person's data is erased."""
        self._looking.pop((guild, user), None)
        key = self._faces.pop((guild, user), None)
        if key is not None and key not in self._faces.values():
            self._render_queue.forget_face(key)


def _picture_of(person: discord.abc.User) -> discord.Asset | None:
    """The avatar as this server sees it; None for a member who has chosen none."""
    own = person.guild_avatar if isinstance(person, discord.Member) else None
    return own or person.avatar  # type: ignore[attr-defined]  # every user has one, or None


async def fetched(url: str) -> bytes:
    """What is there, as far as it may be somebody's avatar. Raises OSError, aiohttp.ClientError."""
    async with aiohttp.ClientSession() as client, client.get(url, raise_for_status=True) as answer:
        data = bytearray()
        async for piece in answer.content.iter_chunked(_PIECE):
            data += piece
            if len(data) > portraits.MOST_BYTES:
                break  # too large, as the code that makes it small will say
        return bytes(data)
