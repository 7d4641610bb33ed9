"""Results, leaderboards and a member's figures."""

import random
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.store import (
    Count,
    Duplicate,
    Missing,
    Period,
    Record,
    Result,
    Store,
    Work,
    journal,
    leaderboards,
    ledger,
    records,
    tables,
)
from bot.store import results as stored_results
from tests.store.conftest import ANN, BOB, GUILD, NOON, result, table

DAY = 86_400_000


def match(id: str, results: list[Result], at: int = NOON, game: str = "hearts", guild: int = GUILD) -> Work:
    return (
        Work()
        .do(tables.save_table, table(id))
        .do(journal.start_match, id, id, guild, game, "{}", at)
        .do(stored_results.finish_match, id, at, results)
    )


def ms(year: int, month: int, day: int) -> int:
    return int(datetime(year, month, day, tzinfo=UTC).timestamp() * 1000)


async def board(store: Store, **more) -> list[tuple[int, int, int]]:
    return [
        (line.user, line.record.wins, line.record.net)
        for line in await store.read(leaderboards.leaderboard, GUILD, **more)
    ]


async def test_wins_come_first_then_chips_and_house_players_do_not_rank(store: Store) -> None:
    await store.commit(match("1", [result(ANN, 0, "W", 50), result(BOB, 1, "L", -50), result(None, 2, "L", 900)]))
    await store.commit(match("2", [result(BOB, 0, "W", 70), result(ANN, 1, "L", -70), result(103, 2, "D", 500)]))
    assert await board(store) == [(BOB, 1, 20), (ANN, 1, -20), (103, 0, 500)]
    assert await board(store, limit=1) == [(BOB, 1, 20)]


async def test_a_board_belongs_to_one_server_and_may_be_of_one_game(store: Store) -> None:
    await store.commit(match("1", [result(ANN, 0, "W", 50)]))
    await store.commit(match("2", [result(ANN, 0, "L", -10)], game="red-dog"))
    await store.commit(match("3", [result(ANN, 0, "W", 999)], guild=8))
    assert await board(store) == [(ANN, 1, 40)]
    assert await board(store, game="red-dog") == [(ANN, 0, -10)]
    assert await board(store, game="whist") == []


@pytest.mark.parametrize(
    ("since", "wins"),
    [
        (ms(2025, 11, 1), 5),
        (ms(2025, 12, 31), 4),
        (ms(2025, 12, 31) + 1, 3),
        (ms(2026, 1, 1), 3),
        (ms(2026, 1, 15), 2),
        (ms(2026, 2, 20), 0),
    ],
)
async def test_a_board_since_any_moment(store: Store, since: int, wins: int) -> None:
    days = [(2025, 11, 30), (2025, 12, 31), (2026, 1, 1), (2026, 1, 15), (2026, 2, 1)]
    for number, day in enumerate(days):
        await store.commit(match(str(number), [result(ANN, 0, "W", 1)], ms(*day)))
    assert await board(store, period=Period(since=since)) == ([(ANN, wins, wins)] if wins else [])


