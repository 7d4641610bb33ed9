"""How good a hand is where poker hands count, wild cards among them (rules: Three-Five-Seven, "Hands").

Of three cards: three of a kind, pair, high card. Of five: five of a kind, straight flush, four, full house, flush,
straight, three, two pair, pair, high card. Of more: the best five. A wild card is whatever card its holder likes best,
but in a flush it does not repeat a rank. The ace is high, and low only in A-2-3-4-5. Suits never break ties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from bot.engine.cards import SUITS, Card, deck, high


class Kind(IntEnum):
    """The kinds of hand, from the weakest."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8
    FIVE = 9


_SHAPES: Final = {
    (5,): Kind.FIVE,
    (4, 1): Kind.FOUR,
    (3, 2): Kind.FULL_HOUSE,
    (3, 1, 1): Kind.THREE,
    (2, 2, 1): Kind.TWO_PAIR,
    (2, 1, 1, 1): Kind.PAIR,
    (1, 1, 1, 1, 1): Kind.HIGH_CARD,
    (3,): Kind.THREE,
    (2, 1): Kind.PAIR,
    (1, 1, 1): Kind.HIGH_CARD,
}
"""How often each rank is there, where it is no straight."""
_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
_ACE: Final = 14

# A hand is summed up in one number: three bits count each rank from the two to the ace, three the wild cards, and
# three each suit of the others. What ranks alone make is looked up by the lower part, which suits cannot change.
_DIGIT: Final = 3
_WILD_AT: Final = 13 * _DIGIT
_SUITS_AT: Final = 14 * _DIGIT
_RANKS_AND_WILD: Final = (1 << _SUITS_AT) - 1


@cache
def _codes(wild: int | None) -> dict[Card, int]:
    """What each card adds to that number where this rank is wild."""
    return {
        c: 1 << _WILD_AT
        if c.rank == wild
        else (1 << _DIGIT * (high(c) - 2)) + (1 << _SUITS_AT + _DIGIT * SUITS.index(c.suit))
        for c in deck()
    }


def strength(hand: Collection[Card], wild: int | None = None) -> int:
    """A number that is larger for the better of two hands of equally many cards, three, five or more, of one pack.

    `wild` is the wild rank. `name` puts the number into words.
    """
    codes = _codes(wild)
    whole = sum(map(codes.__getitem__, hand))
    best = _BY_RANKS[whole & _RANKS_AND_WILD]
    if _LONGEST[whole >> _SUITS_AT] + (whole >> _WILD_AT & 7) >= 5:
        return max(best, _suited(hand, wild))
    return best


def kind(strength: int) -> Kind:
    """A pair, a flush and so on."""
    return Kind(strength >> 20)


def least(kind: Kind, rank: int = 0) -> int:
    """The strength that every hand of this kind reaches; or every one whose most telling rank is this or higher."""
    return _number(kind, (rank,))


def best_five(hand: Sequence[Card], wild: int | None = None) -> tuple[Card, ...]:
    """The five cards that count, in the order in which they are held."""
    return max(combinations(hand, 5), key=lambda five: strength(five, wild)) if len(hand) > 5 else tuple(hand)


# ---- what makes it strong -------------------------------------------------------------------


def _number(kind: Kind, ranks: Iterable[int]) -> int:
    """The kind, then the ranks that decide between two of a kind, the most telling one first."""
    number = int(kind)
    for rank in (*ranks, 0, 0, 0, 0, 0)[:5]:
        number = number << 4 | rank
    return number


def _natural(ranks: Sequence[int]) -> int:
    """Three or five ranks without a wild card among them, no flush."""
    counts = Counter(ranks)
    telling = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    found = _SHAPES[tuple(counts[rank] for rank in telling)]
    if len(telling) == 5:
        if telling[0] - telling[4] == 4:
            return _number(Kind.STRAIGHT, telling[:1])
        if telling == [_ACE, 5, 4, 3, 2]:
            return _number(Kind.STRAIGHT, (5,))
    return _number(found, telling)


class _ByRanks(dict[int, int]):
    """What ranks and wild cards make, worked out when it is first asked for."""

    def __missing__(self, code: int) -> int:
        counts = [code >> _DIGIT * n & 7 for n in range(14)]
        if sum(counts) > 5:  # one card too many is left out, whichever it is
            found = max(self[code - (1 << _DIGIT * n)] for n, count in enumerate(counts) if count)
        elif counts[13]:  # one wild card becomes some rank
            found = max(self[code - (1 << _WILD_AT) + (1 << _DIGIT * n)] for n in range(13))
        else:
            found = _natural([n + 2 for n, count in enumerate(counts) for _ in range(count)])
        self[code] = found
        return found


_BY_RANKS: Final = _ByRanks()
_LONGEST: Final = tuple(max(suits >> _DIGIT * n & 7 for n in range(4)) for suits in range(1 << 4 * _DIGIT))
"""How many cards there are of the longest suit."""


def _suited(hand: Collection[Card], wild: int | None) -> int:
    """The best flush or straight flush, where the longest suit and the wild cards make one."""
    wilds = sum(c.rank == wild for c in hand)
    found = 0
    for suit in SUITS:
        ranks = {high(c) for c in hand if c.suit == suit and c.rank != wild}
        if len(ranks) + wilds >= 5:
            found = max(found, _straight_flush(ranks, wilds) or _flush(ranks, wilds))
    return found


def _straight_flush(ranks: set[int], wilds: int) -> int | None:
    for top in range(_ACE, 4, -1):
        run = {_ACE if rank == 1 else rank for rank in range(top - 4, top + 1)}
        if len(run - ranks) <= wilds:
            return _number(Kind.STRAIGHT_FLUSH, (top,))
    return None


def _flush(ranks: set[int], wilds: int) -> int:
    """Wild cards stand for the highest ranks that are not there."""
    chosen: list[int] = []
    for rank in range(_ACE, 1, -1):
        if rank in ranks or wilds:
            wilds -= rank not in ranks
            chosen.append(rank)
    return _number(Kind.FLUSH, chosen[:5])


# ---- in words -------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def name(strength: int) -> str:
    """The hand as people call it: `three nines, eight, two`, `full house, kings over twos`."""
    ranks = [rank for at in range(16, -1, -4) if (rank := strength >> at & 15)]
    first, *rest = (_WORDS[rank - 2] for rank in ranks)
    match kind(strength):
        case Kind.FIVE:
            return f"five {_many(first)}"
        case Kind.STRAIGHT_FLUSH:
            return "royal straight flush" if ranks[0] == _ACE else f"straight flush to the {first}"
        case Kind.FOUR:
            called, kickers = f"four {_many(first)}", rest
        case Kind.FULL_HOUSE:
            return f"full house, {_many(first)} over {_many(rest[0])}"
        case Kind.FLUSH:
            return f"{'-'.join((first, *rest))} flush"
        case Kind.STRAIGHT:
            return f"straight to the {first}"
        case Kind.THREE:
            called, kickers = f"three {_many(first)}", rest
        case Kind.TWO_PAIR:
            called, kickers = f"two pair, {_many(first)} over {_many(rest[0])}", rest[1:]
        case Kind.PAIR:
            called, kickers = f"pair of {_many(first)}", rest
        case _:
            called, kickers = f"{first} high", rest
    return ", ".join((called, *kickers))


def _many(rank: str) -> str:
    return "sixes" if rank == "six" else f"{rank}s"
