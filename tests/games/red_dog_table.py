"""Rounds of Red Dog with chosen cards, stacks and pots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.red_dog import (
    RED_DOG,
    Bet,
)

from .table import dealt, offer, play


def first_round(
    hands: Mapping[Seat, str] | None = None, turned: str = "", /, *, seats: int = 4, stack: int = 10_000, **options: Any
) -> Deal:
    """The first deal of a match: all ante, seat 0 deals, seat 1 bets first."""
    return dealt(RED_DOG, hands or {}, each=4, stock=turned, state=opening(seats, stack), dealer=0, **options)


def next_round(state: State, hands: Mapping[Seat, str] | None = None, turned: str = "", /, **options: Any) -> Deal:
    """A deal from this state, seat 0 dealing unless it says otherwise."""
    return dealt(RED_DOG, hands or {}, each=4, stock=turned, state=state, dealer=0, **options)


def bets(deal: Deal, seat: Seat) -> list[int]:
    """What the seat may bet."""
    return [*offer(deal, seat, Bet).next(())]


def bet_least(deal: Deal) -> Deal:
    """Everybody who is still to bet bets the least."""
    while deal.ask:
        (seat,) = deal.ask.waits_for
        play(deal, f"{seat}: bet min")
    return deal
