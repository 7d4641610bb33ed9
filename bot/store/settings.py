"""What servers have set."""

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from . import bank
from .connection import Connection


def set_setting(db: Connection, guild: int, key: str, value: object) -> None:
    """Sets one of a server's settings to any JSON value; None takes it back to its default."""
    if value is None:
        db.execute("DELETE FROM settings WHERE guild = ? AND key = ?", (guild, key))
    else:
        db.execute(
            "INSERT INTO settings (guild, key, value) VALUES (?, ?, ?)"
            " ON CONFLICT (guild, key) DO UPDATE SET value = excluded.value",
            (guild, key, json.dumps(value)),
        )


CONSEQUENCES = frozenset({"lost"})
"""Settings that follow from others, and that nobody has decided."""


class By(NamedTuple):
    """Who changes a server's settings, and when, in milliseconds; `key` names this change among all."""

    manager: int
    key: str
    at: int


def change_settings(db: Connection, guild: int, change: Callable[[Mapping[str, object]], Mapping[str, object]],
                    by: By | None = None) -> None:  # fmt: skip
    """Sets what `change` makes of a server's settings as they are now; what it raises is raised. What a manager has
    changed is noted.

    `change` runs on the database's thread, perhaps more than once, and must do nothing else.
    """
    before = of_server(db, guild)
    for key, value in change(before).items():
        set_setting(db, guild, key, value)
        if by is not None and value != before.get(key) and key not in CONSEQUENCES:
            amount = value if isinstance(value, int) else None
            bank.note(db, f"{by.key}:{key}", guild, by.manager, key, by.at, amount=amount, about=json.dumps(value))


def manager_roles(db: Connection) -> dict[int, list[int]]:
    """The roles that manage the card room, by the servers that have set any."""
    rows = db.execute("SELECT guild, value FROM settings WHERE key = 'manager_roles'")
    return {guild: json.loads(value) for guild, value in rows}


def of_server(db: Connection, guild: int) -> dict[str, object]:
    """What a server has set; the code that uses a setting knows its default."""
    rows = db.execute("SELECT key, value FROM settings WHERE guild = ?", (guild,))
    return {key: json.loads(value) for key, value in rows}
