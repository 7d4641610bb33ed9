"""What a night is called in a list, and what may be typed for it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.show.words.night_names import LONGEST, apart, dates_of, fits, named, numbered
from bot.store.nights import Listed


def at(year: int, month: int, day: int, hour: int, minute: int = 0) -> int:
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


NOW = at(2026, 11, 26, 20)
FRIDAY = at(2026, 11, 27, 19)
"""8 pm in Berlin."""


def called(*nights: Listed) -> list[str]:
    return [*apart(nights, "Europe/Berlin", NOW, {1: "#den", 2: "#hall", 3: "#" + "x" * 99}.__getitem__).values()]


def night(id: str, name: str = "Friday", starts: int = FRIDAY, channel: int = 1) -> Listed:
    return Listed(id, channel, 7, name, starts)


def test_a_night_has_its_day_and_hour_on_the_servers_clock() -> None:
    assert called(night("a")) == ["Friday · Fri 27 Nov 20:00"]
    assert called(night("a", starts=at(2027, 1, 1, 19))) == ["Friday · Fri 1 Jan 2027 20:00"]


def test_two_of_one_name_have_their_channels_where_the_hour_is_one_too() -> None:
    later = night("c", starts=at(2026, 12, 4, 19))
    assert called(night("a"), later) == ["Friday · Fri 27 Nov 20:00", "Friday · Fri 4 Dec 20:00"]
    both = called(night("a"), night("b", channel=2), later)
    assert both == [
        "Friday · Fri 27 Nov 20:00 · #den", "Friday · Fri 27 Nov 20:00 · #hall", "Friday · Fri 4 Dec 20:00",
    ]  # fmt: skip
    same = called(night("a"), night("b"))
    assert same == ["Friday · Fri 27 Nov 20:00 · #den (1)", "Friday · Fri 27 Nov 20:00 · #den (2)"]


@pytest.mark.parametrize("name", ["x" * 60, "x" * 300, "🎲" * 60, "a, b" * 15])
def test_of_a_long_name_the_end_is_cut_and_never_the_day(name: str) -> None:
    nights = [night(str(n), name, channel=3) for n in range(12)]
    for listed in (called(nights[0]), called(*nights)):
        assert len({*listed}) == len(listed)
        assert all(len(one) <= LONGEST and " · Fri 27 Nov 20:00" in one for one in listed)


def test_equal_names_are_numbered_and_others_stay() -> None:
    assert numbered({"a": "Ana", "b": "Bo", "c": "Ana"}) == {"a": "Ana (1)", "b": "Bo", "c": "Ana (2)"}
    assert named("Friday", "") == "Friday"


@pytest.mark.parametrize("typed", [
    "", "fri", "Friday", "FRI 27", "27 nov", "nov 27", "november", "20:00", "8pm", "8 pm", "27.11.", "27/11",
    "2026-11-27", "2026", "friday 20", "2", "Friday · Fri 27 Nov 20:00", "games fri", "o'clock",
    "(late)", "night, late",
])  # fmt: skip
def test_what_may_be_typed_for_it(typed: str) -> None:
    assert fits(typed, "Night, games o'clock (late)", dates_of(FRIDAY, "Europe/Berlin"))


@pytest.mark.parametrize("typed", ["sat", "28", "dec", "19:00", "7pm", "am", "day", "0", "202", "friday zoe"])
def test_what_is_not_it(typed: str) -> None:
    assert not fits(typed, "Gems", dates_of(FRIDAY, "Europe/Berlin"))
