"""Deals of Jubilee with chosen hands, and totals to begin from."""

from __future__ import annotations

from typing import Any

from bot.engine.deal import Deal
from bot.games.jubilee import HAND, JUBILEE, Played, Skipped

from .table import dealt, fact, moment_over, play, told, turn


def hand(*hands: str, stock: str = "", seats: int = 0, **more: Any) -> Deal:
    """The last seat deals, so that the first of these hands opens; every hand is filled up to eight cards."""
    seats = seats or max(2, len(hands))
    given = dict(enumerate(hands))
    return moment_over(dealt(JUBILEE, given, each=HAND, stock=stock, dealer=seats - 1, seats=seats, **more))


def plays(deal: Deal, cards: str) -> Deal:
    """Cards one after the other, each by whose turn it is."""
    for word in cards.split():
        moment_over(deal)
        seat = turn(deal)
        assert seat is not None
        play(deal, f"{seat}: play {word}")
    return moment_over(deal)


def total(deal: Deal) -> int:
    return fact(deal, "total")


def scored(deal: Deal) -> list[int]:
    """What each card has scored."""
    return [e.points for e in told(deal, Played)]


def skipped(deal: Deal) -> list[int]:
    """Who has missed a turn."""
    return [e.seat for e in told(deal, Skipped)]
