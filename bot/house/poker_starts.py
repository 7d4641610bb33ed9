"""With which first cards a house player of poker plays on (house-players.md, Poker)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from bot.engine.cards import Card, high
from bot.games.parts.poker_hands import Kind, least, strength
from bot.games.poker import seen
from bot.games.poker.carried_over import PokerView
from bot.games.poker.facts import UP
from bot.games.poker.ranking import LOW_8

from .poker_draws import different, four_to_something

SAMPLED = ("short-deck", "omaha", "omaha-8", "pineapple", "crazy-pineapple", "five-stud", "anaconda", "cincinnati",
           "iron-cross", "night-baseball", "indian", "guts", "own")  # fmt: skip
"""Here nothing but the sampled share decides from the first."""


def plays_on(view: PokerView, *, late: bool) -> bool | None:
    """Whether these first cards are worth a bet; None if a sampled share says so."""
    variant, down = view.options.played, view.hand
    if variant.name == "holdem" or variant.name in SAMPLED:
        return None
    up = view.faces(UP.of(view.viewer))
    held, wild = (*down, *up), seen.wilds(view, view.viewer)
    if wild & {*held} or (wild and pairs(held)):
        return True
    match variant.name:
        case "razz":
            return _ranks(held, up_to=8) == 3
        case "27-triple":
            return _ranks(held, above=1, up_to=7) >= 3
        case "a5-triple":
            return _ranks(held, up_to=7) >= 3
        case "27-single":
            return _ranks(held, above=1, up_to=8) >= 4
        case "badugi":
            return three_of_badugi(held)
        case "draw" | "jacks":
            good = strength(held, wild) >= least(Kind.PAIR, 2 if late else 11)
            return good or bool(four_to_something(held))
        case _:
            lows = variant.halves[-1] is LOW_8 and _ranks(held, up_to=8) == 3
            spades = variant.halves[-1] not in (LOW_8, variant.halves[0]) and bool(top_spades(view) & {*down})
            return lows or spades or stud(view, held)


def _ranks(held: Collection[Card], *, up_to: int, above: int = -1) -> int:
    """How many different ranks there are among these cards, up to this one; the ace is one."""
    return len({c.rank for c in held if above < c.rank <= up_to})


def pairs(held: Collection[Card]) -> bool:
    return max(Counter(c.rank for c in held).values(), default=0) > 1


def stud(view: PokerView, held: Sequence[Card]) -> bool:
    """Any pair, three to a flush or to a straight, or two cards above everything that others show, of ranks not seen
    there."""
    if pairs(held) or len({c.suit for c in held}) == 1 or close(held):
        return True
    others = [c for p in view.players if p != view.viewer for c in view.faces(UP.of(p))]
    top = max(map(high, others), default=0)
    return sum(high(c) > top for c in held) >= 2


def close(held: Collection[Card]) -> bool:
    """Whether a straight may have all of these different ranks."""
    for ranks in ({high(c) for c in held}, {c.rank for c in held}):
        if len(ranks) == len(held) and max(ranks) - min(ranks) <= 4:
            return True
    return False


def top_spades(view: PokerView) -> set[Card]:
    """The two best cards for the spade."""
    half = view.options.halves[-1]
    spades = [Card(rank, "S") for rank in range(1, 14)]
    return {*sorted(spades, key=lambda c: half.worth([c]) or 0)[-2:]}


def three_of_badugi(held: Sequence[Card]) -> bool:
    """Three different cards, or more, up to the eight."""
    low = [c for c in held if c.rank <= 8]
    return any(different(some) for some in combinations(low, 3))
