"""What a table is at one moment: who sits there, what is played, whose time runs, and what the next deal starts from.

It changes in memory only; `Session` locks, commits and publishes the changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from bot.engine.asks import CHOICE, MOVE
from bot.engine.chips import ChipsShown, Stack
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.piles import Seat
from bot.games.catalog import GAMES
from bot.store import Point

from .chairs import Chair, Gone
from .settings import Settings
from .timekeeper import LEAST_LEFT_MS, Timekeeper

BETWEEN, CLOSED, DEAL, LOBBY, OVER = "between", "closed", "deal", "lobby", "over"
PICK = "pick"
"""At a night of dealer's choice: one game is over, and whoever has the deal names the next."""


# ---- chips laid out before everybody (rules: dealing, section 7) -------------------------------


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


@dataclass
class Told:
    """What a table says of chips that its deal has paid: change, split pots, large payments. Kept over a restart."""

    events: int | None = 0
    """So many events of the deal have been looked through; None stands for all that there are."""
    latest: tuple[tuple[int, ChipsShown], ...] = ()
    """Each with the number of events by then that everybody knows of."""

    MOST: ClassVar = 2

    def then(self, events: int, public: int, chips: list[ChipsShown]) -> Told:
        """After so many events, and so many that everybody knows of, which have laid out these chips. What stands
        above an event that was taken back is forgotten."""
        latest = [(at, one) for at, one in self.latest if at <= public] + [(public, one) for one in chips]
        return Told(events, tuple(latest[-self.MOST :]))

    def dump(self) -> dict[str, Any]:
        """As JSON knows it."""
        latest = [[at, one.seat, one.amount, [n for _, n in one.chips], one.why] for at, one in self.latest]
        return {"events": self.events, "latest": latest}

    @classmethod
    def load(cls, kept: Mapping[str, Any] | None) -> Told:
        """From its dump; None of a table that was stored when nothing of this was kept."""
        if kept is None:
            return cls(None)
        latest = ((at, ChipsShown(seat, amount, Stack(*n), why)) for at, seat, amount, n, why in kept["latest"])
        return cls(kept["events"], tuple(latest))


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

CHOICES = tuple(slug for slug, game in GAMES.items() if game.chips)
"""What a dealer may choose from: the games that are played for chips."""
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
    picks: int = 0
    """How many games have been dealt."""
    played: list[str] = field(default_factory=list)
    parties: dict[str, Party] = field(default_factory=dict)
    """By account: a member's id, or a house player's name."""
    deals: int = 0
    pot: Best | None = None
    hand: Best | None = None

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Night:
        parties = {account: Party(**party) for account, party in data["parties"].items()}
        best = {name: Best(**data[name]) if data[name] else None for name in ("pot", "hand")}
        return cls(**{**data, "parties": parties, **best})

    dump = asdict

    @property
    def terms(self) -> dict[str, Any]:
        """What the host has laid down."""
        return {name: getattr(self, name) for name in TERMS}

    def party(self, chair: Chair) -> Party:
        """Whoever sits here, as the night knows them."""
        return self.parties.setdefault(chair.account, Party(chair.name))


# ---- the table ---------------------------------------------------------------------------------


