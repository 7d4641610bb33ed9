"""Hands of Neosho Rapids with chosen cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from unittest import mock

from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games import neosho_rapids as g
from bot.games.neosho_rapids import NEOSHO_RAPIDS, Drew, HandOver

from .table import told


def hand(
    hands: Mapping[Seat, str], upcard: str, stock: str | None = None, /, *, seats: int = 2, state: State | None = None,
    only: bool = False, began: int = 0, **options: Any,
) -> Deal:  # fmt: skip
    """The last seat deals, and seat 0 begins. Everybody has as many cards as the longest of these hands. The stock
    begins with these cards; with `only` there are no others in the pack."""
    given = {seat: cards(text) for seat, text in hands.items()}
    each = max(map(len, given.values()))
    known = [*(c for held in given.values() for c in held), *cards(upcard), *cards(stock or "")]
    rest = [c for c in pack() if c not in known]
    full = {}
    for seat in range(seats):
        held = given.get(seat, [])
        missing = each - len(held)
        full[seat], rest = [*held, *rest[:missing]], rest[missing:]
    order = [c for round_ in zip(*full.values(), strict=True) for c in round_]
    order += [*cards(upcard), *cards(stock or ""), *([] if only else rest)]
    first = replace(state or opening(seats), dealer=seats - 1)
    with mock.patch.object(g, "HAND", each):
        return Deal(NEOSHO_RAPIDS, first, NEOSHO_RAPIDS.options(cut="off", **options), None, began, order=[order])


def going_on(scores: tuple[int, ...], **more: Any) -> State:
    """Between two hands of a match."""
    return replace(opening(len(scores)), scores=scores, number=1, **more)


def held(deal: Deal, seat: Seat) -> str:
    """The cards of a seat."""
    return " ".join(map(str, sorted(deal.table.piles[HAND.of(seat)])))


def upcard(deal: Deal) -> str:
    return str(deal.table.piles[DISCARDS].top)


def piles(deal: Deal) -> tuple[int, int]:
    """How many cards the stock and the discards have."""
    return len(deal.table.piles[STOCK]), len(deal.table.piles[DISCARDS])


def drew(deal: Deal) -> list[tuple[Seat, int, bool]]:
    """Everybody who has drawn, how many cards they had then, and whether it played itself."""
    return [(e.seat, e.left, e.forced) for e in told(deal, Drew)]


def ended(deal: Deal) -> tuple[tuple[Seat, ...], str, tuple[int, ...]]:
    """Who has won the hand, why it is over, and what was left, from the dealer's left."""
    (over,) = told(deal, HandOver)
    return over.winners, over.why, over.left
