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
from bot.games.poker.facts import UP
from bot.games.poker.moves import Drew, Posted, StreetDealt, Turned
from bot.games.poker.ranking import Hand

from .poker_two_cards import share
from .poker_worlds import Worlds

HANDS: Final = 80
"""How many others that it might hold are looked at."""
WOULD_BET: Final = 0.6
"""Against one other it bets what is better than this part of all hands."""
SELDOM: Final = 1 / 8
"""How likely it does with a hand what it would not: it bluffs as often."""


STREETS: Final = 0.5
"""How many times as many hands answer somebody for each street before on which they have bet, too."""


def must_answer(pot: float, bet: float, callers: int) -> float:
    """The part of their hands with which each of these must go on, lest a bet into this pot win with anything: then all
    fold just as often as pays for it."""
    return 1 - (bet / (pot + bet)) ** (1 / callers)


class Bold(NamedTuple):
    """Somebody's last bet or raise of a street."""

    seat: Seat
    before: int
    """What they had put in on this street."""
    to: int
    called: bool
    """Whether somebody has called it."""
    streets: int
    """How many streets before they had bet or raised on, too."""


def last_bold(view: PokerView) -> Bold | None:
    """The last bet or raise of this street."""
    put: Counter[Seat] = Counter()
    bold: set[tuple[Seat, int]] = set()
    street = 1
    found: Bold | None = None
    for e in view.events:
        match e:
            case StreetDealt(number=1):
                pass  # the blinds stand
            case StreetDealt() | Turned():
                put.clear()
                found, street = None, street + 1
            case Posted(seat=seat, amount=amount):
                put[seat] += amount
            case Called(seat=seat, amount=amount):
                put[seat] += amount
                found = found and found._replace(called=True)
            case BetMade(seat=seat, amount=to) | Raised(seat=seat, to=to):
                before = sum(p == seat and n < street for p, n in bold)
                found = Bold(seat, put[seat], to, called=False, streets=before)
                put[seat] = to
                bold.add((seat, street))
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
    view, up = worlds.view, worlds.view.faces(UP.of(worlds.me))
    known, drew = [*worlds.unknown, *view.hand], [e.n for e in view.events_of(Drew, seat=worlds.me)]
    hands = [worlds.as_it_drew(worlds.rng.sample(known, len(view.hand)), drew) for _ in range(HANDS)]
    likely = [1.0] * HANDS
    line = WOULD_BET ** (1 / len(worlds.others))
    for board, deeds in _streets(view):
        if not {*deeds} & {BetMade, Called, Checked, Raised}:
            continue
        bold = BetMade in deeds or Raised in deeds
        for n, place in enumerate(_places([worlds.now(hand, up, board)[0] for hand in hands])):
            if (bold or Checked in deeds) and bold != (place > line):
                likely[n] *= SELDOM
            if Called in deeds:
                likely[n] *= place
    mine = worlds.now(view.hand, up)[0]
    theirs = [worlds.now(hand, up)[0] for hand in hands]
    above = sum(w * ((n > mine) + (n == mine) / 2) for n, w in zip(theirs, likely, strict=True))
    return above / sum(likely)


def _streets(view: PokerView) -> Iterator[tuple[Hand, list[type]]]:
    """What lay on the board on each street, and what the viewer did there. Without one, hands are not what they were:
    only the last counts."""
    board = seen.boards(view)[0]
    found: list[tuple[int, list[type]]] = [(0, [])]
    for e in view.events:
        if isinstance(e, StreetDealt) and e.boards:
            found.append((found[-1][0] + len(e.boards[0]), []))
        elif isinstance(e, StreetDealt | Turned):
            found.append((0, []))
        elif getattr(e, "seat", None) == view.viewer:
            found[-1][1].append(type(e))
    for n, deeds in found if board else found[-1:]:
        yield board[:n], deeds


def _places(values: Sequence[int]) -> list[float]:
    """Which part of all of these each is better than, equal ones by half."""
    ranked = sorted(values)
    return [(bisect_left(ranked, n) + bisect_right(ranked, n)) / 2 / len(ranked) for n in values]
