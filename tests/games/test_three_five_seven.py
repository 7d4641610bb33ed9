"""3-5-7: every worked example, ruling and edge case of its rules."""

from __future__ import annotations

import json

import pytest

from bot.engine.codec import dump_state, load_state
from bot.engine.facts import HAND, STOCK
from bot.engine.match import Match
from bot.engine.piles import SPECTATOR
from bot.engine.randomness import Seal
from bot.engine.state import Standing, opening
from bot.engine.view import view
from bot.games.parts.shared_pot import PotShared
from bot.games.three_five_seven import (
    IN,
    OUT,
    THREE_FIVE_SEVEN,
    Carried,
    Compared,
    Declare,
    Opened,
    Options,
    Payment,
    Showdown,
    Stays,
    Strike,
    WinsPot,
)

from .table import after, fact, play, pot, refused, told
from .three_five_seven_table import called, deal, declare, going_on, stacks, stage

# ---- worked examples ------------------------------------------------------------------------


def test_example_1_three_nines_win_from_two_pairs() -> None:
    d = declare(deal({1: "AH KD 3C", 2: "9H 9D 3S", 3: "KS KH 2D"}), 1, 2, 3)
    assert called(d) == ["pair of aces, king", "three nines", "pair of kings, two"]
    assert told(d, Compared) == [Compared(3, (2,), (Payment(1, 2, 500), Payment(3, 2, 500)))]
    assert stacks(d) == [9900, 9400, 10_900, 9400, 9900]
    assert pot(d) == 500


@pytest.mark.parametrize(
    ("worse", "better"), [("2H 3D 2C", "3H 3S AC"), ("KC QD JH", "3C 5D 7H"), ("3H 2S 2D", "3S 3D 3C")]
)
def test_example_2_three_cards(worse: str, better: str) -> None:
    d = declare(deal({1: worse, 2: better}), 1, 2)
    assert told(d, Compared)[0].winners == (2,)


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("5C KD KH 2S 2D", "5H 5D KS KC 2H"),  # full house, kings over twos; four kings
        ("5H KH QH JH 2H", "5C 9D 9H 9S 9C"),  # flush; five nines
        ("AH KH 9H 2H 5C", "AD KD 5D QD JD"),  # flush; royal straight flush
    ],
)
def test_example_3_five_cards(worse: str, better: str) -> None:
    d = declare(declare(deal({1: worse, 2: better})), 1, 2)
    assert told(d, Compared)[0].winners == (2,)


def test_example_4_seven_cards() -> None:
    hands = {1: "7H 7D KS KC 2D 9H 4C", 2: "7C 9S 9D 5H 5C 2S JH", 3: "AS KD 9C 8C 5D 4S 2C"}
    d = declare(declare(declare(deal(hands))), 1, 2, 3)
    assert called(d) == [
        "four kings, nine", "full house, nines over fives", "ace high, king, nine, eight, five",
    ]  # fmt: skip


def test_example_5_a_tie_and_a_spare_yellow() -> None:
    hands = {1: "AC KC 9D", 2: "2C 4D 6H", 3: "AD KD 9H", 4: "AH KH 9S"}
    d = declare(deal(hands, state=going_on(500)), 1, 2, 3, 4)
    assert told(d, Compared) == [Compared(3, (1, 3, 4), (Payment(2, 1, 200), Payment(2, 3, 150), Payment(2, 4, 150)))]
    assert stacks(d) == [10_000, 10_200, 9500, 10_150, 10_150]


def test_example_6_one_wins_no_more_than_one_had_in_front() -> None:
    hands = {1: "AC AD 9D", 2: "2C 4D 6H", 4: "2D 4H 6S"}
    d = declare(deal(hands, state=going_on(800, {1: 300, 2: 1000, 4: 250})), 1, 2, 4)
    assert told(d, Compared)[0].payments == (Payment(2, 1, 300), Payment(4, 1, 250))
    assert stacks(d) == [10_000, 850, 700, 10_000, 0]


