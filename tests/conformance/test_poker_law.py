"""Poker with everything on keeps its laws: chips and cards are conserved, a deal replays from its log, options are
what they were when they are stored and entered, house players play by the rules, and nobody sees what they may not."""

from __future__ import annotations

import pytest

from .poker_law import hold


@pytest.mark.seeds(16, soak=1816, at_once=75)
def test_random_tables_of_poker_keep_the_laws(seeds: range) -> None:
    """By and by ten thousand hands."""
    assert sum(hold(seed) for seed in seeds) > len(seeds)
