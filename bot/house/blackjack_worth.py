"""What a hand of Blackjack is worth, in wagers, with the cards that have not been seen: card by card, as they leave the
shoe, for the player and the dealer alike.

Values are those on condition that the dealer has no blackjack, once the dealer has looked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import perm
from typing import NamedTuple

Left = tuple[int, ...]
"""How many cards of each value are unseen, from the ace, which is 1, to 10."""
VALUES = range(1, 11)
DEALER_STANDS, MOST, SOFT = 17, 21, 10
TOO_MUCH = 0
"""A total of the dealer that has passed 21."""


class Ending(NamedTuple):
    """Cards that the dealer may draw to an open card: how many of which value, and what comes of them."""

    drawn: tuple[tuple[int, int], ...]
    cards: int
    orders: int
    """In how many orders they come to that."""
    total: int


def best(hard: int, *, ace: bool) -> int:
    """The total of cards that count `hard` with each ace as one."""
    return hard + SOFT if ace and hard + SOFT <= MOST else hard


@cache
def endings(up: int, *, hits_soft: bool) -> tuple[Ending, ...]:
    """Every way in which the dealer's hand may end, without a blackjack."""
    found = Counter[tuple[tuple[int, ...], int]]()

    def draw(hard: int, drawn: tuple[int, ...], *, ace: bool) -> None:
        total = best(hard, ace=ace)
        soft = total != hard
        if drawn and (total > DEALER_STANDS or (total == DEALER_STANDS and not (soft and hits_soft))):
            if len(drawn) > 1 or total < MOST:
                found[tuple(sorted(drawn)), total if total <= MOST else TOO_MUCH] += 1
            return
        for value in VALUES:
            draw(hard + value, (*drawn, value), ace=ace or value == 1)

    draw(up, (), ace=up == 1)
    return tuple(
        Ending(tuple((value - 1, n) for value, n in Counter(drawn).items()), len(drawn), orders, total)
        for (drawn, total), orders in found.items()
    )


class Hand(NamedTuple):
    """What the player's cards count, each ace as one, and whether there is one."""

    hard: int
    ace: bool

    @classmethod
    def of(cls, values: Sequence[int]) -> Hand:
        return cls(sum(values), 1 in values)

    def with_card(self, value: int) -> Hand:
        return Hand(self.hard + value, self.ace or value == 1)

    @property
    def total(self) -> int:
        return best(self.hard, ace=self.ace)


class Worth:
    """What can be done with a hand against an open card, in wagers."""

    def __init__(self, up: int, left: Left, *, hits_soft: bool) -> None:
        self._endings = endings(up, hits_soft=hits_soft)
        self._natural = {1: 10, 10: 1}.get(up)
        self._left = left
        self._dealers: dict[Left, dict[int, float]] = {}
        self._hit: dict[tuple[Left, Hand], float] = {}
        self._sure = self._no_blackjack(left)

    def stands(self, hand: Hand) -> float:
        return self._stands(hand, self._left) / self._sure

    def hits(self, hand: Hand) -> float:
        """One card, and then whatever is best."""
        return self._hits(hand, self._left) / self._sure

    def doubles(self, hand: Hand) -> float:
        """One card and no more, for each of the wagers that then lie on it."""
        return self._drawn(hand, self._left, self._stands) / self._sure

    def splits(self, value: int, *, one_card: bool, doubles: bool) -> float:
        """Both hands of a pair together: each is played as if it were alone, and is not split again."""
        then = self._stands if one_card else self._plays_or_doubles if doubles else self._plays
        return 2 * self._drawn(Hand.of([value]), self._left, then) / self._sure

    # Here values are weighed by the chance that the dealer has no blackjack, which every way has in common.

    def _no_blackjack(self, left: Left) -> float:
        return 1 - left[self._natural - 1] / sum(left) if self._natural else 1.0

    def _stands(self, hand: Hand, left: Left) -> float:
        mine = hand.total
        if mine > MOST:
            return -self._no_blackjack(left)
        return sum(chance * ((mine > total) - (mine < total)) for total, chance in self._dealer(left).items())

    def _hits(self, hand: Hand, left: Left) -> float:
        known = self._hit.get((left, hand))
        if known is None:
            known = self._hit[left, hand] = self._drawn(hand, left, self._plays)
        return known

    def _plays(self, hand: Hand, left: Left) -> float:
        if hand.hard >= MOST or hand.total == MOST:
            return self._stands(hand, left)
        if hand.total <= MOST - SOFT:
            return self._hits(hand, left)  # it cannot be too much
        return max(self._stands(hand, left), self._hits(hand, left))

    def _plays_or_doubles(self, hand: Hand, left: Left) -> float:
        return max(self._plays(hand, left), 2 * self._drawn(hand, left, self._stands))

    def _drawn(self, hand: Hand, left: Left, then: Callable[[Hand, Left], float]) -> float:
        whole = sum(left)
        return sum(
            n / whole * then(hand.with_card(value), (*left[: value - 1], n - 1, *left[value:]))
            for value, n in enumerate(left, 1)
            if n
        )

    def _dealer(self, left: Left) -> dict[int, float]:
        """How likely the dealer comes to which total."""
        known = self._dealers.get(left)
        if known is None:
            known = self._dealers[left] = dict.fromkeys((TOO_MUCH, *range(DEALER_STANDS, MOST + 1)), 0.0)
            whole = sum(left)
            for drawn, cards, orders, total in self._endings:
                ways = orders
                for at, n in drawn:
                    ways *= perm(left[at], n)
                known[total] += ways / perm(whole, cards)
        return known
