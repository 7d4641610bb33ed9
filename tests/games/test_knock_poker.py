"""Knock Poker: every worked example, ruling and edge case of its rules."""

from __future__ import annotations

import pytest

from bot.engine.cards import card, cards
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.match import Match
from bot.engine.randomness import Seal
from bot.engine.state import opening
from bot.engine.table import Reshuffled
from bot.engine.view import view
from bot.games.knock_poker import (
    KNOCK_POKER,
    Discard,
    Discarded,
    Draw,
    Drew,
    Knock,
    Knocked,
    Options,
    StockOut,
    Took,
)
from bot.games.parts.poker_hands import Kind, kind

from .knock_poker_table import best_first, going_on, hand, knocks, rounds, shown_at_once, winners
from .table import after, fact, play, refused, seen, told, turn

FLUSHES = {1: "KH 9H 7H 4H 2H", 2: "KC 9C 7C 4C 2C", 0: "3D 5S 8D JS QD"}

# ---- worked examples ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "called"),
    [
        pytest.param("AS AD KC 7H 2D", "AH AC QS JD 9C", "pair of aces, king, seven, two", id="1"),
        pytest.param("10H 9H 8H 7H 6H", "KS KD KH KC 2S", "straight flush to the ten", id="2"),
        pytest.param("2H 3D 4C 5C 6D", "AH 2D 3C 4S 5H", "straight to the six", id="3"),
        pytest.param("QS QD 5H 5C 9D", "JS JD 10H 10C AC", "two pair, queens over fives, nine", id="4"),
    ],
)
def test_examples_1_to_4_the_better_hand_wins(better: str, worse: str, called: str) -> None:
    for mine, theirs, winner in ((better, worse, 1), (worse, better, 0)):
        deal = shown_at_once({1: mine, 0: theirs})
        assert winners(deal) == (winner,)
        first = best_first(deal)[0]
        assert (first.seat, first.called, {*first.cards}) == (winner, called, {*cards(better)})


@pytest.mark.parametrize(("ante", "pays"), [(0, (0, 0)), (100, (150, 150)), (150, (250, 200))])
def test_example_5_edge_8_equal_flushes_share(ante: int, pays: tuple[int, int]) -> None:
    deal = shown_at_once(FLUSHES, stack=1000 if ante else 0, ante=ante)
    assert winners(deal) == (1, 2)
    assert after(deal).scores == (0, 1, 1)
    if ante:
        assert after(deal).stacks == (1000 - ante, 1000 - ante + pays[0], 1000 - ante + pays[1])


def test_example_6_three_others_have_one_turn_each() -> None:
    deal = rounds(hand(), 5)
    assert turn(deal) == 2
    knocks(deal, 2)
    assert told(deal, Knocked)[-1].last_turns == (3, 0, 1)
    for seat in (3, 0, 1):
        assert (turn(deal), deal.after) == (seat, None)
        rounds(deal, 1)
    assert deal.after is not None


def test_example_7_edge_10_six_players() -> None:
    deal = hand(seats=6)
    assert len(deal.table.piles[STOCK]) == 21
    rounds(deal, 18)
    assert len(deal.table.piles[STOCK]) == 3


# ---- rulings --------------------------------------------------------------------------------


def test_ruling_1_the_knock_is_part_of_the_discard() -> None:
    deal = knocks(hand(), 1)
    assert fact(deal, "knocker") == 1
    assert told(deal, Discarded) == []
    assert refused(deal, 1, Knock(card("AC"))) == "It is not your turn."


def test_ruling_2_a_knock_earns_and_costs_nothing() -> None:
    deal = shown_at_once({1: "2C 3D 5H 7S 9C", 0: "KS KD 4H 6C 8D"}, stack=1000, ante=100)
    assert after(deal).stacks == (1100, 900)
    assert after(deal).counted(1) == {"best hand": after(deal).counted(1)["best hand"], "knocks": 1}


def test_ruling_3_and_edge_4_there_is_one_knock() -> None:
    deal = play(knocks(hand(), 1), "2: draw stock")
    mine = deal.table.piles[HAND.of(2)].top
    assert refused(deal, 2, Knock(mine)) == "Somebody has knocked already."
    assert Discard(mine) in [*deal.offers(2)[0].moves()]


