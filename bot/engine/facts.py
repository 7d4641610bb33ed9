"""The names of what a deal tells besides its events: facts of a type, and piles of cards.

A script notes a fact and lays cards on a pile; views hand both on under these names, pictures and house players read
them there. Each name stands once, beside what it is of, so that neither it nor its type can be mistaken:

    TRICK_NUMBER: Fact[int] = Fact("trick number")
    DREW: SeatFact[tuple[int, ...]] = SeatFact("drew {}")

    t.note(TRICK_NUMBER, 3)
    view.fact(TRICK_NUMBER)
    view.faces(HAND.of(seat))
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Generic, NewType, TypeVar

from .cards import Card
from .offers import Move
from .piles import Seat

T = TypeVar("T")

PileName = NewType("PileName", str)
"""A pile of a deal, as `DealTable.piles` and `View.piles` call it."""


class SeatPile:
    """A pile for each seat, or for each of something else besides: a column, a suit."""

    def __init__(self, pattern: str) -> None:
        def named(*which: int | str) -> PileName:
            return PileName(pattern.format(*which))

        self.of: Callable[[*tuple[int | str, ...]], PileName] = cache(named)
        """The name of one of them, made once."""


class AnyFact:
    """A fact of whatever type, to ask for or to forget."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name
        """As `DealTable.facts` and `View.facts` call it."""

    def __repr__(self) -> str:
        return f"Fact({self.name!r})"


class Fact(AnyFact, Generic[T]):
    """Something that holds in a deal and is no card: the suit asked for, who is ready."""

    __slots__ = ()


class SeatFact(Generic[T]):
    """A fact for each seat."""

    def __init__(self, pattern: str) -> None:
        def of_seat(seat: Seat) -> Fact[T]:
            return Fact(pattern.format(seat))

        self.of: Callable[[Seat], Fact[T]] = cache(of_seat)
        """The fact of one of them, made once."""


# ---- of every game -----------------------------------------------------------------------------------

HAND = SeatPile("hand {}")
STOCK = PileName("stock")
DISCARDS = PileName("discards")

READY: Fact[frozenset[Seat]] = Fact("ready")
"""Who has made a secret choice."""
CHOSEN: SeatFact[Move] = SeatFact("choice of {}")
"""The choice of a seat, which it may still change; seen by that seat alone."""
RECEIVED: SeatFact[tuple[Card, ...]] = SeatFact("received {}")
"""Cards that have just come to a hand; seen by those who see it."""
BEHIND: Fact[int] = Fact("behind")
"""How many cards of a shoe lie behind the marker."""
PAID_AT: Fact[int] = Fact("paid at")
"""When all was paid that a deal pays, in table time: from then on it is only looked at, and shown as its result."""
TO_CUT: Fact[frozenset[Seat]] = Fact("to cut")
"""Who may cut the pack, while it is offered."""
CUTTER: Fact[Seat] = Fact("cutter")
"""Who is asked to cut."""
PACK: Fact[int] = Fact("pack")
"""How many cards the pack has that is offered to be cut."""
