"""Rounds of In-Between with chosen cards, stacks and pots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.in_between import IN_BETWEEN
from bot.games.parts.shared_pot import Kept

from .table import dealt, play


def going_on(pot: int, stacks: Mapping[Seat, int] | None = None, seats: int = 4, **more: Any) -> State:
    """Between two rounds, when everybody has paid into the pot; stacks of 100 whites unless told."""
    chips = tuple((stacks or {}).get(s, 10_000) for s in range(seats))
    kept = Kept(frozenset(range(seats)))
    return replace(opening(seats), **{"stacks": chips, "pot": pot, "dealer": 0, "number": 1, "kept": kept} | more)


def next_round(state: State, turned: str, /, **options: Any) -> Deal:
    """A deal from this state: these cards come first, and seat 0 deals."""
    return dealt(IN_BETWEEN, {}, each=0, stock=turned, state=state, dealer=0, **{"min_bet": 100} | options)


def turn(
    turned: str, pot: int = 1200, stacks: Mapping[Seat, int] | None = None, seats: int = 4, **options: Any
) -> Deal:
    """Seat 1's turn begins with these cards."""
    return next_round(going_on(pot, stacks, seats), turned, **options)


def go(deal: Deal, *moves: str) -> Deal:
    """Moves as people type them; the third card is turned when its time has come."""
    for move in moves:
        play(deal, move)
        third(deal)
    return deal


def third(deal: Deal) -> Deal:
    if deal.ask and not deal.ask.waits_for:
        assert deal.ask.timer
        deal.tick(deal.ask.timer[0])
    return deal


def lapse(deal: Deal, seat: Seat) -> Deal:
    """The turn clock plays for this seat."""
    deal.lapse(seat, deal.table.now + 60_000)
    return third(deal)


def play_out(deal: Deal) -> State:
    """Everybody lets the turn clock play; what the deal leaves."""
    while deal.ask:
        if deal.ask.waits_for:
            lapse(deal, next(iter(deal.ask.waits_for)))
        else:
            third(deal)
    return after(deal)


def pot(deal: Deal) -> int:
    return deal.table.chips["pot"]


def stack(deal: Deal, seat: Seat) -> int:
    return deal.table.chips[seat]


def waits_for(deal: Deal) -> list[Seat]:
    return [*deal.ask.waits_for] if deal.ask else []


def after(deal: Deal) -> State:
    assert deal.after is not None
    return deal.after
