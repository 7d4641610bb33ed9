"""The room after a gap: every table stores it and shows it, and no beat is noted before."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.app import CardRoom
from bot.store import ALONE, Corrupt, Locked, Store, heartbeat, left_servers, tables
from bot.table import restore
from bot.table.session import Session
from bot.table.state import DEAL
from bot.table.timekeeper import NOTICED_MS, Timekeeper
from tests.cogs.conftest import drawn, env, server, simcord_bot, store
from tests.cogs.server import Server, turn

from .tables import memory
from .test_on_discord import calls

__all__ = ["drawn", "env", "server", "simcord_bot", "store"]

DAY, BEAT = 25 * 3600, 20


class Wall:
    """A clock on the wall that is ahead of virtual time by as much as the test says."""

    ahead = 0.0

    def __call__(self) -> float:
        return discord.utils.utcnow().timestamp() + self.ahead


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch, simcord_bot: CardRoom) -> Wall:
    """Set before the bot starts, and after its own fixture has set it; beats come here as they do in life."""
    wall = Wall()
    monkeypatch.setattr("bot.host.uptime.BEAT_SECONDS", BEAT)
    monkeypatch.setattr(
        "bot.host.room.Timekeeper", lambda _: Timekeeper(wall, lambda: discord.utils.utcnow().timestamp())
    )
    return wall


def shown(server: Server) -> int:
    """By when somebody must have moved, as the table message says, in s."""
    found = re.search(r"<t:(\d+):R>", server.board.content)
    assert found, server.board.content
    return int(found[1])


def due(session: Session) -> int:
    return session.table.wall(session.table.turns[turn(session)][2])


async def as_stored(session: Session) -> tuple[Any, ...]:
    """What the table would be if it were restored."""
    return memory(Session(session.services, await restore.read_again(replace(session.table), session.services.store)))


@pytest.mark.parametrize("jump", [-3600, 3600, DAY])
async def test_a_jump_of_the_wall_is_shown_and_stored(wall: Wall, server: Server, jump: int) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    left = due(session) - server.bot.room.now()
    wall.ahead = jump
    await server.env.advance_time(BEAT + 1)
    left -= (BEAT + 1) * 1000
    assert not session.table.behind and session.table.phase == DEAL and not session.table.paused
    assert due(session) - round(wall() * 1000) == left and shown(server) == due(session) // 1000
    assert await as_stored(session) == memory(session)
    await server.env.advance_time(left / 1000 - 1)
    assert session.table.deal is not None and not session.table.deal.rows
    await server.env.advance_time(2)
    assert session.table.deal.rows[0].lapsed


async def test_what_the_gateway_was_away_for_is_stored(wall: Wall, server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    server.bot.dispatch("shard_disconnect", 0)
    await server.env.advance_time(300)
    wall.ahead = -7200.0  # and its clock is set before it is back
    await server.env.advance_time(BEAT)
    await server.bot.room.uptime.gateway_back()
    await server.bot.room.display._table_messages[session.id].idle()
    assert 59_000 < due(session) - server.bot.room.now() <= 60_000 and shown(server) == due(session) // 1000
    assert await as_stored(session) == memory(session)


async def test_a_short_break_calls_nobody(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    version, written = session.table.version, calls(server, "PATCH", "/messages/")
    server.bot.dispatch("shard_disconnect", 0)
    await server.env.advance_time(NOTICED_MS / 1000 - 1)
    await server.bot.room.uptime.gateway_back()
    await server.bot.room.display._table_messages[session.id].idle()
    assert (session.table.version, calls(server, "PATCH", "/messages/")) == (version, written)


async def test_no_beat_is_noted_before_every_table_has_stored_the_gap(wall: Wall, server: Server,
                                                                      store: Store) -> None:  # fmt: skip
    ana, bo = server.person("ana"), server.person("bo")
    session, time = await server.red_dog(ana, bo), server.bot.room.time
    await server.bot.room.uptime._note_beat()
    before = await store.read(heartbeat.last_beat, ALONE)
    assert before is not None
    time.on_outage = lambda: None  # nobody wakes the table's clock
    wall.ahead = DAY
    time.look()
    await server.bot.room.uptime._note_beat()
    assert session.table.behind and await store.read(heartbeat.last_beat, ALONE) == before
    async with session.commits.changing():
        pass
    await server.bot.room.uptime._note_beat()
    assert await store.read(heartbeat.last_beat, ALONE) == time.now() >= before + DAY * 1000


async def test_no_beat_is_noted_before_every_table_is_back(server: Server, store: Store,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    """Another restart meanwhile would take it for a sign that the tables were there."""
    await server.red_dog(server.person("ana"), server.person("bo"))
    await server.bot.room.uptime._note_beat()
    before = await store.read(heartbeat.last_beat, ALONE)

    async def never(_: Any) -> None:
        return None

    monkeypatch.setattr("bot.host.room.Room.wake_all", never)
    bot = CardRoom(server.bot.database, shards=1)
    await server.env.advance_time(3600)
    await server.env.restart_bot(bot)
    await server.env.settle()
    await bot.room.uptime._note_beat()
    assert await store.read(heartbeat.last_beat, ALONE) == before
    monkeypatch.undo()
    await bot.room.wake_all()
    await bot.room.uptime._note_beat()
    assert (await store.read(heartbeat.last_beat, ALONE) or 0) > (before or 0)


async def test_tables_come_back_though_the_records_are_busy_at_the_start(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither can it be noted which servers have removed the bot, nor a table be read; each is said once."""
    await server.red_dog(server.person("ana"), server.person("bo"))
    busy: dict[str, int] = dict.fromkeys(("open_tables", "load_table", "note_servers"), 3)
    caplog.set_level("WARNING")

    def first_time(name: str) -> None:
        if busy[name]:
            busy[name] -= 1
            raise Locked("The card room's records are busy.")

    def but_busy(true: Any) -> Any:
        def deed(db: Any, *args: Any) -> Any:
            first_time(true.__name__)
            return true(db, *args)

        return deed

    for of, name in ((tables, "open_tables"), (tables, "load_table"), (left_servers, "note_servers")):
        monkeypatch.setattr(of, name, but_busy(getattr(of, name)))
    monkeypatch.setattr("bot.host.room.AGAIN_SECONDS", 0.01)
    monkeypatch.setattr("bot.host.departures.AGAIN_SECONDS", 0.01)
    await again(server)
    assert not any(busy.values())
    assert server.table.table.deal is not None
    said = [record.getMessage() for record in caplog.records if "records are busy" in record.getMessage()]
    assert len(said) == len({*said}) == 3


