"""Several connections of one bot: each hears of its own servers, and the first one of direct messages."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from bot.local.gateway import INVALID_SHARD
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at

from .tiny_bot import until

EVERYTHING = discord.Intents.all().value


@asynccontextmanager
async def connected(local: LocalDiscord, shard: list[int] | None = None) -> AsyncIterator[list[Any]]:
    """A connection that identifies; yields what it is told, as it comes."""
    told: list[Any] = []
    async with aiohttp.ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive()
        identify = {
            "token": "x",
            "intents": EVERYTHING,
            "properties": {},
            **({"shard": shard} if shard else {}),
        }
        await socket.send_json({"op": 2, "d": identify})

        async def listen() -> None:
            async for frame in socket:
                told.append(json.loads(frame.data))
            told.append(socket.close_code)

        listening = asyncio.create_task(listen())
        try:
            yield told
        finally:
            listening.cancel()


def invited(local: LocalDiscord, name: str) -> None:
    """Another server that has the bot."""
    guild = local.world.add_guild(name, local.world.add_user(f"Owner of {name}")["id"])
    if local.world.bot_id not in local.world.members[guild["id"]]:
        local.world.join(guild["id"], local.world.bot_id)


def events(told: list[Any], *which: str) -> list[Any]:
    return [one["d"] for one in told if isinstance(one, dict) and one["t"] in which]


def shard_of(guild: str, shards: int) -> int:
    return (int(guild) >> 22) % shards


async def test_each_connection_has_its_own_servers(local: LocalDiscord) -> None:
    while {shard_of(each, 3) for each in local.world.guilds} != {0, 1, 2}:
        invited(local, "Another")
        await asyncio.sleep(0.001)  # ids tell milliseconds
    count = len(local.world.guilds)
    async with connected(local, [0, 3]) as first, connected(local, [1, 3]) as second, connected(local, [2, 3]) as third:
        await until(lambda: all(events(told, "READY") for told in (first, second, third)))
        await until(lambda: sum(len(events(told, "GUILD_CREATE")) for told in (first, second, third)) == count)
        for number, told in enumerate((first, second, third)):
            (ready,) = events(told, "READY")
            heard = {guild["id"] for guild in events(told, "GUILD_CREATE")}
            assert ready["shard"] == [number, 3] and {guild["id"] for guild in ready["guilds"]} == heard
            assert heard == {each for each in local.world.guilds if shard_of(each, 3) == number}
        guild = next(each for each in local.world.guilds if shard_of(each, 3) == 1)
        channel = local.world.add_channel(guild, "news")["id"]
        await until(lambda: events(second, "CHANNEL_CREATE"))
        assert events(second, "CHANNEL_CREATE")[-1]["id"] == channel
        assert not events(first, "CHANNEL_CREATE") and not events(third, "CHANNEL_CREATE")


async def test_what_people_do_is_heard_where_it_happens_and_in_direct_messages_by_the_first(
    local: LocalDiscord,
) -> None:
    guild = next(iter(local.world.guilds))
    here = shard_of(guild, 2)
    async with connected(local, [0, 2]) as first, connected(local, [1, 2]) as second:
        await until(lambda: events(first, "READY") and events(second, "READY"))
        there, other = (second, first) if here else (first, second)
        async with Person(local.url, local.secret, "Ana") as ana:
            await ana.say("lobby", "hello")
            await until(lambda: events(there, "MESSAGE_CREATE"))
            assert not events(other, "MESSAGE_CREATE")
            await ana.dm()
            await ana.say("@dm", "only you")
            await until(lambda: [m for m in events(first, "MESSAGE_CREATE") if m["content"] == "only you"])
            assert not [m for m in events(second, "MESSAGE_CREATE") if m["content"] == "only you"]


async def test_a_lost_connection_of_several_misses_its_own_servers_alone(local: LocalDiscord) -> None:
    async with connected(local, [0, 2]) as first, connected(local, [1, 2]) as second:
        await until(lambda: events(first, "READY") and events(second, "READY"))
        assert local.gateway.hears(None) and all(map(local.gateway.hears, local.world.guilds))
        await local.drop_gateway(shard=0)
        await until(lambda: first and first[-1] == 4000)
        assert not local.gateway.hears(None) and local.gateway.listener()
        assert 4000 not in second


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0, 0]])
async def test_a_connection_that_there_cannot_be_is_closed(local: LocalDiscord, shard: list[int]) -> None:
    async with connected(local, shard) as told:
        await until(lambda: told and told[-1] == INVALID_SHARD)
        assert not events(told, "READY")


async def test_connections_that_follow_one_another_too_soon_are_refused(local: LocalDiscord) -> None:
    local.gateway.pace = 0.6
    async with connected(local, [0, 2]) as first, connected(local, [1, 2]) as second:
        await until(lambda: events(first, "READY") and any(one["op"] == 9 for one in second))
        assert not events(second, "READY")
    await asyncio.sleep(0.6)
    async with connected(local, [1, 2]) as second:
        await until(lambda: events(second, "READY"))


async def test_a_bot_is_told_how_many_and_makes_them_at_their_pace(local: LocalDiscord) -> None:
    """discord.py makes one after the other, five seconds apart; in less it would be refused."""
    local.gateway.shards, local.gateway.pace = 2, 5.0
    point_discord_at(local.url)
    began, ready = time.monotonic(), asyncio.Event()
    async with discord.AutoShardedClient(intents=discord.Intents.default()) as bot:
        bot.event(_setter(ready))
        running = asyncio.create_task(bot.start("x"))
        await asyncio.wait_for(ready.wait(), 30)
        assert {*bot.shards} == {0, 1} and time.monotonic() - began > 4.5
        assert all(guild.shard_id == shard_of(str(guild.id), 2) for guild in bot.guilds)
        assert local.violations == []
        await bot.close()
        await running


def _setter(ready: asyncio.Event) -> Any:
    async def on_ready() -> None:
        ready.set()

    return on_ready
