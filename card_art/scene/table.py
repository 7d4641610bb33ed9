"""A table as one viewer may see it, and a player's own cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypeAlias

from PIL import Image

from bot.engine.cards import Card
from card_art.scene.felt import FeltPanel
from card_art.scene.pieces import Piece, Seat
from card_art.scene.style import Style

Question: TypeAlias = Callable[[], object]
"""What takes too long to be worked out on the event loop: plain data that can be called wherever it is sent. Equal ones
have equal answers."""


class Board(ABC):
    """What a game with another layout shows in place of seats and middle: each in a file or package of
    `card_art.boards`, and known nowhere else."""

    __slots__ = ()

    below: ClassVar[int] = 0
    """How high it is where it lies at the foot of a result, below the rows; 0 if it takes a table of its own."""
    in_line: ClassVar[bool] = False
    """Title and facts share one line above it, and nothing else is said around it."""

    title_width: ClassVar[int] = 288
    """How wide the title and the facts below it may be, where they do not share one line."""

    @property
    def height(self) -> int | None:
        """How high it is where that is less than the place it has; None if it fills that."""
        return None

    @property
    def free(self) -> Sequence[tuple[int, int, int, int]]:
        """Rectangles of felt (left, top, width, height) on which it draws nothing, for `Scene.felt`."""
        return ()

    @property
    def question(self) -> Question | None:
        """What must still be computed before all of it can be drawn and told; None if nothing."""
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


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The cards that somebody holds, open below the table: of a deal that is over, or at a lesson."""

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
    foot: tuple[str, ...] = ()
    """Bottom left, a line each: stakes, options in force."""
    seats: tuple[Seat, ...] = ()
    """One to ten; the first sits at the bottom, the others follow clockwise."""
    centre: tuple[Piece, ...] = ()
    banner: str | None = None
    """A sentence across the middle: "Mette shoots the moon!"."""
    board: Board | None = None
    """A board in place of seats and middle."""
    inset: tuple[str, tuple[Card, ...]] | None = None
    """Small in the top right corner, below the pills: a caption, and cards that lay there before ("Last trick: Bo")."""
    seats_in_row: bool = False
    """All seats stand in one row at the lower edge, and the whole width is the cards'. This happens on its own if
    anybody has several hands, or one with words; a game in which these come and go always sets it, so that its plates
    keep their places."""
    opened: tuple[OpenHand, ...] = ()
    """Everybody's hand, below the table as it was seen; the picture grows by their height."""
    felt: tuple[FeltPanel, ...] = ()
    """What stands on the free felt, the most important first; what finds no room is left out."""
    pennies: bool = False
    """A white is one cent: so it says on the chips before the seats."""
    style: Style = field(default_factory=Style)
    played: str = ""
    """What is played, in one line, for those who do not see the picture; it is not drawn."""

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
    notes: tuple[str, ...] = ()
    """Lines beside the cards: "♥ anything below K". Where one has a line break it is broken; otherwise that is a
    space."""
    apart: frozenset[int] = frozenset()
    """Indices of cards with which a group begins: a little room lies before them."""
    rest: Rest | None = None
    gaps: tuple[tuple[int, str], ...] = ()
    """Empty places among the cards, and what belongs there: "7". All are places of one row."""
