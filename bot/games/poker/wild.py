"""Which cards are wild: for all, as all have seen it, and in each hand (rules/poker.md, "Hands", "Home games")."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Protocol

from bot.engine.cards import QUEEN, RANKS, SUITS, Card, high
from bot.engine.piles import Seat

Wilds = frozenset[Card]
"""All cards that are wild."""
NONE: Wilds = frozenset()


class Cards(Protocol):
    """Some cards in order."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Card]: ...
    def __getitem__(self, n: int, /) -> Card: ...


class Hands(Protocol):
    """By seat."""

    def __getitem__(self, seat: Seat, /) -> Iterable[Card]: ...


class Dealt(Protocol):
    """What lies on a table, or would lie there."""

    @property
    def hands(self) -> Hands: ...
    @property
    def boards(self) -> Sequence[Cards]: ...
    @property
    def dealt_up(self) -> Collection[Card]: ...
    @property
    def wilds(self) -> Wilds: ...
    def home(self, key: str) -> str:
        """A home rule of the variant."""
        ...


@cache
def of_ranks(*ranks: int) -> Wilds:
    """All cards of these ranks."""
    return frozenset(Card(rank, suit) for rank in ranks for suit in SUITS)


def none(h: Dealt) -> Wilds:
    """No card is."""
    return NONE


def named(h: Dealt) -> Wilds:
    """The ranks that the table has named; the hole rule has none that others know."""
    asked = h.home("wild")
    return NONE if asked in ("none", "hole") else of_ranks(*ranks(asked))


def ranks(text: str) -> list[int]:
    """`39` is threes and nines, `10J` tens and jacks. Raises ValueError for what is no rank."""
    return sorted({RANKS.index(word) + 1 for word in text.upper().replace("10", "T")})


def in_hand(h: Dealt, seat: Seat) -> Wilds:
    """The wild cards in the hand of this seat: by the hole rule its lowest card dealt down, and that rank."""
    if h.home("wild") != "hole":
        return h.wilds
    return of_ranks(lowest(h.hands[seat]).rank)


def lowest(cards: Iterable[Card]) -> Card:
    """The lowest, the ace being high; of equal ranks clubs first, then diamonds, hearts, spades."""
    return min(cards, key=lambda c: (high(c), c.suit))


def threes_and_nines(h: Dealt) -> Wilds:
    """Baseball."""
    return of_ranks(3, 9)


def queens(h: Dealt) -> Wilds:
    """Queens, and the rank of the card that was dealt up next after the last up queen."""
    return after_queen(h.dealt_up, queens_too=h.home("queens") == "yes")


def after_queen(dealt_up: Collection[Card], *, queens_too: bool = True) -> Wilds:
    """The same of all cards that were dealt up, in order."""
    follower, waiting = None, False
    for c in dealt_up:
        if c.rank == QUEEN:
            follower, waiting = None, True
        elif waiting:
            follower, waiting = c.rank, False
    wild = of_ranks(QUEEN) if queens_too else NONE
    return wild if follower is None else wild | of_ranks(follower)


def lowest_on_board(h: Dealt) -> Wilds:
    """Cincinnati: the lowest rank of the board, once all of it lies."""
    board = h.boards[0]
    return of_ranks(lowest(board).rank) if h.home("wild") == "low" and len(board) == 5 else NONE


def centre(h: Dealt) -> Wilds:
    """Iron Cross: the rank of the card in the middle, which is turned last."""
    board = h.boards[0]
    return of_ranks(board[4].rank) if h.home("wild") == "centre" and len(board) == 5 else NONE
