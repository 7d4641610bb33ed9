"""The room: tables with their deadlines, what servers and people have set, and their direct messages."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from . import bank
from .errors import Gap, Missing, TooMany


@dataclass(frozen=True, slots=True)
class TableBrief:
    """An open table, as much of it as must be known before it is first touched."""

    id: str
    guild: int
    channel: int
    thread: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it was last saved; `options` and `state` (lobby, seats, messages, clocks) are JSON.

    `version` counts its changes.
    """

    id: str
    guild: int
    channel: int
    thread: int | None
    host: int
    game: str
    options: str
    state: str
    status: str
    version: int = 0


@dataclass(frozen=True, slots=True)
class Dm:
    """A person's direct-message channel, if it is known; `flagged` where it is closed to us."""

    channel: int | None
    flagged: bool


def save_table(db: sqlite3.Connection, table: Table) -> None:
    """Stores a new table, or the next version of one that is there.

    Raises Gap for any other version: the change before this one was not stored.
    """
    saved = db.execute(
        "INSERT INTO card_tables (id, guild, channel, thread, host, game, options, state, status, version)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET channel = excluded.channel, thread = excluded.thread, host = excluded.host,"
        " game = excluded.game, options = excluded.options, state = excluded.state,"
        " status = excluded.status, version = excluded.version WHERE version = excluded.version - 1",
        (table.id, table.guild, table.channel, table.thread, table.host, table.game, table.options, table.state,
         table.status, table.version),
    )  # fmt: skip
    if not saved.rowcount:
        raise Gap("The table could not be kept up to date, so nothing was changed; try again.")


def close_table(db: sqlite3.Connection, table: str) -> None:
    """Closes a table for good; its deadline goes with it."""
    if not db.execute("UPDATE card_tables SET status = 'closed' WHERE id = ?", (table,)).rowcount:
        raise Missing("That table is not there.")
    set_deadline(db, table, None)


def open_tables(db: sqlite3.Connection) -> list[TableBrief]:
    """All tables that are not closed, in every server."""
    rows = db.execute("SELECT id, guild, channel, thread FROM card_tables WHERE status <> 'closed' ORDER BY id")
    return [TableBrief(*row) for row in rows]


def limit_tables(db: sqlite3.Connection, guild: int, host: int, most: int, but: str = "") -> None:
    """Raises TooMany where somebody hosts `most` open tables in a server already, not counting the table `but`."""
    hosted = db.execute(
        "SELECT id, game, coalesce(thread, channel) FROM card_tables"
        " WHERE guild = ? AND host = ? AND status <> 'closed' AND id <> ? ORDER BY id",
        (guild, host, but),
    ).fetchall()
    if len(hosted) >= most:
        which = ", ".join(f"{game} in <#{place}> (`{id}`)" for id, game, place in hosted)
        raise TooMany(f"<@{host}> hosts {len(hosted)} tables here already, and may open another when one is closed"
                      f" (`/table close`): {which}.")  # fmt: skip


def load_table(db: sqlite3.Connection, table: str) -> Table | None:
    """A table, open or closed."""
    row = db.execute(
        "SELECT id, guild, channel, thread, host, game, options, state, status, version FROM card_tables WHERE id = ?",
        (table,),
    ).fetchone()
    return Table(*row) if row else None


def set_deadline(db: sqlite3.Connection, table: str, at: int | None) -> None:
    """When the table must act next, in milliseconds; None for never."""
    if at is None:
        db.execute("DELETE FROM deadlines WHERE card_table = ?", (table,))
    else:
        db.execute(
            "INSERT INTO deadlines (card_table, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
            (table, at),
        )


def deadlines(db: sqlite3.Connection) -> dict[str, int]:
    """Every table's deadline, the soonest first."""
    return dict(db.execute("SELECT card_table, at FROM deadlines ORDER BY at, card_table").fetchall())


def beat(db: sqlite3.Connection, at: int) -> None:
    """Notes that the card room is running."""
    db.execute("INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, ?)", (at,))


