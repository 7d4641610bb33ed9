"""What an offer looks like, worked out once: buttons, forms, typed words and `/moves` are printed from a prompt.

A new kind of choice is a class here, and how it is drawn (`offer_controls`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.engine.controls import kind_of
from bot.engine.offers import Exactly, Move, Offer, Some
from bot.engine.view import View

from .verbs import Verb

MOST_BUTTONS = 15
"""As many cards as make three rows of buttons; more go into a menu."""
MOST_MOVES = 500
"""Of moves that are listed whole, as many are looked at."""


@dataclass(frozen=True, slots=True)
class Press:
    """There is nothing to choose: a button, and this is the move."""

    move: Move


@dataclass(frozen=True, slots=True)
class EnterAmount:
    """An amount of chips: some on buttons, any other typed."""

    among: Collection[int]

    @property
    def least(self) -> int:
        """In hundredths of a white, like `most`."""
        return min(self.among)

    @property
    def most(self) -> int:
        return max(self.among)


@dataclass(frozen=True, slots=True)
class EnterNumber:
    """One of many numbers: some in a menu, any other typed."""

    among: range
    usual: Sequence[tuple[str, int]]
    """Those of the menu, each with its label."""


@dataclass(frozen=True, slots=True)
class EnterText:
    """A text in the player's words."""


@dataclass(frozen=True, slots=True)
class PickOne:
    """One choice, which is the move: buttons, or a menu of many."""

    choices: list[Any]
    kind: str
    """What they are, as `kind_of` has it."""


@dataclass(frozen=True, slots=True)
class PickMove:
    """A move of several choices that is picked whole, from a menu of all."""

    offer: Offer
    told: Callable[[View, Any], str]
    """Each in words."""

    def moves(self, most: int = MOST_MOVES) -> Iterator[Move]:
        """The first of them."""
        return islice(self.offer.moves(), most)


@dataclass(frozen=True, slots=True)
class PickCards:
    """Several cards at once, from menus; a button makes the move of them."""

    offer: Some


@dataclass(frozen=True, slots=True)
class Build:
    """One choice after the other, from a menu of what may come next."""


Prompt = Press | EnterAmount | EnterNumber | EnterText | PickOne | PickMove | PickCards | Build


def prompt(offer: Offer, said: Verb) -> Prompt:
    """What this offer looks like, in the words of its verb."""
    if said.collected.beside or offer.unlisted:
        return _collected(offer)
    if (entered := entry(offer)) is not None:
        return entered
    made = offer.move if isinstance(offer, Exactly) and offer.shown_when_refused else offer.finish(())
    if not isinstance(made, str) and said.collected.told is None and not isinstance(offer, Some):
        return Press(made)
    if said.whole is not None:
        return PickMove(offer, said.whole)
    among, kind = offer.next(()), kind_of(offer, 0)
    usual = said.typed.usual
    if kind == "number" and isinstance(among, range) and (usual is not None or len(among) > MOST_BUTTONS):
        return EnterNumber(among, usual(among) if usual is not None and among else ())
    choices = [*among]
    if (
        isinstance(made, str)
        and said.collected.told is None
        and (len(choices) <= MOST_BUTTONS or not isinstance(offer, Some))
        and single(offer, choices)
    ):
        return PickOne(choices, kind)
    return _collected(offer)


def entry(offer: Offer) -> EnterAmount | EnterText | None:
    """What is typed as it is, an amount or a text; None where something is chosen."""
    if offer.free_text:
        return EnterText()
    return EnterAmount(offer.next(())) if kind_of(offer, 0) == "amount" else None


def _collected(offer: Offer) -> PickCards | Build:
    return PickCards(offer) if isinstance(offer, Some) else Build()


def single(offer: Offer, choices: Sequence[Any]) -> bool:
    """Whether each of these is a move by itself, and nothing can be chosen besides."""
    return all(not isinstance(offer.finish((c,)), str) and not offer.next((c,)) for c in choices)


def made_by_button(offer: Offer, said: Verb) -> bool:
    """Whether such a move is made by its button alone, and not by a last choice."""
    return isinstance(offer, Some) or offer.unlisted or said.collected.by_button
