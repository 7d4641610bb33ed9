"""A shuffle as the table sees it: a casino's four stacks before the deal, the discards of a shoe that has run dry.

See rules/dealing.md, sections 4 and 6. The stacks are shown as they are roughly broken: where they really part is
part of the secret.
"""

from __future__ import annotations

from functools import lru_cache

from card_art import scene as art

_DECK = 52


def dry(cards: int, title: str, subtitle: str) -> art.Shuffle:
    """How many discards are shuffled in the middle of a deal."""
    said = "The stock has run dry: the discards are shuffled and serve on."
    return art.Shuffle(title, subtitle, said, (art.Heap("The new stock", cards),))


@lru_cache(maxsize=64)
def pictures(size: int, title: str, subtitle: str) -> tuple[art.Shuffle, ...]:
    """A pack of this many cards: broken into stacks, half-way, and finished."""
    stacks = [size * n // 4 - size * (n - 1) // 4 for n in (1, 2, 3, 4)]
    left = [count - min(_DECK, count) if n % 2 == 0 else count for n, count in enumerate(stacks)]
    steps = (
        ("The pack is broken into four stacks.", stacks, art.Heap("Cut card", 0, True)),
        ("About a deck from each of two stacks is riffled together.", left,
         art.Heap("Riffled", size - sum(left), True)),
        ("The pack is shuffled.", [], art.Heap("The pack", size, True)),
    )  # fmt: skip
    found: list[art.Shuffle] = []
    for said, counts, middle in steps:
        heaps = [art.Heap(f"Stack {n}", count) for n, count in enumerate(counts, 1)]
        half = len(heaps) // 2
        found.append(art.Shuffle(title, subtitle, said, (*heaps[:half], middle, *heaps[half:])))
    return tuple(found)
