"""Tables and nights in the chats of voice and stage channels: who may open and play there, and what becomes of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio

from bot.host.calls.permissions import invite
from bot.host.calls.places import why_not_here
from bot.local.permissions import BITS
from bot.local.person import Person
from bot.table.state import DEAL

from .here import Here, eventually, running

VOICE, STAGE, FORUM = 2, 13, 15
CANNOT = "I cannot open a table {}: I need the permission to connect."
NO_THREADS = "There are no threads in a voice channel; open the table without `thread`, or in a text channel."
SCHEDULE = ("night schedule", {"when": "in 2 hours", "name": "Friday"})


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    async with running(tmp_path) as here:
        yield here


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_their_chats_take_tables_and_no_threads(here: Here, kind: int) -> None:
    place = await here.channel("Table talk", kind)
    assert await here.asks(place, "hearts", thread=True) == [NO_THREADS]
    assert await here.asks(place, SCHEDULE[0], thread=True, **SCHEDULE[1]) == [NO_THREADS]
    await here.untouched()
    assert "is open" in (await here.asks(place, "hearts"))[0]
    assert here.board()["channel_id"] == place and here.refused() == []


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_they_need_connect_and_other_channels_do_not(tmp_path: Path, kind: int) -> None:
    kept = discord.Permissions(invite().value)
    kept.update(connect=False)
    async with running(tmp_path, kept.value) as here:
        place = await here.channel("Table talk", kind)
        for command, options in (("hearts", {}), ("night start", {}), SCHEDULE):
            assert await here.asks(place, command, **options) == [CANNOT.format("here")]
        await here.untouched()
        assert "is open" in (await here.asks("lobby", "hearts"))[0]
        assert here.refused() == [] and not here.local.world.scheduled


async def test_connect_taken_away_in_mid_hand_pauses_and_voids_nothing(here: Here) -> None:
    place = await here.channel("Table talk", VOICE)
    await here.asks(place, "red-dog")
    await here.ana.press(here.board(), "Play now")
    await eventually(lambda: here.table.table.phase == DEAL)
    session, deal = here.table, here.table.table.deal
    await here.ana.post("permissions", {"channel_id": place, "deny": ["connect"]})
    await eventually(lambda: session.table.paused)
    assert session.table.paused == "I cannot connect to this channel any more."
    assert session.table.phase == DEAL and session.table.deal is deal and session.id in here.bot.room.sessions
    await here.ana.post("permissions", {"channel_id": place, "deny": []})
    shown = await here.ana.message(lambda m: "cannot connect to this channel" in m["content"], 30, place)
    await here.ana.press(shown, "Go on")
    await eventually(lambda: session.table.paused is None)
    assert session.table.deal is deal


async def test_connect_that_was_taken_away_unheard_is_found_out_by_the_next_message(here: Here) -> None:
    """Discord's 50001 says as much as the update that went by while the bot was away."""
    place, world = await here.channel("Table talk", VOICE), here.local.world
    await here.asks(place, "red-dog")
    session = here.table
    denied = {"id": world.bot_id, "type": 1, "allow": "0", "deny": str(BITS["CONNECT"])}
    world.channels[place]["permission_overwrites"] = [denied]
    await here.asks("lobby", "table house", table=session.id)
    await eventually(lambda: session.table.paused)
    assert session.table.paused == "I cannot see this channel any more.", "as far as the bot knows it may connect"
    assert here.refused()
    assert session.id in here.bot.room.sessions


async def test_who_may_not_connect_is_told_so_where_they_press_elsewhere(here: Here) -> None:
    """A night's call and an invitation have a **Join**, too, wherever they stand."""
    place = await here.channel("Table talk", VOICE)
    await here.asks(place, "hearts")
    async with Person(here.local.url, here.local.secret, "Bo") as bo:
        await here.ana.on_person("lobby", "Invite to my table", bo.id)
        copy = await bo.message(lambda m: "invites you to Hearts" in m["content"], channel="lobby")
        await here.ana.post("permissions", {"channel_id": place, "deny": ["connect"], "user": bo.id})
        await bo.press(copy, "Join")
        told = f"You cannot connect to <#{place}>, so you cannot play there."
        await bo.message(lambda m: m["content"] == told, channel="lobby")
        await bo.slash("lobby", "table watch", table=here.table.id)
        await bo.message(lambda m: m["content"] == told, channel="lobby")
        assert here.table.table.seat_of(int(bo.id)) is None
        await here.ana.post("permissions", {"channel_id": place, "deny": [], "user": bo.id})
        await bo.press(copy, "Join")
        await eventually(lambda: here.table.table.seat_of(int(bo.id)) is not None)


