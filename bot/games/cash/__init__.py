"""Cash: partners collect four of a kind by swapping cards with a board, all at once, and tell each other in secret.

Four, six or eight players in partnerships of two, four cards each and four face up in the middle. A player who believes
that their partner has four of a kind calls "Cash!"; one who believes it of an opponent calls "Counter cash!". See
rules/cash.md. Where players differ, this house holds that

- a call is for the partner's hand, never for one's own (ruling 1), and a counter looks at opponents only (ruling 2);
- a touch is an entitlement: the card is yours if you throw one down in time, one card at a time (ruling 7);
- with three or four pairs a good cash beats all others, a good counter costs those caught, a wrong call its caller
  (ruling 3); the cleared boards never come back, so the last board is followed by a real deal (rulings 4, 5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.engine.asks import CLOCK, LogEntry, Script, anyone
from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.piles import Pile, Seat
from bot.engine.state import Outcome, Standing
from bot.engine.traits import Partnership, RealTime, WithHouse
from bot.games.cash.moves import CashTable

from . import moves as m
from .board import Board, calls, until_called
from .facts import SIGNAL, STAGE
from .moves import Carried, Options
from .pads import agreement, pair_of, partner_of


class Judged(NamedTuple):
    """What a call is worth."""

    right: bool
    won: frozenset[Seat]
    lost: frozenset[Seat]


def cash(t: CashTable) -> Script:
    """A hand: agree on signals, swap with the board, call; letters for those who lose."""
    yield from agreement(t)
    began = t.now
    b = Board(t)
    row = yield from until_called(b)
    if row is not None:
        row = yield from call_that_stands(t, b, row)
    over(t, b, row, (t.now - began) // 1000)


def call_that_stands(t: CashTable, b: Board, first: LogEntry) -> Script[LogEntry]:
    """The first call stops everything; of those in one window the earliest stands, whatever came in first."""
    offers = {p: calls(t, p) for p in b.hands}
    t.note(STAGE, "called")
    rows, closes = [first], (first.at + t.options.fair_window_ms, m.Stands())
    while (row := (yield from anyone(offers, closes))).seat != CLOCK:
        rows.append(row)
    earliest = min(r.pressed for r in rows)
    tied = {r.seat: r for r in reversed(rows) if r.pressed == earliest}
    return b.lot([tied[p] for p in sorted(tied)])


def over(t: CashTable, b: Board, row: LogEntry | None, seconds: int) -> None:
    """All hands are shown and judged, and the match may be over."""
    for hand in b.hands.values():
        t.open(hand)
    t.note(STAGE, "over")
    fours = tuple(p for p, hand in b.hands.items() if four_of_a_kind(hand))
    named = row.move.team if row and isinstance(row.move, m.Counter) else None
    is_cash = row is not None and isinstance(row.move, m.Cash)
    judged = Judged(True, frozenset(), frozenset())
    if row is not None:
        t.tell(m.Called(row.seat, is_cash, named))
        judged = judge(row.seat, is_cash, fours, t.seats, named)
        t.count(row.seat, f"{'good' if judged.right else 'wrong'} {'cashes' if is_cash else 'counters'}")
    for p in b.hands:
        t.count(p, "hands")
        t.count(p, "seconds", seconds)
        if row is None:
            t.count(p, "real deals")
        if p in judged.lost and t.options.letters:
            t.scores[p] += 1
    t.carried = Carried((t.carried or Carried()).gave_away + tuple((p, last_gestures(t, p)) for p in fours))
    caller = row.seat if row else None
    won, lost = tuple(sorted(judged.won)), tuple(sorted(judged.lost))
    t.tell(m.HandOver(caller, is_cash, judged.right, fours, won, lost, tuple(t.scores), seconds))
    if not t.options.letters:
        end_match(t, single(judged, t.seats))
    elif max(t.scores) >= len(t.options.word):
        end_match(t, standings(t.scores, len(t.options.word)))


def end_match(t: CashTable, places: Iterable[Standing]) -> None:
    """The pads are wiped; before that they are published, where the table wants it."""
    if t.options.reveal_codes:
        codes = tuple((p, t.fact(SIGNAL.of(p))) for p in range(t.seats // 2) if t.has(SIGNAL.of(p)))
        t.tell(m.CodesRevealed(codes))
    t.end_match(places)


# ---- judging -----------------------------------------------------------------------------------------


def four_of_a_kind(hand: Pile | Collection[Card]) -> bool:
    return len(hand) == 4 and len({c.rank for c in hand}) == 1


def judge(caller: Seat, is_cash: bool, fours: Sequence[Seat], seats: int, named: Seat | None = None) -> Judged:
    """Only the hands decide: whether a signal was sent, or seen, is never tested (rules/cash.md, "End of hand")."""
    own, everybody = pair_of(caller, seats), frozenset(range(seats))
    if is_cash:
        right = partner_of(caller, seats) in fours
        return Judged(right, own, everybody - own) if right else Judged(right, everybody - own, own)
    caught = frozenset(p for four in fours if four not in own for p in pair_of(four, seats))
    if named is not None:
        caught &= pair_of(named, seats)
    return Judged(True, own, caught) if caught else Judged(False, everybody - own, own)


def standings(letters: Sequence[int], word: int) -> list[Standing]:
    """Completing the word loses; the fewest letters win, and partnerships in between draw."""
    fewest = min(letters)
    places = sorted(letters)
    return [
        Standing(p, places.index(n) + 1, "L" if n >= word else "W" if n == fewest else "D")
        for p, n in enumerate(letters)
    ]


def single(judged: Judged, seats: int) -> list[Standing]:
    """A hand that is a game of its own. Neither won nor lost, and a real deal, are draws."""
    outcome: dict[Seat, Outcome] = {**dict.fromkeys(judged.lost, "L"), **dict.fromkeys(judged.won, "W")}
    above = [len(judged.won) + 1 if judged.won else 1, seats - len(judged.lost) + 1]
    return [
        Standing(p, 1 if p in judged.won else above[1] if p in judged.lost else above[0], outcome.get(p, "D"))
        for p in range(seats)
    ]


def last_gestures(t: CashTable, seat: Seat, n: int = 3) -> tuple[str, ...]:
    """What a seat did last before the call."""
    return tuple(e.gesture for e, _ in t.events if isinstance(e, m.Gestured) and e.seat == seat)[-n:]


def unfit(options: Options, seats: int) -> str | None:
    """Two red and two black cards make two pairs."""
    if options.teams == "cards" and seats != 4:
        return "By cards only four can be paired: choose random or chosen teams."
    return None


def with_house(options: Options) -> Options:
    """A house player follows gestures only."""
    return replace(options, signals="gestures")


def recall(events: Sequence[Event]) -> dict[str, list[int]]:
    """Who has called, whether it was CASH and right, who lost, and the letters of all then; nothing of a real deal."""
    over = next((event for event in reversed(events) if isinstance(event, m.HandOver)), None)
    if over is None or over.caller is None:
        return {}
    return {
        "call": [over.caller, int(over.cash), int(over.right)], "lost": [*over.lost], "letters": [*over.letters],
    }  # fmt: skip


CASH = Game(
    slug="cash",
    title="Cash",
    seats=range(4, 9, 2),
    options=Options,
    deal=cash,
    moves=m.PLAYERS + m.CLOCKS,
    aliases=("kemps", "kent"),
    proof="match",
    carried=Carried,
    notable=lambda events: int(any(isinstance(event, m.HandOver) and event.fours for event in events)),
    recall=recall,
    lowest_wins=True,
    traits=(Partnership[Options](chosen=lambda options: options.teams == "chosen"), RealTime(), WithHouse(with_house)),
    unfit=unfit,
    lengths={USUAL: Length((6, 6)), SHORT: Length((1, 1), {"letters": "no"})},
)
