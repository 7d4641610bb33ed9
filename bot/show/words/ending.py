"""What the end of a match shows in a game's own way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.engine.cards import Card
from bot.engine.piles import Seat
from bot.engine.view import View
from card_art import scene as art

from .game import Trait
from .sentences import Who

Recalled = Sequence[Mapping[str, Sequence[int]]]
"""Of each deal of the match what the game remembers of it (`Game.recall`); nothing where that is not known of all."""


@dataclass(frozen=True)
class Moment:
    """The deal for which a match is remembered."""

    title: str
    """Up to 14 characters, after the number of the deal: "undercut"."""
    by: Seat | None = None
    """Whose cards they are."""
    cards: Sequence[Card] = ()
    against: Sequence[Card] = ()
    """Those that they beat."""
    piles: bool = False
    """Each card lies on a pile of its own: a canasta, a trick."""
    stamp: art.Stamp | None = None
    lines: tuple[str, ...] = ()
    """One or two of up to 26 characters, in which no name is said that the face says already."""


@dataclass(frozen=True)
class Tally:
    """What wins a match in place of the chips for which it is played: strikes."""

    one: str
    """What one is called: "strike"."""
    after: Sequence[Sequence[int]]
    """How many each seat had after each deal."""


@dataclass(frozen=True)
class Within:
    """The course of a single deal."""

    title: str
    """ "Cards after each battle"."""
    start: int
    """What each seat had before."""
    after: Sequence[Sequence[int]]
    """What each had after every step."""


@dataclass(frozen=True)
class Ending(Trait):
    """What the end of a match shows in this game's own way. Functions are given the last view of a deal."""

    why: Callable[[View, Who, Seat], str] | None = None
    """Why this seat has won, in 24 characters: "with 6 of 9 boxes"; nothing where it is by what everybody sees."""
    total: Callable[[View, Seat], tuple[str, str] | None] | None = None
    """What a seat has come to, in figures, and what these count: "35", "points"; None if it is as in other games."""
    facts: Callable[[View], str] | None = None
    """What was played, besides the game's name and its length: "freezeout"."""
    ledger: Callable[[View, Recalled], tuple[tuple[str, ...], Sequence[tuple[str, ...]]] | None] | None = None
    """Between two, or of one alone, what their totals are made of: up to four labels, and for each seat a figure for
    each of them; None where that is not known."""
    moment: Callable[[View, Who], Moment | None] | None = None
    """What there was to remember of that deal; None if it is what the deal has brought."""
    points: Callable[[View], Sequence[int]] | None = None
    """The scores after the last hand without what the end of the match has added, if anything."""
    letters: Callable[[View], str] | None = None
    """A word of which those who lose take the letters one by one, in place of points; nothing without one."""
    calls: Callable[[View, Recalled, Who], Sequence[art.Call]] | None = None
    """The course of the match as who called what."""
    out: Callable[[Recalled], Mapping[Seat, tuple[int, Seat | None]]] | None = None
    """Who was knocked out in which hand, from 1, and by whom."""
    foot: Callable[[View], tuple[str, Sequence[tuple[Seat, str]]] | None] | None = None
    """What stands below everything in place of what the last deal has changed: a title, and a few words for each of
    some seats; None if it is that."""
    edge: Callable[[View], tuple[int, str, art.Stamp] | None] | None = None
    """On the track of a race: a player who has not passed it loses double, what that line is called, and the stamp."""
    course: Callable[[View], Within | None] | None = None
    """Of a match of one deal, where that is known."""
    tally: Callable[[View, Recalled], Tally | None] | None = None
    """Where chips are played for but something else has won the match: that."""
    bars: bool = False
    """Between two, each hand is one side's: a bar for each."""
    race: bool = False
    """Points are a track to its end."""
    scored: bool = False
    """Even where chips are played for, points count until the match is over."""
