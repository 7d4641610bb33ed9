"""Nights of dealer's choice: those that are announced, those that run, and how they went."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypedDict

from . import bars, erased_limits
from .errors import Missing, Refused, TooMany

Status = Literal["announced", "running", "over", "cancelled"]


class Summary(TypedDict):
    """How a night has ended. Amounts are hundredths of a white."""

    nets: Sequence[tuple[str, str, int]]
    """Accounts, under which name, and what they have won or lost; the best first."""
    payments: Sequence[tuple[str, str, int]]
    """Who would pay whom, by account, and how much."""
    games: Sequence[str]
    deals: int
    pot: Mapping[str, object] | None
    """The biggest pot, if there was one; and the best hand."""
    hand: Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class Night:
    """A night. `terms` is what its host has laid down and `summary` how it ended, both as JSON knows them; times are
    milliseconds. `event` is Discord's scheduled event.

    Beside what the host has laid down, `terms` keeps the message that announces the night, and who has said there that
    they come."""

    id: str
    guild: int
    channel: int
    host: int
    name: str
    starts: int
    event: int | None
    status: Status
    terms: dict[str, Any]
    ended: int | None = None
    summary: Summary | None = None

    @property
    def announcement(self) -> int | None:
        """The message that announces it."""
        return self.terms.get("announcement")

    @property
    def coming(self) -> tuple[int, ...]:
        """The people who have said that they come, the first first; those whose data is erased are left out."""
        return tuple(user for user in self.terms.get("coming", ()) if user > 0)


@dataclass(frozen=True, slots=True)
class Point:
    """How everybody stood after a deal: by account, in hundredths of a white chip."""

    game: str
    nets: dict[str, int]


def save_night(db: sqlite3.Connection, night: Night) -> None:
    """A new night, or changes of one."""
    summary = None if night.summary is None else json.dumps(night.summary)
    db.execute(
        "INSERT INTO nights (id, guild, channel, host, name, starts, event, status, terms, ended, summary)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET channel = excluded.channel, host = excluded.host, name = excluded.name,"
        " starts = excluded.starts, event = excluded.event, status = excluded.status, terms = excluded.terms,"
        " ended = excluded.ended, summary = excluded.summary",
        (night.id, night.guild, night.channel, night.host, night.name, night.starts, night.event, night.status,
         json.dumps(night.terms), night.ended, summary),
    )  # fmt: skip


_GONE: dict[Status, str] = {
    "running": "That night has begun already; press **Join** on its table.",
    "over": "That night is over.",
    "cancelled": "That night is called off.",
}


def begin_night(db: sqlite3.Connection, night: Night) -> None:
    """A night runs from now on: a new one, or one that is announced and still is, as it is by now.

    Raises Refused if it is not any more, or if another night's table is open in that channel.
    """
    _still_announced(db, night.id)
    other = db.execute(
        "SELECT 1 FROM nights JOIN card_tables USING (id) WHERE nights.guild = ? AND nights.channel = ?"
        " AND nights.status = 'running' AND card_tables.status <> 'closed'",
        (night.guild, night.channel),
    )
    if other.fetchone():
        raise Refused("A night is on in this channel already; press **Join** on its table.")
    known = db.execute("SELECT terms FROM nights WHERE id = ?", (night.id,)).fetchone()
    save_night(db, replace(night, terms=json.loads(known[0])) if known else night)


EARLY_MS = 12 * 3_600_000
"""An announced night may be begun this long before its time or after it (ms); then it lapses."""
RECENT_MS = 3_600_000
"""An announced night counts towards its host's limit for this long (ms), even if it is called off."""


def announce(db: sqlite3.Connection, night: Night, most: int | None, at: int) -> None:
    """A new night is announced; with `most`, raises TooMany if its host has more standing nights, or has announced more
    within the last hour. Raises Barred if they may not sit down here."""
    bars.admit(db, night.guild, night.host, at)
    if most is not None:
        _limit(db, night.guild, night.host, most, at)
    save_night(db, night)
    db.execute("UPDATE nights SET announced = ? WHERE id = ?", (at, night.id))


def _limit(db: sqlite3.Connection, guild: int, host: int, most: int, at: int) -> None:
    which = {"guild": guild, "host": host, "stands": at - EARLY_MS, "recent": at - RECENT_MS}
    standing, recent, first = db.execute(
        "SELECT coalesce(sum(status = 'announced' AND starts > :stands), 0),"
        " coalesce(sum(coalesce(announced, 0) > :recent), 0), min(announced) FILTER (WHERE announced > :recent)"
        " FROM nights WHERE guild = :guild AND host = :host",
        which,
    ).fetchone()
    erased = erased_limits.recall(db, guild, host, at).get("night", 0)
    if standing + erased >= most:
        nights = "one night" if most == 1 else f"{most} nights"
        raise TooMany(f"You may have {nights} announced here at a time; `/night cancel` calls one off."
                      if most else "Nights are announced here by managers alone.")  # fmt: skip
    if recent + erased >= most:
        raise TooMany(
            f"You have announced {'a night' if most == 1 else f'{most} nights'} within the last hour; you may announce"
            f" the next one <t:{((first or at) + RECENT_MS) // 1000 + 1}:R>."
        )


