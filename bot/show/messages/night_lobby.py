"""The message of a night while none of its games is to be seen: before the first, between two, and when it is over."""

from __future__ import annotations

from bot.engine.amounts import whites
from bot.table import night
from bot.table.names import escaped
from bot.table.open_table import OpenTable
from bot.table.state import CLOSED, LOBBY, PICK
from card_art import scene as art

from ..controls.components import in_rows
from . import dealers_choice, night_results
from .alt import alt
from .page import MessageContent, Page


def content(page: Page) -> MessageContent:
    """The message for everybody, or the panel of the page's reader."""
    s, who = page.s, page.who
    if s.phase == CLOSED:
        return night_results.over(s, who, page.sealed())
    told = night.of(s)
    picking_now = s.phase == PICK
    dealer = told.dealer if picking_now else None
    seats = tuple(
        art.Seat(
            name=who(n), line="press Join" if chair.empty else f"{whites(s.stack_of(n))} chips",
            tags=(*(["TO PICK"] if n == dealer else []), *(t for t in who.tags[n] if t != "EMPTY")),
            active=n == dealer, dealer=n == dealer, dim=chair.empty, number=n,
            face=who.avatar(n),
        )
        for n, chair in enumerate(s.chairs)
    )  # fmt: skip
    note = f"{who(told.dealer):names} the game" if picking_now else f"{len(s.taken)} seated"
    scene = art.Scene(
        title=told.name, subtitle="Dealer's choice", seats=seats or (art.Seat(name="Empty chair", dim=True),),
        centre=(art.Note(note),), foot=(f"buy-in {whites(told.buy_in)}", _rebuys(told)), corner=("♣ ♦ ♥ ♠",),
        style=who.style,
    )  # fmt: skip
    text = [f"**{escaped(told.name)}** · dealer's choice"]
    if s.phase == LOBBY:
        text[0] += ": the deal goes round, and the dealer names the next game"
        text.append(f"Buy-in {whites(told.buy_in)} play chips for the whole night · hosted by <@{s.host}>")
    if s.paused:
        text += page.paused()
    elif picking_now:
        text += page.what_is_next()
    else:
        text.append(_hint(s))
    text += [line for line in (s.notice, page.queue()) if line]
    rows = in_rows(dealers_choice.controls(s, page.every, page.user))
    said = "\n".join(text)
    return MessageContent(said, scene, alt(scene, said), rows)


def _hint(s: OpenTable) -> str:
    """What to do next at a night that has not begun."""
    if len(s.taken) >= s.seats.start:
        return "Press **Start** when all are here; latecomers may join between two games."
    return "Friends press **Join**; **Play now** begins at once, with house players."


def _rebuys(told: night.Night) -> str:
    return f"{told.rebuys} rebuy{'' if told.rebuys == 1 else 's'}" if told.rebuys else "no rebuys"
