"""A freezeout whose process is killed in the middle of hands and at the bubble: places, prizes, bounties and chips are
as undisturbed."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.store import Store, journal, leaderboards, ledger, records, tables
from tests.host.tables import ANN, BOB, CLEO, GUILD

from .freezeout import ID
from .test_kill import check_chips


async def run(database: Path, seed: int, kill_at: Callable[[str], bool] = lambda line: False) -> list[str]:
    """One process, to the end of the freezeout, or until it is killed soon after it has told such a line; returns what
    it told."""
    told: list[str] = []
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.kill.freezeout", str(database), str(seed), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    killed = False
    async for line in process.stdout:
        told.append(line.decode().strip())
        if not killed and kill_at(told[-1]):
            process.send_signal(signal.SIGKILL)
            killed = True
    code = await process.wait()
    assert code == (-signal.SIGKILL if killed else 0), told[-3:]
    return told


def nth(n: int, what: str) -> Callable[[str], bool]:
    """The n-th line that begins and ends so, from 0."""
    begins, _, ends = what.partition(" … ")
    left = iter(range(n, -1, -1))
    return lambda line: line.startswith(begins) and line.endswith(ends) and next(left) == 0


async def disturbed(database: Path, seed: int) -> list[str]:
    """Killed in three hands, and twice at the bubble; after each kill the bank holds what lies at the table."""
    rng, told = Random(seed), list[str]()
    for kill in (
        *(nth(rng.randrange(8, 40), "deal") for _ in range(3)),
        nth(2, "deal … bubble"),
        nth(3, "deal … bubble"),
    ):
        told += await run(database, seed, kill)
        async with await Store.open(database) as store:
            assert await store.read(ledger.audit) == []
            stored = await store.read(tables.load_table, ID)
            assert stored is not None
            await check_chips(store, GUILD, ID, "poker", json.loads(stored.state))
    return told + await run(database, seed)


async def books(database: Path) -> dict[str, Any]:
    """What everybody has, and what is remembered of the match."""
    async with await Store.open(database) as store:
        assert await store.read(ledger.audit) == []
        return {
            "balances": {str(of): amount for of, amount in (await store.read(ledger.balances, GUILD)).items()},
            "leaderboard": [[s.user, s.name] for s in await store.read(leaderboards.leaderboard, GUILD)],
            "matches": [(m.game, m.finished is not None) for m in await store.read(journal.matches, ID)],
            "stats": {user: await store.read(records.stats, GUILD, user) for user in (ANN, BOB, CLEO)},
        }


@pytest.mark.timeout(240)
@pytest.mark.seeds(1, soak=12, at_once=1)
async def test_kills_in_hands_and_at_the_bubble_change_nothing(tmp_path: Path, seeds: range) -> None:
    calm, rough = tmp_path / "calm.db", tmp_path / "rough.db"
    quiet, shaken = await asyncio.gather(run(calm, seeds[0]), disturbed(rough, seeds[0]))
    hands = [line for line in quiet if line.startswith("hand ")]
    assert "Prizes(" in hands[-1] or "DealMade(" in hands[-1]
    assert [*dict.fromkeys(line for line in shaken if line.startswith("hand "))] == hands
    assert await books(rough) == await books(calm)
    calm_bubble, bubble = (sum(line.endswith("bubble") for line in lines) for lines in (quiet, shaken))
    assert bubble >= min(4, calm_bubble), "it was killed there, too"
    assert calm_bubble > 3 or seeds[0], "two may fall at once"
