"""What goes wrong while a table is opened, and what a crash leaves: people know of it, and nothing stands twice."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.host.calls.permissions import invite
from bot.host.messages import live_messages, recovery
from bot.host.pictures import emojis
from bot.local.person import Person
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from tests import odd

from .here import Here, eventually, running, started

POSTED = "POST /channels/{channel_id}/messages"
DM = "POST /users/@me/channels"
JSON = dict[str, Any]


def lobby(local: LocalDiscord) -> JSON:
    return next(c for c in local.world.channels.values() if c["type"] == 0 and "guild_id" in c)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize(("command", "what"), [("red-dog", "Red Dog"), ("night start", "Game night")])
async def test_while_a_channel_takes_nothing_everybody_reads_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, what: str
) -> None:
    monkeypatch.setattr(live_messages, "POST_SECONDS", 0.5)
    async with running(tmp_path) as here:
        place = lobby(here.local)
        here.local.fault(POSTED, 503, 2)
        said = await here.asks(place, command)
        opened = f"Ana has opened **{what}** in <#{place['id']}>. Discord does not take its message for now"
        assert any(text.startswith(opened) for text in said)
        (public,) = [m for m in here.local.world.messages.values() if m["content"].startswith(opened)]
        assert not public["flags"] & 64, "everybody reads it"
        await eventually(lambda: here.table.table.posted.message)
        assert here.board()["components"]


async def test_a_table_that_is_refused_in_its_channel_writes_to_nobody(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        place = lobby(here.local)
        here.local.fault(POSTED, 403, 1)
        assert (await here.asks(place, "red-dog"))[0].startswith("No table was opened")
        assert not [call for call in here.local.calls if f"{call.method} {call.route}" == DM]
        await here.asks(place, "red-dog")
        await here.quiet()
        assert len([call for call in here.local.calls if f"{call.method} {call.route}" == DM]) == 1


async def test_a_thread_that_is_told_of_without_its_metadata_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as here:
        place = lobby(here.local)
        await here.asks(place, "red-dog", thread=True)
        (session,) = here.local.gateway.sessions.values()
        thread = {key: value for key, value in here.thread().items() if key != "thread_metadata"}
        session.dispatch("THREAD_UPDATE", thread)
        session.dispatch("THREAD_UPDATE", {**thread, "id": odd.SOMETHING})
        await here.asks(place, "bank balance")
        assert here.table.table.paused is None
    assert errors(caplog) == []


async def test_an_emoji_that_fails_is_tried_again_and_keeps_nothing_from_coming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord answers the upload of one with something that is no emoji."""
    monkeypatch.setattr(emojis, "APART", 0.0)
    monkeypatch.setattr(emojis, "SOON", 0.2)
    async with LocalDiscord(invited=invite().value) as local:
        point_discord_at(local.url)
        local.fault("POST /applications/{application_id}/emojis", 200, 1, {"id": None})
        async with started(local, tmp_path / "room.db") as bot:
            await eventually(lambda: bot.room.emojis.dressed("2 red") != "2 red")
    assert errors(caplog) == []


async def test_after_a_crash_no_message_stands_twice_in_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot ends after a message is posted and before that is noted: the first one, and one that is posted again."""

    async def never(*_: Any) -> None:
        await asyncio.Event().wait()

    async with LocalDiscord(invited=invite().value) as local:
        point_discord_at(local.url)

        def shown(table: str) -> list[tuple[str, str]]:
            every = [m for m in local.world.messages.values() if f":{table}:" in str(m["components"])]
            return sorted((m["channel_id"], m["id"]) for m in every if not m["flags"] & 64)

        async with Person(local.url, local.secret, "Ana") as ana:
            with monkeypatch.context() as m:
                m.setattr(recovery, "note", never)
                async with started(local, tmp_path / "room.db") as bot:
                    await ana.bot_online()
                    here = Here(local, bot, ana)
                    await here.asks(lobby(local), "red-dog")
                    table = here.table.id
                    await eventually(lambda: len(shown(table)) == 2)  # in the channel, and the host's panel
            for again in (False, True):
                async with started(local, tmp_path / "room.db") as bot:
                    here = Here(local, bot, ana)
                    await eventually(lambda: bot.room.uptime.all_back)
                    await here.quiet()
                    await eventually(lambda: len(shown(table)) == 2)
                    assert len({channel for channel, _ in shown(table)}) == 2, again
                    if not again:
                        with monkeypatch.context() as m:
                            m.setattr(recovery, "note", never)
                            m.setattr("bot.host.messages.live_messages.ChannelMessage._clear", never)
                            await ana.slash(lobby(local), "table house")
                            await ana.slash(lobby(local), "table show")
                            await eventually(lambda: len(shown(table)) == 3)