async def again(server: Server) -> None:
    """The bot has been started again, and all its tables are back."""
    bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(bot)
    server.bot = bot
    for _ in range(100):
        await asyncio.sleep(0.01)
        if bot.room.uptime.all_back:
            break
    await server.env.settle()
    assert bot.room.uptime.all_back


async def test_a_table_that_is_damaged_keeps_no_other_and_no_beat_waiting(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = await server.red_dog(server.person("ana"), server.person("bo"))
    await server.slash(server.person("cleo"), "red-dog")
    (damaged,) = (session.id for session in server.bot.room.sessions.values() if session.id != sound.id)

    def load_table(db: Any, id: str, true: Any = tables.load_table) -> Any:
        if id == damaged:
            raise Corrupt("The card room's records are damaged.")
        return true(db, id)

    monkeypatch.setattr(tables, "load_table", load_table)
    await again(server)
    assert [*server.bot.room.sessions] == [sound.id]


async def test_a_pick_that_is_shown_follows_what_the_server_allows(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    await server.slash(ana, "night start", house=1)
    await server.slash(bo, "table join", table=server.table.id)
    await server.slash(ana, "table start")
    assert "then it is **Red Dog**" in server.board.content or "then it is Red Dog" in server.board.content
    shown = server.board.content
    answer = await boss.slash(server.channel, "cardroom game", game="red-dog", allowed=False)
    assert answer is not None
    await server.env.settle()
    assert server.board.content != shown and "it is Red Dog" not in server.board.content
