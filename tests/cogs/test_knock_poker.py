"""Knock Poker on Discord: drawing on the table, throwing away and knocking in the panel, commands, chips."""

from __future__ import annotations

from typing import Any

from bot.engine.cards import card
from bot.show.sentences import card_text
from bot.table.session import Session

from .server import Server, hand, labels, seat_of, turn
from .test_controls import menu, panel


async def table(server: Server, *people: Any, **how: Any) -> Session:
    return await server.started("knock-poker", *people, **how)


def whose(session: Session, *people: Any) -> tuple[Any, Any]:
    """Whose turn it is, and the other one."""
    first, other = people
    return (first, other) if turn(session) == seat_of(session, first) else (other, first)


def upcard(session: Session) -> str:
    assert session.deal is not None
    return card_text(session.deal.table.piles["discards"].top)


async def test_a_hand_by_buttons_and_the_menu(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo)
    assert await server.slash(ana, "chips show") == "Knock Poker is not played for chips."
    first, other = whose(session, ana, bo)
    assert labels(server.board)[:2] == [f"Take {upcard(session)} (discard)", "Draw from stock"]
    assert f"Discards: 1 card, {upcard(session)} on top." in server.bot.room.painter.snapshot(session).public.alt
    await first.click(server.board, label="Draw from stock")
    assert "Discard" not in labels(server.board)  # which card is nobody's business
    held = hand(session, seat_of(session, first))
    assert sorted(menu(panel(first))) == sorted(held)
    assert "Discard & knock" not in labels(panel(first))
    await first.user.select(panel(first), values=[held[0]])
    assert {"Discard", "Discard & knock"} <= {*labels(panel(first))}
    assert len(hand(session, seat_of(session, first))) == 6
    await first.user.select(panel(first), values=[held[1]])  # second thoughts
    await first.user.click(panel(first), label="Discard & knock")
    assert upcard(session) == card_text(card(held[1]))
    assert f"**{first.name} knocks!**" in server.board.content
    assert f"{other.name} has one more turn." in server.board.content
    await other.click(server.board, label="Draw from stock")
    last = hand(session, seat_of(session, other))[0]
    await other.user.select(panel(other), values=[last])
    assert "Discard & knock" not in labels(panel(other))  # there is one knock in a hand
    await other.user.click(panel(other), label="Discard")
    assert session.phase == "between"
    assert " wins." in server.board.content
    assert "chips" not in server.board.content


async def test_a_hand_by_commands(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await table(server, ana, bo, ante="1")
    first, other = whose(session, ana, bo)
    assert await server.offered(first, "draw", "from", "") == ["discard", "stock"]
    before = await server.books()
    assert await server.slash(first, "discard", card="QS") == "Draw first."
    assert await server.slash(other, "draw", **{"from": "stock"}) == "It is not your turn."
    assert await server.books() == before
    taken = upcard(session)
    assert await server.slash(first, "draw", **{"from": "discard"}) == "✓ Draw discard"
    assert f"{first.name} takes {taken}." in server.board.content
    assert await server.slash(first, "knock", card=taken) == "Choose another card."
    thrown = next(c for c in hand(session, seat_of(session, first)) if card_text(card(c)) != taken)
    assert await server.slash(first, "knock", card=thrown) == f"✓ Knock {card_text(card(thrown))}"
    await server.slash(other, "draw", **{"from": "stock"})
    await server.slash(other, "play", move=hand(session, seat_of(session, other))[0])
    assert session.phase == "between"
    assert " wins." in server.board.content
    assert sum(dict(await server.store.balances(server.guild.id)).values()) == 0
