"""What people see on Discord while the records take nothing: what is stored, and nothing is forgotten for it."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from typing import Any

import pytest

from bot.host.messages import panels
from bot.host.messages.live_messages import ChannelMessage
from bot.store import DiskFull, Work, tables
from bot.table import hosting, lobby
from bot.table.errors import Rejected
from tests.cogs.conftest import drawn, env, server, simcord_bot, store
from tests.cogs.server import Server

__all__ = ["drawn", "env", "server", "simcord_bot", "store"]


async def test_where_a_table_message_is_is_noted_when_the_records_take_it_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    put, commit, full = ChannelMessage._put, server.store.commit, list[DiskFull]()

    async def posted(post: ChannelMessage, *args: Any) -> None:
        await put(post, *args)
        full.append(DiskFull("The disk is full."))

    async def stored(work: Work) -> None:
        if full:
            raise full.pop()
        await commit(work)

    old = server.board
    await old.delete()
    monkeypatch.setattr(ChannelMessage, "_put", posted)
    monkeypatch.setattr(server.store, "commit", stored)
    await hosting.pause(session, "Tea.", ana.id)
    await server.bot.room.display.idle()
    monkeypatch.setattr(ChannelMessage, "_put", put)
    full[1:] = []
    for _ in range(3):  # on a busy machine it is posted once more where the news of the deletion comes late
        await server.env.advance_time(20)
    (newest,) = [m for m in server.channel.history() if "⏸ Tea." in m.content]
    kept = await server.store.read(tables.load_table, session.id)
    assert kept is not None and session.table.posted.message == newest.id == json.loads(kept.state)["message"] != old.id


async def test_whoever_has_not_left_yet_keeps_their_panel(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, start=False)
    commit, gate, numbers = server.store.commit, asyncio.Event(), count()

    async def stored(work: Work) -> None:
        if next(numbers) == 1:
            await gate.wait()
            raise DiskFull("The disk is full.")
        await commit(work)

    monkeypatch.setattr(server.store, "commit", stored)
    house = asyncio.create_task(lobby.add_house(session))
    await asyncio.sleep(0)
    leave = asyncio.create_task(lobby.leave(session, bo.id))
    post = server.bot.room.display.panels._messages[session.id, bo.id]
    await house
    assert session.table.seat_of(bo.id) is None
    await post.idle()
    assert bo.user.dm_channel.last_message.content != panels.LEFT
    gate.set()
    with pytest.raises(Rejected, match="disk is full"):
        await leave
    assert session.table.seat_of(bo.id) == 1
    await server.slash(ana, "table start")
    assert bo.user.dm_channel.last_message.attachments[0].description.startswith("Your cards")
