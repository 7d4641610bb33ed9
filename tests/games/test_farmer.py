"""Farmer: every worked example, ruling, edge case and option of its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import card, cards, pack
from bot.engine.codec import dump_state, load_state
from bot.engine.deal import Deal, digest
from bot.engine.facts import HAND, STOCK
from bot.engine.match import Match
from bot.engine.randomness import Seal
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import game
from bot.games.farmer import (
    FARMER,
    THE_SIX,
    BestPaid,
    FarmerPaid,
    FarmWon,
    FirstFarmer,
    Hit,
    NewFarmer,
    Options,
    Stay,
    Stayed,
    worth,
)
from bot.games.parts.shared_pot import Carried, PotShared

from .farmer_table import deal, farm, going_on, net, played
from .table import after, bad_option, dealt, fact, moment_over, offer, play, refused, told, turn

TWO_SIXTEENS = "9D 7S | 7C 9S | QH QD | 5C 4C"
NO_SIXTEEN = "9D 5S | 10C 4S | QH 3D | 10S 9S | KD 2S"

# ---- worked examples ------------------------------------------------------------------------


def test_example_1_the_six_of_hearts_wins() -> None:
    made = played("10C 6H | 9D 7S | 10S 4D 2H | QC 3D", 400, 3)
    assert (net(made), farm(made), after(made).dealer) == ((400, 0, 0, 0), 0, 0)


def test_example_2_it_wins_from_a_later_seat() -> None:
    made = played("9D 7S | 10S 4D 2H | KC 6H", 300, 0)
    assert told(made, FarmWon) == [FarmWon(2, 300)]
    assert after(made).dealer == 2


def test_example_3_the_first_from_the_farmers_left_of_two() -> None:
    made = played(TWO_SIXTEENS, 400, 3)
    assert net(made) == (400, 0, -100, 100)
    assert told(made, FarmerPaid) == [FarmerPaid(3, (2,), 100)]


def test_example_4_the_farmer_among_them() -> None:
    made = played("9D 7S | 7C 9S | QH QD | 9C 7D", 400, 3)
    assert net(made) == (0, 0, -100, 500)
    assert (after(made).dealer, told(made, NewFarmer)) == (3, [])


def test_example_5_the_lower_pay_the_best_two() -> None:
    made = played(NO_SIXTEEN, 500, 4)
    assert (net(made), farm(made)) == ((100, 100, -100, -100, 0), 500)
    assert told(made, BestPaid) == [BestPaid((0, 1), (2, 4), 200, 100)]


def test_example_6_a_pool_that_cannot_be_split_joins_the_farm() -> None:
    made = played("9D 5S | 10C 4S | QH 4D | 10S 9S | KD 2S", 500, 4)
    assert (net(made), farm(made)) == ((0, 0, 0, -100, 0), 600)


def test_example_7_all_bust() -> None:
    made = played("10D 9S | QC KC | JH 7D", 300, 1)
    assert (net(made), farm(made), after(made).dealer) == ((-100, 200, -100), 300, 1)


def test_example_8_three_best_with_a_remainder() -> None:
    made = played("10D 5C | QC 5D | KC 2S | AC JH | 7S 5S", 750, 2, ante=150)
    assert [worth(made.table.piles[HAND.of(p)]) for p in range(5)] == [
        15, 15, 12, 11, 12,
    ]  # fmt: skip
    assert (net(made), farm(made)) == ((200, 200, -150, -150, -150), 800)


# ---- rulings --------------------------------------------------------------------------------


def test_ruling_1_a_bust_seat_pays_the_farmer_and_not_the_best() -> None:
    made = played("9D 5S | 10S 9S | KD 2S", 300, 2)
    assert net(made) == (100, -100, 0)  # the farmer is lower, and collects from the bust


def test_ruling_2_with_a_sixteen_nobody_pays_for_being_lower() -> None:
    made = played("9D 7S | 10C 4S | KD 2S", 300, 1)
    assert net(made) == (300, 0, 0)
    assert told(made, BestPaid) == []


def test_ruling_3_edge_5_a_bust_farmer_pays_nobody_and_is_paid() -> None:
    made = played("9D 5S | 10S 9S | KD QS", 300, 2)
    assert net(made) == (0, -100, 100)


def test_ruling_4_the_farmer_may_be_lower_and_pay() -> None:
    assert net(played("9D 5S | KD 2S", 200, 1)) == (100, -100)


def test_ruling_5_edge_3_a_tie_without_the_farmer_goes_round_from_their_left() -> None:
    made = played("9D 7S | 7C 9S | 5C 4C | 10S 2S", 400, 0)
    assert told(made, FarmWon) == [FarmWon(0, 400)]  # the farmer is tied
    made = played("5C 4C | 9D 7S | 7C 9S | 10S 2S", 400, 1)
    assert told(made, FarmWon) == [FarmWon(1, 400)]
    made = played("9D 7S | 5C 4C | 7C 9S | 10S 2S", 400, 1)
    assert told(made, FarmWon) == [FarmWon(2, 400)]


@pytest.mark.parametrize("seat", range(4))
def test_ruling_5_the_six_of_hearts_wins_whoever_holds_it(seat: int) -> None:
    """Three cards with the six, against the farmer's two."""
    hands = ["9D 7S", "5C 4C", "7C 9S", "10S 2S"]
    hands[seat] = "5D 6H 5S"
    farmer = next(n for n in (0, 2) if n != seat)
    assert told(played(" | ".join(hands), 400, farmer), FarmWon) == [FarmWon(seat, 400)]


