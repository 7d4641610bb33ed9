"""Betting rounds: the rulings, edge cases and worked examples of rules/dealing.md, section 8."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import options
from bot.engine.asks import Script
from bot.engine.betting import (
    MOVES,
    Bet,
    BetMade,
    Betting,
    Call,
    Called,
    Check,
    Checked,
    Fold,
    Folded,
    Limits,
    Move,
    Raise,
    Raised,
    Stakes,
    Uncalled,
)
from bot.engine.controls import read
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.piles import Seat
from bot.engine.randomness import Stream
from bot.engine.side_pots import Pot, PotWon, award
from bot.engine.state import opening
from bot.engine.table import DealTable, Wager

from ..games.table import fact, offer, play, refused, told


@dataclass(frozen=True)
class Rules:
    ante: int = options.amount(100, 50, 10_000, "what each puts in")
    min_bet: int = options.amount(100, 50, 10_000, "the smallest bet")
    max_bet: int = options.amount(2500, 50, 100_000, "the largest bet")
    raise_cap: int = options.number(3, 0, 99, "raises in a round; 99 for no cap")
    rounds: int = options.number(1, 1, 3, "rounds of betting")
    out: int = options.number(9, 0, 9, "a seat that is out after the rounds")


def bare_betting(t: DealTable[Rules]) -> Script:
    """Antes and betting; the seat nearest to the dealer's left wins what it may."""
    rules = t.options
    t.ante(rules.ante)
    limits = Limits(rules.min_bet, rules.max_bet, None if rules.raise_cap == 99 else rules.raise_cap)
    betting = Betting(t, limits, dict.fromkeys(t.players, rules.ante))
    for _ in range(rules.rounds):
        yield from betting.round()
    if rules.out in betting.live:
        betting.leave(rules.out)
    award(t, betting.pots(), lambda pot: pot.eligible[:1])


BARE = Game("bare", "Bare betting", range(2, 8), Rules, bare_betting, MOVES, chips=True)


def hand(*stacks: int, dealer: Seat = 0, **rules: int) -> Deal:
    """A hand with these stacks, the antes of 1 white on top of them; seat 1 is the first to speak."""
    ante = rules.get("ante", 100)
    before = tuple(s + ante for s in stacks)
    return Deal(BARE, replace(opening(len(stacks)), stacks=before, dealer=dealer), Rules(**rules), None)


def turn(deal: Deal) -> Seat | None:
    return next(iter(deal.ask.waits_for)) if deal.ask else None


def can(deal: Deal) -> str:
    """What may be done by whose turn it is, amounts as a range in whites."""
    seat = turn(deal)
    assert seat is not None
    words = []
    for o in deal.offers(seat):
        if o:
            among = sorted(o.next(())) if o.kind in (Bet, Raise) else ()
            words.append(o.kind.__name__.lower() + (f" {among[0]}-{among[-1]}" if among else ""))
    return ", ".join(words)


def stacks(deal: Deal) -> list[int]:
    return [deal.table.chips[p] for p in range(deal.table.seats)]


def pots(deal: Deal) -> Sequence[Pot]:
    return fact(deal, "betting").pots


# ---- rulings --------------------------------------------------------------------------------


def test_ruling_7_a_raise_may_be_any_legal_bet_and_the_cap_holds_heads_up() -> None:
    deal = play(hand(90_000, 90_000), "1: bet 25", "0: raise 1", "1: raise 1", "0: raise 25")
    assert can(deal) == "call, fold"


def test_ruling_8_dead_money_above_the_last_all_in_is_won_with_the_last_pot() -> None:
    # seat 2 folds in the second round with more in the pot than either of those who stay
    deal = hand(400, 600, 9000, 9000, rounds=2)
    play(deal, "1: bet 6", "2: call", "3: call", "0: call")
    assert pots(deal) == (Pot(2000, (1, 2, 3, 0)), Pot(600, (1, 2, 3)))
    play(deal, "2: bet 5", "3: raise 5", "2: fold")
    assert told(deal, Uncalled) == [Uncalled(3, 500)]
    assert told(deal, PotWon)[0] == PotWon("side pot 2", 1000, (3,))
    assert stacks(deal) == [0, 2600, 8400 - 500, 8400 + 500]


def test_ruling_9_folding_is_refused_where_checking_is_free() -> None:
    deal = hand(5000, 5000, 5000)
    assert refused(deal, 1, Fold()) == "You can check for nothing."


