"""A night's lobby that nobody has opened, as people meet it: they press **Join**, **Start** and **More…**."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store import Guest, ledger, nights
from bot.store import Night as Record
from bot.table import lobby, night
from bot.table.night_state import MOST_SEATS, Night
from bot.table.session import Session
from bot.table.state import CLOSED, LOBBY, PICK

from .server import Server, labels, said

ALL_KEPT = "Every free seat is kept for a guest until <t:"


async def opened(server: Server, host: Any, *guests: Any) -> Session:
    """The lobby of the night that this person has announced opens automatically."""
    room, id = server.bot.room, "friday"
    terms = Night("Friday").terms
    record = Record(id, server.guild.id, server.channel.id, host.id, "Friday", room.now(), None, "running", terms)
    with server.env._bot_scope():  # nobody has pressed anything
        await room.open_night(record, None, [Guest(guest.id, guest.name, "in", 0, True) for guest in guests])
    await server.env.settle()
    return room.sessions[id]


async def test_from_an_empty_lobby_to_the_first_game(server: Server) -> None:
    ana, bo, cleo, dan = (server.person(name) for name in ("ana", "bo", "cleo", "dan"))
    s = await opened(server, ana, ana, bo, cleo)
    assert labels(server.board) == ["Join", "More…"]
    assert "for ana, bo and cleo." in server.board.content and f"hosted by <@{ana.id}>" in server.board.content
    await dan.click(server.board, label="Join")
    await bo.click(server.board, label="Join")
    assert "bo acts for them" in server.board.content
    refused = await dan.click(server.board, label="Start")
    assert said(refused) == f"Only bo, who acts for <@{ana.id}> until they sit down, can do that."
    await bo.click(server.board, label="Start")
    assert s.table.phase == PICK
    assert s.table.chairs[night.of(s.table).dealer].user == bo.id


async def test_whose_seat_is_not_kept_queues_up_and_is_seated_later(server: Server) -> None:
    guests = [server.person(f"g{n}") for n in range(MOST_SEATS)]
    late = server.person("late")
    s = await opened(server, guests[0], *guests)
    await late.click(server.board, label="Join")
    assert s.table.place_in_queue(late.id) == 1
    answer = said(await late.click(server.board, label="More…"))
    assert ALL_KEPT in answer and "you are in the queue" in answer
    assert labels((await late.click(server.board, label="More…")).response) == ["Leave the queue"]
    for guest in guests[1:4]:
        await guest.click(server.board, label="Join")
    await lobby.end_grace(s)
    await server.env.settle()
    assert s.table.seat_of(late.id) == 3 and "kept" not in server.board.content


async def test_pressing_join_says_why_there_is_no_seat(server: Server) -> None:
    guests = [server.person(f"g{n}") for n in range(MOST_SEATS)]
    late = server.person("late")
    await opened(server, guests[0], *guests)
    assert said(await late.click(server.board, label="Join")).startswith(ALL_KEPT)


async def test_the_last_gets_up_and_the_lobby_stays(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    s = await opened(server, ana, ana, bo)
    await bo.click(server.board, label="Join")
    asked = (await bo.click(await server.more(bo), label="Leave")).response
    assert asked.content == "Leave the table?"
    await server.yes(bo, asked)
    assert s.table.phase == LOBBY and s.table.chairs == []
    assert labels(server.board) == ["Join", "More…"]
    assert await server.store.read(ledger.balance, server.guild.id, bo.id) == 100_000
    await ana.click(server.board, label="Join")
    assert s.table.seat_of(ana.id) == 0


async def test_a_host_who_does_not_sit_adds_house_players_and_ends_the_night(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    s = await opened(server, ana, ana, bo)
    behind = await server.more(ana)
    assert labels(behind) == ["Add a house player", "Games…", "Join", "End the night"]
    await ana.click(behind, label="Add a house player")
    assert "1 seated, 2 expected" in server.board.attachments[0].description
    await server.sure(ana, "night end")
    assert s.table.phase == CLOSED


async def test_commands_of_the_table_work_in_an_empty_lobby(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    s = await opened(server, ana, ana, bo)
    assert await server.slash(ana, "table start") == "Nobody sits at this table yet; press **Join** first."
    for command in ("night standings", "night settle", "night sit-out", "night rebuy", "table leave", "table undo"):
        assert await server.slash(bo, command), command
    assert s.table.phase == LOBBY and s.table.chairs == []
    assert await server.slash(bo, "night join") == "You sit down."


async def test_an_expected_guest_erases_their_data(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    s = await opened(server, ana, ana, bo)
    asked = await bo.slash(server.channel, "records erase")
    again = (await bo.click(asked.response, label="Erase my data")).response or asked.response
    assert f"<@{bo.id}>" not in server.board.content and "bo" in server.board.content, "nothing is done yet"
    await bo.click(again, label="Yes, erase it for good")
    assert bo.id not in (*night.of(s.table).guests, *night.of(s.table).expected)
    assert "for ana." in server.board.content


@pytest.mark.parametrize("sits", [False, True])
async def test_a_restart_finds_the_lobby(server: Server, sits: bool) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    s = await opened(server, ana, ana, bo)
    if sits:
        await bo.click(server.board, label="Join")
    room = server.bot.room
    room._clocks.pop(s.id).task.cancel()
    del room.sessions[s.id]
    found = await room.find(s.id)
    assert found is not s and found.table.as_json() | {"saved": 0} == s.table.as_json() | {"saved": 0}
    await ana.click(server.board, label="Join")
    assert found.table.seat_of(ana.id) == int(sits)


async def test_from_the_announcement_to_the_table_each_guest_presses_twice(server: Server) -> None:
    ana, bo, cleo = (server.person(name) for name in ("ana", "bo", "cleo"))
    asked = await ana.slash(server.channel, "night schedule", when="in 2 hours", name="Friday")
    await ana.click(asked.response or asked.followups[-1], label="Announce")
    (record,) = await server.store.read(nights.nights, server.guild.id, "announced")
    for person in (ana, bo, cleo):
        (announcement,) = [m for m in server.channel.history() if m.id == record.announcement]
        await person.click(announcement, label="In")
    await server.env.advance_time(2 * 3600 + 60)
    assert "for ana, bo and cleo." in server.board.content and labels(server.board) == ["Join", "More…"]
    assert server.board.attachments[0].description.startswith("Nobody seated, 3 expected.")
    await bo.click(server.board, label="Join")
    await ana.click(server.board, label="Join")
    assert "A seat is kept until" in server.board.content and "for cleo." in server.board.content
    await server.env.advance_time(600)
    assert "kept" not in server.board.content and "expected" not in server.board.attachments[0].description
    assert server.table.table.host == ana.id
    await ana.click(server.board, label="Start")
    assert server.table.table.phase == PICK
