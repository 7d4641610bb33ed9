"""Tables without turns: what stands under them for everybody, and how a press is answered that must be judged first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.engine.controls import spell
from bot.engine.deal import Deal
from bot.engine.offers import Move, Offer, verb
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.view import View, view

from .controls import Button, Control, Menu, Option, Rows, button_id, for_offers, in_rows, menu_id
from .cutting import cutting
from .errors import No
from .phases import DEAL
from .words import Standing, Who, Words

if TYPE_CHECKING:
    from .faces import Painter
    from .reply import Reply
    from .session import Session

PATIENCE = 1.4
"""Seconds that a press may wait for its outcome; then it is acknowledged, and the table shows what came of it."""


def rows_of(table: str, drawn: int, rows: Sequence[Sequence[Standing]]) -> Rows:
    """The controls that stand for everybody: they follow from what everybody sees, never from what one may do."""
    return tuple(
        tuple(_control(table, drawn, one, f"{y}.{x}") for x, one in enumerate(row)) for y, row in enumerate(rows)
    )


def _control(table: str, drawn: int, one: Standing, place: str) -> Control:
    if one.options:
        assert isinstance(one.move, type)
        options = tuple(Option(label, value) for label, value in one.options)
        return Menu(menu_id(table, drawn, verb(one.move)), one.label, options)
    kind = one.move if isinstance(one.move, type) else type(one.move)
    arg = spell(one.move) if isinstance(one.move, Move) else f"-{place}"
    return Button(button_id(table, drawn, verb(kind), arg), one.label, one.style, disabled=not one.enabled)


def stands(s: Session, words: Words, seen: View) -> bool:
    """Whether controls that stand for everybody are under the table now."""
    return words.standing is not None and s.phase == DEAL and not s.paused and not cutting(seen)


def public_rows(s: Session, deal: Deal, words: Words, seen: View, who: Who) -> Rows:
    assert words.standing is not None
    return rows_of(s.id, deal.number, words.standing(seen, who))


def panel_rows(s: Session, deal: Deal, words: Words, seat: Seat, who: Who, draft: Any) -> Rows:
    """A player's own controls, and below them those that stand for everybody."""
    assert words.standing is not None
    seen = view(deal, seat, s.now())
    common = words.standing(view(deal, SPECTATOR, s.now()), who)
    shared = {one.move if isinstance(one.move, type) else type(one.move) for row in common for one in row}
    offers = [o for o in deal.offers(seat) if o.kind not in shared]
    possible = {o.kind for o in offers if o}
    own = [o for o in offers if not ((v := words.verb(o.kind)) and v.gives_way_to in possible)]
    mine = in_rows(for_offers(s.id, deal.number, own, seen, words, who, private=True, draft=draft))
    flat = [one for row in rows_of(s.id, deal.number, common) for one in row]
    buttons = [one for one in flat if isinstance(one, Button)]
    menus = [one for one in flat if isinstance(one, Menu)]
    return (*mine, *in_rows([*buttons, *menus], 5 - len(mine)))


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
                if isinstance(event, kinds) and event.seat == seat:
                    return event
            await asyncio.wait_for(session.moved.wait(), until - loop.time())
    except (TimeoutError, No):  # the move itself is stored
        return None


async def answer(painter: Painter, session: Session, reply: Reply, seat: Seat, deal: Deal, known: int,
                 move: Move) -> None:  # fmt: skip
    """Answer a press on a table without turns: what it led to, in a sentence, with what can be done about it."""
    words = painter.words[session.game.slug]
    said = words.verb(type(move))
    if said is None or not said.judged_by:
        return
    event = await outcome(session, deal, seat, known, said.judged_by)
    if event is None or reply.on_panel:
        return
    who = painter.who(session, seat, reply.user)
    if reply.ephemeral:
        if (closing := words.closing.get(type(event))) is not None:
            await reply.change(closing(event, who.said))
        return
    text = words.replies[type(event)](event, who.said) if type(event) in words.replies else None
    if not text:
        return
    follow: Sequence[Offer] = [o for o in deal.offers(seat) if o and o.kind in words.follow_up]
    rows = in_rows(for_offers(session.id, deal.number, follow, view(deal, seat), words, who, private=True))
    await reply.say(text, rows=rows)
