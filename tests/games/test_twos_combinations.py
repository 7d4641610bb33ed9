"""Combinations of Twos: what they are, what beats what, and what may be added, against all there are."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from bot.engine.cards import Card, cards, deck
from bot.games.twos import combinations as c
from bot.games.twos.combinations import Combination, Kind

from .twos_table import better, made

PACK = deck()
TIMES = 5_000


def kind(words: str) -> Kind | None:
    found = made(words)
    return found.kind if found else None


@pytest.mark.parametrize(
    ("better_one", "other"),
    [
        ("4S 4C", "4D 4H"),  # example 1, edge 2
        ("2H 2D", "AS AH"),
        ("2D", "AS"),  # example 2
        ("9S", "9H"),
        ("2C 3D 4H 5S 6C", "AS 2S 3C 4D 5H"),  # example 3
        ("10D JC QH KS AD", "2C 3D 4H 5S 6C"),
        ("8C 9D 10S JH QS", "8D 9C 10H JC QH"),  # example 4, edge 4
        ("3S 5S 7S 8S 9S", "4H 6H 10H KH 2H"),  # example 5, edge 5
        ("3S 5S 7S 9S 2S", "4S 6S 10S KS AS"),  # ruling 6, edge 15
        ("3H 3C 3S 4D 4C", "3D 5D 7D 9D 2D"),  # example 6
        ("4C 4D 4H 4S 3D", "2C 2D 2H AS AC"),
        ("3D 4D 5D 6D 7D", "2C 2D 2H 2S AC"),
        ("10D JC QH KS AH", "10S JS QS KH AC"),  # edge 14: the ace decides
        ("AC 2D 3D 4D 5H", "AS 2S 3S 4S 5C"),  # edge 14: the five decides
        ("2C 2D 2H 3S 3C", "AC AD AH KS KC"),  # edge 15
        ("2C 2D 2H 2S 3C", "AC AD AH AS KC"),
        ("4S 5S 6S 7S 8S", "4H 5H 6H 7H 8H"),
    ],
)
def test_what_beats_what(better_one: str, other: str) -> None:
    assert better(better_one, other) and not better(other, better_one)


def test_example_1_and_2_what_does_not_beat() -> None:
    assert not better("5C 5D", "5H 5S")
    assert all(better("2S", str(one)) for one in PACK if str(one) != "2S")


@pytest.mark.parametrize(
    "nothing",
    [
        "JC QH KS AD 2D",  # example 3, edge 3: no way round
        "KD AC 2C 3D 4H", "QD KC AC 2C 3D",
        "4C 4D 4H 4S",  # ruling 5, edge 7
        "4C 4D 9H 9S", "4C 4D 9H 9S KC", "3C 4D 5H 6S 7C 8D", "3C 4C", "3C 3D 4C", "3C 5D 7H 9S JC", "",
    ],
)  # fmt: skip
def test_edge_7_what_is_nothing(nothing: str) -> None:
    assert made(nothing) is None


def test_the_same_card_twice_is_nothing() -> None:
    assert c.recognise([*cards("9S 9S")]) is None


def test_edge_3_ruling_11_straights() -> None:
    assert kind("AC 2D 3H 4S 5C") == kind("2C 3D 4H 5S 6C") == kind("10C JD QH KS AC") is Kind.STRAIGHT
    tops = [Card(n % 13 + 1, "CDHSC"[n % 5]) for n in range(13)]
    runs = [[tops[(low + n) % 13] for n in range(5)] for low in range(13)]
    assert sum(c.recognise(run) is not None for run in runs) == 10


def test_edge_6_a_straight_flush_is_nothing_less() -> None:
    assert kind("3D 4D 5D 6D 7D") is Kind.STRAIGHT_FLUSH
    assert not better("3S 4S 6S 7S 8S", "3D 4D 5D 6D 7D") and not better("10C JD QH KS AC", "3D 4D 5D 6D 7D")


def test_ruling_15_the_fifth_card_of_a_four_does_not_matter() -> None:
    one, other = made("4C 4D 4H 4S 3D"), made("4C 4D 4H 4S 2S")
    assert one == other and one is not None and one.kind is Kind.FOUR


def test_a_combination_lies_as_people_lay_it() -> None:
    lies = {
        "9C 4D 9S 4S 9H": "9S 9H 9C 4S 4D", "AC 3H 2D 5C 4S": "AC 2D 3H 4S 5C", "AC KS 10C QH JD": "10C JD QH KS AC",
        "3S 2S 9S 7S 5S": "2S 9S 7S 5S 3S", "3D 4C 4D 4S 4H": "4S 4H 4C 4D 3D", "9C 9S": "9S 9C",
    }  # fmt: skip
    assert {words: " ".join(map(str, c.laid_out(cards(words)))) for words in lies} == lies


# ---- against brute force -------------------------------------------------------------------------


def by_hand(chosen: tuple[Card, ...]) -> tuple[int, ...] | None:
    """What cards are worth by the letter of the rules, in a way of its own."""
    ranks = sorted((one.rank - 3) % 13 for one in chosen)
    often = sorted(((ranks.count(r), r) for r in {*ranks}), reverse=True)
    suits = [c.SUITS.index(one.suit) for one in chosen]
    high = max(chosen, key=c.place)
    if len(chosen) <= 3:
        return (ranks[-1], c.SUITS.index(high.suit)) if len({*ranks}) == 1 and chosen else None
    if len(chosen) != 5:
        return None
    if often[0][0] == 4:
        return 4, often[0][1]
    if [n for n, _ in often] == [3, 2]:
        return 3, often[0][1]
    flush = len({*suits}) == 1
    for low in range(1, 11):
        if {one.rank for one in chosen} == {(low + n - 1) % 13 + 1 for n in range(5)}:
            top = next(one for one in chosen if one.rank == (low + 3) % 13 + 1)
            return 5 if flush else 1, low, c.SUITS.index(top.suit)
    return (2, suits[0], *reversed(ranks)) if flush else None


def a_hand(rng: Random, most: int) -> list[Card]:
    """Cards that often go together."""
    match rng.randrange(5):
        case 0:
            ranks = rng.sample(range(1, 14), rng.randint(2, 5))
            among = [one for one in PACK if one.rank in ranks]
        case 1:
            suit = rng.choice(c.SUITS)
            among = [one for one in PACK if one.suit == suit or rng.random() < 0.15]
        case 2:
            low = rng.randrange(13)
            among = [one for one in PACK if (one.rank - low) % 13 < 7]
        case 3:
            low, suit = rng.randrange(13), rng.choice(c.SUITS)
            among = [one for one in PACK if one.suit == suit and (one.rank - low) % 13 < 6]
        case _:
            among = PACK
    return rng.sample(among, min(len(among), rng.randint(5, most)))


def test_what_cards_are_by_the_letter_of_the_rules() -> None:
    rng = Random("recognise")
    seen: set[Kind] = set()
    for _ in range(TIMES):
        size = rng.choice(c.SIZES)
        hand = a_hand(rng, 9)
        chosen = [tuple(rng.sample(hand, size)) for _ in range(2)]
        worth = [by_hand(each) for each in chosen]
        found = [c.recognise(each) for each in chosen]
        assert [one is None for one in worth] == [one is None for one in found], chosen
        seen |= {one.kind for one in found if one}
        if found[0] and found[1] and worth[0] and worth[1]:
            assert c.beats(found[0], found[1]) == (worth[0] > worth[1]), chosen
    assert seen == {*Kind}


def test_what_may_be_added_is_what_leads_to_a_combination() -> None:
    rng = Random("adding")
    for _ in range(TIMES):
        hand, size = a_hand(rng, 8), rng.choice((1, 2, 3, 5, 5))
        over = something(rng, size) if rng.random() < 0.7 else None
        chosen = {*rng.sample(hand, rng.randint(0, min(size, 4)))}
        want = 0
        for each in combinations(hand, size):
            found = c.recognise(each)
            if found and chosen <= {*each} and (over is None or c.beats(found, over)):
                want |= c.mask(each)
        got = c.beating(c.mask(hand), c.mask(chosen), over, size)
        assert got == want, (hand, chosen, over, c.unmask(got), c.unmask(want))


def something(rng: Random, size: int) -> Combination | None:
    hand = a_hand(rng, 7)
    found = [made for each in combinations(hand, size) if (made := c.recognise(each))]
    return rng.choice(found) if found else None


def test_what_is_listed_is_legal_and_there_is_some_where_there_is_any() -> None:
    rng = Random("listing")
    for n in range(TIMES // 5):
        hand = rng.sample(PACK, rng.choice((5, 8, 13, 26)))
        size = rng.choice(c.SIZES)
        over = something(rng, size) if n % 3 else None
        must = c.mask(rng.sample(hand, 1)) if over is None and n % 2 else 0
        listed = c.listed(c.mask(hand), over, must)
        for bits in listed:
            found = c.recognised(bits)
            assert found and not bits & ~c.mask(hand) and not must & ~bits
            assert over is None or c.beats(found, over)
        assert len({*listed}) == len(listed)
        assert bool(listed) == any(c.beating(c.mask(hand), must, over, s) for s in ((size,) if over else c.SIZES))
