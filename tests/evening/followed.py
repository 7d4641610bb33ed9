"""Nights ahead as they are followed beside the program: what the records say after each commit, and what was sent."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from bot.local.payloads import JSON
from bot.local.world import Event
from bot.store import Night, nights, prefs, settings
from bot.store.guests import GuestList, guests
from bot.store.nights import EARLY_MS, HOUR_MS
from bot.table.names import escaped
from bot.table.settings import Settings

if TYPE_CHECKING:
    from .evening import Evening

TEXTS = (
    ("reminder", re.compile(r"(?P<name>\*\*.+\*\*) begins <t:(?P<at>\d+):R>, <t:(?P=at):F>")),
    ("call", re.compile(r"(?P<name>\*\*.+\*\*) begins, in <#\d+>: press \*\*Join")),
    ("few", re.compile(r"here for (?P<name>\*\*.+\*\*)\. \*\*Play now")),
    ("few", re.compile(r"here yet for (?P<name>\*\*.+\*\*)\. \*\*Play now")),
    ("up", re.compile(r"^A place is free: you are in at (?P<name>\*\*.+\*\*), <t:(?P<at>\d+):F>")),
    ("again", re.compile(r"(?P<name>\*\*.+\*\*) comes again, <t:(?P<at>\d+):F>")),
    ("ask", re.compile(r" of (?P<name>\*\*.+\*\*) \(<t:(?P<at>\d+):F>\) was deleted\. The night")),
    ("ends", re.compile(r"^(?P<name>\*\*.+\*\*) has ended: ")),
    ("night", re.compile(r"^(?P<name>\*\*.+\*\*)(?: begins <t:(?P<at>\d+):F>|: which evening\?)")),
)
"""What a message about a night is for, and how it names the night and its time."""
FORGETS_MS = 90_000
"""For how long somebody may still be called as they wanted before: a message is written, and waits for its turn."""


class Sent(NamedTuple):
    """A message of the bot's that is about a night."""

    what: str
    night: str
    evening: int
    """Which evening of it was meant: a night that is moved to another evening begins anew."""
    channel: str
    alone: str | None
    """Whose direct messages it is in."""
    called: tuple[str, ...]
    """Whom Discord tells of it, by their user ids."""
    at: int
    """In ms by the bot's clock."""


class Since(NamedTuple):
    """How something has been since then, by the bot's clock in ms; and how it was before."""

    now: object
    since: int
    before: object = None

    def was(self, at: int, *like: object) -> bool:
        """Whether it was like one of these within a while before `at`."""
        return self.now in like or (at - self.since < FORGETS_MS and self.before in like)


class Followed:
    """What the laws know of nights ahead."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.nights: dict[str, Night] = {}
        self.stands: dict[str, Since] = {}
        """When each begins, as (starts, decides)."""
        self.status: dict[str, Since] = {}
        self.evening_of: dict[str, int] = defaultdict(int)
        self.guests: dict[tuple[str, str], Since] = {}
        """By night and user: where somebody who has pressed stands: coming, waiting, maybe, out, or None."""
        self.wants: dict[str, Since] = defaultdict(lambda: Since("channel", 0))
        """By user, where they want to be called."""
        self.settings = Since(Settings(), 0)
        self.sent: list[Sent] = []
        self.known: set[str] = set()
        evening.wire.world.listeners.append(self._hear)

    @property
    def now(self) -> int:
        """By the bot's clock, in ms."""
        return int(self._evening.loop.wall() * 1000)

    def committed(self, db: sqlite3.Connection) -> bool:
        """A transaction is on the disk. Returns whether anything about nights is another one than before."""
        now, before = self.now, (self.nights, dict(self.guests))
        self.nights = {night.id: night for night in nights.nights_by(db, "TRUE")}
        for id, night in self.nights.items():
            old, stands = self.nights_before(before[0], id), (night.starts, night.decides)
            if old is not None and not old.decides and abs(old.starts - night.starts) >= EARLY_MS:
                self.evening_of[id] += 1
            self._note(self.stands, id, stands, now)
            self._note(self.status, id, night.status, now)
            if night.status == "announced" or old is None or old.status == "announced":
                self._follow_guests(db, night, now)
        for (user,) in db.execute("SELECT DISTINCT user FROM prefs").fetchall():
            self._note(self.wants, str(user), prefs.of_person(db, user).get("nights", "channel"), now)
        (guild,) = self._evening.wire.world.guilds
        set_now = Settings.read(settings.of_server(db, int(guild)))
        if set_now != self.settings.now:
            self.settings = Since(set_now, now, self.settings.now)
        return before != (self.nights, self.guests)

    @staticmethod
    def nights_before(found: dict[str, Night], id: str) -> Night | None:
        """The night as it was."""
        return found.get(id)

    def _follow_guests(self, db: sqlite3.Connection, night: Night, now: int) -> None:
        found = GuestList.of(guests(db, night.id), night.most)
        there = {
            (night.id, str(guest.user)): where
            for where in ("coming", "waiting", "maybe", "out") for guest in getattr(found, where) if guest.pressed
        }  # fmt: skip
        for key in [*there, *(key for key in self.guests if key[0] == night.id and key not in there)]:
            self._note(self.guests, key, there.get(key), now)

    @staticmethod
    def _note(where: dict, key: object, value: object, now: int) -> None:
        old = where.get(key)
        if old is None or old.now != value:
            where[key] = Since(value, now, None if old is None else old.now)

    def _hear(self, event: Event) -> None:
        """A message of the bot's may be about a night."""
        message = event.d
        if event.t != "MESSAGE_CREATE" or message["author"]["id"] != self._evening.wire.world.bot_id:
            return
        if message["id"] in self.known or message["id"] in self._evening.wire.world.private:
            return
        for what, text in TEXTS:
            if (found := text.search(message["content"])) is not None:
                self.known.add(message["id"])
                named = found.groupdict()
                if (night := self._night(named["name"], named.get("at"))) is not None:
                    self._note_sent(what, night, message)
                return

    def _night(self, name: str, at: str | None) -> Night | None:
        """The night that is called so and begins then, in seconds since 1970; of several the one nearest to now."""
        found = [night for night in self.nights.values() if f"**{escaped(night.name)}**" == name]
        gone = ("over", "cancelled")
        return min(
            found,
            key=lambda n: (str(n.starts // 1000) != at, n.status in gone, abs(n.starts - self.now)),
            default=None,
        )

    def _note_sent(self, what: str, night: Night, message: JSON) -> None:
        if what == "reminder":
            what = "day" if night.starts - self.now > HOUR_MS else "hour"
        sent = self._read(what, night.id, message)
        self.sent.append(sent)
        for law in self._evening.laws:
            law.told(sent)

    def _read(self, what: str, night: str, message: JSON) -> Sent:
        channel = self._evening.wire.world.channels[message["channel_id"]]
        alone = channel["recipients"][0]["id"] if channel["type"] == 1 else None
        called = tuple(user["id"] for user in message["mentions"])
        return Sent(what, night, self.evening_of[night], message["channel_id"], alone, called, self.now)

    # ---- what laws ask -----------------------------------------------------------------------

    def called(self, what: str, night: str, evening: int) -> set[str]:
        """Who has been called by such messages, in a channel or alone."""
        found = [s for s in self.sent if (s.what, s.night, s.evening) == (what, night, evening)]
        return {user for sent in found for user in (*sent.called, *([sent.alone] if sent.alone else []))}
