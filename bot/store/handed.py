"""What people press in direct messages, handed by the process that hears it to the one that has the table.

Each is in one state, and each step is taken by one process alone:

- waiting: it has had no answer yet;
- acknowledging: the one that has heard it tells Discord that it has come;
- acknowledged: Discord knows;
- taken: its owner carries it out;
- given up: nobody does any more.

What Discord has sent, with the token by which it is answered, is kept until it is taken or given up. Times are
milliseconds.
"""

from typing import Any, NamedTuple

from .clusters import tell
from .connection import Connection
from .errors import Missing

HANDED, TAKEN = "handed", "taken"
"""What the processes are told: that something waits, with the number of its owner and its id; and that this is taken,
with its id."""
WAITING, ACKNOWLEDGING, ACKNOWLEDGED, GIVEN_UP = "waiting", "acknowledging", "acknowledged", "given up"
KEPT_MS = 15 * 60_000
"""How long Discord takes anything by a token."""


class Handed(NamedTuple):
    """What waits for its owner."""

    sent: str
    """JSON, as Discord has sent it."""
    state: str


def hand_over(db: Connection, interaction: int, cluster: int, user: int, sent: str, at: int, *,
              acknowledged: bool) -> None:  # fmt: skip
    """From now on it waits for a cluster, which is told. Raises Duplicate for one that was handed over before."""
    db.execute(
        "INSERT INTO handed (interaction, cluster, user, sent, state, at) VALUES (?, ?, ?, ?, ?, ?)",
        (interaction, cluster, user, sent, ACKNOWLEDGED if acknowledged else WAITING, at),
    )
    remind(db, interaction, cluster)


def remind(db: Connection, interaction: int, cluster: int) -> None:
    """Its owner is told that it waits."""
    tell(db, HANDED, [cluster, interaction])


def acknowledge(db: Connection, interaction: int) -> None:
    """Who has heard it acknowledges it now, and nobody takes it meanwhile. Raises Missing if its owner has it."""
    _step(db, interaction, ACKNOWLEDGING, WAITING)


def acknowledged(db: Connection, interaction: int, cluster: int) -> None:
    """Discord knows that it has come; its owner is told once more."""
    _step(db, interaction, ACKNOWLEDGED, ACKNOWLEDGING)
    remind(db, interaction, cluster)


def waiting(db: Connection, interaction: int) -> Handed | None:
    """What waits for its owner; None if it does not."""
    row = db.execute(
        "SELECT sent, state FROM handed WHERE interaction = ? AND state IN (?, ?)",
        (interaction, WAITING, ACKNOWLEDGED),
    ).fetchone()
    return Handed(*row) if row else None


def take(db: Connection, interaction: int, state: str) -> None:
    """Its owner has it, and carries it out. Raises Missing if it is not in this state any more."""
    _over(db, interaction, TAKEN, state)
    tell(db, TAKEN, interaction)


def give_up(db: Connection, interaction: int) -> None:
    """Nobody carries it out any more. Raises Missing if its owner has it."""
    _over(db, interaction, GIVEN_UP, WAITING, ACKNOWLEDGING, ACKNOWLEDGED)


def of_person(db: Connection, user: int) -> list[dict[str, Any]]:
    """What is kept of somebody's presses."""
    rows = db.execute("SELECT interaction, at, state, sent FROM handed WHERE user = ? ORDER BY interaction", (user,))
    return [dict(zip(("interaction", "at", "state", "sent"), row, strict=True)) for row in rows]


def clear(db: Connection, at: int) -> None:
    """Forgets what Discord takes no answer to any more."""
    db.execute("DELETE FROM handed WHERE at <= ?", (at - KEPT_MS,))


def _step(db: Connection, interaction: int, state: str, *before: str) -> None:
    """Raises Missing if it is in none of the states `before`."""
    marks = ", ".join("?" * len(before))
    done = db.execute(
        f"UPDATE handed SET state = ? WHERE interaction = ? AND state IN ({marks})", (state, interaction, *before)
    )
    if not done.rowcount:
        raise Missing("Another process has it.")


def _over(db: Connection, interaction: int, state: str, *before: str) -> None:
    """The same, and what Discord has sent is not needed any more."""
    _step(db, interaction, state, *before)
    db.execute("UPDATE handed SET sent = '' WHERE interaction = ?", (interaction,))
