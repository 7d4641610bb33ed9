"""Records: the result of every seat of every match, and the sums over them that are kept with each."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import combinations
from typing import Literal

from . import ratings
from .errors import Duplicate, Missing

Outcome = Literal["W", "L", "D"]

EVER = 0
"""The period of the standings of all time."""
_SIGNS: dict[Outcome, int] = {"W": 1, "L": -1, "D": 0}
ALL_GAMES = ""
"""The game of the standings over all games."""


NO_PLACE = 0
"""The place of whoever took a seat over in the middle of a match: it is compared with nobody's, and not rated."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one seat came out of a match. `user` is None for a house player; `net` is in hundredths of a white chip;
    `counts` are the game's own named numbers (moons, largest pot)."""

    user: int | None
    name: str
    seat: int
    place: int
    outcome: Outcome
    score: int
    net: int
    strikes: int
    humans: int
    counts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """Results summed: `net` in hundredths of a white chip, `best` the greatest net of one match (None: no match)."""

    matches: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    net: int = 0
    best: int | None = None
    strikes: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """One of a game's own counts over all matches: the sum, and the greatest of one match."""

    total: int
    best: int


@dataclass(frozen=True, slots=True)
class Stats:
    """A member's record, over all games asked for and by game, and by game the game's own counts."""

    overall: Record
    games: dict[str, Record]
    counts: dict[str, dict[str, Count]]


def finish_match(db: sqlite3.Connection, match: str, at: int, results: Sequence[Result]) -> None:
    """Ends a match with the result of each seat, house players' too; only members' enter the standings."""
    found = db.execute("SELECT guild, game, night, finished FROM matches WHERE id = ?", (match,)).fetchone()
    if found is None:
        raise Missing("That match is not there.")
    guild, game, night, finished = found
    if finished is not None:
        raise Duplicate("That match has ended already.")
    db.execute("UPDATE matches SET finished = ? WHERE id = ?", (at, match))
    db.executemany(
        "INSERT INTO results (match, seat, guild, game, finished, user, name, place, outcome, score, net, strikes,"
        " humans, counts, night) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (match, r.seat, guild, game, at, r.user, r.name, r.place, r.outcome, r.score, r.net, r.strikes, r.humans,
             json.dumps(r.counts, sort_keys=True), night)
            for r in results
        ],
    )  # fmt: skip
    members = [r for r in results if r.user is not None]
    db.executemany(
        "INSERT INTO members (guild, user, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(guild, r.user, r.name) for r in members],
    )
    season = db.execute("SELECT id FROM seasons WHERE guild = ? AND ended IS NULL", (guild,)).fetchone()
    kept = [EVER, *(-id for id in season or ())]
    db.executemany(
        "INSERT INTO standings (guild, period, game, user, matches, wins, losses, draws, net, best, strikes)"
        " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + excluded.wins,"
        " losses = losses + excluded.losses, draws = draws + excluded.draws, net = net + excluded.net,"
        " best = max(best, excluded.best), strikes = strikes + excluded.strikes",
        [
            (
                guild,
                period,
                which,
                r.user,
                r.outcome == "W",
                r.outcome == "L",
                r.outcome == "D",
                r.net,
                r.net,
                r.strikes,
            )
            for r in members
            for period in (month_of(at), *kept)
            for which in (game, ALL_GAMES)
        ],
    )
    if night is not None:
        db.executemany(
            "INSERT INTO night_nets (guild, game, user, night, began, net) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET net = net + excluded.net",
            [(guild, which, r.user, night, at, r.net) for r in members for which in (game, ALL_GAMES)],
        )
    _keep_streaks(db, guild, game, members)
    placed = [r for r in members if r.place != NO_PLACE]
    _keep_rivals(db, guild, game, placed)
    places = {r.user: r.place for r in placed if r.user is not None}
    ratings.rate(db, guild, kept, (game, ALL_GAMES), places)
    db.executemany(
        "INSERT INTO tallies (guild, user, game, name, total, best) VALUES (?1, ?2, ?3, ?4, ?5, ?5)"
        " ON CONFLICT DO UPDATE SET total = total + excluded.total, best = max(best, excluded.best)",
        [(guild, r.user, game, name, count) for r in members for name, count in r.counts.items()],
    )


def _keep_streaks(db: sqlite3.Connection, guild: int, game: str, members: Sequence[Result]) -> None:
    db.executemany(
        """
        INSERT INTO streaks (guild, user, game, streak, most_wins, most_losses)
        VALUES (?1, ?2, ?3, ?4, max(?4, 0), max(-?4, 0))
        ON CONFLICT DO UPDATE SET
            streak = CASE ?4 WHEN 1 THEN max(streak, 0) + 1 WHEN -1 THEN min(streak, 0) - 1 ELSE 0 END,
            most_wins = max(most_wins, iif(?4 = 1, max(streak, 0) + 1, 0)),
            most_losses = max(most_losses, iif(?4 = -1, 1 - min(streak, 0), 0))
        """,
        [(guild, r.user, which, _SIGNS[r.outcome]) for r in members for which in (game, ALL_GAMES)],
    )


def _keep_rivals(db: sqlite3.Connection, guild: int, game: str, members: Sequence[Result]) -> None:
    by_id = sorted(members, key=lambda r: r.user or 0)
    db.executemany(
        "INSERT INTO rivals (guild, user, other, game, matches, ahead, behind, net, other_net)"
        " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET matches = matches + 1,"
        " ahead = ahead + excluded.ahead, behind = behind + excluded.behind, net = net + excluded.net,"
        " other_net = other_net + excluded.other_net",
        [
            (guild, a.user, b.user, game, a.place < b.place, a.place > b.place, a.net, b.net)
            for a, b in combinations(by_id, 2)
        ],
    )


def stats(db: sqlite3.Connection, guild: int, user: int, game: str | None = None) -> Stats:
    """A member's record in a server: all games, or one."""
    whose = (guild, user)
    games = {
        name: Record(*record)
        for name, *record in db.execute(
            "SELECT game, matches, wins, losses, draws, net, best, strikes FROM standings"
            " WHERE guild = ? AND user = ? AND period = 0 ORDER BY game",
            whose,
        )
    }
    overall = games.pop(ALL_GAMES, Record())
    counts: dict[str, dict[str, Count]] = {name: {} for name in games}
    for name, count, total, best in db.execute(
        "SELECT game, name, total, best FROM tallies WHERE guild = ? AND user = ? ORDER BY game, name", whose
    ):
        counts[name][count] = Count(total, best)
    if game is None:
        return Stats(overall, games, counts)
    record = games.get(game, Record())
    return Stats(record, {game: record}, {game: counts.get(game, {})})


def month_of(at: int) -> int:
    """The month in which a moment falls, in UTC: the period of its standings."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    return when.year * 12 + when.month - 1


def begins(month: int) -> int:
    """When a month begins, in milliseconds."""
    return int(datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp() * 1000)
