"""Moves, and offers of them that are built choice by choice.

Legality is written here and in the offers that games make, and nowhere else: validation, buttons, menus,
autocomplete, typed text, house players and the random tests all walk `next` and `finish`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeGuard, dataclass_transform

from typing_extensions import TypeVar

from .cards import Card
from .quoting import quoted
from .randomness import Stream

Part: TypeAlias = Card | tuple[int, ...] | str | int | None
"""One choice of which a move is built; a tuple of numbers is a group of a meld."""


@dataclass_transform(frozen_default=True)
class Verb(type):
    """Makes every subclass of Move a frozen dataclass."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, object]) -> type:
        return dataclass(frozen=True)(super().__new__(cls, name, bases, space))


class Move(metaclass=Verb):
    """Something a player may do: a verb with typed fields."""

    if TYPE_CHECKING:

        def __init__(self, *fields: object) -> None: ...  # every kind of move has its own

    costs_more = False  # no annotation: it is no field
    """It is paid from outside of the table: nobody makes it in a person's place."""

    @property
    def parts(self) -> tuple[Any, ...]:
        """The choices that it is built from, in order; a field of several cards is several choices."""
        flat: list[Part] = []
        for value in self.__dict__.values():
            flat.extend(value if several(value) else (value,))
        return tuple(flat)

    def published(self) -> Move:
        """The move as a deal file tells it to everybody: another one, as legal, where this one is a secret for good."""
        return self


def several(value: object) -> TypeGuard[tuple[Part, ...]]:
    """Whether a field's value is several choices. A card is one, and so is a group of a meld: they are named tuples."""
    return type(value) is tuple


class Naming(str):
    """A sentence of the rules in which `{2}` stands for the player on that seat. Other sentences are not formatted:
    they may repeat what somebody has typed."""

    __slots__ = ()


@cache
def verb(kind: type[Move]) -> str:
    """How the move is called in journals, commands and controls: `ProposeEnd` is `propose-end`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


@cache
def meaning(kind: type[Move]) -> str:
    """What such a move is, in the rule's own words: the first sentence of what its class says of itself."""
    said = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    first, stop, _ = said.partition(". ")
    return first + stop.strip()


M_co = TypeVar("M_co", bound=Move, covariant=True, default=Any)
"""The moves of an offer."""
P = TypeVar("P", default=Any)
"""The choices of which they are built."""

Mixed: TypeAlias = Any
"""A choice where a move is built of several kinds of them: which it is goes by its place."""
SortKey: TypeAlias = int | tuple[int | str | tuple[int, ...], ...]
"""What cards are put in order by."""


