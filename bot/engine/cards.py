"""Cards and packs, as rules/dealing.md, section 1 has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from .quoting import quoted

SUITS = "CDHS"
SUIT_NAMES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
RANKS = "A23456789TJQK"
RANK_NAMES = (
    "joker", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
"""By rank; 0 is a joker."""

ACE, JACK, QUEEN, KING = 1, 11, 12, 13

_SYMBOLS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})


def rank_text(rank: int) -> str:
    """A rank from 1 (ace) to 13 as people write it: `A`, `10`, `K`."""
    return RANKS[rank - 1].replace("T", "10")


def rank_names(rank: int) -> str:
    """What several cards of a rank are called: "kings", "sixes"."""
    return "sixes" if rank == 6 else f"{RANK_NAMES[rank]}s"


class Card(NamedTuple):
    """A card's face. The copies in a pack of several decks are equal, and nothing may tell them apart."""

    rank: int
    """1 (ace) to 13 (king), 0 for a joker. A game decides what outranks what."""
    suit: str
    """One of `SUITS`; `*` for a joker."""

    def __str__(self) -> str:
        return "JK" if self == JOKER else rank_text(self.rank) + self.suit


JOKER = Card(0, "*")


def card(text: str) -> Card:
    """Read a card: `QS`, `10H` or `TH`, `JK`; small letters and suit symbols are fine.

    Raises ValueError if the text is no card.
    """
    word = text.strip().upper().translate(_SYMBOLS).replace("10", "T")
    if word == "JK":
        return JOKER
    if len(word) != 2 or word[0] not in RANKS or word[1] not in SUITS:
        raise ValueError(f"{quoted(text)} is not a card; write QS, 10H or JK.")
    return Card(RANKS.index(word[0]) + 1, word[1])


def cards(text: str) -> list[Card]:
    """Read several cards, parted by spaces."""
    return [card(word) for word in text.split()]


def high(c: Card) -> int:
    """The rank where the ace is high: 2 to 14."""
    return c.rank if c.rank > 1 else 14


_FACTORY = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))


def deck(jokers: int = 0) -> list[Card]:
    """One deck in factory order: suits C D H S, each from the ace to the king, then the jokers."""
    return [*_FACTORY, *[JOKER] * jokers]


PACKS: dict[str, Callable[[], Iterable[Card]]] = {"52": deck, "54": lambda: deck(jokers=2)}
"""The named packs. A game with another one adds it in its rules: a filtered factory list, under a name of its own."""


def pack(name: str = "52", decks: int = 1) -> list[Card]:
    """A named pack in factory order, the whole list once per deck; the first card is the top one."""
    return list(PACKS[name]()) * decks
