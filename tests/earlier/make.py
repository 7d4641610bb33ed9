"""Makes records for later versions to open: `python -m tests.earlier.make FILE`.

What stands beside this file was made by the version that its commit belongs to, and is never made again: it is what
people had on their disks then. The number in a file's name is that of its newest migration; `tables_8` has more kinds
of tables, made by an earlier state of this file.
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

from bot.games.catalog import GAMES
from bot.store import Night as Record
from bot.store import Store, Work, guests, ledger
from bot.store import nights as nights_store
from bot.table import hosting, lobby, picking, starting
from bot.table.night_state import Night
from bot.table.posted import Posted, Reminder, Sent
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.state import BETWEEN, DEAL, PICK, TableState
from tests.host.tables import ANN, BOB, CLEO, DAN, Tables

EVE, FAY = 105, 106
OPTIONS = {"canfield": {"mode": "race"}, "blackjack": {"rounds": 3}}
"""What is not as a game's tables usually are."""


async def played(tables: Tables, s: Session, rows: int) -> None:
    """So many rows of the deal, all by house players."""
    async with s.commits.changing() as (table, _):
        for chair in table.chairs:
            chair.stand_in = chair.user is not None
    clock = tables.clock(s)
    clock._rng = random.Random(s.table.game.slug)
    while s.table.deal is not None and len(s.table.deal.rows) < rows:
        tables.time += max(0, await clock._step())
    async with s.commits.changing() as (table, _):
        for chair in table.chairs:
            chair.stand_in = False


async def on_screen(s: Session) -> None:
    """As when Discord shows the table to those who sit there, and to somebody who looks on."""
    async with s.commits.changing() as (table, _):
        table.posted.thread, table.posted.message, table.posted.message_deal = 6001, 9001, table.deals_begun
        for chair in table.chairs:
            if chair.user is not None:
                table.posted.panels[chair.user] = Sent(8000 + chair.user, 9000 + chair.user)
        table.posted.watchers[FAY] = Sent(8000 + FAY, 0)
        for seat, (number, _, until) in table.turns.items():
            if until and table.chairs[seat].user is not None:
                table.posted.pinged.append(Reminder(seat, number, 9500 + seat))


async def running(tables: Tables, slug: str, rows: int) -> None:
    """A deal of this game with as many rows, one person more than it had at its beginning, and one who wants to go."""
    game = GAMES[slug]
    people = (ANN, BOB, CLEO)[: game.seats[-1]]
    more = min(max(1, game.seats.start - len(people)), game.seats[-1] - len(people))
    s = await tables.started(slug, *people, house_players=more, id=f"deal-{slug}", **OPTIONS.get(slug, {}))
    if s.table.phase == BETWEEN:  # Farmer deals a first time for the six of hearts, and nobody decides anything
        await starting.next_deal(s, ANN)
    await played(tables, s, rows)
    if not game.fixed and len(s.table.taken) < game.seats[-1]:
        await lobby.join(s, DAN, "Dan")
    await lobby.leave(s, people[-1])
    await on_screen(s)
    assert s.table.deal is not None and len(s.table.deal.rows) >= rows


async def night(tables: Tables, id: str) -> Session:
    """A night after its first game."""
    game = GAMES["red-dog"]
    tonight = Night("Friday", rebuys=2, event=77)
    begun = TableState(id, tables.guild, ANN, game, game.options(), posted=Posted(tables.channel), night=tonight)
    s = Session.of(tables.services, begun, Settings())
    record = Record(id, s.table.guild, s.table.posted.channel, ANN, "Friday", tables.time, 77, "running", tonight.terms)
    await lobby.open_night(s, ANN, "Ann", record)
    await lobby.join(s, BOB, "Bob")
    for _ in range(2):
        await lobby.add_house(s)
    return s


async def after_a_game(tables: Tables, s: Session) -> Session:
    await starting.start(s, ANN)
    await picking.pick(s, ANN, "knock-poker", picking.FRIENDLY, {"cut": "off"})
    await lobby.join(s, CLEO, "Cleo")
    while s.table.phase != PICK:
        await played(tables, s, 10_000)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    assert (
        s.table.night is not None
        and s.table.night.dealer == 1
        and s.table.night.pot is not None
        and s.table.night.hand is not None
    )
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
            await hosting.close(s)
    tables.guild += 1
    s = await after_a_game(tables, await night(tables, "night-places"))
    await picking.pick(s, BOB, "war", picking.FRIENDLY, {"cut": "off"})
    await played(tables, s, 6)
    assert s.table.phase == DEAL and s.table.place_point, "a match for places is in the middle"


async def nights_ahead(tables: Tables) -> None:
    """Announced nights, with people who come: one long past, one an hour ahead, two that begin at one time in one
    channel two days ahead, one that is called off; and one whose lobby is open."""
    store, now = tables.store, tables.time
    for n, (id, hours) in enumerate({"past": -30 * 24, "soon": 1, "later": 48, "same-hour": 48, "off": 72}.items()):
        channel = tables.channel + (id == "soon")
        tonight = Night(f"Night {id}", rebuys=2)
        record = Record(
            f"ahead-{id}", tables.guild, channel, ANN, tonight.name, now + hours * 3_600_000, None, "announced",
            {**tonight.terms, "thread": False},
        )  # fmt: skip
        work = Work().do(nights_store.announce, record, None, now)
        work.do(nights_store.note_announcement, record.id, 9700 + n)
        if id != "same-hour":
            work.do(nights_store.note_event, record.id, 7700 + n)
        for user in (BOB, CLEO, ANN):
            work.do(guests.answer, record.id, user, "", "in", now)
        await store.commit(work)
    await store.commit(Work().do(nights_store.cancel_night, "ahead-off"))
    tables.guild += 1
    s = await night(tables, "ahead-lobby")
    await store.commit(Work().do(nights_store.note_announcement, s.id, 9710))


async def everything(file: Path) -> None:
    number = count()
    secrets.token_bytes = lambda n=32: sha256(b"%d" % next(number)).digest()[:n]
    secrets.choice = random.Random(5).choice
    async with await Store.open(file) as store:
        for n, slug in enumerate(GAMES):
            await running(Tables(store, 10 + n), slug, rows={"hearts": 12, "canfield": 12, "cash": 12}.get(slug, 2))
        await nights(Tables(store, 3000))
        await nights_ahead(Tables(store, 4000))
        assert await store.read(ledger.audit) == []


def main() -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(everything(Path(folder, "room.db")))
        with sqlite3.connect(Path(folder, "room.db")) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            lines = [*db.iterdump(), f"PRAGMA user_version = {version};"]
    Path(sys.argv[1]).write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


if __name__ == "__main__":
    main()
