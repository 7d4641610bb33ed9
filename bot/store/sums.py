"""Sums over the results of members: standings, streaks, tallies and rivals, kept with each result.

Each result counts in its month, for ever, and in the season that runs; at its game and at all games.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from .records import ALL_GAMES, EVER, Outcome, Result, month_of

_SIGNS: dict[Outcome, int] = {"W": 1, "L": -1, "D": 0}


def lasting(db: sqlite3.Connection, guild: int) -> list[int]:
    """The periods in which a result of this moment counts, besides its month: for ever, and the season that runs."""
    season = db.execute("SELECT id FROM seasons WHERE guild = ? AND ended IS NULL", (guild,)).fetchone()
    return [EVER, *(-id for id in season or ())]


def add(db: sqlite3.Connection, guild: int, game: str, at: int, members: Sequence[Result]) -> None:
    """New results of a game count."""
    periods, games = (month_of(at), *lasting(db, guild)), (game, ALL_GAMES)
    db.executemany(
        "INSERT INTO standings (guild, period, game, user, matches, wins, losses, draws, net, best, strikes, sessions)"
        " VALUES (?1, ?2, ?3, ?4, 1, ?5 = 'W', ?5 = 'L', ?5 = 'D', ?6, ?6, ?7, ?8 = 'session')"
        " ON CONFLICT DO UPDATE SET matches = matches + 1, wins = wins + excluded.wins,"
        " losses = losses + excluded.losses, draws = draws + excluded.draws, net = net + excluded.net,"
        " best = max(best, excluded.best), strikes = strikes + excluded.strikes,"
        " sessions = sessions + excluded.sessions",
        [
            (guild, period, which, r.user, r.outcome, r.net, r.strikes, r.kind)
            for r in members for period in periods for which in games
        ],
    )  # fmt: skip
    db.executemany(
        """
        INSERT INTO streaks (guild, user, game, streak, most_wins, most_losses)
        VALUES (?1, ?2, ?3, ?4, max(?4, 0), max(-?4, 0))
        ON CONFLICT DO UPDATE SET
            streak = CASE ?4 WHEN 1 THEN max(streak, 0) + 1 WHEN -1 THEN min(streak, 0) - 1 ELSE 0 END,
            most_wins = max(most_wins, iif(?4 = 1, max(streak, 0) + 1, 0)),
            most_losses = max(most_losses, iif(?4 = -1, 1 - min(streak, 0), 0))
        """,
        [(guild, r.user, which, _SIGNS[r.outcome]) for r in members for which in games],
    )
    db.executemany(
        "INSERT INTO tallies (guild, user, game, name, total, best) VALUES (?1, ?2, ?3, ?4, ?5, ?5)"
        " ON CONFLICT DO UPDATE SET total = total + excluded.total, best = max(best, excluded.best)",
        [(guild, r.user, game, name, count) for r in members for name, count in r.counts.items()],
    )


def add_rivals(db: sqlite3.Connection, guild: int, game: str, members: Sequence[Result]) -> None:
    """Each two of them have been at the same table once more."""
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


# ---- made anew ---------------------------------------------------------------------------------


def make_anew(db: sqlite3.Connection, guild: int, user: int) -> None:
    """A member's sums from all of their results: one of these is another than it was, or was stored late."""
    whose = {"guild": guild, "user": user}
    for table in ("standings", "streaks", "tallies"):
        db.execute(f"DELETE FROM {table} WHERE guild = :guild AND user = :user", whose)
    db.execute(
        """
        INSERT INTO standings (guild, period, game, user, matches, wins, losses, draws, net, best, strikes, sessions)
        WITH mine AS (
            SELECT game, finished, outcome, net, strikes, kind FROM results
            WHERE guild = :guild AND user = :user AND user IS NOT NULL
        ),
        counted AS (
            SELECT 0 AS period, * FROM mine
            UNION ALL SELECT strftime('%Y', finished / 1000, 'unixepoch') * 12
                + strftime('%m', finished / 1000, 'unixepoch') - 1, * FROM mine
            UNION ALL SELECT -id, mine.* FROM mine JOIN seasons
                ON guild = :guild AND finished >= began AND (ended IS NULL OR finished < ended)
        )
        SELECT :guild, period, iif(whole, '', game) AS which, :user, count(*), sum(outcome = 'W'), sum(outcome = 'L'),
            sum(outcome = 'D'), sum(net), max(net), sum(strikes), sum(kind = 'session')
        FROM counted CROSS JOIN (SELECT 0 AS whole UNION ALL SELECT 1) GROUP BY period, which
        """,
        whose,
    )
    db.execute(
        "INSERT INTO tallies (guild, user, game, name, total, best)"
        " SELECT :guild, :user, game, key, sum(value), max(value) FROM results, json_each(counts)"
        " WHERE guild = :guild AND user = :user AND user IS NOT NULL GROUP BY game, key",
        whose,
    )
    db.executemany(
        "INSERT INTO streaks (guild, user, game, streak, most_wins, most_losses) VALUES (?, ?, ?, ?, ?, ?)",
        [(guild, user, game, *runs) for game, runs in _runs(db, whose).items()],
    )


def _runs(db: sqlite3.Connection, whose: dict[str, int]) -> dict[str, tuple[int, int, int]]:
    """By game, the run that goes on, and the longest ones of wins and of losses."""
    found: dict[str, tuple[int, int, int]] = defaultdict(lambda: (0, 0, 0))
    for game, outcome in db.execute(
        "SELECT game, outcome FROM results WHERE guild = :guild AND user = :user AND user IS NOT NULL"
        " ORDER BY finished, match",
        whose,
    ):
        for which in (game, ALL_GAMES):
            streak, wins, losses = found[which]
            sign = _SIGNS[outcome]
            streak = sign * (max(0, sign * streak) + 1) if sign else 0
            found[which] = streak, max(wins, streak), max(losses, -streak)
    return found
