"""Rounds of In-Between with chosen cards, stacks and pots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games.in_between import IN_BETWEEN

from .table import after, dealt, going_on, moment_over, play


def next_round(state: State, turned: str, /, **options: Any) -> Deal:
    """A deal from this state: these cards come first, and seat 0 deals."""
    return dealt(IN_BETWEEN, {}, each=0, stock=turned, state=state, dealer=0, **{"min_bet": 100} | options)


def turn(
    turned: str, pot: int = 1200, stacks: Mapping[Seat, int] | None = None, seats: int = 4, **options: Any
) -> Deal:
    """Seat 1's turn begins with these cards; if these decide it alone, it is over."""
    return moment_over(next_round(going_on(pot, stacks, seats), turned, **options))


def go(deal: Deal, *moves: str) -> Deal:
    """Moves as people type them; the third card is turned when its time has come."""
    for move in moves:
        play(deal, move)
        moment_over(deal)
    return deal


def lapse(deal: Deal, seat: Seat) -> Deal:
    """The turn clock plays for this seat."""
    deal.lapse(seat, deal.table.now + 60_000)
    return moment_over(deal)


def play_out(deal: Deal) -> State:
    """Everybody lets the turn clock play; what the deal leaves."""
    while deal.ask:
        if deal.ask.waits_for:
            lapse(deal, next(iter(deal.ask.waits_for)))
        else:
            moment_over(deal)
    return after(deal)
