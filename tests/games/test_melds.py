"""Melds and lay-offs against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from bot.engine.cards import Card, cards, deck
from bot.games.parts import melds as m

HANDS = 5000


def is_meld(held: list[Card], around: bool) -> bool:
    """By the words of the rules."""
    if len(held) < 3:
        return False
    ranks = sorted(c.rank for c in held)
    if len(set(ranks)) == 1:
        return True
    if len({c.suit for c in held}) > 1:
        return False
    steps = [(b - a) % 13 for a, b in zip(ranks, ranks[1:] + ranks[:1], strict=True)]
    plain = all(step == 1 for step in steps[:-1])
    return plain or (around and sorted(steps)[:-1] == [1] * (len(ranks) - 1))


def all_melds(held: list[Card], around: bool) -> Iterator[frozenset[Card]]:
    for size in range(3, len(held) + 1):
        for some in combinations(held, size):
            if is_meld([*some], around):
                yield frozenset(some)


def least(held: list[Card], around: bool) -> int:
    """The least deadwood, by trying every meld for the first card, and none."""
    melds = [*all_melds(held, around)]

    def best(left: frozenset[Card]) -> int:
        return max((sum(map(m.points, meld)) + best(left - meld) for meld in melds if meld <= left), default=0)

    return sum(map(m.points, held)) - best(frozenset(held))


def hands(number: int, size: int, seed: int) -> Iterator[list[Card]]:
    """Half of them from few suits or ranks, in which more fits together."""
    rng = random.Random(seed)
    pack = deck()
    for n in range(number):
        some = pack if n % 2 else [c for c in pack if c.suit in "CD" or c.rank < 5]
        yield rng.sample(some, size)


@pytest.mark.parametrize("around", [False, True])
def test_the_least_deadwood_is_that_of_brute_force(around: bool) -> None:
    for held in hands(HANDS // 2, 10, 7 + around):
        assert m.deadwood(m.mask(held), around) == least(held, around), held


@pytest.mark.parametrize("around", [False, True])
def test_arrangements_are_melds_with_no_card_in_common(around: bool) -> None:
    for held in hands(300, 10, 3):
        bits = m.mask(held)
        every = m.arrangements(bits, around)
        assert len({frozenset(laid) for laid in every}) == len(every)
        for laid in every:
            assert sum(laid) & ~bits == 0 and sum(each.bit_count() for each in laid) == sum(laid).bit_count()
            assert all(is_meld(meld, around) for meld in m.in_melds(laid))
        assert m.total(bits & ~sum(every[0])) == least(held, around)


def fits_somehow(melds: list[list[Card]], off: list[Card], around: bool) -> bool:
    """Whether these cards can be laid on the melds, one after the other, in some order."""
    if not off:
        return True
    for c in off:
        rest = [each for each in off if each != c]
        for n, meld in enumerate(melds):
            more = [*meld, c]
            if is_meld(more, around) and fits_somehow([*melds[:n], more, *melds[n + 1 :]], rest, around):
                return True
    return False


@pytest.mark.parametrize("around", [False, True])
def test_what_can_be_laid_off_is_what_brute_force_finds(around: bool) -> None:
    rng, seen = random.Random(11), 0
    for _ in range(HANDS):
        pack = [c for c in deck() if c.suit in "CD" or c.rank < 5]
        rng.shuffle(pack)
        mine, theirs = pack[:10], pack[10:20]
        laid = m.best_arrangements(m.mask(mine), around)[0]
        if not laid:
            continue
        seen += 1
        fitting = m.layoffs(laid, m.mask(theirs), around)
        lying = m.in_melds(laid)
        single = [c for c in theirs if fits_somehow(lying, [c], around)]
        assert {c for c in theirs if m.mask([c]) in fitting} == {*single}
        for size in (2, 3):
            for off in combinations(theirs, size):
                if any(c in single for c in off):
                    assert (m.mask(off) in fitting) == fits_somehow(lying, [*off], around), (lying, off)
    assert seen > HANDS // 2


def test_a_named_order_says_nothing() -> None:
    run = [m.mask(cards("5C 6C 7C"))]
    fitting = m.layoffs(run, m.mask(cards("4C 3C 8C 9C")))
    assert all(m.mask(order) in fitting for order in permutations(cards("4C 3C 8C 9C")))


def test_the_best_layoff_is_that_of_brute_force() -> None:
    rng = random.Random(13)
    for _ in range(600):
        pack = [c for c in deck() if c.suit in "CD" or c.rank < 5]
        rng.shuffle(pack)
        laid = m.best_arrangements(m.mask(pack[:10]))[0]
        theirs = m.mask(pack[10:20])
        counts = [least(m.unmask(theirs ^ off), False) for off in m.layoffs(laid, theirs)]
        assert m.deadwood(theirs ^ m.best_layoff(laid, theirs)) == min(counts)


@pytest.mark.parametrize("around", [False, True])
def test_what_a_throw_can_leave_is_the_best_of_all_throws(around: bool) -> None:
    for held in hands(2000, 11, 11):
        eleven = m.mask(held)
        assert m.after_throw(eleven, around) == min(m.deadwood(eleven ^ m.bit(c), around) for c in held)
