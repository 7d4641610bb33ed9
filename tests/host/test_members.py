"""A member who has left the server, or was kicked or banned, plays and presses no more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from bot.host import members
from bot.host.members import NO_MEMBER
from bot.store import Store, ledger
from bot.table import hosting, lobby
from bot.table.state import CLOSED, DEAL
from tests.cogs.conftest import drawn, env, server, simcord_bot, store
from tests.cogs.server import Server, labels, said, turn

from .tables import ANN, BOB, CLEO, DAN, Tables
from .test_clock import all_pass, on_turn

__all__ = ["drawn", "env", "server", "simcord_bot", "store"]


@pytest_asyncio.fixture(autouse=True)
async def books(store: Store) -> AsyncIterator[None]:
    yield
    assert await store.read(ledger.audit) == []


def looked_up(server: Server) -> int:
    return sum(entry.method == "GET" and "/members/" in entry.path for entry in server.env.http_requests)


def panel(person: Any) -> Any:
    return person.user.dm_channel.last_message


async def press(person: Any, on: Any = None) -> Any:
    """The first button of somebody's panel."""
    on = on or panel(person)
    return await person.user.click(on, label=labels(on)[0])


def in_turn(server: Server, *people: Any) -> tuple[Any, Any]:
    """The player who is waited for, and the other one."""
    return (people[0], people[1]) if turn(server.table) == 0 else (people[1], people[0])


async def ask(person: Any) -> Any:
    """Their hand, asked for in their direct messages."""
    return await person.user.slash("hand")


async def leave(server: Server, person: Any) -> None:
    server.guild.remove_member(person)
    await server.env.settle()