def test_ruling_4_and_edge_5_a_card_taken_is_not_thrown_straight_back() -> None:
    deal = play(hand({1: "2C 3D 5H 7S 9C"}, "QD"), "1: draw discard")
    assert refused(deal, 1, Discard(card("QD"))) == "Choose another card."
    assert refused(deal, 1, Knock(card("QD"))) == "Choose another card."
    assert play(deal, "1: discard 2C").table.piles[DISCARDS].top == card("2C")


def test_ruling_4_a_stock_card_is() -> None:
    deal = play(hand({}, "QD", "KD"), "1: draw stock", "1: discard KD")
    assert deal.table.piles[DISCARDS].top == card("KD")


def test_option_return_same() -> None:
    deal = play(hand({}, "QD", return_same=True), "1: draw discard", "1: discard QD")
    assert deal.table.piles[DISCARDS].top == card("QD")


def test_ruling_5_only_the_top_discard_is_seen() -> None:
    deal = rounds(hand({}, "QD", "KD JD"), 2)
    for viewer in (-1, 0, 1, 2, 3):
        assert view(deal, viewer).pile(DISCARDS) == (None, None, card("JD"))
        assert {*view(deal, viewer).pile(STOCK)} == {None}


def test_ruling_7_equal_hands_share_and_level_at_the_target_they_play_on() -> None:
    deal = shown_at_once(FLUSHES, target=1)
    assert (after(deal).scores, after(deal).over) == ((0, 1, 1), False)
    decided = shown_at_once(
        {1: "KH KD 7H 4H 2H", 2: "2C 3D 5S 7D 9C", 0: "3C 5C 8D JS QD"}, state=after(deal), target=1
    )
    assert [(s.seat, s.place, s.outcome) for s in after(decided).standings or ()] == [
        (0, 3, "L"), (1, 1, "W"), (2, 2, "L"),
    ]  # fmt: skip


def test_ruling_9_there_is_no_betting() -> None:
    deal = hand(stack=1000, ante=100)
    assert deal.table.chips["pot"] == 400
    assert {o.kind for o in deal.offers(1)} == {Draw, Discard, Knock}


def test_ruling_10_the_last_turns_are_compulsory() -> None:
    deal = knocks(hand(), 1)
    assert refused(deal, 2, Discard(deal.table.piles[HAND.of(2)].top)) == "Draw first."
    rounds(deal, 3)
    assert len(told(deal, Drew)) == 4


# ---- edge cases -----------------------------------------------------------------------------


def test_edge_1_a_knock_on_the_very_first_turn() -> None:
    deal = rounds(knocks(hand(), 1), 3)
    assert deal.after is not None


def test_edge_2_a_knock_by_the_dealer() -> None:
    deal = knocks(rounds(hand(), 3), 0)
    assert told(deal, Knocked)[-1].last_turns == (1, 2, 3)
    assert turn(deal) == 1
    assert rounds(deal, 3).after is not None


def test_edge_3_of_two_players_the_other_has_one_more_turn() -> None:
    deal = knocks(hand(seats=2), 1)
    assert turn(deal) == 0
    assert rounds(deal, 1).after is not None


def test_ruling_6_and_edge_6_the_stock_runs_out_at_a_draw() -> None:
    deal = rounds(hand(seats=6), 21)
    stock, discards = deal.table.piles[STOCK], deal.table.piles[DISCARDS]
    assert told(deal, Reshuffled) == [Reshuffled(21)]
    assert (len(stock), len(discards), turn(deal)) == (21, 1, 4)  # the top discard stays
    rounds(deal, 21)
    assert [*told(deal, Reshuffled)] == [Reshuffled(21)] * 2
    assert {"reshuffle/1", "reshuffle/2"} <= deal.table._labels


def test_edge_6_the_stock_runs_out_and_that_is_a_showdown() -> None:
    deal = rounds(hand(seats=6, stock_out="showdown"), 21)
    assert deal.after is not None
    assert (told(deal, StockOut), told(deal, Reshuffled)) == ([StockOut()], [])


