"""Table, hand and buttons stand together: where a deal begins, and how an ephemeral panel follows the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio

from bot.app import CardRoom
from bot.host.messages import panels
from bot.store import Store, ledger
from bot.table.session import Session
from tests.cogs.conftest import drawn, env, server, simcord_bot, store
from tests.cogs.server import Server, labels, turn

__all__ = ["drawn", "env", "server", "simcord_bot", "store"]


@pytest_asyncio.fixture(autouse=True)
async def books(store: Store) -> AsyncIterator[None]:
    yield
    assert await store.read(ledger.audit) == []


def calls(server: Server, method: str, path: str) -> int:
    return sum(entry.method == method and path in entry.path for entry in server.env.http_requests)


def shown(result: Any) -> Any:
    """The private message that a press was answered with."""
    (one,) = [m for m in (result.response, *result.followups) if m is not None and m.ephemeral]
    return one


async def my_hand(server: Server, person: Any) -> Any:
    """Somebody's panel, under the table."""
    return shown(await person.click(server.board, label="My hand"))


def bet(message: Any) -> str:
    return next(name for name in labels(message) if name.startswith("Min"))


async def bets(server: Server, session: Session, *people: Any) -> None:
    """Everybody bets by command until the round is over."""
    while session.table.phase == "deal":
        await server.slash(people[turn(session)], "bet", amount="min")


def is_gone(server: Server, message: Any) -> bool:
    return message.id not in server.env.backend.messages[message.channel_id]


