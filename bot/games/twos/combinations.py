"""Combinations of Twos: what cards are together, what beats what, and which cards may still be added to some.

Cards stand in the order of the game, 3♦ lowest and 2♠ highest; a set of them is a number with a bit for each. In a
straight the two has its ordinary place, next to the three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from bot.engine.cards import ACE, RANK_NAMES, SUIT_NAMES, Card, card, deck, rank_names

Mask = int
"""A set of cards: bit 0 is the 3♦, bit 51 the 2♠; four bits a rank."""

SUITS = "DCHS"
"""From the lowest to the highest."""
SIZES = (1, 2, 3, 5)
OPENER = card("3D")
MOST = 5

ORDER = sorted(deck(), key=lambda c: ((c.rank - 3) % 13, SUITS.index(c.suit)))
PLACE = {c: n for n, c in enumerate(ORDER)}
"""Where each card stands in the order of the game, from 0 to 51."""
_BIT = {c: 1 << n for n, c in enumerate(ORDER)}
_RANKS = tuple(15 << 4 * rank for rank in range(13))
"""The four cards of each rank, the threes first and the twos last."""
_SUITS = tuple(sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4))


class Kind(IntEnum):
    """What a combination is; five-card plays from the lowest to the highest."""

    SINGLE = 1
    PAIR = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8


class Combination(NamedTuple):
    """What some cards are together. Of equal size the one with the greater `worth` is the better."""

    kind: Kind
    size: int
    worth: int
    rank: int
    """The rank that it is called by, from 1 (ace) to 13; of a straight the highest card's."""
    suit: str
    """Of a single, of a flush, and of the highest card of a straight flush."""


RUNS = tuple(tuple((natural - 3) % 13 for natural in range(top - 4, top + 1)) for top in range(5, 15))
"""Every run of five ranks, from A 2 3 4 5 to 10 J Q K A, by their places in the order of the game; the highest of each
comes last."""
_RUN_OF = {sum(1 << place for place in places): n for n, places in enumerate(RUNS)}


def place(c: Card) -> int:
    """Where a card stands, to sort by."""
    return PLACE[c]


def mask(cards: Iterable[Card]) -> Mask:
    """These cards as a set."""
    bits = 0
    for c in cards:
        bits |= _BIT[c]
    return bits


def unmask(bits: Mask) -> list[Card]:
    """The cards of a set, from the lowest to the highest."""
    found: list[Card] = []
    while bits:
        low = bits & -bits
        found.append(ORDER[low.bit_length() - 1])
        bits ^= low
    return found


def _rank(bits: Mask) -> int:
    """The place of the rank of the highest of these cards."""
    return (bits.bit_length() - 1) >> 2


# ---- what they are together ----------------------------------------------------------------------


def recognise(cards: Sequence[Card]) -> Combination | None:
    """What these cards are together; None if they are nothing."""
    return recognised(mask(cards)) if len({*cards}) == len(cards) and len(cards) in SIZES else None


@lru_cache(maxsize=1 << 14)
def recognised(bits: Mask) -> Combination | None:
    """The same of a set of cards."""
    size = bits.bit_count()
    top = bits.bit_length() - 1
    if size == 5:
        return _five(bits)
    if not size or size > 3 or bits & ~_RANKS[top >> 2]:
        return None
    high = ORDER[top]
    worth = top if size < 3 else top >> 2
    return Combination(Kind(size), size, worth, high.rank, high.suit if size == 1 else "")


def _five(bits: Mask) -> Combination | None:
    held = [n for n in range(13) if bits & _RANKS[n]]
    if len(held) == 2:
        often, other = held
        if (bits & _RANKS[often]).bit_count() < 3:
            often, other = other, often
        four = (bits & _RANKS[often]).bit_count() == 4
        return _combination(Kind.FOUR if four else Kind.FULL_HOUSE, often, ORDER[4 * often].rank, "")
    if len(held) != 5:
        return None
    suit = next((n for n in range(4) if not bits & ~_SUITS[n]), None)
    run = _RUN_OF.get(sum(1 << n for n in held))
    if run is not None:
        highest = bits & _RANKS[RUNS[run][-1]]
        high = ORDER[highest.bit_length() - 1]
        kind = Kind.STRAIGHT if suit is None else Kind.STRAIGHT_FLUSH
        return _combination(kind, 4 * run + SUITS.index(high.suit), high.rank, "" if suit is None else high.suit)
    if suit is None:
        return None
    return _combination(Kind.FLUSH, suit << 52 | bits, ORDER[4 * held[-1]].rank, SUITS[suit])


def _combination(kind: Kind, within: int, rank: int, suit: str) -> Combination:
    """A five-card play: its kind counts first, then what is compared `within` it."""
    return Combination(kind, 5, kind << 56 | within, rank, suit)


