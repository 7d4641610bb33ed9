"""What people have chosen for themselves, in every server."""

import json
import sqlite3
from typing import Any


def set_pref(db: sqlite3.Connection, user: int, key: str, value: object) -> None:
    """Sets one of a person's own choices to any JSON value; None takes it back to its default."""
    if value is None:
        db.execute("DELETE FROM prefs WHERE user = ? AND key = ?", (user, key))
    else:
        db.execute("INSERT OR REPLACE INTO prefs (user, key, value) VALUES (?, ?, ?)", (user, key, json.dumps(value)))


def add_to_pref(db: sqlite3.Connection, user: int, key: str, name: str) -> None:
    """Puts a name on the list that one of a person's choices is, if it is not there."""
    known = of_person(db, user).get(key, ())
    if name not in known:
        set_pref(db, user, key, sorted([*known, name]))


def of_person(db: sqlite3.Connection, user: int) -> dict[str, Any]:
    """What a person has chosen, in every server."""
    rows = db.execute("SELECT key, value FROM prefs WHERE user = ?", (user,))
    return {key: json.loads(value) for key, value in rows}
