"""A process of its own that works on a store, and says line by line what it was told is durable.

python -m tests.store.child play FILE       plays at eight tables until it is killed
python -m tests.store.child give FILE NAME  gives a hundred chips, fifty of them under keys shared by all
python -m tests.store.child bank FILE NAME  two hundred operations at the bank, half of them under keys shared by all
"""

import asyncio
import os
import random
import sys

from bot.store import (
    Overdraft,
    Refused,
    Result,
    Row,
    Store,
    Work,
    escrow,
    journal,
    ledger,
    member,
    mint,
    results,
    tables,
)
from bot.store import bank as stored_bank
from tests.store.conftest import ANN, BOB, GUILD, NOON, gift, table

TABLES = [f"t{number}" for number in range(8)]
ROWS = 20  # of each deal


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def opened(at: str, number: int, work: Work | None = None) -> Work:
    """The unit that begins a table's next match."""
    id = f"{at}-{number}"
    return (
        (work or Work())
        .do(journal.start_match, id, at, GUILD, "hearts", "{}", NOON + number)
        .do(journal.start_deal, id, id, 1, "{}")
    )


def move(n: int) -> Row:
    return Row(n % 4, f'{{"play":{n}}}', n, n, False, f"digest{n}")


async def play(store: Store, at: str) -> None:
    """Each row moves one chip from the first seat to the second; the last one of a deal ends the match as well."""
    if await store.read(tables.load_table, at) is None:
        chips = [(mint(GUILD), -(10**6)), (escrow(at, "giver"), 10**6)]
        await store.commit(
            opened(
                at, 0, Work().do(tables.save_table, table(at)).do(ledger.transfer, f"seed:{at}", GUILD, chips, "", NOON)
            )
        )
    deal = await store.read(journal.running_deal, at)
    assert deal is not None
    number, n = int(deal.id.split("-")[1]), len(deal.rows)
    while True:
        id = f"{at}-{number}"
        chip = [(escrow(at, "giver"), -1), (escrow(at, "taker"), 1)]
        work = (
            Work()
            .do(journal.append_rows, id, n, [move(n)])
            .do(ledger.transfer, f"{id}:{n}", GUILD, chip, "", NOON)
            .do(tables.set_deadline, at, n)
        )
        if n == ROWS - 1:
            result = Result(TABLES.index(at), at, 0, 1, "W", n, ROWS, 0, 1, {"rows": ROWS})
            opened(
                at, number + 1, work.do(journal.end_deal, id, "done", "{}").do(results.finish_match, id, NOON, [result])
            )
        await store.commit(work)
        say(at, number, n)
        number, n = (number + 1, 0) if n == ROWS - 1 else (number, n + 1)


async def give(store: Store, name: str) -> None:
    async def one(key: str) -> None:
        try:
            await store.commit(gift(key, 1))
        except Overdraft:
            say("refused", key)
        else:
            say("given", key)

    keys = [f"{name}:{number}" for number in range(50)] + [f"shared:{number}" for number in range(50)]
    await asyncio.gather(*(one(key) for key in keys))


CY = 103
CLERK = 900


def operation(key: str) -> tuple[Work, str, str, int]:
    """What somebody does at the bank under this key, the same in every process: the unit, from whom, to whom, chips."""
    chance = random.Random(key)
    one, other = chance.sample((ANN, BOB, CY), 2)
    amount = chance.randrange(1, 40)
    match chance.randrange(5):
        case 0:
            return (
                Work().do(stored_bank.grant, key, GUILD, CLERK, one, amount, "why not", NOON),
                "mint",
                str(one),
                amount,
            )
        case 1:
            work = Work().do(stored_bank.grant, key, GUILD, CLERK, one, -amount, "too many", NOON)
            return work, str(one), "mint", amount
        case 2:
            chips = [(member(GUILD, one), -amount), (escrow("t0", one), amount)]
            work = Work().do(ledger.transfer, key, GUILD, chips, "buy-in", NOON)
            return work.do(stored_bank.limit_buy_ins, GUILD, one, since=NOON, most=200), str(one), f"seat {one}", amount
        case _:
            work = Work().do(
                stored_bank.give, key, GUILD, one, other, amount, most=38, day_most=600, since=NOON, at=NOON
            )
            return work, str(one), str(other), amount


async def bank(store: Store, name: str) -> None:
    async def one(key: str) -> None:
        work, giver, taker, amount = operation(key)
        try:
            await store.commit(work)
        except Refused as refused:
            say("refused", key, type(refused).__name__)
        else:
            say("done", key, giver.replace(" ", "-"), taker.replace(" ", "-"), amount)

    async def refill() -> None:
        try:
            await store.commit(Work().do(ledger.refill, GUILD, CY, "today", buy_in=50, amount=500, at=NOON))
        except Refused as refused:
            say("refused", "refill", type(refused).__name__)
        else:
            say("done", "refill", "mint", CY, 500)

    keys = [f"{name}:{number}" for number in range(100)] + [f"shared:{number}" for number in range(100)]
    await asyncio.gather(refill(), *(one(key) for key in keys))


async def main(task: str, path: str, *name: str) -> None:
    async with await Store.open(path, busy_ms=20_000) as store:
        say("ready")
        if task == "play":
            await asyncio.gather(*(play(store, at) for at in TABLES))
        elif task == "give":
            await give(store, *name)
        else:
            await bank(store, *name)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
