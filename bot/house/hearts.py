"""A house player for Hearts: it plays every card out in hands that the others may hold, and takes the cheapest.

See house-players.md, Hearts. The cheap rules 1 to 7 are what everybody plays by in a playout.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import sqrt
from typing import TypeVar

from bot.engine.cards import Card
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.hearts import (
    DIRECTION,
    DIRECTIONS,
    TRICK_NUMBER,
    TRICKS,
    Choose,
    HeartsView,
    Pass,
    Passed,
    Play,
    TrickTaken,
    better_way,
    worth,
)
from bot.games.parts.tricks import LEADER, TRICK

from . import hearts_rules as rules
from .advice import Advice
from .hearts_rules import BITS, CARDS, HEARTS, SPADES, SUITS, Bit, Mask, mask, play_out, points
from .hearts_worlds import Other, worlds
from .weighing import Weighed, compared, sampled

ALL = sum(SUITS)
WORLDS, PACKET_WORLDS = (12, 96), (6, 24)
"""Cards, and packets, are first compared after the first number of worlds, then at each doubling, up to the second."""
CLEARLY = 2.0
"""Each time those drop out that are dearer than the cheapest by this many standard errors."""
LOOKED_AT, PACKETS, VOID = 8, 14, 4.0
"""How many of the most dangerous cards are looked at, in how many packets; and what a void is worth, as danger."""
KEPT_BACK, LED_LOW = 0.03, 0.4
"""How seldom somebody has the queen who could have thrown her and did not, or who has led a spade below her."""
SUFFERED, SHOT = 26.0, -13.0
"""What somebody else's moon costs, and the player's own."""
SEEN_COMING = 15.0
"""How much better a moon must look than everything else: in play-outs nobody keeps a card against it until late, and
people do."""

FEW, MANY = 24, 192
"""How many worlds what was played is judged in: twice as many as it is chosen in."""
RESIGNED = 2.0
"""What it costs besides to take the queen now: what is lost in all play-outs may go otherwise, for people lead spades
less than those do."""

W = TypeVar("W")
P = TypeVar("P")


class Packet(Reason):
    """What the hand costs on average without three cards, in points."""

    points: float


class Costs(Reason):
    """What the whole hand costs on average with this card, in points."""

    points: float


class Moon(Reason, says="you have the cards to shoot the moon"):
    pass


def choose(view: HeartsView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """The move of a player who thinks ahead."""
    if Pass in may:
        away, points = packet(view, rng)
        return Advice(_pass(away), Packet(points))
    if Choose in may:
        return Choose(better_way(view.scores, view.viewer, view.options))
    if Play in may:
        bit, why = best_card(Sight(view, may[Play].next(())), rng)
        return Advice(Play(CARDS[bit]), why)
    return None


def _pass(away: Mask) -> Move:
    return Pass(tuple(CARDS[bit] for bit in rules.bits(away)))


class Sight:
    """What a player sees, and what follows from it for the hands of the others."""

    def __init__(self, view: HeartsView, legal: Collection[Card]) -> None:
        self.me, self.hand, self.legal = view.viewer, mask(view.hand), mask(legal)
        self.trick: list[Bit] = []
        self.number: int = view.fact(TRICK_NUMBER)
        self.worth = mask(worth(view.options.omnibus))
        self.taken: list[Mask] = [0] * 4
        self.tricks: Sequence[int] = view.fact(TRICKS)
        self.seen = self.hand
        self._may = [ALL] * 4
        self._lady = [1.0] * 4
        for e in view.events_of(TrickTaken):
            self.taken[e.by] |= self._watch(e.number, e.leader, e.cards) & self.worth
        self.leader: Seat = view.fact(LEADER)
        self._watch(self.number, self.leader, view.faces(TRICK))
        self.trick = [BITS[c] for c in view.faces(TRICK)]
        given = {e.to: mask(e.cards) for e in view.events_of(Passed) if e.by == self.me}
        self.hidden = ALL & ~self.seen
        self.others = [
            Other(p, view.size(HAND.of(p)), given.get(p, 0) & self.hidden, self._may[p], self._lady[p])
            for p in range(4)
            if p != self.me
        ]

    def _watch(self, number: int, leader: Seat, played: Sequence[Card]) -> Mask:
        """What a trick tells of who has played to it. Returns its cards."""
        lying = led = top = 0
        broken = self.seen & HEARTS & ~self.hand
        for n, c in enumerate(played):
            p, bit = (leader + n) % 4, BITS[c]
            if not n:
                led = rules.suit_of(bit)
                if led == HEARTS and not broken:
                    self._may[p] &= HEARTS
                if led == SPADES and bit < rules.LADY:
                    self._lady[p] *= LED_LOW
            elif not bit & led:
                self._may[p] &= ~led
                if number == 1 and bit & self.worth:
                    self._may[p] &= self.worth
                if number > 1 or bit & self.worth:
                    self._lady[p] *= KEPT_BACK
            elif led == SPADES and top > rules.LADY:
                self._lady[p] *= KEPT_BACK
            top = max(top, bit & led)
            lying |= bit
        self.seen |= lying
        return lying

    @property
    def lying(self) -> Mask:
        return sum(self.trick)

    @property
    def led(self) -> Mask:
        """The suit led; 0 for the leader."""
        return rules.suit_of(self.trick[0]) if self.trick else 0

    @property
    def top(self) -> Bit:
        """The card that takes the trick as it lies."""
        return max((bit & self.led for bit in self.trick), default=0)

    @property
    def broken(self) -> Mask:
        return (self.seen ^ self.hand) & HEARTS

    @property
    def threat(self) -> Seat:
        """Somebody else who has every point so far, and enough to be on the way to a moon; −1 for nobody."""
        (*holders,) = (p for p, taken in enumerate(self.taken) if taken)
        if len(holders) != 1 or holders[0] == self.me:
            return -1
        p = holders[0]
        return p if points(self.taken[p], self.worth) >= 3 or self.tricks[p] >= 3 else -1

    def cost(self, bit: Bit, world: tuple[list[Mask], Seat]) -> float:
        """What the deal costs with this card, played out in these hands; somebody may play to win. A queen who is taken
        now costs more than one who seems to be lost."""
        hands, shooter = world
        hands, taken = [*hands], [*self.taken]
        hands[self.me] = self.hand ^ bit
        top, led = self.top, self.led or rules.suit_of(bit)
        taker = (self.leader + self.trick.index(top)) % 4 if self.trick else self.me
        if bit & led and bit > top:
            top, taker = bit, self.me
        play_out(
            hands, self.number, self.me + 1 & 3, led, top, taker, self.lying | bit, len(self.trick) + 1,
            self.broken | bit & HEARTS, taken, self.worth, shooter,
        )  # fmt: skip
        resigned = taker == self.me != shooter and (self.lying | bit) & rules.LADY
        return paid_by(self.me, taken, self.worth) + (RESIGNED if resigned else 0.0)

    def cost_of_plan(self, plan: tuple[Bit, Seat], hands: list[Mask]) -> float:
        """The same with a card and somebody who plays to win; a moon of one's own may be seen coming."""
        return self.cost(plan[0], (hands, plan[1])) + SEEN_COMING * (plan[1] == self.me)


