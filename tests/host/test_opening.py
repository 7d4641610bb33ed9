"""Tables that are opened at once: one clock to a table, one night to a channel, and nothing is overwritten."""

from __future__ import annotations

import asyncio
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.store import ALONE, Missing, Work, ledger, nights, tables
from tests.cogs.conftest import drawn, env, server, simcord_bot, store
from tests.cogs.server import Server

from .tables import Failing

__all__ = ["drawn", "env", "server", "simcord_bot", "store"]

BEGUN = "That night is being opened already; press **Join** on its table."
ANOTHER = "A night is on in this channel already; press **Join** on its table."


@pytest.fixture
def slow(server: Server) -> Failing:
    """The records of the room, which can be made to wait or to fail."""
    room, slow = server.bot.room, Failing(server.store)
    room.store = room.services.store = slow  # type: ignore[assignment]  # it does everything that the store does
    return slow


_numbers = count(1)


class Asking:
    """An interaction as far as a command of `/night` looks at it: several of them may be under way at once."""

    type = discord.InteractionType.application_command
    message = None

    def __init__(self, server: Server, person: Any) -> None:
        self.id, self.client = next(_numbers), server.bot
        self.guild = server.bot.get_guild(server.guild.id)
        self.channel: Any = server.bot.get_channel(server.channel.id)
        self.guild_id, self.channel_id = server.guild.id, server.channel.id
        self.user = SimpleNamespace(id=person.id, display_name=person.user.name, avatar=None)
        self.permissions = discord.Permissions(manage_guild=person.user.name == "boss")
        self.app_permissions = discord.Permissions.all()
        self.response, self.followup, self.said = self, self, ""

    def is_done(self) -> bool:
        return bool(self.said)

    async def send_message(self, text: str, **_: Any) -> None:
        self.said = text

    async def send(self, text: str, **_: Any) -> Asking:
        self.said = text
        return self

    async def delete(self) -> None:
        """What was said before makes room for what is said now."""

    delete_original_response = delete

    def is_expired(self) -> bool:
        return False


def asked(server: Server, command: str, person: Any, **options: Any) -> asyncio.Task[str]:
    """The answer of a `/night` command, once it comes."""

    async def work() -> str:
        asking, cog = Asking(server, person), server.bot.get_cog("NightCog")
        await getattr(cog, command).callback(cog, asking, **options)
        return asking.said

    return asyncio.create_task(work())


async def one_by_one(server: Server, slow: Failing, *commands: tuple[str, Any, dict[str, Any]]) -> list[str]:
    """What these commands are answered: each is given when the one before waits for its commit, or is answered."""
    slow.gate.clear()
    answers: list[asyncio.Task[str]] = []
    async with asyncio.timeout(60):
        for command, person, options in commands:
            slow.asked.clear()
            answers.append(asked(server, command, person, **options))
            waits = asyncio.create_task(slow.asked.wait())
            await asyncio.wait((answers[-1], waits), return_when=asyncio.FIRST_COMPLETED)
            waits.cancel()
        slow.gate.set()
        return await asyncio.gather(*answers)


async def at_once(server: Server, slow: Failing, *people: Any) -> list[str]:
    """What these people are answered who start a night."""
    return await one_by_one(server, slow, *(("start", person, {}) for person in people))


async def one_night(server: Server, *people: Any) -> None:
    """There is one table, with one clock, in memory as in the store, and nobody has paid for another."""
    room = server.bot.room
    (session,) = room.sessions.values()
    await session.commits.settled()
    await room.display.idle()
    clocks = [t for t in asyncio.all_tasks() if t.get_name().startswith("clock ") and not t.done()]
    assert [t.get_name() for t in clocks] == [f"clock {session.id}"]
    assert [brief.id for brief in await server.store.read(tables.open_tables, ALONE)] == [session.id]
    stored = await server.store.read(tables.load_table, session.id)
    assert stored is not None and stored.host == session.table.host
    (running,) = await server.store.read(nights.nights, server.guild.id, "running")
    assert running.id == session.id and session.table.seat_of(running.host) == 0 == session.table.seat_of(
        session.table.host
    )
    for person in people:
        paid = 10_000 if session.table.seat_of(person.id) is not None else 0
        assert await server.store.read(ledger.balance, server.guild.id, person.id) in (100_000 - paid, 0)
    assert await server.store.read(ledger.audit) == []


