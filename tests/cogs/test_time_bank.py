"""The time bank as people read it: in the table's message, on the picture and on the panel of its owner."""

from __future__ import annotations

import pytest

from .server import Server, said, seat_of, turn

pytestmark = pytest.mark.usefixtures("without_moments")


async def test_it_is_read_while_it_runs_and_the_rest_at_the_next_turn(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy")]
    session = await server.started("poker", *people, run_twice="no")
    who = {seat_of(session, person): person for person in people}
    seat = turn(session)
    assert "Then your time bank: 30 s." in said(await who[seat].slash(server.channel, "hand"))
    await server.env.advance_time(61)
    await server.env.settle()
    until = (session.table.time_is_up(seat) or 0) // 1000
    line = f"Time bank: time is up <t:{until}:R>."
    assert turn(session) == seat and line in server.board.content
    assert "on the time bank" in server.board.attachments[0].description
    assert line in said(await who[seat].slash(server.channel, "hand"))
    left = session.table.time_is_up(seat) or 0
    await server.slash(who[seat], "call")
    spent = 30 - round((left - session.table.time.now()) / 1000)
    assert "ime bank" not in server.board.content
    for move in ("call", "check", "check", "check"):  # two blinds before the flop, and both of them after it
        if (at := turn(session)) != seat:
            await server.slash(who[at], "play", move=move)
    rest = round((session.table.chairs[seat].bank or 0) / 1000)
    assert rest == 30 - spent and 27 <= rest < 30
    assert f"Then your time bank: {rest} s." in said(await who[seat].slash(server.channel, "hand"))


async def test_a_table_without_it_says_so(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo")]
    session = await server.started("poker", *people, time_bank="no")
    assert session.table.chairs[0].bank is None
    on_turn = people[turn(session)]
    assert "ime bank" not in said(await on_turn.slash(server.channel, "hand"))
