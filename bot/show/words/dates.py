"""Days and hours in words, for buttons, menus and completion, where Discord shows no `<t:…>`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo


def day_and_hour(ms: int, zone: str, now: int) -> str:
    """A moment on the wall clock of a zone, `Fri 27 Nov 20:00`; with the year if it is not that of `now`.

    Both are Unix times in milliseconds.
    """
    when, today = (datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(zone)) for at in (ms, now))
    year = "" if when.year == today.year else f" {when.year}"
    return f"{when:%a} {when.day} {when:%b}{year} {when:%H:%M}"


def lettered(moments: Sequence[int], zone: str, now: int) -> dict[int, str]:
    """What moments are called on buttons, `A · Fri 27 Nov 20:00`: readers of other zones find them by the letter."""
    return {at: f"{letter} · {day_and_hour(at, zone, now)}" for letter, at in zip("ABCDE", moments, strict=False)}
