"""Hands of Knock Poker with chosen cards, stocks and chips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.engine.deal import Deal
from bot.engine.facts import HAND as HELD
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.knock_poker import HAND, KNOCK_POKER, Showdown, Shown, WinsHand

from .table import dealt, play, told


def hand(
    hands: Mapping[Seat, str] | None = None, upcard: str = "", stock: str = "", /, *, seats: int = 4,
    stack: int = 0, state: State | None = None, **options: Any,
) -> Deal:  # fmt: skip
    """A hand in which these seats get these cards and the stock begins with those. Seat 0 deals, seat 1 begins."""
    state = state or opening(seats, stack)
    following = f"{upcard} {stock}" if upcard else ""
    return dealt(KNOCK_POKER, hands or {}, each=HAND, stock=following, state=state, dealer=0, **options)


def going_on(scores: tuple[int, ...], **more: Any) -> State:
    """Between two hands of a match, with the hands won by each."""
    return replace(opening(len(scores)), scores=scores, dealer=0, number=sum(scores), **more)


def rounds(deal: Deal, turns: int) -> Deal:
    """A number of turns in which everybody draws from the stock and throws the card away again."""
    for _ in range(turns):
        assert deal.ask
        (seat,) = deal.ask.waits_for
        deal.lapse(seat, 0)
        deal.lapse(seat, 0)
    return deal


def knocks(deal: Deal, seat: Seat) -> Deal:
    """The seat draws from the stock, throws that card away and knocks."""
    play(deal, f"{seat}: draw stock")
    return play(deal, f"{seat}: knock {deal.table.piles[HELD.of(seat)].top}")


def shown_at_once(hands: Mapping[Seat, str], **more: Any) -> Deal:
    """The first player knocks at once, and nobody's hand changes."""
    deal = hand(hands, seats=len(hands), **more)
    return rounds(knocks(deal, deal.table.players[0]), len(hands) - 1)


def best_first(deal: Deal) -> list[Shown]:
    return [*told(deal, Showdown)[-1].hands]


def winners(deal: Deal) -> tuple[Seat, ...]:
    return told(deal, WinsHand)[-1].winners
