"""Sealed shuffles and shoes over restarts, voids and reveals (rules/dealing.md, sections 3 and 6)."""

from __future__ import annotations

import random

from bot.engine.cutting import Cut, Note
from bot.engine.facts import HAND, STOCK
from bot.engine.proof import verify
from bot.engine.table import Shuffled
from bot.games.catalog import GAMES
from bot.show.messages import proofs
from bot.table import hosting, lobby, starting
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL

from .tables import ANN, BOB, CLEO, DAN, Tables, play_deal, play_one


def commit(s: Session) -> str:
    assert s.table.match is not None and s.table.match.seal is not None
    return s.table.match.seal.commit


def shuffled(s: Session) -> bool:
    """Whether the deal that is shown came from a fresh pack."""
    assert s.table.shown is not None
    return any(isinstance(event, Shuffled) for event, _ in s.table.shown.table.events)


async def test_edge_7_a_restart_between_commit_and_reveal_resumes_the_same_deal(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="offer")
    sealed = commit(s)
    assert tables.shown[-1].public.file == f"{sealed[:32]}.png", "it is public before the pack has an order"
    await s.act(2, Note("lucky seven"))
    s = await tables.again(s, away=30)
    assert commit(s) == sealed
    await s.act(1, Cut(20))
    assert s.table.deal is not None
    hands = [[*s.table.deal.table.piles[HAND.of(seat)]] for seat in range(4)]
    s = await tables.again(s)
    assert s.table.deal is not None and commit(s) == sealed
    assert [[*s.table.deal.table.piles[HAND.of(seat)]] for seat in range(4)] == hands
    assert s.table.deal.table.contributions == {"by": 1, "cut": 20, "notes": [[2, "lucky seven"]]}
    await play_deal(s)
    await hosting.close_after_hand(s, ANN)
    (proof,) = await proofs.of_table(tables.store, s.id)
    assert proof.commit == sealed and proof.file is not None
    assert verify(proof.file.data, GAMES).commit == sealed


async def test_a_void_deal_drops_its_shoe_for_good(tables: Tables) -> None:
    s = await tables.started("blackjack", ANN, BOB)
    await play_deal(s)
    first = commit(s)
    await starting.next_deal(s, ANN)
    assert s.table.phase == DEAL and not shuffled(s) and commit(s) == first
    stacks = s.table.match.state.stacks if s.table.match else ()
    await hosting.void(s)
    s = await tables.again(s)
    assert s.table.phase == BETWEEN and s.table.match is not None
    assert (s.table.match.state.shoe, s.table.match.state.stacks) == (None, stacks)
    assert [p.file is not None for p in await proofs.of_table(tables.store, s.id)] == [True], "it is out of play"
    await starting.next_deal(s, ANN)
    assert shuffled(s) and commit(s) != first


async def test_a_shoe_goes_on_after_a_restart(tables: Tables) -> None:
    s = await tables.started("blackjack", ANN)
    await play_deal(s)
    assert s.table.match is not None and s.table.match.state.shoe is not None
    left, first = s.table.match.state.shoe.cards, commit(s)
    s = await tables.again(s)
    await starting.next_deal(s, ANN)
    assert s.table.deal is not None and commit(s) == first and not shuffled(s)
    assert [*reversed([*s.table.deal.table.piles[STOCK]])] == [*left]
    assert [p.file for p in await proofs.of_table(tables.store, s.id)] == [None], "more is dealt from it"


async def test_whoever_comes_and_goes_in_the_middle_of_a_deal_takes_no_pack_along(tables: Tables) -> None:
    s = await tables.started("backhand", ANN)
    clock, rng = tables.clock(s), random.Random(1)
    for _ in range(2):
        await lobby.join(s, BOB, "Bob")
        await lobby.leave(s, BOB)
        while s.table.phase == DEAL:
            if not await play_one(s, rng):
                await tables.pass_time(clock, 2)  # a called card comes a moment later
        assert s.table.match is not None and s.table.match.state.away == frozenset()
        await starting.next_deal(s, ANN)
    assert s.table.deal is not None and s.table.deal.seal is not None
    assert (s.table.deal.seal.spec["decks"], s.table.deal.seal.spec["seats"]) == (1, 1)
