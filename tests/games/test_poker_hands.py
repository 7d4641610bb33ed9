"""The poker-hand evaluator: the hands of Three-Five-Seven, known counts, and brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, product

import pytest

from bot.engine.cards import Card, cards, deck, high, pack
from bot.games.parts.poker_hands import Kind, best_five, kind, name, strength
from bot.games.parts.poker_hands import told as in_words
from bot.games.poker.ranking import BADUGI, HIGH, LOW_27, LOW_A5, SHORT_DECK


def called(hand: str, wild: int | None = None) -> str:
    return name(strength(cards(hand), wild))


def beats(better: str, worse: str, wild: int) -> bool:
    return strength(cards(better), wild) > strength(cards(worse), wild)


# ---- worked examples of Three-Five-Seven ----------------------------------------------------


def test_example_1_three_nines_win_at_three_cards() -> None:
    assert called("AH KD 3C", 3) == "pair of aces, king"
    assert called("9H 9D 3S", 3) == "three nines"
    assert called("KS KH 2D", 3) == "pair of kings, two"
    assert beats("9H 9D 3S", "AH KD 3C", 3)
    assert beats("AH KD 3C", "KS KH 2D", 3)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("3H 3D 2C", "three twos"),
        ("3H 3D 3C", "three aces"),
        ("3C 5D 7H", "pair of sevens, five"),
        ("KC QD JH", "king high, queen, jack"),
    ],
)
def test_example_2_three_cards(hand: str, words: str) -> None:
    assert called(hand, 3) == words


def test_example_2_three_wild_cards_beat_two() -> None:
    assert beats("3H 3D 3C", "3H 3D 2C", 3)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("5H KH QH JH 2H", "ace-king-queen-jack-two flush"),
        ("5H 5D KS KC 2D", "four kings, two"),
        ("5C 9D 9H 9S 9C", "five nines"),
        ("AH KH 5D QH JH", "royal straight flush"),
        ("5C KD KH 2S 2D", "full house, kings over twos"),
        ("5H 5C 8D 9D 2C", "three nines, eight, two"),
        ("AH KH 9H 2H 5C", "ace-king-queen-nine-two flush"),
    ],
)
def test_example_3_five_cards(hand: str, words: str) -> None:
    assert called(hand, 5) == words


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("7H 7D KS KC 2D 9H 4C", "four kings, nine"),
        ("7C 9S 9D 5H 5C 2D JH", "full house, nines over fives"),
        ("AS KD 9H 8C 5D 4S 2C", "ace high, king, nine, eight, five"),
    ],
)
def test_example_4_the_best_five_of_seven(hand: str, words: str) -> None:
    assert called(hand, 7) == words
    assert name(strength(best_five(cards(hand), 7), 7)) == words


# ---- rulings and edge cases of Three-Five-Seven ---------------------------------------------


def test_ruling_5_five_of_a_kind_beats_a_straight_flush() -> None:
    assert beats("5C 2D 2H 2S 2C", "AH KH QH JH 10H", 5)


def test_edge_7_threes_are_not_wild_at_five_cards() -> None:
    assert called("3H 3D 9C KS 2D", 5) == "pair of threes, king, nine, two"


def test_edge_12_a_wild_card_used_as_itself() -> None:
    assert called("2C 3D 4H 5S 6C", 5) == "straight to the six"
    assert called("2C 3C 4C 5C 6C", 5) == "straight flush to the six"


# ---- hands in words -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("AC 2D 3H 4S 5C", "straight to the five"),
        ("AC 2C 3C 4C 5C", "straight flush to the five"),
        ("QC KD AH 2S 3C", "ace high, king, queen, three, two"),
        ("10C JD QH KS AC", "straight to the ace"),
        ("6C 6D 2H 2S KC", "two pair, sixes over twos, king"),
        ("6C 6D 6H 2S KC", "three sixes, king, two"),
        ("9C 9D 9H 9S 2C", "four nines, two"),
        ("2C 4C 6C 8C 10C", "ten-eight-six-four-two flush"),
    ],
)
def test_hands_without_a_wild_card(hand: str, words: str) -> None:
    assert called(hand) == words


def test_a_wild_card_does_not_repeat_a_rank_in_a_flush() -> None:
    assert called("AH QH 9H 2H 5C", 5) == "ace-king-queen-nine-two flush"


def test_a_flush_of_six_cards_counts_its_best_five() -> None:
    assert called("AH QH 9H 8H 2H 7C 3H", 7) == "ace-king-queen-nine-eight flush"
    assert set(best_five(cards("AH QH 9H 8H 2H 7C 3H"), 7)) == set(cards("AH QH 9H 8H 7C"))


def test_suits_and_the_order_of_the_cards_do_not_matter() -> None:
    assert strength(cards("KH KS 2D 3C 4C")) == strength(cards("4D 3S KC 2H KD"))


def test_best_five_keeps_the_order_and_lets_five_be() -> None:
    hand = cards("2D KS 9H KC 7H 4C 7D")
    assert best_five(hand, 7) == tuple(cards("KS 9H KC 7H 7D"))
    assert best_five(hand[:5], 7) == tuple(hand[:5])


# ---- known counts ---------------------------------------------------------------------------


def test_all_2_598_960_hands_of_five_cards_have_the_known_counts() -> None:
    found = Counter(map(strength, combinations(deck(), 5)))
    assert len(found) == 7462  # as many classes of equal hands are known to exist
    counts = Counter[Kind]()
    for made, n in found.items():
        counts[kind(made)] += n
    assert counts == {
        Kind.STRAIGHT_FLUSH: 40,
        Kind.FOUR: 624,
        Kind.FULL_HOUSE: 3744,
        Kind.FLUSH: 5108,
        Kind.STRAIGHT: 10_200,
        Kind.THREE: 54_912,
        Kind.TWO_PAIR: 123_552,
        Kind.PAIR: 1_098_240,
        Kind.HIGH_CARD: 1_302_540,
    }


def test_all_22_100_hands_of_three_cards_have_the_known_counts() -> None:
    assert Counter(kind(strength(h)) for h in combinations(deck(), 3)) == {
        Kind.THREE: 52,
        Kind.PAIR: 3744,
        Kind.HIGH_CARD: 18_304,
    }


# ---- brute force ----------------------------------------------------------------------------

Rated = tuple[int, list[int]]
_ORDER = [[1, 1, 1], [2, 1], [3], [1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], "straight", "flush", [3, 2], [4, 1]]


def rated(hand: Sequence[tuple[int, str]]) -> Rated:
    """What these cards are worth as they lie, the way a person would tell: the kind, then the ranks to compare."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    if len(ranks) == 5:
        different = len(set(ranks)) == 5
        flush = different and len({suit for _, suit in hand}) == 1
        wheel = ranks == [14, 5, 4, 3, 2]
        straight = different and (wheel or ranks[0] == ranks[4] + 4)
        if flush or straight:
            top = [5 if wheel else ranks[0]] if straight else ranks
            return (len(_ORDER) if flush and straight else _ORDER.index("flush" if flush else "straight")), top
        if not different and ranks[0] == ranks[4]:
            return len(_ORDER) + 1, ranks
    grouped = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    return _ORDER.index([n for n, _ in grouped]), [r for _, r in grouped]


