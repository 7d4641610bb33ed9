"""What a game declares to the engine: its script, its options, its moves, its pack and its seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, Literal, NamedTuple, TypeVar

from .asks import Script
from .events import Event
from .of_a_game import C, O
from .offers import Move
from .options import read_options
from .randomness import Pack
from .state import State
from .table import DealTable
from .traits import Knockout, Partnership, RealTime, Trait, Variants

T = TypeVar("T", bound=Trait)


class Boast(NamedTuple):
    """A hand worth remembering."""

    seat: int
    worth: tuple[int, ...]
    """Hands of all games are compared by it; the greater is the better."""
    text: str


class Length(NamedTuple):
    """How long a match may be, for people to choose before a table opens."""

    minutes: tuple[int, int] | None
    """What it takes: one person against house players, and people alone. None if it goes on as long as they like.
    `tests/bench/lengths.py` works it out."""
    options: Mapping[str, str] = {}
    """What makes it so, as a person would type it; nothing for the game's own defaults."""


USUAL, SHORT = "usual", "short"
"""Names of lengths: as the game's options are by default; and over soon, as a night plays it."""


def _all_dealt_in(state: State) -> Collection[int]:
    return [s for s in range(state.seats) if s not in state.away and s not in state.fresh]


def _never(state: State, options: object) -> bool:
    return False