def beats(better: Combination, other: Combination) -> bool:
    """Whether it may be laid on the other."""
    return better.size == other.size and better.worth > other.worth


def laid_out(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A combination as people lay it: a straight as it runs, of a full house the three first, otherwise from the
    highest."""
    lying = sorted(cards, key=place, reverse=True)
    made = recognise(lying)
    if made is None or made.size < 5:
        return tuple(lying)
    if made.kind in (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH):
        return tuple(sorted(lying, key=lambda c: 14 if c.rank == ACE and made.rank == ACE else c.rank))
    if made.kind is Kind.FLUSH:
        return tuple(lying)
    return tuple(sorted(lying, key=lambda c: c.rank != made.rank))


# ---- what may be added ---------------------------------------------------------------------------


def beating(hand: Mask, chosen: Mask, over: Combination | None, size: int) -> Mask:
    """The cards of a hand that are, along with those chosen, in a combination of this size that beats the other one;
    empty if there is no such combination."""
    if size == 5:
        return _beating_five(hand, chosen, over)
    least = -1 if over is None else over.worth
    if chosen and chosen & ~_RANKS[_rank(chosen)]:
        return 0
    found = 0
    for n in (_rank(chosen),) if chosen else range(13):
        held = hand & _RANKS[n]
        if held.bit_count() < size or chosen.bit_count() > size:
            continue
        if size == 3:
            found |= 0 if n <= least else chosen if chosen.bit_count() == 3 else held
        elif size == 1:
            found |= (chosen or held) & ~((1 << least + 1) - 1)
        else:
            higher = held & ~((1 << least + 1) - 1)
            if chosen.bit_count() == 2:
                found |= chosen if chosen & higher else 0
            elif higher:
                found |= held if not chosen or chosen & higher else higher | chosen
    return found


def _beating_five(hand: Mask, chosen: Mask, over: Combination | None) -> Mask:
    count = chosen.bit_count()
    if count > 5 or hand.bit_count() < 5:
        return 0
    kind = Kind.SINGLE if over is None else over.kind
    least = -1 if over is None else over.worth & (1 << 56) - 1
    found = 0
    if kind <= Kind.STRAIGHT:
        found |= _straights(hand, chosen, least if kind == Kind.STRAIGHT else -1)
    if kind <= Kind.FLUSH:
        found |= _flushes(hand, chosen, least if kind == Kind.FLUSH else -1)
    if kind <= Kind.FULL_HOUSE:
        found |= _full_houses(hand, chosen, least if kind == Kind.FULL_HOUSE else -1)
    if kind <= Kind.FOUR:
        found |= _fours(hand, chosen, least if kind == Kind.FOUR else -1)
    for suit in _SUITS:
        found |= _straights(hand & suit, chosen, least if kind == Kind.STRAIGHT_FLUSH else -1)
    return found


def _straights(hand: Mask, chosen: Mask, least: int) -> Mask:
    """Straights above this height, those of a suit among them: they are better still."""
    if chosen & ~hand:
        return 0
    found = 0
    for height in range(max(0, least) >> 2, 10):
        bits = covered = 0
        for n in RUNS[height]:
            held = hand & _RANKS[n]
            own = chosen & held
            if not held or own & (own - 1):
                break
            if n == RUNS[height][-1]:
                lowest_suit = max(0, least + 1 - 4 * height)
                held &= ~((1 << lowest_suit) - 1) << 4 * n
            bits |= (own or held) & held
            covered |= own & held
            if not (own or held) & held:
                break
        else:
            if covered == chosen:
                found |= bits
    return found


def _flushes(hand: Mask, chosen: Mask, least: int) -> Mask:
    """Flushes above this worth, runs among them: they are better still."""
    found = 0
    for n, suit in enumerate(_SUITS):
        held = hand & suit
        if chosen & ~suit or held.bit_count() < 5 or n < least >> 52:
            continue
        if n > least >> 52:
            found |= held if chosen.bit_count() < 5 else chosen
            continue
        if chosen.bit_count() == 5:
            found |= chosen if n << 52 | chosen > least else 0
            continue
        # of equal suits the higher cards: the best that goes with a card is the highest of the others
        for bit in _bits(held):
            own = chosen | bit
            rest = held & ~own
            while own.bit_count() < 5:
                top = 1 << rest.bit_length() - 1
                own, rest = own | top, rest ^ top
            if n << 52 | own > least:
                found |= bit
    return found


def _full_houses(hand: Mask, chosen: Mask, least: int) -> Mask:
    """Full houses whose three is above this rank."""
    found = 0
    pairs = [n for n in range(13) if (hand & _RANKS[n]).bit_count() > 1]
    for three in pairs:
        if three <= least or (hand & _RANKS[three]).bit_count() < 3:
            continue
        mine = chosen & _RANKS[three]
        if mine.bit_count() > 3:
            continue
        rest = chosen & ~_RANKS[three]
        for pair in (_rank(rest),) if rest else pairs:
            if pair == three or pair not in pairs or rest & ~_RANKS[pair] or rest.bit_count() > 2:
                continue
            found |= mine if mine.bit_count() == 3 else hand & _RANKS[three]
            found |= rest if rest.bit_count() == 2 else hand & _RANKS[pair]
    return found


def _fours(hand: Mask, chosen: Mask, least: int) -> Mask:
    """Four of a rank above this one, and any fifth card."""
    found = 0
    for n in range(least + 1, 13):
        if hand & _RANKS[n] == _RANKS[n]:
            fifth = chosen & ~_RANKS[n]
            if fifth.bit_count() <= 1:
                found |= _RANKS[n] | (fifth or hand)
    return found


def _bits(bits: Mask) -> Iterator[Mask]:
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


# ---- a list of some ------------------------------------------------------------------------------


def pairs(hand: Mask) -> Iterator[Mask]:
    """All pairs."""
    for rank in _RANKS:
        for a, b in combinations(_bits(hand & rank), 2):
            yield a | b


def threes(hand: Mask) -> Iterator[Mask]:
    """All threes."""
    for rank in _RANKS:
        for three in combinations(_bits(hand & rank), 3):
            yield sum(three)


def some_fives(hand: Mask) -> list[Mask]:
    """Of the five-card plays some of every kind, among them the cheapest and the best: from a hand of 26 there are
    thousands in all.

    Straights are of the cheapest card of each rank with the lowest and with the highest top card, and those of a suit;
    flushes are five neighbours of a suit; full houses are of the cheapest cards of each two ranks, fours have the
    lowest fifth card.
    """
    found: dict[Mask, None] = {}
    _list_runs(hand, found)
    for suit in _SUITS:
        if (held := hand & suit).bit_count() >= 5:
            _list_runs(held, found)
            bits = [*_bits(held)]
            for n in range(len(bits) - 4):
                found[sum(bits[n : n + 5])] = None
    cheap = {n: [*_bits(hand & _RANKS[n])] for n in range(13)}
    for three, held in cheap.items():
        if len(held) >= 3:
            for pair, others in cheap.items():
                if pair != three and len(others) >= 2:
                    found[sum(held[:3]) | sum(others[:2])] = None
        if len(held) == 4:
            rest = hand & ~_RANKS[three]
            if rest:
                found[_RANKS[three] | rest & -rest] = None
    return [*found]


def _list_runs(hand: Mask, found: dict[Mask, None]) -> None:
    for places in RUNS:
        bits, top = 0, hand & _RANKS[places[-1]]
        for n in places[:-1]:
            held = hand & _RANKS[n]
            if not held:
                break
            bits |= held & -held
        else:
            if top:
                found[bits | top & -top] = None
                found[bits | 1 << top.bit_length() - 1] = None


def listed(hand: Mask, over: Combination | None, must: Mask) -> list[Mask]:
    """Some of the combinations that may be laid, the weakest first; those of few cards before those of many."""
    found: list[tuple[int, int, Mask]] = []
    for size in SIZES if over is None else (over.size,):
        small = _bits(hand) if size == 1 else pairs(hand) if size == 2 else threes(hand)
        for bits in some_fives(hand) if size == 5 else small:
            made = recognised(bits)
            if made and must & ~bits == 0 and (over is None or made.worth > over.worth):
                found.append((size, made.worth, bits))
    found.sort()
    return [bits for _, _, bits in found]


# ---- in words ------------------------------------------------------------------------------------


def called(made: Combination) -> str:
    """A combination in words: "pair of nines", "full house, nines"; of a single there are none."""
    match made.kind:
        case Kind.SINGLE:
            return f"{RANK_NAMES[made.rank]} of {SUIT_NAMES[made.suit]}s"
        case Kind.PAIR:
            return f"pair of {rank_names(made.rank)}"
        case Kind.THREE:
            return f"three {rank_names(made.rank)}"
        case Kind.STRAIGHT:
            return f"straight to the {RANK_NAMES[made.rank]}"
        case Kind.FLUSH:
            return f"flush of {SUIT_NAMES[made.suit]}s"
        case Kind.FULL_HOUSE:
            return f"full house, {rank_names(made.rank)}"
        case Kind.FOUR:
            return f"four {rank_names(made.rank)}"
        case Kind.STRAIGHT_FLUSH:
            return f"straight flush to the {RANK_NAMES[made.rank]} of {SUIT_NAMES[made.suit]}s"
