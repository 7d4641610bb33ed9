"""Chains of cards, each one rank up or down from the one before: suits never matter, so a hand is how many it has of
each rank.

Ranks form a circle: the ace stands next to the two and next to the king. A hand is one number here, three bits for
each rank, so that what has been seen is found quickly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from bot.engine.cards import Card

RANKS: Final = 13
_BITS, _ONE_RANK = 3, 7

BESIDE: Final[tuple[tuple[int, int], ...]] = (
    (0, 0),
    *((RANKS if rank == 1 else rank - 1, 1 if rank == RANKS else rank + 1) for rank in range(1, RANKS + 1)),
)
"""By rank from 1, the ace, the two ranks that stand beside it."""

Held = int
"""A hand: how many cards of each rank."""
End = tuple[Held, int]
"""Where a chain may stop: what is left in hand, and the rank on top."""


def broken(upcard: Card, cards: Sequence[Card]) -> int | None:
    """The place of the first card that does not fit on the one before it; None if all of them do."""
    upon = upcard
    for n, c in enumerate(cards):
        if c.rank not in BESIDE[upon.rank]:
            return n
        upon = c
    return None


def counted(cards: Iterable[Card]) -> Held:
    """Cards as a hand."""
    held = 0
    for c in cards:
        held += 1 << _BITS * c.rank
    return held


def count(held: Held, rank: int) -> int:
    """How many cards of this rank there are."""
    return held >> _BITS * rank & _ONE_RANK


def size(held: Held) -> int:
    """How many cards there are."""
    return sum(held >> _BITS * rank & _ONE_RANK for rank in range(1, RANKS + 1))


def ends(held: Held, upon: int, most: int) -> dict[End, End]:
    """Where the chains of a hand on a card of this rank may stop, each with the end of the chain without its last card.
    Every end is found once, those of one chain after the other, up to a limit."""
    start = held, upon
    found: dict[End, End] = {}
    following = [start]
    while following and len(found) < most:
        here = following.pop()
        left, rank = here
        for beside in BESIDE[rank]:
            if left >> _BITS * beside & _ONE_RANK:
                end = left - (1 << _BITS * beside), beside
                if end not in found and end != start:
                    found[end] = here
                    following.append(end)
    return found


def ranks_to(end: End, found: dict[End, End]) -> list[int]:
    """The ranks of a chain that stops there, in order."""
    ranks: list[int] = []
    at: End | None = end
    while at in found:
        ranks.append(at[1])
        at = found[at]
    return ranks[::-1]


def cards_of(ranks: Iterable[int], hand: Collection[Card]) -> tuple[Card, ...]:
    """Cards of a hand for these ranks."""
    lying: dict[int, list[Card]] = {}
    for c in sorted(hand, reverse=True):
        lying.setdefault(c.rank, []).append(c)
    return tuple(lying[rank].pop() for rank in ranks)


MOST_ENDS: Final = 400
"""From how many ends the longest chains are shown."""


def longest(hand: Collection[Card], upon: int, most: int) -> Iterator[tuple[Card, ...]]:
    """The longest chains of two cards or more, the longest first: of those with the same end only one."""
    found = ends(counted(hand), upon, MOST_ENDS)
    walks = sorted((ranks_to(end, found) for end in found), key=lambda ranks: (-len(ranks), ranks))
    for ranks in walks[:most]:
        if len(ranks) > 1:
            yield cards_of(ranks, hand)
