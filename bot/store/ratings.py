"""A skill rating for members, from the places of each match among them.

The model is Plackett-Luce's, of the openskill library: it rates a table of any size at once, equal places too. House
players count for nothing: they are no fixed strength, for each game's plays differently well. A match is rated where
at least two members have finished it.
"""

import sqlite3
from collections.abc import Iterable, Mapping

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
_SCALE, _START = 20, 1000


def shown(mu: float, sigma: float) -> int:
    """A rating as people read it: what a member plays at least as well as, nearly for certain. It begins at 1000."""
    return round(_START + _SCALE * (mu - 3 * sigma))


def rate(db: sqlite3.Connection, guild: int, periods: Iterable[int], games: Iterable[str],
         places: Mapping[int, int]) -> None:  # fmt: skip
    """Takes one match into the ratings of these periods and games: each member's place, 1 being the best."""
    if len(places) < 2:
        return
    for period in periods:
        for game in games:
            _rate(db, (guild, period, game), places)


def _rate(db: sqlite3.Connection, which: tuple[int, int, str], places: Mapping[int, int]) -> None:
    known = {
        user: (mu, sigma)
        for user, mu, sigma in db.execute(
            "SELECT user, mu, sigma FROM ratings WHERE guild = ? AND period = ? AND game = ?"
            f" AND user IN ({', '.join('?' * len(places))})",
            (*which, *places),
        )
    }
    teams = [
        [_MODEL.rating(*known[user]) if user in known else _MODEL.rating()] for user in places
    ]  # each for themselves; partners share their place
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places.values()])
    db.executemany(
        "INSERT INTO ratings (guild, period, game, user, mu, sigma, matches) VALUES (?, ?, ?, ?, ?, ?, 1)"
        " ON CONFLICT DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, matches = matches + 1",
        [(*which, user, team[0].mu, team[0].sigma) for user, team in zip(places, rated, strict=True)],
    )