async def test_chat_below_it_and_the_next_deal_has_a_new_message(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    old = server.board.id
    await bets(server, session, ana, bo)
    await bo.send(server.channel, "Well played!")
    await ana.click(server.board, label="Next round")
    assert server.board.id == server.channel.last_message.id != old
    assert old not in [m.id for m in server.channel.history()]


async def test_nothing_of_others_below_it_and_the_match_goes_on_in_its_message(server: Server) -> None:
    """Without any press on it, by whose token it could be edited: by an edit that is counted."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    old = server.board.id
    await bets(server, session, ana, bo)
    edits = calls(server, "PATCH", f"/channels/{server.channel.id}/messages/{old}")
    await server.slash(ana, "table next")
    assert server.board.id == old and session.table.phase == "deal"
    assert calls(server, "PATCH", f"/channels/{server.channel.id}/messages/{old}") > edits
    assert session.table.posted.message_deal == 2


async def test_what_the_bot_says_about_the_table_buries_nothing(server: Server) -> None:
    """Reminders, and panels that stand there for one person each; Discord tells the bot of its own messages."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    old = server.board.id
    for person in (ana, bo):
        await my_hand(server, person)
    await server.env.advance_time(21)
    assert server.channel.last_message.content.startswith("<@")
    await bets(server, session, ana, bo)
    await server.env.advance_time(1)
    await ana.click(server.board, label="Next round")
    assert server.board.id == old


async def test_another_table_below_it_buries_it(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    old = session.table.posted.message
    await bets(server, session, ana, bo)
    await server.slash(server.person("cleo"), "hearts")
    await server.slash(ana, "table next")
    assert session.table.posted.message != old


async def test_after_fifty_minutes_the_next_deal_has_a_new_message(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    old = server.board.id
    await bets(server, session, ana, bo)
    await server.slash(ana, "table pause")
    await server.env.advance_time(51 * 60)
    await server.slash(ana, "table resume")
    await ana.click(server.board, label="Next round")
    assert server.board.id != old


async def test_a_panel_stays_where_it_is_while_the_table_does(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    person = [ana, bo][turn(session)]
    panel = await my_hand(server, person)
    pressed = await person.click(panel, label=bet(panel))
    assert pressed.response is None or pressed.response.id == panel.id
    assert not pressed.followups and not is_gone(server, panel)


async def test_the_press_that_begins_a_deal_brings_the_panel_below_its_new_message(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    panel = await my_hand(server, ana)
    await bets(server, session, ana, bo)
    await bo.send(server.channel, "Well played!")
    pressed = await ana.click(panel, label="Next round")
    (after,) = pressed.followups
    assert after.ephemeral and after.id > server.board.id and is_gone(server, panel)
    assert after.attachments and bool(session.table.turns) and "round 2" in after.content


async def test_so_does_the_next_press_of_everybody_else_wherever_it_is(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    old = {person.id: await my_hand(server, person) for person in (ana, bo)}
    await bets(server, session, ana, bo)
    await bo.send(server.channel, "Well played!")
    await server.slash(ana, "table next")
    assert "round 2" in old[ana.id].content and "round 2" in old[bo.id].content, "kept up to date where they are"
    first, second = ([ana, bo], [bo, ana])[turn(session)]
    pressed = await first.click(old[first.id], label=bet(old[first.id]))  # a move on the old panel
    (after,) = pressed.followups
    assert after.id > server.board.id and is_gone(server, old[first.id]) and not is_gone(server, old[second.id])
    assert session.table.deal is None or turn(session) != session.table.seat_of(first.id)
    pressed = await second.click(server.board, label=bet(server.board))  # and one on the table
    (after,) = pressed.followups
    assert after.ephemeral and after.id > server.board.id and is_gone(server, old[second.id])


async def test_a_panel_that_chat_has_buried_in_mid_deal_comes_below_it(server: Server) -> None:
    """The table stays where it is for as long as a deal goes on."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    old, panel = server.board.id, await my_hand(server, ana)
    for n in range(panels.BURIED):
        await bo.send(server.channel, f"so I said {n}")
    while turn(session) != session.table.seat_of(ana.id):
        await server.slash(bo, "bet", amount="min")
    pressed = await ana.click(panel, label=bet(panel))
    (after,) = pressed.followups
    assert is_gone(server, panel) and after.id > server.channel.last_message.id and server.board.id == old


async def test_choosing_and_sorting_bring_it_below_too(server: Server) -> None:
    ana = server.person("ana")
    await server.started("twos", ana, houses=3)
    panel = await my_hand(server, ana)
    await ana.send(server.channel, "Wait for me")
    await server.bot.room.display.show_afresh(server.table)
    await server.env.settle()
    sort = next(name for name in labels(panel) if name.startswith("Sort"))
    pressed = await ana.click(panel, label=sort)
    (after,) = pressed.followups
    assert after.id > server.board.id and is_gone(server, panel) and sort not in labels(after)
    assert len(server.bot.room.display.panels._ephemerals) == 1


async def test_my_hand_takes_the_old_panel_away(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana)
    first = await my_hand(server, ana)
    second = await my_hand(server, ana)
    assert is_gone(server, first) and not is_gone(server, second)


async def test_an_old_panel_that_discord_does_not_take_away_says_that_it_is_old(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana)
    first = await my_hand(server, ana)
    server.env.inject_error("DELETE", "/webhooks/*", status=403, code=50013, message="Missing Permissions", times=1)
    await my_hand(server, ana)
    assert first.content == panels.RETIRED and not labels(first)


async def test_a_panel_whose_token_is_over_is_played_on_and_follows(server: Server) -> None:
    """It was there before a restart, and nobody knows its reply any more: the press itself takes it away."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    person = [ana, bo][turn(session)]
    panel = await my_hand(server, person)
    bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(bot)
    server.bot = bot
    await server.slash(ana, "table pause")
    await server.env.advance_time(16 * 60)
    await server.slash(ana, "table resume")
    await bo.send(server.channel, "There you are")
    await bot.room.display.show_afresh(server.table)
    await server.env.settle()
    pressed = await person.click(panel, label=bet(panel))
    (after,) = pressed.followups
    assert after.id > server.board.id and is_gone(server, panel)
    assert turn(server.table) != server.table.table.seat_of(person.id)


async def test_a_panel_that_was_opened_in_another_channel_stays_there(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    elsewhere = server.guild.create_text_channel("elsewhere")
    panel = shown(await ana.slash(elsewhere, "hand"))
    await bets(server, session, ana, bo)
    await bo.send(server.channel, "Well played!")
    pressed = await ana.click(panel, label="Next round")
    assert not pressed.followups and not is_gone(server, panel)


async def test_what_somebody_has_asked_for_is_not_pushed_away(server: Server) -> None:
    """**More…** is answered; the next press brings the panel."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    panel = await my_hand(server, ana)
    await bets(server, session, ana, bo)
    await bo.send(server.channel, "Well played!")
    await server.slash(bo, "table next")
    more = await ana.click(server.board, label="More…")
    assert more.response is not None and not more.followups and not is_gone(server, panel)


async def test_a_panel_that_cannot_follow_stays(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    panel = await my_hand(server, ana)
    await bets(server, session, ana, bo)
    await bo.send(server.channel, "Well played!")
    server.env.inject_error("POST", "/webhooks/*", status=403, code=50013, message="Missing Permissions", times=1)
    refused = await ana.click(panel, label="Next round")
    assert refused.followups[-1].content.startswith("This could not be shown:")
    assert not is_gone(server, panel) and "round 2" in panel.content and labels(panel)
    pressed = await ana.click(panel, label=bet(panel))
    (after,) = pressed.followups
    assert after.id > server.board.id and is_gone(server, panel)


async def in_a_busy_channel(server: Server, ana: Any, bo: Any) -> tuple[Session, Any]:
    """Others have buried the table twice in this match, and Ana has a panel."""
    session = await server.red_dog(ana, bo)
    panel = await my_hand(server, ana)
    for _ in range(panels.BUSY):
        assert DIRECT not in labels(panel)
        await bets(server, session, ana, bo)
        await bo.send(server.channel, "Well played!")
        pressed = await ana.click(panel, label="Next round")
        (panel,) = pressed.followups
    return session, panel


DIRECT = "Play in direct messages"


async def test_in_a_busy_channel_the_panel_offers_direct_messages(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "prefs", hands="on the table")
    session, panel = await in_a_busy_channel(server, ana, bo)
    assert DIRECT in labels(panel) and DIRECT not in labels(server.board)
    refused = await ana.click(panel, label=DIRECT)
    assert refused.response is not None and refused.response.content == panels.CLOSED_TO_US
    assert labels(panel), "they play on here"
    await server.slash(ana, "prefs", hands="by direct message")
    await ana.click(panel, label=DIRECT)
    there = ana.user.dm_channel.last_message
    assert session.table.posted.panels[ana.id].message == there.id and "round 3" in there.content
    assert DIRECT not in labels(there), "nobody else writes there"
    assert str(there.id) in panel.content and not labels(panel) and not panel.attachments
    assert (session.id, ana.id) not in server.bot.room.display.panels._ephemerals


async def test_closed_direct_messages_are_told_in_a_sentence(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    dm = ana.user.dm_channel.id
    server.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007, times=None)
    session, panel = await in_a_busy_channel(server, ana, bo)
    refused = await ana.click(panel, label=DIRECT)
    assert refused.response is not None and refused.response.content == panels.CLOSED_TO_US
    assert labels(panel) and ana.id not in session.table.posted.panels


async def test_a_new_match_is_not_busy_yet(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session, panel = await in_a_busy_channel(server, ana, bo)
    session.table.matches_begun += 1
    await server.slash([ana, bo][turn(session)], "bet", amount="min")
    await server.slash([ana, bo][turn(session)], "bet", amount="min")
    assert DIRECT not in labels(panel)
