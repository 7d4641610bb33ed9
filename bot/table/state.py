"""What a table is at one moment: who sits there, what is played, whose time runs, and what the next deal starts from.

It changes in memory only; `Session` locks, commits and publishes the changes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple

from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from bot.engine import codec
from bot.engine.asks import CHOICE, MOVE
from bot.engine.chips import ChipsShown, Stack
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.piles import Seat
from bot.games.catalog import GAMES
from bot.store import Point
from bot.store import Table as StoredTable

from .chairs import Chair, Gone, gives_way
from .settings import Settings
from .timekeeper import LEAST_LEFT_MS, ServerTime

BETWEEN, CLOSED, DEAL, LOBBY, OVER = "between", "closed", "deal", "lobby", "over"
PICK = "pick"
"""At a night of dealer's choice: one game is over, and whoever has the deal names the next."""


# ---- chips laid out before everybody (rules/dealing.md, section 7) -------------------------------


@dataclass(frozen=True, eq=False)
class Laid:
    """What one change of a table has laid out. It is shown once, and not kept over a restart."""

    number: int = 0
    """Counts what has been laid out at this table."""
    chips: tuple[ChipsShown, ...] = ()

    def then(self, *chips: ChipsShown) -> Laid:
        """The next that is laid out."""
        return Laid(self.number + 1, chips)

    def cleared(self) -> Laid:
        """Nothing lies there: what was laid out last has been taken back."""
        return Laid(self.number)


class LaidOut(NamedTuple):
    """Chips that were laid out for everybody, in the words of `ChipsShown`."""

    public: int
    """So many events everybody knew of by then."""
    seat: Seat
    amount: int
    chips: Stack
    why: str

    @property
    def shown(self) -> ChipsShown:
        return ChipsShown(*self[1:])


@dataclass
class Told:
    """What a table says of chips that its deal has paid: change, split pots, large payments. Kept over a restart."""

    events: int | None = None
    """So many events of the deal have been looked through; None stands for all that there are."""
    latest: tuple[LaidOut, ...] = ()

    MOST: ClassVar = 2

    def then(self, events: int, public: int, chips: list[ChipsShown]) -> Told:
        """After so many events, and so many that everybody knows of, which have laid out these chips. What stands
        above an event that was taken back is forgotten."""
        latest = [one for one in self.latest if one.public <= public] + [LaidOut(public, *one) for one in chips]
        return Told(events, tuple(latest[-self.MOST :]))


# ---- a move that somebody would like to take back ----------------------------------------------


@dataclass
class Proposal:
    """Somebody asks to take back their last move. It lapses with the next move."""

    seat: Seat
    to: int
    """So many rows stand if it is taken back."""
    until: int
    """Table time at which nobody waits for an answer any more."""
    agreed: list[Seat] = field(default_factory=list)


# ---- a night of dealer's choice ----------------------------------------------------------------

USUAL = 4
"""So many play at a table where nobody says how many, if the game takes them."""
CHOICES = tuple(sorted(GAMES, key=lambda slug: not GAMES[slug].chips))
"""What a dealer may choose from: first the games that are played for chips, then those in which places are paid."""
MOST_SEATS = max(GAMES[slug].seats[-1] for slug in CHOICES)


LEAST_BUY_IN = 2000
"""In hundredths of a white: less is gone with the first antes."""
TERMS = ("name", "buy_in", "rebuys", "pick_seconds", "event")
"""What the host of a night lays down beforehand."""


@dataclass
class Party:
    """Somebody who has played tonight, whether still seated or not. Amounts are hundredths of a white chip."""

    name: str
    bought: int = 0
    cashed: int = 0
    """What they have taken home."""
    rebuys: int = 0


@dataclass
class Best:
    """The biggest pot or the best hand so far: whose, at which game, and in words."""

    who: str
    game: str
    worth: list[int]
    """The greater, the better."""
    text: str


