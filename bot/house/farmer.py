"""The house player of Farmer: it draws to 14, as the farmer to 15, and on where the farm is worth the risk; at the same
pace whatever it holds.

See house-players.md, Farmer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.engine.cards import Card, pack
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.farmer import AIM, FARMER_SEAT, FarmerView, Hit, Stay, first_of_sixteens, worth

from .advice import Advice
from .weighing import Weighed, compared, sampled

ENOUGH, ENOUGH_FOR_THE_FARMER = 14, 15
"""A low hand pays as much as one that is bust, so it is worth improving; the farmer pays nobody for being bust."""
ENOUGH_BEHIND_BUSTS = 12
AT_STAKE = 1.0
"""What staying on enough is taken to be worth more than being bust, in antes."""
FEW, MANY = 100, 1600
"""In how many worlds it is judged what was played."""
FARMING = 8.0
"""What it is worth to farm from the next deal on, in antes: by that the farmer wins more than others, with two to six
house players, until somebody else takes the farm."""
DOUBT = 0.25
"""The least error of that, in antes: what a farm is worth later is no more than a guess."""
ODD = 0.1
"""How likely somebody has drawn, or stayed, where a house player would not have."""


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
    return sixteens(view)[worth(view.hand)]


def sixteens(view: FarmerView) -> dict[int, float]:
    """The same by the total."""
    left = Counter(min(c.rank, 10) for c in view.unseen(pack("45")))
    chance = {AIM: 1.0}
    for at in range(AIM - 1, 0, -1):
        chance[at] = sum(n * chance.get(at + value, 0.0) for value, n in left.items()) / left.total()
    return chance


def before(view: FarmerView) -> list[int]:
    """Who has played already, from the farmer's left."""
    around = [(view.fact(FARMER_SEAT) + n) % view.seats for n in range(1, view.seats + 1)]
    return [p for p in around[: around.index(view.viewer)] if p in view.players]


def visible(view: FarmerView, seat: int) -> int:
    """What lies face up before a seat; with the first card, which is one at least, 16 is a bust."""
    return worth(view.faces(HAND.of(seat)))


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(view: FarmerView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random) -> Mapping[Move, Weighed]:
    """What is paid in this deal on average, in whites, with a part of the farm if nobody takes it, and what it is worth
    to farm next."""
    if Hit not in may or Stay not in may:
        return {}
    rest = Rest(view)
    found = compared(sampled((Hit(), Stay()), rest.worlds(rng), rest.comes_to, FEW, MANY))
    doubt = DOUBT * view.options.ante / 100
    return {move: Weighed(each.worth, max(each.error, doubt)) for move, each in found.items()}


World = tuple[Mapping[Seat, Sequence[Card]], Sequence[Card]]
"""Everybody's hand, and the stock."""


class Rest:
    """How a deal may go on and what it pays: everybody draws as a house player does."""

    def __init__(self, view: FarmerView) -> None:
        self.me, self.farmer, self.farm = view.viewer, view.fact(FARMER_SEAT), view.pot / 100
        self.ante = view.options.ante / 100
        self.mine = enough(view)
        self.shown = {p: view.faces(HAND.of(p)) for p in (*before(view), view.viewer, *self._after(view))}
        self.before = {*before(view)}
        self.unseen, self.sixteens = view.unseen(pack("45")), sixteens(view)

    def _after(self, view: FarmerView) -> list[Seat]:
        around = [(self.farmer + n) % view.seats for n in range(1, view.seats + 1)]
        return [p for p in around[around.index(self.me) + 1 :] if p in view.players]

    def worlds(self, rng: random.Random) -> Iterator[World]:
        """First cards that go with what their owners have done, and the order of the stock."""
        while True:
            left = rng.sample(self.unseen, len(self.unseen))
            hands: dict[Seat, Sequence[Card]] = {}
            for p, shown in self.shown.items():
                if p == self.me:
                    hands[p] = shown
                    continue
                likely = [self._likely(c, shown) for c in left] if p in self.before else None
                first = rng.choices(range(len(left)), likely)[0]
                hands[p] = (left.pop(first), *shown)
            yield hands, left

    def _likely(self, first: Card, shown: Sequence[Card]) -> float:
        """How well this card goes with the ones that a seat has drawn to it before it stayed."""
        drawn_on = worth((first, *shown[:-1])) >= ENOUGH and len(shown) > 1
        return ODD if drawn_on or worth((first, *shown)) < ENOUGH else 1.0

    def comes_to(self, move: Move, world: World) -> float:
        """What the viewer is paid."""
        hands, stock = {p: [*hand] for p, hand in world[0].items()}, iter(world[1])
        if move == Hit():
            hands[self.me] += [next(stock)]
            self._draws(hands[self.me], stock, self.mine)
        for p, hand in hands.items():
            if p not in self.before and p != self.me:
                if not self.shown[p]:
                    hand.append(next(stock))
                self._draws(hand, stock, ENOUGH_FOR_THE_FARMER if p == self.farmer else ENOUGH)
        return self._paid(hands)

    def _draws(self, hand: list[Card], stock: Iterator[Card], needed: int) -> None:
        while (total := worth(hand)) < AIM and (total < needed or self._for_the_farm(total)):
            if (c := next(stock, None)) is None:
                return
            hand.append(c)

    def _for_the_farm(self, total: int) -> bool:
        return self.sixteens[total] * self.farm > AT_STAKE * self.ante

    def _paid(self, hands: Mapping[Seat, Sequence[Card]]) -> float:
        totals = {p: worth(hand) for p, hand in hands.items()}
        mine, paid = totals[self.me], 0.0
        if sixteens := {p: hands[p] for p, total in totals.items() if total == AIM}:
            winner = first_of_sixteens(sixteens, self.farmer)
            paid += self.farm * (winner == self.me)
            if winner != self.farmer:
                paid += FARMING * self.ante * ((winner == self.me) - (self.farmer == self.me))
        else:
            paid += self.farm / len(hands)  # it is still there to be won
        if not sixteens and mine < AIM:
            in_it = [total for total in totals.values() if total < AIM]
            most = max(in_it)
            lower = sum(total < most for total in in_it)
            paid += self.ante * (lower / in_it.count(most) if mine == most else -1)
        bust = sum(total > AIM for p, total in totals.items() if p != self.farmer)
        if self.me == self.farmer:
            return paid + self.ante * bust
        return paid - self.ante * (mine > AIM)
