"""Chips laid out before everybody: one message for each table, which stands below the table message.

It shows the newest only: a buy-in, a split pot, a large payment (rules: dealing, section 7). It goes after a deal that
has laid out nothing new, and with the table.
"""

from __future__ import annotations

import logging

import discord

from bot.show.snapshot import Face
from bot.table.session import Session
from bot.table.state import Sent

from .channels import Channels
from .live_messages import ChannelMessage

log = logging.getLogger(__name__)


class Trays:
    """The trays of all tables."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self._kept: dict[str, ChannelMessage] = {}
        self._numbers: dict[str, int] = {}
        """What each table has shown last."""
        self._deals: dict[str, int] = {}
        """How many deals had begun at each table by then."""

    def show(self, session: Session, number: int, face: Face, board: ChannelMessage, deal: int) -> None:
        """Show what has been laid out, once: the count of the table tells it from what was there before. When the deal
        after the next has begun it is put away."""
        if number <= self._numbers.get(session.id, 0):
            if deal > self._deals.get(session.id, deal) + 1 and (old := self._kept.pop(session.id, None)) is not None:
                self._channels.spawn(self._clear(old))
            return
        self._numbers[session.id], self._deals[session.id] = number, deal
        self._channels.spawn(self._show(session, face, board))

    async def _show(self, session: Session, face: Face, board: ChannelMessage) -> None:
        await board.idle()
        if session.id not in self._numbers:
            return  # the table has been closed
        tray = self._kept.get(session.id)
        if tray is None:
            place = Sent(board.channel, 0)
            tray = self._kept[session.id] = self._channels.message(session, place, _not_shown, patient=True)
        above = tray.message is not None and tray.message < (board.message or 0)
        tray.refresh(face, fresh=above)

    def forget(self, session: Session) -> None:
        """The table is closed, and its chips are gone."""
        self._numbers.pop(session.id, None)
        self._deals.pop(session.id, None)
        tray = self._kept.pop(session.id, None)
        if tray is not None:
            self._channels.spawn(self._clear(tray))

    async def _clear(self, tray: ChannelMessage) -> None:
        await tray.idle()
        if tray.message is not None:
            await self._channels.delete(tray.channel, tray.message)

    def all(self) -> list[ChannelMessage]:
        return [*self._kept.values()]


async def _not_shown(error: discord.HTTPException) -> None:
    log.info("chips could not be laid out: %s", error)
