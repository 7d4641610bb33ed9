"""The agreement before a hand: each pair settles on a signal, on a pad that only the two of them see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from bot.engine.asks import Script, anyone
from bot.engine.facts import READY, SeatFact
from bot.engine.offers import Offer, OneOf, Only, Text
from bot.engine.piles import Seat
from bot.games.cash.moves import CashTable

from .facts import BEGINS, SIGNAL, STAGE
from .moves import GESTURES, Accept, Begin, Cash, Counter, Gesture, Grab, Pass, Phrase, Ready, Refresh, Sign

PAD: SeatFact[Pad] = SeatFact("pad of {}")

FIRST_MS, BETWEEN_MS = 90_000, 30_000
COMMON = {"ok", "okay", "lol", "yes", "no", "hi", "hey", "haha", "nice", "wow", "good", "well", "hm", "hmm", "xd"}
"""Words that fall in any chat (ruling 11)."""


class Pad(NamedTuple):
    """What a pair is settling on."""

    version: int = 0
    gestures: tuple[str, ...] = ()
    phrase: str = ""
    accepted: frozenset[Seat] = frozenset()

    @property
    def careless(self) -> bool:
        """Whether the signal could happen by accident (ruling 11)."""
        return len(self.gestures) == 1 or self.phrase.strip(" .!?").lower() in COMMON


def pair_of(seat: Seat, seats: int) -> frozenset[Seat]:
    """A seat and its partner across the table."""
    return frozenset({seat, partner_of(seat, seats)})


def partner_of(seat: Seat, seats: int) -> Seat:
    """Partners never sit side by side (rules/cash.md, "Setup")."""
    return (seat + seats // 2) % seats


class Code(Offer[Sign, str]):
    """One to three gestures, in order."""

    kind = Sign
    optional = True

    def next(self, parts: Sequence[str]) -> Sequence[str]:
        return GESTURES if len(parts) < 3 else ()

    def finish(self, parts: Sequence[str]) -> Sign | str:
        return Sign(tuple(parts)) if parts else "Choose one to three gestures."

    def why_not_here(self, parts: Sequence[str], part: object) -> str:
        return "A code has three gestures at most." if len(parts) == 3 else "Choose a gesture from the list."


NOT_YET = [
    *(Only(move, "Nobody holds cards yet.") for move in (Cash(), Counter(), Pass(), Refresh())),
    OneOf(Grab, (), "There is no board yet."),
    OneOf(Gesture, (), "Nobody holds cards yet: agree on a signal first."),
]
"""What is tried too early."""


def agreement(t: CashTable) -> Script:
    """Until all are ready, or the time is over; what both of a pair have accepted is agreed."""
    pads = {pair_of(p, t.seats): kept(t, pair_of(p, t.seats)) for p in range(t.seats // 2)}
    ready: set[Seat] = set()
    ends = t.now + (BETWEEN_MS if t.state.number else FIRST_MS), Begin()
    t.note(STAGE, "agreement")
    t.note(BEGINS, ends[0])
    write: list[Offer] = [Code()]
    if t.options.signals == "free":
        write.append(Text(Phrase, 200, "Write a signal in up to 200 characters."))
    done = {p: Only(Ready(), partial(ready_already, ready, p)) for p in range(t.seats)}
    accept: dict[Seat, Offer] = {}

    def write_down(pair: frozenset[Seat], pad: Pad) -> None:
        if pad.version != pads[pair].version:
            accept.update({p: Only(Accept(pad.version), partial(accepted_already, pads, pair, p)) for p in pair})
        pads[pair] = pad
        t.note(PAD.of(min(pair)), pad, pair)

    for pair, pad in pads.items():
        t.note(PAD.of(min(pair)), pad, pair)
    while len(ready) < t.seats:
        t.note(READY, frozenset(ready))
        offers = {p: [*write, *([accept[p]] if p in accept else []), done[p], *NOT_YET] for p in range(t.seats)}
        row = yield from anyone(offers, ends)
        pair = pair_of(row.seat, t.seats)
        match row.move:
            case Begin():
                break
            case Ready():
                ready.add(row.seat)
            case Accept():
                write_down(pair, pads[pair]._replace(accepted=pads[pair].accepted | {row.seat}))
            case Sign(gestures):
                write_down(pair, Pad(pads[pair].version + 1, gestures, pads[pair].phrase, frozenset({row.seat})))
            case Phrase(text):
                write_down(pair, Pad(pads[pair].version + 1, pads[pair].gestures, text, frozenset({row.seat})))
            case _:
                pass  # there is nothing else on offer
    t.forget(READY, BEGINS, *(PAD.of(min(pair)) for pair in pads))
    for pair, pad in pads.items():
        if pad.accepted == pair:
            t.remember(SIGNAL.of(min(pair)), "\n".join([" ".join(pad.gestures), pad.phrase]), pair)


def ready_already(ready: set[Seat], seat: Seat) -> str | None:
    return "You are ready already; the others need a moment." if seat in ready else None


def accepted_already(pads: dict[frozenset[Seat], Pad], pair: frozenset[Seat], seat: Seat) -> str | None:
    return "You have agreed to this already." if seat in pads[pair].accepted else None


def kept(t: CashTable, pair: frozenset[Seat]) -> Pad:
    """What this pair agreed on before an earlier hand, unless one of them is new here."""
    signal = SIGNAL.of(min(pair))
    if pair & t.state.fresh:
        t.forget(signal)
    text = t.fact(signal, None)
    if text is None:
        return Pad()
    gestures, _, phrase = text.partition("\n")
    return Pad(1, tuple(gestures.split()), phrase, pair)
