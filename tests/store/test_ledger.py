"""The bank: chips are neither lost nor made, and nobody spends what they have not."""

import asyncio

import pytest

from bot.store import Duplicate, NoRefill, Overdraft, Refused, Store, Work, escrow, house, ledger, member, mint, pot
from tests.store.conftest import ANN, BOB, GUILD, NOON, gift, grant

HARMONY: list[str] = []


async def test_a_transfer_moves_chips(store: Store) -> None:
    await store.commit(grant(ANN, 1000))
    await store.commit(gift("g", 300))
    assert (await store.read(ledger.balance, GUILD, ANN), await store.read(ledger.balance, GUILD, BOB)) == (700, 300)
    assert await store.read(ledger.balances, GUILD) == {
        mint(GUILD): -1000,
        member(GUILD, ANN): 700,
        member(GUILD, BOB): 300,
    }
    assert await store.read(ledger.audit) == HARMONY


async def test_the_same_transfer_again_does_nothing(store: Store) -> None:
    await store.commit(grant(ANN, 1000))
    await store.commit(gift("g", 300))
    await store.commit(gift("g", 300))
    assert await store.read(ledger.balance, GUILD, BOB) == 300


@pytest.mark.parametrize(
    "other",
    [
        gift("g", 299),
        gift("g", 300, BOB, ANN),
        Work().do(
            ledger.transfer, "g", GUILD, [(member(GUILD, ANN), -300), (member(GUILD, BOB), 300)], "another reason", NOON
        ),
        Work().do(ledger.transfer, "g", 8, [(mint(8), -300), (member(8, BOB), 300)], "gift", NOON),
        Work().do(ledger.transfer, "g", GUILD, [], "gift", NOON),
    ],
)
async def test_another_transfer_of_the_same_key_is_refused(store: Store, other: Work) -> None:
    await store.commit(grant(ANN, 1000))
    await store.commit(gift("g", 300))
    with pytest.raises(Duplicate):
        await store.commit(other)
    assert await store.read(ledger.balance, GUILD, BOB) == 300


async def test_an_overdraft_says_what_is_there_and_changes_nothing(store: Store) -> None:
    await store.commit(grant(ANN, 250))
    with pytest.raises(Overdraft, match=r"takes 3 chips, and there are only 2\.5\.") as refused:
        await store.commit(gift("g", 300))
    assert (refused.value.balance, refused.value.wanted) == (250, 300)
    assert await store.read(ledger.balance, GUILD, ANN) == 250
    await store.commit(gift("g", 250))  # the key was not used up
    assert await store.read(ledger.balance, GUILD, ANN) == 0


@pytest.mark.parametrize("account", [member(GUILD, BOB), escrow("t", BOB), escrow("t", "house-2"), pot("t")])
async def test_members_seats_and_pots_never_owe(store: Store, account) -> None:
    with pytest.raises(Overdraft):
        await store.commit(Work().do(ledger.transfer, "g", GUILD, [(account, -1), (mint(GUILD), 1)], "", NOON))
    assert await store.read(ledger.balances, GUILD) == {}


async def test_house_and_mint_may_owe(store: Store) -> None:
    work = Work().do(ledger.transfer, "g", GUILD, [(house(GUILD), -5), (mint(GUILD), -5), (pot("t"), 10)], "", NOON)
    await store.commit(work)
    assert await store.read(ledger.balances, GUILD, "t") == {pot("t"): 10}


async def test_accounts_named_twice_count_together(store: Store) -> None:
    postings = [(mint(GUILD), -10), (pot("t"), 10), (pot("t"), -10), (escrow("t", ANN), 10)]
    await store.commit(Work().do(ledger.transfer, "g", GUILD, postings, "", NOON))
    assert await store.read(ledger.balances, GUILD, "t") == {escrow("t", ANN): 10}


@pytest.mark.parametrize(
    "postings",
    [
        [(mint(GUILD), -1)],
        [(mint(GUILD), -1.0), (pot("t"), 1.0)],
        [(mint(GUILD), True), (pot("t"), -1)],
        [(mint(8), -1), (member(GUILD, ANN), 1)],
    ],
)
async def test_a_transfer_that_makes_no_sense_is_refused(store: Store, postings) -> None:
    with pytest.raises(ValueError):
        await store.commit(Work().do(ledger.transfer, "k", GUILD, postings, "", NOON))
    assert await store.read(ledger.balances, GUILD) == {}


