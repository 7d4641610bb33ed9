"""3-5-7: waiting for good hands wins next to nothing from house players, and always being in no match."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games.three_five_seven import IN, OUT, THREE_FIVE_SEVEN, Declare, Options
from bot.house import Chooser, choose
from bot.house.ask_again import AskAgainAt
from bot.house.three_five_seven import beaten

from . import Estimate, mirrored, won

MATCHES = range(200)


def in_with(part: float) -> Chooser:
    """In with this part of all hands, the best."""

    def probe(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        if Declare not in {o.kind for o in offers if o} or seen.viewer not in seen.waits_for:
            return choose(seen, offers, rng)
        return Declare(IN if beaten(seen) >= 1 - part else OUT)

    return probe


def first(state: State, seat: Seat) -> float:
    return float(any(one.seat == seat and one.outcome == "W" for one in state.standings or ()))


@pytest.mark.soak
@pytest.mark.parametrize("part", [1 / 2, 1 / 3, 1 / 5, 1 / 10])
@pytest.mark.parametrize("strikes", [1, 3])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_patience_wins_next_to_nothing(seats: int, strikes: int, part: float) -> None:
    options = Options(strikes_to_win=strikes, cut="off")
    gained = Estimate.of(mirrored(THREE_FIVE_SEVEN, options, seats, in_with(part), won(), MATCHES))
    assert gained.least <= 5, gained


@pytest.mark.soak
@pytest.mark.parametrize("strikes", [1, 3])
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_who_is_always_in_is_no_more_often_first_than_others(seats: int, strikes: int) -> None:
    options = Options(strikes_to_win=strikes, cut="off")
    firsts = Estimate.of(mirrored(THREE_FIVE_SEVEN, options, seats, in_with(1), first, MATCHES))
    assert firsts.least <= 1.05 / seats, firsts


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_who_is_nearly_always_in_loses_chips(seats: int) -> None:
    for part in 1, 0.9:
        gained = Estimate.of(mirrored(THREE_FIVE_SEVEN, Options(cut="off"), seats, in_with(part), won(), MATCHES))
        assert gained.least <= -10, gained


def test_three_matches_are_enough_to_lose_everything_by_always_being_in() -> None:
    gained = Estimate.of(mirrored(THREE_FIVE_SEVEN, Options(cut="off"), 4, in_with(1), won(), range(3)))
    assert gained.mean < -50