# ---- what is cheapest --------------------------------------------------------------------------------


def cheapest(
    tried: Sequence[P], deals: Iterator[W], cost: Callable[[P, W], float], among: tuple[int, int]
) -> tuple[P, float]:
    """Which of these costs least on average, all in the same worlds, and how much: see `WORLDS`."""
    costs: dict[P, list[float]] = {one: [] for one in tried}
    done, (goal, most) = 0, among
    while len(costs) > 1 and goal <= most:
        for world in islice(deals, goal - done):
            for one, paid in costs.items():
                paid.append(cost(one, world))
        done, goal = goal, 2 * goal
        costs = still_good(costs)
    best = min(costs, key=lambda one: sum(costs[one]))
    return best, sum(costs[best]) / max(1, len(costs[best]))


def still_good(costs: Mapping[P, list[float]]) -> dict[P, list[float]]:
    """Those that are not clearly dearer than the cheapest."""
    best = min(costs.values(), key=sum)
    n = len(best)

    def behind(paid: list[float]) -> bool:
        more = [a - b for a, b in zip(paid, best, strict=True)]
        mean = sum(more) / n
        spread = sum((d - mean) ** 2 for d in more) / (n - 1)
        return mean > CLEARLY * sqrt(spread / n)

    return {one: paid for one, paid in costs.items() if paid is best or not behind(paid)}


