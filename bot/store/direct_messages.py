"""The direct-message channels of people, as far as they are known."""

from dataclasses import dataclass

from .connection import Connection


@dataclass(frozen=True, slots=True)
class Dm:
    """A person's direct-message channel, if it is known; `flagged` where it is closed to us."""

    channel: int | None
    flagged: bool


def set_dm(db: Connection, user: int, channel: int | None, flagged: bool = False,
           opened: int | None = None) -> None:  # fmt: skip
    """Remembers a person's direct-message channel, whether it is closed to us, and when we have opened it, in ms."""
    db.execute(
        "INSERT INTO dms (user, channel, flagged, opened) VALUES (?, ?, ?, ?) ON CONFLICT (user) DO UPDATE SET"
        " channel = excluded.channel, flagged = excluded.flagged, opened = coalesce(excluded.opened, dms.opened)",
        (user, channel, flagged, opened),
    )


def dms_opened(db: Connection, since: int, until: int) -> int:
    """How many direct messages we have opened between two moments, in ms."""
    return db.execute("SELECT count(*) FROM dms WHERE opened BETWEEN ? AND ?", (since, until)).fetchone()[0]


def dm(db: Connection, user: int) -> Dm:
    """A person's direct-message channel; an unknown one is neither there nor flagged."""
    row = db.execute("SELECT channel, flagged FROM dms WHERE user = ?", (user,)).fetchone()
    return Dm(row[0], bool(row[1])) if row else Dm(None, False)
