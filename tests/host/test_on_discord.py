"""What Discord does to a table: closed direct messages, deleted messages and channels, errors, restarts, outages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from copy import deepcopy
from typing import Any

import pytest
import pytest_asyncio

from bot.app import CardRoom
from bot.engine.deal import digest
from bot.host.calls.reply import Reply
from bot.host.messages import display, panels
from bot.host.room import Room
from bot.store import Store, direct_messages, journal, ledger
from bot.table.clock import Clock
from tests.cogs.conftest import drawn, env, server, simcord_bot, store
from tests.cogs.server import Server, hand, labels, said, turn

__all__ = ["drawn", "env", "server", "simcord_bot", "store"]


@pytest_asyncio.fixture(autouse=True)
async def books(store: Store) -> AsyncIterator[None]:
    yield
    assert await store.read(ledger.audit) == []


def panel(person: Any) -> Any:
    return person.user.dm_channel.last_message


def calls(server: Server, method: str, path: str) -> int:
    return sum(entry.method == method and path in entry.path for entry in server.env.http_requests)


async def test_a_table_message_that_is_not_taken_is_tried_again(server: Server) -> None:
    ana = server.person("ana")
    session = await server.red_dog(ana, houses=1)
    server.env.inject_error("PATCH", f"/channels/{server.channel.id}/messages/*", status=503, times=2)
    before = server.board.content
    await server.slash(ana, "table pause")
    await server.env.advance_time(10)
    assert "paused" in server.board.content.lower() and server.board.content != before
    assert session.table.paused


async def test_where_the_bot_may_not_write_the_table_waits(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    later = [bo, ana][turn(session)]
    server.env.inject_error(
        "*", f"/channels/{server.channel.id}/messages*", status=403, code=50013, message="Missing Permissions", times=1
    )
    await server.slash(later, "table leave")
    assert session.table.paused is not None and "may not write" in session.table.paused
    await server.slash(ana, "table resume")
    assert session.table.paused is None
    assert "may not write" not in server.board.content


async def test_where_the_bot_may_write_again_the_table_is_shown_by_itself(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    server.env.inject_error(
        "*", f"/channels/{server.channel.id}/messages*", status=403, code=50013, message="Missing Permissions", times=4
    )
    await server.slash([bo, ana][turn(session)], "table leave")
    assert session.table.paused is not None and "may not write" not in server.board.content
    await server.env.advance_time(60)
    assert "may not write" in server.board.content and labels(server.board) == ["Go on", "My hand", "More…"]


async def test_a_deleted_table_message_is_posted_again(server: Server) -> None:
    ana = server.person("ana")
    session = await server.red_dog(ana, houses=1)
    first = server.board
    await first.delete()
    await server.slash(ana, "table pause")
    assert session.table.posted.message != first.id
    assert labels(server.board) == ["Go on", "My hand", "More…"]


@pytest.mark.parametrize("gone", ["channel", "server"])
async def test_where_there_is_no_way_back_the_deal_is_void_and_chips_go_home(server: Server, gone: str) -> None:
    ana = server.person("ana")
    session = await server.red_dog(ana, houses=1)
    if gone == "channel":
        channel: Any = server.bot.get_channel(server.channel.id)
        await channel.delete()
    else:
        guild: Any = server.bot.get_guild(server.guild.id)
        await guild.leave()
    await server.env.settle()
    assert session.table.phase == "closed" and not server.bot.room.sessions
    assert await server.store.read(ledger.balance, server.guild.id, ana.id) == 100_000
    assert [d.status for d in await server.store.read(journal.deals, session.table.match_id)] == ["void"]


async def test_a_channel_that_went_while_nobody_saw_it(server: Server) -> None:
    """The first write finds out."""
    ana = server.person("ana")
    session = await server.red_dog(ana, houses=1)
    server.env.inject_error(
        "*", f"/channels/{server.channel.id}/messages*", status=404, code=10003, message="Unknown Channel", times=None
    )
    await server.slash(ana, "table pause")
    assert session.table.phase == "closed"
    assert await server.store.read(ledger.balance, server.guild.id, ana.id) == 100_000


async def test_a_closed_dm_delays_nothing_and_is_not_tried_again(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    dm = ana.user.dm_channel.id
    server.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007, times=None)
    session = await server.hearts(ana, bo)
    assert session.table.phase == "deal" and 0 in session.table.turns
    tried = calls(server, "POST", f"/channels/{dm}/messages")
    assert tried == 1 and (await server.store.read(direct_messages.dm, ana.id)).flagged
    hands = await ana.click(server.board, label="My hand")
    assert hands.response.ephemeral and hands.response.attachments[0].description.startswith("Your cards:")
    await server.sure(ana, "table close")
    await server.slash(ana, "pass", cards=" ".join(hand(session, 0)[:3]))
    await server.hearts(ana)
    assert calls(server, "POST", f"/channels/{dm}/messages") == tried


async def test_only_who_sits_down_gets_a_direct_message(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.hearts(ana)
    await bo.click(server.board, label="My hand")
    opened = [e for e in server.env.http_requests if e.path == "/users/@me/channels"]
    assert len(opened) == 1


async def test_a_reminder_comes_after_a_third_and_goes_with_the_move(server: Server) -> None:
    ana = server.person("ana")
    await server.pass_three(ana)
    session = server.table
    while turn(session):
        await server.env.advance_time(1)
    await server.env.advance_time(21)
    reminder = server.channel.last_message
    assert reminder.content.startswith(f"<@{ana.id}>, it is your turn") and [u.id for u in reminder.mentions] == [
        ana.id
    ]
    await server.env.advance_time(10)
    assert server.channel.last_message.id == reminder.id  # once a turn
    await ana.user.click(panel(ana), label=labels(panel(ana))[0])
    assert reminder.id not in [m.id for m in server.channel.history()]
    assert session.table.posted.pinged == []


async def test_controls_work_after_a_restart(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    now, board, until = digest(session.table.deal), session.table.posted.message, dict(session.table.turns)  # type: ignore[arg-type]
    await restart(server)
    again = server.table
    assert again is not session and digest(again.table.deal) == now and again.table.posted.message == board  # type: ignore[arg-type]
    assert {seat: t[:2] for seat, t in again.table.turns.items()} == {seat: t[:2] for seat, t in until.items()}
    person = [ana, bo][turn(again)]
    await person.user.click(panel(person), label=next(name for name in labels(panel(person)) if name.startswith("Min")))
    assert len(again.table.deal.rows if again.table.deal else ()) == 1 or again.table.phase != "deal"


async def restart(server: Server) -> None:
    """The bot stops, and another one starts on the same records."""
    bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(bot)
    server.bot = bot
    await server.env.settle()


async def test_a_result_is_there_after_a_restart(server: Server) -> None:
    ana = server.person("ana")
    session = await server.red_dog(ana, houses=1)
    while session.table.phase == "deal":
        if session.table.turns and turn(session) == 0:
            await server.slash(ana, "bet", amount="min")
        else:
            await server.env.advance_time(1)
    before = server.board
    await restart(server)
    assert server.board.attachments[0].description == before.attachments[0].description
    assert labels(server.board) == labels(before)


async def test_a_stale_press_is_told_and_changes_nothing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """It came before the panel was written again."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    person = [ana, bo][turn(session)]
    old = panel(person)
    label = next(name for name in labels(old) if name.startswith("Min"))
    monkeypatch.setattr("bot.show.messages.builder.Snapshot.concerns", lambda *_, **__: False)
    await server.slash(person, "bet", amount="min")
    before = await server.books()
    answer = said(await person.user.click(old, label=label))
    assert answer.endswith(".") and await server.books() == before


