"""Blackjack: every worked example, ruling and edge case of its rules that one round shows. Whites are typed."""

from __future__ import annotations

import pytest

from bot.engine.cards import cards
from bot.engine.facts import STOCK
from bot.engine.moments import GoOn
from bot.engine.view import view
from bot.games.blackjack.facts import DEALER
from bot.games.blackjack.hands import worth
from bot.games.blackjack.moves import (
    DealerDraws,
    Double,
    EvenMoney,
    HoleTurned,
    Insure,
    Peeked,
    Split,
)
from bot.games.parts.wagers import Bet

from .blackjack_table import alone, choices, dealt, lies, may, net, opened, outcomes
from .table import fact, moment_over, play, refused, told, waits

# ---- worked examples ------------------------------------------------------------------------


@pytest.mark.parametrize(("wager", "paid"), [(1000, 1500), (300, 450)])
def test_example_1_a_blackjack_is_paid_three_to_two(wager: int, paid: int) -> None:
    assert net(alone("AS KD", "9H 10C", wager=wager)) == paid


def test_example_2_insurance_against_a_blackjack() -> None:
    assert net(alone("10S 9D", "AH KC", "", "insure 5")) == 0


def test_example_2_insurance_without_a_blackjack() -> None:
    assert net(alone("10S 9D", "AH 7C", "", "insure 5", "stand")) == 500


@pytest.mark.parametrize("hole", ["KC", "5C"])
def test_example_3_even_money_whatever_the_hole_card(hole: str) -> None:
    assert net(alone("AS KD", f"AH {hole}", "5H 10H", "even-money")) == 1000


@pytest.mark.parametrize("hole", ["KC", "5C"])
def test_example_3_insurance_on_a_blackjack_comes_to_the_same(hole: str) -> None:
    deal = alone("AS KD", f"AH {hole}", "5H 10H", "insure 5")
    assert net(deal) == 1000
    assert outcomes(deal) == [(0, "pushed", 0) if hole == "KC" else (0, "blackjack", 1500)]


def test_example_4_double_for_less() -> None:
    assert net(alone("6H 5D", "9S 10C", "9C", "double 4")) == 1400


def test_example_5_a_pair_of_eights_is_split_twice() -> None:
    deal = alone("8H 8D", "8C 10C", "8S 10S 3D 5C 9C 10D", "split", wager=500)
    assert (lies(deal, "hand 0.1"), lies(deal, "hand 0.2")) == ("8H 8S", "8D 10S")
    play(deal, "0: split")
    assert fact(deal, "hands 0") == ((1, 500), (3, 500), (2, 500))
    assert (lies(deal, "hand 0.1"), lies(deal, "hand 0.3")) == ("8H 3D", "8S 5C")
    play(deal, "0: hit", "0: stand", "0: hit", "0: stand")
    assert outcomes(deal) == [(0, "bust", -500), (0, "won", 500), (0, "pushed", 0)]
    assert net(deal) == 0


@pytest.mark.parametrize(
    ("hand", "total", "soft"),
    [("AS 7H", 18, True), ("AS 7H 10D", 18, False), ("AC AD AH AS 7C", 21, True), ("5D 5S AC 10H", 21, False)],
)
def test_example_6_aces_count_eleven_or_one(hand: str, total: int, soft: bool) -> None:
    assert worth(cards(hand)) == (total, soft)


def test_example_7_the_dealer_draws_on_sixteen() -> None:
    deal = alone("10S 9D", "6H 10C", "5D", "stand")
    assert told(deal, DealerDraws)[-1].total == 21
    assert net(deal) == -1000


@pytest.mark.parametrize(("hand", "outcome"), [("10S 8D", "won"), ("10S 7D", "pushed")])
def test_example_7_the_dealer_stands_on_soft_seventeen(hand: str, outcome: str) -> None:
    deal = alone(hand, "AH 6D", "10C", "pass", "stand")
    assert told(deal, DealerDraws) == []
    assert outcomes(deal)[0][1] == outcome


def test_example_7_the_dealer_hits_soft_seventeen_where_the_house_says_so() -> None:
    deal = alone("10S 8D", "AH 6D", "10C", "pass", "stand", soft17="hit")
    assert [(str(e.card), e.total) for e in told(deal, DealerDraws)] == [("10C", 17)]


