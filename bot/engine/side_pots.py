"""Pots at different heights, when somebody has put in all and others more (rules/dealing.md, section 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from .events import Event
from .piles import Seat
from .table import DealTable


class Pot(NamedTuple):
    """A pot, and who may win it."""

    amount: int
    """Hundredths of a white."""
    eligible: tuple[Seat, ...]


class PotWon(Event):
    """A pot goes to these seats; several share it."""

    pot: str
    """`pot` if there is only one, else `main pot`, `side pot 1` and so on."""
    amount: int
    winners: tuple[Seat, ...]


def side_pots(totals: Mapping[Seat, int], live: Sequence[Seat], others: int = 0) -> tuple[Pot, ...]:
    """The main pot, then the side pots, from what every seat has put in over the hand, antes included.

    A pot for every height that a live seat has reached. `others` is money of no seat's, a splash or an earlier pot,
    and lies in the main pot. Money of dead seats above the top height joins the last pot (ruling 8). Pots of nothing
    are left out; the same seats never have two pots, as every height is some live seat's last.
    """
    pots: list[Pot] = []
    below = 0
    for height in sorted({totals.get(s, 0) for s in live}):
        amount = others + sum(max(0, min(n, height) - below) for n in totals.values())
        if amount:
            pots.append(Pot(amount, tuple(s for s in live if totals.get(s, 0) >= height)))
        below, others = height, 0
    above = sum(max(0, n - below) for n in totals.values())
    if above and pots:
        pots[-1] = pots[-1]._replace(amount=pots[-1].amount + above)
    elif above:
        pots.append(Pot(above, tuple(live)))
    return tuple(pots)


def pot_name(place: int, pots: Sequence[Pot]) -> str:
    """What the pot in this place is called."""
    return "pot" if len(pots) == 1 else f"side pot {place}" if place else "main pot"


def award(t: DealTable, pots: Sequence[Pot], winners: Callable[[Pot], Sequence[Seat]]) -> None:
    """Every pot on its own, from the last back to the main pot; `winners` picks from those who are eligible.

    Ties share, spare yellows one each from the dealer's left. Raises ValueError for a winner who is not eligible.
    """
    for place in reversed(range(len(pots))):
        pot, name = pots[place], pot_name(place, pots)
        best = [*winners(pot)]
        if not best or not {*best} <= {*pot.eligible}:
            raise ValueError(f"seats {best} cannot win the {name} of {pot.eligible}")
        among = [p for p in t.players if p in best]
        t.tell(PotWon(name, pot.amount, tuple(among)))
        t.split(pot.amount, "pot", among, name)
