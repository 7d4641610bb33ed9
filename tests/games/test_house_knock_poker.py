"""The house player of Knock Poker: what it draws, throws and knocks with, that it beats chance, a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.cards import card
from bot.engine.state import opening
from bot.games.knock_poker import KNOCK_POKER, Discard, Draw, Knock, Options
from bot.house import choose
from bot.simulate import simulate

from .knock_poker_table import hand, knocks, rounds
from .table import decides, play
from .transcript import transcript

GOLDEN = Path(__file__).parent / "golden" / "knock-poker.txt"


@pytest.mark.parametrize(
    ("held", "upcard", "source"),
    [
        ("2C 5D 8H JS KC", "KD", "discard"),  # a pair
        ("2C 2D 8H JS KC", "AD", "stock"),  # no better class
        ("2C 2D 8H JS KC", "8D", "discard"),  # two pair
        ("2H 5H 8H JH KC", "3H", "discard"),  # the flush
        ("4H 5C 6D 7H KC", "8D", "discard"),  # the straight
        ("KC KD KH 2S 9H", "2D", "discard"),  # the full house
    ],
)
def test_it_takes_the_discard_where_that_makes_a_better_class(held: str, upcard: str, source: str) -> None:
    assert decides(hand({1: held}, upcard), 1) == Draw(source)  # type: ignore[arg-type]  # one of both


@pytest.mark.parametrize(
    ("held", "drawn", "thrown"),
    [
        ("2C 5D 8H JS KC", "10D", "2C"),  # the lowest
        ("2C 2D 8H JS KC", "3D", "3D"),  # not of the pair
        ("2H 5H 8H JH KC", "3D", "3D"),  # not of four to a flush
        ("4H 5C 6D 7H KC", "2D", "2D"),  # not of four in a row
        ("4H 5C 6D 7H 7C", "KD", "KD"),  # the pair is kept, and the four in a row, too
    ],
)
def test_it_throws_the_lowest_useless_card(held: str, drawn: str, thrown: str) -> None:
    deal = play(hand({1: held}, "6S", drawn), "1: draw stock")
    assert decides(deal, 1) == Discard(card(thrown))


def test_it_throws_the_lowest_card_beside_three_of_a_kind_and_knocks_with_them() -> None:
    deal = play(hand({1: "9C 9D 9H 3S KC"}, "6S", "4D"), "1: draw stock")
    assert decides(deal, 1) == Knock(card("3S"))


def test_after_a_knock_there_is_nothing_to_draw_to_and_it_keeps_the_best_cards() -> None:
    deal = knocks(hand({1: "AH AS 2C 7D 5H", 2: "8C 10C AC 9S JH"}, "6S", "3C 9D", seats=3), 1)
    play(deal, "2: draw stock")
    assert decides(deal, 2) == Discard(card("8C"))  # the ace beside the nines, no longer four in a row


def test_it_throws_nothing_that_the_next_seat_collects() -> None:
    deal = hand({1: "KC KD 3H 4D QS", 2: "9S 10D JC 7S 8D"}, "AD", "2C 6S 5C AC 10S", seats=3)
    play(deal, "1: draw stock", "1: discard 2C", "2: draw discard", "2: discard 7S", "0: draw stock", "0: discard 6S")
    play(deal, "1: draw stock")  # the five of clubs: the next seat has taken a two of clubs
    assert decides(deal, 1) == Discard(card("3H"))
    clubs = hand({1: "KC KD 3C 4D QS", 2: "9S 10D JC 7S 8D"}, "AD", "2C 6S 5H AC 10S", seats=3)
    play(clubs, "1: draw stock", "1: discard 2C", "2: draw discard", "2: discard 7S", "0: draw stock", "0: discard 6S")
    assert decides(play(clubs, "1: draw stock"), 1) == Discard(card("4D"))  # the three is a club


def test_it_does_not_make_its_straight_lower_because_the_next_seat_collects_hearts() -> None:
    deal = hand({1: "10C 8S 9D 6S 7C", 2: "AD 9C KD 6H 3S"}, "QS", "AH JC 5H", seats=3)
    play(deal, "1: draw stock", "1: discard AH", "2: draw discard", "2: discard 3S", "0: draw stock", "0: discard JC")
    assert decides(play(deal, "1: draw stock"), 1) == Knock(card("5H"))


def test_it_remembers_what_the_next_seat_has_taken_and_kept() -> None:
    deal = hand({1: "KC KD AH QS 9S", 2: "5S 10D JC 7S 8D"}, "2D", "5C 6S 2C 4C AC 5H", seats=3)
    play(deal, "1: draw stock", "1: discard 5C", "2: draw discard", "2: discard 7S", "0: draw stock", "0: discard 6S")
    play(deal, "1: draw stock", "1: discard 2C", "2: draw stock", "2: discard 4C", "0: draw stock", "0: discard AC")
    play(deal, "1: draw stock")  # the five of hearts: the next seat took a five two turns ago and has it still
    assert decides(deal, 1) == Discard(card("9S"))


PAIRS, ACES, THREE = "KC KD 9H 9S 2D", "AC AD 9H 9S 2D", "KC KD KH 9S 2D"
STRAIGHT, FLUSH, FULL = "4C 5D 6H 7S 8D", "2H 5H 8H JH KH", "KC KD KH 9S 9D"


@pytest.mark.parametrize(
    ("seats", "turns", "good", "bad"),
    [
        (2, 1, PAIRS, "KC KD 9H 8S 2D"), (2, 3, THREE, PAIRS), (2, 5, STRAIGHT, THREE),
        (3, 1, ACES, PAIRS), (3, 3, THREE, ACES), (3, 5, STRAIGHT, THREE),
        (4, 1, THREE, ACES), (4, 3, THREE, ACES), (6, 5, STRAIGHT, THREE),
    ],
)  # fmt: skip
def test_it_knocks_with_what_is_good_enough_for_so_many_so_late(seats: int, turns: int, good: str, bad: str) -> None:
    for held, kind in ((good, Knock), (bad, Discard)):
        deal = rounds(hand({1: held}, seats=seats), (turns - 1) * seats)
        assert isinstance(decides(play(deal, "1: draw stock"), 1), kind), held


@pytest.mark.parametrize("held", [STRAIGHT, FLUSH])
@pytest.mark.parametrize(("seats", "turns"), [(3, 5), (4, 3), (6, 5)])
def test_with_a_straight_or_a_flush_it_does_not_wait_for_the_others_to_draw_more(
    held: str, seats: int, turns: int
) -> None:
    deal = rounds(hand({1: held}, seats=seats), (turns - 1) * seats)
    assert isinstance(decides(play(deal, "1: draw stock"), 1), Knock)


def test_it_has_its_last_turn_and_no_more_when_somebody_has_knocked() -> None:
    deal = play(knocks(hand({2: FULL}), 1), "2: draw stock")
    assert isinstance(decides(deal, 2), Discard)


def test_it_beats_chance() -> None:
    """In 100 matches of two: over a thousand of them it wins 97 in 100."""
    figures = simulate(KNOCK_POKER, Options(cut="off"), 2, 100, "house", at_random=(1,))
    assert figures.tallies[0].outcomes["W"] >= 88


def test_a_match_as_it_was_played() -> None:
    options = Options(target=1, ante=100, cut="off")
    assert transcript(KNOCK_POKER, options, opening(3, 10_000), bytes([6]) * 32, [choose] * 3) == GOLDEN.read_text()
