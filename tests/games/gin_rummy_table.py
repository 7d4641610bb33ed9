"""Hands of Gin Rummy with chosen cards and stocks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.gin_rummy import GIN_RUMMY, HAND, Carried, Scored

from .table import dealt, play, told

NO_MELDS = ("9C KC KD 2S 4C 6D JD AH 7H 10S", "8C 2D 4S 5S 6C 7S 10C JS 3D AC")
"""Two hands without a meld."""


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


def to_and_fro(deal: Deal, times: int) -> Deal:
    """With `NO_MELDS` and the queen of hearts each takes what the other throws, six turns a time: then both hands and
    the upcard are what they were."""
    for _ in range(times):
        play(deal, "0: draw discard", "0: discard 9C", "1: draw discard", "1: discard 8C")
        play(deal, "0: draw discard", "0: discard QH", "1: draw discard", "1: discard 9C")
        play(deal, "0: draw discard", "0: discard 8C", "1: draw discard", "1: discard QH")
    return deal
