"""What moves come to in many worlds that a player may be in: all in the same ones, so that they can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import inf, sqrt
from statistics import fmean, stdev
from typing import NamedTuple, TypeVar

W = TypeVar("W")
P = TypeVar("P")

Samples = Mapping[P, Sequence[float]]
"""What each comes to, world by world; of what was soon seen to be worse in the first ones alone."""
CLEARLY = 4.0
"""What is worse than the best by this many standard errors is looked at no more."""


class Weighed(NamedTuple):
    """What something is worth on average, where that was sampled."""

    worth: float
    error: float
    """The standard error of how much less than the best."""


def sampled(
    tried: Iterable[P], worlds: Iterator[W], comes_to: Callable[[P, W], float], few: int, most: int
) -> dict[P, list[float]]:
    """What each of these comes to in the same worlds: first in a few, then in twice as many, and so on up to the most,
    without those that are clearly worse."""
    found: dict[P, list[float]] = {one: [] for one in tried}
    left, done, goal = {*found}, 0, few
    while len(left) > 1 and goal <= most:
        for world in islice(worlds, goal - done):
            for one, each in found.items():
                if one in left:
                    each.append(comes_to(one, world))
        done, goal = goal, 2 * goal
        weights = compared({one: each for one, each in found.items() if one in left})
        best = max(each.worth for each in weights.values())
        left = {one for one, each in weights.items() if best - each.worth <= CLEARLY * each.error}
    return found


def compared(samples: Samples[P]) -> dict[P, Weighed]:
    """What each is worth, measured against the best of those that were looked at longest, in the worlds of both."""
    most = max(map(len, samples.values()))
    best = max((each for each in samples.values() if len(each) == most), key=fmean)
    found: dict[P, Weighed] = {}
    for one, each in samples.items():
        less = [a - b for a, b in zip(best, each, strict=False)]
        error = stdev(less) / sqrt(len(less)) if len(less) > 1 else inf
        found[one] = Weighed(fmean(best) - fmean(less), error)
    return found
