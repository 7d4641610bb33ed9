"""A trick as far as it has come, for the picture of any game that plays tricks."""

from __future__ import annotations

from bot.engine.facts import HAND
from bot.engine.piles import Seat
from bot.engine.view import View
from bot.games.parts.tricks import LEADER, TRICK, winning
from card_art import scene as art


def trick_so_far(view: View, order: list[Seat], trumps: str = "") -> art.Trick:
    """The cards played, the one that would take them, and where the next is awaited; `order` is how seats lie."""
    played, leader = view.faces(TRICK), view.fact(LEADER, None)
    if leader is None:
        return art.Trick()
    seats = [order.index((leader + n) % view.seats) for n in range(len(played))]
    awaited = [order.index(s) for s in view.waits_for if view.size(HAND.of(s))]  # none is after the last trick
    return art.Trick(
        cards=tuple(zip(seats, played, strict=True)), leader=order.index(leader),
        winner=seats[winning(played, trumps)] if played else None, awaited=awaited[0] if awaited else None,
    )  # fmt: skip
