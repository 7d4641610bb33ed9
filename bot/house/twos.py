"""The house player of Twos: it plans its whole hand as pieces, and pays only for those that may lose the lead.

Rules: twos.md, house player; the numbers are its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from bot.engine.cards import deck
from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.twos import Laid, Pass, Play, Playing
from bot.games.twos import combinations as c
from bot.games.twos.combinations import Combination, Kind, Mask

BEATEN = {Kind.STRAIGHT: 0.6, Kind.FLUSH: 0.35, Kind.FULL_HOUSE: 0.15, Kind.FOUR: 0.03, Kind.STRAIGHT_FLUSH: 0.01}
"""How likely five-card plays are beaten."""
FIVES, NODES = 6, 250
"""How many five-card plays are tried with a card, and how many ways to split a hand are looked at."""
PACK = c.mask(deck())


def choose(view: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    """Leads what leaves the cheapest plan; answers where that is worth more than the plan loses by it."""
    offer = may.get(Play)
    if not isinstance(offer, Playing):
        return Pass() if Pass in may else None
    hand = c.mask(view.hand)
    table = Others(view)
    listed = offer.listed()
    if hand in listed:
        return _laid(hand)
    if Pass not in may:
        return _laid(leads(table, hand, listed))
    answer = answers(table, hand, listed)
    return Pass() if answer is None else _laid(answer)


def _laid(bits: Mask) -> Move:
    return Play(c.laid_out(c.unmask(bits)))


class Others:
    """What somebody who looks on knows of the others' cards."""

    def __init__(self, view: View) -> None:
        gone = c.mask(view.hand)
        for laid in view.events_of(Laid):
            gone |= c.mask(laid.cards)
        self.unseen = PACK & ~gone
        around = [p for p in view.players if p != view.viewer]
        at = view.players.index(view.viewer)
        step = 1 if view.options.direction == "clockwise" else -1
        self.next = view.size(f"hand {view.players[(at + step) % len(view.players)]}")
        """How many cards the next player holds."""
        self.held = [view.size(f"hand {p}") for p in around]
        self.most, self.least = max(self.held), min(self.held)
        self.fresh = not view.events_of(Laid, seat=view.viewer)
        """The viewer has laid nothing yet."""
        self._ranks = [(self.unseen >> 4 * n & 15).bit_count() for n in range(13)]
        self._beaten: dict[Mask, float] = {}
        self._plans: dict[Mask, Plan] = {0: ((), 0.0)}

    def beaten(self, bits: Mask) -> float:
        """How likely somebody beats this piece."""
        known = self._beaten.get(bits)
        if known is None:
            made = c.recognised(bits)
            assert made is not None
            known = self._beaten[bits] = self._chance(made)
        return known

    def _chance(self, made: Combination) -> float:
        if made.size > self.most:
            return 0.0
        if made.size == 5:
            return BEATEN[made.kind]
        if made.kind is Kind.SINGLE:
            higher = (self.unseen >> made.worth).bit_count()
            return min(1.0, 0.35 + 0.22 * higher) if higher else 0.0
        rank = made.worth if made.kind is Kind.THREE else made.worth >> 2
        above = sum(n >= made.size for n in self._ranks[rank + 1 :])
        if made.kind is Kind.THREE:
            return min(1.0, 0.1 * above)
        return min(1.0, 0.22 * above + 0.11 * (self._ranks[rank] > 1))

    def cost(self, bits: Mask) -> float:
        """What a piece costs in a plan."""
        return 1 - 0.9 * (1 - self.beaten(bits))

    def plan(self, hand: Mask) -> Plan:
        """The cheapest pieces found that make up these cards, and what they cost."""
        found = self._plans.get(hand)
        if found is None:
            found = self._plans[hand] = _split(self, hand)
        return found


Plan = tuple[tuple[Mask, ...], float]


def _split(table: Others, hand: Mask) -> Plan:
    """Depth first, always over the pieces that hold the lowest card left, and cut off by the best so far."""
    fives = sorted(c.some_fives(hand), key=table.cost) if hand.bit_count() >= 5 else []
    best: Plan = ((), 99.0)
    nodes = 0

    def down(left: Mask, pieces: tuple[Mask, ...], cost: float, fives: Sequence[Mask]) -> None:
        nonlocal best, nodes
        if not left:
            best = pieces, cost
            return
        nodes += 1
        if nodes > NODES and best[0]:
            return
        low = left & -left
        fitting = [five for five in fives if not five & ~left]
        same = left & 15 << (low.bit_length() - 1 & ~3)
        for piece in (*[five for five in fitting if five & low][:FIVES], *_alike(same, low)):
            spent = cost + table.cost(piece)
            if spent < best[1]:
                down(left ^ piece, (*pieces, piece), spent, fitting)

    down(hand, (), 0.0, fives)
    return best


def _alike(same: Mask, low: Mask) -> Iterable[Mask]:
    """The pieces of one rank that hold its lowest card, the largest first."""
    others = [bit for n in range(52) if (bit := 1 << n) & same & ~low] if same != low else []
    if len(others) >= 2:
        yield low | others[0] | others[1]
        if len(others) == 3:
            yield low | others[1] | others[2]
    for other in others:
        yield low | other
    yield low


# ---- what is laid --------------------------------------------------------------------------------


def leads(table: Others, hand: Mask, listed: Sequence[Mask]) -> Mask:
    """A piece of the plan: one that goes on well, is large, low, and hard to answer for whoever is nearly out."""
    pieces, cost = table.plan(hand)
    among = [piece for piece in pieces if piece in listed] or listed

    def worth(bits: Mask) -> float:
        made, beaten = c.recognised(bits), table.beaten(bits)
        assert made is not None
        rest = cost - table.cost(bits) if bits in pieces else table.plan(hand ^ bits)[1]
        height = 3 * (made.kind - Kind.STRAIGHT) if made.size == 5 else (bits.bit_length() - 1) >> 2
        value = 0.15 * made.size - 0.02 * height - rest
        if len(pieces) == 2:
            value += 1.5 * (1 - beaten)
        if made.size == 1 and table.next == 1:
            value -= 2 * beaten
        if any(made.size <= held <= 2 for held in table.held):
            value -= beaten
        return value

    return max(among, key=worth)


def answers(table: Others, hand: Mask, listed: Sequence[Mask]) -> Mask | None:
    """The answer that is worth most; None where passing is better."""
    now = table.plan(hand)[1]

    def worth(bits: Mask) -> float:
        stays = 1 - table.beaten(bits)
        value = now - table.plan(hand ^ bits)[1] - 0.55 + 0.5 * stays
        if table.least <= 3:
            value += 0.4 + 0.3 * stays
        if bits.bit_count() == 1 and table.next == 1:
            value += 1.5 * stays
        if table.fresh and table.least <= 6:
            value += 1.5
        return value

    best = max(listed, key=worth)
    return best if worth(best) > 0 else None
