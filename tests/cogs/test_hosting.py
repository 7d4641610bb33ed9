"""Whose table it is: who adds house players, and how many tables one person may have open."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games.catalog import GAMES
from bot.store import ALONE
from bot.store import tables as stored_tables
from bot.table.errors import Rejected
from bot.table.hosting import MOST_HOSTED
from bot.table.session import Session

from .server import Server

STRANGER = "Only who sits at this table can add house players; press **Join** first."


async def test_house_players_are_added_by_those_at_the_table_and_by_managers(server: Server) -> None:
    ana, bo, cleo, boss = server.person("ana"), server.person("bo"), server.person("cleo"), server.manager("boss")
    session = await server.red_dog(ana, bo, start=False)
    before = await server.books()
    assert await server.slash(cleo, "table house") == STRANGER
    assert await server.books() == before
    await bo.click(await server.more(bo), label="Add a house player")
    assert (await server.slash(boss, "table house")).endswith("sits down for the house.")
    assert [c.house for c in session.table.chairs] == [False, False, True, True]


async def hosts(server: Server, person: Any, tables: int) -> None:
    for _ in range(tables):
        assert "table is open in" in await server.slash(person, "hearts")


@pytest.mark.parametrize("manager", [False, True])
async def test_one_person_has_a_few_tables_open(server: Server, manager: bool) -> None:
    ana, bo = server.manager("ana") if manager else server.person("ana"), server.person("bo")
    await hosts(server, ana, MOST_HOSTED)
    before, posts = await server.books(), len(server.channel.history())
    answers = [await server.slash(ana, "red-dog"), await server.slash(ana, "night start"),
               await server.slash(ana, "hearts", thread=True)]  # fmt: skip
    for answer in answers:
        assert answer.startswith(f"<@{ana.id}> hosts {MOST_HOSTED} tables here already, and may open another when one")
        assert {*re.findall("`([a-z0-9]{7})`", answer)} == {*server.bot.room.sessions}
    assert await server.books() == before and len(server.channel.history()) == posts
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None and not guild.threads, "no thread is left over"
    assert "table is open in" in await server.slash(bo, "red-dog")
    await server.sure(ana, "table close", table=next(iter(server.bot.room.sessions)))
    assert "table is open in" in await server.slash(ana, "red-dog")


async def test_a_table_is_not_handed_to_somebody_who_has_enough(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await hosts(server, bo, MOST_HOSTED)
    session = await server.hearts(ana, bo, start=False)
    answer = await server.slash(ana, "table host", member=bo, table=session.id)
    assert answer.startswith(f"<@{bo.id}> hosts {MOST_HOSTED} tables here already")
    assert session.table.host == ana.id
    await server.sure(bo, "table close", table=next(iter(server.bot.room.sessions)))
    assert await server.slash(ana, "table host", member=bo, table=session.id) == "bo is the host of this table now."


async def test_of_two_tables_opened_at_once_only_one_may_be_too_many(server: Server) -> None:
    ana, game = server.person("ana"), GAMES["hearts"]
    await hosts(server, ana, MOST_HOSTED - 1)
    asks: Any = SimpleNamespace(user=ana.id, interaction=SimpleNamespace(user=ana.user))
    both = (server.bot.room.open(asks, server.guild.id, server.channel.id, "ana", game, game.options()) for _ in "ab")
    opened, refused = await asyncio.gather(*both, return_exceptions=True)
    assert isinstance(opened, Session) and isinstance(refused, Rejected)
    assert (
        len(server.bot.room.sessions) == len(await server.store.read(stored_tables.open_tables, ALONE)) == MOST_HOSTED
    )
    await server.bot.room.display.idle()
