"""Deals of 3-5-7 with chosen cards, stacks, strikes and pots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.three_five_seven import THREE_FIVE_SEVEN, Showdown

from . import table
from .table import dealt, play, told

HELD = 7


def going_on(
    pot: int, stacks: Mapping[Seat, int] | None = None, strikes: Sequence[int] = (), seats: int = 5, **more: Any
) -> State:
    """Between two deals, when everybody has paid into the pot; stacks of 100 whites unless told."""
    return table.going_on(pot, stacks, seats, strikes=tuple(strikes) or (0,) * seats, **more)


def deal(hands: Mapping[Seat, str] | None = None, /, *, state: State | None = None, seats: int = 5, **options: Any
         ) -> Deal:  # fmt: skip
    """A deal in which these seats get these cards in this order, up to seven; the rest come as they may.

    Without a state it is the first deal of a match. Seat 0 deals unless the state says otherwise.
    """
    state = state or opening(seats, 10_000)
    dealer = 0 if state.dealer is None else state.dealer
    around = [(dealer + i) % state.seats for i in range(1, state.seats + 1)]
    given = {s: cards((hands or {}).get(s, "")) for s in around if s not in state.away}
    known = [c for hand in given.values() for c in hand]
    rest = [c for c in pack() if c not in known]
    for hand in given.values():
        missing = HELD - len(hand)
        hand += rest[:missing]
        del rest[:missing]
    first = {s: " ".join(map(str, hand[:3])) for s, hand in given.items()}
    later = [hand[n] for n in range(3, HELD) for hand in given.values()]
    return dealt(
        THREE_FIVE_SEVEN, first, stock=" ".join(map(str, later)), state=state, dealer=dealer, **options
    )  # fmt: skip


def declare(deal: Deal, *are_in: Seat) -> Deal:
    """These seats are in, everybody else who may declare is out, from the seat of the highest number down."""
    assert deal.ask
    for seat in sorted(deal.ask.waits_for, reverse=True):
        play(deal, f"{seat}: {'in' if seat in are_in else 'out'}")
    return deal


def stage(deal: Deal) -> int:
    """How many cards are held now."""
    return deal.table.facts["stage"][0]


def stacks(deal: Deal) -> list[int]:
    return [deal.table.chips[p] for p in range(deal.table.seats)]


def called(deal: Deal) -> list[str]:
    """What the hands that were compared last are called."""
    return [hand.called for hand in told(deal, Showdown)[-1].hands]
