"""The whole bot under load, killed at any moment and started again: nothing that was acknowledged is lost, nothing
happens twice, and every chip is where it belongs."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.engine import codec
from bot.engine.controls import encode_move
from bot.engine.moments import GoOn
from bot.engine.offers import verb
from bot.games.catalog import GAMES
from bot.games.war import Turns
from bot.host.calls.permissions import invite
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.show.controls.components import NAMED
from bot.store import ALONE, Store, Work, direct_messages, escrow, ledger, pot, settings, tables
from bot.store import journal as stored_journal
from bot.table.chairs import Chair
from tests.bench.processes import Bot
from tests.bench.tables import Table
from tests.local.tiny_bot import until

from .people import Crowd, Spelled, Try

KILLS = 4


class Setting(NamedTuple):
    """A table that is played at while the bot is killed."""

    game: str
    people: int
    house: int = 0
    panels: bool = True
    """Whether people press on their own panels, or on the table."""
    rarely: frozenset[str] = frozenset()
    """Moves that would end it all too soon."""
    midst: frozenset[str] = frozenset()
    """Moves that are offered while it is in the middle of something that must be found again."""
    options: Mapping[str, Any] = {}
    aimed: bool = False
    """A kill waits for its midst for a while, in turn with others."""


TABLES = (
    Setting("hearts", 2, 2),
    Setting("red-dog", 3, 1, panels=False, midst=frozenset({"bet"}), options={"cut": "off"}),
    Setting("blackjack", 2, 1, panels=False, rarely=frozenset({"pass"}), midst=frozenset({"hit"}),
            options={"max_bet": "5"}, aimed=True),
    Setting("cash", 4, rarely=frozenset({"cash", "counter", "pass", "refresh", "arm"}),
            midst=frozenset({"grab", "discard"}),
            options={"teams": "chosen", "letters": False, "fair_window_ms": 50, "grab_gap_ms": 0}, aimed=True),
    Setting("poker", 2, 1, rarely=frozenset({"fold", "propose-end", "agree"}), midst=frozenset({"pass", "turn"}),
            options={"variant": "anaconda"}),
)  # fmt: skip
AIMED = tuple(n for n, each in enumerate(TABLES) if each.aimed)
LIMITED = "You are being rate limited."
"""A bot that has just been started cannot know what it has sent before; Discord tells it."""


@pytest.mark.timeout(720)
@pytest.mark.seeds(1, soak=13, at_once=1)
@pytest.mark.parametrize("place", ["sqlite", "postgres"])
async def test_nothing_acknowledged_is_lost_and_nothing_happens_twice(
    request: pytest.FixtureRequest, tmp_path: Path, seeds: range, place: str
) -> None:
    rng = random.Random(seeds[0])
    address = request.getfixturevalue("postgres_database") if place == "postgres" else None
    async with LocalDiscord(invited=invite().value) as local, AsyncExitStack() as pages:
        announce(local, tmp_path)
        bot = Bot(tmp_path, address)
        guild = int(next(iter(local.world.guilds)))
        users = [local.world.add_user(f"Player {n + 1}")["id"] for n in range(sum(each.people for each in TABLES))]
        for user in users:
            local.world.join(str(guild), user)
        await prepare(bot.database, guild, users)
        await bot.start()
        crowds: list[Crowd] = []
        for n, each in enumerate(TABLES):
            channel = local.world.add_channel(str(guild), f"table-{n + 1}")["id"]
            sitting = [
                await pages.enter_async_context(Person(local.url, local.secret, users.pop(), channel))
                for _ in range(each.people)
            ]
            crowds.append(Crowd(Table(sitting, channel, panels=each.panels), rng, each.rarely, each.midst))
            await crowds[-1].table.open(each.game, each.house, **each.options)
            await crowds[-1].table.start()
        caught: Counter[str] = Counter()
        try:
            for kill in range(KILLS):
                if kill:
                    bot.spawn()
                await until(lambda: local.gateway.listener() > 0, 60)
                async with playing(crowds):
                    with suppress(TimeoutError):
                        async with asyncio.timeout(100):
                            for crowd in crowds:  # the table is there again, and its controls work
                                await crowd.alive.wait()
                    dead = [crowd.story() for crowd in crowds if not crowd.alive.is_set()]
                    assert not dead, "\n".join(dead + bot.lines()[-20:])
                    enough = acknowledged(crowds) + rng.randrange(12)
                    await until(lambda: acknowledged(crowds) >= enough, 60)  # noqa: B023 (it is awaited here)
                    aimed = crowds[AIMED[kill % len(AIMED)]]  # otherwise some stages of play would hardly ever be met
                    await in_the_midst(aimed, rng.uniform(0.0, 0.05))
                    caught.update(each.game for each, at in zip(TABLES, crowds, strict=True) if at.busy())
                    bot.kill()
                await check(bot.database, crowds)
                assert not (said := [line for line in bot.lines() if " ERROR " in line]), said
        finally:
            bot.kill()
    assert acknowledged(crowds) > 5 * KILLS
    for n in AIMED:  # on an open board, in a round
        assert caught[TABLES[n].game] >= KILLS // 3, f"killed in the midst: {caught}; {crowds[n].story()}"
    assert [v for v in local.violations if v.message != LIMITED] == []


async def in_the_midst(crowd: Crowd, later: float) -> None:
    """Wait until a table is in the middle of something, and still is a number of seconds later. A table that has to
    wait for others, or for what is shown, takes a while on a busy machine; one that never gets there is reported at the
    end.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(40):
            while True:
                await until(crowd.busy, 40)
                await asyncio.sleep(later)
                if crowd.busy():
                    return


