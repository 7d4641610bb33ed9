"""The house player of Blackjack: the smallest wager, no insurance, basic strategy."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from bot.engine.cards import Card
from bot.engine.events import Reason
from bot.engine.offers import Move, Offer
from bot.games.blackjack import HIT, SPLIT, STAND
from bot.games.blackjack.facts import DEALER, HAND_PILE, TURN
from bot.games.blackjack.hands import worth
from bot.games.blackjack.moves import BlackjackView, Double, Split
from bot.games.parts.wagers import PASS, Bet

from .advice import Advice, HouseEdge

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
