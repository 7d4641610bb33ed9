"""Everything that is stored of a table: who sits there, what is played, whose time runs, what the next deal starts
from.

`OpenTable` has what follows from it; `Commits` locks, stores and publishes its changes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple

from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from bot.engine import codec
from bot.engine.chips import ChipsShown, Stack
from bot.engine.game import Game
from bot.engine.piles import Seat
from bot.games.catalog import GAMES
from bot.house.player import Strength
from bot.store import Table as StoredTable

from .chairs import Chair, Gone, Left
from .lesson import Lesson
from .night_state import Night
from .posted import Posted

BETWEEN, CLOSED, DEAL, LOBBY, OVER = "between", "closed", "deal", "lobby", "over"
PICK = "pick"
"""At a night of dealer's choice: one game is over, and the dealer names the next."""


class Stood(NamedTuple):
    """By seat, how everybody stood after a deal."""

    scores: tuple[int, ...]
    won: tuple[int, ...]
    """What has been won or lost since the match began, in hundredths of a white; what is bought meanwhile is not."""
    stacks: tuple[int, ...]


@dataclass
class Highlight:
    """The most remarkable deal of the match so far."""

    deal: str
    """As the journal calls it."""
    worth: list[int]
    """By which it is compared with others of the match."""


@dataclass
class Proposal:
    """Somebody asks to take back their last move. It lapses with the next move."""

    seat: Seat
    to: int
    """How many rows stay if it is taken back."""
    until: int
    """Table time at which nobody waits for an answer any more."""
    agreed: list[Seat] = field(default_factory=list[Seat])


class Turn(NamedTuple):
    """A seat is waited for. Times are table time, in ms."""

    number: int
    """Of its offer."""
    began: int
    until: int
    """0 if no clock runs."""


class Waiting(NamedTuple):
    """Somebody in the queue."""

    user: int
    name: str


class Lag(NamedTuple):
    """The room's lag that a table's own times account for."""

    life: int | None
    """The process that counts it so."""
    ms: int


NO_LAG = Lag(None, 0)


class ChipsDisplayed(NamedTuple):
    """Chips that were laid out for everybody, in the words of `ChipsShown`."""

    public: int
    """How many events everybody knew of by then."""
    seat: Seat
    amount: int
    chips: Stack
    why: str

    @property
    def shown(self) -> ChipsShown:
        return ChipsShown(*self[1:])


@dataclass
class ChipsTold:
    """What a table says of chips that its deal has paid: change, split pots, large payments. Kept over a restart."""

    events: int | None = None
    """How many events of the deal have been looked through; None for all."""
    latest: tuple[ChipsDisplayed, ...] = ()

    MOST: ClassVar = 8

    def then(self, events: int, public: int, chips: list[ChipsShown]) -> ChipsTold:
        """After this many events, this many of them public, that have laid out these chips. What lies above an event
        that was taken back is forgotten."""
        latest = [one for one in self.latest if one.public <= public] + [ChipsDisplayed(public, *one) for one in chips]
        return ChipsTold(events, tuple(latest[-self.MOST :]))


@dataclass(eq=False, repr=False)
class TableState:
    """Everything of a table that is stored, and nothing else says what that is. Some of it goes into columns of its
    own, so that the store can look for it, and everything else into the table's JSON."""

    id: str
    guild: int
    host: int
    game: Game
    options: Any
    """Of the game's own type."""
    version: int = 0
    """Counts the changes of this table; names its transfers."""
    phase: str = LOBBY
    paused: str | None = None
    """Why the table stands still, in a sentence."""
    closing: bool = False
    """It closes when the running deal is over."""
    chairs: list[Chair] = field(default_factory=list[Chair])
    newcomers: list[Seat] = field(default_factory=list[Seat])
    """Seats that were taken in the middle of a deal: they are dealt in with the next."""
    queue: list[Waiting] = field(default_factory=list[Waiting])
    """Who waits for a seat at the full table, the first first."""
    removed: list[int] = field(default_factory=list[int])
    """Whom the host has removed: they sit down again when the host invites them."""
    cutters: list[int] = field(default_factory=list[int])
    """Who has asked to cut the next pack, the first first."""
    gone: list[Gone] = field(default_factory=list[Gone])
    left: list[Left] = field(default_factory=list[Left])
    """With how much people have got up who may not come back with less yet."""
    brings: dict[int, int] = field(default_factory=dict[int, int])
    """What those in the queue bring who have named an amount, by user, in hundredths of a white."""
    posted: Posted = field(kw_only=True)
    """Its messages on Discord."""
    match_id: str = ""
    deal_id: str = ""
    matches_begun: int = 0
    deals_begun: int = 0
    between: Any = None
    """What the match hands to its next deal, as JSON; None while a deal runs, which has it in its header. Only what
    was read: at a table in memory it is the match that has it."""
    numbers: int = 0
    """The table's count of offers, over all its matches, by the end of the last deal."""
    turns: dict[Seat, Turn] = field(default_factory=dict[Seat, Turn])
    """For each seat that is waited for."""
    next_at: int | None = None
    """When the next deal begins automatically, in table time."""
    ready: list[int] = field(default_factory=list[int])
    """Who has said that the next deal may begin."""
    undo: Proposal | None = None
    """Somebody asks to take a move back."""
    no_hints: bool = False
    """The host wants nobody to take hints."""
    house_strength: Strength = Strength.CLUB
    """How well house players play for whom nobody says so when they sit down."""
    asks_for_hints: int | None = None
    """Who would like to take hints, and waits for the others to agree."""
    house_rows: int = 0
    """How many rows of the running deal there were when a house player, or a stand-in, had moved last."""
    banks_grew: int | None = None
    """How many deals were played since everybody's time bank has grown; None in a match without time banks."""
    highlight: Highlight | None = None
    recalled: list[dict[str, list[int]]] = field(default_factory=list[dict[str, list[int]]])
    """What the game remembers of each deal of the match (`Game.recall`)."""
    splash: int = 0
    stacks: dict[Seat, Stack] = field(default_factory=dict[Seat, Stack])
    """The chips of those who have changed colours since the last deal; all others' lie as they are handed out."""
    chips_told: ChipsTold = field(default_factory=ChipsTold)
    """What the table says of chips that have been paid."""
    notice: str = ""
    """What else has just happened at the table, until the next move."""
    night: Night | None = None
    """What a night of dealer's choice remembers; None at the table of one game."""
    lesson: Lesson | None = None
    """What a teaching table remembers; None at any other."""
    idle_since: int = 0
    """When a person has done something last, on the wall."""
    stood_still: int = 0
    """How long the table has been paused, in ms: table time is wall time less this."""
    stopped_at: int | None = None
    lag: Lag = NO_LAG
    saved: int = 0
    """When it was stored, in ms of wall time as the table had it. Only what was read."""

    def __post_init__(self) -> None:
        if self.game.fixed and not self.chairs:
            self.chairs = [Chair() for _ in range(self.game.seats.start)]


