"""Piles of cards and who sees them. What is declared here is the only redaction of cards in the program."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from .cards import Card

Seat = int
"""A place at the table, from 0; the next number sits on its left."""

SPECTATOR: Final[Seat] = -1
EVERYONE: Final = frozenset(range(-1, 64))
NOBODY: Final[frozenset[Seat]] = frozenset()


class Pile:
    """Cards in one place, in order, the last on top."""

    __slots__ = ("_cards", "_shown", "counted_by", "ordered", "seen_by", "top_only", "zone")

    def __init__(
        self,
        cards: Iterable[Card] = (),
        seen_by: Collection[Seat] = NOBODY,
        *,
        top_only: bool = False,
        counted_by: Collection[Seat] = EVERYONE,
        ordered: bool = True,
        zone: str = "",
    ) -> None:
        self._cards: list[Card] = [*cards]
        self._shown: list[frozenset[Seat]] = [NOBODY] * len(self._cards)  # a mark on the card as it lies, not its value
        self.seen_by, self.counted_by = frozenset(seen_by), frozenset(counted_by)
        self.top_only, self.ordered = top_only, ordered  # in a hand, where a card lies must say nothing
        self.zone = zone
        """What the deal log calls this place."""

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __contains__(self, card: object) -> bool:
        return card in self._cards

    def __getitem__(self, place: int) -> Card:
        return self._cards[place]

    @property
    def top(self) -> Card:
        return self._cards[-1]

    def lay(self, *cards: Card) -> None:
        self._cards += cards
        self._shown += [NOBODY] * len(cards)

    def downwards(self) -> tuple[Card, ...]:
        """All cards, the top one first."""
        return tuple(self._cards[::-1])

    def draw(self) -> Card:
        """The top card."""
        self._shown.pop()
        return self._cards.pop()

    def lift(self, n: int) -> list[Card]:
        """The top cards together, as they lie."""
        cards = self._cards[-n:]
        del self._cards[-n:], self._shown[-n:]
        return cards

    def take(self, card: Card) -> Card:
        """One copy of this card."""
        place = self._cards.index(card)
        del self._cards[place], self._shown[place]
        return card

    def take_all(self) -> list[Card]:
        cards, self._cards, self._shown = self._cards, [], []
        return cards

    def swap(self, card: Card, other: Card) -> None:
        """Another card in the place of this one."""
        place = self._cards.index(card)
        self._cards[place], self._shown[place] = other, NOBODY

    def mark(self, place: int, to: Collection[Seat]) -> None:
        """The card in this place is shown for as long as it lies there. Scripts say `Table.show`."""
        self._shown[place] |= frozenset(to)

    def view(self, viewer: Seat) -> tuple[Card | None, ...] | None:
        """The cards as they lie, None for a face not seen; None alone if not even their number is known."""
        if viewer not in self.counted_by:
            return None
        sees = viewer in self.seen_by
        if sees and not self.top_only:
            return tuple(self._cards)
        if not sees and not any(self._shown):
            return (None,) * len(self._cards)
        faces = [c if viewer in to else None for c, to in zip(self._cards, self._shown, strict=True)]
        if sees and faces:
            faces[-1] = self.top
        return tuple(faces) if self.ordered else tuple(sorted(faces, key=lambda c: (c is None, c or ())))
