"""Records: the result of every seat of every match, and the standings of a server's members."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from .errors import Duplicate, Missing

Outcome = Literal["W", "L", "D"]

_EVER = 0  # the month of the standings of all time
_MONTHS = 2**31  # later than any
_ALL_GAMES = ""  # the game of the standings over all games


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


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard."""

    user: int
    name: str
    record: Record


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
    found = db.execute("SELECT guild, game, finished FROM matches WHERE id = ?", (match,)).fetchone()
    if found is None:
        raise Missing("That match is not there.")
    guild, game, finished = found
    if finished is not None:
        raise Duplicate("That match has ended already.")
    db.execute("UPDATE matches SET finished = ? WHERE id = ?", (at, match))
    db.executemany(
        "INSERT INTO results (match, seat, guild, game, finished, user, name, place, outcome, score, net, strikes,"
        " humans, counts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (match, r.seat, guild, game, at, r.user, r.name, r.place, r.outcome, r.score, r.net, r.strikes, r.humans,
             json.dumps(r.counts, sort_keys=True))
            for r in results
        ],
    )  # fmt: skip
    members = [r for r in results if r.user is not None]
    db.executemany(
        "INSERT INTO members (guild, user, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(guild, r.user, r.name) for r in members],
    )
    db.executemany(
        "INSERT INTO standings (guild, month, game, user, matches, wins, losses, draws, net, best)"
        " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + excluded.wins,"
        " losses = losses + excluded.losses, draws = draws + excluded.draws, net = net + excluded.net,"
        " best = max(best, excluded.best)",
        [
            (guild, month, which, r.user, r.outcome == "W", r.outcome == "L", r.outcome == "D", r.net, r.net)
            for r in members
            for month in (_month(at), _EVER)
            for which in (game, _ALL_GAMES)
        ],
    )
    db.executemany(
        "INSERT INTO tallies (guild, user, game, name, total, best) VALUES (?1, ?2, ?3, ?4, ?5, ?5)"
        " ON CONFLICT DO UPDATE SET total = total + excluded.total, best = max(best, excluded.best)",
        [(guild, r.user, game, name, count) for r in members for name, count in r.counts.items()],
    )


def leaderboard(
    db: sqlite3.Connection, guild: int, game: str | None = None, since: int | None = None, limit: int = 10
) -> list[Standing]:
    """A server's members by wins, then by net chips: at one game or at all, ever or from `since` on."""
    # Whole months come from the standings; of the month in which `since` falls, the results are read one by one.
    first, last = (_EVER, _EVER) if since is None else (_month(since) + 1, _MONTHS)
    rows = db.execute(
        """
        WITH part AS (
            SELECT user, matches, wins, losses, draws, net, best FROM standings
            WHERE guild = :guild AND month BETWEEN :first AND :last AND game = :standing
            UNION ALL
            SELECT user, count(*), sum(outcome = 'W'), sum(outcome = 'L'), sum(outcome = 'D'), sum(net), max(net)
            FROM results
            WHERE guild = :guild AND finished >= :since AND finished < :until AND user IS NOT NULL
                AND (:game IS NULL OR game = :game)
            GROUP BY user
        ),
        board AS (
            SELECT user, sum(matches) AS matches, sum(wins) AS wins, sum(losses) AS losses, sum(draws) AS draws,
                sum(net) AS net, max(best) AS best
            FROM part GROUP BY user ORDER BY wins DESC, net DESC, matches, user LIMIT :limit
        )
        SELECT user, name, matches, wins, losses, draws, net, best FROM board JOIN members USING (user)
        WHERE members.guild = :guild ORDER BY wins DESC, net DESC, matches, user
        """,
        {
            "guild": guild,
            "game": game,
            "standing": game or _ALL_GAMES,
            "first": first,
            "last": last,
            "since": since,
            "until": None if since is None else _begins(first),
            "limit": limit,
        },
    )
    return [Standing(user, name, Record(*sums)) for user, name, *sums in rows]


def stats(db: sqlite3.Connection, guild: int, user: int, game: str | None = None) -> Stats:
    """A member's record in a server: all games, or one."""
    whose = (guild, user)
    games = {
        name: Record(*record)
        for name, *record in db.execute(
            "SELECT game, matches, wins, losses, draws, net, best FROM standings"
            " WHERE guild = ? AND user = ? AND month = 0 ORDER BY game",
            whose,
        )
    }
    overall = games.pop(_ALL_GAMES, Record())
    counts: dict[str, dict[str, Count]] = {name: {} for name in games}
    for name, count, total, best in db.execute(
        "SELECT game, name, total, best FROM tallies WHERE guild = ? AND user = ? ORDER BY game, name", whose
    ):
        counts[name][count] = Count(total, best)
    if game is None:
        return Stats(overall, games, counts)
    record = games.get(game, Record())
    return Stats(record, {game: record}, {game: counts.get(game, {})})


def _month(at: int) -> int:
    when = datetime.fromtimestamp(at / 1000, UTC)
    return when.year * 12 + when.month - 1


def _begins(month: int) -> int:
    return int(datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp() * 1000)
