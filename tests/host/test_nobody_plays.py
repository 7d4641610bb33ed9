"""House players do not play on alone: the table waits at a deal's end for somebody to come back."""

from __future__ import annotations

import pytest

from bot.table import hosting, starting
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL

from .tables import ANN, BOB, Tables, play_deal


async def between_deals(tables: Tables) -> Session:
    s = await tables.started("three-five-seven", ANN, BOB, house_players=2)
    await play_deal(s)
    assert s.phase == BETWEEN and s.paused is None
    return s


async def test_all_people_are_broke_or_sit_out(tables: Tables) -> None:
    s = await between_deals(tables)
    assert s.match is not None
    stack = s.match.state.stacks[0]
    s.match.rebuy(0, -stack)
    s.chairs[1].sits_out = True
    clock = tables.clock(s)
    await tables.pass_time(clock, 10)
    assert s.phase == BETWEEN and s.paused is not None and s.paused.startswith("Nobody is left to deal in")
    await hosting.resume(s, ANN)
    await tables.pass_time(clock, 10)
    assert s.paused is not None, "nothing has changed"
    s.match.rebuy(0, stack)
    await hosting.resume(s, ANN)
    await tables.pass_time(clock, 10)
    assert s.phase == DEAL and s.paused is None


async def test_all_people_are_away(tables: Tables) -> None:
    s = await between_deals(tables)
    for chair in s.chairs[:2]:
        chair.stand_in = True
    clock = tables.clock(s)
    await tables.pass_time(clock, 10)
    assert s.paused == "Everybody is away; press **Go on** when you are back."
    await hosting.resume(s, BOB)
    assert not s.chairs[1].stand_in and s.chairs[0].stand_in
    await tables.pass_time(clock, 10)
    assert s.phase == DEAL


async def test_whoever_looks_on_may_still_deal(tables: Tables) -> None:
    s = await between_deals(tables)
    s.chairs[0].sits_out = s.chairs[1].sits_out = True
    with pytest.raises(Rejected, match="Nobody is left"):
        await starting.next_deal(s)
    await starting.next_deal(s, ANN)
    assert s.phase == DEAL
