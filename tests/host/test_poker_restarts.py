"""Poker at a table, with a new process after every move: hands, secrets and chips are as they were."""

from __future__ import annotations

import random

import pytest

from bot.engine.facts import HAND
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.poker.moves import Pass

from .tables import ANN, BOB, CLEO, DAN, Tables, memory, play_one

VARIANTS = ("holdem", "omaha-8", "stud", "jacks", "badugi", "baseball", "anaconda", "night-baseball", "guts", "indian")


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_hand_goes_on_wherever_it_was(tables: Tables, variant: str) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, variant=variant, stakes=2000)
    chips, rng = await tables.at_table(), random.Random(variant)
    while s.table.deal is not None:
        again = await tables.again(s)
        assert memory(again) == memory(s) and again.table.deal is not None
        assert (
            again.table.deal.table.chips == s.table.deal.table.chips
            and sum(again.table.deal.table.chips.values()) == chips
        )
        for viewer in (SPECTATOR, 0, 1, 2):
            assert view(again.table.deal, viewer) == view(s.table.deal, viewer)
        s = again
        assert s.table.deal is not None and s.table.deal.ask is not None
        if not await play_one(s, rng):
            assert s.table.deal.ask.timer is not None
            tables.time += max(0, s.table.deal.ask.timer[0] - s.table.now())
            await s.tick()
    assert (
        s.table.match is not None
        and sum(s.table.match.state.stacks) + s.table.match.state.pot == chips == await tables.at_table()
    )


async def test_edge_17_a_restart_amid_a_secret_pass(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO, DAN, variant="anaconda")
    assert s.table.deal is not None
    while s.table.deal.ask and Pass not in {o.kind for p in s.table.deal.ask.waits_for for o in s.table.deal.offers(p)}:
        (seat,) = s.table.deal.ask.waits_for
        await s.act(seat, s.table.deal.ask.default[seat])
    held = {p: view(s.table.deal, p).faces(HAND.of(p)) for p in range(4)}
    for giver in (2, 0, 3, 1):
        s = await tables.again(s)
        assert s.table.deal is not None
        if giver != 1:
            assert {p: view(s.table.deal, p).faces(HAND.of(p)) for p in range(4)} == held
        await s.act(giver, Pass(held[giver][:3]))
    s = await tables.again(s)
    assert s.table.deal is not None
    live = s.table.deal.table.facts["betting"][0].live
    for n, p in enumerate(live):
        got = held[live[n - 1]][:3]
        assert {*view(s.table.deal, p).faces(HAND.of(p))} == {*held[p][3:], *got}
