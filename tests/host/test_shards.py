"""A bot in enough servers to have several connections to Discord: each has its own outages, and so have the tables of
the servers that it hears."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.app import CardRoom
from bot.store import ALONE, Store, Work, left_servers, settings
from bot.table.session import Session
from tests.cogs.conftest import drawn, env, server, simcord_bot, store
from tests.cogs.server import Server, labels, turn

__all__ = ["drawn", "env", "server", "simcord_bot", "store"]

two_connections = pytest.mark.parametrize("simcord_bot", [2], indirect=True)


async def on_shard(server: Server, store: Store, shard: int) -> Server:
    """Another server, heard by this connection; house players there move at once."""
    guild = server.env.create_guild(f"Server of {shard}", shard_id=shard)
    await store.commit(Work().do(settings.set_setting, guild.id, "house_pace_ms", 0))
    return Server(server.env, server.bot, store, guild, guild.create_text_channel("cards"))


async def tables(server: Server, store: Store) -> tuple[tuple[Session, Session], tuple[Any, Any]]:
    """A table of two on a server of each connection, and who has opened each."""
    found: list[Session] = []
    hosts: list[Any] = []
    for shard in (0, 1):
        there = await on_shard(server, store, shard)
        hosts.append(there.person(f"ana{shard}"))
        found.append(await there.red_dog(hosts[-1], there.person(f"bo{shard}")))
        assert server.bot.room.time.shard(there.guild.id) == shard == server.bot.get_guild(there.guild.id).shard_id  # type: ignore[union-attr]
    return (found[0], found[1]), (hosts[0], hosts[1])


def left(session: Session) -> float:
    """Seconds until the turn of the player to move has lapsed."""
    return (session.table.wall(session.table.turns[turn(session)][2]) - session.table.time.now()) / 1000


def rows(session: Session) -> int:
    return len(session.table.deal.rows) if session.table.deal else -1


@two_connections
async def test_a_lost_connection_stops_the_tables_of_its_servers_and_no_others(server: Server, store: Store) -> None:
    (here, there), _ = await tables(server, store)
    deal = there.table.deal_id
    await server.bot.shards[1].disconnect()
    await server.env.advance_time(40)
    assert there.table.time.offline and not here.table.time.offline and not server.bot.room.time.offline
    assert (rows(here), rows(there)) == (0, 0)
    await server.env.advance_time(30)
    assert rows(here) == 1 or here.table.deals_begun > 1, "its time was up"
    assert (rows(there), there.table.deal_id, there.table.paused) == (0, deal, None)
    await server.bot.shards[1].connect()
    await server.env.advance_time(1)
    assert not there.table.time.offline and 55 < left(there) <= 60, "it has what it had"
    assert not here.table.time.lag
    await server.env.advance_time(61)
    assert rows(there) == 1 or there.table.deals_begun > 1


@two_connections
async def test_presses_in_direct_messages_come_by_the_first_connection(server: Server, store: Store) -> None:
    (here, there), hosts = await tables(server, store)
    while turn(there):
        await server.env.advance_time(1)
    await server.bot.shards[1].disconnect()
    await server.env.advance_time(20)
    panel = hosts[1].user.dm_channel.last_message
    least = next(label for label in labels(panel) if label.startswith("Min"))
    await hosts[1].user.click(panel, label=least)
    assert rows(there) != 0 and there.table.time.offline, "it is heard, and the table's clock stands still all the same"
    await server.bot.shards[1].connect()
    await server.env.advance_time(1)
    await server.bot.shards[0].disconnect()
    await server.env.advance_time(1)
    assert here.table.time.offline and not there.table.time.offline, (
        "its own connection is there, and so is the channel"
    )
    await server.bot.shards[0].connect()


@two_connections
async def test_after_a_start_the_tables_of_all_connections_come_back(server: Server, store: Store) -> None:
    both, _ = await tables(server, store)
    await asyncio.gather(*(session.commits.settled() for session in both))
    bot = CardRoom(server.bot.database, shards=2)
    await server.env.restart_bot(bot)
    await server.env.settle()
    assert {*bot.room.sessions} == {session.id for session in both} and bot.room.uptime.all_back
    assert not any(session.table.time.offline for session in bot.room.sessions.values())
    assert await store.read(left_servers.left_by, ALONE, 2**62) == [], "no server of the second one is taken for gone"
