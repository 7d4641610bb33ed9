"""**Options…** in the lobby: a table's options, a form for each of what they are about. The host's alone, before the
first deal."""

from __future__ import annotations

from functools import partial

from bot.engine.options import declared, nothing
from bot.engine.traits import Variants
from bot.show.controls import forms, table_controls
from bot.show.controls.components import Rows
from bot.show.controls.control_id import BUTTON, FORM, MENU, button_id, form_id
from bot.table import hosting
from bot.table.errors import Rejected
from bot.table.session import Session

from ..calls.forms import Drafts, modal
from ..handlers import TABLE, Press
from ..room import Room
from .behind_more import ask


def register(room: Room) -> None:
    """From now on these controls are answered, at tables that are no night's."""
    room.handlers.register(BUTTON, TABLE, {"@options": partial(_options, room.drafts)})
    room.handlers.register(MENU, TABLE, {"@family": _choose_family, "@variant": _choose_variant})
    room.handlers.register(FORM, TABLE, {"@options": partial(_entered, room.drafts)})


async def _options(drafts: Drafts, press: Press) -> None:
    """**Options…**: the list, the menu of variants, or one of the forms. Raises Rejected."""
    session, reply = press.session, press.reply
    if press.id.arg and press.id.arg != table_controls.VARIANT:
        await _open(drafts, press)
        return
    await session.commits.settled()
    await ask(reply, *(families(session, reply.user) if press.id.arg else told(session, reply.user)))


def _page(session: Session, number: str) -> tuple[int, forms.Page]:
    found = forms.every_form(session.table.game)
    if not number.isdecimal() or int(number) >= len(found):
        raise Rejected("That button is not known any more.")
    return int(number), found[int(number)]


def _name(session: Session, number: int) -> str:
    return f"{session.id}.{number}"


def told(session: Session, user: int) -> tuple[str, Rows]:
    """The options as they stand, with a button for each form. Raises Rejected."""
    hosting.may_set_options(session.table, user)
    return table_controls.options(session.table)


def families(session: Session, user: int, family: str = "") -> tuple[str, Rows]:
    """Which of many games is played: a menu of the families and, once one is chosen, one of its variants. Raises
    Rejected."""
    hosting.may_set_options(session.table, user)
    return table_controls.variants(session.table, family)


async def _choose_family(press: Press) -> None:
    """The next menu takes the place of the first. Raises Rejected."""
    await press.session.commits.settled()
    text, rows = families(press.session, press.user, press.values[0])
    await press.reply.change(text, rows=rows)


async def _choose_variant(press: Press) -> None:
    """The variant is set, without what was for the one before, and all options are told as they are now. Raises
    Rejected."""
    session = press.session
    if (variants := session.table.game.trait(Variants)) is None:
        raise press.unknown
    given = {variants.option: press.values[0]}
    if press.values[0] != getattr(session.table.options, variants.option):
        given |= {f.name: nothing(f) for f in declared(session.table.game.options) if f.name in variants.of_one}
    await hosting.set_options(session, press.user, given)
    text, rows = told(session, press.user)
    await press.reply.change(text, rows=rows)


async def _open(drafts: Drafts, press: Press) -> None:
    """Open one of the forms. Raises Rejected."""
    session = press.session
    await session.commits.settled()
    hosting.may_set_options(session.table, press.user)
    n, page = _page(session, press.id.arg)
    form = forms.options_form(session.table.game.title, page, session.table.options)
    form = form.filled(drafts.of(press.user, _name(session, n)))
    await press.reply.ask(modal(form, form_id(session.id, n, "@options")))


async def _entered(drafts: Drafts, press: Press) -> None:
    """A form was sent off: all of it holds, or nothing of it. Its number stands where others have the count of offers.
    Raises Rejected."""
    session, reply = press.session, press.reply
    n, page = _page(session, str(press.id.drawn))
    given = forms.read(forms.options_form(session.table.game.title, page, session.table.options), press.entered)
    try:
        await hosting.set_options(session, reply.user, forms.entered_options(page, given))
    except Rejected as no:
        await drafts.refuse(reply, _name(session, n), given, str(no), button_id(session.id, 0, "@options", str(n)))
        return
    drafts.drop(reply.user, _name(session, n))
    text, rows = told(session, reply.user)
    if reply.ephemeral and not reply.on_panel:
        await reply.change(text, rows=rows)
    else:
        await reply.say(text, rows=rows)
