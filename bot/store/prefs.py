"""What people have chosen for themselves, in every server."""

import json
from typing import Literal, TypedDict

from .clusters import PERSON, tell
from .connection import Connection

Remind = Literal["at once", "later", "never"]
"""When a player whose turn it is gets a short message: at once, after a third of the time, or never."""

Panel = Literal["dm", "ephemeral"]
"""Where people see their own cards: by direct message, or on the table."""


Nights = Literal["channel", "dm", "never"]
"""Where people are reminded of nights that they come to: in the channel, by direct message, or nowhere."""


AllIn = Literal["auto", "always", "never"]
"""When a player is asked before they go all-in: above half of what sitting down costs, always, or never."""


class Chosen(TypedDict, total=False):
    """One person's choices; what is left out, or None, is as the server has it."""

    four_colour: bool | None
    compact: bool | None
    panel: Panel
    remind: Remind
    nights: Nights
    all_in: AllIn
    sizes_before: str | None
    """Sizes of bets before the flop, as they are typed; after it `sizes_after`."""
    sizes_after: str | None
    knows: list[str]
    """The games of which they have played a hand."""
    met: list[str]
    """The kinds of moves that they have been told of, as `game/verb`."""
    explains: bool
    """Whether they are told of a kind of move when it is possible for the first time."""


def set_pref(db: Connection, user: int, key: str, value: object) -> None:
    """Sets one of a person's own choices to any JSON value; None takes it back to its default."""
    if value is None:
        db.execute("DELETE FROM prefs WHERE user = ? AND key = ?", (user, key))
    else:
        db.execute(
            "INSERT INTO prefs (user, key, value) VALUES (?, ?, ?)"
            " ON CONFLICT (user, key) DO UPDATE SET value = excluded.value",
            (user, key, json.dumps(value)),
        )
    tell(db, PERSON, user)


def add_to_pref(db: Connection, user: int, key: str, *names: str) -> None:
    """Puts names on the list that one of a person's choices is, if they are not there."""
    row = db.execute("SELECT value FROM prefs WHERE user = ? AND key = ?", (user, key)).fetchone()
    known: list[str] = json.loads(row[0]) if row else []
    if not {*names} <= {*known}:
        set_pref(db, user, key, sorted({*known, *names}))


def of_person(db: Connection, user: int) -> Chosen:
    """What a person has chosen, in every server."""
    rows = db.execute("SELECT key, value FROM prefs WHERE user = ?", (user,))
    return Chosen(**{key: json.loads(value) for key, value in rows})
