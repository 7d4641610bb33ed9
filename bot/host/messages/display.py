"""What a change of a table shows, and to whom: the table message, and what others keep up to date beside it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import discord

from bot.engine.piles import Seat
from bot.show.messages.alt import Picture, alt
from bot.show.messages.builder import MessageBuilder, Snapshot
from bot.show.messages.page import MessageContent
from bot.table.errors import Rejected
from bot.table.posted import Sent
from bot.table.session import Session
from bot.table.state import BETWEEN, CLOSED, LOBBY, OVER, PICK
from card_art import scene as art

from ..calls import threads
from ..calls.rate_limiter import RateLimiter
from ..calls.reply import Reply, asking
from ..pictures.emojis import Emojis
from ..pictures.render_queue import RenderQueue
from . import recovery
from .channels import Channels, Spawn
from .live_messages import ChannelMessage, LiveMessage
from .panels import Panels
from .people import People
from .pings import Pings
from .questions import Questions
from .waiters import SEATED, WITH_A_HAND, Waiters
from .watching import Spectators

log = logging.getLogger(__name__)

BURIED = 12
"""With this many messages of others below the table message, it is posted afresh."""
SHUFFLE_SECONDS = 1.0
"""How long each picture of a shuffle is to be seen."""
LAID_SECONDS = 3.0
"""How long chips that are laid out are to be seen in the table's place."""


@dataclass(frozen=True)
class Change:
    """One change of a table: what everybody may see now, and the person who has caused it and waits for an answer."""

    display: Display
    session: Session
    snapshot: Snapshot
    reply: Reply | None

    async def publish(self) -> None:
        """It is durable: show it."""
        await self.display.publish(self)


