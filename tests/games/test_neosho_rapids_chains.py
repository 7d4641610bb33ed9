"""Chains of Neosho Rapids against brute force."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.engine.cards import Card, card, cards, deck
from bot.games.neosho_rapids import chains

CASES = 5000
_CIRCLE = "A23456789TJQK"


def neighbours(a: Card, b: Card) -> bool:
    """By walking the circle as people write it."""
    return any(_CIRCLE[n] + _CIRCLE[n - 1] in (_text(a) + _text(b), _text(b) + _text(a)) for n in range(len(_CIRCLE)))


def _text(c: Card) -> str:
    return _CIRCLE[c.rank - 1]


def every_chain(upcard: Card, hand: Sequence[Card]) -> set[tuple[Card, ...]]:
    """All of them, card by card."""
    found: set[tuple[Card, ...]] = set()

    def go_on(chain: tuple[Card, ...]) -> None:
        for c in hand:
            if c not in chain and neighbours(chain[-1] if chain else upcard, c):
                found.add((*chain, c))
                go_on((*chain, c))

    go_on(())
    return found


def test_every_pair_of_cards() -> None:
    for a in deck():
        for b in deck():
            assert (b.rank in chains.BESIDE[a.rank]) is neighbours(a, b)


def test_where_a_chain_breaks() -> None:
    rng, whole = random.Random("breaks"), 0
    for _ in range(CASES):
        start, length = rng.randrange(13), rng.randrange(1, 7)
        ranks = [start]
        for _ in range(length):
            ranks.append((ranks[-1] + rng.choice((1, 1, 1, -1, -1, -1, 0, 2))) % 13)
        upcard, *chain = (Card(rank + 1, rng.choice("CDHS")) for rank in ranks)
        bad = [n for n, (a, b) in enumerate(zip([upcard, *chain], chain, strict=False)) if not neighbours(a, b)]
        assert chains.broken(upcard, chain) == (bad[0] if bad else None)
        whole += not bad
    assert CASES / 10 < whole < CASES


def test_the_ends_of_all_chains_of_a_hand() -> None:
    rng = random.Random("ends")
    for _ in range(CASES):
        upcard, *hand = rng.sample(deck(), rng.randrange(2, 8))
        every = every_chain(upcard, hand)
        found = chains.ends(chains.counted(hand), upcard.rank, 10_000)
        wanted = {(chains.counted([c for c in hand if c not in chain]), chain[-1].rank) for chain in every}
        assert {*found} == wanted
        for end in found:
            ranks = chains.ranks_to(end, found)
            laid = chains.cards_of(ranks, hand)
            assert laid in every and chains.broken(upcard, laid) is None
            assert chains.counted([c for c in hand if c not in laid]) == end[0]
        longest = [*chains.longest(hand, upcard.rank, 20)]
        assert len(longest[0]) == max(map(len, every)) if longest else max(map(len, every), default=0) < 2
        assert {*longest} <= every


def test_a_walk_is_cut_short_and_goes_deep_first() -> None:
    hand = [c for c in deck() if c.suit in "CD"]
    found = chains.ends(chains.counted(hand), 7, 50)
    assert len(found) <= 52
    assert max(len(chains.ranks_to(end, found)) for end in found) > 10


def test_counting() -> None:
    held = chains.counted(cards("KS KD 2C AC"))
    assert [chains.count(held, rank) for rank in (13, 2, 1, 7)] == [2, 1, 1, 0] and chains.size(held) == 4
    assert chains.cards_of([13, 1, 13], cards("KS AC KD 5H")) == (card("KD"), card("AC"), card("KS"))
