"""Rounds of Backhand with chosen cards, wins, wagers and stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.backhand import BACKHAND, CARDS, Called, Forced, Options, Settled, packs, worth

from . import table
from .table import moment_over, told, turn

OTHERS = "10C 6D"
"""What seats hold that no test is about: 16."""


def deal(
    hands: Mapping[Seat, str], stock: str = "", /, *, seats: int | None = None, dealer: Seat | None = None,
    state: State | None = None, scores: Sequence[int] = (), number: int = 0, again: Sequence[str] = (),
    playing: Sequence[Seat] | None = None, **options: Any,
) -> Deal:  # fmt: skip
    """A round in which these seats get these two cards, and the stock begins with those. The last seat deals.

    `scores` are the wins so far, after a number of rounds. `playing` is who makes a wager, if not everybody does.
    """
    seats = seats or max(hands) + 1
    rules = Options(**options)
    state = state or opening(seats, 10_000)
    first = seats - 1 if dealer is None else dealer
    state = replace(state, dealer=first, number=number, scores=tuple(scores) or state.scores)
    around = [(first + i) % seats for i in range(1, seats + 1)]
    among = [s for s in around if playing is None or s in playing]
    rest = pack(decks=packs(state))
    given = {s: cards(hands.get(s, OTHERS)) for s in among}
    wanted = [hand[n] for n in (0, 1) for hand in given.values()] + cards(stock)
    for c in wanted:
        if c in rest:  # chosen hands may hold more copies than there are
            rest.remove(c)
    return Deal(BACKHAND, state, rules, None, order=[[*wanted, *rest], *(cards(text) for text in again)])


def play(d: Deal, *moves: str) -> Deal:
    """Moves as people type them; a card that was called for is turned when its time has come."""
    for move in moves:
        moment_over(table.play(d, move))
    return d


def lapse(d: Deal, at: int = 0) -> Deal:
    """The turn clock plays for the player on turn."""
    seat = turn(moment_over(d))
    assert seat is not None
    d.lapse(seat, max(at, d.table.now))
    return moment_over(d)


def held(d: Deal, seat: Seat = 0) -> str:
    return " ".join(map(str, d.table.piles[CARDS.of(seat)]))


def total(d: Deal, seat: Seat = 0) -> int:
    return worth(d.table.piles[CARDS.of(seat)])


def settled(d: Deal) -> list[tuple[Seat, bool, str, int]]:
    """Seat, won, how and net of every hand, in order."""
    return [(e.seat, e.won, e.how, e.net) for e in told(d, Settled)]


def called(d: Deal) -> Called:
    (found,) = told(d, Called)
    return found


def forced(d: Deal) -> list[tuple[str, int]]:
    return [(" ".join(map(str, e.cards)), e.total) for e in told(d, Forced)]