def test_edge_6_a_hand_that_nobody_wants_to_end_is_shown_with_the_sixth_stock() -> None:
    deal = hand(seats=6)
    while deal.ask:
        rounds(deal, 1)
    assert (told(deal, Reshuffled), told(deal, StockOut)) == ([Reshuffled(21)] * 5, [StockOut()])


@pytest.mark.parametrize("stock_out", ["reshuffle", "showdown"])
def test_edge_6_the_stock_runs_out_during_the_last_turns(stock_out: str) -> None:
    deal = knocks(rounds(hand(seats=6, stock_out=stock_out), 18), 1)
    rounds(deal, 3)
    assert (told(deal, Reshuffled), turn(deal)) == ([Reshuffled(21)], 5)
    assert rounds(deal, 2).after is not None


def test_with_nothing_to_reshuffle_only_the_discard_is_drawn() -> None:
    deal = Deal(KNOCK_POKER, opening(2), Options(), None, order=[[*hand(seats=2).table.orders[0][:11]]])
    seat = deal.table.players[0]
    assert refused(deal, seat, Draw("stock")) == "Draw from the stock, or take the top discard."
    deal.lapse(seat, 0)
    assert len(told(deal, Took)) == 1


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("2H 3D 4C 5S 6D", "AH 2D 3C 4S 5H", id="7, the wheel is the lowest straight"),
        pytest.param("AC 2S 3H 4D 5C", "QH QD AD 2C 3S", id="7, but it is one"),
        pytest.param("2H 2D 3C 5S 7D", "QH KD AC 2S 3H", id="7, around the corner is nothing"),
        pytest.param("QS QD 5H 5C 9D", "QH QC 5D 5S 8D", id="9, two pair by the kicker"),
    ],
)
def test_ruling_8_edges_7_and_9_what_beats_what(better: str, worse: str) -> None:
    assert winners(shown_at_once({1: worse, 0: better})) == (0,)


def test_edge_11_the_turn_clock_draws_from_the_stock_and_throws_that_card() -> None:
    deal = hand({}, "QD", "KD")
    rows = [deal.lapse(1, 60_000)[0], deal.lapse(1, 120_000)[0]]
    assert [(row.move, row.lapsed) for row in rows] == [(Draw("stock"), True), (Discard(card("KD")), True)]
    assert "knocker" not in deal.table.facts


@pytest.mark.parametrize(("held", "thrown"), [("AC 3D 5H 7S 9C", "3D"), ("KC KS 3S 3D 3H", "3D")])
def test_edge_11_after_a_draw_from_the_discards_it_throws_the_lowest_other(held: str, thrown: str) -> None:
    deal = play(hand({1: held}, "2D"), "1: draw discard")
    (row,) = deal.lapse(1, 0)
    assert row.move == Discard(card(thrown))


def test_edge_12_hands_are_their_owners_until_the_showdown() -> None:
    deal = knocks(hand({1: "AC 3D 5H 7S 9C"}), 1)
    assert seen(deal, 1, 1) == {"AC", "3D", "5H", "7S", "9C"}
    assert [seen(deal, 1, viewer) for viewer in (-1, 0, 2, 3)] == [set()] * 4
    rounds(deal, 3)
    assert all(len(seen(deal, owner, viewer)) == 5 for viewer in (-1, 0, 1, 2, 3) for owner in range(4))


def test_edge_13_a_card_is_known_from_the_discards_and_not_from_the_stock() -> None:
    deal = play(hand({}, "QD", "KD"), "1: draw stock", "1: discard KD", "2: draw discard")
    for viewer in (-1, 0, 3):
        there = view(deal, viewer)
        assert [e for e in there.events if isinstance(e, Drew | Took)] == [Drew(1), Took(2, card("KD"))]
        assert not any(name.startswith("received") for name in there.facts)
    assert view(deal, 2).facts["received 2"] == (card("KD"),)


def test_edge_14_an_odd_yellow_goes_to_the_first_from_the_dealers_left() -> None:
    deal = shown_at_once(FLUSHES, stack=1000, ante=50)
    assert after(deal).stacks == (950, 1050, 1000)


