"""What people have chosen in their panels so far and not made a move of yet: in memory, and for its owner alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from bot.engine.offers import verb
from bot.engine.piles import Seat
from bot.table.open_table import OpenTable

from .selection import NO_DRAFT, Draft, standing


class _Kept(NamedTuple):
    draft: Draft
    deal: int
    """How many deals had begun at the table."""
    drawn: int
    """The count of offers at which it was chosen."""
    rows: int
    """How many moves had been made in the deal."""
    made_of_it: frozenset[str]
    """The verbs of the moves that end it."""


class Drafts:
    """One for each seat; what others do at the table does not wipe it out."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, Seat], _Kept] = {}

    def keep(self, s: OpenTable, seat: Seat, draft: Draft, besides: Collection[str] = ()) -> None:
        """This is what the owner of the seat has chosen so far, of a move of its verb or of those `besides`."""
        if s.deal is not None:
            ends = frozenset((draft.verb, *besides))
            self.kept[s.id, seat] = _Kept(draft, s.deals_begun, s.deal.number, len(s.deal.rows), ends)

    def of(self, s: OpenTable, seat: Seat) -> Draft:
        """What is chosen so far, as far as it may still be: its decision stands, and no such move has been made
        since."""
        kept, deal = self.kept.get((s.id, seat)), s.deal
        if kept is None or deal is None:
            return NO_DRAFT
        offer = next((o for o in deal.offers(seat) if verb(o.kind) == kept.draft.verb), None)
        if (
            kept.deal == s.deals_begun
            and offer is not None
            and deal.good(seat, offer.kind, kept.drawn)
            and not any(row.seat == seat and verb(type(row.move)) in kept.made_of_it for row in deal.rows[kept.rows :])
        ):
            return standing(offer, kept.draft)
        del self.kept[s.id, seat]
        return NO_DRAFT

    def forget(self, table: str) -> None:
        """The table is closed."""
        for key in [k for k in self.kept if k[0] == table]:
            del self.kept[key]
