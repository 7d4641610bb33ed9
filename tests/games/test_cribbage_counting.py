"""What a hand of cribbage counts, and what a card scores in the play."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from bot.engine.cards import Card, cards, deck
from bot.games.cribbage.counting import count, named, pegged, scoring

PUBLISHED = {
    0: 1_009_008, 1: 99_792, 2: 2_813_796, 3: 505_008, 4: 2_855_676, 5: 697_508, 6: 1_800_268, 7: 751_324,
    8: 1_137_236, 9: 361_224, 10: 388_740, 11: 51_680, 12: 317_340, 13: 19_656, 14: 90_100, 15: 9168, 16: 58_248,
    17: 11_196, 18: 2708, 20: 8068, 21: 2496, 22: 444, 23: 356, 24: 3680, 28: 76, 29: 4,
}  # fmt: skip
"""Of all hands and starters, how many have each count."""
EXAMPLES = [
    ("5S 5H 5D JC", "5C", "fifteen 16 pair 12 nobs 1"),
    ("4S 5C 5H 6D", "2C", "fifteen 4 pair 2 run 6"),
    ("4S 5C 5H 6D", "KD", "fifteen 8 pair 2 run 6"),
    ("JS JH JC JD", "9C", "pair 12 nobs 1"),
    ("4H 5H 6H 7H", "8H", "fifteen 4 run 5 flush 5"),
    ("4H 5H 6H 7H", "8S", "fifteen 4 run 5 flush 4"),
    ("6C 7D 8H 9S", "8C", "fifteen 6 pair 2 run 8"),
    ("7C 7D 8H 8S", "9C", "fifteen 8 pair 4 run 12"),
    ("3D 3S 4H 5C", "5D", "fifteen 4 pair 4 run 12"),
    ("2H 4H 8H KH", "9C", "fifteen 2 flush 4"),
    ("2C 4D 6H 8S", "KC", ""),
]


@pytest.mark.parametrize(("hand", "starter", "counted"), EXAMPLES)
def test_examples_1_to_8(hand: str, starter: str, counted: str) -> None:
    (turned,) = cards(starter)
    came = Counter[str]()
    for each in scoring(cards(hand), turned):
        came[each.kind] += each.points
    assert " ".join(f"{kind} {points}" for kind, points in came.items()) == counted
    assert count(cards(hand), turned) == came.total()


@pytest.mark.parametrize(
    ("crib", "starter", "points"), [("4H 5H 6H 7H", "8S", 9), ("2H 4H 8H KH", "9C", 2), ("2H 4H 8H KH", "9H", 7)]
)
def test_edge_11_a_crib_needs_five_of_a_suit_for_a_flush(crib: str, starter: str, points: int) -> None:
    (turned,) = cards(starter)
    assert count(cards(crib), turned, crib=True) == points
    assert sum(each.points for each in scoring(cards(crib), turned, crib=True)) == points


def test_all_hands_and_starters_count_what_is_published() -> None:
    """Suits are alike, so hands that differ by their names alone are counted once."""
    came = Counter[int]()
    for hand in combinations(deck(), 4):
        suits = ["".join(chr(64 + c.rank) for c in hand if c.suit == suit) for suit in "CDHS"]
        if suits != sorted(suits):
            continue
        alike = len({*permutations(suits)})
        for starter in deck():
            if starter not in hand:
                came[count(hand, starter)] += alike
    assert came == PUBLISHED and came.total() == 12_994_800


@pytest.mark.soak
def test_every_single_hand_counts_what_is_published() -> None:
    """The same without saying which hands are alike."""
    came = Counter(
        count(hand, starter) for hand in combinations(deck(), 4) for starter in deck() if starter not in hand
    )
    assert came == PUBLISHED


def naive(five: list[Card], flush: int, nobs: int) -> int:
    """A count by looking at every subset."""
    points = flush + nobs
    runs = Counter[int]()
    for n in range(2, 6):
        for some in combinations(five, n):
            ranks = sorted(c.rank for c in some)
            points += 2 * (sum(min(rank, 10) for rank in ranks) == 15) + 2 * (n == 2 and ranks[0] == ranks[1])
            runs[n] += n > 2 and ranks == [*range(ranks[0], ranks[0] + n)]
    longest = max((n for n in runs if runs[n]), default=0)
    return points + longest * runs[longest]


def test_counts_against_every_subset_of_5000_hands() -> None:
    rng = random.Random(5)
    for _ in range(5000):
        *hand, starter = rng.sample(deck(), 5)
        crib = rng.random() < 0.5
        one = len({c.suit for c in hand}) == 1
        flush = 5 if one and starter.suit == hand[0].suit else 4 if one and not crib else 0
        wanted = naive([*hand, starter], flush, Card(11, starter.suit) in hand)
        assert count(hand, starter, crib=crib) == wanted
        assert sum(each.points for each in scoring(hand, starter, crib=crib)) == wanted


# ---- naming ----------------------------------------------------------------------------------


def names(chosen: str, hand: str, starter: str, *, crib: bool = False) -> str:
    (turned,) = cards(starter)
    return " ".join(f"{each.kind} {each.points}" for each in named(cards(chosen), cards(hand), turned, crib=crib))


def test_cards_that_are_two_things_name_both() -> None:
    assert names("4S 5C 6D", "4S 5C 5H 6D", "2C") == "fifteen 2 run 3"


def test_ruling_8_three_of_a_kind_name_their_pairs() -> None:
    assert names("5S 5H 5D", "5S 5H 5D JC", "5C") == "fifteen 2 pair 2 pair 2 pair 2"


def test_edge_15_a_run_within_a_longer_run_is_none() -> None:
    assert names("6C 7D 8H", "6C 7D 8H 9S", "2C") == ""
    assert names("9S 8H 7D 6C", "6C 7D 8H 9S", "2C") == "run 4"


def test_ruling_6_a_flush_of_four_where_five_are_possible() -> None:
    assert names("2H 4H 8H KH", "2H 4H 8H KH", "9H") == "flush 4"
    assert names("2H 4H 8H KH 9H", "2H 4H 8H KH", "9H") == "flush 5"
    assert names("2H 4H 8H KH", "2H 4H 8H KH", "9H", crib=True) == ""


def test_ruling_4_a_run_counts_at_its_greatest_length() -> None:
    came = [each.points for each in scoring(cards("6C 7D 8H 9S"), *cards("KC")) if each.kind == "run"]
    assert came == [4]


def test_ruling_5_four_cards_and_the_starter_are_one_flush() -> None:
    came = [each.points for each in scoring(cards("2H 4H 8H KH"), *cards("QH")) if each.kind == "flush"]
    assert came == [5]


def test_one_card_is_nobs_or_nothing() -> None:
    assert names("JC", "5S 5H 5D JC", "5C") == "nobs 1"
    assert names("JD", "JS JH JC JD", "9C") == ""


# ---- the play --------------------------------------------------------------------------------

PLAYED = [
    ("5C 6D 4H", 5),
    ("2C 3D 8H 4S", 0),
    ("5C 8D 5H", 0),
    ("QC KD", 0),
    ("6C 6D", 2),
    ("6C 6D 6H", 6),
    ("6C 6D 6H 6S", 12),
    ("6C 6D 6H 6S 7C", 0),
    ("4C 6D 5H", 5),
    ("4C 6D 5H 4S", 3),
    ("4C 6D 5H 4S 6C", 3),
    ("7C 8D", 2),
    ("7C 8D 9H", 3),
    ("7C 8D 9H 6S", 4),
    ("2C 3C 5D 4H", 4),
    ("2C 3C 5D 4H AS", 7),
]


@pytest.mark.parametrize(("laid", "points"), PLAYED)
def test_edges_2_to_5_and_example_9(laid: str, points: int) -> None:
    assert pegged(cards(laid)).points == points


def test_what_a_card_scores_against_every_ending_of_5000_counts() -> None:
    rng = random.Random(6)
    for _ in range(5000):
        laid = rng.sample([c for c in deck() if c.rank < 9], rng.randint(1, 7))
        endings = [sorted(c.rank for c in laid[-n:]) for n in range(1, len(laid) + 1)]
        alike = max(n for n, ranks in enumerate(endings, 1) if ranks[0] == ranks[-1])
        run = max((len(r) for r in endings if len(r) > 2 and r == [*range(r[0], r[0] + len(r))]), default=0)
        fifteen = 2 * (sum(c.rank for c in laid) == 15)
        assert pegged(laid).points == fifteen + {1: 0, 2: 2, 3: 6, 4: 12}[alike] + run