class TableState:
    """A table as its rules, its money and its people see it."""

    def __init__(self, time: Timekeeper, id: str, guild: int, channel: int, host: int, game: Game, options: Any,
                 settings: Settings) -> None:  # fmt: skip
        self.time, self.id, self.guild, self.channel, self.host = time, id, guild, channel, host
        self.settings = settings
        self.play_at(game, options)
        self.thread: int | None = None
        self.message: int | None = None
        """The table message."""
        self.message_deal = 0
        """How many deals had begun when it was posted."""
        self.panels: dict[int, list[int]] = {}
        """Each owner's private panel: channel and message."""
        self.chairs: list[Chair] = [Chair() for _ in range(game.seats.start)] if game.fixed else []
        self.newcomers: list[Seat] = []
        """Seats that were taken in the middle of a deal: they are dealt in with the next."""
        self.queue: list[Any] = []
        """Who waits for a seat at the full table: user and name, the first first."""
        self.gone: list[Gone] = []
        self.phase = LOBBY
        self.paused: str | None = None
        """Why the table stands still, in a sentence."""
        self.match: Match | None = None
        self.shown: Deal | None = None
        """The deal that the table shows: the running one, or the one that is just over."""
        self.match_id = ""
        self.deal_id = ""
        self.deals_begun = 0
        self.matches_begun = 0
        self.numbers = 0
        """The table's count of offers, over all its matches."""
        self.splash = 0
        self.idle_since = time.now()
        self.stood_still = 0
        """How long the table has been paused, in ms: table time is wall time less this."""
        self.lag = self.lag_found = time.lag
        """The room's lag that the table's own times account for; and the same, of what an earlier process has stored
        of it."""
        self.stopped_at: int | None = None
        self.turns: dict[Seat, list[int]] = {}
        """For each seat that is waited for: the number of its offer, when its clock began, and its deadline, 0 where no
        clock runs."""
        self.next_at: int | None = None
        """When the next deal begins by itself, in table time."""
        self.pinged: list[list[int]] = []
        """Who has been reminded: seat, the number of the decision, and the message."""
        self.stacks: dict[Seat, Stack] = {}
        """The chips of those who have changed colours since the last deal; all others' lie as they are handed out."""
        self.laid = Laid()
        self.told = Told()
        """What the table says of chips that have been paid."""
        self.watchers: dict[int, list[int]] = {}
        """Who looks on by direct message: channel and message."""
        self.undo: Proposal | None = None
        """Somebody asks to take a move back."""
        self.house_rows = 0
        """How many rows of the running deal there were when a house player, or a stand-in, had moved last."""
        self.night: Night | None = None
        """What a night of dealer's choice remembers; None at the table of one game."""
        self.course: list[Point] = []
        """How everybody stood after each deal of the night."""
        self.notice = ""
        """What else has just happened at the table, until the next move."""
        self.logged = 0
        """How many rows of the running deal have gone to the store."""
        self.version = 0
        """Counts the changes of this table; names its transfers."""

    def play_at(self, game: Game, options: Any) -> None:
        """The game of this table, from the next match on."""
        self.game, self.options = game, options
        self.for_chips = game.for_chips(options)

    @property
    def seats(self) -> range:
        """How many may sit down: at a night, between games, as many as any of its games takes."""
        if self.night is not None and self.phase in (LOBBY, PICK):
            return range(2, MOST_SEATS + 1)
        return self.game.seats_for(self.options)

    # ---- time ----------------------------------------------------------------------------

    def now(self) -> int:
        """Table time: it stands still while the table is paused, and while nobody could play."""
        at = self.here() if self.stopped_at is None else self.stopped_at
        return at - self.stood_still

    def here(self) -> int:
        """Wall time as the table has it: outages that it does not account for yet have not happened."""
        return self.time.running() + self.lag

    def wall(self, at: int) -> int:
        """When on the wall it will be this table time, if nothing pauses the table."""
        since = self.time.lag - self.lag if self.stopped_at is None else self.time.now() - self.stopped_at
        return at + self.stood_still + since

    @property
    def behind(self) -> bool:
        """Whether there was an outage, or the wall clock was set, and the table does not account for it yet."""
        return self.lag != self.time.lag

    def catch_up(self) -> int:
        """Account for the last outage: table time has stood still, and whoever must decide has some time left. What
        was noted of the wall moves along where its clock was set. Returns the ms; needs the lock, and must be stored.
        """
        ms = self.time.lag - self.lag
        if ms == 0:
            return 0
        self.lag += ms
        self.idle_since += ms
        self.stood_still += ms
        for chair in self.chairs:
            chair.since += ms
        if self.stopped_at is not None:
            self.stopped_at += ms
        elif ms > 0 and (due := self.deadlines):
            self.stood_still += max(0, LEAST_LEFT_MS - (min(due) - self.now()))
        return ms

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

    def empty_chair(self) -> Seat | None:
        """A chair where nobody sits, or a new one. A match between partnerships goes on with as many as began it."""
        seat = next((n for n, c in enumerate(self.chairs) if c.empty), None)
        closed = self.game.partners and self.phase not in (LOBBY, OVER)
        return len(self.chairs) if seat is None and len(self.chairs) < self.seats[-1] and not closed else seat

    def free_chair(self) -> Seat | None:
        """Where somebody may sit down now: an empty chair, or a house player's between deals."""
        seat = self.empty_chair()
        if self.phase != DEAL and seat is None:
            return next((n for n, c in enumerate(self.chairs) if c.house), None)
        return None if self.phase == DEAL and self.game.fixed else seat

    def place_in_queue(self, user: int) -> int:
        """1 for whoever is next; 0 for somebody who does not wait."""
        return next((n for n, (waits, _) in enumerate(self.queue, 1) if waits == user), 0)

    @property
    def waits_for_cut(self) -> bool:
        """Whether the deal of this table waits for its cut."""
        return self.deal is not None and "to cut" in self.deal.table.facts

    # ---- deadlines -----------------------------------------------------------------------

    def set_clocks(self) -> None:
        """A seat's clock begins when its decision appears, and runs on while the decision is the same."""
        deal = self.deal
        turns: dict[Seat, list[int]] = {}
        if deal is not None and deal.ask is not None:
            clock = deal.ask.clock
            seconds = {MOVE: self.settings.move_seconds, CHOICE: self.settings.choice_seconds}.get(clock, clock)  # type: ignore[call-overload]  # an int stands for itself
            for seat in deal.ask.waits_for:
                number = deal.newest(seat)
                old = self.turns.get(seat)
                now = self.now()
                until = now + int(seconds) * 1000 if seconds is not None else 0
                turns[seat] = old if old and old[0] == number else [number, now, until]
        self.turns = turns

    @property
    def deadlines(self) -> list[int]:
        """When turn clocks run out, in table time."""
        return [turn[2] for turn in self.turns.values() if turn[2]]

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
