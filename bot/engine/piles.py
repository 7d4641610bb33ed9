"""Piles of cards and who sees them. This declaration is the only redaction of cards in the program."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated, Final

from .cards import Card

Seat = Annotated[int, "seat"]
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
        self._shown: dict[int, frozenset[Seat]] = {}  # by place: a mark on the card as it lies here, not on its value
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

    def slip_under(self, cards: Sequence[Card]) -> None:
        """These cards go under the pile; the last of them lies lowest."""
        self._cards[:0] = cards[::-1]
        if self._shown:
            self._shown = {at + len(cards): to for at, to in self._shown.items()}

    def downwards(self) -> tuple[Card, ...]:
        """All cards, the top one first."""
        return tuple(self._cards[::-1])

    def upwards(self) -> tuple[Card, ...]:
        """All cards, the lowest one first."""
        return tuple(self._cards)

    def draw(self) -> Card:
        """The top card."""
        if self._shown:
            self._shown.pop(len(self._cards) - 1, None)
        return self._cards.pop()

    def lift(self, n: int) -> list[Card]:
        """The top cards together, as they lie."""
        left = len(self._cards) - n
        cards = self._cards[left:]
        del self._cards[left:]
        self._shown = {at: to for at, to in self._shown.items() if at < left}
        return cards

    def take(self, card: Card) -> Card:
        """One copy of this card, as it lay here."""
        place = self._cards.index(card)
        if self._shown:
            self._shown = {at - (at > place): to for at, to in self._shown.items() if at != place}
        return self._cards.pop(place)

    def take_all(self) -> list[Card]:
        cards, self._cards, self._shown = self._cards, [], {}
        return cards

    def swap(self, card: Card, other: Card) -> None:
        """Another card in the place of this one."""
        place = self._cards.index(card)
        self._cards[place] = other
        self._shown.pop(place, None)

    def mark(self, place: int, to: Collection[Seat]) -> None:
        """The card in this place is shown for as long as it lies there. Scripts say `DealTable.show`."""
        if place < 0:
            place += len(self._cards)
        self._cards[place]  # an IndexError if there is none
        known, to = self._shown.get(place), frozenset(to)
        self._shown[place] = known | to if known else to

    def open(self, to: Collection[Seat]) -> None:
        """The whole pile is seen, and counted, by these too. Scripts say `DealTable.open`."""
        if to is EVERYONE:
            self.seen_by = self.counted_by = EVERYONE
        else:
            self.seen_by, self.counted_by = self.seen_by | frozenset(to), self.counted_by | frozenset(to)

    def view(self, viewer: Seat) -> tuple[Card | None, ...] | None:
        """The cards as they lie, None for a face not seen; None alone if not even their number is known."""
        if viewer not in self.counted_by:
            return None
        sees = viewer in self.seen_by
        if sees and not self.top_only:
            return tuple(self._cards)
        if not sees and not self._shown:
            return (None,) * len(self._cards)
        faces = [c if viewer in self._shown.get(at, NOBODY) else None for at, c in enumerate(self._cards)]
        if sees and faces:
            faces[-1] = self.top
        return tuple(faces) if self.ordered else tuple(sorted(faces, key=lambda c: (c is None, c or ())))
