"""Measures and periods, ratings, seasons, nights, and one member's statistics."""

import random
import runpy
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest

from bot.show.pages import leaderboards as shown
from bot.store import (
    Period,
    RecentResults,
    Refused,
    Result,
    Store,
    Versus,
    Work,
    journal,
    leaderboards,
    seasons,
    tables,
)
from bot.store import recent as stored_recent
from bot.store import results as stored_results
from bot.store.database import _migrations, _statements
from bot.store.records import Outcome
from tests.store.conftest import ANN, BOB, FILE, GUILD, NOON, result, table

CY = 103
ROOT = Path(__file__).parents[2]
DAY = 86_400_000


def match(id: str, results: list[Result], at: int = NOON, game: str = "hearts", night: str | None = None) -> Work:
    work = Work().do(tables.save_table, table(id)).do(journal.start_match, id, id, GUILD, game, "{}", at, night)
    return work.do(stored_results.finish_match, id, at, results)


def duel(id: str, winner: int, loser: int, net: int = 10, at: int = NOON, **more: str) -> Work:
    return match(id, [result(winner, 0, "W", net), result(loser, 1, "L", -net)], at, **more)


def ms(year: int, month: int, day: int) -> int:
    return int(datetime(year, month, day, tzinfo=UTC).timestamp() * 1000)


async def board(store: Store, measure: str, period: Period | None = None, game: str | None = None):
    found = await store.read(leaderboards.leaderboard, GUILD, game, period or Period(), measure)
    return [(line.place, line.user, line.value) for line in found]


async def test_each_measure_has_its_order(store: Store) -> None:
    for n in range(6):
        await store.commit(duel(f"a{n}", ANN if n < 4 else BOB, BOB if n < 4 else ANN, 10 if n < 4 else 50, NOON + n))
    cy = Result(CY, "Cy", 0, 1, "W", 0, 500, 3, 2)
    await store.commit(match("b", [cy, result(BOB, 1, "L", -500)], NOON + 9))
    assert await board(store, "wins") == [(1, ANN, 4), (2, BOB, 2), (3, CY, 1)]
    assert await board(store, "net chips") == [(1, CY, 500), (2, ANN, -60), (3, BOB, -440)]
    assert await board(store, "best match") == [(1, CY, 500), (2, BOB, 50), (3, ANN, 10)]
    assert await board(store, "share of wins") == [(1, ANN, 666), (2, BOB, 285)]  # Cy has played too few matches
    assert await board(store, "matches") == [(1, BOB, 7), (2, ANN, 6), (3, CY, 1)]
    assert (await board(store, "strikes"))[0] == (1, CY, 3)


