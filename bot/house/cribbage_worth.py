"""How the play of a hand of Cribbage may go on, by ranks alone: everybody takes what scores most at once.

See house-players.md, What a decision cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.engine.cards import Card
from bot.games.cribbage.counting import THIRTY_ONE, pegged

Rank = int
GO, LAST, ALL_OF_IT = 1, 1, 2
"""What a go brings, the last card, and thirty-one where nobody has said go."""
FIVES = 5, 21
"""Counts that a ten-card answers."""


@lru_cache(maxsize=1 << 16)
def scores(laid: tuple[Rank, ...]) -> int:
    """What the last of these scores, thirty-one apart."""
    return pegged([Card(rank, "?") for rank in laid]).points


def value(rank: Rank) -> int:
    return min(rank, 10)


@dataclass
class Pegging:
    """The rest of the play; the player is 0, the other 1."""

    hands: list[list[Rank]]
    laid: tuple[Rank, ...]
    """In the count that goes on."""
    gone: bool
    """Whether somebody has said go in it: the player who is to play goes on alone."""
    pegs: list[int]

    def to_the_end(self, first: Rank) -> int:
        """What the player pegs more than the other, who begins with this card."""
        turn, card = 0, first
        while True:
            self._lays(turn, card)
            turn = self._next(turn)
            if turn < 0:
                return self.pegs[0] - self.pegs[1]
            card = self._greedy(turn)

    @property
    def count(self) -> int:
        return sum(map(value, self.laid))

    def _fitting(self, who: int) -> list[Rank]:
        room = THIRTY_ONE - self.count
        return [rank for rank in self.hands[who] if value(rank) <= room]

    def _lays(self, who: int, rank: Rank) -> None:
        self.hands[who].remove(rank)
        self.laid = (*self.laid, rank)
        self.pegs[who] += scores(self.laid)
        if self.count == THIRTY_ONE:
            self.pegs[who] += GO if self.gone else ALL_OF_IT

    def _next(self, who: int) -> int:
        """Who plays after that; −1 if all cards are played."""
        other = 1 - who
        if self.count < THIRTY_ONE:
            if not self.gone and self._fitting(other):
                return other
            if self.hands[other] and not self.gone:
                self.gone = True
                self.pegs[who] += GO
            if self._fitting(who):
                return who
            if not self.gone:
                self.pegs[who] += LAST
        self.laid, self.gone = (), False
        return other if self.hands[other] else who if self.hands[who] else -1

    def _greedy(self, who: int) -> Rank:
        """What scores most; rather not a count that a ten-card answers, and rather a high card."""

        def worth(rank: Rank) -> tuple[float, Rank]:
            count = self.count + value(rank)
            made = scores((*self.laid, rank)) + ALL_OF_IT * (count == THIRTY_ONE)
            return made - (count in FIVES), rank

        return max(self._fitting(who), key=worth)


def pegs(mine: Sequence[Rank], theirs: Sequence[Rank], laid: Sequence[Rank], first: Rank, *, alone: bool) -> int:
    """What the player pegs more than the other in the rest of the play, with this card first. `alone`: the other is out
    of this count."""
    return Pegging([[*mine], [*theirs]], tuple(laid), alone, [0, 0]).to_the_end(first)
