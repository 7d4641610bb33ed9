"""What a card of Tablanette takes, against brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from bot.engine.cards import Card, cards, deck
from bot.engine.controls import read
from bot.engine.offers import Move
from bot.engine.piles import Pile
from bot.engine.randomness import Stream
from bot.games.tablanette import Options, Play, Plays
from bot.games.tablanette import captures as c

CASES = 5000
SIZES = (3, 3, 3, c.MANY)


def makes(group: Sequence[int], total: int) -> bool:
    """Whether a group makes up the total with some of its aces as eleven."""
    low, aces = sum(map(c.value, group)), group.count(1)
    return any(low + 10 * n == total for n in range(aces + 1))


def split_by_mask(ranks: Sequence[int], total: int, most: int) -> list[bool]:
    """For every subset, by its bits, whether it can be parted into groups: every way is tried."""
    subsets = [[r for n, r in enumerate(ranks) if mask >> n & 1] for mask in range(1 << len(ranks))]
    group = [0 < len(subset) <= most and makes(subset, total) for subset in subsets]
    found = [True]
    for mask in range(1, len(subsets)):
        parts = (part for part in range(1, mask + 1) if part & mask == part)
        found.append(any(group[part] and found[mask ^ part] for part in parts))
    return found


def test_splitting_against_every_partition() -> None:
    chance, pack, split = Random("split"), [card.rank for card in deck()], 0
    for _ in range(CASES):
        ranks, total, most = chance.sample(pack, chance.randint(1, 5)), chance.randint(1, 14), chance.choice(SIZES)
        if chance.random() < 0.5:  # at random few can be split
            ranks = [r for r in ranks if c.value(r) <= total]
        found = c.split(c.ordered(ranks), total, most)
        assert (found is not None) == split_by_mask(ranks, total, most)[-1], (ranks, total, most)
        if found is not None:
            assert c.ordered(r for group in found for r in group) == c.ordered(ranks)
            assert all(len(group) <= most and makes(group, total) for group in found)
            split += 1
    assert split > CASES / 20


def test_groups_and_sums_against_every_subset() -> None:
    chance, pack = Random("groups"), [card.rank for card in deck()]
    for _ in range(CASES):
        ranks, total, most = chance.sample(pack, chance.randint(1, 7)), chance.randint(1, 14), chance.choice(SIZES)
        subsets = [s for n in range(1, min(most, len(ranks)) + 1) for s in combinations(ranks, n)]
        wanted = {c.ordered(s) for s in subsets if makes(s, total)}
        table = c.ordered(ranks)
        found = [*c.grouped(table, total, most)]
        assert {*found} == wanted
        assert bool(c.sums(ranks, most) >> total & 1) == bool(wanted)
        begun, rest = ranks[: chance.randint(1, len(ranks))], ranks[chance.randint(1, len(ranks)) :]
        more = [s for n in range(min(most - len(begun), len(rest)) + 1) for s in combinations(rest, n)]
        assert c.completes(begun, rest, total, most) == any(makes((*begun, *s), total) for s in more)


def test_what_can_be_taken_against_every_subset() -> None:
    chance, pack = Random("takes"), [card.rank for card in deck()]
    for _ in range(CASES):
        ranks, total, most = chance.sample(pack, chance.randint(1, 5)), chance.randint(1, 14), chance.choice(SIZES)
        parted = split_by_mask(ranks, total, most)
        wanted = {c.ordered(r for n, r in enumerate(ranks) if mask >> n & 1) for mask in range(1, 1 << len(ranks))
                  if parted[mask]}  # fmt: skip
        found = c.takes(c.ordered(ranks), total, most)
        assert {*found} == wanted and len(found) == len(wanted)


# ---- the offer -----------------------------------------------------------------------------------


def random_plays(chance: Random, size: int) -> Plays:
    dealt = chance.sample(deck(), 6 + size)
    options = Options(max_group=chance.choice(("3", "3", "any")), forced=chance.random() < 0.2)
    return Plays(Pile(dealt[:6]), Pile(dealt[6:]), options)


def walked(offer: Plays, parts: tuple[Card, ...]) -> Iterator[Play]:
    """Every move that choices lead to; each choice leads to one at least."""
    found = 0
    if isinstance(made := offer.finish(parts), Play):
        found += 1
        yield made
    for part in offer.next(parts):
        for made in walked(offer, (*parts, part)):
            found += 1
            yield made
    assert found, f"{parts} is a dead end"


def test_choices_lead_to_every_capture_and_into_no_dead_end() -> None:
    chance = Random("walk")
    for n in range(60):
        offer = random_plays(chance, n % 6)
        walks = {(m.card, frozenset(m.take)) for m in walked(offer, ())}
        legal = {
            (held, frozenset(taken))
            for held in offer.hand
            for size in range(len(offer.table) + 1)
            for taken in combinations(offer.table, size)
            if offer.refusal(Play(held, taken)) is None
        }
        assert walks == legal
        ranked = {(m.card, c.ordered(t.rank for t in m.take)) for m in offer.moves() if isinstance(m, Play)}
        assert ranked == {(held, c.ordered(t.rank for t in taken)) for held, taken in legal}


def test_whatever_is_legal_is_read_in_any_order() -> None:
    chance, seen = Random("typed"), 0
    for n in range(200):
        offer = random_plays(chance, 4 + n % 8)
        made = offer.sample(Stream(str(n).encode(), "whim"))
        assert isinstance(made, Play) and offer.refusal(made) is None
        words = [str(card) for card in made.parts]
        chance.shuffle(words)
        again = read(offer, " ".join(words))
        assert isinstance(again, Move)
        assert (again.parts[0], {*again.parts}) == (made.card, {*made.parts}), words
        seen += len(made.take) > 2
    assert seen > 10


def test_a_large_table_is_walked_at_once() -> None:
    """Thirty cards, groups of any size: choices are as many as there are cards on the table."""
    offer = Plays(Pile(cards("KS 10H")), Pile(deck()[:11] + deck()[13:25] + deck()[26:33]), Options(max_group="any"))
    (king,) = cards("KS")
    assert len(offer.next((king,))) <= 30
    assert isinstance(offer.sample(Stream(b"1", "whim")), Play)
