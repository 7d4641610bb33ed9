"""**Show** and **Don't show** at the end of a hand of poker, by the buttons that stand there, while it stands."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.facts import HAND
from bot.engine.moments import TRICK, stands
from bot.games.poker.moves import DONT_SHOW, Mucked, Shown
from bot.show.messages.page import ABOVE
from bot.show.words.sentences import card_text
from bot.table.session import Session

from .server import Server, labels, said, seat_of, turn


async def showdown(server: Server, houses: int = 0, people: int = 3) -> tuple[Session, Any, list[Any]]:
    """A hand of hold'em that everybody has checked down; somebody who need not show, and the others."""
    who = [server.person(name) for name in ("ana", "bo", "cy")[:people]]
    session = await server.started("poker", *who, houses=houses)
    by_seat = {seat_of(session, person): person for person in who}
    while session.table.deal is not None and not stands(session.table.deal.ask):
        person = by_seat[turn(session)]
        may = labels(server.board)
        await person.click(server.board, label=next(label for label in may if label.split()[0] in ("Check", "Call")))
    assert session.table.deal is not None
    kept = [event.seat for event, _ in session.table.deal.table.events if isinstance(event, Mucked)]
    keeper = next(by_seat[seat] for seat in kept if seat in by_seat)
    return session, keeper, [person for person in who if person is not keeper]


def shown(session: Session) -> list[int]:
    assert session.table.shown is not None
    return [event.seat for event, _ in session.table.shown.table.events if isinstance(event, Shown)]


async def test_show_under_the_table(server: Server) -> None:
    session, keeper, _ = await showdown(server)
    before = shown(session)
    assert {"Show", "Don't show"} <= {*labels(server.board)}
    await keeper.click(server.board, label="Show")
    assert shown(session) == [*before, seat_of(session, keeper)]
    assert f"{keeper.name} shows" in server.board.content


async def test_dont_show_in_the_panel_ends_it(server: Server) -> None:
    session, keeper, _ = await showdown(server, people=2)
    before, row = shown(session), len(session.table.shown.rows)  # type: ignore[union-attr]
    panel = (await keeper.slash(server.channel, "hand")).response
    assert {"Show", "Don't show"} <= {*labels(panel)}
    await keeper.click(panel, label="Don't show")
    while session.table.phase == "deal":
        await server.env.advance_time(0.1)
    assert session.table.phase == "between" and shown(session) == before
    rows = session.table.shown.rows[row:]  # type: ignore[union-attr]
    assert [type(r.move).__name__ for r in rows] in (["DontShow"], ["DontShow", "GoOn"]), "its time did not run out"


@pytest.mark.parametrize("typed", ["don't show", "dont-show", "muck", "Don’t show!"])
async def test_by_typing(server: Server, typed: str) -> None:
    session, keeper, _ = await showdown(server)
    assert {"show", "dont-show"} <= {*await server.offered(keeper, "play", "move", "")}
    assert (await server.slash(keeper, "moves")).startswith("You may:\n• **Show**\n• **Don't show**")
    assert await server.slash(keeper, "play", move=typed) == "✓ Don't show"
    assert session.table.shown is not None and seat_of(session, keeper) not in shown(session)
    assert [r.move for r in session.table.shown.rows if r.seat == seat_of(session, keeper)][-1] == DONT_SHOW


async def test_nobody_else_can_show_and_reads_why_at_once(server: Server) -> None:
    session, keeper, others = await showdown(server, people=2)
    board = server.board
    for person in others:
        refusal = said(await person.click(board, label="Show"))
        assert (
            refusal == "You cannot do that now." and session.table.deal is not None and stands(session.table.deal.ask)
        )
    await keeper.click(board, label="Show")
    assert shown(session)[-1] == seat_of(session, keeper)


async def test_a_winner_whom_nobody_has_called_may_show(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo)
    by_seat = {seat_of(session, person): person for person in (ana, bo)}
    first = turn(session)
    await by_seat[first].click(server.board, label="Fold")
    winner = by_seat[1 - first]
    assert "Show" in labels(server.board)
    await winner.click(server.board, label="Show")
    assert shown(session) == [1 - first]
    told = server.board.attachments[0].description
    assert session.table.shown is not None and all(
        card_text(c) in told for c in session.table.shown.table.piles[HAND.of(1 - first)]
    )


async def test_nobody_waits_for_the_house(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("poker", ana, houses=2)
    while turn(session) != seat_of(session, ana):
        await server.env.advance_time(0.1)
    await ana.click(server.board, label="Fold")
    while session.table.phase == "deal":
        await server.env.advance_time(0.1)
    assert session.table.shown is not None
    said_nothing, moment_over = session.table.shown.rows[-2:]
    assert said_nothing.move == DONT_SHOW and said_nothing.lapsed and moment_over.at == said_nothing.at + TRICK.now


async def test_who_leaves_or_is_away_is_not_waited_for(server: Server) -> None:
    session, keeper, others = await showdown(server)
    await server.slash(keeper, "table leave")
    assert session.table.shown is not None
    assert [r.move for r in session.table.shown.rows if r.lapsed] == [DONT_SHOW]
    while session.table.phase == "deal":
        await server.env.advance_time(0.1)
    assert session.table.seat_of(keeper.id) is None and session.table.seat_of(others[0].id) is not None


@pytest.mark.usefixtures("without_moments")
async def test_the_result_does_not_stand_twice_one_below_the_other(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo)
    by_seat = {seat_of(session, person): person for person in (ana, bo)}
    first = by_seat[turn(session)]
    panel = (await first.slash(server.channel, "hand")).response
    assert panel.attachments
    await first.click(server.board, label="Fold")
    assert server.board.attachments and "wins 1" in server.board.content
    assert "was left; +1, 101 chips" in server.board.attachments[0].description
    assert ABOVE in panel.content and not panel.attachments and "wins" not in panel.content
    assert f"/{server.channel.id}/{server.board.id}\n" in panel.content, "the way there"
    again = (await first.slash(server.channel, "hand")).response
    assert ABOVE in again.content and not again.attachments
    elsewhere = (await first.slash(server.guild.create_text_channel("elsewhere"), "hand")).response
    assert "wins 1" in elsewhere.content and "was left; +1, 101 chips" in elsewhere.attachments[0].description


@pytest.mark.usefixtures("without_moments")
async def test_a_panel_without_the_result_is_a_panel(server: Server) -> None:
    """The next hand begins by a press on it, and is shown on it."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo)
    by_seat = {seat_of(session, person): person for person in (ana, bo)}
    first = by_seat[turn(session)]
    panel = (await first.slash(server.channel, "hand")).response
    await first.click(server.board, label="Fold")
    other = next(person for person in (ana, bo) if person is not first)
    await other.click(server.board, label="Next hand")
    assert "Next hand (1 of 2)" in labels(server.board)
    await first.click(panel, label=next(each for each in labels(panel) if "Next hand" in each))
    assert session.table.deals_begun == 2
    assert panel.attachments and "hand 2" in panel.content and ABOVE not in panel.content
