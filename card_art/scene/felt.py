"""What the free felt of a table says: who has moved last and how, what the score is, what lay there before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.engine.cards import Card
from card_art.scene.people import Person


@dataclass(frozen=True, slots=True)
class LastMove:
    """Who has moved last, and how."""

    by: Person
    said: str = ""
    """What they did, without their name: "throws K♣"."""
    before: str = ""
    """What they did before that in the same turn: "takes 9♦"."""
    cards: tuple[Card, ...] = ()
    """The cards of it."""
    onto: tuple[Card, ...] = ()
    """Of what they did before, the cards: an arrow leads from these to the others."""


@dataclass(frozen=True, slots=True)
class Runner:
    """One side in a race."""

    person: Person
    score: int
    note: str = ""
    """Beside the number: "2 boxes"."""


@dataclass(frozen=True, slots=True)
class Race:
    """How far everybody is on the way to a target."""

    label: str
    """ "To 100"."""
    target: int
    runners: tuple[Runner, ...]


@dataclass(frozen=True, slots=True)
class Letters:
    """A word of which a side gathers letters."""

    word: str
    name: str
    taken: int
    """How many letters it has."""


@dataclass(frozen=True, slots=True)
class LastTrick:
    """The trick before this one."""

    cards: tuple[Card, ...]
    by: Person
    """Who has taken it."""
    worth: str = ""
    """What it counts: "+3"."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What everybody should know now: a rule that holds for this moment, a price, what is still out."""

    text: str
    """The main thing: "A black jack or a black seven passes it on."."""
    more: tuple[str, ...] = ()
    """Lines beneath, said more quietly: "Else pick up 7."."""
    aside: str = ""
    """At the right of the main thing: "6 hands left"."""
    done: float | None = None
    """How much of something is over, from 0 to 1, as a bar; None for no bar."""


FeltPanel: TypeAlias = LastMove | Race | Letters | LastTrick | Fact
