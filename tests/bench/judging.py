"""What the house's own decisions cost by what they are judged by, and how long judging takes.

`python -m tests.bench.judging SLUG MATCHES [OPTION=VALUE …]` plays matches of house players and judges the decisions of
each seat; with `at=random` players play at random. A mean cost that is not small means a hole, of the policy or of its
judge.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any

from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import Move, Offer
from bot.engine.options import read_options
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.engine.view import View
from bot.games.catalog import GAMES
from bot.house import Chooser, choose
from bot.house.judging import Judged, judged, judges
from bot.simulate import BUY_IN
from tests.house.probes import one_move

DEALS = 20
"""The most that a match has here."""


def deals(
    game: Game[Any, Any], options: Any, seats: int, numbers: Iterable[int], most: int = DEALS,
    policy: Chooser = choose,
) -> Iterator[list[Deal[Any, Any]]]:  # fmt: skip
    """The deals of matches of house players, or of this policy in every seat."""
    for n in numbers:
        secrets, whims = Random(f"judging/{n}"), [Random(f"whims/{n}/{seat}") for seat in range(seats)]
        match = Match(game, options, opening(seats, BUY_IN if game.for_chips(options) else 0), f"judging/{n}")
        found: list[Deal[Any, Any]] = []
        while not match.state.over and match.state.number < most:
            deal = match.begin(match.sealed(secrets.randbytes(32)) if match.fresh else None, at=0)
            while deal.ask:
                one_move(deal, {}, policy, whims)
            found.append(deal)
            match.settle()
        yield found


def at_random(seen: View, offers: Sequence[Offer], rng: Random) -> Move | None:
    """Any move of those that are on offer."""
    stream, among = Stream(rng.randbytes(16), "at random"), [o for o in offers if o and not o.optional]
    return next((m for o in rng.sample(among, len(among)) if (m := o.sample(stream))), None)


def main(slug: str, matches: int, *settings: str) -> None:
    game = GAMES[slug]
    chosen = dict(each.split("=") for each in settings)
    policy = at_random if chosen.pop("at", None) else choose
    options = read_options(game.options, chosen)
    seats = max(2, min(game.seats_for(options)))
    taken: list[float] = []
    costs: list[tuple[float, int, Judged]] = []
    for match in deals(game, options, seats, range(matches), policy=policy):
        for seat in range(seats):
            began = process_time()
            costs += [(each.cost, deal.state.number, each) for deal in match for each in judged(deal, seat)]
            taken.append(process_time() - began)
    print(f"{slug}: {len(costs)} decisions, {fmean(cost for cost, *_ in costs):.4f} {judges(game, options)} on average")
    print(f"as the club {fmean(each.as_the_club for *_, each in costs):.3f}")
    print(f"a seat's match takes {median(taken):.2f} s, {max(taken):.2f} s at worst")
    for cost, number, each in sorted(costs, key=lambda one: -one[0])[:12]:
        print(f"{cost:.3f} deal {number}, row {each.row}: {each.played}, rather {each.better}; {each.why}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
