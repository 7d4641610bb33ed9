"""Hints as people press and type them: what a house player would do, on their own panel alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.show.controls.hints import MARK
from bot.table import hints, money
from bot.table.session import Session
from bot.table.state import read

from .server import Server, labels, said, seat_of, turn

pytestmark = pytest.mark.usefixtures("without_moments")


async def panel_of(server: Server, person: Any) -> Any:
    return (await person.slash(server.channel, "hand")).response


async def on_turn(server: Server, session: Session, person: Any) -> None:
    """House players move until it is this person's decision."""
    while seat_of(session, person) not in session.table.turns:
        await server.env.advance_time(2)


def hints_of(session: Session, person: Any) -> int:
    return session.table.chairs[seat_of(session, person)].hints


async def two(server: Server) -> tuple[Session, Any, Any]:
    """Two people at Jubilee, the one on turn first."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("jubilee", ana, bo)
    return (session, ana, bo) if turn(session) == seat_of(session, ana) else (session, bo, ana)


async def test_a_hint_stands_on_the_panel_and_what_does_it_stands_out(server: Server) -> None:
    ana = server.person("ana")
    session = await server.pass_three(ana)
    await on_turn(server, session, ana)
    public = server.board.content
    shown = (await ana.click(await panel_of(server, ana), label="Hint")).response
    assert f"**Hint** {MARK} Play " in shown.content
    (marked,) = [label for label in labels(shown) if label.startswith(MARK)]
    assert server.board.content == public and hints_of(session, ana) == 1
    again = (await ana.click(shown, label="Hint")).response
    assert again.content == shown.content and hints_of(session, ana) == 1, "each decision counts once"
    await ana.click(again, label=marked)
    assert "**Hint**" not in (await panel_of(server, ana)).content


async def test_several_cards_are_marked_in_their_menu(server: Server) -> None:
    ana = server.person("ana")
    await server.hearts(ana)
    shown = (await ana.click(await panel_of(server, ana), label="Hint")).response
    assert f"**Hint** {MARK} Pass " in shown.content
    (menu,) = [c for row in shown.components for c in row["components"] if c["type"] == 3]
    assert sum("description" in option for option in menu["options"]) == 3
    assert menu["placeholder"].startswith(MARK)


async def test_a_hint_is_typed_and_is_behind_more_where_nobody_holds_a_hand(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("blackjack", ana)
    typed = await server.slash(ana, "play", move="hint")
    assert typed.startswith(f"**Hint** {MARK} Bet ")
    pressed = await ana.click(await server.more(ana), label="Hint")
    assert said(pressed) == typed and hints_of(session, ana) == 1


async def test_two_people_must_agree(server: Server) -> None:
    session, first, other = await two(server)
    asked = await first.click(await panel_of(server, first), label="Hint")
    name = session.table.chairs[seat_of(session, other)].name
    assert said(asked) == f"You ask for hints; {name} must agree." and hints_of(session, first) == 0
    assert f"{name} must agree." in server.board.content
    assert {"Allow hints", "No hints"} <= {*labels(server.board)}
    assert said(await first.click(server.board, label="Allow hints")) == "You have agreed already."
    assert said(await other.click(await panel_of(server, other), label="Allow hints")) == "All agree to hints."
    shown = (await first.click(await panel_of(server, first), label="Hint")).response
    assert f"**Hint** {MARK} Play " in shown.content and hints_of(session, first) == 1


async def test_who_would_rather_play_without_is_heard(server: Server) -> None:
    session, first, other = await two(server)
    await first.click(await panel_of(server, first), label="Hint")
    assert said(await other.click(server.board, label="No hints")) == "Nobody takes hints."
    assert "would rather play without hints." in server.board.content
    assert "Allow hints" not in labels(server.board) and hints_of(session, first) == 0


async def test_who_takes_a_seat_later_must_agree_as_well(server: Server) -> None:
    session, first, other = await two(server)
    await first.click(await panel_of(server, first), label="Hint")
    await other.click(server.board, label="Allow hints")
    async with session.commits.changing() as (table, _):
        table.chairs[seat_of(session, other)].takes_hints = False
    assert "must agree." in await server.slash(first, "play", move="hint")


async def test_the_host_says_whether_there_are_hints(server: Server) -> None:
    ana = server.person("ana")
    session = await server.hearts(ana)
    assert said(await ana.click(await server.more(ana), label="No hints")) == "Nobody takes hints at this table."
    assert "Hint" not in labels(await panel_of(server, ana))
    assert await server.slash(ana, "play", move="hint") == "There are no hints at this table; its host says so."
    await ana.click(await server.more(ana), label="Allow hints")
    assert "Hint" in labels(await panel_of(server, ana)) and not session.table.no_hints


async def test_how_many_each_has_taken_stands_in_the_result(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("red-dog", ana, houses=1, rounds="1")
    await on_turn(server, session, ana)
    await server.slash(ana, "play", move="hint")
    while session.table.phase == "deal":
        if seat_of(session, ana) in session.table.turns:
            await server.slash(ana, "play", move="bet min")
        await server.env.advance_time(2)
    assert session.table.phase == "over" and "Hints taken: ana 1." in server.board.content
    assert session.table.match is not None
    (own,) = [one for one in money.results(session.table, session.table.match.state) if one.user == ana.id]
    assert own.counts["hints"] == 1, "it is kept with the result, shown and erased with it"


async def test_what_was_taken_and_agreed_to_outlives_the_process(server: Server) -> None:
    ana = server.person("ana")
    session = await server.started("blackjack", ana)
    await server.slash(ana, "play", move="hint")
    chair = read(session.table.stored()).chairs[seat_of(session, ana)]
    assert (chair.hints, chair.takes_hints) == (1, True)


async def test_a_panel_is_written_again_when_the_host_wants_no_hints(server: Server) -> None:
    """It comes by direct message, and its owner has pressed nothing."""
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("jubilee", ana, bo)
    waiting = [ana, bo][turn(session)]
    assert "Hint" in labels(waiting.user.dm_channel.last_message)
    await ana.click(await server.more(ana), label="No hints")
    assert "Hint" not in labels(waiting.user.dm_channel.last_message)
    await ana.click(await server.more(ana), label="Allow hints")
    assert "Hint" in labels(waiting.user.dm_channel.last_message)


async def test_a_hint_that_comes_too_late_says_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it was thought about, its owner has played a card."""
    first = server.person("ana")
    session = await server.started("jubilee", first, houses=1)
    await on_turn(server, session, first)
    advise, loop, seat = hints.house.advise, asyncio.get_running_loop(), seat_of(session, first)
    plays: list[asyncio.Task[None]] = []

    def slowly(seen: Any, offers: Any) -> Any:
        found = advise(seen, offers)
        assert found
        loop.call_soon_threadsafe(lambda: plays.append(loop.create_task(session.act(seat, found.move))))
        return found

    monkeypatch.setattr(hints.house, "advise", slowly)
    answer = await first.click(await panel_of(server, first), label="Hint")
    told = [answer.response.content, *(more.content for more in answer.followups)]
    assert "The table has gone on meanwhile; ask again." in told and len(plays) == 1
    assert not any("**Hint**" in each for each in told)
