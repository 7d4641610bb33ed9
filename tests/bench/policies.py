"""House players held against a searcher, which tries every move to the end of the deal in worlds that its seat may be
in. Where it beats a policy clearly, the policy is wrong.

It is no player: a decision takes it seconds. `python -m tests.bench.policies SLUG MATCHES` tells the decisions of that
game's house players of which it is sure that they were wrong, by what they cost. Of a dozen moves the best looks a
little better than it is: a decision that it tells is to be looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from bot.engine.asks import CLOCK
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.engine.view import view
from bot.engine.worlds import Worlds
from bot.games.catalog import GAMES
from bot.house import Chooser, choose
from bot.simulate import BUY_IN
from tests.conformance.play import Chance
from tests.house.probes import one_move

FEW, MOST, CANDIDATES = 24, 160, 12
"""Worlds before it may stop, the most of them, and the most moves that it tries."""
DEALS: Final = 2
"""Of a match. In the first deal of some games nothing is decided."""
SURE: Final = 4.0
"""By how many standard errors a move is better than the policy's, for it to be called wrong."""


@dataclass(frozen=True)
class Found:
    """A decision of a policy, and what the searcher would rather have done."""

    seat: Seat
    rows: int
    """How many had been made before it."""
    chosen: Move
    better: Move
    gain: float
    """Points or whites by which it is better, on average over the worlds."""
    error: float
    """Its standard error."""

    @property
    def sure(self) -> bool:
        return self.gain > SURE * self.error

    def __str__(self) -> str:
        told = f"{self.gain:+.2f} ± {1.96 * self.error:.2f}"
        return f"{told}: seat {self.seat}, row {self.rows}, {self.chosen}, rather {self.better}"


def result(deal: Deal[Any, Any], seat: Seat) -> float:
    """What a deal that is over has brought a seat: whites, or points more than the mean of the others."""
    before, after = deal.state, deal.after
    assert after
    if deal.game.for_chips(deal.options):
        return (after.stacks[seat] - before.stacks[seat]) / 100
    gained = [now - then for now, then in zip(after.scores, before.scores, strict=True)]
    others = gained[:seat] + gained[seat + 1 :]
    return gained[seat] - fmean(others) if others else gained[seat]


def candidates(deal: Deal[Any, Any], seat: Seat) -> list[Move]:
    """Every move that is on offer; none if they are too many to try."""
    found: list[Move] = []
    for offer in deal.offers(seat):
        if offer and not offer.optional:
            found += islice(offer.moves(), CANDIDATES + 1 - len(found))
    return found if len(found) <= CANDIDATES else []


def to_the_end(world: Deal[Any, Any], seat: Seat, move: Move, whims: int) -> float:
    """What this move comes to in that world, if the house plays everything after it."""
    here = world.as_it_was(len(world.rows))
    here.table.draw_anew(whims.to_bytes(32, "big"))
    here.submit(seat, move)
    chance = [Random(f"{whims}/{p}") for p in range(here.table.seats)]
    while here.ask:
        one_move(here, {}, choose, chance)
    return result(here, seat)


def searched(deal: Deal[Any, Any], seat: Seat, chosen: Move, chance: Stream, worth: float) -> Found | None:
    """The best of the other moves, in the same worlds; None if there is no choice, or no world. It stops when none can
    be better by `worth` any more, or one surely is."""
    rest = [move for move in candidates(deal, seat) if move != chosen]
    gains: dict[Move, list[float]] = {move: [] for move in rest}
    worlds = Worlds(deal, seat)
    for n in range(MOST if rest else 0):
        if (world := worlds.draw(chance)) is None:
            continue
        whims = chance.below(2**32)
        base = to_the_end(world, seat, chosen, whims)
        for move, found in gains.items():
            found.append(to_the_end(world, seat, move, whims) - base)
        if n >= FEW:
            gains = {move: found for move, found in gains.items() if _may_be_better(found, worth)}
            if not gains:
                return None
            if any(fmean(found) > SURE * _error(found) for found in gains.values()):
                break
    compared = {move: found for move, found in gains.items() if len(found) > 1}
    if not compared:
        return None
    better = max(compared, key=lambda move: fmean(compared[move]))
    return Found(seat, len(deal.rows), chosen, better, fmean(compared[better]), _error(compared[better]))


def _may_be_better(gains: Sequence[float], worth: float) -> bool:
    return fmean(gains) + SURE * _error(gains) > worth


def _error(gains: Sequence[float]) -> float:
    return stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else float("inf")


def judged(
    game: Game[Any, Any],
    seats: int,
    seeds: Iterable[int],
    *,
    every: int = 1,
    worth: float = 0.0,
    policy: Chooser = choose,
) -> Iterator[tuple[Deal[Any, Any], Found | None]]:
    """Decisions of this policy in the first deals of each match, and what the searcher says of them: of all, or of
    `every` third. After them the house plays on."""
    options = game.options(cut="off")
    for seed in seeds:
        secrets, look = Random(f"policies/{seed}"), Chance("look", seed)
        whims = [Random(f"policies/{seed}/{p}") for p in range(seats)]
        match = Match(game, options, opening(seats, BUY_IN if game.for_chips(options) else 0), f"policies/{seed}")
        decisions = 0
        while not match.state.over and match.state.number < DEALS:
            deal = match.begin(match.sealed(secrets.randbytes(32)) if match.fresh else None, at=0)
            while deal.ask:
                before = len(deal.rows)
                one_move(deal, {}, policy, whims)
                row = deal.rows[before]
                decisions += row.seat != CLOCK
                if row.seat != CLOCK and decisions % every == 0:
                    there = deal.as_it_was(before)
                    yield there, searched(there, row.seat, row.move, look, worth)
            match.settle()


def main(slug: str, matches: int) -> None:
    """The decisions of which the searcher is surest, by what they cost."""
    game = GAMES[slug]
    found = [(each, deal) for deal, each in judged(game, max(2, min(game.seats)), range(matches)) if each and each.sure]
    for each, deal in sorted(found, key=lambda one: -one[0].gain):
        print(f"{each}, holding", *map(str, view(deal, each.seat).hand))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
