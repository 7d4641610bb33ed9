"""Who sits where. A seat's number is its place at the table; who sits on it may change between deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.engine.piles import Seat
from bot.engine.traits import Basis
from bot.house.manners import CHARACTERS
from bot.house.player import PLAIN, Player, Strength

from .names import escaped

HOUSE_NAMES = ("Ada", "Bertie", "Clara", "Dora", "Emil", "Flora", "Gus", "Hedda", "Ivo", "Juno")


@dataclass
class TakenOver:
    """What a seat had come to when somebody took it over in the middle of a match: that is not their doing."""

    score: int
    strikes: int


class Wished(NamedTuple):
    """What the owner of a seat will do when their turn comes (`engine.traits.Wish`)."""

    name: str
    label: str
    basis: Basis


@dataclass
class Chair:
    """One place at the table."""

    user: int | None = None
    """The Discord member who sits here; None for a house player and for an empty chair."""
    name: str = ""
    house: bool = False
    """A house player's own seat."""
    strength: Strength = Strength.CLUB
    """How well the house player plays whose own seat it is."""
    mannered: bool = False
    """It has the manner that goes with its name; those who sat down in earlier versions are plain."""
    stand_in: bool = False
    """A house player moves for the owner, who has been away, until the owner acts again."""
    leaving: bool = False
    """The owner gets up when this deal is over; until then the seat lapses."""
    sits_out: bool = False
    """Not dealt in until the owner says otherwise."""
    looks_on: bool = False
    """Not in the match that runs, which is for fewer: dealt in again when it is over."""
    buys: bool = False
    """The owner has asked for more chips: they are bought when this deal is over."""
    buys_amount: int = 0
    """How many of these, in hundredths of a white; 0 for a buy-in."""
    tops_up: int = 0
    """After each deal the stack comes up to this, in hundredths of a white; 0 if the owner does not wish it."""
    cuts_again: bool = False
    """The owner, who has let cuts lapse, is asked again from the next deal on."""
    lapses: int = 0
    """Turns in a row that the clock has played for this seat."""
    bought: int = 0
    """Chips brought to this match, in hundredths of a white."""
    taken_over: TakenOver | None = None
    """Of the match that runs; None for a player who has played it from its beginning."""
    hands: int = 0
    """How many they were dealt in to since they came, where the match is played as sessions."""
    came: int = 0
    """When they came to the match that runs, in ms; 0 if an earlier version has seated them."""
    wish: Wished | None = None
    """What the owner does when their turn comes. Nobody else learns of it."""
    taken_back: str = ""
    """Why the last wish was taken back, for its owner, until they move."""
    always: str = ""
    """What the owner has chosen for good at this table, by its name among the game's (`engine.traits.InAdvance`)."""
    takes_hints: bool = False
    """The owner agrees to hints at this table: they have asked for one, or said so when somebody else asked."""
    hints: int = 0
    """How many hints the owner has taken in this match."""
    hinted: int = 0
    """The decision for which they have taken the last one (`hints.decision`)."""
    bank: int | None = None
    """How much time the owner has beside their turn clock, in ms; None at a table without time banks."""
    bank_since: int | None = None
    """The table time at which it has begun to run in the turn of this seat, in ms; None while it does not."""
    since: int = 0
    """When somebody sat down, in ms: a host who leaves is followed by the player who has sat longest."""

    @property
    def empty(self) -> bool:
        return self.user is None and not self.house

    @property
    def automatic(self) -> bool:
        """A house player makes the moves."""
        return self.house or self.stand_in

    @property
    def absent(self) -> bool:
        """Nobody sits here who would be asked anything: a house player, somebody who is away or leaves, or no one."""
        return self.automatic or self.leaving or self.empty

    @property
    def kind(self) -> str:
        """What is said of a house player behind its name."""
        return "house player" if self.strength is Strength.CLUB else f"house player, {self.strength}"

    @property
    def player(self) -> Player:
        """Who makes the moves where a house player does. In somebody's place it plays as well as it can."""
        if not self.house:
            return PLAIN
        return Player(self.strength, CHARACTERS.get(self.name, PLAIN.manner) if self.mannered else PLAIN.manner)

    def stop_bank(self, now: int) -> None:
        """Changes the chair: its time bank has run until this table time, if it has run at all."""
        if self.bank is not None and self.bank_since is not None:
            self.bank = max(0, self.bank - max(0, now - self.bank_since))
        self.bank_since = None

    @property
    def said(self) -> str:
        """The name as it stands in a message."""
        return escaped(self.name)

    @property
    def account(self) -> str:
        """Whose chips lie here, as the bank's escrow names it: the name of a house player is its own at the table."""
        return f"house {self.name}" if self.user is None else str(self.user)


@dataclass
class Gone:
    """Somebody who left before the match was over; their result is recorded with it. Where it is played as sessions,
    that is all they have played of it: chips brought, hands dealt in to, ms seated, when they got up, what the game has
    counted, and how many hints they have taken."""

    user: int
    name: str
    seat: int
    net: int
    score: int
    strikes: int
    bought: int = 0
    hands: int = 0
    seated: int = 0
    until: int = 0
    counts: dict[str, int] = field(default_factory=dict[str, int])
    hints: int = 0


def with_hints(counts: Mapping[str, int], hints: int) -> dict[str, int]:
    """What the game has counted of somebody, and the hints that they have taken."""
    return {**counts, "hints": hints} if hints else {**counts}


@dataclass
class Left:
    """Somebody has taken a stack home from a match that goes on. Until then, in ms of wall time as the table has it,
    they come back with no less (rules/dealing.md, section 7)."""

    user: int
    amount: int
    until: int


def gives_way(chairs: Sequence[Chair], sides: int) -> Seat | None:
    """The house player who gets up for a person. With several sides, partners sitting across from each other, it is
    from the one with the fewest people, so that people play against each other; there the one who came last."""
    people = [sum(chair.user is not None for chair in chairs[side::sides]) for side in range(sides)]
    houses = [n for n, chair in enumerate(chairs) if chair.house]
    return max(houses, key=lambda n: (-people[n % sides], chairs[n].since, n), default=None)
