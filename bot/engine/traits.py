"""What some games have and most have not. A game names its traits in `Game.traits`; the rooms that all games share ask
for a trait, and never which game it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from typing_extensions import TypeVar

from .of_a_game import O
from .state import State

D = TypeVar("D", default=object)
"""A deal: what it is stands above traits."""


class Trait:
    """Something that a game has."""


@dataclass(frozen=True)
class HouseDeals(Trait):
    """The house is the dealer: the deal does not rotate, and the lowest seat is on the dealer's left."""


@dataclass(frozen=True)
class Knockout(Trait, Generic[O]):
    """Everybody plays to the end with what they began with: nobody joins such a match or buys more chips, and the chips
    of a player who gets up stay in it."""

    holds: Callable[[O], bool]
    """Whether these options are played so."""


@dataclass(frozen=True)
class LastOneWins(Trait):
    """The only player left in a match has won it: no house player takes an empty chair then."""


@dataclass(frozen=True)
class Notation(Trait, Generic[D]):
    """Deals can be written in a notation that other programs read."""

    write: Callable[[D, Sequence[str]], str | None]
    """A Deal that is over, with the names of its seats; None for one that the notation has no words for."""


@dataclass(frozen=True)
class Partnership(Trait, Generic[O]):
    """Two and two play together, across the table from each other. A match goes on with as many as began it."""

    plays: Callable[[O, int], bool] = lambda options, seats: True
    """Whether that number of seats plays these options in partnerships."""
    chosen: Callable[[O], bool] = lambda options: True
    """Whether partners sit as they have sat down, or chosen, and are not drawn by chance."""


@dataclass(frozen=True)
class RealTime(Trait):
    """No turns: many act at once, and what anybody may press stands under the table for all."""


@dataclass(frozen=True)
class SteadyThinking(Trait):
    """House players take at least this long over each move, at the usual pace, so that the time tells nothing."""

    ms: int


@dataclass(frozen=True)
class Variants(Trait, Generic[O]):
    """One game that is many: how each of them is named."""

    option: str
    """The text option that names one of them."""
    how: str
    """The choice that is named along with it: its limit. The first value leaves it to the variant."""
    families: Mapping[str, Sequence[str]]
    """All of them by family, for menus."""
    ways: Callable[[O], Sequence[str]]
    """How the one that these options name may be played, the usual way first; empty if there is nothing to choose."""
    called: Callable[[O], str]
    """What is played with these options."""
    of_deal: Callable[[O, State], O]
    """The options of the deal that begins from this State: a match may go through several variants."""
    mixes: Sequence[str] = ()
    """Those that go through several of the others: for a table of their own, and not for one game of a night."""


@dataclass(frozen=True)
class WithHouse(Trait, Generic[O]):
    """Some options hold otherwise while a house player sits at the table."""

    options: Callable[[O], O]
    """The options as they hold then."""
