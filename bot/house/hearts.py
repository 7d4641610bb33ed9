"""A house player for Hearts: ducks, voids suits, throws the queen on others, and now and then tries the moon.

Rules: hearts.md, house player.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Collection, Mapping, Sequence

from bot.engine.cards import Card, cards, deck, high
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.view import View
from bot.games.hearts import (
    FEARED,
    JACK,
    LADY,
    LOWEST,
    UNWANTED,
    Choose,
    Pass,
    Play,
    TrickTaken,
    better_way,
    winning,
    worth,
)

_SUITS = {suit: sorted((c for c in deck() if c.suit == suit), key=high) for suit in "CDSH"}
_ABOVE_LADY = cards("AS KS")
_ABOVE_JACK = cards("AD KD QD")


def choose(view: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    """The move of a sensible player. Nothing is left to chance."""
    if Pass in may:
        return Pass(tuple(packet(view.hand, view.options.omnibus)))
    if Choose in may:
        return Choose(better_way(view.scores, view.viewer, view.options))
    return Play(best_card(Sight(view, may[Play].next(())))) if Play in may else None


class Sight:
    """What a player sees, and what follows from it."""

    def __init__(self, view: View, legal: Collection[Card]) -> None:
        self.me, self.hand, self.legal = view.viewer, view.hand, [*legal]
        self.trick = view.faces("trick")
        self.leader: Seat = view.facts["leader"]
        self.number: int = view.facts["trick number"]
        self.points: Sequence[int] = view.facts["points"]
        self.tricks: Sequence[int] = view.facts["tricks"]
        self.totals = view.scores
        self.worth = worth(view.options.omnibus)
        gone = {c for e in view.events_of(TrickTaken) for c in e.cards}
        gone.update(self.hand, self.trick)
        self.out = {suit: [c for c in cards_of if c not in gone] for suit, cards_of in _SUITS.items()}
        """The cards that the others hold, suit by suit, each from the lowest."""

    def mine(self, suit: str) -> list[Card]:
        return [c for c in self.hand if c.suit == suit]

    def holds_out(self, c: Card) -> bool:
        """Whether somebody else holds this card."""
        return c in self.out[c.suit]

    def above(self, c: Card) -> int:
        """How many cards that beat this one the others hold."""
        out = self.out[c.suit]
        return len(out) - bisect(out, high(c), key=high)

    @property
    def in_trick(self) -> int:
        """The points that lie in the trick."""
        return sum(self.worth.get(c, 0) for c in self.trick)

    @property
    def taker(self) -> Seat:
        """Who takes the trick as it lies."""
        return (self.leader + winning(self.trick)) % 4

    @property
    def shooter(self) -> Seat | None:
        """Somebody else who, late in the hand, still has every point."""
        late = self.number > 8
        return next(
            (p for p, n in enumerate(self.points) if late and p != self.me and n > 0 and n == sum(self.points)), None
        )

    @property
    def wants_jack(self) -> bool:
        """Whether the jack of diamonds counts and has not been taken yet."""
        return JACK in self.worth and (self.holds_out(JACK) or JACK in self.hand or JACK in self.trick)


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


def best_card(s: Sight) -> Card:
    if len(s.legal) == 1:
        return s.legal[0]
    if tries_moon(s):
        return for_the_moon(s)
    if not s.trick:
        return lead(s)
    return follow(s) if s.legal[0].suit == s.trick[0].suit else throw_away(s)


def lead(s: Sight) -> Card:
    """A low card of a long, safe suit; spades under the queen drive her out."""
    if s.shooter is not None and (tops := [c for c in s.legal if c.suit == "H" and not s.above(c)]):
        return tops[0]

    def risk(c: Card) -> float:
        out = s.out[c.suit]
        loses = s.above(c) / len(out) if out else 0.0
        stake = 4.0 if c.suit == "H" else 1.0
        stake += 6.0 if len(out) < 4 else 0.0  # somebody is out of the suit and throws points
        if c.suit == "S" and s.holds_out(LADY):
            safe = high(c) < high(LADY) and not any(a in s.hand for a in _ABOVE_LADY)
            return -5.0 - loses if safe else 13.0
        if c == LADY:
            return 20.0
        if c == JACK and s.wants_jack:
            return 20.0 if s.above(c) else -20.0
        if c.suit == "D" and s.wants_jack and s.holds_out(JACK) and high(c) > high(JACK):
            return -1.0 if len(out) > 4 else 2.0  # a big diamond may catch the jack
        return stake * (1.0 - loses)

    return min(s.legal, key=lambda c: (risk(c), -len(s.mine(c.suit)), LOWEST(c)))


def follow(s: Sight) -> Card:
    """The highest card that still loses; without points, or where there is no help, the highest of all."""
    top = high(s.trick[winning(s.trick)])
    under = [c for c in s.legal if high(c) < top]
    over = [c for c in s.legal if high(c) > top and c != LADY]
    last = len(s.trick) == 3
    if over and s.wants_jack and s.trick[0].suit == "D":
        if JACK in over and (last or not s.above(JACK)):
            return JACK
        if JACK in s.trick:
            return max(over, key=high)
    if over and s.shooter is not None and s.in_trick > 0 and s.taker == s.shooter:
        return max(over, key=high)
    if LADY in under:
        return LADY
    plain = [c for c in over if c != JACK or not s.wants_jack]
    if plain and (s.number == 1 or (last and s.in_trick == 0)):
        return max(plain, key=high)
    if under:
        return max(_keeping_jack(s, under), key=high)
    if not plain:
        return (over or s.legal)[0]
    return max(plain, key=high) if last or not any(map(s.above, plain)) else min(plain, key=high)


def throw_away(s: Sight) -> Card:
    """The queen, her betters while she is out, high hearts, then high cards of short suits."""
    helps = s.shooter is not None and s.taker == s.shooter
    hearts = sorted((c for c in s.legal if c.suit == "H"), key=high)
    if LADY in s.legal and not helps:
        return LADY
    if s.holds_out(LADY) and (big := [c for c in _ABOVE_LADY if c in s.legal]):
        return big[0]
    ahead = min(total for p, total in enumerate(s.totals) if p != s.me)
    if hearts and not helps and (high(hearts[-1]) >= 9 or s.totals[s.taker] == ahead):
        return hearts[-1]
    plain = _keeping_jack(s, [c for c in s.legal if c.suit != "H" and c != LADY])
    if plain and plain != [JACK]:
        return max(plain, key=lambda c: (high(c) - 2 * len(s.mine(c.suit)), -UNWANTED(c)))
    return hearts[0 if helps else -1] if hearts else s.legal[0]


def _keeping_jack(s: Sight, among: list[Card]) -> list[Card]:
    """Without the jack of diamonds and what catches it, as long as there is something else."""
    if not s.wants_jack:
        return among
    return [c for c in among if c != JACK and c not in _ABOVE_JACK] or [c for c in among if c != JACK] or among


# ---- the moon ----------------------------------------------------------------------------------------


def sure_tricks(s: Sight) -> int:
    """Tops, and the small cards behind tops that draw everything."""
    sure = 0
    for suit in "CDSH":
        mine, out = s.mine(suit), s.out[suit]
        tops = sum(not s.above(c) for c in mine)
        sure += len(mine) if 2 * tops >= len(out) else tops
    return sure


def tries_moon(s: Sight) -> bool:
    """Six sure tricks and good hearts, and nobody else with a point."""
    if any(n for p, n in enumerate(s.points) if p != s.me):
        return False
    sure = sure_tricks(s)
    if s.tricks[s.me] + sure < 6 or len(s.hand) - sure > 4:
        return False
    hearts = s.mine("H")
    tops = sum(not s.above(c) for c in hearts)
    return tops == len(hearts) or 2 * tops >= len(s.out["H"])


def for_the_moon(s: Sight) -> Card:
    """Win, with no more than it takes; throw away what wins nothing."""
    if not s.trick:
        tops = [c for c in s.legal if not s.above(c)]
        return max(tops or s.legal, key=lambda c: (c.suit != "H", len(s.mine(c.suit)), high(c)))
    if s.legal[0].suit == s.trick[0].suit:
        top = high(s.trick[winning(s.trick)])
        over = [c for c in s.legal if high(c) > top]
        if not over:
            return min(s.legal, key=high)
        return min(over, key=high) if len(s.trick) == 3 else max(over, key=high)
    return min(s.legal, key=lambda c: (c in s.worth, not s.above(c), high(c)))
