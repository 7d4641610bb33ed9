"""A house player for Hearts: it plays every card out in hands that the others may hold, and takes the cheapest.

Rules: hearts.md, house player. The cheap rules 1 to 7 are what everybody plays by in a playout.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from math import sqrt

from bot.engine.cards import Card, cards, high
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.view import View
from bot.games.hearts import FEARED, JACK, LADY, Choose, Pass, Passed, Play, TrickTaken, better_way, worth

from . import hearts_rules as rules
from .hearts_rules import BITS, CARDS, HEARTS, SPADES, SUITS, Bit, Mask, mask, play_out, points
from .hearts_worlds import Other, worlds

ALL = sum(SUITS)
STAGES = (12, 24, 48)
"""After so many worlds the cards that are clearly dearer than the best drop out; the last is all there are."""
CLEARLY = 2.0
"""That is, by so many standard errors."""
KEPT_BACK, LED_LOW = 0.03, 0.4
"""How seldom somebody has the queen who could have thrown her and did not, or who has led a spade below her."""
SUFFERED, SHOT = 26.0, -13.0
"""What a moon of somebody else costs, and one's own."""

_ABOVE_LADY = cards("AS KS")
_ABOVE_JACK = cards("AD KD QD")


def choose(view: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    """The move of a player who thinks ahead."""
    if Pass in may:
        return Pass(tuple(packet(view.hand, view.options.omnibus)))
    if Choose in may:
        return Choose(better_way(view.scores, view.viewer, view.options))
    return Play(best_card(Sight(view, may[Play].next(())), rng)) if Play in may else None


class Sight:
    """What a player sees, and what follows from it for the hands of the others."""

    def __init__(self, view: View, legal: Collection[Card]) -> None:
        self.me, self.hand, self.legal = view.viewer, mask(view.hand), mask(legal)
        self.trick: list[Bit] = []
        self.number: int = view.facts["trick number"]
        self.worth = mask(worth(view.options.omnibus))
        self.taken: list[Mask] = [0] * 4
        self.tricks: Sequence[int] = view.facts["tricks"]
        self.seen = self.hand
        self._may = [ALL] * 4
        self._lady = [1.0] * 4
        for e in view.events_of(TrickTaken):
            self.taken[e.by] |= self._watch(e.number, e.leader, e.cards) & self.worth
        self.leader: Seat = view.facts["leader"]
        self._watch(self.number, self.leader, view.faces("trick"))
        self.trick = [BITS[c] for c in view.faces("trick")]
        given = {e.to: mask(e.cards) for e in view.events_of(Passed) if e.by == self.me}
        self.hidden = ALL & ~self.seen
        self.others = [
            Other(p, view.size(f"hand {p}"), given.get(p, 0) & self.hidden, self._may[p], self._lady[p])
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
        """The suit led; 0 for whoever leads."""
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
        return p if points(self.taken[p]) >= 3 or self.tricks[p] >= 3 else -1


# ---- passing -----------------------------------------------------------------------------------------


def packet(hand: Sequence[Card], omnibus: bool) -> list[Card]:
    """The queen and her betters if they are badly protected, high hearts, then a short suit from the top."""
    spades = [c for c in hand if c.suit == "S"]
    low_spades = [c for c in spades if high(c) < high(LADY)]
    chosen = [LADY] if LADY in hand and len(spades) < 5 else []
    chosen += [c for c in _ABOVE_LADY if c in hand and len(low_spades) < 3]
    chosen += sorted((c for c in hand if c.suit == "H" and high(c) >= 10), key=high, reverse=True)
    kept = {JACK, *_ABOVE_JACK} if omnibus else set[Card]()
    sides = [[c for c in hand if c.suit == suit and c not in kept] for suit in "CD"]
    for side in sorted(sides, key=len):
        chosen += sorted(side, key=high, reverse=True)
    chosen += sorted(hand, key=FEARED)
    return list(dict.fromkeys(chosen))[:3]


# ---- playing -----------------------------------------------------------------------------------------


def best_card(s: Sight, rng: random.Random) -> Card:
    """The card that costs least on average, in hands that the others may hold."""
    tried = different(s)
    if len(tried) == 1:
        return CARDS[tried[0]]
    if tries_moon(s):
        top, last = s.top, len(s.trick) == 3
        return CARDS[rules.win(s.legal, s.led, top, last, s.hidden, s.worth)]
    deals = worlds(s.hidden, s.others, rng)
    costs: dict[Bit, list[float]] = {bit: [] for bit in tried}
    done = 0
    for stage in STAGES:
        for n, hands in enumerate(islice(deals, stage - done), done):
            shooter = s.threat if n % 2 else -1
            for bit, paid in costs.items():
                paid.append(cost(s, hands, bit, shooter))
        done = stage
        costs = still_good(costs)
        if len(costs) == 1:
            break
    return CARDS[min(costs, key=lambda bit: sum(costs[bit]))]


def different(s: Sight) -> list[Bit]:
    """The legal cards, of neighbours that do the same only the highest."""
    found: list[Bit] = []
    others = s.hidden | s.lying
    last = 0
    for bit in reversed(rules.bits(s.legal)):
        between = others & last - 1 & -bit
        alone = last and rules.suit_of(bit) & last and not between
        if not (alone and points(bit) == points(last) and not (bit | last) & s.worth & ~(HEARTS | rules.LADY)):
            found.append(bit)
        last = bit
    return found


def cost(s: Sight, hands: list[Mask], bit: Bit, shooter: Seat) -> float:
    """What the deal costs with this card, played out in these hands."""
    hands, taken = [*hands], [*s.taken]
    hands[s.me] = s.hand ^ bit
    led = s.led or rules.suit_of(bit)
    top, count, lying = s.top, len(s.trick), s.lying
    taker = (s.leader + s.trick.index(top)) % 4 if s.trick else s.me
    if bit & led and bit > top:
        top, taker = bit, s.me
    broken = s.broken | bit & HEARTS
    play_out(
        hands, s.number, s.me + 1 & 3, led, top, taker, lying | bit, count + 1, broken, taken, s.worth, shooter
    )  # fmt: skip
    mine = taken[s.me]
    if s.worth in taken:
        return SHOT if mine == s.worth else SUFFERED
    return points(mine) - (10 if mine & s.worth & rules.JACK else 0)


def still_good(costs: Mapping[Bit, list[float]]) -> dict[Bit, list[float]]:
    """Those that are not clearly dearer than the cheapest."""
    best = min(costs.values(), key=sum)
    n = len(best)

    def behind(paid: list[float]) -> bool:
        more = [a - b for a, b in zip(paid, best, strict=True)]
        mean = sum(more) / n
        spread = sum((d - mean) ** 2 for d in more) / (n - 1)
        return mean > CLEARLY * sqrt(spread / n) and mean > 0

    return {bit: paid for bit, paid in costs.items() if not behind(paid)}


# ---- the moon ----------------------------------------------------------------------------------------


def sure_tricks(s: Sight) -> int:
    """Tops, and the small cards behind tops that draw everything."""
    sure = 0
    for suit in SUITS:
        mine, out = s.hand & suit, s.hidden & suit
        tops = tops_of(mine, out)
        sure += mine.bit_count() if 2 * tops >= out.bit_count() else tops
    return sure


def tops_of(mine: Mask, out: Mask) -> int:
    """How many of these cards of a suit nothing of the others beats."""
    return (mine & -(rules.highest(out) if out else 1)).bit_count()


def tries_moon(s: Sight) -> bool:
    """Six sure tricks and good hearts, and nobody else with a point."""
    if any(taken for p, taken in enumerate(s.taken) if p != s.me):
        return False
    sure = sure_tricks(s)
    if s.tricks[s.me] + sure < 6 or s.hand.bit_count() - sure > 4:
        return False
    hearts, out = s.hand & HEARTS, s.hidden & HEARTS
    tops = tops_of(hearts, out)
    return tops == hearts.bit_count() or 2 * tops >= out.bit_count()
