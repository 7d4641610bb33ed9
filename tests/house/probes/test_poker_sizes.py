"""Hold'em by the size of a bet: none wins with any two cards, because too many hands are folded to it."""

from __future__ import annotations

import pytest

from . import Estimate
from .poker_deals import bets, caller, folds, in_a_hundred, raises

SIZES = {"a third": 1 / 3, "half": 0.5, "the pot": 1.0, "twice the pot": 2.0}
STREETS = {"every street": (2, 3, 4), "the turn": (3,), "the river": (4,)}


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_bet_on_a_river_checked_to_is_folded_to_hardly_more_often_than_pays_for_it(size: str) -> None:
    part = SIZES[size]
    probe = bets(part, (4,), otherwise=caller)
    folded = Estimate.of(float(fold) for street, fold in folds(probe, 50, range(300)) if street == 4)
    assert folded.least <= part / (1 + part) + 0.03, folded


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("streets", STREETS)
def test_nobody_wins_more_than_a_little_by_betting_any_two_cards(streets: str, size: str) -> None:
    gained = Estimate.of(in_a_hundred(bets(SIZES[size], STREETS[streets]), 50, 2, range(300)))
    assert gained.least <= 5, gained


@pytest.mark.soak
@pytest.mark.parametrize("part", [0.5, 1, 3, 8])
@pytest.mark.parametrize("blinds", [25, 50])
def test_nor_by_raising_before_the_flop(blinds: int, part: float) -> None:
    gained = Estimate.of(in_a_hundred(raises(part, (1,)), blinds, 2, range(300)))
    assert gained.least <= 5, gained