async def test_another_measure_is_one_line(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """To be chosen, to be put in order by, in words and on the picture, it is there."""
    losses = leaderboards.Measure("count", leaderboards._by_sums("losses", "losses DESC, matches"))
    monkeypatch.setitem(leaderboards.MEASURES, "losses", losses)
    await store.commit(duel("1", ANN, BOB))
    await store.commit(duel("2", ANN, BOB))
    found = await store.read(leaderboards.leaderboard, GUILD, measure="losses")
    assert [(line.user, line.value) for line in found] == [(BOB, 2), (ANN, 0)]
    assert shown.board_lines(found, "losses")[0].startswith(f"🥇 **n{BOB}** · 2 · 0 wins in 2 matches")
    picture = shown.board_picture(found, "losses", "here", ANN, {})
    assert (picture.heading, picture.rows[0].value) == ("Losses", "2")
    anew = runpy.run_path(str(ROOT / "cogs" / "leaderboard.py"))["Leaderboard"]
    assert "losses" in [choice.value for choice in anew.leaderboard._params["by"].choices]


async def test_equal_records_share_a_place(store: Store) -> None:
    await store.commit(duel("1", ANN, BOB))
    await store.commit(duel("2", BOB, ANN))
    await store.commit(duel("3", CY, 104, 5))
    assert [place for place, *_ in await board(store, "wins")] == [1, 2, 2, 4]


async def test_boards_of_a_month_of_a_season_and_since_a_day(store: Store) -> None:
    await store.commit(duel("1", ANN, BOB, at=ms(2026, 1, 31)))
    await store.commit(Work().do(seasons.start, GUILD, "Spring", ms(2026, 2, 3)))
    await store.commit(duel("2", BOB, ANN, at=ms(2026, 2, 5)))
    await store.commit(Work().do(seasons.end, GUILD, ms(2026, 2, 20)))
    await store.commit(duel("3", ANN, BOB, at=ms(2026, 2, 25)))
    await store.commit(Work().do(seasons.start, GUILD, "Summer", ms(2026, 3, 1)))
    (summer, spring) = await store.read(seasons.seasons, GUILD)
    assert (summer.name, summer.ended, spring.name, spring.ended) == ("Summer", None, "Spring", ms(2026, 2, 20))
    for measure in leaderboards.MEASURES:
        assert await board(store, measure, Period(season=summer.id)) == []
    assert await board(store, "wins", Period(season=spring.id)) == [(1, BOB, 1), (2, ANN, 0)]
    assert await board(store, "wins", Period(since=ms(2026, 2, 1), until=ms(2026, 3, 1))) == [(1, ANN, 1), (1, BOB, 1)]
    assert await board(store, "wins", Period(since=ms(2026, 2, 24))) == [(1, ANN, 1), (2, BOB, 0)]
    assert await board(store, "wins") == [(1, ANN, 2), (2, BOB, 1)]


async def test_one_season_at_a_time_and_each_name_once(store: Store) -> None:
    with pytest.raises(Refused, match="No season is running"):
        await store.commit(Work().do(seasons.end, GUILD, NOON))
    await store.commit(Work().do(seasons.start, GUILD, "Spring", NOON))
    with pytest.raises(Refused, match="A season is running; end it first"):
        await store.commit(Work().do(seasons.start, GUILD, "Summer", NOON))
    await store.commit(Work().do(seasons.start, 8, "Spring", NOON))
    await store.commit(Work().do(seasons.end, GUILD, NOON))
    with pytest.raises(Refused, match="There has been a season of that name; choose another one"):
        await store.commit(Work().do(seasons.start, GUILD, "SPRING", NOON))


# ---- ratings -----------------------------------------------------------------------------------


async def test_who_beats_others_is_rated_higher(store: Store) -> None:
    """Three members of different strength at tables of three: after a hundred matches the board knows it."""
    chance = random.Random(3)
    for n in range(100):
        strength = {ANN: 3, BOB: 2, CY: 1}
        order = sorted(strength, key=lambda user: -chance.gauss(strength[user], 1.5))
        results = [Result(u, f"n{u}", s, s + 1, "W" if s == 0 else "L", 0, 0, 0, 3) for s, u in enumerate(order)]
        await store.commit(match(f"m{n}", results, NOON + n, game="hearts" if n % 2 else "cash"))
    overall = await board(store, "rating")
    assert [user for _, user, _ in overall] == [ANN, BOB, CY]
    assert all(1000 < value < 1700 for _, _, value in overall)
    assert [user for _, user, _ in await board(store, "rating", game="cash")] == [ANN, BOB, CY]
    assert (await store.read(stored_recent.recent_results, GUILD, ANN)).rating == overall[0][2]


async def test_house_players_and_lonely_matches_are_not_rated(store: Store) -> None:
    await store.commit(match("1", [result(ANN, 0, "W"), result(None, 1)]))
    assert await board(store, "rating") == []
    await store.commit(duel("2", ANN, BOB))
    alone = await board(store, "rating")
    await store.commit(match("3", [result(ANN, 0, "L"), result(None, 1, "W")], NOON + 1))
    assert await board(store, "rating") == alone


async def test_equal_places_are_a_draw_and_each_season_begins_anew(store: Store) -> None:
    await store.commit(match("1", [result(ANN, 0, "D"), result(BOB, 1, "D")]))
    ((_, _, one), (_, _, other)) = await board(store, "rating")
    assert one == other
    await store.commit(duel("2", ANN, BOB, at=NOON + 1))
    await store.commit(Work().do(seasons.start, GUILD, "Spring", NOON + 2))
    await store.commit(duel("3", BOB, ANN, at=NOON + 3))
    (season,) = await store.read(seasons.seasons, GUILD)
    assert [user for _, user, _ in await board(store, "rating", Period(season=season.id))] == [BOB, ANN]
    assert {user for _, user, _ in await board(store, "rating")} == {ANN, BOB}


# ---- nights ------------------------------------------------------------------------------------


async def test_the_best_night_is_the_greatest_sum_of_one(store: Store) -> None:
    await store.commit(duel("1", ANN, BOB, 60, NOON, night="friday"))
    await store.commit(duel("2", BOB, ANN, 20, NOON + 1, night="friday", game="red-dog"))
    await store.commit(duel("3", BOB, ANN, 35, NOON + DAY, night="saturday"))
    await store.commit(duel("4", BOB, ANN, 900, NOON + 2))  # of no night
    assert await board(store, "best night") == [(1, ANN, 40), (2, BOB, 35)]
    assert await board(store, "best night", game="red-dog") == [(1, BOB, 20), (2, ANN, -20)]
    assert await board(store, "best night", Period(since=NOON + DAY)) == [(1, BOB, 35), (2, ANN, -35)]
    recent = await store.read(stored_recent.recent_results, GUILD, ANN)
    assert (recent.best_night, recent.nights) == (40, 2)


# ---- one member, and two -----------------------------------------------------------------------


async def test_form_and_streaks(store: Store) -> None:
    assert await store.read(stored_recent.recent_results, GUILD, ANN) == RecentResults()
    for n, outcome in enumerate("WWWLLWDLWW"):
        results = [result(ANN, 0, outcome, n), result(BOB, 1, "L" if outcome == "W" else "W", -n)]
        await store.commit(match(f"m{n}", results, NOON + n, "hearts" if n % 2 else "cash"))
    recent = await store.read(stored_recent.recent_results, GUILD, ANN)
    assert "".join(p.outcome for p in recent.last) == "WWWLLWDLWW"
    assert [p.net for p in recent.last] == [*range(10)]
    assert (recent.streak, recent.most_wins, recent.most_losses) == (2, 3, 2)
    one = await store.read(stored_recent.recent_results, GUILD, ANN, "cash")
    assert "".join(p.outcome for p in one.last) == "WWLDW"
    assert (one.streak, one.most_wins, one.most_losses) == (1, 2, 1)
    assert (await store.read(stored_recent.recent_results, GUILD, BOB)).streak == -2


async def test_only_the_last_matches_make_the_curve(store: Store) -> None:
    for n in range(40):
        await store.commit(duel(f"m{n}", ANN, BOB, n, NOON + n))
    recent = await store.read(stored_recent.recent_results, GUILD, ANN)
    assert [p.net for p in recent.last] == [*range(10, 40)]
    assert (recent.streak, recent.most_wins) == (40, 40)


async def test_two_members_compared(store: Store) -> None:
    await store.commit(duel("1", ANN, BOB, 30))
    await store.commit(duel("2", BOB, ANN, 10, game="red-dog"))
    await store.commit(match("3", [result(ANN, 0, "D", 5), result(BOB, 1, "D", -5), result(CY, 2, "D")]))
    await store.commit(duel("4", ANN, CY, 500))
    assert await store.read(stored_recent.versus, GUILD, ANN, BOB) == Versus(3, 1, 1, 25, -25)
    assert (await store.read(stored_recent.versus, GUILD, ANN, BOB)).even == 1
    assert await store.read(stored_recent.versus, GUILD, ANN, BOB, "red-dog") == Versus(1, 0, 1, -10, 10)
    assert await store.read(stored_recent.versus, GUILD, BOB, CY) == Versus(1, 0, 0, -5, 0)
    assert await store.read(stored_recent.versus, GUILD, BOB, 999) == Versus()


@FILE
async def test_an_older_file_is_summed_up(tmp_path: Path, store: Store) -> None:
    """The sums beside the results of an older file are those that would have been stored with each."""
    chance = random.Random(4)
    path = tmp_path / "old.db"
    old = sqlite3.connect(path, isolation_level=None)
    old.execute("PRAGMA synchronous = OFF")
    for number in (1, 2):
        for statement in _statements(_migrations()[number]):
            old.execute(statement)
    old.execute("PRAGMA user_version = 2")
    old.execute("INSERT INTO card_tables VALUES ('t', 7, 55, NULL, 1, 'hearts', '{}', '{}', 'open', 0)")
    sums: set[tuple[object, ...]] = set()
    for n in range(60):
        game, at = chance.choice(["hearts", "cash"]), ms(2026, 1, 1) + n * DAY
        results = [
            Result(user, f"n{user}", s, chance.randrange(1, 4), chance.choice(get_args(Outcome)), 0,
                   chance.randrange(-9, 9), s, 3)
            for s, user in enumerate(chance.sample([ANN, BOB, CY, 104], 3))
        ]  # fmt: skip
        await store.commit(match(f"m{n:02}", results, at, game))
        old.execute("INSERT INTO matches VALUES (?, 't', 7, ?, '{}', ?, ?)", (f"m{n:02}", game, at, at))
        for r in results:
            old.execute(
                "INSERT INTO results VALUES (?, ?, 7, ?, ?, ?, ?, ?, ?, ?, ?, ?, 3, '{}')",
                (f"m{n:02}", r.seat, game, at, r.user, r.name, r.place, r.outcome, r.score, r.net, r.strikes),
            )
            for month in (2026 * 12 + (0 if n < 31 else 1 if n < 59 else 2), 0):
                sums |= {(month, which, r.user) for which in (game, "")}
    old.executemany("INSERT INTO standings VALUES (7, ?, ?, ?, 1, 0, 0, 0, 0, 0)", sums)
    old.close()
    async with await Store.open(path):
        pass
    brought, kept = sqlite3.connect(path), sqlite3.connect(tmp_path / "room.db")
    for query in (
        "SELECT * FROM streaks", "SELECT * FROM rivals", "SELECT period, game, user, strikes FROM standings",
    ):  # fmt: skip
        assert brought.execute(query).fetchall() == kept.execute(query).fetchall() != []
    brought.close()
    kept.close()
