"""The moves and the events of a hand of Cribbage."""

from __future__ import annotations

from typing import TypeAlias

from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.offers import Move
from bot.engine.piles import Seat

from .counting import Kind

# ---- moves ---------------------------------------------------------------------------------------


class LayAway(Move):
    """Two cards into the crib, face down."""

    cards: tuple[Card, ...]


class CutStarter(Move):
    """Lift a number of cards off the stub; the next one is the starter."""

    count: int


class CutAnywhere(Move):
    """Let chance say where."""


class Play(Move):
    """A card on the count, which may not go over 31."""

    card: Card


class Count(Move):
    """Points of the hand, one combination after the other, by its cards."""

    cards: tuple[Card, ...]


class Done(Move):
    """That is all of this hand."""


class Muggins(Move):
    """Take points that the other has overlooked, by the cards that make them."""

    cards: tuple[Card, ...]


class Pass(Move):
    """Nothing was overlooked."""


# ---- events --------------------------------------------------------------------------------------


Called: TypeAlias = tuple[tuple[Kind, int], ...]
"""Combinations of a hand in the order in which they are counted, each with what the hand has come to with it."""


class Starter(Event):
    """The card that is turned; a jack scores for the dealer at once."""

    seat: Seat
    """Who has cut."""
    card: Card


class Heels(Event, says="His Heels: **2** for {seat}."):
    seat: Seat


class Played(Event):
    """A card, what the count is now, and what it scores: fifteen or thirty-one, cards alike, a run."""

    seat: Seat
    card: Card
    count: int
    fifteen: int
    alike: int
    run: int
    thirty_one: int


class Go(Event):
    """No card of this seat fits: one for the other."""

    seat: Seat
    other: Seat


class NothingFits(Event, says="{seat:has} nothing that fits either."):
    """After the other's go: the count is over, though this seat holds cards still."""

    seat: Seat


class LastCard(Event, says="One for {seat}, for the last card."):
    seat: Seat


class Shows(Event):
    """A hand, or the crib, is counted from now on."""

    seat: Seat
    cards: tuple[Card, ...]
    starter: Card
    crib: bool


class Scores(Event):
    """A combination is pegged, by its owner or by who has found it."""

    seat: Seat
    kind: Kind
    cards: tuple[Card, ...]
    points: int
    muggins: bool
    called: Called = ()
    """Where they are called one by one: all of the hand so far, this one last."""


class Counted(Event):
    """A hand, or the crib, has been counted for its owner."""

    seat: Seat
    points: int
    crib: bool
    called: Called = ()
    """Where they were called one by one: all of them."""


class GameWon(Event):
    """Somebody is home; a skunk counts two, a double one three."""

    seat: Seat
    scores: tuple[int, ...]
    rear: tuple[int, ...]
    """Where the rear pegs stood."""
    worth: int
    games: tuple[int, ...]


class Lap(Event, says="{seat:has} completed the first lap."):
    seat: Seat
