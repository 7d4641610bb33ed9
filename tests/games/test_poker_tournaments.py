"""Freezeouts by today's rules: levels by minutes, bounties, chips that are bought again, the bubble, deals by chips."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.betting import CALL
from bot.engine.codec import dump_options, dump_state, load_options, load_state
from bot.engine.deal import Deal, Illegal
from bot.engine.offers import Move
from bot.engine.options import BadOption, read_options
from bot.engine.piles import Seat
from bot.engine.state import Standing, State
from bot.engine.view import view
from bot.games.parts.agreed_end import Agree, EndLapsed, EndRefused, ProposeEnd, Refuse
from bot.games.poker import POKER, Options
from bot.games.poker.carried_over import Carried
from bot.games.poker.chip_deal import chopped
from bot.games.poker.levels import reached
from bot.games.poker.moves import (
    DECLINE,
    AddOn,
    AddsOn,
    Bounties,
    BountyWon,
    Bubble,
    BuyAgain,
    BuysAgain,
    DealMade,
    DealOffered,
    InTheMoney,
    Level,
    Out,
    Posted,
    Prizes,
    Raise,
    Won,
)
from bot.games.poker.tournament import Tournament, Wish, bounty_of, read_bounty
from bot.games.poker.variants import VARIANTS
from bot.house import choose
from bot.simulate import random_move

from .poker_table import all_do, amounts, begin, check_down, match, start, table
from .table import after, told, turn

FREEZEOUT: dict[str, Any] = {"format": "freezeout", "limit": "no", "run_twice": False}
MINUTE = 60_000
BOARD = "AS KD 9C 8H 3S"
WINS, LOSES, WORSE = "AH AD", "2C 7D", "2D 8C"


def going_on(
    stacks: dict[Seat, int], number: int = 5, cup: Tournament | None = None, splash: int = 0, **more: Any
) -> State:
    """In the middle of a freezeout; seats without chips are out unless `out` says otherwise."""
    out = more.pop("out", tuple((s,) for s in reversed(stacks) if not stacks[s]))
    made = cup or Tournament(began=0, price=10_000, closed=True)
    carried = Carried(
        dealt_in=frozenset(s for s in stacks if stacks[s]), entries=tuple(stacks), out=out, tournament=made, **more
    )
    away = frozenset(s for s in stacks if not stacks[s])  # so that the pack is laid for the others
    dealer = min(s for s in stacks if stacks[s])
    return start(len(stacks), dealer, stacks=stacks, number=number, carried=carried, splash=splash, away=away)


def all_in(stacks: dict[Seat, int], hands: dict[Seat, str] | None = None, **more: Any) -> Deal:
    """Everybody who plays is in for all they have, and seat 1 has the best hand."""
    options = {key: more.pop(key) for key in ("bounty", "rebuys", "add_on", "level_hands") if key in more}
    state = going_on(stacks, **more)
    deal = table("holdem", hands or {1: WINS, 2: LOSES, 0: WORSE}, BOARD, state=state, **FREEZEOUT, **options)
    while deal.ask and (seat := turn(deal)) is not None and not told(deal, Won):
        kinds = {o.kind.__name__ for o in deal.offers(seat) if o}
        most = amounts(deal)
        if "Raise" in kinds and most:
            deal.submit(seat, Raise(most[1]))
        else:
            all_do(deal, "call")
    return deal


# ---- levels ---------------------------------------------------------------------------------


def test_a_level_by_minutes_lasts_as_long_on_the_tables_clock() -> None:
    cup = Tournament(began=5 * MINUTE, price=10_000, closed=True)
    state = going_on(dict.fromkeys(range(4), 10_000), number=3, cup=cup)
    for began, u in ((5 * MINUTE, 200), (15 * MINUTE - 1, 200), (15 * MINUTE, 300), (36 * MINUTE, 600)):
        deal = table(state=state, began=began, level_minutes=10, **FREEZEOUT)
        assert told(deal, Posted)[-1].amount == u
        assert [e.u for e in told(deal, Level)] == ([u] if u != 200 else [])


def test_a_level_by_minutes_does_not_rise_in_the_middle_of_a_hand() -> None:
    state = going_on(dict.fromkeys(range(4), 10_000), cup=Tournament(began=0, price=10_000, closed=True))
    deal = table(state=state, began=10 * MINUTE - 5, level_minutes=10, **FREEZEOUT)
    deal.submit(3, CALL, at=11 * MINUTE)
    assert not told(deal, Level)
    assert after(check_down(deal)).carried.level == 1


def test_the_clock_of_the_levels_begins_with_the_first_deal() -> None:
    deal = table(level_minutes=10, began=7 * MINUTE, **FREEZEOUT)
    assert after(check_down(deal)).carried.tournament.began == 7 * MINUTE


def test_what_is_left_of_a_level() -> None:
    by_hands, by_minutes = Options(**FREEZEOUT, level_hands=5), Options(**FREEZEOUT, level_minutes=4)
    assert reached(by_hands, 7, 0, 0) == (1, 3, None, 0.4)
    assert reached(by_minutes, 7, MINUTE, 6 * MINUTE) == (1, None, 9 * MINUTE, 0.25)


# ---- options --------------------------------------------------------------------------------


def test_a_bounty_is_a_part_of_the_buy_in_or_an_amount() -> None:
    assert read_bounty("25 %") == "25%"
    assert read_bounty("none") == ""
    assert bounty_of(read_bounty("25%"), 10_150, 50) == 2500
    assert bounty_of(read_bounty("25%"), 10_200, 100) == 2500
    assert bounty_of(read_bounty("12.5"), 10_000, 50) == 1250
    assert bounty_of(read_bounty("90"), 10_000, 100) == 5000  # no more than half
    for typed in ("51%", "0.3", "much"):
        with pytest.raises(BadOption):
            read_bounty(typed)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"bounty": "10%"}, "bounty is for a freezeout."),
        ({"level_minutes": "5"}, "level_minutes is for a freezeout."),
        ({"format": "freezeout", "add_on": "stack"}, "An add-on comes after the levels with rebuys; set rebuys."),
        ({"format": "freezeout", "variant": "stud", "starts_with": "9"}, "Stud takes at most 8."),
        ({"format": "freezeout", "bounty": "25.5"}, "A bounty of 25½ cannot be paid in chips of 1."),
        ({"format": "freezeout", "rebuys": "2", "add_on": "0.5"}, "An add-on of ½ cannot be paid in chips of 1."),
    ],
)
def test_options_that_do_not_fit_are_refused(given: dict[str, str], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        read_options(Options, given)


def test_options_that_came_later_are_not_stored_at_their_defaults() -> None:
    stored = dump_options(Options())
    assert not {"level_minutes", "bounty", "rebuys", "add_on", "starts_with"} & {*stored}
    full = Options(**FREEZEOUT, level_minutes=5, bounty="25%", rebuys=2, add_on="stack", starts_with=6)
    assert load_options(POKER, dump_options(full)) == full
    assert POKER.seats_for(full) == range(2, 7)


@pytest.mark.parametrize("name", [name for name, given in POKER.presets.items() if "format" in given])
def test_presets_open_freezeouts(name: str) -> None:
    assert read_options(Options, POKER.presets[name]).freezeout


# ---- who is knocked out by whom, and bounties -------------------------------------------------


def test_a_part_of_each_buy_in_is_put_aside_at_the_start() -> None:
    deal = table(bounty="25%", **FREEZEOUT)
    assert sum(deal.table.chips.values()) == 40_000
    left = after(check_down(deal))
    assert left.splash == 10_000
    assert sum(left.stacks) == 30_000


def test_who_knocks_somebody_out_wins_the_bounty_at_once() -> None:
    cup = Tournament(began=0, price=10_000, bounty=2500, aside=7500, closed=True)
    deal = check_down(all_in({0: 10_000, 1: 20_000, 2: 5000}, cup=cup, splash=7500, bounty="25%"))
    assert [(e.seat, e.by) for e in told(deal, Out)] == [(2, (1,)), (0, (1,))]
    assert told(deal, BountyWon) == [BountyWon(0, ((1, 2500),)), BountyWon(2, ((1, 2500),))]
    assert told(deal, Bounties) == [Bounties(((1, 7500),))]  # two that it has won, and its own
    assert told(deal, Prizes) == [Prizes(((1, 35_000),))]
    assert after(deal).stacks == (0, 42_500, 0)


def test_the_pot_in_which_the_last_chips_lay_says_who_has_knocked_out() -> None:
    # 1 wins the main pot, 0 the side pot between it and 2: 0 has knocked 2 out
    cup = Tournament(began=0, price=10_000, bounty=1000, aside=4000, closed=True)
    hands = {1: WINS, 0: "KC KH", 2: LOSES}
    deal = check_down(
        all_in({0: 20_000, 1: 3000, 2: 10_000, 3: 0}, hands, cup=cup, splash=4000, bounty="10%", out=((3,),))
    )
    assert [(e.seat, e.by) for e in told(deal, Out)] == [(2, (0,))]
    assert told(deal, BountyWon) == [BountyWon(2, ((0, 1000),))]
    assert after(deal).carried.tournament.won_by(0) == 1000


@pytest.mark.parametrize(("chip", "bounty", "first", "other"), [(50, 2550, 1300, 1250), (100, 2500, 1300, 1200)])
def test_a_pot_that_is_shared_shares_the_bounty_odd_chips_from_the_dealers_left(
    chip: int, bounty: int, first: int, other: int
) -> None:
    cup = Tournament(began=0, price=10_000, chip=chip, bounty=bounty, aside=3 * bounty, closed=True)
    hands = {1: "AH QD", 2: LOSES, 0: "AD QC"}
    deal = check_down(all_in({0: 10_000, 1: 10_000, 2: 5000}, hands, cup=cup, splash=3 * bounty))
    assert told(deal, BountyWon) == [BountyWon(2, ((1, first), (0, other)))]


def test_a_leavers_bounty_goes_to_the_prizes() -> None:
    m = match(start(3), variant="holdem", bounty="25%", **FREEZEOUT)
    all_do(begin(m), "fold", "fold")
    m.settle()
    m.stand(1)
    m.stand(2)
    deal = begin(m, 1)
    assert told(deal, Prizes) == [Prizes(((0, 27_500),))]
    assert told(deal, Bounties) == [Bounties(((0, 2500),))]
    assert after(deal).stacks[0] == 30_000


def test_bounties_of_a_freezeout_that_is_broken_off_are_whose_they_are() -> None:
    cup = Tournament(began=0, price=10_000, bounty=2500, aside=10_000, won=((1, 2500),), closed=True)
    state = going_on({0: 10_000, 1: 20_000, 2: 0, 3: 5000}, cup=cup, splash=10_000)
    assert POKER.broken_off(Options(**FREEZEOUT), state) == {0: 12_500, 1: 25_000, 3: 7500}


def test_by_earlier_rules_nothing_is_put_aside_and_nobody_is_named() -> None:
    state = going_on({0: 10_000, 1: 20_000, 2: 5000}, cup=Tournament())
    deal = table("holdem", {1: WINS, 2: LOSES, 0: WORSE}, BOARD, state=state, rules=2, **FREEZEOUT)
    check_down(all_do(deal, "raise 100", "call", "call"))
    assert [e.by for e in told(deal, Out)] == [(), ()]
    assert not told(deal, Bounties)


# ---- buying again ---------------------------------------------------------------------------


REBUYS = Tournament(began=0, price=10_000)


def two_allin(**options: Any) -> Deal:
    """Seat 0 folds; seat 2 loses 5000 to seat 1, and is asked whether it buys again."""
    options = {"rebuys": 1, **options}
    cup = options.pop("cup", REBUYS)
    state = going_on({0: 20_000, 1: 20_000, 2: 5000}, number=options.pop("number", 0), cup=cup,
                     splash=options.pop("splash", 0))  # fmt: skip
    deal = table("holdem", {1: WINS, 2: LOSES, 0: WORSE}, BOARD, state=state, **FREEZEOUT, **options)
    all_do(deal, "fold", "raise 50", "call")
    while deal.ask and not deal.ask.waits_for:
        assert deal.ask.timer
        deal.tick(deal.ask.timer[0])
    return deal


def test_who_is_broke_in_the_first_levels_is_asked_and_bought_in_before_the_next_deal() -> None:
    deal = two_allin()
    assert deal.ask is not None
    assert {*deal.ask.waits_for} == {2}
    with pytest.raises(Illegal):
        deal.submit(0, BuyAgain())
    deal.submit(2, BuyAgain())
    assert told(deal, BuysAgain) == [BuysAgain(2, 10_000, (1,))]
    left = after(deal)
    assert POKER.wanted(Options(**FREEZEOUT), left) == {2: 10_000}
    assert not left.over
    paid = replace(left, stacks=(20_000, 25_000, 10_000))
    again = table(state=paid, rebuys=1, **FREEZEOUT)
    assert 2 in again.table.players
    assert again.table.carried.tournament.rebuys == (2,)


def test_who_does_not_answer_is_out() -> None:
    deal = two_allin()
    deal.lapse(2, deal.table.now)
    assert told(deal, Out) == [Out(2, 3, (1,))]


def test_who_cannot_pay_is_out_with_the_next_deal() -> None:
    deal = two_allin()
    deal.submit(2, BuyAgain())
    again = table(state=after(deal), rebuys=1, **FREEZEOUT)
    assert told(again, Out) == [Out(2, 3, (1,))]
    assert again.table.players == [0, 1] or sorted(again.table.players) == [0, 1]


def test_a_new_bounty_lies_on_who_buys_again() -> None:
    cup = Tournament(began=0, price=10_000, bounty=2500, aside=7500)
    deal = two_allin(cup=cup, splash=7500, bounty="25%")
    deal.submit(2, BuyAgain())
    assert told(deal, BountyWon) == [BountyWon(2, ((1, 2500),))]
    again = table(state=replace(after(deal), stacks=(20_000, 25_000, 10_000)), rebuys=1, bounty="25%", **FREEZEOUT)
    assert again.table.chips["splash"] == 10_000
    assert again.table.carried.tournament.aside == 10_000


def test_after_the_last_level_with_rebuys_nobody_is_asked() -> None:
    deal = two_allin(number=10, cup=replace(REBUYS, closed=True))
    assert told(deal, Out) == [Out(2, 3, (1,))]


def test_the_add_on_is_offered_once_when_the_last_level_with_rebuys_is_over() -> None:
    deal = two_allin(number=9, add_on="stack")
    deal.submit(2, DECLINE)
    assert deal.ask is not None
    assert {*deal.ask.waits_for} == {0, 1}
    deal.submit(0, AddOn())
    deal.submit(1, DECLINE)
    assert told(deal, AddsOn) == [AddsOn(0, 10_000)]
    left = after(deal)
    assert POKER.wanted(Options(**FREEZEOUT), left) == {0: 10_000}
    assert left.carried.tournament.closed
    paid = table(state=replace(left, stacks=(30_000, 25_000, 0)), rebuys=1, add_on="stack", **FREEZEOUT)
    assert not paid.table.carried.tournament.wishes


def test_who_buys_again_may_take_the_add_on_too() -> None:
    deal = two_allin(number=9, add_on="50")
    deal.submit(2, BuyAgain())
    deal.submit(2, AddOn())
    deal.submit(0, DECLINE)
    deal.submit(1, DECLINE)
    assert after(deal).carried.tournament.wishes == (Wish(2, 10_000, 5000, 0, (1,)),)


def test_prizes_are_of_all_chips_that_were_bought() -> None:
    cup = Tournament(began=0, price=10_000, rebuys=(2, 2, 3), closed=True)
    deal = check_down(all_in({0: 0, 1: 60_000, 2: 20_000, 3: 0, 4: 0}, {1: WINS, 2: LOSES}, cup=cup))
    assert told(deal, Prizes) == [Prizes(((1, 52_000), (2, 28_000)))]


# ---- the bubble -----------------------------------------------------------------------------


def test_the_bubble_is_told_once() -> None:
    deal = check_down(all_in({0: 0, 1: 30_000, 2: 5000, 3: 10_000, 4: 0, 5: 0, 6: 0}, {1: WINS, 2: LOSES, 3: "KC KH"},
                             out=((6,), (5,), (4,))))  # fmt: skip
    assert told(deal, Out)
    state = going_on({0: 20_000, 1: 20_000, 2: 20_000, 3: 1000, 4: 0}, out=((4,),))
    deal = table("holdem", {1: WINS, 3: LOSES}, BOARD, state=state, **FREEZEOUT)
    check_down(all_do(deal, "raise 10", "fold", "call", "fold"))
    assert told(deal, Bubble) == [Bubble(3, 2)]
    again = check_down(table(state=after(deal), **FREEZEOUT))
    assert not told(again, Bubble)


def test_the_bubble_bursts() -> None:
    state = going_on({0: 20_000, 1: 20_000, 2: 1000, 3: 0, 4: 0})
    deal = table("holdem", {1: WINS, 2: LOSES}, BOARD, state=state, **FREEZEOUT)
    check_down(all_do(deal, "fold", "raise 10", "call"))
    assert told(deal, InTheMoney) == [InTheMoney(2)]


def test_there_is_no_bubble_where_the_winner_alone_is_paid() -> None:
    state = going_on({0: 20_000, 1: 20_000, 2: 1000})
    deal = table("holdem", {1: WINS, 2: LOSES}, BOARD, state=state, **FREEZEOUT)
    check_down(all_do(deal, "fold", "raise 10", "call"))
    assert not told(deal, Bubble)
    assert not told(deal, InTheMoney)


# ---- a deal by chips ------------------------------------------------------------------------


def proposed(stacks: dict[Seat, int], *, by: Seat = 0, **more: Any) -> Deal:
    """Somebody proposes a deal, and the hand is checked down until everybody is asked."""
    deal = table(state=going_on(stacks, **more), **FREEZEOUT)
    deal.submit(by, ProposeEnd())
    while deal.ask and not told(deal, DealOffered):
        if not deal.ask.waits_for:
            assert deal.ask.timer
            deal.tick(deal.ask.timer[0])
            continue
        (seat,) = deal.ask.waits_for
        kinds = {o.kind.__name__: o for o in deal.offers(seat) if o}
        deal.submit(seat, next(m for k in ("Check", "Call") if k in kinds and not isinstance(
            m := kinds[k].finish(()), str)))  # fmt: skip
    return deal


def test_example_by_chips_everybody_gets_the_lowest_prize_and_the_rest_by_stacks() -> None:
    assert chopped({0: 30_000, 1: 20_000, 2: 10_000}, [30_000, 18_000, 12_000]) == {0: 24_000, 1: 20_000, 2: 16_000}
    assert chopped({0: 100, 1: 200}, [300, 0]) == {0: 100, 1: 200}


def test_what_is_left_over_goes_to_the_largest_stack() -> None:
    got = chopped({0: 10_000, 1: 10_050, 2: 10_000}, [20_050, 10_000, 0])
    assert sum(got.values()) == 30_050
    assert got == {0: 10_000, 1: 10_050, 2: 10_000}
    assert sum(chopped({0: 333, 1: 334, 2: 333}, [1000, 500, 0]).values()) == 1500
    assert chopped({0: 10_000, 1: 20_000, 2: 10_000}, [20_100, 10_000, 0], 100) == {0: 7500, 1: 15_100, 2: 7500}


def test_example_31e_prizes_are_whole_chips_of_the_first_level() -> None:
    cup = Tournament(began=0, price=10_000, chip=100, bounty=2500, aside=22_500, closed=True)
    out = tuple((s,) for s in range(8, 1, -1))
    stacks = {0: 60_000, 1: 7500} | dict.fromkeys(range(2, 9), 0)
    state = going_on(stacks, cup=cup, splash=22_500, out=out)
    deal = table("holdem", {0: WINS, 1: LOSES}, BOARD, state=state, smallest=100, **FREEZEOUT)
    check_down(all_do(deal, "call", "raise 75"))
    assert told(deal, Prizes) == [Prizes(((0, 33_800), (1, 20_200), (2, 13_500)))]


def test_all_must_agree_and_are_shown_what_they_get() -> None:
    deal = proposed({0: 30_000, 1: 20_000, 2: 0, 3: 0, 4: 0})
    (offered,) = told(deal, DealOffered)
    assert sum(n for _, n in offered.paid) == 50_000
    for seat in (0, 1):
        deal.submit(seat, Agree())
    left = after(deal)
    assert left.over
    assert told(deal, DealMade) == [DealMade(offered.paid)]
    assert dict(enumerate(left.stacks)) == {**dict.fromkeys(range(5), 0), **dict(offered.paid)}
    assert left.standings is not None
    assert {s.seat: s.place for s in left.standings} == {offered.paid[0][0]: 1, offered.paid[1][0]: 2, 2: 3, 3: 4, 4: 5}


def test_one_no_and_the_next_hand_is_dealt() -> None:
    deal = proposed({0: 30_000, 1: 20_000, 2: 10_000, 3: 0})
    deal.submit(1, Agree())
    deal.submit(0, Refuse())
    assert told(deal, EndRefused) == [EndRefused(0)]
    assert not after(deal).over
    assert sum(after(deal).stacks) == 60_000


def test_who_says_nothing_has_not_agreed() -> None:
    deal = proposed({0: 30_000, 1: 20_000, 2: 0})
    deal.submit(0, Agree())
    deal.lapse(1, deal.table.now)
    assert told(deal, EndRefused) == [EndRefused(1)]


def test_players_who_are_out_in_the_money_have_their_prizes() -> None:
    deal = proposed(
        {0: 60_000, 1: 20_000, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0}, out=(((7,), (6,), (5,), (4,), (3,), (2,)))
    )
    deal.submit(0, Agree())
    deal.submit(1, Agree())
    left = after(deal)
    assert left.stacks[2] == 16_000  # 20 % of 80,000 for the third
    assert left.stacks[0] + left.stacks[1] == 64_000
    assert min(left.stacks[:2]) >= 24_000  # the lowest prize that was left


def test_a_deal_that_comes_too_late() -> None:
    state = going_on({0: 10_000, 1: 20_000})
    deal = table("holdem", {1: WINS, 0: WORSE}, BOARD, state=state, **FREEZEOUT)
    deal.submit(0, ProposeEnd())
    check_down(all_do(deal, "raise 100", "call"))
    assert told(deal, EndLapsed)
    assert after(deal).standings == (Standing(1, 1, "W"), Standing(0, 2, "L"))


def test_bounties_are_paid_out_with_a_deal() -> None:
    cup = Tournament(began=0, price=10_000, bounty=1000, aside=3000, won=((0, 1000),), closed=True)
    deal = proposed({0: 17_000, 1: 10_000, 2: 0}, cup=cup, splash=3000)
    deal.submit(0, Agree())
    deal.submit(1, Agree())
    (paid,) = told(deal, Bounties)
    assert dict(paid.paid) == {0: 2000, 1: 1000}
    assert sum(after(deal).stacks) == 30_000


def test_only_one_deal_is_proposed_in_a_hand() -> None:
    deal = table(state=going_on({0: 30_000, 1: 20_000, 2: 10_000}), **FREEZEOUT)
    with pytest.raises(Illegal, match="Nobody has proposed a deal"):
        deal.submit(1, Agree())
    deal.submit(0, ProposeEnd())
    with pytest.raises(Illegal, match="A deal is proposed already"):
        deal.submit(1, ProposeEnd())


# ---- heads-up -------------------------------------------------------------------------------


@pytest.mark.parametrize(("falls", "button"), [(0, 2), (1, 2), (2, 1)])
def test_nobody_is_the_big_blind_twice_running_when_it_shrinks_to_two(falls: Seat, button: Seat) -> None:
    # 0 was the dealer, 1 the small blind, 2 the big blind; the deal has passed to 1
    cup = Tournament(began=0, price=10_000, closed=True, big=2)
    state = replace(going_on(dict.fromkeys(range(3), 20000) | {falls: 0}, cup=cup), dealer=1)
    state = replace(state, carried=replace(state.carried, dealt_in=frozenset(range(3))))
    deal = table(state=state, **FREEZEOUT)
    (small, big) = told(deal, Posted)
    assert (deal.table.dealer, small.seat) == (button, button)
    assert big.seat not in (2, falls)


# ---- at random ------------------------------------------------------------------------------


def played_out(seed: int, variant: str, house: float = 0.0, **options: Any) -> None:
    """A freezeout of random moves and house players to its end: what is paid in is paid out."""
    rng = random.Random(seed)
    limit = VARIANTS[variant].limits[:1]
    rules = {"format": "freezeout", "stakes": 2000, "level_hands": 2, **options}
    seats = min(VARIANTS[variant].seats[-1], 9)
    m = match(start(seats), variant=variant, **rules, **({"limit": limit[0]} if limit else {}))
    paid_in, at = 10_000 * seats, 0
    for n in range(400):
        deal = begin(m, n % 250)
        while deal.ask:
            at += 1000
            move: object = None
            for seat in deal.ask.waits_for or [*deal.ask.offers]:
                offers = deal.offers(seat)
                if rng.random() < 0.01 and (end := deal.offer(seat, "propose_end")) is not None and end:
                    move = ProposeEnd()
                elif rng.random() < house:
                    move = choose(view(deal, seat), offers, rng)
                else:
                    move = random_move(offers, rng)
                if isinstance(move, Move):
                    deal.submit(seat, move, at)
                    break
            else:
                assert deal.ask.timer
                at = max(at, deal.ask.timer[0])
                deal.tick(at)
        assert sum(deal.table.chips.values()) == paid_in
        state = m.settle()
        assert load_state(POKER, dump_state(state)) == state
        if state.over:
            assert state.pot == state.splash == 0
            assert sum(state.stacks) == paid_in
            prizes, dealt, bounties = told(deal, Prizes), told(deal, DealMade), told(deal, Bounties)
            told_of = sum(n for event in (*prizes, *dealt, *bounties) for _, n in event.paid)
            assert told_of == paid_in
            chip = state.carried.tournament.chip
            assert chip == 500
            assert all(n % chip == 0 for n in state.stacks)
            return
        for seat, amount in POKER.wanted(m.options, state).items():
            if rng.random() < 0.8:
                m.rebuy(seat, amount)
                paid_in += amount
    raise AssertionError("nobody wins it")


EXTRAS: list[dict[str, Any]] = [
    {}, {"bounty": "25%"}, {"bounty": "10%", "rebuys": 2, "add_on": "stack"}, {"level_minutes": 1, "rebuys": 1},
]  # fmt: skip


@pytest.mark.parametrize("variant", [*VARIANTS])
def test_a_random_freezeout_pays_out_what_was_paid_in(variant: str) -> None:
    played_out(1, variant, **EXTRAS[len(variant) % len(EXTRAS)])


@pytest.mark.soak
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_random_freezeouts_pay_out_what_was_paid_in(variant: str) -> None:
    for seed in range(12):
        played_out(seed, variant, 0.05, **EXTRAS[seed % len(EXTRAS)])
