"""How long forty hands of poker take on virtual time, with the same presses, before and since results stand no longer
than they are read."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.engine.betting import CALL, CHECK, FOLD
from bot.engine.traits import Reading
from bot.games.catalog import GAMES
from bot.games.poker import showdown

from .tables import ANN, BOB, CLEO, Sparing, Tables

HANDS = 40


async def seconds(tables: Tables, id: str) -> float:
    """Three people who take two seconds for a move: every other hand ends before the flop, the others are checked
    down. Nobody presses anything between two hands, or shows."""
    s = await tables.started("poker", ANN, BOB, CLEO, id=id, run_twice=False)
    clock, began = tables.clock(s), tables.time
    while s.table.deals_begun <= HANDS:
        deal = s.table.deal
        if deal is None or deal.ask is None or not s.table.turns:
            await tables.pass_time(clock, 0.25)
            continue
        await tables.pass_time(clock, 2)
        (seat,) = s.table.turns
        wanted = (FOLD,) if s.table.deals_begun % 2 else (CHECK, CALL)
        await s.act(seat, next(move for move in wanted if deal.ask.refusal(seat, move) is None))
    return (tables.time - began) / 1000


@pytest.mark.usefixtures("moments")
async def test_forty_hands_take_a_quarter_less_time(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tables, "change", Sparing.change)
    monkeypatch.setattr(Tables, "EACH", Sparing.EACH, raising=False)
    monkeypatch.setattr("secrets.token_bytes", random.Random(1).randbytes)
    now = await seconds(tables, "now")
    game = GAMES["poker"]
    before = replace(game, traits=tuple(t for t in game.traits if not isinstance(t, Reading)))
    monkeypatch.setitem(GAMES, "poker", before)
    monkeypatch.setattr(showdown, "QUICK_SHOW_MS", showdown.SHOW_MS)
    monkeypatch.setattr("secrets.token_bytes", random.Random(1).randbytes)
    then = await seconds(tables, "then")
    print(f"{HANDS} hands: {then:.0f} s before, {now:.0f} s now, {1 - now / then:.0%} less")
    assert now < 0.75 * then
