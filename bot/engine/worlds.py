"""How a deal may be, as far as a viewer knows: the same deal with other cards where they have not seen any.

Nobody plays by it, for every world is found by playing the log again. It is there to judge: a policy, what somebody has
done, or whether something gives away what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final, cast

from .asks import CLOCK, LogEntry
from .cards import Card
from .deal import Deal, LogMismatch
from .facts import CHOSEN
from .offers import Move, Offer, several
from .piles import Seat
from .randomness import Stream
from .view import view

TRIES: Final = 4
"""How often everything that is hidden is shuffled anew, before two cards at a time change places."""

Place = tuple[int, int]
"""Of a card: in which of the deal's packs it lay, and where."""


class Worlds:
    """The worlds of one viewer at one point of a deal, each as likely as any other that their view allows."""

    def __init__(self, deal: Deal, viewer: Seat) -> None:
        self._deal, self._viewer = deal, viewer
        self._order = [[_Placed.at((n, i), c) for i, c in enumerate(each)] for n, each in enumerate(deal.table.orders)]
        self._twice = any(len({*each}) < len(each) for each in self._order)
        here = self._begun(self._order)
        seen = [*_seen(here, viewer)]
        for row in deal.rows:
            here.replay(row)
            seen += _seen(here, viewer)
        self._shown = _shown(here, viewer)
        self._secret = [seat for seat in range(deal.table.seats) if seat != viewer and here.table.has(CHOSEN.of(seat))]
        self._places = self._unseen(seen)
        self._true = [Card(*self._order[n][i]) for n, i in self._places]
        self._now = self._true

    def draw(self, chance: Stream, swaps: int | None = None) -> Deal | None:
        """A world, in which what is still left to chance is drawn anew; None if no other than the true one was found.

        Where no shuffle fits what the viewer has been shown, cards change places two at a time: as many times as there
        are hidden ones, or `swaps`. Each world goes on from the one before it.
        """
        found = next(filter(None, (self._world(self._shuffled(chance), chance) for _ in range(TRIES))), None)
        if found is None:
            for _ in range(len(self._places) if swaps is None else swaps):
                if (other := self._swapped(chance)) and (world := self._world(other, chance)):
                    self._now, found = other, world
        if found is not None:
            found.table.draw_anew(bytes(chance.below(256) for _ in range(32)))
        return found

    def _shuffled(self, chance: Stream) -> list[Card]:
        """Cards of one pack stay in it."""
        faces: list[Card] = []
        for n in range(len(self._order)):
            some = [face for face, (pack, _) in zip(self._true, self._places, strict=True) if pack == n]
            faces += chance.shuffled(some)
        return faces

    def _swapped(self, chance: Stream) -> list[Card] | None:
        """Two of the hidden cards of a pack in each other's place; None if there is nothing to swap there."""
        if not self._places:
            return None
        one = chance.below(len(self._places))
        others = [
            at for at, (pack, _) in enumerate(self._places)
            if pack == self._places[one][0] and self._now[at] != self._now[one]
        ]  # fmt: skip
        if not others:
            return None
        faces, other = [*self._now], chance.choice(others)
        faces[one], faces[other] = faces[other], faces[one]
        return faces

    def _world(self, faces: Sequence[Card], chance: Stream) -> Deal | None:
        """The deal with these cards in the hidden places; None if it does not fit, or is the true one."""
        if faces == self._true:
            return None
        if self._twice:
            names: dict[Card, Card] = {}
            order = [[Card(*c) for c in each] for each in self._order]
            for (n, i), face in zip(self._places, faces, strict=True):
                order[n][i] = face
        else:  # a card is known by its face, and the others play it under its new one
            names = dict(zip(self._true, faces, strict=True))
            order = [[Card(*names.get(c, c)) for c in each] for each in self._order]
        here = self._begun(order)
        try:
            for n, row in enumerate(self._deal.rows):
                here.replay(self._made(here, n, row, names, chance))
        except LogMismatch:
            return None
        return here if _shown(here, self._viewer) == self._shown else None

    def _made(self, here: Deal, n: int, row: LogEntry, names: dict[Card, Card], chance: Stream) -> LogEntry:
        """The row as it is made in that world. A secret choice that is not out yet may be any."""
        if row.seat in (CLOCK, self._viewer) or here.ask is None:
            return row
        if row.lapsed:
            return row._replace(move=here.ask.default[row.seat]) if row.seat in here.ask.default else row
        if row.seat in self._secret and all(later.seat != row.seat for later in self._deal.rows[n + 1 :]):
            offers: Iterator[Offer] = (o for o in here.offers(row.seat) if o.kind is type(row.move))
            return row._replace(move=next(filter(None, (o.sample(chance) for o in offers)), row.move))
        return renamed(row, names)

    def _unseen(self, seen: Sequence[Card]) -> list[Place]:
        """Where a face is twice in a pack only places tell cards apart."""
        if self._twice:
            places = {c.place for c in seen if isinstance(c, _Placed)}
            return [(n, i) for n, each in enumerate(self._order) for i in range(len(each)) if (n, i) not in places]
        faces = {*seen}
        return [(0, i) for i, c in enumerate(self._order[0]) if c not in faces] if self._order else []

    def _begun(self, order: Sequence[Sequence[Card]]) -> Deal:
        deal = self._deal
        return Deal(
            deal.game, deal.state, deal.options, deal.seal, deal.began, numbers=deal.numbers, order=order or None,
            rules=deal.rules, pace=deal.pace,
        )  # fmt: skip


class _Placed(Card):
    """A card that knows its place in the pack."""

    place: Place

    @classmethod
    def at(cls, place: Place, card: Card) -> _Placed:
        placed = cls(*card)
        placed.place = place
        return placed


def _seen(deal: Deal, viewer: Seat) -> Iterator[Card]:
    now = view(deal, viewer)
    return cards_in((now.piles, now.facts, now.events))


def _shown(deal: Deal, viewer: Seat) -> tuple[object, ...]:
    """Everything by which a viewer could tell one world from another."""
    offers = [(o.kind, bool(o), o.optional, o.unlisted or [*o.next(())]) for o in deal.offers(viewer)]
    return view(deal, viewer), offers, deal.number


def cards_in(value: Any) -> Iterator[Card]:
    """Every card that is named anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, dict):
        yield from cards_in([*cast("dict[Any, Any]", value).items()])
    elif isinstance(value, (list, tuple, set, frozenset)):
        for inner in cast("Iterable[Any]", value):
            yield from cards_in(inner)
    elif is_dataclass(value) and not isinstance(value, type):
        for f in fields(value):
            yield from cards_in(getattr(value, f.name))


def renamed(row: LogEntry, names: dict[Card, Card]) -> LogEntry:
    """The row as it is played where the cards have other names."""
    return row._replace(move=_renamed(row.move, names)) if names else row


def _renamed(value: Any, names: dict[Card, Card]) -> Any:
    if isinstance(value, Card):
        return names.get(value, value)
    if several(value):
        return tuple(_renamed(inner, names) for inner in value)
    if isinstance(value, Move):
        return type(value)(*(_renamed(inner, names) for inner in vars(value).values()))
    return value
