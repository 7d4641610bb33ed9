"""The board: countdowns, touches, swaps, gestures and the duty to refresh. There are no turns.

Whatever time changes is a move of the clock, and those that are due come before a player's move is looked at; so what
is on offer is always what holds at that moment, and a press is judged by when it was made and not by when it arrived.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from operator import itemgetter

from bot.engine.asks import CLOCK, Ask, LogEntry, Script
from bot.engine.cards import Card
from bot.engine.offers import Mixed, Move, Naming, Offer, OneOf, Only
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.games.cash.moves import CashTable

from . import moves as m
from .facts import (
    ARMED,
    BOARD,
    BOARD_NUMBER,
    CLEARED,
    COUNT,
    HELD,
    KEEPER,
    MAY_REFRESH,
    NO_MORE,
    REACHING,
    STAGE,
)

BEAT_MS, TURNS_MS, LAST_MS = 1000, 5000, 10_000
"""Between two counts, the keeper's time to refresh, and the last board's time."""
GESTURE_MS, MINUTE_MS, GESTURES_A_MINUTE = 1500, 60_000, 12

_WHEN = itemgetter(1)

AGAIN = "You hold a card already: throw one down."


class Board:
    """What lies on the table in one hand, and what everybody is about to do with it."""

    def __init__(self, t: CashTable) -> None:
        self.t = t
        self.hands = t.hands()
        self.stock = t.stock()
        self.cleared = t.pile(CLEARED)
        self.board = t.pile(BOARD)
        self.number = 0
        self.keeper = t.players[0]
        self.caller = t.dealer
        self.count = 3
        self.up = False
        self.claims: dict[Card, list[LogEntry]] = {}
        """Touches that are being judged."""
        self.reaching: dict[Seat, Card] = {}
        """The one of them that counts for each seat."""
        self.held: dict[Seat, Card] = {}
        self.last_taker: dict[Card, Seat] = {}
        self.resting: set[Seat] = set()
        self.barred: set[tuple[Seat, Card]] = set()
        self.armed: dict[Seat, Card] = {}
        self.passed: set[Seat] = set()
        self.posing: set[Seat] = set()
        self.posed: dict[Seat, list[int]] = {p: [] for p in self.hands}
        self.allowed = False
        """The board may be refreshed, or was the last one."""
        self.due: dict[Move, int] = {}
        """What the clock will do, and when."""
        self.lots = 0
        self.noted: tuple[frozenset[Seat], bool] | None = None
        t.deal(self.stock, 4, *(self.hands[p] for p in t.players))

    # ---- what is on offer ----------------------------------------------------------------

    def offers(self) -> dict[Seat, Sequence[Offer]]:
        """For as long as this board lies: a button of an earlier one takes no card of it."""
        return {
            p: (
                Touch(self, p),
                Throw(self, p),
                OneOf(m.Arm, Armable(hand), "You do not hold that card.", optional=True),
                Only(m.Pass(), partial(self.why_no_pass, p)),
                Only(m.Refresh(), partial(self.why_no_refresh, p)),
                Pose(self, p),
                *calls(self.t, p),
            )
            for p, hand in self.hands.items()
        }

    def free(self, seat: Seat) -> list[Card]:
        """What this seat may touch now."""
        if not self.up or seat in self.held or seat in self.resting:
            return []
        taken, mine = self.held.values(), self.reaching.get(seat)
        return [c for c in self.board if c not in taken and c != mine and (seat, c) not in self.barred]

    def why_no_touch(self, seat: Seat, c: object) -> str:
        if not self.up:
            return "The board is not up yet."
        if seat in self.held:
            return AGAIN
        holder = next((p for p, card in self.held.items() if card == c), None)
        if holder is not None:
            return Naming(f"Gone: {{{holder}}} touched it first.")
        if c not in self.board:
            taker = self.last_taker.get(c) if isinstance(c, Card) else None
            if taker is None:
                return "That card does not lie on the board."
            return Naming(f"Gone: {{{taker}}} has taken it.")
        if self.reaching.get(seat) == c:
            return "You are reaching for that card already."
        if seat in self.resting:
            return "Slow down: one swap after the other."
        return "You have just let that card go; leave it a moment."

    def why_no_pass(self, seat: Seat) -> str | None:
        if not self.up:
            return "The board is not up yet."
        return "You want no more already." if seat in self.passed else None

    def why_no_refresh(self, seat: Seat) -> str | None:
        if seat != self.keeper:
            moving = "" if self.allowed else ", and the board is still moving"
            return Naming(f"Only {{{self.keeper}}} can refresh{moving}.")
        if not self.up:
            return "The board is not up yet."
        if not len(self.stock):
            return "The stock is empty: this is the last board."
        if self.held or self.claims:
            return "Wait: somebody holds a card of the board."
        return None if self.allowed else "The board is still moving: wait until all want no more, or it is quiet."

    # ---- the board -----------------------------------------------------------------------

    def lay(self, at: int, cleared: Sequence[Card] = ()) -> None:
        """Four cards face down, and the dealer's countdown."""
        t = self.t
        self.number += 1
        self.board = t.pile(BOARD)
        t.deal(self.stock, 4, self.board)
        self.count, self.up = 3, False
        self.due[m.Count()] = at + BEAT_MS
        t.note(STAGE, "countdown")
        t.note(COUNT, self.count)
        t.note(BOARD_NUMBER, self.number)
        t.note(KEEPER, self.keeper)
        t.tell(m.Boarded(self.number, self.caller, self.keeper, at, tuple(cleared)))

    def counted(self, row: LogEntry) -> None:
        """3 – 2 – 1 – GO."""
        t = self.t
        self.count -= 1
        t.note(COUNT, self.count)
        if self.count:
            self.due[m.Count()] = row.at + BEAT_MS
            return
        self.up = True
        t.open(self.board)
        t.forget(COUNT)
        t.note(STAGE, "open")
        self.due[m.Quiet()] = row.at + 1000 * t.options.quiet_s
        t.tell(m.Go(tuple(self.board), row.at))

    def refresh(self, row: LogEntry) -> None:
        """The four cards are put aside; stock and duty pass to the left."""
        for move in (m.Quiet(), m.Turns(), *(m.Forgiven(p, c) for p, c in self.barred)):
            self.due.pop(move, None)
        cleared = self.board.take_all()
        self.cleared.lay(*cleared)
        self.barred.clear()
        self.passed.clear()
        self.allowed = False
        self.caller, self.keeper = self.keeper, self.t.left_of(self.keeper)[0]
        self.lay(row.at, cleared)

    # ---- touching and swapping -----------------------------------------------------------

    def grab(self, row: LogEntry) -> None:
        """A press waits for others of the same moment. Who presses for two cards is judged by the earlier press."""
        assert isinstance(row.move, m.Grab)
        c, p = row.move.take, row.seat
        before = self.reaching.get(p)
        if before is not None:
            mine = next(r for r in self.claims[before] if r.seat == p)
            if mine.pressed <= row.pressed:
                return
            self.claims[before].remove(mine)
        if c not in self.claims:
            self.claims[c] = []
            self.due[m.Award(c)] = row.at + self.t.options.fair_window_ms
        self.claims[c].append(row)
        self.reaching[p] = c
        self.t.note(REACHING.of(p), c, {p})

    def award(self, row: LogEntry) -> None:
        """The earliest press has the card, or a draw of lots."""
        assert isinstance(row.move, m.Award)
        c = row.move.card
        rows = self.claims.pop(c)
        for r in rows:
            del self.reaching[r.seat]
            self.t.forget(REACHING.of(r.seat))
        if not rows:
            return
        first = min(r.pressed for r in rows)
        window = self.t.options.fair_window_ms if self.t.options.race == "lot" else 0
        winner = self.lot(sorted((r for r in rows if r.pressed <= first + window), key=lambda r: r.seat))
        p = winner.seat
        assert isinstance(winner.move, m.Grab)
        give = winner.move.give or self.armed.get(p)
        for r in rows:
            if r.seat != p:
                self.t.tell(m.Missed(r.seat, c, p), {r.seat})
        if give is not None:
            self.swap(p, c, give, row.at)
            return
        self.held[p] = c
        until = row.at + 1000 * self.t.options.touch_s
        self.due[m.LetGo(p)] = until
        self.note_held()
        self.t.tell(m.Touched(p, c, row.at, until))

    def lot(self, rows: Sequence[LogEntry]) -> LogEntry:
        """One of several who came at the same moment."""
        if len(rows) == 1:
            return rows[0]
        self.lots += 1
        return self.t.stream(f"pick/{self.lots}").choice(rows)

    def discard(self, row: LogEntry) -> None:
        """The touched card joins the hand, the thrown one takes its place on the board."""
        assert isinstance(row.move, m.Discard)
        p = row.seat
        taken = self.held.pop(p)
        del self.due[m.LetGo(p)]
        self.note_held()
        self.swap(p, taken, row.move.card, row.at)

    def swap(self, p: Seat, take: Card, give: Card, at: int) -> None:
        t = self.t
        self.hands[p].swap(give, take)
        self.board.swap(take, give)
        self.last_taker[take] = p
        self.last_taker.pop(give, None)
        if self.armed.get(p) == give:
            self.arm(p, None)
        if t.options.grab_gap_ms:
            self.resting.add(p)
            self.due[m.Rested(p)] = at + t.options.grab_gap_ms
        self.passed.clear()
        self.due[m.Quiet()] = at + 1000 * t.options.quiet_s
        if not len(self.stock):
            self.due.pop(m.RealDeal(), None)
            self.allowed = False
        t.tell(m.Swapped(p, take, give, at), EVERYONE if t.options.swap_log else {p})

    def let_go(self, row: LogEntry) -> None:
        assert isinstance(row.move, m.LetGo)
        p = row.move.seat
        c = self.held.pop(p)
        self.note_held()
        self.barred.add((p, c))
        self.due[m.Forgiven(p, c)] = row.at + 1000 * self.t.options.touch_s
        self.t.tell(m.Released(p, c))

    def arm(self, p: Seat, c: Card | None) -> None:
        if c is None:
            self.armed.pop(p, None)
            self.t.forget(ARMED.of(p))
        else:
            self.armed[p] = c
            self.t.note(ARMED.of(p), c, {p})

    def note_held(self) -> None:
        self.t.note(HELD, tuple(sorted(self.held.items())))

    # ---- everything else -----------------------------------------------------------------

    def gesture(self, row: LogEntry) -> None:
        """At most one in a second and a half, and twelve a minute."""
        assert isinstance(row.move, m.Gesture)
        p, times = row.seat, self.posed[row.seat]
        times.append(row.at)
        del times[:-GESTURES_A_MINUTE]
        full = len(times) == GESTURES_A_MINUTE
        self.posing.add(p)
        self.due[m.Composed(p)] = max(row.at + GESTURE_MS, times[0] + MINUTE_MS if full else 0)
        self.t.tell(m.Gestured(p, row.move.gesture, row.at))

    def next_due(self) -> tuple[int, Move] | None:
        """What the clock does next, and when."""
        if not self.due:
            return None
        move, at = min(self.due.items(), key=_WHEN)
        return at, move

    def look(self, at: int) -> None:
        """Whether the board has come to rest: then the keeper's time runs, or the last ten seconds."""
        t, last = self.t, not len(self.stock)
        calm = self.up and len(self.passed) == len(self.hands) and not self.held and not self.claims
        if calm == self.allowed or (last and not calm):  # only a swap stops the last ten seconds
            return
        self.allowed = calm
        if last:
            self.due[m.RealDeal()] = at + LAST_MS
            t.tell(m.LastBoard(at + LAST_MS))
        elif calm:
            self.due[m.Turns()] = at + TURNS_MS
        else:
            self.due.pop(m.Turns(), None)

    def played(self, row: LogEntry) -> None:
        """What follows from a move, whosever it is."""
        if row.seat == CLOCK:
            self.due.pop(row.move, None)
        match row.move:
            case m.Grab():
                self.grab(row)
            case m.Award():
                self.award(row)
            case m.Discard():
                self.discard(row)
            case m.Rested(p):
                self.resting.discard(p)
                return
            case m.Gesture():
                self.gesture(row)
                return
            case m.Composed(p):
                self.posing.discard(p)
                return
            case m.Arm(c):
                self.arm(row.seat, c)
                return
            case m.Pass():
                self.passed.add(row.seat)
            case m.LetGo():
                self.let_go(row)
            case m.Forgiven(p, c):
                self.barred.discard((p, c))
                return
            case m.Count():
                self.counted(row)
            case m.Quiet():
                self.passed.update(self.hands)  # a player idle for this long wants no more
            case m.Refresh() | m.Turns():
                self.refresh(row)
            case _:
                pass  # a RealDeal, after which nothing follows here
        self.look(row.at)
        shown = frozenset(self.passed), self.allowed
        if shown != self.noted:
            self.noted = shown
            self.t.note(NO_MORE, shown[0])
            self.t.note(MAY_REFRESH, shown[1])


