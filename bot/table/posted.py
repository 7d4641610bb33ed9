"""Where a table is on Discord: the channel it is played in, and the messages of ours that show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from bot.engine.piles import Seat


class Sent(NamedTuple):
    """A message of ours in somebody's direct messages."""

    channel: int
    message: int
    """0 until it is sent."""


class Reminder(NamedTuple):
    """Somebody has been told that it is their turn."""

    seat: Seat
    number: int
    """Of the decision."""
    message: int


@dataclass
class Posted:
    """Discord's ids, and nothing that the table itself decides by. They are stored with the table, as part of it."""

    channel: int
    thread: int | None = None
    """The table's own, if it has one."""
    message: int | None = None
    """The table message."""
    message_deal: int = 0
    """How many deals had begun when it was posted."""
    panels: dict[int, Sent] = field(default_factory=dict[int, Sent])
    """Each owner's private panel."""
    watchers: dict[int, Sent] = field(default_factory=dict[int, Sent])
    """Who looks on by direct message."""
    pinged: list[Reminder] = field(default_factory=list[Reminder])

    @property
    def place(self) -> int:
        """The channel or thread in which the table message is."""
        return self.thread or self.channel
