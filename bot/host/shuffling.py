"""The casino shuffle as the table sees it: four stacks, packets riffled together, the finished pack.

Rules: dealing, section 4. The stacks are shown as they are roughly broken: where they really part is part of the
secret.
"""

from __future__ import annotations

from card_art import scene as art

from .session import Session
from .words import Words

_DECK = 52


def seen(session: Session, words: Words) -> tuple[tuple[str, art.Shuffle], ...]:
    """What the table reads and sees, one after the other, where the running deal has just begun with such a shuffle."""
    deal = session.deal
    if deal is None or deal.rows or deal.state.shoe is not None:
        return ()
    if deal.game.pack(deal.options, deal.state.seats - len(deal.state.away)).method != "casino":
        return ()
    name = f"{words.deal} {deal.state.number + 1}"
    found = pictures(deal.table.pack_size, deal.game.title, name.capitalize())
    return tuple((f"**{deal.game.title}** · {name}\n{picture.said}", picture) for picture in found)


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
