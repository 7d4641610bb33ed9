"""Accounts of a table and how chips move between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .amounts import YELLOW, even_split, shares
from .events import Event
from .piles import EVERYONE, Seat


class Wager(NamedTuple):
    """The chips that lie in front of a seat and are at risk."""

    seat: Seat


Account = Seat | Wager | str
"""A seat's stack, its wager, or one of `pot`, `splash`, `house`."""


class Paid(Event):
    """Chips have moved."""

    amount: int
    source: Account
    to: Account
    why: str


class LeftOut(Event):
    """A seat cannot pay the ante in full and is not dealt in."""

    seat: Seat


class Accounts:
    """The chips of a table, and who has been told of their moving. Scripts know it as a part of the Table."""

    chips: dict[Account, int]
    away: set[Seat]
    events: list[tuple[Event, frozenset[Seat]]]

    @property
    def players(self) -> list[Seat]:
        """Those dealt in, from the dealer's left."""
        raise NotImplementedError

    def pay(self, amount: int, source: Account, to: Account, why: str) -> None:
        """Chips only ever move. A stack, a wager or the pot cannot go below nothing; the house may."""
        chips = self.chips
        have = chips.get(source, 0)
        if amount < 0 or amount % YELLOW or (have < amount and source != "house"):
            raise ValueError(f"{source} cannot pay {amount} of {have}: {why}")
        if amount:
            chips[source] = have - amount
            chips[to] = chips.get(to, 0) + amount
            self.events.append((Paid(amount, source, to, why), EVERYONE))

    def ante(self, amount: int, seats: Iterable[Seat] | None = None, why: str = "ante") -> None:
        """Paid in full into the pot, or the seat is not dealt in. A splash goes along."""
        self.pay(self.chips["splash"], "splash", "pot", "splash")
        for p in [*self.players] if seats is None else [*seats]:
            if self.chips[p] < amount:
                self.away.add(p)
                self.events.append((LeftOut(p), EVERYONE))
            else:
                self.pay(amount, p, "pot", why)

    def split(
        self, amount: int, source: Account, among: Sequence[Seat], why: str, spare: Account | None = None,
        chip: int = YELLOW,
    ) -> None:  # fmt: skip
        """As evenly as whole chips allow. The rest goes to `spare`, otherwise one chip each in the order given, and
        what is no whole chip to the first."""
        _, left = even_split(amount, len(among), chip)
        for p, part in zip(among, shares(amount if spare is None else amount - left, len(among), chip), strict=True):
            self.pay(part, source, p, why)
        if spare is not None:
            self.pay(left, source, spare, "left over")
