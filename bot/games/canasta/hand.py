"""A hand of Canasta as it lies on the table, and a turn of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.engine.cards import Card
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.games.canasta.moves import CanastaTable

from . import melds as m
from .facts import MELD, RED_THREES
from .melds import Group

Right = Literal["free", "must", "no"]
"""Whether a player may go out in this turn, has to, or has been told not to."""


def side_of(seat: Seat) -> Seat:
    """A side is named by its first seat: seats 0 and 2 play against 1 and 3, or 0 against 1."""
    return seat % 2


@dataclass
class Hand:
    """A hand, as it is played."""

    t: CanastaTable
    hands: dict[Seat, Pile]
    stock: Pile
    discards: Pile
    melds: tuple[dict[int, Group], dict[int, Group]] = field(default_factory=lambda: ({}, {}))
    """Of each side, by rank."""
    frozen: bool = False
    ends: bool = False
    """The last card of the stock was a red three: nobody discards any more."""
    began: set[Seat] = field(default_factory=set[Seat])
    """Who has had a turn."""
    charges: list[int] = field(default_factory=lambda: [0, 0])
    """What each side pays for punishable acts."""
    out: Seat | None = None
    concealed: bool = False

    @property
    def strict(self) -> bool:
        return self.t.options.referee == "strict"

    @property
    def pairs(self) -> bool:
        """Two partnerships, and not two players."""
        return self.t.seats == 4

    @property
    def need(self) -> int:
        """Canastas without which a side cannot go out."""
        return 1 if self.pairs else 2

    def minimum(self, side: Seat) -> int:
        """What the first meld of this side must count, by its score when the hand began."""
        return m.minimum(self.t.state.scores[side])

    def members(self, side: Seat) -> list[Seat]:
        return [*range(side, self.t.seats, 2)]

    def red_threes_in(self, seat: Seat) -> list[Card]:
        """Held still, and not laid."""
        return [c for c in self.hands[seat] if m.is_red_three(c)]

    def frozen_for(self, side: Seat) -> bool:
        return self.frozen or (self.t.options.fresh_side_frozen and not self.melds[side])

    # ---- cards go down -------------------------------------------------------------------

    def lay(self, seat: Seat, groups: Sequence[Group], upcard: Card | None = None) -> tuple[tuple[Card, ...], ...]:
        """From a hand to the melds of its side, an upcard before its equals; returns the cards of each group."""
        side, hand = side_of(seat), self.hands[seat]
        melds, laid = self.melds[side], list[tuple[Card, ...]]()
        left = sorted((c for c in hand if not m.is_red_three(c)), key=lambda c: (c != upcard, c))
        for group in groups:
            found: list[Card] = []
            for rank, count in ((group.rank, group.naturals), (m.TWO, group.twos), (m.JOKER, group.jokers)):
                found += [c for c in left if c.rank == rank][:count]
            for c in found:
                left.remove(c)
                hand.take(c)
            self._meld_pile(side, group.rank).lay(*found)
            melds[group.rank] = group.with_(melds.get(group.rank))
            laid.append(tuple(found))
        self.t.revealed += 1
        return tuple(laid)

    def _meld_pile(self, side: Seat, rank: int) -> Pile:
        name = MELD.of(side, rank)
        return self.t.piles.get(name) or self.t.pile(name, seen_by=EVERYONE, zone=f"meld:{side}:{rank}")

    def red_pile(self, side: Seat) -> Pile:
        return self.t.piles[RED_THREES.of(side)]


@dataclass
class Turn:
    """A turn of somebody, from the draw to the discard."""

    h: Hand
    seat: Seat
    fresh: bool
    """The side had no meld when it began: who goes out now goes out concealed."""
    drawn: bool = False
    laid: bool = False
    """Something was laid after the draw."""
    asked: bool = False
    answer: Literal["yes", "no"] | None = None
    """The partner's, where it binds."""
    tried_pile: bool = False
    """Strict: a take that failed. Nothing is charged twice in a turn."""
    tried_out: bool = False
    """Strict: a going-out that failed."""

    @property
    def side(self) -> Seat:
        return side_of(self.seat)

    @property
    def right(self) -> Right:
        if self.answer == "no":
            return "no"
        return "must" if self.answer == "yes" and not self.h.strict else "free"
