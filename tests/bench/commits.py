"""Moves that are committed, on either database: one after the other, and as many as a full room makes at once; in one
process, and in several.

PostgreSQL is a server of its own on the same disk, and waits for it as SQLite does.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from bot.store import Cluster, Row, Store, Work, journal, tables
from bot.store.tables import Table
from tests import postgres

from . import Setting, bench

GUILD, MOVES, AT_ONCE, ROUNDS = 7, 1000, 300, 20
PROCESSES, SECONDS = (1, 2, 3), 10.0
_STATE = json.dumps({"chairs": [{"user": 10**17 + n, "name": f"Player {n}", "clock": n} for n in range(12)]})


def _table(n: int, version: int) -> Table:
    return Table(f"t{n}", GUILD, 55, None, 1, "hearts", "{}", _STATE, "open", version)


async def _opened(store: Store, numbers: range) -> None:
    for n in numbers:
        work = Work().do(tables.save_table, _table(n, 0)).do(journal.start_match, f"m{n}", f"t{n}", GUILD, "hearts",
                                                             "{}", 1)  # fmt: skip
        await store.commit(work.do(journal.start_deal, f"d{n}", f"m{n}", 1, "{}"))


def _move(n: int, number: int) -> Work:
    """What a move of a person is: a row, the table, and when it must act next."""
    made = Row(number % 4, '{"play":["QS"]}', number, number, False, "0123456789abcdef")
    return (
        Work()
        .do(journal.append_rows, f"d{n}", number, [made])
        .do(tables.save_table, _table(n, number + 1))
        .do(tables.set_deadline, f"t{n}", number)
    )


async def _timed(place: str | Path) -> tuple[list[float], float]:
    """Milliseconds of moves one after the other, and moves a second of a full room."""
    async with await Store.open(place) as store:
        await _opened(store, range(AT_ONCE))
        alone: list[float] = []
        for number in range(MOVES):
            began = perf_counter()
            await store.commit(_move(0, number))
            alone.append((perf_counter() - began) * 1000)
        began = perf_counter()
        for number in range(ROUNDS):
            await asyncio.gather(*(store.commit(_move(n, number)) for n in range(1, AT_ONCE)))
        return alone, ROUNDS * (AT_ONCE - 1) / (perf_counter() - began)


def _figures(name: str, measured: tuple[list[float], float]) -> Mapping[str, float]:
    alone, second = measured
    cut = quantiles(alone, n=100)
    return {f"{name}: one, ms p50": cut[49], f"{name}: one, ms p99": cut[98], f"{name}: a second": second}


@bench("moves committed", aim="PostgreSQL's p99 ≤ 2 × SQLite's")
def commits(setting: Setting) -> Mapping[str, float] | None:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # on a disk: /tmp may be memory
        figures = _figures("SQLite", asyncio.run(_timed(Path(folder) / "room.db")))
    if postgres.programs() is None:
        return figures
    with on_disk() as address:
        return {**figures, **_figures("PostgreSQL", asyncio.run(_timed(address)))}


@contextmanager
def on_disk() -> Iterator[str]:
    """A database that waits for the disk."""
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix="pg-") as folder:
        Path(folder).chmod(0o755)
        server = postgres.start(Path(folder) / "s", fsync="on", full_page_writes="on", autovacuum="on")
        try:
            yield postgres.new_database(server.address)
        finally:
            server.kill()


# ---- several processes ---------------------------------------------------------------------------


@bench("moves committed a second by", aim="")
def several(setting: Setting) -> Mapping[str, float] | None:
    """The tables of a full room are shared by the processes, each of which has the next move of every table of its own
    stored at once."""
    if postgres.programs() is None:
        return None
    found: dict[str, float] = {}
    for total in PROCESSES:
        with on_disk() as address:
            found["1 process" if total == 1 else f"{total} processes"] = asyncio.run(_together(address, total))
    return found


async def _together(address: str, total: int) -> float:
    command = [sys.executable, "-m", __spec__.name, address]
    each = [
        await asyncio.create_subprocess_exec(*command, str(number), str(total), stdin=PIPE, stdout=PIPE)
        for number in range(total)
    ]
    for process in each:
        assert process.stdout is not None
        await process.stdout.readline()  # it is ready
    told = await asyncio.gather(*(process.communicate(b"go\n") for process in each))
    return sum(float(made) for made, _ in told) / SECONDS


async def _shared(address: str, cluster: Cluster) -> int:
    """One of them: how many moves it has made."""
    own = range(cluster.number, AT_ONCE, cluster.total)
    async with await Store.open(address, cluster=cluster) as store:
        await _opened(store, own)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        until, number = perf_counter() + SECONDS, 0
        while perf_counter() < until:
            await asyncio.gather(*(store.commit(_move(n, number)) for n in own))
            number += 1
        return number * len(own)


if __name__ == "__main__":
    print(asyncio.run(_shared(sys.argv[1], Cluster(*map(int, sys.argv[2:])))))
