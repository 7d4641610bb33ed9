"""A probe is a small opponent that finds one hole. Here is how one is measured: with the same cards in every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.engine.view import view
from bot.house import Chooser, choose, next_move
from bot.simulate import BUY_IN

Worth = Callable[[State[Any], Seat], float]
"""What a match was worth to a seat. Everybody's worths should sum to zero, or the mean of the others be taken off."""


class Estimate(NamedTuple):
    """A mean, and half of its 95 % interval."""

    mean: float
    half: float

    @classmethod
    def of(cls, found: Iterable[float]) -> Estimate:
        values = [*found]
        return cls(fmean(values), 1.96 * stdev(values) / sqrt(len(values)))

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.half:.2f}"

    @property
    def least(self) -> float:
        """The lower end: a bound that the truth may not be above is broken only if this is."""
        return self.mean - self.half

    @property
    def most(self) -> float:
        return self.mean + self.half


def won(stack: int = BUY_IN) -> Worth:
    """Chips, in whites, over what everybody sat down with."""
    return lambda state, seat: (state.stacks[seat] - stack) / 100


def ahead(state: State[Any], seat: Seat) -> float:
    """Points over the mean of the others."""
    others = [n for other, n in enumerate(state.scores) if other != seat]
    return state.scores[seat] - fmean(others)


def richer(state: State[Any], seat: Seat) -> float:
    """Chips, in whites, over the mean of the others: where a house pays them all."""
    return (state.stacks[seat] - fmean(n for other, n in enumerate(state.stacks) if other != seat)) / 100


def placed(state: State[Any], seat: Seat) -> float:
    """How many places before the mean of the others."""
    places = {standing.seat: standing.place for standing in state.standings or ()}
    return fmean(place for other, place in places.items() if other != seat) - places[seat]


def mirrored(
    game: Game[Any, Any], options: Any, seats: int, probe: Chooser, worth: Worth, numbers: Iterable[int], *,
    house: Chooser = choose, stack: int = BUY_IN, deals: int = 1000,
) -> Iterator[float]:  # fmt: skip
    """What the probe gains among house players: each match is played with it in every seat in turn, always with the
    same cards, and their mean is one value. `deals` is the most that a match has."""
    for n in numbers:
        yield fmean(
            worth(played(game, options, seats, {seat: probe}, n, house=house, stack=stack, deals=deals), seat)
            for seat in range(seats)
        )


def played(
    game: Game[Any, Any], options: Any, seats: int, choosers: Mapping[Seat, Chooser], n: int, *,
    house: Chooser = choose, stack: int = BUY_IN, deals: int = 1000,
) -> State[Any]:  # fmt: skip
    """How match number n ends, if those seats are played so and the others by the house. Every seat has its own
    whims."""
    secrets, whims = Random(f"probe/{n}"), [Random(f"whims/{n}/{seat}") for seat in range(seats)]
    match = Match(game, options, opening(seats, stack if game.for_chips(options) else 0), f"probe/{n}")
    while not match.state.over and match.state.number < deals:
        deal = match.begin(match.sealed(secrets.randbytes(32)) if match.fresh else None, at=0)
        if game.real_time:
            all_at_once(deal, {seat: choosers.get(seat, house) for seat in range(seats)}, whims[0])
        while deal.ask:
            one_move(deal, choosers, house, whims)
        match.settle()
    return match.state


def all_at_once(deal: Deal[Any, Any], choosers: Mapping[Seat, Chooser], rng: Random) -> None:
    """A deal without turns to its end: each says when it wants to be asked again."""
    now = 0
    while deal.ask:
        found = next_move(deal, range(deal.table.seats), now, rng, choosers)
        if isinstance(found, tuple):
            deal.submit(*found, now)
            continue
        now = min(at for at in (found, deal.ask.timer and deal.ask.timer[0]) if at is not None)
        deal.tick(now)


def one_move(deal: Deal[Any, Any], choosers: Mapping[Seat, Chooser], house: Chooser, whims: list[Random]) -> None:
    assert deal.ask
    waiting = deal.ask.waits_for
    for seat in (*(s for s in deal.ask.offers if s not in waiting), *waiting):
        offers = [o for o in deal.offers(seat) if seat in waiting or (o and o.optional)]
        move = choosers.get(seat, house)(view(deal, seat), offers, whims[seat]) if offers else None
        if isinstance(move, Move):
            deal.submit(seat, move, deal.table.now)
            return
    assert deal.ask.timer, "Nobody goes on with this deal."
    deal.tick(deal.ask.timer[0])
