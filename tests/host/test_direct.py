"""Direct messages: who is written to, what closes them, and what is no fault of the person's."""

from __future__ import annotations

import logging
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.config import Config
from bot.host.calls import direct
from bot.host.calls.direct import DirectMessages
from bot.store import Dm, Store, Work
from bot.store import direct_messages as stored_direct_messages
from tests.cogs.conftest import drawn, env, server, simcord_bot, store
from tests.cogs.server import Server, labels

__all__ = ["drawn", "env", "server", "simcord_bot", "store"]


class Discord:
    """Opens direct messages, or refuses with a code."""

    def __init__(self) -> None:
        self.opened: list[int] = []
        self.refuses: int | None = None

    async def create_dm(self, user: discord.Object) -> Any:
        self.opened.append(user.id)
        if self.refuses is not None:
            answer: Any = SimpleNamespace(status=403, reason="")
            raise discord.Forbidden(answer, {"code": self.refuses, "message": "no"})
        return SimpleNamespace(id=user.id + 5000)


@pytest.fixture
def discord_() -> Discord:
    return Discord()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "APART", 0.0)


def opener(world: Discord, store: Store, an_hour: int = 20) -> DirectMessages:
    client: Any = world
    return DirectMessages(client, store, an_hour)


@pytest.mark.parametrize("code", [50007, 50278])
async def test_two_refusals_close_somebodys_direct_messages(discord_: Discord, store: Store, code: int) -> None:
    direct = opener(discord_, store)
    discord_.refuses = code
    assert await direct.channel(1) is None and (await store.read(stored_direct_messages.dm, 1)).flagged
    discord_.refuses = None
    assert await direct.channel(1) is None and discord_.opened == [1], "they are not tried again"
    assert await direct.channel(2) == 5002


@pytest.mark.parametrize("code", [40003, 20026])
async def test_too_many_openings_stop_all_for_hours_and_mark_nobody(
    discord_: Discord, store: Store, code: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    direct_messages = opener(discord_, store)
    discord_.refuses = code
    assert await direct_messages.channel(1) is None
    assert not (await store.read(stored_direct_messages.dm, 1)).flagged and not direct_messages.closed
    assert [r.levelno for r in caplog.records if r.name == "bot.host.calls.direct"] == [logging.ERROR]
    discord_.refuses = None
    assert await direct_messages.channel(1, asked=True) is None and await direct_messages.channel(2) is None
    assert direct_messages.rests and discord_.opened == [1]
    monkeypatch.setattr(DirectMessages, "rests", False)  # hours later
    assert await direct_messages.channel(1) == 5001


@pytest.mark.parametrize("code", [50013, 50001, 40001])
async def test_other_refusals_say_nothing_about_the_person(discord_: Discord, store: Store, code: int) -> None:
    direct_messages = opener(discord_, store)
    discord_.refuses = code
    assert await direct_messages.channel(1) is None
    discord_.refuses = None
    assert not direct_messages.rests and await direct_messages.channel(1) == 5001


async def test_a_known_channel_is_there_while_none_is_opened(discord_: Discord, store: Store) -> None:
    direct_messages = opener(discord_, store)
    await direct_messages.channel(1)
    discord_.refuses = 40003
    await direct_messages.channel(2)
    assert direct_messages.rests and await direct_messages.channel(1) == 5001


async def test_so_many_an_hour_for_people_who_sat_down(
    discord_: Discord, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    direct_messages = opener(discord_, store, 3)
    assert [await direct_messages.channel(n) for n in range(1, 6)] == [5001, 5002, 5003, None, None]
    assert await direct_messages.channel(5, asked=True) == 5005, "whoever asks gets one all the same"
    assert await direct_messages.channel(1) == 5001, "one that is known is no new one"
    again = opener(discord_, store, 3)
    assert await again.channel(4) is None, "a restart forgets nothing"
    later = discord.utils.utcnow() + timedelta(hours=1, minutes=1)
    monkeypatch.setattr(discord.utils, "utcnow", lambda: later)
    assert await again.channel(4) == 5004


async def test_none_an_hour_opens_them_for_those_alone_who_ask(discord_: Discord, store: Store) -> None:
    direct_messages = opener(discord_, store, 0)
    assert await direct_messages.channel(1) is None and await direct_messages.channel(1, asked=True) == 5001


async def test_twenty_an_hour_unless_whoever_runs_the_bot_says_otherwise() -> None:
    assert Config.read({}).dms_an_hour == direct.AN_HOUR == 20
    assert Config.read({"CARDROOM_DMS": "0"}).dms_an_hour == 0
    for wrong in ("many", "-1", "²", "1" * 10):
        with pytest.raises(ValueError, match="CARDROOM_DMS is a number"):
            Config.read({"CARDROOM_DMS": wrong})


async def test_what_is_known_of_direct_messages_stays_where_they_are_closed(store: Store) -> None:
    await store.commit(Work().do(stored_direct_messages.set_dm, 1, 77).do(stored_direct_messages.book, 1, 5, 0, None))
    await store.commit(Work().do(stored_direct_messages.set_dm, 1, 77, flagged=True))
    assert await store.read(stored_direct_messages.dm, 1) == Dm(77, True, opened=5)


# ---- at a table --------------------------------------------------------------------------


@pytest.mark.parametrize("code", [40003, 20026])
async def test_a_panel_in_quarantine_leaves_my_hand_and_marks_nobody(server: Server, code: int) -> None:
    ana = server.person("ana")
    dm = ana.user.dm_channel.id
    server.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=code, times=None)
    session = await server.hearts(ana)
    assert session.table.phase == "deal" and ana.id not in session.table.posted.panels
    assert (
        server.bot.room.people.direct.rests and not (await server.store.read(stored_direct_messages.dm, ana.id)).flagged
    )
    assert "My hand" in labels(server.board)
    hands = await ana.click(server.board, label="My hand")
    assert hands.response.ephemeral and hands.response.attachments[0].description.startswith("Your cards:")
    assert "no new direct messages for now" in await server.slash(ana, "prefs", hands="by direct message")


async def test_whoever_asks_is_written_to_beyond_the_hours_number(server: Server) -> None:
    server.bot.room.people.direct._an_hour = 0
    ana = server.person("ana")
    session = await server.hearts(ana)
    assert session.table.posted.panels == {} and "My hand" in labels(server.board)
    await server.slash(ana, "prefs", hands="by direct message")
    assert session.table.posted.panels[ana.id][1] == ana.user.dm_channel.history()[0].id
