"""How a game's moves are offered: what their buttons say, as a game declares it; and what an offer looks like then.

What that is, is worked out once: buttons, forms, typed words and `/moves` are printed from a prompt. A new kind of
choice is a class here, and how it is drawn (`offer_controls`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, NamedTuple

from bot.engine.controls import kind_of
from bot.engine.offers import Move, Offer, Only, Part, SomeOf
from bot.engine.view import View

from .sentences import Who, times

MOST_BUTTONS = 15
"""As many cards as make three rows of buttons; more go into a menu."""
MOST_MOVES = 500
"""Of moves that are listed whole, as many are looked at."""

ButtonStyle = Literal["primary", "secondary", "success", "danger"]


class Command(NamedTuple):
    """The slash command of a move: a move has one where several games share it, or every hand looks for it."""

    says: str = ""
    """Its description in Discord; if several games describe it, all of that. Otherwise it tells which games have it."""
    name: str = ""
    """How it is called, if not like the move."""
    argument: str = ""
    """What its option is called, if not like the move's field."""
    habit: bool = False
    """Every player's hand looks for it, even if a single game has it."""


class Choice(NamedTuple):
    """How a choice is drawn, if there is more to it than a label."""

    label: str = ""
    """Nothing if the usual one will do."""
    style: ButtonStyle | None = None
    """Where it says what comes of the choice."""
    stays: bool = False
    """Its owner sees it greyed while it may not be made: the rest of a hand."""


@dataclass(frozen=True)
class Typed:
    """What is typed into the form behind a button."""

    other: str = "Other…"
    """On the button behind which any other amount is typed."""
    usual: Callable[[range], Sequence[tuple[str, int]]] | None = None
    """Of many numbers, those that a menu lists, each with its label."""
    longest: int = 200
    """Of a text, how many characters there may be."""


@dataclass(frozen=True)
class Collected:
    """How a move of several choices is collected in a panel."""

    told: Callable[[View, Sequence[Any]], str] | None = None
    """What the panel says of the parts that are chosen so far: "K K 2 · 5 5 5: 55 of 50". Such a move is collected
    choice by choice, and made by its button alone."""
    beside: tuple[type[Move], ...] = ()
    """Other moves that are made of the same choices: one menu serves them all, with a button for each."""
    ready: Callable[[View, Any], str] | None = None
    """Some moves stand ready-made in a menu besides (`Offer.ready`), each in these words. If one choice comes after the
    other, those that are a complete move also have buttons, while nothing is chosen."""
    none: str = ""
    """On the button of a set while nothing is chosen, where that is a move too: "Stand pat"."""

    @property
    def by_button(self) -> bool:
        """Whether the move is made by its button alone, and not by a last choice."""
        return self.told is not None or bool(self.beside)