# ---- rulings --------------------------------------------------------------------------------


def test_ruling_1_the_house_deals_and_the_lowest_seat_is_on_its_left() -> None:
    deal = dealt({0: "10S 9D", 1: "10H 8D", 2: "9S 8H"}, "6H 10C", "5D")
    assert waits(deal) == [0]
    assert (view(deal).dealer, view(deal).players) == (-1, (0, 1, 2))
    play(deal, "0: stand", "1: stand", "2: stand")
    assert deal.after and deal.after.dealer is None


def test_ruling_1_the_house_bank_pays_and_collects() -> None:
    deal = play(dealt({0: "AS KD", 1: "10H 8D"}, "9H 10C"), "1: stand")
    assert deal.after and deal.after.house == -500


def test_ruling_2_wagers_are_whole_whites() -> None:
    deal = opened({0: "AS KD"}, "9H 10C")
    assert choices(deal, 0, Bet) == list(range(100, 10_001, 100))


def test_ruling_3_the_lower_total_loses() -> None:
    assert outcomes(alone("10S 8D", "9H 10C", "", "stand")) == [(0, "lost", -1000)]


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("KS QD", "Kings and queens are different ranks."),
        ("10S KD", "Tens and kings are different ranks."),
        ("9S 5D", "Nines and fives are different ranks."),
    ],
)
def test_ruling_4_same_rank_is_literal(hand: str, sentence: str) -> None:
    assert refused(alone(hand, "9H 10C"), 0, Split()) == sentence


def test_ruling_4_any_two_ten_cards_where_the_house_says_so() -> None:
    assert "Split" in may(alone("10S KD", "9H 10C", split_rank="ten_value"))
    assert refused(alone("9S KD", "9H 10C", split_rank="ten_value"), 0, Split()).endswith("different ranks.")


def test_ruling_5_a_pair_is_split_again_and_again() -> None:
    deal = alone("8H 8D", "8C 10C", "8S 8C 8H 8D 8S 8C", "split", "split", "split")
    assert len(fact(deal, "hands 0")) == 4
    assert "Split" in may(deal)


def test_ruling_6_both_hands_get_their_second_card_at_once() -> None:
    deal = alone("8H 8D", "9C 10C", "2S 3S", "split")
    assert (lies(deal, "hand 0.1"), lies(deal, "hand 0.2")) == ("8H 2S", "8D 3S")


def test_ruling_7_a_blackjack_facing_an_ace_may_insure_take_even_money_or_neither() -> None:
    deal = alone("AS KD", "AH 5C")
    assert may(deal) == ["Insure", "EvenMoney", "Pass"]
    assert outcomes(play(deal, "0: pass")) == [(0, "blackjack", 1500)]


def test_ruling_8_twenty_one_stands_by_itself() -> None:
    deal = alone("9H 5D", "9C 10C", "7S", "hit")
    assert outcomes(deal) == [(0, "won", 1000)]


def test_ruling_8_the_player_is_asked_where_the_house_says_so() -> None:
    deal = alone("9H 5D", "9C 10C", "7S 2D", "hit", auto21=False)
    assert may(deal) == ["Hit", "Stand"]
    assert outcomes(play(deal, "0: hit")) == [(0, "bust", -1000)]


def test_ruling_9_the_dealer_stands_on_soft_seventeen() -> None:
    deal = alone("10S 8D", "6H AD", "10C", "stand")
    assert told(deal, HoleTurned)[0].total == 17
    assert told(deal, DealerDraws) == []


def test_ruling_10_the_dealer_draws_nothing_when_all_have_been_paid() -> None:
    deal = dealt({0: "AS KD", 1: "AD QD"}, "6H 10C")
    assert told(deal, DealerDraws) == []
    assert outcomes(deal) == [(0, "blackjack", 1500), (1, "blackjack", 1500)]


def test_ruling_11_no_insurance_against_a_ten_card() -> None:
    deal = alone("10S 8D", "KH AD")
    assert told(deal, Peeked) == [Peeked(True)]
    assert outcomes(deal) == [(0, "lost", -1000)]


def test_ruling_12_no_surrender_and_no_side_bets() -> None:
    assert may(alone("10S 6D", "9H 10C")) == ["Hit", "Stand", "Double"]


