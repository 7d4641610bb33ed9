"""A skill rating for members, from the places of each match among them.

The model is Plackett-Luce's, of the openskill library: it rates a table of any size at once, equal places too, and
partners as one team. House players count for nothing: they are no fixed strength, for each game's plays differently
well; somebody's partner is then rated as a newcomer would be, so that a pair meets a pair. A match is rated where at
least two members have finished it who were no partners.

A rating is what a member plays at least as well as, nearly for certain: the estimate less three times its doubt. The
library lets doubt grow a little before each match, because people change. Where a match teaches nothing, since it was
clear how it would end, that alone would be left of it, and a winner's figure would fall. So here

- nobody is more in doubt after a match than before it (`limit_sigma`): play is no reason to know less;
- a winner keeps at least their estimate: against partners or at a table where several have won, another one's better
  place is no reason to think less of them;
- the last has no higher figure than before, however much doubt has gone.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce
from openskill.models import PlackettLuceRating as Rating

from .connection import Connection

_MODEL = PlackettLuce(limit_sigma=True)
_SCALE, _START, _DOUBT = 20, 1000, 3


class Placed(NamedTuple):
    """How a member came out of a match: the place, 1 being the best, and the team, None without partners."""

    user: int
    place: int
    outcome: str
    team: int | None = None


def shown(mu: float, sigma: float) -> int:
    """A rating as people read it: what a member plays at least as well as, nearly for certain. It begins at 1000."""
    return round(_START + _SCALE * (mu - _DOUBT * sigma))


class Rated(NamedTuple):
    """A member's rating at one game, as people read it, and after how many matches."""

    figure: int
    matches: int


OfGame = dict[int, Rated]
"""By user."""
BEGINNING = Rated(_START, 0)


def of_game(db: Connection, guild: int, game: str, users: Sequence[int]) -> OfGame:
    """The ratings of these members at a game, over all time; nothing of those who have none."""
    rows = db.execute(
        "SELECT user, mu, sigma, matches FROM ratings WHERE guild = ? AND period = 0 AND game = ?"
        " AND user IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
        (guild, game, json.dumps([*users])),
    )
    return {user: Rated(shown(mu, sigma), matches) for user, mu, sigma, matches in rows}


def rate(db: Connection, guild: int, periods: Iterable[int], games: Iterable[str], placed: Sequence[Placed],
         into: str = "ratings") -> None:  # fmt: skip
    """Takes one match into the ratings of these periods and games, of the table that is named."""
    teams = _teams(placed)
    if len(teams) < 2:
        return
    for period in periods:
        for game in games:
            _rate(db, into, (guild, period, game), teams)


def _teams(placed: Sequence[Placed]) -> list[list[Placed]]:
    teams: dict[tuple[int, int], list[Placed]] = {}
    for one in placed:
        teams.setdefault((0, one.user) if one.team is None else (1, one.team), []).append(one)
    return [*teams.values()]


def _rate(db: Connection, into: str, which: tuple[int, int, str], teams: list[list[Placed]]) -> None:
    users = [one.user for team in teams for one in team]
    known = {
        user: (mu, sigma)
        for user, mu, sigma in db.execute(
            f"SELECT user, mu, sigma FROM {into} WHERE guild = ? AND period = ? AND game = ?"
            " AND user IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            (*which, json.dumps(users)),
        )
    }
    after = rated(teams, {user: _MODEL.rating(*mu_sigma) for user, mu_sigma in known.items()})
    db.executemany(
        f"INSERT INTO {into} (guild, period, game, user, mu, sigma, matches) VALUES (?, ?, ?, ?, ?, ?, 1)"
        " ON CONFLICT (guild, period, game, user)"
        f" DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, matches = {into}.matches + 1",
        [(*which, user, rating.mu, rating.sigma) for user, rating in after.items()],
    )


def rated(teams: Sequence[Sequence[Placed]], known: Mapping[int, Rating]) -> dict[int, Rating]:
    """Everybody's rating after a match of these teams; who is not known begins with this one."""
    size = max(map(len, teams))
    before = [[known.get(one.user) or _MODEL.rating() for one in team] for team in teams]
    with_house = [[*team, *(_MODEL.rating() for _ in range(size - len(team)))] for team in before]
    places = [min(one.place for one in team) for team in teams]
    after = _MODEL.rate(with_house, ranks=[float(place) for place in places])
    best, last = min(places), max(places)
    return {
        one.user: _held(was, now, won=one.outcome == "W", last=best < place == last)
        for team, place, ratings, made in zip(teams, places, before, after, strict=True)
        for one, was, now in zip(team, ratings, made, strict=False)
    }


def _held(was: Rating, now: Rating, *, won: bool, last: bool) -> Rating:
    """The rating within the bounds that winning and being last set."""
    mu = max(now.mu, was.mu) if won else now.mu
    if last:
        mu = min(mu, was.mu - _DOUBT * (was.sigma - now.sigma))
    return _MODEL.rating(mu, now.sigma)
