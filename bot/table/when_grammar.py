"""What a typed time may mean: its parts, and all readings of them that leave nothing over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from .when_words import DAYS, HOURS, MINUTES, MONTHS, NIGHT, WEEKS, YEARS, Kind, Vocabulary, Word, joined, plain

Shape = Literal[
    "stamp", "year first", "dotted", "pair", "slashed", "time", "decimal", "number", "offset", "word", "mark", "unknown"
]
_SHAPES: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    ("stamp", re.compile(r"<t:(-?\d{1,13})(?::[tdfrs])?>")),
    ("year first", re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:t(?=\d))?")),
    ("dotted", re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.(?:(?:\s?(\d{4})|(\d{2}))(?![\d:.h]))?")),
    ("pair", re.compile(r"(\d{1,2})\.(\d{1,2})(?![\d.])")),
    ("slashed", re.compile(r"(\d{1,2})(?P<by>[-/])(\d{1,2})(?:(?P=by)(\d{4}|\d{2}))?(?![\d/-])")),
    ("time", re.compile(r"(\d{1,2}):(\d{2})(?::00)?(?!\d)")),
    ("time", re.compile(r"(\d{1,2})\s?h\s?(\d{2})(?!\d|\s*m)")),
    ("decimal", re.compile(r"(\d{1,3}),(\d{1,2})(?=\s*[^\W\d])")),
    ("number", re.compile(r"(\d{1,2})(st|nd|rd|th|er)(?![^\W\d_])")),
    ("number", re.compile(r"(\d{1,6})(?!\d)(\.?)")),
)
_OFFSET = re.compile(r"z(?![^\W_])|([+-])(0\d|1[0-4]):?([0-5]\d)(?!\d)")
_MARK = re.compile(r"[\s,;.'\"()\[\]–—|·•!?~、，。・]|(?<=\S)-|-(?!\d)")
"""Signs between words. A minus before a number is none of them: `in -2 hours` is refused."""
_NOON_MARKS = re.compile(r"(?<![^\W\d_])([ap])\.\s?m(?:\.|(?![^\W\d_]))")
_UNKNOWN = re.compile(r"\d+|[^\W\d_]+|.", re.DOTALL)


_WHICH: tuple[Kind, ...] = ("next", "this", "last")
_LASTING = ("hour", "hours", "hr")
"""English words for how long, not for when: 20 h and 20 heures are an hour, 20 hours are not."""


class Token(NamedTuple):
    """A part of what was typed: its numbers, or what the word may mean."""

    shape: Shape
    text: str
    numbers: tuple[int, ...] = ()
    words: tuple[Word, ...] = ()

    def means(self, kind: Kind) -> Word | None:
        return next((word for word in self.words if word.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Clock:
    """An hour as it was said: `open` leaves the half of the day open, `wall` is hh:mm of a clock with 24 hours."""

    hour: int
    minute: int
    said: Literal["open", "wall", "am", "pm", "midnight"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the words say, before anybody looks at the calendar. None is what they do not say."""

    day: int | None = None
    """From today."""
    count: tuple[int, int] | None = None
    """`in 3 days`: days and months from now, at the same hour if no other is said."""
    minutes: int | None = None
    """`in 2 hours`: that long from now, after the days of `count`."""
    date: tuple[int | None, int, int] | None = None
    """Year, month, day."""
    month_day: int | None = None
    bare_day: bool = False
    """The day of the month is a number alone, which an hour must follow."""
    week: int | None = None
    """From this one."""
    weekday: int | None = None
    which: Kind | None = None
    """`next`, `this` or `last`, of a weekday."""
    clock: Clock | None = None
    part: int | None = None
    offset: int | None = None
    """Of the clock from UTC, in minutes, as machines write it."""
    stamp: int | None = None
    """Discord's own: seconds since 1970."""

    def names_day(self) -> bool:
        said = (self.day, self.count, self.minutes, self.date, self.month_day, self.week, self.stamp)
        return any(each is not None for each in said)

    def names_hour(self) -> bool:
        return any(each is not None for each in (self.clock, self.minutes, self.stamp, self.count))


Step = tuple[int, Reading]


def tokens(text: str, vocabulary: Vocabulary) -> list[Token]:
    """The parts of a text. What is in no language that is understood is `unknown`."""
    text = _NOON_MARKS.sub(r"\1m", plain(" ".join(text.split())))
    text = "".join(str(int(c)) if c.isdecimal() else c for c in text)
    found: list[Token] = []
    at = 0
    while at < len(text):
        token = _token(text, at, vocabulary, found)
        found.append(token)
        at += len(token.text)
    return found