def acknowledged(crowds: Sequence[Crowd]) -> int:
    """How many moves people were told of."""
    return sum(crowd.acknowledged for crowd in crowds)


def announce(local: LocalDiscord, data: Path) -> None:
    """The note by which the bot finds the local Discord."""
    note = data / "local" / "announce.json"
    note.parent.mkdir()
    note.write_text(json.dumps({"url": local.url, "secret": local.secret, "page": local.page_url, "pid": os.getpid()}))


async def prepare(database: str | Path, guild: int, users: Sequence[str]) -> None:
    """House players do not dawdle, stacks last, and panels are opened by **My hand**."""
    async with await Store.open(database) as store:
        work = (
            Work()
            .do(settings.set_setting, guild, "house_pace_ms", 30)
            .do(settings.set_setting, guild, "next_deal_seconds", 1)
        )
        work.do(settings.set_setting, guild, "buy_in", 50_000)
        for user in users:
            work.do(direct_messages.set_dm, int(user), None, flagged=True)
        await store.commit(work)


@asynccontextmanager
async def playing(crowds: Sequence[Crowd]) -> AsyncIterator[None]:
    """Everybody presses, until the block ends."""
    for crowd in crowds:
        crowd.restarted()
    tasks = [asyncio.create_task(crowd.play()) for crowd in crowds]
    try:
        yield
    finally:
        while any(not task.done() for task in tasks):
            for task in tasks:
                task.cancel()  # more than once: a wait that ends in the same moment would swallow it
            await asyncio.wait(tasks, timeout=0.1)
        for task in tasks:  # what went wrong for the people tells more than what the test has waited for
            if not task.cancelled():
                task.result()


async def check(database: str | Path, crowds: Sequence[Crowd]) -> None:
    """What the store holds after a kill."""
    async with await Store.open(database) as store:
        assert await store.read(ledger.audit) == []
        assert {brief.id for brief in await store.read(tables.open_tables, ALONE)} == {
            crowd.table.id for crowd in crowds
        }
        for crowd in crowds:
            stored = await store.read(tables.load_table, crowd.table.id)
            assert stored is not None
            table = json.loads(stored.state)
            await check_chips(store, stored.guild, stored.id, stored.game, table)
            made = await journal(store, stored.id, stored.game)
            for seat, chair in enumerate(table["chairs"]):
                if chair["user"] is not None:
                    tries = crowd.tries[str(chair["user"])]
                    assert fits(tries, made.get(seat, [])), (tries[-5:], made.get(seat, [])[-5:])


async def check_chips(store: Store, guild: int, id: str, game: str, table: dict[str, Any]) -> None:
    """What lies in front of each seat and in the pot is what the bank holds for it."""
    if not GAMES[game].chips:
        return
    running = await store.read(stored_journal.running_deal, id)
    dumped = json.loads(running.start)["state"] if running else table["state"]
    assert dumped is not None, "a match that has begun has a state"
    state = codec.load_state(GAMES[game], dumped)
    lies = state.pot + state.splash + table["splash"]
    expected = {pot(id): lies} if lies else {}
    for chair, stack in zip(table["chairs"], state.stacks, strict=True):
        if stack:
            expected[escrow(id, Chair(**chair).account)] = stack
    held = await store.read(ledger.balances, guild, id)
    assert held == expected


async def journal(store: Store, id: str, game: str) -> dict[int, list[Spelled]]:
    """Every move that a player has made, by seat, in order; no deal has been made void. What only ends a moment is left
    out: it comes with a press of something else."""
    made: dict[int, list[Spelled]] = {}
    for match in await store.read(stored_journal.matches, id):
        for brief in await store.read(stored_journal.deals, match.id):
            assert brief.status in ("running", "done")
            deal = await store.read(stored_journal.deal, brief.id)
            assert deal is not None
            for row in deal.rows:
                move = codec.load_move(GAMES[game], json.loads(row.move))
                if not row.lapsed and not isinstance(move, GoOn | Turns):
                    made.setdefault(row.seat, []).append((verb(type(move)), encode_move(move)))
    return made


def fits(tries: Sequence[Try], made: Sequence[Spelled]) -> bool:
    """Whether the moves made are all acknowledged ones, no refused ones, and any of those without an answer; each once,
    in order."""
    reached = {0}
    for attempt in tries:
        if attempt.made is False:
            continue
        further = {n + 1 for n in reached if n < len(made) and stands_for(attempt.move, made[n])}
        reached = further if attempt.made else reached | further
    return len(made) in reached


def stands_for(pressed: Spelled, made: Spelled) -> bool:
    """Whether a press has come to this; an amount that is named by a word is another for everybody."""
    return pressed == made or (pressed[0] == made[0] and pressed[1].startswith(NAMED))
