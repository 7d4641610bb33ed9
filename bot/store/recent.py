"""One member's statistics: the last matches, streaks, the best night, the rating, and two members compared."""

from dataclasses import dataclass

from .connection import Connection
from .ratings import shown
from .records import ALL_GAMES, EVER, Outcome

LAST = 30
"""How many of the last matches make the curve of a member's recent results."""


@dataclass(frozen=True, slots=True)
class Played:
    """One match as it came out for a member; `net` is in hundredths of a white chip, `at` in milliseconds."""

    at: int
    game: str
    outcome: Outcome
    net: int


@dataclass(frozen=True, slots=True)
class RecentResults:
    """How a member has done lately, and at best. `streak` is of wins if above zero, of losses if below.

    `best_night` is the greatest sum of net over the matches of one night, None if there was no night yet; `rating` is
    None before the first match among members.
    """

    last: tuple[Played, ...] = ()
    streak: int = 0
    most_wins: int = 0
    most_losses: int = 0
    best_night: int | None = None
    nights: int = 0
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Versus:
    """The matches that two members have both played, as the first sees them; nets in hundredths of a white chip."""

    matches: int = 0
    ahead: int = 0
    behind: int = 0
    net: int = 0
    others_net: int = 0

    @property
    def even(self) -> int:
        return self.matches - self.ahead - self.behind


def recent_results(db: Connection, guild: int, user: int, game: str | None = None) -> RecentResults:
    """How a member has done lately and at best, at one game or at all."""
    which = {"guild": guild, "user": user, "game": game}
    last = db.execute(
        "SELECT finished, game, outcome, net FROM results WHERE guild = :guild AND user = :user AND user IS NOT NULL"
        f" AND game = coalesce(:game, game) ORDER BY finished DESC, match DESC LIMIT {LAST}",
        which,
    ).fetchall()
    streaks = db.execute(
        "SELECT streak, most_wins, most_losses FROM streaks WHERE guild = ? AND user = ? AND game = ?",
        (guild, user, game or ALL_GAMES),
    ).fetchone()
    best_night, nights = db.execute(
        "SELECT max(net), count(*) FROM night_nets WHERE guild = ? AND game = ? AND user = ?",
        (guild, game or ALL_GAMES, user),
    ).fetchone()
    rated = db.execute(
        "SELECT mu, sigma FROM ratings WHERE guild = ? AND period = ? AND game = ? AND user = ?",
        (guild, EVER, game or ALL_GAMES, user),
    ).fetchone()
    played = tuple(Played(*row) for row in reversed(last))
    streak, wins, losses = streaks or (0, 0, 0)
    return RecentResults(played, streak, wins, losses, best_night, nights, shown(*rated) if rated else None)


def versus(db: Connection, guild: int, user: int, other: int, game: str | None = None) -> Versus:
    """Two members at the same tables: who came out ahead of the other, and how often."""
    found = db.execute(
        "SELECT sum(matches), sum(ahead), sum(behind), sum(net), sum(other_net) FROM rivals"
        " WHERE guild = :guild AND user = :one AND other = :two AND game = coalesce(:game, game)",
        {"guild": guild, "one": min(user, other), "two": max(user, other), "game": game},
    ).fetchone()
    if found[0] is None:
        return Versus()
    matches, ahead, behind, net, others_net = found
    return Versus(*found) if user < other else Versus(matches, behind, ahead, others_net, net)
