"""How stakes rise: level by level, in a freezeout as over an evening."""

from __future__ import annotations

from collections.abc import Iterator


def steps() -> Iterator[float]:
    """How many times the first stakes the levels are; after 30 and 40 each pair is doubled."""
    yield from (1, 1.5, 2, 3, 4, 6, 8, 10, 15, 20)
    pair = (30, 40)
    while True:
        yield from pair
        pair = (pair[0] * 2, pair[1] * 2)


def step(level: int) -> float:
    """How many times the first stakes this level is, from 0."""
    return next(times for n, times in enumerate(steps()) if n == level)
