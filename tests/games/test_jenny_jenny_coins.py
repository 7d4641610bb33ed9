"""Coins and ranks beside brute force, over thousands of random cases."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from bot.engine.cards import pack
from bot.games.jenny_jenny import coins as c

CASES = 5000
PURSE = [rank for rank in c.WORTH for _ in range(4)]


def test_example_7_sets_of_coins_for_four() -> None:
    assert c.payments((11, 12, 13), 4) == ((11, 13), (12, 13))


def test_payments_are_all_sets_without_a_superfluous_coin() -> None:
    chance = Random("payments")
    for _ in range(CASES):
        purse = tuple(sorted(chance.sample(PURSE, chance.randint(0, 7)), key=c.ORDER.__getitem__))
        price = chance.randint(1, 12)
        every = {each for n in range(len(purse) + 1) for each in combinations(purse, n)}
        good = {
            each for each in every
            if c.worth(each) >= price and all(c.worth(each) - c.WORTH[rank] < price for rank in each)
        }  # fmt: skip
        found = c.payments(purse, price)
        assert {*found} == good and len(found) == len(good)
        if good:
            assert (c.worth(found[0]), len(found[0])) == min(
                (c.worth(each), len(each)) for each in every if c.worth(each) >= price
            ), "an auction is paid with it"  # fmt: skip
            begun = next(iter(good))[: chance.randint(0, 2)]
            left = [Counter(each) - Counter(begun) for each in good if not Counter(begun) - Counter(each)]
            assert {*c.following(purse, price, begun)} == {rank for more in left for rank in more}
        for each in every:
            spare = c.superfluous(each, price)
            assert (spare is None) == all(c.worth(each) - c.WORTH[rank] < price for rank in each)


def test_the_fullest_purse_pays_any_price() -> None:
    whole = tuple(PURSE)
    assert c.worth(whole) == 44 and c.payments(whole, 44) == (whole,) and c.payments(whole, 45) == ()
    assert all(c.worth(c.payments(whole, price)[0]) == price for price in range(1, 45))


def test_sorted_cards_by_brute_force() -> None:
    chance, whole = Random("sorted"), pack("56")
    for _ in range(CASES):
        dealt = chance.sample(whole, 7)
        laid = c.sort(dealt)
        assert Counter((*laid.hand, *laid.purse, *laid.stall)) == Counter(dealt)
        assert [*laid.purse] == [card for card in dealt if card.rank in c.WORTH]
        for rank in range(1, 11):
            copies = [card for card in dealt if card.rank == rank]
            assert [card for card in laid.hand if card.rank == rank] == copies[:1]
            assert [card for card in laid.stall if card.rank == rank] == copies[1:]


def test_the_best_of_a_dead_market_by_brute_force() -> None:
    chance = Random("dead")
    for _ in range(CASES):
        holdings = [(chance.randint(7, 9), chance.randint(0, 3)) for _ in range(chance.randint(2, 4))]
        best = c.best_of(holdings)
        for n, (ranks, coins) in enumerate(holdings):
            beaten = any(r > ranks or (r == ranks and k > coins) for r, k in holdings)
            assert (n in best) != beaten
