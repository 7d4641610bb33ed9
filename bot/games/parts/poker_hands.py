"""How good a hand is where poker hands count, wild cards among them.

See rules/three-five-seven.md, "Hands", and rules/poker.md, "Hands".

Of fewer than five cards: four of a kind, three, two pair, pair, high card. Of five: five of a kind, straight flush,
four, full house, flush, straight, three, two pair, pair, high card. Of more, up to fifteen: the best five. A wild card
is whatever card its holder likes best, but in a flush it does not repeat a rank. The ace is high, and low only in
A-2-3-4-5. Suits never break ties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Final

from bot.engine.cards import ACE, RANK_NAMES, SUITS, Card, deck, high, rank_names


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


Wild = int | Collection[Card] | None
"""The wild rank, or all cards that are wild."""

_ACE: Final = 14
_TIMES: Final = {
    Kind.PAIR: (2, 1, 1, 1), Kind.TWO_PAIR: (2, 2, 1), Kind.THREE: (3, 1, 1), Kind.FULL_HOUSE: (3, 2),
    Kind.FOUR: (4, 1), Kind.FIVE: (5,),
}  # fmt: skip
"""How often the ranks are there that tell two hands of a kind apart."""
_ALIKE: Final = {1: Kind.HIGH_CARD, 2: Kind.PAIR, 3: Kind.THREE, 4: Kind.FOUR, 5: Kind.FIVE}
"""A number of cards of a rank, and nothing else."""

# A hand is summed up in one number: four bits count each rank from the two to the ace, four the wild cards, four each
# suit of the others, and one bit is each card that is not wild. What ranks alone make is looked up by the lower part,
# which suits cannot change.
_DIGIT: Final = 4
_WILD_AT: Final = 13 * _DIGIT
_SUITS_AT: Final = 14 * _DIGIT
_CARDS_AT: Final = 18 * _DIGIT
_RANKS_AND_WILD: Final = (1 << _SUITS_AT) - 1
_KNOWN: Final = 100_000
"""How many hands are remembered by their ranks: all that seven cards make, within the memory."""


def codes(wild: Wild = None) -> dict[Card, int]:
    """What each card adds to that number where these are wild. Sums of it are what `Ranks.of_code` takes."""
    return _codes(wild if wild is None or isinstance(wild, int) else frozenset(wild))


@lru_cache(maxsize=512)
def _codes(wild: int | frozenset[Card] | None) -> dict[Card, int]:
    found: dict[Card, int] = {}
    for c in deck():
        if c.rank == wild or (isinstance(wild, frozenset) and c in wild):
            found[c] = 1 << _WILD_AT
        else:
            suit, rank = SUITS.index(c.suit), high(c) - 2
            found[c] = (1 << _DIGIT * rank) + (1 << _SUITS_AT + _DIGIT * suit) + (1 << _CARDS_AT + 13 * suit + rank)
    return found


@lru_cache(maxsize=512)
def _short_codes(wild: int | frozenset[Card] | None) -> dict[Card, int]:
    """The same without the bit of each card, which is wanted for flushes alone: shorter numbers are added quicker."""
    return {c: code & (1 << _CARDS_AT) - 1 for c, code in _codes(wild).items()}


def strength(hand: Collection[Card], wild: Wild = None) -> int:
    """A number that is larger for the better of two hands of equally many cards, or of five or more, of one pack.

    `name` puts the number into words.
    """
    known = _short_codes(wild if wild is None or isinstance(wild, int) else frozenset(wild))
    whole = sum(map(known.__getitem__, hand))
    if _LONGEST[whole >> _SUITS_AT] + (whole >> _WILD_AT & 15) >= 5:
        return HIGHEST.of_code(sum(map(codes(wild).__getitem__, hand)))
    return HIGHEST[whole & _RANKS_AND_WILD]


def kind(strength: int) -> Kind:
    """A pair, a flush and so on."""
    return Kind(strength >> 20)


def least(kind: Kind, rank: int = 0) -> int:
    """The strength that every hand of this kind reaches; or every one whose most telling rank is this or higher."""
    return number(kind, (rank,))


def best_five(hand: Sequence[Card], wild: Wild = None) -> tuple[Card, ...]:
    """The five cards that count, in the order in which they are held."""
    return max(combinations(hand, 5), key=lambda five: strength(five, wild)) if len(hand) > 5 else tuple(hand)


def cards_for(hand: Sequence[Card], strength: int) -> tuple[Card, ...]:
    """The five cards that make a hand without wild cards as strong as this, the most telling first."""
    ranks = _ranks(strength)
    made, held = kind(strength), sorted(hand, key=high, reverse=True)
    if made in (Kind.FLUSH, Kind.STRAIGHT_FLUSH):
        times = Counter(c.suit for c in held)
        held = [c for c in held if times[c.suit] >= 5]
    if made in (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH):
        low = sorted({high(c) for c in held if high(c) < ranks[0]}, reverse=True)[:4]
        ranks = [ranks[0], *(low if len(low) == 4 else [*low, _ACE])]
    many = _TIMES.get(made, (1,) * len(ranks))
    found: list[Card] = []
    for rank, n in zip(ranks, many, strict=False):
        printed = ACE if rank == _ACE else rank
        found += [c for c in held if c.rank == printed][:n]
    return tuple(found)


# ---- what makes it strong -------------------------------------------------------------------


def number(kind: int, ranks: Iterable[int]) -> int:
    """The kind, then the ranks that decide between two of a kind, the most telling one first."""
    number = int(kind)
    for rank in (*ranks, 0, 0, 0, 0, 0)[:5]:
        number = number << 4 | rank
    return number


class Ranks(dict[int, int]):
    """What ranks and wild cards make, worked out when it is first asked for. The lowest straight has an ace below four
    others, and this is its highest card."""

    def __init__(self, lowest_straight: int = 5) -> None:
        runs = [(top, tuple(range(top - 4, top + 1))) for top in range(_ACE, lowest_straight, -1)]
        low = (lowest_straight, (*range(lowest_straight - 3, lowest_straight + 1), _ACE))
        self._runs = [(top, sum(1 << rank - 2 for rank in run)) for top, run in (*runs, low)]

    def of_code(self, whole: int) -> int:
        """How strong the hand is that is summed up so."""
        best = self[whole & _RANKS_AND_WILD]
        if _LONGEST[whole >> _SUITS_AT & 0xFFFF] + (whole >> _WILD_AT & 15) >= 5:
            return max(best, self._suited(whole))
        return best

    def __missing__(self, code: int) -> int:
        if len(self) >= _KNOWN:
            self.clear()
        self[code] = found = self._made(code)
        return found

    def _made(self, code: int) -> int:
        counts = {rank: n for rank in range(_ACE, 1, -1) if (n := code >> _DIGIT * (rank - 2) & 15)}
        wilds = code >> _WILD_AT & 15
        size = min(5, sum(counts.values()) + wilds)
        if wilds >= size:
            return number(_ALIKE[size], (_ACE,)) if size else 0

        def alike(n: int) -> int:
            """The highest rank of which there are this many, wild cards added."""
            return next((rank for rank, count in counts.items() if count + wilds >= n), 0)

        def beside(n: int, *ranks: int) -> list[int]:
            return [*ranks, *[rank for rank in counts if rank not in ranks][:n]]

        pairs = [rank for rank, count in counts.items() if count >= 2]
        if size == 5 and (rank := alike(5)):
            return number(Kind.FIVE, (rank,))
        if rank := alike(4):
            return number(Kind.FOUR, beside(size - 4, rank))
        rank = alike(3)
        if size == 5:
            if rank and (over := [r for r in pairs if r != rank]):
                return number(Kind.FULL_HOUSE, (rank, over[0]))
            if top := self._straight(sum(1 << rank - 2 for rank in counts), wilds):
                return number(Kind.STRAIGHT, (top,))
        if rank:
            return number(Kind.THREE, beside(size - 3, rank))
        if len(pairs) > 1:
            return number(Kind.TWO_PAIR, beside(size - 4, *pairs[:2]))
        if rank := alike(2):
            return number(Kind.PAIR, beside(size - 2, rank))
        return number(Kind.HIGH_CARD, beside(size))

    def _straight(self, ranks: int, wilds: int) -> int:
        """The highest card of the best straight among these ranks, a bit each; 0 if there is none."""
        return next((top for top, run in self._runs if (run & ~ranks).bit_count() <= wilds), 0)

    def _suited(self, whole: int) -> int:
        """The best flush or straight flush, where the longest suit and the wild cards make one."""
        wilds, found = whole >> _WILD_AT & 15, 0
        for suit in range(4):
            ranks = whole >> _CARDS_AT + 13 * suit & 0x1FFF
            if ranks.bit_count() + wilds < 5:
                continue
            if top := self._straight(ranks, wilds):
                found = max(found, number(Kind.STRAIGHT_FLUSH, (top,)))
            else:
                found = max(found, number(Kind.FLUSH, _flush(ranks, wilds)))
        return found


def _flush(ranks: int, wilds: int) -> list[int]:
    """Wild cards stand for the highest ranks that are not there."""
    chosen: list[int] = []
    for rank in range(_ACE, 1, -1):
        there = ranks >> rank - 2 & 1
        if there or wilds:
            wilds -= not there
            chosen.append(rank)
    return chosen[:5]


class _Longest(dict[int, int]):
    """How many cards there are of the longest suit."""

    def __missing__(self, suits: int) -> int:
        self[suits] = found = max(suits >> _DIGIT * n & 15 for n in range(4))
        return found


_LONGEST: Final = _Longest()
HIGHEST: Final = Ranks()
"""A hand of a whole pack."""
SHORT: Final = Ranks(lowest_straight=9)
"""A hand of a pack without the cards from two to five: A-6-7-8-9 is its lowest straight."""


# ---- in words -------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def name(strength: int) -> str:
    """The hand as people call it: `three nines, eight, two`, `full house, kings over twos`."""
    ranks = _ranks(strength)
    first, *rest = (RANK_NAMES[1 if rank == _ACE else rank] for rank in ranks)
    several = [rank_names(1 if rank == _ACE else rank) for rank in ranks[:2]]
    match kind(strength):
        case Kind.FIVE:
            return f"five {several[0]}"
        case Kind.STRAIGHT_FLUSH:
            return "royal straight flush" if ranks[0] == _ACE else f"straight flush to the {first}"
        case Kind.FOUR:
            called, kickers = f"four {several[0]}", rest
        case Kind.FULL_HOUSE:
            return f"full house, {several[0]} over {several[1]}"
        case Kind.FLUSH:
            return f"{'-'.join((first, *rest))} flush"
        case Kind.STRAIGHT:
            return f"straight to the {first}"
        case Kind.THREE:
            called, kickers = f"three {several[0]}", rest
        case Kind.TWO_PAIR:
            called, kickers = f"two pair, {several[0]} over {several[1]}", rest[1:]
        case Kind.PAIR:
            called, kickers = f"pair of {several[0]}", rest
        case _:
            called, kickers = f"{first} high", rest
    return ", ".join((called, *kickers))


def told(strength: int, others: Iterable[int] = (), least: int = 0) -> str:
    """The hand as it is told beside `others`: with kickers down to the last that decides against one of the same name,
    and no further: `pair of kings, ace kicker`, `flush, ace-queen high`. `least` kickers are told in any case."""
    made, ranks = kind(strength), _ranks(strength)
    words = [RANK_NAMES[1 if rank == _ACE else rank] for rank in ranks]
    several = [rank_names(1 if rank == _ACE else rank) for rank in ranks[:2]]
    named = _NAMED.get(made, 1)
    deciding = max((_first_difference(strength, other) + 1 for other in others if other != strength), default=0)
    until = max(named + least, deciding)
    kickers = words[named:until]
    match made:
        case Kind.FIVE | Kind.STRAIGHT_FLUSH | Kind.FULL_HOUSE | Kind.STRAIGHT:
            return name(strength)
        case Kind.FLUSH:
            return f"flush, {'-'.join(words[:until])} high"
        case Kind.TWO_PAIR:
            called = f"two pair, {several[0]} and {several[1]}"
        case Kind.PAIR:
            called = f"pair of {several[0]}"
        case Kind.HIGH_CARD:
            called = f"{words[0]} high"
        case _:
            called = f"{'four' if made == Kind.FOUR else 'three'} {several[0]}"
    return f"{called}, {'-'.join(kickers)} kicker" if kickers else called


_NAMED: Final = {Kind.TWO_PAIR: 2, Kind.FULL_HOUSE: 2}
"""How many ranks are in the name of a hand, where it is not one alone."""


def _ranks(strength: int) -> list[int]:
    return [rank for at in range(16, -1, -4) if (rank := strength >> at & 15)]


def _first_difference(one: int, other: int) -> int:
    """The place of the first rank that tells two hands of a kind apart; −1 if they are of different kinds."""
    if kind(one) != kind(other):
        return -1
    return next(n for n, at in enumerate(range(16, -1, -4)) if (one >> at & 15) != (other >> at & 15))