class Display:
    """One table message for each table, and what is shown beside it: panels, what spectators see, and pings."""

    def __init__(self, client: discord.Client, limiter: RateLimiter, render_queue: RenderQueue, emojis: Emojis,
                 builder: MessageBuilder, people: People, spawn: Spawn, closed: Callable[[Session], None],
                 trouble: Callable[[Session, discord.HTTPException], Awaitable[bool]]) -> None:  # fmt: skip
        self._render_queue, self._builder, self._people, self.prefs = render_queue, builder, people, people.prefs
        self._closed, self._trouble = closed, trouble
        self._channels = Channels(client, limiter, render_queue, emojis, spawn)
        self._table_messages: dict[str, ChannelMessage] = {}
        self._snapshots: dict[str, Snapshot] = {}
        """What has been shown last of each table."""
        self._preludes: dict[str, Picture] = {}
        """Tables at which the pack is being shuffled before everybody's eyes, or chips are laid out, and what shows of
        it now."""
        self._pings = Pings(self._channels)
        self.spectators = Spectators(self._channels, people.direct)
        self.questions, self.waiters = Questions(spawn), Waiters()
        self.panels = Panels(self._channels, builder, people, self._snapshots, self._table_message)

    @property
    def limiter(self) -> RateLimiter:
        """Who writes besides in the channels in which tables are."""
        return self._channels.limiter

    def assume_full(self) -> None:
        """Another process may have written in all channels until a moment ago."""
        self.limiter.assume_full()

    async def find_messages(self, session: Session, last_beat: int) -> None:
        """The messages of a table that has just been restored, which nobody else knows yet; `last_beat` as for
        `recovery.is_shown`."""
        try:
            older = await recovery.find_messages(self._channels.client, self._channels.limiter, session, last_beat)
        except Rejected as no:
            log.warning("table %s: its messages are not found: %s", session.id, no)
            return
        for sent in older:
            self._channels.spawn(self._channels.delete(*sent))

    def know(self, session: Session) -> None:
        """A table that has just been restored: what may be shown of it."""
        self._snapshots.setdefault(session.id, self._builder.snapshot(session.table, readers=()))
        self.panels.know(session)

    async def show_again(self, session: Session) -> None:
        """Everything of a table that has been restored, for what was stored last may not have been shown. What fails
        is logged: the other tables are shown all the same."""
        self._snapshots.pop(session.id, None)
        try:
            async with session.commits.changing():
                pass
        except Rejected as no:
            log.warning("table %s: it is not shown: %s", session.id, no)
        except Exception:
            log.exception("table %s cannot be shown", session.id)

    def change(self, session: Session, *, asked: bool) -> Change:
        """What may be shown of a table that is being changed: of the panels, those that will be written. What a press
        is answered with is drawn while the change is being stored."""
        reply = asking.get() if asked else None
        asker = reply.user if reply is not None and (reply.ephemeral or reply.on_panel) else None
        table, before = session.table, self._snapshots.get(session.id)
        snap = self._builder.snapshot(table, before, self.panels.readers(table), asker, self.panels.beside(table))
        for user, content in snap.private.items():
            if content.first is not None:
                self._builder.first_times.told(table, user, content.first)
        if reply is not None and reply.message is not None:
            content = snap.private.get(reply.user) if reply.on_panel else snap.public
            if content is not None and content.question is None and not isinstance(content.picture, art.MatchEnd):
                self._render_queue.prepare(content.picture)
        if (question := snap.public.question) is not None:
            self._render_queue.ask(question)
        return Change(self, session, snap, reply)

    async def publish(self, change: Change) -> None:
        """Show a change that is durable: in answer to the person who asked for it, and to everybody whom it
        concerns."""
        session, snap, reply = change.session, change.snapshot, change.reply
        if isinstance(snap.public.picture, art.MatchEnd) and session.table.counted:
            snap = snap.counted(session.table.counted)
        if snap.phase == CLOSED:
            self._closed(session)
        await self._show(session, snap, reply)
        if self.questions.waiting:
            self.questions.look(session)
        if snap.phase in (BETWEEN, OVER, PICK):
            await self._people.have_played(session)

    async def _show(self, session: Session, snap: Snapshot, reply: Reply | None) -> None:
        before = self._snapshots.get(session.id)
        if before is not None and before.version > snap.version:
            return  # a later change has been shown already
        self._snapshots[session.id] = snap
        pressed = reply if reply is not None and not reply.done and reply.message is not None else None
        answer: tuple[LiveMessage, MessageContent] | None = None
        post = self._table_message(session)
        fresh, begins = _wants_fresh(post, session, snap, before), _is_another_deal(snap, before)
        if fresh and post.buried:
            self.panels.buried(session)
        if begins and not fresh:
            self._channels.spawn(recovery.note(session, partial(_stays, session)))
        public = self._with_prelude(session, snap, before, played=reply is not None)
        there = pressed is not None and pressed.message == post.message and public is snap.public
        if there and not fresh and public != post.shown:
            answer, pressed = (post, public), None
        else:
            post.refresh(public, fresh=fresh, soon=begins or self._decides_there(session, snap))
        answer = self.panels.show(session, snap, before, pressed) or answer
        if session.table.posted.watchers or session.id in self.spectators.kept:
            self.spectators.show(session, snap)
        if session.table.posted.pinged:
            self._pings.take_back(session, snap)
        if snap.phase == CLOSED:
            self.forget(session)
        if answer is not None and reply is not None:
            await answer[0].answer(answer[1], reply)

    def _with_prelude(
        self, session: Session, snap: Snapshot, before: Snapshot | None, *, played: bool
    ) -> MessageContent:
        """The table message: while something is shown before the table, with the picture of that. Who has played is no
        spectator any more, and sees the table at once."""
        if snap.prelude and _has_more_to_show(snap, before):
            self._preludes[session.id] = snap.prelude[0]
            self._channels.spawn(self._show_prelude(session, snap.prelude))
        elif played:
            self._preludes.pop(session.id, None)
        picture = self._preludes.get(session.id)
        return snap.public if picture is None else _with_picture(snap.public, picture)

    async def _show_prelude(self, session: Session, prelude: Sequence[Picture]) -> None:
        """The pack is shuffled before everybody's eyes, or chips are laid out, while they may play already."""
        post = self._table_message(session)
        for seen, picture in pairwise((*prelude, None)):
            await asyncio.sleep(SHUFFLE_SECONDS if isinstance(seen, art.Shuffle) else LAID_SECONDS)
            snap = self._snapshots.get(session.id)
            if snap is None or self._preludes.get(session.id) is not seen:
                return  # somebody has played
            if picture is not None:
                self._preludes[session.id] = picture
                post.refresh(_with_picture(snap.public, picture))
            else:
                del self._preludes[session.id]
                post.refresh(snap.public)

    def _decides_there(self, session: Session, snap: Snapshot) -> bool:
        """Whether somebody is to decide by the table message, having no panel that tells them."""
        table = session.table
        seats = [seat for seat, _ in snap.turns] if snap.turns else range(len(table.chairs)) if snap.live else ()
        people = {user for seat in seats if (user := table.chairs[seat].user) is not None}
        return not people <= {*self.panels.readers(table)}

    async def show_afresh(self, session: Session) -> None:
        """Post the table message again, where it can be seen. Raises Rejected."""
        snap = await self._settled(session)
        self._table_message(session).refresh(snap.public, fresh=True)

    def is_posted(self, session: Session) -> bool:
        """Whether people see the table where it is."""
        post = self._table_messages.get(session.id)
        return post is not None and post.message is not None

    async def refused(self, session: Session) -> discord.HTTPException | None:
        """Why there is no message of a new table; None if it is there, or on its way."""
        post = self._table_messages.get(session.id)
        return await post.refusal() if post is not None else None

    async def _settled(self, session: Session) -> Snapshot:
        """What has been shown last of the table, once that is durable. Raises Rejected."""
        await session.commits.settled()
        return self._snapshots.get(session.id) or self._builder.snapshot(session.table, readers=())

    async def watch(self, session: Session, reply: Reply, *, by_message: bool) -> str | None:
        """Watch as a spectator: here, or by direct message. Returns the sentence still to be said. Raises Rejected."""
        channel = await self._people.direct.channel(reply.user, asked=True) if by_message else None
        if by_message and channel is None:
            raise Rejected("I cannot write to you; watch here, or open your direct messages.")
        snap = await self._settled(session)
        if channel is None:
            await self.spectators.watch(session, reply, snap)
            if (later := self._snapshots.get(session.id)) is not None:
                self.spectators.show(session, later)  # the table may have gone on while this was sent
            return None
        await self.spectators.watch_by_message(session, reply.user, channel, snap)
        return "You watch this table by direct message."

    # ---- the table message ---------------------------------------------------------------

    def _table_message(self, session: Session) -> ChannelMessage:
        if (post := self._table_messages.get(session.id)) is not None:
            return post

        def note(message: int) -> None:
            session.table.posted.message, session.table.posted.message_deal = message, session.table.deals_begun

        async def lost(error: discord.HTTPException) -> bool:
            return await self._trouble(session, error)

        place = Sent(session.table.posted.place, session.table.posted.message or 0)
        post = self._table_messages[session.id] = self._channels.message(session, place, lost, note, silent=False)
        self._channels.watch(post)
        return post

    def pressed(self, session: Session, reply: Reply) -> None:
        """Somebody has pressed something on a message of this table."""
        for post in (self._table_messages.get(session.id), self.panels.sent(session, reply.user)):
            if post is not None and post.message == reply.message:
                post.pressed(reply)

    def seen_message(self, channel: int, message: int) -> None:
        """Somebody else has written in a channel: our messages above that sink."""
        self._channels.seen(channel, message)

    def _everything(self) -> list[LiveMessage]:
        return [*self._table_messages.values(), *self.panels.all(), *self.spectators.all()]

    @property
    def busy(self) -> bool:
        """Whether anything is being written, or is about to be."""
        return any(kept.busy for kept in self._everything())

    def stop(self) -> None:
        """Nothing more is begun, and what is on its way to Discord gets there."""
        for kept in self._everything():
            kept.stop()

    async def idle(self) -> None:
        """Until nothing is being written anywhere."""
        for kept in self._everything():
            await kept.idle()

    def close(self) -> None:
        """The bot stops; what is not shown yet is shown when it starts again."""
        for kept in self._everything():
            kept.close()

    def forget(self, session: Session) -> None:
        """The table is closed."""
        self.spectators.forget(session)
        self._preludes.pop(session.id, None)
        self._snapshots.pop(session.id, None)
        if (post := self._table_messages.pop(session.id, None)) is not None:
            self._channels.leave(post)
            if session.table.posted.thread is not None:
                self._channels.spawn(self._end(post))
        self.panels.forget(session)

    async def wake(self, thread: int) -> bool:
        """Open a thread again that was archived; false where that is refused."""
        return await threads.wake(self._channels.client, self._channels.limiter, thread)

    async def _end(self, post: ChannelMessage) -> None:
        """The thread of a table that is closed is put away, once all is written in it."""
        await post.idle()
        await self.put_away(post.channel)

    async def put_away(self, thread: int) -> None:
        """No table is in this thread of ours any more."""
        await threads.put_away(self._channels.client, self._channels.limiter, thread)

    def seated(self, session: Session, user: int) -> None:
        """Somebody has sat down, and is shown their panel."""
        self._channels.spawn(self.panels.welcome(session, user))
        holds = self._builder.words[session.table.game.slug].holds(session.table.options)
        self._channels.spawn(self.waiters.tell(session, user, WITH_A_HAND if holds else SEATED))

    def turned_away(self, session: Session, user: int, why: str) -> None:
        """Somebody who waited for a seat gets none."""
        self._channels.spawn(self.waiters.tell(session, user, why))

    def remind(self, session: Session, seat: Seat) -> None:
        """Somebody has been waited for a while."""
        self._channels.spawn(self._ping(session, seat))

    async def _ping(self, session: Session, seat: Seat) -> None:
        await session.commits.settled()
        await self._pings.send(session, seat, self._table_message(session).message)
        if (snap := self._snapshots.get(session.id)) is not None:
            self._pings.take_back(session, snap)


