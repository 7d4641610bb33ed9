"""Evenings from seeds: those that failed once, as many others as fit into a minute, and ten thousand in the soak."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SEEDS = Path(__file__).with_name("seeds.txt")
PARTS = 4
SECONDS = 28
"""Each part begins no evening after so many; on two cores that is a minute for all."""


def failed_once() -> list[str]:
    """What was played when a law was broken, each once."""
    lines = [line.partition(" | ")[0].strip() for line in SEEDS.read_text().splitlines() if not line.startswith("#")]
    return [*dict.fromkeys(line for line in lines if line)]


def play(*arguments: str, seconds: float) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.evening", *arguments], capture_output=True, text=True, check=False,
        timeout=seconds,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


@pytest.mark.parametrize("arguments", failed_once())
def test_an_evening_that_failed_once_breaks_no_law(arguments: str) -> None:
    play(*arguments.split(), "--jobs", "1", seconds=170)


@pytest.mark.parametrize("part", range(PARTS))
def test_as_many_evenings_as_fit_into_a_minute_break_no_law(part: int) -> None:
    first = 1000 + 1000 * part
    play("--seed", str(first), "--count", "1000", "--seconds", str(SECONDS), "--jobs", "1", seconds=170)


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("part", range(2))
def test_ten_thousand_evenings_break_no_law(part: int) -> None:
    play("--seed", str(100_000 + 5000 * part), "--count", "5000", "--jobs", "1", seconds=6 * 3600)
