"""Threads of tables, and threads that Discord will not make: the person who asked reads one sentence, and nothing is
half done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.host.calls import timeouts
from bot.store import Work, settings

from .here import JSON, Here, running

NO_THREAD = "No table was opened, for I could not make a thread: {}."
NO_MESSAGE = "No table was opened, for its message could not be posted here: {}."
NO_EVENT = "It is not in Discord's calendar: {}."
DAY = 86_400.0


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    async with running(tmp_path) as here:
        yield here


def meta(here: Here) -> JSON:
    return here.thread()["thread_metadata"]


async def thread_of_ana(here: Here, parent: str = "lobby") -> str:
    """A thread that somebody has made, and its owner sees it."""
    place = here.ana.channel(parent)["id"]
    thread = (await here.ana.post("threads", {"user": here.ana.id, "channel_id": place, "name": "Friday"}))["id"]
    await here.ana.until(lambda: here.ana.channels.get(thread), 5, "the thread")
    return thread


async def until(holds: Callable[[], object]) -> None:
    """Some time soon: what was refused is tried again after a while."""
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110 (nobody tells)
            await asyncio.sleep(0.05)


async def changed(here: Here, **how: bool) -> None:
    """A moderator archives or locks the thread, and the bot has heard it."""
    await here.ana.post(f"threads/{here.thread()['id']}", how)
    await here.quiet()


# ---- archived threads --------------------------------------------------------------------------


async def test_the_thread_of_a_table_is_made_for_a_week(here: Here) -> None:
    await here.asks("lobby", "red-dog", thread=True)
    assert meta(here)["auto_archive_duration"] == 10080 and not meta(here)["archived"]


async def test_a_table_in_an_archived_thread_is_seen_all_the_same(here: Here) -> None:
    """Edits are no activity: a week after the last message the thread is archived, while the table is played at."""
    await here.asks("lobby", "red-dog", thread=True)
    here.local.world.skew += 8 * DAY
    here.bot.room.display._table_messages[here.table.id]._posted = None  # its own clock went on, too
    before = here.board()["content"], here.board()["attachments"]
    await here.asks("lobby", "table house", table=here.table.id)
    await here.quiet()
    assert not meta(here)["archived"] and not here.table.table.paused
    assert (here.board()["content"], here.board()["attachments"]) != before


async def test_an_edit_that_is_refused_opens_the_thread_and_is_tried_again(here: Here) -> None:
    thread = await thread_of_ana(here)
    await here.asks(thread, "red-dog")
    message, before = here.board()["id"], here.board()["attachments"]
    await changed(here, archived=True)
    assert meta(here)["archived"], "it is not the table's own, and nobody has played"
    await here.asks("lobby", "table house", table=here.table.id)
    await here.quiet()
    assert not meta(here)["archived"] and not here.table.table.paused
    assert here.board()["id"] == message and here.board()["attachments"] != before


async def test_the_own_thread_of_an_open_table_is_opened_as_soon_as_it_is_archived(here: Here) -> None:
    await here.asks("lobby", "red-dog", thread=True)
    await changed(here, archived=True)
    assert not meta(here)["archived"] and not here.table.table.paused


@pytest.mark.parametrize("own", [True, False])
async def test_a_table_in_a_thread_that_was_locked_is_paused(here: Here, own: bool) -> None:
    place = "lobby" if own else await thread_of_ana(here)
    await here.asks(place, "red-dog", **({"thread": True} if own else {}))
    here.patience = 0.5  # what cannot be written is tried again and again
    await changed(here, archived=True, locked=True)
    await here.asks("lobby", "table house", table=here.table.id)
    await until(lambda: here.table.table.paused)
    assert meta(here)["archived"]
    await changed(here, archived=False, locked=False)
    assert await here.asks("lobby", "table resume", table=here.table.id) == ["The table goes on."]
    await here.ana.until(lambda: None if "paused" in str(here.board()["content"]) else True, 20, "the table")


async def test_the_own_thread_of_a_table_is_archived_when_it_closes(here: Here) -> None:
    await here.asks("lobby", "red-dog", thread=True)
    message = str(here.table.table.posted.message)
    await here.sure("lobby", "table close", table=here.table.id)
    await here.quiet()
    assert meta(here)["archived"]
    assert "closed" in str(here.local.world.messages[message]).lower(), "and says so"


async def test_a_thread_of_others_is_left_as_it_is(here: Here) -> None:
    thread = await thread_of_ana(here)
    await here.asks(thread, "red-dog")
    await here.sure(thread, "table close")
    assert not meta(here)["archived"]


# ---- what Discord will not make ----------------------------------------------------------------


async def test_no_more_threads(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.local.rest_channels.ACTIVE_THREADS", 0)
    assert await here.asks("lobby", "red-dog", thread=True) == [
        NO_THREAD.format("this server has as many active threads as Discord allows")
    ]
    await here.untouched()


async def test_a_thread_that_is_full(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.local.rest_channels.THREAD_MEMBERS", 1)
    thread = await thread_of_ana(here)
    assert await here.asks(thread, "red-dog") == [
        NO_MESSAGE.format("the thread has as many people in it as Discord allows")
    ]
    await here.untouched()


async def test_a_night_in_a_thread_that_is_full(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.local.rest_channels.THREAD_MEMBERS", 1)
    thread = await thread_of_ana(here)
    (said,) = await here.asks(thread, "night start")
    assert said.startswith("The night has begun and is paused; its message could not be posted: the thread has")
    assert here.table.table.paused
    monkeypatch.setattr("bot.local.rest_channels.THREAD_MEMBERS", 1000)
    await here.asks(thread, "table resume")
    await until(lambda: here.table.table.posted.message)
    assert here.board()["channel_id"] == thread


async def test_no_more_events(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.local.rest_events.EVENTS", 0)
    said = await here.sure("lobby", "night schedule", when="in 2 hours")
    assert said.endswith(NO_EVENT.format("this server has as many events as Discord allows"))
    assert "is open" in (await here.asks("lobby", "night start"))[0]


REFUSALS: list[tuple[int, JSON | None, str]] = [
    (403, None, "I lack the permission for it"),
    (400, {"code": 160007, "message": "x"}, "this server has as many active announcement threads as Discord allows"),
    (400, {"code": 50035, "message": "x"}, "Discord refused it"),
]


@pytest.mark.parametrize(("status", "body", "reason"), REFUSALS)
async def test_a_thread_that_is_refused(here: Here, status: int, body: JSON | None, reason: str) -> None:
    here.local.fault("POST /channels/{channel_id}/threads", status, 1, body)
    assert await here.asks("lobby", "red-dog", thread=True) == [NO_THREAD.format(reason)]
    await here.untouched()


@pytest.mark.parametrize(("status", "body", "reason"), REFUSALS)
async def test_an_event_that_is_refused(here: Here, status: int, body: JSON | None, reason: str) -> None:
    here.local.fault("POST /guilds/{guild_id}/scheduled-events", status, 1, body)
    said = await here.sure("lobby", "night schedule", when="in 2 hours")
    assert said.endswith(NO_EVENT.format(reason))


TOO_LARGE = (413, {"code": 40005, "message": "Request entity too large"}, "it is larger than Discord takes here")


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize(("status", "body", "reason"), [*REFUSALS, TOO_LARGE])
async def test_a_table_whose_message_is_refused(
    here: Here, status: int, body: JSON | None, reason: str, own: bool
) -> None:
    here.bot.room.people.direct._an_hour = 0  # no direct message is refused in its place
    here.local.fault("POST /channels/{channel_id}/messages", status, 1, body)
    options: dict[str, Any] = {"thread": True} if own else {}
    assert await here.asks("lobby", "red-dog", **options) == [NO_MESSAGE.format(reason)]
    await here.quiet()
    await here.untouched()
    if own:  # no empty thread is left over
        await until(lambda: meta(here)["archived"])


async def test_a_file_that_is_too_large_for_discord(here: Here) -> None:
    here.local.fault("POST /interactions/*", TOO_LARGE[0], 1, TOO_LARGE[1])
    assert await here.asks("lobby", "records mine") == [
        "This could not be shown: it is larger than Discord takes here. Please look again."
    ]


async def test_a_panel_that_is_too_large_for_discord(here: Here) -> None:
    """The press is acknowledged by then, and nothing on the table shows what has become of it."""
    await here.asks("lobby", "red-dog")
    await here.asks("lobby", "table house")
    await here.asks("lobby", "table start")
    board = await here.ana.message(lambda m: "My hand" in str(m["components"]))
    here.local.fault("POST /interactions/*", TOO_LARGE[0], 1, TOO_LARGE[1])
    await here.ana.press(board, "My hand")
    await here.ana.message(lambda m: m["content"].startswith("This could not be shown: it is larger than Discord"))


async def test_nobody_waits_long_for_a_thread_and_one_that_comes_late_is_put_away(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeouts, "CALL_TIMEOUT", 0.2)
    here.local.latency = 0.8
    assert await here.asks("lobby", "red-dog", thread=True) == [NO_THREAD.format("Discord did not answer in time")]
    here.local.latency = 0.0
    await asyncio.sleep(1)
    await here.quiet()
    assert meta(here)["archived"]
    await here.untouched()


async def test_nobody_waits_long_for_an_event_and_one_that_comes_late_is_called_off(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeouts, "CALL_TIMEOUT", 0.2)
    here.local.latency = 0.8
    await here.sure("lobby", "night schedule", when="in 2 hours")
    here.local.latency = 0.0
    await here.ana.message(lambda m: m["content"].endswith(NO_EVENT.format("Discord did not answer in time")))
    await asyncio.sleep(1)
    await here.quiet()
    (event,) = here.local.world.scheduled.values()
    assert event["status"] == 4


async def test_a_host_who_cannot_pay_leaves_no_thread_behind(here: Here) -> None:
    await here.bot.room.store.commit(Work().do(settings.set_setting, int(here.ana.guild["id"]), "buy_in", 100_000))
    await here.asks("lobby", "red-dog")
    said = await here.asks("lobby", "red-dog", thread=True)
    assert said == ["The buy-in is 1,000, and you do not have that much."]
    await here.quiet()
    assert meta(here)["archived"] and here.table.table.posted.thread is None
