"""A window for wagers before a round: everybody at once, in the open, changeable until the last one is in.

A player who lets two windows in a row lapse is put away. Amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from bot.engine.amounts import WHITE, Amount, whites
from bot.engine.asks import Ask, Script
from bot.engine.events import Event
from bot.engine.facts import Fact
from bot.engine.offers import Move, Offer, OneOf, Only
from bot.engine.piles import NOBODY, Seat
from bot.engine.table import DealTable

WAGERS: Fact[tuple[tuple[Seat, Amount], ...]] = Fact("wagers")

WAGER_SECONDS = 20


@dataclass(frozen=True)
class Carried:
    """What is remembered from round to round; a game may keep more."""

    wagers: tuple[tuple[Seat, int], ...] = ()
    """Each seat's last wager."""
    asleep: frozenset[Seat] = NOBODY
    """Who has let the last wager lapse."""


class Bet(Move):
    """A wager on the next round."""

    amount: Amount


class Pass(Move):
    """No: sit this round out, or take no insurance."""


PASS = Pass()


class Wagering(Protocol):
    """The options of a game in which everybody bets before the cards."""

    @property
    def min_bet(self) -> int: ...
    @property
    def max_bet(self) -> int: ...


class OutOfChips(Event, says="{seat:is} out of chips."):
    seat: Seat


class PutAway(Event, says="{seat:sits} out; `/table sit-out` is the way back."):
    """A seat has let two wagers in a row lapse."""

    seat: Seat


def remember(t: DealTable[object, Carried | None], nothing: Carried) -> None:
    """What is kept from the last round, without those who have left their chairs; or `nothing` in a first one."""
    carried, fresh = t.carried or nothing, t.state.fresh
    if fresh or t.carried is None:
        still = tuple((s, n) for s, n in carried.wagers if s not in fresh)
        t.carried = replace(carried, wagers=still, asleep=carried.asleep - fresh)


def wager_offers(t: DealTable[Wagering], step: int) -> dict[Seat, tuple[Offer, ...]]:
    """Within the limits of the options, in fixed steps, for everybody who has enough; the others are left out."""
    least = t.options.min_bet
    offers: dict[Seat, tuple[Offer, ...]] = {}
    for p in t.players:
        most = min(t.options.max_bet, t.chips[p] // step * step)
        if most < least:
            t.away.add(p)
            t.tell(OutOfChips(p))
        else:
            why_not = partial(no_bet, least, most, "whole whites " if step == WHITE else "")
            offers[p] = OneOf(Bet, range(least, most + step, step), why_not), Only(PASS)
    return offers


def no_bet(least: int, most: int, of: str, _: object) -> str:
    return f"Bet {of}between {whites(least)} and {whites(most)}."


def wagers_of(t: DealTable[object, Carried], offers: Mapping[Seat, Sequence[Offer]]) -> Script[dict[Seat, int]]:
    """Until the last one is in, the fact `wagers` says what everybody bets. Returns them from the dealer's left."""
    chosen: dict[Seat, int] = {}
    lapsed: frozenset[Seat] = NOBODY
    default = dict.fromkeys(offers, PASS)
    waiting: list[Seat] = [*offers]
    while waiting:
        row = yield Ask(offers, waiting, None, default, WAGER_SECONDS)
        p, move = row.seat, row.move
        if p not in chosen:
            waiting = [s for s in waiting if s != p]
        if row.lapsed:
            lapsed |= {p}
        chosen[p] = move.amount if type(move) is Bet else 0
        t.note(WAGERS, tuple(chosen.items()))
    t.forget(WAGERS)
    if lapsed or t.carried.asleep:
        doze(t, lapsed)
    wagers = {p: chosen[p] for p in offers if chosen[p]}
    if wagers:
        t.carried = replace(t.carried, wagers=tuple((dict(t.carried.wagers) | wagers).items()))
    return wagers


def doze(t: DealTable[object, Carried], lapsed: frozenset[Seat]) -> None:
    """The second wager in a row that lapses puts the seat away."""
    away = lapsed & t.carried.asleep
    for p in sorted(away):
        t.put_away(p)
        t.tell(PutAway(p))
    t.carried = replace(t.carried, asleep=lapsed - away)
