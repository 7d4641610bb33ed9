"""What places come to in chips, where a game without chips of its own is played for them.

When the match is over, everybody pays an agreed amount to each who has finished ahead of them: of four the last pays
three times that amount, and the first has it three times. Equal places, so partners too, pay each other nothing.
Games do not know of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from .amounts import YELLOW, Amount, shares
from .events import Event
from .piles import Seat
from .state import Standing
from .table import DealTable


class PlacesPaid(Event):
    """The match was played for places, and these are paid."""

    point: Amount
    """What everybody pays to each who is ahead of them."""
    net: tuple[int, ...]
    """What each seat has won or lost by it, in hundredths of a white."""


class PaidShort(Event, says="{seat:has} only {paid} of the {owed} to pay for the place."):
    """A stack was too small for what its place costs."""

    seat: Seat
    paid: Amount
    owed: Amount


def points(standings: Iterable[Standing]) -> dict[Seat, int]:
    """How many each is ahead of, less how many are ahead of them: of n players place p has n + 1 − 2p, and equal places
    the mean of theirs. They sum to nothing."""
    places = {s.seat: s.place for s in standings}
    return {
        seat: sum(other > place for other in places.values()) - sum(other < place for other in places.values())
        for seat, place in places.items()
    }


def pay_places(t: DealTable) -> None:
    """The deal is over. If the match is, too, places are paid; nobody pays more than their stack. What is missing then
    is missing from the lowest winner; equal ones share the rest in whole yellows, spare ones going to the first from
    the dealer's left."""
    point = t.state.place_point
    if not point or not t.standings:
        return
    stacks = [t.chips[seat] for seat in range(t.seats)]
    owed, paid, got = _dues(point, t.standings, stacks, t.known_dealer)
    _hand_over(t, paid, got)
    for seat, amount in paid.items():
        if amount < owed[seat]:
            t.tell(PaidShort(seat, amount, owed[seat]))
    t.tell(PlacesPaid(point, tuple(t.chips[seat] - stacks[seat] for seat in range(t.seats))))


def paid_for(point: int, standings: Iterable[Standing], stacks: Sequence[int], dealer: Seat | None) -> tuple[int, ...]:
    """What each seat wins or loses where a match is over outside its deals: the same as `pay_places` pays."""
    _, paid, got = _dues(point, standings, stacks, dealer)
    return tuple(got.get(seat, 0) - paid.get(seat, 0) for seat in range(len(stacks)))


def _dues(point: int, standings: Iterable[Standing], stacks: Sequence[int], dealer: Seat | None
          ) -> tuple[dict[Seat, int], dict[Seat, int], dict[Seat, int]]:  # fmt: skip
    """What each loser owes and pays, the lowest first, and what each winner gets of it."""
    won, seats = {seat: n * point for seat, n in points(standings).items()}, len(stacks)
    last = seats - 1 if dealer is None else dealer
    order = [seat for n in range(1, seats + 1) if (seat := (last + n) % seats) in won]
    owed = {seat: -won[seat] for seat in sorted(order, key=won.__getitem__) if won[seat] < 0}
    paid = {seat: min(amount, stacks[seat] // YELLOW * YELLOW) for seat, amount in owed.items()}
    return owed, paid, _shared(sum(paid.values()), {seat: won[seat] for seat in order if won[seat] > 0})


def _shared(paid: int, won: Mapping[Seat, int]) -> dict[Seat, int]:
    """Each winner's share of the payments: the best of them first."""
    got: dict[Seat, int] = {}
    for claim, equal in groupby(sorted(won, key=lambda seat: -won[seat]), key=won.__getitem__):
        seats = [*equal]
        part = min(paid, claim * len(seats))
        got |= zip(seats, shares(part, len(seats)), strict=True)
        paid -= part
    return got


def _hand_over(t: DealTable, paid: Mapping[Seat, int], got: Mapping[Seat, int]) -> None:
    """Each of the losers pays the winners in turn, in as few payments as it takes."""
    wanted = dict(got)
    for source, amount in paid.items():
        for to, claim in wanted.items():
            part = min(amount, claim)
            t.pay(part, source, to, "place")
            amount, wanted[to] = amount - part, claim - part