@dataclass(frozen=True)
class Game(Generic[O, C]):
    """One deal as a script; a match is as many deals as it takes."""

    slug: str
    title: str
    seats: range
    """How many may sit down."""
    options: type[O]
    """A frozen dataclass of `options.choice`, `options.amount` and `options.number` fields."""
    deal: Callable[[DealTable[O, C]], Script]
    moves: tuple[type[Move], ...]
    """Every Move class of the game, the timers' too."""
    rules: int = 1
    """The number of these rules. One more whenever a log would play otherwise than before: deals that run by another
    number are void at a restart, and those that are over are not played again. Options and `carried` of earlier numbers
    must still be read."""
    moments: int = 1
    """The number of the rules with which moments came: deals of an earlier number are played on without them."""
    known_from: int | None = None
    """The oldest number of the rules that is still played by, where it is not today's alone. A script that plays
    otherwise than then asks its table for the number; moments need nothing of it."""
    chips: bool = False
    """Played for chips: sitting down costs a buy-in."""
    stakes: Callable[[O], bool] = lambda options: True
    """Whether these options are played for chips, where such a game may be played without."""
    aliases: tuple[str, ...] = ()
    traits: tuple[Trait, ...] = ()
    """What it has that most games have not."""
    pack: Callable[[O, int], Pack] = lambda options, seats: Pack()
    """The pack for these options and this many seats dealt in."""
    proof: Literal["deal", "match"] = "match"
    """When the secret of a shuffle is published."""
    goes_on: Callable[[State[C], O], bool] = _never
    """Whether the next deal goes on with the shoe instead of shuffling."""
    carried: type[C] | None = None
    """The type of `State.carried`, where the game carries anything over from deal to deal."""
    lowest_wins: bool = False
    unfit: Callable[[O, int], str | None] = lambda options, seats: None
    """Why this many players cannot play with these options, in a sentence."""
    seats_by: Callable[[O], range] | None = None
    """How many the options allow to sit down, where that goes by them."""
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """Ready-made options by the name of their stakes (penny ante, wild), as a person would type them."""
    lengths: Mapping[str, Length] = field(default_factory=dict[str, Length])
    """How long a match may be, by name, the usual first."""
    length: str = ""
    """The option that says after how many deals a match ends that goes on for ever otherwise."""
    ends_itself: bool = False
    """Whether a match ends without it, too: then it only limits the deals."""
    rounds: int = 1
    """How often everybody deals before a match of a night ends, if the number of deals ends it."""
    pot_of: Callable[[State[C]], Collection[int]] = _all_dealt_in
    """Among whom the pot of a match is shared that is broken off between two deals."""
    notable: Callable[[Sequence[Event]], int] = lambda events: 0
    """How remarkable a deal was, by what everybody saw of it: the most remarkable of a match is shown when the match is
    over; of deals that are equal in this the one that moved the most points or chips."""
    recall: Callable[[Sequence[Event]], dict[str, list[int]]] = lambda events: {}
    """What the end of the match tells of a deal, by what everybody saw of it, in a few numbers by name."""
    boast: Callable[[Event], Boast | None] = lambda event: None
    """The hand that an event of this game shows, if it is one to remember."""

    @property
    def short(self) -> Mapping[str, str]:
        """Options with which a match is over soon: one game among many of an evening."""
        return self.lengths[SHORT].options if SHORT in self.lengths else {}

    def length_of(self, options: O) -> Length | None:
        """Which of its lengths a match with these options has; None if it is another."""
        deciding = {name for length in self.lengths.values() for name in length.options}
        for length in self.lengths.values():
            like = read_options(self.options, length.options)
            if all(getattr(options, name) == getattr(like, name) for name in deciding):
                return length
        return None

    def plays(self, rules: int) -> bool:
        """Whether deals by rules of this number can be played still."""
        return (self.known_from or self.rules) <= rules <= self.rules

    def stops(self, rules: int) -> bool:
        """Whether deals by rules of this number stand still for moments."""
        return rules >= self.moments

    def trait(self, kind: type[T]) -> T | None:
        """What it has of this kind; None if it has not."""
        return next((trait for trait in self.traits if isinstance(trait, kind)), None)

    def has(self, kind: type[Trait]) -> bool:
        return self.trait(kind) is not None

    @property
    def module(self) -> str:
        """The name of its files: its rules, its house player and its words are each found under it."""
        return self.slug.replace("-", "_")

    def for_chips(self, options: O) -> bool:
        """Whether a table with these options is played for chips."""
        return self.chips and self.stakes(options)

    def seats_for(self, options: O) -> range:
        """How many may play with these options."""
        return self.seats if self.seats_by is None else self.seats_by(options)

    def open_ended(self, options: O) -> bool:
        """Whether a match with these options goes on for ever, for chips, unless all agree to end it."""
        if not self.length or self.ends_itself or getattr(options, self.length) is not None:
            return False
        return self.for_chips(options) and not self.knockout(options)

    def options_for_deal(self, options: O, state: State[C]) -> O:
        """The options of the deal that begins from this State."""
        variants = self.trait(Variants)
        return options if variants is None else variants.of_deal(options, state)

    def knockout(self, options: O) -> bool:
        """Whether everybody plays these options to the end with what they began with."""
        knockout = self.trait(Knockout)
        return knockout is not None and knockout.holds(options)

    def wanted(self, options: O, state: State[C]) -> Mapping[int, int]:
        """What the seats of a knockout have said that they buy before the next deal, in hundredths of a white."""
        knockout = self.trait(Knockout)
        return knockout.wanted(state) if knockout is not None and knockout.holds(options) else {}

    def broken_off(self, options: O, state: State[C]) -> Mapping[int, int]:
        """What each seat has of all chips of a knockout that is broken off; nothing if all keep their stacks."""
        knockout = self.trait(Knockout)
        return knockout.broken_off(state) if knockout is not None and knockout.holds(options) else {}

    def coming(self, options: O, state: State[C]) -> Collection[int]:
        """Who is paid something when a knockout ends, though they play no more."""
        knockout = self.trait(Knockout)
        return knockout.coming(state) if knockout is not None and knockout.holds(options) else ()

    def starts_with(self, options: O) -> int | None:
        """With how many players a match begins of its own accord; None if somebody has to say so."""
        knockout = self.trait(Knockout)
        return knockout.starts_with(options) if knockout is not None and knockout.holds(options) else None

    @cached_property
    def real_time(self) -> bool:
        """Many act at once, without turns."""
        return self.has(RealTime)

    @cached_property
    def fixed(self) -> bool:
        """An empty chair stops this game, so a house player takes it, and nobody sits down beside a match."""
        return self.has(Partnership) or len(self.seats) == 1

    def in_partnerships(self, options: O, seats: int) -> bool:
        """Whether that number of seats plays these options in partnerships."""
        partnership = self.trait(Partnership)
        return partnership is not None and partnership.plays(options, seats)

    def chooses_partners(self, options: O) -> bool:
        """Whether partners sit as they like, and are not drawn by chance."""
        partnership = self.trait(Partnership)
        return partnership is not None and partnership.chosen(options)
