"""What decisions cost, by the game's own measure: expected points, or chips.

See house-players.md, What a decision cost. A game's policy says what moves are worth, with the view of the seat alone:
so nobody is judged by what they could not know, and the same view has the same numbers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Literal, NamedTuple

from bot.engine.deal import Deal, by_clock
from bot.engine.events import Reason
from bot.engine.facts import CHOSEN
from bot.engine.game import Game
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.view import View, view

from . import advise, chance_of, policy_of
from .weighing import Weighed

Measure = Literal["points", "whites"]
Worths = Callable[
    [View, Mapping[type[Move], Offer], Move, random.Random], Mapping[Move, float] | Mapping[Move, Weighed] | None
]
"""What moves are worth to the viewer, the one that was made among them; None if that cannot be said honestly. Not every
move that is on offer need be there."""
SURE = 2.0
"""By how many standard errors a move must be better than what was played, to be called better."""
DIGITS = 6
"""Of what a move is worth, behind the point: what is reckoned in two ways is not better in one of them."""
Luck = Callable[[Deal, Seat], float | None]


class Judged(NamedTuple):
    """A decision: what was done, and what could have been."""

    row: int
    """How many rows of the deal had been made before it: `Deal.as_it_was(row)` is the table then."""
    played: Move
    better: Move
    """The best of those that were weighed: what was played, if nothing was surely better."""
    cost: float
    """By how much, on average, in points or whites: never less than nothing."""
    as_the_club: bool
    """Whether a house player would have done the same, or what is worth the same."""
    worths: tuple[tuple[Move, float], ...]
    """Each move that was weighed, the best first, and what it is worth: what counts are the differences."""
    why: Reason | None
    """Why a house player does what it would have done."""


def judges(game: Game[Any, Any], options: object) -> Measure | None:
    """What the decisions of this game are weighed in; None if nobody weighs them."""
    if _part(game, "worths") is None:
        return None
    return "whites" if game.for_chips(options) else "points"


def judged(deal: Deal[Any, Any], seat: Seat) -> Iterator[Judged]:
    """The decisions of a seat in a deal that is over, in order: those between two moves or more that can be weighed.

    Of a choice that could be changed the last counts. What the clock did is nobody's decision.
    """
    here, last = deal.as_it_was(0), None
    for row in deal.played:
        if row.seat == seat and not row.lapsed and not by_clock(row):
            if last is not None and not here.table.has(CHOSEN.of(seat)):
                yield last
            last = weighed(here, seat, row.move)
        here.replay(row)
    if last is not None:
        yield last


def weighed(deal: Deal[Any, Any], seat: Seat, move: Move) -> Judged | None:
    """What it costs this seat to make a move where the deal stands; None if there is nothing to choose, or nothing that
    can be weighed."""
    worths: Worths | None = _part(deal.game, "worths")
    if worths is None:
        return None
    seen, offers = view(deal, seat), deal.offers(seat)
    reckoned = worths(seen, {o.kind: o for o in offers if o}, move, chance_of(seen))
    if reckoned is None or len(reckoned) < 2:
        return None
    found = {
        each: round(worth.worth if isinstance(worth, Weighed) else worth, DIGITS) for each, worth in reckoned.items()
    }
    ranked = sorted(found.items(), key=lambda one: (-one[1], one[0] != move))
    better, best = ranked[0]
    made = reckoned[move]
    if isinstance(made, Weighed) and best - found[move] <= SURE * made.error:
        better = move
    advice = advise(seen, offers)
    club = next((m for m in found if advice is not None and same(m, advice.move)), None)
    return Judged(
        row=len(deal.played),
        played=move,
        better=better,
        cost=found[better] - found[move],
        as_the_club=club is not None and found[club] == found[move],
        worths=tuple(ranked),
        why=None if advice is None else advice.why,
    )


def same(one: Move, other: Move) -> bool:
    """Whether they do the same, in whatever order their choices are named."""
    return type(one) is type(other) and Counter(one.parts) == Counter(other.parts)


def luck(deal: Deal[Any, Any], seat: Seat) -> float | None:
    """By how much more than on average a seat was dealt, in points or whites; None if the game cannot say so."""
    says: Luck | None = _part(deal.game, "luck")
    return None if says is None else says(deal, seat)


def _part(game: Game[Any, Any], name: str) -> Any:
    """What the game's policy has under this name; None if it has nothing."""
    return getattr(import_module(policy_of(game).__module__), name, None)