def test_example_7_the_last_strike_is_paid_for_too() -> None:
    d = declare(deal(state=going_on(900, strikes=(0, 2, 1, 0, 0)), strike_pay="amount", strike_amount=100), 1)
    assert told(d, WinsPot) == [WinsPot(1, 1300)]
    assert after(d).stacks == (9900, 11_300, 9900, 9900, 9900)


def test_example_8_the_third_strike_ends_the_match() -> None:
    d = declare(declare(deal(state=going_on(500, strikes=(2, 2, 1, 0, 0)))), 1)
    end = after(d)
    assert (end.stacks, end.pot) == ((10_000, 10_500, 10_000, 10_000, 10_000), 0)
    assert end.standings == tuple(Standing(s, 1, "W") if s == 1 else Standing(s, 2, "L") for s in range(5))
    assert end.strikes == (2, 3, 1, 0, 0)


# ---- rulings --------------------------------------------------------------------------------


def test_ruling_1_the_ante_is_posted_once_per_match() -> None:
    assert pot(deal()) == 500
    d = deal(state=going_on(500))
    assert (pot(d), stacks(d)) == (500, [10_000] * 5)


def test_ruling_2_losers_pay_the_winner_and_the_pot_stands() -> None:
    d = declare(deal({1: "AC AD 9D", 2: "2C 4D 6H"}), 1, 2)
    assert pot(d) == 500
    assert stacks(d) == [9900, 10_400, 9400, 9900, 9900]


def test_ruling_3_whoever_was_out_may_come_in_again() -> None:
    d = declare(deal())
    assert [len(view(d, p).hand) for p in range(5)] == [5] * 5
    declare(declare(d, 2), 3)
    assert [e.seat for e in told(d, Strike)] == [2, 3]


def test_ruling_4_sevens_are_wild_at_seven_cards() -> None:
    d = deal({1: "7H 2C 4D 6H 9S JC KD", 2: "3H 5D KH 9D JH 8S 2S"})
    declare(declare(declare(d)), 1, 2)
    assert called(d)[0] == "pair of kings, jack, nine, six"


def test_ruling_5_three_wild_threes_are_three_aces() -> None:
    d = declare(deal({1: "3H 3S 3D", 2: "KH KS KD"}), 1, 2)
    assert called(d) == ["three aces", "three kings"]


def test_ruling_6_nothing_happens_if_all_tie() -> None:
    d = declare(deal({1: "AC KC 9D", 2: "AD KD 9H"}), 1, 2)
    assert told(d, Compared) == [Compared(3, (1, 2), ())]
    assert stacks(d) == [9900] * 5
    assert d.table.counts == [{}] * 5


def test_ruling_7_nobody_in_no_strike_no_payment() -> None:
    d = declare(deal(strike_pay="ante"))
    assert told(d, Opened) == [Opened(3, ())]
    assert (d.table.strikes, pot(d), stage(d)) == ([0] * 5, 500, 5)


def test_ruling_8_an_empty_stack_cannot_declare_in() -> None:
    d = deal(state=going_on(500, {1: 0}))
    assert d.ask and [*d.ask.waits_for] == [0, 2, 3, 4]
    assert refused(d, 1, Declare(IN)) == "You have no chips in front of you, so you are out."


def test_ruling_9_others_learn_the_winner_and_the_payments_only() -> None:
    d = declare(deal({1: "AC AD 9D", 2: "2C 4D 6H"}), 1, 2)
    for viewer, hears in ((0, False), (1, True), (2, True), (3, False), (SPECTATOR, False)):
        events = view(d, viewer).events
        assert any(isinstance(e, Compared) for e in events)
        assert any(isinstance(e, Showdown) for e in events) == hears


def test_ruling_10_strike_pay_on_every_strike() -> None:
    d = declare(declare(deal(strike_pay="ante", ante=250), 1), 4)
    assert pot(d) == 5 * 250 + 2 * 4 * 250
    assert stacks(d) == [9250, 9500, 9250, 9250, 9500]


def test_ruling_11_two_to_seven_may_play() -> None:
    assert [*THREE_FIVE_SEVEN.seats] == [2, 3, 4, 5, 6, 7]


