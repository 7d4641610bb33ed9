"""Side pots: the rulings, edge cases and worked examples of rules/dealing.md, section 9."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.piles import Seat
from bot.engine.randomness import Pack
from bot.engine.side_pots import Pot, PotWon, award, pot_name, side_pots
from bot.engine.state import State, opening
from bot.engine.table import DealTable

totals_of_seats = st.lists(st.integers(0, 40).map(lambda n: n * 50), min_size=2, max_size=8)


def table(pot: int, seats: int, dealer: Seat = 0) -> DealTable:
    nothing = (0,) * seats
    return DealTable(State(nothing, nothing, nothing, ((),) * seats, dealer=dealer, pot=pot), None, Pack(), None, 0)


def best(*order: Seat):
    """The first of these seats that is eligible wins."""
    return lambda pot: [next(s for s in order if s in pot.eligible)]


# ---- worked examples ------------------------------------------------------------------------


def test_example_9_and_edge_10_three_heights_and_a_folded_contributor() -> None:
    pots = side_pots({0: 1000, 1: 3000, 2: 5000, 3: 5000, 4: 2000}, [0, 1, 2, 3])
    assert pots == (Pot(5000, (0, 1, 2, 3)), Pot(7000, (1, 2, 3)), Pot(4000, (2, 3)))
    t = table(16_000, 5)
    award(t, pots, best(0, 1, 2, 3))
    assert [t.chips[p] for p in range(5)] == [5000, 7000, 4000, 0, 0]
    told = [event for event, _ in t.events if isinstance(event, PotWon)]
    assert told == [PotWon("side pot 2", 4000, (2,)), PotWon("side pot 1", 7000, (1,)), PotWon("main pot", 5000, (0,))]


# ---- rulings and edge cases -----------------------------------------------------------------


def test_ruling_8_dead_money_above_the_last_all_in_is_won_with_the_last_pot() -> None:
    assert side_pots({0: 500, 1: 800, 2: 2000}, [0, 1]) == (Pot(1500, (0, 1)), Pot(300 + 300 + 1200, (1,)))


def test_edge_14_two_winners_and_an_odd_yellow_from_the_dealers_left() -> None:
    t = table(350, 4, dealer=1)
    award(t, side_pots({0: 100, 1: 100, 2: 100, 3: 50}, [2, 0]), lambda pot: [0, 2])
    assert {p: t.chips[p] for p in range(4)} == {2: 200, 0: 150, 1: 0, 3: 0}


def test_edge_15_a_dead_layer_above_a_lone_survivor() -> None:
    pots = side_pots({0: 500, 1: 2000, 2: 1500}, [0])
    assert pots == (Pot(4000, (0,)),)
    t = table(4000, 3)
    award(t, pots, lambda pot: pot.eligible)
    assert t.chips[0] == 4000


# ---- the rest of section 9 ------------------------------------------------------------------


def test_pots_with_the_same_seats_are_one() -> None:
    three = side_pots({0: 300, 1: 700, 2: 1200, 3: 1200}, [0, 1, 2, 3])
    assert [pot.eligible for pot in three] == [(0, 1, 2, 3), (1, 2, 3), (2, 3)]
    assert side_pots({0: 300, 1: 700, 2: 1200, 3: 1200}, [0, 2, 3]) == (Pot(1200, (0, 2, 3)), Pot(2200, (2, 3)))


def test_money_of_no_seat_lies_in_the_main_pot() -> None:
    assert side_pots({0: 100, 1: 500, 2: 500}, [0, 1, 2], 250) == (Pot(550, (0, 1, 2)), Pot(800, (1, 2)))
    assert side_pots({0: 0, 1: 0}, [0, 1], 250) == (Pot(250, (0, 1)),)


def test_no_money_is_no_pot_and_dead_money_alone_is_one() -> None:
    assert side_pots({0: 0, 1: 0}, [0, 1]) == ()
    assert side_pots({0: 0, 1: 0, 2: 150}, [0, 1]) == (Pot(150, (0, 1)),)


def test_a_seat_that_has_put_in_nothing_wins_nothing() -> None:
    assert side_pots({0: 0, 1: 400, 2: 400}, [0, 1, 2]) == (Pot(800, (1, 2)),)


def test_names_of_pots() -> None:
    one, three = [Pot(100, (0,))], [Pot(100, (0,))] * 3
    assert pot_name(0, one) == "pot"
    assert [pot_name(n, three) for n in range(3)] == ["main pot", "side pot 1", "side pot 2"]


@pytest.mark.parametrize("winners", [[], [2], [0, 2]])
def test_only_who_is_eligible_can_win(winners: list[Seat]) -> None:
    with pytest.raises(ValueError, match="cannot win"):
        award(table(200, 3), [Pot(200, (0, 1))], lambda pot: winners)


@given(totals=totals_of_seats, data=st.data())
def test_pots_hold_every_chip_and_shrink_upwards(totals: list[int], data: st.DataObject) -> None:
    seats = range(len(totals))
    live = sorted(data.draw(st.sets(st.sampled_from(seats), min_size=1)))
    extra = data.draw(st.integers(0, 10)) * 50
    pots = side_pots(dict(enumerate(totals)), live, extra)
    assert sum(pot.amount for pot in pots) == sum(totals) + extra
    assert all(pot.amount > 0 and pot.eligible for pot in pots)
    for lower, upper in pairwise(pots):
        assert {*upper.eligible} < {*lower.eligible}
    dearest = max(totals[s] for s in live)
    for s in live:  # nobody can win from anyone more than they have put in themselves
        most = sum(pot.amount for pot in pots if s in pot.eligible)
        assert totals[s] == dearest or most <= extra + sum(min(n, totals[s]) for n in totals)


@given(totals=totals_of_seats, dealer=st.integers(0, 7), data=st.data())
def test_awarding_pays_out_the_whole_pot(totals: list[int], dealer: int, data: st.DataObject) -> None:
    live = sorted(data.draw(st.sets(st.sampled_from(range(len(totals))), min_size=1)))
    t = table(sum(totals), len(totals), dealer % len(totals))
    before = opening(len(totals)).chips + sum(totals)
    award(t, side_pots(dict(enumerate(totals)), live), lambda pot: pot.eligible)
    assert t.chips["pot"] == 0
    assert t.after().chips == before
