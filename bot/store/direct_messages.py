"""The direct-message channels of people, as far as they are known, and when the next one may be opened."""

from dataclasses import dataclass

from .clusters import PERSON, tell
from .connection import Connection
from .errors import TooMany

HOUR_MS = 3_600_000
AHEAD_MS = 60_000
"""No opening is booked so far ahead: what stands there was noted by a clock that was wrong."""


@dataclass(frozen=True, slots=True)
class Dm:
    """A person's direct-message channel, if it is known; `flagged` where it is closed to us. `opened` is when we have
    opened it, or may, in ms."""

    channel: int | None
    flagged: bool
    opened: int | None = None


def set_dm(db: Connection, user: int, channel: int | None, flagged: bool = False) -> None:
    """Remembers a person's direct-message channel, and whether it is closed to us."""
    db.execute(
        "INSERT INTO dms (user, channel, flagged) VALUES (?, ?, ?) ON CONFLICT (user) DO UPDATE SET"
        " channel = excluded.channel, flagged = excluded.flagged",
        (user, channel, flagged),
    )
    tell(db, PERSON, user)


def book(db: Connection, user: int, at: int, apart: int, most: int | None) -> None:
    """Books the next opening for this person, `apart` from the one before; `at` is now, and all are in ms. It counts,
    whatever becomes of it. Raises TooMany where `most` have been booked within an hour."""
    count, newest = db.execute(
        "SELECT count(*), max(opened) FROM dms WHERE opened BETWEEN ? AND ?", (at - HOUR_MS, at + AHEAD_MS)
    ).fetchone()
    if most is not None and count >= most:
        raise TooMany(f"{most} direct messages an hour are enough.")
    db.execute(
        "INSERT INTO dms (user, flagged, opened) VALUES (?, 0, ?)"
        " ON CONFLICT (user) DO UPDATE SET opened = excluded.opened",
        (user, max(at, (newest or 0) + apart)),
    )


def dm(db: Connection, user: int) -> Dm:
    """A person's direct-message channel; an unknown one is neither there nor flagged."""
    row = db.execute("SELECT channel, flagged, opened FROM dms WHERE user = ?", (user,)).fetchone()
    return Dm(row[0], bool(row[1]), row[2]) if row else Dm(None, False)