def test_ruling_12_leaving_forfeits_strikes_and_the_pot_stays() -> None:
    match = Match(THREE_FIVE_SEVEN, Options(cut="off"), going_on(500, strikes=(0, 2, 0, 0, 0)), "m")
    match.stand(1)
    match.sit(1, 10_000)
    assert match.state.strikes == (0, 0, 0, 0, 0)
    assert match.state.pot == 500


def test_ruling_12_the_only_seat_left_takes_the_pot() -> None:
    match = Match(THREE_FIVE_SEVEN, Options(cut="off"), going_on(500, seats=3, strikes=(0, 2, 0)), "m")
    match.stand(1)
    match.stand(2)
    end = after(match.begin(Seal(bytes(32), {}), 0))
    assert (end.stacks, end.pot) == ((10_500, 0, 0), 0)
    assert end.standings == (Standing(0, 1, "W"),)


# ---- edge cases -----------------------------------------------------------------------------


def test_edge_1_all_out_at_every_stage() -> None:
    d = declare(declare(declare(deal())))
    end = after(d)
    assert (end.pot, end.stacks, end.strikes) == (500, (9900,) * 5, (0,) * 5)
    assert (end.over, end.dealer) == (False, 1)


def test_edge_2_one_in_gets_a_strike_and_shows_nothing() -> None:
    d = declare(deal(), 3)
    assert told(d, Strike) == [Strike(3, 1)]
    assert (told(d, Showdown), pot(d), stacks(d)) == ([], 500, [9900] * 5)
    for viewer in (SPECTATOR, 0, 1, 2, 4):
        assert not any(view(d, viewer).pile(HAND.of(3)))


def test_edge_3_the_third_strike_at_stage_one_ends_the_match() -> None:
    end = after(declare(deal(state=going_on(500, strikes=(0, 0, 2, 0, 0))), 2))
    assert end.over


def test_edge_4_a_two_way_tie_with_an_odd_yellow() -> None:
    hands = {4: "AC KC 9D", 0: "AD KD 9H", 2: "2C 4D 6H"}
    d = declare(deal(hands, state=going_on(550)), 0, 2, 4)
    assert told(d, Compared)[0].payments == (Payment(2, 4, 300), Payment(2, 0, 250))  # seat 0 deals: it comes last


def test_edge_5_the_losers_stack_is_below_the_pot() -> None:
    d = declare(deal({1: "AC AD 9D", 2: "2C 4D 6H"}, state=going_on(500, {2: 150})), 1, 2)
    assert told(d, Compared)[0].payments == (Payment(2, 1, 150),)


def test_edge_5_the_winners_stack_is_below_the_pot() -> None:
    d = declare(deal({1: "AC AD 9D", 2: "2C 4D 6H"}, state=going_on(500, {1: 150})), 1, 2)
    assert told(d, Compared)[0].payments == (Payment(2, 1, 150),)


def test_edge_6_the_other_of_two_earns_a_strike_by_declaring_in() -> None:
    d = deal(state=going_on(200, {1: 0}, seats=2))
    assert d.ask and [*d.ask.waits_for] == [0]
    assert told(play(d, "0: in"), Strike) == [Strike(0, 1)]


def test_edge_7_threes_are_not_wild_at_stage_two() -> None:
    d = declare(declare(deal({1: "3H 3D 9S 2C 4D", 2: "6H 6D 8C 10D QS"})), 1, 2)
    assert called(d) == [
        "pair of threes, nine, four, two",
        "pair of sixes, queen, ten, eight",
    ]


def test_edge_8_only_those_who_are_in_see_the_hands_of_that_stage() -> None:
    d = declare(deal({1: "AC AD 9D", 2: "2C 4D 6H"}), 1, 2)

    def faces(viewer: int, owner: int) -> int:
        return sum(c is not None for c in view(d, viewer).pile(HAND.of(owner)))

    assert (faces(1, 2), faces(2, 1)) == (3, 3)  # and not the two cards that have been dealt since
    for viewer in (0, 3, 4, SPECTATOR):
        assert [faces(viewer, owner) for owner in range(5) if owner != viewer] == [0] * (4 + (viewer == SPECTATOR))
    declare(d, 2, 3)
    assert (faces(3, 2), faces(2, 3), faces(1, 2), faces(1, 3)) == (5, 5, 3, 0)
    declare(d)
    assert (faces(1, 2), faces(3, 2)) == (3, 5)  # readable until the deal ends