async def test_an_amount_too_large_for_the_books_is_refused(store: Store) -> None:
    for amount in (10**15 + 1, 2**63 - 1, 10**30):
        with pytest.raises(Refused):
            await store.commit(
                Work().do(ledger.transfer, "h", GUILD, [(mint(GUILD), -amount), (house(GUILD), amount)], "", NOON)
            )
    assert await store.read(ledger.balances, GUILD) == {}


async def test_the_grant_is_paid_once_however_it_changes(store: Store) -> None:
    await store.commit(Work().do(ledger.ensure_member, GUILD, ANN, "Ann", 100_000, NOON))
    await store.commit(Work().do(ledger.ensure_member, GUILD, ANN, "Anna", 200_000, NOON))
    await store.commit(Work().do(ledger.ensure_member, 8, ANN, "Ann", 0, NOON))
    assert (await store.read(ledger.balance, GUILD, ANN), await store.read(ledger.balance, 8, ANN)) == (100_000, 0)
    assert await store.read(ledger.audit) == HARMONY


async def test_a_refill_once_a_day_for_whoever_has_less_than_a_buy_in(store: Store) -> None:
    def refill(day: str) -> Work:
        return Work().do(ledger.refill, GUILD, ANN, day, buy_in=500, amount=1000, at=NOON)

    await store.commit(grant(ANN, 500))
    with pytest.raises(NoRefill, match="enough chips"):
        await store.commit(refill("Monday"))
    await store.commit(
        Work().do(ledger.transfer, "sit", GUILD, [(member(GUILD, ANN), -400), (escrow("t", ANN), 400)], "", NOON)
    )
    with pytest.raises(NoRefill, match="enough chips"):  # chips at a table are one's own too
        await store.commit(refill("Monday"))
    await store.commit(
        Work().do(ledger.transfer, "lose", GUILD, [(escrow("t", ANN), -400), (house(GUILD), 400)], "", NOON)
    )
    await store.commit(refill("Monday"))
    assert await store.read(ledger.balance, GUILD, ANN) == 1100
    await store.commit(gift("g", 1100))
    with pytest.raises(NoRefill, match="for today"):
        await store.commit(refill("Monday"))
    await store.commit(refill("Tuesday"))
    assert await store.read(ledger.balance, GUILD, ANN) == 1000


async def test_a_unit_is_done_wholly_or_not_at_all(store: Store) -> None:
    await store.commit(grant(ANN, 100))
    both = Work().do(ledger.transfer, "a", GUILD, [(member(GUILD, ANN), -60), (pot("t"), 60)], "", NOON)
    both.do(ledger.transfer, "b", GUILD, [(member(GUILD, ANN), -60), (pot("t"), 60)], "", NOON)
    with pytest.raises(Overdraft):
        await store.commit(both)
    assert await store.read(ledger.balance, GUILD, ANN) == 100


async def test_the_audit_finds_what_does_not_add_up(store: Store) -> None:
    def forge(db) -> None:
        db.execute("UPDATE accounts SET balance = balance + 1 WHERE kind = 'member'")

    await store.commit(grant(ANN, 100))
    forged = Work()
    forged.steps.append(forge)
    await store.commit(forged)
    assert await store.read(ledger.audit) == [
        "The accounts of server 7 sum to 1 and not to 0.",
        "Account 2 holds 101, and its postings sum to 100.",
    ]


async def test_200_transfers_at_once(store: Store) -> None:
    await store.commit(grant(ANN, 100))

    async def attempt(number: int) -> int:
        try:
            await store.commit(gift(f"g{number % 150}", 1))  # 50 of them are sent twice
        except Overdraft:
            return 0
        return 1

    done = sum(await asyncio.gather(*(attempt(number) for number in range(200))))
    assert (await store.read(ledger.balance, GUILD, ANN), await store.read(ledger.balance, GUILD, BOB)) == (0, 100)
    assert done == 150  # a hundred that moved a chip, and the fifty that were there already
    assert await store.read(ledger.audit) == HARMONY
