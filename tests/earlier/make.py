"""Makes records for later versions to open: `python -m tests.earlier.make FILE`.

What stands beside this file was made by the version that its commit belongs to, and is never made again: it is what
people had on their disks then.
"""

from __future__ import annotations

import asyncio
import gzip
import random
import secrets
import sqlite3
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.engine.cutting import Note
from bot.games.catalog import GAMES
from bot.store import Night as Record
from bot.store import Store
from bot.table import chips, hosting, lobby, picking, starting, undo, wishes
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.state import BETWEEN, DEAL, OVER, PICK, Night, Reminder, Sent, TableState
from tests.host.tables import ANN, BOB, CLEO, DAN, Tables, play_deal, play_one

EVE, FAY = 105, 106
OPTIONS = {"canfield": {"mode": "race"}, "blackjack": {"rounds": 3}}
"""What is not as a game's tables usually are."""


async def played(tables: Tables, s: Session, rows: int) -> None:
    """So many rows of the deal, all by house players."""
    async with s.changing():
        for chair in s.chairs:
            chair.stand_in = chair.user is not None
    clock = tables.clock(s)
    clock._rng = random.Random(s.game.slug)
    while s.deal is not None and len(s.deal.rows) < rows:
        tables.time += max(0, await clock._step())
    async with s.changing():
        for chair in s.chairs:
            chair.stand_in = False


async def on_screen(s: Session) -> None:
    """As when Discord shows the table to those who sit there, and to somebody who looks on."""
    async with s.changing():
        s.thread, s.message, s.message_deal = 6001, 9001, s.deals_begun
        for chair in s.chairs:
            if chair.user is not None:
                s.panels[chair.user] = Sent(8000 + chair.user, 9000 + chair.user)
        s.watchers[FAY] = Sent(8000 + FAY, 0)
        for seat, (number, _, until) in s.turns.items():
            if until and s.chairs[seat].user is not None:
                s.pinged.append(Reminder(seat, number, 9500 + seat))


async def running(tables: Tables, slug: str, rows: int) -> None:
    """A deal of this game with as many rows, one person more than it had at its beginning, and one who wants to go."""
    game = GAMES[slug]
    people = (ANN, BOB, CLEO)[: game.seats[-1]]
    more = game.seats.start - len(people)
    s = await tables.started(slug, *people, house_players=max(1, more), id=f"deal-{slug}", **OPTIONS.get(slug, {}))
    if s.phase == BETWEEN:  # Farmer deals a first time for the six of hearts, and nobody decides anything
        await starting.next_deal(s, ANN)
    await played(tables, s, rows)
    if not game.fixed:
        await lobby.join(s, DAN, "Dan")
    await lobby.leave(s, CLEO)
    await on_screen(s)
    assert s.deal is not None and len(s.deal.rows) >= rows


async def hearts(tables: Tables) -> None:
    """Every phase of a game of one match, and a queue."""
    await on_screen(await tables.open("hearts", ANN, BOB, house_players=1, id="lobby"))
    four = (ANN, BOB, CLEO, DAN)
    tables.guild += 100
    await lobby.join(await tables.open("hearts", *four, id="full"), EVE, "Eve")
    s = await tables.started("hearts", *four, id="paused")
    await played(tables, s, 9)
    await hosting.pause(s, "A break.", ANN)
    s = await tables.started("hearts", *four, id="undo")
    while s.deal is not None and len(s.deal.played) < 5:
        await play_one(s, random.Random(3))
    assert s.deal is not None
    asks, agrees = s.chairs[s.deal.played[-1].seat].user, s.chairs[s.deal.played[0].seat].user
    assert asks is not None and agrees is not None
    await undo.propose(s, asks)
    await undo.answer(s, agrees if agrees != asks else BOB, agree=True)
    tables.guild += 100
    s = await tables.started("hearts", *four, id="rewound")
    while s.deal is not None and len(s.deal.played) < 5:
        await play_one(s, random.Random(3))
    assert s.deal is not None
    leader = s.deal.played[-1].seat
    for seat in (leader, *(n for n in range(4) if n != leader)):
        user = s.chairs[seat].user or 0
        await (undo.propose(s, user) if seat == leader else undo.answer(s, user, agree=True))
    s = await tables.started("hearts", *four, id="cut", cut="offer", cutter="any")
    await s.act(2, Note("lucky seven"))
    s = await tables.started("hearts", *four, id="between")
    await lobby.join(s, EVE, "Eve")
    await play_deal(s)
    await lobby.leave(s, BOB)
    assert s.phase == BETWEEN and s.gone
    tables.guild += 100
    s = await tables.started("hearts", ANN, BOB, house_players=2, id="over", limit=25)
    while s.phase != OVER:
        await play_deal(s)
        if s.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    s = await tables.started("hearts", ANN, BOB, house_players=2, id="rematch", limit=25)
    while s.phase != OVER:
        await play_deal(s)
        if s.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    await starting.start(s, ANN)
    await played(tables, s, 6)
    await hosting.close(await tables.started("hearts", *four, id="closed"))


