"""Nights that come again: every week, every second week, or monthly by the day of the week.

A rule is written as RFC 5545 writes it, and counts on the wall clock of the server's zone, so that 20:00 stays 20:00
when the clocks change.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

Repeat = Literal["every week", "every second week", "every month"]
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_ORDINALS: Mapping[str, str] = {"1": "first", "2": "second", "3": "third", "4": "fourth", "-1": "last"}
_MINUTE = "%Y-%m-%dT%H:%M"


def first_of(starts: int, zone: str) -> str:
    """From when a series counts whose first night begins at `starts` (ms): a time on the zone's wall clock."""
    return datetime.fromtimestamp(starts / 1000, ZoneInfo(zone)).strftime(_MINUTE)


def rule(repeat: Repeat, first: str) -> str:
    """The rule of a series that begins with `first`. Monthly is by the day of the week: the first Friday of each month,
    say; a fifth one is the last."""
    if repeat == "every week":
        return "FREQ=WEEKLY"
    if repeat == "every second week":
        return "FREQ=WEEKLY;INTERVAL=2"
    day = datetime.strptime(first, _MINUTE)
    week = (day.day - 1) // 7 + 1
    return f"FREQ=MONTHLY;BYDAY={week if week < 5 else -1}{_CODES[day.weekday()]}"


def moved(before: str, first: str) -> str:
    """The rule of a series that was like this one, from another `first` on."""
    if "MONTHLY" in before:
        return rule("every month", first)
    return before


def next_start(rule: str, first: str, zone: str, after: int) -> int:
    """When the first evening after `after` begins (both ms). A time that the wall clock leaves out that night is as
    much later as the clock is put forward."""
    here = datetime.fromtimestamp(after / 1000, ZoneInfo(zone)).replace(tzinfo=None)
    found = rrulestr(rule, dtstart=datetime.strptime(first, _MINUTE)).after(here - timedelta(hours=3))
    while True:
        assert found is not None, "a rule without an end has a next time"
        starts = round(found.replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)
        if starts > after:
            return starts
        found = rrulestr(rule, dtstart=datetime.strptime(first, _MINUTE)).after(found)


def in_words(rule: str, first: str) -> str:
    """`every Friday`, `every second Friday`, `on the first Friday of each month`."""
    day = DAYS[datetime.strptime(first, _MINUTE).weekday()]
    if "MONTHLY" in rule:
        return f"on the {_ORDINALS[rule.rpartition('=')[2][:-2]]} {day} of each month"
    return f"every {'second ' if 'INTERVAL=2' in rule else ''}{day}"
