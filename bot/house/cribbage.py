"""The house player of cribbage: it keeps what counts most, crib and all, and looks two cards ahead in the play.

See house-players.md, Cribbage.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb

from bot.engine.cards import Card, deck
from bot.engine.deal import Deal
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.view import hand
from bot.games.cribbage import (
    HAND as DEALT,
)
from bot.games.cribbage import (
    Count,
    CribbageView,
    CutAnywhere,
    Done,
    Go,
    LayAway,
    Muggins,
    Pass,
    Play,
    Played,
    Scores,
    Shows,
)
from bot.games.cribbage.counting import THIRTY_ONE, Combination, pegged, scoring, value
from bot.games.cribbage.facts import AWAY, COUNT, STARTER
from bot.games.cribbage.laying_away import at_least, average

from .advice import Advice
from .crib_worth import OTHERS, OWN
from .cribbage_worth import pegs
from .weighing import Weighed, compared, sampled

ONE_SUIT = 0.3
"""What two cards of one suit add to a crib."""
HEAVY = 0.02
"""How much better each further point of the count makes a card: low ones stay for go and thirty-one."""
LAST = 1
"""The point of a go."""
FIVE = 5
NEAR = 25
"""Holes from home at which the end of the game begins."""
PEGGED, COUNTED, SURE = 8, 12, 4
"""What somebody hardly ever pegs more in the play, what a hand seldom counts more, and what nearly every hand brings
with the play."""
FEW, MANY = 50, 400
"""In how many hands that the other may hold it is judged what was played."""
DEALT_OWN, DEALT_OTHERS = 12.75, 3.42
"""What six cards bring on average with the best two laid away, for the dealer and the other: 5,000 hands each, by
`python -m bot.house.cribbage`."""


class Keeps(Reason):
    """Four cards, what they count on average with a starter, and what the other two are worth in the crib."""

    kept: tuple[Card, ...]
    average: float
    crib: float
    own: bool
    """Whose crib it is."""


class HomeFirst(Reason, says="with any starter what you keep counts the {left} holes that you need"):
    left: int


class Pegs(Reason, says="the other is home when they count, and what you keep pegs best"):
    pass


class Makes(Reason):
    """What a card scores now, and what the other's answer brings them on average, less the best reply to it."""

    now: int
    answer: float


class Unnamed(Reason, says="nobody has named it yet, and it counts {points}"):
    points: int


class AllNamed(Reason, says="everything is counted"):
    pass