class Offer(Generic[M_co, P]):
    """A set of legal moves: `Offer[Play, Card]` makes a Play of cards. `Offer` alone makes any move of any parts.

    `next` says what may be chosen after these parts, and leads into no dead end; `finish` makes the move of them, or
    tells in a sentence why they are not one yet.
    """

    kind: type[M_co]
    unlisted = False
    """Never listed, and greyed only by `tries`: to find it is the player's art. It is refused when it is tried."""
    grouped = False
    """A part is typed as several words, with commas between the parts."""
    stale = "That turn is over."
    """The answer to a player who presses a control that was drawn before this was on offer."""
    free_text = False
    """Any short text is a choice; what `next` lists are only examples."""
    optional = False
    """Nobody is kept waiting for it, and a house player may let it be: proposing an end, an early call."""

    last_resort = False
    """Random play takes it only if nothing else can be done: a hand in which everybody would rather draw than play has
    no end."""
    sorted_by: ClassVar[Callable[[Card], SortKey] | None] = None
    """In which order cards are listed, in a game with an order of its own."""
    words: Mapping[str, int] = {}
    """Names that people type for an amount here, besides min and max: pot, half."""
    reads: Callable[[str], int | None] | None = None
    """Reads amounts in the game's own words, of which there are too many to name: 3x, 75%. None if it is another
    text."""
    examples: Sequence[str] = ()
    """A few of these words."""
    at_stake: int | None = None
    """What the move costs about which `confirm` asks, in hundredths of a white, where people may choose from what on
    they are asked. None if everybody is asked."""
    added_to: int | None = None
    """What an amount with a plus before it is added to: `+5`. None if nobody counts so."""

    @property
    def besides_figures(self) -> Sequence[str]:
        """What can be typed for an amount besides its figures, each by an example."""
        return (*self.words, *self.examples, *(() if self.added_to is None else ("+5",)))

    shown_as: Offer | None = None
    """What it looks like where it is drawn though it would be refused."""
    shown_when_refused = False
    """Drawn though it would be refused: that it is on offer says nothing, and nobody may read in its absence."""
    greyed = False
    """Drawn so that it cannot be pressed yet, as everybody knows: the others beside it keep their places."""

    def next(self, parts: Sequence[P]) -> Collection[P]:
        raise NotImplementedError

    def finish(self, parts: Sequence[P]) -> M_co | str:
        raise NotImplementedError

    def __bool__(self) -> bool:
        """Is there such a move? An offer of none still says why."""
        return True

    def tries(self, parts: Sequence[object]) -> bool:
        """Whether an unlisted one can be tried with these parts, as far as that tells nothing of its owner's art."""
        return bool(parts)

    def refusal(self, move: Move) -> str | None:
        """Why the move is not legal, in a sentence; None if it is."""
        parts = move.parts
        for n, part in enumerate(parts):
            if part not in self.next(parts[:n]):
                return self.why_not_here(parts[:n], part)
        made = self.finish(parts)
        if isinstance(made, str):
            return made
        return None if made == move else "That is not on offer."

    def why_not_here(self, parts: Sequence[P], part: object) -> str:
        return f"{part} cannot be chosen here."

    def too_much(self, typed: str) -> str:
        """The answer to a word that was typed after everything that could be chosen."""
        return f"{quoted(typed)} is too much."

    def as_typed(self, text: str) -> str:
        """What was typed, as the choice that was meant: free text, or another name of a choice."""
        return text.strip()

    def in_order(self, typed: Sequence[str]) -> Sequence[str]:
        """Typed words in the order in which the choices come, where people may say them in another."""
        return typed

    def confirm(self, move: Move) -> str | None:
        """A question that wants a second press before this move is made; None for an ordinary one."""
        return None

    def understood(self, move: Move) -> str | None:
        """A question about a move that was typed, so that its player sees how it was read; None if nothing is asked."""
        return None

    def moves(self, parts: tuple[P, ...] = ()) -> Iterator[M_co]:
        """Every move, where that is not too many."""
        if not isinstance(made := self.finish(parts), str):
            yield made
        for part in self.next(parts):
            yield from self.moves((*parts, part))

    def ready(self) -> Sequence[M_co]:
        """Some of the moves, ready-made, where those that are collected choice by choice are worth listing too."""
        return ()

    def sample(self, stream: Stream, steps: int = 2000) -> M_co | None:
        """Some move, however many there are; None if none is found within a number of steps."""

        def grow(parts: tuple[P, ...]) -> M_co | None:
            nonlocal steps
            steps -= 1
            if steps < 0:
                return None
            made = self.finish(parts)
            if not isinstance(made, str) and not stream.below(2):
                return made
            more = list(self.next(parts))
            while more and steps > 0:  # a dead end costs a step, not the whole walk
                if found := grow((*parts, more.pop(stream.below(len(more))))):
                    return found
            return None if isinstance(made, str) else made

        return grow(())


class Only(Offer[M_co, Part]):
    """This one move, `unless` something prevents it: a sentence, or a function that looks for one now."""

    def __init__(
        self, move: M_co, unless: str | Callable[[], str | None] | None = None, *, optional: bool = False,
        confirm: str | None = None, shown_when_refused: bool = False, last_resort: bool = False,
    ) -> None:  # fmt: skip
        self.kind, self.move, self._unless = type(move), move, unless
        self.optional, self._confirm = optional, confirm
        self.shown_when_refused, self.last_resort = shown_when_refused, last_resort

    @property
    def unless(self) -> str | None:
        """Why it is not allowed now; None if it is."""
        return self._unless() if callable(self._unless) else self._unless

    def __bool__(self) -> bool:
        return not self.unless

    def next(self, parts: Sequence[Part]) -> Collection[Part]:
        want = self.move.parts
        n = len(parts)
        return () if self.unless or n >= len(want) or tuple(parts) != want[:n] else (want[n],)

    def finish(self, parts: Sequence[Part]) -> M_co | str:
        return self.unless or (self.move if tuple(parts) == self.move.parts else "That is not on offer.")

    def refusal(self, move: Move) -> str | None:
        if self._unless and (why := self.unless):
            return why
        return None if move is self.move or move == self.move else "That is not on offer."

    def confirm(self, move: Move) -> str | None:
        return self._confirm


