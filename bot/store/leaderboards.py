"""Leaderboards: a server's members in order, by any measure and over any period."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .connection import Connection
from .ratings import shown
from .records import ALL_GAMES, EVER, Record, begins, month_of

LEAST_MATCHES = 5
"""Who has played fewer is on no board of shares: one win of one match is no record."""


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time: for ever, a season by its number, or from one moment on, to another if there is one, in
    milliseconds."""

    season: int | None = None
    since: int | None = None
    until: int | None = None


EVERYTHING = Period()


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard. `value` is of the measure asked for: hundredths of a white chip, matches, a rating,
    or thousandths. Equal records share a `place`."""

    place: int
    user: int
    name: str
    value: int
    record: Record


def leaderboard(db: Connection, guild: int, game: str | None = None, period: Period = EVERYTHING,
                measure: str = "wins", limit: int = 10) -> list[Standing]:  # fmt: skip
    """A server's members, the best first: at one game or at all, by one of the measures, over a period."""
    rows = MEASURES[measure].rows(db, guild, game, period, limit)
    found: list[Standing] = []
    keys = [(value, tie) for _, _, value, tie, _ in rows]
    for key, (user, name, value, _, record) in zip(keys, rows, strict=True):
        found.append(Standing(keys.index(key) + 1, user, name, value, record))
    return found


_Row = tuple[int, str, int, int, Record]
"""User, name, value, what parts those of equal value, and the record."""
_Rows = Callable[[Connection, int, str | None, Period, int], list[_Row]]
"""The top members of a server, at one game or all, over a period."""
Unit = Literal["count", "chips", "share", "rating"]
"""What values are: a count, hundredths of a white chip, thousandths, or a rating."""


class Measure(NamedTuple):
    """What a leaderboard may be about."""

    unit: Unit
    rows: _Rows


_ENDS = "since", "until"
_STRETCH = """
                UNION ALL
                SELECT user, count(*), count(*) FILTER (WHERE outcome = 'W'), count(*) FILTER (WHERE outcome = 'L'),
                    count(*) FILTER (WHERE outcome = 'D'), sum(net), max(net), sum(strikes),
                    count(*) FILTER (WHERE kind = 'session')
                FROM results INDEXED BY results_by_time
                WHERE guild = :guild AND finished >= :since{0} AND finished < :until{0}
                    AND user IS NOT NULL AND user > 0 AND game = coalesce(:game, game)
                GROUP BY user"""
"""Between two moments the results are counted one by one."""
_SUMMED = "matches", "wins", "losses", "draws", "net", "strikes", "sessions"


def _by_sums(value: str, order: str, *, tie: str = "0", least: int = 1) -> _Rows:
    """By sums over the results: `value` is shown, `order` sorts the members, and `tie` sorts those of equal value, all
    in SQL. Members with fewer than `least` matches are left out."""

    def rows(db: Connection, guild: int, game: str | None, period: Period, limit: int) -> list[_Row]:
        periods, stretches = _parts(db, guild, period)
        bounds = {
            f"{end}{n}": at for n, stretch in enumerate(stretches) for end, at in zip(_ENDS, stretch, strict=True)
        }
        rows = db.execute(
            f"""
            WITH part AS (
                SELECT user, matches, wins, losses, draws, net, best, strikes, sessions FROM standings
                WHERE guild = :guild AND period IN (SELECT CAST(value AS BIGINT) FROM json_each(:periods))
                    AND game = :standing
                {"".join(_STRETCH.format(n) for n in range(len(stretches)))}
            ),
            summed AS (
                SELECT user, {", ".join(f"CAST(sum({one}) AS BIGINT) AS {one}" for one in _SUMMED)},
                    max(best) AS best
                FROM part GROUP BY user HAVING sum(matches) >= :least
            ),
            board AS (SELECT * FROM summed ORDER BY {order}, matches, user LIMIT :limit)
            SELECT user, name, {value}, {tie}, matches, wins, losses, draws, net, best, strikes, sessions
            FROM board JOIN members USING (user) WHERE members.guild = :guild ORDER BY {order}, matches, user
            """,
            {
                "guild": guild, "game": game, "standing": game or ALL_GAMES, "periods": json.dumps(periods),
                "limit": limit, "least": least, **bounds,
            },
        )  # fmt: skip
        return [(user, name, worth, tied, Record(*sums)) for user, name, worth, tied, *sums in rows]

    return rows