def test_ruling_6_hitting_on_sixteen_is_allowed() -> None:
    made = play(deal("9D 7S 2C | KD 2S", 200, 1), "0: hit")
    assert offer(made, 0, Hit)
    play(made, "0: hit", "0: stay", "1: hit", "1: stay")
    assert net(made) == (-100, 100)


def test_ruling_7_a_bust_in_the_open_is_not_announced() -> None:
    made = play(deal("3D 10S 7C | KD 2S", 200, 1), "0: hit", "0: hit")
    assert [type(e).__name__ for e in view(made).events[-2:]] == ["Drew", "Drew"]
    assert made.ask is not None and made.ask.waits_for == [0]


def test_ruling_8_the_first_farmer_is_dealt_the_six() -> None:
    match = Match(FARMER, Options(cut="off"), opening(4, 10_000), "m")
    made = match.begin(match.sealed(bytes(32)), 0)
    state = match.settle()
    (first,) = told(made, FirstFarmer)
    assert (state.dealer, state.stacks, state.pot) == (first.seat, (10_000,) * 4, 0)
    assert made.table.piles[HAND.of(first.seat)].top == THE_SIX
    order = made.table.players
    counts = [len(made.table.piles[HAND.of(p)]) for p in order]
    assert counts == sorted(counts, reverse=True) and counts[0] - counts[-1] <= 1
    assert match.begin(match.sealed(bytes(31) + b"1"), 0).table.chips["pot"] == 400


@pytest.mark.parametrize(
    "state", [{"stacks": (10_000, 50, 10_000, 10_000)}, {"away": frozenset({1}), "fresh": frozenset({1})}]
)
def test_ruling_9_the_farm_duty_passes_left(state: dict[str, Any]) -> None:
    made = dealt(FARMER, {}, each=1, state=going_on(0, 1, **state))
    assert (fact(made, "farmer"), told(made, NewFarmer)) == (2, [NewFarmer(2)])
    assert made.ask is not None and made.ask.waits_for == [3]


def test_ruling_10_short_stacks_pay_what_they_have() -> None:
    made = played("9D 5S | 10S 9S | KD 2S", 300, 0, state={"stacks": (10_000, 150, 100)})
    assert (made.table.chips[0], made.table.chips[1], made.table.chips[2]) == (9950, 0, 0)


def test_ruling_11_a_newcomer_antes() -> None:
    match = Match(FARMER, Options(cut="off"), going_on(400), "m")
    match.sit(4, 2000)
    made = match.begin(match.sealed(bytes(32)), 0)
    assert (farm(made), made.table.carried) == (900, Carried(frozenset(range(5))))


