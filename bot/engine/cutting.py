"""Before the pack has an order: who cuts, and the notes that anybody may add (rules/dealing.md, sections 3 and 5).

The secret is drawn and its commit is public by now; what players add here is mixed in, and only then is the pack
shuffled. It is played before every deal from a fresh pack, so games need not speak of it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from .asks import CLOCK, Ask, LogEntry, Script
from .events import Event
from .facts import CUTTER, PACK, TO_CUT
from .offers import Move, Naming, Offer, OneOf, Only
from .options import choice, number
from .piles import Seat
from .state import State
from .table import DealTable

LONGEST_NOTE: Final = 64
ASLEEP: Final = 2
"""A cutter who has let this many cuts in a row lapse is not waited for."""


@dataclass(frozen=True, kw_only=True)
class Dealing:
    """What every game's options say about the deal."""

    cut: str = choice("request", "offer", "off", help="who cuts: a player who asks to, always somebody, nobody")
    cutter: str = choice(
        "right", "any", "host", help="who may cut: the dealer's right, the first who presses, or the host"
    )
    cut_window: int = number(12, 5, 60, "seconds to cut in")
    proof: str = choice("auto", "deal", "match", help="when the secret of a shuffle is published")

    def said(self, name: str) -> str | None:
        """An option in words for people; None if its name and value do."""
        match name:
            case "cut":
                return {"request": "players cut if they ask", "offer": "somebody cuts each pack", "off": "nobody cuts"}[
                    self.cut
                ]
            case "cutter" | "cut_window" if self.cut == "off":
                return ""
            case "cutter":
                by = {"right": "the dealer's right cuts first", "any": "anybody may cut", "host": "the host cuts"}
                return by[self.cutter]
            case "cut_window":
                return f"{self.cut_window} seconds to cut"
            case "proof":
                return "" if self.proof == "auto" else f"the shuffle's secret is told after the {self.proof}"
            case _:
                return None


class Cut(Move):
    """How many cards go from the top to the bottom."""

    position: int


class LetDealerCut(Move):
    """No cut of one's own."""


class Note(Move):
    """A few words that are mixed into the shuffle. The last of a seat counts."""

    text: str


class Noted(Event, says="{seat:has} added a note."):
    seat: Seat


class WasCut(Event, says="{seat} cut at {position}."):
    seat: Seat
    position: int


class _AnyText(Collection[str]):
    """Every short text is a choice; none can be listed."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and text == as_note(text)

    def __iter__(self) -> Iterator[str]:
        return iter(("good luck", "lucky seven"))

    def __len__(self) -> int:
        return 2


def as_note(text: str) -> str:
    """A note as it is counted: trimmed, composed, and not too long."""
    return unicodedata.normalize("NFC", text.strip())[:LONGEST_NOTE]


class Notes(Offer[Note, str]):
    """Any short text; an empty one takes the note back."""

    kind = Note
    optional = True
    free_text = True

    def next(self, parts: Sequence[str]) -> Collection[str]:
        return () if parts else _AnyText()

    def finish(self, parts: Sequence[str]) -> Note | str:
        return Note(as_note(parts[0])) if parts else "Write a note."

    def as_typed(self, text: str) -> str:
        return as_note(text)

    def why_not_here(self, parts: Sequence[str], part: object) -> str:
        return f"A note has {LONGEST_NOTE} characters at most."


def cutter_of(state: State, options: object) -> Seat | None:
    """Who is asked to cut; None if the first to act may, or nobody."""
    wish = getattr(options, "cut", "off")
    if wish == "request":
        return state.asked_to_cut
    cutter = getattr(options, "cutter", "any")
    if wish == "off" or state.dealer is None or cutter == "any":
        return None
    around = ((state.dealer - n) % state.seats for n in range(1, state.seats + 1))
    right = next((s for s in around if s not in state.away), None)
    return state.host if cutter == "host" and state.host not in state.away else right


def the_cut(t: DealTable) -> Script:
    """Ask for a cut and gather notes; at the end of the window the dealer cuts."""
    options = cast("Dealing", t.options)
    wish = getattr(options, "cut", "off")  # a toy's options need not say anything of the deal
    if wish == "off" or not t.shuffles:
        return
    cutter = cutter_of(t.state, options)
    if (cutter is None and wish == "request") or (cutter is not None and t.missed_cuts[cutter] >= ASLEEP):
        return
    cutters = [cutter] if cutter is not None else t.present
    if cutter is not None:
        t.note(CUTTER, cutter)
    t.note(TO_CUT, frozenset(cutters))
    t.note(PACK, t.pack_size)
    row, notes = yield from _until_cut(t, cutter, _cut_offers(t, cutter), options.cut_window)
    if cutter is not None:
        t.missed_cuts[cutter] = t.missed_cuts[cutter] + 1 if row.lapsed else 0
    at = row.move.position if isinstance(row.move, Cut) else None
    by = row.seat if at is not None and row.seat != CLOCK else None
    t.contributions = {"by": by, "cut": at, "notes": [[s, text] for s, text in sorted(notes.items()) if text]}
    if by is not None and at is not None:
        t.tell(WasCut(by, at))
    t.forget(TO_CUT, CUTTER, PACK)


def _cut_offers(t: DealTable, cutter: Seat | None) -> dict[Seat, list[Offer]]:
    """By seat: to cut or to let the dealer do it, for the cutter alone, or for everybody if nobody is asked; and to
    add a note."""
    notes = Notes()
    cut = OneOf(Cut, range(1, t.pack_size), f"Cut between 1 and {t.pack_size - 1}.")
    decline = Only(LetDealerCut())
    if cutter is None:
        cut.optional, decline.optional = True, True
        return {s: [cut, decline, notes] for s in t.present}
    whose = Naming(f"It is {{{cutter}}}'s cut.")
    others = [OneOf(Cut, (), whose), Only(LetDealerCut(), whose)]
    return {s: [cut, decline, notes] if s == cutter else [*others, notes] for s in t.present}


def _until_cut(
    t: DealTable, cutter: Seat | None, offers: Mapping[Seat, Sequence[Offer]], seconds: int
) -> Generator[Ask, LogEntry, tuple[LogEntry, dict[Seat, str]]]:
    """Gather notes until somebody cuts or lets the dealer cut, or the window closes: what came, and the last note of
    each seat."""
    waits = (cutter,) if cutter is not None else ()
    until = t.now + seconds * 1000
    notes: dict[Seat, str] = {}
    while True:
        timer = None if waits else (until, LetDealerCut())
        row = yield Ask(
            offers, waits, timer, dict.fromkeys(waits, LetDealerCut()), seconds, may_be_ignored=True
        )  # fmt: skip
        if not isinstance(row.move, Note):
            return row, notes
        notes[row.seat] = row.move.text
        t.tell(Noted(row.seat))
