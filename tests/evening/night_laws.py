"""What must hold of nights ahead, each as a small class."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING

from bot.local import calendar
from bot.local.payloads import JSON
from bot.store import Night, guests, planned
from bot.store import series as series_store
from bot.store.guests import GuestList
from bot.store.nights import DAY_MS, FEW_MS, HOUR_MS
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.state import LOBBY

from .followed import Followed, Sent
from .law import Law

if TYPE_CHECKING:
    from .evening import Evening

SLACK_MS = 5_000
"""What happened this shortly before something was due may have come too late for it."""
TRIED_MS = 75_000
"""How long it takes until something is tried again."""
MENTION = re.compile(r"<@(\d+)>")


class NightLaw(Law):
    """A law of nights ahead: it looks when they have been left alone for a while, and at each message about them."""

    @property
    def of(self) -> Followed:
        return self.evening.followed

    def named(self, night: Night | str) -> str:
        """How a night is called in the story."""
        found = self.of.nights.get(night) if isinstance(night, str) else night
        return found.name if found is not None else str(night)


class OnceCalled(NightLaw):
    """Nobody reads a reminder, a call or a word twice for one evening: at most one a day before and one an hour before,
    one call to the table, and one word that too few have come."""

    name = "calls"

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._read: Counter[tuple[str, str, int, str]] = Counter()

    def told(self, sent: Sent) -> None:
        if sent.what not in ("day", "hour", "call", "few"):
            return
        evening = sent.evening if sent.what in planned.REMINDERS else 0
        for user in sent.called if sent.alone is None else (sent.alone,):
            key = sent.what, sent.night, evening, user
            self._read[key] += 1
            if self._read[key] > 1:
                who = self.evening.name_of(int(user))
                self.broken(f"{self.named(sent.night)}: {who} has read {sent.what!r} {self._read[key]} times")
        if sent.alone is None:
            key = sent.what, sent.night, evening, "all"
            self._read[key] += 1
            if self._read[key] > 1 and not sent.called:
                self.broken(f"{self.named(sent.night)}: {sent.what!r} stands there {self._read[key]} times")


class Pinged(NightLaw):
    """Discord tells nobody of a night who has not pressed, or who does not want it there: reminders, the call and the
    word go to those who are In (a day before to Maybe, too), each where they have asked for it; nothing else pings."""

    name = "pings"

    def told(self, sent: Sent) -> None:
        among = {"day": ("coming", "maybe"), "hour": ("coming",), "call": ("coming", "waiting"), "few": ("coming",)}
        for user in (*sent.called, *([sent.alone] if sent.alone else [])):
            who, what = self.evening.name_of(int(user)), f"{self.named(sent.night)}, {sent.what!r}"
            stands = self.of.guests.get((sent.night, user))
            if sent.alone is None and sent.what not in among:
                self.broken(f"{what}: {who} is told of it, and nobody should be")
            elif sent.what in among and (stands is None or not stands.was(sent.at, *among[sent.what])):
                self.broken(f"{what}: {who} is called, who stands at {stands and stands.now}")
            wants = self.of.wants[user]
            if not wants.was(sent.at, "dm" if sent.alone else "channel") and not (wants.was(sent.at, "dm")):
                self.broken(f"{what}: {who} is told of it {'alone' if sent.alone else 'there'}, and wants {wants.now}")


class Reminded(NightLaw):
    """A guest who was In early enough has been reminded, as long as a reminder is of use."""

    name = "reminders"

    def nights_rest(self) -> None:
        for night in self.of.nights.values():
            if night.status == "announced" and night.decides is None:
                self._look(night, "day", night.starts - DAY_MS, night.starts - HOUR_MS, ("coming", "maybe"))
                self._look(night, "hour", night.starts - HOUR_MS, night.starts, ("coming",))

    def _look(self, night: Night, what: str, due: int, until: int, among: tuple[str, ...]) -> None:
        of, early = self.of, due - SLACK_MS
        settings = of.settings.now
        assert isinstance(settings, Settings)
        if not due + SLACK_MS < of.now < until - SLACK_MS or of.stands[night.id].since > early:
            return
        if not (settings.night_reminders and settings.night_pings) or of.settings.since > early:
            return
        called = of.called(what, night.id, of.evening_of[night.id])
        for (id, user), stands in of.guests.items():
            wants = of.wants[user]
            early_enough = id == night.id and stands.now in among and max(stands.since, wants.since) < early
            if early_enough and wants.now != "never" and user not in called and self._there(user):
                who = self.evening.name_of(int(user))
                self.broken(f"{night.name}: {who} was not reminded ({what}), {(of.now - due) // 1000} s late")

    def _there(self, user: str) -> bool:
        (guild,) = self.evening.wire.world.guilds
        return user in self.evening.wire.world.members[guild]


class Opened(NightLaw):
    """A lobby opens at its time, or the announcement says why it does not; then those who are In have been called, and
    a quarter of an hour later it is said if too few have come. What has lapsed is announced no more."""

    name = "openings"

    def nights_rest(self) -> None:
        of = self.of
        for night in of.nights.values():
            since = max(night.starts, of.stands[night.id].since) + TRIED_MS
            late = night.status == "announced" and night.decides is None and of.now > since
            if late and not night.terms.get("trouble"):
                self.broken(f"{night.name} is not open {(of.now - since) // 1000} s after it was due: nothing is said")
            if night.status == "running" and of.status[night.id].before == "announced":
                self._called(night)

    def _called(self, night: Night) -> None:
        of, begun = self.of, self.of.status[night.id].since
        settings, session = of.settings.now, self.room.sessions.get(night.id)
        assert isinstance(settings, Settings)
        if session is None or session.table.night is None or not settings.night_pings or of.settings.since > begun:
            return
        sat, called = self.evening.followed_seats.get(night.id, set()), of.called("call", night.id, 0)
        called |= {user for n in range(1, of.evening_of[night.id] + 1) for user in of.called("call", night.id, n)}
        for (id, user), stands in of.guests.items():
            wants = of.wants[user]
            if id != night.id or stands.now not in ("coming", "waiting") or wants.since > begun - SLACK_MS:
                continue
            if wants.now != "never" and user not in sat and user not in called:
                self.broken(f"{night.name}: {self.evening.name_of(int(user))} was not called to its table")
        few = max(night.starts, begun) + FEW_MS
        if few + TRIED_MS < of.now < few + HOUR_MS and session.table.phase == LOBBY and session.table.deals_begun == 0:
            seated = sum(chair.user is not None for chair in session.table.chairs)
            if (
                seated < max(night.least, 2)
                and not sat
                and not any(s.what == "few" and s.night == night.id for s in of.sent)
            ):
                self.broken(f"{night.name}: nobody has been told that too few are there")


class Uninvited(NightLaw):
    """Nobody sits at a night who did not press **Join**, **Play now** or **Start** themselves, or type it."""

    name = "uninvited"
    SITS = re.compile(r":@?[!?]?@?(join|play|start|take|open-night|other-day)|^(table|night) (join|take|start)|^join")
    AGO = 120.0
    """How long before a table is first seen somebody may have pressed, in seconds."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self._since: dict[str, float] = {}

    def after(self, session: Session) -> None:
        if session.table.night is None:
            return
        since = self._since.setdefault(session.id, self.evening.loop.now - self.AGO)
        for chair in session.table.chairs:
            seen = self.evening.followed_seats.setdefault(session.id, set())
            if chair.user is None or str(chair.user) in seen:
                continue
            seen.add(str(chair.user))
            acts = [a for a in self.evening.crowd.acts if a.user == str(chair.user) and a.at >= since]
            if not any(self.SITS.search(act.what) for act in acts):
                self.broken(f"{session.table.night.name}: {self.evening.name_of(chair.user)} sits there unasked")


