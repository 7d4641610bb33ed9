"""Three processes of one bot, killed at random while people play: nothing acknowledged is lost, no chip is, and no
table is ever run by two of them."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.host.calls.permissions import invite
from bot.local.gateway import IDENTIFY_SECONDS
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.store import Cluster, Store, Work, direct_messages, settings
from tests.bench.processes import Bot
from tests.bench.tables import Table
from tests.local.tiny_bot import until

from .people import Crowd
from .test_kill import LIMITED, TABLES, announce, check, playing

LATE = "no acknowledgement of an interaction within 3 s"
"""Three processes, sixty tables and their people may be too much for a machine."""
TOTAL, SHARDS = 3, 6
KILLED = 2
"""The number of processes that are killed at once."""
BACK_SECONDS = 10.0
"""All tables of a process are there this many seconds after it is, on a busy machine, too."""
PATIENCE = 100.0
"""Seconds after which a table that nobody can play at is dead."""


class Size(NamedTuple):
    """How much of it."""

    tables: int
    rounds: int
    seconds: float
    """Between two kills."""
    pause: float
    """Seconds between two presses at a table."""


SHORT, LONG = Size(6, 2, 5.0, 0.0), Size(60, 15, 20.0, 3.0)


@pytest.mark.timeout(1500)
@pytest.mark.parametrize("size", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)], ids=["short", "long"])
async def test_no_table_is_lost_or_run_twice(tmp_path: Path, postgres_database: str, size: Size) -> None:
    rng = random.Random(29)
    bots = [Bot(tmp_path, postgres_database, Cluster(n, TOTAL), "DEBUG") for n in range(TOTAL)]
    async with LocalDiscord(invited=invite().value) as local, AsyncExitStack() as pages:
        local.gateway.shards, local.gateway.concurrency, local.gateway.pace = SHARDS, 16, IDENTIFY_SECONDS
        announce(local, tmp_path)
        crowds = await furnished(local, postgres_database, size, pages, rng)
        try:
            await asyncio.gather(*(bot.start() for bot in bots))
            for n, crowd in enumerate(crowds):
                each = TABLES[n % len(TABLES)]
                await crowd.table.open(each.game, each.house, **each.options)
                await crowd.table.start()
            async with AsyncExitStack() as plays:
                at = {crowd.table.id: await plays.enter_async_context(AsyncExitStack()) for crowd in crowds}
                for crowd in crowds:
                    await at[crowd.table.id].enter_async_context(playing([crowd]))
                for _ in range(size.rounds):
                    await asyncio.sleep(size.seconds)
                    killed = rng.sample(bots, KILLED)
                    for bot in killed:
                        bot.kill()
                    hit = [crowd for crowd in crowds if cluster_of(local, crowd) in [bot.cluster for bot in killed]]
                    for crowd in hit:
                        await at[crowd.table.id].aclose()
                    await asyncio.gather(*(bot.start() for bot in killed))
                    ready = time.monotonic()
                    await asyncio.gather(*(bot.logged("back") for bot in killed))
                    assert time.monotonic() - ready < BACK_SECONDS
                    for crowd in hit:  # panels on the table have died, and are opened anew
                        await at[crowd.table.id].enter_async_context(playing([crowd]))
                    with suppress(TimeoutError):
                        await until(lambda: all(crowd.alive.is_set() for crowd in hit), PATIENCE)  # noqa: B023
                    dead = [crowd.story() for crowd in hit if not crowd.alive.is_set()]
                    assert not dead, "\n".join(dead)
        finally:
            for bot in bots:
                bot.kill()
        await check(postgres_database, crowds)
        assert [v for v in local.violations if v.message not in (LIMITED, LATE)] == []
        await each_has_its_own(local, bots, crowds)


async def furnished(
    local: LocalDiscord, address: str, size: Size, pages: AsyncExitStack, rng: random.Random
) -> list[Crowd]:
    """The people of these tables, each in a channel of its own, spread over servers of all shards; half of them have
    their panels in direct messages."""
    world = local.world
    owner = next(iter(world.guilds.values()))["owner_id"]
    servers: dict[int, str] = {}
    while len(servers) < SHARDS:
        await asyncio.sleep(0.001)  # the next one's id tells of the time
        guild = world.add_guild("Another", owner)["id"]
        servers.setdefault(Cluster.of(int(guild), SHARDS).number, guild)
    crowds, work, pace = list[Crowd](), Work(), 1000 if size.pause else 30
    for guild in servers.values():
        for name, value in (
            ("house_pace_ms", pace),
            ("next_deal_seconds", 1),
            ("buy_in", 50_000),
        ):
            work.do(settings.set_setting, int(guild), name, value)
    for n in range(size.tables):
        each, guild = TABLES[n % len(TABLES)], servers[n % SHARDS]
        channel = world.add_channel(guild, f"table-{n + 1}")["id"]
        sitting = list[Person]()
        for m in range(each.people):
            user = world.add_user(f"Player {n + 1}-{m + 1}")["id"]
            world.join(guild, user)
            direct = int(world.open_dm(user)["id"]) if each.panels and n % 2 else None
            work.do(direct_messages.set_dm, int(user), direct, flagged=direct is None)
            sitting.append(await pages.enter_async_context(Person(local.url, local.secret, user, channel)))
        crowds.append(Crowd(Table(sitting, channel, panels=each.panels), rng, each.rarely, each.midst, size.pause))
    async with await Store.open(address) as store:
        await store.commit(work)
    return crowds


def cluster_of(local: LocalDiscord, crowd: Crowd) -> Cluster:
    return Cluster.of(int(local.world.channels[crowd.table.channel]["guild_id"]), TOTAL)


async def each_has_its_own(local: LocalDiscord, bots: Sequence[Bot], crowds: Sequence[Crowd]) -> None:
    """What the processes' logs tell: each has run the tables of its servers, and no other ever."""
    ran: dict[str, set[Cluster]] = {}
    for bot in bots:
        log = bot.log.read_text(errors="replace")
        assert not re.findall(r".* ERROR .*", log)
        for id in re.findall(r"table (\w+) is run here", log):
            ran.setdefault(id, set()).add(bot.cluster)
    assert ran == {crowd.table.id: {cluster_of(local, crowd)} for crowd in crowds}
