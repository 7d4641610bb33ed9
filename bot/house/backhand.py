"""The house player of Backhand: never plays a push, and calls when a safe card is no longer the better bet.

See house-players.md, Backhand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from bot.engine.cards import pack
from bot.engine.offers import Move, Offer
from bot.games.backhand import CALL, CARDS, FIVE, FORCED, HIT, MOST, PUSH_AWAY, BackhandView, Hit, PushAway, worth
from bot.games.parts.wagers import Bet

_CALLS_FROM, _CALLS_FROM_WITH_FOUR = 14, 15
Left = tuple[int, ...]
"""How many cards of each value may still come, from 1 to 10."""


def choose(view: BackhandView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    """The smallest wager; two new cards for a push hand; the tally where the pack is played down."""
    if Bet in may:
        return Bet(min(may[Bet].next(())))
    if PushAway in may:
        return PUSH_AWAY
    return (CALL if calls(view) else HIT) if Hit in may else None


def calls(view: BackhandView) -> bool:
    """Whether the next card is likely enough to be too much."""
    cards = view.faces(CARDS.of(view.viewer))
    total, held = worth(cards), len(cards)
    if view.options.shuffle_when == "every_round":
        return total >= (_CALLS_FROM_WITH_FOUR if held == FIVE - 1 else _CALLS_FROM)
    left = unseen(view)
    return busts(total, left) >= hit_chance(total, held, left)


def unseen(view: BackhandView) -> Left:
    """The cards that nobody has seen, by their value."""
    count = Counter(min(c.rank, 10) for c in view.unseen(pack(decks=view.carried.packs)))
    return tuple(count[value] for value in range(1, 11))


def busts(total: int, left: Left) -> float:
    """The chance that one more card passes 21."""
    return sum(left[max(0, MOST - total) :]) / max(1, sum(left))


def hit_chance(total: int, held: int, left: Left) -> float:
    """The chance of a hand that takes one more card, and then does what is best, as if the pack did not change."""
    whole = max(1, sum(left))
    return sum(
        n / whole * best_chance(total + value, held + 1, left)
        for value, n in enumerate(left, 1)
        if n and total + value <= MOST
    )


def best_chance(total: int, held: int, left: Left) -> float:
    """The chance of a hand that is played as well as can be."""
    if held == FIVE:
        return 1.0
    hit = hit_chance(total, held, left)
    return hit if total <= FORCED else max(hit, busts(total, left))