class Chips(NightLaw):
    """No chips are taken for a night from anybody who does not sit there."""

    name = "chips"
    _last = 0

    def committed(self, db: sqlite3.Connection) -> None:
        found = db.execute(
            "SELECT t.id, substr(t.key, 1, instr(t.key, ':') - 1), a.owner, p.amount, c.state FROM transfers t"
            " JOIN postings p ON p.transfer = t.id JOIN accounts a ON a.id = p.account"
            " JOIN card_tables c ON c.id = substr(t.key, 1, instr(t.key, ':') - 1) JOIN nights n ON n.id = c.id"
            " WHERE t.id > ? AND a.kind = 'member' AND p.amount < 0",
            (self._last,),
        ).fetchall()
        for id, table, owner, amount, state in found:
            self._last = max(self._last, id)
            if f'"user": {owner}' not in state and f'"user":{owner}' not in state:
                who = self.evening.name_of(int(owner))
                self.broken(f"{who} has paid {-amount} for {self.named(table)}, and does not sit there")


class Announcements(NightLaw):
    """An announcement says how its night is: each name under its word, in order; what has become of it; and buttons as
    long as it can be answered."""

    name = "announcements"
    WORDS = {"coming": "In", "waiting": "Waiting for a place", "maybe": "Maybe", "out": "Out"}  # noqa: RUF012

    def nights_rest(self) -> None:
        db = self.evening.stored.db
        for night in self.of.nights.values():
            if {"announce", "show"} & planned.of_night(db, night.id).keys():
                continue  # it is tried again: Discord takes few edits of a message that is older than an hour, say
            if night.announcement is None:
                if night.status == "announced" and not self._is_asked_about(night):
                    self.broken(f"{night.name} has no announcement")
                continue
            message = self.evening.wire.world.messages.get(str(night.announcement))
            if message is None:
                if night.status == "announced":
                    self.broken(f"the announcement of {night.name} that is noted is not there")
                continue
            for wrong in [*self._status(night, message), *self._list(night, message, db)]:
                self.broken(f"{night.name} ({night.status}): {wrong}: {message['content']!r:.250}")

    def _is_asked_about(self, night: Night) -> bool:
        return any(sent.what == "ask" and sent.night == night.id for sent in self.of.sent)

    def _status(self, night: Night, message: JSON) -> list[str]:
        says = {
            "running": "** is on",
            "over": "** is over",
            "cancelled": ("** is called off", "** did not begin", "** does not take place"),
        }
        text, wrong = message["content"], []
        stands = {id for id, (_, word) in enumerate(self._all(says)) if word in text.partition("\n")[0]}
        expected = {id for id, (status, _) in enumerate(self._all(says)) if status == night.status}
        if night.status == "announced":
            if stands:
                wrong.append("it says that it is not announced any more")
            shown = night.starts if night.decides is None else None
            if shown is not None and f"<t:{shown // 1000}:F>" not in text:
                wrong.append("it names another time")
        elif not stands or not stands <= expected:
            wrong.append("it says otherwise")
        if bool(message["components"]) != (night.status == "announced"):
            wrong.append("it has buttons, or lacks them")
        return wrong

    @staticmethod
    def _all(says: dict[str, str | tuple[str, ...]]) -> list[tuple[str, str]]:
        return [
            (status, word) for status, words in says.items()
            for word in ((words,) if isinstance(words, str) else words)
        ]  # fmt: skip

    def _list(self, night: Night, message: JSON, db: sqlite3.Connection) -> list[str]:
        lines, wrong = message["content"].splitlines(), list[str]()
        if night.decides is not None and night.status == "announced":
            for starts, people in guests.votes(db, night.id).items():
                line = next((line for line in lines if f"<t:{starts // 1000}:F>" in line), "")
                if sorted(MENTION.findall(line)) != sorted(str(user) for user, _ in people):
                    wrong.append(f"an evening suits {people}")
            return wrong
        found = GuestList.of(guests.guests(db, night.id), night.most)
        for where, word in self.WORDS.items():
            line = next((line for line in lines if line.startswith(f"**{word}** (")), "")
            names = [str(guest.user) for guest in getattr(found, where)]
            if MENTION.findall(line) != names or (names and f"({len(names)}" not in line):
                wrong.append(f"{word} are {[self.evening.name_of(int(user)) for user in names]}")
        return wrong


