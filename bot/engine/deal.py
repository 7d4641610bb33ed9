"""One running deal: a script and its log.

It is rebuilt from its State, its seal, when it began, and its rows. Nothing here knows Discord, a database, or what
time it is: the time comes in with each row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Generic, NamedTuple, TypeGuard

from .asks import CLOCK, Ask, LogEntry, Script
from .cards import Card
from .cutting import the_cut
from .game import Game
from .moments import GoOn, stands
from .of_a_game import C, O
from .offers import Move, Offer, verb
from .piles import Seat
from .places import pay_places
from .randomness import Seal
from .state import State
from .table import PACE, DealTable
from .traits import HouseDeals


class Illegal(Exception):
    """Not on offer to that seat now. The text is the sentence that the player reads; nothing has changed."""


class LogMismatch(Exception):
    """A stored row does not fit the deal that it is said to belong to: the deal cannot be trusted."""


class Rewind(Move):
    """Back to the state after this many rows, by consent of the table; the rows stay in the log."""

    to: int


class Beat(NamedTuple):
    """What a row has led to."""

    first: int
    """How many events the table had told before it."""
    decided: bool
    """Somebody's move has led to it, and not the clock, nor somebody who would not wait for it."""
    stood: bool
    """Before it something was to be looked at, and this row has ended that."""


def by_clock(row: LogEntry) -> bool:
    """Whether nobody has decided anything by this row: the clock has made it, or somebody in its place."""
    return row.seat == CLOCK or isinstance(row.move, GoOn)