_POSTED = [f.name for f in fields(Posted)]
_COLUMNS = {f.name for f in fields(StoredTable)} & {*_POSTED, *(f.name for f in fields(TableState))}
_converter = codec.converter.copy(forbid_extra_keys=False)  # another version may have stored more
_converter.register_unstructure_hook(Game, lambda game: game.slug)
_converter.register_structure_hook(Game, lambda slug, _: GAMES[slug])
_LATER = override(omit_if_default=True)  # earlier versions had nothing like it
CHAIRS_LATER = (
    "looks_on", "taken_over", "buys", "buys_amount", "tops_up", "hands", "came", "wish", "taken_back", "always",
    "bank", "bank_since", "takes_hints", "hints", "hinted", "strength",
    "mannered",
)  # fmt: skip
GONE_LATER = ("bought", "hands", "seated", "until", "counts", "hints")
NIGHT_LATER = (
    "among", "round", "votes", "least", "guests", "expected", "guest_names", "kept_until", "only", "lasts", "rising",
    "lasting", "lasts_now", "until", "deals_to_play", "level", "level_from",
)  # fmt: skip
_STORED_AS: dict[str, Any] = {
    "match_id": override(rename="match"), "matches_begun": override(rename="matches"),
    "deal_id": override(rename="deal"), "deals_begun": override(rename="deals"), "between": override(rename="state"),
    "chips_told": override(rename="told"), "cutters": _LATER, "closing": _LATER, "removed": _LATER, "ready": _LATER,
    "left": _LATER, "brings": _LATER, "banks_grew": _LATER, "highlight": _LATER, "recalled": _LATER,
    "no_hints": _LATER, "house_strength": _LATER, "asks_for_hints": _LATER, "lesson": _LATER,
}  # fmt: skip
_converter.register_unstructure_hook(
    Chair, make_dict_unstructure_fn(Chair, _converter, **dict.fromkeys(CHAIRS_LATER, _LATER))
)
_converter.register_unstructure_hook(
    Gone, make_dict_unstructure_fn(Gone, _converter, **dict.fromkeys(GONE_LATER, _LATER))
)
_converter.register_unstructure_hook(
    Night, make_dict_unstructure_fn(Night, _converter, **dict.fromkeys(NIGHT_LATER, _LATER))
)
_dump_state = make_dict_unstructure_fn(TableState, _converter, **_STORED_AS)
_load_state = make_dict_structure_fn(TableState, _converter, **_STORED_AS)


def as_json(state: TableState) -> dict[str, Any]:
    """Everything that is stored of a table, as JSON knows it. Where it is on Discord stands among all else."""
    made: dict[str, Any] = {}
    for name, value in _dump_state(state).items():
        made |= value if name == "posted" else {name: value}
    return made


def from_json(made: codec.JsonObject) -> TableState:
    """A table as `as_json` has told it. Raises an exception if it does not fit."""
    posted = {name: made[name] for name in _POSTED if name in made}
    return _load_state({**made, "posted": posted}, TableState)


def read(stored: StoredTable) -> TableState:
    """A table from the store. Raises an exception if it does not fit."""
    found = from_json(json.loads(stored.state) | {name: getattr(stored, name) for name in _COLUMNS})
    found.options = codec.load_options(found.game, json.loads(stored.options))
    return found


def written(made: dict[str, Any], status: str) -> StoredTable:
    """The same for the store, from what `as_json` has told; `made` is used up."""
    columns = {name: made.pop(name) for name in _COLUMNS}
    columns["options"] = json.dumps(columns["options"])
    return StoredTable(**columns, state=json.dumps(made), status=status)
