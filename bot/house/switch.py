"""House player of Switch: the play that leaves the lightest hand and hurts the next player most.

See house-players.md, Switch. Cards that a step carries away with another weigh little, aces and answers next to
nothing; a four is worth what follows it; an opponent's only card is met with whatever it can hardly follow.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import islice

from bot.engine.cards import ACE, JACK, Card, pack
from bot.engine.events import Reason
from bot.engine.facts import DISCARDS, HAND
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.switch import HAND as DEALT
from bot.games.switch import chains, packs
from bot.games.switch.chains import START, step
from bot.games.switch.facts import DIRECTION, PENDING
from bot.games.switch.laying import SUITS
from bot.games.switch.moves import (
    AskedFor,
    Began,
    ChooseSuit,
    Draw,
    LastCard,
    Pass,
    Pending,
    PickedUp,
    Play,
    Played,
    SwitchView,
)
from bot.games.switch.powers import CANCELS, SEVEN, rules_of

from .advice import Advice, GoesOut

CARRIED = 0.6
"""What a card weighs less that another takes along."""
LIGHT = 0.2
"""What a card weighs that is kept as an answer."""
PICKS_UP, MISSES, TURNS, LACKS = 0.5, 1.2, 0.8, 0.8
"""For each card that the next player picks up; for a turn that they miss; for turning away from somebody nearer to the
end; for a suit that they have not followed."""
NO_MORE = 1.0
"""For a four with nothing to follow."""
FITS = 6.0
"""Against somebody with one card: what it is worth that it does not fit."""
FULL, FORGETS = "full", 20
"""The level at which it always calls “last card”; at others it forgets one call in this many."""
MOST = 300
"""How many plays are weighed: of more, those that lay most cards."""
MANY = 400
"""How many continuations of a four are looked at."""


class Knowledge:
    """What a player knows of the table."""

    def __init__(self, view: SwitchView) -> None:
        self.view = view
        order = sorted(view.players)
        self.rules = rules_of(view.options, len(order))
        at, turned = order.index(view.viewer), view.fact(DIRECTION, 1)
        self.others = [order[(at + turned * n) % len(order)] for n in range(1, len(order))]
        """From the next player."""
        self.held = {p: view.size(HAND.of(p)) for p in order}

    def near(self, seat: Seat) -> int:
        """How near somebody is to the end: 1, 2 with three cards or two, 3 with one."""
        n = self.held[seat]
        return 1 if n > 3 else 2 if n > 1 else 3

    @cached_property
    def unseen(self) -> Counter[Card]:
        """What others may hold: all but the own cards and those that lie on the discards."""
        view = self.view
        began = view.last(Began)
        laid = [began.card] if began else []
        for e in view.events_of(Played):
            laid += e.cards
        left = Counter(pack(decks=packs(view.options, len(view.players)).decks))
        left.subtract(view.hand)
        left.subtract(laid[-view.size(DISCARDS) :])
        return +left

    @cached_property
    def followed(self) -> Mapping[Seat, tuple[str, str]]:
        """By seat the suit of its last card, and the one that it did not follow since."""
        found: dict[Seat, tuple[str, str]] = {}
        suit = ""
        for e in self.view.events:
            match e:
                case Began():
                    suit = e.card.suit
                case Played():
                    suit = e.cards[-1].suit
                    found[e.seat] = suit, ""
                case AskedFor():
                    suit = e.suit
                case PickedUp() if not e.penalty:
                    found[e.seat] = found.get(e.seat, ("", ""))[0], suit
                case _:
                    pass
        return found

    # ---- what is kept --------------------------------------------------------------------

    def burden(self, kept: Sequence[Card]) -> float:
        """What a hand weighs."""
        rules, o = self.rules, self.rules.options
        weight = 0.0
        for n, c in enumerate(kept):
            if c.rank == ACE and rules.ace:
                continue
            end = rules.end(c)
            if (
                end in ("two", "jack")
                or (c.rank == SEVEN and self._cancels(c))
                or (c.rank == JACK and rules.answers("jack", c))
            ):
                weight += LIGHT
            else:
                carried = any(step(c, other, START, rules.steps) is not None for m, other in enumerate(kept) if m != n)
                weight += 1 - CARRIED if carried else 1
        return weight if o.by_level("last_card") or len(kept) > 1 else weight - LIGHT

    def _cancels(self, c: Card) -> bool:
        return self.rules.options.does(JACK) and self.rules.answers("jack", c) == CANCELS

    # ---- what a play does ----------------------------------------------------------------

    def effect(self, cards: Sequence[Card], kept: Sequence[Card]) -> float:
        """What the end of a play is worth."""
        rules, end = self.rules, self.rules.end(cards[-1])
        follows, near = self.others[0], self.near(self.others[0])
        if end in ("two", "three", "jack"):
            return self.penalty(end, self.size(end, cards))
        if end == "skip":
            return MISSES * near
        if end == "turn" and rules.turns(cards):
            return TURNS * (near - self.near(self.others[-1]))
        if end == "suit":
            suit = self.suit(kept, cards[-1])
            return LACKS * near if self.followed.get(follows, ("", ""))[1] == suit else 0.0
        return 0.0

    def size(self, end: str, cards: Sequence[Card]) -> int:
        """How many cards the next player must pick up after a play with this end."""
        size = 0
        for c in self.rules.block(cards):
            size = self.rules.grown(end, size, c)
        return size

    def penalty(self, kind: str, size: int) -> float:
        """Cards that the next player must pick up, as far as they have no answer."""
        follows = self.others[0]
        left = self.unseen
        answering = sum(n for c, n in left.items() if self.rules.answers(kind, c))
        none = (1 - answering / max(1, left.total())) ** self.held[follows]
        worth = PICKS_UP * size * self.near(follows) * none
        return worth / 2 if len(self.others) < 2 else worth

    def fits(self, top: Card, suit: str | None) -> float:
        """The chance that a single unseen card can follow."""
        left = self.unseen
        if suit is not None:
            n = sum(n for c, n in left.items() if c.suit == suit or (c.rank == ACE and self.rules.ace))
        else:
            n = sum(
                n for c, n in left.items()
                if c.suit == top.suit or c.rank == top.rank or (c.rank == ACE and self.rules.ace)
            )  # fmt: skip
        return n / max(1, left.total())

    def value(self, cards: Sequence[Card], kept: list[Card]) -> float:
        """What a play is worth: what it does, less what is kept."""
        rules, end = self.rules, self.rules.end(cards[-1])
        if end == "again":
            best = self._followed_by(cards[-1], kept)
            return best if best is not None else -self.burden(kept) - NO_MORE * rules.options.four_pickup
        worth = self.effect(cards, kept) - self.burden(kept)
        if self.held[self.others[0]] == 1 and end in ("", "suit", "turn"):
            worth -= FITS * self.fits(cards[-1], self.suit(kept, cards[-1]) if end == "suit" else None)
        return worth

    def _followed_by(self, top: Card, kept: list[Card]) -> float | None:
        """The best of what can follow a four."""
        rules = self.rules
        firsts = [
            c for c in kept if c.suit == top.suit or c.rank == top.rank or (c.rank == ACE and rules.ace)
        ]  # fmt: skip
        best: float | None = None
        for cards in islice(chains.chains(kept, firsts, rules.steps, MANY), MANY):
            left = without(kept, cards)
            if not left:
                return 100.0
            again = rules.end(cards[-1]) == "again"
            worth = -self.burden(left) - NO_MORE if again else self.value(cards, left)
            best = worth if best is None else max(best, worth)
        return best

    def suit(self, kept: Collection[Card], ace: Card) -> str:
        """What an ace asks for: the suit with most of the own cards, runs counted twice."""
        count = Counter(dict.fromkeys(SUITS, 0))
        for c in kept:
            if c.rank != ACE:
                count[c.suit] += 1 + any(o.suit == c.suit and (o.rank - c.rank) % 13 in (1, 12) for o in kept)
        last, lacks = self.followed.get(self.others[0], ("", ""))
        return max(SUITS, key=lambda s: (count[s], s == lacks, s != last, s == ace.suit))


def without(held: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    left = [*held]
    for c in cards:
        left.remove(c)
    return left


class PassesOn(Reason, says="the penalty goes on to the next player"):
    pass


class PicksUp(Reason, says="{seat} has to pick up {cards} cards, or to answer"):
    seat: Seat
    cards: int


class Misses(Reason, says="{seat} misses a turn"):
    seat: Seat


class Turns(Reason, says="the turn goes the other way"):
    pass


class Again(Reason, says="you play another card after it"):
    pass


class Leaves(Reason):
    """How many cards stay of which nothing is said besides."""

    cards: int


class MostOf(Reason, says="you hold most of that suit"):
    pass


class KeepsAnswer(Reason, says="your last answer to a penalty is better kept"):
    pass


def choose(view: SwitchView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """A suit, an answer, or the best play; it always calls “last card”."""
    if view.viewer not in view.waits_for:
        return None  # it calls no DELAY
    t = Knowledge(view)
    if ChooseSuit in may:
        return Advice(ChooseSuit(t.suit(view.hand, view.faces(DISCARDS)[-1])), MostOf())
    lesser: Move = Draw() if Draw in may else Pass()
    if Play not in may:
        return lesser
    plays = [move.cards for move in may[Play].moves() if isinstance(move, Play)]
    if not plays:
        return lesser
    if len(plays) > MOST:
        plays = sorted(plays, key=len, reverse=True)[:MOST]
    whole = [cards for cards in plays if len(cards) == len(view.hand)]
    pending = view.fact(PENDING, None)
    if whole:
        best = whole[0]
    elif pending is not None:
        best = answer(t, plays, pending)
        if best is None:
            return Advice(lesser, KeepsAnswer()) if type(lesser) in may else _made(t, view, plays[0], rng)
    else:
        best = max(plays, key=lambda cards: t.value(cards, without(view.hand, cards)))
        if type(lesser) in may and keeps(t, plays):
            return Advice(lesser, KeepsAnswer())
    return _made(t, view, best, rng)


def why(t: Knowledge, cards: Sequence[Card], kept: Sequence[Card]) -> Reason:
    """What the end of a play does, as it was weighed."""
    rules, end = t.rules, t.rules.end(cards[-1])
    if not kept:
        return GoesOut()
    if t.view.fact(PENDING, None) is not None:
        return PassesOn()
    if end in ("two", "three", "jack"):
        return PicksUp(t.others[0], t.size(end, cards))
    if end == "skip":
        return Misses(t.others[0])
    if end == "turn" and rules.turns(cards) and len(t.others) > 1:
        return Turns()
    return Again() if end == "again" else Leaves(len(kept))


def _made(t: Knowledge, view: SwitchView, cards: tuple[Card, ...], rng: random.Random) -> Advice:
    """The play, with the call where it is due and the suit where an ace asks for one. Where people learn the game it is
    forgotten now and then."""
    kept = without(view.hand, cards)
    called = t.rules.calls and len(kept) <= 1 < len(view.hand)
    if called and view.options.level != FULL and not rng.randrange(FORGETS):
        called = False
    asks = bool(kept) and view.fact(PENDING, None) is None and t.rules.end(cards[-1]) == "suit"
    made = (LastCard if called else Play)(cards, t.suit(kept, cards[-1]) if asks else None)
    return Advice(made, why(t, cards, kept))


def answer(t: Knowledge, plays: Sequence[tuple[Card, ...]], pending: Pending) -> tuple[Card, ...] | None:
    """The smallest answer that moves the penalty on; none if a single two is better kept."""
    held = t.view.hand
    smallest = sorted(plays, key=lambda cards: (len(cards), cards))
    if pending.kind != "jack":
        spare = sum(c.rank == smallest[0][0].rank for c in held) > 1
        lone = pending.kind == "two" and pending.size == 2 and not spare
        if lone and len(held) > DEALT - 1 and min(t.held.values()) > 3:
            return None
        return smallest[0]
    cancels = [cards for cards in smallest if t.rules.answers("jack", cards[0]) == CANCELS]
    if cancels and (len(t.others) <= 2 or len(held) <= 3):
        return cancels[0]
    return next((cards for cards in smallest if cards not in cancels), smallest[0])


def keeps(t: Knowledge, plays: Sequence[tuple[Card, ...]]) -> bool:
    """Whether the only card that fits is the last answer to a two or a jack, and nobody is near the end."""
    if len(plays) > 1 or min(t.held.values()) < 4:
        return False
    (cards,) = plays
    c = cards[0]
    kind = t.rules.end(c)
    if len(cards) > 1 or kind not in ("two", "jack"):
        return False
    return sum(t.rules.end(other) == kind for other in t.view.hand) == 1
