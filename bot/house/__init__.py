"""House players: one small policy per game. It is given a view and its offers, never a deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence

from bot.engine.cutting import LetDealerCut
from bot.engine.deal import Deal
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.randomness import Stream
from bot.engine.view import View, view

from . import (
    backhand,
    blackjack,
    canfield,
    cash,
    farmer,
    hearts,
    in_between,
    knock_poker,
    red_dog,
    seven_twenty_seven,
    three_five_seven,
)
from .later import Later

Policy = Callable[[View, Sequence[Offer], random.Random], Move | Later | None]

POLICIES: dict[str, Policy] = {
    "hearts": hearts.choose,
    "red-dog": red_dog.choose,
    "three-five-seven": three_five_seven.choose,
    "blackjack": blackjack.choose,
    "seven-twenty-seven": seven_twenty_seven.choose,
    "backhand": backhand.choose,
    "canfield": canfield.choose,
    "cash": cash.choose,
    "in-between": in_between.choose,
    "farmer": farmer.choose,
    "knock-poker": knock_poker.choose,
}
"""By the slug of the game."""


def choose(view: View, offers: Sequence[Offer], whim: random.Random) -> Move | Later | None:
    """What a house player does; None where it lets optional offers be, Later where it wants to be asked again.

    A seat that is waited for always gets a legal move, whatever its policy says.
    """
    if any(o.kind is LetDealerCut for o in offers):
        return LetDealerCut() if view.viewer in view.waits_for else None  # it cuts at no place of its own
    policy = POLICIES.get(view.game)
    move = policy(view, offers, whim) if policy else None
    if isinstance(move, Later) and view.viewer not in view.waits_for:
        return move
    if isinstance(move, Move) and any(type(move) is o.kind and o.refusal(move) is None for o in offers):
        return move
    if view.viewer not in view.waits_for:
        return None
    stream = Stream(whim.randbytes(16), "whim")
    return next((m for o in offers if o and not o.optional and (m := o.sample(stream))), None)


def next_move(
    deal: Deal, seats: Collection[Seat], now: int, whim: random.Random, policies: Mapping[Seat, Policy] | None = None
) -> tuple[Seat, Move] | int | None:
    """Somebody's move at this table time; or the time at which to ask again; None where nobody wants anything."""
    again: list[int] = []
    for seat in seats:
        if offers := deal.offers(seat):
            move = (policies or {}).get(seat, choose)(view(deal, seat, now), offers, whim)
            if isinstance(move, Move):
                return seat, move
            again += [move.at] if isinstance(move, Later) else []
    return min(again, default=None)