def test_edge_15_the_knocker_is_beaten_by_a_last_turn() -> None:
    deal = hand({1: "KC KD 7H 4H 2H", 0: "AC AD AH 3S 5S"}, "9C", "10D AS", seats=2)
    play(deal, "1: draw stock", "1: knock 10D", "0: draw stock", "0: discard 3S")
    assert winners(deal) == (0,)
    assert after(deal).counted(1)["knocks"] == 1
    assert "knocks that won" not in after(deal).counted(1)


# ---- options, chips and the end of a match --------------------------------------------------


def test_option_target_and_what_is_recorded() -> None:
    deal = shown_at_once({1: "KC KD 7H 4H 2H", 0: "2C 3D 5S 7D 9C"}, state=going_on((2, 1)), target=2)
    end = after(deal)
    assert (end.scores, end.over) == ((2, 2), False)  # level, so they play on
    end = after(shown_at_once({1: "KC KD 7H 4H 2H", 0: "2C 3D 5S 7D 9C"}, state=end, target=2))
    assert [(s.seat, s.outcome) for s in end.standings or ()] == [(0, "L"), (1, "W")]
    counted = end.counted(1)
    assert (kind(counted.pop("best hand")), counted) == (Kind.PAIR, {"knocks": 1, "knocks that won": 1})


def test_whoever_has_left_with_as_many_hands_keeps_nobody_from_winning() -> None:
    state = going_on((2, 2, 0), away=frozenset({0}))
    deal = hand({1: "2C 3D 5S 7D 9C", 2: "KC KD 7H 4H 2H"}, state=state, target=2)
    end = after(rounds(knocks(deal, 1), 1))
    assert (end.scores, [(s.seat, s.outcome) for s in end.standings or ()]) == ((2, 2, 1), [(1, "W"), (2, "L")])


def test_option_ante_is_played_for_chips() -> None:
    assert [KNOCK_POKER.for_chips(Options(ante=a)) for a in (0, 50)] == [False, True]


def test_whoever_cannot_pay_the_ante_is_not_dealt_in() -> None:
    deal = hand(state=going_on((0, 0, 0), stacks=(500, 50, 500)), ante=100)
    assert (deal.table.players, deal.table.chips["pot"]) == ([2, 0], 200)


def test_with_one_who_can_pay_the_match_ends_as_it_stands() -> None:
    deal = hand(state=going_on((2, 1, 0), stacks=(50, 500, 50)), ante=100)
    end = after(deal)
    assert [(s.seat, s.place, s.outcome) for s in end.standings or ()] == [(0, 1, "W"), (1, 2, "L"), (2, 3, "L")]
    assert end.stacks == (50, 500, 50)


def test_the_deal_passes_left_and_the_secret_is_published_for_each_hand() -> None:
    match = Match(KNOCK_POKER, Options(cut="off"), opening(3), "m")
    deal = match.begin(Seal(bytes(32), {}), 0)
    dealer = deal.table.dealer
    rounds(knocks(deal, (dealer + 1) % 3), 2)
    assert match.settle().dealer == (dealer + 1) % 3
    assert (match.fresh, KNOCK_POKER.proof) == (True, "deal")


# ---- what is refused ------------------------------------------------------------------------


def test_what_is_refused() -> None:
    deal = hand({1: "2C 3D 5H 7S 9C", 2: "9H 8H 7H 6H 5C"})
    assert refused(deal, 2, Draw("stock")) == "It is not your turn."
    assert refused(deal, 1, Discard(card("2C"))) == "Draw first."
    assert refused(deal, 1, Knock(card("2C"))) == "Draw first."
    play(deal, "1: draw stock")
    assert refused(deal, 1, Draw("discard")) == "You have drawn already."
    assert refused(deal, 1, Discard(card("9H"))) == "You do not hold 9H."
    assert refused(deal, 1, Knock(card("9H"))) == "You do not hold 9H."


def test_a_button_of_an_earlier_turn_is_stale() -> None:
    deal = hand(seats=2)
    old = deal.number
    rounds(deal, 2)
    assert refused(deal, 1, Draw("stock"), drawn=old) == "That turn is over."
