"""What people press, choose and type to say in advance what they will do when their turn comes."""

from __future__ import annotations

from functools import partial

from bot.engine.piles import Seat
from bot.engine.traits import Basis
from bot.show.controls import in_advance, table_controls
from bot.show.controls.control_id import AT_TABLE, BUTTON, MEANT, MENU, button_id
from bot.show.controls.typed import told
from bot.table import ahead, lobby, wishes
from bot.table.errors import NeedsConfirmation, Rejected
from bot.table.open_table import OpenTable
from bot.table.session import Session

from ..calls.reply import Reply
from ..handlers import TABLE, Press
from ..room import Room
from .behind_more import ask
from .moves import move


def register(room: Room) -> None:
    """From now on these controls are answered."""
    room.handlers.register(BUTTON, TABLE, {f"{AT_TABLE}{in_advance.VERB}": partial(_wish, room)})
    room.handlers.register(MENU, TABLE, {f"{AT_TABLE}{in_advance.HOLDS}": partial(_holds, room)})


async def _wish(room: Room, press: Press) -> None:
    read = in_advance.read_wish(press.id.arg)
    if read is None:
        raise press.unknown
    deal, name, basis = read
    if press.sure:
        room.display.questions.answered(press.session, press.user)
    await _say(room, press.session, press.reply, name, basis, deal, sure=press.sure)
    if press.sure:
        await press.reply.vanish()


async def _say(room: Room, session: Session, reply: Reply, name: str, basis: Basis | None = None,
               deal: int | None = None, *, sure: bool = False) -> str:  # fmt: skip
    """Returns the answer to the person who says it, which their panel tells them, too. Raises Rejected,
    NeedsConfirmation."""
    try:
        said = await wishes.wish(session, reply.user, name, basis, deal, sure=sure)
    except NeedsConfirmation as question:
        table = session.table
        seat = table.seat_of(reply.user)
        found = next((one for one in ahead.wishes(table, seat) if one.name == name), None) if seat is not None else None
        if found is None:
            raise Rejected("That cannot be said in advance now.") from None
        drawn = table.night.picks if table.night is not None else 0
        arg = in_advance.spelt(table, name, found.basis)
        question.yes = button_id(session.id, drawn, f"{AT_TABLE}{in_advance.VERB}", arg, mark=MEANT)
        room.display.questions.asked(session, reply, lambda: _still(session, reply.user, name, found.basis))
        raise
    await room.display.panels.again(session, reply)
    return said


def _still(session: Session, user: int, name: str, basis: Basis) -> bool:
    """Whether a wish about which somebody has been asked can still be made."""
    seat = session.table.seat_of(user)
    found = ahead.wishes(session.table, seat) if seat is not None else ()
    return any((one.name, one.basis) == (name, basis) for one in found)


async def _holds(room: Room, press: Press) -> None:
    """What was chosen from **In advance…**."""
    session, reply, (what, _, which) = press.session, press.reply, press.values[0].partition(".")
    if what == in_advance.ALWAYS:
        await wishes.always(session, press.user, which)
        await room.display.panels.again(session, reply)
        return
    seat = session.table.seat_of(press.user)
    if what == in_advance.SIT_OUT:
        await wishes.sit_out(session, press.user)
    elif what == in_advance.LEAVE and seat is not None and session.table.chairs[seat].leaving:
        await lobby.stay(session, press.user)
    elif what == in_advance.LEAVE and session.table.knockout:  # it costs all that lies there
        await ask(reply, *table_controls.leaving(session.table))
    elif what == in_advance.LEAVE:
        await lobby.leave(session, press.user)
    else:
        raise press.unknown


# ---- typed ---------------------------------------------------------------------------------------


def _words(text: str) -> str:
    return " ".join(text.lower().replace("/", " ").replace("-", " ").split())


def _meant(table: OpenTable, seat: Seat, text: str) -> str | None:
    """The name of the wish that was typed, as its button has it or by its name."""
    said = _words(text)
    found = ahead.wishes(table, seat)
    return next((one.name for one in found if said in (_words(one.name), _words(one.label))), None)


async def typed(room: Room, session: Session, reply: Reply, text: str) -> bool:
    """What somebody types who is not on turn, if it is such a wish: it is made, and they are told. On turn, one that is
    no move itself is the move that it comes to. Returns whether it was one. Raises Rejected."""
    async with session.commits.judging():
        table = session.table
        seat = table.seat_of(reply.user)
        if seat is None:
            return False
        made = ahead.said_on_turn(table, seat, "-".join(_words(text).split()))
        name = _meant(table, seat, text) if made is None else None
    if made is not None:
        await move(room, session, reply, made)
        await reply.say_in_passing(f"✓ {told(made, room.words[session.table.game.slug])}")
        return True
    if name is None:
        return False
    await reply.say_in_passing(await _say(room, session, reply, name))
    return True


def proposals(table: OpenTable, user: int, typed: str) -> list[tuple[str, str]]:
    """The asker's wishes that begin like what was typed so far: each as its button has it, and as it is spelt."""
    seat, said = table.seat_of(user), _words(typed)
    if seat is None:
        return []
    found = ahead.wishes(table, seat)
    return [(f"{one.label}, when your turn comes", one.label) for one in found if _words(one.label).startswith(said)]
