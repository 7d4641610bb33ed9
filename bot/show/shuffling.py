"""A shuffle as the table sees it: a casino's four stacks before the deal, the discards of a shoe that has run dry.

Rules: dealing, sections 4 and 6. The stacks are shown as they are roughly broken: where they really part is part of the
secret.
"""

from __future__ import annotations

from functools import lru_cache

from bot.engine.table import Reshuffled
from bot.table.session import DEAL, Session
from card_art import scene as art

from .words import Words

_DECK = 52


def seen(session: Session, words: Words) -> tuple[int, tuple[art.Shuffle, ...]]:
    """What the table sees of the last shuffle of the running deal, one after the other; and how many times it has been
    shuffled anew in this deal."""
    deal = session.deal
    if deal is None or session.phase != DEAL:
        return 0, ()
    title, name = deal.game.title, f"{words.deal} {deal.state.number + 1}".capitalize()
    again = [event.cards for event, _ in deal.table.events if type(event) is Reshuffled]
    if again:
        return len(again), (dry(again[-1], title, name),)
    in_stacks = deal.state.shoe is None and deal.seal is not None and deal.seal.spec["method"] == "casino"
    return 0, pictures(deal.table.pack_size, title, name) if in_stacks else ()


def dry(cards: int, title: str, subtitle: str) -> art.Shuffle:
    """So many discards are shuffled in the middle of a deal."""
    said = "The stock has run dry: the discards are shuffled and serve on."
    return art.Shuffle(title, subtitle, said, (art.Heap("The new stock", cards),))


@lru_cache(maxsize=64)
def pictures(size: int, title: str, subtitle: str) -> tuple[art.Shuffle, ...]:
    """A pack of so many cards: broken into stacks, half-way, and finished."""
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
