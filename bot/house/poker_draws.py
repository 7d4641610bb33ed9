"""What a house player of poker keeps when it may draw (house-players.md, Poker)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from bot.engine.cards import Card, high
from bot.games.parts.poker_hands import Kind, Wild, kind, strength
from bot.games.poker.ranking import BADUGI, LOW_27, LOW_A5, Ranking

STRAIGHT = int(Kind.STRAIGHT)


def kept(hand: Sequence[Card], half: Ranking, left: int, wild: Wild = None, *, single: bool = False) -> list[Card]:
    """What of a hand is not thrown away. `left` is how many draws there are, this one among them; `single` that there
    never was another."""
    if half is BADUGI:
        return kept_for_badugi(hand)
    if half is LOW_27 or half is LOW_A5:
        return kept_low(hand, left, aces=half is LOW_A5, single=single)
    return kept_high(hand, wild)


def kept_high(hand: Sequence[Card], wild: Wild = None) -> list[Card]:
    """Groups; four to a flush or to an open straight; otherwise the best two."""
    if kind(strength(hand, wild)) >= STRAIGHT:
        return [*hand]
    free = [c for c in hand if is_wild(c, wild)]
    times = Counter(c.rank for c in hand)
    groups = [c for c in hand if times[c.rank] > 1 or c in free]
    natural = sorted((c for c in hand if c not in free), key=high, reverse=True)
    if free:
        return groups if len(groups) > len(free) or not natural else [*free, natural[0]]
    return groups or four_to_something(hand) or natural[:2]


def is_wild(c: Card, wild: Wild) -> bool:
    return c.rank == wild if isinstance(wild, int) else bool(wild) and c in wild


def four_to_something(hand: Sequence[Card]) -> list[Card]:
    """Four of a suit, or four ranks in a row that a card at either end makes a straight."""
    for suit in {c.suit for c in hand}:
        suited = [c for c in hand if c.suit == suit]
        if len(suited) == 4:
            return suited
    by_rank = {high(c): c for c in hand}
    for low in range(10, 1, -1):
        if all(rank in by_rank for rank in range(low, low + 4)):
            return [by_rank[rank] for rank in range(low, low + 4)]
    return []


def kept_low(hand: Sequence[Card], left: int, *, aces: bool, single: bool) -> list[Card]:
    """Different ranks up to the eight; to the seven where the ace is high and there is time. A good hand as it is."""

    def rank(c: Card) -> int:
        return c.rank if aces else high(c)

    several = sorted({rank(c): c for c in hand}.values(), key=rank)
    pat = (11 if single else 9) if left == 1 else 8
    if len(several) == 5 and rank(several[-1]) <= pat and not (not aces and made(several)):
        return several
    most = 7 if not aces and left > 1 else 8
    low = [c for c in several if rank(c) <= most]
    return low[:-1] if len(low) == 5 else low


def made(five: Sequence[Card]) -> bool:
    """Whether they are a straight or a flush where the ace is high."""
    ranks = sorted(map(high, five))
    return len({c.suit for c in five}) == 1 or ranks[-1] - ranks[0] == 4


def kept_for_badugi(hand: Sequence[Card]) -> list[Card]:
    """All four if they are one; otherwise the best part up to the eight."""
    if len({c.rank for c in hand}) == 4 == len({c.suit for c in hand}):
        return [*hand]
    low = sorted(c for c in hand if c.rank <= 8)
    for n in (3, 2):
        parts = [some for some in combinations(low, n) if different(some)]
        if parts:
            return [*min(parts, key=lambda some: [c.rank for c in reversed(some)])]
    return low[:1]


def different(some: Iterable[Card]) -> bool:
    """Whether no two are of one rank or suit."""
    held = [*some]
    return len({c.rank for c in held}) == len(held) == len({c.suit for c in held})
