"""A person's move, from a control or a command, and how it is answered where it must be judged first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.engine.controls import spell
from bot.engine.deal import Deal, Illegal
from bot.engine.offers import Move, Offer, verb
from bot.engine.piles import Seat
from bot.engine.view import view
from bot.show.controls import button_id, for_offers, in_rows
from bot.show.faces import Painter
from bot.show.sentences import say
from bot.table.errors import NeedsConfirmation, No
from bot.table.session import Session

from .reply import Reply

PATIENCE = 1.4
"""Seconds that a press may wait for its outcome; then it is acknowledged, and the table shows what came of it."""


async def move(painter: Painter, session: Session, reply: Reply, chosen: Move, *, drawn: int | None,
               sure: bool) -> None:  # fmt: skip
    """A person's move, from a control or a command. Raises No, Illegal, NeedsConfirmation."""
    seat = session.seat_of(reply.user)
    if seat is None:
        raise Illegal("You do not sit at this table.")
    deal = session.deal
    number = drawn if drawn is not None else deal.number if deal else 0
    if session.game.live and deal is not None:
        known = len(deal.table.events)
        await session.act(seat, chosen, drawn=drawn, pressed=reply.pressed, sure=True)
        await _tell_outcome(painter, session, reply, seat, deal, known, chosen)
        return
    try:
        await session.act(seat, chosen, drawn=drawn, pressed=reply.pressed, reply=reply, sure=sure)
    except NeedsConfirmation as question:
        question.yes = button_id(session.id, number, f"!{verb(type(chosen))}", spell(chosen))
        raise


async def outcome(session: Session, deal: Deal, seat: Seat, known: int, kinds: tuple[type[Any], ...]) -> Any:
    """The first event of these kinds, later than the first `known` ones, that concerns this seat, once it is durable;
    None if none comes in time, or the deal that it belongs to is taken back. To be told before anything else is
    awaited."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    try:
        while True:
            await session.settled()
            if session.shown is not deal:
                return None
            for event, _ in deal.table.events[known:]:
                if isinstance(event, kinds) and getattr(event, "seat", None) == seat:
                    return event
            await asyncio.wait_for(session.moved.wait(), until - loop.time())
    except (TimeoutError, No):  # the move itself is stored
        return None


async def _tell_outcome(painter: Painter, session: Session, reply: Reply, seat: Seat, deal: Deal, known: int,
                 move: Move) -> None:  # fmt: skip
    """Answer a press on a table without turns: what it led to, in a sentence, with what can be done about it."""
    words = painter.words[session.game.slug]
    live = words.live
    if live is None or (judged_by := live.judged_by.get(type(move))) is None:
        return
    event = await outcome(session, deal, seat, known, judged_by)
    if event is None or reply.on_panel:
        return
    who = painter.who(session, seat, reply.user)
    if reply.ephemeral:
        if closing := say(live.closing.get(type(event), ""), event, who.said):
            await reply.change(closing)
        return
    text = say(live.replies.get(type(event), ""), event, who.said)
    if not text:
        return
    follow: Sequence[Offer] = [o for o in deal.offers(seat) if o and o.kind in live.follow_up]
    rows = in_rows(for_offers(session.id, deal.number, follow, view(deal, seat), words, who, private=True))
    await reply.say(text, rows=rows)
