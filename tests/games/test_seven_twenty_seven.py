"""Seven Twenty-Seven: every worked example and edge case of its rules, in both forms."""

from __future__ import annotations

import pytest

from bot.engine.betting import Fold, Raise
from bot.engine.cards import cards
from bot.engine.facts import HAND, STOCK
from bot.engine.side_pots import Pot, PotWon
from bot.engine.table import Reshuffled
from bot.engine.view import view
from bot.games.seven_twenty_seven import HIGH, Bust, Hit, Round, Shown, Stand, Stood, Took, halves, totals

from .seven_twenty_seven_table import all_check, all_stand, deal, each, gains, seen, shown_down, won
from .table import fact, may, nets, play, pot, refused, told, turn

BOTH = pytest.mark.parametrize("ruleset", ["open", "closed"])

# ---- worked examples -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("AD KS 5C", [6.5, 16.5]),
        ("9C 8D 10H", [27]),
        ("4H QD 2S", [6.5]),
        ("10C 7D 5S 4D", [26]),
        ("AS AH AD 4C", [7, 17, 27, 37]),
        ("5C AD AH", [7, 17, 27]),
        ("KD QC 6C 8D", [15]),
    ],
)
def test_values_courts_are_a_half_and_aces_one_or_eleven(hand: str, points: list[float]) -> None:
    assert [n / 2 for n in totals(cards(hand))] == points


def test_example_1_the_odd_yellow_belongs_to_the_high_half() -> None:
    d = shown_down({0: "AD KS 5C", 1: "9C 8D 10H", 2: "4H QD 2S", 3: "10C 7D 5S 4D"}, pot=3050)
    assert won(d) == [("pot", "low", 1500, (2, 0)), ("pot", "high", 1550, (1,))]
    assert gains(d) == [750, 1550, 750, 0]


@pytest.mark.parametrize(("ruleset", "paid"), [("open", [2000, 0, 0]), ("closed", [1000, 500, 500])])
def test_example_2_edge_2_five_and_two_aces(ruleset: str, paid: list[int]) -> None:
    d = shown_down({0: "5C AD AH", 1: "4D 3C", 2: "10S 9C 8H"}, pot=2000, ruleset=ruleset)
    assert gains(d) == paid


def test_example_3_open_28_is_out_and_15_wins_low() -> None:
    d = shown_down({0: "KD QC 6C 8D", 1: "9S 10D 7C", 2: "8C JH KC 10C 9D"}, pot=1500)
    assert told(d, Bust) == [Bust(2, cards("8C")[0], 56)]
    assert won(d) == [("pot", "low", 750, (0,)), ("pot", "high", 750, (1,))]


def test_example_3_closed_28_ties_with_26() -> None:
    hands = {0: "KD QC 6C 8D", 1: "9S 10D 7C", 2: "8C JH KC 10C 9D"}
    d = shown_down(hands, dealer=1, pot=1500, ruleset="closed")
    assert gains(d) == [750, 350, 400]


def test_example_4_closed_either_side_of_27() -> None:
    d = shown_down(
        {0: "10D 9H 8S JC", 1: "10H 9C 7S QD", 2: "6D KH", 3: "8C KS"}, pot=400, ruleset="closed"
    )  # fmt: skip
    assert won(d) == [("pot", "low", 200, (2,)), ("pot", "high", 200, (1, 0))]


@BOTH
def test_example_5_an_odd_yellow_inside_a_half(ruleset: str) -> None:
    hands = {0: "10D 9C 8S", 1: "9D 9S 9H", 2: "KD 7H", 3: "6S QS KS"}
    d = shown_down(hands, dealer=2, pot=1050, ruleset=ruleset)
    assert gains(d) == [300, 250, 0, 500]


def test_example_6_an_ace_counts_one_for_the_low_half() -> None:
    d = shown_down({0: "AC 6D", 1: "10C 9D", 2: "10H 8H 2C"}, pot=900)
    assert gains(d) == [450, 0, 450]


@pytest.mark.parametrize(("ruleset", "paid"), [("open", [1200, 0, 0]), ("closed", [800, 200, 200])])
def test_example_7_three_aces_and_a_four(ruleset: str, paid: list[int]) -> None:
    d = shown_down({0: "AS AH AD 4C", 1: "5C 2C", 2: "QH 6S KH"}, pot=1200, ruleset=ruleset)
    assert gains(d) == paid


def test_example_8_22_takes_a_six_and_is_out() -> None:
    d = all_stand(all_check(deal({1: "10C 9D"}, "3H 6S")), 1)
    all_check(d)
    assert turn(d) == 1
    assert seen(d, 1) == "3H 9D ."
    play(d, "1: hit")
    assert told(d, Took)[-1] == Took(1, cards("6S")[0])
    assert told(d, Bust) == [Bust(1, cards("10C")[0], 56)]
    assert seen(d, 1) == "10C 9D 3H 6S"
    assert turn(d) == 2


# ---- edge cases ------------------------------------------------------------------------------


