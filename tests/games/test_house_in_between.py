"""The house player of In-Between: what it bets and calls, that it beats chance, and a game that it played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.offers import Move
from bot.engine.state import opening
from bot.games.in_between import HIGH, IN_BETWEEN, LOW, Ace, Options, Take
from bot.games.parts.agreed_end import Agree
from bot.games.parts.pot_bets import Bet
from bot.house import choose

from .in_between_table import turn
from .table import at_random, decides, play
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "in-between.txt"


@pytest.mark.parametrize(
    ("posts", "pot", "amount"),
    [
        ("4C 6D", 1200, 100),  # 4 of 50
        ("4C JD", 1200, 100),  # 24 of 50: no better than even
        ("3C QD", 1200, 300),  # 32 of 50: 14 of 50 of the pot are 336
        ("3C QD", 20_000, 2800),  # and of the stack, where that is smaller
        ("2C KD", 1200, 700),  # 40 of 50
        ("2C KD", 5000, 3000),
    ],
)
def test_it_bets_as_the_count_promises(posts: str, pot: int, amount: int) -> None:
    assert decides(turn(posts, pot)) == Bet(amount)


@pytest.mark.parametrize(("pot", "amount"), [(5000, 5000), (5050, 3800)])
def test_it_bets_the_pot_where_it_is_sure_and_can_afford_to_lose(pot: int, amount: int) -> None:
    assert decides(play(turn("AC 2D", pot), "1: ace high")) == Bet(amount)  # 44 of 50


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
