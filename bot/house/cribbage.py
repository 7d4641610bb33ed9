"""The house player of cribbage: it keeps what counts most, crib and all, and looks two cards ahead in the play.

See house-players.md, Cribbage.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from math import comb

from bot.engine.cards import Card, deck
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
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

    def worth(away: tuple[Card, ...]) -> float:
        crib = in_crib(away, own=own)
        return average(_without(held, away), held) + (crib if own else -crib)

    if (found := near_home(view, held)) is not None:
        return found
    away = max(combinations(held, 2), key=worth)
    kept = _without(held, away)
    return Advice(LayAway(away), Keeps(tuple(kept), average(kept, held), in_crib(away, own=own), own))


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