class Calendar(NightLaw):
    """The event in Discord's calendar is as its night is: at its time, begun, over or cancelled."""

    name = "calendar"
    LIKE = {  # noqa: RUF012
        "announced": (calendar.SCHEDULED,), "running": (calendar.ACTIVE, calendar.CANCELLED, calendar.COMPLETED),
        "over": (calendar.COMPLETED, calendar.CANCELLED), "cancelled": (calendar.CANCELLED,),
    }  # fmt: skip
    """Where people cancel an event whose night has begun, or Discord ends one after some hours, that stays."""

    def nights_rest(self) -> None:
        world = self.evening.wire.world
        for night in self.of.nights.values():
            event = world.scheduled.get(str(night.event))
            if event is None:
                if night.event is not None and night.status == "announced":
                    self.broken(f"{night.name} is announced, and its event is not there")
                continue
            if event["status"] not in self.LIKE[night.status] and self.of.now < night.starts + 2 * HOUR_MS:
                self.broken(f"{night.name} is {night.status}, and its event is at {event['status']}")
            starts = datetime.fromisoformat(event["scheduled_start_time"]).timestamp()
            if night.status == "announced" and night.starts // 1000 != round(starts):
                self.broken(f"{night.name} begins {night.starts // 1000 - round(starts)} s later than its event")


class OneOfASeries(NightLaw):
    """A series has one evening that is announced or on at most; and as long as it has not ended, it has one."""

    name = "series"

    def committed(self, db: sqlite3.Connection) -> None:
        for series, count in db.execute(
            "SELECT series, count(*) FROM nights WHERE series IS NOT NULL AND status = 'announced' GROUP BY series"
            " HAVING count(*) > 1"
        ).fetchall():
            self.broken(f"the series {series} has {count} evenings announced")

    def nights_rest(self) -> None:
        db, settings = self.evening.stored.db, self.of.settings.now
        assert isinstance(settings, Settings)
        if not settings.night_series:
            return
        for (id,) in db.execute("SELECT id FROM series WHERE ended IS NULL").fetchall():
            found = series_store.evenings(db, id)
            waits = any("next" in planned.of_night(db, night.id) for night in found)  # managers had turned series off
            if not waits and not any(night.status in ("announced", "running") for night in found):
                self.broken(f"the series {id} does not go on")


class Forgotten(NightLaw):
    """What is due for a night is done, or tried again."""

    name = "due"
    LATE_MS = 120_000

    def nights_rest(self) -> None:
        for night, what, at in self.evening.stored.db.execute(
            "SELECT night, what, at FROM night_plans WHERE at BETWEEN 1000 AND ?", (self.of.now - self.LATE_MS,)
        ).fetchall():
            self.broken(f"{self.named(night)}: {what!r} should have been done {(self.of.now - at) // 1000} s ago")


NIGHT_LAWS: tuple[type[Law], ...] = (
    OnceCalled, Pinged, Reminded, Opened, Uninvited, Chips, Announcements, Calendar, OneOfASeries, Forgotten,
)  # fmt: skip