def until_called(b: Board) -> Script[LogEntry | None]:
    """Boards, one after the other, until somebody calls: that row; None for a real deal."""
    b.lay(b.t.now)
    number, offers = 0, {}
    while True:
        if number != b.number:
            number, offers = b.number, b.offers()
        row = yield Ask(offers, (), b.next_due())
        match row.move:
            case m.Cash() | m.Counter():
                return row
            case m.RealDeal():
                return None
            case _:
                b.played(row)


def calls(t: CashTable, seat: Seat) -> list[Offer]:
    """Real decisions: nobody is protected from a wrong call (ruling 9)."""
    half = t.seats // 2
    if t.options.counter == "any":
        against: Offer = Only(m.Counter(), optional=True)
    else:
        others = [p for p in range(half) if p != seat % half]
        why = "Name an opposing partnership."
        against = OneOf(m.Counter, [p for first in others for p in (first, first + half)], why, optional=True)
    return [Only(m.Cash(), optional=True), against]


class Armable(Collection[Card | None]):
    """A hand, or no card of it."""

    def __init__(self, hand: Pile) -> None:
        self._hand = hand

    def __contains__(self, c: object) -> bool:
        return c is None or c in self._hand

    def __iter__(self) -> Iterator[Card | None]:
        return iter((*self._hand, None))

    def __len__(self) -> int:
        return len(self._hand) + 1


