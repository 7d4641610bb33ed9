"""What a hand of cribbage counts, and what a card scores as it is played. See rules/cribbage.md, sections C and D."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Literal, NamedTuple

from bot.engine.cards import Card

FIFTEEN, THIRTY_ONE = 15, 31
JACK = 11
SHORTEST_RUN = 3

Kind = Literal["fifteen", "pair", "run", "flush", "nobs"]


class Combination(NamedTuple):
    """Cards of a hand that score together."""

    kind: Kind
    cards: tuple[Card, ...]
    points: int


def value(c: Card) -> int:
    """What a card counts towards fifteen and thirty-one."""
    return _VALUES[c[0]]


_VALUES = (0, *range(1, 11), 10, 10, 10)


# ---- the count -----------------------------------------------------------------------------------


def scoring(hand: Sequence[Card], starter: Card, *, crib: bool = False) -> list[Combination]:
    """All combinations of four cards and the starter, in the order in which they are counted."""
    five = (*hand, starter)
    flush, nobs = _flush(hand, starter, crib), Card(JACK, starter.suit)
    return [
        *_fifteens(five),
        *_pairs(five),
        *_runs(five),
        *([Combination("flush", flush, len(flush))] if flush else ()),
        *([Combination("nobs", (nobs,), 1)] if nobs in hand else ()),
    ]


_SOME = sorted((tuple(n for n in range(5) if some >> n & 1) for some in range(32)), key=lambda some: (len(some), some))
_SUBSETS = tuple((sum(1 << n for n in some), some) for some in _SOME)
"""All ways to choose some of five cards, the fewest first: as bits, and by their places."""


def _fifteens(five: Sequence[Card]) -> Iterator[Combination]:
    sums = [0]
    for c in five:
        worth = value(c)
        sums += [each + worth for each in sums]
    if FIFTEEN in sums:
        for bits, some in _SUBSETS:
            if sums[bits] == FIFTEEN:
                yield Combination("fifteen", tuple([five[n] for n in some]), 2)


def _pairs(five: Sequence[Card]) -> Iterator[Combination]:
    if len({c[0] for c in five}) < len(five):
        yield from (Combination("pair", (a, b), 2) for a, b in combinations(five, 2) if a[0] == b[0])


def _runs(five: Sequence[Card]) -> Iterator[Combination]:
    """Those of the greatest length only (ruling 4)."""
    held = 0
    for c in five:
        held |= 1 << c[0]
    if held & held >> 1 & held >> 2:  # three in a row
        ranks = _longest_run({c.rank for c in five})
        for run in product(*([c for c in five if c.rank == rank] for rank in ranks)):
            yield Combination("run", run, len(run))


def _flush(hand: Sequence[Card], starter: Card, crib: bool) -> tuple[Card, ...]:
    """Four cards of the hand, or all five (ruling 5); in the crib all five only."""
    if len({c.suit for c in hand}) > 1:
        return ()
    if starter.suit == hand[0].suit:
        return (*hand, starter)
    return () if crib else tuple(hand)


def _longest_run(ranks: set[int]) -> range:
    """The longest stretch of neighbouring ranks; an ace is low."""
    stretches = (range(low, high + 1) for low, high in combinations(sorted(ranks), 2))
    return max((each for each in stretches if ranks.issuperset(each)), key=len, default=range(0))


_PLACE = 3
"""Bits for how many cards there are of a rank."""


def count(hand: Sequence[Card], starter: Card, *, crib: bool = False) -> int:
    """What all combinations come to together, without naming them."""
    places = 1 << _PLACE * starter[0]
    for c in hand:
        places += 1 << _PLACE * c[0]
    points = _of_ranks(places)
    suit, (_, turned) = hand[0][1], starter
    if suit == hand[1][1] == hand[2][1] == hand[3][1]:
        points += 5 if turned == suit else 0 if crib else 4
    return points + ((JACK, turned) in hand)


@cache
def _of_ranks(places: int) -> int:
    """What five cards count without their suits."""
    held = {rank: n for rank in range(1, 14) if (n := places >> _PLACE * rank & (1 << _PLACE) - 1)}
    five = [Card(rank, "CDHS"[n % 4]) for rank, many in held.items() for n in range(many)]
    return sum(each.points for each in (*_fifteens(five), *_pairs(five), *_runs(five)))


# ---- naming one's own combinations ---------------------------------------------------------------


def named(cards: Sequence[Card], hand: Sequence[Card], starter: Card, *, crib: bool = False) -> list[Combination]:
    """The combinations that somebody names by just these cards: one, or several where they are more than one thing."""
    chosen = frozenset(cards)
    same_rank = len({c.rank for c in chosen}) == 1

    def meant(each: Combination) -> bool:
        if each.kind == "pair":
            return same_rank and chosen.issuperset(each.cards)
        return chosen == frozenset(each.cards)

    found = [each for each in scoring(hand, starter, crib=crib) if meant(each)]
    if not crib and chosen == frozenset(hand) and len({c.suit for c in hand}) == 1 and starter.suit == hand[0].suit:
        found.append(Combination("flush", tuple(hand), 4))  # ruling 6: one more comes with the starter
    return found


# ---- the play ------------------------------------------------------------------------------------


class Pegged(NamedTuple):
    """What the last card of a count scores, but for thirty-one and go."""

    fifteen: int
    alike: int
    """How many cards of one rank lie there last, if more than one."""
    run: int
    """The length of the run that lies there last."""

    @property
    def points(self) -> int:
        """All together (ruling 2); of pair, triplet and four only the largest (ruling 3)."""
        return self.fifteen + self.alike * (self.alike - 1) + self.run


def pegged(laid: Sequence[Card]) -> Pegged:
    """What the last of these cards scores, which lie in the present count in this order."""
    fifteen = 2 if sum(map(value, laid)) == FIFTEEN else 0
    last, alike, run, ranks = laid[-1][0], 0, 0, 0
    for n, c in enumerate(reversed(laid), 1):
        rank = 1 << c[0]
        if alike == n - 1 and c[0] == last:
            alike = n
        if not ranks & rank:
            ranks |= rank
            if n >= SHORTEST_RUN and _neighbours(ranks):
                run = n
        elif alike < n:
            break
        else:
            ranks = -1  # a rank that comes again ends every run
    return Pegged(fifteen, alike if alike > 1 else 0, run)


def _neighbours(ranks: int) -> bool:
    """Whether these bits lie together, without a gap."""
    return not ranks & ranks + (ranks & -ranks)
