"""The end of a match in games where the first without a card wins a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.engine.cards import Card
from bot.engine.facts import HAND
from bot.engine.piles import Seat
from bot.engine.view import View

from .ending import Ending, Moment
from .sentences import Who, times


class HandsWin(Protocol):
    """Options that say how many hands win the match."""

    @property
    def wins(self) -> int: ...


W = TypeVar("W", bound=HandsWin)


class LastPlay(NamedTuple):
    """What has ended a hand: who has won it, and what they laid last."""

    by: Seat
    cards: Sequence[Card]


def won_by_going_out(last: Callable[[View[W, Any]], LastPlay | None]) -> Ending:
    """`last` finds what has ended the hand; None if nothing was laid, or it is not over."""

    def moment(view: View[W, Any], who: Who) -> Moment | None:
        if (play := last(view)) is None:
            return None
        if view.size(HAND.of(play.by)):
            return Moment("blocked", play.by, play.cards, lines=("the fewest cards are left",))
        laid = "the last card" if len(play.cards) == 1 else f"the last {len(play.cards)} cards at once"
        return Moment("out", play.by, play.cards, lines=(laid,))

    def left(view: View[W, Any], seat: Seat) -> tuple[str, str] | None:
        """Of a single hand: the cards that are left."""
        if view.options.wins > 1 or seat not in view.players:
            return None
        count, called = times(view.size(HAND.of(seat)), "card").split(" ")
        return count, f"{called} left"

    return Ending(why=_out_first, total=left, moment=moment)


def _out_first(view: View, who: Who, seat: Seat) -> str:
    """Of a single hand: there is no total to be ahead in."""
    return "" if view.number else "first without a card"
