"""When the card room was last known to be running: each process of it notes that for itself."""

from . import bars, erased_limits, handed
from .clusters import Cluster
from .connection import Connection


def beat(db: Connection, cluster: Cluster, at: int) -> None:
    """Notes that a process is running, and forgets the bars, the limits of erased members and the presses that have run
    out."""
    bars.clear(db, at)
    erased_limits.clear(db, at)
    handed.clear(db, at)
    db.execute(
        "INSERT INTO heartbeat (number, total, at) VALUES (?, ?, ?)"
        " ON CONFLICT (number, total) DO UPDATE SET at = excluded.at",
        (*cluster, at),
    )


def last_beat(db: Connection, cluster: Cluster) -> int | None:
    """When the servers of this cluster were last known to be looked after, in milliseconds; None if they never were.
    Where the processes counted by another total then, it was any of them."""
    (at,) = db.execute(
        "SELECT max(at) FROM heartbeat WHERE total <> :total OR number = :number", cluster._asdict()
    ).fetchone()
    return at
