"""What a player of Canfield may do, and what is told of it."""

from __future__ import annotations

from typing import NamedTuple

from bot.engine import offers
from bot.engine.cards import Card
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


class Moved(NamedTuple):
    """Cards have gone from one place to another; the reserve may have filled the gap."""

    by: Seat
    cards: tuple[Card, ...]
    source: str
    target: str
    filled: Card | None


class Drawn(NamedTuple):
    """Cards turned from the stock, the available one last."""

    by: Seat
    cards: tuple[Card, ...]


class Redealt(NamedTuple):
    """The waste is the stock again."""

    by: Seat
    times: int
    """How often by now."""


class TakenBack(NamedTuple):
    """The last action was undone, or done again."""

    by: Seat
    again: bool


class Hinted(NamedTuple):
    """What would be good now."""

    by: Seat
    move: offers.Move
    cards: tuple[Card, ...]
    """The cards that would move."""


class Home(NamedTuple):
    """So many cards of a seat lie on its foundations now."""

    by: Seat
    cards: int


class SuitComplete(NamedTuple):
    """Thirteen cards of a suit are home."""

    by: Seat
    suit: str


class ReserveEmpty(NamedTuple):
    """The last card of the reserve has been played."""

    by: Seat


class Stuck(NamedTuple):
    """No card can move any more, however often the stock is gone through."""

    by: Seat
    may_undo: bool


class Finished(NamedTuple):
    """A board is done."""

    by: Seat
    how: str
    """`won`, `stuck`, `resigned` or `stopped`."""
    home: int
    moves: int


class Opened(NamedTuple):
    """A race is over: all boards lie open."""