@dataclass
class Night:
    """What a table remembers of its night."""

    name: str
    buy_in: int = 10_000
    rebuys: int = 3
    """How often each may buy chips again."""
    pick_seconds: int = 60
    event: int | None = None
    """Discord's scheduled event."""
    dealer: Seat = 0
    """Whose deal it is: they name the next game."""
    named: str | None = None
    """The game that the dealer has named, while its stakes are open."""
    variant: str = ""
    """Which of many games it is, where that has been named."""
    among: list[str] = field(default_factory=list)
    """By account: with whom the dealer plays it, where it is for fewer than there are; nobody, where they have not
    said."""
    round: list[str] = field(default_factory=list)
    """By account: how the deal goes round while some look on, who sit behind the players for so long."""
    votes: list[int] = field(default_factory=list)
    """Who would end the game that is on after its hand, by user."""
    picks: int = 0
    """How many games have been dealt."""
    played: list[str] = field(default_factory=list)
    parties: dict[str, Party] = field(default_factory=dict)
    """By account: a member's id, or a house player's name."""
    deals: int = 0
    pot: Best | None = None
    hand: Best | None = None

    @property
    def terms(self) -> dict[str, Any]:
        """What the host has laid down."""
        return {name: getattr(self, name) for name in TERMS}

    def party(self, chair: Chair) -> Party:
        """Whoever sits here, as the night knows them."""
        return self.parties.setdefault(chair.account, Party(chair.name))


# ---- the table ---------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A seat is waited for. Times are table time, in ms."""

    number: int
    """Of its offer."""
    began: int
    until: int
    """0 where no clock runs."""


class Sent(NamedTuple):
    """A message of ours in somebody's direct messages."""

    channel: int
    message: int
    """0 until it is sent."""


class Reminder(NamedTuple):
    """Somebody has been told that it is their turn."""

    seat: Seat
    number: int
    """Of the decision."""
    message: int


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


@dataclass(eq=False, repr=False)
class TableState:
    """Everything of a table that is stored, and nothing else says what that is. Some of it goes into columns of its
    own, so that the store can look for it, and all else into the table's JSON."""

    id: str
    guild: int
    channel: int
    host: int
    game: Game
    options: Any
    """Of the game's own type."""
    thread: int | None = None
    version: int = 0
    """Counts the changes of this table; names its transfers."""
    phase: str = LOBBY
    paused: str | None = None
    """Why the table stands still, in a sentence."""
    closing: bool = False
    """It closes when the running deal is over."""
    chairs: list[Chair] = field(default_factory=list)
    newcomers: list[Seat] = field(default_factory=list)
    """Seats that were taken in the middle of a deal: they are dealt in with the next."""
    queue: list[Waiting] = field(default_factory=list)
    """Who waits for a seat at the full table, the first first."""
    removed: list[int] = field(default_factory=list)
    """Whom the host has removed: they sit down again when the host invites them."""
    cutters: list[int] = field(default_factory=list)
    """Who has asked to cut the next pack, the first first."""
    gone: list[Gone] = field(default_factory=list)
    message: int | None = None
    """The table message."""
    message_deal: int = 0
    """How many deals had begun when it was posted."""
    panels: dict[int, Sent] = field(default_factory=dict)
    """Each owner's private panel."""
    watchers: dict[int, Sent] = field(default_factory=dict)
    """Who looks on by direct message."""
    pinged: list[Reminder] = field(default_factory=list)
    match_id: str = ""
    deal_id: str = ""
    matches_begun: int = 0
    deals_begun: int = 0
    between: Any = None
    """What the match hands to its next deal, as JSON; None while a deal runs, which has it in its header. Only what
    was read: at a table in memory it is the match that has it."""
    numbers: int = 0
    """The table's count of offers, over all its matches, by the end of the last deal."""
    turns: dict[Seat, Turn] = field(default_factory=dict)
    """For each seat that is waited for."""
    next_at: int | None = None
    """When the next deal begins by itself, in table time."""
    undo: Proposal | None = None
    """Somebody asks to take a move back."""
    house_rows: int = 0
    """How many rows of the running deal there were when a house player, or a stand-in, had moved last."""
    splash: int = 0
    stacks: dict[Seat, Stack] = field(default_factory=dict)
    """The chips of those who have changed colours since the last deal; all others' lie as they are handed out."""
    told: Told = field(default_factory=Told)
    """What the table says of chips that have been paid."""
    notice: str = ""
    """What else has just happened at the table, until the next move."""
    night: Night | None = None
    """What a night of dealer's choice remembers; None at the table of one game."""
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

    @classmethod
    def read(cls, stored: StoredTable) -> TableState:
        """From the store. Raises an exception where it does not fit."""
        columns = {name: getattr(stored, name) for name in _COLUMNS}
        found = _converter.structure(json.loads(stored.state) | columns, cls)
        found.options = codec.load_options(found.game, json.loads(stored.options))
        return found