def paid_by(me: Seat, taken: Sequence[Mask], counting: Mask) -> float:
    """What a deal in which everybody has taken this costs a seat."""
    mine = taken[me]
    if counting in taken:
        return SHOT if mine == counting else SUFFERED
    return points(mine, counting)


# ---- passing -----------------------------------------------------------------------------------------


def packet(view: HeartsView, rng: random.Random) -> tuple[Mask, float]:
    """The three cards without which the deal is cheapest, whatever comes for them, and what it costs then."""
    sight = BeforePassing(view)
    return cheapest(packets(sight.hand, sight.counting), sight.deals(rng), sight.cost, PACKET_WORLDS)


class BeforePassing:
    """What a player who passes sees, and how a deal goes on from there."""

    def __init__(self, view: HeartsView) -> None:
        self.me, self.hand, self.counting = view.viewer, mask(view.hand), mask(worth(view.options.omnibus))
        self.on = dict(DIRECTIONS)[view.fact(DIRECTION)]

    def deals(self, rng: random.Random) -> Iterator[tuple[list[Mask], list[Mask]]]:
        """Hands, and what everybody passes."""
        others = [Other(p, 13, 0, ALL) for p in range(4) if p != self.me]
        for hands in worlds(ALL ^ self.hand, others, rng):
            hands[self.me] = self.hand
            yield hands, [rules.packet(h, self.counting) for h in hands]

    def cost(self, chosen: Mask, world: tuple[list[Mask], list[Mask]]) -> float:
        """What the deal costs without these three."""
        hands, given = world
        given[self.me] = chosen
        return paid_by(self.me, played_after(passed(hands, given, self.on), self.counting), self.counting)


def packets(hand: Mask, counting: Mask) -> list[Mask]:
    """Packets worth a look: three of the most dangerous cards, the cheap rule's packet first."""
    danger = dangers(hand, counting)
    worst = sorted(danger, key=danger.__getitem__, reverse=True)[:LOOKED_AT]

    def together(three: tuple[Bit, ...]) -> float:
        left = hand ^ sum(three)
        return sum(danger[bit] for bit in three) + sum(VOID for suit in SUITS[:2] if not left & suit)

    threes = sorted(combinations(worst, 3), key=together, reverse=True)[:PACKETS]
    return [*dict.fromkeys([rules.packet(hand, counting), *map(sum, threes)])]


def dangers(hand: Mask, counting: Mask) -> dict[Bit, float]:
    """How likely each card is to take points: its height, less what low cards of its suit there are to duck with."""
    found: dict[Bit, float] = {}
    for n, suit in enumerate(SUITS):
        held = rules.bits(hand & suit)
        for under, bit in enumerate(held):
            found[bit] = bit.bit_length() - 13 * n - 1.5 * under + (3.0 if suit == HEARTS else 0.0)
        if suit == SPADES:
            low = sum(bit < rules.LADY for bit in held)
            for bit in held:
                if bit < rules.LADY:
                    found[bit] = -3.0
                else:
                    found[bit] = (20.0 if bit == rules.LADY else 15.0) - 3.0 * low
        if suit == rules.DIAMONDS and counting & rules.JACK:
            for bit in held:
                if bit >= rules.JACK:
                    found[bit] -= 8.0
    return found


def passed(hands: Sequence[Mask], given: Sequence[Mask], on: int) -> list[Mask]:
    """What everybody holds once the packets have gone this many seats on."""
    return [hand ^ away | given[(p - on) % 4] for p, (hand, away) in enumerate(zip(hands, given, strict=True))]


def played_after(hands: list[Mask], counting: Mask) -> list[Mask]:
    """What everybody takes in a whole deal, in which a player with the hand for it tries the moon."""
    taken = [0] * 4
    opens = next(p for p, hand in enumerate(hands) if hand & rules.OPENER)
    shooter = next((p for p, hand in enumerate(hands) if rules.tries_moon(hand, ALL ^ hand, 0)), -1)
    play_out(hands, 1, opens, 0, 0, 0, 0, 0, 0, taken, counting, shooter)
    return taken


