"""Canfield: its moves and events."""

from __future__ import annotations

from bot.engine import offers
from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.piles import Seat

RESERVE, WASTE, HOME = "R", "W", "F"
COLUMNS = ("T1", "T2", "T3", "T4")
BACK = {f"F{suit}": suit for suit in "CDHS"}
"""Foundations as places to move from, and their suits."""


class Move(offers.Move):
    """Cards from one place to another: `R`, `W`, `T1` to `T4` and, where they may come back, `FC` to `FS`; onto the
    foundations (`F`) or a column."""

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
