"""Moves in advance as people press and type them: on the private panel, and with /play."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table.session import Session

from .server import Server, labels, said, seat_of, turn

pytestmark = pytest.mark.usefixtures("without_moments")


async def begun(server: Server, **how: Any) -> tuple[Session, dict[int, Any], Any]:
    """Four at poker, the panel of the one behind whose turn it is, and its owner."""
    people = [server.person(name) for name in ("ana", "bo", "cy", "di")]
    session = await server.started("poker", *people, run_twice="no", **how)
    return session, {seat_of(session, person): person for person in people}, people


def behind(session: Session, who: dict[int, Any], steps: int = 1) -> Any:
    return who[(turn(session) + steps) % 4]


async def panel_of(server: Server, person: Any) -> Any:
    return (await person.slash(server.channel, "hand")).response


async def test_a_wish_is_pressed_shown_and_taken_back_on_the_panel_alone(server: Server) -> None:
    session, who, _ = await begun(server)
    person = behind(session, who)
    seat, public = seat_of(session, person), server.board.content
    panel = await panel_of(server, person)
    assert labels(panel)[:3] == ["Check/fold", "Call 2", "Call any"]
    shown = (await person.click(panel, label="Check/fold")).response
    assert labels(shown)[:3] == ["✓ Check/fold", "Call 2", "Call any"]
    assert "**Check/fold** when your turn comes." in shown.content
    shown = (await person.click(shown, label="Call 2")).response
    assert labels(shown)[:3] == ["Check/fold", "✓ Call 2", "Call any"]
    shown = (await person.click(shown, label="✓ Call 2")).response
    assert labels(shown)[:3] == ["Check/fold", "Call 2", "Call any"]
    assert session.table.chairs[seat].wish is None and server.board.content == public


async def test_call_any_asks_once_what_it_may_cost(server: Server) -> None:
    session, who, _ = await begun(server)
    person = behind(session, who)
    question = await person.click(await panel_of(server, person), label="Call any")
    assert said(question) == "Call any bet? It may cost all of your 100."
    assert session.table.chairs[seat_of(session, person)].wish is None
    await person.click(question.response, label="Yes")
    wish = session.table.chairs[seat_of(session, person)].wish
    assert wish is not None and wish.name == "call-any"


async def test_wishes_are_typed(server: Server) -> None:
    session, who, _ = await begun(server)
    person = behind(session, who)
    seat = seat_of(session, person)
    assert "Check/fold" in await server.offered(person, "play", "move", "che")
    assert (
        await server.slash(person, "play", move="check/fold") == "“Check/fold” when your turn comes; nobody else knows."
    )
    assert session.table.chairs[seat].wish is not None
    assert await server.slash(person, "play", move="Check/fold") == "“Check/fold” is taken back."
    assert await server.slash(person, "play", move="call") == "“Call 2” when your turn comes; nobody else knows."
    assert await server.slash(person, "play", move="call any") == "Call any bet? It may cost all of your 100."
    assert await server.slash(person, "play", move="raise 8") == "It is not your turn."
    on_turn = who[turn(session)]
    assert await server.slash(on_turn, "play", move="check/fold") == "✓ Fold"


async def test_a_call_that_became_dearer_is_told_on_the_panel(server: Server) -> None:
    session, who, _ = await begun(server)
    person = behind(session, who, 2)
    await person.click(await panel_of(server, person), label="Call 1")
    await server.slash(who[turn(session)], "raise", amount="8")
    panel = await panel_of(server, person)
    assert "“Call 1” is taken back. The price has changed: 7 to call." in panel.content
    assert labels(panel)[:3] == ["Check/fold", "Call 7", "Call any"]


async def test_what_holds_from_now_on_is_chosen_from_a_menu(server: Server) -> None:
    session, who, _ = await begun(server)
    person = behind(session, who)
    seat = seat_of(session, person)
    panel, menu = await panel_of(server, person), f"cm:{session.id}:0:@from-now:"
    await person.select(panel, ["always.muck"], custom_id=menu)
    assert session.table.chairs[seat].always == "muck"
    await person.select(panel, ["always."], custom_id=menu)
    assert session.table.chairs[seat].always == ""
    await person.select(panel, ["sit-out"], custom_id=menu)
    assert session.table.chairs[seat].sits_out
    panel = await panel_of(server, person)
    assert "You sit out from the next hand on." in panel.content
    await person.select(panel, ["leave"], custom_id=menu)
    assert session.table.chairs[seat].leaving
    panel = await panel_of(server, person)
    assert "You leave after this hand." in panel.content


async def test_who_is_away_is_told_so_and_comes_back_by_one_press(server: Server) -> None:
    session, who, _ = await begun(server)
    person = behind(session, who)
    seat = seat_of(session, person)
    async with session.commits.changing() as (table, _):
        table.chairs[seat].lapses, table.chairs[seat].stand_in = 2, True
    panel = await panel_of(server, person)
    assert "**I am back**" in panel.content and "I am back" in labels(panel)
    shown = (await person.click(panel, label="I am back")).response
    assert "You are away" not in shown.content and "I am back" not in labels(shown)
    assert not session.table.chairs[seat].stand_in
