"""Deals of Farmer with chosen cards: for each seat its first card, then what it draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games.farmer import FARMER

from . import table
from .table import dealt, play


def going_on(farm: int = 0, farmer: Seat = 0, seats: int = 4, **more: Any) -> State:
    """Between two deals; stacks of 100 whites unless told."""
    return replace(table.going_on(farm, seats=seats, dealer=farmer), **more)


def deal(hands: str, farm: int, farmer: Seat, **more: Any) -> Deal:
    """`hands` are `10C 6H | 9D 7S` from seat 0; the farm is what it comes to with everybody's ante of 1."""
    each = [words.split() for words in hands.split("|")]
    seats = len(each)
    ante = more.pop("ante", 100)
    state = going_on(farm - seats * ante, farmer, seats, **more.pop("state", {}))
    order = [(farmer + n) % seats for n in range(1, seats + 1)]
    drawn = " ".join(c for p in order for c in each[p][1:])
    return dealt(
        FARMER, {p: each[p][0] for p in order}, each=1, stock=drawn, state=state, dealer=farmer, ante=ante, **more
    )


def played(hands: str, farm: int, farmer: Seat, **more: Any) -> Deal:
    """That deal, when everybody has drawn their cards and stayed."""
    made = deal(hands, farm, farmer, **more)
    each = [words.split() for words in hands.split("|")]
    for n in range(1, len(each) + 1):
        p = (farmer + n) % len(each)
        play(made, *[f"{p}: hit"] * (len(each[p]) - 1), f"{p}: stay")
    return made


def net(made: Deal) -> tuple[int, ...]:
    """What the deal has brought each seat, the ante left out."""
    ante = made.options.ante
    return tuple(made.table.chips[s] - made.state.stacks[s] + ante for s in range(made.table.seats))


def farm(made: Deal) -> int:
    return made.table.chips["pot"]
