"""The house player of Twos: it plans its whole hand as pieces, and plays the best of them out in hands that the others
may hold.

See house-players.md, Twos.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from bot.engine.cards import deck
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.games.twos import Laid, Pass, Passed, Play, Playing, TwosView
from bot.games.twos import combinations as c
from bot.games.twos.combinations import Combination, Kind, Mask
from bot.games.twos.facts import COMBINATION, OWNER

from .advice import Advice, GoesOut
from .twos_worlds import Hands, Pieces, as_pieces, paid, split, worlds
from .weighing import Weighed, compared, sampled

BEATEN = {Kind.STRAIGHT: 0.6, Kind.FLUSH: 0.35, Kind.FULL_HOUSE: 0.15, Kind.FOUR: 0.03, Kind.STRAIGHT_FLUSH: 0.01}
"""How likely five-card plays are beaten."""
FIVES, NODES = 6, 500
"""How many five-card plays are tried with a card, and how many sets of cards are split in every way."""
OUT = 3.0
"""What it is worth to lay everything that is left without being beaten."""
LEAD = 1.2
"""What a piece that nobody beats saves: its own turn, and some of another's, because it wins the lead for one that
would not."""
LEADS_OUT = 6.0
"""What it is worth to keep the lead from somebody whose last card would be led, if nobody after the viewer can."""
SURE = 0.8
"""Five cards that stay so likely are not kept back while somebody is nearly out."""
PACK = c.mask(deck())
NOTHING: Mask = 0
"""Laid by who passes."""
LEADS, ANSWERS, WORLDS = 6, 6, 24
"""How many leads, and answers, are played out, and in how many hands that the others may hold."""
MANY = 192
"""The most hands in which it is judged what was played."""


class Beaten(Reason):
    """How likely somebody beats a play, in per cent, and in how many more plays the rest can go."""

    percent: int
    plays: int


class Keeps(Reason, says="to beat it now would cost your hand more than it brings"):
    pass


def choose(view: TwosView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """Lays what brings most, of what leaves a cheap plan; or passes."""
    offer = may.get(Play)
    if not isinstance(offer, Playing):
        return Pass() if Pass in may else None
    hand = c.mask(view.hand)
    listed = offer.listed()
    if hand in listed:
        return Advice(_laid(hand), GoesOut())
    if not listed:
        return Pass()
    table = Others(view)
    tried = worth_leading(table, hand, listed) if Pass not in may else [*worth_answering(table, hand, listed), NOTHING]
    best = tried[0] if len(tried) == 1 else best_of(view, table, tried, rng)
    if best == NOTHING:
        return Advice(Pass(), Keeps())
    planned, _ = table.plan(hand ^ best)
    return Advice(_laid(best), Beaten(round(100 * table.beaten(best)), len(planned)))


def _laid(bits: Mask) -> Move:
    return Play(c.laid_out(c.unmask(bits)))


class Others:
    """What somebody who looks on knows of the others' cards."""

    def __init__(self, view: TwosView) -> None:
        gone = c.mask(view.hand)
        for laid in view.events_of(Laid):
            gone |= c.mask(laid.cards)
        self.unseen = PACK & ~gone
        around = [p for p in view.players if p != view.viewer]
        at = view.players.index(view.viewer)
        step = 1 if view.options.direction == "clockwise" else -1
        self.next = view.size(HAND.of(view.players[(at + step) % len(view.players)]))
        """How many cards the next player holds."""
        self.held = [view.size(HAND.of(p)) for p in around]
        self.most, self.least = max(self.held), min(self.held)
        self.leads_out = self._leads_out(view)
        self.fresh = not view.events_of(Laid, seat=view.viewer)
        """The viewer has laid nothing yet."""
        self._ranks = [(self.unseen >> 4 * n & 15).bit_count() for n in range(13)]
        self._beaten: dict[Mask, float] = {}
        self._costs: dict[Mask, float] = {0: 0.0}
        self._first: dict[Mask, Mask] = {}
        self._fives: dict[Mask, list[Mask]] = {}
        for five in sorted(c.some_fives(c.mask(view.hand)), key=lambda five: (self.cost(five), five)):
            self._fives.setdefault(five & -five, []).append(five)

    def _leads_out(self, view: TwosView) -> float:
        """How much it is the viewer's to keep the lead from somebody who has one card left: 1 for the last who can, 0
        if nobody would go out by it."""
        may_answer = len(view.players) - 1
        for e in reversed(view.events_of(Laid, Passed)):
            if isinstance(e, Laid):
                return 1 / may_answer if may_answer and view.size(HAND.of(e.seat)) == 1 else 0.0
            may_answer -= 1
        return 0.0

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
            return min(1.0, 0.1 + 0.15 * higher) if higher else 0.0
        rank = made.worth if made.kind is Kind.THREE else made.worth >> 2
        above = sum(n >= made.size for n in self._ranks[rank + 1 :])
        if made.kind is Kind.THREE:
            return min(1.0, 0.1 * above)
        return min(1.0, 0.22 * above + 0.11 * (self._ranks[rank] > 1))

    def runs_out(self, pieces: Sequence[Mask]) -> float:
        """How likely all of these are laid one after the other, but for the one that is beaten most easily: it comes
        last."""
        likely = 1.0
        for beaten in sorted(map(self.beaten, pieces))[:-1]:
            likely *= 1 - beaten
        return likely

    def cost(self, bits: Mask) -> float:
        """What a piece costs in a plan."""
        return 1 - LEAD * (1 - self.beaten(bits))

    def plan(self, hand: Mask) -> Plan:
        """The cheapest pieces found that make up these cards, and what they cost."""
        pieces: list[Mask] = []
        cost = self._least(hand)
        while hand:
            piece = self._first[hand]
            pieces.append(piece)
            hand ^= piece
        return tuple(pieces), cost

    def _least(self, left: Mask) -> float:
        """What the cheapest split of these cards costs: always over the pieces that hold the lowest of them. What is
        left after some pieces is the same after others, so it is remembered; when there are too many, the first piece
        is as good as any."""
        if (known := self._costs.get(left)) is not None:
            return known
        low = left & -left
        best, first, tried = 99.0, 0, 0
        for piece in self._fives.get(low, ()):
            if not piece & ~left:
                cost = self.cost(piece) + self._least(left ^ piece)
                if cost < best:
                    best, first = cost, piece
                tried += 1
                if tried == FIVES or (first and len(self._costs) > NODES):
                    break
        if not first or len(self._costs) <= NODES:
            for piece in _alike(left & 15 << (low.bit_length() - 1 & ~3), low):
                cost = self.cost(piece) + self._least(left ^ piece)
                if cost < best:
                    best, first = cost, piece
                if len(self._costs) > NODES:
                    break
        self._costs[left], self._first[left] = best, first
        return best