@dataclass(eq=False)
class OneOf(Offer[M_co, P]):
    """One of these: a card, a seat, an amount in a range."""

    kind: type[M_co]
    among: Collection[P]
    """May be alive, like a hand."""
    why_not: str | Callable[[Any], str] = "That is not one of your choices."
    asks_again: Mapping[P, str] | None = None
    """For which of these a second press is wanted, and with what question."""
    optional: bool = False
    asks_typed: Callable[[P], str | None] | None = None
    """The question about a choice that was typed; None if nothing is asked about it."""

    def __bool__(self) -> bool:
        return bool(self.among)

    def next(self, parts: Sequence[P]) -> Collection[P]:
        return () if parts else self.among

    def finish(self, parts: Sequence[P]) -> M_co | str:
        if parts:
            return self.kind(*parts)
        return "Choose one." if self.among else self.why_not_here((), None)

    def refusal(self, move: Move) -> str | None:
        part = next(iter(move.__dict__.values()))  # without a walk; a move of several is refused whatever it is
        if type(part) is tuple:
            part = move.parts[0]
        return None if part in self.among else self.why_not_here((), part)

    def why_not_here(self, parts: Sequence[P], part: object) -> str:
        return self.why_not if isinstance(self.why_not, str) else self.why_not(part)

    def confirm(self, move: Move) -> str | None:
        return self.asks_again.get(move.parts[0]) if self.asks_again else None

    def understood(self, move: Move) -> str | None:
        return self.asks_typed(move.parts[0]) if self.asks_typed is not None else None


def _anything(chosen: Sequence[Card]) -> str | None:
    return None


@dataclass(eq=False)
class SomeOf(Offer[M_co, Card]):
    """From `least` to `most` of these cards, in any order; `why_not` may refuse a selection."""

    kind: type[M_co]
    among: Collection[Card]
    least: int
    most: int
    why_not: Callable[[Sequence[Card]], str | None] = field(default=_anything)

    def next(self, parts: Sequence[Card]) -> Collection[Card]:
        if len(parts) >= self.most:
            return ()
        left = [*self.among]  # a multiset: equal cards of two decks count twice
        for part in parts:
            if part in left:
                left.remove(part)
        return [c for c in dict.fromkeys(self.among) if c in left]

    def refusal(self, move: Move) -> str | None:
        parts, left = move.parts, [*self.among]
        if len(parts) <= self.most and self.finish(parts) == move:  # the usual case, without a walk
            for part in parts:
                if part not in left:
                    break
                left.remove(part)
            else:
                return None
        return super().refusal(move)

    def finish(self, parts: Sequence[Card]) -> M_co | str:
        if len(parts) < self.least:
            left = self.least - len(parts)
            return f"Choose {left} more card{'s' if left > 1 else ''}."
        return self.why_not(parts) or self.kind(tuple(parts))

    def moves(self, parts: tuple[Card, ...] = ()) -> Iterator[M_co]:
        return (m for m in super().moves(parts) if list(m.parts) == sorted(m.parts))  # each selection once

    def why_not_here(self, parts: Sequence[Card], part: object) -> str:
        if len(parts) >= self.most:
            return f"No more than {self.most}."
        if part in parts:
            return f"You have chosen {part} already."
        return f"You do not hold {part}."


class Texts(Collection[str]):
    """Everything that can be written in a number of characters."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and 0 < len(text) <= self.most and text == tidy(text)

    def __iter__(self) -> Iterator[str]:
        return iter(("…",))

    def __len__(self) -> int:
        return 1


def tidy(text: str) -> str:
    """Without blanks around it and line breaks in it, in Unicode's composed form."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


class Text(Offer[M_co, str]):
    """Free words."""

    free_text = True

    def __init__(self, kind: type[M_co], most: int, ask: str) -> None:
        self.kind, self.most, self.ask = kind, most, ask
        self._all = Texts(most)

    def next(self, parts: Sequence[str]) -> Collection[str]:
        return () if parts else self._all

    def finish(self, parts: Sequence[str]) -> M_co | str:
        return self.kind(tidy(parts[0])) if parts and tidy(parts[0]) in self._all else self.ask

    def why_not_here(self, parts: Sequence[str], part: object) -> str:
        return self.ask


def random_choices(offers: Iterable[Offer]) -> list[Offer]:
    """Of these, which can be accepted, those that somebody who plays at random chooses from."""
    standing = [*offers]
    return [o for o in standing if not o.last_resort] or standing