_COLUMNS = {f.name for f in fields(StoredTable)} & {f.name for f in fields(TableState)}
_converter = codec.converter.copy(forbid_extra_keys=False)  # another version may have stored more
_converter.register_unstructure_hook(Game, lambda game: game.slug)
_converter.register_structure_hook(Game, lambda slug, _: GAMES[slug])
_LATER = override(omit_if_default=True)  # earlier versions had nothing like it
CHAIRS_LATER = ("looks_on", "taken_over", "buys", "hands", "came")
GONE_LATER = ("bought", "hands", "seated", "until", "counts")
_STORED_AS: dict[str, Any] = {
    "match_id": override(rename="match"), "matches_begun": override(rename="matches"),
    "deal_id": override(rename="deal"), "deals_begun": override(rename="deals"), "between": override(rename="state"),
    "cutters": _LATER, "closing": _LATER, "removed": _LATER,
}  # fmt: skip
_converter.register_unstructure_hook(
    Chair, make_dict_unstructure_fn(Chair, _converter, **dict.fromkeys(CHAIRS_LATER, _LATER))
)
_converter.register_unstructure_hook(
    Gone, make_dict_unstructure_fn(Gone, _converter, **dict.fromkeys(GONE_LATER, _LATER))
)
_converter.register_unstructure_hook(
    Night, make_dict_unstructure_fn(Night, _converter, among=_LATER, round=_LATER, votes=_LATER)
)
_converter.register_unstructure_hook(TableState, make_dict_unstructure_fn(TableState, _converter, **_STORED_AS))
_converter.register_structure_hook(TableState, make_dict_structure_fn(TableState, _converter, **_STORED_AS))