async def test_whoever_has_left_presses_no_more_in_a_direct_message(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    gone, _ = in_turn(server, ana, bo)
    own, rows = panel(gone), len(session.table.deal.rows) if session.table.deal else 0
    await leave(server, gone)
    server.bot.room.members._known.clear()
    assert said(await press(gone, own)) == NO_MEMBER
    await server.env.settle()
    seat = session.table.seat_of(gone.id)
    assert seat is None or session.table.chairs[seat].leaving, "their seat is a leaver's"
    assert session.table.shown is not None and all(
        row.lapsed for row in session.table.shown.rows[rows:] if row.seat == seat
    )
    assert gone.id not in session.table.posted.panels
    assert said(await ask(gone)) == NO_MEMBER


async def test_a_member_presses_in_a_direct_message_and_is_looked_up_once_a_minute(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo)
    server.bot.room.members._known.clear()
    for _ in range(3):
        await ask(ana)
    assert looked_up(server) == 1
    monkeypatch.setattr(members, "KEPT_SECONDS", -1)
    server.bot.room.members._known.clear()
    await ask(ana)
    await ask(ana)
    assert looked_up(server) == 3


async def test_a_press_in_the_server_costs_no_look_up(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    await server.slash([ana, bo][turn(session)], "bet", amount="min")
    await ask(ana)
    assert looked_up(server) == 0


async def test_whoever_comes_back_and_presses_there_plays_again(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    session.table.settings = replace(session.table.settings, move_seconds=600)
    _, bo = in_turn(server, ana, bo)
    await leave(server, bo)
    server.bot.room.members._known.clear()
    assert said(await ask(bo)) == NO_MEMBER
    await server.env.settle()
    seat = session.table.seat_of(bo.id)
    assert seat is not None and session.table.chairs[seat].leaving
    bo = server.guild.add_member(bo.user)
    await server.slash(bo, "table leave")  # takes it back
    assert not session.table.chairs[seat].leaving
    assert (await ask(bo)).response.attachments


async def test_whoever_cannot_be_looked_up_plays_on(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    server.bot.room.members._known.clear()
    server.env.inject_error("GET", f"/guilds/{server.guild.id}/members/*", status=500, times=None)
    shown = (await ask(bo)).response
    assert shown.ephemeral and shown.attachments and not session.table.chairs[1].leaving


async def test_a_seat_whose_clock_lapses_is_a_leavers_when_nobody_is_there(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    await leave(server, [ana, bo][turn(session)])
    server.bot.room.members._known.clear()
    gone = session.table.chairs[turn(session)].user
    assert not any(chair.leaving for chair in session.table.chairs)
    await server.env.advance_time(61)
    await server.env.settle()
    chair = next((c for c in session.table.chairs if c.user == gone), None)
    assert looked_up(server) >= 1 and (chair is None or chair.leaving)


async def test_a_member_whose_clock_lapses_keeps_the_seat(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    server.bot.room.members._known.clear()
    await server.env.advance_time(61)
    await server.env.settle()
    assert looked_up(server) == 1 and not any(c.leaving or c.empty for c in session.table.chairs)


async def test_a_look_up_that_takes_long_holds_nobody_up(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MEMBER_LOOKUP_WAIT", 0.0)
    ana, bo = server.person("ana"), server.person("bo")
    await server.red_dog(ana, bo)
    server.bot.room.members._known.clear()
    shown = (await ask(bo)).response
    assert shown.ephemeral and shown.attachments


# ---- the seat ----------------------------------------------------------------------------


async def test_the_clock_tells_whose_time_has_run_out(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    await all_pass(s)
    late = s.table.chairs[on_turn(s)].user
    await tables.pass_time(tables.clock(s), 60.1)
    assert tables.missed == [("tab", late)]


async def test_a_leavers_seat_goes_at_the_end_of_the_deal_and_the_chips_go_home(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    await lobby.leave_server(s, BOB)
    await lobby.leave_server(s, BOB)  # known already
    assert s.table.phase == DEAL and s.table.chairs[1].leaving
    clock = tables.clock(s)
    while s.table.phase == DEAL:
        await tables.pass_time(clock, 1)
    assert s.table.seat_of(BOB) is None
    await hosting.close(s)
    assert await tables.at_table() == 0


async def test_between_deals_a_leaver_is_gone_at_once_and_waits_for_no_seat(tables: Tables) -> None:
    s = await tables.open("hearts", ANN, BOB, CLEO, DAN)
    await lobby.join(s, 105, "Eve")
    await lobby.leave_server(s, 105)
    assert not s.table.queue
    await lobby.leave_server(s, BOB)
    assert s.table.seat_of(BOB) is None
    for user in (CLEO, DAN, ANN):
        await lobby.leave_server(s, user)
    assert s.table.phase == CLOSED


async def test_whoever_has_no_part_in_a_table_changes_nothing(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    version = s.table.version
    await lobby.leave_server(s, CLEO)
    assert s.table.version == version


# ---- how long Discord's word holds ---------------------------------------------------------------


async def test_whoever_is_put_out_is_looked_up_at_the_first_press_a_minute_later(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    session.table.settings = replace(session.table.settings, move_seconds=600)
    gone, _ = in_turn(server, ana, bo)
    await ask(gone)
    await leave(server, gone)
    await server.env.advance_time(61)
    assert said(await ask(gone)) == NO_MEMBER
    await server.env.settle()
    seat = session.table.seat_of(gone.id)
    assert seat is None or session.table.chairs[seat].leaving


async def test_an_outage_of_the_look_up_lets_nobody_in_who_was_known_to_have_left(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    session.table.settings = replace(session.table.settings, move_seconds=600)
    gone, here = in_turn(server, ana, bo)
    await leave(server, gone)
    server.bot.room.members._known.clear()
    assert said(await ask(gone)) == NO_MEMBER
    await server.env.advance_time(61)
    server.env.inject_error("GET", f"/guilds/{server.guild.id}/members/*", status=403, times=None)
    assert said(await ask(gone)) == NO_MEMBER, "the last word holds"
    assert (await ask(here)).response.attachments, "and nobody else is locked out"
    before = looked_up(server)
    await ask(here)
    assert looked_up(server) == before, "nor asked for again at each press"
