"""Sets and runs: what a hand of one deck can be melded to, and what other cards may be laid on that.

Cards are bits of a number here, so that a hand is one number, and hands are looked up quickly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from bot.engine.cards import SUITS, Card

RANKS_OF_A_SUIT = 13
Mask = int
"""Cards as bits; each stands for one card."""

_CARDS = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, RANKS_OF_A_SUIT + 1))
_BIT = {c: 1 << n for n, c in enumerate(_CARDS)}
_WORTH = tuple(min(c.rank, 10) for c in _CARDS)


def mask(cards: Iterable[Card]) -> Mask:
    """Cards of one deck as a number."""
    bits = 0
    for c in cards:
        bits |= _BIT[c]
    return bits


def bit(c: Card) -> Mask:
    """One card as a number."""
    return _BIT[c]


def unmask(bits: Mask) -> list[Card]:
    """The cards, by suits and from the ace up."""
    return [_CARDS[n] for n in _places(bits)]


def _places(bits: Mask) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def points(c: Card) -> int:
    """What an unmatched card counts: an ace one, a face card ten."""
    return min(c.rank, 10)


_SUIT = (1 << RANKS_OF_A_SUIT) - 1
_IN_A_SUIT = [0]
"""What each choice of ranks of one suit counts: the lowest of them, and the rest."""
for _held in range(1, _SUIT + 1):
    _IN_A_SUIT.append(_IN_A_SUIT[_held & (_held - 1)] + _WORTH[(_held & -_held).bit_length() - 1])


def total(bits: Mask) -> int:
    """What these cards count together, if none of them is matched."""
    clubs, diamonds, hearts, spades = _suits(bits)
    return _IN_A_SUIT[clubs] + _IN_A_SUIT[diamonds] + _IN_A_SUIT[hearts] + _IN_A_SUIT[spades]


def _suits(bits: Mask) -> tuple[int, int, int, int]:
    """The ranks that are held of each suit."""
    return bits & _SUIT, bits >> 13 & _SUIT, bits >> 26 & _SUIT, bits >> 39


# ---- melds -------------------------------------------------------------------------------------------


def _runs(suit: int, length: int, around: bool) -> Iterator[Mask]:
    starts = RANKS_OF_A_SUIT if around else RANKS_OF_A_SUIT - length + 1
    if length == RANKS_OF_A_SUIT:
        starts = 1  # a whole suit is one run, wherever it begins
    for start in range(starts):
        yield sum(1 << (suit * RANKS_OF_A_SUIT + (start + n) % RANKS_OF_A_SUIT) for n in range(length))


@cache
def runs(around: bool, longest: int = RANKS_OF_A_SUIT) -> tuple[Mask, ...]:
    """All runs of three cards or more; `around` the corner, king and ace are neighbours."""
    lengths = range(3, longest + 1)
    return tuple(run for suit in range(4) for length in lengths for run in _runs(suit, length, around))


@cache
def sets() -> tuple[Mask, ...]:
    """All sets of three and four cards."""
    found: list[Mask] = []
    for rank in range(RANKS_OF_A_SUIT):
        four = [1 << (suit * RANKS_OF_A_SUIT + rank) for suit in range(4)]
        found += [sum(three) for three in combinations(four, 3)]
        found.append(sum(four))
    return tuple(found)


Weighed = tuple[Mask, int]
"""A meld, and what it takes off the deadwood."""


@cache
def _runs_within(suit: int, held: int, around: bool) -> tuple[Weighed, ...]:
    """The runs of three to five in these ranks of a suit: longer ones are made of them."""
    all_of_it = held << (suit * RANKS_OF_A_SUIT)
    within = [run for run in runs(around, 5) if run & all_of_it == run]
    return tuple((run, total(run)) for run in within)


@cache
def _sets_within(rank: int, held: int) -> tuple[Weighed, ...]:
    """The sets in these suits of a rank."""
    all_of_it = sum(1 << (suit * RANKS_OF_A_SUIT + rank) for suit in range(4) if held >> suit & 1)
    return tuple((each, total(each)) for each in sets() if each & all_of_it == each)


def _within(hand: Mask, around: bool) -> list[Weighed]:
    """The melds that a hand holds, none longer than five cards."""
    clubs, diamonds, hearts, spades = suits = _suits(hand)
    found: list[Weighed] = []
    for suit, held in enumerate(suits):
        if held:
            found += _runs_within(suit, held, around)
    three = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    for rank in _places(three) if three else ():
        found += _sets_within(rank, sum((held >> rank & 1) << suit for suit, held in enumerate(suits)))
    return found


@lru_cache(maxsize=1 << 18)
def deadwood(hand: Mask, around: bool = False) -> int:
    """The least that a hand's unmatched cards can count."""
    return total(hand) - _most(_within(hand, around))


def _most(melds: Sequence[Weighed]) -> int:
    """The most that melds with no card in common take off."""
    best = 0
    for n, (meld, worth) in enumerate(melds):
        rest = [each for each in melds[n + 1 :] if not each[0] & meld]
        best = max(best, worth + _most(rest) if rest else worth)
    return best


@lru_cache(maxsize=1 << 17)
def after_throw(hand: Mask, around: bool = False) -> int:
    """The least deadwood that a hand can have when one of its cards is thrown: of those in no meld the dearest."""
    return _after_throw(hand, _within(hand, around))


