"""A time as people type it, on the wall clock of a server's zone: a moment, a question which is meant, or a refusal.

Nothing is guessed in silence. A bare time of day is the next such one; 1 to 12 without am, pm or minutes asks, and
hh:mm is that of a clock with 24 hours. A weekday is today before its hour, and `next friday` asks. A wall time that a
clock change leaves out is read by the clock before it (02:30 is 03:30), and one that comes twice is the first, as
calendars have it (RFC 5545, 3.3.5). What is left over unread refuses the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.engine.quoting import quoted

from .errors import Rejected
from .when_grammar import Clock, Grammar, Reading, tokens
from .when_words import AFTERNOON, MORNING, NIGHT, joined, plain, vocabulary

LATEST = timedelta(days=365)
LONGEST = 200
"""How many letters one time may have."""
MOST = 5
"""How many times may be voted on."""
_USUAL = {MORNING: (9, 10, 11), AFTERNOON: (14, 15, 16), NIGHT: (19, 20, 21)}
"""The hours that are offered where none is said."""
_EXAMPLE = "Write for example `friday 8pm` or `2026-11-27 20:30`."
_TOO_LONG = f"That is too long for a time. {_EXAMPLE}"
_NONE_OF_THESE = "If it is none of these, write it in full: `2026-11-27 20:30`."
_HOUR_TOO = "Write the hour, too: for example `friday 20:00`."


class Unread(Rejected):
    """It is no time, or not one that is understood."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which moment is meant: two or three of them (UTC), the likeliest first."""

    text: str
    moments: tuple[datetime, ...]

    def asked(self) -> str:
        """The moments in a sentence, if nothing can be pressed."""
        either = " or ".join(f"<t:{int(moment.timestamp())}:F>" for moment in self.moments)
        return f"That may be {either}: write it in full, like `2026-11-27 20:30`."


def read_time(text: str, now: datetime, zone: str, locale: str = "en-US", *, ahead: bool = True) -> datetime | Question:
    """The moment that is meant, in UTC, by the wall clock of a zone, in English or the language of Discord's locale.

    It is after `now` and at most a year ahead; or, unless `ahead`, the latest such one before it, and a day without an
    hour is its beginning. Raises Rejected.
    """
    return _Reader(now, zone, ahead).settle(_readings(text, locale))


def read_times(text: str, now: datetime, zone: str, locale: str = "en-US") -> list[datetime | Question]:
    """One to five moments ahead, parted by `;` or the word for "or".

    An hour that only one of them names is that of all: `friday or saturday 8pm`. An hour without a day may be of the
    day before it, or the next such one, and asks. Raises Rejected.
    """
    reader = _Reader(now, zone, ahead=True)
    found = [reader.settle(readings) for readings in _shared(_parts(text, locale))]
    moments = [moment for moment in found if isinstance(moment, datetime)]
    if (twice := next((m for m in moments if moments.count(m) > 1), None)) is not None:
        raise Rejected(f"<t:{int(twice.timestamp())}:F> is named twice.")
    return found


def _shared(read: list[list[Reading]]) -> list[list[Reading]]:
    """With the hour or the day that one of them leaves to another."""
    hours = {(r.clock, r.part) for readings in read for r in readings if r.clock is not None}
    for place, readings in enumerate(read):
        if len(hours) == 1 and not any(r.names_hour() for r in readings):
            ((clock, part),) = hours
            read[place] = [replace(r, clock=clock, part=part if r.part is None else r.part) for r in readings]
        if place and not any(r.names_day() or r.weekday is not None for r in readings):
            read[place] = [*(_on_day_of(r, day) for r in readings for day in read[place - 1]), *readings]
    return read


def _parts(text: str, locale: str) -> list[list[Reading]]:
    """The readings of each of the times. Raises Rejected."""
    if len(text) > MOST * LONGEST:
        raise Unread(_TOO_LONG)
    words = sorted(vocabulary(locale).of_kind("or"), key=len, reverse=True)
    either = "|".join(re.escape(w) if joined(w[0]) else rf"(?<!\S){re.escape(w)}(?!\S)" for w in words)
    found: list[list[Reading]] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        try:
            found.append(_readings(part, locale))  # the English "of" is "or" in Dutch
        except Rejected:
            either_of = [each.strip() for each in re.split(either, plain(" ".join(part.split())))]
            found += [_readings(each, locale) for each in either_of]
    if not found:
        raise Unread(f"I cannot read that time. {_EXAMPLE}")
    if len(found) > MOST:
        raise Rejected(f"These are {len(found)} times; choose {MOST} at most.")
    return found


