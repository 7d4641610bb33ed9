"""3-5-7: nothing that anybody is shown, nor when it is shown, gives a declaration away before the reveal."""

from __future__ import annotations

from itertools import product

import pytest

from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.three_five_seven import IN, OUT, Declare
from tests.conformance.shown import shown

from .three_five_seven_table import deal


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 3])
def test_the_same_is_shown_whatever_the_others_declare(viewer: int) -> None:
    seen = []
    for choices in product((IN, OUT), repeat=2):
        d = deal(seats=4)
        now = [shown(d, viewer)]
        for at, seat, choice in zip((10, 700, 1600), (1, 2, 1), (*choices, choices[0]), strict=True):
            d.submit(seat, Declare(choice), at)
            now.append(shown(d, viewer))
        d.tick(3000)
        seen.append([*now, shown(d, viewer)])
    assert all(each == seen[0] for each in seen)


def test_the_order_of_two_presses_within_a_second_is_not_shown() -> None:
    def ticks(first: int, second: int) -> list[object]:
        d, states = deal(seats=4), []
        presses = {200: first, 900: second}
        for at in range(0, 2100, 100):
            d.tick(at)
            if at in presses:
                d.submit(presses[at], Declare(IN), at)
            seen = view(d, SPECTATOR, now=at)
            states.append((seen.facts, seen.waits_for, seen.events, d.number))
        return states

    assert ticks(1, 2) == ticks(2, 1)
    assert [{*facts["ready"]} for facts, *_ in ticks(1, 2)][8:11] == [set(), set(), {1, 2}]  # type: ignore[misc]


def test_one_sees_ones_own_declaration_at_once() -> None:
    d = deal(seats=3)
    d.submit(1, Declare(IN), 10)
    assert view(d, 1).facts["choice of 1"] == Declare(IN)
    assert (view(d, 1).waits_for, view(d, 2).waits_for) == ((0, 2), (0, 1, 2))
    for other in (0, 2, SPECTATOR):
        assert "choice of 1" not in view(d, other).facts
