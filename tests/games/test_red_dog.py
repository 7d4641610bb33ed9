"""Red Dog: every option, ruling, edge case and worked example of its rules. People type whites: `bet 2½`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.codec import dump_state, load_state
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.options import BadOption, read_options
from bot.engine.piles import Seat
from bot.engine.randomness import Seal
from bot.engine.state import Standing, State, opening
from bot.engine.view import view
from bot.games.catalog import game
from bot.games.red_dog import (
    RED_DOG,
    Agree,
    Bet,
    EndLapsed,
    EndRefused,
    Kept,
    Loses,
    Options,
    OutOfChips,
    PotShared,
    ProposeEnd,
    Refuse,
    TriesPot,
    Turned,
    Wins,
    odds,
)

from .table import dealt, fact, offer, play, refused, told


def going_on(pot: int, stacks: Mapping[Seat, int] | None = None, seats: int = 4, **more: Any) -> State:
    """Between two rounds, when everybody has paid into the pot; stacks of 100 whites unless told."""
    chips = tuple((stacks or {}).get(s, 10_000) for s in range(seats))
    kept = Kept(frozenset(range(seats)))
    return replace(opening(seats), **{"stacks": chips, "pot": pot, "dealer": 0, "number": 1, "kept": kept} | more)


def first_round(
    hands: Mapping[Seat, str] | None = None, turned: str = "", *, seats: int = 4, stack: int = 10_000, **options: Any
) -> Deal:
    """The first deal of a match: all ante, seat 0 deals, seat 1 bets first."""
    return dealt(RED_DOG, hands or {}, each=4, stock=turned, state=opening(seats, stack), dealer=0, **options)


def next_round(state: State, hands: Mapping[Seat, str] | None = None, turned: str = "", **options: Any) -> Deal:
    """A deal from this state, seat 0 dealing unless it says otherwise."""
    return dealt(RED_DOG, hands or {}, each=4, stock=turned, state=state, dealer=0, **options)


def pot(deal: Deal) -> int:
    return deal.table.chips["pot"]


def stack(deal: Deal, seat: Seat) -> int:
    return deal.table.chips[seat]


def bets(deal: Deal, seat: Seat) -> list[int]:
    """What the seat may bet."""
    return [*offer(deal, seat, Bet).next(())]


def shown(deal: Deal, seat: Seat) -> set[str]:
    """What spectators see of a hand."""
    return {str(c) for c in view(deal).pile(f"hand {seat}") if c}


def after(deal: Deal) -> State:
    assert deal.after is not None
    return deal.after


# ---- worked examples ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "wins"),
    [("AS KH QD JC", 42), ("AS 2S 3S 4S", 9), ("9H 8D 7C 6S", 22), ("KH 5D 5C 2S", 17), ("AC AD AH AS", 48)],
)
def test_example_1_cards_beaten_of_48_unseen(hand: str, wins: int) -> None:
    assert odds(view(first_round({1: hand}), 1)) == (wins, 48)


def test_example_2_cards_seen_are_taken_off() -> None:
    deal = play(first_round({1: "2S 3S KD 9D", 2: "AS KH QD JC"}, "10C"), "1: bet ½")
    assert odds(view(deal, 2)) == (38, 43)


def test_example_3_a_round_that_ends_with_the_third_seat() -> None:
    deal = first_round({1: "9H 8D 7C 6S", 2: "9D 8C 7S 6H", 3: "AC AD AH AS"}, "8H 10D KS", seats=6)
    assert pot(deal) == 600
    assert pot(play(deal, "1: bet 3")) == 300
    assert pot(play(deal, "2: bet 3")) == 600
    assert pot(play(deal, "3: bet 6")) == 0
    end = after(deal)
    assert end.stacks == (9900, 10_200, 9600, 10_500, 9900, 9900)
    assert end.standings == tuple(Standing(s, 1, "W") if s == 3 else Standing(s, 2, "L") for s in range(6))
    assert [end.counted(s) for s in (1, 2, 3)] == [
        {}, {"pots tried": 1}, {"pots tried": 1, "pots made": 1, "largest pot": 600},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("turned", "wins", "seen"),
    [("8H", True, "9H"), ("9D", False, "9H 8D 7C 6S"), ("10H", False, "9H 8D 7C 6S")],
)
def test_example_4_one_card_is_shown_or_all_of_them(turned: str, wins: bool, seen: str) -> None:
    deal = play(first_round({1: "9H 8D 7C 6S"}, turned), "1: bet 1")
    assert shown(deal, 1) == {*seen.split()}
    assert stack(deal, 1) == (10_000 if wins else 9800)
    assert pot(deal) == (300 if wins else 500)
    assert (bool(told(deal, Wins)), bool(told(deal, Loses))) == (wins, not wins)


def test_example_5_the_king_stays_hidden() -> None:
    deal = play(first_round({1: "KH 10H 4C 2S"}, "7H"), "1: bet 1")
    assert shown(deal, 1) == {"10H"}


def test_example_6_an_agreed_end_and_its_splash() -> None:
    deal = play(next_round(going_on(1150)), "3: propose-end", "0: agree", "1: agree", "2: agree")
    end = after(deal)
    assert end.stacks == (10_250,) * 4
    assert (end.pot, end.splash) == (0, 150)
    assert told(deal, PotShared) == [PotShared(250, (0, 1, 2, 3), 150)]
    new_game = next_round(opening(4, 10_000, splash=end.splash), ante=100)
    assert pot(new_game) == 550


def test_example_7_the_only_bet_is_the_pot() -> None:
    deal = next_round(going_on(50), {1: "AC AD AH AS"}, "5C", min_bet=100)
    assert bets(deal, 1) == [50]
    assert after(play(deal, "1: bet ½")).over