async def lapsed(s: Session) -> None:
    """A deal in which nobody does anything."""
    while s.phase == DEAL and s.deal is not None and s.deal.ask is not None:
        seat = next(iter(s.deal.ask.waits_for))
        await s.act(seat, s.deal.ask.default[seat])


async def for_chips(tables: Tables) -> None:
    """A shoe between two deals, chips that lie as play has left them, and chips that have just been told of."""
    s = await tables.started("red-dog", ANN, BOB, id="shoe", shuffle_when="deck_out")
    await lapsed(s)
    await starting.next_deal(s, ANN)
    await lapsed(s)
    assert s.phase == BETWEEN and s.match is not None and s.match.state.shoe is not None
    s = await tables.started("red-dog", ANN, BOB, id="stacks", auto_rerack=False)
    await lapsed(s)
    await chips.change(s, ANN, "green", 1)
    await wishes.sit_out(s, BOB)
    await wishes.sit_out(s, BOB)
    await hosting.pause(s, "A break.", ANN)
    tables.time += 60_000
    await hosting.resume(s, ANN)
    await starting.next_deal(s, ANN)
    await play_one(s, random.Random(1))
    assert s.stacks and s.stood_still and s.phase == DEAL
    s = await tables.started("red-dog", ANN, BOB, CLEO, house_players=1, id="told", auto_rerack=False)
    chance = random.Random(4)
    for _ in range(200):
        if s.phase != DEAL:
            await (starting.next_deal if s.phase == BETWEEN else starting.start)(s, ANN)
        elif not s.told.latest:
            await play_one(s, chance)
    assert s.phase == DEAL and s.told.latest and s.stacks


async def night(tables: Tables, id: str) -> Session:
    """A night after its first game."""
    game = GAMES["red-dog"]
    tonight = Night("Friday", rebuys=2, event=77)
    begun = TableState(id, tables.guild, tables.channel, ANN, game, game.options(), night=tonight)
    s = Session(tables.services, begun, Settings())
    record = Record(id, s.guild, s.channel, ANN, "Friday", tables.time, 77, "running", tonight.terms)
    await lobby.open_night(s, ANN, "Ann", record)
    await lobby.join(s, BOB, "Bob")
    for _ in range(2):
        await lobby.add_house(s)
    return s


async def after_a_game(tables: Tables, s: Session) -> Session:
    await starting.start(s, ANN)
    await picking.pick(s, ANN, "knock-poker", picking.FRIENDLY, {"cut": "off"})
    await lobby.join(s, CLEO, "Cleo")
    while s.phase != PICK:
        await played(tables, s, 10_000)
        if s.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    assert s.night is not None and s.night.dealer == 1 and s.night.pot is not None and s.night.hand is not None
    await lobby.leave(s, CLEO)
    return s


async def nights(tables: Tables) -> None:
    await night(tables, "night-lobby")
    for id in ("pick", "stakes", "deal", "between", "over"):
        tables.guild += 1
        s = await after_a_game(tables, await night(tables, f"night-{id}"))
        if id == "stakes":
            await picking.name(s, BOB, "blackjack", 1)
        elif id in ("deal", "between"):
            await picking.pick(s, BOB, "seven-twenty-seven", picking.FRIENDLY, {"cut": "off"})
            await played(tables, s, 4 if id == "deal" else 10_000)
            await on_screen(s)
        elif id == "over":
            await hosting.close_after_hand(s, ANN)


async def everything(file: Path) -> None:
    number = count()
    secrets.token_bytes = lambda n=32: sha256(b"%d" % next(number)).digest()[:n]
    secrets.choice = random.Random(5).choice
    async with await Store.open(file) as store:
        for n, slug in enumerate(GAMES):
            await running(Tables(store, 10 + n), slug, rows={"hearts": 12, "canfield": 12, "cash": 12}.get(slug, 2))
        await hearts(Tables(store, 1000))
        await for_chips(Tables(store, 2000))
        await nights(Tables(store, 3000))
        assert await store.audit() == []


def main() -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(everything(Path(folder, "room.db")))
        with sqlite3.connect(Path(folder, "room.db")) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            lines = [*db.iterdump(), f"PRAGMA user_version = {version};"]
    Path(sys.argv[1]).write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


if __name__ == "__main__":
    main()
