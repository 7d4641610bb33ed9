"""All tables of the bot: opening and finding them, showing them, and bringing them back after a restart."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Mapping
from typing import Any

import discord

from bot.engine.controls import spell
from bot.engine.deal import Illegal
from bot.engine.game import Game
from bot.engine.offers import Move, verb
from bot.engine.piles import Seat
from bot.store import Store, StoreError, Work

from . import lobby, posts, restore
from .clock import Clock
from .controls import button_id
from .errors import NeedsConfirmation, No
from .faces import Face, Painter, Prefs, Snapshot
from .posts import Post
from .reply import NOBODY, Reply
from .session import CLOSED, LOBBY, Services, Session
from .settings import Settings
from .studio import Studio
from .words import Words, art

log = logging.getLogger(__name__)

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
BURIED = 12
"""So many messages of others after the table message, and it is posted afresh."""
OLD_MS = 50 * 60_000
"""Discord limits edits of messages that are older than an hour."""
EPHEMERAL_MS = 14 * 60_000
"""How long an ephemeral panel can be edited."""


class Room:
    """The tables, their clocks and their messages."""

    def __init__(self, client: discord.Client, store: Store, words: Mapping[str, Words]) -> None:
        self.client, self.store = client, store
        self.studio = Studio()
        self.painter = Painter(words)
        self.words = words
        self.sessions: dict[str, Session] = {}
        self._clocks: dict[str, Clock] = {}
        self._boards: dict[str, Post] = {}
        self._panels: dict[tuple[str, int], Post] = {}
        self._ephemeral: dict[tuple[str, int], tuple[Reply, int]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._loading: dict[str, asyncio.Task[Session | None]] = {}
        self._after: dict[int, int] = {}
        """By channel: messages since the table message."""
        self._closed_dms: set[int] = set()
        self._dm_gate = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.services = Services(
            store, self.now, self.publish, self.settings, self.painter.snapshot, restore.restore
        )  # fmt: skip

    def now(self) -> int:
        """Wall time in ms."""
        return round(discord.utils.utcnow().timestamp() * 1000)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside; its errors are logged."""

        async def guarded() -> None:
            try:
                await work
            except Exception:
                log.exception("something beside a table failed")

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- tables --------------------------------------------------------------------------

    async def settings(self, guild: int) -> Settings:
        return Settings.read(await self.store.settings(guild))

    async def open(self, reply: Reply, guild: int, channel: int, name: str, game: Game, options: Any, *,
                   thread: int | None = None) -> Session:  # fmt: skip
        """A new table, with its host on the first chair. Raises No."""
        id = "".join(secrets.choice(_LETTERS) for _ in range(7))
        session = Session(self.services, id, guild, channel, reply.user, game, options, await self.settings(guild))
        session.thread = thread
        self.sessions[id] = session
        try:
            await lobby.join(session, reply.user, name)
        except BaseException:
            del self.sessions[id]
            raise
        self._clocks[id] = Clock(self, session)
        self.spawn(self.open_panel(session, reply.user))
        return session

    async def find(self, id: str) -> Session:
        """A table by its id, from memory or from the store. Raises No where it is closed."""
        if (session := self.sessions.get(id)) is not None:
            return session
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(restore.load(self.services, id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        session = await asyncio.shield(task)
        if session is None:
            raise No("This table is closed.")
        if id not in self.sessions:
            self.sessions[id] = session
            self._clocks[id] = Clock(self, session)
            await self._learn_prefs(session)
        return self.sessions[id]

    async def _learn_prefs(self, session: Session) -> None:
        for seat in session.humans:
            if (user := session.chairs[seat].user) is not None:
                await self.learn(user)

    async def learn(self, user: int) -> None:
        """How this person likes their pictures, and whether they take direct messages."""
        prefs = await self.store.prefs(user)
        self.painter.prefs[user] = Prefs(art.Style(prefs.get("four_colour", True), prefs.get("compact", False)))
        dm = await self.store.dm(user)
        if dm.flagged or prefs.get("panel") == "ephemeral":
            self._closed_dms.add(user)
        else:
            self._closed_dms.discard(user)

    async def wake_all(self) -> None:
        """After a start: every open table comes back, those that are due first, a few at a time."""
        deadlines = await self.store.deadlines()
        briefs = await self.store.open_tables()
        for brief in sorted(briefs, key=lambda b: deadlines.get(b.id) or 2**62):
            try:
                session = await self.find(brief.id)
                await self.publish(session, (self.painter.snapshot(session), None))
            except No:
                continue
            except Exception:
                log.exception("table %s cannot be restored", brief.id)
            await asyncio.sleep(0.02)

    async def here(self, channel: int, user: int) -> Session | None:
        """The table that a person means by a command in this channel: their own there, else the one there."""
        own = [s for s in self.sessions.values() if s.seat_of(user) is not None and s.phase != CLOSED]
        place = [s for s in own if channel in (s.channel, s.thread)]
        if place or len(own) == 1:
            return max(place or own, key=lambda s: s.idle_since)
        if not own:
            any_here = [s for s in self.sessions.values() if channel in (s.channel, s.thread) and s.phase != CLOSED]
            return max(any_here, key=lambda s: s.idle_since, default=None)
        deciding = [s for s in own if s.seat_of(user) in s.turns]
        return deciding[0] if len(deciding) == 1 else None

    # ---- showing -------------------------------------------------------------------------

    async def publish(self, session: Session, change: tuple[Snapshot, Reply | None]) -> None:
        """Show a change that is durable: in answer to whoever asked for it, and to everybody whom it concerns."""
        snapshot, reply = change
        before = self._snapshots.get(session.id)
        if before is not None and before.version > snapshot.version:
            if reply is not None and reply.interaction.type is not discord.InteractionType.application_command:
                await reply.acknowledge()
            return
        self._snapshots[session.id] = snapshot
        self.studio.draw(snapshot.public.picture)
        await self._show_board(session, snapshot, before, reply)
        await self._show_panels(session, snapshot, before, reply)
        if session.pinged:
            self._take_back_ping(session)
        if session.phase == CLOSED:
            self._forget(session)

    async def _show_board(self, session: Session, snap: Snapshot, before: Snapshot | None, reply: Reply | None) -> None:
        board = self._board(session)
        place = session.thread or session.channel
        fresh = before is not None and before.deal != snap.deal and snap.phase not in (LOBBY, CLOSED)
        fresh = fresh or self._after.get(place, 0) >= BURIED
        fresh = fresh or (session.message is not None and self.now() - session.message_at > OLD_MS)
        if reply is not None and reply.message is not None and reply.message == board.message and not fresh:
            await board.answer(snap.public, reply)
            return
        board.refresh(snap.public, fresh=fresh)

    async def _show_panels(
        self, session: Session, snap: Snapshot, before: Snapshot | None, reply: Reply | None
    ) -> None:
        for user, face in snap.private.items():
            here = reply is not None and reply.user == user
            if here and await self._answer_panel(session, user, face, reply):
                continue
            known = before is not None and before.hands.get(user) == snap.hands.get(user) and before.phase == snap.phase
            if known and not here:
                continue
            panel = self._panel(session, user)
            if panel is not None:
                panel.refresh(face)
            held = self._ephemeral.get((session.id, user))
            if held is not None and not here:
                self.spawn(self._edit_ephemeral(session, user, face))

    async def _answer_panel(self, session: Session, user: int, face: Face, reply: Reply | None) -> bool:
        """A press on a private panel is answered with the panel."""
        if reply is None or reply.done or reply.message is None:
            return False
        panel = self._panel(session, user)
        if panel is not None and reply.message == panel.message:
            await panel.answer(face, reply)
            return True
        if reply.ephemeral:
            self._ephemeral[session.id, user] = (reply, self.now())
            await reply.edit(face, await self.studio.draw(face.picture))
            return True
        return False

    async def _edit_ephemeral(self, session: Session, user: int, face: Face) -> None:
        reply, since = self._ephemeral[session.id, user]
        if self.now() - since > EPHEMERAL_MS:
            del self._ephemeral[session.id, user]
            return
        try:
            await reply.edit_later(face, await self.studio.draw(face.picture))
        except discord.HTTPException:
            self._ephemeral.pop((session.id, user), None)

    def show_afresh(self, session: Session) -> None:
        """Post the table message again, where it can be seen."""
        snap = self._snapshots.get(session.id) or self.painter.snapshot(session)
        self._board(session).refresh(snap.public, fresh=True)

    async def show_hand(self, session: Session, reply: Reply) -> None:
        """**My hand**: the private panel, ephemerally. Raises No."""
        seat = session.seat_of(reply.user)
        if seat is None:
            raise No("You do not sit at this table.")
        snap = self._snapshots.get(session.id)
        face = snap.private[reply.user] if snap and reply.user in snap.private else self.painter.panel(session, seat)
        await reply.show(face, await self.studio.draw(face.picture))
        self._ephemeral[session.id, reply.user] = (reply, self.now())

    async def draft(self, session: Session, reply: Reply, verb: str, parts: tuple[Any, ...]) -> None:
        """A panel with what its owner has chosen so far. Raises No."""
        seat = session.seat_of(reply.user)
        if seat is None:
            raise No("You do not sit at this table.")
        face = self.painter.panel(session, seat, (verb, parts))
        if not await reply.edit(face, await self.studio.draw(face.picture)):
            await reply.edit_later(face, await self.studio.draw(face.picture))
        panel = self._panels.get((session.id, reply.user))
        if panel is not None and panel.message == reply.message:
            panel.shown = face

    # ---- messages ------------------------------------------------------------------------

    def _board(self, session: Session) -> Post:
        board = self._boards.get(session.id)
        if board is None:

            def moved(message: int | None) -> None:
                session.message, session.message_at = message, self.now()
                self._after[session.thread or session.channel] = 0
                self.spawn(self._save(session))

            async def lost(error: discord.HTTPException) -> None:
                await self._trouble(session, error)

            board = Post(
                self.client, self.studio, session.thread or session.channel, session.message, moved=moved, lost=lost
            )
            self._boards[session.id] = board
        return board

    def _panel(self, session: Session, user: int) -> Post | None:
        """The panel in a person's direct messages, if they have one."""
        known = session.panels.get(user)
        if known is None or user in self._closed_dms:
            return None
        panel = self._panels.get((session.id, user))
        if panel is None:

            def moved(message: int | None) -> None:
                session.panels[user] = [known[0], message or 0]
                self.spawn(self._save(session))

            async def lost(error: discord.HTTPException) -> None:
                if error.code == posts.CLOSED_DM:
                    await self._dm_closed(session, user)
                else:
                    log.warning("the panel of %s at table %s was not written: %s", user, session.id, error)

            panel = Post(
                self.client, self.studio, known[0], known[1] or None, moved=moved, lost=lost, silent=True
            )  # fmt: skip
            self._panels[session.id, user] = panel
        return panel

    async def open_panel(self, session: Session, user: int) -> None:
        """The first panel, for somebody who has just pressed Join. At most one a second; a closed DM is remembered."""
        await self.learn(user)
        if user in self._closed_dms or user in session.panels:
            return
        channel = (await self.store.dm(user)).channel
        if channel is None:
            async with self._dm_gate:
                try:
                    channel = (await self.client.create_dm(discord.Object(user))).id
                except discord.HTTPException as error:
                    log.info("no direct messages to %s: %s", user, error)
                    await self._dm_closed(session, user)
                    return
                await self.store.commit(Work().set_dm(user, channel))
                self.spawn(self._dm_pause())
        session.panels[user] = [channel, 0]
        snap = self._snapshots.get(session.id)
        panel = self._panel(session, user)
        if panel is not None and snap is not None and user in snap.private:
            panel.refresh(snap.private[user])

    async def _dm_pause(self) -> None:
        async with self._dm_gate:
            await asyncio.sleep(1)

    async def _dm_closed(self, session: Session, user: int) -> None:
        self._closed_dms.add(user)
        session.panels.pop(user, None)
        self._panels.pop((session.id, user), None)
        await self.store.commit(Work().set_dm(user, None, flagged=True))

    async def _save(self, session: Session) -> None:
        async with session.lock:
            if session.phase != CLOSED:
                session.version += 1
                await self.store.commit(Work().save_table(session.stored()))

    async def _trouble(self, session: Session, error: discord.HTTPException) -> None:
        """The table message cannot be written: the table waits for better times, or ends where it cannot come back."""
        log.error("table %s: its message cannot be written: %s", session.id, error)
        if session.phase == CLOSED:
            return
        try:
            if error.code == posts.UNKNOWN_CHANNEL:
                await lobby.close(session)
            elif not session.paused and error.code in (posts.MISSING_ACCESS, posts.MISSING_PERMISSIONS):
                await lobby.pause(session, "I may not write in this channel any more.")
        except (No, StoreError):
            log.exception("table %s: it could not be stopped", session.id)

    async def ping(self, session: Session, seat: Seat) -> None:
        """A short message to somebody whose turn it has been for a while; taken back when they move."""
        chair, number = session.chairs[seat], session.turns[seat][0]
        place = session.thread or session.channel
        if session.pinged[:1] == [number] or chair.user is None:
            session.turns[seat][1] = session.turns[seat][2]  # once a turn
            return
        session.turns[seat][1] = session.turns[seat][2]
        link = f"https://discord.com/channels/{session.guild}/{place}/{session.message}"
        try:
            sent = await self.client.get_partial_messageable(place).send(
                f"<@{chair.user}>, it is your turn: {link}",
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(chair.user)]),
            )  # fmt: skip
        except discord.HTTPException as error:
            log.warning("table %s: nobody could be reminded: %s", session.id, error)
            return
        session.pinged = [number, sent.id]

    def _take_back_ping(self, session: Session) -> None:
        number, message = session.pinged
        if all(turn[0] != number for turn in session.turns.values()):
            session.pinged = []
            self.spawn(posts.delete(self.client, session.thread or session.channel, message))

    def _forget(self, session: Session) -> None:
        self.sessions.pop(session.id, None)
        clock = self._clocks.pop(session.id, None)
        if clock is not None and clock.task is not asyncio.current_task():
            clock.task.cancel()
        self._boards.pop(session.id, None)
        self._snapshots.pop(session.id, None)
        for key in [k for k in (*self._panels, *self._ephemeral) if k[0] == session.id]:
            self._panels.pop(key, None)
            self._ephemeral.pop(key, None)

    def seen_message(self, channel: int) -> None:
        """Somebody has written in a channel: its table message sinks."""
        self._after[channel] = self._after.get(channel, 0) + 1

    async def close(self) -> None:
        """The bot stops; tables stay as they are stored."""
        for clock in self._clocks.values():
            clock.task.cancel()
        for task in [*self._tasks]:
            task.cancel()
        self.studio.close()


async def move(session: Session, reply: Reply, chosen: Move, *, drawn: int | None, sure: bool) -> None:
    """A person's move, from a control or a command. Raises No, Illegal, NeedsConfirmation."""
    seat = session.seat_of(reply.user)
    if seat is None:
        raise Illegal("You do not sit at this table.")
    number = drawn if drawn is not None else session.deal.number if session.deal else 0
    try:
        await session.act(seat, chosen, drawn=drawn, pressed=reply.pressed, reply=reply, sure=sure)
    except NeedsConfirmation as question:
        question.yes = button_id(session.id, number, f"!{verb(type(chosen))}", spell(chosen))
        raise


__all__ = ["NOBODY", "Room", "move"]
