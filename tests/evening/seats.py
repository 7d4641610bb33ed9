"""Who sits, who waits and who leaves, followed beside the program."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.table.night_state import MOST_SEATS
from bot.table.session import Session
from bot.table.state import CLOSED, DEAL

from .law import Law

if TYPE_CHECKING:
    from .evening import Evening

LEAVES = re.compile("leave|erase|remove|stay|close|end|take", re.I)
"""What somebody does who gives up a place, or whom others put out of one."""


class Seen(NamedTuple):
    """Who was at a table."""

    seated: dict[int, bool]
    """By user, whether they leave when the deal is over."""
    queue: list[int]
    deal: int
    phase: str
    kept: frozenset[int]
    """For whom a seat is kept at a night."""

    @classmethod
    def of(cls, session: Session) -> Seen:
        chairs = [chair for chair in session.table.chairs if chair.user is not None]
        seated = {chair.user: chair.leaving for chair in chairs if chair.user is not None}
        table, night = session.table, session.table.night
        kept = frozenset(night.expected if night is not None else ())
        return cls(seated, [user for user, *_ in table.queue], table.deals_begun, table.phase, kept)


class Seats(Law):
    """The first in the queue sits down first, and nobody before them but guests for whom a seat is kept; players who
    wanted to leave are gone when the deal is over, and nobody else gets up in the middle of one; one person has one
    chair."""

    name = "seats"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._last: dict[str, tuple[Seen, float]] = {}

    def born(self) -> None:
        self._last.clear()

    def after(self, session: Session) -> None:
        now = Seen.of(session)
        users = [chair.user for chair in session.table.chairs if chair.user is not None]
        if len(users) > len({*users}):
            self.broken(f"somebody sits in two chairs of {session.table.game.slug}")
        if {*users} & now.kept or len(users) + len(now.kept) > MOST_SEATS:
            self.broken(f"seats are kept for {sorted(now.kept)} at a night at which {users} sit")
        if {*users} & {*now.queue}:
            self.broken(f"somebody sits at {session.table.game.slug} and waits for a seat there")
        if session.table.phase != DEAL and any(now.seated.values()):
            self.broken(f"the hand of {session.table.game.slug} is over, and whoever wanted to leave sits there still")
        if session.table.phase != CLOSED and (last := self._last.get(session.id)) is not None:
            self._follow(session, *last, now)
        self._last[session.id] = now, self.evening.loop.now

    def _follow(self, session: Session, was: Seen, since: float, now: Seen) -> None:
        new = [user for user in now.seated if user not in was.seated]
        for user in new:
            if user in was.kept:
                continue
            ahead = was.queue[: was.queue.index(user)] if user in was.queue else was.queue
            if passed := [other for other in ahead if other in now.queue and not self._acts(other, since)]:
                self.broken(
                    f"{self._named(user)} sits down at {session.table.game.slug} before {self._named(passed[0])}"
                )
        stay = [user for user in was.queue if user in now.queue and not self._acts(user, since)]
        if [user for user in now.queue if user in stay] != stay:
            self.broken(f"the queue at {session.table.game.slug} is in another order than it was")
        if (was.deal, was.phase, now.phase) == (now.deal, DEAL, DEAL):
            for user in was.seated:
                if user not in now.seated and not self._anybody(since):
                    self.broken(f"{self._named(user)} has got up at {session.table.game.slug} in the middle of a hand")

    def _named(self, user: int) -> str:
        return self.evening.name_of(user)

    def _acts(self, user: int, since: float) -> bool:
        """Whether somebody has lately done something by which a place is given up."""
        lines = [line for line in self.evening.story.lines[-80:] if line.at > since - 30]
        return any(line.text.startswith(self._named(user)) and LEAVES.search(line.text) for line in lines)

    def _anybody(self, since: float) -> bool:
        return any(self._acts(int(person.user), since) for person in self.evening.crowd.people)
