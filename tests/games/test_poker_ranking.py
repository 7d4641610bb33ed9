"""Which hand is the better one at poker: the worked examples, and brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, product

from bot.engine.cards import Card, cards, deck, high
from bot.games.parts.poker_hands import Kind, best_five, kind, name, strength
from bot.games.poker.ranking import (
    BADUGI,
    HIGH,
    HIGH_CARD,
    LOW_8,
    LOW_27,
    LOW_A5,
    LOW_SPADE,
    LOW_SPADE_ACE_HIGH,
    SHORT_DECK,
    SPADE,
    Ranking,
    any_five,
    best_of,
    cards_of,
    iron_cross,
    showing,
    showing_low,
    two_and_three,
)

CASES = 5000


def worth(ranking: Ranking, hand: str, wild: str = "") -> int:
    found = ranking.worth(cards(hand), cards(wild) or None)
    assert found is not None
    return found


def beats(ranking: Ranking, better: str, worse: str) -> bool:
    return worth(ranking, better) > worth(ranking, worse)


def omaha(own: str, board: str, ranking: Ranking = HIGH) -> str:
    found = best_of(ranking, two_and_three, cards(own), cards(board))
    return "none" if found is None else ranking.called(found)


# ---- worked examples ------------------------------------------------------------------------


def test_example_9_omaha_takes_two_and_three() -> None:
    board = "KS 9D 9H 9C 9S"
    assert omaha("KH KD 7C 6C", board) == "full house, kings over nines"
    assert omaha("AH 10D 5C 4C", board) == "three nines, ace, ten"
    board = "QS JS 8S 5S 4H"
    assert "flush" not in omaha("AS KD 3C 2D", board)
    assert omaha("AS KD 3S 2D", board) == "ace-queen-jack-eight-three flush"


def test_example_10_omaha_8_chooses_anew_for_each_half() -> None:
    board = "3H 7S 8C QD JH"
    assert omaha("AS 2D KC KD", board, LOW_8) == omaha("AC 2S 9C 9D", board, LOW_8) == "8-7-3-2-A low"
    assert omaha("QC QH JC 10C", board, LOW_8) == "none"
    assert omaha("AS 2D KC KD", "3H 9S 8C QD JH", LOW_8) == "none"
    assert omaha("QC QH JC 10C", "3H 9S 8C QD JH") == "straight to the queen"


def test_example_11_a_wheel_both_ways() -> None:
    mine, theirs = "AS 2D 3C 4H 5S KD KH", "8S 7D 6C 2H AC QD QC"
    assert beats(HIGH, mine, theirs)
    assert beats(LOW_8, mine, theirs)


def test_example_12_low_with_the_ace_low() -> None:
    assert beats(LOW_A5, "8C 6D 4H 2S AC", "8D 7C 3H 2C AD")
    assert beats(LOW_A5, "KC QD JH 10S 9C", "2C 2D 3H 4S 5C")
    assert worth(LOW_A5, "AS 2S 3S 4S 5S") == worth(LOW_A5, "AC 2D 3C 4S 5D")


def test_example_13_low_deuce_to_seven() -> None:
    assert beats(LOW_27, "7C 5D 4H 3S 2C", "7D 6C 4C 3D 2S")
    assert beats(LOW_27, "9H 8D 7C 5S 4D", "7S 5S 4S 3S 2S")
    assert beats(LOW_27, "2C 2D 8H 9S 10C", "6C 5D 4H 3S 2H")
    aces = "AC 5D 4H 3S 2C"
    assert beats(LOW_27, aces, "2H 2D 8H 9S 10C")
    assert beats(LOW_27, aces, "6C 5D 4H 3S 2H")
    assert beats(LOW_27, "KC QD JH 10S 8C", aces)


def test_example_14_badugi() -> None:
    assert beats(BADUGI, "KS QH JD 10C", "AS 2H 3D 4D")
    assert worth(BADUGI, "AS 2H 3D 4D") == worth(BADUGI, "AS AH 2D 3C")
    assert BADUGI.called(worth(BADUGI, "AS AH 2D 3C")) == "3-2-A, three cards"
    assert BADUGI.called(worth(BADUGI, "AS 2S 3S 4S")) == "A, one card"
    assert BADUGI.called(worth(BADUGI, "KS QH JD 10C")) == "K-Q-J-10 badugi"


def test_example_15_short_deck() -> None:
    assert beats(SHORT_DECK, "6H 8H 10H QH KH", "AS AD AC KS KD")
    assert beats(SHORT_DECK, "6S 7D 8H 9C AD", "AS AD AC KS QD")
    assert SHORT_DECK.called(worth(SHORT_DECK, "6S 7D 8H 9C AD")) == "straight to the nine"
    assert SHORT_DECK.called(worth(SHORT_DECK, "6H 8H 10H QH KH")).endswith("flush")


def test_example_18_the_spade_that_was_dealt_down() -> None:
    assert SPADE.worth(cards("KD QD 4H")) is None
    assert worth(SPADE, "9S 2C 2H") < worth(SPADE, "AS 2S")
    assert beats(LOW_SPADE, "AS", "2S")
    assert beats(LOW_SPADE_ACE_HIGH, "2S", "AS")
    assert LOW_SPADE.called(worth(LOW_SPADE, "KS 4S")) == "4S"


def test_example_23_iron_cross() -> None:
    own, board = cards("QH QD 8C 6S 2D"), cards("QS 7C 3H QC 9H")
    found = best_of(HIGH, iron_cross, own, board)
    assert found is not None
    assert name(found) == "three queens, nine, eight"
    assert sorted(cards_of(HIGH, iron_cross, own, board)) in (
        sorted(cards("QH QD QS 9H 8C")),
        sorted(cards("QH QD QC 9H 8C")),
    )


def test_example_24_cincinnati() -> None:
    found = best_of(HIGH, any_five, cards("2S 4S 6S 8S 9D"), cards("10S QS KS AS 5H"))
    assert found is not None
    assert name(found) == "ace-king-queen-ten-eight flush"


# ---- edge cases -----------------------------------------------------------------------------


def test_edge_8_eight_spades_in_ten_cards() -> None:
    ten = cards("AS KS QS 9S 8S 7S 5S 3S 2D 2C")
    assert name(strength(ten)) == "ace-king-queen-nine-eight flush"


def test_edge_8_eight_wilds_in_eleven_cards() -> None:
    eleven = cards("3C 3D 3H 3S 9C 9D 9H 9S KD 4C 2H")
    assert name(strength(eleven, cards("3C 3D 3H 3S 9C 9D 9H 9S"))) == "five aces"


def test_wild_cards_are_a_set_of_cards() -> None:
    hand = cards("10D 4C 8H JD JC 5C QS")
    assert name(strength(hand, cards("QS"))) == "three jacks, ten, eight"
    assert strength(cards("QS"), cards("QS")) == strength(cards("AC"))


def test_up_cards_are_groups_and_ranks() -> None:
    assert showing(cards("2C 2D")) > showing(cards("AS KS"))
    assert showing(cards("KC QC JC 10C")) < showing(cards("AC 2D 3C 5D"))
    assert showing(cards("AC")) < showing(cards("AC 2D"))  # a missing card is below any
    assert showing_low(cards("8C 4D")) > showing_low(cards("9C AD"))
    assert showing_low(cards("KC QD")) > showing_low(cards("2C 2D"))


def test_two_cards_at_guts() -> None:
    assert strength(cards("2C 2D")) > strength(cards("AC KC"))
    assert strength(cards("AC KC")) == strength(cards("AD KD"))


# ---- brute force ----------------------------------------------------------------------------

_ORDER = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], "straight", "flush", [3, 2], [4, 1], "both", [5]]


def rated(five: Sequence[tuple[int, str]], *, low_ace: bool = True, short: bool = False) -> tuple[int, list[int]]:
    """Five cards as a person would tell: the kind, then the ranks to compare."""
    ranks = sorted((rank for rank, _ in five), reverse=True)
    grouped = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    different, flush = len(grouped) == 5, len({suit for _, suit in five}) == 1
    flush = flush and different
    below = [14, 9, 8, 7, 6] if short else [14, 5, 4, 3, 2]
    wheel = ranks == below and (low_ace or short)
    straight = wheel or (different and ranks[0] - ranks[4] == 4)
    order = [*_ORDER]
    if short:
        order[5], order[6] = order[6], order[5]
    if straight:
        return order.index("both" if flush else "straight"), [ranks[1] if wheel else ranks[0]]
    if flush:
        return order.index("flush"), ranks
    return order.index([n for n, _ in grouped]), [r for _, r in grouped]


def faces(hand: Sequence[Card]) -> list[tuple[int, str]]:
    return [(high(c), c.suit) for c in hand]


def same_order(found: list[int], brute: list[tuple[int, list[int]]]) -> bool:
    """Whether two ways of rating put random hands in the same order, equal ones equal."""
    pairs = sorted(zip(found, brute, strict=True))
    return all((a < b) == (x < y) and (a == b) == (x == y) for (a, x), (b, y) in pairwise(pairs))


def hands(seed: str, *sizes: int, pack: Sequence[Card] = tuple(deck()), cases: int = CASES) -> Iterator[list[Card]]:
    chance = random.Random(seed)
    for n in range(cases):
        yield chance.sample([*pack], sizes[n % len(sizes)])


def test_high_hands_are_those_of_brute_force() -> None:
    for hand in hands("high", 5, 6, 7):
        made = max(map(rated, combinations(faces(hand), 5)))
        worth = strength(hand)
        ranks = [rank for at in range(16, -1, -4) if (rank := worth >> at & 15)]
        assert (worth >> 20, ranks) == made, hand


def test_the_cards_that_make_a_hand_are_as_strong() -> None:
    for hand in hands("five of", 3, 5, 6, 7, 9):
        five = cards_of(HIGH, any_five, hand)
        assert len(five) == len({*five}) == min(5, len(hand))
        assert {*five} <= {*hand}
        assert strength(five) == strength(hand), (hand, five)


def test_hands_of_up_to_eleven_cards_are_the_best_five() -> None:
    for hand in hands("eleven", 8, 9, 10, 11, cases=300):
        assert strength(hand) == max(map(strength, combinations(hand, 5)))


def with_wilds(five: Sequence[Card], wild: set[Card]) -> tuple[int, list[int]]:
    fixed = faces([c for c in five if c not in wild])
    suits = sorted({fixed[0][1] if fixed else "S", "other"})
    anything = [*product(range(2, 15), suits)]
    return max(rated([*fixed, *more]) for more in combinations_with_replacement(anything, 5 - len(fixed)))


def test_wild_hands_are_those_of_brute_force() -> None:
    chance = random.Random("wild")
    for hand in hands("wild cards", 5, cases=CASES):
        wild = set(hand[: chance.choice((0, 1, 1, 1, 1, 1, 1, 1, 2))])
        worth = strength(hand, wild)
        ranks = [rank for at in range(16, -1, -4) if (rank := worth >> at & 15)]
        assert (worth >> 20, ranks) == with_wilds(hand, wild), (hand, wild)


def test_wild_hands_of_more_cards_are_the_best_five() -> None:
    chance = random.Random("more")
    for hand in hands("more wild cards", 7, 8, 9, 11, cases=400):
        wild = set(hand[: chance.randrange(6)])
        assert strength(hand, wild) == max(strength(five, wild) for five in combinations(hand, 5))
        assert strength(best_five(hand, wild), wild) == strength(hand, wild)


def test_short_deck_is_that_of_brute_force() -> None:
    pack = [c for c in deck() if c.rank == 1 or c.rank >= 6]
    found, brute = [], []
    for hand in hands("short", 5, 6, 7, pack=pack):
        found.append(SHORT_DECK.worth(hand))
        assert SHORT_DECK.worth(cards_of(SHORT_DECK, any_five, hand)) == found[-1]
        brute.append(max(rated(five, short=True) for five in combinations(faces(hand), 5)))
    assert same_order(found, brute)


def test_in_short_deck_every_flush_beats_every_full_house() -> None:
    """All of them, and only there: in a whole pack it is the other way round."""
    pack = [c for c in deck() if c.rank == 1 or c.rank >= 6]
    suits, ranks = sorted({c.suit for c in pack}), sorted({c.rank for c in pack})
    of = {(c.rank, c.suit): c for c in pack}
    flushes = [[of[r, s] for r in five] for s in suits for five in combinations(ranks, 5)]
    flushes = [five for five in flushes if "straight" not in SHORT_DECK.called(worth_of(SHORT_DECK, five))]
    full = [
        [of[three, s] for s in trio] + [of[two, s] for s in pair]
        for three, two in product(ranks, ranks) if three != two
        for trio in combinations(suits, 3) for pair in combinations(suits, 2)
    ]  # fmt: skip
    assert (len(flushes), len(full)) == (4 * (126 - 6), 9 * 8 * 4 * 6)
    for ranking, way in ((SHORT_DECK, 1), (HIGH, -1)):
        worths = [sorted(worth_of(ranking, five) for five in hands) for hands in (flushes, full)]
        lower, higher = worths[::-1] if way > 0 else worths
        assert lower[-1] < higher[0]
    fours = [[*(of[r, s] for s in suits), of[k, suits[0]]] for r, k in product(ranks, ranks) if r != k]
    assert max(worth_of(SHORT_DECK, five) for five in flushes) < min(worth_of(SHORT_DECK, five) for five in fours)


def worth_of(ranking: Ranking, five: Sequence[Card]) -> int:
    found = ranking.worth(five)
    assert found is not None
    return found


def low_rated(five: Sequence[Card]) -> tuple[int, list[int]]:
    ranks = [c.rank for c in five]
    grouped = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    shapes = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1]]
    return shapes.index([n for n, _ in grouped]), [r for _, r in grouped]


def negative(rated: tuple[int, list[int]]) -> tuple[int, list[int]]:
    return -rated[0], [-n for n in rated[1]]


def test_low_with_the_ace_low_is_that_of_brute_force() -> None:
    found, brute = [], []
    pairs = [c for c in deck() if c.rank in (1, 4, 9)]  # so that there are groups, too
    for lot in (hands("low", 5, 7), hands("low pairs", 5, 7, pack=pairs)):
        for hand in lot:
            made = min(map(low_rated, combinations(hand, 5)))
            found.append(LOW_A5.worth(hand) or 0)
            brute.append(negative(made))
            qualifies = made[0] == 0 and made[1][0] <= 8
            assert (LOW_8.worth(hand) is not None) == qualifies
    assert same_order(found, brute)


def test_low_with_wild_cards_is_that_of_brute_force() -> None:
    chance = random.Random("low wild")
    for hand in hands("low wild", 5, cases=CASES):
        wild = set(hand[: chance.choice((1, 1, 1, 2))])
        fixed = [c for c in hand if c not in wild]
        anything = [Card(rank, "S") for rank in range(1, 14)]
        instead = combinations_with_replacement(anything, len(wild))
        made = max(LOW_A5.worth([*fixed, *more]) or 0 for more in instead)
        assert LOW_A5.worth(hand, wild) == made


def test_deuce_to_seven_is_that_of_brute_force() -> None:
    found, brute = [], []
    for hand in hands("27", 5):
        found.append(LOW_27.worth(hand))
        brute.append(negative(rated(faces(hand), low_ace=False)))
    assert same_order(found, brute)


def badugi_rated(hand: Sequence[Card]) -> tuple[int, list[int]]:
    best: tuple[int, list[int]] = (0, [])
    for n in range(1, 5):
        for some in combinations(hand, n):
            if len({c.rank for c in some}) == n == len({c.suit for c in some}):
                best = max(best, (n, sorted(-c.rank for c in some)))
    return best


def test_badugi_is_that_of_brute_force() -> None:
    found, brute = [], []
    for hand in hands("badugi", 4):
        found.append(BADUGI.worth(hand))
        brute.append(badugi_rated(hand))
        assert len(cards_of(BADUGI, any_five, hand)) == brute[-1][0]
    assert same_order(found, brute)


def test_omaha_is_that_of_brute_force() -> None:
    for nine in hands("omaha", 9, cases=500):
        own, board = nine[:4], nine[4:]
        fives = [(*two, *three) for two in combinations(own, 2) for three in combinations(board, 3)]
        assert best_of(HIGH, two_and_three, own, board) == max(map(strength, fives))
        lows = [w for five in fives if (w := LOW_8.worth(five)) is not None]
        assert best_of(LOW_8, two_and_three, own, board) == max(lows, default=None)
        assert strength(cards_of(HIGH, two_and_three, own, board)) == max(map(strength, fives))
        low = cards_of(LOW_8, two_and_three, own, board)
        assert (LOW_8.worth(low) if low else None) == max(lows, default=None)


def test_high_cards_of_any_suit_are_equal() -> None:
    assert worth(HIGH_CARD, "AD") == worth(HIGH_CARD, "AC") > worth(HIGH_CARD, "KS")
    assert kind(worth(HIGH_CARD, "AD")) == Kind.HIGH_CARD