def test_edge_9_a_declaration_changed_before_the_reveal() -> None:
    d = play(deal(seats=2), "1: in", "1: out", "0: in")
    assert told(d, Opened) == [Opened(3, (0,))]


def test_edge_9_a_press_after_the_reveal() -> None:
    d = deal(seats=2)
    drawn = d.number
    declare(d)
    assert refused(d, 1, Declare(IN), drawn=drawn) == "The declarations are open already."
    assert not d.good(1, Declare, drawn)


def test_edge_10_seven_seats_take_49_cards() -> None:
    d = declare(declare(deal(seats=7)))
    assert [len(view(d, p).hand) for p in range(7)] == [7] * 7
    assert len(d.table.piles[STOCK]) == 3


def test_edge_11_strike_pay_from_a_stack_that_is_smaller() -> None:
    d = declare(deal(state=going_on(500, {2: 50, 3: 0}), strike_pay="amount", strike_amount=300), 1)
    assert stacks(d) == [9700, 10_000, 0, 0, 9700]
    assert pot(d) == 500 + 300 + 50 + 300


def test_edge_12_a_wild_card_used_as_itself() -> None:
    d = declare(declare(deal({1: "2C 3D 4H 5S 6C", 2: "AD AC KD QD 9C"})), 1, 2)
    assert called(d)[0] == "straight to the six"


def test_edge_13_time_runs_out_for_several_seats_at_once() -> None:
    d = play(deal(), "2: in")
    for seat in (4, 1, 3, 0):
        d.lapse(seat, at=30_000)
    assert told(d, Strike) == [Strike(2, 1)]
    assert {r.seat for r in d.rows if r.lapsed} == {0, 1, 3, 4}


def test_edge_14_joining_between_deals_costs_one_ante() -> None:
    match = Match(THREE_FIVE_SEVEN, Options(ante=200, cut="off"), going_on(500, strikes=(0, 1, 0), seats=3), "m")
    match.sit(3, 5000)
    d = match.begin(Seal(bytes(32), {}), 0)
    assert (pot(d), stacks(d)) == (700, [10_000, 10_000, 10_000, 4800])
    assert d.table.strikes == [0, 1, 0, 0]


# ---- what is remembered ---------------------------------------------------------------------


def test_everybody_remembers_who_was_in_of_those_who_could_be() -> None:
    d = declare(deal({2: "AC AD 9D", 3: "2C 4D 6H"}, state=going_on(500, {1: 0})), 2, 3)
    assert view(d, SPECTATOR).carried.stays == (Stays(0, 1), Stays(0, 0), Stays(1, 1), Stays(1, 1), Stays(0, 1))
    declare(d, 3)
    assert view(d, 0).carried.stays == (Stays(0, 2), Stays(0, 0), Stays(1, 2), Stays(2, 2), Stays(0, 2))


def test_it_lasts_from_deal_to_deal_and_somebody_new_in_a_seat_begins_anew() -> None:
    match = Match(THREE_FIVE_SEVEN, Options(cut="off"), going_on(500, seats=3), "m")
    d = match.begin(Seal(bytes(32), {}), 0)
    for _ in range(3):
        declare(d)
    match.state = load_state(THREE_FIVE_SEVEN, json.loads(json.dumps(dump_state(match.settle()))))
    match.stand(1)
    match.sit(1, 5000)
    d = match.begin(Seal(bytes(32), {}), 0)
    assert d.table.carried.stays == (Stays(0, 3), Stays(), Stays(0, 3))


def test_a_table_of_before_remembers_nothing_yet() -> None:
    stored = dump_state(going_on(500, seats=3))
    assert "stays" not in stored["kept"]
    made = deal(state=load_state(THREE_FIVE_SEVEN, stored))
    assert made.table.carried == Carried(frozenset(range(3)), (Stays(),) * 3)


# ---- options --------------------------------------------------------------------------------