class Touch(Offer[m.Grab, Mixed]):
    """A card of this board, and perhaps the card that is thrown down for it."""

    kind = m.Grab
    stale = "That board is gone; look at the new one."

    def __init__(self, b: Board, seat: Seat) -> None:
        self._b, self._seat, self._hand = b, seat, b.hands[seat]

    @property
    def places(self) -> tuple[tuple[Card | None, bool], ...]:
        """The board as everybody sees it: card by card, and whether nobody holds it."""
        taken = self._b.held.values()
        return tuple((c if self._b.up else None, self._b.up and c not in taken) for c in self._b.board)

    def __bool__(self) -> bool:
        return bool(self._b.free(self._seat))

    def next(self, parts: Sequence[Mixed]) -> Collection[Mixed]:
        if not parts:
            return self._b.free(self._seat)
        return (None, *self._hand) if len(parts) == 1 else ()

    def finish(self, parts: Sequence[Mixed]) -> m.Grab | str:
        return m.Grab(*parts) if parts else "Touch a card of the board."

    def refusal(self, move: Move) -> str | None:
        assert isinstance(move, m.Grab)
        take, give = move.take, move.give
        if take not in self._b.free(self._seat):
            return self._b.why_no_touch(self._seat, take)
        return None if give is None or give in self._hand else "You do not hold that card."

    def why_not_here(self, parts: Sequence[Mixed], part: object) -> str:
        return "You do not hold that card." if parts else self._b.why_no_touch(self._seat, part)