async def test_every_board_is_the_plain_sum_of_the_results(store: Store) -> None:
    chance = random.Random(1)
    played: list[tuple[str, int, list[Result]]] = []
    for number in range(150):
        users = chance.sample(range(100, 106), 3)
        results = [
            result(user, seat, chance.choice("WLD"), chance.randrange(-50, 50)) for seat, user in enumerate(users)
        ]
        played.append((chance.choice(["hearts", "red-dog"]), ms(2025, 1, 1) + chance.randrange(500 * DAY), results))
        game, at, results = played[-1]
        await store.commit(match(str(number), results, at, game))
    for since in [None, *(ms(2025, 1, 1) + number * 25 * DAY for number in range(-1, 21))]:
        for game in (None, "hearts", "red-dog"):
            counted = [r for g, at, rs in played if g == (game or g) and at >= (since or 0) for r in rs]
            sums: dict[int, tuple[int, int]] = {}
            for r in counted:
                wins, net = sums.get(r.user or 0, (0, 0))
                sums[r.user or 0] = wins + (r.outcome == "W"), net + r.net
            lines = await board(store, game=game, period=Period(since=since))
            assert {user: (wins, net) for user, wins, net in lines} == sums
            assert lines == sorted(lines, key=lambda line: (-line[1], -line[2]))


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu"])
async def test_a_board_of_any_stretch_is_the_sum_of_its_results(store: Store, zone: str) -> None:
    """Months begin by anybody's clock, while the standings have them by one; and results lie at both ends."""
    starts = [datetime(2025 + n // 12, n % 12 + 1, 1, tzinfo=ZoneInfo(zone)) for n in range(8)]
    bounds = [round(start.timestamp() * 1000) for start in starts]
    chance, played = (
        random.Random(zone),
        [at + by for at in bounds for by in (-1, 0, 1, -3 * 3_600_000, 11 * 3_600_000)],
    )
    played += [chance.randrange(bounds[0] - 40 * DAY, bounds[-1] + 40 * DAY) for _ in range(40)]
    for number, at in enumerate(played):
        await store.commit(match(str(number), [result(ANN, 0, "W", 1)], at))
    for first, since in enumerate(bounds):
        for until in (*bounds[first + 1 :], None):
            wins = sum(since <= at < (until or 2**62) for at in played)
            assert await board(store, period=Period(since=since, until=until)) == [(ANN, wins, wins)]


async def test_stats_of_a_member(store: Store) -> None:
    await store.commit(match("1", [result(ANN, 0, "W", 50, moons=1, largest=30), result(BOB, 1, "L", -50)]))
    await store.commit(match("2", [result(ANN, 0, "D", -20, moons=2, largest=10)], ms(2030, 1, 1)))
    await store.commit(match("3", [result(ANN, 0, "L", -5, pots=1)], game="red-dog"))
    stats = await store.read(records.stats, GUILD, ANN)
    assert stats.overall == Record(matches=3, wins=1, losses=1, draws=1, net=25, best=50)
    assert stats.games == {"hearts": Record(2, 1, 0, 1, 30, 50), "red-dog": Record(1, 0, 1, 0, -5, -5)}
    assert stats.counts["hearts"] == {"moons": Count(3, 2), "largest": Count(40, 30)}
    one = await store.read(records.stats, GUILD, ANN, "red-dog")
    assert one.overall == one.games["red-dog"] == Record(1, 0, 1, 0, -5, -5)
    assert (list(one.games), one.counts) == (["red-dog"], {"red-dog": {"pots": Count(1, 1)}})
    assert (await store.read(records.stats, GUILD, ANN, "whist")).overall == Record()
    assert (await store.read(records.stats, GUILD, 999)).overall == Record()


async def test_a_match_ends_once(store: Store) -> None:
    await store.commit(match("1", [result(ANN, 0, "W", 50)]))
    with pytest.raises(Duplicate):
        await store.commit(Work().do(stored_results.finish_match, "1", NOON, [result(ANN, 1, "W", 50)]))
    with pytest.raises(Missing):
        await store.commit(Work().do(stored_results.finish_match, "2", NOON, []))
    assert await board(store) == [(ANN, 1, 50)]
    assert [found.finished for found in await store.read(journal.matches, "1")] == [NOON]


@pytest.mark.parametrize("seats", [[(ANN, 0), (BOB, 0)], [(ANN, 0), (ANN, 1)]])
async def test_one_result_a_seat_and_a_member(store: Store, seats: list[tuple[int, int]]) -> None:
    with pytest.raises(Duplicate):
        await store.commit(match("1", [result(user, seat) for user, seat in seats]))
    assert await board(store) == []


async def test_the_newest_name_stands_on_the_board(store: Store) -> None:
    await store.commit(match("1", [result(ANN, 0, "W")]))
    await store.commit(Work().do(ledger.ensure_member, GUILD, ANN, "Ann the Bold", 0, NOON))
    assert [line.name for line in await store.read(leaderboards.leaderboard, GUILD)] == ["Ann the Bold"]
