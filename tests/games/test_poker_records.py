"""What the records keep of poker: hands, balance, pots and showdowns won, the best hand and the biggest pot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games.parts.poker_hands import name, strength
from bot.games.poker.carried_over import Carried

from .poker_table import all_do, check_down, start, table
from .table import after
from .test_poker_guts import HANDS, guts


def counted(deal: Deal, seat: Seat) -> dict[str, int]:
    """Everything that the records have of a seat so far."""
    return {**after(deal).counted(seat)}


def test_main_and_side_pots_are_one_each_and_the_biggest_is_all_that_one_hand_has_brought() -> None:
    hands = {1: "9H 9D", 2: "KS KD", 3: "QC QH", 0: "AC 7D"}
    stacks = {1: 1000, 2: 3000, 3: 5000, 0: 6000}
    deal = table("holdem", hands, "9C 5S 2D 3D 3H", stacks=stacks, run_twice=False)
    check_down(all_do(deal, "raise 50", "call", "call", "call"))  # example 7
    full, two_pair = strength(cards("9H 9D 9C 3D 3H")), strength(cards("KS KD 3D 3H 9C"))
    assert counted(deal, 1) == {
        "hands": 1, "balance": 3000, "pots won": 1, "showdowns won": 1, "biggest pot": 4000, "best hand": full,
    }  # fmt: skip
    assert counted(deal, 2)["best hand"] == two_pair and name(full) == "full house, nines over threes"
    assert counted(deal, 0) == {"hands": 1, "balance": -5000}


def test_whoever_takes_it_without_showing_has_won_no_showdown() -> None:
    deal = all_do(table("holdem"), "fold", "fold", "fold")
    assert counted(deal, 2) == {"hands": 1, "balance": 100, "pots won": 1, "biggest pot": 200}


def test_halves_of_a_pot_are_that_pot() -> None:
    deal = check_down(table("stud-8", {1: "AS 2D 3C 4H 5S KD KH", 0: "8S 7D 6C 2H AC QD QC"}, seats=2))
    won = counted(deal, 1)
    assert (won["pots won"], won["showdowns won"]) == (1, 1)
    assert won["biggest pot"] == won["balance"] * 2
    assert name(won["best hand"]) == "straight to the five"


def test_low_hands_are_no_best_hands() -> None:
    deal = check_down(table("razz", {1: "AS 2D 3C 4H 5S KD KH", 0: "8S 7D 6C 2H AC QD QC"}, seats=2))
    assert counted(deal, 1)["showdowns won"] == 1 and "best hand" not in counted(deal, 1)


def test_the_best_and_the_biggest_of_a_match_stay() -> None:
    first = after(check_down(table("holdem", {1: "AH AD"}, "AS AC 9C 8H 3S")))
    assert name(first.counted(1)["best hand"]) == "four aces, nine"
    state = start(4, dealer=1, carried=first.carried, number=1)
    second = check_down(table("holdem", {1: "KH QD"}, "KS QC 7C 8H 3S", state=_with_counts(state, first)))
    assert name(counted(second, 1)["best hand"]) == "four aces, nine"
    assert counted(second, 1)["pots won"] == 2 and counted(second, 1)["hands"] == 2


def _with_counts(state: State, before: State) -> State:
    return replace(state, counts=before.counts)


def test_guts_counts_too() -> None:
    deal = guts(HANDS, "1 2 3")
    assert counted(deal, 3) == {"hands": 1, "balance": 300, "pots won": 1, "showdowns won": 1, "biggest pot": 400}
    assert counted(deal, 1) == {"hands": 1, "balance": -500}


@pytest.mark.parametrize("given", [{"run_twice": False}, {"boards": "2"}])
def test_balances_add_up_to_nothing(given: dict[str, Any]) -> None:
    deal = check_down(table("holdem", **given))
    assert sum(counted(deal, p)["balance"] for p in range(4)) == 0


def test_a_prize_is_part_of_the_balance() -> None:
    carried = Carried(dealt_in=frozenset({0, 1}), entries=(0, 1, 2, 3, 4), out=((4,), (3,), (2,)))
    state = start(5, stacks={0: 40_000, 1: 10_000, 2: 0, 3: 0, 4: 0}, number=5, carried=carried)
    hands = {0: "AH AD", 1: "2C 7D"}
    deal = table("holdem", hands, "AS KD 9C 8H 3S", state=state, format="freezeout", run_twice=False)
    check_down(all_do(deal, "call", "raise 100"))
    assert counted(deal, 0)["balance"] == -7500 and counted(deal, 1)["balance"] == 7500  # 50,000: 32,500 and 17,500
    assert after(deal).stacks[:2] == (32_500, 17_500)
