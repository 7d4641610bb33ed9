"""The house player of Farmer: when it stays, that it beats chance, and a session that it played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.offers import Move
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.farmer import FARMER, Hit, Options, Stay
from bot.games.parts.agreed_end import Agree
from bot.house import choose
from bot.house.farmer import sixteen

from .farmer_table import deal
from .table import at_random, decides, play
from .transcript import play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "farmer.txt"


@pytest.mark.parametrize(("hand", "move"), [("9D 4S", Hit()), ("9D 5S", Stay()), ("9D 7S", Stay()), ("9D 9S", Stay())])
def test_it_stays_from_fourteen(hand: str, move: Move) -> None:
    assert decides(play(deal(f"{hand} | KD 2S", 200, 1), "0: hit"), 0) == move


def test_it_always_draws_once() -> None:
    assert decides(deal("KD 9S | KC 2S", 200, 1), 0) == Hit()


@pytest.mark.parametrize(("hand", "move"), [("9D 5S", Hit()), ("10D 5S", Stay())])
def test_the_farmer_stays_from_fifteen(hand: str, move: Move) -> None:
    made = play(deal(f"KD 2S | {hand}", 200, 1), "0: hit", "0: stay", "1: hit")
    assert decides(made, 1) == move


@pytest.mark.parametrize(
    ("earlier", "hand", "move"),
    [
        ("2D 10S 7C", "9D 3S", Stay()),  # 17 lie open: bust, whatever the first card is
        ("2D 9S 7C", "9D 3S", Stay()),  # 16 do
        ("2D 9S 5C", "9D 3S", Hit()),
        ("2D 10S 7C", "9D 2C", Hit()),
    ],
)
def test_behind_a_clear_bust_twelve_is_enough(earlier: str, hand: str, move: Move) -> None:
    made = play(deal(f"{earlier} | {hand} | KD 2S", 300, 2), "0: hit", "0: hit", "0: stay", "1: hit")
    assert decides(made, 1) == move


@pytest.mark.parametrize(("farm", "move"), [(800, Stay()), (3500, Hit())])
def test_it_goes_on_from_fifteen_where_an_ace_takes_a_farm_that_has_grown(farm: int, move: Move) -> None:
    """Four aces among 42 cards: a farm of 35 for the ante of 1 that a bust costs."""
    made = play(deal("10D 5S | KD 2S | KC 3S", farm, 1), "2: hit", "2: stay", "0: hit")
    assert decides(made, 0) == move


def test_it_does_not_stay_on_twelve_behind_busts_while_a_great_farm_lies_there() -> None:
    hands = "2D 10S 7C | 9D 3S | KD 2S"
    turns = "0: hit", "0: hit", "0: stay", "1: hit"
    assert decides(play(deal(hands, 300, 2), *turns), 1) == Stay()
    assert decides(play(deal(hands, 3500, 2), *turns), 1) == Hit()


def test_with_sixteen_it_stays_however_great_the_farm() -> None:
    assert decides(play(deal("9D 7S | KD 2S", 3500, 1), "0: hit"), 0) == Stay()


def test_the_chance_of_a_sixteen_counts_the_cards_that_lie_there() -> None:
    made = play(deal("10D 5S | AD AS | AC AH", 3500, 2), "0: hit", "0: stay", "1: hit", "1: stay", "2: hit")
    assert sixteen(view(made, 0)) == pytest.approx(2 / 41)  # two aces have been seen, two are still down


def test_it_agrees_to_an_early_end_and_never_proposes_one() -> None:
    made = deal("9D 4S | 10D 5S | KD 2S", 300, 2)
    assert decides(made, 1) is None
    play(made, "1: propose-end")
    assert [decides(made, seat) for seat in (0, 2)] == [Agree()] * 2


def test_it_beats_playing_at_random() -> None:
    net = 0
    for n in range(15):
        end = play_match(FARMER, Options(deals=20), opening(4, 10_000), bytes([n]) * 32, [choose, at_random] * 2)
        net += end.stacks[0] + end.stacks[2] - 20_000
    assert net > 15 * 1000


def test_a_session_as_it_was_played() -> None:
    options = Options(deals=2)
    assert transcript(FARMER, options, opening(4, 10_000), bytes([6]) * 32, [choose] * 4, deals=4) == GOLDEN.read_text()