# ---- playing -----------------------------------------------------------------------------------------


def best_card(s: Sight, rng: random.Random) -> tuple[Bit, Reason | None]:
    """The card that costs least on average, in hands that the others may hold, and why; no reason for the only one."""
    tried = different(s)
    if len(tried) == 1:
        return tried[0], None
    if not any(s.taken[o.seat] for o in s.others) and rules.tries_moon(s.hand, s.hidden, s.tricks[s.me]):
        return moon_or_not(s, tried, rng)
    deals = ((hands, s.threat if n % 2 else -1) for n, hands in enumerate(worlds(s.hidden, s.others, rng)))
    bit, points = cheapest(tried, deals, s.cost, WORLDS)
    return bit, Costs(points)


def moon_or_not(s: Sight, tried: Sequence[Bit], rng: random.Random) -> tuple[Bit, Reason]:
    """With the cards for a moon: the one that goes on with it, unless a moon given up costs less. Sure tricks that have
    been made already say nothing of the low cards that are left."""
    moon = rules.win(s.legal, s.led, s.top, len(s.trick) == 3, s.hidden, s.worth)
    plans = [(moon, s.me), *((bit, -1) for bit in tried)]
    (bit, shooter), points = cheapest(plans, worlds(s.hidden, s.others, rng), s.cost_of_plan, WORLDS)
    return bit, Moon() if shooter == s.me else Costs(points)


def different(s: Sight) -> list[Bit]:
    """The legal cards, of neighbours that do the same only the highest."""
    found: list[Bit] = []
    above = 0
    for bit in reversed(rules.bits(s.legal)):
        between = (s.hidden | s.lying) & above - 1 & -bit
        same = above and above & rules.suit_of(bit) and points(bit, s.worth) == points(above, s.worth)
        if between or not same:
            found.append(bit)
        above = bit
    return found


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(view: HeartsView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random) -> Mapping[Move, Weighed]:
    """What packets and cards bring on average, in points, which are less than nothing."""
    if isinstance(made, Pass):
        before, chosen = BeforePassing(view), mask(made.cards)
        tried = [*dict.fromkeys([chosen, *packets(before.hand, before.counting)])]

        def gain(away: Mask, world: tuple[list[Mask], list[Mask]]) -> float:
            return -before.cost(away, world)

        found = compared(sampled(tried, before.deals(rng), gain, FEW, MANY))
        return {made if away == chosen else _pass(away): each for away, each in found.items()}
    if Play not in may:
        return {}
    return _cards(Sight(view, may[Play].next(())), rng)


def _cards(s: Sight, rng: random.Random) -> Mapping[Move, Weighed]:
    """Cards that do the same are worth the same; one that goes on with a moon as much as the better of its plans."""
    tried = different(s)
    if len(tried) == 1:
        return {}
    plans: list[tuple[Bit, Seat]] = [(bit, -1) for bit in tried]
    if not any(s.taken[o.seat] for o in s.others) and rules.tries_moon(s.hand, s.hidden, s.tricks[s.me]):
        plans.append((rules.win(s.legal, s.led, s.top, len(s.trick) == 3, s.hidden, s.worth), s.me))
    deals = ((hands, s.threat if n % 2 else -1) for n, hands in enumerate(worlds(s.hidden, s.others, rng)))

    def gain(plan: tuple[Bit, Seat], world: tuple[list[Mask], Seat]) -> float:
        hands, threat = world
        bit, shooter = plan
        return -s.cost_of_plan((bit, shooter if shooter == s.me else threat), hands)

    best: dict[Bit, Weighed] = {}
    for (bit, _), each in compared(sampled(plans, deals, gain, FEW, MANY)).items():
        if bit not in best or each.worth > best[bit].worth:
            best[bit] = each
    found: dict[Move, Weighed] = {}
    stands_for = 0
    for bit in reversed(rules.bits(s.legal)):
        stands_for = bit if bit in tried else stands_for
        found[Play(CARDS[bit])] = max(best[b] for b in best if b in (bit, stands_for))
    return found