@dataclass(frozen=True)
class Verb:
    """How a move is offered."""

    label: str
    """On the button; `{}` stands for the card, amount or name that is chosen."""
    style: ButtonStyle = "secondary"
    at: Callable[[View], str] | None = None
    """The label, where it goes by the stage of play."""
    public: bool | Callable[[View], bool] = False
    """The control may stand on the table message: it tells nothing of anybody's cards. Or when that is so."""
    shared: bool = False
    """Several decide it together, no matter whose turn it is: it stands on the table message while it is open."""
    ask: str = ""
    """What the player is asked, as a menu's headline: "Choose three cards to pass". `{cards}` is how many it takes."""
    ask_beside: Mapping[str, str] = field(default_factory=dict)
    """What the player is asked instead where another move, by its verb, is open as well; the first one counts."""
    parts: Mapping[Any, str] = field(default_factory=dict)
    """Labels of choices that are words."""
    named: Callable[[View], Mapping[Any, str | Choice]] | None = None
    """Such labels, where they go by what lies on the table; a `Naming` names people."""
    whole: Callable[[View, Any], str] | None = None
    """Moves of several choices stand in one menu, each in these words."""
    waits: bool = False
    """In a panel it is greyed while another move is half chosen, which it would throw away."""
    answer: str = ""
    """The private answer to the person who pressed it on the table, if the table shows nothing new; `{}` is the label
    of the choice."""
    typed: Typed = Typed()
    collected: Collected = Collected()

    command: Command = field(default=Command())
    also: tuple[str, ...] = ()
    """What people type for it besides its verb and its label."""

    def label_now(self, view: View) -> str:
        """What its button says at this stage of play."""
        return self.at(view) if self.at is not None else self.label

    def choices(self, view: View, who: Who) -> dict[Part, Choice]:
        """How single choices are drawn now."""
        found = {part: Choice(label) for part, label in self.parts.items()}
        if self.named is not None:
            each = ((p, Choice(c) if isinstance(c, str) else c) for p, c in self.named(view).items())
            found = {part: choice._replace(label=who.named(choice.label)) for part, choice in each}
        return found

    def labels(self, view: View, who: Who) -> dict[Part, str]:
        """The choices that have labels of their own now."""
        return {part: choice.label for part, choice in self.choices(view, who).items() if choice.label}

    def asks(self, offer: Offer, beside: Collection[str] = ()) -> str:
        """What the player is asked who has this offer, and the moves of these verbs beside it."""
        if asked := next((ask for each, ask in self.ask_beside.items() if each in beside), ""):
            return asked
        return self.ask.replace("{cards}", times(offer.least, "card")) if isinstance(offer, SomeOf) else self.ask


UNSAID = Verb("")
"""Of a move that a game has no words for."""


# ---- prompts -----------------------------------------------------------------------------------


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

    choices: list[Part]
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

    offer: SomeOf


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
    made = offer.move if isinstance(offer, Only) and offer.shown_when_refused else offer.finish(())
    step_by_step = said.collected.told is not None
    if not (isinstance(made, str) or step_by_step or isinstance(offer, SomeOf)):
        return Press(made)
    if said.whole is not None:
        return PickMove(offer, said.whole)
    if (numbers := _numbers(offer, said)) is not None:
        return numbers
    if isinstance(made, str) and not step_by_step and (one := _pick_one(offer)) is not None:
        return one
    return _collected(offer)


def _numbers(offer: Offer, said: Verb) -> EnterNumber | None:
    """One of many numbers, if that is what is chosen first, and there are too many for buttons or some are usual."""
    among, usual = offer.next(()), said.typed.usual
    if not isinstance(among, range) or kind_of(offer, 0) != "number":
        return None
    if usual is None:
        return EnterNumber(among, ()) if len(among) > MOST_BUTTONS else None
    return EnterNumber(among, usual(among) if among else ())


def _pick_one(offer: Offer) -> PickOne | None:
    """One choice, if each is a complete move; of a set only if each has room for a button."""
    choices = [*offer.next(())]
    if isinstance(offer, SomeOf) and len(choices) > MOST_BUTTONS:
        return None
    return PickOne(choices, kind_of(offer, 0)) if single(offer, choices) else None


def entry(offer: Offer) -> EnterAmount | EnterText | None:
    """What is typed as it is, an amount or a text; None if something is chosen."""
    if offer.free_text:
        return EnterText()
    return EnterAmount(offer.next(())) if kind_of(offer, 0) == "amount" else None


def _collected(offer: Offer) -> PickCards | Build:
    return PickCards(offer) if isinstance(offer, SomeOf) else Build()


def single(offer: Offer, choices: Sequence[Part]) -> bool:
    """Whether each of these is a complete move, and nothing more can be chosen."""
    return all(not isinstance(offer.finish((c,)), str) and not offer.next((c,)) for c in choices)


def made_by_button(offer: Offer, said: Verb) -> bool:
    """Whether such a move is made by its button alone, and not by a last choice."""
    return isinstance(offer, SomeOf) or offer.unlisted or said.collected.by_button
