"""What one person is told in passing does not stay under the table: refusals, and what they have done."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from .server import Server, labels, said, seat_of, turn
from .test_less_noise import deletions


async def bettors(server: Server) -> tuple[Any, Any]:
    """Who is to bet at Red Dog, and who comes next."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    for person in (ana, bo):
        await server.slash(person, "score")  # that they have sat down is read
    return (ana, bo) if turn(session) == seat_of(session, ana) else (bo, ana)


async def test_a_refusal_goes_with_the_next_move_that_is_accepted(server: Server) -> None:
    first, second = await bettors(server)
    before = deletions(server)
    assert said(await second.click(server.board, label="Min ½")) == "It is not your turn."
    await first.click(server.board, label="Min ½")
    assert deletions(server) == before, "somebody else's move is no reason"
    await second.click(server.board, label="Min ½")
    assert deletions(server) == before + 1


async def test_it_goes_by_itself(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    _, second = await bettors(server)
    before = deletions(server)
    monkeypatch.setattr("bot.host.calls.passing.SECONDS", 0.05)
    await second.click(server.board, label="Min ½")
    await asyncio.sleep(0.2)
    await server.env.settle()
    assert deletions(server) == before + 1


async def test_what_was_done_by_a_command_is_read_in_passing(server: Server) -> None:
    first, second = await bettors(server)
    before = deletions(server)
    assert (await server.slash(first, "bet", amount="min")).startswith("✓ Bet")
    await server.slash(second, "bet", amount="min")
    assert deletions(server) == before
    await server.slash(first, "score")
    assert deletions(server) == before + 1


async def test_of_a_question_that_is_answered_nothing_is_left(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo)
    for person in (ana, bo):
        await server.slash(person, "score")
    first = ana if turn(session) == seat_of(session, ana) else bo
    before = deletions(server)
    question = await first.click(server.board, label="All in 99")
    assert said(question) == "All in with 99?" and labels(question.response) == ["Yes"]
    await first.click(question.response, label="Yes")
    assert deletions(server) == before + 1 and turn(session) != seat_of(session, first)
    await (bo if first is ana else ana).click(server.board, label="Fold")
    assert deletions(server) == before + 1, "it is not deleted twice"
