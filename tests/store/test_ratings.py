"""Ratings: of teams, within the bounds that winning and losing set, and made anew in steps."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.host import upkeep
from bot.store import ALONE, Period, Result, Store, Work, journal, leaderboards, personal_data, seasons, tables
from bot.store import results as stored_results
from bot.store import upkeep as stored_upkeep
from bot.store.ratings import _MODEL, Placed, _teams, rated, shown
from bot.table import past
from tests.store.conftest import ANN, BOB, GUILD, NOON, looked_into, result, table

CY, DI = 103, 104
PAIRS = (ANN, BOB, CY, DI)
"""At a table for four: Ann and Cy play against Bob and Di."""


def ratings(known: dict[int, tuple[float, float]]) -> dict[int, int]:
    return {user: shown(*rating) for user, rating in known.items()}


def after(placed: list[Placed], known: dict[int, tuple[float, float]]) -> dict[int, tuple[float, float]]:
    teams = _teams(placed)
    made = rated(teams, {user: _MODEL.rating(*rating) for user, rating in known.items()})
    return known | {user: (rating.mu, rating.sigma) for user, rating in made.items()}


@pytest.mark.parametrize("distance", [0, 5, 10, 20, 30, 45, 80])
@pytest.mark.parametrize("doubt", [0.4, 1.0, 2.5, 25 / 3])
@pytest.mark.parametrize("pairs", [False, True])
def test_fifty_wins_never_lower_a_rating_and_fifty_losses_never_raise_one(distance: int, doubt: float,
                                                                         pairs: bool) -> None:  # fmt: skip
    known = {user: (25.0 + (distance if user in (ANN, CY) else 0), doubt) for user in PAIRS}
    teams = {ANN: 0, BOB: 1, CY: 0, DI: 1} if pairs else dict.fromkeys(PAIRS)
    first = (ANN, CY) if pairs else (ANN,)
    places = {u: 1 if u in first else 3 if pairs else PAIRS.index(u) + 1 for u in PAIRS}
    now = begun = ratings(known)
    for _ in range(50):
        before = ratings(known)
        known = after([Placed(u, places[u], "W" if u in first else "L", teams[u]) for u in PAIRS], known)
        now = ratings(known)
        assert all(now[user] >= before[user] for user in first)
        assert all(now[user] <= before[user] for user in PAIRS if places[user] == max(places.values()))
    assert distance > 10 or now[ANN] > begun[ANN]


@pytest.mark.parametrize("seed", range(20))
def test_of_any_match_no_winner_falls_and_nobody_who_is_last_rises(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        seats = chance.randrange(2, 9)
        pairs = seats % 2 == 0 and chance.random() < 0.4
        placed = [
            Placed(u, chance.randrange(1, seats + 1), chance.choice("WLD"), u % (seats // 2) if pairs else None)
            for u in range(seats)
        ]
        if len(_teams(placed)) < 2:
            continue
        known = {u: (chance.uniform(-60, 110), chance.choice([0.3, 1.0, 4.0, 25 / 3])) for u in range(seats)}
        before, now = ratings(known), ratings(after(placed, known))
        of_team = {one.user: min(o.place for o in team) for team in _teams(placed) for one in team}
        for one in placed:
            assert one.outcome != "W" or now[one.user] >= before[one.user]
            if min(of_team.values()) < of_team[one.user] == max(of_team.values()):
                assert now[one.user] <= before[one.user]


def test_a_strong_player_does_not_fall_by_winning_with_a_weak_one() -> None:
    known = {ANN: (40.0, 1.5), CY: (15.0, 1.5), BOB: (20.0, 1.5), DI: (20.0, 1.5)}
    won = [Placed(ANN, 1, "W", 0), Placed(CY, 1, "W", 0), Placed(BOB, 3, "L", 1), Placed(DI, 3, "L", 1)]
    before, now = ratings(known), ratings(after(won, known))
    assert now[ANN] > before[ANN] and now[CY] > before[CY] and now[BOB] < before[BOB]
    lost = [one._replace(place=4 - one.place, outcome="L" if one.outcome == "W" else "W") for one in won]
    now = ratings(after(lost, known))
    assert now[ANN] < before[ANN] and now[CY] < before[CY]


# ---- in the records ----------------------------------------------------------------------------


def match(id: str, results: list[Result], at: int, game: str = "hearts", options: str = "{}") -> Work:
    work = (
        Work()
        .do(tables.save_table, table(id, status="closed"))
        .do(journal.start_match, id, id, GUILD, game, options, at)
    )
    return work.do(stored_results.finish_match, id, at, results)


def canasta(winners: tuple[int, ...], teams: bool, people: tuple[int | None, ...] = PAIRS) -> list[Result]:
    return [
        Result(user, f"n{user}", seat, 1 if user in winners else 3, "W" if user in winners else "L", 0, 0, 0, 4,
               team=seat % 2 if teams else None)
        for seat, user in enumerate(people)
    ]  # fmt: skip


async def board(store: Store, period: Period | None = None, game: str | None = None) -> list[tuple[int, int]]:
    found = await store.read(leaderboards.leaderboard, GUILD, game, period or Period(), "rating")
    return [(line.user, line.value) for line in found]


async def test_partners_rise_and_fall_together(store: Store) -> None:
    await store.commit(match("1", canasta((ANN, CY), True), NOON, "canasta"))
    found = dict(await board(store))
    assert found[ANN] == found[CY] > 1000 > found[BOB] == found[DI]


async def test_partners_against_house_players_alone_are_not_rated(store: Store) -> None:
    await store.commit(match("1", canasta((ANN, CY), True, (ANN, None, CY, None)), NOON, "canasta"))
    assert await board(store) == []
    await store.commit(match("2", canasta((ANN,), True, (ANN, BOB, None, None)), NOON + 1, "canasta"))
    assert [user for user, _ in await board(store)] == [ANN, BOB]


def as_before(place: str | Path) -> None:
    """As an earlier version has left it: results know no partners, and ratings were made without them."""
    with looked_into(place) as db:
        db.execute("UPDATE results SET team = NULL")
        db.execute("UPDATE ratings SET mu = 25, sigma = 8")
        db.execute("INSERT INTO upkeep (what, guild) VALUES ('ratings', ?), ('sessions', ?)", (GUILD, GUILD))


async def played(store: Store) -> None:
    chance = random.Random(4)
    for n in range(30):
        if n == 10:
            await store.commit(Work().do(seasons.start, GUILD, "Spring", NOON + 100))
        if n == 20:
            await store.commit(Work().do(seasons.end, GUILD, NOON + 199))
        pair = chance.choice([(ANN, CY), (BOB, DI)])
        if n % 3:
            await store.commit(match(f"m{n:02}", canasta(pair, True), NOON + n * 10, "canasta"))
        else:
            await store.commit(match(f"m{n:02}", [result(ANN, 0, "W"), result(BOB, 1, "L")], NOON + n * 10))


async def boards(store: Store) -> list[list[tuple[int, int]]]:
    (season,) = await store.read(seasons.seasons, GUILD)
    periods = (Period(), Period(season=season.id))
    return [await board(store, period, game) for period in periods for game in (None, "canasta", "hearts")]


async def test_made_anew_they_are_as_if_partners_had_always_been_known(
    place: str | Path, tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step is on the disk: who is killed after one goes on from there; until the last the old ones are shown."""
    await played(store)
    wanted, rows = (
        await boards(store),
        [(one.match, one.user, one.team) for one in await store.read(personal_data.results, GUILD, None)],
    )
    await store.close()
    as_before(place)
    monkeypatch.setattr(upkeep, "MATCHES_AT_ONCE", 7)
    monkeypatch.setattr(upkeep, "PAUSE_SECONDS", 0)
    steps = 0
    while True:
        async with await Store.open(place) as again:  # a process that does not come far
            if not await again.read(stored_upkeep.due, ALONE, "ratings"):
                break
            old = await boards(again)
            assert {value for line in old for _, value in line} == {1020}
            async for _ in upkeep._steps(again, lambda: NOON):
                steps += 1
                break
            if steps == 2:  # play goes on
                await again.commit(match("m99", canasta((ANN, CY), True), NOON + 9999, "canasta"))
                with looked_into(place) as db:
                    db.execute("UPDATE ratings SET mu = 25, sigma = 8")
    assert steps == 5
    async with await Store.open(place) as again:
        assert [(one.match, one.user, one.team) for one in await again.read(personal_data.results, GUILD, None)][
            4:
        ] == rows
        found = await boards(again)
        await store_of_all(tmp_path / "other.db", found)
        assert found[2:] == [wanted[2], *wanted[3:]] and found[0] != wanted[0]


async def store_of_all(path: Path, found: list[list[tuple[int, int]]]) -> None:
    """The same matches, rated one after the other as they are played, come to the same."""
    async with await Store.open(path) as store:
        await played(store)
        await store.commit(match("m99", canasta((ANN, CY), True), NOON + 9999, "canasta"))
        assert await boards(store) == found


def test_how_many_pairs_there_were() -> None:
    assert past.pairs("canasta", "{}", 4) == 2 and past.pairs("canasta", "{}", 2) == 0
    assert past.pairs("cash", "{}", 6) == 3 and past.pairs("hearts", "{}", 4) == 0
    assert past.pairs("whist", "{}", 4) == 0 == past.pairs("canasta", "{", 4)
