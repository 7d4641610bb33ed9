"""Evenings from seeds: a few, among them those that have failed once, and ten thousand in the soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from .running import evening

SEEDS = Path(__file__).with_name("seeds.txt")


def failed_once() -> list[str]:
    """What was played when a law was broken."""
    lines = [line.partition(" | ")[0].strip() for line in SEEDS.read_text().splitlines() if not line.startswith("#")]
    return [*dict.fromkeys(filter(None, lines))]


FAILED = [line for line in failed_once() if len(line.split()) == 2]
"""Those that were no more than a seed."""


def play(*arguments: str, seconds: float) -> None:
    status, told = evening(*arguments, "--jobs", "1", seconds=seconds)
    assert status == 0, told[-6000:]


@pytest.mark.parametrize("arguments", sorted({*failed_once()} - {*FAILED}))
def test_an_evening_that_failed_once_breaks_no_law(arguments: str) -> None:
    play(*arguments.split(" "), seconds=170)


@pytest.mark.seeds(2, soak=len(FAILED), at_once=8)
def test_seeds_that_have_failed_once_break_no_law(seeds: range) -> None:
    """The dice move with every change: what they find now is another crack, or none."""
    for n in seeds:
        play(*FAILED[n].split(), seconds=170)


AHEAD = "nights=1,ahead=0.25,fates=0.4"
"""People do much about nights ahead, and something goes wrong when something is due for one."""


@pytest.mark.timeout(7 * 3600)
@pytest.mark.seeds(2, soak=2000, at_once=500)
def test_evenings_with_nights_ahead_break_no_law(seeds: range) -> None:
    more = "--count", str(len(seeds)), "--changes", "150", "--only", AHEAD
    play("--seed", str(200_000 + seeds[0]), *more, seconds=7 * 3600)


@pytest.mark.timeout(7 * 3600)
@pytest.mark.seeds(3, soak=10_000, at_once=2500)
def test_evenings_break_no_law(seeds: range) -> None:
    play("--seed", str(100_000 + seeds[0]), "--count", str(len(seeds)), seconds=7 * 3600)
