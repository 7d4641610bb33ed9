"""What lies on a table: seats with their hands, and what is in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.engine.cards import Card
from card_art.scene.people import in_brackets, said_tags

Direction: TypeAlias = Literal["left", "right", "across", "hold"]
Mark: TypeAlias = Literal["chip", "knuckles"]
Tone: TypeAlias = Literal["gold", "crimson", "ivory", "slate"]


@dataclass(frozen=True, slots=True)
class Stamp:
    """An enamel plaque with a word: what has just been decided."""

    word: str
    """In capitals: "WIN", "BUST", "+14"."""
    tone: Tone = "slate"
    """Gold for what is won, crimson for what is lost, ivory for neither, slate for a choice without blame."""

    @property
    def said(self) -> str:
        """In small letters, as alt text has it, but for the ranks of cards: "win", "buys K♠"."""
        return " ".join(word if word.endswith(("♣", "♦", "♥", "♠")) else word.lower() for word in self.word.split(" "))


@dataclass(frozen=True, slots=True)
class SeatHand:
    """One of the hands that lie face up at a seat which may play several."""

    cards: tuple[Card | None, ...]
    """Those face down (`None`) first."""
    total: str = ""
    """What it comes to, in a pill below it: "soft 17"."""
    active: bool = False
    """It is played now: its pill is gold."""
    sideways: bool = False
    """One card that lies on its side below the hand before it: it is no part of a hand."""
    stamp: Stamp | None = None
    """What has become of it, across the lower edge of its cards."""
    change: str = ""
    """What it has won or lost, beside its total: "+15"."""
    bet: int = 0
    """Chips above it, in hundredths of a white."""
    dim: bool = False
    """It has lost, or does not count: its cards are drawn faint."""
    wild: frozenset[int] = frozenset()
    """Indices of wild cards: each has a gold star."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table: its plate, the cards above it and the chips before it."""

    name: str
    """As the player has it; any script, any length. What no font covers is dropped, an empty name becomes "Seat 3"."""
    line: str = ""
    """One line of numbers: "28 pts · 9 cards"."""
    tags: tuple[str, ...] = ()
    """Short words on the plate's edge, the most important first."""
    active: bool = False
    """A gold ring. Give it a tag too: colour alone says nothing."""
    dealer: bool = False
    hat: bool = False
    """It has the farm: a hat in the place of the dealer's button."""
    dim: bool = False
    """Out of this hand: the plate is drawn faint."""
    hand: tuple[Card | None, ...] = ()
    """The cards held; `None` is a back. Where all of them are, they stand in a fan behind the plate."""
    shown: tuple[Card, ...] = ()
    """Cards face up before their owner, besides those in `hand`."""
    hands: tuple[SeatHand, ...] = ()
    """Hands side by side, each with its total, in place of `hand` and `shown`."""
    bet: int = 0
    """Chips put in front, in hundredths of a white."""
    strikes: int | None = None
    """Strikes so far; `None` where a game has none."""
    strikes_of: int = 3
    """How many there may be."""
    said: str = ""
    """A word or two in front of the seat: what it has said, or shown in its open hand."""
    mark: Mark | None = None
    """What lies beside that word: a chip that was held, or the knuckles that knocked."""
    number: int | None = None
    """The seat at the table, for the colour of its badge: the same in every picture. Its place in this one if None."""
    stamp: Stamp | None = None
    """What it has just decided, or what has become of it: on its cards, or on its plate where it holds none. Not on one
    of its `hands`: these have stamps of their own."""
    you: bool = False
    """The viewer's own: the plate has a gold edge."""
    face: str = ""
    """The key of the player's picture (`portraits`), in place of the first letter."""
    asks: str = ""
    """What this seat is to do now, in a few words: "follow ♠", "call 24". It stands in gold behind the line; where both
    have no room, instead of it."""

    @property
    def told(self) -> str:
        """The words on its plate below the name."""
        return ", ".join(filter(None, (self.line, "" if self.asks == "to play" else self.asks)))

    @property
    def known_as(self) -> str:
        """Behind the name in a text: " (to play, house player, dealer)"."""
        return in_brackets(said_tags(self.tags, "dealer" if self.dealer else ""))


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick on the table, each card lying before the seat that played it."""

    cards: tuple[tuple[int, Card], ...] = ()
    """(index of the seat in the scene, card), in the order of play."""
    leader: int | None = None
    """The seat that led: its card is marked LED."""
    winner: int | None = None
    """The seat whose card is winning (or has won): a gold frame."""
    awaited: int | None = None
    """The seat whose card comes next: an empty gold place."""
    points: tuple[tuple[int, str], ...] = ()
    """(index of the seat in the scene, what its card counts), on a disc at the card's corner."""
    stamp: Stamp | None = None
    """On the winner's card, once the trick is complete: "+14"."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards side by side: a board, an upcard, a dealer's hand."""

    cards: tuple[Card | None, ...] = ()
    label: str = ""
    highlight: frozenset[int] = frozenset()
    """Indices of cards in a gold frame."""
    slots: int = 0
    """The least number of places; those without a card are empty outlines."""
    gap: int | None = None
    """This place stays an empty outline, and the cards lie around it."""
    apart: bool = False
    """No card may cover another: rather they are drawn smaller."""
    hero: int | None = None
    """The card of the moment: it is the largest thing on the table, and its neighbours are larger than usual."""
    dimmed: frozenset[int] = frozenset()
    """Indices of cards that lost, or do not count."""
    struck: frozenset[int] = frozenset()
    """Indices of cards in a crimson frame: one of these was hit and should not have been."""
    total: str = ""
    """What they come to, in a pill at their right, below the label: "19"."""
    stamp: Stamp | None = None
    """Across the lower edge of the hero, or of the middle card; beside the total, if any."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Thirteen ranks, ace to king, and how many of each are left of four."""

    left: tuple[int, ...]
    """Thirteen numbers from 0 to 4."""
    wanted: frozenset[int] = frozenset()
    """Ranks (1 to 13) in gold: one of these is hoped for."""
    hit: frozenset[int] = frozenset()
    """Ranks in crimson: one of these has come and should not."""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Stock:
    """A pile lying squared: the stock, a shoe, a discard pile."""

    label: str
    count: int
    top: Card | None = None
    """The face on top, `None` for a back."""
    of: int = 0
    """How many it had when it was full, where a gauge beside it tells how far it has come; 0 for no gauge."""
    marker: int = 0
    """How many cards lie behind its marker: a red line on the gauge."""
    large: bool = False
    """It is drawn from, so it lies as large as cards in a row."""


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips in the middle, in digits too."""

    amount: int
    label: str = "Pot"
    pennies: bool = False
    """A white is one cent: so it says on the chips."""
    change: str = ""
    """What it has just lost or gained, on a slate beneath: "−5"."""
    left: bool = False
    """It stands left of the cards: what somebody has put in against what lies at the right."""


@dataclass(frozen=True, slots=True)
class Note:
    """A few words in the middle."""

    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Several lines in the middle, beneath everything else: what was said or done last."""

    lines: tuple[str, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """Where the cards go that are being passed, as the bottom seat sees it."""

    direction: Direction
    text: str = ""


Piece: TypeAlias = Trick | CardRow | Ranks | Stock | Pot | Note | Lines | Arrow