def test_ruling_13_wagers_cannot_be_touched_after_the_deal() -> None:
    assert refused(alone("10S 6D", "9H 10C"), 0, Bet(2000)) == "You cannot do that now."


# ---- edge cases -----------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "total"), [("AS AD 9H", 21), ("AS 6D 10H", 17)])
def test_edge_1_totals_with_aces(hand: str, total: int) -> None:
    assert worth(cards(hand))[0] == total


def test_edge_2_split_tens_with_an_ace_are_no_blackjack() -> None:
    deal = alone("10S 10D", "6H 10C", "AS AD 5C", "split")
    assert outcomes(deal) == [(0, "pushed", 0), (0, "pushed", 0)]  # the dealer has a 21 of three cards
    assert net(alone("10S 10D", "9H 10C", "AS AD", "split")) == 2000


def test_edge_3_split_aces_play_on() -> None:
    deal = alone("AS AD", "9H 10C", "5S AH 3D", "split", "hit")
    assert may(deal) == ["Hit", "Stand"]
    play(deal, "0: stand")
    assert may(deal) == ["Hit", "Stand", "Double", "Split"]


def test_edge_3_split_aces_get_one_card_each_and_may_be_split_again() -> None:
    deal = alone("AS AD", "9H 10C", "5S AH 9D KD", "split", split_aces="resplit_only")
    assert fact(deal, "turn") == (0, 2)  # A-5 stands on its own, A-A may be split again
    assert sorted(may(deal)) == ["Split", "Stand"]
    assert refused(deal, 0, Double(500)) == "Split aces get one card each."
    play(deal, "0: split")
    assert outcomes(deal) == [(0, "lost", -1000), (0, "won", 1000), (0, "won", 1000)]


def test_edge_3_aces_split_again_as_they_play_on() -> None:
    deal = alone("AS AD", "9H 10C", "AH 5S 9D KD", "split", "split")
    assert len(fact(deal, "hands 0")) == 3


def test_edge_4_double_for_less_with_a_stack_below_the_wager() -> None:
    deal = alone("6H 5D", "9S 10C", "9C", wager=1000, stacks={0: 1300})
    assert choices(deal, 0, Double) == [50, 100, 150, 200, 250, 300]
    assert refused(deal, 0, Double(1000)) == "Double for ½ to 3."
    assert net(play(deal, "0: double 3")) == 1300


def test_edge_4_no_double_without_chips() -> None:
    deal = alone("6H 5D", "9S 10C", wager=1000, stacks={0: 1000})
    assert refused(deal, 0, Double(50)) == "You have no chips left to double with."


def test_double_only_as_the_first_action() -> None:
    deal = alone("2H 3D", "9S 10C", "4C", "hit")
    assert refused(deal, 0, Double(500)) == "Only as the first action."
    assert refused(deal, 0, Split()) == "Only as the first action."


def test_double_after_a_split() -> None:
    deal = alone("8H 8D", "9C 10C", "3S 2S 10S", "split", "double 10")
    assert fact(deal, "hands 0") == ((1, 2000), (2, 1000))


def test_edge_5_a_split_needs_a_second_wager() -> None:
    deal = alone("8H 8D", "9C 10C", wager=500, stacks={0: 800})
    assert refused(deal, 0, Split()) == "A split needs 5, you have 3."


def test_edge_6_insurance_above_half() -> None:
    deal = alone("10S 9D", "AH KC")
    assert refused(deal, 0, Insure(550)) == "Insure for ½ to 5."
    assert refused(deal, 0, Insure(75)) == "Insure for ½ to 5."


def test_edge_6_insurance_of_an_odd_wager_and_of_a_small_stack() -> None:
    assert choices(alone("10S 9D", "AH KC", wager=300), 0, Insure) == [50, 100, 150]
    assert choices(alone("10S 9D", "AH KC", stacks={0: 1100}), 0, Insure) == [50, 100]


def test_edge_6_insurance_with_a_stack_of_nothing() -> None:
    deal = alone("10S 9D", "AH KC", stacks={0: 1000})
    assert refused(deal, 0, Insure(50)) == "You have no chips left to insure with."
    assert may(deal) == ["Pass"]


def test_even_money_is_for_a_blackjack() -> None:
    assert refused(alone("10S 9D", "AH KC"), 0, EvenMoney()) == "Even money is for a blackjack."


