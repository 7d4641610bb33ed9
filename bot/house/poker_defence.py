"""How many hands must answer a bet at poker, lest it win with anything; and where a hand stands among those that a
house player would hold here (house-players.md, Poker).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from bot.engine.betting import BETTING, BetMade, Called, Checked, Raised
from bot.engine.cards import deck
from bot.engine.piles import Seat
from bot.games.poker import seen
from bot.games.poker.carried_over import PokerView
from bot.games.poker.moves import Posted, StreetDealt, Turned
from bot.games.poker.ranking import Hand

from .poker_two_cards import share
from .poker_worlds import Worlds

HANDS: Final = 80
"""How many others that it might hold are looked at."""
WOULD_BET: Final = 0.6
"""Against one other it bets what is better than this part of all hands."""
SELDOM: Final = 1 / 8
"""How likely it does with a hand what it would not: it bluffs as often."""


def must_answer(pot: float, bet: float) -> float:
    """The part of one's hands with which one must go on, lest a bet into this pot win with anything: then it is folded
    to just as often as pays for it."""
    return pot / (pot + bet)


class Bold(NamedTuple):
    """Somebody's last bet or raise of a street."""

    seat: Seat
    put: int
    """What they had put in on this street before."""
    to: int
    before_this: bool
    """Whether they had bet or raised on a street before this one."""


def last_bold(view: PokerView) -> Bold | None:
    """The last bet or raise of this street."""
    put: Counter[Seat] = Counter()
    earlier: set[Seat] = set()
    bold: set[Seat] = set()
    found: Bold | None = None
    for e in view.events:
        match e:
            case StreetDealt(number=1):
                pass  # the blinds stand
            case StreetDealt() | Turned():
                put.clear()
                earlier |= bold
                found = None
            case Posted(seat=seat, amount=amount) | Called(seat=seat, amount=amount):
                put[seat] += amount
            case BetMade(seat=seat, amount=to) | Raised(seat=seat, to=to):
                found = Bold(seat, put[seat], to, seat in earlier)
                put[seat] = to
                bold.add(seat)
            case _:
                pass
    return found


def better_first(view: PokerView, most: float) -> float:
    """Before the flop of Hold'em, of the hands whose share is no more than this, for others would have raised: the part
    that is better than the viewer's."""
    others = len(view.fact(BETTING).live) - 1
    mine = share(view.hand, others)
    lot = [n for n in _shares(others) if n <= max(mine, most)]
    return (len(lot) - (bisect_left(lot, mine) + bisect_right(lot, mine)) / 2) / len(lot)


@cache
def _shares(others: int) -> Sequence[float]:
    """What each pair of cards wins against this many, the least first."""
    return sorted(share(two, others) for two in combinations(deck(), 2))


def better(worlds: Worlds) -> float:
    """The part of the hands with which a house player would have come here as the viewer has, that are better than the
    viewer's."""
    view = worlds.view
    known = [*worlds.unknown, *view.hand]
    hands = [worlds.rng.sample(known, len(view.hand)) for _ in range(HANDS)]
    likely = [1.0] * HANDS
    line = WOULD_BET ** (1 / len(worlds.others))
    for board, deeds in _streets(view):
        if not {*deeds} & {BetMade, Called, Checked, Raised}:
            continue
        bold = BetMade in deeds or Raised in deeds
        for n, place in enumerate(_places([worlds.now(hand, (), board)[0] for hand in hands])):
            if (bold or Checked in deeds) and bold != (place > line):
                likely[n] *= SELDOM
            if Called in deeds:
                likely[n] *= place
    mine = worlds.now(view.hand, ())[0]
    theirs = [worlds.now(hand, ())[0] for hand in hands]
    above = sum(w * ((n > mine) + (n == mine) / 2) for n, w in zip(theirs, likely, strict=True))
    return above / sum(likely)


def _streets(view: PokerView) -> Iterator[tuple[Hand, list[type]]]:
    """What lay on the board on each street, and what the viewer did there."""
    board = seen.boards(view)[0]
    found: list[tuple[int, list[type]]] = [(0, [])]
    for e in view.events:
        if isinstance(e, StreetDealt):
            found.append((found[-1][0] + len(e.boards[0] if e.boards else ()), []))
        elif getattr(e, "seat", None) == view.viewer:
            found[-1][1].append(type(e))
    for n, deeds in found:
        yield board[:n], deeds


def _places(values: Sequence[int]) -> list[float]:
    """Which part of all of these each is better than, equal ones by half."""
    ranked = sorted(values)
    return [(bisect_left(ranked, n) + bisect_right(ranked, n)) / 2 / len(ranked) for n in values]
