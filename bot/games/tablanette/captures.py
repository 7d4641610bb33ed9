"""What a card takes: table cards in groups, each of which makes up its value. Pure functions of ranks.

Suits never matter here, so that cards are their ranks. An ace in a group is 1 or 11 by choice, a jack nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from bot.engine.cards import ACE, JACK, KING, QUEEN, Card

Ranks = tuple[int, ...]
"""Several cards, in falling value: `ordered`."""

MANY = 52
"""Where a group may be as large as it likes."""
_HIGHER = 10
"""What an ace counts more as eleven."""
_ALL_SUMS = (1 << 15) - 1

_VALUES = {ACE: 1, JACK: 0, QUEEN: 13, KING: 14}


def value(rank: int) -> int:
    """What a card counts in a group; an ace may count 11 as well."""
    return _VALUES.get(rank, rank)


def totals(rank: int) -> tuple[int, ...]:
    """What the groups make up that a card of this rank takes, the dearest first; none for a jack, which takes all."""
    return () if rank == JACK else (11, 1) if rank == ACE else (value(rank),)


def ordered(ranks: Iterable[int]) -> Ranks:
    """In falling value."""
    return tuple(sorted(ranks, key=value, reverse=True))


# ---- sums ----------------------------------------------------------------------------------------


def _with(mask: int, rank: int) -> int:
    """The sums of this mask with one card more."""
    if rank == ACE:
        return (mask << 1 | mask << 11) & _ALL_SUMS
    return mask << value(rank) & _ALL_SUMS


def sums(ranks: Sequence[int], most: int) -> int:
    """A bit for each sum that at most this many of these cards can make; bit 0 for none of them."""
    if most >= len(ranks):
        mask = 1
        for rank in ranks:
            mask |= _with(mask, rank)
        return mask
    by_count = [1] + [0] * most
    for rank in ranks:
        for n in range(most - 1, -1, -1):
            by_count[n + 1] |= _with(by_count[n], rank)
    mask = 0
    for each in by_count:
        mask |= each
    return mask


def takes_any(rank: int, table: Sequence[int], most: int) -> bool:
    """Whether a card of this rank, no jack, can take anything."""
    mask = sums(table, most)
    return any(mask >> total & 1 for total in totals(rank))


def completes(begun: Sequence[int], rest: Sequence[int], total: int, most: int) -> bool:
    """Whether these cards make up the total, or do so with some of the rest, in one group."""
    if not begun or len(begun) > most:
        return False
    mask = 1
    for rank in begun:
        mask = _with(mask, rank)
    others = sums(rest, most - len(begun))
    return any(mask >> n & 1 and others >> (total - n) & 1 for n in range(total + 1))


def parted(ranks: Sequence[int], total: int, most: int) -> list[bool]:
    """After how many of these cards, as they come, all groups are complete: group by group from the first."""
    closed = [True] + [False] * len(ranks)
    for start in range(len(ranks)):
        if not closed[start]:
            continue
        mask = 1
        for end in range(start, min(len(ranks), start + most)):
            mask = _with(mask, ranks[end])
            closed[end + 1] |= bool(mask >> total & 1)
    return closed


# ---- splitting -----------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def split(ranks: Ranks, total: int, most: int) -> tuple[Ranks, ...] | None:
    """These cards, in falling value, as groups of limited size that each make the total; None if they cannot. Of
    several ways the one with the smallest groups first."""
    if not ranks:
        return ()
    first, rest = ranks[0], ranks[1:]
    if first == JACK or not _even(ranks, total):
        return None
    for others in _companions(first, rest, total, most):
        if (groups := split(_without(rest, others), total, most)) is not None:
            return ((first, *others), *groups)
    return None


def _even(ranks: Ranks, total: int) -> bool:
    """Whether the sum of all, some aces as eleven, is this many times the total."""
    whole, aces = sum(map(value, ranks)), ranks.count(ACE)
    return any((whole + _HIGHER * n) % total == 0 for n in range(aces + 1))


def _companions(first: int, rest: Ranks, total: int, most: int) -> Iterator[Ranks]:
    """What may lie in a group with this card, the fewest cards first."""
    found = {*_added(rest, _with(1, first), total, most - 1)}
    yield from sorted(found, key=lambda others: (len(others), *map(_falling, others)))


def _falling(rank: int) -> int:
    return -value(rank)


def _added(rest: Ranks, mask: int, total: int, most: int) -> Iterator[Ranks]:
    """The cards, at most this many, that make the total of one of these sums."""
    if mask >> total & 1:
        yield ()
    if not most:
        return
    for n, rank in enumerate(rest):
        if (n == 0 or rest[n - 1] != rank) and (more := _with(mask, rank) & ((2 << total) - 1)):
            for others in _added(rest[n + 1 :], more, total, most - 1):
                yield (rank, *others)


def _without(ranks: Ranks, taken: Ranks) -> Ranks:
    left = [*ranks]
    for rank in taken:
        left.remove(rank)
    return tuple(left)


# ---- what can be taken ---------------------------------------------------------------------------


def grouped(table: Ranks, total: int, most: int) -> Iterator[Ranks]:
    """Every group of these cards, in falling value, that makes up the total; alike ones once."""
    for n, first in enumerate(table):
        if first != JACK and (n == 0 or table[n - 1] != first):
            for rest in _added(table[n + 1 :], _with(1, first), total, most - 1):
                yield (first, *rest)


@lru_cache(maxsize=1 << 13)
def takes(table: Ranks, total: int, most: int, limit: int = 500) -> tuple[Ranks, ...]:
    """The sets of these cards, in falling value, that can be taken at once: each set once, up to a limit."""
    among = [(group, [*Counter(group).items()]) for group in islice(grouped(table, total, most), limit)]
    left = [0] * (KING + 1)
    for rank in table:
        left[rank] += 1
    found: dict[tuple[int, ...], Ranks] = {}

    def grow(start: int, taken: Ranks) -> None:
        for n in range(start, len(among)):
            group, counts = among[n]
            if len(found) >= limit or not all(left[rank] >= count for rank, count in counts):
                continue
            for rank, count in counts:
                left[rank] -= count
            if (key := tuple(left)) not in found:
                whole = (*taken, *group)
                found[key] = ordered(whole)
                grow(n, whole)
            for rank, count in counts:
                left[rank] += count

    grow(0, ())
    return tuple(found.values())


# ---- cards ---------------------------------------------------------------------------------------


def falling(c: Card) -> tuple[int, str]:
    """Cards in falling value."""
    return -value(c.rank), c.suit


def in_groups(cards: Sequence[Card], rank: int, most: int) -> tuple[int, tuple[tuple[Card, ...], ...]] | None:
    """These table cards in the groups in which a card of this rank takes them, and what each group makes up. An ace
    that could take them as 1 and as 11 counts 11 (ruling 15). None if it cannot take them all."""
    ranks = ordered(c.rank for c in cards)
    for total in totals(rank):
        if (found := split(ranks, total, most)) is not None:
            return total, named(found, cards)
    return None


def named(found: Sequence[Ranks], cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """The cards of such groups."""
    left = sorted(cards, key=falling)
    result: list[tuple[Card, ...]] = []
    for group in found:
        picked: list[Card] = []
        for rank in group:
            picked.append(next(c for c in left if c.rank == rank))
            left.remove(picked[-1])
        result.append(tuple(picked))
    return tuple(result)
