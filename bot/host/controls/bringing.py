"""Sitting down, with the usual chips or with others, and buying more where a match goes on for ever."""

from __future__ import annotations

from functools import partial

from bot.engine.amounts import whites
from bot.show.controls import bringing as shown
from bot.show.controls import forms, table_controls
from bot.show.controls.control_id import BUTTON, FORM, button_id, form_id
from bot.table import buying, lobby, means, money
from bot.table.errors import Rejected
from bot.table.session import Session

from ..calls.forms import Drafts, modal
from ..calls.reply import Reply
from ..handlers import TABLE, Press
from ..room import Room
from . import commands
from .behind_more import told

JOIN_WITH, BUY = "@join-with", "@top-up"


def register(room: Room) -> None:
    """From now on these controls are answered."""
    buttons = {JOIN_WITH: partial(_ask_to_join, room), BUY: partial(_ask_to_buy, room), "@top-ups": _top_ups}
    room.handlers.register(BUTTON, TABLE, buttons)
    room.handlers.register(FORM, TABLE, {JOIN_WITH: partial(_joined, room), BUY: partial(_bought, room.drafts)})


async def join(room: Room, session: Session, reply: Reply, amount: int | None = None) -> str:
    """Sit down or queue up, and open the private panel; the text says which, and with how much. Raises Rejected."""
    commands.only_for_readers(room, session, reply.interaction)
    seat = await lobby.join(session, reply.user, reply.interaction.user.display_name, amount)
    room.avatars.look(session.table.guild, reply.interaction.user)
    if seat is None:
        room.display.waiters.note(session, reply)
        return table_controls.promised(session.table, reply.user)
    room.display.seated(session, reply.user)
    table = session.table
    seat = table.seat_of(reply.user)
    brought = table.chairs[seat].bought if seat is not None else 0
    return f"You sit down with {whites(brought)}." if table.cash and brought else "You sit down."


async def _ask_to_join(room: Room, press: Press) -> None:
    """**Join with…** opens a form, unless nobody may sit down with anything. Raises Rejected."""
    session, user = press.session, press.user
    await session.commits.settled()
    has, table = await means.of(session, user), session.table
    if not table.cash:
        raise Rejected("At this table everybody brings the same: press **Join**.")
    if table.seat_of(user) is not None:
        raise Rejected("You sit at this table already; **Top up…** buys more chips.")
    lobby.may_sit_down(table, user)
    if has < (least := money.buy_ins(table).least):
        raise Rejected(means.too_little(least, has))
    form = shown.join_form(table, user, has).filled(room.drafts.of(user, _name(session, JOIN_WITH)))
    await press.reply.ask(modal(form, form_id(session.id, 0, JOIN_WITH)))


async def _joined(room: Room, press: Press) -> None:
    session, typed = press.session, _typed(press, shown.BROUGHT)
    try:
        said = await join(room, session, press.reply, buying.read_brought(session.table, typed))
    except Rejected as no:
        await _refuse(room.drafts, press, {shown.BROUGHT: typed}, no, JOIN_WITH)
        return
    room.drafts.drop(press.user, _name(session, JOIN_WITH))
    await press.reply.say_in_passing(said)


async def _ask_to_buy(room: Room, press: Press) -> None:
    """**Top up…** and **Another amount…** open a form. Raises Rejected."""
    session, user = press.session, press.user
    await session.commits.settled()
    has, table = await means.of(session, user), session.table
    seat = table.seat_of(user)
    if seat is None:
        raise Rejected("You do not sit at this table.")
    if not table.cash:
        raise Rejected("At this table everybody buys the same.")
    if (why := buying.why_not(table, seat)) and not table.chairs[seat].buys:
        raise Rejected(why)
    form = shown.top_up_form(table, seat, has).filled(room.drafts.of(user, _name(session, BUY)))
    await press.reply.ask(modal(form, form_id(session.id, 0, BUY)))


async def _bought(drafts: Drafts, press: Press) -> None:
    """All that was entered holds, or what is wrong is said; chips that were bought by then are."""
    session, user = press.session, press.user
    more, after = _typed(press, shown.MORE), _typed(press, shown.AFTER)
    said: list[str] = []
    try:
        amount = buying.read_more(session.table, user, more) if more else None
        to = buying.read_top_up(session.table, after) if after else 0
        if to != _tops_up(session, user):
            said.append(await buying.top_up(session, user, to))
        if amount is not None:
            said.append(await buying.rebuy(session, user, amount))
        if not said:
            raise Rejected("Enter how many chips you want.")
    except Rejected as no:
        await _refuse(drafts, press, {shown.MORE: more, shown.AFTER: after}, no, BUY)
        return
    drafts.drop(user, _name(session, BUY))
    await told(session, press.reply, " ".join(said))
    if not press.reply.ephemeral or press.reply.on_panel:
        await press.reply.say_in_passing(" ".join(said))


def _tops_up(session: Session, user: int) -> int:
    seat = session.table.seat_of(user)
    return session.table.chairs[seat].tops_up if seat is not None else 0


async def _top_ups(press: Press) -> None:
    """Topped up to the usual buy-in after each hand from now on, or not any more. Raises Rejected."""
    session = press.session
    off = _tops_up(session, press.user) != 0
    if press.id.arg != ("off" if off else "on"):
        raise Rejected("That is so already.")
    await told(session, press.reply, await buying.top_up(session, press.user, 0 if off else None))


def _typed(press: Press, field: str) -> str:
    found = press.entered.get(field)
    return found.strip() if isinstance(found, str) else ""


def _name(session: Session, what: str) -> str:
    """Under which name what was refused is kept."""
    return f"{session.id}{what}"


async def _refuse(drafts: Drafts, press: Press, entered: forms.Entered, no: Rejected, form: str) -> None:
    session = press.session
    await drafts.refuse(press.reply, _name(session, form), entered, str(no), button_id(session.id, 0, form))
