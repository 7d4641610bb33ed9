"""The table while a deal waits for its cut (rules: dealing, section 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.engine.cutting import ASLEEP, LetDealerCut
from bot.engine.piles import Seat
from bot.engine.view import View
from card_art import scene as art

from .errors import No
from .words import Who, seat_scene, turned

if TYPE_CHECKING:
    from .session import Session


_NOBODY = {"HOUSE", "AWAY", "EMPTY"}
"""The tags of those who do not cut by themselves."""


def cutting(view: View) -> bool:
    """Whether this deal waits for its cut."""
    return "to cut" in view.facts


def waits(session: Session) -> bool:
    """Whether the deal of this table waits for its cut."""
    return session.deal is not None and "to cut" in session.deal.table.facts


def leave_to_dealer(session: Session) -> bool:
    """At once, where nobody at the table would cut: a house player cuts at no place of its own, and whoever is away is
    not waited for. Returns whether it was so."""
    deal = session.deal
    if deal is None or (cutters := deal.table.facts.get("to cut")) is None:
        return False
    chairs = [session.chairs[seat] for seat in cutters[0]]
    if any(not (chair.automatic or chair.leaving) for chair in chairs):
        return False
    deal.submit(min(cutters[0]), LetDealerCut(), session.now())
    return True


def cuts(view: View) -> bool:
    """Whether the viewer may cut now."""
    return view.viewer in view.facts["to cut"]


def line(view: View, who: Who) -> str:
    """Who is to cut."""
    cutter = view.facts.get("cutter")
    people = [n for n in sorted(view.facts["to cut"]) if not _NOBODY & {*who.tags[n]}] if who.tags else []
    if cutter is None and len(people) == 1:
        return f"{who(people[0])} may cut."
    return f"{who(cutter)} to cut." if cutter is not None else "Whoever is first may cut."


def until(session: Session) -> int | None:
    """When the dealer cuts because nobody else has, on the wall in ms; None where nothing waits for that."""
    ask = session.deal.ask if session.deal else None
    at = ask.timer[0] if ask and ask.timer else min(session.deadlines, default=None)
    return None if at is None else session.wall(at)


def scene(view: View, who: Who, title: str, subtitle: str) -> art.Scene:
    """The people and the pack, before any card has its place."""
    seats = tuple(_plate(view, who, seat) for seat in turned(view, who))
    pack = art.Stock("The pack", view.facts["pack"])
    return art.Scene(
        title=title, subtitle=subtitle, seats=seats, centre=(pack,), banner=line(view, who), style=who.style
    )


def _plate(view: View, who: Who, seat: Seat) -> art.Seat:
    plate = seat_scene(view, who, seat, "", hand=False)
    return replace(plate, tags=tuple("TO CUT" if tag == "TO PLAY" else tag for tag in plate.tags))


async def cut_again(session: Session, user: int) -> str:
    """Somebody who has let their cuts lapse is asked again (rules: dealing, section 2). Raises No."""
    async with session.changing(shown=False):
        seat = session.seat_of(user)
        if seat is None:
            raise No("You do not sit at this table.")
        if getattr(session.options, "cut", "off") == "off":
            raise No("Nobody is asked to cut at this table.")
        naps = session.deal.table.naps if session.deal else session.match.state.naps if session.match else ()
        if seat >= len(naps) or naps[seat] < ASLEEP:
            raise No("You are asked to cut whenever it is your turn.")
        session.chairs[seat].cuts_again = True
        return "You are asked to cut again from the next deal on."
