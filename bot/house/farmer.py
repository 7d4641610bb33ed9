"""The house player of Farmer: it draws to 14, as the farmer to 15, and on where the farm is worth the risk; at the same
pace whatever it holds.

See house-players.md, Farmer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from bot.engine.cards import pack
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.games.farmer import AIM, FARMER_SEAT, FarmerView, Hit, Stay, worth

from .advice import Advice

ENOUGH, ENOUGH_FOR_THE_FARMER = 14, 15
"""A low hand pays as much as one that is bust, so it is worth improving; the farmer pays nobody for being bust."""
ENOUGH_BEHIND_BUSTS = 12
AT_STAKE = 1.0
"""What staying on enough is taken to be worth more than being bust, in antes."""


class Sixteen(Reason, says="exactly sixteen takes the farm"):
    pass


class Enough(Reason, says="you have {total}, and {enough} is enough here"):
    total: int
    enough: int


class TooLittle(Reason, says="you have {total}, and {enough} would be enough here"):
    total: int
    enough: int


class WorthTheFarm(Reason, says="{percent} % of the ways on come to sixteen, and the farm is worth that"):
    percent: int


def choose(view: FarmerView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """Stays on what is enough."""
    if Hit not in may:
        return Stay() if Stay in may else None
    if Stay not in may:
        return Hit()
    total, needed = worth(view.hand), enough(view)
    if total == AIM:
        return Advice(Stay(), Sixteen())
    if total < needed:
        return Advice(Hit(), TooLittle(total, needed))
    if worth_the_farm(view):
        return Advice(Hit(), WorthTheFarm(round(100 * sixteen(view))))
    return Advice(Stay(), Enough(total, needed))


def enough(view: FarmerView) -> int:
    """The total to stay on."""
    if view.viewer == view.fact(FARMER_SEAT):
        return ENOUGH_FOR_THE_FARMER
    earlier = before(view)
    return ENOUGH_BEHIND_BUSTS if earlier and all(visible(view, p) >= AIM for p in earlier) else ENOUGH


def worth_the_farm(view: FarmerView) -> bool:
    """Whether the chance of a sixteen promises more of the farm than there is to lose by going on."""
    return sixteen(view) * view.pot > AT_STAKE * view.options.ante


def sixteen(view: FarmerView) -> float:
    """The chance that the hand comes to sixteen by drawing on, as if the stock did not change."""
    left = Counter(min(c.rank, 10) for c in view.unseen(pack("45")))
    total = worth(view.hand)
    chance = {AIM: 1.0}
    for at in range(AIM - 1, total - 1, -1):
        chance[at] = sum(n * chance.get(at + value, 0.0) for value, n in left.items()) / left.total()
    return chance[total]


def before(view: FarmerView) -> list[int]:
    """Who has played already, from the farmer's left."""
    around = [(view.fact(FARMER_SEAT) + n) % view.seats for n in range(1, view.seats + 1)]
    return [p for p in around[: around.index(view.viewer)] if p in view.players]


def visible(view: FarmerView, seat: int) -> int:
    """What lies face up before a seat; with the first card, which is one at least, 16 is a bust."""
    return worth(view.faces(HAND.of(seat)))
