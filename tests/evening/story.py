"""The log of an evening, and how a plan that breaks a law is made shorter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, NamedTuple, TextIO

MOST_OF_ONE_LAW = 4


@dataclass(frozen=True)
class Plan:
    """Everything that decides an evening: the seed, and what is left out of it."""

    seed: int
    changes: int = 300
    games: tuple[str, ...] = ()
    """Which games are opened, by slug, perhaps with options (`cash:teams=chosen`); any, if there are none."""
    compare: int = 1
    """A restore is compared after each this many changes; 0 never."""
    without: frozenset[str] = frozenset()
    """People, acts of people, and kinds of mishap that do not happen."""
    only: tuple[tuple[str, str], ...] = ()
    """Facts of the evening that the seed does not decide, as `kills=0`."""
    until: str = ""
    """The evening ends when this law is broken."""
    plant: str = ""
    """A crack that is put into the program on purpose: see `planted`."""
    log: str = ""
    """The level from which on the bot's own log is printed."""
    trace: str = ""
    """A file for everything that goes over the wire."""


class Broken(NamedTuple):
    """A law that did not hold."""

    law: str
    what: str
    at: float
    """Seconds of the evening."""


class Line(NamedTuple):
    at: float
    key: str
    """What of the plan has brought it about, so that it can be left out."""
    text: str


@dataclass
class Story:
    """An evening as it happened."""

    now: Callable[[], float]
    lines: list[Line] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    trace_file: TextIO | None = None

    def __post_init__(self) -> None:
        self._trace = sha256()
        self._known: set[tuple[str, str]] = set()

    def tell(self, key: str, text: str) -> None:
        """Something has happened that a person understands."""
        self.lines.append(Line(self.now(), key, text))

    def note(self, *what: Any) -> None:
        """Something went over the wire."""
        line = f"{self.now():.6f} " + " ".join(map(str, what))
        self._trace.update(line.encode())
        if self.trace_file is not None:
            print(line, file=self.trace_file)

    def break_law(self, law: str, what: str) -> None:
        """Said once for each law and sentence, and no more often than a reader wants to hear it."""
        if (law, what) not in self._known and sum(known == law for known, _ in self._known) < MOST_OF_ONE_LAW:
            self._known.add((law, what))
            self.broken.append(Broken(law, what, self.now()))
            self.tell("", f"!! {law}: {what}")

    @property
    def trace(self) -> str:
        """A digest of everything that went over the wire."""
        return self._trace.hexdigest()


@dataclass(frozen=True)
class Outcome:
    """What came of an evening: plain data, for it was played in a process of its own."""

    seed: int
    changes: int
    seconds: float
    """Virtual ones."""
    spent: float
    """Seconds of a core."""
    compared: int
    presses: int
    calls: int
    turns: int
    trace: str
    broken: Sequence[Broken]
    lines: Sequence[Line]


def shortened(plan: Plan, play: Callable[[Plan], Outcome], most: int = 150) -> tuple[Plan, Outcome]:
    """The plan without everything that its first broken law does not need, within a number of tries."""
    outcome, tries = play(plan), 0
    if not outcome.broken:
        return plan, outcome
    law = plan.until or outcome.broken[0].law

    def still(without: Iterable[str]) -> bool:
        nonlocal plan, outcome, tries
        if tries >= most:
            return False
        tries += 1
        tried = replace(plan, without=plan.without | {*without})
        again = play(tried)
        if not any(broken.law == law for broken in again.broken):
            return False
        plan, outcome = tried, again
        return True

    for key in ("faults of calls", "faults of the disk", "stalls", "doubles", "odd events", "lulls"):
        still([key])
    for keys in (_mishaps, _names, _acts):
        _leave_out(still, lambda keys=keys: keys(outcome))
    return plan, outcome


def _leave_out(still: Callable[[Iterable[str]], bool], keys: Callable[[], list[str]]) -> None:
    """Halves, quarters, eighths, … of the plan, as long as something can be left out."""
    size = max(1, len(keys()) // 2)
    while True:
        found, place = keys(), 0
        while place < len(found):
            if still(found[place : place + size]):
                found = keys()
            else:
                place += size
        if size == 1:
            return
        size //= 2


def _before(outcome: Outcome) -> list[str]:
    end = outcome.broken[0].at
    return [*dict.fromkeys(line.key for line in outcome.lines if line.key and line.at <= end)]


def _mishaps(outcome: Outcome) -> list[str]:
    return [key for key in _before(outcome) if key.startswith("mishap")]


def _acts(outcome: Outcome) -> list[str]:
    return [key for key in _before(outcome) if not key.startswith("mishap")]


def _names(outcome: Outcome) -> list[str]:
    return [*dict.fromkeys(key.rpartition(" ")[0] for key in _acts(outcome))]
