"""A table as its rules, its money and its people see it: what is stored of it, and what follows from that.

Nothing here waits or stores anything. A method that changes the table says so in its first sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from bot.engine import codec
from bot.engine.asks import CHOICE, MOVE
from bot.engine.chips import ChipsShown
from bot.engine.deal import Deal, Illegal
from bot.engine.facts import TO_CUT
from bot.engine.match import Match
from bot.engine.moments import stands
from bot.engine.offers import Naming
from bot.engine.piles import Seat
from bot.engine.traits import Reading
from bot.store import Counted, Point
from bot.store import Table as StoredTable

from . import state
from .chairs import Chair, Gone, gives_way
from .errors import Rejected
from .lesson import LEAST_HOURS
from .names import apart, escaped
from .night_state import MOST_SEATS
from .settings import Settings
from .state import BETWEEN, CLOSED, DEAL, LOBBY, OVER, PICK, Lag, Stood, TableState, Turn
from .timekeeper import LEAST_LEFT_MS, ServerTime

USUAL = 4
"""How many play at a table if nobody says how many, if the game takes them."""
LEAST_RESULT_MS = 1500
"""A result that has stood in the hand already stands for this long at least."""
OUT_RESULT_MS = 2000
"""For this long the result of a hand stands that house players have played among themselves, with people waiting."""
SOON_MS = 10_000
"""A match that begins when its seats are taken leaves everybody this long to see who plays."""
_SEAT = re.compile(r"\{(\d+)\}")

When = Literal["now", "next hand", "next match", "some time"]
"""When somebody gets a seat. The last is when a person gets up."""


@dataclass(frozen=True, eq=False)
class ChipDisplay:
    """What one change of a table has laid out. It is shown once, and not kept over a restart."""

    number: int = 0
    """Counts what has been laid out at this table."""
    chips: tuple[ChipsShown, ...] = ()

    def then(self, *chips: ChipsShown) -> ChipDisplay:
        """The next that is laid out."""
        return ChipDisplay(self.number + 1, chips)

    def cleared(self) -> ChipDisplay:
        """Nothing lies there: what was laid out last has been taken back."""
        return ChipDisplay(self.number)


@dataclass(eq=False, repr=False)
class OpenTable(TableState):
    """A table in memory. What is added here is worked out anew, or read elsewhere, after a restart."""

    time: ServerTime = field(kw_only=True)
    settings: Settings = field(kw_only=True)
    """Of its server."""
    lag_found: int | None = field(kw_only=True, default=None)
    """The room's lag by what an earlier process has stored; for a new table that of this moment."""
    match: Match | None = field(kw_only=True, default=None)
    shown: Deal | None = field(kw_only=True, default=None)
    """The deal that the table shows: the running one, or the one that is just over."""
    logged: int = field(kw_only=True, default=0)
    """How many rows of the running deal have gone to the store."""
    course: list[Point] = field(kw_only=True, default_factory=list[Point])
    """How everybody stood after each deal of the night."""
    match_course: list[Stood] = field(kw_only=True, default_factory=list[Stood])
    """How everybody stood after each deal of the match (`match_course`)."""
    highlight_deal: Deal | None = field(kw_only=True, default=None)
    """The deal of `highlight`."""
    counted: list[Counted] | None = field(kw_only=True, default=None)
    """What the match that is over has done to people's records, the best first; None while that is not known."""
    chip_display: ChipDisplay = field(kw_only=True, default_factory=ChipDisplay)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lag_found is None:
            self.lag_found = self.time.lag
        if self.lag.life != self.time.life:
            self.lag = Lag(self.time.life, self.lag_found)

    @classmethod
    def of(cls, stored: TableState, time: ServerTime, settings: Settings, lag_found: int | None = None) -> OpenTable:
        """A table that was stored. Its match is still to be taken up."""
        known = {f.name: getattr(stored, f.name) for f in fields(TableState)}
        return cls(**known, time=time, settings=settings, lag_found=lag_found)

    def as_json(self) -> dict[str, Any]:
        """Everything stored about the table, as JSON values."""
        match, deal = self.match, self.deal
        made = state.as_json(self)
        made["numbers"] = deal.number if deal else self.numbers
        made["state"] = codec.dump_state(match.state) if match and not deal else None
        return made

    def stored(self, made: dict[str, Any] | None = None) -> StoredTable:
        """The table as it is kept between two starts; `made` is what `as_json` has just told, where that is known."""
        return state.written((made or self.as_json()) | {"saved": self.here()}, self.phase)

    @property
    def for_chips(self) -> bool:
        """At a night they all are: where a game has no chips of its own, its places are paid."""
        return self.night is not None or self.game.for_chips(self.options)

    @property
    def taught(self) -> bool:
        """Whether it is a teaching table."""
        return self.lesson is not None

    @property
    def learner(self) -> Seat | None:
        """The one person at a teaching table; None at any other."""
        return self.humans[0] if self.taught and self.humans else None

    @property
    def banked(self) -> bool:
        """Whether its chips are the bank's: a lesson has chips of its own."""
        return self.for_chips and not self.taught

    @property
    def cash(self) -> bool:
        """Whether people bring what they like, between a least and a most, and come and go with it: the match goes on
        for ever, and it is no game of a night."""
        return self.night is None and self.game.open_ended(self.options)

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
        usual = self.starts_with or USUAL
        return next((n for n in fits if n >= usual), fits[-1] if fits else len(self.taken))

    @property
    def starts_with(self) -> int | None:
        """With how many a match begins of its own accord; None if somebody has to say so."""
        return None if self.night is not None else self.game.starts_with(self.options)

    def count_down(self) -> None:
        """Changes the table: where the first deal begins as soon as a number of seats is taken, its time is set, or
        taken back, by who sits there now."""
        if self.phase != LOBBY or self.starts_with is None:
            return
        full = len(self.taken) >= self.starts_with
        self.next_at = (self.next_at or self.now() + SOON_MS) if full else None

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
        """Changes the table, to account for the last outage: table time has stood still, and players who must decide
        have some time left. What was noted of the wall moves along where its clock was set. Returns the ms; where that
        is not 0 it must be stored."""
        ms = self.time.lag - self.lag.ms
        if ms == 0:
            return 0
        self.lag = Lag(self.time.life, self.lag.ms + ms)
        self.idle_since += ms
        self.stood_still += ms
        for chair in self.chairs:
            chair.since += ms
            chair.came += ms if chair.came else 0
        for one in self.left:
            one.until += ms
        if self.stopped_at is not None:
            self.stopped_at += ms
        elif ms > 0 and (due := self.deadlines):
            back = max(0, LEAST_LEFT_MS - (min(due) - self.now()))
            self.stood_still += back
            for chair in self.chairs:
                chair.bank_since = chair.bank_since - back if chair.bank_since is not None else None
        return ms

    def go_on(self) -> None:
        """Changes the table: paused clocks run on where they stood still."""
        now = self.time.now()
        self.stood_still += now - (self.stopped_at or now)
        self.stopped_at, self.paused, self.idle_since = None, None, now
        if self.phase == BETWEEN and self.next_at is None:
            self.wait_for_next()
        if self.phase == PICK and self.night is not None:
            self.next_at = self.now() + self.night.pick_seconds * 1000

    def wait_for_next(self) -> None:
        """Changes the table: the next deal begins when the result of the last one has stood; at a teaching table when
        the learner says so."""
        self.next_at = None if self.taught else self.now() + self.result_stands

    @property
    def deal(self) -> Deal | None:
        return self.match.deal if self.match else None

    # ---- the host ------------------------------------------------------------------------

    @property
    def acting_host(self) -> int:
        """Who begins and ends what is played: the host; at a night at which the host does not sit, the guest who has
        sat there longest, and without guests the person who has."""
        if self.night is None or self.seat_of(self.host) is not None:
            return self.host
        return self.sat_longest or self.host

    @property
    def sat_longest(self) -> int | None:
        """The person who has sat here longest, at a night guests before others; None if nobody sits here."""
        guests = self.night.guests if self.night is not None else []
        here = [(chair.user not in guests, chair.since, chair.user) for chair in self.chairs if chair.user is not None]
        return min(here)[2] if here else None

    def hosts(self, user: int) -> bool:
        """Whether somebody may do what is the host's to do: the host, and the one who acts for them."""
        return user in (self.host, self.acting_host)

    @property
    def stays_open(self) -> bool:
        """Whether it is open while nobody sits there: the lobby of a night to which guests were invited."""
        return self.phase == LOBBY and self.night is not None and self.night.kept_until > 0

    @property
    def closes_at(self) -> int:
        """When it closes if no person does anything until then, on the wall."""
        hours = max(self.settings.close_hours, LEAST_HOURS if self.taught else 0)
        at = self.idle_since + hours * 3_600_000
        return max(at, self.night.kept_until) if self.night is not None and self.stays_open else at

    # ---- seats ---------------------------------------------------------------------------

    def seat_of(self, user: int) -> Seat | None:
        return next((n for n, c in enumerate(self.chairs) if c.user == user), None)

    @property
    def humans(self) -> list[Seat]:
        return [n for n, c in enumerate(self.chairs) if c.user is not None]

    @property
    def automatic(self) -> list[Seat]:
        """Where a house player makes the moves."""
        return [n for n, c in enumerate(self.chairs) if c.automatic]

    @property
    def taken(self) -> list[Seat]:
        return [n for n, c in enumerate(self.chairs) if not c.empty]

    def gone_from(self, seat: Seat) -> Gone | None:
        """Who has got up from this seat of a knockout, which nobody has taken since."""
        if not self.game.knockout(self.options) or seat >= len(self.chairs) or not self.chairs[seat].empty:
            return None
        return next((gone for gone in reversed(self.gone) if gone.seat == seat), None)

    def stack_of(self, seat: Seat) -> int:
        """What lies in front of a seat between deals; during one, what it had when the deal began."""
        if self.match is None or seat in self.newcomers:
            return self.chairs[seat].bought
        stacks = self.match.state.stacks
        return stacks[seat] if seat < len(stacks) else self.chairs[seat].bought

    def in_front(self, seat: Seat) -> int:
        """What lies before a seat at this moment: in the middle of a deal what it has not bet."""
        deal = self.deal
        if deal is None or seat in self.newcomers or seat >= deal.table.seats:
            return self.stack_of(seat)
        return deal.table.chips[seat]

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
        """Whether a house player goes on for a player who leaves the match: it needs this many, or all of its places
        are paid, even that of a player who has left."""
        return self.game.fixed or self.place_point > 0

    @property
    def in_match(self) -> list[Chair]:
        """The chairs of those who play; others may stand behind them."""
        return self.chairs[: self.match.state.seats] if self.match is not None and self.bound else self.chairs

    def empty_chair(self) -> Seat | None:
        """A chair where nobody sits, or a new one. Some matches go on with as many as began them."""
        return None if self.knockout else self._empty_chair()

    def _empty_chair(self) -> Seat | None:
        """The same, unless it is a freezeout."""
        if self.bound and not self.game.fixed:
            return None
        if (seat := next((n for n, c in enumerate(self.in_match) if c.empty), None)) is not None:
            return seat
        closed = self.game.fixed and self.phase not in (LOBBY, OVER, PICK)
        return None if closed or len(self.chairs) >= self.seats[-1] else len(self.chairs)

    def free_chair(self) -> Seat | None:
        """Where somebody may sit down now: an empty chair, or a house player's between deals."""
        if self.closed_to_newcomers or (self.phase == DEAL and self.game.fixed):
            return None
        seat = self._empty_chair()
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

    def keeps_from(self, user: int) -> bool:
        """Whether all seats that are left at a night are kept for guests, and this person is none of them."""
        kept = self.night.expected if self.night is not None else []
        return bool(kept) and user not in kept and len(self.humans) + len(kept) >= MOST_SEATS

    def place_in_queue(self, user: int) -> int:
        """1 for the next one; 0 for somebody who does not wait."""
        return next((n for n, waits in enumerate(self.queue, 1) if waits.user == user), 0)

    def seat_for_next(self) -> When:
        """When there is a seat for a player who joins now."""
        first = not self.queue or (self.night is not None and bool(self.night.expected))  # guests pass the queue
        return "now" if first and self.free_chair() is not None else self.seat_behind(len(self.queue))

    def seat_behind(self, ahead: int) -> When:
        """When there is a seat for a person who waits behind a number of others."""
        houses = sum(chair.house for chair in self.in_match)
        if not self.closed_to_newcomers and ahead < houses + self._leaving:
            return "next hand"
        more = MOST_SEATS - len(self.chairs) if self.night is not None else 0
        return "next match" if self.phase in (DEAL, BETWEEN) and ahead < houses + more else "some time"

    @property
    def _leaving(self) -> int:
        """How many leave a chair after this hand on which somebody else may sit."""
        if self.bound and not self.game.fixed:
            return 0
        return sum(chair.leaving for chair in self.in_match)

    @property
    def waits_for_cut(self) -> bool:
        """Whether the deal of this table waits for its cut."""
        return self.deal is not None and TO_CUT.name in self.deal.table.facts

    # ---- what is played ------------------------------------------------------------------

    def playable(self) -> Deal:
        """The deal in which moves are made now. Raises Rejected or Illegal if there is none."""
        if self.phase == CLOSED:
            raise Rejected("This table is closed.")
        if self.paused:
            raise Rejected(f"The table is paused: {self.paused}")
        deal = self.deal
        if deal is None or self.phase != DEAL:
            raise Illegal("No cards are in play at this table now.")
        return deal

    def named(self, text: str) -> str:
        """A refusal as it is read: in the rules' own sentences, seats become the names of their players."""
        if not isinstance(text, Naming):
            return text
        return _SEAT.sub(lambda found: escaped(self.names[int(found[1])]), text)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat: no two alike. An empty chair has no name."""
        return apart(tuple(chair.name for chair in self.chairs))

    def plays(self, user: int) -> bool:
        """Whether somebody has a seat in the running deal."""
        seat = self.seat_of(user)
        return seat is not None and self.deal is not None and seat < self.deal.table.seats

    def stands_before(self, meant: str | None) -> bool:
        """Whether something stands, and a move of that verb can only be made after it."""
        ask = self.deal.ask if self.phase == DEAL and self.deal else None
        return ask is not None and stands(ask) and not (meant and ask.offers_any(meant))

    # ---- deadlines -----------------------------------------------------------------------

    def set_clocks(self) -> None:
        """Changes the table: a seat's clock begins when its decision appears, and runs on while the decision is the
        same."""
        deal = self.deal
        turns: dict[Seat, Turn] = {}
        if deal is not None and deal.ask is not None:
            seconds, now = self._seconds(deal.ask.clock), self.now()
            until = now + seconds * 1000 if seconds is not None else 0
            for seat in deal.ask.waits_for:
                number, old = deal.newest(seat), self.turns.get(seat)
                turns[seat] = old if old and old.number == number else Turn(number, now, until)
        self.set_turns(turns)

    def set_turns(self, turns: dict[Seat, Turn]) -> None:
        """Changes the table: these seats are waited for. Where a time bank ran in a turn that is over, its owner keeps
        what is left of it."""
        for seat, chair in enumerate(self.chairs):
            if chair.bank_since is not None and turns.get(seat) != self.turns.get(seat):
                chair.stop_bank(self.now())
        self.turns = turns

    def _seconds(self, clock: int | str | None) -> int | None:
        """How long a turn clock gives; None if none runs."""
        if self.taught:
            return None
        if isinstance(clock, str):
            return {MOVE: self.settings.move_seconds, CHOICE: self.settings.choice_seconds}[clock]
        return clock

    @property
    def people_are_out(self) -> bool:
        """Whether a match that nobody joins goes on among house players alone: the people here wait for its end."""
        deal = self.deal or self.shown
        if deal is None or not self.knockout:
            return False
        playing = [chair for seat, chair in enumerate(self.chairs[: deal.table.seats]) if seat not in deal.table.away]
        return bool(self.humans) and all(chair.user is None for chair in playing)

    @property
    def result_stands(self) -> int:
        """How long the result of the deal that is over stands, in ms: as the server has it, and at a table for chips
        that goes on no longer than it is read."""
        most, reading, deal = self.settings.next_deal_seconds * 1000, self.game.trait(Reading), self.shown
        if self.people_are_out:
            return min(most, OUT_RESULT_MS)
        goes_on = self.for_chips and self.night is None and not self.game.knockout(self.options)
        if reading is None or deal is None or not goes_on:
            return most
        return min(most, max(LEAST_RESULT_MS, reading.until(deal) - deal.table.now))

    @property
    def asked_for_next(self) -> list[int]:
        """The people who were dealt in last and are there: when all of them say so, the next deal begins."""
        dealt_in = self.shown.table.players if self.shown is not None else ()
        chairs = [self.chairs[seat] for seat in dealt_in if seat < len(self.chairs)]
        return [chair.user for chair in chairs if chair.user is not None and not chair.absent]

    @property
    def deadlines(self) -> list[int]:
        """When turn clocks run out, in table time."""
        return [turn.until for turn in self.turns.values() if turn.until]

    def time_is_up(self, seat: Seat | None = None) -> int | None:
        """When the turn clock of this seat, or the first of all, runs out, on the wall; None if none runs."""
        until = self.deadlines if seat is None else [self.turns[seat].until]
        first = min(until, default=0)
        return self.wall(first) if first else None

    def on_bank(self, seat: Seat | None = None) -> bool:
        """Whether the time that runs out then is the time bank of this seat, or of the first of all."""
        if seat is None:
            running = [(turn.until, n) for n, turn in self.turns.items() if turn.until]
            seat = min(running)[1] if running else None
        return seat is not None and self.chairs[seat].bank_since is not None

    @property
    def unhurried(self) -> bool:
        """Players who must decide may take until the table is closed."""
        return bool(self.turns) and not self.deadlines

    def due(self) -> int | None:
        """When the table must act next, on the wall."""
        if self.paused or self.phase == CLOSED:
            return self.closes_at
        due = [self.closes_at if self.taught else self.idle_since + self.settings.idle_minutes * 60_000]
        due += [self.wall(until) for until in self.deadlines]
        if self.next_at is not None:
            due.append(self.wall(self.next_at))
        if self.deal and self.deal.ask and self.deal.ask.timer:
            due.append(self.wall(self.deal.ask.timer[0]))
        return min(due)
