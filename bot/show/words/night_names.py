"""Nights as people choose one by name: each has its day and its hour, and no two are called the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.store.nights import Listed

from .dates import day_and_hour

LONGEST = 100
"""How many characters Discord takes of what stands in a list."""
_LONGEST_PLACE = 40


def named(name: str, day: str, place: str = "") -> str:
    """`Friday · Fri 27 Nov 20:00`, and where it is if that is said: of what is too long the name loses its end."""
    behind = "".join(f" · {part}" for part in (day, _cut(place, _LONGEST_PLACE)) if part)
    return f"{_cut(name, LONGEST - len(behind))}{behind}"


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def apart(nights: Sequence[Listed], zone: str, now: int, place: Callable[[int], str]) -> dict[str, str]:
    """By its id what each of these nights is called in a list. Two of one name and one hour say in which channel they
    are, which `place` names by its id; two that are there as well are numbered. `now` is in milliseconds."""
    days = {night.id: day_and_hour(night.starts, zone, now) for night in nights}
    short = {night.id: named(night.name, days[night.id]) for night in nights}
    twice = _several(short.values())
    names = {n.id: named(n.name, days[n.id], place(n.channel)) if short[n.id] in twice else short[n.id] for n in nights}
    return numbered(names)


def numbered(names: dict[str, str]) -> dict[str, str]:
    """The same by their ids; those that are equal are numbered, and all are as short as a list takes them."""
    twice, seen = _several(names.values()), dict[str, int]()
    found: dict[str, str] = {}
    for id, name in names.items():
        if name in twice:
            seen[name] = seen.get(name, 0) + 1
            number = f" ({seen[name]})"
            name = f"{_cut(name, LONGEST - len(number))}{number}"
        found[id] = _cut(name, LONGEST)
    return found


def _several(names: Iterable[str]) -> set[str]:
    once, twice = set[str](), set[str]()
    for name in names:
        (twice if name in once else once).add(name)
    return twice


def fits(typed: str, text: str, dates: Iterable[str] = ()) -> bool:
    """Whether each word that is typed stands somewhere in the text, or begins one of the words for a date."""
    text, known = " ".join(_words(text)), [*dates]
    return all(word in text or any(_begins(date, word) for date in known) for word in _words(typed))


def _begins(date: str, word: str) -> bool:
    """A short number is a day or an hour, and not the beginning of a year."""
    return date.startswith(word) and not (word.isdecimal() and len(word) < 4 and date[:4].isdecimal())


def _words(text: str) -> list[str]:
    return text.casefold().replace("·", " ").replace(",", " ").split()


def dates_of(starts: int, zone: str) -> list[str]:
    """How people may type the day and the hour of a moment, which is in milliseconds, on the wall clock of a zone."""
    when = datetime.fromtimestamp(starts / 1000, UTC).astimezone(ZoneInfo(zone))
    half, hour = "am" if when.hour < 12 else "pm", when.hour % 12 or 12
    return [
        *f"{when:%A %B %Y %d %H:%M %Y-%m-%d %d.%m.%Y %d/%m/%Y %m/%d/%Y}".lower().split(),
        str(when.day), f"{when.day}.{when.month}.", f"{when.day}/{when.month}", f"{hour}{half}", half,
        f"{hour}:{when:%M}{half}",
    ]  # fmt: skip