async def test_my_hand_is_kept_up_to_date_until_it_is_too_old(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana)
    first = await ana.click(server.board, label="My hand")
    second = await ana.click(server.board, label="My hand")
    assert first.response is None, "one panel is enough"
    text = second.response.content
    await server.slash(ana, "pass", cards=" ".join(hand(server.table, 0)[:3]))
    assert second.response.content != text
    await server.env.advance_time(14 * 60 + 1)
    assert second.response.content == panels.RETIRED and not second.response.components


async def test_my_hand_that_comes_late_is_never_shown_to_all(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The press was acknowledged before the picture was drawn: the panel is a message of its own."""
    ana = server.person("ana")
    session = await server.hearts(ana)
    show = Reply.show

    async def late(reply: Reply, face: Any, png: bytes) -> None:
        await reply.acknowledge()
        await show(reply, face, png)

    monkeypatch.setattr(Reply, "show", late)
    pressed = await ana.click(server.board, label="My hand")
    assert pressed.followups[0].ephemeral
    await server.slash(ana, "pass", cards=" ".join(hand(session, 0)[:3]))
    await server.env.advance_time(14 * 60 + 1)
    assert pressed.followups[0].content == panels.RETIRED
    for message in server.channel.history():
        assert "Your cards" not in str([a.description for a in message.attachments])


async def test_a_buried_table_message_is_posted_afresh(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, houses=1)
    old = session.table.posted.message
    for n in range(display.BURIED):
        await bo.send(server.channel, f"so I said {n}")
    await server.slash(ana, "table pause")
    assert session.table.posted.message != old and server.channel.last_message.id == session.table.posted.message
    assert old not in [m.id for m in server.channel.history()]


async def test_a_table_message_is_posted_afresh_before_its_edits_are_limited(server: Server) -> None:
    ana = server.person("ana")
    session = await server.red_dog(ana, houses=1)
    await server.slash(ana, "table pause")
    old = session.table.posted.message
    await server.env.advance_time(51 * 60)
    await server.slash(ana, "table resume")
    assert session.table.posted.message != old


async def test_so_is_that_of_a_table_that_has_not_begun(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "red-dog")
    old = server.board.id
    await server.env.advance_time(51 * 60)
    await server.slash(server.person("bo"), "table join")
    assert server.board.id != old


async def test_a_buried_panel_is_sent_again_when_its_owner_must_decide(server: Server) -> None:
    ana = server.person("ana")
    session = await server.pass_three(ana)
    old = panel(ana).id
    for n in range(panels.BURIED):
        await ana.user.send_dm(f"note {n}")
    while turn(session):
        await server.env.advance_time(1)
    await server.slash(ana, "play", move=(await server.offered(ana, "play", "move", ""))[0])
    assert session.table.posted.panels[ana.id][1] != old and panel(ana).id == session.table.posted.panels[ana.id][1]
    assert labels(panel(ana))


async def test_no_time_is_lost_while_the_gateway_is_away(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    server.bot.dispatch("shard_disconnect", 0)
    await server.env.advance_time(3600)
    assert session.table.deal is not None and not session.table.deal.rows and not session.table.paused
    server.bot.dispatch("shard_resumed", 0)
    await server.env.settle()
    left = session.table.wall(session.table.turns[turn(session)][2]) - server.bot.room.now()
    assert 59_000 < left <= 60_000
    await server.env.advance_time(61)
    assert session.table.shown is not None and session.table.shown.rows[0].lapsed


def controls(message: Any) -> list[Any]:
    return [row for row in message.components if getattr(row, "children", None) or row.get("components")]


async def test_the_panel_of_somebody_who_has_left_is_retired(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo, start=False)
    await server.slash(ana, "table start")
    assert controls(panel(bo)) and controls(panel(ana))
    await bo.click(server.board, label="My hand")
    await server.slash(bo, "table leave")
    while session.table.phase == "deal":
        await server.env.advance_time(60)
    assert server.bot.room.sessions[session.id] is session and session.table.seat_of(bo.id) is None
    assert panel(bo).content == "You have left this table." and not controls(panel(bo))
    assert "bo" not in panel(bo).content and controls(panel(ana))


async def test_the_panels_of_a_closed_table_are_retired_even_after_a_restart(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    await server.sure(server.manager("max"), "table void", table=session.id)
    bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(bot)
    server.bot = bot
    await server.sure(ana, "table close")
    for person in (ana, bo):
        assert "closed" in panel(person).content and not controls(panel(person))


async def test_a_press_on_an_old_message_of_a_closed_table_retires_it(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    old = panel(bo)
    later = server.bot.room.display.panels._messages.pop((session.id, bo.id))
    session.table.posted.panels.pop(bo.id)
    assert later.message == old.id, "as if its place had been lost"
    await server.sure(server.manager("max"), "table void", table=session.id)
    await server.sure(ana, "table close")
    assert controls(old)
    answer = await bo.user.click(old, label=labels(old)[0])
    assert said(answer) == "This table is closed." and not controls(panel(bo))


async def test_what_people_like_is_known_before_a_tables_clock_runs(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, room = server.person("ana"), server.bot.room
    session = await server.red_dog(ana, houses=1)
    room._clocks.pop(session.id).task.cancel()
    del room.sessions[session.id]
    room.builder.prefs.clear()
    known: list[set[int]] = []

    def clock(session: Any) -> Clock:
        known.append({*room.builder.prefs})
        return Clock(session)

    monkeypatch.setattr("bot.host.room.Clock", clock)
    first, second = await asyncio.gather(room.find(session.id), room.find(session.id))
    assert first is second and known == [{ana.id}]


@pytest.mark.parametrize("noted", [True, False])
async def test_a_table_message_that_was_posted_and_not_noted_is_found_again(server: Server, noted: bool) -> None:
    ana = server.person("ana")
    session = await server.red_dog(ana, houses=1, start=False)
    before = session.table.posted.message
    await ana.send(server.channel, "Off we go!")
    await server.slash(ana, "table start")
    posted = session.table.posted.message
    assert posted != before
    async with session.commits.changing(shown=False) as (table, _):  # as if the bot had stopped between the two
        table.posted.message, table.posted.message_deal = (before if noted else None), 0
    bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(bot)
    server.bot = bot
    await server.env.settle()
    assert server.table.table.posted.message == posted and server.table.table.posted.message_deal == 1
    assert [m.id for m in server.channel.history() if controls(m)] == [posted]
    await ana.click(server.board, label="My hand")


async def test_a_table_message_that_was_not_noted_is_found_before_the_table_shows_anything(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press, or the table's clock, may be earlier than the room that wakes one table after the other."""
    ana = server.person("ana")
    session = await server.red_dog(ana, houses=1, start=False)
    before = session.table.posted.message
    await ana.send(server.channel, "Off we go!")
    await server.slash(ana, "table start")
    posted = session.table.posted.message
    async with session.commits.changing(shown=False) as (table, _):  # as if the bot had stopped between the two
        table.posted.message, table.posted.message_deal = before, 0
    wake_all = Room.wake_all

    async def late(room: Room) -> None:
        found = await room.find(session.id)
        async with found.commits.changing():
            pass
        await room.display.idle()
        await wake_all(room)

    monkeypatch.setattr(Room, "wake_all", late)
    bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(bot)
    server.bot = bot
    await server.env.settle()
    assert server.table.table.posted.message == posted and server.table.table.posted.message_deal == 1
    assert [m.id for m in server.channel.history() if controls(m)] == [posted]
    await ana.click(server.board, label="My hand")


async def test_what_discord_tells_twice_is_done_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a connection is resumed, a command or a press may come again."""
    parsers = server.bot._connection.parsers  # pyright: ignore[reportPrivateUsage]
    hear = parsers["INTERACTION_CREATE"]

    def twice(data: Any) -> None:
        hear(deepcopy(data))
        hear(data)

    monkeypatch.setitem(parsers, "INTERACTION_CREATE", twice)
    ana = server.person("ana")
    session = await server.red_dog(ana, start=False)
    assert len(server.bot.room.sessions) == 1
    await server.slash(ana, "table house")
    await server.slash(ana, "table house")
    assert [chair.house for chair in session.table.chairs] == [False, True, True]
