"""Evenings from seeds: as many as fit into a minute, those that have failed once, and ten thousand in the soak."""

from __future__ import annotations

from pathlib import Path

import pytest

from .running import evening

SEEDS = Path(__file__).with_name("seeds.txt")
SECONDS = 28
"""No evening begins after this many seconds; with two parts on two cores, and the longest evening, that is half a
minute."""


def with_options() -> list[str]:
    """What was played when a law was broken, where it was more than a seed."""
    lines = [line.partition(" | ")[0].strip() for line in SEEDS.read_text().splitlines() if not line.startswith("#")]
    return [*dict.fromkeys(line for line in lines if len(line.split()) > 2)]


def play(*arguments: str, seconds: float) -> None:
    status, told = evening(*arguments, "--jobs", "1", seconds=seconds)
    assert status == 0, told[-6000:]


@pytest.mark.parametrize("arguments", with_options())
def test_an_evening_that_failed_once_breaks_no_law(arguments: str) -> None:
    play(*arguments.split(" "), seconds=170)


@pytest.mark.parametrize("first", [1, 1000], ids=["those that have failed once are among them", "others"])
def test_as_many_evenings_as_fit_into_a_minute_break_no_law(first: int) -> None:
    play("--seed", str(first), "--count", "1000", "--seconds", str(SECONDS), seconds=170)


@pytest.mark.soak
@pytest.mark.timeout(7 * 3600)
@pytest.mark.parametrize("first", [100_000, 105_000])
def test_ten_thousand_evenings_break_no_law(first: int) -> None:
    play("--seed", str(first), "--count", "5000", seconds=7 * 3600)