class Throw(Offer[m.Discard, Card]):
    """A card of the hand for the one that the seat holds."""

    kind = m.Discard

    def __init__(self, b: Board, seat: Seat) -> None:
        self._b, self._seat, self._hand = b, seat, b.hands[seat]

    def __bool__(self) -> bool:
        return self._seat in self._b.held

    def next(self, parts: Sequence[Card]) -> Collection[Card]:
        return [*self._hand] if self and not parts else ()

    def finish(self, parts: Sequence[Card]) -> m.Discard | str:
        return m.Discard(*parts) if parts else "Throw down one of your cards."

    def refusal(self, move: Move) -> str | None:
        return self.why_not_here((), move.parts[0]) if not self or move.parts[0] not in self._hand else None

    def why_not_here(self, parts: Sequence[Card], part: object) -> str:
        if not self:
            return "Touch a card of the board first."
        if part == self._b.held[self._seat]:
            return "That is the card that you touched: throw down another."
        return "You do not hold that card."


class Pose(Offer[m.Gesture, str]):
    """Something harmless, now and then."""

    kind = m.Gesture
    optional = True

    def __init__(self, b: Board, seat: Seat) -> None:
        self._b, self._seat = b, seat

    def __bool__(self) -> bool:
        return self._seat not in self._b.posing

    def next(self, parts: Sequence[str]) -> Collection[str]:
        return m.GESTURES if self and not parts else ()

    def finish(self, parts: Sequence[str]) -> m.Gesture | str:
        return m.Gesture(*parts) if parts else "Choose a gesture."

    def refusal(self, move: Move) -> str | None:
        return None if self and move.parts[0] in m.GESTURES else self.why_not_here((), move.parts[0])

    def why_not_here(self, parts: Sequence[str], part: object) -> str:
        return "Choose a gesture from the list." if self else "Slow down: a gesture now and then is enough."
