"""A whole freezeout of nine, played by a script: `python -m tests.kill.freezeout DATABASE SEED`.

Three people, who make any legal moves, and six house players: bounties, rebuys and an add-on; at odd seeds the last
two agree to a deal by chips. As in `evening` it goes on where an earlier process has left it. After each step a line
says how far it is, and after each hand one what it has come to.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
from hashlib import sha256
from pathlib import Path

from bot.engine.offers import verb
from bot.games.catalog import GAMES
from bot.games.parts.agreed_end import Agree, ProposeEnd
from bot.games.poker.freezeout import paid_places, still_in
from bot.games.poker.moves import Bounties, BountyWon, BuysAgain, DealMade, Out, Prizes
from bot.simulate import random_move
from bot.store import Store
from bot.store import tables as stored_tables
from bot.table import starting
from bot.table.posted import Posted
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.state import BETWEEN, LOBBY, OVER, TableState
from tests.host.tables import ANN, BOB, CHANNEL, CLEO, GUILD, Tables

from .evening import due, move_on

ID = "cup"
OPTIONS = {"format": "freezeout", "limit": "no", "level_hands": 2, "bounty": "25%", "rebuys": 1, "add_on": "stack"}
TOLD = (Out, BountyWon, BuysAgain, Prizes, Bounties, DealMade)


async def opened(tables: Tables) -> Session:
    """The table as it stands in the store; a new one if there is none."""
    if (stored := await tables.store.read(stored_tables.load_table, ID)) is None:
        return await tables.open("poker", ANN, BOB, CLEO, house_players=6, id=ID, **OPTIONS)
    tables.time = json.loads(stored.state)["saved"]
    game = GAMES["poker"]
    begun = TableState(ID, GUILD, ANN, game, game.options(**OPTIONS), posted=Posted(CHANNEL))
    return await tables.again(Session.of(tables.services, begun, Settings()))


async def step(s: Session, tables: Tables, *, chop: bool) -> None:
    """The next thing that happens at this table."""
    tables.time += 1000
    deal = s.table.deal
    if s.table.phase == LOBBY:
        await starting.start(s, ANN)
    elif s.table.phase == BETWEEN:
        await starting.next_deal(s)
    elif due(s):
        await s.tick()
    else:
        assert deal is not None and deal.ask is not None
        if not deal.ask.waits_for:
            assert deal.ask.timer is not None
            tables.time += deal.ask.timer[0] - s.table.now()
            await s.tick()
            return
        seat = min(deal.ask.waits_for)
        offered = {verb(offer.kind) for offer in deal.offers(seat) if offer}
        if "agree" in offered:
            await s.act(seat, Agree())
        elif chop and "propose-end" in offered and len(still_in(deal.table.carried)) == 2:
            await s.act(seat, ProposeEnd())
        elif seat in s.table.humans:
            offers = [offer for offer in deal.offers(seat) if offer.kind is not ProposeEnd]
            move = random_move(offers, random.Random(f"{s.table.deal_id} {len(deal.rows)}"))
            assert move is not None
            await s.act(seat, move)
        else:
            await move_on(s, deal, seat)


def how_far(s: Session) -> str:
    """The phase, the hand, and whether one more knockout brings all others into the money."""
    carried = s.table.shown.table.carried if s.table.shown is not None else None
    bubble = carried is not None and carried.tournament.closed and len(still_in(carried)) == paid_places(carried) + 1
    return f"{s.table.phase} {s.table.deals_begun}{' bubble' if bubble else ''}"


def come_to(s: Session) -> str:
    """What a hand that is over has come to, for everybody."""
    assert s.table.shown is not None and s.table.match is not None
    told = [repr(event) for event, _ in s.table.shown.table.events if isinstance(event, TOLD)]
    state = s.table.match.state
    return f"hand {s.table.deals_begun}: {told} {state.stacks} {state.splash} {state.standings}"


async def main(path: Path, seed: int) -> None:
    async with await Store.open(path) as store:
        tables = Tables(store)
        s = await opened(tables)
        secrets.token_bytes = lambda n=32: sha256(f"{seed} {s.table.deal_id}".encode()).digest()[:n]
        print(how_far(s), flush=True)
        while True:
            if s.table.phase in (BETWEEN, OVER):
                print(come_to(s), flush=True)
            if s.table.phase == OVER:
                return
            await step(s, tables, chop=seed % 2 == 1)
            print(how_far(s), flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
