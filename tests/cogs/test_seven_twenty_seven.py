"""Seven Twenty-Seven on Discord: betting and cards by buttons and commands, what only its owner reads."""

from __future__ import annotations

from typing import Any

from bot.table.session import Session

from .server import Server, hand, labels, seat_of, turn


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("seven-twenty-seven", *people, **how)


def by_seat(session: Session, *people: Any) -> dict[int, Any]:
    return {seat_of(session, person): person for person in people}


async def test_a_hand_by_buttons_and_commands(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy", "di")]
    session = await table(server, *people)
    who = by_seat(session, *people)
    first = who[turn(session)]
    assert labels(server.board)[:6] == ["Check", "Bet 1", "½ pot 2", "Pot 4", "Bet 25", "Other bet…"]
    await first.click(server.board, label="½ pot 2")
    assert f"{first.name} bets 2." in server.board.content
    second = who[turn(session)]
    assert "Call 2" in labels(server.board)
    assert "**Call, raise or fold?**" in server.bot.room.painter.panel(session, turn(session)).text
    assert await server.slash(second, "raise", amount="1") == "✓ Raise 1"
    third = who[turn(session)]
    assert await server.slash(third, "check") == "You owe 3: call, raise or fold."
    assert await server.slash(third, "fold") == "✓ Fold"
    fourth = who[turn(session)]
    await fourth.click(server.board, label="Call 3")
    assert await server.slash(first, "call") == "✓ Call"
    assert labels(server.board)[:2] == ["Hit", "Stand"]
    assert turn(session) == seat_of(session, first)
    assert hand(session, seat_of(session, third)) == []
    before = len(hand(session, seat_of(session, first)))
    assert await server.slash(first, "hit") == "✓ Hit"
    assert len(hand(session, seat_of(session, first))) == before + 1
    for person in (second, fourth):
        await server.slash(person, "stand")
    assert "Round 2." in server.board.content
    for verb in ("check", "stand"):
        while session.phase == "deal" and verb.capitalize() in labels(server.board):
            await server.slash(who[turn(session)], verb)
    assert session.phase == "between"
    assert "Low: " in server.board.content


async def test_standing_ahead_is_known_to_its_player_alone(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy", "di")]
    session = await table(server, *people)
    who = by_seat(session, *people)
    for _ in range(4):
        await server.slash(who[turn(session)], "check")
    first = turn(session)
    last = who[(first + 3) % 4]
    mine = (await last.slash(server.channel, "hand")).response
    public = server.board.content
    shown = (await last.click(mine, label="Stand this round")).response
    assert "Don't stand yet" in labels(shown)
    assert server.board.content == public
    face = server.bot.room.painter.panel(session, seat_of(session, last))
    assert "You stand this round" in face.alt
    assert "You stand this round" not in server.bot.room.painter.panel(session, first).alt
    for seat in (first, (first + 1) % 4, (first + 2) % 4):
        await server.slash(who[seat], "hit")
    assert f"{last.name} stands." in server.board.content


async def test_totals_are_for_their_owner_until_the_showdown(server: Server) -> None:
    ana = server.person("ana")
    session = await table(server, ana, houses=3, ruleset="closed")
    face = server.bot.room.painter.panel(session, seat_of(session, ana))
    assert " 27" in face.alt and " 7" in face.alt
    assert " up " not in server.bot.room.painter.snapshot(session).public.alt
