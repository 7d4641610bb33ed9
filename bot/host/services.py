"""What the room lends to every table: the records, the time, and how a change is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.store import Store

from .settings import Settings
from .timekeeper import Timekeeper

if TYPE_CHECKING:
    from .session import Session


@dataclass
class Services:
    """What every table shares."""

    store: Store
    time: Timekeeper
    publish: Callable[[Session, Any], Awaitable[None]]
    """Called after each durable change, with the reply that asked for it (or None)."""
    settings: Callable[[int], Awaitable[Settings]]
    snapshot: Callable[[Session, Any], Any]
    """What may be shown of a table as it is now; the reply is of whoever has changed it (or None)."""
    restore: Callable[[Session], Awaitable[None]]
    """Makes a table what the store says it is."""
    painter: Any = None
    """Words and faces for tables whose presses are answered when they have been judged."""
    late: float = 0.0
    """How late clocks have been woken lately, in ms: more than a little where there is more to do than time for it."""
    last_beat: int = 0
    """When the process before this one was last known to be running, in ms of wall time."""

    def now(self) -> int:
        """Wall time in ms."""
        return self.time.now()
