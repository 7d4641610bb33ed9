"""What people have chosen in their panels so far and not made a move of yet: in memory, and for its owner alone."""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.engine.offers import verb
from bot.engine.piles import Seat
from bot.table.session import Session

Draft = tuple[str, tuple[Any, ...]]
"""A verb, and the parts of the move that are chosen."""
NO_DRAFT: Draft = ("", ())


class _Kept(NamedTuple):
    draft: Draft
    deal: int
    """How many deals had begun at the table."""
    drawn: int
    """The count of offers at which it was chosen."""
    rows: int
    """How many moves had been made in the deal."""


class Drafts:
    """One for each seat; what others do at the table does not wipe it out."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Seat], _Kept] = {}

    def keep(self, s: Session, seat: Seat, draft: Draft) -> None:
        """This is what the owner of the seat has chosen so far."""
        if s.deal is not None:
            self._kept[s.id, seat] = _Kept(draft, s.deals_begun, s.deal.number, len(s.deal.rows))

    def of(self, s: Session, seat: Seat) -> Draft:
        """What is chosen so far, if it may still be: its decision stands, and no such move has been made since."""
        kept, deal = self._kept.get((s.id, seat)), s.deal
        if kept is None or deal is None:
            return NO_DRAFT
        name, parts = kept.draft
        offer = next((o for o in deal.offers(seat) if verb(o.kind) == name), None)
        if (
            kept.deal == s.deals_begun
            and offer is not None
            and deal.good(seat, offer.kind, kept.drawn)
            and all(part in offer.next(parts[:n]) for n, part in enumerate(parts))
            and not any(row.seat == seat and verb(type(row.move)) == name for row in deal.rows[kept.rows :])
        ):
            return kept.draft
        del self._kept[s.id, seat]
        return NO_DRAFT

    def forget(self, table: str) -> None:
        """The table is closed."""
        for key in [k for k in self._kept if k[0] == table]:
            del self._kept[key]