# ---- edge cases -----------------------------------------------------------------------------


def test_edge_10_three_all_ins_at_different_heights_and_a_folded_contributor() -> None:
    deal = hand(1000, 3000, 5000, 5000, 9000, ante=100, min_bet=100, max_bet=9000, dealer=3)
    play(deal, "4: bet 20", "0: call", "1: raise 10", "2: raise 20", "3: call", "4: fold")
    assert told(deal, PotWon) == [
        PotWon("side pot 2", 4000, (2,)),
        PotWon("side pot 1", 7000, (1,)),
        PotWon("main pot", 5500, (0,)),
    ]
    assert stacks(deal) == [5500, 7000, 4000, 0, 7000]


def test_edge_11_a_short_all_in_raise_does_not_reopen_the_betting() -> None:
    deal = play(hand(9000, 9000, 1050, 9000), "1: bet 10", "2: raise ½")
    assert fact(deal, "betting").raises_left == 3
    assert can(deal) == "call, raise 100-2500, fold"  # seat 3 has not acted yet
    play(deal, "3: call", "0: call")
    assert (turn(deal), can(deal)) == (1, "call, fold")
    assert refused(deal, 1, Raise(100)) == "A short all-in does not let you raise again: call or fold."
    play(deal, "1: call")
    assert deal.after is not None


def test_edge_11_a_full_raise_behind_it_does() -> None:
    deal = play(hand(9000, 9000, 1050, 9000), "1: bet 10", "2: raise ½", "3: raise 1", "0: fold")
    assert (turn(deal), can(deal)) == (1, "call, raise 100-2500, fold")


def test_edge_12_the_fourth_raise_is_refused() -> None:
    deal = play(hand(90_000, 90_000, 90_000), "1: bet 1", "2: raise 1", "0: raise 1", "1: raise 1")
    assert refused(deal, 2, Raise(100)) == "There have been 3 raises, and no more are allowed."
    assert fact(deal, "betting") == Stakes(400, 0, (1, 2, 0), (Pot(300, (1, 2, 0)),))
    assert can(play(deal, "2: call")) == "call, fold"


def test_edge_12_an_all_in_for_less_is_no_way_around_the_cap() -> None:
    deal = play(hand(90_000, 90_000, 450), "1: bet 1", "2: call", "0: raise 1", "1: raise 1", "2: call")
    assert can(play(deal, "0: raise 1")) == "call, fold"  # seat 1 has been raised for the third time
    assert can(play(deal, "1: call")) == "call, fold"  # seat 2 has ½ more than it owes


@pytest.mark.parametrize(
    ("amount", "why"),
    [
        (75, "The smallest chip is a yellow, ½."),
        (125, "The smallest chip is a yellow, ½."),
        (0, "Bet between 1 and 25."),
        (-50, "Bet between 1 and 25."),
        (50, "Bet between 1 and 25."),
        (2550, "Bet between 1 and 25."),
        (5050, "You have only 50: bet between 1 and 25."),
        ("abc", "Bet between 1 and 25."),
    ],
)
def test_edge_13_bad_bets_are_refused_in_a_sentence(amount: int, why: str) -> None:
    assert refused(hand(5000, 5000, 5000), 1, Bet(amount)) == why


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("0.75", "The smallest chip is a yellow, ½."),
        ("75", "You have only 50: bet between 1 and 25."),
        ("0", "The amount must be more than nothing."),
        ("-½", "The amount must be more than nothing."),
        ("abc", "“abc” is not an amount; write 5, 2.5 or 2½."),
        ("30", "Bet between 1 and 25."),
    ],
)
def test_edge_13_bad_bets_as_people_type_them(typed: str, why: str) -> None:
    assert read(offer(hand(5000, 5000, 5000), 1, Bet), typed) == why


def test_edge_15_a_dead_layer_above_a_lone_survivor() -> None:
    deal = play(hand(500, 9000, 9000, out=2), "1: bet 10", "2: raise 5", "0: call", "1: fold")
    assert told(deal, Uncalled) == [Uncalled(2, 500)]
    assert told(deal, PotWon) == [PotWon("pot", 600 + 1100 + 1100, (0,))]  # seat 2 goes out after the round


# ---- worked examples ------------------------------------------------------------------------


