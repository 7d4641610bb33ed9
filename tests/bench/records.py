"""Leaderboards and members' figures over 1,000,000 results of one server, and how large that makes the database."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.games.catalog import GAMES as CATALOG
from bot.store import Period, Result, Store, Work, journal, leaderboards, recent, records, tables
from bot.store import results as stored_results
from bot.store.records import begins, month_of
from bot.store.tables import Table
from tests.bench import Setting, bench

GUILD = 7
GAMES = tuple(CATALOG)[:8]
MATCHES, SEATS, MEMBERS = 250_000, 4, 600
BEGAN, DAY = 1_700_000_000_000, 86_400_000
ROUNDS = 15
"""How often each question is asked, of another member each time."""


def _fill(path: Path) -> None:
    """Three years of four members a match, the keenest in every sixth; their sums as the store keeps them."""
    chance = random.Random(11)
    people = chance.choices(range(1, MEMBERS + 1), [1 / (n + 5) for n in range(MEMBERS)], k=MATCHES * (SEATS + 2))
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous = OFF")
    db.executemany("INSERT INTO members VALUES (?, ?, ?)", [(GUILD, n, f"Member {n}") for n in range(1, MEMBERS + 1)])
    db.execute("INSERT INTO card_tables VALUES ('t', ?, 1, NULL, 1, 'hearts', '{}', '{}', 'closed', 1)", (GUILD,))
    db.execute("INSERT INTO seasons VALUES (1, ?, 'Autumn', ?, NULL)", (GUILD, BEGAN + 1000 * DAY))
    counts = '{"hands":9,"moons":1,"queens":3}'
    matches, results, standing = [], [], iter(people)
    people_here: set[int] = set()
    for n in range(MATCHES):
        at, game = BEGAN + n * 1095 * DAY // MATCHES, GAMES[chance.randrange(len(GAMES))]
        night = f"n{n // 12}" if n // 12 % 3 else None
        matches.append((f"t-{n}", "t", GUILD, game, "{}", at, at, night))
        if not n % 12:  # the same six for twelve matches
            people_here = set()
            while len(people_here) < 6:
                people_here.add(next(standing))
        for seat, user in enumerate(chance.sample(sorted(people_here), SEATS)):
            net = chance.randrange(-500, 500) * 50
            results.append((f"t-{n}", seat, GUILD, game, at, user, f"Member {user}", seat + 1, "WLLD"[seat], 26, net, 0,
                            SEATS, counts, night))  # fmt: skip
    db.executemany("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)", matches)
    db.executemany(
        "INSERT INTO results (match, seat, guild, game, finished, user, name, place, outcome, score, net, strikes,"
        f" humans, counts, night) VALUES ({', '.join('?' * 15)})",
        results,
    )
    db.create_function("month_of", 1, month_of, deterministic=True)
    for period in ("month_of(finished)", "0", "-1"):
        for game in ("game", "''"):
            db.execute(
                "INSERT INTO standings (guild, period, game, user, matches, wins, losses, draws, net, best, strikes)"
                f" SELECT guild, {period} AS p, {game} AS g, user, count(*), sum(outcome = 'W'), sum(outcome = 'L'),"
                " sum(outcome = 'D'), sum(net), max(net), sum(strikes) FROM results"
                f" {f'WHERE finished >= {BEGAN + 1000 * DAY}' if period == '-1' else ''} GROUP BY p, g, user"
            )
    for game in ("game", "''"):
        db.execute(
            f"INSERT INTO night_nets SELECT guild, {game} AS g, user, night, min(finished), sum(net) FROM results"
            " WHERE night IS NOT NULL GROUP BY g, user, night"
        )
        db.execute(
            f"INSERT INTO ratings SELECT guild, 0, {game} AS g, user, 25 + user % 7, 2.5, count(*) FROM results"
            " GROUP BY g, user"
        )
        db.execute(f"INSERT INTO streaks SELECT guild, user, {game} AS g, 2, 9, 8 FROM results GROUP BY guild, user, g")
    db.execute(
        "INSERT INTO rivals SELECT a.guild, a.user, b.user, a.game, count(*), sum(a.place < b.place),"
        " sum(a.place > b.place), sum(a.net), sum(b.net)"
        " FROM results a JOIN results b ON b.match = a.match AND b.user > a.user"
        " GROUP BY a.user, b.user, a.game"
    )
    db.execute(
        "INSERT OR REPLACE INTO tallies SELECT guild, user, game, 'moons', count(*), 1 FROM results GROUP BY user, game"
    )
    db.commit()
    db.close()


Question = Callable[[Store, int], Awaitable[object]]
QUESTIONS: Mapping[str, Question] = {
    "wins, ever": lambda store, _: store.read(leaderboards.leaderboard, GUILD),
    "net at a game, since a day": lambda store, n: store.read(
        leaderboards.leaderboard, GUILD, GAMES[n % 8], Period(since=BEGAN + (900 + n * 7) * DAY), "net chips"
    ),
    "wins, since a day long ago": lambda store, n: store.read(
        leaderboards.leaderboard, GUILD, None, Period(since=BEGAN + n * DAY), "wins"
    ),
    "share of wins, a month": lambda store, n: store.read(
        leaderboards.leaderboard, GUILD, None,
        Period(since=BEGAN + n * 30 * DAY, until=BEGAN + (n + 1) * 30 * DAY), "share of wins",
    ),
    "wins, a month of UTC": lambda store, n: store.read(
        leaderboards.leaderboard, GUILD, None,
        Period(since=begins(month_of(BEGAN) + 1 + n), until=begins(month_of(BEGAN) + 2 + n)),
    ),
    "rating, ever": lambda store, n: store.read(leaderboards.leaderboard, GUILD, GAMES[n % 8], Period(), "rating"),
    "best night, ever": lambda store, _: store.read(leaderboards.leaderboard, GUILD, None, Period(), "best night"),
    "best night, a season": lambda store, _: store.read(
        leaderboards.leaderboard, GUILD, None, Period(season=1), "best night"
    ),
    "figures of the keenest": lambda store, n: store.read(records.stats, GUILD, 1 + n % 5),
    "recent results of the keenest": lambda store, n: store.read(recent.recent_results, GUILD, 1 + n % 5),
    "recent results at a game": lambda store, n: store.read(recent.recent_results, GUILD, 1 + n % 5, GAMES[n % 8]),
    "the two keenest compared": lambda store, n: store.read(recent.versus, GUILD, 1 + n % 2, 2 - n % 2),
    "the two keenest, at a game": lambda store, n: store.read(recent.versus, GUILD, 1 + n % 2, 2 - n % 2, GAMES[n % 8]),
}  # fmt: skip


@cache
def _measured() -> dict[str, dict[str, float]]:
    async def ask(path: Path) -> dict[str, dict[str, float]]:
        slowest: dict[str, float] = {}
        everything: list[float] = []
        async with await Store.open(path) as store:
            for name, question in QUESTIONS.items():
                took = []
                for n in range(ROUNDS):
                    begun = time.perf_counter()
                    await question(store, n)
                    took.append((time.perf_counter() - begun) * 1000)
                slowest[name] = max(took)
                everything += took
            everything.sort()
            slowest["all of them, p99"] = everything[int(len(everything) * 0.99)]
            took = []
            for n in range(200):
                results = [Result(1 + (n + s) % 9, f"m{s}", s, s + 1, "W" if s == 0 else "L", 9, 0, 0, SEATS, {"a": 1})
                           for s in range(SEATS)]  # fmt: skip
                work = (
                    Work()
                    if n
                    else Work().do(tables.save_table, Table("u", GUILD, 1, None, 1, "hearts", "{}", "{}", "open"))
                )
                work.do(journal.start_match, f"u-{n}", "u", GUILD, "hearts", "{}", BEGAN)
                begun = time.perf_counter()
                await store.commit(work.do(stored_results.finish_match, f"u-{n}", BEGAN + 1096 * DAY, results))
                took.append((time.perf_counter() - begun) * 1000)
        return {"asked": slowest, "stored": {"": sorted(took)[100]}}

    with TemporaryDirectory() as folder:
        path = Path(folder) / "room.db"

        async def made() -> None:
            async with await Store.open(path):
                pass

        asyncio.run(made())
        _fill(path)
        size = path.stat().st_size
        found = asyncio.run(ask(path))
    found["size"] = {"in MB": size / 1e6, "a match, in bytes": size / MATCHES}
    return found


@bench("records, 1,000,000 results:", unit="ms", aim="≤ 100, p99")
def asking(_: Setting) -> Mapping[str, float]:
    """The slowest of each question; the first one finds nothing in memory."""
    return _measured()["asked"]


@bench("records: the result of a match, stored", unit="ms")
def storing(_: Setting) -> Mapping[str, float]:
    return _measured()["stored"]


@bench("records: the database of them", unit="")
def growing(_: Setting) -> Mapping[str, float]:
    """The results and their sums; a match's journal comes to that."""
    return _measured()["size"]