def brute_force(hand: Sequence[Card], wild: int) -> Rated:
    """The best of all fives, with every wild card as every rank, in the suit of a natural card and in another."""
    best: Rated = (-1, [])
    for five in combinations(hand, 5) if len(hand) > 5 else [hand]:
        fixed = [(high(c), c.suit) for c in five if c.rank != wild]
        suits = {fixed[0][1] if fixed else "S", "other"}
        anything = [*product(range(2, 15), sorted(suits))]
        for instead in combinations_with_replacement(anything, len(five) - len(fixed)):
            best = max(best, rated([*fixed, *instead]))
    return best


def hands_with_wilds(size: int, wild: int, n: int, most: int) -> Iterator[list[Card]]:
    """Random hands with one wild card or more."""
    chance, pack, found = random.Random(size), deck(), 0
    while found < n:
        hand = chance.sample(pack, size)
        if 1 <= sum(c.rank == wild for c in hand) <= most:
            found += 1
            yield hand


def agrees_with_brute_force(size: int, wild: int, n: int, most: int) -> None:
    """The better hand by brute force is the stronger one, and equal hands are equal."""
    seen = {tuple(hand): brute_force(hand, wild) for hand in hands_with_wilds(size, wild, n, most)}
    made = [(rate, strength(hand, wild)) for hand, rate in seen.items()]
    made.sort()
    for (rate, strong), (next_rate, next_strong) in pairwise(made):
        assert (rate < next_rate) == (strong < next_strong)
        assert strong <= next_strong


@pytest.mark.parametrize(("size", "wild", "most"), [(3, 3, 3), (5, 5, 3), (7, 7, 1)])
def test_2_000_hands_with_wild_cards_agree_with_brute_force(size: int, wild: int, most: int) -> None:
    agrees_with_brute_force(size, wild, 2000, most)


@pytest.mark.soak
@pytest.mark.parametrize(("size", "wild", "n", "most"), [(5, 5, 10_000, 4), (7, 7, 5000, 3)])
def test_many_hands_with_more_wild_cards_agree_with_brute_force(size: int, wild: int, n: int, most: int) -> None:
    agrees_with_brute_force(size, wild, n, most)


