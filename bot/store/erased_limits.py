"""What stays of a member whose data is erased: grants, loans and gifts, for as long as a limit on them runs.

It stands under a keyed hash of the server and the member, so that it is found when they come back, and says nothing
about anybody before. The values of `what`:

- "gift", "buy-in" and "rebuy": what was given and brought to tables on the day of the erasure, until that day is over;
- "refill:" and a day: the refill of that day was had, until it is over;
- "grant": the chips of the first visit were had. They are given once, so this has no end;
- "bar": until when the member may not sit down at tables;
- "night": how many nights were announced, until the limit on that has run out;
- "debt" and "credit": what is owed to the bank, and their own credit limit. Both wait until the member is back.

A member who comes back takes grant, debt and credit up again (`ledger.ensure_member`); from then on the books know of
them. Amounts are hundredths of a white chip, times are milliseconds.
"""

import hmac
import os
from hashlib import sha256

from .connection import Connection

FOR_EVER = 0
"""The end of limits that never run out."""


def _who(db: Connection, guild: int, user: int) -> bytes | None:
    """The member's name here; None while nothing was ever remembered of anybody."""
    found = db.execute("SELECT key FROM hash_key").fetchone()
    return hmac.digest(found[0], f"{guild}:{user}".encode(), sha256) if found else None


def remember(db: Connection, guild: int, user: int, what: str, amount: int, until: int) -> None:
    """Adds `amount` to a member's remembered sum until then."""
    db.execute("INSERT INTO hash_key (id, key) VALUES (1, ?) ON CONFLICT DO NOTHING", (os.urandom(32),))
    db.execute(
        "INSERT INTO remembered (who, what, until, amount) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (who, what, until) DO UPDATE SET amount = remembered.amount + excluded.amount",
        (_who(db, guild, user), what, until, amount),
    )


def recall(db: Connection, guild: int, user: int, since: int = FOR_EVER) -> dict[str, int]:
    """What is remembered of a member and has not expired before `since`, by `what`."""
    rows = db.execute(
        "SELECT what, sum(amount) FROM remembered WHERE who = ? AND (until = 0 OR until > ?) GROUP BY what",
        (_who(db, guild, user), since),
    )
    return dict(rows.fetchall())


def runs_until(db: Connection, guild: int, user: int, what: str, since: int) -> int | None:
    """When this has run out for a member; None if nothing of it is remembered that has not by `since`."""
    return db.execute(
        "SELECT max(until) FROM remembered WHERE who = ? AND what = ? AND until > ?",
        (_who(db, guild, user), what, since),
    ).fetchone()[0]


def forget(db: Connection, guild: int, user: int, what: str) -> None:
    """Nothing of this is remembered of a member any more."""
    db.execute("DELETE FROM remembered WHERE who = ? AND what = ?", (_who(db, guild, user), what))


def take_up(db: Connection, guild: int, user: int, what: str) -> int | None:
    """Hands over a remembered value without an end and forgets it: the books have it from now on. None if there is
    none."""
    taken = db.execute(
        "DELETE FROM remembered WHERE who = ? AND what = ? AND until = 0 RETURNING amount",
        (_who(db, guild, user), what),
    ).fetchone()
    return taken[0] if taken else None


def clear(db: Connection, at: int) -> None:
    """Forgets what has expired."""
    db.execute("DELETE FROM remembered WHERE until > 0 AND until <= ?", (at,))
