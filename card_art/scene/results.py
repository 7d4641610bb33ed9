"""How a deal, a match or a night has ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine.cards import Card
from card_art.scene.pieces import Stamp
from card_art.scene.style import Style
from card_art.scene.table import Board


@dataclass(frozen=True, slots=True)
class ResultHand:
    """Cards in a row of a result, as they lay at the end, and what they came to."""

    cards: tuple[Card, ...]
    total: str = ""
    """Large, right of the cards: "21"."""
    beneath: str = ""
    """A word under the total: "five cards"."""
    stamp: Stamp | None = None
    """What has become of this hand, in the place of that word."""
    sideways: bool = False
    """One card that lies on its side: it is no part of a hand."""
    wild: frozenset[int] = frozenset()
    """Indices of wild cards: each has a gold star."""
    dim: bool = False
    """It has lost, or does not count: its cards are drawn darker."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One player's line of a result."""

    name: str
    number: int | None = None
    """The seat at the table, for the colour of its badge: the same in every picture. Its place in this one if None."""
    tags: tuple[str, ...] = ()
    hands: tuple[ResultHand, ...] = ()
    told: tuple[str, ...] = ()
    """One or two lines beside the cards: ("Full house", "kings over nines")."""
    stamp: Stamp | None = None
    """What has become of the player."""
    change: str = ""
    """What the deal has brought: "+15"."""
    total: str = ""
    """The current total: "96 chips"."""
    winner: bool = False
    """Has won something: this alone is gold."""
    place: str = ""
    """ "1", "2": only at the end of a match."""
    quiet: bool = False
    """It is nobody's seat: the dealer's cards, or more hands of the seat above."""
    face: str = ""
    """The key of the player's picture (`portraits`), in place of the first letter."""


@dataclass(frozen=True, slots=True)
class Results:
    """How a deal or a match ended."""

    title: str
    subtitle: str = ""
    headings: tuple[str, ...] = ()
    """Above the cards and the totals of the first hand, of the second and so on: all hands stand on common lines then.
    """
    rows: tuple[ResultRow, ...] = ()
    out: str = ""
    """Below the rows: who took no part."""
    note: str = ""
    """Below the rows, on the right."""
    banner: str | None = None
    """Who has won, and with what; gold where one of the rows is a winner's."""
    boards: tuple[tuple[str, Board], ...] = ()
    """Whose boards lie open now, and how they look: small, below the rows."""
    style: Style = field(default_factory=Style)


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands in the course of a night."""

    name: str
    net: int
    """Won or lost so far, in hundredths of a white."""
    course: tuple[int, ...]
    """The same after each deal."""
    number: int = 0
    """For the colour of their line and badge."""
    face: str = ""
    """The key of their picture; "" without one."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A night of dealer's choice: the course of the stacks, how everybody stands, and who would pay whom."""

    title: str
    subtitle: str
    standings: tuple[Standing, ...]
    """The best first."""
    payments: tuple[tuple[str, str, int], ...] = ()
    """Who pays, who is paid, and hundredths of a white."""
    remembered: tuple[str, ...] = ()
    """The biggest pot and the best hand, in words."""
    over: bool = False
    style: Style = field(default_factory=Style)
