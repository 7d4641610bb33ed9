"""Sentences: people, cards and numbers in them, and the announcement of an event."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from bot.engine.amounts import whites
from bot.engine.cards import RANK_NAMES, Card, card, rank_names
from bot.engine.controls import kind_of_type
from bot.engine.offers import Naming
from bot.engine.piles import SPECTATOR, Seat
from bot.table.names import escaped
from card_art import scene as art

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "*": "★"}


@cache
def card_text(c: Card) -> str:
    """A card in a sentence or on a button: `Q♠`, `10♥`."""
    return "Joker" if c.suit == "*" else str(c)[:-1] + SUIT_SIGNS[c.suit]


_SPELT = re.compile(r"(?<![\w/*])(10|[2-9JQKA])([CDHS])(?!\w)")


def in_signs(text: str) -> str:
    """A sentence of the rules, which spells cards as they are typed (`7S`), with the signs of their suits; what is
    quoted for typing stays."""
    parts = text.split("`")
    parts[::2] = [_SPELT.sub(lambda m: m[1] + SUIT_SIGNS[m[2]], part) for part in parts[::2]]
    return "`".join(parts)


def cards_text(cards: Sequence[Card]) -> str:
    return " ".join(map(card_text, cards))


_HOW_MANY = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def group_text(group: Sequence[Any]) -> str:
    """A group of cards of a rank, as far as it is known: its rank, how many natural cards, twos and jokers. `(13,)` is
    "kings", `(13, 3, 1)` "three kings and a two", `(13, 0, 1)` "a two on kings"."""
    rank, *counts = group
    if not counts:
        return rank_names(rank)
    each = [_counted(n, r) for n, r in zip(counts, (rank, 2, 0), strict=False) if n]
    if not each:
        return f"no {rank_names(rank)}"
    said = " and ".join([", ".join(each[:-1]), each[-1]]) if len(each) > 1 else each[0]
    return said if counts[0] else f"{said} on {rank_names(rank)}"


def _counted(n: int, rank: int) -> str:
    how_many = _HOW_MANY[n] if n < len(_HOW_MANY) else str(n)
    if n == 1:
        return f"an {RANK_NAMES[rank]}" if RANK_NAMES[rank][0] in "ae" else f"a {RANK_NAMES[rank]}"
    return f"{how_many} {rank_names(rank)}"


def one_of(numbers: Sequence[int]) -> str:
    """One of several numbers: "4, 6 or 8"."""
    return " or ".join(filter(None, (", ".join(map(str, numbers[:-1])), str(numbers[-1]))))


def to_win(hands: int) -> str:
    """How long a match is that goes to this many hands won."""
    return "one hand" if hands == 1 else f"until somebody has won {hands} hands"


def times(n: int, what: str) -> str:
    """ "1 match", "1,024 matches"."""
    many = f"{what}es" if what.endswith(("h", "s")) else f"{what}s"
    return f"{Number(n):,} {what if abs(n) == 1 else many}"


class Number(int):
    """In a sentence: `{total:hand}` is "1 hand" or "12 hands", `{best:whites}` an amount of chips."""

    def __format__(self, spec: str) -> str:
        if spec == "whites":
            return whites(self)
        return times(self, spec) if spec[:1].isalpha() else super().__format__(spec).replace("-", "−")


_SECOND = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_SEAT = re.compile(r"\{(\d+)\}")
_LONG = ("sses", "shes", "ches", "xes", "zzes")
_BEGINS = re.compile(r"((?:^|[.!?:…] |\n)\W*|[.!?]\** )(your?)\b")


def second(verb: str) -> str:
    """A verb as it goes with *you*: "takes" is "take", "passes" "pass", "has" "have"."""
    if verb in _SECOND:
        return _SECOND[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(_LONG) else verb.removesuffix("s")


def begun(text: str) -> str:
    """A text with a capital wherever a sentence begins with *you*."""
    return _BEGINS.sub(lambda found: found[1] + found[2].capitalize(), text)


class Name(str):
    """Somebody in a sentence. `{seat:takes}` is "Ana takes" or "you take", `{seat:'s}` "Ana's" or "your"; where the
    name has been said before, `{seat:/loses}` is the verb alone."""

    you: bool = False

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if spec == "'s":
            return "your" if self.you else f"{self}'s"
        verb = spec.removeprefix("/")
        first, _, rest = verb.partition(" ")
        said = " ".join([second(first), *([rest] if rest else [])]) if self.you else verb
        return said if spec[0] == "/" else f"{self} {said}"


class You(Name):
    """The reader of the sentence."""

    you = True


@dataclass(frozen=True)
class Who:
    """The people at a table, for sentences and pictures."""

    names: tuple[str, ...]
    tags: tuple[tuple[str, ...], ...] = ()
    """HOUSE, AWAY and the like, by seat."""
    viewer: Seat = SPECTATOR
    """Who reads or looks: they are *you*."""
    style: art.Style = field(default_factory=art.Style)
    in_message: bool = False
    """The names are for a message, not for a picture or a button."""
    avatars: tuple[str, ...] = ()
    """The keys of their faces, by seat; "" for players without one."""

    @property
    def said(self) -> Who:
        """The same people as a message names them."""
        return self if self.in_message else replace(self, names=tuple(map(escaped, self.names)), in_message=True)

    def __call__(self, seat: Seat) -> Name:
        if seat == self.viewer:
            return You("you" if self.in_message else "You")
        return Name(self.names[seat] or f"Seat {seat + 1}")

    def avatar(self, seat: Seat) -> str:
        """The key of somebody's face; "" if there is none."""
        return self.avatars[seat] if self.avatars else ""

    def named(self, text: str) -> str:
        """A text in which seats may be named by their numbers: `Naming`."""
        if not isinstance(text, Naming):
            return text
        return _SEAT.sub(lambda found: str(self(int(found[1]))), text)

    def all(self, seats: Sequence[Seat]) -> Name:
        """ "Ana, Bo and Cleo"; the reader comes last."""
        names = [self(s) for s in sorted(seats, key=self.viewer.__eq__)]
        if len(names) == 1:
            return names[0]
        return Name(f"{', '.join(names[:-1])} and {names[-1]}".replace(" and You", " and you") if names else "nobody")

    def do(self, seats: Sequence[Seat], one: str, several: str) -> str:
        """ "Ana pays", "Ana and Bo pay", "you pay": all of them with the word for one, or for several."""
        return f"{self.all(seats)} {one if len(seats) == 1 and seats[0] != self.viewer else several}"

    def wins(self, seats: Sequence[Seat], verb: str = "wins") -> str:
        """ "Ana wins", "you win"; of several, "Ana and Bo share"."""
        return f"{self.all(seats)} share" if len(seats) > 1 else f"{self(seats[0]):{verb}}"


Say = str | Callable[[Any, Who], str | None]
"""An announcement: a sentence with the fields of an event in it, or a function that makes one. None keeps quiet."""


def sentence(says: str, event: object, who: Who) -> str:
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


def cards_in(event: object) -> tuple[Card, ...]:
    """The cards that an event names."""
    found: list[Card] = []
    for name, (kind, several) in _kinds(type(event)).items():
        if kind == "card":
            found += getattr(event, name) if several else [getattr(event, name)]
    return tuple(c for c in found if isinstance(c, Card))


_NAMED = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")
_LETTERS = {sign: letter for letter, sign in SUIT_SIGNS.items()}


def cards_named(text: str) -> tuple[Card, ...]:
    """The cards in a text, as `card_text` writes them."""
    return tuple(card(f"{rank}{_LETTERS[sign]}") for rank, sign in _NAMED.findall(text))


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
    said = sentence(how, event, who) if isinstance(how, str) else how(event, who)
    return begun(said) if said else said


_LONGEST = 700


def together(said: Sequence[str]) -> str:
    """Sentences in a line, the last ones where all are too long."""
    text = " ".join(said)
    return together(said[1:]) if len(text) > _LONGEST and len(said) > 1 else text[:_LONGEST]
