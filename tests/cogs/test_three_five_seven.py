"""3-5-7 on Discord: two people declare in secret, by the table's buttons, by command and in the panel."""

from __future__ import annotations

from typing import Any

from bot.table.session import Session

from .server import Server, labels, said, seat_of
from .test_bad_input import as_it_is, press


async def table(server: Server, *people: Any, declare_seconds: int = 120) -> Session:
    return await server.started("three-five-seven", *people, declare_seconds=declare_seconds)


async def test_a_press_is_answered_to_its_maker_alone(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    assert labels(server.board)[:2] == ["In", "Out"]
    answer = await ana.click(server.board, label="In")
    assert answer.response is not None and answer.response.ephemeral  # so the press has not written the table anew
    assert said(answer) == "**In**, and nobody knows. You may change it until everybody has declared."
    assert "You are in" in server.bot.room.painter.panel(session, seat_of(session, ana)).alt


async def test_the_last_declaration_opens_all(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    old = as_it_is(server, server.board)
    await ana.click(server.board, label="Out")
    await ana.click(server.board, label="In")
    await bo.click(server.board, label="Out")
    assert "ana alone is in: **strike 1**!" in server.board.content
    assert session.deal is not None and session.deal.table.strikes[seat_of(session, ana)] == 1
    assert said(await press(bo, old, "In")) == "The declarations are open already."
    assert "ana: 99 chips, 1 strike" in await server.slash(bo, "score")


async def test_declare_by_command(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await table(server, ana, bo)
    assert await server.offered(ana, "play", "move", "decl") == ["declare in", "declare out"]
    assert await server.slash(ana, "play", move="declare in") == "✓ Declare In"
    before = await server.books()
    assert await server.slash(ana, "play", move="declare perhaps") == "Declare in or out."
    assert await server.books() == before
    await server.slash(bo, "play", move="IN")
    assert " wins **2** (2 from " in server.board.content or "equal hands" in server.board.content


async def test_only_those_who_are_in_read_the_hands(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy")]
    session = await table(server, *people)
    for person, choice in zip(people, ("in", "in", "out"), strict=True):
        await server.slash(person, "play", move=f"declare {choice}")
    assert " shows " not in server.board.content
    for person, sees in zip(people, (True, True, False), strict=True):
        seat = seat_of(session, person)
        face = server.bot.room.painter.panel(session, seat)
        assert (" shows " in face.text) == sees
        assert (" shows " in face.alt) == sees
