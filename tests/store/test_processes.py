"""Several processes at one file, and processes that are killed."""

import asyncio
import random
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from bot.store import Store, bank, escrow, journal, ledger, records, tables
from tests.store.child import CLERK, CY, ROWS, TABLES, move
from tests.store.conftest import ANN, BOB, GUILD, NOON, grant, looked_into

ROOT = Path(__file__).parents[2]


async def child(*words: object) -> asyncio.subprocess.Process:
    command = (sys.executable, "-m", "tests.store.child", *map(str, words))
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)


async def test_several_processes_neither_lose_nor_make_nor_double_a_chip(place: str | Path) -> None:
    async with await Store.open(place) as store:
        await store.commit(grant(ANN, 230))  # of 250 gifts that are asked for
    children = [await child("give", place, name) for name in "abcd"]
    said = [
        line.split() for output, _ in [await child.communicate() for child in children] for line in output.splitlines()
    ]
    assert [child.returncode for child in children] == [0] * 4
    given = {key for word, key in (line for line in said if len(line) == 2) if word == b"given"}
    assert len(given) == 230
    async with await Store.open(place) as store:
        assert (await store.read(ledger.balance, GUILD, ANN), await store.read(ledger.balance, GUILD, BOB)) == (0, 230)
        assert await store.read(ledger.audit) == []


async def test_the_bank_keeps_its_books_and_its_limits_under_many_clerks(place: str | Path) -> None:
    """Gifts, grants, buy-ins and refills from four processes at once, half of them told to each of the four."""
    async with await Store.open(place) as store:
        await store.commit(grant(ANN, 200).do(bank.set_credit, "c", GUILD, CLERK, BOB, 150, "", NOON))
        await store.commit(grant(BOB, 100))
    children = [await child("bank", place, name) for name in "abcd"]
    said = [
        line.split() for output, _ in [await child.communicate() for child in children] for line in output.splitlines()
    ]
    assert [child.returncode for child in children] == [0] * 4
    done = {key.decode(): rest for word, key, *rest in (line for line in said if len(line) > 1) if word == b"done"}
    refused = Counter(line[2] for line in said if line[0] == b"refused")
    assert len(done) > 100
    assert refused.keys() >= {b"Overdraft", b"OverLimit", b"NoRefill"}
    due: Counter[str] = Counter({str(ANN): 200, str(BOB): 100, "mint": -300})
    for giver, taker, amount in done.values():
        due[giver.decode()] -= int(amount)
        due[taker.decode()] += int(amount)
    async with await Store.open(place) as store:
        assert await store.read(ledger.audit) == []
        held = {f"seat-{a.owner}" if a.kind == "escrow" else a.owner or a.kind: n
                for a, n in (await store.read(ledger.balances, GUILD)).items()}  # fmt: skip
        assert held == {who: n for who, n in due.items() if n}
        assert min(held.get(str(ANN), 0), held.get(str(CY), 0), held.get(str(BOB), 0) + 150) >= 0
        assert max([(await store.read(bank.purse, GUILD, user, NOON)).given for user in (ANN, BOB, CY)]) <= 600
        assert all(held.get(f"seat-{user}", 0) <= 200 for user in (ANN, BOB, CY))
        granted = sum(
            word == "grant" for word in [d.what for d in (await store.read(bank.decisions, GUILD, 0, 1000))[0]]
        )
        assert granted == sum(b"mint" in rest for key, rest in done.items() if key != "refill")


@pytest.mark.seeds(1, soak=9, at_once=1)
async def test_killed_processes_lose_nothing_and_do_nothing_twice(place: str | Path, seeds: range) -> None:
    chance = random.Random(seeds[0])
    acknowledged: Counter[tuple[str, int, int]] = Counter()
    for kill in range(12):
        process = await child("play", place)
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
        await check(place, acknowledged)
    assert len(acknowledged) > 300


async def check(place: str | Path, acknowledged: Counter[tuple[str, int, int]]) -> None:
    """Everything that was acknowledged is there, once, whole, and the books balance."""
    assert not acknowledged or max(acknowledged.values()) == 1
    async with await Store.open(place) as store:
        assert await store.read(ledger.audit) == []
        deadlines = await store.read(tables.deadlines)
        there: set[tuple[str, int, int]] = set()
        for at in TABLES:
            rows = 0
            matches = await store.read(journal.matches, at)
            for number, match in enumerate(matches):
                deal = await store.read(journal.deal, f"{at}-{number}")
                assert deal is not None
                assert deal.rows == tuple(move(n) for n in range(len(deal.rows)))
                ended = len(deal.rows) == ROWS
                assert (deal.status, match.finished is not None) == (("done", True) if ended else ("running", False))
                assert ended == (number < len(matches) - 1)
                there.update((at, number, n) for n in range(len(deal.rows)))
                rows += len(deal.rows)
            assert (await store.read(ledger.balances, GUILD, at)).get(escrow(at, "taker"), 0) == rows
            assert (await store.read(records.stats, GUILD, TABLES.index(at))).overall.wins == rows // ROWS
            assert deadlines.get(at) == ((rows - 1) % ROWS if rows else None)
    assert there >= acknowledged.keys()
    with looked_into(place) as db:
        keys = {key for (key,) in db.execute("SELECT key FROM transfers WHERE key NOT LIKE 'seed:%'")}
        assert isinstance(place, str) or db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert keys == {f"{at}-{number}:{n}" for at, number, n in there}
