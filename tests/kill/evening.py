"""A whole night of dealer's choice, played by a script: `python -m tests.kill.evening DATABASE [STEPS [NIGHT]]`.

On `friday` four people and three house players, every game for chips, late arrivals, an early leaver, a rebuy; at the
evening of `all` two people and three house players, and every game once. What comes next follows from what the table is
like and from nothing else, so that the night goes on where an earlier process has left it; after STEPS steps this one
ends. Each step is told on a line of its own.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
from hashlib import sha256
from pathlib import Path

from bot import house
from bot.engine.deal import Deal
from bot.engine.offers import Move, Offer, verb
from bot.engine.piles import Seat
from bot.engine.randomness import Stream
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.store import Night as Record
from bot.store import Store
from bot.store import tables as stored_tables
from bot.table import buying, hosting, lobby, night, picking, starting, state
from bot.table.night_state import CHOICES, Night
from bot.table.posted import Posted
from bot.table.session import Session
from bot.table.state import BETWEEN, CLOSED, DEAL, LOBBY
from tests.host.tables import ANN, BOB, CHANNEL, CLEO, DAN, GUILD, NAMES, NOON, Sparing, Tables

ID = "friday"
PROGRAMME = tuple(sorted((slug for slug, game in GAMES.items() if game.chips), key=lambda slug: GAMES[slug].seats[-1]))
"""All games for chips; those for few come before the table is full."""
ALL = tuple(GAMES)
"""Every game there is."""
SOON = {
    "canfield": {"race_minutes": "5"}, "knock-poker": {"target": "1"}, "three-five-seven": {"strikes_to_win": "1"},
}  # fmt: skip
"""What makes some of them shorter still; of those that have a length there is one deal."""
QUICK = {"hearts"}
"""Where house players think for long, any legal move will do."""
SLOW = {"canfield": 10_000}
"""Milliseconds for a move, where that is not the usual second: a race is over when its time is."""
FULL = 6
"""How many sit down in the end."""
OTHERS_COME = sum(GAMES[slug].seats[-1] < FULL for slug in PROGRAMME)
DAN_COMES, SOMEBODY_REBUYS, CLEO_LEAVES = OTHERS_COME + 2, OTHERS_COME + 4, OTHERS_COME + 5
"""After this many games."""
LONGEST = 6
"""After this many deals of a game that has no end of its own, somebody would like to stop, and all agree."""


async def opened(tables: Tables, id: str = ID) -> Session:
    """The night as it stands in the store; a new one if there is none."""
    game = GAMES[CHOICES[0]]
    tonight = Night("Friday")
    begun = state.TableState(id, GUILD, ANN, game, game.options(), posted=Posted(CHANNEL), night=tonight)
    s = Session.of(tables.services, begun, await tables._settings(GUILD))
    if (stored := await tables.store.read(stored_tables.load_table, id)) is not None:
        tables.time = json.loads(stored.state)["saved"]
        return await tables.again(s)
    record = Record(id, GUILD, CHANNEL, ANN, "Friday", NOON, None, "running", tonight.terms)
    await lobby.open_night(s, ANN, NAMES[ANN], record)
    return s


async def step(s: Session, tables: Tables, tonight: str = "friday") -> None:
    """The next thing that happens on this evening."""
    tables.time += SLOW.get(s.table.game.slug, 1000) if s.table.phase == DEAL and tonight == "all" else 1000
    if s.table.phase == LOBBY:
        await gather(s, houses=HOUSES[tonight])
    elif s.table.phase == DEAL:
        if due(s):
            await s.tick()
        else:
            if s.table.game.real_time:
                await move_live(s, tables)
            else:
                await move(s, tables, any_will_do=tonight == "all" and s.table.game.slug in QUICK)
    elif s.table.phase == BETWEEN:
        await starting.next_deal(s)
    else:
        await NIGHTS[tonight](s)


def due(s: Session) -> bool:
    """Whether the game's own timer comes before anybody's move, as it does at a table's clock: a player who looks at
    the table then sees it as their move will find it."""
    timer = s.table.deal.ask.timer if s.table.deal and s.table.deal.ask else None
    return timer is not None and timer[0] <= s.table.now()


async def gather(s: Session, houses: int) -> None:
    if s.table.seat_of(BOB) is None:
        await lobby.join(s, BOB, NAMES[BOB])
    elif len(s.table.taken) < 2 + houses:
        await lobby.add_house(s)
    else:
        await starting.start(s, ANN)


async def pick(s: Session) -> None:
    told = night.of(s.table)
    done = told.picks
    if done == OTHERS_COME and str(CLEO) not in told.parties:
        await lobby.join(s, CLEO, NAMES[CLEO])
    elif done == OTHERS_COME and len(s.table.taken) < FULL:
        await lobby.add_house(s)
    elif done == DAN_COMES and str(DAN) not in told.parties:
        await lobby.join(s, DAN, NAMES[DAN])
    elif done == SOMEBODY_REBUYS and not any(p.rebuys for a, p in told.parties.items() if a.isdecimal()):
        poorest = min(s.table.humans, key=lambda seat: s.table.stack_of(seat))
        await buying.rebuy(s, s.table.chairs[poorest].user or 0)
    elif done == CLEO_LEAVES and s.table.seat_of(CLEO) is not None:
        await lobby.leave(s, CLEO)
    elif done == len(PROGRAMME):
        await hosting.close_after_hand(s, s.table.host)
    elif (user := s.table.chairs[told.dealer].user) is not None:
        await picking.pick(s, user, PROGRAMME[done], picking.FRIENDLY, {"cut": "off"})
    else:
        async with s.commits.changing() as (table, work):
            picking.deal(table, work, PROGRAMME[done], given={"cut": "off"})


async def pick_of_all(s: Session) -> None:
    """Every game is named once, by the dealer, with as many as it takes; players without chips buy more."""
    told = night.of(s.table)
    if poor := [s.table.chairs[n].user or 0 for n in s.table.humans if s.table.stack_of(n) <= 0]:
        await buying.rebuy(s, poor[0])
    elif told.picks == len(ALL):
        await hosting.close_after_hand(s, s.table.host)
    else:
        slug = ALL[told.picks]
        others = sorted((n for n in s.table.taken if n != told.dealer), key=lambda n: s.table.chairs[n].house)
        most = max(n for n in GAMES[slug].seats if n <= len(s.table.taken))
        among = others[: most - 1] if most < len(s.table.taken) else []
        once = {GAMES[slug].length: "1"} if GAMES[slug].length else {}
        async with s.commits.changing() as (table, work):
            picking.deal(table, work, slug, given={"cut": "off"} | once | SOON.get(slug, {}), among=among)


async def move_live(s: Session, tables: Tables) -> None:
    """Without turns: the first who would move now does, otherwise time goes on to what comes next."""
    deal = s.table.deal
    assert deal is not None and deal.ask is not None
    later: list[int] = []
    for seat in range(deal.table.seats):
        rng = random.Random(f"{s.table.deal_id} {len(deal.rows)} {seat}")
        chosen = house.choose(view(deal, seat, s.table.now()), deal.offers(seat), rng)
        if isinstance(chosen, Move):
            await s.act(seat, chosen)
            return
        later += [chosen.at] if isinstance(chosen, house.AskAgainAt) else []
    later += [deal.ask.timer[0]] if deal.ask.timer is not None else []
    tables.time += max(0, min(later) - s.table.now())
    await s.tick()


async def move(s: Session, tables: Tables, any_will_do: bool = False) -> None:
    deal = s.table.deal
    assert deal is not None and deal.ask is not None
    if deal.ask.timer is not None and not deal.ask.waits_for:
        tables.time += deal.ask.timer[0] - s.table.now()
        await s.tick()
        return
    for seat in deal.ask.offers:
        if (stop := wants_to_stop(s, deal, seat)) is not None:
            await s.act(seat, stop)
            return
    await move_on(s, deal, min(deal.ask.waits_for), any_will_do=any_will_do)


async def move_on(s: Session, deal: Deal, seat: Seat, *, any_will_do: bool = False) -> None:
    """As a house player would, or by any legal move."""
    rng = random.Random(f"{s.table.deal_id} {len(deal.rows)} {seat}")
    offers = deal.offers(seat)
    chosen = (
        offers[0].sample(Stream(rng.randbytes(32), "any"))
        if any_will_do
        else house.choose(view(deal, seat), offers, rng)
    )
    assert isinstance(chosen, Move), f"{s.table.game.slug}: seat {seat} does not know what to do"
    await s.act(seat, chosen)


def wants_to_stop(s: Session, deal: Deal, seat: Seat) -> Move | None:
    """Sharing the pot, once a game has gone on for long."""
    offers: dict[str, Offer] = {verb(o.kind): o for o in deal.offers(seat) if o}
    if "agree" in offers:
        return next(iter(offers["agree"].moves()))
    if deal.state.number >= (LONGEST if s.id == ID else 1) and "propose-end" in offers:
        return next(iter(offers["propose-end"].moves()))
    return None


NIGHTS = {"friday": pick, "all": pick_of_all}
HOUSES = {"friday": 0, "all": 3}


async def main(path: str | Path, steps: int, tonight: str) -> None:
    async with await Store.open(path) as store:
        tables = Sparing(store) if tonight == "all" else Tables(store)
        s = await opened(tables, tonight)
        secrets.token_bytes = lambda n=32: sha256(s.table.deal_id.encode()).digest()[:n]
        for n in range(steps):
            if s.table.phase == CLOSED:
                print("over", flush=True)
                return
            await step(s, tables, tonight)
            print(n, s.table.phase, s.table.game.slug, night.of(s.table).picks, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2] if len(sys.argv) > 2 else 10**6), (*sys.argv, "friday")[3]))
