"""The house player of Blackjack: the smallest wager, no insurance, basic strategy."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from bot.engine.cards import Card, pack
from bot.engine.events import Reason
from bot.engine.offers import Move, Offer
from bot.games.blackjack import HIT, SPLIT, STAND
from bot.games.blackjack.facts import DEALER, HAND_PILE, HANDS, TURN
from bot.games.blackjack.hands import worth
from bot.games.blackjack.moves import BlackjackView, Double, EvenMoney, Hit, Insure, Settled, Split, Stand
from bot.games.parts.wagers import PASS, Bet

from .advice import Advice, HouseEdge
from .blackjack_worth import VALUES, Hand, Left, Worth

_TEN = 10
_NEVER: frozenset[int] = frozenset()


def _up(first: int, last: int) -> frozenset[int]:
    return frozenset(range(first, last + 1))


_STAND_HARD = {12: _up(4, 6), **dict.fromkeys(range(13, 17), _up(2, 6))}
_DOUBLE_HARD = {11: _up(2, 10), 10: _up(2, 9), 9: _up(3, 6)}
_STAND_SOFT = {18: frozenset({2, 7, 8})}
_DOUBLE_SOFT = {13: _up(5, 6), 14: _up(5, 6), 15: _up(4, 6), 16: _up(4, 6), 17: _up(3, 6), 18: _up(3, 6)}
_ALWAYS = _up(1, 10)
_SPLIT = {
    1: _ALWAYS, 2: _up(2, 7), 3: _up(2, 7), 4: _up(5, 6), 6: _up(2, 6), 7: _up(2, 7), 8: _ALWAYS,
    9: _up(2, 6) | {8, 9},
}  # fmt: skip
"""By total, or by rank for pairs: the dealer's up cards (an ace is 1) against which it is done."""


class NoInsurance(Reason, says="in the long run that costs more than it brings"):
    pass


class Book(Reason):
    """What the book says of a total against the dealer's open card, of which an ace is 1."""

    total: int
    soft: bool
    up: int


class BookPair(Reason):
    """The same of a pair."""

    rank: int
    up: int


def choose(view: BlackjackView, may: Mapping[type[Move], Offer], rng: random.Random) -> Advice | None:
    """The smallest wager; never insurance or even money; the play of the book."""
    if Bet in may:
        return Advice(Bet(min(may[Bet].next(()))), HouseEdge())
    if not view.has(TURN):
        return Advice(PASS, NoInsurance())
    seat, number = view.fact(TURN)
    up = view.pile(DEALER)[0]
    cards = view.faces(HAND_PILE.of(seat, number))
    assert up is not None
    return _play(cards, min(up.rank, _TEN), may)


def _play(cards: Sequence[Card], up: int, may: Mapping[type[Move], Offer]) -> Advice:
    rank = min(cards[0].rank, _TEN)
    if Split in may and up in _SPLIT.get(rank, _NEVER):
        return Advice(SPLIT, BookPair(rank, up))
    total, soft = worth(cards)
    why = Book(total, soft, up)
    if Double in may and up in (_DOUBLE_SOFT if soft else _DOUBLE_HARD).get(total, _NEVER):
        return Advice(Double(max(may[Double].next(()))), why)
    if soft:
        # 18 that would be doubled stands if there are no chips for it
        stands = total >= 19 or up in _STAND_SOFT.get(total, _NEVER) or (total == 18 and up in _DOUBLE_SOFT[18])
    else:
        stands = total >= 17 or up in _STAND_HARD.get(total, _NEVER)
    return Advice(STAND if stands else HIT, why)


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(
    view: BlackjackView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random
) -> Mapping[Move, float] | None:
    """In whites, exactly; wagers are a matter of taste. None of them counts other hands of the seat."""
    if Bet in may:
        return None
    up = view.pile(DEALER)[0]
    assert up is not None
    left = unseen(view)
    if not view.has(TURN):
        return _insured(view, may, made, left)
    seat, number = view.fact(TURN)
    wager = dict(view.fact(HANDS.of(seat)))[number] / 100
    values = [min(c.rank, _TEN) for c in view.faces(HAND_PILE.of(seat, number))]
    hand, reckoned = Hand.of(values), Worth(min(up.rank, _TEN), left, hits_soft=view.options.soft17 == "hit")
    found: dict[Move, float] = {}
    if Stand in may:
        found[STAND] = wager * reckoned.stands(hand)
    if Hit in may:
        found[HIT] = wager * reckoned.hits(hand)
    if Double in may:
        drawn = reckoned.doubles(hand)
        doubles = [Double(max(may[Double].next(()))), *([made] if isinstance(made, Double) else [])]
        found |= {each: (wager + each.amount / 100) * drawn for each in doubles}
    if Split in may:
        aces = values[0] == 1 and view.options.split_aces == "resplit_only"
        doubles = view.stacks[seat] >= 200 * wager
        found[SPLIT] = wager * reckoned.splits(values[0], one_card=aces, doubles=doubles)
    return found


def _insured(view: BlackjackView, may: Mapping[type[Move], Offer], made: Move, left: Left) -> Mapping[Move, float]:
    """What the side wager brings, and the blackjack that it is for; other hands are worth the same with it and
    without."""
    ten = left[_TEN - 1] / sum(left)
    (_, wager), *_ = view.fact(HANDS.of(view.viewer))
    natural = 1.5 * wager / 100 * (1 - ten) if EvenMoney in may else 0.0
    found: dict[Move, float] = {PASS: natural}
    if Insure in may:
        insured = [Insure(min(may[Insure].next(()))), *([made] if isinstance(made, Insure) else [])]
        found |= {each: natural + each.amount / 100 * (3 * ten - 1) for each in insured}
    if EvenMoney in may:
        found[EvenMoney()] = wager / 100
    return found


def unseen(view: BlackjackView) -> Left:
    """The cards that nobody has seen in this round, by their value."""
    count = Counter(min(c.rank, _TEN) for c in view.unseen(pack(decks=view.options.decks)))
    count.subtract(min(c.rank, _TEN) for e in view.events_of(Settled) for c in e.cards)
    return tuple(count[value] for value in VALUES)
