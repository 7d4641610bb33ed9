"""The house player of Seven Twenty-Seven: it aims low with a total of up to 7 and high with any other, and bets on what
is close. See house-players.md, Seven Twenty-Seven.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from math import prod
from typing import NamedTuple

from bot.engine.amounts import WHITE
from bot.engine.betting import BETTING, Bet, BetMade, Call, Check, Fold, Raise, Raised
from bot.engine.cards import Card, deck
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.parts.habits import Habit
from bot.games.seven_twenty_seven import (
    HIGH,
    HIT,
    LOW,
    NEAR,
    STAND,
    Hit,
    SevenTwentySevenView,
    Stand,
    halves,
    is_both,
    is_close,
    miss,
    totals,
)

from .advice import Advice
from .weighing import Weighed, compared, sampled

_LOW_ENOUGH, _OPEN_ENOUGH, _CLOSED_ENOUGH = 11, 46, 48
"""It stands from 5½ on the low side, and on the high side from 23, or from 24 where 28 loses nothing."""
_BETS = 1
"""How far from its target it bets among rivals: within ½; without, where it is close."""
_KEEPS_LOWEST, _BETS_LOWEST = 0.7, 0.85
"""How likely a total above 7 must be the lowest of all, for it to take no more cards and to call, and to bet."""
_SAMPLES = 48
"""So often a hand is imagined to its end before it is folded."""
_FEW, _MANY = 50, 400
"""In how many ways in which it may end it is judged what was played."""
_MORE = 4
"""This many further cards each are enough on average."""
_BLUFFS, _LEAST_BLUFFS = 0.2, 0.1
"""How likely a stranger bets a hand that is not close to either target, for each time that they bet one that is; and
anybody at least."""
_BOLD = 0.2
"""How often a house player bets or raises where it may."""
_OPEN_AIR, _CLOSED_AIR = 3, 2 / 3
"""How many hands that are not close are shown for each that is by somebody who bets with anything."""
_ACTS, _SHOWN = 10, 4
"""As much counts for somebody's being like a house player, as if it had been seen so often."""
_WHOLE = 2 * WHITE
"""A pot that is halved evenly."""
_MOST_FACE_DOWN = 22
"""What the card that lies face down may count, in half points: an ace for 11."""


class Aims(Reason):
    """What a hand comes to, what it aims at, and whether it takes a card for it; in half points."""

    total: int
    target: int
    on: bool


class SafeLow(Reason, says="nobody else can win the low half any more"):
    pass


class Lowest(Reason, says="you are likely to stay the lowest, and a card may lose that"):
    pass


class SureHigh(Reason, says="nobody else is nearer for the high half, and a card may take you too far"):
    pass


class Off(Reason):
    """How far a hand is from what it aims at, in half points."""

    off: int
    target: int


class Pays(Reason, says="it is likely to win more of the pot than it costs"):
    pass


def choose(view: SevenTwentySevenView, may: Mapping[type[Move], Offer], rng: random.Random) -> Advice | None:
    """A card or none as its plan has it; bets by how close it is, calls for its share of the pot. It says nothing
    ahead."""
    if Stand in may:
        if Hit not in may:
            return Advice(STAND)
        why = enough(view)
        return Advice(STAND, why) if why is not None else Advice(HIT, Aims(nearest(view), plan(view), on=True))
    if Fold in may or Check in may:
        target = plan(view)
        made, off = bets(view, may, rng), miss(view.hand, target, open=view.options.open)
        pays = isinstance(made, Call) and off > NEAR
        return Advice(made, Pays() if pays else Off(off, target))
    return None


def nearest(view: SevenTwentySevenView) -> int:
    """What the hand comes to as it is played: the least on the low side, the best that is not above 27 on the high."""
    among = totals(view.hand)
    return among[0] if plan(view) == LOW else max((n for n in among if n <= HIGH), default=among[0])


def plan(view: SevenTwentySevenView) -> int:
    """What it aims at: 7 with a least total of up to 7, otherwise 27."""
    return LOW if totals(view.hand)[0] <= LOW else HIGH