@pytest.mark.parametrize("hole", ["KC", "9C"])
def test_edge_7_even_money_is_paid_at_once(hole: str) -> None:
    deal = dealt({0: "AS KD", 1: "10S 9D"}, f"AH {hole}")
    play(deal, "0: even-money", "1: pass")
    assert outcomes(deal)[0] == (0, "even money", 1000)
    assert lies(deal, "hand 0.1") == ""
    assert (deal.ask is None) == (hole == "KC")


def test_edge_8_two_blackjacks_one_insured_against_a_blackjack() -> None:
    deal = play(dealt({0: "AS KD", 1: "AD QD"}, "AH KC"), "0: insure 5", "1: pass")
    assert (net(deal, 0), net(deal, 1)) == (1000, 0)


def test_edge_9_ten_up_and_an_ace_in_the_hole_nobody_acts() -> None:
    deal = dealt({0: "AS KD", 1: "10S 10D"}, "QH AC")
    assert outcomes(deal) == [(0, "pushed", 0), (1, "lost", -1000)]
    assert [row.move for row in deal.rows] == [Bet(1000), Bet(1000), GoOn()]


def test_edge_10_all_bust_and_the_dealer_does_not_draw() -> None:
    deal = play(dealt({0: "10S 6D", 1: "10D 6S"}, "6H 10C", "10H 9H"), "0: hit", "1: hit")
    assert told(deal, DealerDraws) == []
    assert outcomes(deal) == [(0, "bust", -1000), (1, "bust", -1000)]


def test_a_bust_loses_even_if_the_dealer_busts_later() -> None:
    deal = play(dealt({0: "10S 6D", 1: "10D 8S"}, "6H 10C", "10H KH"), "0: hit", "1: stand")
    assert outcomes(deal) == [(0, "bust", -1000), (1, "won", 1000)]


def test_edge_11_the_dealers_cards_of_example_7() -> None:
    deal = alone("10S 8D", "AH 2D", "3C KS 2H", "pass", "stand")
    assert [e.total for e in told(deal, DealerDraws)] == [16, 16, 18]
    assert outcomes(deal) == [(0, "pushed", 0)]


def test_edge_14_the_turn_clock_hits_nine_and_stands_on_twelve() -> None:
    deal = alone("4H 5D", "9S 10C", "3C")
    deal.lapse(0, 1)
    assert may(deal) == ["Hit", "Stand"]
    moment_over(deal).lapse(0, 2)
    moment_over(deal)
    assert outcomes(deal) == [(0, "lost", -1000)]
    assert [type(row.move).__name__ for row in deal.rows if row.lapsed] == ["Hit", "Stand"]


def test_edge_14_a_soft_total_stands() -> None:
    deal = alone("AH 2D", "9S 10C")
    deal.lapse(0, 1)
    moment_over(deal)
    assert outcomes(deal) == [(0, "lost", -1000)]


def test_edge_16_a_bet_of_one_and_a_half_is_refused() -> None:
    deal = opened({0: "AS KD"}, "9H 10C")
    assert refused(deal, 0, Bet(150)) == "Bet whole whites between 1 and 100."
    assert refused(deal, 0, Bet(0)) == "Bet whole whites between 1 and 100."


def test_edge_17_doubled_and_split_hands_settle_separately() -> None:
    deal = alone("8H 8D", "8C 10C", "3S 10S 10H", "split", "double 10", "stand")
    assert outcomes(deal) == [(0, "won", 2000), (0, "pushed", 0)]


def test_edge_18_no_view_holds_the_hole_card_before_it_is_turned() -> None:
    deal = dealt({0: "10S 9D", 1: "10H 8D"}, "9H 10C")
    for viewer in (-1, 0, 1):
        seen = view(deal, viewer)
        assert seen.pile(DEALER) == (*cards("9H"), None)
        assert set(seen.pile(STOCK)) == {None}
    play(deal, "0: stand", "1: stand")
    assert told(deal, HoleTurned)[0].cards == tuple(cards("9H 10C"))


def test_it_is_the_turn_of_one_seat_after_the_other() -> None:
    deal = dealt({0: "10S 9D", 1: "10H 8D"}, "9H 10C")
    assert refused(deal, 1, Double(100)) == "It is not your turn."
