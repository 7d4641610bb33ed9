"""**Options…** in the lobby: a table's options, a form for each of what they are about. The host's alone, before the
first deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.show import forms, table_controls
from bot.show.controls import Rows, button_id
from bot.table import hosting
from bot.table.errors import Rejected
from bot.table.session import Session

from ..calls.forms import Drafts, modal, sent
from ..calls.reply import Reply


def _page(session: Session, number: str) -> tuple[int, forms.Page]:
    found = forms.of_game(session.table.game)
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


async def choose_family(session: Session, reply: Reply, family: str) -> None:
    """The next menu takes the place of the first. Raises Rejected."""
    await session.commits.settled()
    text, rows = families(session, reply.user, family)
    await reply.change(text, rows=rows)


async def choose_variant(session: Session, reply: Reply, variant: str) -> None:
    """The variant is set, and all options are told as they are now. Raises Rejected."""
    if session.table.game.variants is None:
        raise Rejected("That menu is not known any more.")
    await hosting.set_options(session, reply.user, {session.table.game.variants.option: variant})
    text, rows = told(session, reply.user)
    await reply.change(text, rows=rows)


async def ask(session: Session, drafts: Drafts, reply: Reply, number: str) -> None:
    """Open one of the forms. Raises Rejected."""
    await session.commits.settled()
    hosting.may_set_options(session.table, reply.user)
    n, page = _page(session, number)
    form = forms.options_form(session.table.game.title, page, session.table.options)
    form = form.filled(drafts.of(reply.user, _name(session, n)))
    await reply.ask(modal(form, f"cx:{session.id}:{n}:@options"))


async def entered(session: Session, drafts: Drafts, reply: Reply, number: int, data: Mapping[str, Any]) -> None:
    """A form was sent off: all of it holds, or nothing of it. Raises Rejected."""
    n, page = _page(session, str(number))
    given = forms.read(forms.options_form(session.table.game.title, page, session.table.options), sent(data))
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
