"""Deals one by one for those who were dealt in: what they had, what it brought, and what they did.

A row is written in the transaction in which its deal ends, for members alone. What a member had in hand is for them;
all else in a row is what everybody at that table has seen.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .connection import Connection

Showdown = Literal["", "won", "lost"]


@dataclass(frozen=True, slots=True)
class NotedHand:
    """A member's part in one deal. `at` is when it ended, in ms; amounts are hundredths of a white."""

    user: int
    at: int
    deal: str
    table: str
    game: str
    seat: int
    what: str
    """What was played, as people call it."""
    position: str
    cards: str
    """The member's own, spelled as they are typed."""
    board: str
    pot: int
    unit: int
    """What pots and nets are measured by."""
    net: int
    showdown: Showdown
    counts: Mapping[str, int]


class Wanted(NamedTuple):
    """Which of a member's hands are meant."""

    pot: int = 0
    """The least pot, in units."""
    showdown: Literal["", "any", "won", "lost", "none"] = ""
    """How it went in the end; empty if that does not matter."""
    table: str = ""
    """Where it was; empty for everywhere."""


class Group(NamedTuple):
    """Hands of one position in which the same was done."""

    position: str
    counts: Mapping[str, int]
    hands: int
    net: int
    units: float
    """The net, each hand's measured by its own unit."""


class Past(NamedTuple):
    """A deal that was over before hands were noted."""

    deal: str
    number: int
    match: str
    table: str
    game: str
    options: str


_COLUMNS = "user, at, deal, card_table, game, seat, what, position, cards, board, pot, unit, net, showdown, counts"
_FITS = (
    " AND pot >= :pot * unit AND (:table = '' OR card_table = :table) AND (:showdown = ''"
    " OR :showdown = 'any' AND showdown <> '' OR :showdown = 'none' AND showdown = '' OR showdown = :showdown)"
)


def _shared(beside: int | None) -> str:
    """Only deals in which this member was dealt in as well, if there is one."""
    if beside is None:
        return ""
    return " AND deal IN (SELECT deal FROM hands WHERE guild = :guild AND user = :beside)"


def note(db: Connection, guild: int, hands: Sequence[NotedHand]) -> None:
    """Keeps these; one that is there already stays as it is."""
    db.executemany(
        f"INSERT INTO hands (guild, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        [
            (guild, h.user, h.at, h.deal, h.table, h.game, h.seat, h.what, h.position, h.cards, h.board, h.pot, h.unit,
             h.net, h.showdown, json.dumps(h.counts, sort_keys=True))
            for h in hands
        ],
    )  # fmt: skip


def forget(db: Connection, deal: str) -> None:
    """The deal is void."""
    db.execute("DELETE FROM hands WHERE deal = ?", (deal,))


EVERY = Wanted()
"""All of them."""


def count(db: Connection, guild: int, user: int, wanted: Wanted = EVERY) -> int:
    """How many of a member's hands these are."""
    found = db.execute(
        f"SELECT count(*) FROM hands WHERE guild = :guild AND user = :user{_FITS}",
        {"guild": guild, "user": user, **wanted._asdict()},
    )
    return found.fetchone()[0]


def newest(db: Connection, guild: int, user: int, wanted: Wanted, after: int, most: int) -> tuple[int, list[NotedHand]]:
    """How many of a member's hands these are, and a page of them, the newest first: what follows the first `after`."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM hands WHERE guild = :guild AND user = :user{_FITS}"
        " ORDER BY at DESC, deal DESC LIMIT :most OFFSET :after",
        {"guild": guild, "user": user, "after": after, "most": most, **wanted._asdict()},
    )
    return count(db, guild, user, wanted), [_read(row) for row in rows]


def one(db: Connection, guild: int, user: int, deal: str) -> NotedHand | None:
    """A member's part in a deal; None if they had none."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM hands WHERE deal = ? AND guild = ? AND user = ?", (deal, guild, user)
    ).fetchone()
    return _read(row) if row else None


