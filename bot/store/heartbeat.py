"""When the card room was last known to be running."""

from . import bars, erased_limits
from .connection import Connection


def beat(db: Connection, at: int) -> None:
    """Notes that the card room is running, and forgets the bars and the limits of erased members that have run out."""
    bars.clear(db, at)
    erased_limits.clear(db, at)
    db.execute("INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (at,))


def last_beat(db: Connection) -> int | None:
    """When the card room was last known to be running, in milliseconds; None if it never was."""
    row = db.execute("SELECT at FROM heartbeat").fetchone()
    return row[0] if row else None