class OpenTable(TableState):
    """A table as its rules, its money and its people see it: what is stored of it, and what follows from that."""

    def __init__(self, state: TableState, time: ServerTime, settings: Settings, lag_found: int | None = None) -> None:
        """`lag_found` is the room's lag by what an earlier process has stored; for a new table that of this moment."""
        vars(self).update(vars(state))
        self.time, self.settings = time, settings
        self.lag_found = time.lag if lag_found is None else lag_found
        if self.lag.life != time.life:
            self.lag = Lag(time.life, self.lag_found)
        self.match: Match | None = None
        self.shown: Deal | None = None
        """The deal that the table shows: the running one, or the one that is just over."""
        self.logged = 0
        """How many rows of the running deal have gone to the store."""
        self.course: list[Point] = []
        """How everybody stood after each deal of the night."""
        self.laid = Laid()

    def as_json(self) -> dict[str, Any]:
        """All that is stored of the table, as JSON knows it."""
        match, deal = self.match, self.deal
        made = _converter.unstructure(self, TableState)
        made["numbers"] = deal.number if deal else self.numbers
        made["state"] = codec.dump_state(match.state) if match and not deal else None
        return made

    def stored(self) -> StoredTable:
        """The table as it is kept between two starts."""
        rest = self.as_json() | {"saved": self.here()}
        columns: dict[str, Any] = {name: rest.pop(name) for name in _COLUMNS}
        columns["options"] = json.dumps(columns["options"])
        return StoredTable(**columns, state=json.dumps(rest), status=self.phase)

    @property
    def for_chips(self) -> bool:
        """At a night they all are: where a game has no chips of its own, its places are paid."""
        return self.night is not None or self.game.for_chips(self.options)

    @property
    def place_point(self) -> int:
        """What everybody pays, when this match is over, to each who is ahead of them: hundredths of a white."""
        return self.match.state.place_point if self.match is not None else 0

    @property
    def seats(self) -> range:
        """How many may sit down: at a night, between games, as many as any of its games takes."""
        if self.night is not None and self.phase in (LOBBY, PICK):
            return range(2, MOST_SEATS + 1)
        return self.game.seats_for(self.options)

    @property
    def usual_size(self) -> int:
        """How many sit down where nobody says how many: four if the game takes them, or the next number that fits, and
        nobody who sits here gets up for it."""
        fits = [n for n in self.seats if n >= len(self.taken) and not self.game.unfit(self.options, n)]
        return next((n for n in fits if n >= USUAL), fits[-1] if fits else len(self.taken))

    # ---- time ----------------------------------------------------------------------------

    def now(self) -> int:
        """Table time: it stands still while the table is paused, and while nobody could play."""
        at = self.here() if self.stopped_at is None else self.stopped_at
        return at - self.stood_still

    def here(self) -> int:
        """Wall time as the table has it: outages that it does not account for yet have not happened."""
        return self.time.running() + self.lag.ms

    def wall(self, at: int) -> int:
        """When on the wall it will be this table time, if nothing pauses the table."""
        since = self.time.lag - self.lag.ms if self.stopped_at is None else self.time.now() - self.stopped_at
        return at + self.stood_still + since

    @property
    def behind(self) -> bool:
        """Whether there was an outage, or the wall clock was set, and the table does not account for it yet."""
        return self.lag.ms != self.time.lag

    def catch_up(self) -> int:
        """Account for the last outage: table time has stood still, and whoever must decide has some time left. What
        was noted of the wall moves along where its clock was set. Returns the ms; needs the lock, and must be stored.
        """
        ms = self.time.lag - self.lag.ms
        if ms == 0:
            return 0
        self.lag = Lag(self.time.life, self.lag.ms + ms)
        self.idle_since += ms
        self.stood_still += ms
        for chair in self.chairs:
            chair.since += ms
            chair.came += ms if chair.came else 0
        if self.stopped_at is not None:
            self.stopped_at += ms
        elif ms > 0 and (due := self.deadlines):
            self.stood_still += max(0, LEAST_LEFT_MS - (min(due) - self.now()))
        return ms

    def go_on(self) -> None:
        """A paused table's clocks run on where they stood still."""
        now = self.time.now()
        self.stood_still += now - (self.stopped_at or now)
        self.stopped_at, self.paused, self.idle_since = None, None, now
        if self.phase == BETWEEN and self.next_at is None:
            self.next_at = self.now() + self.settings.next_deal_seconds * 1000
        if self.phase == PICK and self.night is not None:
            self.next_at = self.now() + self.night.pick_seconds * 1000

    # ---- seats ---------------------------------------------------------------------------

    @property
    def deal(self) -> Deal | None:
        return self.match.deal if self.match else None

    def seat_of(self, user: int) -> Seat | None:
        return next((n for n, c in enumerate(self.chairs) if c.user == user), None)

    @property
    def humans(self) -> list[Seat]:
        return [n for n, c in enumerate(self.chairs) if c.user is not None]

    @property
    def taken(self) -> list[Seat]:
        return [n for n, c in enumerate(self.chairs) if not c.empty]

    @property
    def knockout(self) -> bool:
        """Whether a match runs that nobody joins, and for which nobody buys more chips."""
        return self.match is not None and self.phase in (DEAL, BETWEEN) and self.game.knockout(self.options)

    @property
    def bound(self) -> bool:
        """Whether a match runs that goes on with those who have begun it: who joins the table waits for its end, and
        nobody sits out."""
        if self.match is None or self.phase not in (DEAL, BETWEEN):
            return False
        return self.needs_everybody or any(chair.looks_on for chair in self.chairs)

    @property
    def needs_everybody(self) -> bool:
        """Whether a house player goes on for whoever leaves the match: it is for so many, or all of its places are
        paid, that of who has left too."""
        return self.game.fixed or self.place_point > 0

    @property
    def in_match(self) -> list[Chair]:
        """The chairs of those who play; others may stand behind them."""
        return self.chairs[: self.match.state.seats] if self.match is not None and self.bound else self.chairs

    def empty_chair(self) -> Seat | None:
        """A chair where nobody sits, or a new one. Some matches go on with as many as began them."""
        seat = next((n for n, c in enumerate(self.in_match) if c.empty), None)
        if self.knockout or (self.bound and not self.game.fixed):
            return None
        closed = self.game.fixed and self.phase not in (LOBBY, OVER, PICK)
        return len(self.chairs) if seat is None and len(self.chairs) < self.seats[-1] and not closed else seat

    def free_chair(self) -> Seat | None:
        """Where somebody may sit down now: an empty chair, or a house player's between deals."""
        if self.closed_to_newcomers or (self.phase == DEAL and self.game.fixed):
            return None
        seat = self.empty_chair()
        return gives_way(self.in_match, self._sides) if seat is None and self.phase != DEAL else seat

    @property
    def closed_to_newcomers(self) -> bool:
        """Whether nobody comes into the match that runs: in a freezeout all begin with the same chips, and where places
        are paid nobody pays for what another has played."""
        return self.knockout or (self.bound and self.place_point > 0)

    @property
    def _sides(self) -> int:
        """How many partnerships there are; one where nobody has a partner."""
        seats = len(self.in_match)
        return seats // 2 if self.game.in_partnerships(self.options, seats) else 1

    def place_in_queue(self, user: int) -> int:
        """1 for whoever is next; 0 for somebody who does not wait."""
        return next((n for n, waits in enumerate(self.queue, 1) if waits.user == user), 0)

    @property
    def waits_for_cut(self) -> bool:
        """Whether the deal of this table waits for its cut."""
        return self.deal is not None and "to cut" in self.deal.table.facts

    # ---- deadlines -----------------------------------------------------------------------

    def set_clocks(self) -> None:
        """A seat's clock begins when its decision appears, and runs on while the decision is the same."""
        deal = self.deal
        turns: dict[Seat, Turn] = {}
        if deal is not None and deal.ask is not None:
            clock = deal.ask.clock
            seconds = {MOVE: self.settings.move_seconds, CHOICE: self.settings.choice_seconds}.get(clock, clock)  # type: ignore[call-overload]  # an int stands for itself
            for seat in deal.ask.waits_for:
                number = deal.newest(seat)
                old = self.turns.get(seat)
                now = self.now()
                until = now + int(seconds) * 1000 if seconds is not None else 0
                turns[seat] = old if old and old.number == number else Turn(number, now, until)
        self.turns = turns

    @property
    def deadlines(self) -> list[int]:
        """When turn clocks run out, in table time."""
        return [turn.until for turn in self.turns.values() if turn.until]

    @property
    def unhurried(self) -> bool:
        """Whoever must decide may take until the table is closed."""
        return bool(self.turns) and not self.deadlines

    def due(self) -> int | None:
        """When the table must act next, on the wall."""
        if self.paused or self.phase == CLOSED:
            return self.idle_since + self.settings.close_hours * 3_600_000
        due = [self.idle_since + self.settings.idle_minutes * 60_000]
        due += [self.wall(until) for until in self.deadlines]
        if self.next_at is not None:
            due.append(self.wall(self.next_at))
        if self.deal and self.deal.ask and self.deal.ask.timer:
            due.append(self.wall(self.deal.ask.timer[0]))
        return min(due)
