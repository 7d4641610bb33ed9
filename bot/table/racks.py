"""Which chips lie before each seat: as the bank hands them out, or as play has left them (rules/dealing.md, section 7).

The integer amount is the truth; where the chips kept for a seat are not worth it, the bank hands them out anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from bot.engine.chips import ChipsShown, Stack, follow
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.table import DealTable, Paid

from . import money
from .open_table import OpenTable


@dataclass
class Followed:
    """The chips of a running deal, as far as its events have been followed."""

    table: DealTable
    now: dict[Seat, Stack]
    events: int = 0
    public: int = 0
    """How many of these events everybody knows of."""

    def on(self, to: int | None = None) -> list[ChipsShown]:
        """Follow the events up to this one, or all. Returns what they have laid out for everybody to see."""
        events = self.table.events[self.events : to]
        since = [event for event, audience in events if SPECTATOR in audience]
        self.events, self.public = self.events + len(events), self.public + len(since)
        if not any(isinstance(event, Paid) for event in since):
            return []
        self.now, shown = follow(self.now, since)
        return shown


_LATEST = 6
"""Of how many of the last events the payments are shown."""
_followed: WeakKeyDictionary[Deal, Followed] = WeakKeyDictionary()


def before_deal(session: OpenTable, seat: Seat) -> Stack:
    """A seat's chips between deals; during one, as they lay when it began."""
    amount = money.stack_of(session, seat)
    kept = session.stacks.get(seat)
    return kept if kept is not None and kept.amount == amount else money.handed_out(session, amount)


def followed(session: OpenTable, deal: Deal) -> Followed:
    """Where the chips of the running deal lie now. To be asked before the deal is settled."""
    known = _known(session, deal)
    known.on()
    return known


def _known(session: OpenTable, deal: Deal, most: int | None = None) -> Followed:
    """What is known of a deal's chips, followed through at most `most` events."""
    known = _followed.get(deal)
    if known is None or known.table is not deal.table or (most is not None and known.events > most):
        begun = {n: before_deal(session, n) for n in range(deal.table.seats)}  # a move taken back lays a new table
        known = _followed[deal] = Followed(deal.table, begun)
    return known


def tell(session: OpenTable, deal: Deal) -> None:
    """What a change of the table has laid out for everybody to see. Before it is stored, and before the deal is
    settled."""
    events, told = len(deal.table.events), session.chips_told
    upto = events if told.events is None else min(told.events, events)
    known = _known(session, deal, upto)
    known.on(upto)
    chips = known.on()
    session.chips_told = told.then(events, known.public, chips)
    if passed := [one for one in chips if one.why != "change"]:
        session.chip_display = session.chip_display.then(*passed)


def told(session: OpenTable) -> list[ChipsShown]:
    """What was laid out last for everybody to see, in the deal that the table shows."""
    if session.shown is None:
        return []
    public = sum(SPECTATOR in audience for _, audience in session.shown.table.events)
    return [one.shown for one in session.chips_told.latest if one.public > public - _LATEST]


def after_deal(session: OpenTable, deal: Deal) -> dict[Seat, Stack]:
    """The chips that stay as play has left them. All others the bank tidies: of every seat where the table says so,
    and of house players anywhere. To be asked before the deal is settled."""
    now = followed(session, deal).now
    if getattr(session.options, "auto_rerack", True):
        return {}
    return {seat: now[seat] for seat in session.humans if seat in now}
