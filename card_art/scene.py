"""What a picture is drawn from: plain frozen data that the host makes from a view.

Nothing here knows a game, a deal or who is looking. Whatever a viewer may not see is simply not in the data: an unseen
card is `None`. Everything is hashable, so that two equal scenes are one picture and drawing may be skipped. Amounts are
integers in hundredths of a white chip.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, TypeAlias

from PIL import Image

from bot.engine.cards import Card
from card_art.sprites import Style

TO_PLAY, READY, HOUSE, AWAY, OUT, WON = "TO PLAY", "READY", "HOUSE", "AWAY", "OUT", "WON"
"""The usual tags; any short word in capitals will do."""


Direction: TypeAlias = Literal["left", "right", "across", "hold"]
Cloth: TypeAlias = Literal["green", "blue", "wine"]
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
class Row:
    """Cards side by side: a board, an upcard, a dealer's hand."""

    cards: tuple[Card | None, ...] = ()
    label: str = ""
    highlight: frozenset[int] = frozenset()
    """Indices of cards in a gold frame."""
    slots: int = 0
    """At least so many places; those without a card are empty outlines."""
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
    """Across the lower edge of the hero, or of the middle card; beside the total where there is one."""


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


Question: TypeAlias = Callable[[], Any]
"""What takes too long to be worked out on the event loop: plain data that can be called wherever it is sent. Equal ones
have equal answers."""


class Board(ABC):
    """What lies in place of seats and middle in a game that is laid out otherwise: each in a file or a package
    of `card_art.boards`, which is all that knows it."""

    __slots__ = ()

    below: ClassVar[int] = 0
    """How high it is where it lies at the foot of a result, below the rows; 0 where it takes a table of its own."""
    in_line: ClassVar[bool] = False
    """Title and facts share one line above it, and nothing else is said around it."""

    @property
    def height(self) -> int | None:
        """How high it is where that is less than the place it has; None where it fills that."""
        return None

    @property
    def question(self) -> Question | None:
        """What is still to be worked out before all of it can be drawn and told; None where nothing is."""
        return None

    def answered(self, answer: Any) -> Board:
        """The same with what has been worked out."""
        return self

    @abstractmethod
    def draw(self, canvas: Image.Image, style: Style) -> None:
        """Draw all of it; the corners of the picture are drawn elsewhere."""

    @abstractmethod
    def alt(self, card_text: Callable[[Card], str]) -> str:
        """The same in words; `card_text` names a card."""


Piece: TypeAlias = Trick | Row | Ranks | Stock | Pot | Note | Lines | Arrow


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The cards that somebody holds, open below the table: of a deal that is over."""

    name: str
    cards: tuple[Card, ...]
    """In the order of the game."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as one viewer, or the public, may see it."""

    title: str
    subtitle: str = ""
    corner: tuple[str, ...] = ()
    """Pills in the top right corner: "♥ not broken"."""
    foot_left: tuple[str, ...] = ()
    """Bottom left, a line each: stakes, options in force."""
    foot_right: str = ""
    """Bottom right: the last event in words."""
    seats: tuple[Seat, ...] = ()
    """One to ten; the first sits at the bottom, the others follow clockwise."""
    centre: tuple[Piece, ...] = ()
    banner: str | None = None
    """A sentence across the middle: "Mette shoots the moon!"."""
    board: Board | None = None
    """A board in place of seats and middle."""
    inset: tuple[str, tuple[Card, ...]] | None = None
    """Small in the top right corner, below the pills: a caption, and cards that lay there before ("Last trick: Bo")."""
    at_foot: bool = False
    """All seats stand in one row at the lower edge, and the whole width is the cards'. So they do by themselves where
    anybody's cards lie face up; a game in which faces come and go says so all the time, for its plates to keep their
    places."""
    opened: tuple[OpenHand, ...] = ()
    """Everybody's hand, below the table as it was seen; the picture is so much higher."""
    pennies: bool = False
    """A white is one cent: so it says on the chips before the seats."""
    cloth: Cloth = "green"
    """The felt's colour; a game keeps to one, so that its tables are known at a glance."""
    style: Style = field(default_factory=Style)

    def answered(self, answer: Any) -> Scene:
        """With what its board has asked for."""
        return self if self.board is None else replace(self, board=self.board.answered(answer))

    def __post_init__(self) -> None:
        if self.board is None and not 1 <= len(self.seats) <= 10:
            raise ValueError(f"A table has one to ten seats, not {len(self.seats)}.")


