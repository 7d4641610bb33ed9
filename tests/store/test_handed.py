"""Presses that one process hands to another: each step of one is taken once."""

import pytest

from bot.store import ALONE, Duplicate, Missing, Store, Work, handed, heartbeat, personal_data
from bot.store.connection import Connection
from tests.store.conftest import ANN, BOB, GUILD, grant

PRESS, OWNER, AT = 77, 1, 1_000_000
SENT = '{"token": "secret"}'


async def hand_over(store: Store, *, acknowledged: bool = False) -> None:
    await store.commit(Work().do(handed.hand_over, PRESS, OWNER, ANN, SENT, AT, acknowledged=acknowledged))


def all_of_it(db: Connection) -> list[tuple[int, str, str]]:
    return db.execute("SELECT interaction, state, sent FROM handed").fetchall()


async def test_its_owner_takes_it_once(store: Store) -> None:
    await hand_over(store)
    assert await store.read(handed.waiting, PRESS) == (SENT, handed.WAITING)
    await store.commit(Work().do(handed.take, PRESS, handed.WAITING))
    assert await store.read(handed.waiting, PRESS) is None
    for late in (
        Work().do(handed.take, PRESS, handed.WAITING),
        Work().do(handed.acknowledge, PRESS),
        Work().do(handed.give_up, PRESS),
    ):
        with pytest.raises(Missing):
            await store.commit(late)
    assert await store.read(all_of_it) == [(PRESS, handed.TAKEN, "")], "the token is not needed any more"


async def test_nobody_takes_it_while_it_is_acknowledged(store: Store) -> None:
    await hand_over(store)
    await store.commit(Work().do(handed.acknowledge, PRESS))
    assert await store.read(handed.waiting, PRESS) is None
    with pytest.raises(Missing):
        await store.commit(Work().do(handed.take, PRESS, handed.WAITING))
    await store.commit(Work().do(handed.acknowledged, PRESS, OWNER))
    assert await store.read(handed.waiting, PRESS) == (SENT, handed.ACKNOWLEDGED)
    await store.commit(Work().do(handed.take, PRESS, handed.ACKNOWLEDGED))


@pytest.mark.parametrize("acknowledged", [False, True])
async def test_what_is_given_up_is_taken_by_nobody(store: Store, acknowledged: bool) -> None:
    await hand_over(store, acknowledged=acknowledged)
    state = handed.ACKNOWLEDGED if acknowledged else handed.WAITING
    await store.commit(Work().do(handed.give_up, PRESS))
    assert await store.read(handed.waiting, PRESS) is None
    with pytest.raises(Missing):
        await store.commit(Work().do(handed.take, PRESS, state))
    assert await store.read(all_of_it) == [(PRESS, handed.GIVEN_UP, "")]


async def test_the_same_is_handed_over_once(store: Store) -> None:
    await hand_over(store)
    await store.commit(Work().do(handed.take, PRESS, handed.WAITING))
    with pytest.raises(Duplicate):
        await hand_over(store)


async def test_after_a_quarter_of_an_hour_nothing_is_left(store: Store) -> None:
    await hand_over(store)
    await store.commit(Work().do(heartbeat.beat, ALONE, AT + handed.KEPT_MS - 1))
    assert await store.read(all_of_it) == [(PRESS, handed.WAITING, SENT)]
    await store.commit(Work().do(heartbeat.beat, ALONE, AT + handed.KEPT_MS))
    assert await store.read(all_of_it) == []


async def test_it_is_shown_to_who_has_pressed_and_erased_with_them(store: Store) -> None:
    await store.commit(grant(ANN, 0))
    await hand_over(store)
    own = await store.read(personal_data.everything_but_results, GUILD, ANN)
    assert own["presses handed over"] == [{"interaction": PRESS, "at": AT, "state": handed.WAITING, "sent": SENT}]
    assert (await store.read(personal_data.everything_but_results, GUILD, BOB))["presses handed over"] == []
    found = await store.read(personal_data.traces, GUILD, ANN)
    await store.commit(Work().do(personal_data.erase, GUILD, ANN, found, AT, since=0, until=AT))
    assert await store.read(all_of_it) == []
