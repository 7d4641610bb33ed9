"""Series of nights keep their wall clock."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.table.series import first_of, in_words, next_start, rule

BERLIN = "Europe/Berlin"


def ms(text: str, zone: str = BERLIN) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def evenings(rule: str, first: str, zone: str, count: int) -> list[str]:
    """The next evenings, as the wall clock has them."""
    found, at = list[str](), ms(first, zone)
    for _ in range(count):
        at = next_start(rule, first, zone, at)
        found.append(first_of(at, zone))
    return found


def test_twenty_hours_stay_twenty_hours_when_the_clocks_change() -> None:
    assert evenings(rule("every week", "2026-10-16T20:00"), "2026-10-16T20:00", BERLIN, 3) == [
        "2026-10-23T20:00", "2026-10-30T20:00", "2026-11-06T20:00"
    ]  # fmt: skip
    gap = ms("2026-10-30T20:00") - ms("2026-10-23T20:00")
    assert gap == (7 * 24 + 1) * 3_600_000


def test_every_second_week() -> None:
    assert evenings(rule("every second week", "2026-11-27T20:00"), "2026-11-27T20:00", BERLIN, 3) == [
        "2026-12-11T20:00", "2026-12-25T20:00", "2027-01-08T20:00"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "said", "then"),
    [
        ("2026-12-04T20:00", "on the first Friday of each month", ["2027-01-01T20:00", "2027-02-05T20:00"]),
        ("2026-11-26T20:00", "on the fourth Thursday of each month", ["2026-12-24T20:00", "2027-01-28T20:00"]),
        ("2026-10-30T20:00", "on the last Friday of each month", ["2026-11-27T20:00", "2026-12-25T20:00"]),
    ],
)
def test_monthly_by_the_day_of_the_week(first: str, said: str, then: list[str]) -> None:
    monthly = rule("every month", first)
    assert in_words(monthly, first) == said
    assert evenings(monthly, first, BERLIN, 2) == then


def test_how_it_is_said() -> None:
    assert in_words("FREQ=WEEKLY", "2026-11-27T20:00") == "every Friday"
    assert in_words("FREQ=WEEKLY;INTERVAL=2", "2026-11-27T20:00") == "every second Friday"


def test_a_time_that_the_clock_leaves_out_is_later_by_as_much() -> None:
    """In Berlin there is no 02:30 on 28 March 2027."""
    found = next_start("FREQ=WEEKLY", "2027-03-21T02:30", BERLIN, ms("2027-03-21T02:30"))
    assert first_of(found, BERLIN) == "2027-03-28T03:30"
    assert first_of(next_start("FREQ=WEEKLY", "2027-03-21T02:30", BERLIN, found), BERLIN) == "2027-04-04T02:30"


@pytest.mark.parametrize("zone", ["Pacific/Pago_Pago", "Asia/Kathmandu", "Pacific/Kiritimati", "America/St_Johns"])
def test_in_every_zone_a_year_of_weeks_keeps_its_hour(zone: str) -> None:
    first = "2026-01-02T20:00"
    found = evenings("FREQ=WEEKLY", first, zone, 52)
    assert all(each.endswith("T20:00") for each in found) and found == sorted({*found})
    assert found[-1] == "2027-01-01T20:00"
