"""Coins and ranks: what a purse is worth, how a price may be paid, what lies where when cards are sorted. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from bot.engine.cards import JACK, KING, QUEEN, Card

TEN = 10
"""The highest rank that is collected."""
ALL_TEN = sum(1 << rank for rank in range(1, TEN + 1))
"""A set of ranks is the sum of their bits; this is the whole of them."""
JOKER_RANK = 0
WORTH = {JACK: 1, QUEEN: 2, KING: 3, JOKER_RANK: 5}
"""What each coin counts in the open market; they are paid in this order."""
ORDER = {rank: n for n, rank in enumerate(WORTH)}
NAMES = {JACK: "jack", QUEEN: "queen", KING: "king", JOKER_RANK: "joker"}
_RANK_NAMES = (
    "a joker", "an ace", "a two", "a three", "a four", "a five", "a six", "a seven", "an eight", "a nine", "a ten",
)  # fmt: skip

Coins = tuple[int, ...]
"""Ranks of coins, in the order in which they are paid."""


def rank_name(rank: int) -> str:
    """A rank that is collected, in a sentence: "a seven"."""
    return _RANK_NAMES[rank]


def is_coin(c: Card) -> bool:
    return not 0 < c.rank <= TEN


def ranks_in(held: int) -> list[int]:
    """The ranks of a set."""
    return [rank for rank in range(1, TEN + 1) if held & 1 << rank]


def worth(coins: Iterable[int]) -> int:
    """What these ranks of coins come to."""
    return sum(WORTH[rank] for rank in coins)


def purse_of(cards: Iterable[Card]) -> Coins:
    """The ranks of a purse in the order in which they are paid."""
    return tuple(sorted((c.rank for c in cards), key=ORDER.__getitem__))


@lru_cache(maxsize=8192)
def payments(purse: Coins, price: int) -> tuple[Coins, ...]:
    """Every set of these coins that is worth the price and in which none is superfluous; the cheapest first, of equal
    ones the one of the fewest coins."""
    ways = [range(min(purse.count(rank), -(-price // value)) + 1) for rank, value in WORTH.items()]
    found: list[Coins] = []
    for counts in product(*ways):
        total = sum(n * value for n, value in zip(counts, WORTH.values(), strict=True))
        spare = total - price
        if spare >= 0 and all(not n or value > spare for n, value in zip(counts, WORTH.values(), strict=True)):
            found.append(tuple(rank for rank, n in zip(WORTH, counts, strict=True) for _ in range(n)))
    return tuple(sorted(found, key=lambda coins: (worth(coins), len(coins), [ORDER[rank] for rank in coins])))


@lru_cache(maxsize=8192)
def following(purse: Coins, price: int, chosen: Coins) -> Coins:
    """Which coins may be paid besides those, so that none is superfluous in the end."""
    ways = [way for way in payments(purse, price) if all(way.count(rank) >= chosen.count(rank) for rank in chosen)]
    return tuple(rank for rank in WORTH if any(way.count(rank) > chosen.count(rank) for way in ways))


def superfluous(coins: Sequence[int], price: int) -> int | None:
    """The dearest of these coins without which the others are still enough; None if each is needed."""
    spare = worth(coins) - price
    return max((rank for rank in coins if WORTH[rank] <= spare), key=WORTH.__getitem__, default=None)


class Sorted(NamedTuple):
    """Cards where they belong."""

    hand: tuple[Card, ...]
    purse: tuple[Card, ...]
    stall: tuple[Card, ...]


def sort(cards: Iterable[Card]) -> Sorted:
    """Coins go to the purse; of each rank the first card stays in hand, the others go to the stall."""
    hand: dict[int, Card] = {}
    purse: list[Card] = []
    stall: list[Card] = []
    for c in cards:
        if is_coin(c):
            purse.append(c)
        elif hand.setdefault(c.rank, c) is not c:
            stall.append(c)
    return Sorted(tuple(hand.values()), tuple(purse), tuple(stall))


def best_of(holdings: Sequence[tuple[int, int]]) -> list[int]:
    """In a dead market, which of these have the most ranks, and among them the largest purses: their places."""
    return [n for n, held in enumerate(holdings) if held == max(holdings)]
