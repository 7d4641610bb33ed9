"""Switch: rulings, edge cases and worked examples of its rules."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from random import Random
from time import process_time

import pytest

from bot.engine.cards import Card, cards, deck
from bot.engine.controls import read
from bot.engine.deal import Deal, Illegal
from bot.engine.facts import DISCARDS, STOCK
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.piles import Pile
from bot.engine.state import opening
from bot.games.switch import HAND, SWITCH, Carried, packs, unfit
from bot.games.switch.chains import Steps, broken_at, chains, is_chain
from bot.games.switch.laying import Calling, Laying
from bot.games.switch.moves import (
    LEVELS,
    AskedFor,
    ChooseSuit,
    Delay,
    Forgot,
    LastCard,
    Options,
    Pending,
    PickedUp,
    Play,
    Played,
    TimeIsUp,
    read_powers,
)  # fmt: skip
from bot.games.switch.powers import Rules

from .switch_table import count, held, may, next_seat, penalty, picked_up, play, says, table, top, won
from .table import bad_option, dealt, fact, moment_over, offer, told, turn
from .table import may as what

ALL = Steps()
SEND_BACK = {"threes": True, "red_jack": "reverses"}
SIXTEEN = {"jack_cards": 5, "red_jack": "three", "sevens_cancel": False}


def lapse(deal: Deal) -> Deal:
    seat = next_seat(deal)
    assert seat is not None
    deal.lapse(seat, deal.table.now)
    return deal


# ---- rulings -------------------------------------------------------------------------------------


def test_ruling_1_picking_up_is_from_the_pickup_pile() -> None:
    d = play(table({0: "5C", 1: "6C"}, "9D", stock="KH"), "0: draw")
    assert held(d, 0) == "5C KH" and top(d) == "9D"


def test_ruling_2_not_playing_costs_one_card_and_the_turn() -> None:
    d = play(table({0: "9C 5C", 1: "6C"}, "9D"), "0: draw")
    assert count(d, 0) == 3 and next_seat(d) == 1


def test_ruling_3_an_ace_answers_nothing() -> None:
    d = play(table({0: "2S 5C 5D", 1: "AC 2H 6D"}, "9S"), "0: 2S")
    assert says(d, "1: AC") == "Answer with a two or pick up 2."
    assert may(d, "1: 2H")


def test_ruling_4_twos_only_answer_twos() -> None:
    d = play(table({0: "2S 5C 5D", 1: "2H 3H 4H"}, "9S"), "0: 2S")
    assert says(d, "1: 2H 3H") == "Nothing else may follow 2H in an answer."


def test_ruling_5_an_ace_may_follow_a_four() -> None:
    d = play(table({0: "4C AH 5S 7S", 1: "6D"}, "9C"), "0: 4C")
    assert next_seat(d) == 0 and may(d, "0: AH") and not may(d, "0: 5S")


def test_ruling_6_a_second_four_after_a_four() -> None:
    d = play(table({0: "4C 4H 5H 7S 8S", 1: "6D"}, "9C"), "0: 4C", "0: 4H")
    assert next_seat(d) == 0 and may(d, "0: 5H")


def test_ruling_7_eights_and_fours_are_not_cumulative() -> None:
    d = play(table({0: "8C 8D 5S 6S"}, "9C", seats=4), "0: 8C 8D")
    assert next_seat(d) == 2


def test_ruling_8_a_black_seven_needs_no_suit_and_cancels_any_number() -> None:
    d = play(table({0: "JS JC 5D 6D", 1: "7S 5H 6H"}, "9S"), "0: JS JC", "1: 7S")
    assert not penalty(d) and top(d) == "7S" and next_seat(d) == 0
    d = play(table({0: "JH 5D 6D", 1: "7C 5H 6H"}, "9H", red_jack="three"), "0: JH")
    assert penalty(d) == 3 and may(d, "1: 7C")


def test_ruling_9_red_jacks_do_nothing_by_themselves() -> None:
    for red in ("plain", "cancels", "reverses"):
        d = play(table({0: "JH 5D 6D", 1: "7C 5H 6H"}, "9H", red_jack=red), "0: JH")
        assert not penalty(d) and next_seat(d) == 1


def test_ruling_10_a_penalty_ends_the_turn() -> None:
    d = play(table({0: "2S 5C 5D", 1: "6D 6C"}, "9S", stock="2H 2C", play_on_pickup=True), "0: 2S", "1: draw")
    assert next_seat(d) == 0 and held(d, 1) == "6D 6C 2H 2C"


def test_ruling_11_who_must_play_must_answer() -> None:
    d = play(table({0: "2S 5C 5D", 1: "2H 6C"}, "9S", must_play=True), "0: 2S")
    assert says(d, "1: draw") == "You can play, so you must."
    d = play(table({0: "2S 5C 5D", 1: "6D 6C"}, "9S", must_play=True), "0: 2S", "1: draw")
    assert picked_up(d) == [(1, 2)]


def test_ruling_12_a_forgotten_call_comes_after_the_effects_with_the_suit_first() -> None:
    d = play(table({0: "AS 5C", 1: "6D 6C"}, "9S"), "0: AS")
    assert what(d) == "ChooseSuit" and count(d, 0) == 1
    d.submit(0, ChooseSuit("H"))
    moment_over(d)
    assert fact(d, "asked") == "H" and count(d, 0) == 3 and next_seat(d) == 1
    d = play(table({0: "2S 5C", 1: "6D 6C"}, "9S"), "0: 2S")
    assert count(d, 0) == 3 and penalty(d) == 2 and next_seat(d) == 1


def test_ruling_13_the_winner_begins_the_next_hand() -> None:
    d = play(table({0: "5D 6D", 1: "9C", 2: "6S 7S"}, "9D", first=1, wins=3), "1: 9C")
    assert won(d) == (1,) and d.after and d.after.carried == Carried(1) and d.after.scores == (0, 1, 0)


@pytest.mark.parametrize("rank", ["3", "5", "6", "7", "9", "10", "Q"])
def test_ruling_14_other_ranks_do_nothing(rank: str) -> None:
    d = play(table({0: f"{rank}D 5C 5H", 1: "4H 6H", 2: "6S"}, "2D"), f"0: {rank}D")
    assert next_seat(d) == 1 and not penalty(d) and not told(d, PickedUp)


def test_ruling_14_threes_have_one_where_they_are_switched_on() -> None:
    d = play(table({0: "3D 5C 5H", 1: "4H 6H"}, "9D", threes=True), "0: 3D")
    assert penalty(d) == 1


def test_ruling_14_for_small_children_nothing_is_called() -> None:
    d = table({0: "9C 5C", 1: "6D 7D"}, "9D", level="easy")
    assert "LastCard" not in what(d)
    play(d, "0: 9C", "1: draw", "0: 5C")
    assert turn(d) is None and count(d, 0) == 0


def test_ruling_15_a_pile_that_is_turned_over_keeps_its_order() -> None:
    d = table({0: "5D 6D", 1: "6S 7S"}, "9C", pile="KH QH 10H", stock=None)
    play(d, "0: draw", "1: draw")
    assert held(d, 0) == "5D 6D KH" and held(d, 1) == "6S 7S QH"


def test_ruling_16_two_to_ten_play() -> None:
    assert [*SWITCH.seats] == [*range(2, 11)]


def test_ruling_17_equal_cards_are_a_set_step_and_four_jacks_are_28() -> None:
    d = table({0: "JS JS JC JC 5D 6D", 1: "6H"}, "9S", packs=2)
    assert may(d, "0: JS JS") and play(d, "0: JS JS JC JC") and penalty(d) == 28


def test_ruling_18_delay_under_a_penalty_costs_the_penalty() -> None:
    d = play(table({0: "2S 5C 5D", 1: "6D 6C", 2: "6S"}, "9S", delay_s=5), "0: 2S")
    delay(d, 2, 6000)
    assert picked_up(d) == [(1, 2)] and next_seat(d) == 2


def test_ruling_19_equal_cards_of_several_packs_are_one_choice() -> None:
    d = table({0: "9S 9S 9C 5D", 1: "6H"}, "9D", packs=2)
    assert [*offer(d, 0, Play).next(())] == cards("9S 9C 5D")
    assert [m.cards for m in offer(d, 0, Play).moves() if len(m.cards) == 3] != []  # type: ignore[attr-defined]
    found = Counter((frozenset(Counter(m.cards).items()), m.cards[-1]) for m in offer(d, 0, Play).moves())  # type: ignore[attr-defined]
    assert set(found.values()) == {1}


def test_ruling_20_a_pick_up_is_one_number() -> None:
    d = play(table({0: "2S 2C 5D", 1: "6D"}, "9S"), "0: 2S 2C", "1: draw")
    assert told(d, PickedUp) == [PickedUp(1, 4, True, 4)]


def test_ruling_21_whoever_is_named_first_or_the_next_to_the_left() -> None:
    d = dealt(SWITCH, {}, each=7, first=3, cut="off")
    assert turn(d) == 2
    state = opening(4, away=frozenset({2}))
    assert turn(dealt(SWITCH, {}, each=7, first=3, cut="off", state=state)) == 3


# ---- edge cases ----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["AC", "2C", "4C", "8C", "JC", "KC"])
def test_edge_1_the_first_card_does_nothing(first: str) -> None:
    d = table({0: "5C 5D", 1: "6D"}, first)
    assert what(d) == "Play LastCard Draw" and not penalty(d) and may(d, "0! 5C") and not may(d, "0! 5D")


def test_edge_1_reshuffle_never_leaves_one_with_a_power() -> None:
    for seed in range(60):
        match = Match(SWITCH, Options(cut="off", start_card="reshuffle", powers="A 2 4 8 J K"), opening(3), str(seed))
        d = match.begin(match.sealed(bytes([seed]) * 32), 0)
        first = d.table.piles[DISCARDS].top
        assert not Rules(d.options, 3).end(first) and sum(map(len, d.table.piles.values())) == 52


@pytest.mark.parametrize("run", [
    "7C 7D", "5H 6H", "6H 5H", "2A KQ", "QH KH AH 2H 3H", "2S AS KS QS JS", "3H 4H 5H 5C 5S 4S 3S", "5H 6H 6C 5C",
    "5H 5C 5D 5S", "KD AD 2D",
])  # fmt: skip
def test_edge_2_chains(run: str) -> None:
    laid = cards(run) if run != "2A KQ" else cards("2D AD KD QD")
    assert is_chain(laid, ALL)


@pytest.mark.parametrize(("run", "at"), [("5H 7H", 1), ("5H 6C", 1), ("5H 6H 5H", 2), ("5H 6H 6C 7D", 3)])
def test_edge_2_broken_chains(run: str, at: int) -> None:
    assert broken_at(cards(run), ALL) == at


def test_edge_2_a_broken_chain_is_told_how_it_could_go_on() -> None:
    d = table({0: "5H 7H 9C 6C QD", 1: "6D"}, "5C")
    assert says(d, "0: 5H 7H") == "From 5H you can go on with 4H, 6H or another five."
    assert says(d, "0: QD") == "QD matches neither the suit nor the rank of 5C."
    assert says(d, "0: 8S") == "You hold no 8S."
    d = table({0: "5H 5S 4S 7H 9C", 1: "6D"}, "5C", sets=False)
    assert says(d, "0: 5H 5S") == "From 5H you can go on with 4H or 6H."
    d = table({0: "5H 5S", 1: "6D"}, "5C", level="easy")
    assert says(d, "0: 5H 5S") == "At this table one card is laid at a time."


def test_edge_2_without_combining_all_steps_are_of_one_kind() -> None:
    d = table({0: "5H 5S 4S 6H 7H QC", 1: "6D"}, "5C", combine=False)
    assert may(d, "0: 5H 5S") and may(d, "0: 5H 6H 7H")
    assert says(d, "0: 5H 5S 4S") == "From 5S you can go on with another five."


def test_edge_3_only_the_block_at_the_end_counts() -> None:
    for laid, size in (("3S 2S AS", 0), ("2S 2H", 4), ("AS 2S 2H", 4), ("JS JH", 0), ("JH JS", 7), ("JS JC", 14)):
        first = "QH" if laid == "JH JS" else "QS"
        d = play(table({0: f"{laid} 9C 9H 10D 10C", 1: "6D 6C"}, first), f"0: {laid}")
        assert penalty(d) == size, laid


def test_edge_4_spent_twos_are_not_counted_again() -> None:
    d = table({0: "2S 5D 6D", 1: "6C 7C", 2: "2C 5H 6H"}, "9S")
    play(d, "0: 2S", "1: draw", "2: 2C")
    assert penalty(d) == 2 and next_seat(d) == 0


def test_edge_5_going_again() -> None:
    d = play(table({0: "4C 5C 4D AH 9S 10S", 1: "6D"}, "9C"), "0: 4C")
    assert all(may(d, f"0: {c}") for c in ("5C", "4D", "AH")) and not may(d, "0: 9S")
    play(d, "0: draw")
    assert count(d, 0) == 6 and next_seat(d) == 1
    d = play(table({0: "4C 9S 10S", 1: "6D"}, "9C", four_pickup=False), "0: 4C")
    assert says(d, "0: draw") == "Nothing is picked up here: play on, or pass."
    assert count(play(d, "0: pass"), 0) == 2 and next_seat(d) == 1
    d = play(table({0: "4C", 1: "6D"}, "9C"), "0: 4C")
    assert won(d) == (0,)


def test_edge_5_a_pass_that_must_not_be() -> None:
    d = play(table({0: "4C 5C 10S", 1: "6D"}, "9C", four_pickup=False, must_play=True), "0: 4C")
    assert says(d, "0: pass") == "You can play, so you must."
    assert says(table({0: "5C 10S", 1: "6D"}, "9C"), "0: pass") == "Play, or pick up."


@pytest.mark.parametrize(("seats", "then"), [(2, 0), (3, 2), (4, 2)])
def test_edge_6_an_eight(seats: int, then: int) -> None:
    d = play(table({0: "8C 5C 6S"}, "9C", seats=seats), "0: 8C")
    assert next_seat(d) == then and may(d, "0! 5C") == (seats == 2)


def test_edge_6_kings() -> None:
    d = play(table({0: "KC 5C 6S"}, "9C", seats=2), "0: KC")
    assert next_seat(d) == 1 and fact(d, "direction") == 1
    for adds, then in ((False, 3), (True, 1)):
        d = play(table({0: "KC KD 5C 6S"}, "9C", seats=4, kings_add=adds), "0: KC KD")
        assert next_seat(d) == then


def test_edge_7_what_does_not_answer() -> None:
    d = play(table({0: "JS 5C 5D", 1: "JC 10C 7H 9H AC"}, "9S"), "0: JS")
    why = "Answer with a black jack, a black seven or pick up 7."
    assert says(d, "1: 7H") == says(d, "1: 9H") == says(d, "1: AC") == why
    assert says(d, "1: JC 10C") == "Nothing else may follow JC in an answer."


def test_edge_8_as_many_cancel_as_jacks_lie_there() -> None:
    d = play(table({0: "JS JC 5D 6D", 1: "7S 7C 5H 6H"}, "9S", cancel_each=True), "0: JS JC")
    assert says(d, "1: 7S") == "2 jacks lie there: cancel them with 2 cards."
    assert not penalty(play(d, "1: 7S 7C"))
    d = play(table({0: "JS JC 5D 6D", 1: "7S 5H 6H"}, "9S", cancel_each=True), "0: JS JC")
    assert says(d, "1: 7S") == "Answer with a black jack, two black sevens or pick up 14."
    d = table({0: "JS JC JS 5D", 1: "7S JH 7C 5H 6H"}, "9S", cancel_each=True, red_jack="cancels", packs=2)
    play(d, "0: JS JC JS", "1: 7S JH 7C")
    assert not penalty(d) and top(d) == "7C" and next_seat(d) == 0


def back(hands: dict[int, str]) -> Deal:
    return play(table({0: "JS JC 5D 6D"} | hands, "9S", seats=4, **SEND_BACK), "0: JS")


def test_edge_9_reversals() -> None:
    d = play(back({1: "JH 5H 6H"}), "1: JH")
    assert (penalty(d), next_seat(d), fact(d, "direction")) == (7, 0, -1)
    play(d, "0: draw")
    assert next_seat(d) == 3
    d = play(table({0: "JS JD 5D 6D", 1: "JH 5H 6H"}, "9S", seats=4, **SEND_BACK), "0: JS", "1: JH", "0: JD")
    assert (penalty(d), next_seat(d), fact(d, "direction")) == (7, 1, 1)
    play(d, "1: draw")
    assert next_seat(d) == 2


def test_edge_9_a_reversal_answered_by_a_black_jack_and_by_a_seven() -> None:
    d = play(back({1: "JH 5H 6H"}), "1: JH", "0: JC")
    assert (penalty(d), next_seat(d), fact(d, "direction")) == (14, 1, 1)
    d = play(table({0: "JS 7C 5D 6D", 1: "JH 5H 6H"}, "9S", seats=4, **SEND_BACK), "0: JS", "1: JH", "0: 7C")
    assert not penalty(d) and next_seat(d) == 3


def test_edge_9_only_one_red_jack_sends_it_back_and_it_goes_to_who_laid_the_last() -> None:
    d = play(back({1: "JH JD 5H 6H"}))
    assert says(d, "1: JH JD") == "Nothing else may follow JH in an answer."
    d = table({0: "JS 5D 6D", 1: "JC 5H 6H", 2: "JH 5S 6S"}, "9S", seats=4, **SEND_BACK)
    play(d, "0: JS", "1: JC", "2: JH")
    assert (penalty(d), next_seat(d)) == (14, 1)


def test_edge_9_with_two_players_only_the_penalty_moves() -> None:
    d = play(table({0: "JS 5D 6D", 1: "JH 5H 6H"}, "9S", **SEND_BACK), "0: JS", "1: JH")
    assert (penalty(d), next_seat(d), fact(d, "direction")) == (7, 0, 1)


def test_edge_10_the_call() -> None:
    d = play(table({0: "9C 5C", 1: "6D 7D"}, "9D"), "0! 9C")
    assert count(d, 0) == 1 and next_seat(d) == 1
    d = play(table({0: "9C 5C", 1: "6D 7D"}, "9D"), "0: 9C")
    assert count(d, 0) == 3 and told(d, Forgot) == [Forgot(0, 2)]
    d = play(table({0: "9C 9H", 1: "6D 7D"}, "9D"), "0: 9C 9H")
    assert count(d, 0) == 2 and not won(d) and next_seat(d) == 1
    assert won(play(table({0: "9C 9H", 1: "6D 7D"}, "9D"), "0! 9C 9H")) == (0,)


def test_edge_10_needless_calls_are_refused() -> None:
    d = table({0: "9C 5C 6H", 1: "6D 7D"}, "9D")
    assert says(d, "0! 9C") == "“Last card” is called when one card is left or none; you would have 2."
    d = table({0: "9C", 1: "6D 7D"}, "9D")
    assert says(d, "0! 9C") == "That was called when you had one card left: play it without a call."
    assert won(play(d, "0: 9C")) == (0,)


def test_edge_10_whoever_picks_up_calls_again() -> None:
    d = table({0: "9C 5C", 1: "6D 7D"}, "9D", stock="5H 5S")
    play(d, "0! 9C", "1: draw", "0: draw")
    assert count(d, 0) == 2
    play(d, "1: draw", "0: 5C")
    assert told(d, Forgot) == [Forgot(0, 2)]


def test_edge_10_a_forgotten_call_with_a_four_loses_the_turn() -> None:
    d = play(table({0: "4C 5C", 1: "6D 7D"}, "9C"), "0: 4C")
    assert next_seat(d) == 1 and count(d, 0) == 3


def test_edge_11_an_ace_asks_for_a_suit() -> None:
    d = play(table({0: "AS 5C 5D", 1: "6D 7D", 2: "6C AD 9S", 3: "6H 6S"}, "9D"), "0: AS")
    assert what(d) == "ChooseSuit"
    d.submit(0, ChooseSuit("C"))
    assert told(d, AskedFor) == [AskedFor(0, "C")]
    play(d, "1: draw")
    assert fact(d, "asked") == "C" and not may(d, "2: 9S") and may(d, "2: 6C") and may(d, "2: AD")
    play(d, "2: AD diamonds")
    assert fact(d, "asked") == "D" and says(d, "3: 6H") == "Diamonds were asked for: 6H does not follow."
    d = play(table({0: "AS 5C 5D", 1: "6S 7D 8D"}, "9D"), "0: AS spades", "1: 6S")
    assert fact(d, "asked") is None


def test_edge_11_an_ace_inside_a_play_does_nothing_and_the_last_one_asks_nothing() -> None:
    d = play(table({0: "AS KS 5C 6C", 1: "6D"}, "9D"), "0: AS KS")
    assert fact(d, "asked") is None and next_seat(d) == 1
    d = play(table({0: "AS", 1: "6D"}, "9D"), "0: AS")
    assert won(d) == (0,)
    assert (
        says(table({0: "AS 9D 5C", 1: "6D"}, "QD"), "0: 9D hearts") == "Only an ace at the end of a play names a suit."
    )


def delay(deal: Deal, seat: int, pressed: int, at: int | None = None) -> Deal:
    """A press of DELAY, and the second after it."""
    deal.submit(seat, Delay(), pressed if at is None else at, pressed)
    assert deal.ask and deal.ask.timer
    deal.tick(deal.ask.timer[0])
    return deal


def why_no_delay(deal: Deal, seat: int, pressed: int, at: int) -> str:
    with pytest.raises(Illegal) as why:
        deal.submit(seat, Delay(), at, pressed)
    return str(why.value)


def test_edge_12_delay_too_early_is_refused_by_when_it_was_pressed() -> None:
    d = table({0: "9C 5C 7C", 1: "6D", 2: "6C"}, "9D", delay_s=5)
    assert why_no_delay(d, 1, 4000, 4000) == "2 seconds left before DELAY."
    assert why_no_delay(d, 1, 5999, 6500) == "1 second left before DELAY.", "it has only come late"
    assert not told(d, PickedUp)
    delay(d, 1, 6000, 6500)
    assert picked_up(d) == [(0, 1)] and next_seat(d) == 1


def test_edge_12_the_first_press_counts_and_a_seat_calls_once() -> None:
    d = table({0: "9C 5C 7C", 1: "6D", 2: "6C"}, "9D", delay_s=5)
    d.submit(2, Delay(), 6300, 6200)
    d.submit(1, Delay(), 6400, 6100)
    assert why_no_delay(d, 1, 6450, 6450) == "You have called DELAY already."
    assert d.ask and d.ask.timer
    d.tick(d.ask.timer[0])
    assert d.table.counts[1]["delays"] == 1 and "delays" not in d.table.counts[2]


def test_edge_12_the_player_has_a_second_of_grace() -> None:
    d = table({0: "9C 5C 7C", 1: "6D", 2: "6C"}, "9D", delay_s=5)
    d.submit(2, Delay(), 6000, 6000)
    d.submit(0, Play(tuple(cards("9C"))), 6900)
    assert top(d) == "9C" and not told(d, PickedUp) and turn(d) == 1


def test_edge_12_delay_ends_a_turn_that_goes_again_and_starts_anew_with_each() -> None:
    d = table({0: "4D 5D 7C", 1: "6D", 2: "6C"}, "9D", delay_s=5)
    d.submit(0, Play(tuple(cards("4D"))), 5900)
    assert why_no_delay(d, 1, 6100, 6100) == "6 seconds left before DELAY."
    delay(d, 1, 11_900)
    assert picked_up(d) == [(0, 1)] and next_seat(d) == 1


def test_edge_12_no_delay_while_a_suit_is_chosen_and_a_slow_player_may_still_play() -> None:
    d = table({0: "AD 5D 7C", 1: "6D 5C", 2: "6C"}, "9D", delay_s=5)
    d.submit(0, Play(tuple(cards("AD"))), 10_000)
    assert why_no_delay(d, 1, 90_000, 90_000) == "It is not your turn."
    d.submit(0, ChooseSuit("D"), 90_000)
    d.submit(1, LastCard(tuple(cards("6D"))), 200_000)
    assert top(d) == "6D"


def test_edge_13_the_pile_is_turned_over_in_the_middle_of_a_pick_up() -> None:
    d = table({0: "JS JC 5D 6D", 1: "6H"}, "9S", pile=" ".join(map(str, deck()[3:10])), stock=None)
    d.table.piles[STOCK].lay(*cards("KH KD"))
    play(d, "0: JS JC", "1: draw")
    assert picked_up(d) == [(1, 11)], "two, seven, the top card of before and a jack"
    assert len(d.table.piles[DISCARDS]) == 1 and top(d) == "JC"


def test_edge_13_a_shuffled_pile_and_too_few_cards() -> None:
    d = table({0: "2S 2C 5D 6D", 1: "6H"}, "9S", stock=None, recycle="shuffle")
    play(d, "0: 2S 2C", "1: draw")
    assert count(d, 1) == 3 and told(d, PickedUp) == [PickedUp(1, 2, True, 4)]


def test_edge_13_a_block_is_won_with_the_fewest_cards() -> None:
    d = table({0: "5C 6C", 1: "6S", 2: "6H 7H"}, "9D", stock=None)
    assert what(d) == "Pass" and says(d, "0: draw") == "There is nothing to pick up."
    play(d, "0: pass", "1: pass", "2: pass")
    assert won(d) == (1,) and d.after and d.after.standings and d.after.standings[1].outcome == "W"
    d = play(table({0: "5C 6C", 1: "6S 7S"}, "9D", stock=None), "0: pass", "1: pass")
    assert won(d) == (0, 1) and d.after and [s.outcome for s in d.after.standings or ()] == ["D", "D"]
    d = table({0: "9C 6C", 1: "6S 7S"}, "9D", stock=None)
    assert says(d, "0: pass") == "You can play, so you must."


def test_edge_13_a_draw_of_several_hands_goes_on_from_the_left_of_the_last_beginner() -> None:
    d = play(table({0: "5C 6C", 1: "6S 7S"}, "9D", stock=None, wins=2), "0: pass", "1: pass")
    assert won(d) == (0, 1) and d.after and d.after.standings is None and d.after.carried == Carried(1)


@pytest.mark.parametrize("level", LEVELS)
def test_edge_14_levels_switch_off_what_the_table_says(level: str) -> None:
    sets, sequences, combine, call, powers = LEVELS[level]
    rules = Rules(Options(level=level), 3)
    assert rules.steps == Steps(sets, sequences, combine) and rules.calls == call
    ends = {str(c): rules.end(c) for c in cards("AS 2S 4S 8S JS KS")}
    assert {card for card, end in ends.items() if end} == {f"{rank}S" for rank in powers}


def test_edge_14_at_four_aces_and_eights_are_plain() -> None:
    d = table({0: "AC 8D 5S 6S", 1: "6D 7D"}, "9D", seats=3, level="four")
    assert not may(d, "0: AC")
    assert next_seat(play(d, "0: 8D")) == 1
    d = table({0: "9C 5C", 1: "6D 7D"}, "9D", level="easy")
    assert next_seat(play(d, "0: 9C")) == 1 and count(d, 0) == 1, "nothing is called"


def test_edge_15_no_card_is_lost_or_made() -> None:
    """52 for each pack at every step: what `Keeper` holds in every match; here with everything switched on."""
    d = table({0: "JS 5D 6D", 1: "JH 5H 6H"}, "9S", **SEND_BACK)
    for moves in ("0: JS", "1: JH", "0: draw"):
        assert sum(map(len, play(d, moves).table.piles.values())) == 52


def test_edge_16_each_set_of_cards_with_each_last_card_once() -> None:
    d = table({0: "5H 6H 7H 5C 6C 7C 5S 6S", 1: "6D"}, "5D")
    found = Counter((frozenset(m.cards), m.cards[-1]) for m in offer(d, 0, Play).moves())  # type: ignore[attr-defined]
    assert set(found.values()) == {1}


def test_edge_16_a_hand_of_thirty_answers_at_once() -> None:
    hand = " ".join(f"{rank}{suit}" for suit in "CDH" for rank in (3, 5, 6, 7, 9, 10, "Q", 4, 2, "A"))
    d = table({0: hand, 1: "6S"}, "9S", packs=2)
    lay = offer(d, 0, Play)
    began, parts = process_time(), ()
    for _ in range(20):
        more = [c for c in lay.next(parts) if isinstance(c, Card)]
        if not more:
            break
        parts = (*parts, more[0])
    each = (process_time() - began) / max(1, len(parts))
    assert each < 0.05 and isinstance(lay.finish(parts), Move)
    began = process_time()
    assert sum(1 for _ in lay.moves()) > 100 and process_time() - began < 0.5


def test_edge_17_a_four_as_the_last_but_one() -> None:
    d = play(table({0: "4C 5C", 1: "6D 7D"}, "9C"), "0! 4C")
    assert next_seat(d) == 0
    assert won(play(d, "0: 5C")) == (0,)
    d = play(table({0: "8C 5C", 1: "6D 7D"}, "9C"), "0! 8C", "0: 5C")
    assert won(d) == (0,)


# ---- worked examples -----------------------------------------------------------------------------


def test_example_1_legal_singles() -> None:
    d = table({0: "7C 5H 9C AD", 1: "6D"}, "7H")
    assert [*offer(d, 0, Play).next(())] == cards("7C 5H AD")


def test_example_2_long_plays() -> None:
    assert may(table({0: "3H 4H 5H 5C 5S 4S 3S 9S 9D", 1: "6D"}, "3C"), "0: 3H 4H 5H 5C 5S 4S 3S")
    d = play(table({0: "2C AC KC QC JC 9S 9D", 1: "6D"}, "9C"), "0: 2C AC KC QC JC")
    assert penalty(d) == 7 and next_seat(d) == 1


def test_example_3_twos_of_four_players() -> None:
    hands = {0: "2S 5D 6D", 1: "2H 2D 5C", 2: "5S 6S", 3: "2C 5H 6H"}
    d = play(table(hands, "9S"), "0: 2S", "1: 2H", "2: draw", "3: 2C", "0: draw")
    assert picked_up(d) == [(2, 4), (0, 2)]
    d = play(table(hands | {1: "2H 2D 5C 6C"}, "9S"), "0: 2S", "1: 2H 2D", "2: draw")
    assert picked_up(d) == [(2, 6)]


def test_example_4_a_two_that_is_spent_and_a_king_after_a_four() -> None:
    d = play(table({0: "2H 3H 4H QH KH 9C 9S"}, "2D", seats=3), "0: 2H 3H 4H", "0: QH KH")
    assert not penalty(d) and fact(d, "direction") == -1 and next_seat(d) == 2


def test_example_5_black_jacks() -> None:
    hands = {0: "JS 5D 6D", 1: "JC 7S 5H", 2: "6H"}
    assert penalty(play(table(hands, "9S"), "0: JS", "1: JC")) == 14
    d = play(table(hands, "9S"), "0: JS", "1: 7S")
    assert not penalty(d) and top(d) == "7S"
    assert penalty(play(table(hands, "9S", jacks_add=False), "0: JS", "1: JC")) == 7


def test_example_6_cancelling_each() -> None:
    hands = {0: "JS JC 5D 6D", 1: "7S 7C JH 5H"}
    d = play(table(hands, "9S", cancel_each=True), "0: JS JC")
    assert not may(d, "1: 7S") and may(d, "1: 7S 7C") and not may(d, "1: 7S JH")
    d = play(table(hands, "9S", cancel_each=True, red_jack="cancels"), "0: JS JC")
    assert may(d, "1: 7S JH") and may(d, "1: JH 7C")


def test_example_7_sixteen() -> None:
    d = table({0: "JH 5D 6D", 1: "JS 5H 6H", 2: "JC 5S 6S", 3: "JD 5C 6C", 4: "7D 8D"}, "9H", **SIXTEEN)
    play(d, "0: JH", "1: JS", "2: JC", "3: JD", "4: draw")
    assert picked_up(d) == [(4, 16)]


def test_example_8_send_back() -> None:
    d = play(back({1: "JH JD 5H"}), "1: JH", "0: draw")
    assert picked_up(d) == [(0, 7)] and next_seat(d) == 3
    d = play(back({1: "JH JD 5H"}), "1: JH", "0: JC")
    assert (penalty(d), next_seat(d)) == (14, 1)
    play(d, "1! JD")
    assert (penalty(d), next_seat(d)) == (14, 0)
    play(d, "0: draw")
    assert picked_up(d) == [(0, 14)] and next_seat(d) == 3
    d = play(back({1: "JH JD 5H"}), "1: JH", "0: JC", "1: draw")
    assert next_seat(d) == 2


def test_example_9_threes() -> None:
    hands = {0: "3S 5D 6D", 1: "3H 5H 6H", 2: "3C 5S 6S", 3: "3D 5C 6C", 4: "7D 8D"}
    d = play(table(hands, "9S", threes=True), "0: 3S", "1: 3H", "2: 3C", "3: 3D", "4: draw")
    assert picked_up(d) == [(4, 4)]
    twos = {seat: hand.replace("3", "2", 1) for seat, hand in hands.items()}
    d = play(table(twos, "9S"), "0: 2S", "1: 2H", "2: 2C", "3: 2D", "4: draw")
    assert picked_up(d) == [(4, 8)]


def test_example_10_the_last_three_cards() -> None:
    assert won(play(table({0: "5H 6H 7H", 1: "6D"}, "9H"), "0! 5H 6H 7H")) == (0,)
    d = play(table({0: "5H 6H 7H", 1: "6D"}, "9H"), "0: 5H 6H 7H")
    assert count(d, 0) == 2 and top(d) == "7H"


def test_example_11_an_eight() -> None:
    d = play(table({1: "8C 5C 6S"}, "9C", seats=4, first=1), "1: 8C")
    assert next_seat(d) == 3
    d = play(table({1: "8C 5C 6S"}, "9C", seats=2, first=1), "1: 8C")
    assert next_seat(d) == 1


def test_example_12_two_kings() -> None:
    assert next_seat(play(table({0: "KS KH 5C 6C"}, "9S", seats=3), "0: KS KH")) == 2
    assert next_seat(play(table({0: "KS KH 5C 6C"}, "9S", seats=3, kings_add=True), "0: KS KH")) == 1


def test_example_13_clubs_are_asked_for() -> None:
    d = play(table({0: "AS 5H 5D", 1: "6C 9S AD"}, "9D"), "0: AS clubs")
    assert may(d, "1: 6C") and not may(d, "1: 9S") and may(d, "1: AD")


# ---- decisions besides ---------------------------------------------------------------------------


def test_a_card_just_picked_up_may_be_played_or_kept() -> None:
    d = play(table({0: "5C 6C", 1: "6D 7D"}, "9D", stock="9H 9S", play_on_pickup=True), "0: draw")
    assert next_seat(d) == 0 and what(d) == "Play LastCard Pass"
    assert says(d, "0: 5C") == "Begin with 9H, which you have just picked up, or pass."
    assert next_seat(play(d, "0: pass")) == 1
    d = play(table({0: "5C 6C", 1: "6D 7D"}, "9D", stock="QS", play_on_pickup=True), "0: draw")
    assert next_seat(d) == 0 and what(d) == "Pass", "nobody learns whether it fits"
    d = play(table({0: "5C 6C", 1: "6D 7D"}, "9D", stock="9H", play_on_pickup=True, must_play=True), "0: draw")
    assert says(d, "0: pass") == "You can play, so you must."


def test_who_must_play_draws_only_when_nothing_fits() -> None:
    assert says(table({0: "9C 5C 6S", 1: "6D"}, "9D", must_play=True), "0: draw") == "You can play, so you must."
    assert picked_up(play(table({0: "5C 6S", 1: "6D"}, "9D", must_play=True), "0: draw")) == [(0, 1)]


def test_what_the_turn_clock_plays() -> None:
    assert picked_up(lapse(table({0: "9C 5C", 1: "6D"}, "9D"))) == [(0, 1)]
    d = lapse(table({0: "5C 9C", 1: "6D 7D"}, "9D", must_play=True))
    assert top(d) == "9C" and count(d, 0) == 1, "with the call"
    d = lapse(play(table({0: "2S 5C 5D", 1: "2H 2D 6C"}, "9S", must_play=True), "0: 2S"))
    assert top(d) in ("2H", "2D") and penalty(d) == 4
    d = lapse(table({0: "9C 5C", 1: "6D 7D"}, "9D", stock=None))
    assert top(d) == "9C"
    d = lapse(table({0: "5C 6C", 1: "6D 7D"}, "9D", stock=None))
    assert what(d) == "Play LastCard" or turn(d) == 1
    d = lapse(play(table({0: "AS 5C 6C 6D", 1: "6S"}, "9D"), "0: AS"))
    assert fact(d, "asked") == "C", "the suit held most"
    d = lapse(play(table({0: "5C 6C", 1: "6D 7D"}, "9D", stock="9H", play_on_pickup=True), "0: draw"))
    assert turn(d) == 1 and top(d) == "9D"


def test_bad_input() -> None:
    d = table({0: "9C 5C AS", 1: "6D 7D"}, "9D")
    assert says(d, "1: 6D") == "It is not your turn."
    lay = offer(d, 0, Play)
    assert lay.refusal(Play(())) == "Choose a card."
    assert lay.refusal(Play((3,))) == "That is no card."  # type: ignore[arg-type]
    assert lay.refusal(Play(tuple(cards("9C 9C")))) == "You do not hold that many 9C."
    assert lay.refusal(Play(tuple(cards("AS")), "X")) == "Name a suit: clubs, diamonds, hearts or spades."


def test_typed_moves() -> None:
    d = table({0: "9C 5C AS AD", 1: "6D 7D"}, "9D")
    lay = offer(d, 0, Play)
    assert read(lay, "9c") == Play(tuple(cards("9C")))
    assert read(lay, "AD AS hearts") == Play(tuple(cards("AD AS")), "H") == read(lay, "AD, AS ♥")
    assert read(lay, "5C") == "5C matches neither the suit nor the rank of 9D."
    play(d, "0: AS")
    assert read(offer(d, 0), "Spades") == ChooseSuit("S")


def test_the_call_is_blind_and_stands_wherever_a_play_does() -> None:
    d = table({0: "9C 5C 6C 7C", 1: "6D 7D"}, "9D")
    assert offer(d, 0, LastCard).unlisted and bool(offer(d, 0, LastCard)) and not offer(d, 0, Play).unlisted


def test_events_of_a_play() -> None:
    d = play(table({0: "2S 5C", 1: "6D 7D"}, "9S"), "0! 2S")
    assert told(d, Played) == [Played(0, tuple(cards("2S")), 1, True, "penalty", 2, 1)]


def test_options() -> None:
    assert read_powers("k a,2") == "A 2 K" and read_powers("A2J") == "A 2 J" and read_powers("none") == "none"
    assert "powers are some of" in bad_option(Options, {"powers": "3 5"})
    assert [packs(Options(), n).decks for n in (2, 5, 6, 8, 9, 10)] == [1, 1, 2, 2, 3, 3]
    assert packs(Options(packs=1), 6).decks == 1 and unfit(Options(packs=1), 7)
    assert unfit(Options(packs=1), 6) is None and unfit(Options(), 10) is None
    assert Options(level="easy", sets=True).by_level("sets") and not Options(level="easy").by_level("sets")
    assert SWITCH.length == "" and HAND == 7


# ---- brute force ---------------------------------------------------------------------------------


def plainly_a_chain(laid: tuple[Card, ...], s: Steps) -> bool:
    """By the words of the rules."""
    ways = []
    for a, b in pairwise(laid):
        up, down = (b.rank - a.rank) % 13 == 1, (a.rank - b.rank) % 13 == 1
        if a.rank == b.rank:
            ways.append("set")
        elif a.suit == b.suit and (up or down):
            ways.append("up" if up else "down")
        else:
            return False
    kinds = {"set" if way == "set" else "run" for way in ways}
    if ("set" in kinds and not s.sets) or ("run" in kinds and not s.sequences) or (len(kinds) > 1 and not s.combine):
        return False
    return all({a, b} != {"up", "down"} for a, b in pairwise(ways))


def some(chance: Random, n: int) -> list[Card]:
    """Cards that are near to one another."""
    ranks = chance.sample([1, 2, 3, 12, 13], 3)
    return [Card(chance.choice(ranks), chance.choice("CH")) for _ in range(n)]


def random_steps(chance: Random) -> Steps:
    return Steps(chance.random() < 0.8, chance.random() < 0.8, chance.random() < 0.8)


def test_chains_against_brute_force() -> None:
    chance = Random("chains")
    legal = 0
    for _ in range(6000):
        laid, s = tuple(some(chance, chance.randint(1, 5))), random_steps(chance)
        legal += is_chain(laid, s)
        assert is_chain(laid, s) == plainly_a_chain(laid, s), (laid, s)
    assert 500 < legal < 5500


def test_all_chains_of_a_hand_against_brute_force() -> None:
    chance = Random("hands")
    for _ in range(300):
        hand, s = some(chance, chance.randint(1, 5)), random_steps(chance)
        firsts = {c for c in hand if chance.random() < 0.6}
        wanted = {
            (tuple(sorted(laid)), laid[-1])
            for n in range(1, len(hand) + 1) for laid in permutations(hand, n)
            if laid[0] in firsts and plainly_a_chain(laid, s)
        }  # fmt: skip
        found = [(tuple(sorted(laid)), laid[-1]) for laid in chains(hand, firsts, s)]
        assert len(found) == len({*found}) and {*found} == wanted, (hand, firsts, s)


def test_offers_lead_to_what_is_legal_and_nowhere_else() -> None:
    """What `next` leads to is what `refusal` takes, at every setting and under every penalty."""
    chance = Random("offers")
    for seed in range(60):
        options = Options(
            cancel_each=chance.random() < 0.5, red_jack=chance.choice(("plain", "cancels", "reverses", "three")),
            sets=chance.random() < 0.8, threes=chance.random() < 0.5,
        )  # fmt: skip
        hand = [Card(chance.choice((11, 7, 2, 3)), chance.choice("CDHS")) for _ in range(4)]
        kind = chance.choice(("two", "three", "jack"))
        chain = tuple((1, Card(11, "S"), 7) for _ in range(chance.randint(1, 2)))
        for pending in (None, Pending(kind, 7, 0, 1, chain)):
            for make in (Laying, Calling):
                o = make(Rules(options, 3), Pile(hand), Card(7, "S"), None, pending, None)
                walked = {m for m in walk(o) if m.suit is None}  # type: ignore[attr-defined]
                every = {laid for n in range(1, 5) for laid in permutations(hand, n)}
                assert walked == {m for laid in every if o.refusal(m := o.kind(laid)) is None}, (seed, hand, pending)


def walk(o: Laying, parts: tuple[object, ...] = ()) -> set[Move]:
    found = {made} if isinstance(made := o.finish(parts), Move) else set()
    return found.union(*(walk(o, (*parts, part)) for part in o.next(parts)))


def test_the_clock_of_delay_is_a_row() -> None:
    d = table({0: "9C 5C 7C", 1: "6D", 2: "6C"}, "9D", delay_s=5)
    assert d.ask and d.ask.timer == (6000, TimeIsUp())
    d.tick(6000)
    assert fact(d, "delay open") is True and not d.ask.timer
