"""The house player of cribbage: what it keeps, what it plays, and what it finds."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from bot import house
from bot.engine.cards import card, cards
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.cribbage import CRIBBAGE, CutAnywhere, Done, LayAway, Options, Pass, Play
from bot.games.cribbage import Count as CountThem
from bot.games.cribbage import Muggins as Overlooked
from bot.games.cribbage.laying_away import at_least
from bot.house.cribbage import Others, in_crib, laid_away, near_home

from .cribbage_table import going_on, hand, kept, played_out, plays
from .table import decides, play
from .transcript import transcript

GOLDEN = Path(__file__).parent / "golden" / "cribbage.txt"


def test_rule_1_a_pair_of_fives_goes_to_ones_own_crib_and_never_to_the_others() -> None:
    assert in_crib(cards("5C 5D"), own=True) > 8 and in_crib(cards("5C 5D"), own=False) > 8
    assert in_crib(cards("9C KD"), own=True) < 4
    assert in_crib(cards("9C KC"), own=True) == in_crib(cards("9C KD"), own=True) + 0.3
    d = hand("2C 3D 5H 5S KC 9D", "AD 2D 3C 4D 6D KD")
    assert {c.rank for c in laid_away(view(d, 0)).move.parts} & {5} == set()


def test_rule_1_the_same_six_are_kept_otherwise_by_dealer_and_non_dealer() -> None:
    six = "2C 3D 7H 8S QC KD"
    d = hand(six, "AD AH 4D 6D 6C JD")
    away = laid_away(view(d, 0)).move.parts
    assert {c.rank for c in away} not in ({2, 3}, {7, 8})
    d = hand("AD AH 4D 6D 6C JD", six)
    assert {c.rank for c in laid_away(view(d, 1)).move.parts} in ({2, 3}, {7, 8}, {12, 13})


@pytest.mark.parametrize("four", ["5H 4C QS KD", "5H 2C 9S KD", "5H AC 8S 8D", "5H 3C 3S JD"])
def test_rule_3_it_leads_no_five(four: str) -> None:
    d = kept(four, "2D 6C 6D 9D", "8H")
    made = decides(d, 0)
    assert isinstance(made, Play) and made.card != card("5H")


def test_rule_4_it_takes_the_points_that_are_there() -> None:
    d = plays(kept("8H 7C QS KD", "7D 3C 6D 9D", "AH"), "8H")
    assert decides(d, 1) in (Play(card("7D")), Play(card("9D")))
    d = plays(kept("KH 7C 4S 2D", "9S 8D 6C QH", "3C"), "KH QH 7C")
    assert decides(d, 0) == Play(card("4S"))


def test_rule_4_after_a_go_no_card_that_would_have_fitted_is_expected() -> None:
    d = plays(kept("KH 7C 4S 2D", "9S 8D 6C QH", "3C"), "KH QH 7C")
    other = Others(view(d, 0))
    assert min(other.left) == 5 and other.answers(cards("KH QH 7C 4S"), cards("2D")) == 0


def test_rule_7_it_names_all_of_its_own_and_all_that_was_overlooked() -> None:
    d = kept("4S 5C 5H 6D", "9S KD QD 7S", "2C", "AD 3D 10S QC", counting="called", state=going_on((0, 0)))
    played_out(d)
    named: list[int] = []
    while isinstance(made := decides(d, 0), CountThem):
        named.append(len(made.cards))
        d.submit(0, made)
    assert made == Done() and named[0] == 3 and len(named) >= 3
    play(d, "0: done")
    assert decides(d, 1) == Pass()


def test_rule_7_it_calls_muggins() -> None:
    d = kept("4S 5C 5H 6D", "9S KD QD 7S", "2C", "AD 3D 10S QC", counting="called")
    played_out(d)
    play(d, "0: done")
    assert isinstance(decides(d, 1), Overlooked)


def test_rule_6_near_home_it_keeps_what_suffices_for_certain() -> None:
    """Of what counts eleven whatever is turned, it keeps that which helps the other's crib least."""
    six = "5H 5S 5D 9C KC KD"
    d = hand(six, "AD 2D 3C 4D 6D QD", state=going_on((110, 60)))
    kept_for_certain = at_least([c for c in cards(six) if c not in laid_away(view(d, 0)).move.parts], cards(six))
    assert kept_for_certain >= 121 - 110
    others = [away for away in combinations(sorted(cards(six)), 2)
              if at_least([c for c in cards(six) if c not in away], cards(six)) >= 11]  # fmt: skip
    assert in_crib(laid_away(view(d, 0)).move.parts, own=False) == min(in_crib(away, own=False) for away in others)


def test_rule_6_when_the_other_will_be_home_first_it_keeps_what_pegs() -> None:
    six = "AC 2D 3S 10H JD QC"
    d = hand("2C 4D 6H 8S KD KH", six, state=going_on((118, 112)))
    assert set(laid_away(view(d, 1)).move.parts) < set(cards("10H JD QC"))
    d = hand("2C 4D 6H 8S KD KH", six, state=going_on((60, 60)))
    assert near_home(view(d, 1), cards(six)) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_it_lays_away_once_and_cuts_anywhere(seat: int) -> None:
    d = hand("2C 3D 5H 5S KC 9D", "AD 2D 3C 4D 6D KD")
    made = decides(d, seat)
    assert isinstance(made, LayAway)
    d.submit(seat, made)
    assert decides(d, seat) is None
    other = decides(d, 1 - seat)
    assert other is not None
    d.submit(1 - seat, other)
    assert decides(d, 0) == CutAnywhere()


# ---- a match ---------------------------------------------------------------------------------


def test_a_hand_played_by_house_players() -> None:
    """The golden transcript: read it, then pin it anew by writing it to its file."""
    options = Options(counting="called", skunks=True)
    told = transcript(CRIBBAGE, options, opening(2), bytes([6]) * 32, [house.choose] * 2, deals=2)
    assert told == GOLDEN.read_text(encoding="utf-8")
