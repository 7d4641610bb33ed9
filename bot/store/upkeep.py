"""Derived data is recomputed after an upgrade, in steps that each end on the disk, while play goes on.

A server's steps are noted in `upkeep` until the last is done; who is killed in between goes on from the one before.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple

from . import ratings
from .clusters import OWN, Cluster
from .connection import Connection
from .journal import Match
from .ratings import Placed
from .records import ALL_GAMES, EVER, NO_PLACE, Result
from .results import finish_match

What = Literal["sessions", "ratings", "hands"]
Pairs = Callable[[str, str, int], int]
"""The number of partnerships in a game with these options (JSON) and this many players; partners sit across from each
other."""


def due(db: Connection, cluster: Cluster, what: What) -> list[int]:
    """The cluster's servers for which this is not made anew completely."""
    rows = db.execute(
        f"SELECT guild FROM upkeep WHERE what = :what AND {OWN} ORDER BY guild", {"what": what, **cluster._asdict()}
    )
    return [guild for (guild,) in rows]


def _done(db: Connection, what: What, guild: int) -> None:
    db.execute("DELETE FROM upkeep WHERE what = ? AND guild = ?", (what, guild))


# ---- sessions ----------------------------------------------------------------------------------


def broken_off(db: Connection, guild: int) -> Match | None:
    """The next match of no night that went on when its table was closed, and that no step has looked at."""
    found = db.execute(
        "SELECT m.id, card_table, m.guild, m.game, m.options, started, finished FROM upkeep u"
        " JOIN matches m ON m.guild = u.guild AND m.id > u.match JOIN card_tables t ON t.id = card_table"
        " WHERE u.what = 'sessions' AND u.guild = ? AND finished IS NULL AND night IS NULL AND t.status = 'closed'"
        " ORDER BY m.id LIMIT 1",
        (guild,),
    ).fetchone()
    return Match(*found) if found else None


class Moved(NamedTuple):
    """Chips that somebody has brought to a table (below zero) or taken home, in hundredths, at a time in ms."""

    user: int
    at: int
    amount: int


class PastTable(NamedTuple):
    """For a closed table: every amount that people brought and took home, in order; and by member their name and what
    their match results there say they have won."""

    moved: list[Moved]
    counted: dict[int, int]
    names: dict[int, str]


def past_table(db: Connection, guild: int, table: str) -> PastTable:
    """What the ledger and the results know of a closed table. A transfer of a table bears its name."""
    moved = db.execute(
        "SELECT CASE a.kind WHEN 'member' THEN CAST(owner AS BIGINT) END, t.at, p.amount"
        " FROM transfers t JOIN postings p ON p.transfer = t.id"
        " JOIN accounts a ON a.id = p.account"
        " WHERE t.key >= :table || ':' AND t.key < :table || ';' AND a.kind = 'member' AND a.guild = :guild"
        " ORDER BY t.id",
        {"table": table, "guild": guild},
    )
    counted = db.execute(
        "SELECT user, sum(net) FROM results JOIN matches ON id = match WHERE card_table = ? AND user IS NOT NULL"
        " GROUP BY user",
        (table,),
    )
    found = [Moved(*row) for row in moved]
    names = db.execute(
        "SELECT user, name FROM members WHERE guild = ? AND user IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
        (guild, json.dumps([one.user for one in found])),
    )
    return PastTable(found, dict(counted.fetchall()), dict(names.fetchall()))


def note_past(db: Connection, guild: int, match: str | None, at: int, results: Sequence[Result]) -> None:
    """Notes the sessions of a match that was broken off long ago; without `results` it had none. `match` None says that
    no such match is left. A member whose data was erased meanwhile has no result."""
    if match is None:
        _done(db, "sessions", guild)
        return
    db.execute("UPDATE upkeep SET match = ? WHERE what = 'sessions' AND guild = ?", (match, guild))
    known = {user for (user,) in db.execute("SELECT user FROM members WHERE guild = ?", (guild,))}
    if found := [r for r in results if r.user is not None and (r.user < 0 or r.user in known)]:
        finish_match(db, match, at, found, past=True)


# ---- ratings -----------------------------------------------------------------------------------


def rate_anew(db: Connection, guild: int, pairs: Pairs, count: int) -> None:
    """Rates the next batch of a server's matches, in the order in which they ended, beside the ratings that are there;
    after the last of them the new ratings are those. Of older results the partners are noted at the same time."""
    found = db.execute("SELECT at, match FROM upkeep WHERE what = 'ratings' AND guild = ?", (guild,)).fetchone()
    if found is None:  # the server is erased
        return
    at, after = found
    matches = db.execute(
        "SELECT id, game, options, finished FROM matches"
        " WHERE guild = ? AND finished IS NOT NULL AND (finished, id) > (?, ?) ORDER BY finished, id LIMIT ?",
        (guild, at, after, count),
    ).fetchall()
    for match, game, options, finished in matches:
        _note_partners(db, match, partial(pairs, game, options))
        placed = [
            Placed(*row)
            for row in db.execute(
                "SELECT user, place, outcome, team FROM results WHERE match = ? AND user IS NOT NULL AND place <> ?",
                (match, NO_PLACE),
            )
        ]
        ratings.rate(db, guild, _periods(db, guild, finished), (game, ALL_GAMES), placed, into="ratings_anew")
        at, after = finished, match
    if len(matches) == count:
        db.execute("UPDATE upkeep SET at = ?, match = ? WHERE what = 'ratings' AND guild = ?", (at, after, guild))
    else:
        _take_over(db, guild)


def _note_partners(db: Connection, match: str, pairs: Callable[[int], int]) -> None:
    """A player who left before the end is nobody's partner any more."""
    sat = db.execute(
        "SELECT seat FROM results WHERE match = ? AND kind = 'match' AND team IS NULL AND seat < 100", (match,)
    ).fetchall()
    if sat and (across := pairs(len(sat))):
        db.executemany(
            "UPDATE results SET team = ? WHERE match = ? AND seat = ?", [(n % across, match, n) for (n,) in sat]
        )


def _periods(db: Connection, guild: int, at: int) -> list[int]:
    seasons = db.execute(
        "SELECT -id FROM seasons WHERE guild = ? AND began <= ? AND (ended IS NULL OR ended > ?)", (guild, at, at)
    )
    return [EVER, *(id for (id,) in seasons)]


def _take_over(db: Connection, guild: int) -> None:
    db.execute("DELETE FROM ratings WHERE guild = ?", (guild,))
    # Erased members count as opponents all the same, and have no rating.
    db.execute("INSERT INTO ratings SELECT * FROM ratings_anew WHERE guild = ? AND user >= 0", (guild,))
    db.execute("DELETE FROM ratings_anew WHERE guild = ?", (guild,))
    _done(db, "ratings", guild)
