"""What some games have and most have not. A game names its traits in `Game.traits`; the rooms that all games share ask
for a trait, and never which game it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple

from typing_extensions import TypeVar

from .of_a_game import O
from .offers import Move
from .piles import Seat
from .state import State

D = TypeVar("D", default=object)
"""A deal: what it is stands above traits."""
V = TypeVar("V", default=object)
"""A view of one: that stands above traits, too."""


class Trait:
    """Something that a game has."""


@dataclass(frozen=True)
class HouseDeals(Trait):
    """The house is the dealer: the deal does not rotate, and the lowest seat is on the dealer's left."""


Basis = tuple[int, ...]
"""What a wish depends on, in numbers: it holds as long as they are the same."""


class Wish(NamedTuple):
    """What a player not on turn may say now that they will do when their turn comes."""

    name: str
    """Small letters and dashes."""
    label: str
    """On its button."""
    basis: Basis = ()
    asks: str = ""
    """The question whether it is meant, for a wish that may cost much; nothing for any other."""


@dataclass(frozen=True)
class InAdvance(Trait, Generic[V]):
    """A player not on turn may say what they will do then. All of it are pure functions of the view of that seat."""

    rules: int
    """The number of the game's rules since which it is so."""
    wishes: Callable[[V], Sequence[Wish]]
    """What the viewer may wish for now; nothing for a player on turn."""
    void: Callable[[V, str, Basis], str]
    """Why this wish, by its name and what it depended on, does not hold any more, in a sentence; nothing if it
    holds."""
    move: Callable[[V, str], Move]
    """What a wish that holds comes to, now that the turn of the viewer has come."""
    typed: Sequence[str] = ()
    """Names of wishes that are no move's: a player on turn who types one of them makes the move that it comes to."""
    always: Mapping[str, tuple[str, Move]] = field(default_factory=dict[str, tuple[str, Move]])
    """Choices that stand until they are taken back, by their names: what each is called, and the move that it makes
    whenever that is offered."""


def _nothing(state: State) -> Mapping[int, int]:
    return {}


def _nobody(options: object) -> int | None:
    return None


@dataclass(frozen=True)
class Knockout(Trait, Generic[O]):
    """Everybody plays to the end with what they began with: nobody joins such a match or buys more chips but as the
    match itself offers them, and the chips of a player who gets up stay in it."""

    holds: Callable[[O], bool]
    """Whether these options are played so."""
    wanted: Callable[[State], Mapping[int, int]] = _nothing
    """What seats have said in the last deal that they buy before the next, in hundredths of a white."""
    broken_off: Callable[[State], Mapping[int, int]] = _nothing
    """What each seat has of all chips, stacks too, where the match is broken off between two deals; nothing if all keep
    their stacks and share the rest."""
    coming: Callable[[State], Collection[int]] = _nothing
    """Who plays no more, and is paid something when the match ends: it is theirs, whether they stay for it or not."""
    starts_with: Callable[[O], int | None] = _nobody
    """How many begin it, as soon as they sit there; None if the host says when."""


@dataclass(frozen=True)
class LastOneWins(Trait):
    """The only player left in a match has won it: no house player takes an empty chair then."""


@dataclass(frozen=True)
class Notation(Trait, Generic[D]):
    """Deals can be written in a notation that other programs read."""

    write: Callable[[D, Sequence[str], Seat], str | None]
    """A Deal that is over, with the names of its seats, as this seat or a spectator has seen it; None for one that the
    notation has no words for."""


@dataclass(frozen=True)
class Partnership(Trait, Generic[O]):
    """Two and two play together, across the table from each other. A match goes on with as many as began it."""

    plays: Callable[[O, int], bool] = lambda options, seats: True
    """Whether that number of seats plays these options in partnerships."""
    chosen: Callable[[O], bool] = lambda options: True
    """Whether partners sit as they have sat down, or chosen, and are not drawn by chance."""


class Figures(NamedTuple):
    """What is kept of one seat's part in a deal that is over. Amounts are hundredths of a white."""

    what: str
    """What was played, as people call it."""
    position: str
    """Where the seat sat from the dealer, in a word; empty where that says nothing."""
    cards: str
    """Its own cards as far as it knew them, spelled as they are typed."""
    board: str
    """What lay for all; two boards are parted by a slash."""
    pot: int
    """Everything that was to be won."""
    unit: int
    """What pots and nets are measured by: the big blind."""
    net: int
    """What the seat has won, or lost."""
    showdown: Literal["", "won", "lost"]
    """How it went where hands were compared at the end and the seat had one."""
    counts: Mapping[str, int]
    """What it has done, by name, to be added up; nothing where the deal counts for no figures."""


@dataclass(frozen=True)
class PlayFigures(Trait, Generic[D]):
    """Its deals are kept one by one for those dealt in: what they had and won, and figures of how they play."""

    of: Callable[[D], Mapping[Seat, Figures]]
    """Of a Deal that is over, by everybody dealt in."""


@dataclass(frozen=True)
class RealTime(Trait):
    """No turns: many act at once, and what anybody may press stands under the table for all."""


@dataclass(frozen=True)
class Reading(Trait, Generic[D]):
    """At a table for chips that goes on, a result stands no longer than it is read; and the next deal comes as soon as
    all people who were dealt in say so."""

    until: Callable[[D], int]
    """Of a Deal that is over, until when its result is read: table time in ms, by what everybody saw of it."""


@dataclass(frozen=True)
class Staked(Trait):
    """What a game for chips is played for."""

    options: Sequence[str]
    """The amounts among its options that are its stakes, the one that people name first: they rise together."""


@dataclass(frozen=True)
class SteadyThinking(Trait):
    """House players take at least this long over each move, at the usual pace, so that the time tells nothing."""

    ms: int


@dataclass(frozen=True)
class TimeBank(Trait, Generic[O]):
    """Beside their turn clock people have some time for the whole match, which runs where a turn has taken too long
    (rules/dealing.md, section 13). In seconds."""

    holds: Callable[[O], bool]
    """Whether these options are played so."""
    begins_with: int
    """What each person has when they come to the match."""
    each_orbit: int
    """How much more it is each time the dealer's button has gone round."""
    most: int
    """As much it is at most."""


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
    in_full: Callable[[O], str] | None = None
    """The same with how it is played: "No-limit Hold'em"."""
    mixes: Sequence[str] = ()
    """Those that go through several of the others: for a table of their own, and not for one game of a night."""
    of_one: Sequence[str] = ()
    """Text options that are for one variant each: another one begins without."""


@dataclass(frozen=True)
class WithHouse(Trait, Generic[O]):
    """Some options hold otherwise while a house player sits at the table."""

    options: Callable[[O], O]
    """The options as they hold then."""
