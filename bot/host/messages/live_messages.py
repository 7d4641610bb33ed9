"""Messages that are kept up to date: one writer each, the newest state wins, a press is answered with the picture."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import aiohttp
import discord

from bot.show.controls.components import Menu, Rows
from bot.show.controls.control_id import read
from bot.show.messages.alt import Picture
from bot.show.messages.page import MessageContent

from ..calls import threads
from ..calls.rate_limiter import RateLimiter
from ..calls.refusals import ARCHIVED, TOO_OLD_TO_EDIT, UNKNOWN_MESSAGE
from ..calls.reply import NOBODY, NOT_TAKEN, Reply, asking, edited, files_of, view_of
from ..pictures.emojis import Emojis
from ..pictures.render_queue import Rank, RenderQueue, Turn

log = logging.getLogger(__name__)

OLD = timedelta(minutes=50)
"""Discord limits edits of messages that are older than an hour."""
LONGEST_PAUSE = 60
"""Seconds between two tries of a message that Discord does not take for now."""

POST_SECONDS = 10.0
"""How long somebody waits to hear whether a message is there."""
MENU_SECONDS = 3.0
"""How long a menu that has just been drawn stays as it is, if it will still be there: somebody may have opened it."""

PICTURE_SECONDS = 1.0
"""At a table without turns the picture changes no more often, the controls at once."""

Lost = Callable[[discord.HTTPException], Awaitable[bool | None]]
"""What becomes of a message that Discord will not take; true if it is to be tried again all the same."""


@dataclass(eq=False, slots=True)
class _Press:
    """A press that waits to be answered with what came of it."""

    reply: Reply
    over: asyncio.Future[None]
    """Done once it has been, or will not be."""


class LiveMessage(ABC):
    """A message that is kept up to date, and is written by one task at a time."""

    def __init__(self, render_queue: RenderQueue, emojis: Emojis, table: str) -> None:
        self._render_queue, self._emojis, self.table = render_queue, emojis, table
        self.shown: MessageContent | None = None
        self._wanted: MessageContent | None = None
        self._fresh = self._soon = False
        self._presses: list[_Press] = []
        """Presses that led to what is wanted."""
        self._late = False
        """Somebody has pressed for what is wanted, and was acknowledged before it could be shown."""
        self._place: asyncio.Future[None] | None = None
        """The turn that the writer waits for."""
        self._drawing_turn: Turn | None = None
        """The turn that what is wanted waits for to be drawn."""
        self._busy = self._writing = False
        """Whether there is something to be written, and whether it is on its way to Discord."""
        self._task: asyncio.Task[None] | None = None
        self._resting = False
        self._overtaken = False
        """What was drawn last has not been written, for something newer was wanted by then."""
        self._news = asyncio.Event()
        self.tried = asyncio.Event()
        """Whether it has been written, or refused, at least once."""
        self.refused: discord.HTTPException | None = None
        """Why it could not be written at all the last time."""
        self._menu_is_new: asyncio.TimerHandle | None = None
        """Runs while the menu that was drawn last is left open."""

    def refresh(self, content: MessageContent, *, fresh: bool = False, soon: bool = False) -> None:
        """Show this; a state that comes before it is shown replaces it. `fresh`: in a new message; `soon`: before
        others, for somebody is to decide by it."""
        self._wanted, self._fresh, self._soon = content, self._fresh or fresh, soon
        self._news.set()
        if self._drawing_turn is not None:
            self._render_queue.hurry(self._drawing_turn, self._rank)
        if not self._busy:
            self._busy = True
            self._task = asyncio.create_task(self._write())

    async def answer(self, content: MessageContent, reply: Reply) -> None:
        """Show this in answer to a press on the message: the answer takes it there and needs no turn, but a write that
        has begun comes first."""
        if reply.done:
            self._late = True
            self.refresh(content)
            return
        press = _Press(reply, asyncio.get_running_loop().create_future())
        self._presses.append(press)
        if self._place is not None and not self._place.done():
            self._place.set_result(None)  # its answer needs none
        self.refresh(content, soon=True)
        await press.over
        await reply.acknowledge()

    async def _write(self) -> None:
        asking.set(None)  # a failure here is no answer to the press that began it
        failed = 0
        try:
            while self._wanted is not None:
                await self._menus_stay_open()
                if not self._presses and not self._overtaken and (place := self._turn()) is not None:
                    self._place = place
                    await place
                self._drawing_turn = self._render_queue.turn(self._to_draw, self._rank)
                await self._drawing_turn.begun
                self._drawing_turn = None
                content, fresh, presses = self._wanted, self._fresh, self._presses
                self._wanted, self._fresh, self._presses = None, False, []
                if content == self.shown and not fresh:
                    self._late = False
                    _end(presses)
                elif not fresh and self._picture_waits(content):
                    await self._controls_first(content, presses)
                elif await self._try(content, fresh, presses):
                    failed = 0
                elif self._wanted is not None:
                    failed += 1
                    await asyncio.sleep(min(2**failed, LONGEST_PAUSE))
                if not self._overtaken:
                    self._turn_is_over()
        finally:
            self._busy = False
            self._turn_is_over()
            _end(self._presses)

    def _turn_is_over(self) -> None:
        """What has had a turn is written, or will not be."""
        self._place = None

    @property
    def _rank(self) -> Rank:
        """Who waits for what is wanted; for a deal that begins, everybody does."""
        if self._presses or self._late or self._fresh:
            return Rank.PRESSED
        return Rank.DECIDES if self._soon else Rank.LATER

    def _to_draw(self) -> Picture | None:
        """The picture of what is wanted; None if it needs none, or one that is not complete yet."""
        content = self._wanted
        if content is None or content.bare or content.question is not None:
            return None
        shown = None if self._fresh else self.shown
        if shown is not None and (content == shown or (content.stage is not None and content.picture == shown.picture)):
            return None
        return None if self._picture_waits(content) else content.picture

    async def _menus_stay_open(self) -> None:
        """Until somebody who has opened a menu that was drawn a moment ago has had time to choose from it. It is not
        waited for where the menu goes, if somebody has pressed something, or at a table without turns."""
        while self._menu_is_new is not None and self._would_close_a_menu():
            self._news.clear()
            await self._news.wait()

    def _menu_drawn(self) -> None:
        """A menu is there from now on."""
        if self._menu_is_new is not None:
            self._menu_is_new.cancel()
        self._menu_is_new = asyncio.get_running_loop().call_later(MENU_SECONDS, self._menu_known)

    def _menu_known(self) -> None:
        self._menu_is_new = None
        self._news.set()

    def _would_close_a_menu(self) -> bool:
        """Whether what is wanted sends a menu again that is shown already."""
        shown, wanted = self.shown, self._wanted
        if shown is None or wanted is None or self._presses or self._fresh or wanted.stage is not None:
            return False
        return shown.rows != wanted.rows and bool(_menus(shown.rows) & _menus(wanted.rows))

    def _picture_waits(self, content: MessageContent) -> bool:
        """Whether the picture has changed too short a time ago to change again."""
        return self._resting and self.shown is not None and content.picture != self.shown.picture

    def _rest(self, content: MessageContent) -> None:
        """This picture has just been shown."""
        if content.stage is not None:
            self._resting = True
            asyncio.get_running_loop().call_later(PICTURE_SECONDS, self._rested)

    def _rested(self) -> None:
        self._resting = False
        self._news.set()

    async def _controls_first(self, content: MessageContent, presses: list[_Press]) -> None:
        """What can be pressed changes at once, as long as it belongs to the picture that is shown."""
        assert self.shown is not None
        self._news.clear()
        now = replace(content, picture=self.shown.picture, alt=self.shown.alt)
        if now != self.shown and content.stage == self.shown.stage:
            await self._try(now, False, presses)
        else:
            _end(presses)
        if self._wanted is None:
            self._wanted = content
            if self._resting:
                await self._news.wait()

    async def _try(self, content: MessageContent, fresh: bool, presses: list[_Press]) -> bool:
        """Show it now. False if that failed; if a retry may succeed, it stays wanted."""
        overtaken, self._overtaken = self._overtaken, False
        rank = Rank.PRESSED if presses else Rank.DECIDES  # its turn has come already; this is for what it asks besides
        try:
            whole, png = content, None
            if fresh or not self._has_picture_of(content):
                whole, png = await self._render_queue.drawn(content, rank, table=self.table)
            if self._wanted is not None and content.stage is None and not overtaken:
                self._fresh, self._overtaken = self._fresh or fresh, True  # not twice running, and its turn is kept
                self._presses[:0], presses = presses, []
                return True
            self._writing = True
            if not presses or fresh:
                await self._put(whole, png, fresh)
            elif not (self._is_on(presses[-1].reply) and await self._carried(presses[-1].reply, whole, png)):
                self._late = True
                self._again(content, fresh)
                return True
            self._is_shown(content, drawn=png is not None)
            return True
        except Exception as error:
            self.shown = None
            if await self._may_be_taken_later(error):
                self._again(content, fresh)
            return False
        finally:
            self._writing = False
            _end(presses)

    def _has_picture_of(self, content: MessageContent) -> bool:
        """Whether the picture of this stage stands there already."""
        return content.stage is not None and self.shown is not None and content.picture == self.shown.picture

    def _is_shown(self, content: MessageContent, *, drawn: bool) -> None:
        if _menus(content.rows) and (self.shown is None or self.shown.rows != content.rows):
            self._menu_drawn()
        self.shown = content
        self._late = False
        self.refused = None
        self.tried.set()
        if drawn:
            self._rest(content)

    async def _may_be_taken_later(self, error: Exception) -> bool:
        """Whether what could not be written for this reason is to be tried again."""
        match error:
            case discord.HTTPException():
                if error.status == 429 or error.status >= 500:
                    log.warning("a message was not taken and is tried again: %s", error)
                    return True
                if self._emojis.blamed(error):
                    return True
                self.refused = error
                self.tried.set()
                return bool(await self._lost(error))
            case OSError() | TimeoutError() | aiohttp.ClientError():
                log.warning("a message could not be sent and is tried again: %s", error)
                return True
            case _:
                log.error("a message could not be written", exc_info=error)
                return False

    async def _carried(self, reply: Reply, content: MessageContent, png: bytes | None) -> bool:
        """Whether the answer to a press has taken it there."""
        try:
            return await reply.edit(content, png)
        except Exception as error:
            log.warning("the answer to a press was not taken: %s", error)
            if isinstance(error, discord.HTTPException):
                self._emojis.blamed(error)
            return False

    def _is_on(self, reply: Reply) -> bool:
        """Whether this is still the message that was pressed: it may have been posted afresh since."""
        return True

    def _controls_change(self, content: MessageContent) -> bool:
        """Whether the message has other controls than these, or who knows which."""
        return self.shown is None or self.shown.rows != content.rows

    def _again(self, content: MessageContent, fresh: bool) -> None:
        self._wanted, self._fresh = self._wanted or content, self._fresh or fresh

    @abstractmethod
    def _turn(self) -> asyncio.Future[None] | None:
        """What to wait for before it may be written; None if it may be at once."""

    @abstractmethod
    async def _put(self, content: MessageContent, png: bytes | None, fresh: bool) -> None: ...

    @abstractmethod
    async def _lost(self, error: discord.HTTPException) -> bool | None: ...

    @property
    def busy(self) -> bool:
        """Whether something is being written, or waits to be."""
        return self._busy

    def stop(self) -> None:
        """Begin nothing more; what is on its way to Discord gets there."""
        self._wanted = None
        if self._task is not None and not self._writing:
            self._task.cancel()
        _end(self._presses)

    def close(self) -> None:
        """Write no more."""
        if self._task is not None:
            self._task.cancel()
        _end(self._presses)

    async def refusal(self) -> discord.HTTPException | None:
        """Why there is no such message; None if it is there, or on its way."""
        with suppress(TimeoutError):
            async with asyncio.timeout(POST_SECONDS):
                await self.tried.wait()
        return self.refused

    async def idle(self) -> None:
        """Until nothing is being written."""
        while self._task is not None and not self._task.done():
            await asyncio.wait((self._task,))


class ChannelMessage(LiveMessage):
    """One message in one channel."""

    def __init__(self, client: discord.Client, render_queue: RenderQueue, channel: int, message: int | None, *,
                 table: str, limiter: RateLimiter, emojis: Emojis, moved: Callable[[int], None], lost: Lost,
                 silent: bool = False) -> None:  # fmt: skip
        super().__init__(render_queue, emojis, table)
        self._client, self.channel, self.message, self._limiter = client, channel, message, limiter
        self._moved, self._on_lost, self._silent = moved, lost, silent
        self.buried = 0
        """How many messages of others stand below it."""
        self.stays = False
        """Its time is over: what is written last is written where it is, however old it is."""
        self.in_place = asyncio.Event()
        """Not set while it is to be posted afresh, and has not been yet."""
        self.in_place.set()
        self._posted: datetime | None = None
        """When the message was sent, by our clock; None for one that was found."""
        self._recent_presses: list[Reply] = []
        """Presses on the message by whose tokens it may be edited: the last that is good, and those that are later."""
        self._clearing: set[asyncio.Task[None]] = set()
        """Messages that stood here before are being deleted."""

    @property
    def old(self) -> bool:
        """Whether the message is so old that its edits are limited, or of unknown age, since our clock was set back
        meanwhile. Discord's clock is asked only if ours has not seen it: otherwise, with one of them wrong, every
        message would seem old as soon as it is posted."""
        if self.message is None:
            return False
        age = discord.utils.utcnow() - (self._posted or discord.utils.snowflake_time(self.message))
        return not timedelta() <= age <= OLD

    def _anew(self, fresh: bool) -> bool:
        """Whether what is written is posted, not edited."""
        return fresh or self.message is None or (self.old and not self.stays)

    def sunk(self, under: int) -> bool:
        """Whether it is too many messages up, or too old to be edited for much longer."""
        return self.message is not None and (self.buried >= under or self.old)

    def _is_on(self, reply: Reply) -> bool:
        return reply.message == self.message

    def pressed(self, reply: Reply) -> None:
        """Somebody has pressed something on it: edits by that token cost none of the bot's own calls."""
        usable = self._usable_press
        known = [*([usable] if usable is not None else []), *(r for r in self._recent_presses if not r.done)]
        self._recent_presses = [*known, reply]

    @property
    def _usable_press(self) -> Reply | None:
        """The last press by whose token it may be edited now."""
        return next((reply for reply in reversed(self._recent_presses) if reply.token_usable), None)

    def comes_below(self, message: int) -> bool:
        """Whether it stands below another message of its channel, or will in a moment."""
        return not self.in_place.is_set() or (self.message is not None and self.message > message)

    def _turn(self) -> asyncio.Future[None]:
        # A deal that begins goes before other moves.
        new = self._anew(self._fresh)
        free = not new and self._usable_press is not None
        return self._limiter.turn(self.channel, new=new, soon=self._fresh or self._soon, free=free)

    def _turn_is_over(self) -> None:
        if self._place is not None:
            self._limiter.unused(self._place)
        if not self._fresh:
            self.in_place.set()
        super()._turn_is_over()

    def refresh(self, content: MessageContent, *, fresh: bool = False, soon: bool = False) -> None:
        if fresh:
            self.in_place.clear()
        super().refresh(content, fresh=fresh, soon=soon)
        if soon and self._place is not None and not self._place.done():
            self._limiter.hurry(self._place)

    async def _put(self, content: MessageContent, png: bytes | None, fresh: bool) -> None:
        channel = self._client.get_partial_messageable(self.channel)
        old = self.message
        if old is not None and not self._anew(fresh):
            try:
                await self._edit(old, content, png)
                return
            except discord.HTTPException as error:
                if error.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT):
                    raise
        if png is None:
            content, png = await self._render_queue.drawn(content, table=self.table)
        async with self._limiter.making(self.channel, self._place, new=True):
            posted = discord.utils.utcnow()  # not when Discord's answer is read: a sleep may lie between
            sent = await channel.send(
                self._emojis.dressed(content.text), files=files_of(content, png),
                view=view_of(content.rows, self._emojis), silent=self._silent, allowed_mentions=NOBODY,
            )  # fmt: skip
        press, self._recent_presses = self._usable_press, []
        self.message, self.buried, self._posted = sent.id, 0, posted
        self._moved(sent.id)
        if old is not None:  # what is pressed on the new one does not wait for that
            task = asyncio.create_task(self._clear(old, press))
            self._clearing.add(task)
            task.add_done_callback(self._clearing.discard)

    async def _clear(self, message: int, press: Reply | None) -> None:
        """Delete a message that stood here before."""
        if press is not None:
            try:
                await press.delete_pressed()
                return
            except NOT_TAKEN as error:
                log.info("a message is not deleted by the token of a press: %s", error)
        await delete(self._client, self._limiter, self.channel, message)

    async def _edit_as_answer(self, content: MessageContent, png: bytes | None) -> bool:
        """By the token of a press on the message; false if no such token is good."""
        if (press := self._usable_press) is None:
            return False
        try:
            async with self._limiter.making(self.channel, self._place, free=True):
                await press.edit_pressed(content, png, controls=self._controls_change(content))
        except discord.HTTPException as error:
            self._recent_presses = []
            log.info("a message is not edited by the token of a press: %s", error)
            if error.status == 429 or error.status >= 500:
                raise
            return False
        return True

    async def _edit(self, message: int, content: MessageContent, png: bytes | None) -> None:
        """In a thread that Discord has archived, open it again first."""
        if await self._edit_as_answer(content, png):
            return
        post = self._client.get_partial_messageable(self.channel).get_partial_message(message)
        try:
            async with self._limiter.making(self.channel, self._place):
                await post.edit(**edited(content, png, self._emojis, controls=self._controls_change(content)))
        except discord.HTTPException as error:
            if error.code != ARCHIVED or not await threads.wake(self._client, self._limiter, self.channel):
                raise
            async with self._limiter.making(self.channel, self._place):
                await post.edit(**edited(content, png, self._emojis, controls=self._controls_change(content)))

    @property
    def busy(self) -> bool:
        return super().busy or bool(self._clearing)

    async def idle(self) -> None:
        await super().idle()
        if self._clearing:
            await asyncio.wait(self._clearing)

    def close(self) -> None:
        super().close()
        for task in self._clearing:
            task.cancel()

    async def _lost(self, error: discord.HTTPException) -> bool | None:
        return await self._on_lost(error)


def _menus(rows: Rows) -> set[tuple[str, tuple[str, ...]]]:
    """What can be chosen from in these rows, whenever it was drawn: by verb and values."""
    return {
        (read(control.id).verb, tuple(option.value for option in control.options))
        for row in rows
        for control in row
        if isinstance(control, Menu)
    }


def _end(presses: Sequence[_Press]) -> None:
    for press in presses:
        if not press.over.done():
            press.over.set_result(None)


async def delete(client: discord.Client, limiter: RateLimiter, channel: int, message: int) -> None:
    """A message of ours that is no longer wanted; gone is gone."""
    await limiter.turn()
    await limiter.call()
    try:
        await client.get_partial_messageable(channel).get_partial_message(message).delete()
    except discord.HTTPException as error:
        if error.code != UNKNOWN_MESSAGE:
            log.info("message %s could not be deleted: %s", message, error)