def _token(text: str, at: int, vocabulary: Vocabulary, before: list[Token]) -> Token:
    if before and before[-1].shape == "time" and (seen := _OFFSET.match(text, at)) is not None:
        sign, hours, minutes = seen.groups()
        return Token("offset", seen[0], (int(f"{sign}1") * (int(hours) * 60 + int(minutes)) if sign else 0,))
    for shape, pattern in _SHAPES:
        if (seen := pattern.match(text, at)) is not None:
            if shape == "slashed" and seen["by"] == "-" and seen[4] is None:
                continue  # 8-10 are hours rather than a day
            numbers = tuple(int(each) for each in seen.groups("") if each.lstrip("-").isdecimal())
            if shape == "number":
                numbers += (("", ".").index(seen[2]) if seen[2] in (".", "") else 2,)
            return Token(shape, seen[0], numbers)
    for phrase in vocabulary.phrases.get(text[at], ()):
        if text.startswith(phrase, at) and _ends(text, at + len(phrase), phrase, vocabulary):
            return Token("word", phrase, words=vocabulary.words[phrase])
    if (seen := _MARK.match(text, at)) is not None:
        return Token("mark", seen[0])
    seen = _UNKNOWN.match(text, at)
    assert seen is not None, "any letter is one"
    return Token("unknown", seen[0])


def _ends(text: str, end: int, phrase: str, vocabulary: Vocabulary) -> bool:
    """Whether a word may end here; that for a day also before a part of the day, as in `freitagabend`."""
    if end == len(text) or not text[end].isalpha() or joined(phrase[-1]) or not phrase[-1].isalpha():
        return True
    if not any(word.kind in ("weekday", "day") for word in vocabulary.words[phrase]):
        return False
    return any(
        text.startswith(part, end) and not text[end + len(part) : end + len(part) + 1].isalpha()
        for part in vocabulary.of_kind("part")
    )


# ---- the grammar -------------------------------------------------------------------------------


