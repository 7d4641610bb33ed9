"""Canasta: its options, moves and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from bot.engine.cards import Card
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.offers import Move
from bot.engine.options import choice, flag
from bot.engine.piles import Seat
from bot.engine.table import DealTable
from bot.engine.view import View

from .melds import Group

Rank = Annotated[int, "rank"]
"""Of a card in hand, whichever it is: 0 for a joker, 1 to 13; the three is the black one."""


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    form: str = choice(
        "auto",
        "partnership",
        "two_player",
        help="four in partnerships, or two each alone",
        said={"partnership": "in partnerships", "two_player": "each alone"},
    )
    target: int = choice(
        5000, 3000, 1500, help="points that end the match", said={n: f"to {n:,} points" for n in (5000, 3000, 1500)}
    )
    referee: str = choice(
        "friendly",
        "strict",
        help="strict: punishable acts happen, and are charged",
        said={"friendly": "mistakes are refused", "strict": "mistakes are charged"},
    )
    fresh_side_frozen: bool = flag(
        False,
        "the pile is frozen for a side without a meld",
        said={False: "not frozen for a side without a meld", True: "frozen for a side without a meld"},
    )
    frozen_join: bool = flag(
        True,
        "a natural pair and the frozen upcard may join a meld of their rank",
        said={False: "a frozen pile starts a new meld", True: "a frozen pile may join a meld"},
    )
    dry_stock: str = choice(
        "forced",
        "optional",
        help="without a stock: must the pile be taken where it can be?",
        said={"forced": "the last pile must be taken", "optional": "the last pile may be refused"},
    )
    concealed_minimum: bool = flag(
        True,
        "a concealed going-out must reach the minimum of a first meld too",
        said={False: "no minimum when going out concealed", True: "a minimum when going out concealed"},
    )
    red3_no_meld: str = choice(
        "plus",
        "minus",
        help="how red threes count for a side that has melded nothing",
        said={
            "plus": "red threes count for a side without a meld",
            "minus": "red threes cost a side without a meld",
        },
    )


CanastaTable = DealTable[Options, None]
CanastaView = View[Options, None]


# ---- moves ---------------------------------------------------------------------------------------


class Draw(Move):
    """The top card of the stock; two of them where two play."""


class TakePile(Move):
    """You take the whole pile, and its top card goes down at once in a meld. Without any group: a take that fails."""

    groups: tuple[Group, ...]


class Pass(Move):
    """Without a stock, to leave the pile; after its last red three, to lay no more. The hand is over."""


class Meld(Move):
    """Three or more cards of a rank go down, or some are added to a meld of your side."""

    groups: tuple[Group, ...]


class Discard(Move):
    """Throw a card onto the pile, and the turn is over."""

    rank: Rank


class Declare(Move):
    """A red three is laid, and another card drawn."""

    card: Card


class Ask(Move):
    """May I go out? The partner answers."""


class Answer(Move):
    """Yes or no, and nothing else."""

    word: Literal["yes", "no"]


class Say(Move):
    """Something else than yes or no: now the opponents answer."""

    text: str


class GoOut(Move):
    """Everything left goes down, perhaps with the last card thrown, and the hand is over."""

    discard: Annotated[int | None, "rank"]
    groups: tuple[Group, ...]


PLAYERS = (Draw, TakePile, Pass, Meld, Discard, Declare, Ask, Answer, Say, GoOut)


# ---- events; a side is named by its first seat ---------------------------------------------------


class Upcards(Event):
    """What was turned until an upcard was found; the last is it."""

    cards: tuple[Card, ...]


class RedThrees(Event):
    """Red threes are laid in front of a side; those from the pile are not replaced."""

    seat: Seat
    cards: tuple[Card, ...]
    replaced: bool


class Drew(Event):
    """How many cards from the stock, not counting red threes and their replacements."""

    seat: Seat
    cards: int


class TookPile(Event):
    """The whole pile, the upcard included; what went down with that is told next."""

    seat: Seat
    upcard: Card
    cards: int


class Melded(Event):
    """What went down in one act, the upcard included, and what it counts; `first` for the first of a side."""

    seat: Seat
    side: Seat
    groups: tuple[Group, ...]
    cards: tuple[tuple[Card, ...], ...]
    """Those of each group."""
    points: int
    first: bool


class CanastaMade(Event):
    """A meld has seven cards now."""

    seat: Seat
    side: Seat
    rank: int
    natural: bool


class Mixed(Event):
    """A wild card was added to a natural canasta."""

    seat: Seat
    side: Seat
    rank: int


class Discarded(Event, says="{seat:throws} {card}."):
    seat: Seat
    card: Card
    freezes: bool


class OneCardLeft(Event, says="{seat:has} one card left."):
    seat: Seat


class Asked(Event, says="{seat:asks}: “May I go out?”"):
    seat: Seat


class Answered(Event):
    """The answer that counts; it binds unless nobody gave it."""

    seat: Seat
    word: Literal["yes", "no"]
    binding: bool


class Said(Event):
    """More than yes or no; the opponents answer."""

    seat: Seat
    text: str


class LastOfStock(Event):
    """The stock is empty now; `ends` where its last card was a red three, so that nothing more is discarded."""

    seat: Seat
    ends: bool


Offence = Literal["red three", "no", "yes", "take"]
"""What is charged: a red three kept in hand, out after a no, not out after a yes, a pile that cannot be used."""


class Charged(Event):
    """A punishable act, and what it costs the side."""

    seat: Seat
    offence: Offence
    points: int


class WentOut(Event):
    """The hand is over: somebody has no card left, and what was thrown last, if anything."""

    seat: Seat
    concealed: bool
    discard: Card | None


class NobodyOut(Event):
    """The hand is over, and nobody has gone out; who ended it could, or would, not go on."""

    seat: Seat


class Score(Event):
    """A side's score of a hand."""

    side: Seat
    melds: int
    natural: int
    """Canastas, not points."""
    mixed: int
    red_threes: int
    """Points, 800 for all four; below nothing if they count against the side."""
    out: int
    hands: int
    """Points of the cards left in hand, which are taken off."""
    penalties: int
    points: int
    total: int
    """The side's score after the hand."""


class HandScored(Event):
    """Both sides' score sheets."""

    scores: tuple[Score, ...]


class PlaysOn(Event, says="Both sides have {score}: another hand."):
    score: int
