"""What each decision of a member in a match was worth, as it was worked out once; for that member alone."""

import json
from typing import Any, NamedTuple

from .connection import Connection


class Review(NamedTuple):
    """`judge` is the number of the judge that has worked it out, and `found` is JSON."""

    judge: int
    found: dict[str, Any]


def keep(db: Connection, guild: int, user: int, match: str, review: Review, at: int) -> None:
    """Keeps it in place of an earlier one. A member whose data was erased meanwhile has none."""
    if db.execute("SELECT 1 FROM members WHERE guild = ? AND user = ?", (guild, user)).fetchone() is None:
        return
    db.execute(
        "INSERT INTO reviews (guild, user, match, judge, at, found) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild, user, match) DO UPDATE SET judge = excluded.judge, at = excluded.at,"
        " found = excluded.found",
        (guild, user, match, review.judge, at, json.dumps(review.found)),
    )


def of(db: Connection, guild: int, user: int, match: str) -> Review | None:
    """What is kept of a member's decisions in a match; None if nothing is."""
    row = db.execute(
        "SELECT judge, found FROM reviews WHERE guild = ? AND user = ? AND match = ?", (guild, user, match)
    ).fetchone()
    return Review(row[0], json.loads(row[1])) if row else None
