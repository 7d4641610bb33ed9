"""Canasta's pure functions beside brute force, and what is offered beside what the rules allow."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from bot.engine.cards import Card, cards, pack
from bot.engine.controls import word
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.offers import Only
from bot.games.canasta import melds as m
from bot.games.canasta.building import Laying, Taking
from bot.games.canasta.melds import Group, Held
from bot.games.canasta.moves import Meld, TakePile

from .canasta_table import drawn, groups, lying, text_of
from .table import offer, turn

PACK = pack("54", 2)
HANDS = 5000


def some_cards(rng: random.Random, least: int, most: int, ranks: int = 4) -> list[Card]:
    """A hand of few ranks, so that it holds melds, with wild cards and black threes among them."""
    kept = {m.JOKER, m.TWO, m.THREE, *rng.sample(m.RANKS, ranks)}
    among = [c for c in PACK if c.rank in kept and not m.is_red_three(c)]
    return rng.sample(among, rng.randint(least, most))


def some_melds(rng: random.Random, n: int = 2) -> dict[int, Group]:
    found = {}
    for rank in rng.sample(m.RANKS, rng.randrange(n + 1)):
        naturals, wilds = rng.randint(2, 7), rng.randrange(4)
        if naturals + wilds >= m.LEAST:
            found[rank] = Group(rank, naturals, wilds)
    return found


def every_act(held: Held, melds: dict[int, Group]) -> Iterator[tuple[Group, ...]]:
    """Every set of groups that can go down together, by the words of the rules and without a thought."""
    by_rank: list[list[Group | None]] = []
    for rank in (*m.RANKS, m.THREE):
        fitting: list[Group | None] = [None]
        for naturals, twos, jokers in product(range(held[rank] + 1), range(held[2] + 1), range(held[0] + 1)):
            group = Group(rank, naturals, twos, jokers)
            if group.size and lawful(group.with_(melds.get(rank))):
                fitting.append(group)
        by_rank.append(fitting)
    yield from _chosen(by_rank, held[2], held[0])


def _chosen(by_rank: list[list[Group | None]], twos: int, jokers: int) -> Iterator[tuple[Group, ...]]:
    if not by_rank:
        yield ()
        return
    for group in by_rank[0]:
        if group is None:
            yield from _chosen(by_rank[1:], twos, jokers)
        elif group.twos <= twos and group.jokers <= jokers:
            for rest in _chosen(by_rank[1:], twos - group.twos, jokers - group.jokers):
                yield (group, *rest)


def lawful(meld: Group) -> bool:
    """Three cards or more, two natural ones at least, three wild ones at most; black threes without wild cards."""
    if meld.rank == m.THREE:
        return meld.naturals in (3, 4) and not meld.wilds
    return meld.size >= 3 and meld.naturals >= 2 and meld.wilds <= 3


# ---- pure functions ------------------------------------------------------------------------------


def test_what_cards_count() -> None:
    told = {"JK": 50, "2": 20, "A": 20, "K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10, "7": 5, "6": 5, "5": 5,
            "4": 5, "3": 5}  # fmt: skip
    rng = random.Random(1)
    for _ in range(HANDS):
        hand = rng.sample(PACK, rng.randint(0, 25))
        counted = [c for c in hand if not m.is_red_three(c)]
        assert m.points(m.counted(hand)) == sum(told[m.named(c.rank)] for c in counted)
        assert sum(m.counted(hand)) == len(counted)


@pytest.mark.parametrize(
    ("score", "least"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120), (9000, 120)]
)
def test_the_minimum_goes_by_the_score(score: int, least: int) -> None:
    assert m.minimum(score) == least


def test_what_a_canasta_is_worth() -> None:
    rng = random.Random(2)
    for _ in range(HANDS):
        rank, naturals, twos, jokers = rng.choice(m.RANKS), rng.randint(2, 8), rng.randrange(3), rng.randrange(2)
        meld = Group(rank, naturals, twos, jokers)
        laid = [Card(rank, "C")] * naturals + [Card(2, "C")] * twos + cards("JK " * jokers)
        wild = [c for c in laid if m.is_wild(c)]
        assert meld.bonus == (0 if len(laid) < 7 else 300 if wild else 500)
        assert meld.points == m.points(m.counted(laid)) and meld.size == len(laid)


def test_which_group_fits_a_meld() -> None:
    rng = random.Random(3)
    for _ in range(HANDS):
        held, melds = m.counted(some_cards(rng, 3, 11)), some_melds(rng)
        rank = rng.choice((*m.RANKS, m.THREE))
        meld = melds.get(rank)
        offered = {*m.groups_of(rank, held, meld)} - {Group(rank, 0)}
        assert offered == {g for act in every_act_of(rank, held, meld) for g in act}
        for group in offered:
            assert m.why_no_group(group, held, meld) is None
        tried = Group(rank, rng.randrange(5), rng.randrange(4), rng.randrange(3))
        assert (m.why_no_group(tried, held, meld) is None) == (tried in offered)


def every_act_of(rank: int, held: Held, meld: Group | None) -> Iterator[tuple[Group, ...]]:
    only = [n if r in (m.JOKER, m.TWO, rank) else 0 for r, n in enumerate(held)]
    return (act for act in every_act(only, {rank: meld} if meld else {}) if len(act) == 1 and act[0].rank == rank)


def test_the_most_that_a_first_meld_can_count() -> None:
    rng = random.Random(4)
    for _ in range(HANDS):
        held, keep = m.counted(some_cards(rng, 2, 9, ranks=3)), rng.randrange(4)
        closed = rng.sample(m.RANKS, rng.randrange(3))
        found = 0
        for act in every_act(held, {}):
            if sum(m.without(held, act)) >= keep and not any(g.rank in (*closed, m.THREE) for g in act):
                found = max(found, sum(g.points for g in act))
        assert m.most(held, keep, closed) == found


def test_the_way_out() -> None:
    rng = random.Random(5)
    outs = 0
    for _ in range(HANDS):
        held, melds, need = m.counted(some_cards(rng, 0, 9, ranks=3)), some_melds(rng, 3), rng.randrange(3)
        throws, least = rng.random() < 0.7, rng.choice((0, 0, 50))
        possible = any(out(act, held, melds, need, throws=throws, least=least) for act in every_act(held, melds))
        found = m.way_out(held, melds, need, throws=throws, least=least)
        assert (found is not None) == possible
        if found is not None:
            outs += 1
            assert out(found.groups, held, melds, need, throws=throws, least=least)
            left = m.without(held, found.groups)
            assert [rank for rank, n in enumerate(left) if n] == ([found.thrown] if found.thrown is not None else [])
    assert outs > HANDS / 20


def test_of_all_ways_out_the_best_by_points_is_found() -> None:
    rng = random.Random(15)
    better = 0
    for _ in range(HANDS):
        held, melds = m.counted(some_cards(rng, 0, 7, ranks=2)), some_melds(rng, 3)
        possible = [a for a in every_act(held, melds) if out(a, held, melds, 1, throws=True, least=0)]
        ways = [*m.ways_out(held, melds, 1)]
        brought = [m.brings(way, melds) for way in ways]
        assert max(brought, default=None) == max((scored(act, melds) for act in possible), default=None)
        better += any(each > brought[0] for each in brought)
    assert better, "it is not always that without a discard"


def scored(act: tuple[Group, ...], melds: dict[int, Group]) -> int:
    """By the words of the rules."""
    after = m.with_all(melds, act).values()
    canastas = [meld for meld in after if meld.size >= 7]
    return sum(meld.points for meld in after) + sum(300 if meld.wilds else 500 for meld in canastas)


def out(act: tuple[Group, ...], held: Held, melds: dict[int, Group], need: int, *, throws: bool, least: int) -> bool:
    after = m.with_all(melds, act)
    canastas = sum(meld.size >= 7 for meld in after.values() if meld.rank != m.THREE)
    left = sum(m.without(held, act))
    return left <= throws and canastas >= need and sum(g.points for g in act) >= least


# ---- what is offered -----------------------------------------------------------------------------


def hand_of(rng: random.Random, least: int = 2, most: int = 8) -> str:
    return text_of(some_cards(rng, least, most, ranks=3))


def position(rng: random.Random) -> Deal:
    """Anything, and seat 0 has drawn or is to draw."""
    melds = ", ".join(word(group) for group in some_melds(rng).values())
    score = rng.choice((-10, 0, 0, 1500))
    pile = text_of(rng.sample(PACK, rng.randint(1, 3)))
    stock = text_of(some_cards(rng, 1, 3)) if rng.random() < 0.8 else "3D"
    options: dict[str, Any] = {"concealed_minimum": rng.random() < 0.5, "frozen_join": rng.random() < 0.5}
    options |= {"fresh_side_frozen": rng.random() < 0.3}
    seats = rng.choice((2, 4))
    return lying(hand_of(rng), melds=melds, pile=pile, stock=stock, scores=(score, 0), seats=seats, **options)


def test_all_that_may_be_laid_is_offered_and_nothing_else() -> None:
    rng = random.Random(6)
    found = 0
    for _ in range(400):
        deal = drawn(position(rng))
        laying = offer(deal, 0, Meld)
        assert isinstance(laying, Laying)
        held, melds = m.counted(deal.table.piles[HAND.of(0)]), laying.melds
        lawful_acts = {frozenset(act) for act in every_act(held, melds) if act and may_lie(laying, act, held)}
        offered = [frozenset(move.parts) for move in laying.moves()]
        assert len(offered) == len({*offered}) and {*offered} == lawful_acts
        assert bool(laying) == bool(lawful_acts)
        found += bool(lawful_acts)
    assert found > 100


def may_lie(laying: Laying, act: tuple[Group, ...], held: Held) -> bool:
    """The hand limit and the minimum, by the words of the rules."""
    left, after = m.without(held, act), m.with_all(laying.melds, act)
    n, throws, need = sum(left), not laying.h.ends, laying.h.need
    goes = n <= throws and m.canastas(after) >= need
    if laying.minimum and sum(g.points for g in act) < laying.minimum:
        return goes and not laying.h.t.options.concealed_minimum
    if any(g.rank == m.THREE for g in act):
        return goes
    keeps = n >= (2 if throws else 1)
    return keeps or any(out(more, left, after, need, throws=throws, least=0) for more in every_act(left, after))


def test_all_takes_are_offered_and_nothing_else() -> None:
    rng = random.Random(7)
    found = 0
    for _ in range(600):
        deal = position(rng)
        if turn(deal) != 0:
            continue
        taking = offer(deal, 0, TakePile)
        if isinstance(taking, Only):
            continue
        assert isinstance(taking, Taking)
        held = m.counted(deal.table.piles[HAND.of(0)])
        lawful_takes = {*takes(taking, held)}
        offered = [(move.parts[0], frozenset(move.parts[1:])) for move in taking.moves()]
        assert len(offered) == len({*offered}) and {*offered} == lawful_takes
        assert bool(taking) == bool(lawful_takes)
        found += bool(lawful_takes)
    assert found > 50


def takes(taking: Taking, held: Held) -> Iterator[tuple[Group, frozenset[Group]]]:
    """Every take, by the words of the rules: the upcard is held like another card, and goes down first."""
    rank, h = taking.upcard.rank, taking.h
    if m.is_wild(taking.upcard) or rank == m.THREE:
        return
    meld, frozen = taking.melds.get(rank), taking.frozen
    with_it = [n + (r == rank) for r, n in enumerate(held)]
    below = m.counted([*h.discards][:-1])
    for act in every_act(with_it, taking.melds):
        first = next((g for g in act if g.rank == rank and g.naturals), None)
        if first is None or any(g.rank == m.THREE for g in act):
            continue
        if frozen and (first.naturals < 3 or (meld and not h.t.options.frozen_join)):
            continue
        left = [n + more for n, more in zip(m.without(with_it, act), below, strict=True)]
        after = m.with_all(taking.melds, act)
        goes = sum(left) <= 1 and m.canastas(after) >= h.need
        if sum(g.points for g in act) < taking.minimum and not (goes and not h.t.options.concealed_minimum):
            continue
        if sum(left) < 2 and not any(
            out(more, left, after, h.need, throws=True, least=0) for more in every_act(left, after)
        ):
            continue
        yield first._replace(naturals=first.naturals - 1), frozenset(g for g in act if g is not first)


def test_no_choice_leads_into_a_dead_end() -> None:
    rng = random.Random(8)
    for _ in range(400):
        deal = position(rng)
        if turn(deal) != 0:
            continue
        deal = drawn(deal) if rng.random() < 0.5 else deal
        for kind in (Meld, TakePile):
            built = offer(deal, 0, kind)
            parts: tuple[Group, ...] = ()
            while isinstance(built, Laying | Taking) and (more := built.next(parts)):
                parts = (*parts, rng.choice([*more]))
                assert not isinstance(built.finish(parts), str) or built.next(parts)


# ---- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "group"),
    [
        ("K K 2", Group(13, 2, 1)),
        ("2 K K", Group(13, 2, 1)),
        ("10 T 10", Group(10, 3)),
        ("k k jk", Group(13, 2, 0, 1)),
        ("2 JK on A", Group(1, 0, 1, 1)),
        ("A", Group(1, 1)),
        ("3 3 3", Group(3, 3)),
    ],
)
def test_groups_are_typed(typed: str, group: Group) -> None:
    assert m.read_group(typed) == group


def test_what_is_said_is_read_again() -> None:
    for rank, naturals, twos, jokers in product(m.RANKS, range(4), range(3), range(3)):
        group = Group(rank, naturals, twos, jokers)
        if group.size:
            assert m.read_group(word(group)) == group


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("K Q 2", "The natural cards of a meld are all of one rank."),
        ("2 JK", "Say on which meld the wild cards go: 2 on K."),
        ("kings", "“kings” is no group of cards; write K K 2, or 2 on K."),
        ("", "“” is no group of cards; write K K 2, or 2 on K."),
    ],
)
def test_what_is_no_group_is_said(typed: str, why: str) -> None:
    assert m.read_group(typed) == why


def test_the_cards_of_a_group_are_told_by_commas() -> None:
    assert groups("K K 2, 5 5 5") == [Group(13, 2, 1), Group(5, 3)]
    assert not any(a == b for a, b in combinations(groups("K K 2, 5 5 5, 2 on A"), 2))