Plan = tuple[tuple[Mask, ...], float]


def _alike(same: Mask, low: Mask) -> list[Mask]:
    """The pieces of one rank that hold its lowest card, the largest first."""
    others: list[Mask] = []
    rest = same ^ low
    while rest:
        bit = rest & -rest
        others.append(bit)
        rest ^= bit
    found = [low | bit for bit in others]
    if len(others) == 2:
        found.insert(0, same)
    elif len(others) == 3:
        found[:0] = [low | others[0] | others[1], low | others[1] | others[2]]
    found.append(low)
    return found


# ---- what is worth a look ------------------------------------------------------------------------


def worth_leading(table: Others, hand: Mask, listed: Sequence[Mask]) -> list[Mask]:
    """The best pieces of the plan."""
    planned, _ = table.plan(hand)
    among = [piece for piece in planned if piece in listed] or listed
    return sorted(among, key=lambda bits: lead(table, hand, bits), reverse=True)[:LEADS]


def lead(table: Others, hand: Mask, bits: Mask) -> float:
    """What it is worth to lead this: a piece that goes on well, is large, low, and hard to answer for players who are
    nearly out."""
    made, beaten = c.recognised(bits), table.beaten(bits)
    assert made is not None
    pieces, cost = table.plan(hand ^ bits)
    height = 3 * (made.kind - Kind.STRAIGHT) if made.size == 5 else (bits.bit_length() - 1) >> 2
    if made.size == 1 and table.next == 1:
        height = -height  # where both may be beaten by the last card, the one that costs more goes
    value = 0.3 * made.size - 0.02 * height - cost
    value += OUT * (1 - beaten) * table.runs_out(pieces)
    if len(pieces) == 1:
        value += 1.5 * (1 - beaten)
    if made.size == 1 and table.next == 1:
        value -= 2 * beaten
    if any(made.size <= held <= 2 for held in table.held):
        value -= beaten
    return value


def worth_answering(table: Others, hand: Mask, listed: Sequence[Mask]) -> list[Mask]:
    """The best answers."""
    return sorted(listed, key=lambda bits: answer(table, hand, bits), reverse=True)[:ANSWERS]


