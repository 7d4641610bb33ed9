"""Gifts, grants, credit and limits, and their history."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.store import (
    Entry,
    Indebted,
    Overdraft,
    OverLimit,
    Refused,
    Store,
    Work,
    bank,
    escrow,
    ledger,
    member,
    mint,
    tables,
)
from bot.store.database import _migrations, _statements
from tests.store.conftest import ANN, BOB, GUILD, NOON, grant, table

BOSS, CY = 900, 103


def give(key: str, amount: int, *, most: int = 1000, day_most: int = 2000, since: int = NOON, at: int = NOON) -> Work:
    return Work().do(bank.give, key, GUILD, ANN, BOB, amount, most=most, day_most=day_most, since=since, at=at)


def buy(key: str, amount: int, most: int, at: int = NOON, since: int = NOON) -> Work:
    work = Work().do(
        ledger.transfer, key, GUILD, [(member(GUILD, ANN), -amount), (escrow("t", ANN), amount)], "buy-in", at
    )
    return work.do(bank.limit_buy_ins, GUILD, ANN, since=since, most=most)


async def test_gifts_have_a_limit_each_and_a_limit_a_day(store: Store) -> None:
    await store.commit(grant(ANN, 10_000))
    with pytest.raises(OverLimit, match=r"A gift here is at most 10 chips\."):
        await store.commit(give("a", 1001))
    await store.commit(give("a", 1000))
    await store.commit(give("b", 700))
    with pytest.raises(OverLimit, match=r"at most 20 chips a day; you may give 3 more today"):
        await store.commit(give("c", 350))
    await store.commit(give("b", 700))  # the same gift again is no other gift
    await store.commit(give("c", 300))
    await store.commit(give("d", 1000, since=NOON + 1, at=NOON + 1))
    assert await store.read(ledger.balance, GUILD, BOB) == 3000
    assert (await store.read(bank.purse, GUILD, ANN, NOON)).given == 3000


async def test_many_gifts_at_once_do_not_pass_the_limit_together(store: Store) -> None:
    await store.commit(grant(ANN, 10_000))
    given = await asyncio.gather(*(store.commit(give(f"g{n}", 100)) for n in range(50)), return_exceptions=True)
    assert sum(outcome is None for outcome in given) == 20
    assert all(isinstance(outcome, OverLimit) for outcome in given if outcome)
    assert await store.read(ledger.balance, GUILD, BOB) == 2000


@pytest.mark.parametrize(("taker", "amount"), [(ANN, 5), (BOB, 0), (BOB, -5)])
async def test_what_is_no_gift(store: Store, taker: int, amount: int) -> None:
    await store.commit(grant(ANN, 100))
    with pytest.raises(Refused):
        await store.commit(Work().do(bank.give, "g", GUILD, ANN, taker, amount, most=99, day_most=99, since=0, at=NOON))
    assert await store.read(ledger.balance, GUILD, ANN) == 100


async def test_what_is_brought_to_the_tables_has_a_limit_a_day(store: Store) -> None:
    await store.commit(grant(ANN, 10_000))
    await store.commit(buy("a", 600, 1000))
    with pytest.raises(OverLimit):
        await store.commit(buy("b", 401, 1000))
    assert (await store.read(bank.purse, GUILD, ANN, NOON)).bought == 600
    await store.commit(buy("b", 400, 1000))
    await store.commit(buy("c", 1000, 1000, NOON + 5, NOON + 1))
    assert await store.read(ledger.balance, GUILD, ANN) == 8000


async def test_credit_lets_a_balance_go_below_zero_so_far(store: Store) -> None:
    await store.commit(grant(ANN, 100))
    await store.commit(Work().do(bank.set_credit, "k", GUILD, BOSS, None, 300, "", NOON))
    with pytest.raises(Overdraft, match=r"takes 4\.5 chips, and there are only 1, with a credit of 3"):
        await store.commit(give("a", 450))
    await store.commit(give("a", 400))
    assert await store.read(ledger.balance, GUILD, ANN) == -300
    with pytest.raises(Indebted, match=rf"<@{ANN}> owes 3 chips already"):
        await store.commit(Work().do(bank.set_credit, "l", GUILD, BOSS, None, 299, "", NOON))
    assert await store.read(bank.servers_credit, GUILD) == 300
    assert await store.read(ledger.audit) == []


async def test_a_members_own_credit_goes_before_the_servers(store: Store) -> None:
    await store.commit(grant(BOB, 5))
    await store.commit(Work().do(bank.set_credit, "1", GUILD, BOSS, ANN, 500, "pays on Fridays", NOON))
    await store.commit(Work().do(bank.set_credit, "2", GUILD, BOSS, None, 50, "", NOON))
    await store.commit(grant(CY, 5))
    assert [(await store.read(bank.purse, GUILD, user, 0)).credit for user in (ANN, BOB, CY, 104)] == [500, 50, 50, 50]
    await store.commit(Work().do(bank.set_credit, "3", GUILD, BOSS, ANN, None, "", NOON))
    assert (await store.read(bank.purse, GUILD, ANN, 0)).credit == 50
    await store.commit(Work().do(bank.set_credit, "4", GUILD, BOSS, None, None, "", NOON))
    assert [(await store.read(bank.purse, GUILD, user, 0)).credit for user in (ANN, BOB, CY)] == [0, 0, 0]
    with pytest.raises(Overdraft):
        await store.commit(give("a", 1))


async def test_grants_are_noted_once(store: Store) -> None:
    work = Work().do(bank.grant, "k", GUILD, BOSS, ANN, 700, "helped with the snacks", NOON)
    await store.commit(work)
    await store.commit(work)
    await store.commit(Work().do(bank.grant, "l", GUILD, BOSS, ANN, -200, "too many snacks", NOON + 1))
    with pytest.raises(Overdraft):
        await store.commit(Work().do(bank.grant, "m", GUILD, BOSS, ANN, -501, "", NOON + 2))
    assert await store.read(ledger.balance, GUILD, ANN) == 500
    noted, total = await store.read(bank.decisions, GUILD)
    assert total == 2
    assert [(d.manager, d.member, d.amount, d.reason) for d in noted] == [
        (BOSS, ANN, -200, "too many snacks"),
        (BOSS, ANN, 700, "helped with the snacks"),
    ]
    assert await store.read(bank.decisions, 8) == ([], 0)


async def test_history_tells_each_line_with_the_balance_after_it(store: Store) -> None:
    await store.commit(Work().do(tables.save_table, table()).do(ledger.ensure_member, GUILD, BOB, "Bob", 0, NOON))
    await store.commit(Work().do(bank.grant, "k", GUILD, BOSS, ANN, 700, "welcome", NOON))
    await store.commit(give("g", 150, at=NOON + 1))
    await store.commit(buy("b", 400, 10**6, NOON + 2))
    page = await store.read(bank.history, GUILD, ANN)
    assert (page.total, page.entries) == (
        3,
        (
            Entry(NOON + 2, "buy-in", -400, 150, "hearts"),
            Entry(NOON + 1, "gift", -150, 550, "Bob"),
            Entry(NOON, "manager's grant", 700, 700, "", "welcome"),
        ),
    )
    assert (await store.read(bank.history, GUILD, ANN, 1, 1)).entries == page.entries[1:2]
    assert (await store.read(bank.history, GUILD, ANN, 9)).entries == ()
    assert (await store.read(bank.history, GUILD, 999)).total == 0


async def test_an_older_file_keeps_its_accounts(tmp_path: Path) -> None:
    """Written before there was credit, by statements of its own time."""
    path = tmp_path / "old.db"
    db = sqlite3.connect(path, isolation_level=None)
    for number in (1, 2):
        for statement in _statements(_migrations()[number]):
            db.execute(statement)
    db.execute("PRAGMA user_version = 2")
    db.execute("INSERT INTO transfers (id, key, guild, why, at) VALUES (1, 'k', 7, 'grant', 0)")
    for id, kind, owner, amount in ((1, "mint", "", -50), (2, "member", str(ANN), 50)):
        db.execute("INSERT INTO accounts (id, guild, kind, owner) VALUES (?, 7, ?, ?)", (id, kind, owner))
        db.execute("INSERT INTO postings (transfer, account, amount) VALUES (1, ?, ?)", (id, amount))
    db.close()
    async with await Store.open(path) as store:
        assert await store.read(ledger.balances, GUILD) == {mint(GUILD): -50, member(GUILD, ANN): 50}
        assert await store.read(ledger.audit) == []
        await store.commit(give("g", 20))
        with pytest.raises(Overdraft):
            await store.commit(give("h", 31))
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("UPDATE accounts SET balance = -1 WHERE id = 2")
    db.close()
