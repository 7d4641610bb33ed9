"""Members whom a server's managers have barred from its tables for a time.

A bar outlives the erasure of its member's data (`erased_limits`): the rest of it stands under a name that only their
return makes again. Times are milliseconds.
"""

from . import bank, erased_limits, planned
from .connection import Connection
from .errors import Barred, Missing

WHAT = "bar"


def bar(db: Connection, key: str, guild: int, manager: int, user: int, until: int, reason: str,
        at: int) -> None:  # fmt: skip
    """A member may not sit down until then, whatever was said before; noted."""
    erased_limits.forget(db, guild, user, WHAT)
    db.execute(
        "INSERT INTO bars (guild, user, until) VALUES (?, ?, ?)"
        " ON CONFLICT (guild, user) DO UPDATE SET until = excluded.until",
        (guild, user, until),
    )
    planned.show_those_of(db, guild, user)
    bank.note(db, key, guild, manager, "bar", at, user=user, reason=reason, about=str(until))


def unbar(db: Connection, key: str, guild: int, manager: int, user: int, reason: str, at: int) -> None:
    """A member may sit down again; noted. Raises Missing if they may already."""
    if until(db, guild, user, at) is None:
        raise Missing(f"<@{user}> is not barred from the tables.")
    erased_limits.forget(db, guild, user, WHAT)
    db.execute("DELETE FROM bars WHERE guild = ? AND user = ?", (guild, user))
    planned.show_those_of(db, guild, user)
    bank.note(db, key, guild, manager, "unbar", at, user=user, reason=reason)


def until(db: Connection, guild: int, user: int, at: int) -> int | None:
    """Until when a member is barred now; None if they are not."""
    row = db.execute("SELECT until FROM bars WHERE guild = ? AND user = ? AND until > ?", (guild, user, at)).fetchone()
    return row[0] if row else erased_limits.runs_until(db, guild, user, WHAT, at)


def admit(db: Connection, guild: int, user: int, at: int) -> None:
    """Raises Barred for a member who may not sit down at the tables of this server."""
    if (end := until(db, guild, user, at)) is not None:
        raise Barred(end)


def barred(db: Connection, guild: int, at: int) -> dict[int, int]:
    """Until when members of a server are barred, the longest first; those whose data is erased are left out."""
    return dict(
        db.execute("SELECT user, until FROM bars WHERE guild = ? AND until > ? ORDER BY until DESC", (guild, at))
    )


def remember(db: Connection, guild: int, user: int, at: int) -> None:
    """The member's data is about to be erased; the rest of a bar is kept."""
    if (end := until(db, guild, user, at)) is not None:
        erased_limits.forget(db, guild, user, WHAT)
        erased_limits.remember(db, guild, user, WHAT, 0, end)


def clear(db: Connection, at: int) -> None:
    """Forgets the bars that have expired."""
    db.execute("DELETE FROM bars WHERE until <= ?", (at,))
