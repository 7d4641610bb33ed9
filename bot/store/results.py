"""How results are stored: at the end of a match, and of a session when somebody gets up."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from . import ratings, sums
from .connection import Connection
from .errors import Duplicate, Missing
from .ratings import Placed
from .records import ALL_GAMES, EVER, NO_PLACE, Outcome, Result


class Counted(NamedTuple):
    """What a match has done to a member's record, as it was when the match ended."""

    user: int
    name: str
    place: int
    outcome: Outcome
    rating: int | None
    """At this game, as people read it; None if the match was not rated."""
    gained: int | None
    """By how much it has changed."""
    streak: int
    """Of matches of this game: wins if above zero, losses if below."""
    season_place: int | None
    """By wins over all games in the season that ran; None without one."""
    season_wins: int | None


class _Match(NamedTuple):
    id: str
    guild: int
    game: str
    night: str | None


def _running(db: Connection, match: str) -> _Match:
    """Raises Missing; Duplicate if the match has ended."""
    found = db.execute("SELECT id, guild, game, night, finished FROM matches WHERE id = ?", (match,)).fetchone()
    if found is None:
        raise Missing("That match is not there.")
    if found[-1] is not None:
        raise Duplicate("That match has ended already.")
    return _Match(*found[:-1])


def finish_match(db: Connection, match: str, at: int, results: Sequence[Result], past: bool = False) -> None:
    """Ends a match with the result of each seat, house players' too; only members' enter the sums. Players who left a
    session earlier have a result already; this one replaces it.

    `past` says that it was over long ago: what depends on the order of matches is counted as if it had been stored
    then, but for ratings, which are made anew afterwards (`upkeep`).
    """
    m = _running(db, match)
    db.execute("UPDATE matches SET finished = ? WHERE id = ?", (at, match))
    _enter(db, m, at, results, past)
    members = _members(results)
    if m.night is not None:
        db.executemany(
            "INSERT INTO night_nets (guild, game, user, night, began, net) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (guild, game, user, night) DO UPDATE SET net = night_nets.net + excluded.net",
            [(m.guild, which, r.user, m.night, at, r.net) for r in members for which in (m.game, ALL_GAMES)],
        )
    placed = [r for r in members if r.place != NO_PLACE]
    sums.add_rivals(db, m.guild, m.game, placed)
    if not past:
        rated = [Placed(r.user, r.place, r.outcome, r.team) for r in placed if r.user is not None]
        before = ratings.of_game(db, m.guild, m.game, [one.user for one in rated])
        periods = sums.lasting(db, m.guild)
        ratings.rate(db, m.guild, periods, (m.game, ALL_GAMES), rated)
        _note_counted(db, m, members, before, next((period for period in periods if period != EVER), None))


def _note_counted(
    db: Connection, m: _Match, members: Sequence[Result], before: ratings.OfGame, season: int | None
) -> None:
    """What the match has done to ratings, runs and the season's order stays with its results."""
    after = ratings.of_game(db, m.guild, m.game, [r.user for r in members if r.user is not None])
    for r in members:
        user = r.user or 0
        now, then = after.get(user), before.get(user, ratings.BEGINNING)
        rated = now is not None and now.matches > then.matches
        rating = (now.figure, now.figure - then.figure) if rated and now is not None else (None, None)
        (streak,) = db.execute(
            "SELECT streak FROM streaks WHERE guild = ? AND user = ? AND game = ?", (m.guild, user, m.game)
        ).fetchone() or (0,)
        wins = db.execute(
            "SELECT 1 + (SELECT count(*) FROM standings b WHERE b.guild = a.guild AND b.period = a.period"
            " AND b.game = a.game AND b.wins > a.wins), a.wins FROM standings a"
            " WHERE a.guild = ? AND a.period = ? AND a.game = ? AND a.user = ?",
            (m.guild, season, ALL_GAMES, user),
        ).fetchone() or (None, None)
        db.execute(
            "UPDATE results SET rating = ?, gained = ?, streak = ?, season_place = ?, season_wins = ?"
            " WHERE match = ? AND seat = ?",
            (*rating, streak, *wins, m.id, r.seat),
        )


def counted(db: Connection, match: str) -> list[Counted]:
    """What a match has done to the records of its members, the best first; nothing of those whose data is erased."""
    rows = db.execute(
        "SELECT user, name, place, outcome, rating, gained, streak, season_place, season_wins FROM results"
        " WHERE match = ? AND user >= 0 AND streak IS NOT NULL ORDER BY place = 0, place, seat",
        (match,),
    )
    return [Counted(*row) for row in rows]


def note_session(db: Connection, match: str, at: int, result: Result) -> None:
    """Somebody gets up from a match that goes on: what they have played there counts from now on. If they sit down
    again, they continue it. How they stand among the others is known when the match ends."""
    (seat,) = db.execute("SELECT coalesce(max(seat) + 1, 0) FROM results WHERE match = ?", (match,)).fetchone()
    _enter(db, _running(db, match), at, [replace(result, seat=max(seat, result.seat))], past=False)


def _members(results: Sequence[Result]) -> list[Result]:
    """Those of whom anything is kept: a number below zero stands for somebody whose data is erased."""
    return [r for r in results if r.user is not None and r.user >= 0]


def _enter(db: Connection, m: _Match, at: int, results: Sequence[Result], past: bool) -> None:
    """The results, and the sums over them: added up, or computed anew for members who were counted here before."""
    stored = {
        user: counted
        for user, *counted in db.execute(
            "SELECT user, finished, outcome, net, bought, hands, seated FROM results"
            " WHERE match = ? AND user IS NOT NULL",
            (m.id,),
        )
    }
    for r in results:
        if r.user is not None and r.user in stored:
            db.execute("DELETE FROM results WHERE match = ? AND user = ?", (m.id, r.user))
    _insert(db, m, at, results)
    members = _members(results)
    db.executemany(
        "INSERT INTO members (guild, user, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(m.guild, r.user, r.name) for r in members],
    )
    fresh = [r for r in members if r.user not in stored and not past]
    sums.add(db, m.guild, m.game, at, fresh)
    for r in members:
        counted = [_when(r, at), r.outcome, r.net, r.bought, r.hands, r.seated]
        if r.user is not None and r not in fresh and stored.get(r.user) != counted:
            sums.make_anew(db, m.guild, r.user)


def _when(r: Result, at: int) -> int:
    return at if r.until is None else r.until


def _insert(db: Connection, m: _Match, at: int, results: Sequence[Result]) -> None:
    db.executemany(
        "INSERT INTO results (match, seat, guild, game, finished, user, name, place, outcome, score, net, strikes,"
        " humans, counts, night, team, kind, bought, hands, seated, strength)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (m.id, r.seat, m.guild, m.game, _when(r, at), r.user, r.name, r.place, r.outcome, r.score, r.net, r.strikes,
             r.humans, json.dumps(r.counts, sort_keys=True), m.night, r.team, r.kind, r.bought, r.hands, r.seated,
             r.strength)
            for r in results
        ],
    )  # fmt: skip
