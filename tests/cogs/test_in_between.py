"""In-Between on Discord: bets by button, by command and with a second press, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import cards, pack
from bot.engine.table import Table
from bot.table.session import Session

from .server import Server, labels, said


@pytest.fixture
def stacked(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The pack lies as a test wants it."""

    def lay(first: str) -> None:
        top = cards(first)
        rest = [c for c in pack() if c not in top]
        monkeypatch.setattr(Table, "_shuffled", lambda self, pile: [rest[-1], *top, *rest[:-1]])
        monkeypatch.setattr("bot.engine.randomness.Stream.below", lambda self, n: 0)  # cut by one card

    return lay


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("in-between", *people, **how)


async def test_the_ace_is_called_and_the_pot_is_bet_with_a_second_press(server: Server, stacked: Any) -> None:
    stacked("AC 9D 5H")
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    assert labels(server.board)[:2] == ["Ace high · 4 ranks between", "Ace low · 7 ranks between"]
    mover, other = (ana, bo) if session.turns.keys() == {session.seat_of(ana.id)} else (bo, ana)
    assert said(await other.click(server.board, label="Ace low · 7 ranks between")) == "It is not your turn."
    await mover.click(server.board, label="Ace low · 7 ranks between")
    assert labels(server.board)[:4] == ["Min ½", "½ pot 1", "Pot it! 2", "Other…"]
    assert await server.slash(mover, "odds") == "28 of the 50 cards that have not been seen win: 56%."
    asked = await mover.click(server.board, label="Pot it! 2")
    assert said(asked) == "Bet the whole pot of 2? Winning it ends the game, losing doubles it."
    await mover.click(asked.response, label="Yes")
    assert " takes the pot." in server.board.content and "5♥" not in server.board.content, "the picture has it"
    assert session.phase == "over"


async def test_by_command(server: Server, stacked: Any) -> None:
    stacked("AC 9D KH 7C 7D 6S JS")
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo, pair_bet="optional")
    mover, other = (ana, bo) if session.turns.keys() == {session.seat_of(ana.id)} else (bo, ana)
    assert await server.slash(mover, "play", move="ace sideways") == "Call the ace high or low."
    await server.slash(mover, "play", move="ace low")
    assert await server.slash(mover, "bet", amount="5") == "Bet between ½ and 2."
    await server.slash(mover, "bet", amount="1")
    assert "loses 1. Pot 3." in server.board.content
    assert labels(server.board)[0] == "Take 1"
    assert "A bet of ½ covers the pot." in await server.slash(other, "odds")
    await server.slash(other, "play", move="take")
    assert "The next round begins" in server.board.content and "is paid" not in server.board.content