def answer(table: Others, hand: Mask, bits: Mask) -> float:
    """What it is worth to answer with this, and not to pass: above all what the plan does not lose by it."""
    stays = 1 - table.beaten(bits)
    pieces, cost = table.plan(hand ^ bits)
    value = table.plan(hand)[1] - cost - 0.25 + 0.5 * stays + OUT * stays * table.runs_out(pieces)
    if table.least <= 3:
        value += 0.4 + 0.3 * stays
    if bits.bit_count() == 1 and table.next == 1:
        value += 1.5 * stays
    value += LEADS_OUT * table.leads_out
    if table.least <= 2 and bits.bit_count() == 5 and stays >= SURE:
        value += 3  # the player left with them pays for all five
    if table.fresh and table.least <= 6:
        value += 1.5
    return value


# ---- what is laid --------------------------------------------------------------------------------


Way = tuple[Mask, Pieces]
"""What is laid, and how the rest is split."""
World = tuple[list[Mask], list[Pieces]]
"""The hands of the others, from the next player on, and how they are split."""


def best_of(view: TwosView, table: Others, tried: Sequence[Mask], rng: random.Random) -> Mask:
    """Which of these, or of these and passing, brings most in hands that the others may hold."""
    ways = [(bits, own) for bits in tried for own in splits(table, c.mask(view.hand) ^ bits)]
    out = PlayingOut(view, table)
    brought = [0] * len(ways)
    for world in islice(out.worlds(rng), WORLDS):
        for n, way in enumerate(ways):
            brought[n] += out.brings(way, world)
    return max(zip(brought, ways, strict=True), key=lambda way: way[0])[1][0]


class PlayingOut:
    """How a deal goes on from here in hands that the others may hold."""

    def __init__(self, view: TwosView, table: Others) -> None:
        at, seats = view.players.index(view.viewer), len(view.players)
        step = 1 if view.options.direction == "clockwise" else -1
        self.hand, self.unseen = c.mask(view.hand), table.unseen
        around = [view.players[(at + step * k) % seats] for k in range(1, seats + 1)]
        self.sizes = [view.size(HAND.of(p)) for p in around]
        laid = {e.seat for e in view.events_of(Laid)}
        self.untouched = [0 if p in laid else size for p, size in zip(around, self.sizes, strict=True)]
        self.lying = c.recognise(view.faces(COMBINATION))
        self.owner = around.index(view.fact(OWNER)) if self.lying is not None else -1

    def worlds(self, rng: random.Random) -> Iterator[World]:
        """The hands of the others, and what they are split into."""
        for hands in worlds(self.unseen, self.sizes[:-1], rng):
            yield hands, [split(held) for held in hands]

    def brings(self, way: Way, world: World) -> int:
        """What the viewer gets, in points."""
        (bits, own), (hands, pieces) = way, world
        made, owner, fresh = c.recognised(bits), len(hands), [*self.untouched[:-1], 0]
        if bits == NOTHING:
            made, owner, fresh = self.lying, self.owner, self.untouched
        assert made is not None
        if bits == self.hand:
            return paid([*hands, NOTHING], fresh, owner)
        deal = Hands([*hands, self.hand ^ bits], [*pieces, own], fresh)
        return deal.played_out(owner, made.size, made.worth)


def splits(table: Others, left: Mask) -> list[Pieces]:
    """What is left as the cheapest pieces, and where that is something else, with the best fives."""
    planned, fives_first = as_pieces(table.plan(left)[0]), split(left)
    return [planned] if planned == fives_first else [planned, fives_first]


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(view: TwosView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random) -> Mapping[Move, Weighed]:
    """What plays bring on average, in points, or in whites where these are paid for: those that are worth a look, and
    the one that was made."""
    offer = may.get(Play)
    if not isinstance(offer, Playing) or not (listed := offer.listed()):
        return {}
    hand, table = c.mask(view.hand), Others(view)
    chosen = c.mask(made.cards) if isinstance(made, Play) else NOTHING
    tried = [chosen, hand] if hand in listed else [chosen]
    tried += [*worth_answering(table, hand, listed), NOTHING] if Pass in may else worth_leading(table, hand, listed)
    if len({*tried}) < 2:
        return {}
    out = PlayingOut(view, table)
    ways = {(bits, n): (bits, own) for bits in tried for n, own in enumerate(splits(table, hand ^ bits))}
    each = view.options.unit / 100 if view.options.stakes == "chips" else 1.0

    def brings(way: tuple[Mask, int], world: World) -> float:
        return each * out.brings(ways[way], world)

    best: dict[Move, Weighed] = {}
    for (bits, _), found in compared(sampled(ways, out.worlds(rng), brings, WORLDS, MANY)).items():
        move = made if bits == chosen else Pass() if bits == NOTHING else _laid(bits)
        if move not in best or found.worth > best[move].worth:
            best[move] = found
    return best
