"""The house player of Knock Poker: it keeps what makes the best class of hand, and knocks with what is good enough.

See house-players.md, Knock Poker.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from itertools import combinations

from bot.engine.cards import Card, high
from bot.engine.events import Reason
from bot.engine.facts import DISCARDS
from bot.engine.offers import Move, Offer
from bot.games.knock_poker import DISCARD, STOCK, Discard, Discarded, Draw, Drew, Knock, Knocked, KnockPokerView, Took
from bot.games.parts.poker_hands import Kind, kind, least, strength

from .advice import Advice

KNOCKS = (
    (least(Kind.TWO_PAIR), least(Kind.THREE), least(Kind.STRAIGHT)),
    (least(Kind.TWO_PAIR, 14), least(Kind.THREE), least(Kind.STRAIGHT)),
    (least(Kind.THREE), least(Kind.THREE), least(Kind.STRAIGHT)),
)
"""The weakest hands to knock with in the first two turns, the next two and later: of two, of three, of more players.
Hardly any card makes a straight or a flush better: to wait with one only gives the others more cards."""


class Makes(Reason):
    """The class of hand that a card makes, as `poker_hands.strength` has it, where it is a better one."""

    hand: int


class NoBetter(Reason, says="{top} makes no better kind of hand"):
    top: Card


class Keeps(Reason):
    """What a hand is that is kept, and whether it has a draw besides."""

    hand: int
    draws: bool


class GoodEnough(Reason):
    """The hand to knock with."""

    hand: int


def choose(view: KnockPokerView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """Takes the top discard where that makes a better class of hand; throws the lowest useless card."""
    if Draw in may:
        top, made = view.pile(DISCARDS)[-1], with_discard(view)
        if kind(made) > kind(strength(view.hand)):
            return Advice(Draw(DISCARD), Makes(made))
        among = may[Draw].next(())
        return Advice(Draw(STOCK), NoBetter(top)) if STOCK in among and top is not None else Draw(next(iter(among)))
    if Discard not in may:
        return None
    thrown = useless(view, may[Discard].next(()))
    kept = [c for c in view.hand if c != thrown]
    made = strength(kept)
    if Knock in may and made >= good_enough(view):
        return Advice(Knock(thrown), GoodEnough(made))
    return Advice(Discard(thrown), Keeps(made, kind(made) <= Kind.PAIR and has_draw(kept)))


def with_discard(view: KnockPokerView) -> int:
    """The best hand that the top discard makes with four of the cards held; 0 if there is none."""
    top = view.pile(DISCARDS)[-1]
    return 0 if top is None else max(strength([*four, top]) for four in combinations(view.hand, 4))


def useless(view: KnockPokerView, among: Collection[Card]) -> Card:
    """What to throw: it spoils neither the class nor a draw, is nothing that the next seat collects, and is low."""
    ranks, suit = collected(view)
    last_turn = view.last(Knocked) is not None  # nothing can be drawn to any more

    def kept(c: Card) -> tuple[Kind, bool, int, bool, int]:
        rest = [other for other in view.hand if other != c]
        best = strength(rest)
        draws = not last_turn and kind(best) <= Kind.PAIR and has_draw(rest)
        # Such a hand counts to its last card, which is not thrown for the next seat's sake.
        counts = last_turn or kind(best) >= Kind.STRAIGHT
        return kind(best), draws, best if counts else 0, c.rank not in ranks and c.suit != suit, best

    return max(sorted(among), key=kept)


def collected(view: KnockPokerView) -> tuple[Collection[int], str]:
    """The ranks of everything that the next seat has taken from the discards and kept, and the suit of what it took in
    its last turn."""
    after = view.players[(view.players.index(view.viewer) + 1) % len(view.players)]
    kept: list[Card] = []
    last = ""
    for e in view.events_of(Drew, Took, Discarded, seat=after):
        if isinstance(e, Discarded):
            kept = [c for c in kept if c != e.card]
        else:
            kept, last = ([*kept, e.card], e.card.suit) if isinstance(e, Took) else (kept, "")
    return {c.rank for c in kept}, last


def has_draw(hand: Collection[Card]) -> bool:
    """Four of a suit, or four ranks in a row that a card at either end makes a straight."""
    if any(sum(c.suit == suit for c in hand) >= 4 for suit in "CDHS"):
        return True
    ranks = {high(c) for c in hand}
    return any({low, low + 1, low + 2, low + 3} <= ranks for low in range(2, 11))


def good_enough(view: KnockPokerView) -> int:
    """The weakest hand to knock with now."""
    turn = len(view.events_of(Discarded, seat=view.viewer))
    by_turn = KNOCKS[min(len(view.players), 4) - 2]
    return by_turn[min(turn // 2, 2)]
