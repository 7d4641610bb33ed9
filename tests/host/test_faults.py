"""Faults of the program itself: a script that breaks costs a deal at most, and a picture that fails costs nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.deal import Deal
from bot.table import hosting, starting
from bot.table.errors import Rejected
from bot.table.state import BETWEEN, DEAL

from .tables import ANN, BOB, CLEO, DAN, Tables, memory, play_one


class Broken(Exception):
    """Not for players."""


def breaking(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """The next `times` moves break the script."""
    resume, left = Deal._resume, [times]

    def broken(self: Deal, row: Any) -> None:
        if row is not None and left[0] and not row.lapsed and row.seat == 0:
            left[0] -= 1
            self.ask, self.broken = None, Broken("the queen has no colour")
            raise self.broken
        resume(self, row)

    monkeypatch.setattr(Deal, "_resume", broken)


async def test_a_script_that_breaks_once_is_rebuilt(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    before = memory(s)
    breaking(monkeypatch, 1)
    with pytest.raises(Rejected, match="nothing has changed") as said:
        await play_one(s, random.Random(1))
    assert "queen" not in str(said.value)
    assert memory(s) == before == memory(await tables.again(s))
    assert await play_one(s, random.Random(1))


async def test_a_script_that_breaks_again_makes_the_deal_void(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    stacks, lies = s.table.match.state.stacks if s.table.match else (), await tables.at_table()
    while 0 not in s.table.turns:
        await play_one(s, random.Random(1))
    breaking(monkeypatch, 2)
    for _ in range(2):
        with pytest.raises(Rejected, match="Something went wrong"):
            await play_one(s, random.Random(1))
    assert s.table.phase == BETWEEN and s.table.match is not None and s.table.match.state.stacks == stacks
    assert s.table.paused is not None and "void" in s.table.paused and "void" in tables.shown[-1].public.text
    assert await tables.at_table() == lies
    assert memory(await tables.again(s)) == memory(s)
    await hosting.resume(s, ANN)
    await starting.next_deal(s, ANN)
    assert s.table.phase == DEAL


async def test_a_picture_that_cannot_be_made_undoes_the_move(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody could see is not played on."""
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    before = memory(s)

    def blank(*_: Any) -> Any:
        raise Broken

    monkeypatch.setattr(tables, "change", blank)
    with pytest.raises(Rejected, match="nothing has changed"):
        await play_one(s, random.Random(1))
    monkeypatch.undo()
    assert memory(s) == before == memory(await tables.again(s))


async def test_a_change_that_cannot_be_shown_stands(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)

    async def nowhere(*_: Any) -> None:
        raise Broken

    monkeypatch.setattr("tests.host.tables.Change.publish", nowhere)
    assert await play_one(s, random.Random(1))
    assert s.table.deal is not None and len(s.table.deal.rows) == 1
    assert memory(await tables.again(s)) == memory(s)
