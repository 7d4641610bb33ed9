"""Closing a table and making a deal void: asked first, remembered in mid-hand, and what is seen is what is there."""

from __future__ import annotations

from typing import Any

from bot.engine.amounts import whites
from bot.store import ledger

from .server import Server, labels, said


async def plates(server: Server) -> str:
    """What the picture of the table says, for those who do not see it."""
    await server.env.settle()
    return server.board.attachments[0].description


async def stacks_seen(server: Server) -> None:
    """The picture, `/score` and the books agree about every stack."""
    session, seen = server.table, await plates(server)
    books = await server.store.read(ledger.balances, server.guild.id, session.id)
    for seat in session.table.taken:
        chair = session.table.chairs[seat]
        lies = next((amount for account, amount in books.items() if account.owner == chair.account), 0)
        assert session.table.stack_of(seat) == lies
        assert f"{chair.name}: {whites(lies)}" in seen, seen


async def lost_a_round(server: Server, ana: Any, bo: Any) -> None:
    """Red Dog of which a round is over, so that stacks are no buy-ins any more."""
    session = await server.red_dog(ana, bo)
    for person in (bo, ana):
        if session.table.phase == "deal":
            await server.slash(person, "bet", amount="min")
    assert session.table.phase == "between"


async def test_after_a_void_deal_the_picture_shows_the_stacks_that_the_books_have(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    await lost_a_round(server, ana, bo)
    session = server.table
    assert [session.table.stack_of(n) for n in (0, 1)] != [10_000, 10_000]
    await server.slash(ana, "table next")
    await server.sure(boss, "table void")
    await stacks_seen(server)
    pot = session.table.match.state.pot if session.table.match else 0
    assert f"Pot {whites(pot)}" in await plates(server)
    assert f"{whites(session.table.stack_of(0))} chips" in await server.slash(ana, "score")


async def test_whoever_buys_chips_after_a_deal_is_seen_with_them(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await lost_a_round(server, ana, bo)
    session = server.table
    poorer = min(session.table.taken, key=lambda n: session.table.stack_of(n))
    person = next(p for p in (ana, bo) if p.id == session.table.chairs[poorer].user)
    answer = await server.slash(person, "table rebuy")
    assert answer.startswith("You buy 100")
    now = f"{whites(session.table.stack_of(poorer))} chips"
    assert now in await plates(server) and now in await server.slash(bo, "score")


async def test_closing_asks_and_is_remembered_in_mid_hand(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    more = await server.more(ana)
    assert "Close table" in labels(more) and "Void this deal" not in labels(more)
    await ana.click(more, label="Close table")
    assert more.content == "Close the table when this hand is over? All stacks go back to the bank."
    await ana.click(more, label="Not now")
    assert not session.table.closing and "Close table" in labels(more)
    await ana.click(more, label="Close table")
    assert (await server.yes(ana, more)) == "The table closes when this hand is over."
    assert "Keep it open" in labels(more)
    assert "The table closes when this hand is over." in server.board.content
    await ana.click(more, label="Keep it open")
    assert not session.table.closing and "closes when" not in server.board.content
    assert await server.sure(ana, "table close") == "The table closes when this hand is over."
    for person in (bo, ana):
        if session.table.phase == "deal":
            await server.slash(person, "bet", amount="min")
    assert session.table.phase == "closed"
    assert [await server.store.read(ledger.balance, server.guild.id, p.id) for p in (ana, bo)] != [90_000, 90_000]
    assert sum([await server.store.read(ledger.balance, server.guild.id, p.id) for p in (ana, bo)]) == 200_000
    assert await server.store.read(ledger.audit) == []


async def test_a_question_about_another_deal_voids_none(server: Server) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    session = await server.red_dog(ana, bo)
    asked = (await boss.slash(server.channel, "table void")).response
    for person in (bo, ana):
        if session.table.phase == "deal":
            await server.slash(person, "bet", amount="min")
    await server.slash(ana, "table start" if session.table.phase == "over" else "table next")
    assert session.table.phase == "deal"
    assert said(await boss.click(asked, label="Void this deal")) == "That deal is over already."
    assert session.table.phase == "deal"
