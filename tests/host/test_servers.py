"""The real bot where a server is away for a while, comes late, hides a channel, or puts the bot out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest
import pytest_asyncio

from bot.app import CardRoom
from bot.host import departures
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import ALONE, ledger, left_servers, personal_data
from bot.table.session import Session
from bot.table.state import DEAL


@dataclass
class Place:
    """A local Discord with the card room on it, and Ana with a table of Red Dog before her."""

    local: LocalDiscord
    database: Path
    bot: CardRoom
    runs: asyncio.Task[None]
    ana: Person
    channel: str

    @property
    def guild(self) -> str:
        return next(iter(self.local.world.guilds))

    @property
    def session(self) -> Session:
        (session,) = self.bot.room.sessions.values()
        return session

    async def until(self, look: Callable[[], object], within: float = 10) -> None:
        async with asyncio.timeout(within):
            while not look():  # noqa: ASYNC110  (nobody sets an event for it)
                await asyncio.sleep(0.02)

    async def stop(self) -> None:
        await self.bot.close()
        await asyncio.gather(self.runs, return_exceptions=True)

    async def start(self) -> None:
        self.bot = CardRoom(self.database)
        self.runs = asyncio.create_task(self.bot.start("local"))
        await self.until(lambda: self.bot.is_ready() or self.runs.done(), 30)


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with LocalDiscord() as local:
        point_discord_at(local.url)
        channel = next(c["id"] for c in local.world.channels.values() if c.get("name") == "lobby")
        bot = CardRoom(tmp_path / "room.db")
        runs = asyncio.create_task(bot.start("local"))
        async with Person(local.url, local.secret, "Ana") as ana:
            made = Place(local, tmp_path / "room.db", bot, runs, ana, channel)
            try:
                await ana.bot_online(30)
                await made.until(bot.is_ready)
                await ana.slash(channel, "red-dog")
                board = await ana.message(lambda m: bool(m["components"]), channel=channel)
                await ana.press(board, "Play now")
                await made.until(lambda: made.session.table.phase == DEAL)
                yield made
                assert await made.bot.room.store.read(ledger.audit) == []
            finally:
                await made.stop()
                assert local.violations == []


async def test_a_servers_outage_stops_its_tables_and_voids_nothing(place: Place) -> None:
    session = place.session
    await place.ana.post("outage", {})
    await place.until(lambda: session.table.time.offline)
    assert not place.bot.room.time.offline, "other servers' clocks run on"
    await place.ana.post("outage", {"over": True})
    await place.until(lambda: not session.table.time.offline)
    assert session.table.phase == DEAL and session.table.paused is None and place.session is session


async def test_a_server_that_comes_late_after_a_start_has_its_tables(place: Place) -> None:
    await place.session.commits.settled()
    rows, id = len(place.session.table.deal.rows) if place.session.table.deal else -1, place.session.id
    await place.stop()
    place.local.gateway.late = 1.5
    await place.start()
    assert place.bot.guilds[0].unavailable
    await place.until(lambda: id in place.bot.room.sessions)
    assert place.session.table.time.offline and place.session.table.phase == DEAL
    await asyncio.sleep(0.3)
    assert place.session.table.deal is not None and len(place.session.table.deal.rows) == rows, (
        "nobody moves before it is there"
    )
    await place.until(lambda: not place.session.table.time.offline)
    assert place.session.table.phase == DEAL


@pytest.mark.parametrize("how", ["channel", "role"])
async def test_a_channel_hidden_from_the_bot_pauses_its_tables_and_voids_nothing(place: Place, how: str) -> None:
    session, world = place.session, place.local.world
    await session.commits.settled()
    deal = session.table.deal
    if how == "channel":
        await place.ana.post("permissions", {"channel_id": place.channel, "deny": ["view_channel"]})
    else:
        for role in world.guilds[place.guild]["roles"]:
            role["permissions"] = "0"
            world.emit("GUILD_ROLE_UPDATE", {"guild_id": place.guild, "role": role}, guild=place.guild)
    await place.until(lambda: session.table.paused)
    assert session.table.paused == "I cannot see this channel any more."
    assert (
        session.table.phase == DEAL
        and session.table.deal is not None
        and deal is not None
        and session.id in place.bot.room.sessions
    )
    if how == "channel":
        await place.ana.post("permissions", {"channel_id": place.channel, "deny": []})
        shown = await place.ana.message(lambda m: "cannot see this channel" in m["content"], 20)
        await place.ana.press(shown, "Go on")
        await place.until(lambda: session.table.paused is None)


async def test_a_hidden_channel_that_is_deleted_has_no_name(place: Place) -> None:
    settings, guild = place.bot.room.settings, int(place.guild)
    await settings.change(guild, lambda _: {"channels": (int(place.channel),)})
    await place.ana.post("permissions", {"channel_id": place.channel, "deny": ["view_channel"]})
    await place.until(lambda: place.session.table.paused)
    known = place.bot.get_channel(int(place.channel))
    assert isinstance(known, discord.TextChannel) and known.name == "___hidden___"
    await place.ana.post("delete", {"channel_id": place.channel})
    await place.until(lambda: not place.bot.room.sessions)
    for _ in range(100):  # what is lost is noted beside the table's closing
        if (await settings.of(guild)).lost:
            break
        await asyncio.sleep(0.05)
    assert (await settings.of(guild)).lost == {"channels": ("a channel",)}


# ---- the bot is removed ------------------------------------------------------------------


async def test_a_server_that_removes_the_bot_and_takes_it_back_has_everything(place: Place) -> None:
    store, guild = place.bot.room.store, int(place.guild)
    await place.ana.post("kick", {})
    await place.until(lambda: not place.bot.room.sessions)
    assert await store.read(left_servers.left_by, ALONE, 2**62) == [guild]
    await place.bot.room.departures._erase_due()
    assert await store.read(ledger.balance, guild, int(place.ana.id)) == 100_000, "it is kept for thirty days"
    await place.ana.post("invite", {})
    await place.until(lambda: place.bot.guilds)
    await place.until(lambda: not place.bot.room.departures._gone)
    left = await store.read(left_servers.left_by, ALONE, 2**62)
    for _ in range(600 if left else 0):  # it is noted behind that
        await asyncio.sleep(0.05)
        if not (left := await store.read(left_servers.left_by, ALONE, 2**62)):
            break
    assert left == []


async def test_what_is_kept_of_a_server_is_erased_after_thirty_days(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild = int(place.guild)
    await place.session.commits.settled()
    await place.stop()
    await place.ana.post("kick", {})
    await place.start()  # it was removed while it was away
    room = place.bot.room
    await place.until(lambda: room.uptime.all_back)
    assert await room.store.read(left_servers.left_by, ALONE, 2**62) == [guild] and not room.sessions
    for days, balance in ((29.9, 100_000), (30.1, 0)):
        monkeypatch.setattr(room.departures, "_now", lambda days=days: room.now() + round(days * departures.DAY_MS))
        await room.departures._erase_due()
        assert await room.store.read(ledger.balance, guild, int(place.ana.id)) == balance
    assert (
        await room.store.read(left_servers.left_by, ALONE, 2**62) == []
        and await room.store.read(personal_data.servers_of, int(place.ana.id)) == []
    )


# ---- after an invitation ---------------------------------------------------------------------


def greetings(place: Place) -> list[str]:
    """In which channels the bot has said what it is."""
    every = place.local.world.messages.values()
    return [m["channel_id"] for m in every if m["content"].startswith("**The card room** is here")]


async def invited(place: Place, system: str | None) -> None:
    """The bot is put out of the server and invited again; its system channel is this one."""
    place.local.world.guilds[place.guild]["system_channel_id"] = system
    await place.ana.post("kick", {})
    await place.until(lambda: not place.bot.guilds)
    await place.ana.post("invite", {})
    await place.until(lambda: place.bot.guilds)
    await asyncio.sleep(0.3)


async def test_after_an_invitation_the_bot_says_once_what_it_is(place: Place) -> None:
    assert greetings(place) == [], "a server that has had it is not greeted"
    await invited(place, place.channel)
    assert greetings(place) == [place.channel]
    said = next(m for m in place.local.world.messages.values() if m["content"].startswith("**The card room**"))
    assert "`/games`" in said["content"] and "`/cardroom show`" in said["content"]
    assert [b["label"] for row in said["components"] for b in row["components"]] == ["Games"]
    assert not said["mentions"] and not said["mention_everyone"] and said["flags"] & 4096, "nobody is pinged"
    await invited(place, place.channel)
    await place.ana.post("outage", {})
    await place.until(lambda: place.bot.guilds[0].unavailable)
    await place.ana.post("outage", {"over": True})
    await place.until(lambda: not place.bot.guilds[0].unavailable)
    await place.stop()
    await place.start()
    await asyncio.sleep(0.3)
    assert greetings(place) == [place.channel], "never again"


async def test_where_it_may_not_write_it_says_nothing_now_or_later(place: Place) -> None:
    await place.ana.post("permissions", {"channel_id": place.channel, "deny": ["send_messages"]})
    await invited(place, place.channel)
    await place.ana.post("permissions", {"channel_id": place.channel, "deny": []})
    await invited(place, place.channel)
    assert greetings(place) == []


async def test_without_a_system_channel_nobody_is_told_anything(place: Place) -> None:
    def direct() -> list[str]:
        return [id for id, c in place.local.world.channels.items() if c["type"] == 1]

    await place.until(direct)  # Ana's cards have come
    before = direct()
    await invited(place, None)
    assert greetings(place) == [] and direct() == before


async def test_a_server_that_comes_back_as_if_it_were_new_is_not_greeted(place: Place) -> None:
    place.local.world.members[place.guild][place.local.world.bot_id]["joined_at"] = "2020-01-01T00:00:00.000000+00:00"
    place.local.world.guilds[place.guild]["system_channel_id"] = place.channel
    place.local.gateway.welcome(place.guild)
    await asyncio.sleep(0.3)
    assert greetings(place) == []
