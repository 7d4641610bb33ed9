"""Blackjack on Discord: several people decide by the same buttons, each for their own amounts."""

from __future__ import annotations

from bot.games.wagers import Bet

from .server import Server, labels, said


async def test_a_round_by_the_buttons_of_the_table(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "blackjack")
    session = server.table
    await bo.click(server.board, label="Join")
    await ana.click(server.board, label="Start")
    assert labels(server.board)[:5] == ["Same again", "Min 1", "×2", "Other…", "Sit out"]
    nothing_yet = said(await ana.click(server.board, label="Same again"))
    assert nothing_yet == "There is no such amount for you now; type another."
    await ana.click(server.board, label="Min 1")
    await bo.slash(server.channel, "bet", amount="3")
    people = [ana, bo]
    while session.phase == "deal":
        deal = session.deal
        assert deal
        assert deal.ask
        seat = next(iter(deal.ask.waits_for))
        shown = labels(server.board)
        assert len(shown) <= 25
        await people[seat].click(server.board, label="Stand" if "Stand" in shown else "No")
    await bo.click(server.board, label="Next deal")
    await bo.click(server.board, label="×2")
    await ana.click(server.board, label="Same again")
    assert session.deal
    assert {(row.seat, row.move) for row in session.deal.rows[:2]} == {(1, Bet(600)), (0, Bet(100))}


async def test_the_commands_of_a_hand(server: Server) -> None:
    ana = server.person("ana")
    await server.slash(ana, "blackjack", decks="1")
    session = server.table
    await ana.click(server.board, label="Start")
    assert said(await ana.slash(server.channel, "hit")) == "You cannot do that now."
    assert said(await ana.slash(server.channel, "bet", amount="1.5")) == "Bet whole whites between 1 and 100."
    await ana.slash(server.channel, "pass")
    assert session.phase == "between"
