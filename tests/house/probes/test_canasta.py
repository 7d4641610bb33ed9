"""Canasta: whether a house player that goes out leaves points on the table."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.canasta import CANASTA
from bot.games.canasta import melds as m
from bot.games.canasta.melds import Out
from bot.games.canasta.moves import GoOut, Pass
from bot.house import AskAgainAt, choose
from bot.house.canasta import Sight

from . import played


class Outs:
    """Plays as the house does, and notes by how much a way out fell short of the best."""

    def __init__(self) -> None:
        self.short: list[int] = []

    def __call__(self, view: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        move = choose(view, offers, rng)
        if isinstance(move, GoOut):
            sight, throws = Sight(view), not any(o.kind is Pass for o in offers)
            least = sight.minimum if view.options.concealed_minimum else 0
            ways = m.ways_out(sight.held, sight.mine, sight.need, throws=throws, least=least)
            most = max(m.brings(way, sight.mine) for way in ways)
            self.short.append(most - m.brings(Out(move.groups, move.discard), sight.mine))
        return move


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.seeds(1, soak=201, at_once=50)
def test_no_way_out_leaves_points_on_the_table(seats: int, seeds: range) -> None:
    outs = Outs()
    for n in seeds:
        played(CANASTA, CANASTA.options(target=1500), seats, dict.fromkeys(range(seats), outs), n)
    assert outs.short and not any(outs.short)
