"""Members who are barred from a server's tables, and nights that nobody announces too many of."""

from __future__ import annotations

import pytest

from bot.store import (
    ALONE,
    Barred,
    Missing,
    Night,
    Refused,
    Store,
    TooMany,
    Work,
    bank,
    bars,
    guests,
    heartbeat,
    ledger,
    nights,
)
from tests.store.conftest import GUILD, NOON
from tests.store.test_personal_data import ANN, BOB, back, erased

HOUR, DAY = 3_600_000, 86_400_000


def bar(until: int, key: str = "b", at: int = NOON) -> Work:
    return Work().do(bars.bar, key, GUILD, BOB, ANN, until, "loud", at)


async def test_a_bar_holds_until_its_end_in_its_server_alone(store: Store) -> None:
    await store.commit(bar(NOON + DAY))
    with pytest.raises(Barred, match="You may not sit down at this server's tables until <t:"):
        await store.commit(Work().do(bars.admit, GUILD, ANN, NOON + DAY - 1))
    await store.commit(
        Work()
        .do(bars.admit, GUILD, ANN, NOON + DAY)
        .do(bars.admit, GUILD, BOB, NOON)
        .do(bars.admit, GUILD + 1, ANN, NOON)
    )
    assert (
        await store.read(bars.barred, GUILD, NOON) == {ANN: NOON + DAY}
        and await store.read(bars.barred, GUILD, NOON + DAY) == {}
    )


async def test_the_last_word_holds_and_is_taken_back(store: Store) -> None:
    await store.commit(bar(NOON + DAY))
    await store.commit(bar(NOON + HOUR, "c"))
    assert await store.read(bars.until, GUILD, ANN, NOON) == NOON + HOUR
    await store.commit(Work().do(bars.unbar, "u", GUILD, BOB, ANN, "sorry", NOON))
    assert await store.read(bars.until, GUILD, ANN, NOON) is None
    with pytest.raises(Missing):
        await store.commit(Work().do(bars.unbar, "v", GUILD, BOB, ANN, "", NOON))
    noted, _ = await store.read(bank.decisions, GUILD)
    assert [(d.what, d.reason) for d in noted] == [("unbar", "sorry"), ("bar", "loud"), ("bar", "loud")]


async def test_a_bar_outlives_the_erasure_and_what_has_run_out_is_forgotten(store: Store) -> None:
    await store.commit(back().do(ledger.ensure_member, GUILD, BOB, "Bob", 0, NOON))
    await store.commit(bar(NOON + DAY))
    await erased(store)
    assert await store.read(bars.barred, GUILD, NOON + 20) == {}, "nothing leads to her"
    assert await store.read(bars.until, GUILD, ANN, NOON + 20) == NOON + DAY
    await store.commit(back())
    await erased(store, NOON + 30)
    with pytest.raises(Barred):
        await store.commit(Work().do(bars.admit, GUILD, ANN, NOON + 40))
    await store.commit(Work().do(heartbeat.beat, ALONE, NOON + DAY))
    assert await store.read(bars.until, GUILD, ANN, NOON + 40) is None


async def test_after_the_erasure_a_bar_can_be_taken_back_or_be_another(store: Store) -> None:
    await store.commit(back().do(ledger.ensure_member, GUILD, BOB, "Bob", 0, NOON))
    await store.commit(bar(NOON + DAY))
    await erased(store)
    await store.commit(bar(NOON + HOUR, "c", NOON + 20))
    assert await store.read(bars.until, GUILD, ANN, NOON + 20) == NOON + HOUR
    await store.commit(Work().do(bars.unbar, "u", GUILD, BOB, ANN, "", NOON + 30).do(bars.admit, GUILD, ANN, NOON + 30))


def night(n: int, starts: int = NOON + DAY) -> Night:
    return Night(f"n{n}", GUILD, 55, ANN, "Friday", starts, None, "announced", {})


async def test_nobody_announces_more_nights_than_they_may(store: Store) -> None:
    for n in (1, 2):
        await store.commit(Work().do(nights.announce, night(n), 2, NOON))
    with pytest.raises(TooMany, match="You may have 2 nights announced here at a time"):
        await store.commit(Work().do(nights.announce, night(3), 2, NOON + 2 * HOUR))
    await store.commit(Work().do(nights.announce, night(3), None, NOON))


async def test_calling_nights_off_makes_no_room_within_the_hour(store: Store) -> None:
    for n in (1, 2):
        await store.commit(Work().do(nights.announce, night(n), 2, NOON).do(nights.cancel_night, f"n{n}"))
    with pytest.raises(TooMany, match="You have announced 2 nights within the last hour"):
        await store.commit(Work().do(nights.announce, night(3), 2, NOON + 1000))
    await store.commit(Work().do(nights.announce, night(3), 2, NOON + HOUR))


async def test_a_night_that_nobody_began_stands_no_more(store: Store) -> None:
    for n in (1, 2):
        await store.commit(Work().do(nights.announce, night(n), 2, NOON))
    await store.commit(Work().do(nights.announce, night(3, NOON + 3 * DAY), 2, NOON + 2 * DAY))


@pytest.mark.parametrize("cancelled", [False, True])
async def test_an_erasure_gets_nobody_round_it(store: Store, cancelled: bool) -> None:
    await store.commit(back().do(ledger.ensure_member, GUILD, BOB, "Bob", 0, NOON))
    for n in (1, 2):
        await store.commit(Work().do(nights.announce, night(n), 2, NOON))
        if cancelled:
            await store.commit(Work().do(nights.cancel_night, f"n{n}"))
    await erased(store)
    with pytest.raises(TooMany):
        await store.commit(Work().do(nights.announce, night(3), 2, NOON + 1000))


async def test_whoever_is_barred_announces_nothing_and_does_not_come(store: Store) -> None:
    await store.commit(Work().do(nights.announce, night(1), 2, NOON).do(guests.answer, "n1", ANN, "Ann", "in", NOON))
    await store.commit(bar(NOON + DAY))
    comes = Work().do(guests.answer, "n1", ANN, "Ann", "in", NOON)
    await store.commit(comes)
    for unit in (Work().do(nights.announce, night(2), None, NOON), comes):
        with pytest.raises(Refused, match="You may not sit down"):
            await store.commit(unit)
