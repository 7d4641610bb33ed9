"""The journal: matches, their deals, and the rows from which a deal is rebuilt."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .connection import Connection
from .errors import Duplicate, Gap, Missing

DealStatus = Literal["running", "done", "void"]


class Row(NamedTuple):
    """One accepted move. `at` is table time and `pressed` Discord's stamp, both in milliseconds; `digest` is of the
    table after the move. A `stand_in` has made it in the place of the person who has the seat."""

    seat: int
    move: str
    at: int
    pressed: int
    lapsed: bool
    digest: str
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it was begun; `finished` is None while it runs or if it was never ended."""

    id: str
    table: str
    guild: int
    game: str
    options: str
    started: int
    finished: int | None


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand or round: `start` (with its secret), its rows from 0 on, and `after`, what it handed to the next."""

    id: str
    match: str
    number: int
    start: str
    status: DealStatus
    after: str | None
    rows: tuple[Row, ...] = ()


class Scored(NamedTuple):
    """By seat, of one deal: the stacks before and after it, in hundredths of a white, and the scores after it."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    scores: tuple[int, ...]


def start_match(db: Connection, id: str, table: str, guild: int, game: str, options: str, at: int,
                night: str | None = None) -> None:  # fmt: skip
    """Opens a match at a table, one of a night's if there is one. Raises Duplicate, Missing."""
    db.execute(
        "INSERT INTO matches (id, card_table, guild, game, options, started, night) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (id, table, guild, game, options, at, night),
    )


def start_deal(db: Connection, id: str, match: str, number: int, start: str) -> None:
    """Opens a deal. A match has one running deal at a time, and one of each number that is not void.

    Raises Duplicate, Missing.
    """
    db.execute("INSERT INTO deals (id, match, number, start) VALUES (?, ?, ?, ?)", (id, match, number, start))


def append_rows(db: Connection, deal: str, first: int, rows: Sequence[Row]) -> None:
    """Adds rows `first`, `first` + 1, … of a running deal, which begins with row 0.

    Raises Duplicate if one of them is there or the deal has ended, Gap if one before them is not there,
    Missing.
    """
    found = db.execute(
        "SELECT status, (SELECT coalesce(max(n) + 1, 0) FROM deal_rows WHERE deal = id) FROM deals WHERE id = ?",
        (deal,),
    ).fetchone()
    if found is None:
        raise Missing("That deal is not there.")
    status, due = found
    if status != "running":
        raise Duplicate("That deal has ended.")
    if first < due:
        raise Duplicate("That move has been made already.")
    if first > due:
        raise Gap("That move could not be written down; nothing has changed. Please look again.")
    db.executemany(
        "INSERT INTO deal_rows (deal, n, seat, move, at, pressed, lapsed, digest, stand_in)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(deal, n, *row) for n, row in enumerate(rows, first)],
    )


def end_deal(db: Connection, deal: str, status: Literal["done", "void"], after: str | None) -> None:
    """Ends a running deal, or makes void one that was done; raises Duplicate if it has ended so already, Missing."""
    ended = db.execute(
        "UPDATE deals SET status = ?1, after = ?2 WHERE id = ?3"
        " AND (status = 'running' OR status = 'done' AND ?1 = 'void')",
        (status, after, deal),
    )
    if ended.rowcount:
        return
    if db.execute("SELECT 1 FROM deals WHERE id = ?", (deal,)).fetchone():
        raise Duplicate("That deal has ended.")
    raise Missing("That deal is not there.")


_DEAL = "SELECT id, match, number, start, status, after FROM deals"


def deal(db: Connection, id: str) -> Deal | None:
    """A deal with its rows."""
    found = db.execute(f"{_DEAL} WHERE id = ?", (id,)).fetchone()
    return Deal(*found, rows=_rows(db, id)) if found else None


def deals(db: Connection, match: str) -> list[Deal]:
    """The deals of a match in order, void ones too, without their rows."""
    return [
        Deal(*found) for found in db.execute(f"{_DEAL} WHERE match = ? ORDER BY number, status = 'void' DESC", (match,))
    ]


def course(db: Connection, match: str) -> list[Scored]:
    """What each deal of a match that was played to its end has made of stacks and scores, in order."""
    rows = db.execute(
        "SELECT json_extract(start, '$.state.stacks'), json_extract(after, '$.stacks'), json_extract(after, '$.scores')"
        " FROM deals"
        " WHERE match = ? AND status = 'done' ORDER BY number",
        (match,),
    )
    return [Scored(*(tuple(json.loads(values)) for values in row)) for row in rows]


def running_deal(db: Connection, table: str) -> Deal | None:
    """The deal that a table is in the middle of, with its rows."""
    found = db.execute(
        "SELECT d.id, d.match, d.number, d.start, d.status, d.after FROM matches m"
        " JOIN deals d ON d.match = m.id AND d.status = 'running' WHERE m.card_table = ?"
        " ORDER BY m.started DESC LIMIT 1",
        (table,),
    ).fetchone()
    return Deal(*found, rows=_rows(db, found[0])) if found else None


_MATCH = "SELECT id, card_table, guild, game, options, started, finished FROM matches"


def match(db: Connection, id: str) -> Match | None:
    """A match by its id."""
    found = db.execute(f"{_MATCH} WHERE id = ?", (id,)).fetchone()
    return Match(*found) if found else None


def matches(db: Connection, table: str) -> list[Match]:
    """The matches of a table, oldest first."""
    return [Match(*row) for row in db.execute(f"{_MATCH} WHERE card_table = ? ORDER BY started, id", (table,))]


def _rows(db: Connection, deal: str) -> tuple[Row, ...]:
    found = db.execute(
        "SELECT seat, move, at, pressed, lapsed, digest, stand_in FROM deal_rows WHERE deal = ? ORDER BY n", (deal,)
    )
    return tuple(
        Row(seat, move, at, pressed, bool(lapsed), digest, bool(stand_in))
        for seat, move, at, pressed, lapsed, digest, stand_in in found
    )