def _after_throw(loose: Mask, melds: Sequence[Weighed]) -> int:
    clubs, diamonds, hearts, spades = _suits(loose)
    dearest = min((clubs | diamonds | hearts | spades).bit_length(), 10)
    left = total(loose) - dearest
    for n, (meld, _) in enumerate(melds):
        if meld & loose == meld:
            left = min(left, _after_throw(loose ^ meld, melds[n + 1 :]))
    return left


Arrangement = tuple[Mask, ...]
"""Melds with no card in common."""


def arrangements(hand: Mask, around: bool = False) -> list[Arrangement]:
    """Every way to lay melds, none at all among them, the least deadwood first; runs that touch are one."""
    within = [meld for meld in (*sets(), *runs(around, hand.bit_count())) if meld & hand == meld]
    found: list[Arrangement] = []

    def lay(at: int, laid: Arrangement, left: Mask) -> None:
        found.append(laid)
        for n in range(at, len(within)):
            if within[n] & left == within[n]:
                lay(n + 1, (*laid, within[n]), left ^ within[n])

    lay(0, (), hand)
    whole = {run for run in within if run not in sets()}
    kept = [each for each in found if not any(a | b in whole for a, b in combinations(each, 2))]
    return sorted(kept, key=lambda laid: (total(hand ^ _union(laid)), len(laid), laid))


def best_arrangements(hand: Mask, around: bool = False) -> list[Arrangement]:
    """Those that leave the least deadwood."""
    least = deadwood(hand, around)
    if least == total(hand):  # there is no meld
        return [()]
    return [laid for laid in arrangements(hand, around) if total(hand ^ _union(laid)) == least]


def _union(melds: Iterable[Mask]) -> Mask:
    bits = 0
    for meld in melds:
        bits |= meld
    return bits


# ---- laying off --------------------------------------------------------------------------------------


def layoffs(melds: Sequence[Mask], hand: Mask, around: bool = False) -> Mapping[Mask, tuple[Mask, ...]]:
    """All cards of a hand that may be laid on these melds together, in whatever order fits, and what each meld gets
    then. Nothing at all is among them."""
    choices = [_extensions(meld, hand, around) for meld in melds]
    found: dict[Mask, tuple[Mask, ...]] = {}
    for each in product(*choices):
        bits = 0
        for more in each:
            if more & bits:
                break  # one card cannot lie in two places
            bits |= more
        else:
            found.setdefault(bits, each)
    return found


def _extensions(meld: Mask, hand: Mask, around: bool) -> list[Mask]:
    """What a hand can add to one meld: the fourth card of a set, either end of a run."""
    suits = {n // RANKS_OF_A_SUIT for n in _places(meld)}
    if len(suits) > 1:
        rank = next(_places(meld)) % RANKS_OF_A_SUIT
        four = sum(1 << (suit * RANKS_OF_A_SUIT + rank) for suit in range(4))
        more = four ^ meld
        return [0, more] if more and more & hand else [0]
    first = suits.pop() * RANKS_OF_A_SUIT
    ranks = [n - first for n in _places(meld)]
    gap = _gap(ranks)
    low, high = ranks[gap], ranks[gap - 1]
    room = RANKS_OF_A_SUIT - len(ranks)
    below = _chain(low, -1, first, hand, around, room)
    above = _chain(high, 1, first, hand, around, room)
    return [
        _union(below[:a]) | _union(above[:b])
        for a in range(len(below) + 1) for b in range(len(above) + 1) if a + b <= room
    ]  # fmt: skip


def _chain(end: int, step: int, first: int, hand: Mask, around: bool, room: int) -> list[Mask]:
    """The cards of a hand that fit to an end of a run, one after the other."""
    found: list[Mask] = []
    rank = end + step
    while len(found) < room and (around or 0 <= rank < RANKS_OF_A_SUIT):
        bit = 1 << (first + rank % RANKS_OF_A_SUIT)
        if not bit & hand:
            break
        found.append(bit)
        rank += step
    return found


def best_layoff(melds: Sequence[Mask], hand: Mask, around: bool = False) -> Mask:
    """The cards to lay off so that what is kept counts the least in its best arrangement; as few as do."""
    return min(layoffs(melds, hand, around), key=lambda laid: (deadwood(hand ^ laid, around), laid.bit_count(), laid))


def in_melds(laid: Arrangement) -> list[list[Card]]:
    """Melds as they lie: a run from its lowest card on, a set by suits."""
    return [_in_order(meld) for meld in laid]


def _in_order(meld: Mask) -> list[Card]:
    cards = unmask(meld)
    gap = _gap([c.rank for c in cards]) if len({c.suit for c in cards}) == 1 else 0
    return cards[gap:] + cards[:gap]


def _gap(ranks: Sequence[int]) -> int:
    """Where a run goes on after the corner: the place of its first card among its ranks from the ace up."""
    return next((n for n in range(1, len(ranks)) if ranks[n] - ranks[n - 1] > 1), 0)


def unmatched(hand: Collection[Card], laid: Arrangement) -> list[Card]:
    """The cards of a hand that lie in none of these melds."""
    return unmask(mask(hand) & ~_union(laid))
