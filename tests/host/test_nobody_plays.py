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
    assert s.table.phase == BETWEEN and s.table.paused is None
    return s


async def test_all_people_are_broke_or_sit_out(tables: Tables) -> None:
    s = await between_deals(tables)
    assert s.table.match is not None
    stack = s.table.match.state.stacks[0]
    async with s.commits.changing(shown=False) as (table, _):
        s.table.match.rebuy(0, -stack)
        table.chairs[1].sits_out = True
    clock = tables.clock(s)
    await tables.pass_time(clock, 10)
    assert (
        s.table.phase == BETWEEN
        and s.table.paused is not None
        and s.table.paused.startswith("Nobody is left to deal in")
    )
    await hosting.resume(s, ANN)
    await tables.pass_time(clock, 10)
    assert s.table.paused is not None, "nothing has changed"
    async with s.commits.changing(shown=False):
        s.table.match.rebuy(0, stack)
    await hosting.resume(s, ANN)
    await tables.pass_time(clock, 10)
    assert s.table.phase == DEAL and s.table.paused is None


async def test_all_people_are_away(tables: Tables) -> None:
    s = await between_deals(tables)
    async with s.commits.changing(shown=False) as (table, _):
        for chair in table.chairs[:2]:
            chair.stand_in = True
    clock = tables.clock(s)
    await tables.pass_time(clock, 10)
    assert s.table.paused == "Everybody is away; press **Go on** when you are back."
    await hosting.resume(s, BOB)
    assert not s.table.chairs[1].stand_in and s.table.chairs[0].stand_in
    await tables.pass_time(clock, 10)
    assert s.table.phase == DEAL


async def test_whoever_looks_on_may_still_deal(tables: Tables) -> None:
    s = await between_deals(tables)
    s.table.chairs[0].sits_out = s.table.chairs[1].sits_out = True
    with pytest.raises(Rejected, match="Nobody is left"):
        await starting.next_deal(s)
    await starting.next_deal(s, ANN)
    assert s.table.phase == DEAL
