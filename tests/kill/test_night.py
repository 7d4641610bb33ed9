"""A whole night, disturbed and undisturbed: two restarts and a kill -9 change nothing that anybody has or has won."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.games.catalog import GAMES
from bot.store import Store, journal, leaderboards, ledger, nights, records
from tests.host.tables import ANN, BOB, GUILD

from .evening import ALL, ID, PROGRAMME

RESTARTS = (230, 260)
"""After this many steps a process ends on its own."""
KILLED_AFTER = 170
"""After how many reported steps the next process is killed, whatever it is doing then."""


async def run(
    database: str | Path, steps: int | None = None, *, kill_after: int | None = None, night: str = ID
) -> list[str]:
    """One process of the night, to its end or until it is killed; returns what it told."""
    told: list[str] = []
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.kill.evening", str(database), str(steps or 10**6), night,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    async for line in process.stdout:
        told.append(line.decode().strip())
        if len(told) == kill_after:
            process.send_signal(signal.SIGKILL)
    code = await process.wait()
    assert code == (-signal.SIGKILL if kill_after else 0), told[-3:]
    return told


async def books(database: str | Path, night: str = ID) -> dict[str, Any]:
    """Everything that anybody has, owes or has won."""
    async with await Store.open(database) as store:
        assert await store.read(ledger.audit) == []
        record = await store.read(nights.night, night)
        assert record is not None
        return {
            "balances": {
                str(account): amount for account, amount in (await store.read(ledger.balances, GUILD)).items()
            },
            "summary": record.summary,
            "status": record.status,
            "course": [[point.game, point.nets] for point in await store.read(nights.course, night)],
            "leaderboard": [[s.user, s.name] for s in await store.read(leaderboards.leaderboard, GUILD)],
            "matches": [(m.game, m.finished is not None) for m in await store.read(journal.matches, night)],
            "stats": {user: await store.read(records.stats, GUILD, user) for user in (ANN, BOB)},
        }


async def both(
    calm: str | Path, rough: str | Path, night: str, restarts: Sequence[int], killed_after: int
) -> dict[str, Any]:
    """The books of a night, disturbed and undisturbed: they are the same."""

    async def disturbed() -> int:
        parts = [await run(rough, steps, night=night) for steps in restarts]
        parts.append(await run(rough, kill_after=killed_after, night=night))
        parts.append(await run(rough, night=night))
        assert parts[-1][-1] == "over"
        return len(parts[-1])

    quiet, left = await asyncio.gather(run(calm, night=night), disturbed())
    assert quiet[-1] == "over"
    assert left > 50, "the kill came in the middle of the night"
    undisturbed = await books(calm, night)
    assert await books(rough, night) == undisturbed
    return undisturbed


@pytest.mark.timeout(240)
@pytest.mark.parametrize("place", ["sqlite", "postgres"])
async def test_two_restarts_and_a_kill_change_nothing(
    request: pytest.FixtureRequest, tmp_path: Path, place: str
) -> None:
    """The undisturbed night is one of SQLite's: what is kept is the same on either database."""
    rough = request.getfixturevalue("postgres_database") if place == "postgres" else tmp_path / "rough.db"
    undisturbed = await both(tmp_path / "calm.db", rough, ID, RESTARTS, KILLED_AFTER)
    assert undisturbed["status"] == "over"
    assert [game for game, finished in undisturbed["matches"] if finished] == [*PROGRAMME]
    summary = undisturbed["summary"]
    assert sum(net for _, _, net in summary["nets"]) == 0
    assert summary["games"] == [*PROGRAMME]
    names = {name for _, name, _ in summary["nets"]}
    assert {"Ann", "Bob", "Cleo", "Dan", "Ada", "Bertie", "Clara"} <= names
    assert json.dumps(summary["payments"]), "who would pay whom"


@pytest.mark.timeout(240)
async def test_an_evening_of_all_games_has_the_same_ledger_whatever_disturbs_it(tmp_path: Path) -> None:
    """Two people and three house players name every game once."""
    undisturbed = await both(tmp_path / "calm.db", tmp_path / "rough.db", "all", (500, 500), 300)
    assert undisturbed["summary"]["games"] == [*ALL]
    assert [game for game, finished in undisturbed["matches"] if finished] == [*ALL]
    assert sum(net for _, _, net in undisturbed["summary"]["nets"]) == 0
    before: dict[str, int] = {}
    for game, nets in undisturbed["course"]:
        moved = {account: net - before.get(account, 0) for account, net in nets.items() if account != "house"}
        before = nets
        if not GAMES[game].chips:
            assert sum(moved.values()) == 0, f"places at {game} are paid from stack to stack"
    assert {game for game, _ in undisturbed["course"]} == {*ALL}
