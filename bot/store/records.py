"""Records: the result of every seat of every match, and what the sums over them say of a member."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from .connection import Connection

Outcome = Literal["W", "L", "D"]
Kind = Literal["match", "session"]

EVER = 0
"""The period of the standings of all time."""
ALL_GAMES = ""
"""The game of the standings over all games."""


NO_PLACE = 0
"""The place of a player who took a seat over in the middle of a match: it is not compared with others, and not
rated."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one seat came out of a match. `user` is None for a house player; `net` is in hundredths of a white chip;
    `counts` are the game's own named numbers (moons, largest pot). Partners share the number of their `team`.

    A match without an end of its own is played as a session: by each for as long as they sit there. Of that `bought`
    are the chips that somebody has brought, in hundredths, `hands` how many they were dealt in to, and `seated` for how
    long they sat there, in milliseconds."""

    user: int | None
    name: str
    seat: int
    place: int
    outcome: Outcome
    score: int
    net: int
    strikes: int
    humans: int
    counts: dict[str, int] = field(default_factory=dict[str, int])
    team: int | None = None
    kind: Kind = "match"
    bought: int = 0
    hands: int = 0
    seated: int = 0
    until: int | None = None
    """When it was over for them, in milliseconds, if that was before the end of the match."""
    strength: str | None = None
    """How well a house player played; None for people."""


@dataclass(frozen=True, slots=True)
class Record:
    """Results summed: `net` in hundredths of a white chip, `best` the greatest net of one match (None: no match).
    `sessions` counts the matches that were sessions."""

    matches: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    net: int = 0
    best: int | None = None
    strikes: int = 0
    sessions: int = 0


@dataclass(frozen=True, slots=True)
class Sessions:
    """A member's sessions of a game together: chips brought and taken home, in hundredths of a white, hands dealt in to
    them, and the time for which they sat there, in milliseconds."""

    count: int
    bought: int
    cashed: int
    hands: int
    seated: int


@dataclass(frozen=True, slots=True)
class Count:
    """One of a game's own counts over all matches: the sum, and the greatest of one match."""

    total: int
    best: int


class AgainstHouse(NamedTuple):
    """How a member stands against house players of a strength: how many of them were behind, and how many ahead."""

    strength: str
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Stats:
    """A member's record, over all games asked for and by game, and by game the game's own counts."""

    overall: Record
    games: dict[str, Record]
    counts: dict[str, dict[str, Count]]
    sessions: dict[str, Sessions]
    against_house: tuple[AgainstHouse, ...] = ()


def stats(db: Connection, guild: int, user: int, game: str | None = None) -> Stats:
    """A member's record in a server: all games, or one."""
    whose = (guild, user)
    games = {
        name: Record(*record)
        for name, *record in db.execute(
            "SELECT game, matches, wins, losses, draws, net, best, strikes, sessions FROM standings"
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
    sessions = {
        name: Sessions(*sums)
        for name, *sums in db.execute(
            "SELECT game, count(*), sum(bought), sum(bought + net), sum(hands), sum(seated) FROM results"
            " WHERE guild = ? AND user = ? AND user IS NOT NULL AND kind = 'session' GROUP BY game",
            whose,
        )
    }
    house = against_house(db, guild, user, game)
    if game is None:
        return Stats(overall, games, counts, sessions, house)
    record = games.get(game, Record())
    only = {game: sessions[game]} if game in sessions else {}
    return Stats(record, {game: record}, {game: counts.get(game, {})}, only, house)


AS_BEFORE = "club"
"""The strength of house players of whom none is noted."""


def against_house(db: Connection, guild: int, user: int, game: str | None) -> tuple[AgainstHouse, ...]:
    """By the strength of those whom the member has met, their partners not among them."""
    rows = db.execute(
        "SELECT coalesce(h.strength, :before) AS strength, sum(CASE WHEN r.place < h.place THEN 1 ELSE 0 END),"
        " sum(CASE WHEN r.place > h.place THEN 1 ELSE 0 END) FROM results r JOIN results h ON h.match = r.match"
        " WHERE r.guild = :guild AND r.user = :user AND r.user IS NOT NULL AND r.game = coalesce(:game, r.game)"
        " AND r.place <> 0 AND r.kind = 'match' AND h.user IS NULL AND h.place <> 0"
        " AND (r.team IS NULL OR r.team <> h.team) GROUP BY coalesce(h.strength, :before)",
        {"guild": guild, "user": user, "game": game, "before": AS_BEFORE},
    )
    return tuple(AgainstHouse(*row) for row in rows)


def month_of(at: int) -> int:
    """The month in which a moment falls, in UTC: the period of its standings."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    return when.year * 12 + when.month - 1


def begins(month: int) -> int:
    """When a month begins, in milliseconds."""
    return int(datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp() * 1000)
