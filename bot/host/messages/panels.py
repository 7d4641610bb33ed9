"""Private panels: what one player sees, by direct message or in an ephemeral answer."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace

import discord

from bot.engine.piles import Seat
from bot.show.controls.selection import Draft
from bot.show.controls.table_controls import direct_button, with_room
from bot.show.messages.builder import MessageBuilder, Snapshot
from bot.show.messages.page import MessageContent
from bot.table.errors import Rejected
from bot.table.open_table import OpenTable
from bot.table.posted import Sent
from bot.table.session import Session
from bot.table.state import CLOSED

from ..calls.refusals import NOT_TAKEN
from ..calls.reply import TOKEN_SECONDS, Reply
from . import recovery
from .channels import Channels
from .ephemeral import EphemeralMessage
from .live_messages import POST_SECONDS, ChannelMessage, LiveMessage
from .people import People

log = logging.getLogger(__name__)

BURIED = 3
"""With this many messages of others below a panel, it is posted afresh."""
BUSY = 2
"""Where others have buried the table this many times in a match, the panel says how to play elsewhere."""
NO_HAND = "Nobody holds a hand here: all that there is to see and to press is on the table."
RETIRED = "This panel is not kept up to date any more; press **My hand** for a new one."
CLOSED_TO_US = "I cannot write to you: open your direct messages and choose them in `/prefs`, or play on here."
LEFT = "You have left this table."


class Panels:
    """At most two for each player of each table: one by direct message, and an ephemeral one for a while."""

    def __init__(
        self, channels: Channels, builder: MessageBuilder, people: People, published: Mapping[str, Snapshot],
        table_message: Callable[[Session], ChannelMessage],
    ) -> None:  # fmt: skip
        """`published`: what has been shown last of each table."""
        self._channels, self._builder, self._people, self._published = channels, builder, people, published
        self._direct, self._table_message = people.direct, table_message
        self._messages: dict[tuple[str, int], ChannelMessage] = {}
        self._ephemerals: dict[tuple[str, int], EphemeralMessage] = {}
        self._buried: Counter[tuple[str, int]] = Counter()
        """By table and match: how many times others have buried its message."""

    def know(self, session: Session) -> None:
        """A table that has just been restored, and the panels that it has."""
        for user in session.table.posted.panels:
            self._message(session, user)

    def readers(self, table: OpenTable) -> list[int]:
        """Whose panels a change of the table is written on."""
        direct = {user for user in table.posted.panels if self._goes_to(user)}
        people = (chair.user for chair in table.chairs)
        return [
            user for user in people if user is not None and ((table.id, user) in self._ephemerals or user in direct)
        ]

    def beside(self, table: OpenTable) -> set[int]:
        """Who has a panel open where the table is."""
        return {user for id, user in self._ephemerals if id == table.id}

    def show(self, session: Session, snap: Snapshot, before: Snapshot | None, pressed: Reply | None,
             ) -> tuple[LiveMessage, MessageContent] | None:  # fmt: skip
        """A change of the table, on the panels that it concerns. Returns the panel that was pressed, if one was, and
        what it is to be answered with."""
        answer: tuple[LiveMessage, MessageContent] | None = None
        people, sent = [*snap.people], session.table.posted.panels
        follows = None
        if pressed is not None and pressed.on_panel and self._left_above(session, pressed):
            follows = pressed.user
        for user in people:
            panel = self._sent(session, user, sent.get(user))
            ephemeral = self._ephemerals.get((session.id, user)) if user != follows else None
            if (content := snap.private.get(user)) is None:
                if (panel or ephemeral) and snap.concerns(user, before, beside=ephemeral is not None):
                    self._channels.spawn(self._catch_up(session, user))  # opened since, or two changes came together
                continue
            if pressed is not None and pressed.user == user:
                if panel is not None and pressed.message == panel.message:
                    answer = panel, content
                elif pressed.ephemeral and pressed.on_panel and user != follows:
                    answer = self._ephemeral(session, pressed), self._seen_from(session, pressed, content)
            for shown in (panel, ephemeral):
                if shown is None or (answer is not None and shown is answer[0]):
                    continue
                if not snap.concerns(user, before, beside=shown is ephemeral):
                    continue
                soon = snap.decides(user)
                if isinstance(shown, ChannelMessage):
                    shown.refresh(content, fresh=shown.sunk(BURIED), soon=soon)
                else:
                    shown.refresh(self._seen_from(session, shown.reply, content), soon=soon)
        self._part(session, snap, people)
        return answer

    def _part(self, session: Session, snap: Snapshot, here: Collection[int]) -> None:
        """The panels of those who have left show nothing of theirs any more, and nothing can be pressed on them. A
        player who leaves by a later change has not left before that is stored."""
        for key in [k for k in self._messages if k[0] == session.id and k[1] not in here]:
            panel = self._messages.pop(key)
            self._channels.leave(panel)
            if panel.message is not None and self._goes_to(key[1]):
                panel.refresh(replace(snap.public, text=LEFT, rows=(), stage=None))
        for key in [k for k in self._ephemerals if k[0] == session.id and k[1] not in here]:
            self._channels.spawn(self._ephemerals.pop(key).retire(LEFT))

    # ---- one player's panel --------------------------------------------------------------

    async def show_hand(self, session: Session, reply: Reply) -> None:
        """**My hand**: the private panel, ephemerally. Raises Rejected."""
        content = await self._private(session, reply.user)
        if not self._builder.words[session.table.game.slug].holds(session.table.options):
            raise Rejected(NO_HAND)
        await self._show_alone(session, reply, content)

    def _left_above(self, session: Session, reply: Reply) -> bool:
        """Whether the asker's ephemeral panel stands above the table's message, which has been posted afresh since, or
        will be in a moment; or too many messages of others stand below it."""
        kept = self._ephemerals.get((session.id, reply.user))
        shown_by = reply if reply.on_panel or kept is None else kept.reply
        if shown_by.panel is None or shown_by.interaction.channel_id != session.table.posted.place:
            return False
        buried = self._channels.below(session.table.posted.place, shown_by.panel, session.id) >= BURIED
        return buried or self._table_message(session).comes_below(shown_by.panel)

    async def follow(self, session: Session, reply: Reply) -> None:
        """After a press: the asker's ephemeral panel comes below what stands there now. Not in the way of what this
        press has told or shown them; then the next one brings it. Raises Rejected."""
        if reply.message is None or reply.has_said_more or not self._left_above(session, reply):
            return
        if session.table.phase == CLOSED or session.table.seat_of(reply.user) is None:
            return
        await reply.acknowledge()
        with suppress(TimeoutError):
            async with asyncio.timeout(POST_SECONDS):
                await self._table_message(session).in_place.wait()
        try:
            await self._show_alone(session, reply, await self._private(session, reply.user))
        except NOT_TAKEN:
            await self._catch_up(session, reply.user)  # it stays where it is
            raise

    async def _show_alone(self, session: Session, reply: Reply, content: MessageContent) -> None:
        """A new ephemeral panel, in place of the one that this person has."""
        before = self._published.get(session.id)
        content = self._seen_from(session, reply, content)
        if reply.on_panel:
            await reply.acknowledge()  # it can be deleted by this press only if the new one is not its first answer
        await reply.show(*await self._channels.render_queue.drawn(content, table=session.id))
        ephemeral = self._ephemeral(session, reply)
        ephemeral.shown = content
        if reply.on_panel and reply.ephemeral and reply.token_usable:
            self._channels.spawn(self._delete_pressed(reply))
        after = self._published.get(session.id)
        if after is not None and after is not before:  # the table went on while this was sent
            await self._catch_up(session, reply.user)

    async def draft(self, session: Session, reply: Reply, draft: Draft, besides: Collection[str] = ()) -> None:
        """A panel with what its owner has chosen so far, of a move of that verb or of those `besides`. Raises
        Rejected."""
        if (seat := session.table.seat_of(reply.user)) is not None:
            self._builder.drafts.keep(session.table, seat, draft, besides)
        await self._answer(session, reply)

    async def sort(self, session: Session, reply: Reply, by: int) -> None:
        """A panel whose owner's cards are sorted by this one of the game's orders; the other one that they may have
        follows. Raises Rejected."""
        self._builder.sorted_by[session.id, reply.user] = by
        await self._answer(session, reply)
        await self._catch_up(session, reply.user)

    async def again(self, session: Session, reply: Reply) -> None:
        """A panel whose owner alone sees what has changed; whatever they pressed or typed for it. Raises Rejected."""
        if reply.on_panel:
            await self._answer(session, reply)
        await self._catch_up(session, reply.user)

    async def _answer(self, session: Session, reply: Reply) -> None:
        """The panel that was pressed as it is now; a new one where none was. Raises Rejected."""
        content = await self._private(session, reply.user)
        panel = self._message(session, reply.user)
        if panel is not None and panel.message == reply.message:
            await panel.answer(content, reply)
        elif self._left_above(session, reply):
            await self.follow(session, reply)
        elif reply.ephemeral:
            await self._ephemeral(session, reply).answer(self._seen_from(session, reply, content), reply)
        else:
            await self._show_alone(session, reply, content)

    async def _delete_pressed(self, reply: Reply) -> None:
        """By the newest token that there is, whatever became of earlier ones."""
        try:
            await reply.delete_pressed()
        except NOT_TAKEN as error:
            log.info("an old panel could not be deleted: %s", error)

    async def _private(self, session: Session, user: int) -> MessageContent:
        """A person's panel of what is durable. Raises Rejected."""
        await session.commits.settled()
        seat = session.table.seat_of(user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        return self._panel(session, user, seat)

    def _panel(self, session: Session, user: int, seat: Seat) -> MessageContent:
        """The panel as it is now, which its owner is shown."""
        content = self._builder.panel(session.table, seat)
        if content.first is not None:
            self._builder.first_times.told(session.table, user, content.first)
        return content

    async def _catch_up(self, session: Session, user: int) -> None:
        """Whatever panels somebody has show the table as it is now. Raises Rejected."""
        await session.commits.settled()
        seat = session.table.seat_of(user)
        if seat is None or session.table.phase == CLOSED:
            return
        content = self._panel(session, user, seat)
        if (panel := self._message(session, user)) is not None:
            panel.refresh(content)
        if (ephemeral := self._ephemerals.get((session.id, user))) is not None:
            ephemeral.refresh(self._seen_from(session, ephemeral.reply, content))

    async def repaint(self, session: Session, user: int) -> None:
        """Somebody likes their pictures otherwise from now on."""
        if session.id in self._published:
            await self._catch_up(session, user)

    async def welcome(self, session: Session, user: int) -> None:
        """Somebody has sat down."""
        await self._people.learn(user)
        await self.open(session, user)

    async def open(self, session: Session, user: int, *, asked: bool = False) -> None:
        """The first panel, for somebody who sits at the table and likes it by direct message, or has `asked` for it."""
        if user in session.table.posted.panels or not self._goes_to(user):
            return
        if (channel := await self._direct.channel(user, asked=asked)) is None:
            return
        snap = self._published.get(session.id)
        if (
            session.table.seat_of(user) is None
            or user in session.table.posted.panels
            or snap is None
            or user not in snap.people
        ):
            return
        async with session.commits.changing(shown=False) as (table, _):
            table.posted.panels[user] = Sent(channel, 0)
        await self._catch_up(session, user)

    async def drop(self, session: Session, user: int) -> None:
        """Somebody wants no panel by direct message any more."""
        panel = self._messages.pop((session.id, user), None)
        if panel is not None:
            self._channels.leave(panel)
        if (known := session.table.posted.panels.get(user)) is None:
            return
        async with session.commits.changing(shown=False) as (table, _):
            table.posted.panels.pop(user, None)
        if known.message:
            self._channels.spawn(self._channels.delete(*known))

    def buried(self, session: Session) -> None:
        """Others have written below the table's message, which is posted afresh for that."""
        self._buried[session.id, session.table.matches_begun] += 1

    async def go_direct(self, session: Session, reply: Reply) -> None:
        """**Play in direct messages**: the panel is there, and no other one is here. Raises Rejected."""
        await self.open(session, reply.user, asked=True)
        panel = self._message(session, reply.user)
        if panel is None or await panel.refusal() is not None:
            raise Rejected(CLOSED_TO_US)
        here = self._ephemeral(session, reply)
        del self._ephemerals[session.id, reply.user]
        link = f"https://discord.com/channels/@me/{panel.channel}/{panel.message}"
        await here.retire(f"Your cards are in your direct messages: {link}")

    # ---- the messages --------------------------------------------------------------------

    def sent(self, session: Session, user: int) -> ChannelMessage | None:
        """The panel in a person's direct messages, if it is there already."""
        return self._messages.get((session.id, user))

    def _message(self, session: Session, user: int) -> ChannelMessage | None:
        """The panel in a person's direct messages, if they have one."""
        return self._sent(session, user, session.table.posted.panels.get(user))

    def _goes_to(self, user: int) -> bool:
        """Whether a panel may go to this person's direct messages, as far as is known."""
        return user not in self._direct.closed and user not in self._direct.on_table

    def _sent(self, session: Session, user: int, known: Sent | None) -> ChannelMessage | None:
        """The same, where it is `known` to be; None if they have none."""
        if known is None or not self._goes_to(user):
            return None
        if (panel := self._messages.get((session.id, user))) is not None:
            return panel

        def note(message: int) -> None:
            if user in session.table.posted.panels:
                session.table.posted.panels[user] = Sent(known.channel, message)

        async def lost(error: discord.HTTPException) -> None:
            log.info("the panel of %s at table %s was not written: %s", user, session.id, error)
            if error.status == 403:
                self._channels.spawn(recovery.note(session, lambda: session.table.posted.panels.pop(user, None)))
                await self._direct.refused(user, error)

        panel = self._messages[session.id, user] = self._channels.message(session, known, lost, note)
        self._channels.watch(panel)
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
                self._channels.spawn(ephemeral.retire(RETIRED))

        if old is not None and old.reply.panel == reply.panel:
            ephemeral = old
        else:
            ephemeral = self._ephemerals[key] = EphemeralMessage(
                self._channels.render_queue, self._channels.emojis, session.id, gone
            )
            if old is not None and not (old.reply.panel == reply.message and reply.token_usable):
                self._channels.spawn(old.remove(RETIRED))
        ephemeral.lasts(reply, TOKEN_SECONDS, grow_old)
        return ephemeral

    def all(self) -> list[LiveMessage]:
        return [*self._messages.values(), *self._ephemerals.values()]

    def forget(self, session: Session) -> None:
        """The table is closed."""
        for key in [k for k in self._messages if k[0] == session.id]:
            self._channels.leave(self._messages.pop(key))
        for key in [k for k in self._ephemerals if k[0] == session.id]:
            del self._ephemerals[key]
        for key in [k for k in self._buried if k[0] == session.id]:
            del self._buried[key]
        self._builder.forget(session.id)

    def _seen_from(self, session: Session, reply: Reply, content: MessageContent) -> MessageContent:
        """An ephemeral panel as it is where this press was made: under the table's message, or elsewhere. In a busy
        channel its owner may go where nobody else writes."""
        if reply.interaction.channel_id == session.table.posted.place:
            content = content.below
        if self._buried[session.id, session.table.matches_begun] < BUSY:
            return content
        return replace(content, rows=with_room(content.rows, [direct_button(session.table)]))
