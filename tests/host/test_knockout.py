"""A match that everybody plays with what they began with: nobody joins it, buys more chips, or takes theirs along."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.traits import Knockout
from bot.games.catalog import GAMES
from bot.table import buying, lobby, starting, wishes
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, OVER

from .tables import ANN, BOB, CLEO, DAN, Tables, memory
from .test_chips import BUY_IN, GRANT, agree_to_end, books_agree, lies_there, lowest_bets


@pytest.fixture(autouse=True)
def red_dog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "red-dog", replace(GAMES["red-dog"], traits=(Knockout(lambda options: True),)))


async def between(tables: Tables) -> Session:
    s = await tables.started("red-dog", ANN, BOB, CLEO)
    await lowest_bets(s)
    assert s.table.phase == BETWEEN
    return s


async def test_nobody_joins_buys_or_sits_out(tables: Tables) -> None:
    s = await between(tables)
    assert await lobby.join(s, DAN, "Dan") is None  # in the queue, for the next match
    with pytest.raises(Rejected, match="Nobody joins a freezeout"):
        await lobby.take(s, DAN, "Dan", 0)
    with pytest.raises(Rejected, match="Nobody buys more chips in a freezeout"):
        await buying.rebuy(s, BOB)
    with pytest.raises(Rejected, match="Everybody is dealt in to a freezeout"):
        await wishes.sit_out(s, BOB)
    with pytest.raises(Rejected, match="The table is full"):
        await lobby.add_house(s)


async def test_who_gets_up_leaves_the_chips_in_the_match(tables: Tables) -> None:
    s = await between(tables)
    assert s.table.match is not None
    stack, splash = s.table.match.state.stacks[1], s.table.match.state.splash
    await lobby.leave(s, BOB)
    assert await tables.balance(BOB) == GRANT - BUY_IN
    assert s.table.match.state.splash == splash + stack
    assert str(BOB) not in await lies_there(tables, s)
    await books_agree(tables, s)
    assert memory(await tables.again(s)) == memory(s)
    with pytest.raises(Rejected, match="Nobody joins a freezeout"):
        await lobby.take(s, DAN, "Dan", 1)
    await starting.next_deal(s, ANN)
    await lowest_bets(s)
    await books_agree(tables, s)


async def test_a_match_that_is_over_is_left_with_all_chips(tables: Tables) -> None:
    s = await between(tables)
    await starting.next_deal(s, ANN)
    await agree_to_end(s, 0, 1, 2)
    assert s.table.phase == OVER and s.table.match is not None
    stack = s.table.match.state.stacks[1]
    await lobby.leave(s, BOB)
    assert await tables.balance(BOB) == GRANT - BUY_IN + stack


async def test_a_rematch_begins_with_equal_stacks(tables: Tables) -> None:
    s = await between(tables)
    await starting.next_deal(s, ANN)
    await agree_to_end(s, 0, 1, 2)
    await starting.start(s, ANN)
    assert s.table.match is not None
    assert (
        s.table.match.state.stacks == (BUY_IN,) * 3
        or sum(s.table.match.state.stacks) + s.table.match.state.pot == 3 * BUY_IN
    )
    await lowest_bets(s)
    await books_agree(tables, s)


async def test_the_last_of_a_match_plays_it_to_its_end(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    await lowest_bets(s)
    await lobby.leave(s, BOB)
    await starting.next_deal(s, ANN)
    assert s.table.chairs[1].empty  # no house player takes the chair