class Grammar:
    """All readings of some tokens, and how far the best of them came."""

    def __init__(self, found: list[Token], vocabulary: Vocabulary) -> None:
        self._tokens = found
        self._month_first = vocabulary.month_first
        self._tried: set[Step] = set()
        self.readings: list[Reading] = []
        """Those that leave nothing over; dates in the asker's order come first."""
        self.stuck = 0
        """The token that no reading could go on with."""
        self._go_on(0, Reading())

    def _go_on(self, at: int, reading: Reading) -> None:
        if (at, reading) in self._tried:
            return
        self._tried.add((at, reading))
        if at == len(self._tokens):
            if reading.clock is not None or not reading.bare_day:
                self.readings.append(reading)
            return
        self.stuck = max(self.stuck, at)
        for rule in (self._filling, self._clock, self._date, self._day, self._count):
            for step in rule(at, reading):
                self._go_on(*step)

    def _at(self, at: int) -> Token:
        return self._tokens[at] if 0 <= at < len(self._tokens) else Token("mark", "")

    def _after(self, at: int, *passing: Kind) -> int:
        """The next token that is no mark, nor such a word."""
        while at < len(self._tokens) and (
            self._tokens[at].shape == "mark" or any(self._tokens[at].means(kind) is not None for kind in passing)
        ):
            at += 1
        return at

    def _number(self, at: int) -> int | None:
        """In figures or as a word; but not "a", which only counts."""
        token = self._at(at)
        if token.shape == "number":
            return token.numbers[0]
        word = token.means("number")
        return None if word is None or word.value == 1 else word.value

    def _filling(self, at: int, reading: Reading) -> Iterator[Step]:
        """Marks, and words that lead to what follows them; `saat 20:00` has the hour before the clock."""
        token, after = self._at(at), self._after(at + 1)
        particle = token.means("particle") is not None or token.means("at") is not None
        if token.shape == "mark" or (particle and at and (token.text[0] == "'" or joined(token.text[0]))):  # 20:00'de
            yield at + 1, reading
        elif after < len(self._tokens):
            unit = token.means("unit")
            before_hour = self._at(after).shape in ("number", "time", "pair") and self._at(at - 1).shape != "number"
            if particle or (unit is not None and unit.value == HOURS and before_hour):
                yield after, reading

    # ---- hours

    def _clock(self, at: int, reading: Reading) -> Iterator[Step]:
        token = self._at(at)
        if reading.stamp is not None or reading.minutes is not None:
            return
        if (part := token.means("part")) is not None and reading.part is None:
            yield at + 1, replace(reading, part=part.value)
        if reading.clock is not None:
            if token.shape == "offset" and reading.date is not None and reading.date[0] is not None:
                yield at + 1, replace(reading, offset=token.numbers[0])
            return
        for end, clock in self._hours(at):
            yield end, replace(reading, clock=clock)
        half = token.means("am") or token.means("pm")
        if half is not None and joined(token.text[0]):  # 午後8時
            for end, clock in self._hours(self._after(at + 1)):
                if (said := _half(clock, half)) is not None:
                    yield end, replace(reading, clock=said)

    def _hours(self, at: int) -> Iterator[tuple[int, Clock]]:
        """The hours that may be read here, and where they end."""
        token, after = self._at(at), self._after(at + 1)
        if token.means("noon") is not None:
            yield at + 1, Clock(12, 0, "pm")
        if token.means("midnight") is not None:
            yield at + 1, Clock(0, 0, "midnight")
        yield from self._past_the_hour(at, after)
        if token.shape in ("time", "pair"):
            yield from self._hour_and_minute(at, after)
        hour = self._number(at)
        if hour is None or (token.shape == "number" and token.numbers[1] == 2):
            return
        if hour <= 24:
            yield from self._whole_hour(at, after, hour)
        elif len(token.text) in (3, 4) and hour % 100 < 60 and hour <= 2359:  # 830pm, 2000h
            clock = Clock(hour // 100, hour % 100, "wall")
            half = self._at(after).means("am") or self._at(after).means("pm")
            if half is not None and (said := _half(clock, half)) is not None:
                yield after + 1, said
            elif self._is_oclock(after):
                yield after + 1, clock

    def _past_the_hour(self, at: int, after: int) -> Iterator[tuple[int, Clock]]:
        """Half past 8, quarter to 9, halb 9."""
        hour = self._number(after)
        if hour is None or not 1 <= hour <= 12:
            return
        if (past := self._at(at).means("past")) is not None:
            yield from self._halves(after + 1, Clock(hour, past.value, "open"))
        if (to := self._at(at).means("to")) is not None:
            yield from self._halves(after + 1, Clock((hour - 2) % 12 + 1, 60 - to.value, "open"))

    def _hour_and_minute(self, at: int, after: int) -> Iterator[tuple[int, Clock]]:
        """20:30, 20h30; 20.30, but not 20.3."""
        token, (hour, minute) = self._at(at), self._at(at).numbers[:2]
        if hour > 24 or minute > 59 or (token.shape == "pair" and len(token.text.partition(".")[2]) != 2):
            return
        yield from self._halves(at + 1, Clock(hour, minute, "wall"))
        if self._is_oclock(after):
            yield from self._halves(after + 1, Clock(hour, minute, "wall"))

    def _whole_hour(self, at: int, after: int, hour: int) -> Iterator[tuple[int, Clock]]:
        clock = Clock(hour, 0, "open" if 1 <= hour <= 12 else "wall")
        yield from self._halves(at + 1, clock)
        if hour == 12 and self._at(after).means("noon") is not None:
            yield after + 1, Clock(12, 0, "pm")
        if hour == 12 and self._at(after).means("midnight") is not None:
            yield after + 1, Clock(0, 0, "midnight")
        if not self._is_oclock(after):
            return
        yield from self._halves(after + 1, clock)
        then = self._after(after + 1)
        minute = self._number(then)
        if self._at(then).means("half") is not None:
            yield from self._halves(then + 1, replace(clock, minute=30))
        elif minute is not None and minute < 60 and hour < 24:
            unit = self._at(self._after(then + 1)).means("unit")
            if unit is not None and unit.value == MINUTES:
                yield self._after(then + 1) + 1, replace(clock, minute=minute, said="wall" if hour > 12 else clock.said)
            elif len(self._at(then).text) == 2:
                yield then + 1, Clock(hour, minute, "wall")

    def _halves(self, at: int, clock: Clock) -> Iterator[tuple[int, Clock]]:
        """The hour as it is, and with the half of the day behind it."""
        yield at, clock
        after = self._after(at)
        for kind in ("am", "pm"):
            half = self._at(after).means(kind)
            if half is not None and (said := _half(clock, half)) is not None:
                yield after + 1, said

    def _is_oclock(self, at: int) -> bool:
        token = self._at(at)
        unit = token.means("unit")
        is_unit = (
            unit is not None and unit.value == HOURS and token.text not in ("hour", "hours", "hr")
        )  # 20 h, 20 heures
        return is_unit or token.means("o'clock") is not None

    # ---- days

    def _date(self, at: int, reading: Reading) -> Iterator[Step]:
        token, numbers = self._at(at), self._at(at).numbers
        if token.shape == "stamp" and reading == Reading():
            yield at + 1, Reading(stamp=numbers[0])
        if reading.names_day():
            return
        for end, date in self._dates(at):
            year, month, day = date
            if 1 <= month <= 12 and 1 <= day <= 31 and (year is None or 1900 < year < 3000):
                yield end, replace(reading, date=date)
        yield from self._month_day(at, reading)

    def _month_day(self, at: int, reading: Reading) -> Iterator[Step]:
        """The 27th, 27日, vendredi 27, dia 27."""
        token, before = self._at(at), self._at(at - 1)
        if token.shape != "number" or not 1 <= token.numbers[0] <= 31:
            return
        if before.shape == "mark":
            before = self._at(at - 2)
        unit, named = self._at(at + 1).means("unit"), before.means("unit")
        said = replace(reading, month_day=token.numbers[0])
        if token.numbers[1]:
            yield at + 1, said
        elif unit is not None and unit.value == DAYS and joined(self._at(at + 1).text[0]):
            yield at + 2, said
        elif before.means("weekday") is not None or (named is not None and named.value == DAYS):
            yield at + 1, replace(said, bare_day=True)

    def _dates(self, at: int) -> Iterator[tuple[int, tuple[int | None, int, int]]]:
        token, numbers = self._at(at), self._at(at).numbers
        match token.shape:
            case "year first":
                yield at + 1, (numbers[0], numbers[1], numbers[2])
            case "dotted":
                yield at + 1, (_year(numbers), numbers[1], numbers[0])
            case "pair":
                yield at + 1, (None, numbers[1], numbers[0])
            case "slashed":
                year = _year(numbers)
                orders = ((year, numbers[0], numbers[1]), (year, numbers[1], numbers[0]))
                for date in orders if self._month_first else orders[::-1]:
                    yield at + 1, date
            case "number" | "word":
                yield from self._with_month(at)
            case _:
                pass

    def _with_month(self, at: int) -> Iterator[tuple[int, tuple[int | None, int, int]]]:
        """27 November 2026, November 27th, 2026 November 27, 2026年11月27日."""
        number, then = self._number(at), self._after(at + 1, "particle")
        if number is not None and number > 1000:
            for end, date in self._with_month(then):
                if date[0] is None:
                    yield end, (number, *date[1:])
        if number is not None and (month := self._at(then).means("month")) is not None:
            yield from self._with_year(then + 1, month.value, number)
        if (month := self._at(at).means("month")) is not None and (day := self._number(then)) is not None:
            yield from self._with_year(then + 1, month.value, day)
        counted: list[int | None] = []
        for unit in (YEARS, MONTHS, DAYS):
            number, meant = self._number(at), self._at(at + 1).means("unit")
            fits = number is not None and meant is not None and meant.value == unit and joined(self._at(at + 1).text[0])
            counted.append(number if fits else None)
            at = self._after(at + 2) if fits else at
        year, month_number, day = counted
        if month_number is not None and day is not None:
            yield at, (year, month_number, day)

    def _with_year(self, at: int, month: int, day: int) -> Iterator[tuple[int, tuple[int | None, int, int]]]:
        yield at, (None, month, day)
        after = self._after(at, "particle")
        if self._at(after).shape == "number" and len(self._at(after).text.rstrip(".")) == 4:
            yield after + 1, (self._at(after).numbers[0], month, day)

    def _day(self, at: int, reading: Reading) -> Iterator[Step]:
        token, after = self._at(at), self._after(at + 1)
        if reading.stamp is not None or reading.minutes is not None:
            return
        if not reading.names_day():
            for word in token.words:
                if word.kind == "day":
                    yield at + 1, replace(reading, day=word.value)
                elif word.kind == "week":
                    yield at + 1, replace(reading, week=word.value)
                elif word.kind == "tonight" and reading.part is None:
                    yield at + 1, replace(reading, day=0, part=NIGHT)
            part = self._at(after).means("part")
            if token.means("this") is not None and part is not None and reading.part is None:
                yield after + 1, replace(reading, day=0, part=part.value)
        if reading.weekday is None:
            yield from self._weekday(at, reading)
            return
        for kind in _WHICH:  # vendredi prochain
            if token.means(kind) is not None and reading.which is None and self._at(at - 1).shape == "mark":
                yield at + 1, replace(reading, which=kind)

    def _weekday(self, at: int, reading: Reading) -> Iterator[Step]:
        token = self._at(at)
        if (weekday := token.means("weekday")) is not None:
            yield at + 1, replace(reading, weekday=weekday.value)
        for kind in _WHICH:
            if token.means(kind) is None:
                continue
            then = self._after(at + 1, "particle")
            if kind == "this" and self._at(then).means("this") is not None:  # this coming friday
                then = self._after(then + 1)
            if (weekday := self._at(then).means("weekday")) is not None:
                yield then + 1, replace(reading, weekday=weekday.value, which=kind)

    # ---- how long from now

    def _count(self, at: int, reading: Reading) -> Iterator[Step]:
        """`in 3 days`, `2 hours from now`, `3 days ago`."""
        if reading.names_day() or reading.weekday is not None:
            return
        lead = self._at(at)
        ahead = lead.means("in") is not None
        ago = lead.means("ago") is not None
        start = self._after(at + 1, "particle") if ahead or ago else at
        for end, days, months, minutes in self._amounts(start, with_clock=ahead):
            after = self._after(end)
            later = self._at(after).means("later") is not None
            gone = self._at(after).means("ago") is not None
            if ahead or ago:
                sign, over = (-1 if ago else 1), end
            elif later or gone:
                sign, over = (-1 if gone else 1), after + 1
            else:
                continue
            if minutes is not None and reading.clock is not None:
                continue
            yield (
                over,
                replace(
                    reading, count=(sign * days, sign * months), minutes=None if minutes is None else sign * minutes
                ),
            )

    def _amounts(self, at: int, *, with_clock: bool) -> Iterator[tuple[int, int, int, int | None]]:
        """Where an amount ends that begins here: its days, months and minutes. `1 hour and 30 minutes` is one."""
        days, months, minutes, unit = 0, 0, None, None
        while True:
            token = self._at(at)
            if with_clock and token.shape == "time" and ":" not in token.text:  # in 2h30
                yield at + 1, days, months, (minutes or 0) + token.numbers[0] * 60 + token.numbers[1]
                return
            found = self._amount(at)
            if found is None:
                if minutes is not None and unit == HOURS and (end := self._after_half(at)):  # an hour and a half
                    yield end, days, months, minutes + 30
                return
            at, hundredths, unit = found
            if unit in (MINUTES, HOURS):
                minutes = (minutes or 0) + hundredths * (60 if unit == HOURS else 1) // 100
            elif hundredths % 100:
                return
            elif unit in (DAYS, WEEKS):
                days += hundredths // 100 * (7 if unit == WEEKS else 1)
            else:
                months += hundredths // 100 * (12 if unit == YEARS else 1)
            yield at, days, months, minutes
            at = self._after(at, "and")

    def _after_half(self, at: int) -> int:
        """Where `a half` ends that begins here; 0 if none does."""
        if self._at(at).means("number") == Word("number", 1):
            at = self._after(at + 1)
        return at + 1 if self._at(at).means("half") is not None else 0

    def _amount(self, at: int) -> tuple[int, int, int] | None:
        """One number with its unit: where it ends, how many hundredths of it, and of what."""
        token, number = self._at(at), self._number(at)
        if (one := token.means("number")) is not None:
            number = one.value
        if token.shape in ("decimal", "pair"):
            hundredths = token.numbers[0] * 100 + int(token.text.replace(",", ".").partition(".")[2].ljust(2, "0"))
        elif token.means("half") is not None:
            hundredths = 50
            if self._at(self._after(at + 1)).means("number") == Word("number", 1):  # half an hour
                at = self._after(at + 1)
        elif number == 1 and self._at(self._after(at + 1)).means("half") is not None:  # einer halben Stunde
            at, hundredths = self._after(at + 1), 50
        elif number is not None:
            hundredths = number * 100
        elif token.means("unit") is not None and self._at(at - 2).text != "in" and self._at(at - 2).means("in"):
            at, hundredths = at - 1, 100  # через неделю
        else:
            return None
        unit = self._at(then := self._after(at + 1)).means("unit")
        return None if unit is None else (then + 1, hundredths, unit.value)


def _half(clock: Clock, half: Word) -> Clock | None:
    if not 1 <= clock.hour <= 12:
        return None
    return replace(clock, said="am" if half.kind == "am" else "pm")


def _year(numbers: tuple[int, ...]) -> int | None:
    """The year behind day and month, if one is said."""
    return next((number if number >= 100 else 2000 + number for number in numbers[2:]), None)