def choose(view: CribbageView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """Lays away, cuts, plays and counts; nothing is left to chance but the cut."""
    if LayAway in may:
        return laid_away(view) if view.viewer in view.waits_for else None
    if CutAnywhere in may:
        return CutAnywhere()
    if Play in may:
        return played(view, may[Play].next(()))
    for kind, enough in ((Count, Done()), (Muggins, Pass())):
        if kind in may:
            found = unnamed(view)
            return Advice(kind(found.cards), Unnamed(found.points)) if found else Advice(enough, AllNamed())
    return None


# ---- laying away ---------------------------------------------------------------------------------


def laid_away(view: CribbageView) -> Advice:
    """The two of six without which most is left, with what they bring, or cost, in the crib."""
    held = tuple(sorted(view.hand))
    own = view.dealer == view.viewer

    if (found := near_home(view, held)) is not None:
        return found
    away = max(combinations(held, 2), key=lambda away: brings(away, held, own=own))
    kept = _without(held, away)
    return Advice(LayAway(away), Keeps(tuple(kept), average(kept, held), in_crib(away, own=own), own))


def brings(away: Sequence[Card], held: Sequence[Card], *, own: bool) -> float:
    """What a hand counts on average when these two of six are laid away, with what they bring in the crib, or cost."""
    crib = in_crib(away, own=own)
    return average(_without(held, away), held) + (crib if own else -crib)


def near_home(view: CribbageView, held: Sequence[Card]) -> Advice | None:
    """Near the end it is all about who is home first, in the order of the count: the two to lay away for that, or None
    while an ordinary hand will do."""
    me, own = view.viewer, view.dealer == view.viewer
    left, others = (view.options.target - view.scores[seat] for seat in (me, 1 - me))
    ways = [*combinations(held, 2)]
    if left <= NEAR and others > PEGGED + (COUNTED if own else 0):  # the own hand is counted before they are home
        enough = [away for away in ways if at_least(_without(held, away), held) >= left]
        if not enough:
            return None
        return Advice(LayAway(min(enough, key=lambda away: (in_crib(away, own=own), away))), HomeFirst(left))
    if own and others <= SURE:  # they are home as soon as they count: what is pegged before is all there is
        return Advice(LayAway(max(ways, key=lambda away: pegging(_without(held, away)))), Pegs())
    return None


def pegging(kept: Sequence[Card]) -> tuple[float, int]:
    """How well four cards play, whatever they count: low cards fit last, pairs and neighbours score."""
    low = sum(c.rank < FIVE for c in kept)
    together = combinations(sorted(c.rank for c in kept), 2)
    scores = sum(1.0 if a == b else 0.5 if b - a <= 2 else 0.0 for a, b in together)
    return low + scores, -sum(c.rank for c in kept)


def _without(held: Sequence[Card], away: Sequence[Card]) -> list[Card]:
    return [c for c in held if c not in away]


def in_crib(away: Sequence[Card], *, own: bool) -> float:
    """What a crib is worth on average in which these two cards lie."""
    low, high = sorted(c.rank for c in away)
    worth = (OWN if own else OTHERS)[high - 1][low - 1]
    return worth + ONE_SUIT * (away[0].suit == away[1].suit)


# ---- the play ------------------------------------------------------------------------------------


def played(view: CribbageView, fitting: Collection[Card]) -> Move | Advice:
    """What scores now, without what the other is likely to make of it, and with the best reply to that."""
    if len(fitting) == 1:
        return Play(next(iter(fitting)))
    laid = [c for _, c in view.fact(COUNT, None) or ()]
    other = Others(view)

    def scores(c: Card) -> Makes:
        now = [*laid, c]
        return Makes(points(now), other.answers(now, [one for one in view.hand if one != c]))

    def worth(c: Card) -> tuple[float, int]:
        made = scores(c)
        return made.now - made.answer + HEAVY * sum(map(value, [*laid, c])), c.rank

    best = max(fitting, key=worth)
    return Advice(Play(best), scores(best))


def points(laid: Sequence[Card]) -> int:
    """What the last card of these scores."""
    return pegged(laid).points + 2 * (sum(map(value, laid)) == THIRTY_ONE)


class Others:
    """What the other may hold."""

    def __init__(self, view: CribbageView) -> None:
        me = view.viewer
        played = view.events_of(Played)
        known = {*view.hand, *view.faces(STARTER), *(e.card for e in played), *view.fact(AWAY.of(me))}
        fitted = max((self._room(view, go) for go in view.events_of(Go, seat=1 - me)), default=0)
        left = Counter(c.rank for c in deck() if c not in known and value(c) > fitted)
        self.left, self.unseen = left, left.total()
        self.held = view.size(HAND.of(1 - me))
        self.silent = bool(view.fact(COUNT, None)) and self._said_go(view)

    def _room(self, view: CribbageView, go: Go) -> int:
        """How much still fitted when the other could play nothing."""
        so_far = view.events[: view.events.index(go)]
        return THIRTY_ONE - next(e.count for e in reversed(so_far) if isinstance(e, Played))

    def _said_go(self, view: CribbageView) -> bool:
        """Whether the other is out of this count."""
        counts = [e for e in view.events if isinstance(e, Go | Played)]
        for event in reversed(counts):
            if isinstance(event, Go):
                return event.seat != view.viewer
            if event.seat != view.viewer:
                return False
        return False

    def answers(self, laid: Sequence[Card], mine: Sequence[Card]) -> float:
        """What the other's answer brings them on average, less the best reply to it."""
        if self.silent or not self.held:
            return 0.0
        room = THIRTY_ONE - sum(map(value, laid))
        ranked = sorted(
            ((self._answer(laid, rank, mine), n) for rank, n in self.left.items() if min(rank, 10) <= room),
            reverse=True,
        )
        expected, better = 0.0, 0
        for worth, n in ranked:
            expected += worth * (self._none_of(better) - self._none_of(better + n))
            better += n
        return expected - LAST * self._none_of(better)

    def _answer(self, laid: Sequence[Card], rank: int, mine: Sequence[Card]) -> int:
        theirs = [*laid, Card(rank, "?")]
        room = THIRTY_ONE - sum(map(value, theirs))
        reply = max((points([*theirs, c]) for c in mine if value(c) <= room), default=0)
        return points(theirs) - reply

    def _none_of(self, cards: int) -> float:
        """The chance that the other's hand holds none of this many of the unseen cards."""
        return comb(self.unseen - cards, self.held) / comb(self.unseen, self.held) if self.unseen >= self.held else 0.0


# ---- counting by hand ----------------------------------------------------------------------------


def unnamed(view: CribbageView) -> Combination | None:
    """The largest combination of the hand on the table that nobody has named; None if there is none."""
    shown = view.last(Shows)
    assert shown is not None
    since = view.events[len(view.events) - 1 - view.events[::-1].index(shown) :]
    named = {(e.kind, frozenset(e.cards)) for e in since if isinstance(e, Scores)}
    left = [
        each
        for each in scoring(shown.cards, shown.starter, crib=shown.crib)
        if (each.kind, frozenset(each.cards)) not in named
    ]
    return max(left, key=lambda each: each.points) if left else None


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(
    view: CribbageView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random
) -> Mapping[Move, float] | Mapping[Move, Weighed]:
    """In points more than the other's. Near home, where what counts is who comes first, nothing that is laid away is
    weighed."""
    if isinstance(made, LayAway):
        return _laid_away(view, made)
    if isinstance(made, Done | Pass):
        return _overlooked(view, made)
    if isinstance(made, Play):
        return _pegs(view, may[Play].next(()), rng)
    return {}


def _laid_away(view: CribbageView, made: LayAway) -> Mapping[Move, float]:
    held, own = tuple(sorted(view.hand)), view.dealer == view.viewer
    if near_home(view, held) is not None:
        return {}
    chosen = {*made.cards}
    return {made if {*away} == chosen else LayAway(away): brings(away, held, own=own) for away in combinations(held, 2)}


def _overlooked(view: CribbageView, made: Done | Pass) -> Mapping[Move, float]:
    """What has not been named is lost, and with muggins the other may have it."""
    if (found := unnamed(view)) is None:
        return {}
    claim = Count(found.cards) if isinstance(made, Done) else Muggins(found.cards)
    return {claim: float(found.points), made: 0.0}


def _pegs(view: CribbageView, fitting: Collection[Card], rng: random.Random) -> Mapping[Move, Weighed]:
    """Played on with each card in hands that the other may hold."""
    other, mine = Others(view), [c.rank for c in view.hand]
    laid = [c.rank for _, c in view.fact(COUNT, None) or ()]
    tried = dict.fromkeys(c.rank for c in fitting)
    if len(tried) < 2:
        return {}

    def hands() -> Iterator[Sequence[int]]:
        left = [*other.left.elements()]
        while True:
            yield rng.sample(left, min(len(left), other.held))

    def comes_to(rank: int, theirs: Sequence[int]) -> float:
        return pegs(mine, theirs, laid, rank, alone=other.silent)

    found = compared(sampled(tried, hands(), comes_to, FEW, MANY))
    return {Play(c): found[c.rank] for c in fitting}


# ---- luck --------------------------------------------------------------------------------------------


def luck(deal: Deal, seat: Seat) -> float | None:
    """By how much more than on average the six cards brought, with the best two laid away."""
    here = deal.as_it_was(0)
    for row in deal.played:
        if len(hand(here, seat)) == DEALT:
            break
        here.replay(row)
    own = here.table.dealer == seat
    return dealt(hand(here, seat), own=own) - (DEALT_OWN if own else DEALT_OTHERS)


def dealt(held: Sequence[Card], *, own: bool) -> float:
    """What six cards bring with the best two laid away."""
    return max(brings(away, sorted(held), own=own) for away in combinations(sorted(held), 2))


if __name__ == "__main__":
    chance = random.Random("dealt")
    for own in (True, False):
        print(own, sum(dealt(chance.sample(deck(), DEALT), own=own) for _ in range(5000)) / 5000)
