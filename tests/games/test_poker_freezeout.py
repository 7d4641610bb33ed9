"""Freezeouts: levels, places and prizes, leavers; and how a match of poker ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.codec import dump_state, load_state
from bot.engine.piles import Seat
from bot.engine.state import Standing, State
from bot.games.parts.agreed_end import Agree, ProposeEnd
from bot.games.parts.shared_pot import PotShared
from bot.games.poker import POKER, Options
from bot.games.poker.carried_over import Carried
from bot.games.poker.levels import level, prizes
from bot.games.poker.moves import Level, Out, Posted, Prizes
from bot.games.poker.options import rules_of, unfit

from .poker_table import all_do, begin, check_down, match, start, table
from .table import after, fact, told

FREEZEOUT: dict[str, Any] = {"format": "freezeout", "limit": "no", "run_twice": False}


def going_on(stacks: dict[Seat, int], number: int = 5, entries: int | None = None, **more: Any) -> State:
    """In the middle of a freezeout."""
    seats = len(stacks)
    carried = Carried(
        dealt_in=frozenset(s for s in stacks if stacks[s]), entries=tuple(range(entries or seats)), **more
    )
    return start(seats, stacks=stacks, number=number, carried=carried)


# ---- worked examples ------------------------------------------------------------------------


def test_example_31_levels() -> None:
    times = [level(200, n) for n in range(15)]
    us = [rules_of(Options(stakes=200), t).u for t in times]
    assert us == [200, 300, 400, 600, 800, 1200, 1600, 2000, 3000, 4000, 6000, 8000, 12_000, 16_000, 24_000]


def test_levels_that_come_to_the_same_are_skipped() -> None:
    us = [rules_of(Options(stakes=100), level(100, n)).u for n in range(6)]
    assert us == [100, 200, 300, 400, 600, 800]


def test_example_31_prizes_for_six() -> None:
    assert prizes(60_000, 6) == [39_000, 21_000]
    assert prizes(40_000, 4) == [40_000]
    assert prizes(80_050, 8) == [40_050, 24_000, 16_000]
    assert sum(prizes(80_050, 10)) == 80_050


def test_example_31_the_winner_pays_the_places() -> None:
    hands = {0: "AH AD", 1: "2C 7D"}
    stacks = {0: 40_000, 1: 20_000, 2: 0, 3: 0, 4: 0, 5: 0}
    state = going_on(stacks, out=((5,), (4,), (3,), (2,)))
    deal = table("holdem", hands, "AS KD 9C 8H 3S", state=state, **FREEZEOUT)
    check_down(all_do(deal, "call", "raise 200"))
    assert told(deal, Out) == [Out(1, 2, (0,))]
    assert told(deal, Prizes) == [Prizes(((0, 39_000), (1, 21_000)))]
    left = after(deal)
    assert left.stacks == (39_000, 21_000, 0, 0, 0, 0)
    assert left.standings == (
        Standing(0, 1, "W"), Standing(1, 2, "L"), Standing(2, 3, "L"), Standing(3, 4, "L"), Standing(4, 5, "L"),
        Standing(5, 6, "L"),
    )  # fmt: skip


# ---- rulings and edge cases -----------------------------------------------------------------


def test_ruling_16_a_new_level_starts_with_a_deal() -> None:
    deal = table(state=going_on(dict.fromkeys(range(4), 10_000), number=10), **FREEZEOUT)
    assert told(deal, Level) == [Level(300, 0)]
    assert told(deal, Posted)[-1] == Posted(2, "big blind", 300, False)
    deal = table(state=going_on(dict.fromkeys(range(4), 10_000), number=9), **FREEZEOUT)
    assert not told(deal, Level)


def test_a_named_ante_and_max_bet_grow_with_the_level() -> None:
    rules = rules_of(Options(stakes=200, ante=50, limit="spread", max_bet=1000, format="freezeout"), 1.5)
    assert (rules.u, rules.ante, rules.max_bet) == (300, 50, 1500)


def test_edge_21_two_out_at_once() -> None:
    hands = {1: "AH AD", 2: "2C 7D", 3: "2D 8C", 0: "KC QC"}
    stacks = {0: 8000, 1: 8000, 2: 3000, 3: 5000}
    deal = table("holdem", hands, "AS KD 9C 8H 3S", state=going_on(stacks), **FREEZEOUT)
    check_down(all_do(deal, "raise 50", "fold", "call", "call"))
    assert told(deal, Out) == [Out(2, 4, (1,)), Out(3, 3, (1,))]
    assert after(deal).carried.out == ((2,), (3,))
    stacks = {0: 8000, 1: 8000, 2: 5000, 3: 5000}
    deal = table("holdem", hands, "AS KD 9C 8H 3S", state=going_on(stacks), **FREEZEOUT)
    check_down(all_do(deal, "raise 50", "fold", "call", "call"))
    assert told(deal, Out) == [Out(2, 3, (1,)), Out(3, 3, (1,))]  # equal stacks share their place


def test_who_shares_a_place_shares_the_prize() -> None:
    hands = {1: "AH AD", 2: "2C 7D", 0: "2D 8C"}
    stacks = {0: 10_000, 1: 30_000, 2: 10_000, 3: 0, 4: 0}
    state = going_on(stacks, out=((4,), (3,)))
    deal = table("holdem", hands, "AS KD 9C 9H 3S", state=state, **FREEZEOUT)
    check_down(all_do(deal, "raise 100", "call", "call"))
    assert told(deal, Prizes) == [Prizes(((1, 50_000 - 2 * 8750), (0, 8750), (2, 8750)))]


def test_who_leaves_is_out_and_the_chips_stay_for_the_prizes() -> None:
    m = match(start(4), variant="holdem", **FREEZEOUT)
    all_do(begin(m), "fold", "fold", "fold")
    m.settle()
    before = m.state
    assert m.stand(3) == 0
    assert m.state.splash == before.stacks[3]
    deal = begin(m, 1)
    assert told(deal, Out) == [Out(3, 4)]
    assert deal.table.chips["splash"] == before.stacks[3]
    assert 3 not in deal.table.players
    assert fact(deal, "betting").pots == ()


def test_the_last_one_left_has_won() -> None:
    m = match(start(3), variant="holdem", **FREEZEOUT)
    all_do(begin(m), "fold", "fold")
    m.settle()
    m.stand(1)
    m.stand(2)
    deal = begin(m, 1)
    assert deal.ask is None
    assert told(deal, Prizes) == [Prizes(((0, 30_000),))]
    assert after(deal).standings == (Standing(0, 1, "W"),)


def test_by_earlier_rules_all_keep_their_stacks_and_share_what_leavers_left() -> None:
    state = replace(going_on({0: 10_000, 1: 10_000, 2: 0}, out=((2,),)), splash=10_050)
    deal = table(state=state, rules=2, **FREEZEOUT)
    deal.submit(0, ProposeEnd())
    deal.submit(1, Agree())
    check_down(deal)
    left = after(deal)
    assert left.over
    assert sum(left.stacks) == 30_050
    assert left.splash == 0


# ---- ends of other matches ------------------------------------------------------------------


def test_a_match_ends_after_so_many_hands() -> None:
    deal = check_down(table(hands=1, limit="no"))
    assert after(deal).over
    assert not after(check_down(table(hands=2, limit="no"))).over


def test_a_match_ends_where_one_seat_has_chips() -> None:
    state = start(3, stacks={1: 0, 2: 0}, number=3, carried=Carried(dealt_in=frozenset({0, 1, 2})))
    deal = table(state=state, limit="no")
    assert after(deal).over


def test_a_pot_left_at_the_end_is_shared_among_its_payers() -> None:
    deal = table("jacks", {1: "2C 3D 4H 6C 8D", 2: "2D 3H 4S 6D 8H", 0: "2S 3C 4D 6S 8C"}, seats=3, ante=100)
    deal.submit(0, ProposeEnd())
    deal.submit(1, Agree())
    deal.submit(2, Agree())
    all_do(deal, "check", "check", "check")
    assert told(deal, PotShared) == [PotShared(100, (1, 2, 0), 0)]
    assert after(deal).over
    assert after(deal).stacks == (10_000,) * 3


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_edge_22_the_button_leaves(leaver: Seat) -> None:
    m = match(start(4, dealer=0), variant="holdem", limit="no")
    check_down(begin(m))
    m.settle()
    assert m.state.dealer == 1
    m.stand(leaver)
    deal = begin(m, 1)
    assert deal.table.dealer == (1 if leaver != 1 else 2)
    assert [e.what for e in told(deal, Posted)][:2] == ["small blind", "big blind"]
    check_down(deal)
    m.settle()
    assert m.state.dealer == (2 if leaver == 0 else 3)


def test_the_button_passes_an_empty_stack() -> None:
    state = start(4, dealer=1, stacks={1: 0}, number=4, carried=Carried(dealt_in=frozenset(range(4))))
    deal = table(state=state, limit="no")
    assert deal.table.dealer == 2
    assert [e.seat for e in told(deal, Posted)] == [3, 0]


def test_too_many_seats_are_refused() -> None:
    assert unfit(Options(variant="stud"), 9) == "Stud takes at most 8."
    assert unfit(Options(variant="omaha", boards="2"), 10) == "Omaha with two boards takes at most 9."
    assert unfit(Options(variant="omaha"), 10) is None
    assert POKER.seats_for(Options(variant="stud")) == range(2, 9)


def test_what_is_kept_can_be_stored() -> None:
    left = after(check_down(table("jacks", ante=100, limit="fixed")))
    assert load_state(POKER, dump_state(left)) == left
    won = after(check_down(table(state=going_on(dict.fromkeys(range(4), 10_000)), **FREEZEOUT)))
    assert load_state(POKER, dump_state(won)) == won


def test_what_is_counted() -> None:
    deal = check_down(table("holdem", {1: "AH AD", 2: "2C 7D"}, "AS KD 9C 8H 3S", limit="no"))
    counted = after(deal).counted(1)
    assert (counted["hands"], counted["balance"], counted["pots won"], counted["showdowns won"]) == (1, 600, 1, 1)
    assert counted["biggest pot"] == 800
    assert counted["best hand"]
    assert after(deal).counted(2)["balance"] == -200
