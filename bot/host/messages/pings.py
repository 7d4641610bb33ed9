"""Short messages to people whose turn it has been for a while; taken back when they move."""

from __future__ import annotations

import logging

import discord

from bot.engine.piles import Seat
from bot.show.messages.builder import Snapshot
from bot.table.errors import Rejected
from bot.table.posted import Reminder
from bot.table.session import Session

from . import recovery
from .channels import Channels

log = logging.getLogger(__name__)


class Pings:
    """The reminders of all tables; each table remembers its own."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self._going: set[int] = set()
        """Reminders that are being deleted."""

    async def send(self, session: Session, seat: Seat, board: int | None) -> None:
        """Remind the player who sits there, with a link to the table message."""
        user, turn = session.table.chairs[seat].user, session.table.turns.get(seat)
        if user is None or turn is None:
            return
        place = session.table.posted.place
        link = f"https://discord.com/channels/{session.table.guild}/{place}/{board}"
        limiter = self._channels.limiter
        await (may := limiter.turn(place, new=True))
        now = session.table.turns.get(seat)
        if now is None or now.number != turn.number:
            limiter.unused(may)
            return  # they have moved meanwhile
        try:
            async with limiter.making(place, may, new=True):
                sent = await self._channels.client.get_partial_messageable(place).send(
                    f"<@{user}>, it is your turn: {link}",
                    allowed_mentions=discord.AllowedMentions(users=[discord.Object(user)]),
                )
        except discord.HTTPException as error:
            log.warning("table %s: nobody could be reminded: %s", session.id, error)
            return
        try:
            async with session.commits.changing(shown=False) as (table, _):
                table.posted.pinged.append(Reminder(seat, turn.number, sent.id))
        except Rejected:
            await self._channels.delete(place, sent.id)

    def take_back(self, session: Session, snap: Snapshot) -> None:
        """The reminders of turns that are over."""
        over = [ping for ping in session.table.posted.pinged if (ping.seat, ping.number) not in snap.turns]
        for message in {ping.message for ping in over} - self._going:
            self._going.add(message)
            self._channels.spawn(self._delete(session, message))

    async def _delete(self, session: Session, message: int) -> None:
        def forget() -> None:
            session.table.posted.pinged = [ping for ping in session.table.posted.pinged if ping.message != message]

        await self._channels.delete(session.table.posted.place, message)
        await recovery.note(session, forget)
        self._going.discard(message)
