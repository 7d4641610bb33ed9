"""A message that is kept up to date: one writer, the newest state wins, and a press is answered with the picture."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from .faces import Face
from .reply import ACKNOWLEDGE_AFTER, NOBODY, Reply, picture_file, view_of
from .studio import Studio

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS, CLOSED_DM = 10008, 10003, 50001, 50013, 50007
TOO_OLD_TO_EDIT = 30046


class Post:
    """One message in one channel. What it shows is written by one task at a time."""

    def __init__(self, client: discord.Client, studio: Studio, channel: int, message: int | None, *,
                 moved: Callable[[int | None], None], lost: Callable[[discord.HTTPException], Awaitable[None]],
                 silent: bool = False) -> None:  # fmt: skip
        self._client, self._studio, self.channel, self.message = client, studio, channel, message
        self._moved, self._lost, self._silent = moved, lost, silent
        self.shown: Face | None = None
        self._wanted: Face | None = None
        self._fresh = False
        self._busy = False
        self._task: asyncio.Task[None] | None = None

    def refresh(self, face: Face, *, fresh: bool = False) -> None:
        """Show this soon; a state that comes before it is shown replaces it."""
        self._wanted, self._fresh = face, self._fresh or fresh
        if not self._busy:
            self._busy = True
            self._task = asyncio.create_task(self._write())

    async def answer(self, face: Face, reply: Reply) -> None:
        """Show this in answer to a press on the message, if nothing else is being written."""
        if self._busy or reply.done:
            self._wanted = face
            if not self._busy:
                self._busy = True
                self._task = asyncio.create_task(self._write())
            await reply.acknowledge()
            return
        self._busy = True
        try:
            drawing = self._studio.draw(face.picture)
            done, _ = await asyncio.wait((drawing,), timeout=ACKNOWLEDGE_AFTER)
            if done and await reply.edit(face, drawing.result()):
                self.shown = face
            else:
                self._wanted = self._wanted or face
        except discord.HTTPException as error:
            log.warning("the answer to a press was not taken: %s", error)
            self._wanted = self._wanted or face
        finally:
            self._busy = False
        if self._wanted is not None:
            await reply.acknowledge()
            self.refresh(self._wanted)

    async def _write(self) -> None:
        try:
            while self._wanted is not None:
                face, fresh = self._wanted, self._fresh or self.message is None
                self._wanted, self._fresh = None, False
                if face == self.shown and not fresh:
                    continue
                png = await self._studio.draw(face.picture)
                if self._wanted is not None:
                    self._fresh = fresh
                    continue  # overtaken while it was drawn
                await self._put(face, png, fresh)
        except discord.HTTPException as error:
            self.shown = None
            await self._lost(error)
        except Exception:
            self.shown = None
            log.exception("a message could not be written")
        finally:
            self._busy = False

    async def _put(self, face: Face, png: bytes, fresh: bool) -> None:
        channel = self._client.get_partial_messageable(self.channel)
        if not fresh and self.message is not None:
            try:
                await channel.get_partial_message(self.message).edit(
                    content=face.text, attachments=[picture_file(png, face.alt)], view=view_of(face.rows),
                    allowed_mentions=NOBODY,
                )  # fmt: skip
            except discord.HTTPException as error:
                if error.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT):
                    raise
            else:
                self.shown = face
                return
        old = self.message
        sent = await channel.send(
            face.text, file=picture_file(png, face.alt), view=view_of(face.rows), silent=self._silent,
            allowed_mentions=NOBODY,
        )  # fmt: skip
        self.message, self.shown = sent.id, face
        self._moved(sent.id)
        if old is not None and old != sent.id:
            await delete(self._client, self.channel, old)

    async def idle(self) -> None:
        """Until nothing is being written."""
        while self._task is not None and not self._task.done():
            await asyncio.wait((self._task,))


async def delete(client: discord.Client, channel: int, message: int) -> None:
    """A message of ours that is no longer wanted; gone is gone."""
    try:
        await client.get_partial_messageable(channel).get_partial_message(message).delete()
    except discord.HTTPException as error:
        if error.code != UNKNOWN_MESSAGE:
            log.info("message %s could not be deleted: %s", message, error)


__all__: list[Any] = ["Post", "delete"]
