"""What can be said of a hand of poker from a view alone."""

from __future__ import annotations

import pytest

from bot.engine.deal import Deal
from bot.engine.view import view
from bot.games.poker.seen import hand_now
from bot.games.poker.variants import VARIANTS
from bot.show.words.chances import chances

from .poker_table import all_do, amounts, check_down, table
from .table import looked_at, may, play, turn


def now(deal: Deal, seat: int) -> list[tuple[str, str]]:
    return [(made.half, made.called) for made in hand_now(view(deal, seat))]


def to_flop(deal: Deal) -> Deal:
    return all_do(deal, "call", "check")


def test_what_ones_own_hand_is_now() -> None:
    deal = table("holdem", {1: "KH 4D", 0: "9S 8S"}, "KC 4S 2D 9C 9H", seats=2, limit="no")
    assert now(deal, 1) == [("high", "king high, four")]
    to_flop(deal)
    assert now(deal, 1) == [("high", "two pair, kings over fours, two")]
    assert now(deal, 0) == [("high", "king high, nine, eight, four, two")]
    assert hand_now(view(deal)) == ()


def test_high_and_low() -> None:
    deal = to_flop(table("omaha-8", {1: "AS 2D KC KD"}, "3H 7S 8C QD JH", seats=2))
    assert now(deal, 1) == [("high", "pair of kings, eight, seven, three"), ("low", "8-7-3-2-A low")]


def test_a_wild_hole_card_is_known_to_its_owner() -> None:
    deal = table("stud", {1: "2C 5D 2S"}, seats=2, home="wild=hole")
    assert now(deal, 1) == [("high", "three fives")]


def test_two_boards() -> None:
    deal = to_flop(table("holdem", {1: "KH KD"}, "KC 8S 4D QC 8H 3C", seats=2, boards="2", limit="no"))
    assert [(made.board, made.called) for made in hand_now(view(deal, 1))] == [
        (0, "three kings, eight, four"), (1, "pair of kings, queen, eight, three"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", [name for name, row in VARIANTS.items() if row.script == "hand"])
def test_a_hand_is_called_as_it_is_at_the_showdown(name: str) -> None:
    deal = check_down(table(name, seats=2, muck=False, limit="auto"))
    for seat in (0, 1):
        made = hand_now(view(deal, seat), seat)
        assert made
        assert all(one.called and one.cards for one in made)


def test_example_33_chances_of_an_all_in_on_the_flop() -> None:
    deal = table("holdem", {1: "AH AD", 0: "9S 8S"}, "10S 7D 2S", seats=2, limit="no")
    to_flop(deal)
    assert chances(view(deal)) is None
    all_do(deal, "bet 98")
    seat = turn(deal)
    assert seat is not None
    play(deal, f"{seat}: call")
    found = chances(view(deal))
    assert found is not None
    assert found == (({1: 44, 0: 56},), True)  # 990 boards
    assert chances(view(deal, 1)) == found


def test_chances_before_the_flop_are_sampled_and_the_same_for_all() -> None:
    deal = all_do(table("holdem", {1: "AH AD", 0: "9S 8S"}, seats=2, limit="no"), "raise 100", "call")
    found = chances(view(deal))
    assert found is not None
    assert not found.exact
    assert found == chances(view(deal, 0))
    assert sum(found.pots[0].values()) == 100
    assert 72 <= found.pots[0][1] <= 82


def test_chances_of_stud() -> None:
    hands = {1: "AH AD KC", 0: "2S 7D 8C"}
    deal = table("stud", hands, seats=2, stacks={0: 1000}, limit="no")
    all_do(deal, "bet 1", "raise 9.5")
    looked_at(deal, f"{turn(deal)}: call")
    found = chances(view(deal))
    assert found is not None
    assert not found.exact
    assert found.pots[0][1] > 75


def test_chances_of_the_last_card_of_stud_are_exact() -> None:
    hands = {1: "AH AD KC AC 5C 6D", 0: "KS QS 7C 9S JS 8S"}
    deal = table("high-chicago", hands, seats=2, stacks={0: 1200}, limit="spread", ante=100, max_bet=20_000)
    while deal.table.facts["street"][0] < 4:
        all_do(deal, "bet 1" if "Check" not in may(deal) and "Call" not in may(deal) else
               "check" if "Check" in may(deal) else "call")  # fmt: skip
    bet = amounts(deal, "Bet")
    assert bet is not None
    all_do(deal, f"bet {bet[1] // 100}")
    looked_at(deal, f"{turn(deal)}: call")
    found = chances(view(deal))
    assert found is not None
    assert found.exact
    assert found.pots[0][0] > found.pots[0][1]  # most of the high half, and of the spade


def test_ruling_9_folded_cards_are_unknown() -> None:
    found = []
    for folded in ("AS AC", "2H 3D"):
        deal = table("holdem", {1: "AH AD", 2: "9S 8S", 0: folded}, "10S 7D 2C", seats=3, limit="no")
        all_do(deal, "fold", "call", "check", "bet 98")
        looked_at(deal, "2: call")
        found.append(chances(view(deal)))
    assert found[0] is not None
    assert found[0] == found[1]
