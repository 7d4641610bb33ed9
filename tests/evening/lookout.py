"""When the laws look: after each change that is stored, and when a table has been quiet for a while."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.host.room import Room
from bot.table.session import Session
from bot.table.state import CLOSED

from .forks import Aside
from .law import CALM, QUIET, RECOVERS, SOON

if TYPE_CHECKING:
    from .evening import Evening


class Lookout:
    """Notices, after each turn of the loop, which tables have changed, and which have been quiet for long enough."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._seen: dict[str, int] = {}
        self._soon: dict[str, float] = {}
        self._quiet: dict[str, float] = {}
        self._news = False
        self.outage = -RECOVERS
        """When there was an outage last, or tables did not yet account for one."""
        self._nights_rest: float | None = None
        """When the nights ahead will have been left alone for a while."""
        self._lag = 0
        """By how much the tables were behind then."""

    def born(self) -> None:
        self._lag = 0
        self._seen.clear()
        self._soon.clear()
        self._quiet.clear()
        self._nights_rest = self._evening.loop.now + QUIET

    def committed(self, db: sqlite3.Connection) -> None:
        self._news = True
        if self._evening.followed.committed(db):
            self._evening.changes += 1
            self._nights_rest = self._evening.loop.now + QUIET
        for law in self._evening.laws:
            law.committed(db)

    def after_turn(self) -> None:
        with suppress(Aside):
            self._look()

    def _look(self) -> None:
        evening = self._evening
        if (room := getattr(evening.bot, "room", None)) is None:
            return
        if (lag := room.time.shards[0].lag) != self._lag:
            self._lag, self.outage = lag, evening.loop.now
        if self._news:
            self._news = False
            self._changes(room)
        if evening.loop.turns % 20:
            return
        if self._nights_rest is not None and evening.loop.now > self._nights_rest:
            self._nights(room)
        if not self._quiet:
            return
        if room.time.offline or any(session.table.behind for session in room.sessions.values()):
            self.outage = evening.loop.now
        if evening.loop.now > self.outage + RECOVERS:
            for id, at in [(i, at) for i, at in self._soon.items() if at <= evening.loop.now]:
                if (
                    (session := room.sessions.get(id)) is not None
                    and session.commits._beside
                    and evening.loop.now < at + SOON
                ):
                    continue  # something is on its way to the screen just now
                del self._soon[id]
                if (session := self._unchanged(room, id)) is not None:
                    for law in evening.laws:
                        law.soon(session)
            for id in [i for i, at in self._quiet.items() if at <= evening.loop.now]:
                self._rested(room, id)

    def _nights(self, room: Room) -> None:
        """The nights ahead have been left alone for a while; what has just become due is given time, too."""
        evening = self._evening
        wrong = max(evening.last_fault + CALM, self.outage + RECOVERS)
        soon = evening.stored.db.execute("SELECT max(at) FROM night_plans WHERE at <= ?", (evening.followed.now,))
        (at,) = soon.fetchone()
        at = None if at is None else evening.followed.now if at < 1000 else at  # which is at once
        due = (at or 0) / 1000 - evening.loop.wall() + evening.loop.now
        if room.time.offline or evening.loop.now < max(wrong, due + QUIET):
            self._nights_rest = max(wrong, due + QUIET, evening.loop.now + QUIET)
            return
        self._nights_rest = None
        for law in evening.laws:
            law.nights_rest()

    def _changes(self, room: Room) -> None:
        evening = self._evening
        for session in [*room.sessions.values()]:
            if self._seen.setdefault(session.id, session.table.version) == session.table.version:
                continue
            lost = session.table.time.lost or session.table.behind
            if not session.commits.quiet or session.commits.lock.locked() or session.table.phase == CLOSED or lost:
                self._news = True  # while its server is away, everything due there is put off from moment to moment
                continue
            evening.changes += 1
            self._seen[session.id] = session.table.version
            self._soon[session.id] = evening.loop.now + SOON
            self._quiet[session.id] = evening.loop.now + QUIET
            for law in evening.laws:
                law.after(session)

    def _rested(self, room: Room, id: str) -> None:
        evening = self._evening
        if evening.loop.now - evening.last_fault < CALM or room.time.offline:
            self._quiet[id] = evening.loop.now + QUIET
            return
        del self._quiet[id]
        if (session := self._unchanged(room, id)) is not None:
            for law in evening.laws:
                law.quiet(session)

    def _unchanged(self, room: Room, id: str) -> Session | None:
        """The table, if nothing has happened there since it was looked at."""
        session = room.sessions.get(id)
        if (
            session is None
            or not session.commits.quiet
            or session.table.behind
            or session.table.time.offline
            or session.table.version != self._seen.get(id)
            or session.commits.lock.locked()
        ):
            return None
        return session