def enough(view: SevenTwentySevenView) -> Reason | None:
    """Why one more card would not serve the plan; None if it would."""
    rules, among = view.options, totals(view.hand)
    near = Aims(nearest(view), plan(view), on=False)
    if plan(view) == LOW:
        if among[0] >= _LOW_ENOUGH:
            return near
        return SafeLow() if rules.open and not rivals(view, LOW) else None
    if lowest(view) >= _KEEPS_LOWEST:
        return Lowest()
    best = max((n for n in among if n <= HIGH), default=among[0])
    if best >= (_OPEN_ENOUGH if rules.open else _CLOSED_ENOUGH):
        return near
    bets_lie = view.pot > len(view.players) * rules.ante
    return SureHigh() if rules.open and bets_lie and sure_of_high(view, best) else None


def lowest(view: SevenTwentySevenView) -> float:
    """The chance that the low half goes to a total above 7 for being the lowest of all; who takes cards has a higher
    one yet."""
    mine = totals(view.hand)[0]
    if mine <= LOW or not view.options.open:
        return 0.0
    down = [totals([c])[0] for c in view.unseen(deck())]
    others = [visible(view, p) for p in view.fact(BETTING).live if p != view.viewer]
    return prod(sum(shown + value >= mine for value in down) / len(down) for shown in others)


def rivals(view: SevenTwentySevenView, target: int) -> list[Seat]:
    """Who else, by the cards that all can see, is on the way to the same side."""
    others = (p for p in view.fact(BETTING).live if p != view.viewer)
    low = {p: visible(view, p) <= LOW for p in others}
    return [p for p, is_low in low.items() if is_low == (target == LOW)]


def sure_of_high(view: SevenTwentySevenView, best: int) -> bool:
    """Whether nobody else is nearer to 27, whatever lies face down before them; if they take cards, it may again."""
    others = [p for p in view.fact(BETTING).live if p != view.viewer]
    return all(totals(view.faces(HAND.of(p)))[-1] + _MOST_FACE_DOWN < best for p in others)


def visible(view: SevenTwentySevenView, seat: Seat) -> int:
    """The least that a seat's open cards come to, in half points."""
    return totals(view.faces(HAND.of(seat)))[0]


