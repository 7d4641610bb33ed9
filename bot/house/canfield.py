"""The house player of Canfield: it plays what a hint would name, on a board of its own."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.engine import offers
from bot.engine.cards import SUITS, Card
from bot.engine.facts import PileName
from bot.engine.offers import Offer
from bot.games.canfield.advice import Ahead, advise
from bot.games.canfield.board import OWN, Own
from bot.games.canfield.facts import COLUMN, FOUNDATION, RESERVE_PILE, STOCK_PILE, WASTE_PILE
from bot.games.canfield.moves import HOME, CanfieldView, Draw, Move, Options
from bot.games.canfield.position import Position, may_redeal

from .advice import Advice

OVERLOOKED = 0.04
"""In a race, where all have the same deal, some moves between the piles are overlooked at first, and a card is drawn:
otherwise all house players would reach the same board in the same number of moves."""


def choose(
    view: CanfieldView, may: Mapping[type[offers.Move], Offer], rng: random.Random
) -> offers.Move | Advice | None:
    """Seeing no more than its board shows; it never takes a move back."""
    if view.viewer not in view.waits_for:
        return None
    found, why = advise(position(view, view.viewer), ahead(view, view.viewer))
    race = len(view.players) > 1
    if race and Draw in may and isinstance(found, Move) and found.target != HOME and rng.random() < OVERLOOKED:
        return Draw()
    return Advice(found, why)


def position(view: CanfieldView, seat: int) -> Position:
    """The board of a seat, as far as the viewer sees it."""
    own: Own = view.fact(OWN.of(seat))
    return Position(
        _top(view, RESERVE_PILE.of(seat)), _top(view, WASTE_PILE.of(seat)),
        [[*view.faces(COLUMN.of(seat, n))] for n in (1, 2, 3, 4)],
        {suit: view.size(FOUNDATION.of(seat, suit)) for suit in SUITS}, own.base, view.options.foundation_back,
    )  # fmt: skip


def ahead(view: CanfieldView, seat: int) -> Ahead:
    """What drawing can still bring."""
    options: Options = view.options
    own: Own = view.fact(OWN.of(seat))
    return Ahead(
        options.draw,
        view.size(STOCK_PILE.of(seat)),
        view.size(WASTE_PILE.of(seat)),
        may_redeal(options.redeals, own.redeals),
        own.idle,
    )


def _top(view: CanfieldView, name: PileName) -> Card | None:
    pile = view.pile(name)
    return pile[-1] if pile else None