def test_example_10_a_call_for_less_makes_a_side_pot() -> None:
    deal = play(hand(800, 5000, 5000, 5000, rounds=2), "1: bet 5", "2: raise 10", "3: call", "0: call", "1: call")
    assert pots(deal) == (Pot(3600, (1, 2, 3, 0)), Pot(2100, (1, 2, 3)))


def test_example_10_what_nobody_matched_goes_back() -> None:
    deal = play(hand(5000, 5000, 700, 5000), "1: bet 25", "2: call", "3: fold", "0: fold")
    assert told(deal, Uncalled) == [Uncalled(1, 1800)]
    assert told(deal, PotWon) == [PotWon("pot", 1800, (1,))]
    assert stacks(deal) == [5000, 5000 + 400 + 700, 0, 5000]


def test_example_11_the_most_that_one_seat_can_put_into_a_round() -> None:
    deal = play(hand(90_000, 90_000), "1: bet max", "0: raise max", "1: raise max", "0: raise max")
    assert deal.table.chips[Wager(0)] == 2500 + 3 * 2500 == 10_000
    assert can(deal) == "call, fold"


# ---- the rest of section 8 ------------------------------------------------------------------


def test_the_first_to_speak_sits_left_of_the_dealer_and_all_ins_are_skipped() -> None:
    deal = hand(900, 200, 900, dealer=0, rounds=2)
    play(deal, "1: bet 2", "2: call", "0: call")
    assert turn(deal) == 2
    play(deal, "2: check", "0: check")
    assert told(deal, Checked) == [Checked(2), Checked(0)]


def test_a_round_of_checks_ends_when_everybody_has_checked() -> None:
    deal = play(hand(900, 900, 900), "1: check", "2: check")
    assert deal.ask
    assert play(deal, "0: check").after is not None


def test_who_checked_may_raise_a_later_bet() -> None:
    deal = play(hand(900, 900, 900), "1: check", "2: bet 1", "0: call")
    assert (turn(deal), can(deal)) == (1, "call, raise 100-800, fold")


def test_nobody_is_asked_again_after_calls() -> None:
    deal = play(hand(900, 900, 900), "1: bet 1", "2: call", "0: call")
    assert told(deal, BetMade) == [BetMade(1, 100, False)]
    assert told(deal, Called) == [Called(2, 100, False), Called(0, 100, False)]
    assert deal.after is not None


def test_a_raise_is_what_is_added_on_top_of_the_call() -> None:
    deal = play(hand(900, 900, 900), "1: bet 1", "2: raise 3")
    assert told(deal, Raised) == [Raised(2, 300, 400, False)]
    assert stacks(deal) == [900, 800, 500]


@pytest.mark.parametrize(
    ("seat", "move", "why"),
    [
        (1, Call(), "Nobody has bet yet: check or bet."),
        (1, Raise(100), "Nobody has bet yet: check or bet."),
        (2, Check(), "It is not your turn."),
    ],
)
def test_what_cannot_be_done_before_a_bet(seat: Seat, move: Move, why: str) -> None:
    assert refused(hand(900, 900, 900), seat, move) == why


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Check(), "You owe 2½: call, raise or fold."),
        (Bet(100), "There is a bet already: call, raise or fold."),
        (Raise(50), "Raise between 1 and 6½."),
        (Raise(700), "You have only 6½: raise between 1 and 6½."),
    ],
)
def test_what_cannot_be_done_after_a_bet(move: Move, why: str) -> None:
    assert refused(play(hand(900, 900, 900), "1: bet 2½"), 2, move) == why


def test_a_seat_that_can_only_call_cannot_raise() -> None:
    deal = play(hand(900, 900, 200), "1: bet 2")
    assert refused(deal, 2, Raise(100)) == "You have no chips beyond the call."
    assert told(play(deal, "2: call"), Called) == [Called(2, 200, True)]


def test_a_stack_shorter_than_the_minimum_may_be_bet_whole() -> None:
    deal = hand(900, 50, 900)
    assert can(deal) == "check, bet 50-50"
    assert refused(deal, 1, Bet(100)) == "You have only ½: bet exactly ½."
    play(deal, "1: bet ½")
    assert told(deal, BetMade) == [BetMade(1, 50, True)]
    assert can(deal) == "call, raise 100-850, fold"