def _parts(db: Connection, guild: int, period: Period) -> tuple[list[int], list[tuple[int, int]]]:
    """Of what a period is the sum: the periods of the standings that lie wholly in it, and the stretches before and
    after them, in which the results are read one by one.

    The standings have months of UTC; those of a server's own zone begin some hours before or after them. So a board is
    right by any clock, from the moment at which it is set.
    """
    if period.season is not None:
        return [-period.season], []
    if period.since is None:
        return [EVER], []
    first = month_of(period.since - 1) + 1
    if period.until is None:
        (last,) = db.execute("SELECT max(period) FROM standings WHERE guild = ?", (guild,)).fetchone()
        return [*range(first, (last or 0) + 1)], [(period.since, begins(first))]
    behind = month_of(period.until)
    if first >= behind:
        return [], [(period.since, period.until)]
    return [*range(first, behind)], [(period.since, begins(first)), (begins(behind), period.until)]


def _by_rating(db: Connection, guild: int, game: str | None, period: Period, limit: int) -> list[_Row]:
    rows = db.execute(
        """
        SELECT r.user, m.name, r.mu, r.sigma, s.matches, s.wins, s.losses, s.draws, s.net, s.best, s.strikes,
            s.sessions
        FROM ratings r JOIN members m ON m.guild = r.guild AND m.user = r.user
        JOIN standings s ON s.guild = r.guild AND s.period = r.period AND s.game = r.game AND s.user = r.user
        WHERE r.guild = ? AND r.period = ? AND r.game = ? ORDER BY r.mu - 3 * r.sigma DESC, r.user LIMIT ?
        """,
        (guild, -(period.season or EVER), game or ALL_GAMES, limit),
    )
    return [(user, name, shown(mu, sigma), 0, Record(*sums)) for user, name, mu, sigma, *sums in rows]


def _by_night(db: Connection, guild: int, game: str | None, period: Period, limit: int) -> list[_Row]:
    since, until = period.since, period.until or 2**62
    if period.season is not None:
        bounds = db.execute("SELECT began, ended FROM seasons WHERE id = ? AND guild = ?", (period.season, guild))
        since, until = next(((began, ended or 2**62) for began, ended in bounds), (until, until))
    if since is None:  # the best of each member is the first of theirs in the index
        best = """
            SELECT user, (SELECT max(net) FROM night_nets n
                          WHERE n.guild = s.guild AND n.game = s.game AND n.user = s.user) AS net
            FROM standings s WHERE guild = :guild AND period = 0 AND game = :game
        """
    else:
        best = """
            SELECT user, max(net) AS net FROM night_nets INDEXED BY nights_by_time
            WHERE guild = :guild AND game = :game AND began >= :since AND began < :until GROUP BY user
        """
    rows = db.execute(
        f"""
        WITH best AS ({best} ORDER BY 2 DESC, 1 LIMIT :limit)
        SELECT best.user, m.name, best.net, s.matches, s.wins, s.losses, s.draws, s.net, s.best, s.strikes,
            s.sessions
        FROM best JOIN members m ON m.guild = :guild AND m.user = best.user
        JOIN standings s ON s.guild = :guild AND s.period = 0 AND s.game = :game AND s.user = best.user
        WHERE best.net IS NOT NULL ORDER BY best.net DESC, best.user
        """,
        {"guild": guild, "game": game or ALL_GAMES, "since": since, "until": until, "limit": limit},
    )
    return [(user, name, net, 0, Record(*sums)) for user, name, net, *sums in rows]


MEASURES: dict[str, Measure] = {
    "wins": Measure("count", _by_sums("wins", "wins DESC, net DESC", tie="net")),
    "net chips": Measure("chips", _by_sums("net", "net DESC, wins DESC")),
    "rating": Measure("rating", _by_rating),
    "best night": Measure("chips", _by_night),
    "best match": Measure("chips", _by_sums("best", "best DESC, wins DESC")),
    "share of wins": Measure(
        "share", _by_sums("wins * 1000 / matches", "wins * 1000 / matches DESC, wins DESC", least=LEAST_MATCHES)
    ),
    "matches": Measure("count", _by_sums("matches", "matches DESC, wins DESC")),
    "strikes": Measure("count", _by_sums("strikes", "strikes DESC, matches")),
}
"""All there are, as people choose them; another one is a line here, and nothing else."""
