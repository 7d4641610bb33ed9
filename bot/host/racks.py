"""Which chips lie before each seat: as the bank hands them out, or as play has left them (rules: dealing, section 7).

The integer amount is the truth; where the chips kept for a seat are not worth it, the bank hands them out anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from bot.engine.chips import ChipsShown, Stack, follow
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.table import Table

from . import money

if TYPE_CHECKING:
    from .session import Session


@dataclass
class Followed:
    """The chips of a running deal, as far as its events have been followed."""

    table: Table
    now: dict[Seat, Stack]
    events: int = 0
    public: int = 0
    """So many of these events everybody knows of."""
    shown: list[tuple[int, ChipsShown]] = field(default_factory=list)
    """What was laid out for everybody to see, each with the number of public events by then."""


_followed: WeakKeyDictionary[Deal, Followed] = WeakKeyDictionary()


def before_deal(session: Session, seat: Seat) -> Stack:
    """A seat's chips between deals; during one, as they lay when it began."""
    amount = money.stack_of(session, seat)
    kept = session.stacks.get(seat)
    return kept if kept is not None and kept.amount == amount else money.handed_out(session, amount)


def followed(session: Session, deal: Deal) -> Followed:
    """Where the chips of the running deal lie now. To be asked before the deal is settled."""
    known = _followed.get(deal)
    again = known is None and bool(deal.rows)  # after a restart: what was laid out has been seen
    if known is None or known.table is not deal.table:  # a move taken back has laid a new table
        begun = {n: before_deal(session, n) for n in range(deal.table.seats)}
        again = again or known is not None
        known = _followed[deal] = Followed(deal.table, begun)
    events = deal.table.events
    if len(events) > known.events:
        since = [event for event, to in events[known.events :] if SPECTATOR in to]
        known.now, shown = follow(known.now, since)
        known.events, known.public = len(events), known.public + len(since)
        known.shown += [(known.public, one) for one in shown]
        passed = [one for one in shown if one.why != "change"]
        if passed and not again:
            session.laid = session.laid.then(*passed)
    return known


def told(session: Session) -> Followed | None:
    """The chips of the deal that the table shows, in play or just over; None where they have not been followed."""
    if session.deal is not None:
        return followed(session, session.deal)
    return _followed.get(session.shown) if session.shown is not None else None


def after_deal(session: Session, deal: Deal) -> dict[Seat, Stack]:
    """The chips that stay as play has left them. All others the bank tidies: of every seat where the table says so,
    and of house players anywhere. To be asked before the deal is settled."""
    now = followed(session, deal).now
    if getattr(session.options, "auto_rerack", True):
        return {}
    return {seat: now[seat] for seat in session.humans if seat in now}
