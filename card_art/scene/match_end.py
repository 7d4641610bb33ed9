"""How a match, a session or a freezeout has ended: who won it, by how much, and how it came about.

The last hand is only its last line here; its cards stand in `Results`. Whether something is the winner's, and so gold,
follows from the seats in `MatchEnd.winners`; nothing else has to say it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.engine.cards import Card
from card_art.scene.people import Person
from card_art.scene.pieces import Stamp
from card_art.scene.style import Style

People: TypeAlias = tuple[Person, ...]
"""One player, or partners."""


# ---- everybody else ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndRow:
    """One player's, or one side's, line beside the winner."""

    people: People
    total: str = ""
    """Large, at the right: "58", "−28"."""
    place: str = ""
    """ "2", "3": with six rows or more the order alone says it."""
    line: str = ""
    """A few words: "over 100", "32 points lost", "hand 19 by"."""
    by: Person | None = None
    """Whose face stands behind that line: who has knocked this player out. The total stands before it then."""
    letters: str = ""
    """The word whose letters are taken one by one, in place of a total: "CASH"."""
    taken: int = 0
    """How many of its letters this side has."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Everybody but the winners, the best first; where `letters` count, all sides."""

    rows: tuple[EndRow, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """What the total of one player, or of one side, is made of."""

    people: People
    figures: tuple[str, ...]
    """One for each of the ledger's labels."""
    total: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """Two players or two sides with what their totals are made of; one column for a player alone."""

    labels: tuple[str, ...]
    """Up to four."""
    columns: tuple[Column, ...]
    sum_label: str = "Total"


# ---- the course of the match -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CourseLine:
    """How one player or side stood after every hand."""

    people: People
    values: tuple[int, ...]
    """After the first hand, the second and so on."""
    out: int | None = None
    """The hand that knocked them out, from 1: the line ends there at nothing, in a face with a red ring."""


@dataclass(frozen=True, slots=True)
class CourseLines:
    """Lines that each lead to a face."""

    title: str
    """ "Points after each hand"."""
    lines: tuple[CourseLine, ...]
    """The winner's first, then in the order of their places."""
    start: int = 0
    """Where everybody began."""
    limit: int | None = None
    """A dashed line where the match ends."""
    bad: bool = True
    """To cross that line is to lose: it is red. Otherwise it is what everybody is after."""
    chips: bool = False
    """Values are hundredths of a white chip."""
    stacks: bool = False
    """Nobody can fall below nothing, and some are `out`: the zero line lies higher, with room for their faces."""


@dataclass(frozen=True, slots=True)
class CourseBars:
    """Two players or sides: a bar for each hand, the first one's upwards, the other's downwards."""

    title: str
    sides: tuple[People, People]
    values: tuple[int, ...]
    """What each hand brought: above zero for the first, below for the other, zero for a draw."""
    chips: bool = False
    """Values are hundredths of a white chip."""


@dataclass(frozen=True, slots=True)
class Lane:
    """One player's, or one side's, way along a track."""

    people: People
    stretches: tuple[int, ...]
    """What each hand brought."""


@dataclass(frozen=True, slots=True)
class CourseRace:
    """A race to a number of points, hand by hand, over the whole width of the picture."""

    title: str
    lanes: tuple[Lane, ...]
    """Up to four, the winner's first."""
    to: int
    edge: int | None = None
    """A line on the way: a player who has not passed it loses double."""
    edge_name: str = ""
    """ "skunk line"."""
    stamp: Stamp | None = None
    """On the last lane, beyond that edge: SKUNK."""


@dataclass(frozen=True, slots=True)
class Call:
    """What was called in one hand, and what came of it."""

    hand: int
    by: Person
    said: str
    """ "CASH", "COUNTER CASH"."""
    right: bool
    letter: str = ""
    """The letter that it cost somebody."""


@dataclass(frozen=True, slots=True)
class CourseCalls:
    """A line for each hand."""

    title: str
    calls: tuple[Call, ...]


Course: TypeAlias = CourseLines | CourseBars | CourseRace | CourseCalls


# ---- the highlight, and the last hand -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HighlightCards:
    """Cards of a highlight in one row."""

    cards: tuple[Card, ...]
    dim: frozenset[int] = frozenset()
    """Indices of cards that lost, or do not count."""
    by: Person | None = None
    """Whose they are, if that has to be said: a face before them."""
    piles: bool = False
    """Each lies on a pile of its own: a canasta, a trick."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """What one remembers of the match."""

    title: str
    """Up to 22 characters, beginning with the hand: "Hand 4: undercut"."""
    cards: tuple[HighlightCards, ...] = ()
    """Up to two rows, one below the other."""
    between: str = ""
    """With this word the two rows lie side by side: "beat"."""
    stamp: Stamp | None = None
    lines: tuple[str, ...] = ()
    """One or two of up to 26 characters."""


@dataclass(frozen=True, slots=True)
class Change:
    """What the last hand brought somebody."""

    people: People
    text: str
    """ "+42", "+3,335, out"; words if it is the only one: "knocks with 8 against 50: +42"."""
    amount: int = 0
    """How large it was: if there is no room for all, the four largest are shown."""


@dataclass(frozen=True, slots=True)
class LastHand:
    """The line at the foot."""

    title: str
    """ "Hand 9"."""
    changes: tuple[Change, ...]
    """In the order of the match."""
    more: str = ""
    """At its end, after those left out: "4 folded"."""


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The end of a match, of a session at a cash table, of a freezeout; of one that was broken off as well."""

    title: str
    """The game."""
    facts: str
    """ "to 100 · 9 hands"."""
    winners: People
    """Whom the picture is about: the winner, a pair, those who share it; who leads where nobody has `won`."""
    verb: str
    """What they do: "wins", "win", "share the win", "leads", "gives up"."""
    total: str
    """In large figures."""
    words: tuple[str, ...] = ()
    """Up to two lines beside the total: ("points,", "the fewest")."""
    why: str = ""
    """One line of up to 24 characters: "one ahead of Bertie"."""
    why_with_verb: str = ""
    """The same where the name leaves no room for the verb: "win by 280". Without it, "win: …"."""
    won: bool = True
    """Nothing is gold otherwise."""
    others: Rows | Ledger | None = None
    course: Course | None = None
    """None for a match of one hand."""
    highlight: Highlight | None = None
    last: LastHand | None = None
    style: Style = field(default_factory=Style)
    counted: tuple[str, ...] = ()
    """What the match has done to somebody's record: "rating 1512 +14", "third win in a row"; whose, if it is not the
    winner's. In one line, of which the last parts give way."""
    below: str = ""
    """A second line below why, which gives way: "100 → 159", what the winner has brought and taken out."""
    level: str = ""
    """In place of names and verb, where all are equal: "All level"."""
