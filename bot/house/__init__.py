"""House players: one small policy per game. It is given a view and its offers, never a deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from bot.engine.cutting import LetDealerCut
from bot.engine.offers import Move, Offer
from bot.engine.randomness import Stream
from bot.engine.view import View

from . import blackjack, canfield, hearts, red_dog

Policy = Callable[[View, Sequence[Offer], random.Random], Move | None]

POLICIES: dict[str, Policy] = {
    "hearts": hearts.choose,
    "red-dog": red_dog.choose,
    "blackjack": blackjack.choose,
    "canfield": canfield.choose,
}
"""By the slug of the game."""


def choose(view: View, offers: Sequence[Offer], whim: random.Random) -> Move | None:
    """What a house player does; None where it lets optional offers be.

    A seat that is waited for always gets a legal move, whatever its policy says.
    """
    if any(o.kind is LetDealerCut for o in offers):
        return LetDealerCut() if view.viewer in view.waits_for else None  # it cuts at no place of its own
    policy = POLICIES.get(view.game)
    move = policy(view, offers, whim) if policy else None
    if move is not None and any(type(move) is o.kind and o.refusal(move) is None for o in offers):
        return move
    if view.viewer not in view.waits_for:
        return None
    stream = Stream(whim.randbytes(16), "whim")
    return next((m for o in offers if o and not o.optional and (m := o.sample(stream))), None)
