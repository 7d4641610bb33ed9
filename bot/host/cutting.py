"""The table while a deal waits for its cut (rules: dealing, section 5)."""

from __future__ import annotations

from bot.engine.view import View
from card_art import scene as art

from .words import Who, seat_scene, turned


def cutting(view: View) -> bool:
    """Whether this deal waits for its cut."""
    return "to cut" in view.facts


def line(view: View, who: Who) -> str:
    """Who is to cut."""
    cutter = view.facts.get("cutter")
    return f"{who(cutter)} to cut." if cutter is not None else "Whoever is first may cut."


def scene(view: View, who: Who, title: str, subtitle: str) -> art.Scene:
    """The people and the pack, before any card has its place."""
    seats = tuple(seat_scene(view, who, seat, "", hand=False) for seat in turned(view, who))
    pack = art.Stock("The pack", view.facts["pack"])
    return art.Scene(
        title=title, subtitle=subtitle, seats=seats, centre=(pack,), banner=line(view, who), style=who.style
    )
