"""The house player of 3-5-7: in where the chips it can win and the strikes are worth more than the chips it can lose.

See house-players.md, 3-5-7. Strikes go to players who dare, chips to players who hold cards, so both are weighed, in
pots, by how often each of the others has been in so far. Nobody who holds cards can keep a last strike from somebody
who is always in at a cost of their own alone: those who do hold cards take turns at it.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from math import prod
from typing import NamedTuple

from bot.engine.cards import Card, deck
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.parts.poker_hands import strength
from bot.games.three_five_seven import IN, OUT, STAGE, Declare, Stays, ThreeFiveSevenView

from .advice import Advice

SAMPLES = 1000
"""Random hands of a stage that a hand is compared with."""
COMPLETED = 30
"""Ways in which a hand of which some cards were shown may have gone on."""
NEARER = (0.6, 0.3, 0.15, 0.08, 0.04)
"""What a strike is worth of the match, where this is the last that is lacking, the last but one, and so on."""
MATCH = 1.5
"""What the match is worth, in pots."""
OUT_AT_TIMES = 0.25
"""Who has been out more often than that is not always in."""
MOST = 0.95
"""Nobody is taken to be in more often than that."""


class OnGuard(Reason, says="somebody has to keep the last strike from a player who is always in"):
    pass


class Enough(Reason, says="your hand beats {percent} % of random ones, enough for what there is to win"):
    percent: int


class TooLittle(Reason, says="your hand beats {percent} % of random ones, too few for what there is to lose"):
    percent: int


def choose(view: ThreeFiveSevenView, may: Mapping[type[Move], Offer], rng: random.Random) -> Advice | None:
    """Declares once, and stands by it."""
    if Declare not in may or view.viewer not in view.waits_for:
        return None
    if on_guard(view):
        return Advice(Declare(IN), OnGuard())
    percent = round(100 * beaten(view))
    return Advice(Declare(IN), Enough(percent)) if worth_it(view) > 0 else Advice(Declare(OUT), TooLittle(percent))


def worth_it(view: ThreeFiveSevenView) -> float:
    """What being in promises, in pots; being out brings nothing."""
    me, pot = view.viewer, view.pot
    others = [p for p in view.players if p != me and view.stacks[p]]
    x = beaten(view)
    chances = {p: against(view, p, x, heads_up=len(others) == 1) for p in others}
    chance_in = {p: one.is_in for p, one in chances.items()}
    loses_to = {p: one.wins for p, one in chances.items()}
    at_risk = min(pot, view.stacks[me])

    def unbeaten(but: Seat | None = None) -> float:
        return prod(1 - loses_to[p] for p in others if p != but)

    won = sum((chance_in[p] - loses_to[p]) * min(at_risk, view.stacks[p]) * unbeaten(p) for p in others)
    lost = (1 - unbeaten()) * at_risk
    alone = prod(1 - f for f in chance_in.values())
    denied = sum(f / (1 - f) * strike(view, p) for p, f in chance_in.items()) / max(1, len(others))
    return (won - lost) / pot + alone * MATCH * (strike(view, me) + denied)


class Chances(NamedTuple):
    """Of an opponent."""

    is_in: float
    wins: float
    """That they are in with a better hand."""


def against(view: ThreeFiveSevenView, seat: Seat, x: float, *, heads_up: bool) -> Chances:
    """Half of those who are in are taken to be in at random, half with the best of their hands. A player who has shown
    cards at the stage before still holds them; but heads-up, going out gives a strike away, so such a player is in all
    the same."""
    f = often_in(view.carried.stays[seat])
    shown = view.faces(HAND.of(seat))
    if heads_up or not shown:
        return Chances(f, f * (1 - (x + max(0.0, (x - 1 + f) / f)) / 2))
    stage = view.fact(STAGE)
    mine, samples = strength(view.hand, wild=stage), strengths(stage)
    theirs = completed(view, shown)
    least = samples[round((1 - f) * (len(samples) - 1))]
    good = sum(y >= least for y in theirs) / len(theirs)
    better = sum(y > mine for y in theirs) / len(theirs)
    both = sum(y > mine and y >= least for y in theirs) / len(theirs)
    return Chances(min(MOST, (f + good) / 2), (f * better + both) / 2)


def completed(view: ThreeFiveSevenView, shown: Sequence[Card]) -> list[int]:
    """The strengths of hands with these cards and others that may have come to them."""
    stage, unseen, rng = view.fact(STAGE), view.unseen(deck()), random.Random(0)
    more = stage - len(shown)
    return [strength([*shown, *rng.sample(unseen, more)], wild=stage) for _ in range(COMPLETED)]


def beaten(view: ThreeFiveSevenView) -> float:
    """The share of random hands of this stage that the own hand beats."""
    stage = view.fact(STAGE)
    samples = strengths(stage)
    return bisect_left(samples, strength(view.hand, wild=stage)) / len(samples)


@cache
def strengths(stage: int) -> list[int]:
    """The strengths of random hands of a stage, the weakest first."""
    rng, pack = random.Random(stage), deck()
    return sorted(strength(rng.sample(pack, stage), wild=stage) for _ in range(SAMPLES))


def often_in(stays: Stays) -> float:
    """The chance that an opponent is in: two of five stages for a stranger, and then by what was seen."""
    return min(MOST, (stays.was_in + 2) / (stays.could + 5))


def strike(view: ThreeFiveSevenView, seat: Seat) -> float:
    """What one more strike is worth to this seat, of the match."""
    return NEARER[view.options.strikes_to_win - view.strikes[seat] - 1]


def on_guard(view: ThreeFiveSevenView) -> bool:
    """Whether it is this seat's turn to be in with anything, since somebody who may always be in lacks one strike, and
    would have it when nobody else is in."""
    able = [p for p in view.players if view.stacks[p]]
    bold = {p for p in able if is_bold(view.carried.stays[p])}
    if len(able) < 3 or not any(view.strikes[p] + 1 == view.options.strikes_to_win for p in bold):
        return False
    if others := [p for p in able if p not in bold]:
        stages = sum(one.could for one in view.carried.stays)
        return view.viewer == others[stages // len(able) % len(others)]
    return view.viewer in able[:2]


def is_bold(stays: Stays) -> bool:
    """Whether a seat may always be in: as any stranger, until it has been out."""
    return stays.could - stays.was_in <= OUT_AT_TIMES * stays.could
