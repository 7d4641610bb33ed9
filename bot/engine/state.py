"""What one deal hands to the next, and what stands at the end of a match. Plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, cast

from .cards import Card
from .of_a_game import C_co
from .piles import NOBODY, Seat

Outcome = Literal["W", "L", "D"]


class Standing(NamedTuple):
    """How a seat came out of a match."""

    seat: Seat
    place: int
    """1 is best; equal places are shared."""
    outcome: Outcome


@dataclass(frozen=True)
class Shoe:
    """The rest of a pack that serves several deals. Nobody sees it."""

    cards: tuple[Card, ...]
    """The next card to be dealt comes first."""
    drawn: int
    """How many of the pack have been dealt."""
    labels: frozenset[str] = frozenset()
    """The streams of its secret that have been used."""
    discards: tuple[Card, ...] = ()
    """What has come off the table, in the order in which it did; burnt cards too."""
    behind: int = 0
    """How many cards lie behind its marker."""
    contributed: str = ""
    """The cut and the notes of its shuffle, as JSON."""


@dataclass(frozen=True)
class Remembered:
    """A fact that outlasts its deal."""

    name: str
    text: str
    to: frozenset[Seat]
    """Who knows it."""


@dataclass(frozen=True)
class State(Generic[C_co]):
    """Between two deals. People come, go and rebuy here, and nowhere else."""

    stacks: tuple[int, ...]
    """Hundredths of a white chip, by seat."""
    scores: tuple[int, ...]
    strikes: tuple[int, ...]
    counts: tuple[tuple[tuple[str, int], ...], ...]
    """What the game counts by name for each seat, for the records: moons, pots made, largest pot."""
    away: frozenset[Seat] = NOBODY
    """Seats that the next deal leaves out: empty chairs, and people who sit out."""
    fresh: frozenset[Seat] = NOBODY
    """Seats that somebody has joined or left since the last deal: what the last player did counts for nothing."""
    dealer: Seat | None = None
    """None before the first deal: chance names the first dealer."""
    number: int = 0
    """How many deals of this match are over."""
    pot: int = 0
    splash: int = 0
    """What an earlier game left for the next pot."""
    house: int = 0
    standings: tuple[Standing, ...] | None = None
    """Set when the match is over."""
    missed_cuts: tuple[int, ...] = ()
    """How many cuts each seat has let lapse in a row."""
    host: Seat = 0
    """Who opened the table: the cutter, where the options say so."""
    place_point: int = 0
    """What everybody pays to each who has finished ahead of them, when the match is over (`places`): hundredths of a
    white. Nothing if the game has chips of its own, or none are played for."""
    asked_to_cut: Seat | None = None
    """Who has asked to cut the pack of this deal."""
    open_to: Seat | None = None
    """Who learns, and sees the others' hands as their owners do (`view.open_hands`); None where nobody does."""
    tray: tuple[Card, ...] = field(default=(), repr=False)
    """The cards of the last shoe in the order in which they came off the table, for a shuffle that starts from them."""
    carried: C_co = field(default=cast("C_co", None))
    """What the game itself hands on to its next deal, public; stored as `kept`."""
    shoe: Shoe | None = field(default=None, repr=False)
    remembered: tuple[Remembered, ...] = field(default=(), repr=False)
    """What some know and others do not, and goes on to the next deal: agreed signals."""

    @property
    def seats(self) -> int:
        return len(self.stacks)

    @property
    def over(self) -> bool:
        return self.standings is not None

    @property
    def chips(self) -> int:
        """All chips that this state accounts for; deals never change it."""
        return sum(self.stacks) + self.pot + self.splash + self.house

    def followed_by(self, **changed: object) -> State[C_co]:
        """Another state with these fields changed: dataclasses.replace, where every deal ends and time counts."""
        made: State[C_co] = object.__new__(State)
        made.__dict__.update(self.__dict__, **changed)
        return made

    def counted(self, seat: Seat) -> dict[str, int]:
        return dict(self.counts[seat])


def opening(seats: int, stack: int = 0, splash: int = 0, away: frozenset[Seat] = NOBODY) -> State:
    """The state in which a match begins: every seat with the same stack, in hundredths of a white chip."""
    stacks = tuple(0 if s in away else stack for s in range(seats))
    nothing = (0,) * seats
    return State(stacks, nothing, nothing, ((),) * seats, away=away, splash=splash, missed_cuts=nothing)


def ranked(scores: dict[Seat, int], *, lowest_wins: bool = False) -> tuple[Standing, ...]:
    """Places by score; the best place wins, or is a draw among those who share it."""
    better = sorted(scores.values(), reverse=not lowest_wins)
    best = better[0]
    shared = better.count(best) > 1
    return tuple(
        Standing(seat, better.index(score) + 1, "L" if score != best else "D" if shared else "W")
        for seat, score in sorted(scores.items())
    )