def test_a_short_opening_bet_does_not_reopen_for_who_has_checked() -> None:
    deal = play(hand(900, 900, 50), "1: check", "2: bet ½", "0: call")
    assert (turn(deal), can(deal)) == (1, "call, fold")


def test_no_raise_at_all_where_the_cap_is_none() -> None:
    assert can(play(hand(900, 900, raise_cap=0), "1: bet 1")) == "call, fold"


def test_as_many_raises_as_they_like_without_a_cap() -> None:
    deal = play(hand(90_000, 90_000, raise_cap=99), "1: bet 1", *["0: raise 1", "1: raise 1"] * 5)
    assert fact(deal, "betting").raises_left is None
    assert can(deal) == "call, raise 100-2500, fold"


def test_all_but_one_fold_and_that_seat_takes_everything() -> None:
    deal = play(hand(900, 900, 900, rounds=2), "1: bet 2", "2: fold", "0: fold")
    assert told(deal, Folded) == [Folded(2), Folded(0)]
    assert stacks(deal) == [900, 900 + 300, 900]
    assert deal.after is not None


def test_a_folded_hand_is_turned_away_at_once() -> None:
    found: list[tuple[Seat, int]] = []

    def bets(t: DealTable) -> Script:
        yield from (b := Betting(t, Limits(100, 900, 3), mucks=lambda p: found.append((p, len(t.events))))).round()
        award(t, b.pots(), lambda pot: pot.eligible)

    deal = Deal(replace(BARE, deal=bets), replace(opening(3, 900), dealer=0), Rules(), None)
    play(deal, "1: bet 1", "2: fold")
    before = len(deal.table.events) - 1
    assert found == [(2, before)], "before it is told"
    play(deal, "0: fold")
    assert [p for p, _ in found] == [2, 0]


def test_a_round_in_which_at_most_one_could_bet_is_skipped() -> None:
    deal = play(hand(200, 900, 200, rounds=3), "1: bet 2", "2: call", "0: call")
    assert deal.after is not None
    assert told(deal, Checked) == []


def test_everybody_with_chips_left_must_answer_an_all_in() -> None:
    deal = play(hand(900, 300, 200), "1: bet 3", "2: call")
    assert (turn(deal), can(deal)) == (0, "call, raise 100-600, fold")


def test_time_out_checks_if_that_is_free_and_folds_otherwise() -> None:
    deal = hand(900, 900, 900)
    deal.lapse(1, 60_000)
    assert told(deal, Checked) == [Checked(1)]
    play(deal, "2: bet 1")
    deal.lapse(0, 120_000)
    assert told(deal, Folded) == [Folded(0)]


def test_who_cannot_pay_the_ante_in_full_is_not_dealt_in() -> None:
    state = replace(opening(3), stacks=(900, 900, 50), dealer=0)
    deal = play(Deal(BARE, state, Rules(), None), "1: check")
    assert turn(deal) == 0
    assert deal.table.players == [1, 0]


def test_the_largest_bet_is_not_below_the_smallest() -> None:
    assert Limits(500, 400, 3).check() == "The largest bet cannot be below the smallest."
    assert Limits(500, 500, 3).check() is None


@given(
    before=st.lists(st.integers(1, 60).map(lambda n: n * 50), min_size=2, max_size=7),
    cap=st.sampled_from([0, 1, 3, 99]),
    rounds=st.integers(1, 3),
    seed=st.integers(0, 2**32),
)
def test_whatever_is_bet_the_hand_ends_and_every_chip_is_there(
    before: list[int], cap: int, rounds: int, seed: int
) -> None:
    deal = hand(*before, raise_cap=cap, rounds=rounds, max_bet=500, dealer=seed % len(before))
    chips, chance = deal.state.chips, random.Random(seed)
    for n in range(2000):
        if deal.ask is None:
            break
        seat = turn(deal)
        assert seat is not None
        assert deal.table.chips[seat] > 0
        offers = [o for o in deal.offers(seat) if o]
        move = chance.choice(offers).sample(Stream(seed.to_bytes(32, "big"), str(n)))
        assert move
        deal.submit(seat, move)
        stakes: Stakes = fact(deal, "betting")
        assert stakes.raises_left is None or 0 <= stakes.raises_left <= cap
        assert sum(deal.table.chips.values()) == chips
    assert deal.after is not None
    assert deal.after.chips == chips
    assert deal.after.pot == 0