class Deal(Generic[O, C]):
    """A deal in play. `ask` is what it waits for; when it is over, `after` is what the next one starts from."""

    def __init__(
        self, game: Game[O, C], state: State[C], options: O, seal: Seal | None, began: int = 0,
        rows: Iterable[LogEntry] = (), numbers: int = 0, order: Sequence[Sequence[Card]] | None = None,
        rules: int | None = None, pace: int = PACE,
    ) -> None:  # fmt: skip
        """`numbers` is the table's count of offers so far. `order` replaces the shuffles, for tests and worlds. `rules`
        is the number of the rules that it was begun by; None for those of today. `pace` says how long moments stand."""
        self.game, self.state, self.seal, self.began = game, state, seal, began
        self.options = game.options_for_deal(options, state)
        self.order = order
        self.rules = game.rules if rules is None else rules
        self.pace = pace
        self.rows: list[LogEntry] = []
        """Everything that was played, the rewound rows too."""
        self.number = numbers
        """The table's count of offers: it only grows, over deals, voids and rewinds alike."""
        self.numbers = numbers
        """Where that count stood when the deal began."""
        self._start()
        for row in rows:
            self.replay(row)

    def _start(self) -> None:
        dealt_in = self.state.seats - len(self.state.away)
        packed = self.game.pack(self.options, dealt_in)
        self.table = DealTable(self.state, self.options, packed, self.seal, self.began, self.order)
        self.table.house_deals = self.game.has(HouseDeals)
        self.table.moments, self.table.rules = self.game.stops(self.rules), self.rules
        self.table.pace = self.pace
        self.revealed_before = 0
        """How often something had been shown before the last row, not counting what lapses while something stands."""
        self.played: list[LogEntry] = []
        """The rows that stand."""
        self.ask: Ask | None = None
        self.after: State[C] | None = None
        self.broken: Exception | None = None
        """A fault in the script: the deal must be rebuilt, or is void."""
        self.beats: list[Beat] = []
        """What each row that stands has led to, in order, and before them all what the deal began with."""
        self._numbered: dict[Offer, int] = {}
        self._offered: Mapping[Seat, Sequence[Offer]] | None = None
        self._script = self._whole(self.table)
        self._resume(None)

    # ---- playing -------------------------------------------------------------------------

    def submit(
        self, seat: Seat, move: Move, at: int | None = None, pressed: int = 0, drawn: int | None = None
    ) -> list[LogEntry]:
        """Make a move. Returns the rows that it led to: itself, timers that were due before it, and without a clock
        (`at` is None) the ends of the moments behind it.

        `drawn` is the table's count of offers when the control was drawn: it is good as long as the offer that it
        stands for was there then, whatever others have done since. Raises Illegal.
        """
        now, known = self.table.now, len(self.rows)
        clock, at = at is not None, at if at is not None and at > now else now
        ask = self.ask
        if ask is not None and ask.timer is not None:
            self.tick(at)
            ask = self.ask
        if self.broken:
            raise self.broken
        if ask is None:
            raise Illegal("This deal is over.")
        if drawn is not None and (later := self._drawn_later(ask, seat, move, drawn)):
            raise Illegal(later.stale)
        self.table.pressed = pressed or at
        if why := ask.refusal(seat, move):
            raise Illegal(why)
        row = LogEntry(seat, move, at, pressed or at)
        self._resume(row)
        self.rows.append(row)
        while not clock and stands(self.ask):
            self._ring()
        return self.rows[known:]

    def hurry(self, seat: Seat, at: int, pressed: int, stood: int | None = None) -> list[LogEntry]:
        """Somebody at the table has seen enough of what stands, and presses. `stood` is how many rows had led to what
        they mean; where that is not known, it is what stood when they pressed. It does not end what stands by now, if
        that is something else. Returns the rows that it led to."""
        known = len(self.rows)
        self.tick(at)
        ask, now = self.ask, self.table.now
        meant = len(self.rows) == stood or (stood is None and pressed > now)
        if meant and ask is not None and ask.timer is not None and seat in ask.hurried_by:
            row = LogEntry(seat, ask.timer[1], max(at, now), pressed)
            self._resume(row)
            self.rows.append(row)
        return self.rows[known:]

    def lapse(self, seat: Seat, at: int) -> list[LogEntry]:
        """The turn clock has run out, or while something stands nobody speaks for the seat: its default is played, if
        it still may be."""
        known = len(self.rows)
        at = max(at, self.table.now)
        self.tick(at)
        if self.ask and self.ask.may_lapse(seat):
            row = LogEntry(seat, self.ask.default[seat], at, at, lapsed=True)
            self._resume(row)
            self.rows.append(row)
        return self.rows[known:]

    def tick(self, at: int) -> list[LogEntry]:
        """Timers that are due go first, so that a late move meets the table as it should be."""
        known = len(self.rows)
        while self.ask and self.ask.timer and self.ask.timer[0] <= at:
            self._ring()
        return self.rows[known:]

    def _ring(self) -> None:
        """The timer makes its move."""
        assert self.ask
        assert self.ask.timer
        until, move = self.ask.timer
        due = max(until, self.table.now)
        row = LogEntry(CLOCK, move, due, due)
        self._resume(row)
        self.rows.append(row)

    def rewind(self, to: int, at: int, *, shown: bool = False) -> LogEntry:
        """Take back all but the first `to` of the rows that stand. Raises Illegal once something was shown since, but
        where that does not matter (`shown`)."""
        if not 0 <= to < len(self.played):
            raise Illegal("There is nothing to take back.")
        earlier = self.as_it_was(to)
        if earlier.table.revealed != self.table.revealed and not shown:
            raise Illegal("Cards have been shown since; that cannot be taken back.")
        row = LogEntry(CLOCK, Rewind(to), max(at, self.table.now))
        self._rewound(row, to)
        return row

    def as_it_was(self, rows: int) -> Deal[O, C]:
        """The deal after the first of the rows that stand."""
        return Deal(
            self.game, self.state, self.options, self.seal, self.began, self.played[:rows], order=self.order,
            rules=self.rules, pace=self.pace,
        )  # fmt: skip

    def offers(self, seat: Seat) -> Sequence[Offer]:
        return self.ask.offers.get(seat, ()) if self.ask else ()

    def offer(self, seat: Seat, name: str) -> Offer | None:
        """The seat's offer of this verb; None if it has none."""
        return next((o for o in self.offers(seat) if verb(o.kind) == name), None)

    def newest(self, seat: Seat) -> int:
        """The number of the youngest decision that this seat is waited for; 0 if there is none."""
        return max((self._numbered[o] for o in self.offers(seat) if not o.optional), default=0)

    def good(self, seat: Seat, kind: type[Move], drawn: int) -> bool:
        """Whether a control of this kind of move, drawn at this count of offers, still stands for an offer."""
        return any(o.kind is kind and self._numbered[o] <= drawn for o in self.offers(seat))

    # ---- the script ----------------------------------------------------------------------

    def _whole(self, t: DealTable[O, C]) -> Script:
        """The cut comes first, and what the places are worth last; the game need not know of either."""
        yield from the_cut(t)
        yield from self.game.deal(t)
        pay_places(t)

    def _drawn_later(self, ask: Ask, seat: Seat, move: Move, drawn: int) -> Offer | None:
        """Such an offer, if every one of this kind is younger than the control."""
        mine = [o for o in ask.offers.get(seat, ()) if o.kind is type(move)]
        return mine[0] if mine and all(self._numbered[o] > drawn for o in mine) else None

    def replay(self, row: LogEntry) -> None:
        """Play a row of a log again. Raises LogMismatch if it does not fit."""
        if isinstance(row.move, Rewind) and row.seat == CLOCK:
            if not 0 <= row.move.to < len(self.played):
                raise LogMismatch(f"row {len(self.rows)} rewinds to a place that is not there")
            self._rewound(row, row.move.to)
            return
        self.table.pressed = row.pressed
        if self.ask is None or row.at < self.table.now or not self.ask.takes(row):
            raise LogMismatch(f"row {len(self.rows)} does not fit")
        self._resume(row)
        self.rows.append(row)

    def _rewound(self, row: LogEntry, to: int) -> None:
        stand = self.played[:to]
        self._start()
        for earlier in stand:
            self._resume(earlier)
        self.table.now = row.at
        self.rows.append(row)

    def _resume(self, row: LogEntry | None) -> None:
        self.beats.append(Beat(len(self.table.events), row is None or not by_clock(row), stands(self.ask)))
        ask, self.ask = self.ask, None
        try:
            if row is not None:
                self.table.now = row.at
                if not (row.lapsed and stands(ask)):
                    self.revealed_before = self.table.revealed
                self.played.append(row)
            try:
                ask = self._script.send(row)  # type: ignore[arg-type]  # a generator starts with None
            except StopIteration:
                self.after = self.table.after()
                return
            for seat in ask.waits_for:
                if seat not in ask.default:
                    raise ValueError(f"seat {seat} has a decision without a default")
        except Exception as fault:  # a broken script must never look like a finished one
            self.broken = fault
            raise
        if ask.offers is self._offered:  # the same mapping as before: nothing new in it
            self.ask = ask
            return
        self._offered = ask.offers
        known, number = self._numbered, self.number
        numbered: dict[Offer, int] = {}
        for offers in ask.offers.values():
            for offer in offers:
                old = known.get(offer)
                if old is None:
                    number = old = number + 1
                numbered[offer] = old
        self._numbered, self.number, self.ask = numbered, number, ask


def _unordered(fact: object) -> TypeGuard[frozenset[Seat] | frozenset[Card]]:
    """Whether it is a set, which has no order of its own."""
    return isinstance(fact, frozenset)


def digest(deal: Deal) -> str:
    """A short digest of the whole table, hidden cards included: it is stored, and never shown."""
    t = deal.table
    piles = [(name, [*pile], sorted(pile.seen_by)) for name, pile in t.piles.items()]
    facts = [(name, repr(sorted(v) if _unordered(v) else v)) for name, (v, _) in t.facts.items()]
    whole = (piles, facts, [*t.chips.items()], t.scores, t.strikes, t.counts, len(t.events), t.revealed, deal.number)
    return blake2b(repr(whole).encode(), digest_size=8).hexdigest()
