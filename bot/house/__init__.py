"""House players: one small policy per game. It is given a view and its offers, never a deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
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

from . import leans, learners
from .advice import Advice
from .ask_again import AskAgainAt
from .player import PLAIN, Player

Policy = Callable[[View, Mapping[type[Move], Offer], random.Random], Move | Advice | AskAgainAt | None]
"""One game's house player: it is given what may be done now, by the kind of move."""
Chooser = Callable[[View, Sequence[Offer], random.Random], Move | AskAgainAt | None]
"""Decides for a seat, at any game."""


def policy_of(game: Game) -> Policy:
    """The house player of a game, which is found under its name. Raises ImportError if there is none."""
    return import_module(f"{__name__}.{game.module}").choose


POLICIES: dict[str, Policy] = {slug: policy_of(game) for slug, game in GAMES.items()}
"""By the slug of the game."""


MOST_WAITS = 20
"""How many times somebody who is advised is told the time, where a house player would wait."""


def choose(view: View, offers: Sequence[Offer], rng: random.Random, player: Player = PLAIN) -> Move | AskAgainAt | None:
    """What this house player does; None if it lets optional offers be, AskAgainAt where it wants to be asked again.

    A seat that is waited for always gets a legal move, whatever its policy says.
    """
    made = _decided(view, offers, rng)
    if not isinstance(made, Advice):
        return made
    may = {offer.kind: offer for offer in offers if offer}
    move = leans.leaned(view, may, made, player.manner.nerve)
    return learners.played(view, may, move, player.strength, rng)


def advise(view: View, offers: Sequence[Offer]) -> Advice | None:
    """What a house player would do in a person's place, and why; None if it would do nothing. It is the same whenever
    the person sees the same."""
    offers = [o for o in offers if o.kind is not Agree and not o.kind.costs_more]
    rng = chance_of(view)
    for _ in range(MOST_WAITS):
        made = _decided(view, offers, rng)
        if not isinstance(made, AskAgainAt):
            return made
        view = replace(view, now=made.at)
    return None


def chance_of(view: View) -> random.Random:
    """Chance that follows from what the viewer sees alone."""
    return random.Random(f"{view.number}/{view.viewer}/{len(view.events)}/{' '.join(map(str, view.hand))}")


def _decided(view: View, offers: Sequence[Offer], rng: random.Random) -> Advice | AskAgainAt | None:
    may = {offer.kind: offer for offer in offers if offer}
    if LetDealerCut in may:
        return Advice(LetDealerCut()) if view.viewer in view.waits_for else None  # it cuts at no place of its own
    if Agree in may and may[Agree].optional:
        return Advice(Agree())  # to an early end, at once; it never proposes one
    policy = POLICIES.get(view.game)
    made = policy(view, may, rng) if policy else None
    if isinstance(made, AskAgainAt) and view.viewer not in view.waits_for:
        return made
    made = Advice(made) if isinstance(made, Move) else made
    if isinstance(made, Advice) and any(type(made.move) is o.kind and o.refusal(made.move) is None for o in offers):
        return made
    if view.viewer not in view.waits_for:
        return None
    stream = Stream(rng.randbytes(16), "whim")
    return next((Advice(m) for o in offers if o and not o.optional and (m := o.sample(stream))), None)


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