def _read(row: tuple[object, ...]) -> NotedHand:
    *most, counts = row
    return NotedHand(*most, counts=json.loads(str(counts)))  # type: ignore[arg-type]  # as the columns are


def groups(db: Connection, guild: int, user: int, table: str = "", beside: int | None = None) -> list[Group]:
    """What a member has done, summed up; at one table alone if it is named, and only in deals in which somebody
    `beside` them was dealt in as well. Hands that count for no figures are left out."""
    rows = db.execute(
        "SELECT position, counts, count(*), sum(net), sum(net * 1.0 / unit) FROM hands"
        " WHERE guild = :guild AND user = :user AND (:table = '' OR card_table = :table) AND counts <> '{}'"
        f"{_shared(beside)} GROUP BY position, counts ORDER BY position, counts",
        {"guild": guild, "user": user, "table": table, "beside": beside},
    )
    return [Group(position, json.loads(counts), *sums) for position, counts, *sums in rows]


def course(
    db: Connection, guild: int, user: int, table: str = "", beside: int | None = None, most: int = 2000
) -> list[int]:
    """The nets of the last of the same hands, the oldest first."""
    rows = db.execute(
        "SELECT net FROM hands WHERE guild = :guild AND user = :user AND (:table = '' OR card_table = :table)"
        f" AND counts <> '{{}}'{_shared(beside)} ORDER BY at DESC, deal DESC LIMIT :most",
        {"guild": guild, "user": user, "table": table, "beside": beside, "most": most},
    )
    return [net for (net,) in rows][::-1]


def last_table(db: Connection, guild: int, user: int, beside: int | None = None) -> str:
    """Where the last of these hands was; empty if there are none."""
    found = db.execute(
        f"SELECT card_table FROM hands WHERE guild = :guild AND user = :user AND counts <> '{{}}'{_shared(beside)}"
        " ORDER BY at DESC, deal DESC LIMIT 1",
        {"guild": guild, "user": user, "beside": beside},
    ).fetchone()
    return found[0] if found else ""


def name_of(db: Connection, guild: int, user: int) -> str:
    """Under which name a member has sat down last; empty if nothing is kept of them."""
    found = db.execute("SELECT name FROM members WHERE guild = ? AND user = ?", (guild, user)).fetchone()
    return found[0] if found else ""


# ---- deals that were over before hands were noted ------------------------------------------------


def past(db: Connection, guild: int, games: Sequence[str], most: int) -> list[Past]:
    """The next deals of these games, in the order of their matches, that no step has looked at."""
    rows = db.execute(
        "SELECT d.id, d.number, m.id, m.card_table, m.game, m.options FROM upkeep u"
        " JOIN matches m ON m.guild = u.guild AND m.id >= u.match"
        " JOIN deals d ON d.match = m.id AND (m.id, d.number) > (u.match, u.at) AND d.status = 'done'"
        " WHERE u.what = 'hands' AND u.guild = ? AND m.game IN (SELECT value FROM json_each(?))"
        " ORDER BY m.id, d.number LIMIT ?",
        (guild, json.dumps([*games]), most),
    )
    return [Past(*row) for row in rows]


def people(db: Connection, guild: int, match: str) -> list[tuple[int, str]]:
    """Who has a result in a match, and under which name."""
    return db.execute(
        "SELECT user, name FROM results WHERE guild = ? AND match = ? AND user >= 0", (guild, match)
    ).fetchall()


def note_past(db: Connection, guild: int, last: Past | None, hands: Sequence[NotedHand]) -> None:
    """Notes hands of deals up to the `last` one; None says that no such deal is left. A member whose data was erased
    meanwhile has none."""
    if last is None:
        db.execute("DELETE FROM upkeep WHERE what = 'hands' AND guild = ?", (guild,))
        return
    db.execute(
        "UPDATE upkeep SET match = ?, at = ? WHERE what = 'hands' AND guild = ?", (last.match, last.number, guild)
    )
    known = {user for (user,) in db.execute("SELECT user FROM members WHERE guild = ?", (guild,))}
    note(db, guild, [hand for hand in hands if hand.user in known])