def last_beat(db: sqlite3.Connection) -> int | None:
    """When the card room was last known to be running, in milliseconds; None if it never was."""
    row = db.execute("SELECT at FROM heartbeat").fetchone()
    return row[0] if row else None


def set_setting(db: sqlite3.Connection, guild: int, key: str, value: Any) -> None:
    """Sets one of a server's settings to any JSON value; None takes it back to its default."""
    if value is None:
        db.execute("DELETE FROM settings WHERE guild = ? AND key = ?", (guild, key))
    else:
        db.execute(
            "INSERT OR REPLACE INTO settings (guild, key, value) VALUES (?, ?, ?)", (guild, key, json.dumps(value))
        )


CONSEQUENCES = frozenset({"lost"})
"""Settings that follow from others, and that nobody has decided."""


class By(NamedTuple):
    """Who changes a server's settings, and when, in milliseconds; `key` names this change among all."""

    manager: int
    key: str
    at: int


def change_settings(db: sqlite3.Connection, guild: int, change: Callable[[dict[str, Any]], Mapping[str, Any]],
                    by: By | None = None) -> None:  # fmt: skip
    """Sets what `change` makes of a server's settings as they are now; what a manager has changed is noted."""
    before = settings(db, guild)
    for key, value in change(before).items():
        set_setting(db, guild, key, value)
        if by is not None and value != before.get(key) and key not in CONSEQUENCES:
            amount = value if isinstance(value, int) else None
            bank.note(db, f"{by.key}:{key}", guild, by.manager, key, None, amount, "", by.at, json.dumps(value))


def setting_everywhere(db: sqlite3.Connection, key: str) -> dict[int, Any]:
    """What servers have set by this name, each by its id."""
    rows = db.execute("SELECT guild, value FROM settings WHERE key = ?", (key,))
    return {guild: json.loads(value) for guild, value in rows}


def settings(db: sqlite3.Connection, guild: int) -> dict[str, Any]:
    """What a server has set; whoever uses a setting knows its default."""
    return _values(db.execute("SELECT key, value FROM settings WHERE guild = ?", (guild,)))


def set_pref(db: sqlite3.Connection, user: int, key: str, value: Any) -> None:
    """Sets one of a person's own choices to any JSON value; None takes it back to its default."""
    if value is None:
        db.execute("DELETE FROM prefs WHERE user = ? AND key = ?", (user, key))
    else:
        db.execute("INSERT OR REPLACE INTO prefs (user, key, value) VALUES (?, ?, ?)", (user, key, json.dumps(value)))


def add_to_pref(db: sqlite3.Connection, user: int, key: str, name: str) -> None:
    """Puts a name on the list that this choice is, if it is not there."""
    known = prefs(db, user).get(key, ())
    if name not in known:
        set_pref(db, user, key, sorted([*known, name]))


def prefs(db: sqlite3.Connection, user: int) -> dict[str, Any]:
    """What a person has chosen, in every server."""
    return _values(db.execute("SELECT key, value FROM prefs WHERE user = ?", (user,)))


def _values(rows: sqlite3.Cursor) -> dict[str, Any]:
    return {key: json.loads(value) for key, value in rows}


def set_dm(db: sqlite3.Connection, user: int, channel: int | None, flagged: bool, opened: int | None) -> None:
    """Remembers a person's direct-message channel, whether it is closed to us, and when we have opened it, in ms."""
    db.execute(
        "INSERT INTO dms (user, channel, flagged, opened) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        " channel = excluded.channel, flagged = excluded.flagged, opened = coalesce(excluded.opened, opened)",
        (user, channel, flagged, opened),
    )


def dms_opened(db: sqlite3.Connection, since: int, until: int) -> int:
    """How many direct messages we have opened between two moments, in ms."""
    return db.execute("SELECT count(*) FROM dms WHERE opened BETWEEN ? AND ?", (since, until)).fetchone()[0]


def dm(db: sqlite3.Connection, user: int) -> Dm:
    """A person's direct-message channel; an unknown one is neither there nor flagged."""
    row = db.execute("SELECT channel, flagged FROM dms WHERE user = ?", (user,)).fetchone()
    return Dm(row[0], bool(row[1])) if row else Dm(None, False)
