"""How everybody at the table has been seen to play in this match: how often they bet, and what they showed then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.betting import BetMade, Called, Checked, Folded, Raised
from bot.engine.cards import Card
from bot.engine.piles import Seat
from bot.engine.table import DealTable
from bot.games.parts.habits import Habit, of_all
from bot.games.parts.poker_hands import kind, strength

from .facts import WILD
from .moves import Shown, StreetDealt, Turned
from .options import Options
from .ranking import HIGH, best_of


def after(t: DealTable[Options, Any], habits: Sequence[Habit]) -> tuple[Habit, ...]:
    """With what everybody has been told in this deal; none before anybody has done anything. After the first street
    checks, bets, calls, raises and folds count, and hands that are shown after a bet or raise on the last street. Hands
    with wild cards, and low ones, are not counted where they are shown: what is nothing there is another matter."""
    found, options = of_all(habits, t.seats), t.options
    counts = options.halves[0] is HIGH and not t.fact(WILD, ()) and not options.own_wilds
    street = 0
    bold: set[Seat] = set()
    board: list[Card] = []
    for event, _ in t.events:
        match event:
            case StreetDealt() | Turned():
                street += 1
                bold.clear()
                board += event.boards[0] if isinstance(event, StreetDealt) and event.boards else ()
            case BetMade(seat=seat) | Raised(seat=seat) if street > 1:
                bold.add(seat)
                found[seat] = found[seat].acted(bold=True)
            case Checked(seat=seat) | Called(seat=seat) | Folded(seat=seat) if street > 1:
                found[seat] = found[seat].acted(bold=False)
            case Shown(seat=seat, cards=cards) if seat in bold and counts:
                found[seat] = found[seat].showed(air=is_air(options, cards, board))
            case _:
                pass
    return tuple(found) if any(found[p] != Habit() for p in range(t.seats)) else ()


def is_air(options: Options, cards: Sequence[Card], board: Sequence[Card]) -> bool:
    """Whether they make no better kind of hand than the board alone."""
    alone = kind(strength(board)) if board else 0
    return kind(best_of(HIGH, options.played.take, cards, board) or 0) <= alone
