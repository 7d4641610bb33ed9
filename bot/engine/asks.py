"""What a script yields, and the ways to ask. Every accepted move, whosever it is, resumes the script."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, cast

from typing_extensions import TypeVar

from .facts import CHOSEN, READY
from .offers import M_co, Move, Offer, verb
from .piles import Seat
from .table import DealTable

CLOCK: Final[Seat] = -2
"""The timer takes its turns like anyone else."""

MOVE, CHOICE = "move", "choice"

PACE: Final = 1000
"""Milliseconds between two times at which the others are told who is ready, where that goes at a pace of its own."""


class TellReady(Move):
    """The others are told who is ready by now."""


class LogEntry(NamedTuple):
    """A line of a deal's log."""

    seat: Seat
    move: Move
    at: int = 0
    """When it reached the table, in ms of table time; never goes back; drives timers."""
    pressed: int = 0
    """When it was made, in ms; judges races."""
    lapsed: bool = False
    """The turn clock played the default for this seat."""


@dataclass(slots=True, eq=False)
class Ask:
    """Who may do what now. The next accepted move resumes the script."""

    offers: Mapping[Seat, Sequence[Offer]]
    """A script that yields the very same mapping again, unchanged, saves the engine looking through it."""
    waits_for: Collection[Seat] = ()
    """Whose turn clock runs."""
    timer: tuple[int, Move] | None = None
    """CLOCK makes this move when that time comes."""
    default: Mapping[Seat, Move] = field(default_factory=dict[Seat, Move])
    """What the turn clock plays; may be on no offer. While something stands, what is played at once for a seat that
    nobody would speak for."""
    clock: int | str | None = MOVE
    """How long the turn clock gives: seconds, or the table's own time for a MOVE or for a CHOICE of several cards.
    None: there is none, and the default is only played for a seat that leaves or a table that is closed."""
    seem_waited_for: Collection[Seat] | None = None
    """Whom the others believe to be waited for, where they are told at a pace of its own; None if they see it."""
    alone: bool = False
    """Nothing that goes on beside it does so meanwhile."""
    hurried_by: Collection[Seat] = ()
    """Who may make the timer's move before its time comes: those who look at what stands, and have seen enough. It is
    no offer, for it waits for nobody's decision."""
    may_be_ignored: bool = False
    """A question whose silence is an answer, too: nobody is reminded of it, and a player who lets it lapse is not taken
    to be away."""

    def takes(self, row: LogEntry) -> bool:
        if row.seat == CLOCK:
            return self.timer is not None and row.move == self.timer[1] and row.at >= self.timer[0]
        if row.lapsed:
            return self.may_lapse(row.seat) and self.default.get(row.seat) == row.move
        return not self.refusal(row.seat, row.move)

    def may_lapse(self, seat: Seat) -> bool:
        """Whether its default may be played for this seat."""
        return seat in self.waits_for or (self.alone and seat in self.default)

    def offers_any(self, name: str) -> bool:
        """Whether anybody may make a move of this verb now."""
        return any(verb(offer.kind) == name for offers in self.offers.values() for offer in offers)

    def not_now(self, seat: Seat) -> str:
        """The refusal for a seat that may make no such move now."""
        turns = self.waits_for and seat not in self.waits_for
        return "It is not your turn." if turns else "You cannot do that now."

    def refusal(self, seat: Seat, move: Move) -> str | None:
        """Why this seat may not make this move now, in a sentence; None if it may."""
        if seat in self.hurried_by and self.timer is not None and move == self.timer[1]:
            return None
        offers = self.offers.get(seat)
        if not offers:
            return self.not_now(seat)
        why: str | None = None
        kind = type(move)
        for offer in offers:
            if offer.kind is kind:
                why = offer.refusal(move)
                if why is None:
                    return None
        return self.not_now(seat) if why is None else why


class WhenAsked(Mapping[Seat, M_co]):
    """Defaults that take some working out, and are worked out only if the turn clock plays them."""

    def __init__(self, seats: Collection[Seat], work_out: Callable[[Seat], M_co]) -> None:
        self._seats, self._work_out = seats, work_out

    def __contains__(self, seat: object) -> bool:
        return seat in self._seats

    def __getitem__(self, seat: Seat) -> M_co:
        if seat not in self._seats:
            raise KeyError(seat)
        return self._work_out(seat)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __len__(self) -> int:
        return len(self._seats)


R = TypeVar("R", default=None)
Script: TypeAlias = Generator[Ask, LogEntry, R]
"""What a game does: it asks, and goes on with the answer. `Script[Seat]` returns a seat in the end."""


def ask(
    seat: Seat, *offers: Offer[M_co], default: M_co, clock: int | str = MOVE, may_be_ignored: bool = False
) -> Script[M_co]:
    """One seat decides, and its turn clock runs."""
    row = yield Ask({seat: offers}, (seat,), None, {seat: default}, clock, may_be_ignored=may_be_ignored)
    return cast("M_co", row.move)  # the deal lets through what is on offer, and the default


