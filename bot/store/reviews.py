"""What each decision of a member in a match was worth, as it was worked out once; for that member alone. What was asked
for and is still to be worked out stands there as well, so that it outlives the process."""

import json
from typing import Any, NamedTuple

from .clusters import OWN, Cluster
from .connection import Connection

ASKED = 0
"""Stands for the number of a judge while nothing is worked out."""


class Review(NamedTuple):
    """`judge` is the number of the judge that has worked it out, and `found` is JSON."""

    judge: int
    found: dict[str, Any]


def ask(db: Connection, guild: int, user: int, match: str, judge: int, at: int) -> None:
    """From now on it is to be worked out, unless this judge has. It is not for a member whose data was erased."""
    if not _is_member(db, guild, user):
        return
    db.execute(
        "INSERT INTO reviews (guild, user, match, judge, at, found) VALUES (?, ?, ?, ?, ?, '{}')"
        " ON CONFLICT (guild, user, match) DO UPDATE SET judge = excluded.judge, at = excluded.at,"
        " found = excluded.found WHERE reviews.judge <> ?",
        (guild, user, match, ASKED, at, judge),
    )


def give_up(db: Connection, guild: int, user: int, match: str) -> None:
    """It cannot be worked out."""
    db.execute(
        "DELETE FROM reviews WHERE guild = ? AND user = ? AND match = ? AND judge = ?", (guild, user, match, ASKED)
    )


def asked(db: Connection, cluster: Cluster) -> list[tuple[int, int, str]]:
    """What is still to be worked out for members of this cluster's servers, by server, user and match, the first
    first."""
    rows = db.execute(
        f"SELECT guild, user, match FROM reviews WHERE judge = :asked AND {OWN} ORDER BY at, user, match",
        {"asked": ASKED, **cluster._asdict()},
    )
    return [(guild, user, match) for guild, user, match in rows]


def keep(db: Connection, guild: int, user: int, match: str, review: Review, at: int) -> None:
    """Keeps it in place of an earlier one. A member whose data was erased meanwhile has none."""
    if not _is_member(db, guild, user):
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
        "SELECT judge, found FROM reviews WHERE guild = ? AND user = ? AND match = ? AND judge <> ?",
        (guild, user, match, ASKED),
    ).fetchone()
    return Review(row[0], json.loads(row[1])) if row else None


def _is_member(db: Connection, guild: int, user: int) -> bool:
    return db.execute("SELECT 1 FROM members WHERE guild = ? AND user = ?", (guild, user)).fetchone() is not None
