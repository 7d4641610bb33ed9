"""What people see of the tables: the table messages, the private panels, and short pings."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import discord

from bot.engine.piles import Seat
from bot.show.alt import alt
from bot.show.faces import Painter
from bot.show.snapshot import Face, Snapshot
from bot.table.errors import Rejected
from bot.table.session import BETWEEN, CLOSED, LOBBY, OVER, PICK, Session
from bot.table.state import Sent
from card_art import scene as art

from . import live_messages, recovery
from .live_messages import ChannelMessage, EphemeralMessage, LiveMessage
from .people import People
from .pings import Pings
from .rate_limiter import RateLimiter
from .reply import Reply, asking
from .studio import Studio
from .trays import Trays
from .watching import Gallery

log = logging.getLogger(__name__)

BURIED, BURIED_PANEL = 12, 3
"""So many messages of others below the table message, or below a panel, and it is posted afresh."""
OLD_MS = 50 * 60_000
"""Discord limits edits of messages that are older than an hour."""
EPHEMERAL_SECONDS = 14 * 60
"""How long an ephemeral panel can be edited, with a minute to spare."""
SHUFFLE_SECONDS = 1.0
"""How long each picture of a shuffle is to be seen."""
RETIRED = "This panel is not kept up to date any more; press **My hand** for a new one."
LEFT = "You have left this table."

Spawn = Callable[[Coroutine[Any, Any, Any]], None]


@dataclass(frozen=True)
class Change:
    """One change of a table: what everybody may see now, and whoever has caused it and waits for an answer."""

    display: Display
    session: Session
    snapshot: Snapshot
    reply: Reply | None

    async def publish(self) -> None:
        """It is durable: show it."""
        await self.display.publish(self)


class Display:
    """One table message for each table, one private panel for each player, each written by one task."""

    def __init__(self, client: discord.Client, studio: Studio, painter: Painter, people: People, spawn: Spawn,
                 closed: Callable[[Session], None],
                 trouble: Callable[[Session, discord.HTTPException], Awaitable[None]]) -> None:  # fmt: skip
        self._client, self._studio, self._painter, self._people = client, studio, painter, people
        self._direct, self.prefs = people.direct, people.prefs
        self._spawn, self._closed, self._trouble = spawn, closed, trouble
        self._limiter = RateLimiter()
        self._pings = Pings(client, self._limiter, spawn)
        self.gallery = Gallery(client, studio, self._limiter, spawn)
        self._boards: dict[str, ChannelMessage] = {}
        self._panels: dict[tuple[str, int], ChannelMessage] = {}
        self._ephemerals: dict[tuple[str, int], EphemeralMessage] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._shuffled: dict[str, art.Shuffle] = {}
        """Tables at which the pack is being shuffled before everybody's eyes, and what they see of it."""
        self.trays = Trays(client, studio, self._limiter, spawn)
        self._in_channel: dict[int, list[ChannelMessage]] = {}

    def know(self, session: Session) -> None:
        """A table that has just been restored: what may be shown of it."""
        self._snapshots.setdefault(session.id, self._painter.snapshot(session, readers=()))
        for user in session.panels:
            self._panel(session, user)

    async def show_again(self, session: Session) -> None:
        """Everything of a table that has been restored, for what was stored last may not have been shown. Raises
        Rejected."""
        self._snapshots.pop(session.id, None)
        if session.id not in self._boards:
            await recovery.find_board(self._client, self._limiter, session)
        async with session.changing():
            pass

    def change(self, session: Session, *, asked: bool) -> Change:
        """What may be shown of a table that is being changed: of the panels, those that will be written. What a press
        is answered with is drawn while the change is being stored."""
        reply = asking.get() if asked else None
        readers = [
            user for chair in session.chairs if (user := chair.user) is not None
            and ((session.id, user) in self._ephemerals or (user in session.panels and user not in self._direct.closed))
        ]  # fmt: skip
        asker = reply.user if reply is not None and (reply.ephemeral or reply.on_panel) else None
        snap = self._painter.snapshot(session, self._snapshots.get(session.id), readers, asker)
        if reply is not None and reply.message is not None:
            face = snap.private.get(reply.user) if reply.on_panel else snap.public
            if face is not None:
                self._studio.prepare(face.picture)
        return Change(self, session, snap, reply)

    async def publish(self, change: Change) -> None:
        """Show a change that is durable: in answer to whoever asked for it, and to everybody whom it concerns."""
        session, snap, reply = change.session, change.snapshot, change.reply
        if snap.phase == CLOSED:
            self._closed(session)
        await self._show(session, snap, reply)
        if snap.phase in (BETWEEN, OVER, PICK):
            await self._people.have_played(session)

    async def _show(self, session: Session, snap: Snapshot, reply: Reply | None) -> None:
        before = self._snapshots.get(session.id)
        if before is not None and before.version > snap.version:
            return  # a later change has been shown already
        self._snapshots[session.id] = snap
        pressed = reply.message if reply is not None and not reply.done else None
        answer: tuple[ChannelMessage | EphemeralMessage, Face] | None = None
        board, fresh = self._board(session), self._wants_fresh(session, snap, before)
        if before is not None and (before.deal, before.shuffles) < (snap.deal, snap.shuffles) and snap.prelude:
            self._shuffled[session.id] = snap.prelude[0]
            self._spawn(self._show_shuffle(session, snap.prelude))
        elif reply is not None:
            self._shuffled.pop(session.id, None)  # whoever has played does not look on any more
        if (picture := self._shuffled.get(session.id)) is not None:
            board.refresh(_with_picture(snap.public, picture), fresh=fresh)
        elif pressed is not None and pressed == board.message and not fresh and snap.public != board.shown:
            answer = board, snap.public
        else:
            board.refresh(snap.public, fresh=fresh)
        for user in snap.people:
            panel, ephemeral = self._panel(session, user), self._ephemerals.get((session.id, user))
            if (face := snap.private.get(user)) is None:
                if (panel or ephemeral) and snap.concerns(user, before):
                    self._spawn(self._catch_up(session, user))  # opened since, or concerned by two changes together
                continue
            if reply is not None and pressed is not None and reply.user == user and answer is None:
                if panel is not None and pressed == panel.message:
                    answer = panel, face
                elif reply.ephemeral and reply.on_panel:
                    answer = self._ephemeral(session, reply), face
            for shown in (panel, ephemeral):
                if shown is not None and snap.concerns(user, before) and (answer is None or shown is not answer[0]):
                    shown.refresh(face, fresh=isinstance(shown, ChannelMessage) and _sunk(shown, BURIED_PANEL))
        self._part(session, snap)
        if snap.laid is not None and (before is None or (before.laid, before.deal) != (snap.laid, snap.deal)):
            self.trays.show(session, *snap.laid, board, snap.deal)
        if session.watchers or session.id in self.gallery.kept:
            self.gallery.show(session, snap)
        if session.pinged:
            self._pings.take_back(session, snap)
        if snap.phase == CLOSED:
            self.forget(session)
        if answer is not None and reply is not None:
            await answer[0].answer(answer[1], reply)

    async def _show_shuffle(self, session: Session, prelude: Sequence[art.Shuffle]) -> None:
        """The pack is shuffled before everybody's eyes, while they may play already."""
        board = self._board(session)
        for seen, picture in pairwise((*prelude, None)):
            await asyncio.sleep(SHUFFLE_SECONDS)
            snap = self._snapshots.get(session.id)
            if snap is None or self._shuffled.get(session.id) is not seen:
                return  # somebody has played
            if picture is not None:
                self._shuffled[session.id] = picture
                board.refresh(_with_picture(snap.public, picture))
            else:
                del self._shuffled[session.id]
                board.refresh(snap.public)

    def _wants_fresh(self, session: Session, snap: Snapshot, before: Snapshot | None) -> bool:
        """Each deal has its own table message; one that is buried or growing old is posted again."""
        board = self._board(session)
        if snap.phase == CLOSED:
            return session.night is not None  # how it ended is shown where people look
        if snap.phase == LOBBY:
            return board.older_than(OLD_MS)
        return (before is not None and before.deal != snap.deal) or _sunk(board, BURIED)

    async def show_afresh(self, session: Session) -> None:
        """Post the table message again, where it can be seen. Raises Rejected."""
        await session.settled()
        snap = self._snapshots.get(session.id) or self._painter.snapshot(session, readers=())
        self._board(session).refresh(snap.public, fresh=True)

    # ---- private panels ------------------------------------------------------------------

    async def show_hand(self, session: Session, reply: Reply) -> None:
        """**My hand**: the private panel, ephemerally. Raises Rejected."""
        await self._show_alone(session, reply, await self._private(session, reply.user))

    async def _show_alone(self, session: Session, reply: Reply, face: Face) -> None:
        before = self._snapshots.get(session.id)
        await reply.show(face, await self._studio.draw(face.picture))
        ephemeral = self._ephemeral(session, reply)
        ephemeral.shown = face
        after = self._snapshots.get(session.id)
        if after is not None and after is not before:  # the table went on while this was sent
            await self._catch_up(session, reply.user)

    async def draft(self, session: Session, reply: Reply, verb: str, parts: tuple[Any, ...]) -> None:
        """A panel with what its owner has chosen so far. Raises Rejected."""
        if (seat := session.seat_of(reply.user)) is not None:
            self._painter.drafts.keep(session, seat, (verb, parts))
        face = await self._private(session, reply.user)
        panel = self._panel(session, reply.user)
        if panel is not None and panel.message == reply.message:
            await panel.answer(face, reply)
        elif reply.ephemeral:
            await self._ephemeral(session, reply).answer(face, reply)
        else:
            await self._show_alone(session, reply, face)

    async def _private(self, session: Session, user: int) -> Face:
        """A person's panel of what is durable. Raises Rejected."""
        await session.settled()
        seat = session.seat_of(user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        return self._painter.panel(session, seat)

    async def _catch_up(self, session: Session, user: int) -> None:
        """Whatever panels somebody has show the table as it is now. Raises Rejected."""
        await session.settled()
        seat = session.seat_of(user)
        if seat is None or session.phase == CLOSED:
            return
        face = self._painter.panel(session, seat)
        for shown in (self._panel(session, user), self._ephemerals.get((session.id, user))):
            if shown is not None:
                shown.refresh(face)

    async def open_panel(self, session: Session, user: int) -> None:
        """The first panel, for somebody who has just sat down."""
        await self._people.learn(user)
        if user in session.panels or (channel := await self._direct.channel(user)) is None:
            return
        snap = self._snapshots.get(session.id)
        if session.seat_of(user) is None or user in session.panels or snap is None or user not in snap.people:
            return
        async with session.changing(shown=False):
            session.panels[user] = Sent(channel, 0)
        await self._catch_up(session, user)

    def _part(self, session: Session, snap: Snapshot) -> None:
        """The panels of those who have left show nothing of theirs any more, and nothing can be pressed on them."""
        here = {*snap.people}  # whoever leaves by a later change has not left before that is stored
        for key in [k for k in self._panels if k[0] == session.id and k[1] not in here]:
            panel = self._panels.pop(key)
            self._leave(panel)
            if panel.message is not None and key[1] not in self._direct.closed:
                panel.refresh(replace(snap.public, text=LEFT, rows=(), stage=None))
        for key in [k for k in self._ephemerals if k[0] == session.id and k[1] not in here]:
            self._spawn(self._ephemerals.pop(key).retire(LEFT))

    async def drop_panel(self, session: Session, user: int) -> None:
        """Somebody wants no panel by direct message any more."""
        panel = self._panels.pop((session.id, user), None)
        if panel is not None:
            self._leave(panel)
        if (known := session.panels.get(user)) is None:
            return
        async with session.changing(shown=False):
            session.panels.pop(user, None)
        if known.message:
            self._spawn(live_messages.delete(self._client, self._limiter, *known))

    async def repaint(self, session: Session, user: int) -> None:
        """Somebody likes their pictures otherwise from now on."""
        if session.id in self._snapshots:
            await self._catch_up(session, user)

    async def watch(self, session: Session, reply: Reply, *, by_message: bool) -> str | None:
        """Look on, as a spectator: here, or by direct message. Returns what is left to say. Raises Rejected."""
        channel = await self._direct.channel(reply.user) if by_message else None
        if by_message and channel is None:
            raise Rejected("I cannot write to you; watch here, or open your direct messages.")
        await session.settled()
        snap = self._snapshots.get(session.id) or self._painter.snapshot(session, readers=())
        if channel is None:
            await self.gallery.watch(session, reply, snap)
            if (later := self._snapshots.get(session.id)) is not None:
                self.gallery.show(session, later)  # the table may have gone on while this was sent
            return None
        await self.gallery.watch_by_message(session, reply.user, channel, snap)
        return "You watch this table by direct message."

    def _panel(self, session: Session, user: int) -> ChannelMessage | None:
        """The panel in a person's direct messages, if they have one."""
        known = session.panels.get(user)
        if known is None or user in self._direct.closed:
            return None
        panel = self._panels.get((session.id, user))
        if panel is None:
            channel, message = known

            def note() -> None:
                if user in session.panels:
                    session.panels[user] = Sent(channel, post.message or 0)

            async def lost(error: discord.HTTPException) -> None:
                log.info("the panel of %s at table %s was not written: %s", user, session.id, error)
                if error.status == 403:
                    self._spawn(recovery.note(session, lambda: session.panels.pop(user, None)))
                    await self._direct.shut(user)

            post = panel = ChannelMessage(
                self._client, self._studio, channel, message or None, limiter=self._limiter, lost=lost, silent=True,
                moved=lambda _: self._spawn(recovery.note(session, note)),
            )  # fmt: skip
            self._panels[session.id, user] = panel
            self._in_channel.setdefault(channel, []).append(panel)
        return panel

    def _ephemeral(self, session: Session, reply: Reply) -> EphemeralMessage:
        """The ephemeral panel that this reply is, from now on the only one of this person here."""
        key = session.id, reply.user
        old = self._ephemerals.get(key)

        def gone() -> None:
            if self._ephemerals.get(key) is ephemeral:
                del self._ephemerals[key]

        def grow_old() -> None:
            if self._ephemerals.get(key) is ephemeral:
                gone()
                self._spawn(ephemeral.retire(RETIRED))

        if old is not None and old.reply.panel == reply.panel:
            ephemeral = old
        else:
            ephemeral = self._ephemerals[key] = EphemeralMessage(self._studio, gone)
            if old is not None:
                self._spawn(old.retire(RETIRED))
        ephemeral.lasts(reply, EPHEMERAL_SECONDS, grow_old)
        return ephemeral

    # ---- the table message ---------------------------------------------------------------

    def _board(self, session: Session) -> ChannelMessage:
        board = self._boards.get(session.id)
        if board is None:
            place = session.thread or session.channel

            def note() -> None:
                session.message, session.message_deal = post.message, session.deals_begun

            async def lost(error: discord.HTTPException) -> None:
                await self._trouble(session, error)

            post = board = ChannelMessage(
                self._client, self._studio, place, session.message, limiter=self._limiter, lost=lost, patient=True,
                moved=lambda _: self._spawn(recovery.note(session, note)),
            )  # fmt: skip
            self._boards[session.id] = board
            self._in_channel.setdefault(place, []).append(board)
        return board

    def seen_message(self, channel: int, message: int) -> None:
        """Something was written in a channel: the messages above it sink."""
        for post in self._in_channel.get(channel, ()):
            if post.message is not None and post.message < message:
                post.buried += 1

    def _everything(self) -> list[LiveMessage]:
        return [*self._boards.values(), *self._panels.values(), *self._ephemerals.values(), *self.gallery.all(),
                *self.trays.all()]  # fmt: skip

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
        self.gallery.forget(session)
        self.trays.forget(session)
        self._snapshots.pop(session.id, None)
        gone = [self._boards.pop(session.id, None)]
        gone += [self._panels.pop(key) for key in [*self._panels] if key[0] == session.id]
        for key in [k for k in self._ephemerals if k[0] == session.id]:
            del self._ephemerals[key]
        for post in gone:
            if post is not None:
                self._leave(post)
        self._painter.drafts.forget(session.id)

    def _leave(self, post: ChannelMessage) -> None:
        """Its place in the channel counts no more."""
        here = self._in_channel[post.channel]
        here.remove(post)
        if not here:
            del self._in_channel[post.channel]

    def seated(self, session: Session, user: int) -> None:
        """Somebody has sat down, and is shown their panel."""
        self._spawn(self.open_panel(session, user))

    def remind(self, session: Session, seat: Seat) -> None:
        """Somebody has been waited for a while."""
        self._spawn(self._ping(session, seat))

    async def _ping(self, session: Session, seat: Seat) -> None:
        await session.settled()
        await self._pings.send(session, seat, self._board(session).message)
        if (snap := self._snapshots.get(session.id)) is not None:
            self._pings.take_back(session, snap)


def _with_picture(face: Face, picture: art.Shuffle) -> Face:
    """The text and the controls of the table, with another picture for a while."""
    return replace(face, picture=picture, alt=alt(picture))


def _sunk(post: ChannelMessage, under: int) -> bool:
    return post.message is not None and (post.buried >= under or post.older_than(OLD_MS))
