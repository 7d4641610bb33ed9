"""The house player of Backhand: never plays a push, and calls when a safe card is no longer the better bet.

See house-players.md, Backhand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from bot.engine.cards import pack
from bot.engine.events import Reason
from bot.engine.offers import Move, Offer
from bot.games.backhand import (
    CALL,
    CARDS,
    FIVE,
    FORCED,
    HIT,
    MOST,
    PUSH_AWAY,
    PUSH_HANDS,
    BackhandView,
    Hit,
    PushAway,
    worth,
)
from bot.games.parts.wagers import Bet

from .advice import Advice, HouseEdge

_CALLS_FROM, _CALLS_FROM_WITH_FOUR = 14, 15
Left = tuple[int, ...]
"""How many cards of each value may still come, from 1 to 10."""


class Push(Reason, says="two new cards win more often than this total"):
    pass


class CallsFrom(Reason, says="you have {total}, and {enough} is enough to call on"):
    total: int
    enough: int


class GoesOn(Reason, says="you have {total}, and {enough} would be enough to call on"):
    total: int
    enough: int


class Tally(Reason, says="the next card is too much in {busts} % of cases, and going on wins in {wins} %"):
    busts: int
    wins: int


def choose(view: BackhandView, may: Mapping[type[Move], Offer], rng: random.Random) -> Advice | None:
    """The smallest wager; two new cards for a push hand; the tally where the pack is played down."""
    if Bet in may:
        return Advice(Bet(min(may[Bet].next(()))), HouseEdge())
    if PushAway in may:
        return Advice(PUSH_AWAY, Push())
    return calls(view) if Hit in may else None


def calls(view: BackhandView) -> Advice:
    """Calls where the next card is likely enough to be too much."""
    cards = view.faces(CARDS.of(view.viewer))
    total, held = worth(cards), len(cards)
    if view.options.shuffle_when == "every_round":
        enough = _CALLS_FROM_WITH_FOUR if held == FIVE - 1 else _CALLS_FROM
        return Advice(CALL, CallsFrom(total, enough)) if total >= enough else Advice(HIT, GoesOn(total, enough))
    left = unseen(view)
    too_much, wins = busts(total, left), hit_chance(total, held, left)
    return Advice(CALL if too_much >= wins else HIT, Tally(round(100 * too_much), round(100 * wins)))


def unseen(view: BackhandView) -> Left:
    """The cards that nobody has seen, by their value."""
    count = Counter(min(c.rank, 10) for c in view.unseen(pack(decks=view.carried.packs)))
    return tuple(count[value] for value in range(1, 11))


def busts(total: int, left: Left) -> float:
    """The chance that one more card passes 21."""
    return sum(left[max(0, MOST - total) :]) / max(1, sum(left))


def hit_chance(total: int, held: int, left: Left) -> float:
    """The chance of a hand that takes one more card, and then does what is best."""
    whole = max(1, sum(left))
    return sum(
        n / whole * best_chance(total + value, held + 1, without(left, value))
        for value, n in enumerate(left, 1)
        if n and total + value <= MOST
    )


def best_chance(total: int, held: int, left: Left) -> float:
    """The chance of a hand that is played as well as can be."""
    if held == FIVE:
        return 1.0
    hit = hit_chance(total, held, left)
    return hit if total <= FORCED else max(hit, busts(total, left))


def without(left: Left, value: int) -> Left:
    """What is left when a card of this value has come."""
    return (*left[: value - 1], left[value - 1] - 1, *left[value:])


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(view: BackhandView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random) -> Mapping[Move, float]:
    """The chance to win the hand, or what its wager brings, in whites; wagers are a matter of taste."""
    if Hit not in may:
        return {}
    cards, left = view.faces(CARDS.of(view.viewer)), unseen(view)
    total = worth(cards)
    if PushAway in may:
        chances: dict[Move, float] = {HIT: 1 - busts(total, left), PUSH_AWAY: new_cards(left)}
    else:
        chances = {CALL: busts(total, left), HIT: hit_chance(total, len(cards), left)}
    wager = view.wagers[view.viewer] / 100
    return {move: wager * (2 * chance - 1) if wager else chance for move, chance in chances.items()}


def new_cards(left: Left) -> float:
    """The chance of two new cards, whose aces are replaced once, and which are pushed away again if they can be; as if
    the pack did not change by those."""
    whole, won, again = sum(left), 0.0, 0.0
    drawn = {value: (n + (left[0] * n / whole)) / whole for value, n in enumerate(left, 1) if value > 1}
    drawn[1] = left[0] ** 2 / whole**2
    for one, likely in drawn.items():
        for other, too in drawn.items():
            if one + other in PUSH_HANDS:
                again += likely * too
            else:
                won += likely * too * best_chance(one + other, 2, left)
    return won / (1 - again)
