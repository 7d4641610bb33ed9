"""How much the records grow by a move, on either database: all games, begun and played with nobody looking on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import psycopg

from bot.games.catalog import GAMES
from bot.store import Store
from bot.table import lobby, starting
from bot.table.errors import Rejected
from bot.table.posted import Posted
from bot.table.session import Services, Session
from bot.table.settings import Settings
from bot.table.state import DEAL, TableState
from bot.table.timekeeper import Timekeeper
from tests import postgres

from . import Setting, bench
from .commits import on_disk
from .full import Silent, any_move

EACH, MOVES = 4, 60
"""Tables of each game, and the most moves that are made at one."""


async def _played(store: Store) -> int:
    """How many moves were made."""

    async def settings(_: int) -> Settings:
        return Settings()

    services = Services(store, Timekeeper(time.time), Silent(), settings, lambda *_: None)
    made = [await _table(services, n, game) for n, game in enumerate([*GAMES] * EACH)]
    return sum(made)


async def _table(services: Services, n: int, slug: str) -> int:
    game, dice, user = GAMES[slug], random.Random(n), 10**17 + n
    state = TableState(f"t{n:06d}", 7, user, game, game.options(), posted=Posted(10**17))
    session = Session.of(services, state, Settings())
    await lobby.join(session, user, f"Player {n}")
    await starting.play_now(session, user)
    made = 0
    while made < MOVES and session.table.phase == DEAL and (move := any_move(session, dice)) is not None:
        try:
            await session.act(*move)
        except Rejected:  # it is the clock's turn
            break
        made += 1
    await session.commits.settled()
    return made


def _file(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


def _database(address: str) -> int:
    with psycopg.connect(address, autocommit=True) as db:
        db.execute("VACUUM FULL")
        return db.execute("SELECT pg_database_size(current_database())").fetchone()[0]  # type: ignore[index]


def _logged(address: str) -> int:
    with psycopg.connect(address) as db:
        return db.execute("SELECT pg_current_wal_insert_lsn() - '0/0'").fetchone()[0]  # type: ignore[index]


async def _made(place: str | Path) -> None:
    await (await Store.open(place)).close()


async def _grown(place: str | Path, size: Callable[[], int]) -> tuple[float, int]:
    """Bytes by which the records have grown a move, and how many moves there were."""
    await _made(place)
    before = size()
    async with await Store.open(place) as store:
        moves = await _played(store)
    return (size() - before) / moves, moves


@bench("bytes a move:")
def growth(setting: Setting) -> Mapping[str, float]:
    """With its share of the table, the match and the deal, after a vacuum. PostgreSQL writes a log besides, which a
    replica is sent."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "room.db"
        each, moves = asyncio.run(_grown(file, lambda: _file(file)))
    found = {"SQLite": each, "moves (count)": float(moves)}
    if postgres.programs() is not None:
        with on_disk() as address:
            each, moves = asyncio.run(_grown(address, lambda: _database(address)))
            found["PostgreSQL"] = each
        with on_disk() as address:
            asyncio.run(_made(address))
            before = _logged(address)
            each, moves = asyncio.run(_grown(address, lambda: 0))
            found["PostgreSQL, written ahead"] = (_logged(address) - before) / moves
    return found