def test_ruling_12_the_farm_left_at_the_end_is_shared() -> None:
    made = played(NO_SIXTEEN, 600, 4, deals=1)
    end = after(made)
    assert told(made, PotShared) == [PotShared(100, (0, 1, 2, 3, 4), 100)]
    assert (end.pot, end.splash) == (0, 100)
    assert {s.seat: (s.place, s.outcome) for s in end.standings or ()} == {
        0: (1, "W"), 1: (1, "W"), 2: (4, "L"), 3: (4, "L"), 4: (3, "D"),
    }  # fmt: skip


def test_ruling_12_all_agree_to_stop() -> None:
    made = play(deal(NO_SIXTEEN, 600, 4), "3: propose-end", "0: agree", "1: agree", "2: agree", "4: agree")
    assert after(made).stacks == (10_000,) * 5
    assert {s.outcome for s in after(made).standings or ()} == {"D"}


# ---- edge cases -----------------------------------------------------------------------------


def test_edge_1_two_sixteens_and_the_six() -> None:
    assert told(played("9D 7S | KC 6H | 5C 4C", 300, 0), FarmWon) == [FarmWon(1, 300)]


def test_edge_2_two_cards_beat_three() -> None:
    assert told(played("10S 4D 2H | 9D 7S | 5C 4C", 300, 2), FarmWon) == [FarmWon(1, 300)]


def test_edge_4_one_best() -> None:
    assert net(played("9D 5S | 10C 2C | KD 2S", 300, 2)) == (200, -100, -100)


def test_edge_4_two_best_and_an_odd_yellow() -> None:
    made = played("9D 5S | 10C 4S | KD 2S", 450, 2, ante=150)
    assert (net(made), farm(made)) == ((50, 50, -150), 500)


def test_edge_6_the_farmer_is_best_and_collects_from_the_bust() -> None:
    assert net(played("9D 2C | 10S 9S | KD 5S", 300, 2)) == (-100, -100, 200)


def test_edge_7_stay_before_drawing() -> None:
    assert refused(deal(TWO_SIXTEENS, 400, 3), 0, Stay()) == "You must draw once."


def test_edge_8_hit_after_bust_is_refused_and_nothing_changes() -> None:
    made = play(deal("9D 10S 2C | KD 2S", 200, 1), "0: hit")
    before = digest(made), view(made)
    assert refused(made, 0, Hit()) == "You are over 16: all you can do is stay."
    assert (digest(made), view(made)) == before
    both = [o for o in made.offers(0) if o.kind in (Hit, Stay)]
    assert all(o.shown_when_refused and not o.greyed for o in both), "it would tell of the bust"


def test_edge_9_a_bust_is_hidden_by_the_first_card() -> None:
    bust, sound = (play(deal(f"{first} 9S | KD 2S", 200, 1), "0: hit") for first in ("10D", "2D"))
    assert view(bust) == view(sound)
    assert view(bust, 1).events == view(sound, 1).events
    assert view(bust).pile(HAND.of(0)) == (*cards("9S"), None)
    assert [o.shown_when_refused for o in bust.offers(0)] == [o.shown_when_refused for o in sound.offers(0)]


def test_edge_10_the_farm_is_carried_over_three_deals() -> None:
    state, seen = going_on(0, 0, 2), []
    for _ in range(3):
        order = "9D 5S 10C 4S" if state.dealer == 1 else "10C 9D 4S 5S"
        made = Deal(FARMER, state, Options(cut="off"), None, order=[[*cards(order)]])
        while made.ask:
            (p,) = made.ask.waits_for
            play(made, f"{p}: hit", f"{p}: stay")
        state = after(made)
        seen.append(state.pot)
    assert seen == [200, 400, 600]


def test_edge_11_whoever_cannot_ante_sits_out() -> None:
    made = dealt(FARMER, {}, each=1, state=going_on(0, 0, stacks=(10_000, 50, 10_000, 10_000)))
    assert (made.table.players, farm(made), made.table.chips[1]) == ([2, 3, 0], 300, 50)


def test_edge_11_the_session_ends_where_only_one_can_ante() -> None:
    made = dealt(FARMER, {}, each=1, state=going_on(200, 0, 2, stacks=(10_000, 50)))
    assert after(made).stacks == (10_100, 150)
    assert [s.outcome for s in after(made).standings or ()] == ["W", "W"]


