"""Red Dog: its options, what happens between the rounds, what is refused. People type whites: `bet 2½`."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.codec import dump_state, load_state
from bot.engine.controls import read
from bot.engine.match import Match
from bot.engine.randomness import Seal
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import game
from bot.games.parts.agreed_end import Agree, ProposeEnd, Refuse
from bot.games.parts.shared_pot import Carried
from bot.games.red_dog import (
    RED_DOG,
    Bet,
    Options,
    OutOfChips,
    Turned,
)

from .red_dog_table import bet_least, first_round, next_round
from .table import after, bad_option, fact, going_on, offer, play, pot, refused, stack, told

# ---- options --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "stake"),
    [
        ({}, 100),
        ({"min_bet": 50}, 100),
        ({"min_bet": 250}, 250),
        ({"min_bet": 250, "ante": 50}, 50),
        ({"ante": 700}, 700),
    ],
)
def test_the_ante_is_the_minimum_bet_but_at_least_a_white(given: dict[str, Any], stake: int) -> None:
    assert pot(first_round(**given)) == 4 * stake


def test_ante_each_deal() -> None:
    assert pot(next_round(going_on(250), ante_each_deal=True)) == 650
    assert pot(next_round(going_on(250), ante_each_deal=False)) == 250


def test_shuffle_for_every_deal() -> None:
    match = Match(RED_DOG, Options(cut="off"), going_on(5000), "m")
    bet_least(match.begin(Seal(bytes(32), {}), 0))
    assert match.settle().shoe is None
    assert match.fresh


def test_deck_out_goes_on_with_the_same_pack() -> None:
    match = Match(RED_DOG, Options(shuffle_when="deck_out", cut="off"), going_on(5000), "m")
    seen: list[Any] = []
    for _ in range(2):
        deal = bet_least(match.begin(Seal(bytes(32), {}), 0))
        seen += [c for name, pile in deal.table.piles.items() if name != "stock" for c in pile]
        match.settle()
    assert len(set(seen)) == 40  # no card has come twice


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"min_bet": "0.75"}, "min_bet: The smallest chip is a yellow, ½."),
        ({"min_bet": "101"}, "min_bet is an amount from ½ to 100, in whole yellows."),
        ({"ante": "abc"}, "ante: “abc” is not an amount; write 5, 2.5 or 2½."),
        ({"hands": "half"}, "hands is one of: hidden, open."),
        ({"ante_each_deal": "maybe"}, "ante_each_deal is yes or no."),
    ],
)
def test_bad_options_are_refused(typed: dict[str, str], sentence: str) -> None:
    assert bad_option(Options, typed) == sentence


# ---- seats, antes and pots between the rounds -----------------------------------------------


def test_the_dealer_bets_last_and_the_deal_passes_left() -> None:
    deal = bet_least(first_round())
    assert [e.seat for e in told(deal, Turned)] == [1, 2, 3, 0]
    assert (after(deal).dealer, after(deal).over) == (1, False)


def test_whoever_joins_late_pays_the_ante_into_the_pot_first() -> None:
    match = Match(RED_DOG, Options(cut="off"), going_on(350), "m")
    match.sit(4, 2000)
    deal = match.begin(Seal(bytes(32), {}), 0)
    assert (pot(deal), stack(deal, 4), stack(deal, 1)) == (450, 1900, 10_000)
    assert view(deal).carried == Carried(frozenset(range(5)))


def test_whoever_takes_over_a_chair_pays_for_it_anew() -> None:
    match = Match(RED_DOG, Options(cut="off"), going_on(350), "m")
    match.stand(2)
    match.sit(2, 2000)
    deal = match.begin(Seal(bytes(32), {}), 0)
    assert (pot(deal), stack(deal, 2)) == (450, 1900)


def test_whoever_cannot_pay_the_ante_is_not_dealt_in() -> None:
    state = replace(opening(3), stacks=(10_000, 50, 10_000))
    deal = next_round(state, ante=100)
    assert deal.table.players == [2, 0]
    assert (pot(deal), stack(deal, 1)) == (200, 50)
    assert refused(deal, 1, ProposeEnd()) == "It is not your turn."


def test_whoever_bets_the_last_chip_on_the_ante_is_not_dealt_in_but_has_a_share() -> None:
    state = replace(opening(3), stacks=(10_000, 100, 10_000))
    deal = next_round(state)
    assert told(deal, OutOfChips) == [OutOfChips(1)]
    assert deal.table.players == [2, 0]
    assert after(play(deal, "1: propose-end", "2: agree", "0: agree")).stacks == (10_000, 100, 10_000)


def test_rebuying_brings_a_seat_back_without_another_ante() -> None:
    match = Match(RED_DOG, Options(cut="off"), going_on(350, {2: 0}), "m")
    match.rebuy(2, 2000)
    deal = match.begin(Seal(bytes(32), {}), 0)
    assert 2 in deal.table.players
    assert (pot(deal), stack(deal, 2)) == (350, 2000)


def test_if_nobody_can_bet_the_pot_is_shared_at_the_start_of_the_next_deal() -> None:
    deal = next_round(going_on(450, dict.fromkeys(range(4), 0)))
    end = after(deal)
    assert (end.stacks, end.splash, end.pot) == ((100,) * 4, 50, 0)
    assert {s.outcome for s in end.standings or ()} == {"D"}


def test_if_nobody_can_pay_the_first_ante_a_splash_waits() -> None:
    end = after(next_round(opening(2, 50, splash=250)))
    assert (end.stacks, end.splash, end.over) == ((50, 50), 250, True)


def test_deck_out_counts_only_those_who_are_dealt_in() -> None:
    match = Match(RED_DOG, Options(shuffle_when="deck_out", cut="off"), going_on(5000, {4: 0, 5: 0}, seats=6), "m")
    bet_least(match.begin(Seal(bytes(32), {}), 0))
    match.settle()
    assert not match.fresh  # 32 cards for the four who can bet


# ---- what is refused, asked twice, kept -----------------------------------------------------


@pytest.mark.parametrize("amount", [75, 0, -50, 25, 10**11])
def test_a_bet_that_is_no_bet_names_the_range(amount: int) -> None:
    assert refused(first_round(), 1, Bet(amount)) == "Bet between ½ and 4."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("abc", "“abc” is not an amount; write 5, 2.5 or 2½."),
        ("-5", "The amount must be more than nothing."),
        ("0.75", "The smallest chip is a yellow, ½."),
        ("1e9", "Bet between ½ and 4."),
        ("5", "Bet between ½ and 4."),
    ],
)
def test_a_typed_bet_that_is_no_bet(typed: str, sentence: str) -> None:
    assert read(offer(first_round(), 1, Bet), typed) == sentence


@pytest.mark.parametrize(
    ("typed", "amount"), [("min", 50), ("max", 400), ("all", 400), ("pot", 400), ("2½", 250), ("2w 1y", 250)]
)
def test_bets_are_typed_in_whites_chips_and_words(typed: str, amount: int) -> None:
    assert read(offer(first_round(), 1, Bet), typed, {"pot": 400}) == Bet(amount)


def test_another_seats_turn() -> None:
    assert refused(first_round(), 2, Bet(50)) == "It is not your turn."


def test_a_proposal_is_answered_once() -> None:
    deal = first_round()
    assert refused(deal, 2, Refuse()) == "Nobody has proposed to end the game."
    play(deal, "1: propose-end")
    assert fact(deal, "agreed to end") == {1}
    assert refused(deal, 2, ProposeEnd()) == "An end is proposed already: agree or refuse."
    for move in (ProposeEnd(), Agree(), Refuse()):
        assert refused(deal, 1, move) == "You have agreed already; the others must answer."


def test_nobody_is_kept_waiting_for_an_answer() -> None:
    deal = play(first_round(), "2: propose-end")
    assert deal.ask is not None and deal.ask.waits_for == [1]
    assert all(o.optional for s in range(4) for o in deal.offers(s) if o and o.kind is not Bet)


def test_potting_it_is_asked_for_twice() -> None:
    may = offer(first_round(), 1, Bet)
    assert may.confirm(Bet(400)) == "Bet the whole pot of 4? Winning it ends the game, losing doubles it."
    assert may.confirm(Bet(350)) is None


def test_who_has_paid_is_kept_from_round_to_round() -> None:
    deal = first_round({1: "2C 2D 2H 2S"}, "3C", seats=2)
    play(deal, "1: bet min", "0: bet min")
    end = after(deal)
    assert end.carried == Carried(frozenset({0, 1}))
    assert load_state(RED_DOG, dump_state(end)) == end


def test_the_end_of_a_match_can_be_stored_and_read_back() -> None:
    end = after(play(first_round({1: "AC AD AH AS"}, "5C"), "1: bet 4"))
    assert load_state(RED_DOG, json.loads(json.dumps(dump_state(end)))) == end


def test_the_catalog_knows_it_by_both_names() -> None:
    assert game("red-dog") is RED_DOG
    assert game("High Card Pool") is RED_DOG