@pytest.mark.parametrize("ante", [50, 100, 10_000])
def test_ante(ante: int) -> None:
    assert pot(deal(state=opening(3, 20_000), ante=ante)) == 3 * ante


def test_ante_each_deal() -> None:
    assert pot(deal(state=going_on(500), ante_each_deal=True)) == 1000


def test_ante_each_deal_leaves_out_who_cannot_pay() -> None:
    d = deal(state=going_on(500, {1: 50}), ante_each_deal=True)
    assert d.table.players == [2, 3, 4, 0]
    assert refused(d, 1, Declare(IN)) == "You sit out until the next deal."


@pytest.mark.parametrize("strikes", [1, 2, 3, 4, 5])
def test_strikes_to_win(strikes: int) -> None:
    state = going_on(500, strikes=(strikes - 1, 0, 0, 0, 0))
    assert after(declare(deal(state=state, strikes_to_win=strikes), 0)).over
    if strikes > 1:
        assert not declare(deal(state=state, strikes_to_win=strikes), 1).after


@pytest.mark.parametrize(("strike_pay", "each"), [("off", 0), ("ante", 100), ("amount", 350)])
def test_strike_pay(strike_pay: str, each: int) -> None:
    d = declare(deal(state=going_on(500), strike_pay=strike_pay, strike_amount=350), 1)
    assert pot(d) == 500 + 4 * each


def test_show_all() -> None:
    d = declare(deal({1: "AC AD 9D", 2: "2C 4D 6H"}, show="all"), 1, 2)
    for viewer in (0, 3, SPECTATOR):
        assert [*map(str, filter(None, view(d, viewer).pile(HAND.of(1))))] == ["AC", "AD", "9D"]
        assert len([e for e in view(d, viewer).events if isinstance(e, Showdown)]) == 1


@pytest.mark.parametrize("seconds", [10, 30, 120])
def test_declare_seconds(seconds: int) -> None:
    d = deal(declare_seconds=seconds)
    assert d.ask and d.ask.clock == seconds


# ---- the end by consent, and what else may happen ---------------------------------------------


def test_an_agreed_end_shares_the_pot_and_is_a_draw() -> None:
    d = play(deal(seats=3, ante=250), "0: in", "1: propose-end", "0: agree", "2: agree")
    end = after(d)
    assert told(d, PotShared) == [PotShared(250, (0, 1, 2), 0)]
    assert end.standings == tuple(Standing(s, 1, "D") for s in range(3))
    assert (end.stacks, end.pot) == ((10_000,) * 3, 0)


def test_the_spare_yellows_of_an_agreed_end_are_a_splash() -> None:
    d = play(deal(state=going_on(550, seats=3)), "1: propose-end", "0: agree", "2: agree")
    assert (after(d).splash, after(d).stacks) == (100, (10_150,) * 3)


def test_a_refused_end_plays_on_with_the_declarations_so_far() -> None:
    d = play(deal(seats=3), "0: in", "1: propose-end", "2: refuse", "1: out", "2: out")
    assert told(d, Strike) == [Strike(0, 1)]


def test_showdowns_won_are_counted_for_the_records() -> None:
    d = declare(deal({1: "AC AD 9D", 2: "2C 4D 6H"}), 1, 2)
    assert d.table.counts == [{}, {"showdowns won": 1}, {}, {}, {}]


def test_a_pot_that_nobody_can_play_for_is_shared() -> None:
    d = deal(state=opening(3, 100))
    assert after(d).standings == tuple(Standing(s, 1, "D") for s in range(3))
    assert after(d).stacks == (100, 100, 100)


@pytest.mark.parametrize("choice", ["", "maybe", "IN"])
def test_a_declaration_is_in_or_out(choice: str) -> None:
    assert refused(deal(), 1, Declare(choice)) == "Declare in or out."  # type: ignore[arg-type]  # the bad input


def test_declaring_without_being_dealt_in() -> None:
    d = deal(state=going_on(500, away=frozenset({3})))
    assert refused(d, 3, Declare(OUT)) == "You sit out until the next deal."
    assert fact(d, "ready") == frozenset()