def ask_all(
    t: DealTable, offers: Mapping[Seat, Sequence[Offer[M_co]]], default: Mapping[Seat, M_co],
    clock: int | str = CHOICE, *, besides: Mapping[Seat, Sequence[Offer]] | None = None, hushed: bool = False,
) -> Script[dict[Seat, M_co]]:  # fmt: skip
    """Everyone's own secret choice, which may be changed until the last one is in; others see who is ready.

    `hushed`: they see it at a fixed pace, whenever somebody chose, so that the moment of a choice tells nothing.
    `besides` are offers to seats that have no part in it, and may hear why.
    """
    chosen: dict[Seat, M_co] = {}
    everything = {**offers, **besides} if besides else offers
    began, timer = t.now, None
    unready = [*offers] if hushed else None
    t.note(READY, frozenset())
    while len(chosen) < len(offers):
        waits_for = [s for s in offers if s not in chosen]
        row = yield Ask(everything, waits_for, timer, default, clock, unready)
        if row.seat == CLOCK:
            timer, unready = None, waits_for
            t.note(READY, frozenset(chosen))
            continue
        chosen[row.seat] = cast("M_co", row.move)
        t.note(CHOSEN.of(row.seat), row.move, {row.seat})
        if unready is None:
            t.note(READY, frozenset(chosen))
        elif timer is None and row.seat in unready:
            timer = t.now + PACE - (t.now - began) % PACE, TellReady()
    t.forget(READY, *(CHOSEN.of(s) for s in chosen))
    t.revealed += 1
    return dict(sorted(chosen.items()))


def anyone(offers: Mapping[Seat, Sequence[Offer]], timer: tuple[int, Move] | None = None) -> Script[LogEntry]:
    """The first player to act counts; nobody's turn clock runs."""
    return (yield Ask(offers, (), timer))


def side_by_side(*scripts: Script[R], until: Callable[[Mapping[int, R]], bool]) -> Script[Mapping[int, R]]:
    """Scripts at one table, until what they have returned is enough. A move goes to the first that takes it."""
    asks: dict[int, Ask] = {}
    ended: dict[int, R] = {}
    offers: Mapping[Seat, Sequence[Offer]] | None = None  # of all together, as long as each offers what it did

    def resume(n: int, row: LogEntry | None) -> None:
        nonlocal offers
        last = asks.get(n)
        try:
            asks[n] = now = scripts[n].send(row)  # type: ignore[arg-type]  # a generator starts with None
            if last is None or last.offers is not now.offers:
                offers = None
        except StopIteration as end:
            asks.pop(n, None)
            ended[n], offers = end.value, None

    for n in range(len(scripts)):
        resume(n, None)
    while not until(ended):
        ask = merged(asks.values(), offers)
        offers = ask.offers
        row = yield ask
        resume(_taker(asks, row), row)
    for script in scripts:
        script.close()
    return ended


def _taker(asks: Mapping[int, Ask], row: LogEntry) -> int:
    """Whose move this is: where only one script has such an offer, there is nothing more to look through."""
    if row.seat != CLOCK and not row.lapsed:
        kind, seat = type(row.move), row.seat
        having = [n for n, a in asks.items() for o in a.offers.get(seat, ()) if o.kind is kind]
        if len(having) == 1:
            return having[0]
    return next(n for n, a in asks.items() if a.takes(row))


def merged(asks: Collection[Ask], offers: Mapping[Seat, Sequence[Offer]] | None = None) -> Ask:
    """One ask for several scripts; with what they offer together, where that is known already."""
    for a in asks:
        if a.alone:
            return a
    if offers is None:
        offers = _all_offers(asks)
    pressing = [a for a in asks if a.waits_for or a.timer or a.default or a.seem_waited_for is not None]
    if len(pressing) == 1:
        a = pressing[0]
        return Ask(
            offers, list(a.waits_for), a.timer, a.default, a.clock, a.seem_waited_for, hurried_by=a.hurried_by,
            may_be_ignored=a.may_be_ignored,
        )  # fmt: skip
    return _all_pressing(pressing, offers)


def _all_offers(asks: Collection[Ask]) -> Mapping[Seat, Sequence[Offer]]:
    """What each seat may do by any of these."""
    every: dict[Seat, Sequence[Offer]] = {}
    for a in asks:
        if not every:
            every.update(a.offers)
            continue
        for seat, offered in a.offers.items():
            every[seat] = [*every[seat], *offered] if seat in every else offered
    return every


def _all_pressing(asks: Collection[Ask], offers: Mapping[Seat, Sequence[Offer]]) -> Ask:
    """One ask that waits for all whom these wait for: by the clock of the first that waits for anybody, the earliest
    timer, and of two defaults the earlier script's."""
    waits_for: dict[Seat, None] = {}
    seem: dict[Seat, None] = {}
    default: dict[Seat, Move] = {}
    timer: tuple[int, Move] | None = None
    clock: int | str | None = MOVE
    for a in asks:
        if a.waits_for and not waits_for:
            clock = a.clock
        waits_for |= dict.fromkeys(a.waits_for)
        seem |= dict.fromkeys(a.waits_for if a.seem_waited_for is None else a.seem_waited_for)
        default = {**a.default, **default}
        if a.timer and (timer is None or a.timer[0] < timer[0]):
            timer = a.timer
    hushed = any(a.seem_waited_for is not None for a in asks)
    ignored = all(a.may_be_ignored for a in asks if a.waits_for)
    return Ask(
        offers, list(waits_for), timer, default, clock, list(seem) if hushed else None, may_be_ignored=ignored
    )  # fmt: skip


def together(main: Script[R], *others: Script[R]) -> Script[R]:
    """Until `main` ends."""
    return (yield from side_by_side(main, *others, until=lambda ended: 0 in ended))[0]


def first_of(*scripts: Script[R]) -> Script[R]:
    """Until any one ends."""
    return next(iter((yield from side_by_side(*scripts, until=bool)).values()))
