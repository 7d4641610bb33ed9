"""Backhand on Discord: hits and backhands by buttons and commands, the wager window, the tally."""

from __future__ import annotations

import re
from typing import Any

from bot.games.backhand import PUSH_HANDS, worth
from bot.table.session import Session

from .server import Server, labels, seat_of, turn


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("backhand", *people, **how)


def is_push(session: Session) -> bool:
    assert session.deal is not None
    cards = session.deal.table.piles[f"cards {turn(session)}"]
    return len(cards) == 2 and worth(cards) in PUSH_HANDS


async def test_a_round_of_a_race(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    who = {seat_of(session, person): person for person in (ana, bo)}
    assert "chips" not in server.board.content
    assert re.fullmatch(
        r"\d+ of the 48 cards that have not gone take \d+ past 21: \d+%\.", await server.slash(ana, "odds")
    )
    while session.phase == "deal":
        person = who[turn(session)]
        if is_push(session):
            assert labels(server.board)[:2] == ["Play the push", "Push it away"]
            assert await server.slash(person, "play", move="backhand") == "Not on a push hand."
            assert await server.slash(person, "play", move="push") == "✓ Push Away"
        else:
            assert labels(server.board)[:2] == ["Hit", "Backhand!"]
            await person.click(server.board, label="Backhand!")
    assert session.deal is None and "The next round begins" in server.board.content
    assert " of 4" in await server.slash(ana, "score")
    assert " win" in (score := await server.slash(bo, "score")) and "point" not in score


async def test_wagers_are_made_by_everybody_at_once(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo, mode="betting")
    assert labels(server.board)[:3] == ["Min 1", "Other…", "Sit out"]
    assert (await server.slash(ana, "score")).endswith("\n\nNothing has gone yet.")
    assert await server.slash(ana, "bet", amount="2½") == "✓ Bet 2½"
    assert await server.slash(bo, "bet", amount="26") == "Bet between 1 and 25."
    await bo.click(server.board, label="Sit out")
    assert session.deal is not None
    assert [name for name in session.deal.table.piles if name.startswith("cards")] == [f"cards {seat_of(session, ana)}"]
    while session.phase == "deal":
        await server.slash(ana, "play", move="push" if is_push(session) else "call-backhand")
    after = session.match
    assert after is not None
    assert abs(after.state.stacks[seat_of(session, ana)] - 10_000) == 250


async def test_no_tally_elsewhere(server: Server) -> None:
    ana = server.person("ana")
    await server.red_dog(ana, houses=1, cut="off")
    assert " gone " not in await server.slash(ana, "score")
