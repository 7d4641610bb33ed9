"""A law of the evenings: what it is told, and how it sees the records."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.host.room import Room
from bot.store import tables
from bot.store.store import Store
from bot.table import restore
from bot.table.session import Services, Session

if TYPE_CHECKING:
    from .evening import Evening
    from .followed import Sent

SOON = 2.0
"""How long after a table's last change it must have been published, in seconds."""
RECOVERS = 20.0
"""How long it may take to show all tables after an outage, in seconds."""
QUIET = 15.0
"""How long after a table's last change Discord must show it as the store has it, in seconds."""
ANSWERS = 20.0
"""How long an answer may take, in seconds: it is tried again if Discord does not take it at once."""
CALM = 70.0
"""How long after the last thing that went wrong."""


class Stored(Store):
    """The records as they are; a restore that would write to them has found something wrong."""

    def __init__(self, file: Any) -> None:
        self.db = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)
        self._reader: Any = self

    async def read(self, query: Any, *args: Any, **more: Any) -> Any:
        return query(self.db, *args, **more)

    async def commit(self, work: Any) -> None:
        raise WouldVoid


class WouldVoid(Exception):
    """A deal cannot be restored."""


def at_once(coroutine: Any) -> Any:
    """The result of a coroutine that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits for something")


class Law:
    """One thing that must hold. A law sees each change that is stored, each table that has been quiet for a while, and
    every transaction."""

    name = ""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def broken(self, what: object) -> None:
        self.evening.story.break_law(self.name, str(what)[:400])

    @property
    def room(self) -> Room:
        return self.evening.bot.room

    def born(self) -> None:
        """The bot has been killed, and another one is to start."""

    def committed(self, db: sqlite3.Connection) -> None:
        """A transaction is on the disk; nobody knows it yet."""

    def after(self, session: Session) -> None:
        """A change of this table is stored, and nothing of it is under way."""

    def soon(self, session: Session) -> None:
        """A change has been stored a moment ago, and no other one has followed it."""

    def quiet(self, session: Session) -> None:
        """Nothing has happened at this table for a while, and nothing has gone wrong."""

    def told(self, sent: Sent) -> None:
        """A message about a night has come."""

    def nights_rest(self) -> None:
        """Nothing has happened to the nights ahead for a while, nothing is due for them, and nothing has gone wrong."""

    def over(self) -> None:
        """The evening is over, and everything has come to rest."""


def restored(room: Room, stored: Stored, session: Session) -> Session | None:
    """The table as a new process would find it; None if no open one is stored. Raises WouldVoid."""
    services = Services(stored, room.time, None, None, None)  # type: ignore[arg-type]
    kept = at_once(stored.read(tables.load_table, session.id))
    if kept is None or kept.status == "closed":
        return None
    return Session(services, at_once(restore.read_again(replace(session.table), stored)))