def _wants_fresh(post: ChannelMessage, session: Session, snap: Snapshot, before: Snapshot | None) -> bool:
    """A match goes on in its message while people look there: a deal begins in a new one if others have written below
    it, or if it grows old."""
    if snap.phase in (LOBBY, CLOSED):
        return snap.phase == CLOSED and session.table.night is not None  # how a night ended is shown where people look
    return post.sunk(1 if _is_another_deal(snap, before) else BURIED)


def _is_another_deal(snap: Snapshot, before: Snapshot | None) -> bool:
    """Whether a deal has begun since that was shown."""
    return snap.phase not in (LOBBY, CLOSED) and before is not None and before.deal != snap.deal


def _stays(session: Session) -> None:
    """The message of the deal before is this deal's, too."""
    session.table.posted.message_deal = session.table.deals_begun


def _has_more_to_show(snap: Snapshot, before: Snapshot | None) -> bool:
    """Whether the pack has been shuffled, or chips laid out, since that was shown."""
    if before is None:
        return False
    return (before.deal, before.shuffles) < (snap.deal, snap.shuffles) or before.laid < snap.laid


def _with_picture(content: MessageContent, picture: Picture) -> MessageContent:
    """The text and the controls of the table, with another picture for a while."""
    return replace(content, picture=picture, alt=alt(picture, content.text))