@pytest.mark.parametrize("manager_first", [False, True])
async def test_an_announced_night_is_begun_once(server: Server, slow: Failing, manager_first: bool) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    await server.announced(ana)
    first, second = (boss, ana) if manager_first else (ana, boss)
    opened, refused = await at_once(server, slow, first, second)
    assert opened.startswith("**Friday** is open in") and refused == BEGUN
    await one_night(server, ana, boss)
    assert await server.store.read(nights.nights, server.guild.id, "announced") == []


@pytest.mark.parametrize("manager_first", [False, True])
async def test_an_announced_night_whose_beginning_fails_can_be_begun_again(
    server: Server, slow: Failing, manager_first: bool
) -> None:
    ana, boss = server.person("ana"), server.manager("boss")
    await server.announced(ana)
    posts = len(server.channel.history())
    slow.fill_disk()
    first, second = (boss, ana) if manager_first else (ana, boss)
    failed, refused = await at_once(server, slow, first, second)
    assert failed.startswith("The disk is full") and refused == BEGUN
    assert not server.bot.room.sessions and await server.store.read(tables.open_tables, ALONE) == []
    assert len(server.channel.history()) == posts, "a table that is not there has no message"
    assert (await server.slash(second, "night start")).startswith("**Friday** is open in")
    await one_night(server, ana, boss)


async def test_two_new_nights_do_not_begin_in_one_channel(server: Server, slow: Failing) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    opened, refused = await at_once(server, slow, ana, bo)
    assert opened.startswith("**Game night** is open in") and refused == ANOTHER
    await one_night(server, ana, bo)
    assert await server.slash(bo, "night start") == ANOTHER
    await server.sure(ana, "night end")
    assert (await server.slash(bo, "night start")).startswith("**Game night** is open in")
    await one_night(server, bo)


@pytest.mark.parametrize("bo_first", [False, True])
async def test_two_new_nights_in_the_same_moment(server: Server, slow: Failing, bo_first: bool) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    both = [asked(server, "start", person) for person in ((bo, ana) if bo_first else (ana, bo))]
    opened, refused = await asyncio.gather(*both)
    assert opened.startswith("**Game night** is open in") and refused == ANOTHER
    await one_night(server, ana, bo)


async def test_where_the_first_of_two_new_nights_fails_the_second_begins(server: Server, slow: Failing) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    slow.fill_disk()
    failed, opened = await at_once(server, slow, ana, bo)
    assert failed.startswith("The disk is full") and opened.startswith("**Game night** is open in")
    await one_night(server, bo)


async def test_a_night_of_another_channel_stands_in_nobodys_way(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    elsewhere = server.guild.create_text_channel("elsewhere")
    await server.slash(ana, "night start")
    await bo.slash(elsewhere, "night start")
    assert len(server.bot.room.sessions) == 2


@pytest.mark.parametrize("called_off", [False, True])
async def test_a_night_is_begun_or_called_off_whichever_comes_first(
    server: Server, slow: Failing, called_off: bool
) -> None:
    ana = server.person("ana")
    night = await server.announced(ana)
    both = [("start", ana, {}), ("cancel", ana, {"announced": night.id})]
    first, second = await one_by_one(server, slow, *(reversed(both) if called_off else both))
    if called_off:
        assert (first, second) == ("**Friday** is called off.", "That night is called off.")
        assert not server.bot.room.sessions and await server.store.read(tables.open_tables, ALONE) == []
    else:
        assert first.startswith("**Friday** is open in")
        assert second == "That night has begun already; press **Join** on its table."
        await one_night(server, ana)


async def test_a_night_that_only_the_records_know_is_on_as_well(server: Server) -> None:
    """After a restart, before its table has been touched."""
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "night start")
    room, night = server.bot.room, server.table
    room.sessions.clear()
    try:
        assert await server.slash(bo, "night start") == ANOTHER
    finally:
        room.sessions[night.id] = night


async def test_a_night_is_called_off_only_where_it_is_known(server: Server) -> None:
    with pytest.raises(Missing):
        await server.store.commit(Work().do(nights.cancel_night, "nowhere"))
