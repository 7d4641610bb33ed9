"""What people press and type to be told what a house player would do in their place, and what others say to it."""

from __future__ import annotations

from functools import partial

from bot.engine.view import view
from bot.show.controls import hints as shown
from bot.show.controls.control_id import BUTTON
from bot.table import hints
from bot.table.errors import Rejected
from bot.table.session import Session

from ..calls.reply import Reply
from ..handlers import TABLE, Press
from ..room import Room
from .behind_more import told

TYPED = "hint"
"""What is typed for it where a move may be typed."""


def register(room: Room) -> None:
    """From now on these controls are answered."""
    pressed = {"@hint": partial(_hint, room), "@hints-yes": _answer, "@hints-no": _answer, "@hints": _allow}
    room.handlers.register(BUTTON, TABLE, pressed)


async def _hint(room: Room, press: Press) -> None:
    await give(room, press.session, press.reply)


async def give(room: Room, session: Session, reply: Reply) -> None:
    """The asker's panel names it, and what does it stands out there; it is said to them besides if no panel was
    pressed. Raises Rejected, Illegal."""
    advice = await hints.take(session, reply.user)
    if isinstance(advice, str):
        await reply.acknowledge()
        await reply.say_in_passing(advice)
        return
    table = session.table
    seat, deal = table.seat_of(reply.user), table.deal
    if seat is None or deal is None:
        return
    room.builder.hints.keep(table, seat, advice)
    if room.builder.hints.of(table, deal, seat) is None:
        raise Rejected(hints.LATE)
    who, words = room.builder.who(table, seat, reply.user), room.words[table.game.slug]
    line = shown.line(advice, deal.offers(seat), words, view(deal, seat), who)
    await room.display.panels.again(session, reply)
    if not reply.on_panel:
        await reply.say_in_passing(line)


async def _answer(press: Press) -> None:
    await press.reply.acknowledge()
    await press.reply.say_in_passing(await hints.answer(press.session, press.user, press.id.verb == "@hints-yes"))


async def _allow(press: Press) -> None:
    allowed = press.id.arg == "on"
    said = await hints.allow(press.session, press.user, press.reply.manager, allowed=allowed)
    await told(press.session, press.reply, said)
