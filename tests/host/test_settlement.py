"""The fewest payments that settle a night."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations

import pytest

from bot.table.settlement import Payment, payments

pytestmark = pytest.mark.usefixtures("on_either")


def even(nets: Mapping[str, int]) -> bool:
    left = dict(nets)
    for payment in payments(nets):
        assert payment.amount > 0
        left[payment.source] += payment.amount
        left[payment.to] -= payment.amount
    return not any(left.values())


def test_whoever_lost_pays_whoever_won() -> None:
    assert payments({"Ana": 500, "Bo": -500, "Cleo": 0}) == [Payment("Bo", "Ana", 500)]


def test_nobody_pays_when_all_are_even() -> None:
    assert payments({"Ana": 0, "Bo": 0}) == []
    assert payments({}) == []


def test_two_pairs_settle_among_themselves() -> None:
    """Greedily, Ana would be paid by Dora first, and four payments were needed."""
    nets = {"Ana": 700, "Bo": -700, "Cleo": 800, "Dora": -800, "Emil": 150, "Flo": -150}
    assert len(payments(nets)) == 3
    assert even(nets)


def test_nets_that_do_not_sum_to_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to 50"):
        payments({"Ana": 50})


def most_groups(nets: list[int]) -> int:
    """By trying every way: into how many groups that are even the people can be divided."""
    if not nets:
        return 0
    first, rest = nets[0], nets[1:]
    best = 0
    for size in range(len(rest) + 1):
        for among in combinations(range(len(rest)), size):
            if first + sum(rest[n] for n in among) == 0:
                left = [net for n, net in enumerate(rest) if n not in among]
                best = max(best, 1 + most_groups(left))
    return best


def test_no_fewer_payments_would_do() -> None:
    rng = random.Random(7)
    for _ in range(150):
        nets = [rng.randrange(-4, 5) * 50 for _ in range(rng.randrange(2, 8))]
        nets.append(-sum(nets))
        named = {f"P{n}": net for n, net in enumerate(nets)}
        open_ = [net for net in nets if net]
        assert len(payments(named)) == len(open_) - most_groups(open_)
        assert even(named)


def test_many_people_are_settled_too() -> None:
    rng = random.Random(8)
    nets = {f"P{n}": rng.randrange(-90, 90) * 50 for n in range(20)}
    nets["P20"] = -sum(nets.values())
    assert even(nets)
    assert len(payments(nets)) <= 20
