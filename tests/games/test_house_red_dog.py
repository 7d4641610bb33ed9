"""The house player of Red Dog: what it bets, when it agrees, that it beats chance, and a game that it played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.engine.offers import Move, Offer
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.parts.agreed_end import Agree
from bot.games.red_dog import RED_DOG, Bet, Options
from bot.house import choose
from bot.house.red_dog import worth

from .red_dog_table import first_round, next_round
from .table import decides, going_on, play
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "red-dog.txt"


def at_random(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    bets = next(o for o in offers if o.kind is Bet)
    return Bet(rng.choice([*bets.next(())]))


@pytest.mark.parametrize("hand", ["AS 2S 3S 4S", "9H 8D 7C 6S", "KH 5D 5C 2S"])  # 9, 22 and 17 of 48
def test_it_bets_the_minimum_where_the_chance_is_not_above_even(hand: str) -> None:
    assert decides(first_round({1: hand}, min_bet=150), 1) == Bet(150)


def test_it_bets_kellys_share_of_its_stack() -> None:
    # 42 of 48: three quarters of the stack of 30½, rounded down to a yellow
    deal = next_round(going_on(10_000, {1: 3050}), {1: "AS KH QD JC"})
    assert worth(view(deal, 1)) == 2250
    assert decides(deal, 1) == Bet(2250)


def test_it_bets_no_more_than_the_pot() -> None:
    assert decides(first_round({1: "AS KH QD JC"}), 1) == Bet(400)


def test_it_bets_everything_on_a_certainty() -> None:
    assert decides(next_round(going_on(10_000, {1: 3050}), {1: "AC AD AH AS"}), 1) == Bet(3050)


def test_it_counts_what_lies_open() -> None:
    # 22 of 48; but 22 of 43 once seat 1's hand and its fifth card lie open, none of which it would beat
    hands = {1: "AC AD AH KC", 2: "10S 9H 8D 3C"}
    before = worth(view(first_round(hands), 2))
    after = worth(view(play(first_round(hands, "AS"), "1: bet ½"), 2))
    assert (before, after) == (0, 200)


def test_it_agrees_at_once_to_an_early_end() -> None:
    deal = play(first_round(), "2: propose-end")
    assert [decides(deal, seat) for seat in (0, 1, 3)] == [Agree()] * 3


def test_it_never_proposes_one() -> None:
    deal = first_round()
    assert [decides(deal, seat) for seat in (0, 2, 3)] == [None] * 3
    assert isinstance(decides(deal, 1), Bet)


def test_it_beats_betting_at_random() -> None:
    net = potted = 0
    for n in range(100):
        end = play_match(RED_DOG, Options(), opening(4, 10_000), bytes([n]) * 32, [choose, at_random] * 2)
        net += end.stacks[0] + end.stacks[2] - 20_000
        potted += any(s.seat in (0, 2) and s.outcome == "W" for s in end.standings or ())
    assert (net > 100 * 1000, potted > 55) == (True, True), (net, potted)


def test_a_match_as_it_was_played() -> None:
    assert (
        transcript(RED_DOG, Options(), opening(4, 10_000), bytes([6]) * 32, [choose] * 4, deals=5) == GOLDEN.read_text()
    )
