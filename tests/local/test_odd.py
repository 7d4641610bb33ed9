"""What Discord may send, however odd, ends nothing: the real bot over a real gateway, and somebody who plays on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.host.calls.permissions import invite
from bot.host.calls.unread import UNREAD
from bot.local.gateway import Gateway
from bot.local.interactions import Interactions
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import ALONE, left_servers, tables
from tests import odd
from tests.host.here import Here, eventually, running, started

JSON = dict[str, Any]


def lobby(local: LocalDiscord) -> JSON:
    return next(c for c in local.world.channels.values() if c["type"] == 0 and "guild_id" in c)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the operator would be alarmed by."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_fifty_odd_events_end_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with running(tmp_path) as here:
        place = lobby(here.local)
        (session,) = here.local.gateway.sessions.values()
        connection = session.connection
        sent = odd.every(place)
        assert len(sent) > 50
        for name, data in sent * 2:
            session.dispatch(name, data)
        assert "is open" in (await here.asks(place, "red-dog"))[0]
        assert (session.connection, len(here.local.gateway.sessions)) == (connection, 1)
    assert errors(caplog) == []
    told = [m for m in caplog.messages if "cannot be read" in m]
    assert len({*told}) == len(told) > 10, "each kind once"
    assert all(m.startswith("Discord has sent ") for m in told)
    assert not any(odd.SOMEBODY in m or "zoe" in m for m in told), "not a word of what was sent"


async def test_a_server_is_read_as_far_as_it_can_be(tmp_path: Path, caplog: pytest.LogCaptureFixture,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    """At a start: its tables are not closed, and are shown and played on."""
    caplog.set_level("INFO", "bot")
    async with LocalDiscord(invited=invite().value) as local:
        point_discord_at(local.url)
        async with Person(local.url, local.secret, "Ana") as ana:
            async with started(local, tmp_path / "room.db") as bot:
                await ana.bot_online()
                here = Here(local, bot, ana)
                assert "is open" in (await here.asks(lobby(local), "red-dog"))[0]
                table = here.table.id
            tell = Gateway.guild
            monkeypatch.setattr(Gateway, "guild", lambda *a: odd.server(tell(*a)))
            async with started(local, tmp_path / "room.db") as bot:
                await eventually(lambda: bot.room.uptime.all_back)
                (guild,) = bot.guilds
                assert not guild.unavailable and guild.me is not None
                known = {int(c["id"]) for c in local.world.channels.values() if "guild_id" in c}
                assert {c.id for c in guild.channels} >= known - {c.id for c in guild.threads}
                assert [*bot.room.sessions] == [table] and "1 table is back" in caplog.messages
                here = Here(local, bot, ana)
                assert "sits down" in (await here.asks(lobby(local), "table house"))[0]
                assert await bot.room.store.read(left_servers.left_by, ALONE, 2**62) == []
    assert errors(caplog) == []


async def test_a_server_that_cannot_be_read_at_all_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with LocalDiscord(invited=invite().value) as local:
        point_discord_at(local.url)
        async with Person(local.url, local.secret, "Ana") as ana:
            async with started(local, tmp_path / "room.db") as bot:
                await ana.bot_online()
                await Here(local, bot, ana).asks(lobby(local), "red-dog")
            monkeypatch.setattr(Gateway, "guild", lambda *_: {"name": "no id", "unavailable": False})
            async with started(local, tmp_path / "room.db") as bot:
                await eventually(lambda: bot.room.uptime.all_back)
                assert len(bot.room.sessions) == len(await bot.room.store.read(tables.open_tables, ALONE)) == 1
                assert await bot.room.store.read(left_servers.left_by, ALONE, 2**62) == []
                (session,) = bot.room.sessions.values()
                assert session.table.time.lost, "its clocks stand still, as in an outage"


def without(*keys: str, **other: Any) -> Callable[[JSON], JSON]:
    return lambda data: {key: value for key, value in {**data, **other}.items() if key not in keys}


PARTIAL = {"id": odd.SOMETHING, "type": 0}
UNREADABLE: dict[str, Callable[[JSON], JSON]] = {
    "a partial channel": without(channel=PARTIAL),
    "no limit of files": without("attachment_size_limit"),
    "no person": without("member"),
    "a person of whom nothing is known": without(member={"user": {"id": odd.SOMEBODY}, "permissions": "0"}),
    "an entitlement of tomorrow": without(entitlements=[{"id": "1", "type": 99}]),
    "an owner of nothing": without(authorizing_integration_owners=None),
}


@pytest.mark.parametrize("what", UNREADABLE)
async def test_whoever_asks_reads_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str,
                                             caplog: pytest.LogCaptureFixture) -> None:  # fmt: skip
    async with running(tmp_path) as here:
        place = lobby(here.local)
        await here.asks(place, "red-dog")
        board = here.board()
        tell, heard = Interactions._payload, UNREADABLE[what]
        with monkeypatch.context() as m:
            m.setattr(Interactions, "_payload", lambda *a: heard(tell(*a)))
            assert await here.asks(place, "bank balance") == [UNREAD]
            assert (await here.ana.press(board, "Join")).type == 4
            assert await here.ana.autocomplete(place, "table watch", "table", "") == []
        assert "is open" not in (await here.asks(place, "bank balance"))[0], "and the next time all is well"
    assert errors(caplog) == []
