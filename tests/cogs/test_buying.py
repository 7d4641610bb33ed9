"""Buying more chips by the buttons and commands that people have for it."""

from __future__ import annotations

from bot.store import ledger

from .server import Server, labels


async def test_in_mid_hand_by_command_and_behind_more(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    assert await server.slash(ana, "table rebuy") == "You buy 100 play chips when this hand is over."
    more = await server.more(bo)
    await bo.click(more, label="Buy chips")
    assert more.content == "You buy 100 play chips when this hand is over." and "Buy chips" not in labels(more)
    assert [chair.buys for chair in session.table.chairs] == [True, True]
    assert await server.slash(ana, "table rebuy") == "You get 100 more when this hand is over already."
    for person in (bo, ana):
        await server.slash(person, "bet", amount="min")
    await server.env.settle()
    assert session.table.phase == "between"
    await server.slash(ana, "table next")
    assert [await server.store.read(ledger.balance, server.guild.id, p.id) for p in (ana, bo)] == [80_000, 80_000]
    assert (
        session.table.match is not None
        and sum(session.table.match.state.stacks) + session.table.match.state.pot == 40_000
    )
    assert await server.store.read(ledger.audit) == []


async def test_at_a_night_by_its_command(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await server.slash(ana, "night start")
    session = server.table
    await server.slash(bo, "night join")
    await ana.click(server.board, label="Start")
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    assert await server.slash(ana, "night rebuy") == "You buy 100 play chips when this hand is over."
    await server.slash(ana, "end")
    await server.slash(bo, "agree")
    assert session.table.phase == "pick" and session.table.night is not None
    await server.slash(bo, "night pick", game="blackjack", options="cut: off")
    assert await server.store.read(ledger.balance, server.guild.id, ana.id) == 90_000, (
        "the pot was shared: nothing is missing"
    )
