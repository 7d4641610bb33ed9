"""A pot that goes on from deal to deal: who has paid into it, and how it is shared if nobody wins it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.events import Event
from bot.engine.piles import NOBODY, Seat
from bot.engine.state import Standing, State
from bot.engine.table import DealTable


@dataclass(frozen=True)
class Carried:
    """What is remembered from deal to deal."""

    paid: frozenset[Seat] = NOBODY
    """Who has paid into this pot."""


class PotShared(Event):
    """The game ends without a winner; what no even share takes is a splash for the next game here."""

    each: int
    among: tuple[Seat, ...]
    left: int


def paid_into_pot(state: State[Carried]) -> frozenset[Seat]:
    """Who has paid into the pot that goes on, and still sits there."""
    return state.carried.paid - state.fresh if state.pot and state.carried else NOBODY


def owes_ante(state: State[Carried], seat: Seat, *, each_deal: bool) -> bool:
    """Players who have not paid into the pot that goes on pay now; or everybody, if that is the rule."""
    return each_deal or seat not in paid_into_pot(state)


def antes(t: DealTable[object, Carried], amount: int, *, each_deal: bool) -> None:
    """Everybody who owes one pays; a seat that cannot is not dealt in."""
    owing = [p for p in t.players if owes_ante(t.state, p, each_deal=each_deal)]
    t.ante(amount, owing)
    t.carried = replace(t.carried or Carried(), paid=paid_into_pot(t.state) | {p for p in owing if p not in t.away})


def antes_again(t: DealTable[object, Carried], amount: int) -> None:
    """The pot was taken in the middle of a deal: everybody pays into another one; who cannot is out of this deal."""
    t.ante(amount)
    t.carried = Carried(frozenset(t.players))


def share_out(t: DealTable, among: Sequence[Seat]) -> None:
    """The pot goes evenly to these, as far as yellows allow; the rest is a splash for the next game at this table."""
    pot = t.chips["pot"]
    if among:
        t.split(pot, "pot", among, "share of the pot", spare="splash")
    else:
        t.pay(pot, "pot", "splash", "left over")
    left = t.chips["splash"]
    t.tell(PotShared((pot - left) // max(1, len(among)), tuple(among), left))


def last_deal(t: DealTable, most: int | None) -> bool:
    """Whether this is the last deal of the match, if their number is limited."""
    return most is not None and t.state.number + 1 >= most


def share_pot(t: DealTable[object, Carried]) -> None:
    """The game ends as a draw, and every player who has paid into the pot has a share of it."""
    share_out(t, sorted(t.carried.paid))
    t.end_match(Standing(s, 1, "D") for s in everybody(t))


def takes_pot(t: DealTable[object, Carried], seat: Seat) -> None:
    """The pot is won, and with it the match; all others share the second place."""
    t.pay(t.chips["pot"], "pot", seat, "pot")
    t.end_match(Standing(s, 1, "W") if s == seat else Standing(s, 2, "L") for s in everybody(t))


def everybody(t: DealTable[object, Carried]) -> list[Seat]:
    """All who share in the game's end: players who have paid into the pot, and those who would have."""
    return sorted({*t.carried.paid, *(s for s in range(t.seats) if s not in t.state.away)})
