"""Verbs act: moves by command, what autocomplete lists, and questions about one's own hand."""

from __future__ import annotations

from bot.engine.cards import card
from bot.host.session import Session
from bot.host.words import card_text

from .server import Server, hand


async def passed(server: Server, ana: object) -> Session:
    """A hand of Hearts in which Ana has passed her first three cards, so that play has begun."""
    session = await server.hearts(ana)
    await server.slash(ana, "pass", cards=" ".join(hand(session, 0)[:3]))
    return session


async def until_turn(server: Server, session: Session, seat: int) -> None:
    for _ in range(200):
        if seat in session.turns:
            return
        await server.env.settle()
    raise AssertionError("the turn never came")


async def test_play_a_card(server: Server) -> None:
    ana = server.person("ana")
    session = await passed(server, ana)
    await until_turn(server, session, 0)
    legal = await server.offered(ana, "play", "move", "")
    answer = await server.slash(ana, "play", move=legal[0].lower())
    assert answer == f"✓ Play {card_text(card(legal[0]))}"
    assert legal[0] not in hand(session, 0)
    assert session.deal is not None
    assert any(row.seat == 0 and row.move.parts == (card(legal[0]),) for row in session.deal.rows)
