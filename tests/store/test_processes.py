"""Several processes at one file, and processes that are killed."""

import asyncio
import random
import signal
import sqlite3
import sys
from collections import Counter
from pathlib import Path

import pytest

from bot.store import Store, escrow
from tests.store.child import ROWS, TABLES, move
from tests.store.conftest import ANN, BOB, GUILD, grant

ROOT = Path(__file__).parents[2]


async def child(*words: object) -> asyncio.subprocess.Process:
    command = (sys.executable, "-m", "tests.store.child", *map(str, words))
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)


async def test_several_processes_neither_lose_nor_make_nor_double_a_chip(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    async with await Store.open(path) as store:
        await store.commit(grant(ANN, 230))  # of 250 gifts that are asked for
    children = [await child("give", path, name) for name in "abcd"]
    said = [
        line.split() for output, _ in [await child.communicate() for child in children] for line in output.splitlines()
    ]
    assert [child.returncode for child in children] == [0] * 4
    given = {key for word, key in (line for line in said if len(line) == 2) if word == b"given"}
    assert len(given) == 230
    async with await Store.open(path) as store:
        assert (await store.balance(GUILD, ANN), await store.balance(GUILD, BOB)) == (0, 230)
        assert await store.audit() == []


@pytest.mark.parametrize("half", [1, 2])
async def test_killed_processes_lose_nothing_and_do_nothing_twice(tmp_path: Path, half: int) -> None:
    chance = random.Random(half)
    path = tmp_path / "room.db"
    acknowledged: Counter[tuple[str, int, int]] = Counter()
    for kill in range(26):
        process = await child("play", path)
        assert process.stdout is not None
        said: list[bytes] = []
        if kill % 8 == 0:  # these may be killed while they open the file
            await asyncio.sleep(chance.uniform(0.0, 0.4))
        else:
            said = [await process.stdout.readline() for _ in range(chance.randrange(1, 200))]
            await asyncio.sleep(chance.uniform(0.0, 0.02))
        assert process.returncode is None, "the child ended by itself"
        process.kill()
        said += (await process.stdout.read()).splitlines()
        assert await process.wait() == -signal.SIGKILL
        for line in said:
            if line.strip() != b"ready":
                at, number, n = line.decode().split()
                acknowledged[at, int(number), int(n)] += 1
        await check(path, acknowledged)
    assert len(acknowledged) > 1000


async def check(path: Path, acknowledged: Counter[tuple[str, int, int]]) -> None:
    """All that was acknowledged is there, once, whole, and the books balance."""
    assert not acknowledged or max(acknowledged.values()) == 1
    async with await Store.open(path) as store:
        assert await store.audit() == []
        deadlines = await store.deadlines()
        there: set[tuple[str, int, int]] = set()
        for at in TABLES:
            rows = 0
            matches = await store.matches(at)
            for number, match in enumerate(matches):
                deal = await store.deal(f"{at}-{number}")
                assert deal is not None
                assert deal.rows == tuple(move(n) for n in range(len(deal.rows)))
                ended = len(deal.rows) == ROWS
                assert (deal.status, match.finished is not None) == (("done", True) if ended else ("running", False))
                assert ended == (number < len(matches) - 1)
                there.update((at, number, n) for n in range(len(deal.rows)))
                rows += len(deal.rows)
            assert (await store.balances(GUILD, at)).get(escrow(at, "taker"), 0) == rows
            assert (await store.stats(GUILD, TABLES.index(at))).overall.wins == rows // ROWS
            assert deadlines.get(at) == ((rows - 1) % ROWS if rows else None)
    assert there >= acknowledged.keys()
    db = sqlite3.connect(path)
    keys = {key for (key,) in db.execute("SELECT key FROM transfers WHERE key NOT LIKE 'seed:%'")}
    assert keys == {f"{at}-{number}:{n}" for at, number, n in there}
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