# ---- kickers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other", "named"), [
    ("KH KD AS 9C 4D", "KC KS QS 9D 4H", ("pair of kings, ace kicker", "pair of kings, queen kicker")),
    ("KH KD AS QC 4D", "KC KS AD JD 4H", ("pair of kings, ace-queen kicker", "pair of kings, ace-jack kicker")),
    ("KH KD 4S 4C 9D", "KC KS 4H 4D 7H", ("two pair, kings and fours, nine kicker",
                                          "two pair, kings and fours, seven kicker")),
    ("KH KD 4S 4C 9D", "KC KS 3H 3D AH", ("two pair, kings and fours", "two pair, kings and threes")),
    ("KH KD KS 9C 4D", "KH KD KS 9S 3D", ("three kings, nine-four kicker", "three kings, nine-three kicker")),
    ("KH KD KS KC 4D", "KH KD KS KC 3D", ("four kings, four kicker", "four kings, three kicker")),
    ("AH QH 9H 4H 2H", "AS QS 8S 7S 6S", ("flush, ace-queen-nine high", "flush, ace-queen-eight high")),
    ("AH QH 9H 4H 2H", "KS QS 8S 7S 6S", ("flush, ace high", "flush, king high")),
    ("AH QD 9H 4H 2H", "AS KS 8S 7D 6S", ("ace high, queen kicker", "ace high, king kicker")),
    ("KH KD 4S 4C 9D", "KC KS 4H 4D 9S", ("two pair, kings and fours", "two pair, kings and fours")),
    ("KH KD 4S 4C 9D", "AC KS QH JD 10S", ("two pair, kings and fours", "straight to the ace")),
    ("KH KD KS 4C 4D", "KH KD KS 3C 3D", ("full house, kings over fours", "full house, kings over threes")),
    ("KH KD 9S", "KC KS 8S", ("pair of kings, nine kicker", "pair of kings, eight kicker")),
])  # fmt: skip
def test_kickers_that_decide_are_named_and_no_others(one: str, other: str, named: tuple[str, str]) -> None:
    mine, theirs = strength(cards(one)), strength(cards(other))
    assert (in_words(mine, [theirs]), in_words(theirs, [mine])) == named


def test_of_several_hands_each_is_told_down_to_what_decides_against_any_of_them() -> None:
    hands = [strength(cards(text)) for text in ("KH KD AS 9C 4D", "KC KS QS 9D 4H", "KH KD AS 9S 3C", "2C 2D 3H 4S 6S")]
    assert [in_words(hand, hands) for hand in hands] == [
        "pair of kings, ace-nine-four kicker", "pair of kings, queen kicker", "pair of kings, ace-nine-three kicker",
        "pair of twos",
    ]  # fmt: skip


def test_a_hand_alone_is_told_without_kickers_or_with_the_best_one() -> None:
    hand = strength(cards("KH KD AS 9C 4D"))
    assert (in_words(hand), in_words(hand, least=1)) == ("pair of kings", "pair of kings, ace kicker")


RANKINGS = {"high": HIGH, "short deck": SHORT_DECK, "low A-5": LOW_A5, "low 2-7": LOW_27, "badugi": BADUGI}


def like(chance: random.Random, hand: list[Card], left: list[Card]) -> list[Card]:
    """Another hand, often of the same name: all its ranks but one or two."""
    ranks = [c.rank for c in hand]
    for n in chance.sample(range(len(hand)), chance.randint(0, 2)):
        ranks[n] = chance.choice(left).rank
    found: list[Card] = []
    for rank in ranks:
        fits = [c for c in left if c.rank == rank and c not in found]
        found.append(chance.choice(fits or [c for c in left if c not in found]))
    return found


@pytest.mark.parametrize("ranking", RANKINGS)
def test_of_random_hands_those_that_differ_are_told_apart_and_equal_ones_are_told_alike(ranking: str) -> None:
    """By what people would say if they compared the cards: names are equal where nothing decides, and only there."""
    rank, chance = RANKINGS[ranking], random.Random(ranking)
    full = pack("36") if ranking == "short deck" else deck()
    compared = 0
    for _ in range(4000):
        size = 4 if ranking == "badugi" else 5
        one = chance.sample(full, size)
        if chance.random() < 0.6 and ranking != "badugi":  # the groups that random hands lack
            pair = [c for c in full if c.rank == one[0].rank][: chance.choice((2, 3, 4))]
            one = [*pair, *[c for c in one if c not in pair]][:size]
        other = like(chance, one, [c for c in full if c not in one])
        mine, theirs = rank.worth(one), rank.worth(other)
        assert mine is not None and theirs is not None
        told = rank.told(mine, [theirs]), rank.told(theirs, [mine])
        assert (mine == theirs) == (told[0] == told[1]), (one, other, told)
        head, _, kickers = told[0].rpartition(", ")
        if kickers.endswith(" kicker"):
            compared += 1
            same = told[1].rpartition(", ")
            assert same[0] == head, "a kicker is named where the name is the same, and only there"
            least = kickers.removesuffix(" kicker").split("-"), same[2].removesuffix(" kicker").split("-")
            assert least[0][:-1] == least[1][:-1] and least[0][-1] != least[1][-1], "down to the card that decides"
    assert compared > 100 or ranking == "badugi"


def test_among_2000_showdowns_of_four_no_two_worths_share_a_name() -> None:
    chance = random.Random(4)
    for _ in range(2000):
        lot = chance.sample(deck(), 13)
        worths = [strength([*lot[:5], *lot[5 + 2 * n : 7 + 2 * n]]) for n in range(4)]
        told = [in_words(worth, worths) for worth in worths]
        assert len({*told}) == len({*worths})
