"""Sentences: people, cards and numbers in them, and what is announced of an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from bot.engine.amounts import whites
from bot.engine.cards import Card
from bot.engine.controls import kind_of_type
from bot.engine.piles import SPECTATOR, Seat
from bot.table.names import escaped
from card_art import scene as art

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "*": "★"}


def card_text(c: Card) -> str:
    """A card in a sentence or on a button: `Q♠`, `10♥`."""
    return "Joker" if c.suit == "*" else str(c)[:-1] + SUIT_SIGNS[c.suit]


def cards_text(cards: Sequence[Card]) -> str:
    return " ".join(map(card_text, cards))


def times(n: int, what: str) -> str:
    """ "1 match", "1,024 matches"."""
    many = f"{what}es" if what.endswith(("h", "s")) else f"{what}s"
    return f"{n:,} {what if n == 1 else many}"


class Number(int):
    """In a sentence: `{total:hand}` is "1 hand" or "12 hands", `{best:whites}` an amount of chips."""

    def __format__(self, spec: str) -> str:
        if spec == "whites":
            return whites(self)
        return times(self, spec) if spec[:1].isalpha() else super().__format__(spec)


@dataclass(frozen=True)
class Who:
    """The people at a table, for sentences and pictures."""

    names: tuple[str, ...]
    tags: tuple[tuple[str, ...], ...] = ()
    """HOUSE, AWAY and the like, by seat."""
    viewer: Seat = SPECTATOR
    style: art.Style = field(default_factory=art.Style)
    in_message: bool = False
    """The names are for a message, not for a picture or a button."""

    @property
    def said(self) -> Who:
        """The same people as a message names them."""
        return self if self.in_message else replace(self, names=tuple(map(escaped, self.names)), in_message=True)

    def __call__(self, seat: Seat) -> str:
        return self.names[seat] or f"Seat {seat + 1}"

    def all(self, seats: Sequence[Seat]) -> str:
        """ "Ana, Bo and Cleo"."""
        names = [self(s) for s in seats]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"

    def do(self, seats: Sequence[Seat], one: str, several: str) -> str:
        """ "Ana pays", "Ana and Bo pay": all of them with the word for one, or for several."""
        return f"{self.all(seats)} {one if len(seats) == 1 else several}"


Say = str | Callable[[Any, Who], str | None]
"""What is announced: a sentence with the fields of an event in it, or what makes one. None keeps quiet."""


def sentence(says: str, event: Any, who: Who) -> str:
    """A sentence with an event's fields in it: seats by their names, cards as cards, amounts in whites."""
    return says.format_map({f: _said(kind, getattr(event, f), who) for f, kind in _kinds(type(event)).items()})


@cache
def _kinds(event: type[Any]) -> Mapping[str, tuple[str, bool]]:
    """What each field is, and whether there are several of it."""
    hints = get_type_hints(event, include_extras=True)
    found = {f: hints[f] for f in event._fields}
    return {
        f: (kind_of_type(get_args(hint)[0] if get_origin(hint) is tuple else hint), get_origin(hint) is tuple)
        for f, hint in found.items()
    }


def _said(kind: tuple[str, bool], value: Any, who: Who) -> Any:
    match kind:
        case "seat", several:
            return who.all(value) if several else who(value)
        case "card", several:
            return cards_text(value) if several else card_text(value)
        case "amount", _:
            return whites(value)
        case "number", False:
            return Number(value)
    return value


def say(how: Say, event: Any, who: Who) -> str | None:
    return sentence(how, event, who) if isinstance(how, str) else how(event, who)