def test_edge_12_the_pack_holds_one_six_and_no_eight() -> None:
    ranks = [c.rank for c in pack(FARMER.pack(Options(), 4).deck)]
    assert (len(ranks), ranks.count(6), ranks.count(8)) == (45, 1, 0)


def test_edge_13_eight_seats_never_exhaust_the_stock() -> None:
    order = sorted(pack("45"), key=lambda c: min(c.rank, 10))  # the smallest cards come first
    made = Deal(FARMER, going_on(0, 7, 8), Options(cut="off"), None, order=[order])
    while made.ask:
        (p,) = made.ask.waits_for
        made.submit(p, Hit() if offer(made, p, Hit) else Stay())
    assert len(made.table.piles[STOCK]) > 0
    assert [e.seat for e in told(made, Stayed)] == [0, 1, 2, 3, 4, 5, 6, 7]


def test_edge_14_the_winner_farms_next() -> None:
    assert after(played(TWO_SIXTEENS, 400, 3)).dealer == 0
    assert after(played("9D 2C | 7C 2D | QH 4D | 5C 4C", 400, 3)).dealer == 3


def test_edge_15_the_turn_clock_draws_once() -> None:
    made = deal(TWO_SIXTEENS, 400, 3)
    moves = [made.lapse(0, 1000 * n)[0].move for n in (60, 120)]
    assert (moves, made.ask and made.ask.waits_for) == ([Hit(), Stay()], [1])


# ---- options, counts, refusals ----------------------------------------------------------------


def test_option_ante() -> None:
    assert farm(dealt(FARMER, {}, each=1, state=going_on(), ante=250)) == 1000


@pytest.mark.parametrize(("deals", "number", "over"), [(None, 99, False), (2, 1, False), (2, 2, True), (1, 1, True)])
def test_option_deals(deals: int | None, number: int, over: bool) -> None:
    made = played(NO_SIXTEEN, 500, 4, deals=deals, state={"number": number})  # the first was for the farmer
    assert after(made).over == over


def test_option_first_farmer_random() -> None:
    match = Match(FARMER, Options(cut="off", first_farmer="random", deals=1), opening(4, 10_000), "m")
    made = match.begin(Seal(bytes(32), {}), 0)
    assert (farm(made), fact(made, "farmer")) == (400, made.table.dealer)
    while made.ask:
        moment_over(made).lapse(turn(made) or 0, made.table.now)
    assert match.settle().over


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"deals": "0"}, "deals is a number from 1 to 100."),
        ({"first_farmer": "me"}, "first_farmer is one of: six, random."),
        ({"ante": "0.25"}, "ante: The smallest chip is a yellow, ½."),
    ],
)
def test_bad_options_are_refused(typed: dict[str, str], sentence: str) -> None:
    assert bad_option(Options, typed) == sentence


def test_what_is_counted() -> None:
    made = played("10C 6H | 9D 7S | QH QD | QC 3D", 400, 3)
    assert [after(made).counted(s) for s in range(4)] == [
        {"balance": 300, "farms won": 1, "largest farm": 400, "sixteens": 1},
        {"balance": -100, "sixteens": 1}, {"balance": -200, "busts": 1}, {"balance": 0, "deals as farmer": 1},
    ]  # fmt: skip


def test_another_seats_turn() -> None:
    assert refused(deal(TWO_SIXTEENS, 400, 3), 1, Hit()) == "It is not your turn."


def test_a_state_can_be_stored_and_read_back() -> None:
    end = after(played(TWO_SIXTEENS, 400, 3))
    assert load_state(FARMER, dump_state(end)) == end
    assert load_state(FARMER, dump_state(replace(end, number=9))) == replace(end, number=9)


def test_the_catalog_knows_its_names() -> None:
    assert game("the farm") is game("Sixteen") is game("farmer") is FARMER


def test_farmers_pack_has_no_eights_and_one_six() -> None:
    order = pack("45")
    assert len(order) == 45
    assert [c for c in order if c.rank in (6, 8)] == [card("6H")]
    assert order == [c for c in pack("52") if c in order]
