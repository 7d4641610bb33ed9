"""Hands of Cash laid out: chosen cards, everybody ready, and a clock that the test moves."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from bot.engine.asks import LogEntry
from bot.engine.cards import card, deck
from bot.engine.deal import Deal, Illegal, digest
from bot.engine.facts import HAND
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.cash import CASH
from bot.games.cash import moves as m
from bot.games.cash.facts import BOARD as LYING

from .table import dealt, told

GO = 10_000
"""When the first board is turned up."""
ANN, BEN, CY, DEE = range(4)
PLAIN = {ANN: "9S 9H 4C KD", BEN: "2C 3C 7D 8H", CY: "7S 7H 7C KC", DEE: "10S JD QC AH"}
FOURS = PLAIN | {CY: "7S 7H 7C 7D", BEN: "2C 3C KC 8H"}
BOARD = "9C 2D JS 5H"


def lettered(scores: tuple[int, ...], **more: object) -> State:
    """A third hand, with letters that are there already."""
    return replace(opening(len(scores)), scores=scores, number=3, **more)


def agreeing(hands: Mapping[Seat, str] | None = None, board: str = BOARD, *, seats: int = 4, dealer: Seat = 3,
             state: State | None = None, **options: Any) -> Deal:  # fmt: skip
    """Before the cards are dealt: the pairs agree on their signals."""
    state = state or opening(seats)
    hands = PLAIN if hands is None else hands
    return dealt(CASH, hands, each=4, stock=board, dealer=dealer, state=state, began=GO - 3000, **options)


def counting(*args: Any, **how: Any) -> Deal:
    """The cards are dealt, and the first board counts down."""
    deal = agreeing(*args, **how)
    for seat in range(deal.state.seats):
        deal.submit(seat, m.Ready(), GO - 3000)
    return deal


def up(*args: Any, **how: Any) -> Deal:
    """The first board is just up."""
    deal = counting(*args, **how)
    deal.tick(GO)
    return deal


def press(deal: Deal, seat: Seat, move: Move, at: int, pressed: int | None = None) -> list[LogEntry]:
    """A move this many ms after GO; `pressed` when it was made, if not when it arrived."""
    rows = deal.submit(seat, move, GO + at, GO + (at if pressed is None else pressed))
    conserved(deal)
    return rows


def wait(deal: Deal, until: int) -> Deal:
    """The clock goes on to this many ms after GO."""
    deal.tick(GO + until)
    conserved(deal)
    return deal


def grab(take: str, give: str | None = None) -> m.Grab:
    return m.Grab(card(take), card(give) if give else None)


def throw(c: str) -> m.Discard:
    return m.Discard(card(c))


def swap(deal: Deal, seat: Seat, take: str, give: str, at: int) -> None:
    """A whole swap, which is done a fair window later."""
    press(deal, seat, grab(take, give), at)
    wait(deal, at + deal.options.fair_window_ms)


def no(deal: Deal, seat: Seat, move: Move, at: int, **how: Any) -> str:
    """The sentence with which this is refused at this many ms after GO; nothing has changed by it."""
    wait(deal, at)
    before = digest(deal)
    try:
        deal.submit(seat, move, GO + at, **how)
    except Illegal as why:
        assert digest(deal) == before, "a refused move has changed something"
        return str(why)
    raise AssertionError(f"{move} was not refused")


def hand(deal: Deal, seat: Seat) -> str:
    return " ".join(map(str, deal.table.piles[HAND.of(seat)]))


def board(deal: Deal) -> str:
    return " ".join(map(str, deal.table.piles[LYING]))


def conserved(deal: Deal) -> None:
    """Hands, board, stock and cleared boards are the pack, and whole."""
    piles = deal.table.piles
    if not piles:  # the pads
        return
    assert Multiset(chain.from_iterable(piles.values())) == Multiset(deck())
    assert all(len(piles[HAND.of(p)]) == 4 for p in range(deal.state.seats)) and len(piles[LYING]) == 4


def all_pass(deal: Deal, at: int) -> None:
    for seat in range(deal.state.seats):
        press(deal, seat, m.Pass(), at)


def called(deal: Deal, seat: Seat, move: Move, at: int = 0) -> m.HandOver:
    """A call, and what came of it."""
    press(deal, seat, move, at)
    deal.tick(GO + at + deal.options.fair_window_ms)
    assert deal.after is not None
    return over(deal)


def over(deal: Deal) -> m.HandOver:
    (end,) = told(deal, m.HandOver)
    return end
