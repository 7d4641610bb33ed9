"""The house player of Gin Rummy: it throws what it needs least and the other wants least, and knocks early.

See house-players.md, Gin Rummy. All deadwood comes from one function that remembers what it has counted.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from bot.engine.cards import ACE, Card, deck
from bot.engine.events import Reason
from bot.engine.facts import DISCARDS
from bot.engine.offers import Move, Offer
from bot.games.gin_rummy import (
    DISCARD,
    LAID,
    LIMIT,
    BigGin,
    Discard,
    Discarded,
    Draw,
    Gin,
    GinRummyView,
    Knock,
    LayOff,
    Pass,
    Spread,
    Took,
    Upcard,
)
from bot.games.gin_rummy import STOCK as FROM_STOCK
from bot.games.parts import melds as m

from .advice import Advice

FAR = 12
"""Throws that leave this much more deadwood than the best are not looked at."""
HOPE = 3
"""What a point of deadwood that a draw may save weighs, to one that is there now."""
DANGER = 4
"""How much danger weighs as one point."""
ONE_TAKEN, BOTH_TAKEN = 4, 12
"""Danger of a card whose meld the other has taken one card of, or both; 1 if none."""
CERTAIN = 6
"""What it costs to throw a card that goes with a meld which the other is sure to have, in points."""
EARLY, FALLEN = 8, 4
"""Its own turns, and the cards that the other has taken, up to which it knocks with all that it may; with each more
it wants one point less, down to this."""
USUAL, A_POINT = 10, 5
"""The bonus for an undercut; for each step above that it wants one point less."""
NEAR, ABOVE = 1, 20
"""Throws so near one another are equal where low ones hold the limit down, with own deadwood above that."""


class Improves(Reason, says="it brings your deadwood from {now} to {after}"):
    now: int
    after: int


class Useless(Reason, says="the upcard makes no meld that helps: your deadwood would go from {now} to {after}"):
    now: int
    after: int


class NoDeadwood(Reason, says="you have no deadwood left"):
    pass


class LowEnough(Reason, says="your deadwood is {left}, low enough by this turn"):
    left: int


class Leaves(Reason, says="your deadwood is {left} after it"):
    left: int


class Least(Reason, says="that leaves the least"):
    pass


def choose(view: GinRummyView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """Draws what improves the melds, ends the hand at once when it may, and otherwise throws the best card."""
    if Draw in may:
        if DISCARD not in may[Draw].next(()):
            return Pass() if Pass in may else Draw(FROM_STOCK)
        wanted, now, after = with_upcard(view)
        if wanted:
            return Advice(Draw(DISCARD), Improves(now, after))
        return Advice(Pass() if Pass in may else Draw(FROM_STOCK), Useless(now, after))
    if BigGin in may:
        return Advice(BigGin(), NoDeadwood())
    if Discard in may:
        return throws(view, may)
    if Spread in may:
        return Advice(Spread(next(iter(may[Spread].next(())))), Least())  # the least deadwood comes first
    if LayOff in may:
        return Advice(LayOff(tuple(m.unmask(best_layoff(view)))), Least())
    return None


def best_layoff(view: GinRummyView) -> m.Mask:
    """What to lay off, so that what is kept counts the least."""
    laid = [m.mask(meld) for meld in view.fact(LAID)]
    return m.best_layoff(laid, m.mask(view.hand), view.options.around)


def with_upcard(view: GinRummyView) -> tuple[bool, int, int]:
    """Whether the top discard makes gin, or a meld that leaves less, or brings the count under the limit; the deadwood
    now, and with it."""
    upcard = view.pile(DISCARDS)[-1]
    assert upcard is not None
    around, held = view.options.around, m.mask(view.hand)
    now = m.deadwood(held, around)
    with_it = held | m.bit(upcard)
    after = min(m.deadwood(with_it ^ m.bit(c), around) for c in view.hand)
    melded = m.total(with_it) - m.deadwood(with_it, around) > m.total(held) - now
    return not after or (melded and after < now) or after <= view.fact(LIMIT) < now, now, after


def throws(view: GinRummyView, may: Mapping[type[Move], Offer]) -> Advice:
    """Ends the hand if it may and should; otherwise the card that costs least."""
    around, held = view.options.around, m.mask(view.hand)
    left = {c: m.deadwood(held ^ m.bit(c), around) for c in may[Discard].next(())}
    least = min(left, key=lambda c: (left[c], -m.points(c), c))
    if not left[least] and Gin in may:
        return Advice(Gin(least), NoDeadwood())
    if Knock in may and may[Knock].refusal(Knock(least)) is None and knocks(view, left[least]):
        return Advice(Knock(least), LowEnough(left[least]))
    thrown = best_throw(view, left, around)
    return Advice(Discard(thrown), Leaves(left[thrown]))


def knocks(view: GinRummyView, left: int) -> bool:
    """Early with whatever it may; then with less and less: who has not knocked by then is likely to have little."""
    turns = len(view.events_of(Discarded, seat=view.viewer)) + 1
    later = max(0, turns + len(Memory.of(view).taken) - EARLY)
    return left <= max(FALLEN, view.fact(LIMIT) - later) - (view.options.undercut - USUAL) // A_POINT


def best_throw(view: GinRummyView, left: Mapping[Card, int], around: bool) -> Card:
    """The least of what stays, less what draws may save, more what the other could do with the card."""
    near = min(left.values()) + FAR
    score = thrown_for(view, {c: stays for c, stays in left.items() if stays <= near}, around)
    best = min(score, key=lambda c: (score[c], -m.points(c), c))
    if view.options.knock_rule == "parlett" and left[best] > ABOVE:
        return min((c for c in score if score[c] <= score[best] + NEAR), key=lambda c: (c.rank == ACE, c.rank, c.suit))
    return best


def thrown_for(view: GinRummyView, left: Mapping[Card, int], around: bool) -> dict[Card, float]:
    """What it costs to throw each of these cards, in points; `left` is the deadwood that stays."""
    memory, held = Memory.of(view), m.mask(view.hand)
    hope = HOPE * (1 if view.fact(LIMIT) else 2)
    return {
        c: stays
        - hope * saved(held ^ m.bit(c), memory.unseen, around)
        + memory.danger(c, around) / DANGER
        + CERTAIN * memory.goes_with(c, around)
        for c, stays in left.items()
    }


def saved(ten: m.Mask, unseen: Collection[Card], around: bool) -> float:
    """By how much a draw of an unseen card lowers what ten cards leave, on average; only draws into a meld count."""
    now = m.deadwood(ten, around)
    gain = 0
    for c in unseen:
        if not any(pair & ten == pair for pair in others(c, around)):
            continue  # it enters no meld
        gain += max(0, now - m.after_throw(ten | m.bit(c), around))
    return gain / max(1, len(unseen))


@dataclass(frozen=True)
class Memory:
    """What has been seen in this hand, and what the other has taken."""

    unseen: tuple[Card, ...]
    taken: frozenset[Card]
    """The other has taken these from the discards, and holds them still."""
    gone: frozenset[Card]
    """Held by the viewer, or seen in the discards."""

    @classmethod
    def of(cls, view: GinRummyView) -> Memory:
        taken: set[Card] = set()
        gone: set[Card] = {*view.hand}
        for event in view.events:
            match event:
                case Upcard(card=c):
                    gone.add(c)
                case Discarded(card=c):
                    gone.add(c)
                    taken.discard(c)
                case Took(seat=seat, card=c) if seat != view.viewer:
                    gone.discard(c)
                    taken.add(c)
                case _:
                    pass
        return cls(tuple(c for c in deck() if c not in gone | taken), frozenset(taken), frozenset(gone))

    def danger(self, c: Card, around: bool) -> int:
        """What the other may do with this card: for each meld of three whose other two cards may be in their hand."""
        weight = 0
        for first, second in partners(c, around):
            if first in self.gone or second in self.gone:
                continue
            both = (first in self.taken) + (second in self.taken)
            weight += (1, ONE_TAKEN, BOTH_TAKEN)[both]
        return weight

    def goes_with(self, c: Card, around: bool) -> float:
        """How likely this card goes with a meld for which the other has taken a card: the share of all possible melds
        of three that it belongs to."""
        likely = 0.0
        for t in self.taken:
            melds = [(t, *pair) for pair in partners(t, around) if self.gone.isdisjoint(pair)]
            if melds:
                fitting = sum(not m.deadwood(m.mask((*meld, c)), around) for meld in melds)
                likely = max(likely, fitting / len(melds))
        return likely


@cache
def partners(c: Card, around: bool) -> tuple[tuple[Card, Card], ...]:
    """The two other cards of every meld of three that holds this one."""
    bit = m.bit(c)
    threes = [meld for meld in (*m.sets(), *m.runs(around, 3)) if meld.bit_count() == 3 and meld & bit]
    pairs = [m.unmask(meld ^ bit) for meld in threes]
    return tuple((first, second) for first, second in pairs)


@cache
def others(c: Card, around: bool) -> tuple[m.Mask, ...]:
    """The same as cards on a hand."""
    return tuple(m.mask(pair) for pair in partners(c, around))


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(view: GinRummyView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random) -> Mapping[Move, float]:
    """Throws as the house player weighs them, and laying off by what is kept: in points, which are less than nothing.
    What to draw, and when to knock, is not weighed."""
    around, held = view.options.around, m.mask(view.hand)
    if isinstance(made, Discard):
        left = {c: m.deadwood(held ^ m.bit(c), around) for c in may[Discard].next(())}
        return {Discard(c): -cost for c, cost in thrown_for(view, left, around).items()}
    if isinstance(made, LayOff):
        best, kept = best_layoff(view), held ^ m.mask(made.cards)
        ways: dict[Move, m.Mask] = {LayOff(tuple(m.unmask(best))): held ^ best, made: kept}
        return {move: -float(m.deadwood(rest, around)) for move, rest in ways.items()}
    return {}
