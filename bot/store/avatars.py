"""People's own pictures, as each server's tables show them."""

import base64
import json
from collections.abc import Collection
from dataclasses import dataclass

from .connection import Connection


@dataclass(frozen=True, slots=True)
class Avatar:
    """One member's picture."""

    source: str
    """Discord's name of it: another picture has another one."""
    at: int
    """When it was looked at last, in milliseconds."""
    picture: bytes | None
    """A small JPEG file; None if it was no picture that can be shown."""


def avatar(db: Connection, guild: int, user: int) -> Avatar | None:
    """What is stored about a member's picture."""
    row = db.execute("SELECT source, at, picture FROM avatars WHERE guild = ? AND user = ?", (guild, user)).fetchone()
    return Avatar(*row) if row else None


def pictures(db: Connection, guild: int, users: Collection[int]) -> dict[int, bytes]:
    """The pictures of those of these members who have one."""
    return dict(
        db.execute(
            "SELECT user, picture FROM avatars WHERE guild = ? AND picture IS NOT NULL"
            " AND user IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            (guild, json.dumps(list(users))),
        ).fetchall()
    )


def set_avatar(db: Connection, guild: int, user: int, avatar: Avatar | None) -> None:
    """Stores a member's picture in place of an earlier one; None stores nothing."""
    if avatar is None:
        db.execute("DELETE FROM avatars WHERE guild = ? AND user = ?", (guild, user))
    else:
        db.execute(
            "INSERT INTO avatars (guild, user, source, at, picture) VALUES (?, ?, ?, ?, ?) ON CONFLICT (guild, user)"
            " DO UPDATE SET source = excluded.source, at = excluded.at, picture = excluded.picture",
            (guild, user, avatar.source, avatar.at, avatar.picture),
        )


def told(db: Connection, guild: int, user: int) -> dict[str, object] | None:
    """What is stored about a member's picture, as JSON values."""
    found = avatar(db, guild, user)
    if found is None:
        return None
    picture = None if found.picture is None else base64.b64encode(found.picture).decode()
    return {"source": found.source, "looked at": found.at, "picture (JPEG, base64)": picture}
