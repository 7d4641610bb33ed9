"""A short freezeout with all that is paid in it, and a new process after every commit: places, prizes, bounties and
chips are as they would have been."""

from __future__ import annotations

import random
import secrets
from collections.abc import AsyncIterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot import house
from bot.engine.offers import Move
from bot.engine.state import Standing
from bot.engine.view import view
from bot.games.parts.agreed_end import Agree, ProposeEnd
from bot.games.poker.freezeout import still_in
from bot.games.poker.moves import (
    DECLINE,
    AddOn,
    AddsOn,
    Bounties,
    BountyWon,
    BuyAgain,
    BuysAgain,
    DealMade,
    Out,
    Prizes,
)
from bot.house import poker_worlds
from bot.store import Store, ledger
from bot.table import lobby, starting
from bot.table.session import Session
from bot.table.state import DEAL, OVER

from .tables import ANN, BOB, CLEO, DAN, Tables
from .test_chips import books_agree

pytestmark = pytest.mark.usefixtures("on_either")

CUP: dict[str, Any] = {
    "variant": "holdem", "format": "freezeout", "stakes": 2000, "limit": "no", "level_hands": 2, "bounty": "25%",
    "rebuys": 2, "add_on": "stack",
}  # fmt: skip
TOLD = (Out, BountyWon, BuysAgain, AddsOn, Prizes, Bounties, DealMade)


@pytest_asyncio.fixture
async def other(tmp_path: Path) -> AsyncIterator[Tables]:
    """A card room of its own, with nothing in its books."""
    async with await Store.open(tmp_path / "other.db") as store:
        yield Tables(store)
        assert await store.read(ledger.audit) == []


async def course(tables: Tables, seed: int, *, restarts: bool, deal: bool, leaves: bool) -> list[Any]:
    """Everything that is told of players, chips and places until it is over, and what everybody has then."""
    number, rng = count(), random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(poker_worlds, "MOST", 4)
        patch.setattr(poker_worlds, "LEAST", 4)
        patch.setattr(secrets, "token_bytes", lambda n: sha256(b"%d/%d" % (seed, next(number))).digest()[:n])
        s = await tables.started("poker", ANN, BOB, CLEO, DAN, house_players=1, **CUP)
        found: list[Any] = []
        for _ in range(60):
            s = await one_hand(tables, s, rng, restarts=restarts, deal=deal)
            assert s.table.shown is not None
            found.append([event for event, _ in s.table.shown.table.events if isinstance(event, TOLD)])
            await books_agree(tables, s)
            if s.table.phase == OVER:
                break
            if leaves and len(found) == 3 and s.table.seat_of(DAN) is not None:
                await lobby.leave(s, DAN)
            s = await tables.again(s) if restarts else s
            await starting.next_deal(s, ANN)
            s = await tables.again(s) if restarts else s
    assert s.table.phase == OVER and s.table.match is not None
    state = s.table.match.state
    places: tuple[Standing, ...] = state.standings or ()
    return [found, state.stacks, places, [await tables.balance(user) for user in (ANN, BOB, CLEO, DAN)]]


async def one_hand(tables: Tables, s: Session, rng: random.Random, *, restarts: bool, deal: bool) -> Session:
    """The running hand and what is asked after it; perhaps a deal is proposed, and all agree to it."""
    while s.table.phase == DEAL:
        s = await tables.again(s) if restarts else s
        assert s.table.deal is not None and s.table.deal.ask is not None
        seat = next(iter(s.table.deal.ask.waits_for))
        offers = s.table.deal.offers(seat)
        may = {o.kind for o in offers if o}
        propose = deal and ProposeEnd in may and len(still_in(s.table.deal.table.carried)) <= 4
        move: Any = house.choose(view(s.table.deal, seat), offers, rng)
        if propose:
            move = ProposeEnd()
        elif Agree in may and deal:
            move = Agree()
        elif BuyAgain in may or AddOn in may:
            move = rng.choice([BuyAgain() if BuyAgain in may else AddOn(), DECLINE])
        assert isinstance(move, Move)
        await s.act(seat, move)
    return s


@pytest.mark.parametrize(("seed", "deal", "leaves"), [(1, False, False), (2, False, True), (3, True, False)])
async def test_restarts_change_nothing(tables: Tables, other: Tables, seed: int, deal: bool, leaves: bool) -> None:
    undisturbed = await course(tables, seed, restarts=False, deal=deal, leaves=leaves)
    assert await course(other, seed, restarts=True, deal=deal, leaves=leaves) == undisturbed
    told = {type(event) for hand in undisturbed[0] for event in hand}
    assert told >= {Out, BountyWon, Bounties, DealMade if deal else Prizes}
    assert deal or {BuysAgain, AddsOn} & told
