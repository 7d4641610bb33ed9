"""What people have chosen for themselves, in every server."""

import json
import sqlite3
from typing import Literal, TypedDict

Remind = Literal["at once", "later", "never"]
"""When a player whose turn it is gets a short message: at once, after a third of the time, or never."""

Panel = Literal["dm", "ephemeral"]
"""Where people see their own cards: by direct message, or on the table."""


class Chosen(TypedDict, total=False):
    """One person's choices; what is left out, or None, is as the server has it."""

    four_colour: bool | None
    compact: bool | None
    panel: Panel
    remind: Remind
    knows: list[str]
    """The games of which they have played a hand."""


def set_pref(db: sqlite3.Connection, user: int, key: str, value: object) -> None:
    """Sets one of a person's own choices to any JSON value; None takes it back to its default."""
    if value is None:
        db.execute("DELETE FROM prefs WHERE user = ? AND key = ?", (user, key))
    else:
        db.execute("INSERT OR REPLACE INTO prefs (user, key, value) VALUES (?, ?, ?)", (user, key, json.dumps(value)))


def add_to_pref(db: sqlite3.Connection, user: int, key: str, name: str) -> None:
    """Puts a name on the list that one of a person's choices is, if it is not there."""
    row = db.execute("SELECT value FROM prefs WHERE user = ? AND key = ?", (user, key)).fetchone()
    known: list[str] = json.loads(row[0]) if row else []
    if name not in known:
        set_pref(db, user, key, sorted([*known, name]))


def of_person(db: sqlite3.Connection, user: int) -> Chosen:
    """What a person has chosen, in every server."""
    rows = db.execute("SELECT key, value FROM prefs WHERE user = ?", (user,))
    return Chosen(**{key: json.loads(value) for key, value in rows})
