"""Gin Rummy: one who waits for a knock to undercut it; and two who only take each other's discards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean

import pytest

from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.gin_rummy import DISCARD, GIN_RUMMY, Discard, Discarded, Draw, Knock, Options
from bot.games.parts import melds as m
from bot.house import AskAgainAt, choose
from bot.house.gin_rummy import best_throw

from . import Estimate, ahead, played

LITTLE = 2
LATE = 8


def waits(view: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """Plays as the house does, but knocks with two or less alone."""
    move = choose(view, offers, rng)
    if isinstance(move, Knock):
        around, held = view.options.around, m.mask(view.hand)
        may = next(o for o in offers if o.kind is Discard)
        left = {c: m.deadwood(held ^ m.bit(c), around) for c in may.next(())}
        if left[move.card] > LITTLE:
            return Discard(best_throw(view, left, around))
    return move


class Knocks:
    """Plays as the house does, and notes the turn in which it knocks."""

    turn: int | None = None

    def __call__(self, view: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        move = choose(view, offers, rng)
        if isinstance(move, Knock):
            self.turn = len(view.events_of(Discarded, seat=view.viewer)) + 1
        return move


def takes(view: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """The top discard always, and throws what it has held for longest."""
    for offer in offers:
        if offer.kind is Draw:
            return Draw(DISCARD)
        if offer.kind is Discard:
            return Discard(next(c for c in view.pile(HAND.of(view.viewer)) if c and c in offer.next(())))
    return None


@pytest.mark.parametrize("rule", ["ten", "oklahoma", "parlett"])
def test_a_hand_in_which_nobody_draws_comes_to_its_end(rule: str) -> None:
    """Its position repeats, and nobody scores."""
    for n in range(5):
        end = played(GIN_RUMMY, Options(knock_rule=rule), 2, {0: takes, 1: takes}, n, deals=1)
        assert end.scores == (0, 0) and end.number == 1


@pytest.mark.soak
def test_who_waits_undercuts_few_knocks_and_wins_nothing() -> None:
    """Of those of a house player that knocked with all that it might it undercut 25 in 100, and 40 from the eighth turn
    on; now 20, and 29."""
    won: list[float] = []
    undercut: list[tuple[bool, bool]] = []  # whether late, and whether undercut
    for n in range(1000):
        both: list[float] = []
        for seat in (0, 1):
            knocks = Knocks()
            end = played(GIN_RUMMY, Options(), 2, {seat: waits, 1 - seat: knocks}, n, deals=1)
            both.append(ahead(end, seat))
            if knocks.turn is not None:
                undercut.append((knocks.turn >= LATE, end.scores[seat] > 0))
        won.append(fmean(both))
    assert Estimate.of(won).least < 0
    assert Estimate.of(was for _, was in undercut).least < 0.22
    assert Estimate.of(was for late, was in undercut if late).least < 0.32
