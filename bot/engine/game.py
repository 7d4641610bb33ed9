"""What a game declares to the engine: its script, its options, its moves, its pack and its seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from .asks import Script
from .randomness import Pack
from .state import State
from .table import DealTable


class Boast(NamedTuple):
    """A hand worth remembering."""

    seat: int
    worth: tuple[int, ...]
    """Hands of all games are compared by it; the greater is the better."""
    text: str


class Variants(NamedTuple):
    """How a game is named that is many games."""

    option: str
    """The text option that names one of them."""
    how: str
    """The choice that is named along with it: its limit. The first value leaves it to the variant."""
    families: Mapping[str, Sequence[str]]
    """All of them by family, for menus."""
    ways: Callable[[Any], Sequence[str]]
    """How the one that these options name may be played, the usual way first; none where there is nothing to choose."""
    called: Callable[[Any], str]
    """What is played with these options."""
    mixes: Sequence[str] = ()
    """Those that go through several of the others: for a table of their own, and not for one game of a night."""


def _all_dealt_in(state: State) -> Collection[int]:
    return [s for s in range(state.seats) if s not in state.away and s not in state.fresh]


def _never(state: State, options: Any) -> bool:
    return False


@dataclass(frozen=True)
class Game:
    """One deal as a script; a match is as many deals as it takes."""

    slug: str
    title: str
    seats: range
    """How many may sit down."""
    options: type[Any]
    """A frozen dataclass of `options.choice`, `options.amount` and `options.number` fields."""
    deal: Callable[[DealTable], Script]
    moves: tuple[type[Any], ...]
    """Every Move class of the game, the timers' too."""
    rules: int = 1
    """The number of these rules. One more whenever a log would play otherwise than before: deals that run by another
    number are void at a restart, and those that are over are not played again. Options and `carried` of earlier numbers
    must still be read."""
    moments: int = 1
    """The number of the rules with which moments came. Deals of the number before are played on without them: that
    is all the difference."""
    known_from: int | None = None
    """The oldest number of the rules that the script still plays by: it asks its table for the number. None: today's
    alone, and the one before moments."""
    chips: bool = False
    """Played for chips: sitting down costs a buy-in."""
    stakes: Callable[[Any], bool] = lambda options: True
    """Whether these options are played for chips, where such a game may be played without."""
    aliases: tuple[str, ...] = ()
    this_deal: Callable[[Any, State], Any] = lambda options, state: options
    """The options of the deal that begins from this State, where a match goes through several games."""
    pack: Callable[[Any, int], Pack] = lambda options, seats: Pack()
    """The pack for these options and so many seats dealt in."""
    proof: Literal["deal", "match"] = "match"
    """When the secret of a shuffle is published."""
    goes_on: Callable[[State, Any], bool] = _never
    """Whether the next deal goes on with the shoe instead of shuffling."""
    carried: type[Any] | None = None
    """The type of `State.carried`, where the game carries anything over from deal to deal."""
    house_deals: bool = False
    """The house is the dealer: the deal does not rotate, and the lowest seat is on the dealer's left."""
    lowest_wins: bool = False
    last_one_wins: bool = False
    """Whoever is the only one left in a match has won it: no house player takes an empty chair then."""
    partners: Callable[[Any, int], bool] | None = None
    """Whether so many play these options in partnerships of two, who sit across the table from each other. None where
    nobody ever does. A match of a game that knows partnerships goes on with as many as began it."""
    choose_partners: Callable[[Any], bool] = lambda options: True
    """Whether partners are who they have sat down as, or chosen, and not made by chance."""
    thinks_ms: int = 0
    """House players take so long at the least over each move, at the usual pace: so that it tells nothing how long."""
    knockout: Callable[[Any], bool] = lambda options: False
    """Whether everybody plays to the end with what they began with: nobody joins such a match or buys more chips, and
    whoever gets up leaves theirs in it."""
    live: bool = False
    """No turns: many act at once, and what anybody may press stands under the table for all."""
    unfit: Callable[[Any, int], str | None] = lambda options, seats: None
    """Why these options cannot be played by so many, in a sentence."""
    seats_by: Callable[[Any], range] | None = None
    """How many the options allow to sit down, where that goes by them."""
    with_house: Callable[[Any], Any] = lambda options: options
    """The options as they hold while a house player sits at the table."""

    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Ready-made options by the name of their stakes (penny ante, wild), as a person would type them."""
    variants: Variants | None = None
    """Where it is many games."""
    short: Mapping[str, str] = field(default_factory=dict)
    """Options with which a match is over soon, as a person would type them: one game among many of an evening."""
    length: str = ""
    """The option that says after how many deals a match ends that goes on for ever otherwise."""
    ends_itself: bool = False
    """Whether a match is over some time without it, too: so many deals are the most."""
    rounds: int = 1
    """How often everybody deals, where so many deals end a match of a night."""
    pot_of: Callable[[State], Collection[int]] = _all_dealt_in
    """Among whom the pot of a match is shared that is broken off between two deals."""
    boast: Callable[[Any], Boast | None] = lambda event: None
    """The hand that an event of this game shows, if it is one to remember."""

    history: Callable[[Any, Sequence[str]], str | None] | None = None
    """A Deal that is over, with the names of its seats, in a notation that other programs read; None for one that has
    no words there. A game for which there is no such notation has none."""

    def plays(self, rules: int) -> bool:
        """Whether deals by rules of this number can be played still."""
        if self.known_from is not None:
            return self.known_from <= rules <= self.rules
        return rules == self.rules or self.moments - 1 == rules == self.rules - 1 > 0

    def stops(self, rules: int) -> bool:
        """Whether deals by rules of this number stand still for moments."""
        return rules >= self.moments

    @property
    def module(self) -> str:
        """The name of its files: its rules, its house player and its words are each found under it."""
        return self.slug.replace("-", "_")

    def for_chips(self, options: Any) -> bool:
        """Whether a table with these options is played for chips."""
        return self.chips and self.stakes(options)

    def seats_for(self, options: Any) -> range:
        """How many may play with these options."""
        return self.seats if self.seats_by is None else self.seats_by(options)

    def open_ended(self, options: Any) -> bool:
        """Whether a match with these options goes on for ever, for chips, unless all agree to end it."""
        if not self.length or self.ends_itself or getattr(options, self.length) is not None:
            return False
        return self.for_chips(options) and not self.knockout(options)

    @property
    def fixed(self) -> bool:
        """An empty chair stops this game, so a house player takes it, and nobody sits down beside a match."""
        return self.partners is not None or len(self.seats) == 1

    def in_partnerships(self, options: Any, seats: int) -> bool:
        """Whether so many play these options in partnerships."""
        return self.partners is not None and self.partners(options, seats)
