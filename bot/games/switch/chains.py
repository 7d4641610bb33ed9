"""How the cards of a play follow one another: pure functions on cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.engine.cards import RANK_NAMES, Card, rank_text

START, UP, DOWN, SET = 0, 1, -1, 2
"""The way of a chain by its last step: there was none, a run goes up or down, equal ranks."""

_Place = tuple[int, int, int, tuple[Card, ...], Iterator[tuple[int, int]]]
"""Where a walk stands: the last card and the way, what is left, what lies there, and what may follow still."""


class Steps(NamedTuple):
    """Which steps there are."""

    sets: bool = True
    sequences: bool = True
    combine: bool = True


def step(before: Card, after: Card, way: int, s: Steps) -> int | None:
    """The way of the chain after this step; None if the card does not follow."""
    distance = (after.rank - before.rank) % 13
    if not distance:
        return SET if s.sets and (s.combine or way in (START, SET)) else None
    if after.suit != before.suit or distance not in (1, 12) or not s.sequences:
        return None
    new = UP if distance == 1 else DOWN
    return new if way in (START, new) or (way == SET and s.combine) else None


def way_of(cards: Sequence[Card], s: Steps) -> int:
    """The way of a chain that is one."""
    return step(cards[-2], cards[-1], START, s) or START if len(cards) > 1 else START


def broken_at(cards: Sequence[Card], s: Steps) -> int | None:
    """The index of the first card that does not follow the one before; None if all do."""
    way = START
    for n in range(1, len(cards)):
        new = step(cards[n - 1], cards[n], way, s)
        if new is None:
            return n
        way = new
    return None


def is_chain(cards: Sequence[Card], s: Steps) -> bool:
    return bool(cards) and broken_at(cards, s) is None


def on_from(cards: Sequence[Card], s: Steps) -> str:
    """Why something else does not follow this chain: what does, in a sentence."""
    if not (s.sets or s.sequences):
        return "At this table one card is laid at a time."
    last, way = cards[-1], way_of(cards, s)
    ways = [UP, DOWN] if way == START or (way == SET and s.combine) else [way] if way in (UP, DOWN) else []
    said = [f"{rank_text((last.rank - 1 + d) % 13 + 1)}{last.suit}" for d in sorted(ways) if s.sequences]
    if s.sets and (s.combine or way in (START, SET)):
        said.append(f"another {RANK_NAMES[last.rank]}")
    listed = " or ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else said[0]
    return f"From {last} you can go on with {listed}."


def chains(
    held: Iterable[Card], firsts: Collection[Card], s: Steps, most: int | None = None
) -> Iterator[tuple[Card, ...]]:
    """Every chain of these cards that begins with one of those: each set of cards with each last card once. `most` is
    how many steps are looked at."""
    counts = Counter(held)
    kinds = sorted(counts)
    number = {c: n for n, c in enumerate(kinds)}
    one = [1 << 3 * n for n in range(len(kinds))]  # how many are left of each, three bits for a kind
    left = sum(counts[c] * unit for c, unit in zip(kinds, one, strict=True))
    follows = [[(number[b], way) for b in kinds if (way := step(a, b, START, s)) is not None] for a in kinds]
    told: set[tuple[int, int]] = set()
    known: set[tuple[int, int, int]] = set()
    for first in sorted({*firsts} & {*kinds}):
        at = number[first]
        rest, laid = left - one[at], (first,)
        if (rest, at) not in told:
            told.add((rest, at))
            yield laid
        stack: list[_Place] = [(at, START, rest, laid, iter(follows[at]))]
        while stack:
            at, way, rest, laid, more = stack[-1]
            if most is not None:
                most -= 1
                if most < 0:
                    return
            for to, new in more:
                if not rest & 7 * one[to] or not (way in (START, new) or (s.combine and SET in (way, new))):
                    continue  # a run keeps its direction
                there = rest - one[to]
                if (there, to, new) in known:
                    continue
                known.add((there, to, new))
                longer = (*laid, kinds[to])
                stack.append((to, new, there, longer, iter(follows[to])))
                if (there, to) not in told:
                    told.add((there, to))
                    yield longer
                break
            else:
                stack.pop()
