"""What is to be done for nights, and when; and which messages have called people for them."""

import json
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from .clusters import OWN, Cluster
from .connection import Connection

What = Literal["announce", "show", "calendar", "decide", "day", "hour", "open", "call", "few", "lapse", "ask",
               "next"]  # fmt: skip
"""The announcement is posted, or says how the night is now; its event in Discord's calendar follows. The vote on the
evening ends. People are reminded a day and an hour before. The lobby opens, and people are called to it. Too few have
come. Nobody has begun it. Its host is asked about what was deleted. A series goes on."""
BEFORE: tuple[What, ...] = ("announce", "decide", "day", "hour", "open", "lapse", "ask")
"""What is done only while a night is announced."""

REMINDERS: tuple[What, ...] = ("day", "hour")


class Plan(NamedTuple):
    """One thing to be done: for which night of which server, and when (ms of wall time); how often that was tried."""

    night: str
    guild: int
    what: What
    at: int
    tries: int


class Call(NamedTuple):
    """A message that has called people: in a channel (`user` is 0) or to one person. `starts` is the evening that was
    meant (ms), and `message` None until Discord has taken it."""

    night: str
    what: str
    user: int
    starts: int
    channel: int
    message: int | None


_ANEW = (
    "ON CONFLICT (night, what) DO UPDATE SET tries = 0, at = CASE"
    " WHEN night_plans.at BETWEEN excluded.at AND excluded.at + 999 THEN night_plans.at + 1 ELSE excluded.at END"
)


def plan(db: Connection, night: str, wanted: Mapping[What, int]) -> None:
    """These things are to be done for a night, at these times (ms; 0 is at once), whatever was planned of them
    before. What is just being done for the same time is done again, and is told apart by a millisecond."""
    db.executemany(
        f"INSERT INTO night_plans (night, guild, what, at) SELECT id, guild, ?, ? FROM nights WHERE id = ? {_ANEW}",
        [(what, at, night) for what, at in wanted.items()],
    )


def show_those_of(db: Connection, guild: int, user: int) -> None:
    """Announcements on which this member stands are to say how their nights are now."""
    rows = db.execute(
        "SELECT id, terms, host = :user"
        " OR id IN (SELECT night FROM night_guests WHERE guild = :guild AND user = :user)"
        " OR id IN (SELECT night FROM night_votes WHERE guild = :guild AND user = :user)"
        " FROM nights WHERE guild = :guild AND status = 'announced'",
        {"guild": guild, "user": user},
    ).fetchall()
    for night, text, stands in rows:
        terms = json.loads(text)
        if stands or user in (*terms.get("regulars", ()), *terms.get("moved_up", ())):
            plan(db, night, {"show": 0})


def drop(db: Connection, night: str, *which: What) -> None:
    """These are done, or are not to be done any more."""
    db.executemany("DELETE FROM night_plans WHERE night = ? AND what = ?", [(night, what) for what in which])


def drop_at(db: Connection, night: str, which: Mapping[What, int]) -> None:
    """These are done; what has been planned anew meanwhile, for another time, stays."""
    db.executemany("DELETE FROM night_plans WHERE night = ? AND what = ? AND at = ?",
                   [(night, what, at) for what, at in which.items()])  # fmt: skip


def put_off(db: Connection, plan: Plan, at: int) -> None:
    """It was tried, and is to be done later; unless it has been planned anew meanwhile."""
    db.execute(
        "UPDATE night_plans SET at = ?, tries = tries + 1 WHERE night = ? AND what = ? AND at = ? AND tries = ?",
        (at, plan.night, plan.what, plan.at, plan.tries),
    )


def done(db: Connection, plan: Plan) -> None:
    """It is done; if it has been planned anew meanwhile, that stays."""
    db.execute(
        "DELETE FROM night_plans WHERE night = ? AND what = ? AND at = ? AND tries = ?",
        (plan.night, plan.what, plan.at, plan.tries),
    )


def due(db: Connection, cluster: Cluster, now: int) -> list[Plan]:
    """What is to be done by now in a cluster's servers, in order; what nights have to tell comes after what changes
    them."""
    rows = db.execute(
        f"SELECT night, guild, what, at, tries FROM night_plans WHERE at <= :now AND {OWN}"
        " ORDER BY at, what = 'show', night, what",
        {"now": now, **cluster._asdict()},
    )
    return [Plan(*row) for row in rows]


def of_night(db: Connection, night: str) -> dict[str, int]:
    """What is planned for a night, and when."""
    return dict(db.execute("SELECT what, at FROM night_plans WHERE night = ? ORDER BY at, what", (night,)).fetchall())


def next_at(db: Connection, cluster: Cluster, but: Sequence[str] = ()) -> int | None:
    """When the next thing is to be done in a cluster's servers (ms), but for these nights."""
    (at,) = db.execute(
        f"SELECT min(at) FROM night_plans WHERE night NOT IN (SELECT value FROM json_each(:but)) AND {OWN}",
        {"but": json.dumps(but), **cluster._asdict()},
    ).fetchone()
    return at


# ---- calls -------------------------------------------------------------------------------------


def call(db: Connection, night: str, guild: int, what: str, user: int, starts: int, channel: int) -> None:
    """People are about to be called, in a channel or one of them (`user`) alone."""
    db.execute(
        "INSERT INTO night_calls (night, guild, what, user, starts, channel) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (night, what, user) DO UPDATE SET starts = excluded.starts, channel = excluded.channel,"
        " message = NULL",
        (night, guild, what, user, starts, channel),
    )


def called(db: Connection, night: str, what: str, user: int, message: int) -> None:
    """Discord has taken the message."""
    db.execute("UPDATE night_calls SET message = ? WHERE night = ? AND what = ? AND user = ?",
               (message, night, what, user))  # fmt: skip


def recall(db: Connection, call: Call, starts: int) -> None:
    """That message speaks of this time (ms) by now."""
    db.execute("UPDATE night_calls SET starts = ? WHERE night = ? AND what = ? AND user = ?",
               (starts, call.night, call.what, call.user))  # fmt: skip


def calls(db: Connection, night: str) -> list[Call]:
    """Who has been called for a night, and by which messages."""
    rows = db.execute(
        "SELECT night, what, user, starts, channel, message FROM night_calls WHERE night = ? ORDER BY what, user",
        (night,),
    )
    return [Call(*row) for row in rows]


def uncall(db: Connection, call: Call) -> None:
    """That message is gone."""
    db.execute("DELETE FROM night_calls WHERE night = ? AND what = ? AND user = ?", (call.night, call.what, call.user))