@dataclass(frozen=True, slots=True)
class Rest:
    """The last cards of a hand, those that belong to none of its groups: they lie on a mat of their own."""

    cards: int
    """How many they are."""
    name: str
    """What they are called: "deadwood"."""
    count: str
    """What they come to: "13"."""
    note: str = ""
    """A line beneath: "without Q♦"."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's own cards, in the order in which they are to lie."""

    cards: tuple[Card, ...]
    legal: frozenset[int] | None = None
    """Indices of the cards that may be chosen: these are raised, the others dimmed. `None`: nothing to choose."""
    marked: frozenset[int] = frozenset()
    """Indices of cards just received: marked NEW."""
    chosen: frozenset[int] = frozenset()
    """Indices of cards chosen so far: raised in a gold frame."""
    caption: str = ""
    notes: tuple[str, ...] = ()
    """Lines beside the cards: "♥ anything below K". Where one has a line break it is broken; else that is a space."""
    apart: frozenset[int] = frozenset()
    """Indices of cards with which a group begins: a little room lies before them."""
    rest: Rest | None = None
    gaps: tuple[tuple[int, str], ...] = ()
    """Empty places among the cards, and what belongs there: "7". All are places of one row."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The chips of one colour, laid out to be counted."""

    value: int
    """Of one chip, in hundredths of a white."""
    stacks: int
    """Full counting stacks; the last of them is fanned flat."""
    height: int
    """Chips in each."""
    loose: int
    """Chips beside them."""
    text: str
    """ "red 2 stacks × 5 + 3 = 13 → 65"."""


@dataclass(frozen=True, slots=True)
class Counting:
    """A stack counted in front of its owner."""

    title: str
    subtitle: str = ""
    rows: tuple[Counted, ...] = ()
    """The dearest colour first."""
    pennies: bool = False
    """A white is one cent: so it says on the chips."""
    cloth: Cloth = "green"


@dataclass(frozen=True, slots=True)
class Share:
    """The chips that somebody gets."""

    name: str
    chips: tuple[tuple[int, int], ...]
    """What a chip is worth, in hundredths of a white, and how many there are; the dearest first."""
    text: str
    """What they come to: "12½"."""
    number: int | None = None
    """The seat at the table, for the colour of its badge. Its place in this picture if None."""
    face: str = ""
    """The key of their picture (`portraits`), in place of the first letter."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Chips for several people, laid out before they are passed: a split pot."""

    title: str
    subtitle: str
    shares: tuple[Share, ...]
    pennies: bool = False
    """A white is one cent: so it says on the chips."""
    cloth: Cloth = "green"


@dataclass(frozen=True, slots=True)
class Rack:
    """Chips of one colour in the tubes of a rack."""

    title: str
    subtitle: str
    value: int
    """Of one chip, in hundredths of a white."""
    tubes: tuple[int, ...]
    """How many chips lie in each."""
    capacity: int
    """How many a full tube holds."""
    cloth: Cloth = "green"


@dataclass(frozen=True, slots=True)
class Heap:
    """Cards lying face down while a pack is shuffled."""

    label: str
    count: int
    cut_card: bool = False
    """They lie on the cut card; it is all there is where there are none."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pack being shuffled by hand."""

    title: str
    subtitle: str
    said: str
    """What is done, in a sentence."""
    heaps: tuple[Heap, ...]
    cloth: Cloth = "green"


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
    """What there is now: "96 chips"."""
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
    cloth: Cloth = "green"
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
    cloth: Cloth = "green"
    style: Style = field(default_factory=Style)