def remember(db: sqlite3.Connection, guild: int, host: int, at: int, since: int, until: int) -> None:
    """The host's data is erased: nights that stand count for as long as they do, others for the rest of the day."""
    for starts, stands in db.execute(
        "SELECT starts, status = 'announced' FROM nights WHERE guild = ? AND host = ?"
        " AND (status = 'announced' AND starts > ? OR announced >= ?)",
        (guild, host, at - EARLY_MS, since),
    ).fetchall():
        erased_limits.remember(db, guild, host, "night", 1, starts + EARLY_MS if stands else until)


def note_event(db: sqlite3.Connection, night: str, event: int) -> None:
    """By which of Discord's scheduled events a night stands in the calendar."""
    db.execute("UPDATE nights SET event = ?1, terms = json_set(terms, '$.event', ?1) WHERE id = ?2", (event, night))


def note_announcement(db: sqlite3.Connection, night: str, message: int) -> None:
    """By which message a night is announced."""
    db.execute("UPDATE nights SET terms = json_set(terms, '$.announcement', ?) WHERE id = ?", (message, night))


MOST_COMING = 50
"""How many names fit into one message that mentions them all."""


def come(db: sqlite3.Connection, night: str, user: int, at: int) -> None:
    """Somebody says that they come to an announced night, or, if they have said so, that they do not.

    Raises Refused if it is announced no more, if too many have said so, or if they are barred from the server's tables;
    Missing.
    """
    _still_announced(db, night)
    row = db.execute("SELECT terms, guild FROM nights WHERE id = ?", (night,)).fetchone()
    if row is None:
        raise Missing("That night is not there.")
    terms = json.loads(row[0])
    coming = terms.get("coming", [])
    if user in coming:
        coming.remove(user)
    elif len(coming) >= MOST_COMING:
        raise Refused(f"{MOST_COMING} have said so already; come all the same, and press **Join** on the table.")
    else:
        bars.admit(db, row[1], user, at)
        coming.append(user)
    db.execute("UPDATE nights SET terms = ? WHERE id = ?", (json.dumps(terms | {"coming": coming}), night))


def cancel_night(db: sqlite3.Connection, night: str) -> None:
    """An announced night is called off; raises Refused if it is announced no more, Missing."""
    _still_announced(db, night)
    if not db.execute("UPDATE nights SET status = 'cancelled' WHERE id = ?", (night,)).rowcount:
        raise Missing("That night is not there.")


def _still_announced(db: sqlite3.Connection, night: str) -> None:
    row = db.execute("SELECT status FROM nights WHERE id = ?", (night,)).fetchone()
    if row is not None and row[0] in _GONE:
        raise Refused(_GONE[row[0]])


def end_night(db: sqlite3.Connection, night: str, at: int, summary: Summary) -> None:
    """The night is over, and went like this; raises Missing."""
    ended = db.execute(
        "UPDATE nights SET status = 'over', ended = ?, summary = ? WHERE id = ?", (at, json.dumps(summary), night)
    )
    if not ended.rowcount:
        raise Missing("That night is not there.")


def note_course(db: sqlite3.Connection, night: str, n: int, point: Point) -> None:
    """How everybody stands after the `n`th deal of a night. Raises Duplicate, Missing."""
    db.execute(
        "INSERT INTO night_course (night, n, game, nets) VALUES (?, ?, ?, ?)",
        (night, n, point.game, json.dumps(point.nets)),
    )


_NIGHT = "SELECT id, guild, channel, host, name, starts, event, status, terms, ended, summary FROM nights"


def _night(row: tuple[Any, ...]) -> Night:
    id, guild, channel, host, name, starts, event, status, terms, ended, summary = row
    told = json.loads(summary) if summary else None
    return Night(id, guild, channel, host, name, starts, event, status, json.loads(terms), ended, told)


def night(db: sqlite3.Connection, id: str) -> Night | None:
    """A night by its id."""
    row = db.execute(f"{_NIGHT} WHERE id = ?", (id,)).fetchone()
    return _night(row) if row else None


def last_night(db: sqlite3.Connection, guild: int, place: int) -> Night | None:
    """The latest night that is over in a channel, or was played in that thread."""
    row = db.execute(
        f"{_NIGHT} WHERE guild = :guild AND status = 'over' AND (channel = :place OR EXISTS (SELECT 1 FROM card_tables"
        " WHERE card_tables.id = nights.id AND thread = :place)) ORDER BY starts DESC LIMIT 1",
        {"guild": guild, "place": place},
    ).fetchone()
    return _night(row) if row else None


def nights(db: sqlite3.Connection, guild: int, status: Status, limit: int = 25) -> list[Night]:
    """A server's nights of this status, the latest first."""
    rows = db.execute(f"{_NIGHT} WHERE guild = ? AND status = ? ORDER BY starts DESC LIMIT ?", (guild, status, limit))
    return [_night(row) for row in rows]


def course(db: sqlite3.Connection, night: str) -> list[Point]:
    """How everybody stood after each deal of a night, in order."""
    rows = db.execute("SELECT game, nets FROM night_course WHERE night = ? ORDER BY n", (night,))
    return [Point(game, json.loads(nets)) for game, nets in rows]
