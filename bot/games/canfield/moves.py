"""Canfield: its options, moves and events."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Literal

from bot.engine import offers
from bot.engine.cards import Card
from bot.engine.cutting import Dealing
from bot.engine.events import Event, Reason
from bot.engine.options import choice, flag
from bot.engine.piles import Seat
from bot.engine.table import DealTable
from bot.engine.view import View

RESERVE, WASTE, HOME = "R", "W", "F"
COLUMNS = ("T1", "T2", "T3", "T4")
BACK = {f"F{suit}": suit for suit in "CDHS"}
"""Foundations as places to move from, and their suits."""
SOLO, RACE = "solo", "race"


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    draw: Literal[1, 3] = choice(
        1,
        3,
        help="cards turned at a time; of three only the top one is available",
        said="{} cards are turned at a time",
    )
    redeals: Literal["unlimited", 0, 1, 2] = choice(
        "unlimited",
        0,
        1,
        2,
        help="how often the waste may become the stock again",
        said={0: "no redeal", 1: "one redeal", 2: "two redeals", "unlimited": "redeals without limit"},
    )
    mode: Literal["solo", "race"] = choice(
        SOLO, RACE, help="alone, or two to eight on the same deal", said={"race": "a race", "solo": "alone"}
    )
    undo: bool | None = flag(
        None,
        "steps back without limit; if not set, only for one who plays alone",
        said={True: "moves may be taken back", False: "no move is taken back"},
    )
    hints: bool | None = flag(
        None,
        "good moves are named; if not set, only for one who plays alone",
        said={True: "hints are given", False: "no hints"},
    )
    race_minutes: Literal[15, 5, 10, 30] = choice(
        15, 5, 10, 30, help="minutes after which a race closes", said="a race of {} minutes"
    )
    foundation_back: bool = flag(
        False, "a foundation's top card may return to a column", said={True: "cards may come back from the foundations"}
    )
    _: KW_ONLY
    cut: str = choice("off", "request", "offer", help="who is asked to cut: nobody, players who ask, always somebody")
    """Patience is dealt as it lies, without a ceremony."""

    def check(self) -> str | None:
        """What contradicts itself (ruling 8)."""
        if self.mode == RACE and (self.undo or self.hints):
            return "In a race there is no undo and there are no hints: they would show cards."
        return None


CanfieldTable = DealTable[Options, None]
CanfieldView = View[Options, None]


class Move(offers.Move):
    """Cards from one place to another. Places are `R`, `W`, `T1` to `T4` and, where they may come back, `FC` to `FS`;
    the foundations (`F`) or a column take them."""

    source: str
    target: str
    count: int = 1


class Draw(offers.Move):
    """The next cards of the stock, face up onto the waste."""


class Redeal(offers.Move):
    """The waste is turned over and is the stock again."""


class Undo(offers.Move):
    """Take the last action back."""


class Redo(offers.Move):
    """Do again what was taken back."""


class Hint(offers.Move):
    """Ask what would be good now."""


class Auto(offers.Move):
    """Everything that fits goes to the foundations."""


class Resign(offers.Move):
    """The board counts as it stands."""


class TimeUp(offers.Move):
    """The closing time of a race."""


# ---- events ------------------------------------------------------------------------------------------


class Moved(Event):
    """Cards have gone from one place to another; the reserve may have filled the gap."""

    by: Seat
    cards: tuple[Card, ...]
    source: str
    target: str
    filled: Card | None


class Drawn(Event, says="{cards} turned."):
    by: Seat
    cards: tuple[Card, ...]


class Redealt(Event, says="The waste is the stock again ({times:redeal})."):
    by: Seat
    times: int
    """How often by now."""


class TakenBack(Event):
    """The last action was undone, or done again."""

    by: Seat
    again: bool


class Hinted(Event):
    """What would be good now."""

    by: Seat
    move: offers.Move
    cards: tuple[Card, ...]
    """The cards that would move."""
    why: Reason | None = None


class Home(Event):
    """How many cards of a seat lie on its foundations now."""

    by: Seat
    cards: int


class SuitComplete(Event):
    """Thirteen cards of a suit are home."""

    by: Seat
    suit: str


class ReserveEmpty(Event, says="The reserve is empty: gaps are filled as you like."):
    by: Seat


class Stuck(Event):
    """No card can move any more, however often the stock is gone through."""

    by: Seat
    may_undo: bool


class Finished(Event):
    """A board is done."""

    by: Seat
    how: str
    """`won`, `stuck`, `resigned` or `stopped`."""
    home: int
    moves: int


class Opened(Event, says="The race is over."):
    """A race is over: all boards lie open."""
