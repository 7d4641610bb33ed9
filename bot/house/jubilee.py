"""The house player of Jubilee: what a card scores, less what the next player makes of the total, and a hand of many
values.

See house-players.md, Jubilee.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping
from math import comb

from bot.engine.cards import Card
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.jubilee import CARDS, ON_HUNDRED, ON_STEP, PAST, TOTAL, VALUES, JubileeView, Play, points

from .advice import Advice

VARIETY, A_JOKER = 0.8, 1.5
"""What each different value left in the hand is worth, and as how many of them a joker counts."""


class Makes(Reason):
    """What a card scores now, and what the next player can be expected to make of the new total."""

    now: int
    next: float


def choose(view: JubileeView, may: Mapping[type[Move], Offer], rng: random.Random) -> Advice | None:
    """The card with the most in it; nothing is left to chance."""
    if Play not in may:
        return None
    c, total = best_card(view, may[Play].next(())), view.fact(TOTAL)
    after = total + VALUES[c]
    return Advice(Play(c), Makes(points(total, after, view.options.joker_holds), Next(view).makes_of(after)))


def best_card(view: JubileeView, playable: Collection[Card]) -> Card:
    """The card that is worth most; of equal ones the larger goes."""
    each = weighed(view, playable)
    return max(each, key=lambda c: (each[c], abs(VALUES[c])))


def weighed(view: JubileeView, playable: Collection[Card]) -> dict[Card, float]:
    """What each card scores, less its share of what the next player can be expected to make of it, and the more values
    are kept the better; cards of one value are the same, and only one of them is named."""
    total, holds = view.fact(TOTAL), view.options.joker_holds
    after = Next(view)
    fear = 1 / (len(view.players) - 1)  # what one of the others wins is lost to them all alike
    held = Counter(VALUES[c] for c in view.hand)

    def worth(c: Card) -> float:
        step = VALUES[c]
        kept = sum(A_JOKER if not v else 1.0 for v, n in held.items() if n > (v == step))
        return points(total, total + step, holds) - fear * after.makes_of(total + step) + VARIETY * kept

    return {c: worth(c) for c in {VALUES[c]: c for c in playable}.values()}


class Next:
    """The next player who holds cards, as far as they can be known."""

    def __init__(self, view: JubileeView) -> None:
        self.holds: bool = view.options.joker_holds
        seat = following(view)
        self.held = view.size(HAND.of(seat)) if seat is not None else 0
        shown = view.faces(HAND.of(seat)) if seat is not None else ()
        among = shown if self.held and len(shown) == self.held else view.unseen(CARDS)
        self.left = Counter(VALUES[c] for c in among)
        self.unseen = self.left.total()

    def makes_of(self, total: int) -> float:
        """What they can be expected to score from this total."""
        if not self.held:
            return 0.0
        scoring = Counter[int]()
        for step, n in self.left.items():
            if total + step >= 0:
                scoring[points(total, total + step, self.holds)] += n
        hundred, some = scoring[ON_HUNDRED], scoring[ON_HUNDRED] + scoring[ON_STEP]
        no_hundred, none = self._holds_none(hundred), self._holds_none(some)
        only_past = self._holds_none(some + scoring[0])
        return ON_HUNDRED * (1 - no_hundred) + ON_STEP * (no_hundred - none) + PAST * only_past

    def _holds_none(self, cards: int) -> float:
        """The chance that the hand has none of this many of the unseen cards."""
        return comb(self.unseen - cards, self.held) / comb(self.unseen, self.held)


def following(view: JubileeView) -> Seat | None:
    """Who plays next; nobody where all others have played their cards."""
    me = view.players.index(view.viewer)
    after = (*view.players[me + 1 :], *view.players[:me])
    return next((seat for seat in after if view.size(HAND.of(seat))), None)


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(view: JubileeView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random) -> Mapping[Move, float]:
    """In points, as the house player weighs them."""
    if not isinstance(made, Play):
        return {}
    each = weighed(view, may[Play].next(()))
    return {made if VALUES[c] == VALUES[made.card] else Play(c): worth for c, worth in each.items()}
