"""Where a table may stand, and what the bot must be allowed to do there: the invite has that, and nothing more."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio

from bot.host.calls.permissions import invite

from .here import Here, running

CANNOT = "I cannot open a table here: I need the permission to {}."


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    async with running(tmp_path) as here:
        yield here


def without(name: str) -> int:
    """The invite, but for one permission."""
    kept = discord.Permissions(invite().value)
    kept.update(**{name: False})
    return kept.value


def test_the_link_that_operators_use_asks_for_what_is_called() -> None:
    paper = (Path(__file__).parent.parent.parent / "docs" / "operating.md").read_text()
    link = "https://discord.com/oauth2/authorize?client_id=ID&scope=bot+applications.commands"
    assert f"{link}&permissions={invite().value}" in paper
    assert paper.count("permissions=") == 1
    told = " ".join(paper.split())
    for name in (name for name, has in invite() if has):
        words = {"read_messages": "View Channels"}.get(name) or name.replace("_", " ").title().replace(" In ", " in ")
        assert re.search(rf"the permissions .*{words}", told), words


def test_the_invite_has_create_events_and_not_manage_events() -> None:
    assert invite().value >> 44 & 1 and not invite().value >> 33 & 1
    assert [name for name, has in invite() if has and name.startswith(("manage", "admin", "embed"))] == []


async def test_with_the_invite_all_that_is_called_is_allowed(here: Here) -> None:
    """What people can ask for that needs a permission, one after the other."""
    assert (await here.asks("lobby", "hearts"))[0].startswith("Your Hearts table is open")
    await here.sure("lobby", "table close")
    assert (await here.asks("lobby", "hearts", thread=True))[0].startswith("Your Hearts table is open")
    await here.asks(here.thread(), "table show")
    await here.sure(here.thread(), "table close")
    await here.sure("chips", "night schedule", when="in 2 hours")
    (event,) = here.local.world.scheduled.values()
    await here.asks("chips", "night start")
    assert event["status"] == 2
    await here.sure("chips", "night end")
    assert event["status"] == 3
    assert here.refused() == []


@pytest.mark.parametrize("name", ["view_channel", "send_messages", "attach_files", "read_message_history"])
async def test_a_channel_that_lacks_one_permission(tmp_path: Path, name: str) -> None:
    async with running(tmp_path, without(name)) as here:
        (said,) = await here.asks("lobby", "hearts")
        assert name.replace("_", " ") in said and said.startswith("I cannot open a table here: I need")
        if name != "view_channel":  # without that one nothing else counts
            assert said == CANNOT.format(name.replace("_", " "))
        assert await here.asks("lobby", "night start") == [said]
        assert await here.asks("lobby", "night schedule", when="in 2 hours") == [said]
        await here.untouched()
        assert here.refused() == [] and not here.local.world.scheduled


async def test_in_its_own_thread_a_table_needs_no_permission_of_the_channel(tmp_path: Path) -> None:
    async with running(tmp_path, without("send_messages")) as here:
        assert "is open" in (await here.asks("lobby", "hearts", thread=True))[0]
        assert here.board()["channel_id"] == here.thread()["id"] and here.refused() == []


@pytest.mark.parametrize("name", ["create_public_threads", "send_messages_in_threads"])
async def test_a_thread_of_its_own_that_may_not_be_made_or_written_in(tmp_path: Path, name: str) -> None:
    async with running(tmp_path, without(name)) as here:
        assert await here.asks("lobby", "hearts", thread=True) == [CANNOT.format(name.replace("_", " "))]
        assert not any("thread_metadata" in each for each in here.local.world.channels.values())
        await here.untouched()
        assert "is open" in (await here.asks("lobby", "hearts"))[0]
        assert here.refused() == []


async def test_a_thread_of_others_that_may_not_be_written_in(tmp_path: Path) -> None:
    async with running(tmp_path, without("send_messages_in_threads")) as here:
        lobby = here.ana.channel("lobby")["id"]
        thread = await here.ana.post("threads", {"user": here.ana.id, "channel_id": lobby, "name": "Friday"})
        await here.ana.until(lambda: here.ana.channels.get(thread["id"]), 5, "the thread")
        assert await here.asks(thread["id"], "hearts") == [CANNOT.format("send messages in threads")]
        await here.untouched()


async def test_a_calendar_that_takes_nothing_of_ours(tmp_path: Path) -> None:
    async with running(tmp_path, without("create_events")) as here:
        said = await here.sure("lobby", "night schedule", when="in 2 hours")
        assert said.startswith("You have announced **Game night**")
        assert said.endswith("It is not in Discord's calendar, for I may not create events on this server.")
        assert "is open" in (await here.asks("lobby", "night start"))[0]
        assert here.refused() == []


@pytest.mark.parametrize("kind", [0, 5])
async def test_text_and_announcement_channels_take_tables_and_threads(here: Here, kind: int) -> None:
    place = await here.ana.post("channels", {"name": "news", "type": kind})
    await here.ana.until(lambda: here.ana.channels.get(place["id"]), 5, "the channel")
    assert "is open" in (await here.asks("news", "hearts"))[0]
    assert here.board()["channel_id"] == place["id"]
    await here.sure("news", "table close")
    assert "is open" in (await here.asks("news", "hearts", thread=True))[0]
    assert here.thread()["type"] == {0: 11, 5: 10}[kind] and here.board()["channel_id"] == here.thread()["id"]


async def test_a_post_of_a_forum_takes_a_table(here: Here) -> None:
    forum = await here.ana.post("channels", {"name": "forum", "type": 15})
    post = await here.ana.post("threads", {"user": here.ana.id, "channel_id": forum["id"], "name": "Hearts, anybody?"})
    await here.ana.until(lambda: here.ana.channels.get(post["id"]), 5, "the post")
    assert await here.asks(post["id"], "hearts", thread=True) == [
        "There are no threads in a thread; open the table without `thread`, or in a text channel."
    ]
    assert "is open" in (await here.asks(post["id"], "hearts"))[0]
    assert here.board()["channel_id"] == post["id"] and here.refused() == []


async def test_a_private_thread_takes_a_table_once_the_bot_is_in_it(here: Here) -> None:
    lobby = here.ana.channel("lobby")["id"]
    thread = await here.ana.post("threads", {"user": here.ana.id, "channel_id": lobby, "name": "We", "type": 12})
    await here.ana.until(lambda: here.ana.channels.get(thread["id"]), 5, "the thread")
    (said,) = await here.asks(thread["id"], "hearts")
    assert said == "I am not in this private thread; mention me here, and try again."
    await here.untouched()


@pytest.mark.parametrize("allowed", ["lobby", "forum"])
async def test_where_a_channel_is_allowed_its_threads_are(here: Here, allowed: str) -> None:
    await here.ana.post("channels", {"name": "forum", "type": 15})
    await here.ana.until(lambda: "forum" in {c.get("name") for c in here.ana.channels.values()} or None, 5, "the forum")
    place = here.ana.channel(allowed)["id"]
    await here.asks("hearts", "cardroom channel", channel=place, allowed=True)
    (said,) = await here.asks("hearts", "hearts")
    assert said == f"Tables are opened in <#{place}> on this server."
    thread = await here.ana.post("threads", {"user": here.ana.id, "channel_id": place, "name": "Friday"})
    await here.ana.until(lambda: here.ana.channels.get(thread["id"]), 5, "the thread")
    assert "is open" in (await here.asks(thread["id"], "hearts"))[0]


async def test_a_table_in_a_thread_of_others_ends_with_it(here: Here) -> None:
    lobby = here.ana.channel("lobby")["id"]
    thread = await here.ana.post("threads", {"user": here.ana.id, "channel_id": lobby, "name": "Friday"})
    await here.ana.until(lambda: here.ana.channels.get(thread["id"]), 5, "the thread")
    await here.asks(thread["id"], "red-dog")
    await here.ana.post("delete", {"channel_id": thread["id"]})
    await here.quiet()
    await here.untouched()
