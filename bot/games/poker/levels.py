"""How the stakes of a freezeout rise, by hands or by minutes, and how its chips are divided into prizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from bot.engine.amounts import WHITE, YELLOW, down_to, up_to
from bot.engine.steps import steps

MINUTE_MS = 60_000


def level(stakes: int, number: int) -> float:
    """How many times the first stakes this level is, from 0; levels that come to the same are skipped."""
    seen = 0
    for times in steps():
        u = up_to(stakes * times, WHITE)
        if u == seen:
            continue
        if not number:
            return float(times)
        seen, number = u, number - 1
    raise AssertionError("levels never end")


class Lengths(Protocol):
    """What a table's options say of its levels."""

    @property
    def level_hands(self) -> int: ...
    @property
    def level_minutes(self) -> int | None: ...


class Reached(NamedTuple):
    """Where a freezeout stands in its levels."""

    number: int
    """From 0."""
    hands: int | None
    """How many deals it lasts still, the next one too; None where it goes by minutes."""
    until: int | None
    """The table time in ms at which it is over, and the next deal begins another; None where it goes by hands."""
    part: float
    """How much of it is over, from 0 to 1."""


def reached(options: Lengths, deals: int, began: int | None, now: int) -> Reached:
    """The level after a number of deals at this table time, in ms; by minutes it counts from when the first deal
    began."""
    if options.level_minutes is None:
        number, done = divmod(deals, options.level_hands)
        return Reached(number, options.level_hands - done, None, done / options.level_hands)
    length, since = options.level_minutes * MINUTE_MS, max(0, now - (now if began is None else began))
    number, done = divmod(since, length)
    return Reached(number, None, now + length - done, part_over(done, length))


def part_over(done: int, length: int) -> float:
    """How much of a time in ms is over, from 0 to 1, in whole percent: a picture is not drawn again for less."""
    return min(100, max(0, done * 100 // length)) / 100


def prizes(chips: int, entries: int, chip: int = YELLOW) -> list[int]:
    """What the places get of all chips, the best first: lower ones in whole chips downwards, the first the rest."""
    parts: Mapping[int, tuple[int, ...]] = {7: (35,), 10: (30, 20)}
    lower = next((parts[most] for most in parts if entries <= most), ()) if entries > 4 else ()
    each = [down_to(chips * part // 100, chip) for part in lower]
    return [chips - sum(each), *each]
