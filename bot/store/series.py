"""Nights that come again: when, and with what terms."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .connection import Connection
from .errors import Missing
from .nights import Night, nights_by

MOST_EMPTY = 3
"""After this number of evenings in a row without two people a series ends."""
REGULAR = 2, 3
"""Who came to two of the last three evenings is a regular."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series. `rule` is as RFC 5545 writes it and counts from `first`, on the wall clock of the server's zone;
    `terms` are those of its nights, and `empty` counts the evenings in a row that fewer than two people came to. A
    `host` below zero has had their data erased."""

    id: str
    guild: int
    channel: int
    host: int
    name: str
    rule: str
    first: str
    terms: dict[str, Any]
    empty: int = 0
    ended: int | None = None


def save_series(db: Connection, series: Series) -> None:
    """A new series, or changes of one: they hold for the evenings that follow."""
    db.execute(
        "INSERT INTO series (id, guild, channel, host, name, rule, first, terms, empty, ended)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET channel = excluded.channel, host = excluded.host, name = excluded.name,"
        " rule = excluded.rule, first = excluded.first, terms = excluded.terms, empty = excluded.empty,"
        " ended = excluded.ended",
        (series.id, series.guild, series.channel, series.host, series.name, series.rule, series.first,
         json.dumps(series.terms), series.empty, series.ended),
    )  # fmt: skip


def series(db: Connection, id: str) -> Series | None:
    """A series by its id."""
    row = db.execute(
        "SELECT id, guild, channel, host, name, rule, first, terms, empty, ended FROM series WHERE id = ?", (id,)
    ).fetchone()
    if row is None:
        return None
    id, guild, channel, host, name, rule, first, terms, empty, ended = row
    return Series(id, guild, channel, host, name, rule, first, json.loads(terms), empty, ended)


def end_series(db: Connection, id: str, at: int) -> None:
    """Nothing follows any more; what is announced stays. Raises Missing if it has ended already."""
    if not db.execute("UPDATE series SET ended = ? WHERE id = ? AND ended IS NULL", (at, id)).rowcount:
        raise Missing("That series has ended already.")


def note_empty(db: Connection, id: str, empty: int) -> None:
    """How many evenings in a row had fewer than two people."""
    db.execute("UPDATE series SET empty = ? WHERE id = ?", (empty, id))


def evenings(db: Connection, id: str, limit: int = 25) -> list[Night]:
    """The nights of a series, the latest first."""
    return nights_by(db, "series = ? ORDER BY starts DESC LIMIT ?", id, limit)


def people_of(night: Night) -> set[int]:
    """Who has played at a night that is over."""
    found = night.summary["nets"] if night.summary is not None else ()
    return {int(account) for account, *_ in found if account.isdecimal()}


def regulars(evenings: Sequence[Night]) -> list[int]:
    """Who has come to two of the last three evenings that were played among these, the latest first."""
    least, of = REGULAR
    came = [people_of(night) for night in evenings if night.status == "over"][:of]
    everybody = {user for people in came for user in people}
    return [user for user in sorted(everybody) if sum(user in people for people in came) >= least]
