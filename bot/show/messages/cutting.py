"""The table while a deal waits for its cut (rules/dealing.md, section 5)."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.facts import CUTTER, PACK, TO_CUT
from bot.engine.piles import Seat
from bot.engine.view import View
from bot.table.open_table import OpenTable
from card_art import scene as art

from ..words.layout import seat_scene, turned
from ..words.sentences import Who

_NOBODY = {art.HOUSE, "AWAY", "EMPTY"}
"""The tags of those who do not cut themselves."""


def cutting(view: View) -> bool:
    """Whether this deal waits for its cut."""
    return view.has(TO_CUT)


def cuts(view: View) -> bool:
    """Whether the viewer may cut now."""
    return view.viewer in view.fact(TO_CUT)


def line(view: View, who: Who) -> str:
    """Who is to cut."""
    cutter = view.fact(CUTTER, None)
    people = [n for n in sorted(view.fact(TO_CUT)) if not _NOBODY & {*who.tags[n]}] if who.tags else []
    if cutter is None and len(people) == 1:
        return f"{who(people[0])} may cut."
    return f"{who(cutter)} to cut." if cutter is not None else "The first to press may cut."


def until(session: OpenTable) -> int | None:
    """When the dealer cuts because nobody else has, on the wall in ms; None if nothing waits for that."""
    ask = session.deal.ask if session.deal else None
    at = ask.timer[0] if ask and ask.timer else min(session.deadlines, default=None)
    return None if at is None else session.wall(at)


def scene(view: View, who: Who, title: str, subtitle: str) -> art.Scene:
    """The people and the pack, before any card has its place."""
    seats = tuple(_plate(view, who, seat) for seat in turned(view, who))
    pack = art.Stock("The pack", view.fact(PACK))
    return art.Scene(
        title=title, subtitle=subtitle, seats=seats, centre=(pack,), banner=line(view, who), style=who.style
    )


def _plate(view: View, who: Who, seat: Seat) -> art.Seat:
    plate = seat_scene(view, who, seat, "", hand=False)
    return replace(plate, tags=tuple("TO CUT" if tag == "TO PLAY" else tag for tag in plate.tags))