def _on_day_of(hour: Reading, day: Reading) -> Reading:
    return replace(day, clock=hour.clock, part=hour.part, offset=hour.offset)


def _readings(text: str, locale: str) -> list[Reading]:
    """All readings that leave nothing over. Raises Rejected if there is none."""
    if len(text.strip()) > LONGEST:
        raise Unread(_TOO_LONG)
    known = vocabulary(locale)
    found = tokens(text, known)
    grammar = Grammar(found, known)
    readings = [reading for reading in grammar.readings if reading != Reading()]
    if readings:
        return readings
    if grammar.readings:
        raise Unread(f"I cannot read that time. {_EXAMPLE}")
    raise Unread(f"I did not understand {quoted(found[grammar.stuck].text)}. {_EXAMPLE}")


class _Reader:
    """Readings on the wall clock of one zone, as seen from now."""

    def __init__(self, now: datetime, zone: str, ahead: bool) -> None:
        self._now = now.astimezone(UTC)
        self._zone = ZoneInfo(zone)
        self._here = now.astimezone(self._zone)
        self._today = self._here.date()
        self._ahead = ahead

    def settle(self, readings: list[Reading]) -> datetime | Question:
        """The one moment that all of this can mean, or which of them to ask for. Raises Rejected."""
        moments, days = self._meant(readings)
        text = "Which of these is meant?"
        if not self._ahead:
            moments += [self._moment(day, time()) for day, _ in days]
        elif len(days) == 1 and not moments:
            text, moments = f"At what time? {_NONE_OF_THESE}", self._hours_of(*days[0])
        elif days:
            text = f"Which day is meant, and at what time? {_NONE_OF_THESE}"
            moments += [self._moment(day, time(_USUAL[part][1])) for day, part in days]
        fitting = self._fitting(dict.fromkeys(moments))
        if len(fitting) > 1:
            return Question(text, tuple(fitting[:3]))
        if days and self._ahead:  # one hour of those that are offered is left
            raise Rejected(_HOUR_TOO)
        return fitting[0]

    def _meant(self, readings: list[Reading]) -> tuple[list[datetime], list[tuple[date, int]]]:
        """The moments of all readings, and the days, with their part, of those that name no hour. Raises Rejected if
        all of them do."""
        moments: list[datetime] = []
        days: list[tuple[date, int]] = []
        refused: list[Rejected] = []
        for reading in readings:
            try:
                exact, whole = self._sought(reading)
            except Rejected as no:
                refused.append(no)
            except (OverflowError, ValueError):  # no year of ours
                refused.append(Rejected(self._too_far()))
            else:
                moments += exact
                days += [(day, NIGHT if reading.part is None else reading.part) for day in whole]
        if not moments and not days:
            raise refused[0]
        days = list(dict.fromkeys(days))
        if self._ahead:
            days = [day for day in days if self._today <= day[0] <= self._today + LATEST] or days
        return moments, days

    def _too_far(self) -> str:
        return "A night can be announced at most a year ahead." if self._ahead else "That is too long ago."

    def _fitting(self, moments: Iterable[datetime]) -> list[datetime]:
        """Those that may be meant: ahead, but not too far, or past. Raises Rejected if there are none."""
        found = list(moments)
        if not self._ahead:
            if fitting := [moment for moment in found if moment <= self._now]:
                return fitting
            raise Rejected("That day is still to come.")
        coming = [moment for moment in found if moment > self._now]
        if not coming:
            raise Rejected(f"That is past: <t:{int(found[0].timestamp())}:F>.")
        if not (fitting := [moment for moment in coming if moment - self._now <= LATEST]):
            raise Rejected(self._too_far())
        if len(fitting) <= 3:
            return fitting
        return [m for m in fitting if m.astimezone(self._zone).hour >= 12] or fitting  # nights are rather then

    def _moment(self, day: date, at: time) -> datetime:
        return datetime.combine(day, at, self._zone).astimezone(UTC)

    # ---- what a reading means

    def _sought(self, said: Reading) -> tuple[list[datetime], list[date]]:
        """The moments that it can mean; or the days, if it names no hour. Raises Rejected."""
        if said.stamp is not None:
            return [datetime.fromtimestamp(said.stamp, UTC)], []
        if said.minutes is not None and said.count is not None:
            return [self._counted(said.count) + timedelta(minutes=said.minutes)], []
        if said.count is not None and said.clock is None and said.part is None:
            if self._ahead:
                return [self._counted(said.count)], []
            return [], [self._counted(said.count).astimezone(self._zone).date()]
        days = self._days(said)
        if said.clock is None:
            return [], [self._today] if days is None else days
        hours = _hours(said.clock, said.part, tonight=said.day == 0, small_hours=self._here.hour < _DAWN)
        if said.offset is not None and days:
            utc = datetime.combine(days[0] + timedelta(days=hours[0][0]), hours[0][1], UTC)
            return [utc - timedelta(minutes=said.offset)], []
        if days is None:
            found = [self._nearest(lambda day, at=at: self._moment(day, at), 1) for _, at in hours]
            return sorted(found, reverse=not self._ahead), []
        bare = said.weekday is not None and not said.names_day() and said.which in (None, "this")
        found: list[datetime] = []
        for day in days:
            for shift, at in hours:

                def on(day: date, shift: int = shift, at: time = at) -> datetime:
                    return self._moment(day + timedelta(days=shift), at)

                found.append(self._nearest(on, 7, day) if bare else on(day))
        return found, []

    def _nearest(self, on: Callable[[date], datetime], step: int, first: date | None = None) -> datetime:
        """The next such moment, or the latest, where one comes every few days."""
        day = first or self._today
        moment = on(day)
        missed = moment <= self._now if self._ahead else moment > self._now
        return on(day + timedelta(days=step if self._ahead else -step)) if missed else moment

    def _counted(self, count: tuple[int, int]) -> datetime:
        """These days and months from now, at the same wall hour."""
        days, months = count
        if days == months == 0:
            return self._now
        month = self._here.year * 12 + self._here.month - 1 + months
        first = date(month // 12, month % 12 + 1, 1)
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        day = first.replace(day=min(self._here.day, last.day)) + timedelta(days=days)
        return self._moment(day, self._here.time().replace(second=0, microsecond=0, fold=0))

    # ---- days

    def _days(self, said: Reading) -> list[date] | None:
        """The days that may be meant; None if nothing names one. Raises Rejected if there is none such."""
        days = self._named(said)
        if days is None or said.weekday is None or said.week is not None:
            return days
        if not said.names_day():
            return days
        fitting = [day for day in days if day.weekday() == said.weekday]
        if not fitting:
            raise Rejected(f"{days[0].day} {days[0]:%B %Y} is a {days[0]:%A}.")
        return fitting

    def _named(self, said: Reading) -> list[date] | None:
        if said.date is not None:
            return [self._dated(*said.date)]
        if said.month_day is not None:
            return [self._day_of_month(said.month_day)]
        if said.day is not None:
            return [self._today + timedelta(days=said.day)]
        if said.count is not None:
            return [self._counted(said.count).astimezone(self._zone).date()]
        if said.week is not None:
            return self._in_week(said.week, said.weekday)
        return None if said.weekday is None else self._weekday(said.weekday, said.which)

    def _dated(self, year: int | None, month: int, day: int) -> date:
        step = 1 if self._ahead else -1
        for each in (year,) if year is not None else range(self._today.year, self._today.year + 9 * step, step):
            try:
                found = date(each, month, day)
            except ValueError:
                continue
            if year is not None or (found >= self._today if self._ahead else found <= self._today):
                return found
        raise Rejected(f"There is no {day} {date(2000, month, 1):%B}{'' if year is None else f' {year}'}.")

    def _day_of_month(self, day: int) -> date:
        month = self._today.year * 12 + self._today.month - 1
        for each in range(12):
            at = month + each if self._ahead else month - each
            try:
                found = date(at // 12, at % 12 + 1, day)
            except ValueError:
                continue
            if found >= self._today if self._ahead else found <= self._today:
                return found
        raise Rejected(f"There is no {day} in any month.")

    def _in_week(self, week: int, weekday: int | None) -> list[date]:
        """A day of this week or another, which begins on a Monday or on a Sunday."""
        monday = self._today - timedelta(days=self._today.weekday() - 7 * week)
        if weekday is None:
            if not self._ahead:
                return [monday]
            raise Rejected("Write the day of that week, too: for example `friday 8pm`.")
        sunday = self._today - timedelta(days=(self._today.weekday() + 1) % 7 - 7 * week)
        found = (monday + timedelta(days=weekday), sunday + timedelta(days=(weekday + 1) % 7))
        return list(dict.fromkeys(found))

    def _weekday(self, weekday: int, which: str | None) -> list[date]:
        away = (weekday - self._today.weekday()) % 7
        week = timedelta(days=7)
        if not self._ahead:
            latest = self._today - timedelta(days=-away % 7)
            if which != "last":
                return [latest]
            if latest == self._today:
                return [latest - week]
            monday = self._today - timedelta(days=self._today.weekday())
            return [latest] if latest < monday else [latest, latest - week]
        if which == "last":
            return [self._today + timedelta(days=away) - week]
        coming = self._today + timedelta(days=away)
        if which != "next":
            return [coming]
        return [coming + week] if away == 0 else [coming, coming + week]

    def _hours_of(self, day: date, part: int) -> list[datetime]:
        """The hours to offer of a day of which none is said."""
        usual = [self._moment(day, time(hour)) for hour in _USUAL[part]]
        if day != self._today or usual[1] > self._now:
            return usual
        left = [self._moment(day, time(hour)) for hour in range(self._here.hour + 1, 24) if _OF_PART[part](hour)]
        return left[:3] or usual


# ---- hours ---------------------------------------------------------------------------------------


def _hours(clock: Clock, part: int | None, *, tonight: bool, small_hours: bool) -> list[tuple[int, time]]:
    """The hours that may be meant, and how many days behind the day they lie: a Friday's night ends on Saturday.

    Raises Rejected if there is no such hour in that part of the day.
    """
    night = (1, 0) if not tonight else (0, 1) if small_hours else (1,)
    if clock.said == "midnight" or (clock.said == "am" and clock.hour == 12):
        found = [(shift, time(0, clock.minute)) for shift in night]
    elif clock.said in ("am", "pm") or not 1 <= clock.hour <= 12:
        found = _exact(clock, part, night)
    elif part is None:
        found = _either_half(clock)
    else:
        found = _in_part(clock, part, night)
    if part is not None and not all(_OF_PART[part](at.hour) for _, at in found):
        raise Rejected(f"{found[0][1]:%H:%M} does not fit the rest of it. {_EXAMPLE}")
    return found


def _exact(clock: Clock, part: int | None, night: tuple[int, ...]) -> list[tuple[int, time]]:
    """With am or pm, or by a clock with 24 hours; 24:00 ends the day."""
    if clock.hour == 24:
        if clock.minute:
            raise Rejected(f"There is no 24:{clock.minute:02}. {_EXAMPLE}")
        return [(1, time())]
    late = clock.said == "pm" and clock.hour < 12
    at = time(clock.hour + 12 if late else clock.hour, clock.minute)
    return [(shift, at) for shift in night] if part == NIGHT and at.hour < _DAWN else [(0, at)]


def _either_half(clock: Clock) -> list[tuple[int, time]]:
    """1 to 12 of no part of the day: of both halves, unless minutes make it one of a clock with 24 hours."""
    if clock.said == "wall":
        return [(0, time(clock.hour, clock.minute))]
    early, late = time(clock.hour % 12, clock.minute), time(clock.hour % 12 + 12, clock.minute)
    return [(0, late), (0, early), *([(1, early)] if clock.hour == 12 else [])]


def _in_part(clock: Clock, part: int, night: tuple[int, ...]) -> list[tuple[int, time]]:
    """1 to 12 of a part of the day: 12 and 1 at night are behind midnight."""
    if part == MORNING:
        return [(0, time(clock.hour, clock.minute))]
    early = time(clock.hour % 12, clock.minute)
    if part == NIGHT and early.hour < _DAWN:
        return [(shift, early) for shift in night]
    return [(0, early.replace(hour=early.hour + 12))]


_DAWN = 5
_OF_PART: dict[int, Callable[[int], bool]] = {
    MORNING: lambda hour: hour < 12,
    AFTERNOON: lambda hour: 12 <= hour < 21,  # las 8 de la tarde
    NIGHT: lambda hour: hour < _DAWN or hour >= 12,
}
