"""Freezeouts on Discord: presets, a sit-and-go that begins on its own, buying again, and a deal by chips."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.games.poker import POKER
from bot.games.poker.moves import Bounties, BuysAgain, DealMade, Out, Prizes
from bot.table.session import Session

from .server import Server, labels, seat_of, turn

PRESETS = [name for name, given in POKER.presets.items() if "format" in given]


def told(session: Session, kind: type[Any]) -> list[Any]:
    assert session.table.shown is not None
    return [event for event, _ in session.table.shown.table.events if isinstance(event, kind)]


async def all_in(server: Server, who: dict[int, Any]) -> None:
    """Everybody is in for all they have."""
    session = server.table
    while session.table.phase == "deal" and session.table.deal and not told(session, Out):
        person = who[turn(session)]
        found = [label for label in labels(server.board) if label.startswith(("All in", "Call"))]
        if not found:
            return
        best = next((label for label in found if label.startswith("All in")), found[0])
        asked = await person.click(server.board, label=best)
        if asked.response is not None and "Yes" in labels(asked.response):
            await person.click(asked.response, label="Yes")


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preset_opens_a_freezeout_that_tells_its_level(server: Server, preset: str) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.started("poker", ana, bo, preset=preset)
    assert session.table.options.freezeout
    text = server.board.content
    assert "**Level 1: " in text and ", then " in text
    assert "2 of 2 left" in text and "1st " in text
    assert (", due <t:" in text.splitlines()[1]) == (session.table.options.level_minutes is not None)


async def test_a_freezeout_is_an_option_of_the_command(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "poker", format="freezeout")
    assert server.table.table.options.freezeout


async def test_a_duel_begins_when_both_seats_are_taken(server: Server) -> None:
    ana, bo, cy = (server.person(name) for name in ("ana", "bo", "cy"))
    session = await server.started("poker", ana, preset="heads-up duel", start=False)
    await bo.click(server.board, label="Join")
    assert session.table.phase == "lobby"
    assert "hand begins <t:" in server.board.content
    await server.slash(bo, "table leave")
    assert "hand begins <t:" not in server.board.content
    await cy.click(server.board, label="Join")
    await server.env.advance_time(11)
    assert session.table.phase == "deal"
    assert {chair.user for chair in session.table.chairs} == {ana.id, cy.id}


@pytest.mark.usefixtures("without_moments")
async def test_who_is_broke_buys_again_with_a_press(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo")]
    session = await server.started("poker", *people, format="freezeout", rebuys="1", run_twice="no")
    who = {seat_of(session, person): person for person in people}
    for _ in range(12):
        await all_in(server, who)
        if session.table.turns and any(label.startswith("Buy again") for label in labels(server.board)):
            break
        await people[0].click(server.board, label="Next hand")
    loser = turn(session)
    assert "Buy again for 100" in labels(server.board)
    assert f"**{session.table.chairs[loser].name} may buy again**, for 100." in server.board.content
    assert "1st 200" in server.board.content
    left = re.search(r"after (\d+) more hands", server.board.content)
    await who[loser].click(server.board, label="Buy again for 100")
    assert "2 of 2 left, 75 big blinds on average · 1st 300" in server.board.content
    assert left and left[0] in server.board.content, "the hand that asks is over"
    assert told(session, BuysAgain)
    assert session.table.phase == "between"
    await server.env.advance_time(20)
    assert session.table.match is not None
    assert sum(session.table.match.state.stacks) == 30_000
    assert session.table.chairs[loser].bought == 20_000


@pytest.mark.usefixtures("without_moments")
async def test_prizes_are_told_from_the_first_hand_on_and_paid_in_whole_chips(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy", "dan", "eve")]
    freezeout: dict[str, Any] = {"format": "freezeout", "bounty": "25%", "run_twice": "no", "buy_in": "999"}
    session = await server.started("poker", *people, **freezeout)
    assert "375 big blinds on average · 1st 2,438 · 2nd 1,312" in server.board.content
    who = {seat_of(session, person): person for person in people}
    for _ in range(12):
        await all_in(server, who)
        if session.table.phase == "over":
            break
        await people[0].click(server.board, label="Next hand")
    assert session.table.phase == "over"
    (prizes,), (bounties,) = told(session, Prizes), told(session, Bounties)
    paid = [n for _, n in (*prizes.paid, *bounties.paid)]
    assert sum(paid) == 499_500 and not any(n % 100 for n in paid)
    assert "wins the freezeout" in server.board.content
    assert "Press **Rematch** for another, 999 to enter." in server.board.content
    assert "Out of chips" not in server.board.content and "Buy chips" not in labels(server.board)
    assert await server.slash(people[1], "table rebuy") == "You need not: a rematch is 999 to enter for everybody."
    assert {*re.findall(r"\w+ gets [\d,]+", server.board.content)} <= {"ana gets 3,750"}  # the last pot, and no prize


@pytest.mark.usefixtures("without_moments")
async def test_who_is_out_is_told_although_a_deal_is_refused_after_it(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo", "cy")]
    session = await server.started("poker", *people, format="freezeout", bounty="10", run_twice="no")
    who = {seat_of(session, person): person for person in people}
    await server.slash(people[0], "hand")
    await server.slash(people[0], "end")
    await who[turn(session)].click(server.board, label="Fold")
    await all_in(server, who)
    (out,) = told(session, Out)
    assert "**Deal by chips:** " in server.board.content
    panel = (await who[out.seat].slash(server.channel, "hand")).response
    assert panel is not None and "You are out, in 3rd place." in panel.content
    await who[min(session.table.turns)].click(server.board, label="Play on")
    assert "plays on: not all agree." in server.board.content
    name = session.table.chairs[out.seat].name
    assert f"**{name} is out** in 3rd place, knocked out by " in server.board.content
    assert f"wins the bounty of 10** on {name}." in server.board.content


@pytest.mark.usefixtures("without_moments")
async def test_a_deal_by_chips_is_proposed_shown_and_agreed_to(server: Server) -> None:
    people = [server.person(name) for name in ("ana", "bo")]
    session = await server.started("poker", *people, format="freezeout")
    who = {seat_of(session, person): person for person in people}
    panel = (await people[0].slash(server.channel, "hand")).response
    assert await server.slash(people[0], "end")
    assert "proposes a deal by chips" in server.board.content
    await server.slash(who[turn(session)], "fold")
    assert "Agree to the deal" in labels(server.board)
    for person in people:
        assert server.board.content.count("**Deal by chips:** ") == server.board.content.count("All must agree.") == 1
        await person.click(server.board, label="Agree to the deal")
    assert told(session, DealMade)
    assert session.table.phase == "over"
    assert panel is not None