def test_edge_1_a_bust_that_leaves_one_ends_the_hand_at_once() -> None:
    d = deal({1: "10C 9D", 2: "10H 8S"}, "9H")
    play(d, "1: bet 1", "2: call", "3: fold", "0: fold", "1: hit")
    assert told(d, PotWon) == [PotWon("pot", 600, (2,))]
    assert nets(d) == [-100, -200, 400, -100]
    assert told(d, Shown) == []
    assert seen(d, 2) == "8S .", "it takes the pot unseen"


@BOTH
def test_edge_3_three_aces_and_a_four_are_both_at_once(ruleset: str) -> None:
    held = {0: cards("AS AH AD 4C"), 1: cards("10S 9C 8H")}
    shared = halves(1000, held, ruleset == "open")
    assert shared == ([("whole", 1000, [0])] if ruleset == "open" else [("low", 500, [0]), ("high", 500, [0, 1])])


def test_edge_4_open_if_all_are_above_seven_the_lowest_is_low() -> None:
    held = {0: cards("KC 8D"), 1: cards("9C JD"), 2: cards("10C 9D 8H")}
    assert halves(400, held, True) == [("low", 200, [0]), ("high", 200, [2])]


@pytest.mark.parametrize(("open", "low"), [(True, 0), (False, 1)])
def test_edge_5_6_against_7_and_a_half(open: bool, low: int) -> None:
    held = {0: cards("4C 2D"), 1: cards("7C KD"), 2: cards("10C 9D")}
    assert halves(400, held, open)[0] == ("low", 200, [low])


def test_edge_6_26_against_28() -> None:
    assert halves(400, {0: cards("10C 9D 7H"), 1: cards("10D 9S 9H")}, False)[1] == ("high", 200, [0, 1])
    d = shown_down({0: "10C 9D 7H", 1: "10D 9S 9H", 2: "KC QD"})
    assert [e.seat for e in told(d, Bust)] == [1]


@BOTH
def test_edge_7_if_everybody_stands_the_hands_are_shown_after_one_betting_round(ruleset: str) -> None:
    d = all_stand(all_check(deal(ruleset=ruleset)))
    assert told(d, Round) == [Round(1)]
    assert [e.seat for e in told(d, Shown)] == [1, 2, 3, 0]
    assert d.after is not None


@BOTH
def test_edge_8_who_stands_twice_may_hit_later(ruleset: str) -> None:
    d = deal({1: "KC QC", 2: "2C 3C"}, "KD QD", ruleset=ruleset)
    for _ in range(2):
        all_stand(all_check(d), 2)
    assert [e.seat for e in told(d, Stood)].count(1) == 2
    all_check(d)
    play(d, "1: hit")
    assert len(d.table.piles[HAND.of(1)]) == 3


def test_edge_9_odd_yellows_between_the_halves_and_inside_one() -> None:
    hands = {0: "10C 9D 8H", 1: "4C 3D", 2: "KH 9S 9C 8S QC", 3: "5D 2H"}
    assert halves(950, {p: cards(h) for p, h in hands.items()}, True) == [("low", 450, [1, 3]), ("high", 500, [0, 2])]
    d = shown_down(hands, pot=950)
    assert gains(d) == [250, 250, 250, 200]


def test_edge_10_the_main_pot_and_the_side_pot_go_their_own_ways() -> None:
    # seat 1 has all its chips in and is perfect for the high half; seat 2 and 3 play on
    d = deal({1: "10C 9D", 2: "10H 9S", 3: "4C 3D", 0: "KC 8S"}, "8H 7C", stacks={1: 300})
    play(d, "1: bet 2", "2: raise 4", "3: call", "0: fold", "1: hit", "2: hit", "3: stand")
    assert fact(d, "betting").pots == (Pot(1000, (1, 2, 3)), Pot(800, (2, 3)))
    all_stand(all_check(d))
    assert won(d) == [
        ("side pot 1", "low", 400, (3,)), ("side pot 1", "high", 400, (2,)),
        ("main pot", "low", 500, (3,)), ("main pot", "high", 500, (1,)),
    ]  # fmt: skip
    assert nets(d) == [-100, 200, -300, 200]


def test_edge_11_the_fourth_raise_is_refused() -> None:
    d = play(deal(), "1: bet 1", "2: raise 1", "3: raise 1", "0: raise 1")
    assert may(d) == "Call Fold"
    assert refused(d, 1, Raise(100)) == "There have been 3 raises, and no more are allowed."


def test_edge_12_a_dry_stock_without_dead_hands() -> None:
    d = deal(ruleset="closed")
    while len(d.table.piles[STOCK]):
        all_stand(all_check(d), 1)
    all_check(d)
    assert may(d) == "Stand"
    assert refused(d, 1, Hit()) == "No cards are left."
    assert all_stand(d).after is not None


def test_edge_12_a_dry_stock_with_dead_hands() -> None:
    d = deal({2: "KC QD"}, ruleset="closed", again=["QD KC"])
    play(d, "1: bet 1", "2: fold", "3: call", "0: call")
    assert seen(d, 2) == ""
    all_stand(d, 1)
    while len(d.table.piles[STOCK]):
        all_stand(all_check(d), 1)
    all_check(d)
    play(d, "1: hit")
    assert told(d, Reshuffled) == [Reshuffled(2)]
    assert [*map(str, d.table.piles[HAND.of(1)])][-1] == "QD"
    play(d, "3: stand", "0: hit")
    assert may(all_check(d)) == "Stand"


