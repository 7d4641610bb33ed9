"""Poker at a table, with a new process after every move: hands, secrets and chips are as they were."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.facts import HAND
from bot.engine.offers import Move
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.poker.moves import BombNext, NameVariant, Pass, Straddle
from bot.table import starting
from bot.table.session import Session

from .tables import ANN, BOB, CLEO, DAN, Tables, memory, play_one

pytestmark = pytest.mark.usefixtures("on_either")

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


async def again_and_again(tables: Tables, s: Session, seed: int) -> tuple[Session, set[type[Move]]]:
    """A deal with a new process after every move and every row of the clock. Returns what was offered."""
    chips, rng, offered = await tables.at_table(), random.Random(seed), set[type[Move]]()
    while s.table.deal is not None:
        s2 = await tables.again(s)
        assert memory(s2) == memory(s) and s2.table.deal is not None
        before, now = s.table.deal, s2.table.deal
        for viewer in (SPECTATOR, 0, 1, 2):
            assert view(now, viewer) == view(before, viewer)
        for seat in range(3):
            assert [o.kind for o in now.offers(seat)] == [o.kind for o in before.offers(seat)]
            offered |= {o.kind for o in now.offers(seat) if o}
        s = s2
        if not await play_one(s, rng):
            assert now.ask is not None and now.ask.timer is not None
            tables.time += max(0, now.ask.timer[0] - s.table.now())
            await s.tick()
    assert await tables.at_table() == chips
    return s, offered


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (Straddle, {"straddle": "any"}),
        (NameVariant, {"variant": "choice"}),
        (BombNext, {"bomb_call": True, "boards": "bomb"}),
    ],
)
async def test_what_is_asked_beside_a_hand_is_asked_on(
    tables: Tables, kind: type[Move], options: dict[str, Any]
) -> None:
    """A new process in the middle of the straddle, of the choice of a variant, and of the call of a bomb pot."""
    s = await tables.started("poker", ANN, BOB, CLEO, **options)
    seen = set[type[Move]]()
    for seed in range(8):
        s, offered = await again_and_again(tables, s, seed)
        seen |= offered
        if kind in seen:
            break
        tables.time += 60_000
        await starting.next_deal(s, ANN)
    assert kind in seen
