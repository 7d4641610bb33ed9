"""House players: one small policy per game. It is given a view and its offers, never a deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module

from bot.engine.cutting import LetDealerCut
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.randomness import Stream
from bot.engine.view import View, view
from bot.games.catalog import GAMES
from bot.games.parts.agreed_end import Agree

from .ask_again import AskAgainAt

Policy = Callable[[View, Mapping[type[Move], Offer], random.Random], Move | AskAgainAt | None]
"""One game's house player: it is given what may be done now, by the kind of move."""
Chooser = Callable[[View, Sequence[Offer], random.Random], Move | AskAgainAt | None]
"""Decides for a seat, at any game."""


def policy_of(game: Game) -> Policy:
    """The house player of a game, which is found under its name. Raises ImportError if there is none."""
    return import_module(f"{__name__}.{game.module}").choose


POLICIES: dict[str, Policy] = {slug: policy_of(game) for slug, game in GAMES.items()}
"""By the slug of the game."""


def choose(view: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """What a house player does; None if it lets optional offers be, AskAgainAt where it wants to be asked again.

    A seat that is waited for always gets a legal move, whatever its policy says.
    """
    may = {offer.kind: offer for offer in offers if offer}
    if LetDealerCut in may:
        return LetDealerCut() if view.viewer in view.waits_for else None  # it cuts at no place of its own
    if Agree in may and may[Agree].optional:
        return Agree()  # to an early end, at once; it never proposes one
    policy = POLICIES.get(view.game)
    move = policy(view, may, rng) if policy else None
    if isinstance(move, AskAgainAt) and view.viewer not in view.waits_for:
        return move
    if isinstance(move, Move) and any(type(move) is o.kind and o.refusal(move) is None for o in offers):
        return move
    if view.viewer not in view.waits_for:
        return None
    stream = Stream(rng.randbytes(16), "whim")
    return next((m for o in offers if o and not o.optional and (m := o.sample(stream))), None)


def next_move(
    deal: Deal, seats: Collection[Seat], now: int, rng: random.Random, choosers: Mapping[Seat, Chooser] | None = None
) -> tuple[Seat, Move] | int | None:
    """Somebody's move at this table time; or the time at which to ask again; None if nobody wants anything."""
    again: list[int] = []
    for seat in seats:
        if offers := deal.offers(seat):
            move = (choosers or {}).get(seat, choose)(view(deal, seat, now), offers, rng)
            if isinstance(move, Move):
                return seat, move
            again += [move.at] if isinstance(move, AskAgainAt) else []
    return min(again, default=None)
