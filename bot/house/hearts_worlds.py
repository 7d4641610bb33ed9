"""The hands that the others at a table of Hearts may hold, dealt at random as far as a player knows about them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from math import comb

from .hearts_rules import LADY, Bit, Mask, bits


@dataclass(frozen=True)
class Other:
    """What a player knows of another seat's hand."""

    seat: int
    size: int
    """How many cards are in it."""
    held: Mask
    """These are among them."""
    may: Mask
    """No card of it is outside these."""
    lady: float = 1.0
    """How well what this seat has played goes with its holding the queen of spades, from 0 to 1."""


def worlds(hidden: Mask, others: Sequence[Other], rng: random.Random) -> Iterator[list[Mask]]:
    """Hands of the four seats, without end: the hidden cards dealt to the three others, nothing to the player.

    Each possible deal comes equally often, but for who holds the queen. Raises ValueError if none is possible.
    """
    pool = hidden & ~(others[0].held | others[1].held | others[2].held)
    if not pool & LADY:
        yield from Shares(pool, others).dealt(rng)
    having = [Shares(pool & ~LADY, [_with_lady(o) if o is p else o for o in others]) for p in others]
    weights = [p.lady * shares.ways if p.may & LADY else 0.0 for p, shares in zip(others, having, strict=True)]
    if not any(weights):
        raise ValueError("no such hands are possible")
    deals = [shares.dealt(rng) for shares in having]
    while True:
        yield next(rng.choices(deals, weights)[0])


def _with_lady(o: Other) -> Other:
    return replace(o, held=o.held | LADY)


class Shares:
    """In how many ways cards can be dealt to three seats, by how many of each sort go to whom.

    A sort are the cards that the same seats may hold; it is known by a bit for each of these seats.
    """

    def __init__(self, pool: Mask, others: Sequence[Other]) -> None:
        self._others = others
        self._sorts: list[list[Bit]] = [[] for _ in range(8)]
        for bit in bits(pool):
            self._sorts[sum(1 << n for n, o in enumerate(others) if o.may & bit)].append(bit)
        nobody, a, b, ab, c, ac, bc, everybody = map(len, self._sorts)
        need = [o.size - o.held.bit_count() - forced for o, forced in zip(others, (a, b, c), strict=True)]
        self._counts: list[tuple[int, int, int, int, int]] = []
        ways: list[int] = []
        if not nobody and sum(need) == ab + ac + bc + everybody:
            for x, y, z in product(range(ab + 1), range(ac + 1), range(bc + 1)):
                p, q, r = need[0] - x - y, need[1] - (ab - x) - z, need[2] - (ac - y) - (bc - z)
                if p >= 0 and q >= 0 and r >= 0:
                    self._counts.append((x, y, z, p, p + q))
                    ways.append(comb(ab, x) * comb(ac, y) * comb(bc, z) * comb(everybody, p) * comb(q + r, q))
        self._below = [*accumulate(ways)]
        self.ways = sum(ways)

    def dealt(self, rng: random.Random) -> Iterator[list[Mask]]:
        """One deal after the other, all equally likely. Raises ValueError if there is no way."""
        if not self.ways:
            raise ValueError("no such hands are possible")
        a, b, c = self._others
        _, to_a, to_b, ab, to_c, ac, bc, everybody = self._sorts
        fixed = a.held | sum(to_a), b.held | sum(to_b), c.held | sum(to_c)
        chance = rng.random

        def mixed(cards: list[Bit]) -> list[Bit]:
            return sorted(cards, key=lambda _: chance())

        while True:
            x, y, z, p, q = rng.choices(self._counts, cum_weights=self._below)[0]
            first, second, third = fixed
            if everybody:
                cards = mixed(everybody)
                first, second, third = first | sum(cards[:p]), second | sum(cards[p:q]), third | sum(cards[q:])
            if ab:
                cards = mixed(ab)
                first, second = first | sum(cards[:x]), second | sum(cards[x:])
            if ac:
                cards = mixed(ac)
                first, third = first | sum(cards[:y]), third | sum(cards[y:])
            if bc:
                cards = mixed(bc)
                second, third = second | sum(cards[:z]), third | sum(cards[z:])
            hands = [0, 0, 0, 0]
            hands[a.seat], hands[b.seat], hands[c.seat] = first, second, third
            yield hands
