"""Guts: neither waiting for good hands nor always being in wins anything from house players."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence

import pytest

from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.parts.poker_hands import strength
from bot.games.poker import POKER, Options
from bot.games.poker.moves import Declare
from bot.house import Chooser, choose
from bot.house.ask_again import AskAgainAt
from bot.house.poker import all_hands

from . import Estimate, mirrored, won

DEALS = 12


def in_with(part: float) -> Chooser:
    """In with this part of all hands, the best."""

    def probe(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        if Declare not in {o.kind for o in offers if o}:
            return choose(seen, offers, rng)
        hands = all_hands(len(seen.hand))
        return Declare("in" if bisect_left(hands, strength(seen.hand)) >= (1 - part) * len(hands) else "out")

    return probe


TABLES = [
    (2, ""), (3, ""), (4, ""), (5, ""), (6, ""), (8, ""), (2, "cards=2"), (6, "cards=2"),
    (2, "ghost=lone"), (4, "ghost=lone"), (2, "ghost=all"), (4, "ghost=all"),
]  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("part", [1, 1 / 2, 1 / 5, 1 / 10])
@pytest.mark.parametrize(("seats", "home"), TABLES)
def test_how_often_somebody_is_in_wins_nothing(seats: int, home: str, part: float) -> None:
    options = Options(variant="guts", home=home, cut="off")
    gained = Estimate.of(mirrored(POKER, options, seats, in_with(part), won(), range(200), deals=DEALS))
    assert gained.least <= 0.5, gained


def test_against_a_ghost_it_does_not_pay_to_be_in_with_anything() -> None:
    options = Options(variant="guts", home="ghost=all", cut="off")
    assert Estimate.of(mirrored(POKER, options, 4, in_with(1), won(), range(8), deals=DEALS)).most < 0
