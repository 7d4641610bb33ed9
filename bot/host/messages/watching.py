"""Spectators: anybody may watch a table, in a private picture that is kept up to date.

It is the picture that the channel sees, drawn once for all of them; a table at which nobody looks on pays nothing.
"""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.show.controls.components import Button
from bot.show.controls.control_id import button_id
from bot.show.messages.builder import Snapshot
from bot.show.messages.page import MessageContent
from bot.table.posted import Sent
from bot.table.session import Session
from bot.table.state import CLOSED

from ..calls.direct import DirectMessages
from ..calls.reply import TOKEN_SECONDS, Reply
from . import recovery
from .channels import Channels
from .ephemeral import EphemeralMessage
from .live_messages import LiveMessage

ENOUGH = "You have watched for a quarter of an hour; `/table watch` shows the table again."
STOPPED = "You do not watch this table any more."


class Spectators:
    """The onlookers of all tables."""

    def __init__(self, channels: Channels, direct: DirectMessages) -> None:
        self._channels, self._direct = channels, direct
        self.kept: dict[str, dict[int, LiveMessage]] = {}

    def show(self, session: Session, snap: Snapshot) -> None:
        """The newest state, for everybody who looks on."""
        for user in session.table.posted.watchers:
            if user not in self.kept.get(session.id, {}):
                self._post(session, user)
        if here := self.kept.get(session.id):
            content = _seen_by_onlookers(session, snap)
            for kept in here.values():
                kept.refresh(content)

    def forget(self, session: Session) -> None:
        """The table is closed."""
        self.kept.pop(session.id, None)

    def all(self) -> list[LiveMessage]:
        return [kept for here in self.kept.values() for kept in here.values()]

    async def watch(self, session: Session, reply: Reply, snap: Snapshot) -> None:
        """From now on this answer shows the table."""
        await self.stop(session, reply.user)
        content = _seen_by_onlookers(session, snap)
        await reply.show(*await self._channels.render_queue.drawn(content, table=session.id))
        here = self.kept.setdefault(session.id, {})

        def gone() -> None:
            if here.get(reply.user) is ephemeral:
                del here[reply.user]

        def over() -> None:
            gone()
            self._channels.spawn(ephemeral.retire(ENOUGH))

        ephemeral = here[reply.user] = EphemeralMessage(
            self._channels.render_queue, self._channels.emojis, session.id, gone
        )
        ephemeral.shown = content
        ephemeral.lasts(reply, TOKEN_SECONDS, over)

    async def watch_by_message(self, session: Session, user: int, channel: int, snap: Snapshot) -> None:
        """From now on a direct message shows the table, after a restart too."""
        await self.stop(session, user)
        async with session.commits.changing(shown=False) as (table, _):
            table.posted.watchers[user] = Sent(channel, 0)
        self.show(session, snap)

    async def stop(self, session: Session, user: int) -> bool:
        """This person no longer watches. False if they did not."""
        kept = self.kept.get(session.id, {}).pop(user, None)
        place = session.table.posted.watchers.get(user)
        if isinstance(kept, EphemeralMessage):
            self._channels.spawn(kept.retire(STOPPED))
        if place is not None:
            async with session.commits.changing(shown=False) as (table, _):
                table.posted.watchers.pop(user, None)
            if place.message:
                self._channels.spawn(self._channels.delete(*place))
        return kept is not None or place is not None

    def _post(self, session: Session, user: int) -> None:
        place = session.table.posted.watchers[user]

        def note(message: int) -> None:
            if user in session.table.posted.watchers:
                session.table.posted.watchers[user] = Sent(place.channel, message)

        async def lost(error: discord.HTTPException) -> None:
            self._channels.spawn(recovery.note(session, gone))
            if error.status == 403:
                await self._direct.refused(user, error)

        def gone() -> None:
            session.table.posted.watchers.pop(user, None)
            self.kept.get(session.id, {}).pop(user, None)

        self.kept.setdefault(session.id, {})[user] = self._channels.message(session, place, lost, note)


def _seen_by_onlookers(session: Session, snap: Snapshot) -> MessageContent:
    """The table's message without its controls."""
    public = snap.public
    if snap.phase == CLOSED:
        return replace(public, rows=())
    stop = Button(button_id(session.id, 0, "@unwatch"), "Stop watching")
    return replace(public, text=f"{public.text}\n-# You are looking on.", rows=((stop,),))
