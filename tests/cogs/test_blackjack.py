"""Blackjack on Discord: several people decide by the same buttons, each for their own amounts."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.offers import One
from bot.games.blackjack.moves import Hit, Insure
from bot.games.parts.wagers import Bet
from tests.games.blackjack_table import stacked
from tests.games.table import offer

from .server import Server, labels, said, seat_of
from .test_bad_input import as_it_is, press


async def test_a_round_by_the_buttons_of_the_table(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "blackjack")
    session = server.table
    await bo.click(server.board, label="Join")
    await ana.click(server.board, label="Start")
    assert labels(server.board)[:5] == ["Min 1", "5", "10", "Other…", "Sit out"], "nobody has bet anything before"
    await ana.click(server.board, label="Min 1")
    await bo.slash(server.channel, "bet", amount="60")
    people = [ana, bo]
    while session.phase == "deal":
        deal = session.deal
        assert deal
        assert deal.ask
        seat = next(iter(deal.ask.waits_for))
        shown = labels(server.board)
        assert len(shown) <= 25
        await people[seat].click(server.board, label="Stand" if "Stand" in shown else "No")
    await bo.click(server.board, label="Next round")
    assert labels(server.board)[:5] == ["Same again", "Min 1", "5", "10", "Other…"]
    await ana.click(server.board, label="5")
    assert session.deal
    assert [(row.seat, row.move) for row in session.deal.rows[:1]] == [(0, Bet(500))]


async def test_the_commands_of_a_hand(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "blackjack", decks="1")
    session = server.table
    await ana.click(server.board, label="Start")
    assert said(await ana.slash(server.channel, "hit")) == "You cannot do that now."
    assert said(await ana.slash(server.channel, "bet", amount="1.5")) == "Bet whole whites between 1 and 100."
    await ana.slash(server.channel, "pass")
    assert session.phase == "between"


async def test_insurance_above_half_the_wager(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H AS 8D 5C")
    ana = server.person("ana")
    await server.slash(ana, "blackjack", cut="off")
    await ana.click(server.board, label="Start")
    await server.slash(ana, "bet", amount="3")
    assert await server.slash(ana, "play", move="insure 2") == "Insure for ½ to 1½."
    deal = server.table.deal
    assert deal is not None and not any(isinstance(row.move, Insure) for row in deal.rows)


async def test_insurance_without_the_chips(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H 7S AS 8D 9C 5C")
    monkeypatch.setattr("bot.games.blackjack.INSURANCE_SECONDS", 600)
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "blackjack", cut="off")
    await bo.click(server.board, label="Join")
    await ana.click(server.board, label="Start")
    await server.slash(ana, "bet", amount="100")
    await server.slash(bo, "bet", amount="2")
    assert {"Insure half", "Other…", "No"} <= {*labels(server.board)}, "the buttons are everybody's"
    before, why = await server.books(), "You have no chips left to insure with."
    for label in ("Other…", "Insure half"):
        assert said(await ana.click(server.board, label=label)) == why
    forms = [await bo.click(server.board, label="Other…") for _ in range(2)]
    deal = server.table.deal
    assert deal is not None
    insure = offer(deal, seat_of(server.table, bo), Insure)
    assert isinstance(insure, One)
    insure.among = ()  # what may be chosen may be alive: now there is nothing left of it
    for form, typed in zip(forms, ("max", "½"), strict=True):
        assert said(await bo.submit_modal(form, {"amount": typed})) == "Insure for ½ to 1."
    assert await server.books() == before


async def test_a_form_whose_decision_is_over(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H 7S 3D 5C 2D 3H 4H")
    ana = server.person("ana")
    await server.slash(ana, "blackjack", cut="off")
    await ana.click(server.board, label="Start")
    await ana.click(server.board, label="Min 1")
    form = await ana.click(server.board, label="Double for less…")
    await ana.click(server.board, label="Hit")
    before = await server.books()
    assert said(await ana.submit_modal(form, {"amount": "½"})) == "That turn is over."
    assert await server.books() == before


async def test_a_split_without_the_chips(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H 7S 8D 5C")
    ana = server.person("ana")
    await server.slash(ana, "blackjack", cut="off")
    await ana.click(server.board, label="Start")
    await server.slash(ana, "bet", amount="60")
    assert "Split" not in labels(server.board)
    before = await server.books()
    assert await server.slash(ana, "play", move="split") == "A split needs 60, you have 40."
    assert await server.books() == before


async def test_two_presses_at_once_make_one_move(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, "2C 8H 7S 3D 5C 2D 3H 4H")
    ana = server.person("ana")
    await server.slash(ana, "blackjack", cut="off")
    session = server.table
    await ana.click(server.board, label="Start")
    await ana.click(server.board, label="Min 1")
    seen = as_it_is(server, server.board)
    one, other = await asyncio.gather(press(ana, seen, "Hit"), press(ana, seen, "Hit"))
    assert session.deal is not None
    assert [row.move for row in session.deal.rows].count(Hit()) == 1
    answers = [said for answer in (one, other) for said in (answer.response, *answer.followups) if said is not None]
    assert [answer.content for answer in answers if answer.ephemeral] == ["That turn is over."]