def test_edge_12_hands_that_are_bust_come_back_too() -> None:
    d = all_check(deal({1: "10C 9C"}, "10D 10H 10S 9D 9H 9S 8C 8D 8H 8S 7C 7D 7H 7S", seats=10, again=["9C 10D 10C"]))
    play(d, "1: hit")
    assert told(d, Bust) == [Bust(1, cards("10C")[0], 58)]
    stock = d.table.piles[STOCK]
    while stock:  # a player with room takes the next card
        seat = turn(d)
        assert seat is not None
        fits = totals([*d.table.piles[HAND.of(seat)], stock.top])[0] <= HIGH
        all_check(play(d, f"{seat}: {'hit' if fits else 'stand'}"))
    assert seen(d, 1) == "10C 9C 10D"
    seat = turn(d)
    play(d, f"{seat}: hit")
    assert told(d, Reshuffled) == [Reshuffled(3)]
    assert (seen(d, 1), "9C" in seen(d, seat or 0)) == ("", True)


@BOTH
def test_edge_13_ten_seats(ruleset: str) -> None:
    d = all_check(deal(seats=10, ruleset=ruleset))
    all_stand(d, *range(10))
    assert len(told(d, Took)) == 10
    while d.ask:
        all_stand(all_check(d))
    assert sum(nets(d)) == 0


@BOTH
def test_edge_14_down_cards_of_folders_never_appear(ruleset: str) -> None:
    d = deal({2: "KC 9D"}, ruleset=ruleset)
    assert seen(d, 2) == ("9D ." if ruleset == "open" else "KC .")
    play(d, "1: bet 1", "2: fold")
    assert {seen(d, 2, viewer) for viewer in (-1, 0, 1, 2, 3)} == {""}
    play(d, "3: call", "0: call")
    all_stand(d)
    assert 2 not in [e.seat for e in told(d, Shown)]
    hidden = {*cards("KC 9D")}
    assert not any(hidden & view(d, viewer).seen() for viewer in (-1, 0, 1, 3))


@pytest.mark.parametrize(("ruleset", "paid"), [("open", [300, 0, 300, 0]), ("closed", [300, 0, 300, 0])])
def test_edge_15_two_hands_of_five_and_two_aces_share(ruleset: str, paid: list[int]) -> None:
    hands = {0: "5C AD AH", 1: "KC 8C", 2: "5D AC AS", 3: "9C 10C"}
    d = shown_down(hands, pot=600, ruleset=ruleset)
    assert gains(d) == paid


def test_edge_16_exactly_27_stays_in() -> None:
    d = shown_down({0: "KC QC", 1: "10C 9D 8H", 2: "2C 3C", 3: "JD KD"})
    assert told(d, Bust) == []
    assert won(d)[1] == ("pot", "high", 200, (1,))


# ---- what may be done ------------------------------------------------------------------------


def test_cards_are_taken_in_turn() -> None:
    d = all_check(deal())
    assert refused(d, 2, Hit()) == "It is not your turn."
    assert refused(d, 2, Stand()) == "It is not your turn."
    assert refused(d, 1, Fold()) == "You cannot do that now."


def test_a_folded_seat_takes_no_cards() -> None:
    d = play(deal(), "1: bet 1", "2: fold", "3: call", "0: call", "1: stand")
    assert turn(d) == 3
    assert refused(d, 2, Hit()) == "It is not your turn."


def test_time_out_stands() -> None:
    d = all_check(deal())
    d.lapse(1, 60_000)
    assert told(d, Stood) == [Stood(1)]
    assert turn(d) == 2


def test_time_out_checks_or_folds() -> None:
    d = deal()
    d.lapse(1, 60_000)
    play(d, "2: bet 1")
    d.lapse(3, 120_000)
    assert fact(d, "betting").live == (1, 2, 0)


def test_standing_ahead_is_a_secret_and_can_be_taken_back() -> None:
    d = all_check(deal())
    play(d, "3: stand-ahead", "0: stand-ahead", "0: stand-ahead")
    assert [("stands 3" in view(d, v).facts, "stands 0" in view(d, v).facts) for v in (-1, 1, 3, 0)] == [
        (False, False), (False, False), (True, False), (False, False),
    ]  # fmt: skip
    assert (turn(d), told(d, Stood)) == (1, [])
    play(d, "1: stand", "2: hit")
    assert [e.seat for e in told(d, Stood)] == [1, 3]
    assert turn(d) == 0
    play(d, "0: stand")
    assert fact(d, "stands 3") is None, "it binds for this round only"


def test_pot_and_round_are_told() -> None:
    d = deal()
    assert (fact(d, "round"), pot(d)) == (1, 400)
    each(all_stand(all_check(d), 2), "Check")
    assert (fact(d, "round"), told(d, Round)) == (2, [Round(1), Round(2)])