async def test_a_hidden_table_is_not_told_of(here: Here) -> None:
    place = await here.channel("Back room", VOICE)
    await here.asks(place, "hearts")
    async with Person(here.local.url, here.local.secret, "Bo") as bo:
        await here.ana.post("permissions", {"channel_id": place, "deny": ["view_channel"], "user": bo.id})
        await bo.slash("lobby", "table watch", table=here.table.id)
        await bo.message(lambda m: m["content"].startswith("There is no such table here"), channel="lobby")


# ---- the calendar ------------------------------------------------------------------------


async def test_the_event_of_a_night_is_one_of_its_voice_channel(here: Here) -> None:
    place = await here.channel("Table talk", VOICE)
    await here.sure(place, SCHEDULE[0], **SCHEDULE[1])
    (event,) = here.local.world.scheduled.values()
    assert (event["entity_type"], event["channel_id"], event["entity_metadata"]) == (2, place, None)
    await here.asks(place, "night start")
    assert event["status"] == 2 and here.board()["channel_id"] == place
    await here.sure(place, "night end")
    assert event["status"] == 3
    assert here.refused() == []


@pytest.mark.parametrize("moderates", [False, True])
async def test_the_event_of_a_night_on_a_stage_is_one_of_it_where_discord_takes_that(
    tmp_path: Path, moderates: bool
) -> None:
    more = sum(BITS[name] for name in ("MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS")) if moderates else 0
    async with running(tmp_path, invite().value | more) as here:
        place = await here.channel("Stage", STAGE)
        await here.sure(place, SCHEDULE[0], **SCHEDULE[1])
        (event,) = here.local.world.scheduled.values()
        named = (3, None, {"location": "#Stage"})
        wanted = (1, place, None) if moderates else named
        assert (event["entity_type"], event["channel_id"], event["entity_metadata"]) == wanted


async def test_a_night_is_announced_for_a_voice_channel_by_those_who_may_connect_to_it(here: Here) -> None:
    place = here.ana.channel("Table talk")["id"]
    async with Person(here.local.url, here.local.secret, "Bo") as bo:
        await here.ana.post("permissions", {"channel_id": place, "deny": ["connect"], "user": bo.id})
        await bo.slash("lobby", SCHEDULE[0], channel=place, **SCHEDULE[1])
        told = f"You cannot connect to <#{place}>, so you cannot play there."
        await bo.message(lambda m: m["content"] == told, channel="lobby")
    assert not here.local.world.scheduled
    said = await here.sure("lobby", SCHEDULE[0], channel=place, **SCHEDULE[1])
    assert said == f"You have announced **Friday** in <#{place}>. Press **In** there if you play, too."
    (event,) = here.local.world.scheduled.values()
    assert event["channel_id"] == place
    assert [m for m in here.ana.messages[place].values() if m["content"].startswith("**Friday** begins")]


# ---- where nobody asks -------------------------------------------------------------------


async def test_where_a_lobby_can_open_that_nobody_asks_for(here: Here) -> None:
    room, (guild,) = here.bot.room, here.bot.guilds
    voice, lobby = (int(here.ana.channel(name)["id"]) for name in ("Table talk", "lobby"))
    forum = int(await here.channel("forum", FORUM))

    async def answer(channel: int, own_thread: bool = False) -> object:
        found = await why_not_here(room, guild, channel, own_thread)
        return found if isinstance(found, str) else found.id

    assert await answer(voice) == voice and await answer(lobby, True) == lobby
    assert await answer(voice, True) == NO_THREADS
    assert await answer(forum) == (
        "Tables are opened in a text, voice or stage channel or in a thread; this is none of them."
    )
    assert await answer(12345) == "Its channel is gone."
    await here.ana.post("permissions", {"channel_id": str(voice), "deny": ["connect"]})
    await eventually(lambda: not guild.voice_channels[0].permissions_for(guild.me).connect)
    assert await answer(voice) == CANNOT.format(f"in <#{voice}>")
    await here.asks("lobby", "cardroom channel", channel=str(lobby), allowed=True)
    await here.ana.post("permissions", {"channel_id": str(voice), "deny": []})
    await eventually(lambda: guild.voice_channels[0].permissions_for(guild.me).connect)
    assert await answer(voice) == f"Tables are opened in <#{lobby}> on this server."


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_a_server_may_allow_tables_there(here: Here, kind: int) -> None:
    place = await here.channel("Table talk", kind)
    (told,) = (await here.asks("lobby", "cardroom channel", channel=place, allowed=True))[-1:]
    assert f"<#{place}>" in told
    assert await here.asks("lobby", "hearts") == [f"Tables are opened in <#{place}> on this server."]
    assert "is open" in (await here.asks(place, "hearts"))[0]


async def test_the_menu_of_channels_has_all_kinds_that_take_tables(here: Here) -> None:
    await here.asks("lobby", "cardroom show")
    told = here.ana.messages[here.ana.channel("lobby")["id"]]
    menus = [part for m in told.values() for row in m["components"] for part in row["components"] if part["type"] == 8]
    assert menus and menus[0]["channel_types"] == [0, 5, 2, 13, 15]
