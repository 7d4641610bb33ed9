"""The house player of In-Between: what it bets and calls, that it beats chance, and a game that it played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.offers import Move
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.in_between import HIGH, IN_BETWEEN, LOW, Ace, Options, Posts, Take
from bot.games.parts.agreed_end import Agree
from bot.games.parts.pot_bets import Bet
from bot.house import choose

from .in_between_table import next_round, turn
from .table import at_random, decides, going_on, moment_over, play
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "in-between.txt"


@pytest.mark.parametrize(
    ("posts", "pot", "amount"),
    [
        ("4C 6D", 1200, 100),  # 4 of 50
        ("4C 10D", 1200, 100),  # 20 of 50
        ("4C JD", 1200, 1200),  # 24 of 50, and the pot is small beside the stack
        ("4C JD", 20_000, 100),  # no better than even
        ("3C QD", 20_000, 2800),  # 32 of 50: 14 of 50 of the stack
        ("2C KD", 20_000, 6000),  # 40 of 50
        ("2C KD", 5000, 5000),
    ],
)
def test_it_bets_as_the_count_promises(posts: str, pot: int, amount: int) -> None:
    assert decides(turn(posts, pot)) == Bet(amount)


@pytest.mark.parametrize(("pot", "amount"), [(5000, 2500), (1250, 600), (100, 100), (50, 50)])
def test_it_does_not_pot_it_before_everybody_else_has_had_a_turn(pot: int, amount: int) -> None:
    state = going_on(pot, number=0)
    assert decides(next_round(state, "2C KD")) == Bet(amount)
    assert decides(next_round(replace(state, number=1), "2C KD")) == Bet(pot), "after a round everybody has had one"


def test_it_pots_it_once_the_others_have_had_their_turns() -> None:
    deal = moment_over(next_round(going_on(3000, number=0), "4C 5D 6C 7D 8C 9D 2C KD"))
    assert [e.seat for e in view(deal, 0).events_of(Posts)] == [1, 2, 3, 0]
    assert decides(deal, 0) == Bet(view(deal, 0).pot)


def test_who_has_no_chips_is_not_waited_for() -> None:
    state = going_on(3000, {2: 0, 3: 0, 0: 0}, number=0)
    assert decides(next_round(state, "2C KD")) == Bet(3000)


@pytest.mark.parametrize(("posts", "side"), [("AC 9D", LOW), ("AC 4D", HIGH), ("KC AD", LOW), ("2D AC", HIGH)])
def test_it_calls_the_ace_where_more_cards_win(posts: str, side: str) -> None:
    assert decides(turn(posts)) == Ace(HIGH if side == HIGH else LOW)


@pytest.mark.parametrize(("pot", "move"), [(1200, Take()), (62_500, Take()), (63_750, Bet(2550))])
def test_it_bets_on_a_pair_where_that_promises_more(pot: int, move: Move) -> None:
    # two of 50 cards win: it takes a pot above 1,250 times the minimum
    assert decides(turn("5C 5D", pot, pair_bet="optional", min_bet=50)) == move


def test_it_bets_the_least_where_it_must_bet_on_a_pair() -> None:
    assert decides(turn("5C 5D", pair_bet="forced")) == Bet(100)


def test_it_agrees_to_an_early_end_and_never_proposes_one() -> None:
    assert decides(turn("4C 9D"), 2) is None
    deal = play(turn("4C 9D"), "2: propose-end")
    assert [decides(deal, seat) for seat in (0, 1, 3)] == [Agree()] * 3


def test_it_beats_betting_at_random() -> None:
    net = 0
    for n in range(60):
        end = play_match(IN_BETWEEN, Options(), opening(4, 10_000), bytes([n]) * 32, [choose, at_random] * 2)
        net += end.stacks[0] + end.stacks[2] - 20_000
    assert net > 60 * 1000


def test_a_match_as_it_was_played() -> None:
    played = transcript(IN_BETWEEN, Options(), opening(4, 10_000), bytes([6]) * 32, [choose] * 4, deals=4)
    assert played == GOLDEN.read_text()
