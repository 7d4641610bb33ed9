"""Many hands of two own cards and three of the board, compared quickly: what is likely to win is reckoned with them.

Each side is summed up once. Numbers are good for comparing hands of one board; `ranking` has those that can be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from bot.engine.cards import SUITS, Card
from bot.games.parts.poker_hands import HIGHEST, codes

_RANKS: Final = (1 << 52) - 1
"""Of what `codes` sum up the part that counts ranks."""
_CODES: Final = codes()


class Twos:
    """All pairs of a seat's own cards."""

    __slots__ = ("lows", "ranks", "whole")

    def __init__(self, own: Sequence[Card]) -> None:
        self.whole = [_CODES[a] + _CODES[b] for a, b in combinations(own, 2)]
        self.ranks = [two & _RANKS for two in self.whole]
        self.lows = _low_sets(own, 2)


class Threes:
    """All threes of a board; flushes are looked for only where it has three of a suit."""

    __slots__ = ("lows", "ranks", "whole")

    def __init__(self, board: Sequence[Card]) -> None:
        threes = [_CODES[a] + _CODES[b] + _CODES[c] for a, b, c in combinations(board, 3)]
        suits = [c.suit for c in board]
        self.whole = threes if max(map(suits.count, SUITS)) >= 3 else ()
        self.ranks = [three & _RANKS for three in threes]
        self.lows = _low_sets(board, 3)


def high(own: Twos, board: Threes) -> int:
    """The best high hand."""
    if board.whole:
        of_code = HIGHEST.of_code
        return max([of_code(two + three) for two in own.whole for three in board.whole])
    ranks = HIGHEST
    return max([ranks[two + three] for two in own.ranks for three in board.ranks])


def low_8(own: Twos, board: Threes) -> int:
    """The best low hand up to the eight, 0 if there is none. The highest rank tells first, so that of sets of ranks, a
    bit each, the smallest number is the best."""
    if not board.lows or not own.lows:
        return 0
    return 512 - min([two | three for two in own.lows for three in board.lows if not two & three], default=512)


def _low_sets(cards: Sequence[Card], n: int) -> list[int]:
    """All ways to take this many different ranks up to the eight."""
    ranks = {1 << c.rank for c in cards if c.rank <= 8}
    return [sum(some) for some in combinations(sorted(ranks), n)]
