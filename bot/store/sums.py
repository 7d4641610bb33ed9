"""Sums over the results of members: standings, streaks, tallies and rivals, kept with each result.

Each result counts in its month, for ever, and in the season that runs; at its game and at all games.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from .connection import Connection
from .records import ALL_GAMES, EVER, Outcome, Result, month_of

_SIGNS: dict[Outcome, int] = {"W": 1, "L": -1, "D": 0}


def lasting(db: Connection, guild: int) -> list[int]:
    """The periods in which a result of this moment counts, besides its month: for ever, and the season that runs."""
    season = db.execute("SELECT id FROM seasons WHERE guild = ? AND ended IS NULL", (guild,)).fetchone()
    return [EVER, *(-id for id in season or ())]


def add(db: Connection, guild: int, game: str, at: int, members: Sequence[Result]) -> None:
    """New results of a game count."""
    periods, games = (month_of(at), *lasting(db, guild)), (game, ALL_GAMES)
    db.executemany(
        "INSERT INTO standings (guild, period, game, user, matches, wins, losses, draws, net, best, strikes, sessions)"
        " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild, period, game, user) DO UPDATE SET matches = standings.matches + 1,"
        " wins = standings.wins + excluded.wins, losses = standings.losses + excluded.losses,"
        " draws = standings.draws + excluded.draws, net = standings.net + excluded.net,"
        " best = CASE WHEN standings.best > excluded.best THEN standings.best ELSE excluded.best END,"
        " strikes = standings.strikes + excluded.strikes, sessions = standings.sessions + excluded.sessions",
        [
            (guild, period, which, r.user, *(int(r.outcome == one) for one in _SIGNS), r.net, r.net, r.strikes,
             int(r.kind == "session"))
            for r in members for period in periods for which in games
        ],
    )  # fmt: skip
    for r in members:
        for which in games:
            before = db.execute(
                "SELECT streak, most_wins, most_losses FROM streaks WHERE guild = ? AND user = ? AND game = ?",
                (guild, r.user, which),
            ).fetchone()
            _keep_run(db, guild, r.user, which, _longer(before or (0, 0, 0), r.outcome))
    db.executemany(
        "INSERT INTO tallies (guild, user, game, name, total, best) VALUES (?1, ?2, ?3, ?4, ?5, ?5)"
        " ON CONFLICT (guild, user, game, name) DO UPDATE SET total = tallies.total + excluded.total,"
        " best = CASE WHEN tallies.best > excluded.best THEN tallies.best ELSE excluded.best END",
        [(guild, r.user, game, name, count) for r in members for name, count in r.counts.items()],
    )


def add_rivals(db: Connection, guild: int, game: str, members: Sequence[Result]) -> None:
    """Each two of them have been at the same table once more."""
    by_id = sorted(members, key=lambda r: r.user or 0)
    db.executemany(
        "INSERT INTO rivals (guild, user, other, game, matches, ahead, behind, net, other_net)"
        " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)"
        " ON CONFLICT (guild, user, other, game) DO UPDATE SET matches = rivals.matches + 1,"
        " ahead = rivals.ahead + excluded.ahead, behind = rivals.behind + excluded.behind,"
        " net = rivals.net + excluded.net, other_net = rivals.other_net + excluded.other_net",
        [
            (guild, a.user, b.user, game, int(a.place < b.place), int(a.place > b.place), a.net, b.net)
            for a, b in combinations(by_id, 2)
        ],
    )


# ---- made anew ---------------------------------------------------------------------------------


def make_anew(db: Connection, guild: int, user: int) -> None:
    """A member's sums from all of their results: one of these is another than it was, or was stored late."""
    whose = {"guild": guild, "user": user}
    for table in ("standings", "streaks", "tallies"):
        db.execute(f"DELETE FROM {table} WHERE guild = :guild AND user = :user", whose)
    seasons = db.execute("SELECT -id, began, ended FROM seasons WHERE guild = ?", (guild,)).fetchall()
    standings: dict[tuple[int, str], Sums] = defaultdict(Sums)
    tallies: dict[tuple[str, str], list[int]] = defaultdict(list)
    runs: dict[str, Run] = defaultdict(lambda: (0, 0, 0))
    for game, at, outcome, net, strikes, kind, counts in db.execute(
        "SELECT game, finished, outcome, net, strikes, kind, counts FROM results"
        " WHERE guild = :guild AND user = :user AND user IS NOT NULL ORDER BY finished, match",
        whose,
    ).fetchall():
        during = [id for id, began, ended in seasons if began <= at and (ended is None or at < ended)]
        for which in (game, ALL_GAMES):
            for period in (EVER, month_of(at), *during):
                standings[period, which].add(outcome, net, strikes, kind)
            runs[which] = _longer(runs[which], outcome)
        for name, count in json.loads(counts).items():
            tallies[game, name].append(count)
    db.executemany(
        "INSERT INTO standings (guild, period, game, user, matches, wins, losses, draws, net, best, strikes, sessions)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(guild, period, game, user, *one.values()) for (period, game), one in standings.items()],
    )
    db.executemany(
        "INSERT INTO tallies (guild, user, game, name, total, best) VALUES (?, ?, ?, ?, ?, ?)",
        [(guild, user, game, name, sum(counts), max(counts)) for (game, name), counts in tallies.items()],
    )
    for game, run in runs.items():
        _keep_run(db, guild, user, game, run)


@dataclass
class Sums:
    """A line of the standings."""

    outcomes: Counter[str] = field(default_factory=Counter[str])
    nets: list[int] = field(default_factory=list[int])
    strikes: int = 0
    sessions: int = 0

    def add(self, outcome: Outcome, net: int, strikes: int, kind: str) -> None:
        """One result more."""
        self.outcomes[outcome] += 1
        self.nets.append(net)
        self.strikes += strikes
        self.sessions += kind == "session"

    def values(self) -> tuple[int, ...]:
        """As a row has them: from `matches` on."""
        outcomes = (self.outcomes[one] for one in _SIGNS)
        return (len(self.nets), *outcomes, sum(self.nets), max(self.nets), self.strikes, self.sessions)


Run = tuple[int, int, int]
"""The run that goes on, of wins if above zero, of losses if below; and the longest ones of wins and of losses."""


def _longer(run: Run, outcome: Outcome) -> Run:
    """The runs after another result."""
    (streak, wins, losses), sign = run, _SIGNS[outcome]
    streak = sign * (max(0, sign * streak) + 1) if sign else 0
    return streak, max(wins, streak), max(losses, -streak)


def _keep_run(db: Connection, guild: int, user: int | None, game: str, run: Run) -> None:
    db.execute(
        "INSERT INTO streaks (guild, user, game, streak, most_wins, most_losses) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild, user, game) DO UPDATE SET streak = excluded.streak, most_wins = excluded.most_wins,"
        " most_losses = excluded.most_losses",
        (guild, user, game, *run),
    )