def bets(view: SevenTwentySevenView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move:
    """Close to its target it bets or raises; without rivals for its half it is braver. A low half that nobody can take
    from it any more is always bet, if two or more are there to pay for it. It calls for its share of the pot."""
    target = plan(view)
    off = miss(view.hand, target, open=view.options.open)
    alone = not rivals(view, target)
    low = lowest(view)
    sure = low >= _BETS_LOWEST or (alone and target == LOW and view.options.open)
    pays = sure and len(view.fact(BETTING).live) > 2
    if is_both(view.hand) or pays or off <= (NEAR if alone else _BETS):
        kind = Raise if Raise in may else Bet
        if kind in may:
            return kind(stake(view, may[kind].next(())))
    if Check in may:
        return Check()
    owed = view.fact(BETTING).to_match - view.wagers[view.viewer]
    lies = view.pot + sum(view.wagers)
    half = low >= _KEEPS_LOWEST and low * (lies + owed) > 2 * owed
    worth_it = is_both(view.hand) or half or share(view, rng) * (lies + owed) > owed
    return Call() if worth_it and Call in may else Fold()


def share(view: SevenTwentySevenView, rng: random.Random) -> float:
    """Of the pot, on average over ways in which the hand may end, where all others take cards as it would itself. Ways
    in which somebody has bet on nothing count less."""
    ending, mine, whole = Ending(view), 0.0, 0.0
    for world in islice(ending.worlds(rng), _SAMPLES):
        mine += world.likely * ending.share(world)
        whole += world.likely
    return mine / whole


class World(NamedTuple):
    """Hands as they may be, the cards that may still come, and how well the hands go with what was bet."""

    hands: Mapping[Seat, Sequence[Card]]
    cards: Sequence[Card]
    likely: float


class Ending:
    """How a hand may end."""

    def __init__(self, view: SevenTwentySevenView) -> None:
        self.me, self.open, self.live = view.viewer, view.options.open, view.fact(BETTING).live
        bold = {e.seat for e in view.events if isinstance(e, BetMade | Raised)} - {self.me}
        self.bluffs = {p: bluffs(view.carried.habits[p], open=self.open) for p in self.live if p in bold}
        self.unseen = view.unseen(deck())
        self.held = {p: view.pile(HAND.of(p)) for p in self.live}
        hidden = sum(pile.count(None) for pile in self.held.values())
        self.most = min(len(self.unseen), hidden + _MORE * len(self.live))

    def worlds(self, rng: random.Random) -> Iterator[World]:
        while True:
            cards = iter(rng.sample(self.unseen, self.most))
            hands = {p: [c or next(cards) for c in pile] for p, pile in self.held.items()}
            likely = prod(1.0 if is_close(hands[p], open=self.open) else often for p, often in self.bluffs.items())
            yield World(hands, [*cards], likely)

    def share(self, world: World, mine: Move | None = None) -> float:
        """Of the pot; with a card first for the viewer, or without any, if that is what they do."""
        cards = iter(world.cards)
        hands = {p: [*hand] for p, hand in world.hands.items()}
        if mine == HIT and (first := next(cards, None)):
            hands[self.me].append(first)
        for p, hand in hands.items():
            if p == self.me and mine == STAND:
                continue
            while unfinished(hand, open=self.open) and (card := next(cards, None)):
                hand.append(card)
        left = {p: hand for p, hand in hands.items() if not self.open or totals(hand)[0] <= HIGH}
        if not left:
            return 0.0
        return sum(part / len(won) for _, part, won in halves(_WHOLE, left, self.open) if self.me in won) / _WHOLE


def bluffs(habit: Habit, *, open: bool) -> float:
    """How likely somebody bets a hand that is not close to either target, for each time that they bet one that is: the
    more often they bet, the more, and then by what they have shown."""
    often = (habit.bold + _ACTS * _BOLD) / (habit.acts + _ACTS)
    expected = _BLUFFS + (1 - _BLUFFS) * max(0.0, often - _BOLD) / (1 - _BOLD)
    anything = _OPEN_AIR if open else _CLOSED_AIR
    close = _SHOWN / (1 + expected * anything)
    found = (habit.air + _SHOWN - close) / (habit.shown - habit.air + close) / anything
    return min(1.0, max(_LEAST_BLUFFS, found))


def unfinished(hand: Sequence[Card], *, open: bool) -> bool:
    """Whether a hand takes another card, whatever the others show."""
    among = totals(hand)
    if among[0] <= LOW:
        return among[0] < _LOW_ENOUGH
    return max((n for n in among if n <= HIGH), default=among[0]) < (_OPEN_ENOUGH if open else _CLOSED_ENOUGH)


def stake(view: SevenTwentySevenView, among: Collection[int]) -> int:
    """A third of what lies there, in whole whites."""
    third = (view.pot + sum(view.wagers)) // 3 // WHITE * WHITE
    return min(max(among), max(min(among), third))


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(
    view: SevenTwentySevenView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random
) -> Mapping[Move, Weighed]:
    """In whites: cards by the part of the pot that they win, calls by that and the price. Bets and raises, which others
    may fold to, are not weighed."""
    ending, lies = Ending(view), (view.pot + sum(view.wagers)) / 100

    def even(worlds: Iterator[World]) -> Iterator[World]:
        return (world for world in worlds if world.likely == 1.0 or rng.random() < world.likely)

    def comes_to(move: Move, world: World) -> float:
        if move in (HIT, STAND):
            return lies * ending.share(world, move)
        return ending.share(world) * (lies + owed) - owed if isinstance(move, Call) else 0.0

    if Hit in may and isinstance(made, Hit | Stand):
        return compared(sampled((HIT, STAND), even(ending.worlds(rng)), comes_to, _FEW, _MANY))
    if not (isinstance(made, Call | Fold) and Call in may):
        return {}
    owed = min(view.fact(BETTING).to_match - view.wagers[view.viewer], view.stacks[view.viewer]) / 100
    return compared(sampled((Call(), Fold()), even(ending.worlds(rng)), comes_to, _FEW, _MANY))
