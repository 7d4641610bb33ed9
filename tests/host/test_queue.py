"""Who waits for a seat: nobody loses the place but a person who cannot pay, and nobody is passed."""

from __future__ import annotations

import random

import pytest

from bot.games.catalog import GAMES
from bot.table import hosting, lobby
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, LOBBY, OVER

from .tables import ANN, BOB, CLEO, DAN, GUILD, Failing, Tables, play_one


@pytest.fixture
def slow(tables: Tables, failing: Failing) -> Failing:
    """The tables' store, which can be made to fail."""
    tables.store = tables.services.store = failing  # type: ignore[assignment]  # it does everything that the store does
    return failing


async def full(tables: Tables, game: str = "hearts") -> Session:
    """A deal is on at a full table, and Bob and Cleo wait for a seat."""
    s = await tables.started(game, ANN, house_players=GAMES[game].seats[-1] - 1)
    for user, name in ((BOB, "Bob"), (CLEO, "Cleo")):
        assert await lobby.join(s, user, name) is None
    return s


async def between_deals(s: Session) -> None:
    rng = random.Random(1)
    while await play_one(s, rng):
        pass
    assert s.table.phase in (BETWEEN, OVER)


async def test_a_commit_that_fails_costs_nobody_the_place(tables: Tables, slow: Failing) -> None:
    s = await full(tables)
    await between_deals(s)
    slow.fill_disk()
    clock = tables.clock(s)
    await clock._step()
    assert s.table.queue == [(BOB, "Bob"), (CLEO, "Cleo")] and s.table.paused is not None
    await hosting.resume(s, ANN)
    await tables.pass_time(clock, 6)
    assert s.table.queue == [] and s.table.seat_of(BOB) is not None and s.table.seat_of(CLEO) is not None


async def test_before_a_match_the_clock_tries_it_again_after_a_while(tables: Tables, slow: Failing) -> None:
    s = await tables.open("hearts", ANN, BOB, CLEO, DAN)
    await lobby.join(s, 105, "Eve")
    await lobby.leave(s, DAN)
    clock, begun = tables.clock(s), slow.begun
    slow.fill_disk(2)
    assert s.table.phase == LOBBY
    await tables.pass_time(clock, 4)
    assert slow.begun == begun + 1 and s.table.queue == [(105, "Eve")], "it is tried once, and not at once again"
    await tables.pass_time(clock, 12)
    assert s.table.queue == [] and s.table.seat_of(105) == 3
    assert slow.begun == begun + 4, "once in vain, then the table as it is, in vain and not, and then the seat"


@pytest.mark.parametrize("why", ["poor", "limit"])
async def test_only_who_cannot_pay_loses_the_place(tables: Tables, why: str) -> None:
    s = await full(tables, "red-dog")
    if why == "poor":
        await tables.open("red-dog", BOB, id="other", buy_in=100_000)
        assert await tables.balance(BOB) == 0
    else:
        await tables.open("red-dog", BOB, id="other")
        tables.set["buy_ins_day"] = 10_000
        s.table.settings = await tables._settings(GUILD)
    await between_deals(s)
    while await lobby.seat_next(s) is None:
        assert s.table.queue, "Cleo has her place"
    assert s.table.seat_of(CLEO) is not None and s.table.seat_of(BOB) is None and s.table.queue == []


async def test_a_house_players_seat_is_not_taken_before_those_who_wait(tables: Tables) -> None:
    s = await full(tables)
    await between_deals(s)
    with pytest.raises(
        Rejected, match="Bob is first in the queue for the next seat; press \\*\\*Join\\*\\* to queue up"
    ):
        await lobby.take(s, DAN, "Dan", 1)
    with pytest.raises(Rejected, match="Bob is first in the queue"):
        await lobby.take(s, CLEO, "Cleo", 1)
    assert s.table.queue == [(BOB, "Bob"), (CLEO, "Cleo")]
    await lobby.take(s, BOB, "Bob", 2)
    assert s.table.seat_of(BOB) == 2 and s.table.queue == [(CLEO, "Cleo")], "the first chooses a seat"
