"""Hands of Gin Rummy with chosen cards and stocks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.gin_rummy import GIN_RUMMY, HAND, Carried, Scored

from .table import dealt, play, told


def hand(
    mine: str = "", theirs: str = "", upcard: str = "", stock: str = "", /, *, state: State | None = None,
    rules: int | None = None, **options: Any,
) -> Deal:  # fmt: skip
    """Seat 1 deals; seat 0, who holds the first of these hands, begins. The stock begins with the upcard. `rules` are
    those by which it was begun."""
    hands = {seat: text for seat, text in enumerate((mine, theirs)) if text}
    following, state = f"{upcard} {stock}" if upcard else "", state or opening(2)
    deal = dealt(GIN_RUMMY, hands, each=HAND, stock=following, state=state, dealer=1, seats=2, **options)
    if rules is None:
        return deal
    return Deal(GIN_RUMMY, deal.state, deal.options, None, 0, order=deal.order, rules=rules)


def going_on(points: tuple[int, int], boxes: tuple[int, int] = (0, 0), **more: Any) -> State:
    """Between two hands of a game."""
    stacks = more.pop("stacks", (0, 0))
    return replace(opening(2), scores=points, carried=Carried(boxes), dealer=1, number=1, stacks=stacks, **more)


def ends(deal: Deal, typed: str, seat: Seat = 0) -> Deal:
    """The seat draws from the stock and does that."""
    play(deal, f"{seat}: draw stock")
    return play(deal, f"{seat}: {typed}")


def scored(deal: Deal) -> Scored:
    return told(deal, Scored)[-1]


def won(deal: Deal) -> tuple[Seat, str, int, int]:
    """Who has scored, how, how many points, and for how many boxes."""
    said = scored(deal)
    return said.seat, said.how, said.points, said.boxes
